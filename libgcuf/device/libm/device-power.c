/* Whole powers in device code.
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

#include "device-libm.h"

/* Included after device-complex.c and what that needs.  */

/* The exponent of X if that is a power of two in the normal range, or 0.  */

LIBM_PART int
libm_log_of_power (double x)
{
  return (libm_bits (x) & 0xfffffffffffff || !(x >= 0x1p-1022 && x < LIBM_INF)
	  ? 0 : (libm_high (x) >> 20) - 1023);
}

LIBM_PART int
libm_log_of_powerf (float x)
{
  return x >= 0x1p-126f ? libm_log_of_power (x) : 0;
}

/* 2**(E * N), E that of a number, as a product: its factors are in the normal range,
   where half of LIMIT is.  */

#define POWER_OF_TWO(suffix, type, limit)				\
  LIBM_PART type							\
  libm_power_of_power##suffix (int e, int64_t n)			\
  {									\
    n = e * (n > limit ? limit : n < -limit ? -limit : n);		\
    int k = n > limit ? limit : n < -limit ? -limit : n;		\
    return libm_power_of_2##suffix (k >> 1)				\
	   * libm_power_of_2##suffix (k - (k >> 1));			\
  }

POWER_OF_TWO (, double, 2044)
POWER_OF_TWO (f, float, 252)

/* X to a whole power: as libgcc and gfortran's library do it, but where X is a
   constant whose powers are known.  */

