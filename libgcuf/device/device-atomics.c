/* Atomic functions for the GPU.
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

/* Generic addresses: the operand may be in global or in shared memory.  */
#define GCUF_ATOMIC(name, suffix, type, new, ptx, operand)		\
  GCUF_DEVICE								\
  type									\
  __gcuf_##name##_##suffix (type *mem, type value)			\
  {									\
    type old;								\
    asm volatile ("atom." ptx " %0, [%1], %2;"				\
		  : "=r" (old)						\
		  : "r" (mem), "r" (GCUF_TYPED ((type) (operand)))	\
		  : "memory");						\
    return old;								\
  }

#define GCUF_ATOMIC_CAS(name, suffix, type, ptx)			\
  GCUF_DEVICE								\
  type									\
  __gcuf_##name##_##suffix (type *mem, type compare, type value)	\
  {									\
    type old;								\
    asm volatile ("atom." ptx " %0, [%1], %2, %3;"			\
		  : "=r" (old) : "r" (mem), "r" (compare), "r" (value)	\
		  : "memory");						\
    return old;								\
  }

/* A value and its bits: a loop that compared values would not end on NaN.  */
union bits_r4
{
  float value;
  uint32_t bits;
};

union bits_r8
{
  double value;
  uint64_t bits;
};

#define ATOM_CAS_r4 "atom.cas.b32"
#define ATOM_CAS_r8 "atom.cas.b64"

/* The operations without an instruction are extrema, which mostly do not change
   the memory, so compare before swapping.  */
#define GCUF_ATOMIC_LOOP(name, suffix, type, new)			\
  GCUF_DEVICE								\
  type									\
  __gcuf_##name##_##suffix (type *mem, type value)			\
  {									\
    union bits_##suffix found, expected, update;			\
    type old;								\
    found.value = *(volatile type *) mem;				\
    do									\
      {									\
	expected = found;						\
	old = expected.value;						\
	update.value = (new);						\
	if (update.bits == expected.bits)				\
	  break;							\
	asm volatile (ATOM_CAS_##suffix " %0, [%1], %2, %3;"		\
		      : "=r" (found.bits)				\
		      : "r" (mem), "r" (expected.bits), "r" (update.bits) \
		      : "memory");					\
      }									\
    while (found.bits != expected.bits);				\
    return old;								\
  }

#include "atomics.def"
