/* Kernels that copy strided data.
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

/* Add the offsets in loop number N of the element number *LEFT to its addresses
   *DST and *SRC, and reduce *LEFT to its number in the remaining loops.  */

INLINE void
add_loop (unsigned n, uint32_t *left, uint64_t *dst, uint64_t *src)
{
  uint64_t loop = (param_address () + offsetof (struct gcuf_copy_work, loop)
		   + n * sizeof (struct gcuf_copy_loop));
  uint32_t extent = MEMBER (struct gcuf_copy_loop, extent, loop);
  uint32_t rest = *left / extent;
  uint64_t index = *left - rest * extent;
  *dst += index * MEMBER (struct gcuf_copy_loop, dst, loop);
  *src += index * MEMBER (struct gcuf_copy_loop, src, loop);
  *left = rest;
}

/* Call MOVE with the addresses of each element of the calling thread.  */

INLINE void
for_elements (void (*move) (uint64_t dst, uint64_t src))
{
  KERNEL_PARAMETER (struct gcuf_copy_work);
  uint64_t work = param_address ();
  uint64_t dst = global_address (MEMBER (struct gcuf_copy_work, dst, work));
  uint64_t src = global_address (MEMBER (struct gcuf_copy_work, src, work));
  uint32_t count = MEMBER (struct gcuf_copy_work, count, work);
  uint32_t rank = MEMBER (struct gcuf_copy_work, rank, work);
  uint32_t step = blocks_x () * GCUF_LIBRARY_BLOCK;

  for (uint32_t i = block_x () * GCUF_LIBRARY_BLOCK + thread_x (); i < count;
       i += step)
    {
      uint32_t left = i;
      uint64_t d = dst, s = src;
#pragma GCC unroll 6
      for (unsigned n = 0; n < GCUF_COPY_LOOPS; n++)
	if (n < rank)
	  add_loop (n, &left, &d, &s);
      move (d, s);
    }
}

/* A kernel for elements that one instruction moves, of BYTES.  */
#define COPY_KERNEL(bytes, type, suffix)			\
  INLINE void							\
  move_##bytes (uint64_t dst, uint64_t src)			\
  {								\
    type value;							\
    LOAD ("ld.global." suffix " %0, [%1];", value, src);	\
    STORE ("st.global." suffix " [%0], %1;", dst, value);	\
  }								\
								\
  KERNEL void							\
  gcuf_copy_##bytes (void)					\
  {								\
    for_elements (move_##bytes);				\
  }

COPY_KERNEL (1, uint32_t, "u8")
COPY_KERNEL (2, uint32_t, "u16")
COPY_KERNEL (4, uint32_t, "u32")
COPY_KERNEL (8, uint64_t, "u64")

INLINE void
move_16 (uint64_t dst, uint64_t src)
{
  uint64_t low, high;
  asm volatile ("ld.global.v2.u64 {%0, %1}, [%2];"
		: "=r" (low), "=r" (high) : "r" (src));
  asm volatile ("st.global.v2.u64 [%0], {%1, %2};"
		: : "r" (dst), "r" (low), "r" (high) : "memory");
}

KERNEL void
gcuf_copy_16 (void)
{
  for_elements (move_16);
}
