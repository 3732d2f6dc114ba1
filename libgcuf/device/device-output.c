/* PRINT, WRITE and what ends a program, for the GPU.
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

#include <stdbool.h>
#include <stddef.h>

#include "device-library.h"
#include "gcuf-descriptor.h"
#define GCUF_OUTPUT_FUNCTION GCUF_DEVICE
#include "gcuf-output.h"

struct gcuf_output __gcuf_output __attribute__ ((visibility ("hidden")));
#pragma acc declare create (__gcuf_output)

/* --- Records ------------------------------------------------------------ */

/* A record that is being written.  */
struct writer
{
  struct gcuf_output_chunk *first, *current;	/* Null where there is none.  */
  uint32_t used;
};

/* Take a chunk; return its number plus one, or zero if none is free.  */

GCUF_DEVICE_LIBGFORTRAN
uint64_t
__gcuf_output_take (void)
{
  struct gcuf_output *output = &__gcuf_output;
  uint64_t n = *(volatile uint64_t *) &output->head;
  if (!output->chunks)
    return 0;
  for (;;)
    {
      uint64_t consumed = *(volatile uint64_t *) &output->control->consumed;
      if (n - consumed >= output->count)
	{
	  /* It may have been taken and consumed in the meantime.  */
	  uint64_t now = *(volatile uint64_t *) &output->head;
	  if (now == n)
	    return 0;
	  n = now;
	  continue;
	}
      uint64_t old;
      asm volatile ("atom.cas.b64 %0, [%1], %2, %3;"
		    : "=r" (old)
		    : "r" (&output->head), "r" (n), "r" (n + 1) : "memory");
      if (old == n)
	return n + 1;
      n = old;
    }
}

GCUF_DEVICE_LIBGFORTRAN
struct gcuf_output_chunk *
__gcuf_output_chunk (uint64_t number)
{
  struct gcuf_output *output = &__gcuf_output;
  if (number == 0)
    return NULL;
  struct gcuf_output_chunk *chunk
    = &output->chunks[(number - 1) % output->count];
  chunk->next = 0;
  return chunk;
}

GCUF_DEVICE_LIBGFORTRAN
void
__gcuf_output_begin (struct writer *w)
{
  w->first = w->current = __gcuf_output_chunk (__gcuf_output_take ());
  w->used = 0;
  if (!w->first && __gcuf_output.control)
    asm volatile ("{ .reg .u32 %%old;\n\t"
		  "atom.add.u32 %%old, [%0], 1; }"
		  : : "r" (&__gcuf_output.control->lost) : "memory");
}

GCUF_DEVICE_LIBGFORTRAN
void
__gcuf_output_word (struct writer *w, uint32_t word)
{
  if (w->used == GCUF_OUTPUT_WORDS && w->current)
    {
      uint64_t next = __gcuf_output_take ();
      w->current->used = w->used;
      w->current->next = next;
      w->current = __gcuf_output_chunk (next);
      w->used = 0;
    }
  if (w->current)
    w->current->word[w->used++] = word;
}

GCUF_DEVICE_LIBGFORTRAN
void
__gcuf_output_end (struct writer *w, uint32_t state)
{
  if (!w->first)
    return;
  if (w->current)
    w->current->used = w->used;
  asm volatile ("membar.sys;" : : : "memory");
  *(volatile uint32_t *) &w->first->state
    = w->current ? state : GCUF_OUTPUT_LOST;
}

/* Write the SIZE bytes at P as words.  */

GCUF_DEVICE_LIBGFORTRAN
void
__gcuf_output_bytes (struct writer *w, const char *p, size_t size)
{
  const unsigned char *bytes = (const unsigned char *) p;
  for (; size >= 4; size -= 4, bytes += 4)
    __gcuf_output_word (w, bytes[0] | bytes[1] << 8 | bytes[2] << 16
			   | (uint32_t) bytes[3] << 24);
  if (size)
    __gcuf_output_word (w, bytes[0] | (size > 1 ? bytes[1] << 8 : 0)
			   | (size > 2 ? bytes[2] << 16 : 0));
}

