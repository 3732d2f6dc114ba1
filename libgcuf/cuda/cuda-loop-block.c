/* The blocks of kernel loops on GPUs.
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

#include "backend-cuda.h"

/* Return the least power of two that is not less than N, but at most LIMIT,
   which is a power of two.  */

static int
power_of_two (size_t n, int limit)
{
  int power = 1;
  while (power < limit && (size_t) power < n)
    power *= 2;
  return power;
}

void
gcuf_cuda_loop_block (struct gcuf_dim3 *block, const size_t trips[3])
{
  /* Eight warps, which fill a multiprocessor well, with neighbours in the
     innermost loop and, for what neighbours share, some of the other loops.  */
  const int y = trips[2] > 1 ? 4 : 8;
  block->x = power_of_two (trips[0], 32);
  block->y = power_of_two (trips[1], y);
  block->z = power_of_two (trips[2], 2);

  /* Short loops leave threads to the others.  */
  int left = GCUF_LIBRARY_BLOCK / (block->x * block->y * block->z);
  int more = power_of_two ((trips[0] + block->x - 1) / block->x, left);
  block->x *= more;
  left /= more;
  more = power_of_two ((trips[1] + block->y - 1) / block->y, left);
  block->y *= more;
  left /= more;
  if (left > GCUF_MAX_BLOCK_Z / block->z)
    left = GCUF_MAX_BLOCK_Z / block->z;
  block->z *= power_of_two ((trips[2] + block->z - 1) / block->z, left);
}
