/* The cuda backend: what device code writes.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of the CUDA Fortran runtime library (libgcuf).

   Libgcuf is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by
   the Free Software Foundation; either version 3, or (at your option)
   any later version.

   Libgcuf is distributed in the hope that it will be useful, but WITHOUT ANY
   WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS
   FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
   more details.

   Under Section 7 of GPL version 3, you are granted additional
   permissions described in the GCC Runtime Library Exception, version
   3.1, as published by the Free Software Foundation.

   You should have received a copy of the GNU General Public License and
   a copy of the GCC Runtime Library Exception along with this program;
   see the files COPYING and COPYING.RUNTIME respectively.  If not, see
   <http://www.gnu.org/licenses/>.  */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend-cuda.h"
#include "gcuf-output.h"
#include "stop.h"

/* The chunks of one module that has GCUF_OUTPUT_SYMBOL.  */
struct gcuf_cuda_output
{
  struct gcuf_cuda_output *next;
  struct gcuf_cuda_module *module;
  struct gcuf_output_control *control;
  struct gcuf_output_chunk *chunks;
  size_t count;
  uint64_t tail;		/* The first chunk not consumed.  */
  uint32_t lost;		/* Of control->lost, those told about.  */
  bool *passed;			/* By place: is part of a printed record.  */
};

struct gcuf_cuda_output *gcuf_cuda_outputs;

/* Protects the list and the output.  Recursive: a drain may end the program,
   which drains once more.  */
static pthread_mutex_t lock;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void
finish_at_exit (void)
{
  if (!gcuf_failed && !gcuf_own_thread)
    gcuf_cuda_output_finish ();
}

/* Exit handlers of the driver, after which it does not work, run later.  */

