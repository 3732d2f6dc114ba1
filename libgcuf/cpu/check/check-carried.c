/* Scalars of kernel loops that iterations take from others.
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

/* All that is not set has GCUF_UNSET_WORD in each four bytes.  */
/* For each such scalar the compiler has a variable.  Here the number of the launch
   is stored in it that has set the scalar last, and that of the first thread which
   has done so.  Threads are taken for iterations: which one a thread with several
   is in is not known.  */

#include "call-site.h"
#include "check-found.h"
#include "check-waiting.h"

/* Threads from this number on are all the same.  */
static const uint64_t most = ((uint64_t) 1 << 40) - 1;

/* Return the number of a thread along one dimension of the grid.  */

static uint64_t
place (int block, int extent, int thread)
{
  return (uint64_t) (block - 1) * extent + (thread - 1);
}

/* Return the number of the running thread, of block C, in the order of the
   iterations, with that of the launch.  */

static uint64_t
running (const struct gcuf_check_block *c)
{
  const struct gcuf_dim3 *block = &GCUF_context.blockidx;
  const struct gcuf_dim3 *blocks = &GCUF_context.griddim;
  const struct gcuf_dim3 *extent = &GCUF_context.blockdim;
  const struct gcuf_dim3 *thread = &GCUF_context.threadidx;
  uint64_t number = place (block->z, extent->z, thread->z);
  number = (number * blocks->y * extent->y
	    + place (block->y, extent->y, thread->y));
  number = (number * blocks->x * extent->x
	    + place (block->x, extent->x, thread->x));
  return ((uint64_t) c->launch->number * (most + 1)
	  + (number < most ? number : most));
}

GCUF_EXPORT void
GCUF_check_scalar_set (unsigned long long *first)
{
  unsigned thread;
  struct gcuf_check_block *c = gcuf_check_running (&thread);
  if (!c)
    return;
  unsigned long long now = running (c);
  unsigned long long known = __atomic_load_n (first, __ATOMIC_RELAXED);
  while ((known / (most + 1) != now / (most + 1) || known > now)
	 && !__atomic_compare_exchange_n (first, &known, now, true,
					  __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}

GCUF_EXPORT void
GCUF_check_scalar_used (unsigned unset, const unsigned long long *first,
			struct gcuf_site *site)
{
  unsigned thread;
  struct gcuf_check_block *c;
  if (__builtin_expect (!unset, 1) || !(c = gcuf_check_running (&thread)))
    return;
  unsigned long long now = running (c);
  unsigned long long known = __atomic_load_n (first, __ATOMIC_RELAXED);
  if (known / (most + 1) != now / (most + 1) || known >= now)
    return;
  const struct gcuf_check_access a = { NULL, NULL, 0, GCUF_ACCESS_USED, site };
  gcuf_waiting_end (c);
  gcuf_check_report_unset (c, thread, &a);
}
