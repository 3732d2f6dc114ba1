/* The blocks of kernel loops on the host.
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

#include "cpu-api.h"

/* The least of N, LIMIT and what MOST leaves beside COUNT, but at least
   one.  */

static int
at_most (size_t n, size_t most, int count, size_t limit)
{
  size_t left = most / count;
  if (n > left)
    n = left;
  if (n > limit)
    n = limit;
  return n > 0 ? n : 1;
}

void
gcuf_cpu_loop_block (struct gcuf_dim3 *block, const size_t trips[3])
{
  /* A block is what one core does without a break: whole rows, which can be
     vectorized, but enough blocks that no core is idle.  */
  enum { MOST = GCUF_MAX_BLOCK_THREADS, LEAST = 32, BLOCKS_PER_CORE = 8 };
  size_t total = trips[0] * trips[1] * trips[2];
  size_t threads = total / ((size_t) gcuf_pool_size () * BLOCKS_PER_CORE);
  if (threads < LEAST)
    threads = LEAST;
  if (threads > MOST)
    threads = MOST;
  block->x = at_most (trips[0], threads, 1, MOST);
  block->y = at_most (trips[1], threads, block->x, MOST);
  block->z = at_most (trips[2], threads, block->x * block->y,
		      GCUF_MAX_BLOCK_Z);
}
