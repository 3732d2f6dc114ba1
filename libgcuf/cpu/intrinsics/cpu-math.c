/* Built-in mathematical functions of device code on the host.
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

#include <fenv.h>
#include <stdint.h>

#include "gcuf-internal.h"

/* The operands and results of the expressions are volatile, or GCC would move
   them out of the rounding mode in which they are to be evaluated; the option
   keeps it from expanding functions for the default mode.  */
#pragma GCC optimize ("rounding-math")

union bits4 { float real; int32_t integer; };
union bits8 { double real; int64_t integer; };

/* The lower N bits of X in reverse order.  */

static uint64_t
reverse (uint64_t x, int n)
{
  uint64_t r = 0;
  for (; n--; x >>= 1)
    r = r << 1 | (x & 1);
  return r;
}

/* X, which is whole, in an integer type, as PTX converts it: to the nearest
   value where X is out of range, and NaN to zero, or, for WIDE conversions, to
   the sign bit alone.  */
#define CONVERSION(ptx, type, low, high)				\
  static type								\
  to_##ptx (double x, int wide)						\
  {									\
    if (x != x)								\
      return wide ? (type) ((type) 1 << (sizeof (type) * 8 - 1)) : 0;	\
    if (x <= (double) (low))						\
      return low;							\
    if (x >= (double) (high))						\
      return high;							\
    return x;								\
  }

CONVERSION (s32, int32_t, INT32_MIN, INT32_MAX)
CONVERSION (u32, uint32_t, 0, UINT32_MAX)
CONVERSION (s64, int64_t, INT64_MIN, INT64_MAX)
CONVERSION (u64, uint64_t, 0, UINT64_MAX)

static int
set_rounding (int mode)
{
  int old = fegetround ();
  if (old != mode)
    fesetround (mode);
  return old;
}

#define EVALUATE(result, rounding, value)				\
  int old = set_rounding (rounding);					\
  volatile result r = value;						\
  set_rounding (old);							\
  return r;

#define GCUF_MATH1(name, result, type, ptx, rounding, value)		\
  extern result __gcuf_math_##name (type);				\
  GCUF_EXPORT result							\
  __gcuf_math_##name (type x_)						\
  {									\
    volatile type x = x_;						\
    EVALUATE (result, rounding, value)					\
  }

#define GCUF_MATH2(name, result, type1, type2, ptx, rounding, value)	\
  extern result __gcuf_math_##name (type1, type2);			\
  GCUF_EXPORT result							\
  __gcuf_math_##name (type1 x_, type2 y_)				\
  {									\
    volatile type1 x = x_;						\
    volatile type2 y = y_;						\
    EVALUATE (result, rounding, value)					\
  }

#define GCUF_MATH3(name, result, type1, type2, type3, ptx, rounding, value) \
  extern result __gcuf_math_##name (type1, type2, type3);		\
  GCUF_EXPORT result							\
  __gcuf_math_##name (type1 x_, type2 y_, type3 z_)			\
  {									\
    volatile type1 x = x_;						\
    volatile type2 y = y_;						\
    volatile type3 z = z_;						\
    EVALUATE (result, rounding, value)					\
  }

#include "math.def"

#define GCUF_COMPOSITE1(name, result, type, value)			\
  extern result __gcuf_math_##name (type);			\
  GCUF_EXPORT result							\
  __gcuf_math_##name (type x)					\
  {									\
    return value;							\
  }

#define GCUF_COMPOSITE2(name, result, type1, type2, value)			\
  extern result __gcuf_math_##name (type1, type2);			\
  GCUF_EXPORT result							\
  __gcuf_math_##name (type1 x, type2 y)					\
  {									\
    return value;							\
  }

#include "math-composite.def"

/* REAL(2) is passed as its bits.  */
union bits2 { _Float16 real; uint16_t integer; };

extern uint16_t __gcuf_math_float2half_rn (float);
GCUF_EXPORT uint16_t
__gcuf_math_float2half_rn (float x)
{
  union bits2 u = { .real = x };
  return u.integer;
}

extern float __gcuf_math_half2float (uint16_t);
GCUF_EXPORT float
__gcuf_math_half2float (uint16_t x)
{
  union bits2 u = { .integer = x };
  return u.real;
}