GCUF_DEVICE_LIBGFORTRAN
void
__gcuf_output_text (struct writer *w, const char *p, size_t size)
{
  __gcuf_output_word (w, size);
  __gcuf_output_bytes (w, p, size);
}

GCUF_DEVICE_LIBGFORTRAN
void
__gcuf_output_string (struct writer *w, const char *p)
{
  size_t size = 0;
  /* Keep GCC from making a call of strlen, which is in another object.  */
  while (p && p[size])
    {
      size++;
      asm volatile ("" : "+r" (size));
    }
  __gcuf_output_text (w, p, size);
}

GCUF_DEVICE_LIBGFORTRAN
void
__gcuf_output_where (struct writer *w)
{
  __gcuf_output_word (w, __gcuf_blockidx_x ());
  __gcuf_output_word (w, __gcuf_blockidx_y ());
  __gcuf_output_word (w, __gcuf_blockidx_z ());
  __gcuf_output_word (w, __gcuf_threadidx_x ());
  __gcuf_output_word (w, __gcuf_threadidx_y ());
  __gcuf_output_word (w, __gcuf_threadidx_z ());
}

/* --- PRINT and WRITE ---------------------------------------------------- */

/* The head of libgfortran's st_parameter_dt.  What follows are specifiers that
   device code cannot have, and some hundred bytes of the library's own.  */
struct st_parameter_dt
{
  int32_t flags, unit;
  const char *filename;
  int32_t line;
  size_t iomsg_len;
  char *iomsg;
  int32_t *iostat;
  struct writer writer;
};

GCUF_DEVICE_LIBGFORTRAN
void
_gfortran_st_write (struct st_parameter_dt *dt)
{
  __gcuf_output_begin (&dt->writer);
  __gcuf_output_word (&dt->writer, dt->line);
  __gcuf_output_string (&dt->writer, dt->filename);
}

GCUF_DEVICE_LIBGFORTRAN
void
_gfortran_st_write_done (struct st_parameter_dt *dt)
{
  __gcuf_output_end (&dt->writer, GCUF_OUTPUT_LINE);
}

GCUF_DEVICE_LIBGFORTRAN
void
__gcuf_output_item (struct st_parameter_dt *dt, int type, const void *p,
		    uint32_t kind, size_t size)
{
  __gcuf_output_word (&dt->writer, type);
  __gcuf_output_word (&dt->writer, kind);
  __gcuf_output_bytes (&dt->writer, p, size);
}

#define TRANSFER(name, type, parts)					\
  GCUF_DEVICE_LIBGFORTRAN						\
  void									\
  _gfortran_transfer_##name##_write (struct st_parameter_dt *dt,	\
				     const void *p, int kind)		\
  {									\
    __gcuf_output_item (dt, type, p, kind, parts * kind);		\
  }

TRANSFER (integer, GCUF_OUTPUT_INTEGER, 1)
TRANSFER (logical, GCUF_OUTPUT_LOGICAL, 1)
TRANSFER (unsigned, GCUF_OUTPUT_UNSIGNED, 1)
TRANSFER (real, GCUF_OUTPUT_REAL, 1)
TRANSFER (complex, GCUF_OUTPUT_COMPLEX, 2)

GCUF_DEVICE_LIBGFORTRAN
void
_gfortran_transfer_character_write (struct st_parameter_dt *dt, const void *p,
				    size_t length)
{
  __gcuf_output_item (dt, GCUF_OUTPUT_CHARACTER, p, length, length);
}

GCUF_DEVICE_LIBGFORTRAN
void
_gfortran_transfer_array_write (struct st_parameter_dt *dt,
				const struct gcuf_descriptor *a, int kind,
				size_t length)
{
  bool text = a->dtype.type == GCUF_OUTPUT_CHARACTER;
  size_t size = text ? length : a->dtype.elem_len;
  ptrdiff_t count[15];
  const char *p = a->base;
  for (int d = 0; d < a->dtype.rank; d++)
    {
      count[d] = 0;
      if (a->dim[d].upper < a->dim[d].lower)
	return;
    }
  for (int d = 0; d < a->dtype.rank; )
    {
      __gcuf_output_item (dt, a->dtype.type, p, text ? length : (size_t) kind,
			  size);
      for (d = 0; d < a->dtype.rank; d++)
	{
	  ptrdiff_t extent = a->dim[d].upper - a->dim[d].lower + 1;
	  ptrdiff_t stride = a->dim[d].stride * a->dtype.elem_len;
	  p += stride;
	  if (++count[d] < extent)
	    break;
	  p -= stride * extent;
	  count[d] = 0;
	}
    }
}