static void
init (void)
{
  atexit (finish_at_exit);
  pthread_mutexattr_t attr;
  pthread_mutexattr_init (&attr);
  pthread_mutexattr_settype (&attr, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init (&lock, &attr);
}

/* --- Buffers ------------------------------------------------------------ */

/* Bytes of the chunks of a module.  */
enum { SMALLEST = 64 << 10, USUAL = 4 << 20 };
static const size_t greatest = (size_t) 1 << 36;
static size_t buffer_size;	/* Zero as long as nobody has asked.  */

size_t
gcuf_cuda_output_size (void)
{
  size_t size = __atomic_load_n (&buffer_size, __ATOMIC_RELAXED);
  if (size == 0)
    {
      size = gcuf_env_size (GCUF_ENV_PRINT_BUFFER, USUAL, SMALLEST, greatest);
      __atomic_store_n (&buffer_size, size, __ATOMIC_RELAXED);
    }
  return size;
}

/* Allocate new chunks for O and pass them to the device code in M, which is not
   running.  */

static int
allocate_chunks (struct gcuf_cuda_output *o, CUdeviceptr address)
{
  void *memory;
  size_t count = gcuf_cuda_output_size () / sizeof (struct gcuf_output_chunk);
  size_t bytes = count * sizeof (struct gcuf_output_chunk);
  int code = gcuf_cu.MemHostAlloc (&memory, bytes
				   + sizeof (struct gcuf_output_control),
				   CU_MEMHOSTALLOC_PORTABLE);
  if (code)
    return code;
  memset (memory, 0, bytes + sizeof (struct gcuf_output_control));
  struct gcuf_output_control *control
    = (struct gcuf_output_control *) ((char *) memory + bytes);
  const struct gcuf_output output
    = { .chunks = memory, .control = control, .count = count };
  code = gcuf_cu.MemcpyHtoD (address, &output, sizeof output);
  void *unused = code ? memory : o->chunks;
  if (unused)
    gcuf_cu.MemFreeHost (unused);
  if (code)
    return code;
  free (o->passed);
  o->chunks = memory;
  o->control = control;
  o->count = count;
  o->passed = gcuf_xcalloc (count, sizeof *o->passed);
  o->tail = o->lost = 0;
  return 0;
}

int
gcuf_cuda_output_init (struct gcuf_cuda_module *m)
{
  CUdeviceptr address;
  size_t size;
  int code = gcuf_cuda_module_variable (m, GCUF_OUTPUT_SYMBOL, &address,
					&size);
  if (code)
    return code == CUDA_ERROR_NOT_FOUND ? 0 : code;
  pthread_once (&once, init);

  struct gcuf_cuda_output *o = gcuf_xcalloc (1, sizeof *o);
  o->module = m;
  code = allocate_chunks (o, address);
  if (code)
    {
      free (o);
      return code;
    }
  pthread_mutex_lock (&lock);
  o->next = gcuf_cuda_outputs;
  __atomic_store_n (&gcuf_cuda_outputs, o, __ATOMIC_RELEASE);
  pthread_mutex_unlock (&lock);
  return 0;
}

/* Pinned memory is freed with the context.  */

void
gcuf_cuda_output_forget (struct gcuf_cuda_module *m)
{
  if (!gcuf_cuda_outputs)
    return;
  pthread_mutex_lock (&lock);
  for (struct gcuf_cuda_output **p = &gcuf_cuda_outputs; *p; )
    if ((*p)->module == m)
      {
	struct gcuf_cuda_output *o = *p;
	*p = o->next;
	gcuf_cu.MemFreeHost (o->chunks);
	free (o->passed);
	free (o);
      }
    else
      p = &(*p)->next;
  pthread_mutex_unlock (&lock);
}

/* --- Records ------------------------------------------------------------ */

/* The words of a record.  */
struct record
{
  uint32_t *words;
  size_t n, at;
};

static uint32_t
get_word (struct record *r)
{
  return r->at < r->n ? r->words[r->at++] : 0;
}

static const void *
get_bytes (struct record *r, size_t size)
{
  static const char nothing[64];
  size_t words = (size + 3) / 4;
  const void *p = &r->words[r->at];
  if (words > r->n - r->at)
    return nothing;
  r->at += words;
  return p;
}

struct text
{
  const char *p;
  size_t length;
};

static struct text
get_text (struct record *r)
{
  struct text text;
  text.length = get_word (r);
  if ((text.length + 3) / 4 > r->n - r->at)
    text.length = 0;
  text.p = get_bytes (r, text.length);
  return text;
}

static struct gcuf_dim3
get_dim3 (struct record *r)
{
  struct gcuf_dim3 d;
  d.x = get_word (r);
  d.y = get_word (r);
  d.z = get_word (r);
  return d;
}

/* --- Lines -------------------------------------------------------------- */

/* Libgfortran's st_parameter_dt, as the compiler sets it for PRINT.  */
struct st_parameter_dt
{
  int32_t flags, unit;
  const char *filename;
  int32_t line;
  char rest[1024];
};
enum { LIST_FORMAT = 1 << 7, STANDARD_OUTPUT = 6 };

extern void _gfortran_st_write (struct st_parameter_dt *);
extern void _gfortran_st_write_done (struct st_parameter_dt *);
extern void _gfortran_transfer_integer_write (struct st_parameter_dt *,
					      const void *, int);
extern void _gfortran_transfer_logical_write (struct st_parameter_dt *,
					      const void *, int);
extern void _gfortran_transfer_real_write (struct st_parameter_dt *,
					   const void *, int);
extern void _gfortran_transfer_complex_write (struct st_parameter_dt *,
					      const void *, int);
extern void _gfortran_transfer_character_write (struct st_parameter_dt *,
						const void *, size_t);

/* From GCC 15 on; only what is compiled by such a series prints unsigned numbers.  */
extern void _gfortran_transfer_unsigned_write (struct st_parameter_dt *,
					       const void *, int)
  __attribute__ ((weak));

static void
print_item (struct st_parameter_dt *dt, struct record *r)
{
  int type = get_word (r);
  uint32_t kind = get_word (r);
  switch (type)
    {
    case GCUF_OUTPUT_INTEGER:
      _gfortran_transfer_integer_write (dt, get_bytes (r, kind), kind);
      break;
    case GCUF_OUTPUT_LOGICAL:
      _gfortran_transfer_logical_write (dt, get_bytes (r, kind), kind);
      break;
    case GCUF_OUTPUT_UNSIGNED:
      if (!_gfortran_transfer_unsigned_write)
	gcuf_fatal (NULL, "device code has printed an unsigned number, which "
		    "this libgfortran cannot print");
      _gfortran_transfer_unsigned_write (dt, get_bytes (r, kind), kind);
      break;
    case GCUF_OUTPUT_REAL:
      _gfortran_transfer_real_write (dt, get_bytes (r, kind), kind);
      break;
    case GCUF_OUTPUT_COMPLEX:
      _gfortran_transfer_complex_write (dt, get_bytes (r, 2 * kind), kind);
      break;
    case GCUF_OUTPUT_CHARACTER:
      _gfortran_transfer_character_write (dt, get_bytes (r, kind), kind);
      break;
    default:
      gcuf_fatal (NULL, "device code has printed an item of unknown type %d",
		  type);
    }
}

static void
print_line (struct record *r)
{
  struct st_parameter_dt dt = { .flags = LIST_FORMAT, .unit = STANDARD_OUTPUT };
  dt.line = get_word (r);
  struct text file = get_text (r);
  char *name = gcuf_xcalloc (1, file.length + 1);
  dt.filename = memcpy (name, file.p, file.length);
  _gfortran_st_write (&dt);
  while (r->at < r->n)
    print_item (&dt, r);
  _gfortran_st_write_done (&dt);
  free (name);
}

/* --- What ends the program ---------------------------------------------- */

/* Return a copy of T that is terminated by NUL and never freed.  */

static const char *
string (struct text t)
{
  char *copy = gcuf_xcalloc (1, t.length + 1);
  return memcpy (copy, t.p, t.length);
}

static void __attribute__ ((noreturn))
stop (struct record *r)
{
  struct gcuf_stop s;
  s.block = get_dim3 (r);
  s.thread = get_dim3 (r);
  s.flags = get_word (r);
  s.code = get_word (r);
  s.line = get_word (r);
  s.file = string (get_text (r));
  s.procedure = string (get_text (r));
  struct text text = get_text (r);
  s.text = text.p;
  s.length = text.length;
  gcuf_stop (&s);
}

extern void _gfortran_runtime_error (const char *, ...)
  __attribute__ ((noreturn));
extern void _gfortran_runtime_error_at (const char *, const char *, ...)
  __attribute__ ((noreturn));
extern void _gfortran_runtime_warning_at (const char *, const char *, ...);
extern void _gfortran_os_error_at (const char *, const char *, ...)
  __attribute__ ((noreturn));

/* Print the values in R to F according to FORMAT.  */

static void
format_message (FILE *f, const char *format, struct record *r)
{
  while (*format)
    {
      const char *begin = format;
      if (*format++ != '%')
	{
	  fputc (*begin, f);
	  continue;
	}
      switch (__gcuf_conversion (&format))
	{
	case 's':
	  {
	    struct text text = get_text (r);
	    fwrite (text.p, 1, text.length, f);
	    break;
	  }
	case 'l':
	case 'd':
	  {
	    uint64_t low = get_word (r), high = get_word (r);
	    fprintf (f, "%lld", (long long) (low | high << 32));
	    break;
	  }
	default:
	  if (begin[1] == '%')
	    fputc ('%', f);
	}
    }
}

static void
message (struct record *r)
{
  struct gcuf_dim3 block = get_dim3 (r), thread = get_dim3 (r);
  int severity = get_word (r);
  const char *place = string (get_text (r));
  const char *format = string (get_text (r));
  char *text = NULL;
  size_t size;
  FILE *f = open_memstream (&text, &size);
  if (!f)
    gcuf_fatal (NULL, "%s: %s", place, format);
  format_message (f, format, r);
  fprintf (f, " in thread (%d,%d,%d) of block (%d,%d,%d)", thread.x, thread.y,
	   thread.z, block.x, block.y, block.z);
  if (fclose (f) != 0)
    gcuf_fatal (NULL, "%s: %s", place, format);

  fflush (stdout);
  if (severity == GCUF_OUTPUT_WARNING)
    {
      _gfortran_runtime_warning_at (place, "%s", text);
      free (text);
      return;
    }
  gcuf_failed = true;
  if (severity == GCUF_OUTPUT_OS_ERROR)
    {
      errno = ENOMEM;
      _gfortran_os_error_at (place, "%s", text);
    }
  if (*place)
    _gfortran_runtime_error_at (place, "%s", text);
  _gfortran_runtime_error ("%s", text);
}

/* --- Draining ----------------------------------------------------------- */

static struct gcuf_output_chunk *
chunk_of (struct gcuf_cuda_output *o, uint64_t number)
{
  return &o->chunks[number % o->count];
}

/* Assemble the words of the record that begins with chunk NUMBER.  */

static void
collect (struct gcuf_cuda_output *o, uint64_t number, struct record *r)
{
  r->words = NULL;
  r->n = r->at = 0;
  for (uint64_t next = number + 1; next; )
    {
      struct gcuf_output_chunk *c = chunk_of (o, next - 1);
      if (next - 1 != number)
	o->passed[(next - 1) % o->count] = true;
      r->words = gcuf_xrealloc (r->words, (r->n + c->used + 1)
				* sizeof *r->words);
      memcpy (r->words + r->n, c->word, c->used * sizeof *c->word);
      r->n += c->used;
      next = c->next;
    }
}

static void
print_record (struct gcuf_cuda_output *o, uint64_t number, uint32_t state)
{
  struct record r;
  collect (o, number, &r);
  switch (state)
    {
    case GCUF_OUTPUT_LINE:
      print_line (&r);
      break;
    case GCUF_OUTPUT_STOP:
      stop (&r);
    case GCUF_OUTPUT_ERROR:
      message (&r);
      break;
    default:
      o->control->lost++;
    }
  free (r.words);
}

static void
tell_lost (struct gcuf_cuda_output *o)
{
  uint32_t lost = *(volatile uint32_t *) &o->control->lost;
  if (lost == o->lost)
    return;
  fflush (stdout);
  fprintf (stderr, "libgcuf: %u lines printed by device code were lost; set "
	   "cudaLimitPrintfFifoSize or GCUF_PRINT_BUFFER to more than %zu "
	   "bytes, or synchronize more often\n", (unsigned) (lost - o->lost),
	   o->count * sizeof (struct gcuf_output_chunk));
  o->lost = lost;
}

/* Print the complete records of O.  If the device has FAILED, skip the
   incomplete ones, which will never be complete.  */

static void
drain (struct gcuf_cuda_output *o, bool failed)
{
  for (size_t i = 0; i < o->count; i++)
    {
      uint64_t number = o->tail;
      size_t place = number % o->count;
      uint32_t *state = &o->chunks[place].state;
      uint32_t s = __atomic_load_n (state, __ATOMIC_ACQUIRE);
      if (s == GCUF_OUTPUT_FREE && !o->passed[place] && !failed)
	break;
      if (s != GCUF_OUTPUT_FREE)
	print_record (o, number, s);
      *state = GCUF_OUTPUT_FREE;
      o->passed[place] = false;
      o->tail++;
      __atomic_store_n (&o->control->consumed, o->tail, __ATOMIC_RELEASE);
    }
  tell_lost (o);
}

void
gcuf_cuda_drain_all (bool failed)
{
  pthread_mutex_lock (&lock);
  for (struct gcuf_cuda_output *o = gcuf_cuda_outputs; o; o = o->next)
    drain (o, failed);
  pthread_mutex_unlock (&lock);
}

/* Wait for the device whose code writes to O.  If that fails, print a message
   and return false.  */

static bool
wait_for (const struct gcuf_cuda_output *o)
{
  const char *call = "cuCtxSetCurrent";
  int device = o->module->device;
  int code = gcuf_cu.CtxSetCurrent (gcuf_cuda_devices[device].context);
  if (code == 0)
    {
      call = "cuCtxSynchronize";
      code = gcuf_cu.CtxSynchronize ();
    }
  if (code && code != GCUF_cudaErrorCudartUnloading)
    fprintf (stderr, "libgcuf: what code on device %d has printed may be "
	     "missing: %s: %s\n", device, call, gcuf_error_message (code));
  return code == 0;
}

int
gcuf_cuda_set_output_size (int device, size_t size)
{
  size = (size < SMALLEST ? (size_t) SMALLEST : size > greatest ? greatest
	  : size);
  __atomic_store_n (&buffer_size, size, __ATOMIC_RELAXED);
  if (!gcuf_cuda_outputs)
    return 0;
  int code = 0;
  pthread_mutex_lock (&lock);
  for (struct gcuf_cuda_output *o = gcuf_cuda_outputs; o && code == 0;
       o = o->next)
    if (o->module->device == device)
      {
	CUdeviceptr address;
	size_t bytes;
	code = gcuf_cu.CtxSynchronize ();
	if (code)
	  break;
	drain (o, false);
	code = gcuf_cu.ModuleGetGlobal (&address, &bytes, o->module->module,
					GCUF_OUTPUT_SYMBOL);
	if (code == 0)
	  code = allocate_chunks (o, address);
      }
  pthread_mutex_unlock (&lock);
  return code;
}

/* The context that is current afterwards does not matter: the thread is bound
   again.  */

void
gcuf_cuda_output_finish (void)
{
  if (!gcuf_cuda_outputs)
    return;
  bool failed = false;
  gcuf_thread.bound = 0;
  pthread_mutex_lock (&lock);
  for (struct gcuf_cuda_output *o = gcuf_cuda_outputs; o; o = o->next)
    failed |= !wait_for (o);
  gcuf_cuda_drain_all (failed);
  pthread_mutex_unlock (&lock);
}
