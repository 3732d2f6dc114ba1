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

static size_t
stack_size (void)
{
  static size_t size;
  size_t n = __atomic_load_n (&size, __ATOMIC_RELAXED);
  if (n == 0)
    {
      size_t page = sysconf (_SC_PAGESIZE);
      n = gcuf_env_size (GCUF_ENV_STACKSIZE, 256 << 10, 16 << 10,
			 (size_t) 1 << 30);
      n = (n + page - 1) & -page;
      __atomic_store_n (&size, n, __ATOMIC_RELAXED);
    }
  return n;
}

/* A fiber with a stack, and a guard page below it.  The system limits the
   number of mappings, and with very many stacks guard pages may exceed it:
   such a stack goes without.  */

struct gcuf_fiber *
gcuf_new_fiber (void)
{
  size_t guard = sysconf (_SC_PAGESIZE);
  struct gcuf_fiber *f = gcuf_xcalloc (1, sizeof *f);
  f->size = stack_size ();
  char *pages = mmap (NULL, guard + f->size, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK,
		      -1, 0);
  if (pages == MAP_FAILED)
    gcuf_fatal (NULL, "out of memory for the stacks of a block's threads; "
		"set GCUF_STACKSIZE to less than %zu", f->size);
  mprotect (pages, guard, PROT_NONE);
  f->stack = pages + guard;
  f->valgrind_id = VALGRIND_STACK_REGISTER (f->stack, f->stack + f->size);
  return f;
}

void
gcuf_free_fiber (struct gcuf_fiber *f)
{
  size_t guard = sysconf (_SC_PAGESIZE);
  VALGRIND_STACK_DEREGISTER (f->valgrind_id);
  gcuf_switch_fini (&f->state);
  munmap (f->stack - guard, guard + f->size);
  free (f);
}