/* --- What ends the program ---------------------------------------------- */

#define TRAP()								\
  do									\
    {									\
      asm volatile ("trap;");						\
      __builtin_unreachable ();						\
    }									\
  while (0)

GCUF_DEVICE_LIBGFORTRAN
void
__gcuf_stop (const struct gcuf_location *where, const char *procedure,
	     unsigned flags, int code, const char *text, size_t length)
{
  struct writer w;
  __gcuf_output_begin (&w);
  __gcuf_output_where (&w);
  __gcuf_output_word (&w, flags);
  __gcuf_output_word (&w, code);
  __gcuf_output_word (&w, where->line);
  __gcuf_output_string (&w, where->file);
  __gcuf_output_string (&w, procedure);
  __gcuf_output_text (&w, text, length);
  __gcuf_output_end (&w, GCUF_OUTPUT_STOP);
  TRAP ();
}

GCUF_DEVICE_LIBGFORTRAN
void
__gcuf_output_number (struct writer *w, int64_t value)
{
  __gcuf_output_word (w, value);
  __gcuf_output_word (w, value >> 32);
}

/* Return the next argument at *ARGS, which has SIZE bytes.  */

GCUF_DEVICE_LIBGFORTRAN
const char *
__gcuf_output_argument (const char **args, size_t size)
{
  const char *p = (const char *) (((uintptr_t) *args + size - 1) & -size);
  *args = p + size;
  return p;
}

GCUF_DEVICE_LIBGFORTRAN
void
__gcuf_output_error (int severity, const char *place, const char *format,
		     const char *args)
{
  struct writer w;
  __gcuf_output_begin (&w);
  __gcuf_output_where (&w);
  __gcuf_output_word (&w, severity);
  __gcuf_output_string (&w, place);
  __gcuf_output_string (&w, format);
  while (*format)
    if (*format++ == '%')
      switch (__gcuf_conversion (&format))
	{
	case 's':
	  __gcuf_output_string (&w, *(const char **) __gcuf_output_argument
				      (&args, sizeof (char *)));
	  break;
	case 'l':
	  __gcuf_output_number (&w, *(const int64_t *) __gcuf_output_argument
				      (&args, sizeof (int64_t)));
	  break;
	case 'd':
	  __gcuf_output_number (&w, *(const int *) __gcuf_output_argument
				      (&args, sizeof (int)));
	  break;
	}
  __gcuf_output_end (&w, GCUF_OUTPUT_ERROR);
}

/* The address of the arguments after the last parameter, number N from zero; in
   PTX it is an additional parameter.  The types of <stdarg.h> are the
   host's.  */
#define ARGUMENTS(n)							\
  ({									\
    const char *args;							\
    asm volatile ("ld.param.u64 %0, [%%in_ar" #n "];" : "=r" (args));	\
    args;								\
  })

#define MESSAGE(name, severity, parameters, n, place)			\
  GCUF_DEVICE_LIBGFORTRAN						\
  __attribute__ ((noipa, visibility ("default"))) void			\
  _gfortran_##name parameters						\
  {									\
    __gcuf_output_error (severity, place, format, ARGUMENTS (n));	\
    if (severity != GCUF_OUTPUT_WARNING)				\
      TRAP ();								\
  }

MESSAGE (runtime_error, GCUF_OUTPUT_RUNTIME_ERROR, (const char *format, ...),
	 1, NULL)
MESSAGE (runtime_error_at, GCUF_OUTPUT_RUNTIME_ERROR,
	 (const char *place, const char *format, ...), 2, place)
MESSAGE (os_error_at, GCUF_OUTPUT_OS_ERROR,
	 (const char *place, const char *format, ...), 2, place)
MESSAGE (runtime_warning_at, GCUF_OUTPUT_WARNING,
	 (const char *place, const char *format, ...), 2, place)
