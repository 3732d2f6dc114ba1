/* Stacks for the threads of a block.
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

#define _GNU_SOURCE 1
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#if __has_include (<valgrind/valgrind.h>)
# include <valgrind/valgrind.h>
#endif

#include "fiber.h"

#ifndef VALGRIND_STACK_REGISTER
# define VALGRIND_STACK_REGISTER(lo, hi) 0
# define VALGRIND_STACK_DEREGISTER(id) ((void) (id))
#endif

/* Below a stack no less can be accessed than the distance of the pages that
   device code touches when it makes its frame: 4096 bytes on x86-64, and on
   AArch64 so many.  */
enum { GUARD = 64 << 10 };

/* What a stack has besides what the compiler knows that the kernel needs: for
   procedures of other files, recursion, and libraries.  A thread of a GPU has
   no more than 512 kilobytes in all.  */

static size_t
reserve (void)
{
  static size_t size;
  size_t n = __atomic_load_n (&size, __ATOMIC_RELAXED);
  if (n == 0)
    {
      n = gcuf_env_size (GCUF_ENV_STACKSIZE, 1 << 20, 16 << 10,
			 (size_t) 1 << 30);
      __atomic_store_n (&size, n, __ATOMIC_RELAXED);
    }
  return n;
}

static size_t
stack_size (const struct gcuf_cpu_launch *launch)
{
  size_t page = sysconf (_SC_PAGESIZE);
  size_t n = (launch->kernel->frame.bytes + reserve () + page - 1) & -page;
  /* An odd number of pages apart, stacks do not compete for the same places of
     the processor's buffers of page addresses.  */
  return (GUARD + n) / page % 2 ? n : n + page;
}

/* The system limits the number of mappings, and with very many stacks guards
   may exceed it.  Where all is known that goes on a stack it can do
   without.  */

static bool
needs_guard_p (const struct gcuf_cpu_launch *launch)
{
  return launch->flags & GCUF_KERNEL_UNBOUNDED;
}

static void
map_stack (struct gcuf_fiber *f, const struct gcuf_cpu_launch *launch)
{
  enum { HUGE_PAGE = 2 << 20 };
  f->size = stack_size (launch);
  char *pages = mmap (NULL, GUARD + f->size, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK,
		      -1, 0);
  if (pages == MAP_FAILED)
    gcuf_fatal (launch->where, "out of memory for the stacks of the threads of "
		"kernel %s, of %zu bytes each", launch->kernel->name, f->size);
  f->guarded = mprotect (pages, GUARD, PROT_NONE) == 0;
  if (!f->guarded && needs_guard_p (launch))
    gcuf_fatal (launch->where, "kernel %s: the system protects no more stacks; "
		"set GCUF_NUM_THREADS to less than %u, or raise "
		"vm.max_map_count", launch->kernel->name, gcuf_pool_size ());
  /* Little of most stacks is used.  */
  if (f->size >= HUGE_PAGE)
    madvise (pages, GUARD + f->size, MADV_NOHUGEPAGE);
  f->stack = pages + GUARD;
}

struct gcuf_fiber *
gcuf_new_fiber (const struct gcuf_cpu_launch *launch)
{
  struct gcuf_fiber *f = gcuf_xcalloc (1, sizeof *f);
  map_stack (f, launch);
  f->valgrind_id = VALGRIND_STACK_REGISTER (f->stack, f->stack + f->size);
  return f;
}

void
gcuf_free_fiber (struct gcuf_fiber *f)
{
  VALGRIND_STACK_DEREGISTER (f->valgrind_id);
  gcuf_switch_fini (&f->state);
  munmap (f->stack - GUARD, GUARD + f->size);
  free (f);
}

bool
gcuf_fiber_fits_p (const struct gcuf_fiber *f,
		   const struct gcuf_cpu_launch *launch)
{
  return (f->size >= stack_size (launch)
	  && (f->guarded || !needs_guard_p (launch)));
}

bool
gcuf_fiber_guard_p (const struct gcuf_fiber *f, const void *p)
{
  return (uintptr_t) f->stack - 1 - (uintptr_t) p < GUARD;
}