#define REAL_POWER(name, suffix, type, whole, bits)			\
  LIBM type								\
  __gcuf_libm_##name (type x, whole n)					\
  {									\
    if (__builtin_constant_p (x) && x == -1)				\
      return n & 1 ? -1 : 1;						\
    if (__builtin_constant_p (x) && libm_log_of_power##suffix (x))	\
      return libm_power_of_power##suffix (libm_log_of_power##suffix (x), n); \
    bits m = n < 0 ? -(bits) n : (bits) n;				\
    type y = m & 1 ? x : 1;						\
    while (m >>= 1)							\
      {									\
	x *= x;								\
	if (m & 1)							\
	  y *= x;							\
      }									\
    return n < 0 ? 1 / y : y;						\
  }

REAL_POWER (powi, , double, int32_t, uint32_t)
REAL_POWER (powif, f, float, int32_t, uint32_t)
REAL_POWER (pow_r4_i8, f, float, int64_t, uint64_t)
REAL_POWER (pow_r8_i8, , double, int64_t, uint64_t)

/* Of a complex base, whose reciprocal the library takes first.  */

#define COMPLEX_POWER(name, type, whole, bits)				\
  LIBM type								\
  __gcuf_libm_pow_##name (type x, whole n)				\
  {									\
    bits m = n < 0 ? -(bits) n : (bits) n;				\
    if (n < 0)								\
      x = 1 / x;							\
    type y = m & 1 ? x : 1;						\
    while (m >>= 1)							\
      {									\
	x *= x;								\
	if (m & 1)							\
	  y *= x;							\
      }									\
    return y;								\
  }

COMPLEX_POWER (c4_i4, float _Complex, int32_t, uint32_t)
COMPLEX_POWER (c4_i8, float _Complex, int64_t, uint64_t)
COMPLEX_POWER (c8_i4, double _Complex, int32_t, uint32_t)
COMPLEX_POWER (c8_i8, double _Complex, int64_t, uint64_t)

/* Of a whole base, modulo 2 to the number of its bits.  Zero has no power less
   than 0: what comes of it is not defined.  */

#define WHOLE_POWER(name, type, modular, whole, bits)			\
  LIBM type								\
  __gcuf_libm_pow_##name (type x, whole n)				\
  {									\
    if (n < 0)								\
      return x == 1 || x == -1 ? (n & 1 ? x : 1) : 0;			\
    bits m = n;								\
    modular z = x;							\
    modular y = m & 1 ? z : 1;						\
    while (m >>= 1)							\
      {									\
	z *= z;								\
	if (m & 1)							\
	  y *= z;							\
      }									\
    return y;								\
  }

WHOLE_POWER (i4_i4, int32_t, uint32_t, int32_t, uint32_t)
WHOLE_POWER (i4_i8, int32_t, uint32_t, int64_t, uint64_t)
WHOLE_POWER (i8_i4, int64_t, uint64_t, int32_t, uint32_t)
WHOLE_POWER (i8_i8, int64_t, uint64_t, int64_t, uint64_t)

/* Z to a complex power.  Where that is a real number, which gfortran gives a
   zero for its imaginary part, neither exponential nor logarithm is left once
   this is inlined.  All powers of zero are zero, as newlib's are.

   First with the power in two parts, U + iV, of the number with absolute value
   A * 2**E and angle ANGLE.  */

#define COMPLEX_POWER_CORE(suffix, type)				\
  LIBM_PART type _Complex						\
  libm_cpow_core##suffix (type a, type angle, type e, type u, type v)	\
  {									\
    type size, turn = u * angle;					\
    if (v != 0)								\
      {									\
	type log = __gcuf_libm_log##suffix (a) + e * (type) LN2;	\
	/* One of the factors alone may be out of range.  */		\
	size = __gcuf_libm_exp##suffix (u * log - v * angle);		\
	turn += v * log;						\
      }									\
    else								\
      {									\
	size = __gcuf_libm_pow##suffix (a, u);				\
	if (e != 0)							\
	  size *= __gcuf_libm_exp2##suffix (e * u);			\
      }									\
    type _Complex w;							\
    __real__ w = size * __gcuf_libm_cos##suffix (turn);			\
    /* Even if SIZE is infinite.  */					\
    __imag__ w = turn == 0 ? turn : size * __gcuf_libm_sin##suffix (turn); \
    return w;								\
  }

/* Where the absolute value of X + iY is less than TINY, infinite or not a
   number: with X and Y times 2**SHIFT or the reciprocal, as far as they are
   numbers.  SHIFT is a power of two, so that its products are exact.  */

#define COMPLEX_POWER_FAR(suffix, type, tiny, shift)			\
  LIBM_COLD type _Complex						\
  libm_cpow_far##suffix (type x, type y, type u, type v)		\
  {									\
    type angle = __gcuf_libm_atan2##suffix (y, x);			\
    type a = __gcuf_libm_hypot##suffix (x, y), e = 0;			\
    if (a == 0)								\
      return 0;								\
    if (x - x == 0 && y - y == 0)					\
      {									\
	e = a < tiny ? -shift : shift;					\
	type scale = a < tiny ? 0x1p##shift : 0x1p-##shift;		\
	a = __gcuf_libm_hypot##suffix (x * scale, y * scale);		\
      }									\
    return libm_cpow_core##suffix (a, angle, e, u, v);			\
  }

#define COMPLEX_POWER_COMPLEX(suffix, type, tiny)			\
  LIBM type _Complex							\
  __gcuf_libm_cpow##suffix (type _Complex z, type _Complex power)	\
  {									\
    type x = __real__ z, y = __imag__ z;				\
    type u = __real__ power, v = __imag__ power;			\
    type a = __gcuf_libm_hypot##suffix (x, y);				\
    if (__builtin_expect (!(a >= tiny && a < LIBM_INF), 0))		\
      return libm_cpow_far##suffix (x, y, u, v);			\
    type angle = __gcuf_libm_atan2##suffix (y, x);			\
    return libm_cpow_core##suffix (a, angle, 0, u, v);			\
  }

#define POWERS_OF_COMPLEX(suffix, type, tiny, shift)			\
  COMPLEX_POWER_CORE (suffix, type)					\
  COMPLEX_POWER_FAR (suffix, type, tiny, shift)				\
  COMPLEX_POWER_COMPLEX (suffix, type, tiny)

POWERS_OF_COMPLEX (, double, 0x1p-1000, 256)
POWERS_OF_COMPLEX (f, float, 0x1p-120f, 64)
