/* Shared memory, and what the threads of a block do together.
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


#ifndef GCUF_BLOCK_H
#define GCUF_BLOCK_H

#include "kernel.h"

enum { WARPS = GCUF_LIBRARY_BLOCK / 32 };

/* NAME of the kernel or function for elements of a type.  */
#define NAME_OF(name, element) name##_##element
#define NAME(name, element) NAME_OF (name, element)

#define DECLARE_SHARED(bytes) \
  asm volatile (".shared .align 8 .b8 shared[%0];" : : "n" (bytes))

/* The address of shared memory in its own state space.  */

INLINE uint32_t
shared_address (void)
{
  uint32_t address;
  asm ("mov.u32 %0, shared;" : "=r" (address));
  return address;
}

INLINE uint32_t
load_shared_32 (uint32_t address)
{
  uint32_t value;
  asm volatile ("ld.shared.u32 %0, [%1];"
		: "=r" (value) : "r" (address) : "memory");
  return value;
}

INLINE void
store_shared_32 (uint32_t address, uint32_t value)
{
  STORE ("st.shared.u32 [%0], %1;", address, value);
}

INLINE void
synchronize_warp (void)
{
  asm volatile ("bar.warp.sync -1;" : : : "memory");
}

INLINE uint32_t
load_32 (uint64_t address)
{
  uint32_t value;
  LOAD ("ld.global.u32 %0, [%1];", value, address);
  return value;
}

/* WORD of the thread DISTANCE lanes down; all lanes take part.  */

INLINE uint32_t
shuffle_up_32 (uint32_t word, unsigned distance)
{
  uint32_t r;
  asm volatile ("shfl.sync.up.b32 %0, %1, %2, 0, -1;"
		: "=r" (r) : "r" (word), "r" (distance));
  return r;
}

/* The calling thread's lane, which GCC does not know to be the same as another
   time: it would otherwise follow lanes for which a condition is true past the
   next shuffle, in which all have to take part together.  */

INLINE uint32_t
fresh_lane (void)
{
  uint32_t lane;
  asm volatile ("mov.u32 %0, %%laneid;" : "=r" (lane));
  return lane;
}

/* WORD of LANE; all lanes take part.  */

INLINE uint32_t
shuffle_32 (uint32_t word, uint32_t lane)
{
  uint32_t r;
  asm volatile ("shfl.sync.idx.b32 %0, %1, %2, 31, -1;"
		: "=r" (r) : "r" (word), "r" (lane));
  return r;
}

/* The lanes for which CONDITION is true; all take part.  */

INLINE uint32_t
lanes_where (bool condition)
{
  uint32_t mask;
  asm volatile ("{ .reg .pred p; setp.ne.u32 p, %1, 0; "
		"vote.sync.ballot.b32 %0, p, -1; }"
		: "=r" (mask) : "r" ((uint32_t) condition));
  return mask;
}

/* That of the calling thread, and those below it.  */

INLINE uint32_t
lane_bit (void)
{
  uint32_t mask;
  asm ("mov.u32 %0, %%lanemask_eq;" : "=r" (mask));
  return mask;
}

INLINE uint32_t
lanes_below (void)
{
  uint32_t mask;
  asm ("mov.u32 %0, %%lanemask_lt;" : "=r" (mask));
  return mask;
}

/* The sum of WORD of the calling thread and the lower lanes.  */

INLINE uint32_t
scan_warp_32 (uint32_t word)
{
#pragma GCC unroll 5
  for (unsigned distance = 1; distance < 32; distance *= 2)
    {
      uint32_t other = shuffle_up_32 (word, distance);
      if (fresh_lane () >= distance)
	word += other;
    }
  return word;
}

/* Whether the logical value of BYTES at ADDRESS, in global memory, is true.  */

INLINE bool
load_logical (uint64_t address, uint32_t bytes)
{
  uint64_t value;
  if (bytes == 4)
    value = load_32 (address);
  else if (bytes == 8)
    LOAD ("ld.global.u64 %0, [%1];", value, address);
  else
    {
      uint32_t word;
      if (bytes == 1)
	LOAD ("ld.global.u8 %0, [%1];", word, address);
      else
	LOAD ("ld.global.u16 %0, [%1];", word, address);
      value = word;
    }
  return value != 0;
}

#endif
