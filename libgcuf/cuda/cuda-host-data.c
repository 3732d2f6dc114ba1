/* The host's data on devices that cannot access pageable memory.
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

/* A program compiled with -gpu=mem:unified passes the host's data to device
   code, and so does one whose unified pointers have targets of the host's.  A
   device that accesses registered memory by the host's addresses can do that
   without the host's page tables, too: the program's static data and the stacks
   of threads that launch kernels are registered, and what the program allocates
   is managed (program-heap.c).  Programs that need it pay for a comparison of
   the stack pointer at each launch and each copy; as this is a wrapper of the
   real backend, other programs pay nothing.  */

#define _GNU_SOURCE
#include <link.h>
#include <pthread.h>
#include <stdlib.h>

#include "backend-cuda.h"

enum { PAGE = 4096, REGISTER_PORTABLE = 1, REGISTER_MAPPED = 2 };

static struct gcuf_backend backend;
static const struct gcuf_backend *real;

/* Incremented by each reset of a device, which unregisters all memory.  Ranges
   registered in an earlier generation are no longer registered.  Never
   zero.  */
static unsigned generation = 1;

/* Addresses, of whole pages.  */
struct range
{
  struct range *next;
  uintptr_t start, end;
  uintptr_t object;		/* Where the object begins that it is part of,
				   and zero for a stack.  */
  unsigned generation;		/* That it was registered in, or zero.  */
};

/* Ranges of static data, under LOCK.  */
static struct range *statics;
static bool pending;		/* Some of it is not registered.  */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* --- Ranges ------------------------------------------------------------- */

static int
register_range (struct range *r)
{
  int mode = gcuf_cuda_relax ();
  int code = gcuf_cu.MemHostRegister ((void *) r->start, r->end - r->start,
				      REGISTER_PORTABLE | REGISTER_MAPPED);
  gcuf_cuda_unrelax (mode);
  /* The program may have registered it itself.  */
  if (code == GCUF_cudaErrorHostMemoryAlreadyRegistered)
    code = 0;
  if (code == 0)
    r->generation = generation;
  gcuf_debug ("%zu bytes at %p registered: %s", (size_t) (r->end - r->start),
	      (void *) r->start, gcuf_error_text (code));
  return code;
}

static void
unregister_range (struct range *r)
{
  if (r->generation == generation)
    {
      int mode = gcuf_cuda_relax ();
      gcuf_cu.MemHostUnregister ((void *) r->start);
      gcuf_cuda_unrelax (mode);
    }
  r->generation = 0;
}

static void
require (int code, const char *what)
{
  if (code)
    gcuf_fatal (NULL, "device code cannot access %s, which -gpu=mem:unified "
		"and unified pointers require: %s", what,
		gcuf_error_message (code));
}

/* --- Static data -------------------------------------------------------- */

/* Call FN with the start and the end of each writable part of INFO's memory,
   the start of INFO's object, and DATA.  */

static void
for_writable (const struct dl_phdr_info *info,
	      void (*fn) (uintptr_t start, uintptr_t end, uintptr_t object,
			  void *data), void *data)
{
  uintptr_t only_read = 0;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_GNU_RELRO)
      only_read = (info->dlpi_addr + info->dlpi_phdr[i].p_vaddr
		   + info->dlpi_phdr[i].p_memsz);
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW(Phdr) *p = &info->dlpi_phdr[i];
      uintptr_t start = info->dlpi_addr + p->p_vaddr;
      uintptr_t end = start + p->p_memsz;
      if (p->p_type != PT_LOAD || !(p->p_flags & PF_W))
	continue;
      /* Memory that is read-only after relocation comes first.  */
      if (only_read > start && only_read <= end)
	start = only_read;
      if (end > start)
	fn (start & -PAGE, (end + PAGE - 1) & -PAGE, info->dlpi_addr, data);
    }
}

static bool
contains_p (const struct dl_phdr_info *info, uintptr_t address)
{
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_LOAD
	&& (address - info->dlpi_addr - info->dlpi_phdr[i].p_vaddr
	    < info->dlpi_phdr[i].p_memsz))
      return true;
  return false;
}

/* LOCK is held.  */

static void
add_static (uintptr_t start, uintptr_t end, uintptr_t object, void *data)
{
  (void) data;
  for (struct range *r = statics; r; r = r->next)
    if (r->start == start)
      return;
  struct range *r = gcuf_xcalloc (1, sizeof *r);
  r->start = start;
  r->end = end;
  r->object = object;
  r->next = statics;
  statics = r;
  __atomic_store_n (&pending, true, __ATOMIC_RELEASE);
}

static int
visit (struct dl_phdr_info *info, size_t size, void *address)
{
  (void) size;
  if (!contains_p (info, (uintptr_t) address))
    return 0;
  pthread_mutex_lock (&lock);
  for_writable (info, add_static, NULL);
  pthread_mutex_unlock (&lock);
  return 1;
}

void
gcuf_cuda_host_data_add (const void *address)
{
  dl_iterate_phdr (visit, (void *) address);
}

static int
find_object (struct dl_phdr_info *info, size_t size, void *data)
{
  uintptr_t *address = data;
  (void) size;
  if (!contains_p (info, *address))
    return 0;
  *address = info->dlpi_addr;
  return 1;
}

