/* What the library's own kernels are written with.
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


/* GCC compiles the kernels as OpenACC routines, as it does the device library,
   and embed-kernels.awk makes entries of them.  On nvptx every register operand
   of an asm statement has the constraint "r", whatever its type.  */

#ifndef GCUF_KERNEL_H
#define GCUF_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel-parameters.h"

#define INLINE static inline __attribute__ ((always_inline))

/* Precedes the definition of a kernel, void NAME (void).  */
#define KERNEL _Pragma ("acc routine seq nohost")

/* The kernel's parameter is of TYPE: embed-kernels.awk reads its size.  PTX
   calls it `work'.  */
#define KERNEL_PARAMETER(type)						\
  asm volatile ("// parameter %0" : : "n" (sizeof (type)))

/* So many BLOCKS of THREADS are to fit into a multiprocessor, which limits the
   registers of a thread.  */
#define KERNEL_BLOCKS(threads, blocks)					\
  asm volatile ("// threads %0 blocks %1" : : "n" (threads), "n" (blocks))

/* The member at OFFSET of the parameter's part at PLACE, which is what
   param_address returns.  */
#define PARAM(type, offset, place)					\
  ({									\
    type value_;							\
    if (sizeof (type) == 8)						\
      asm ("ld.param.u64 %0, [%1+%2];"					\
	   : "=r" (value_) : "r" (place), "n" (offset));		\
    else								\
      asm ("ld.param.u32 %0, [%1+%2];"					\
	   : "=r" (value_) : "r" (place), "n" (offset));		\
    value_;								\
  })

/* MEMBER of the structure of TYPE at PLACE in the parameter.  */
#define MEMBER(type, member, place)					\
  PARAM (__typeof__ (((type *) 0)->member), offsetof (type, member), place)

/* Where the parameter is, in its own state space.  */
INLINE uint64_t
param_address (void)
{
  uint64_t address;
  asm ("mov.u64 %0, work;" : "=r" (address));
  return address;
}

/* The number of the calling thread in its block, and of blocks along x and y
   and how many there are.  */
#define SPECIAL_REGISTER(function, name)		\
  INLINE uint32_t					\
  function (void)					\
  {							\
    uint32_t value;					\
    asm ("mov.u32 %0, %%" name ";" : "=r" (value));	\
    return value;					\
  }
SPECIAL_REGISTER (thread_x, "tid.x")
SPECIAL_REGISTER (block_x, "ctaid.x")
SPECIAL_REGISTER (block_y, "ctaid.y")
SPECIAL_REGISTER (blocks_x, "nctaid.x")
SPECIAL_REGISTER (blocks_y, "nctaid.y")

/* Lanes of a warp may come here one after the other: bar.sync would not allow
   that.  */
INLINE void
synchronize_block (void)
{
  asm volatile ("barrier.sync 0;" : : : "memory");
}

/* WORD of the thread DISTANCE lanes up; all lanes take part.  */
INLINE uint32_t
shuffle_down_32 (uint32_t word, unsigned distance)
{
  uint32_t r;
  asm volatile ("shfl.sync.down.b32 %0, %1, %2, 31, -1;"
		: "=r" (r) : "r" (word), "r" (distance));
  return r;
}

INLINE uint64_t
shuffle_down_64 (uint64_t word, unsigned distance)
{
  uint64_t low = shuffle_down_32 (word, distance);
  uint64_t high = shuffle_down_32 (word >> 32, distance);
  return high << 32 | low;
}

/* VALUE, of 4 or 8 bytes and any type, of the thread DISTANCE lanes up.  GCC
   may use a register of another type for the operand, which arithmetic
   instructions do not accept.  */
#define SHUFFLE_DOWN(value, distance)					\
  ({									\
    __typeof__ (value) value_ = (value);				\
    if (sizeof value_ == 8)						\
      {									\
	uint64_t bits_;							\
	asm ("mov.b64 %0, %1;" : "=r" (bits_) : "r" (value_));		\
	bits_ = shuffle_down_64 (bits_, distance);			\
	asm ("mov.b64 %0, %1;" : "=r" (value_) : "r" (bits_));		\
      }									\
    else								\
      {									\
	uint32_t bits_;							\
	asm ("mov.b32 %0, %1;" : "=r" (bits_) : "r" (value_));		\
	bits_ = shuffle_down_32 (bits_, distance);			\
	asm ("mov.b32 %0, %1;" : "=r" (value_) : "r" (bits_));		\
      }									\
    value_;								\
  })

/* Loads and stores at ADDRESS in the state space of INSTRUCTION.  */
#define LOAD(instruction, value, address)	\
  asm volatile (instruction : "=r" (value) : "r" (address))
#define STORE(instruction, address, value)				\
  asm volatile (instruction : : "r" (address), "r" (value) : "memory")

/* ADDRESS, which is generic, in global memory.  */
INLINE uint64_t
global_address (uint64_t address)
{
  asm ("cvta.to.global.u64 %0, %0;" : "+r" (address));
  return address;
}

#endif
