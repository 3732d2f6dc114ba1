/* Barriers, fences and clocks for the GPU.
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

#include "device-library.h"

/* Barriers are the unaligned forms: GCC may duplicate a call into the branches
   of a condition, after which the threads of a warp no longer reach the same
   instruction.  The memory clobber keeps loads and stores on their side.  */
GCUF_DEVICE
void
__gcuf_syncthreads (void)
{
  asm volatile ("barrier.sync 0;" : : : "memory");
}

/* Turn VALUE into the predicate p, and combine it over the block's threads with
   PTX, which leaves the result in %0.  A logical value is passed by reference,
   since no C type corresponds to Fortran's logical.  */
#define BARRIER_REDUCTION(name, ptx)					\
  GCUF_DEVICE								\
  int									\
  __gcuf_##name##_i4 (int value)					\
  {									\
    int r;								\
    asm volatile ("{ .reg .pred %%p, %%q;\n\t"				\
		  "setp.ne.s32 %%p, %1, 0;\n\t"			\
		  ptx " }"						\
		  : "=r" (r) : "r" (value) : "memory");			\
    return r;								\
  }									\
									\
  GCUF_DEVICE								\
  int									\
  __gcuf_##name##_l4 (const void *value)				\
  {									\
    return __gcuf_##name##_i4 (*(const gcuf_logical *) value);	\
  }

BARRIER_REDUCTION (syncthreads_count,
		   "barrier.red.popc.u32 %0, 0, %%p;")
BARRIER_REDUCTION (syncthreads_and,
		   "barrier.red.and.pred %%q, 0, %%p;\n\t"
		   "selp.s32 %0, 1, 0, %%q;")
BARRIER_REDUCTION (syncthreads_or,
		   "barrier.red.or.pred %%q, 0, %%p;\n\t"
		   "selp.s32 %0, 1, 0, %%q;")

#define FENCE(name, ptx)						\
  GCUF_DEVICE								\
  void									\
  __gcuf_##name (void)							\
  {									\
    asm volatile (ptx ";" : : : "memory");				\
  }

FENCE (threadfence, "membar.gl")
FENCE (threadfence_block, "membar.cta")
FENCE (threadfence_system, "membar.sys")

/* Called in a loop that waits for another thread, which makes progress anyway
   on a GPU.  */
GCUF_DEVICE
void
__gcuf_spin (void)
{
}

#define CLOCK(name, type, ptx)						\
  GCUF_DEVICE								\
  type									\
  __gcuf_##name (void)							\
  {									\
    type r;								\
    asm volatile ("mov." ptx ";" : "=r" (r) : : "memory");		\
    return r;								\
  }

CLOCK (clock, int32_t, "u32 %0, %%clock")
CLOCK (clock64, int64_t, "u64 %0, %%clock64")
CLOCK (globaltimer, int64_t, "u64 %0, %%globaltimer")