void
gcuf_cuda_host_data_forget (const void *address)
{
  uintptr_t object = (uintptr_t) address;
  if (!dl_iterate_phdr (find_object, &object))
    return;
  pthread_mutex_lock (&lock);
  for (struct range **link = &statics; *link; )
    {
      struct range *r = *link;
      if (r->object != object)
	{
	  link = &r->next;
	  continue;
	}
      unregister_range (r);
      *link = r->next;
      free (r);
    }
  pthread_mutex_unlock (&lock);
}

static void
register_statics (void)
{
  pthread_mutex_lock (&lock);
  __atomic_store_n (&pending, false, __ATOMIC_RELAXED);
  for (struct range *r = statics; r; r = r->next)
    if (r->generation != generation)
      require (register_range (r), "the program's static data");
  pthread_mutex_unlock (&lock);
}

/* --- Stacks ------------------------------------------------------------- */

/* The amount of a stack that is registered at a time, in consecutive ranges
   downwards.  It is no less than the usual size of a stack.  */
enum { STACK_STEP = 8 << 20 };

static __thread struct stack
{
  struct range *ranges;		/* The lowest is the first.  */
  uintptr_t lowest;		/* Where that starts, or the stack ends.  */
  uintptr_t limit;		/* The stack's own start.  */
  unsigned generation;
} stack;

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Called at the end of a thread, since another thread may reuse its stack.  */

static void
leave_stack (void *data)
{
  struct stack *s = data;
  while (s->ranges)
    {
      struct range *r = s->ranges;
      s->ranges = r->next;
      if (!gcuf_failed)
	unregister_range (r);
      free (r);
    }
  s->generation = 0;
}

static void
make_key (void)
{
  if (pthread_key_create (&key, leave_stack) != 0)
    gcuf_fatal (NULL, "cannot create a key for the data of threads");
}

/* Note the calling thread's stack, which is not known yet, or not since the
   last reset.  */

static void
enter_stack (void)
{
  pthread_attr_t attributes;
  void *start;
  size_t size;
  pthread_once (&once, make_key);
  leave_stack (&stack);
  if (pthread_getattr_np (pthread_self (), &attributes) != 0
      || pthread_attr_getstack (&attributes, &start, &size) != 0)
    gcuf_fatal (NULL, "cannot find the stack of a thread");
  pthread_attr_destroy (&attributes);
  stack.limit = ((uintptr_t) start + PAGE - 1) & -PAGE;
  stack.lowest = ((uintptr_t) start + size) & -PAGE;
  stack.generation = generation;
  pthread_setspecific (key, &stack);
}

/* Touch the pages from START to END, since the system grows a stack page by
   page.  */

static void
touch_downwards (uintptr_t start, uintptr_t end)
{
  for (uintptr_t p = end; p > start; p -= PAGE)
    {
      volatile char *byte = (volatile char *) (p - PAGE);
      *byte = *byte;
    }
}

/* Register the calling thread's stack down to one step below SP.  */

static void
extend_stack (uintptr_t sp)
{
  if (stack.generation != generation)
    enter_stack ();
  if (sp >= stack.lowest || sp < stack.limit)
    return;
  struct range *r = gcuf_xcalloc (1, sizeof *r);
  r->end = stack.lowest;
  r->start = (sp - stack.limit > STACK_STEP ? (sp - STACK_STEP) & -PAGE
	      : stack.limit);
  touch_downwards (r->start, r->end);
  r->next = stack.ranges;
  stack.ranges = r;
  stack.lowest = r->start;
  require (register_range (r), "the stack");
}

/* --- The backend -------------------------------------------------------- */

/* Called before device code or a copy accesses the host's data.  */

static inline void
prepare (void)
{
  uintptr_t sp = (uintptr_t) __builtin_frame_address (0);
  if (__builtin_expect (__atomic_load_n (&pending, __ATOMIC_ACQUIRE), 0))
    register_statics ();
  if (__builtin_expect (stack.generation != generation || sp < stack.lowest,
			0))
    extend_stack (sp);
}

static int
prepared_launch (struct gcuf_kernel *kernel, const struct gcuf_launch *launch,
		 void *const *args)
{
  prepare ();
  return real->launch (kernel, launch, args);
}

static int
prepared_copy (const struct gcuf_box *box, gcuf_stream_t stream, bool wait)
{
  prepare ();
  return real->copy (box, stream, wait);
}

static int
prepared_reset (void)
{
  int code = real->device_reset ();
  pthread_mutex_lock (&lock);
  generation++;
  __atomic_store_n (&pending, statics != NULL, __ATOMIC_RELEASE);
  pthread_mutex_unlock (&lock);
  return code;
}

static void
prepared_fini (void)
{
  real->device_synchronize ();
  leave_stack (&stack);
  while (statics)
    {
      struct range *r = statics;
      statics = r->next;
      unregister_range (r);
      free (r);
    }
  real->fini ();
}

const struct gcuf_backend *
gcuf_cuda_with_host_data (void)
{
  real = &gcuf_backend_cuda;
  backend = *real;
  backend.launch = prepared_launch;
  backend.copy = prepared_copy;
  backend.device_reset = prepared_reset;
  backend.fini = prepared_fini;
  return &backend;
}
