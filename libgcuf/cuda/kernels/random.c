/* The kernel for random numbers.
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


#include "kernel.h"
#include "gcuf-array-bits.h"

/* Store at ADDRESS the real number of SIZE bytes that BITS give.  */

INLINE void
store_real (uint64_t address, uint32_t size, uint64_t bits)
{
  if (size == 8)
    {
      double x = (double) (bits >> 11) * 0x1p-53;
      STORE ("st.global.f64 [%0], %1;", address, x);
    }
  else if (size == 4)
    {
      float x = (float) (uint32_t) (bits >> 40) * 0x1p-24f;
      STORE ("st.global.f32 [%0], %1;", address, x);
    }
  else
    {
      float x = (float) (uint32_t) (bits >> 53) * 0x1p-11f;
      asm volatile ("{ .reg .b16 h; cvt.rn.f16.f32 h, %1; "
		    "st.global.b16 [%0], h; }"
		    : : "r" (address), "r" (x) : "memory");
    }
}

KERNEL void
gcuf_random (void)
{
  uint64_t at = param_address ();
  KERNEL_PARAMETER (struct gcuf_random_work);
  uint64_t data = global_address (MEMBER (struct gcuf_random_work, data, at));
  uint64_t count = MEMBER (struct gcuf_random_work, count, at);
  uint64_t first = MEMBER (struct gcuf_random_work, first, at);
  uint64_t seed = MEMBER (struct gcuf_random_work, seed, at);
  uint32_t size = MEMBER (struct gcuf_random_work, size, at);
  uint64_t step = (uint64_t) blocks_x () * GCUF_LIBRARY_BLOCK;

  for (uint64_t i = (uint64_t) block_x () * GCUF_LIBRARY_BLOCK + thread_x ();
       i < count; i += step)
    store_real (data + i * size, size, gcuf_random_bits (seed, first + i));
}
