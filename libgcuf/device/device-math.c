/* Built-in mathematical functions for the GPU.
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

/* The results depend on the arguments alone, so GCC may merge and hoist
   calls.  */
#define GCUF_MATH1(name, result, type, ptx, rounding, value)		\
  GCUF_DEVICE								\
  result __attribute__ ((const))					\
  __gcuf_math_##name (type x)						\
  {									\
    result r;								\
    asm (ptx " %0, %1;" : "=r" (r) : "r" (GCUF_TYPED (x)));		\
    return r;								\
  }

#define GCUF_MATH2(name, result, type1, type2, ptx, rounding, value)	\
  GCUF_DEVICE								\
  result __attribute__ ((const))					\
  __gcuf_math_##name (type1 x, type2 y)					\
  {									\
    result r;								\
    asm (ptx " %0, %1, %2;"						\
	 : "=r" (r) : "r" (GCUF_TYPED (x)), "r" (GCUF_TYPED (y)));	\
    return r;								\
  }

#define GCUF_MATH3(name, result, type1, type2, type3, ptx, rounding, value) \
  GCUF_DEVICE								\
  result __attribute__ ((const))					\
  __gcuf_math_##name (type1 x, type2 y, type3 z)			\
  {									\
    result r;								\
    asm (ptx " %0, %1, %2, %3;"						\
	 : "=r" (r) : "r" (GCUF_TYPED (x)), "r" (GCUF_TYPED (y)),	\
		      "r" (GCUF_TYPED (z)));				\
    return r;								\
  }

#include "math.def"

#define GCUF_COMPOSITE1(name, result, type, value)			\
  GCUF_DEVICE								\
  result __attribute__ ((const))					\
  __gcuf_math_##name (type x)					\
  {									\
    return value;							\
  }

#define GCUF_COMPOSITE2(name, result, type1, type2, value)		\
  GCUF_DEVICE								\
  result __attribute__ ((const))					\
  __gcuf_math_##name (type1 x, type2 y)					\
  {									\
    return value;							\
  }

#include "math-composite.def"

/* REAL(2) is passed as its bits; its registers have a type of their own.  */
GCUF_DEVICE
uint16_t __attribute__ ((const))
__gcuf_math_float2half_rn (float x)
{
  uint16_t r;
  asm ("{ .reg .f16 %%h;\n\t"
       "cvt.rn.f16.f32 %%h, %1;\n\t"
       "mov.b16 %0, %%h; }" : "=r" (r) : "r" (x));
  return r;
}

GCUF_DEVICE
float __attribute__ ((const))
__gcuf_math_half2float (uint16_t x)
{
  float r;
  /* A word, since GCC may use part of a word for X, and its register does not
     have 16 bits.  */
  asm ("{ .reg .b16 %%h, %%rest;\n\t"
       "mov.b32 {%%h, %%rest}, %1;\n\t"
       "cvt.f32.f16 %0, %%h; }" : "=r" (r) : "r" ((uint32_t) x));
  return r;
}
