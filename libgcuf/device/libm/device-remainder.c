/* Rounding, remainders and exponents of device code.
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

/* Included after device-exp.c.  Rounding to whole numbers is an instruction,
   but for halves away from zero.  They are added the number below one half, without
   a branch: a sum with a half of what is just below that would be rounded up to
   one.  The sum is exact, or is rounded to where X belongs: up from halves, whose
   sum is a tie with an even number above it, and to X itself where numbers are
   one apart, or more.  */

LIBM double
__gcuf_libm_round (double x)
{
  return __builtin_trunc (x + libm_sign (0x1.fffffffffffffp-2, x));
}

LIBM float
__gcuf_libm_roundf (float x)
{
  return __builtin_truncf (x + libm_signf (0x1.fffffep-2f, x));
}

#define WHOLE(name, value, valuef)					\
  LIBM double __gcuf_libm_##name (double x) { return value (x); }	\
  LIBM float __gcuf_libm_##name##f (float x) { return valuef (x); }

WHOLE (ceil, __builtin_ceil, __builtin_ceilf)
WHOLE (floor, __builtin_floor, __builtin_floorf)
WHOLE (trunc, __builtin_trunc, __builtin_truncf)
WHOLE (rint, libm_rint, libm_rintf)
WHOLE (nearbyint, libm_rint, libm_rintf)
WHOLE (fabs, __builtin_fabs, __builtin_fabsf)

#define TO_INTEGER(name, result, round)					\
  LIBM result __gcuf_libm_##name (double x) { return round (x); }	\
  LIBM result __gcuf_libm_##name##f (float x) { return round##f (x); }

TO_INTEGER (lrint, int64_t, libm_rint)
TO_INTEGER (llrint, int64_t, libm_rint)
TO_INTEGER (iround, int32_t, __gcuf_libm_round)
TO_INTEGER (lround, int64_t, __gcuf_libm_round)
TO_INTEGER (llround, int64_t, __gcuf_libm_round)

#define OF_TWO(name, value)						\
  LIBM double __gcuf_libm_##name (double x, double y) { return value (x, y); } \
  LIBM float __gcuf_libm_##name##f (float x, float y)			\
  {									\
    return value##f (x, y);						\
  }

OF_TWO (fmin, libm_min)
OF_TWO (fmax, libm_max)
OF_TWO (copysign, libm_sign)

/* --- Remainders --------------------------------------------------------- */

/* A modulo B, 0 <= A, 0 < B.  The remainder of a quotient that is a whole
   number of at most 53 bits is exact; a larger one takes several steps, in which
   multiples of B are what A is divided by.  The quotient can only have been
   rounded up.  */

LIBM_PART int
libm_exponent (double x)
{
  return x < 0x1p-1022 ? (libm_high (x * 0x1p54) >> 20) - 54
	 : libm_high (x) >> 20;
}

LIBM_PART double
libm_modulo_step (double a, double c)
{
  double r = FMA (-__builtin_trunc (a / c), c, a);
  return r < 0 ? r + c : r;
}

LIBM_PART double
libm_modulo (double a, double b)
{
  /* The product may overflow, which A does not.  */
  if (__builtin_expect (a < b * 0x1p51 && b < LIBM_INF, 1))
    return libm_modulo_step (a, b);
  while (a >= b)
    {
      int k = libm_exponent (a) - libm_exponent (b) - 50;
      /* One less for the least number and the largest.  */
      double c = k > 0 ? libm_scale (b, k > 2046 ? 2046 : k) : b;
      a = libm_modulo_step (a, c);
    }
  return a;
}

LIBM_PART int
libm_remainder_special (double x, double y)
{
  return x - x != 0 || y != y || y == 0;
}

/* What is left of X behind a multiple of Y, a power of two from one on that is
   known: no step of this rounds but where the quotient is too small to matter.
   */

LIBM_PART double
libm_modulo_of_power (double x, double y)
{
  double b = __builtin_fabs (y);
  return libm_sign (x - __builtin_trunc (x * (1 / b)) * b, x);
}

LIBM double
__gcuf_libm_fmod (double x, double y)
{
  if (__builtin_constant_p (y) && !(libm_bits (y) & 0xfffffffffffff)
      && __builtin_fabs (y) >= 1 && __builtin_fabs (y) <= 0x1p1000)
    return libm_modulo_of_power (x, y);
  if (__builtin_expect (libm_remainder_special (x, y), 0))
    return LIBM_NAN;
  return libm_sign (libm_modulo (__builtin_fabs (x), __builtin_fabs (y)), x);
}

/* To the nearest quotient, halves to the even one, and that modulo 8.  */

LIBM_PART double
libm_remainder_core (double x, double y, int *quotient)
{
  double a = __builtin_fabs (x), b = __builtin_fabs (y);
  int q = 0;
  /* Where these overflow A is not larger.  */
  a = libm_modulo (a, 8 * b);
  if (a >= 4 * b)
    {
      a -= 4 * b;
      q += 4;
    }
  if (a >= 2 * b)
    {
      a -= 2 * b;
      q += 2;
    }
  /* Against half of B, which is not exact where it is subnormal.  */
  if (b < 0x1p-1021 ? a + a > b : a > 0.5 * b)
    {
      a -= b;
      q++;
      if (b < 0x1p-1021 ? a + a >= b : a >= 0.5 * b)
	{
	  a -= b;
	  q++;
	}
    }
  q &= 7;
  *quotient = (libm_bits (x) ^ libm_bits (y)) < 0 ? -q : q;
  return libm_negate (a == 0 ? 0 : a, libm_high (x) & 0x80000000);
}

LIBM double
__gcuf_libm_remainder (double x, double y)
{
  int q;
  if (__builtin_expect (libm_remainder_special (x, y), 0))
    return LIBM_NAN;
  return libm_remainder_core (x, y, &q);
}

LIBM_OUT double
__gcuf_libm_remquo (double x, double y, int *quotient)
{
  *quotient = 0;
  if (__builtin_expect (libm_remainder_special (x, y), 0))
    return LIBM_NAN;
  return libm_remainder_core (x, y, quotient);
}

LIBM_PART int
libm_exponentf (float x)
{
  return x < 0x1p-126f ? (libm_bitsf (x * 0x1p24f) >> 23) - 24
	 : libm_bitsf (x) >> 23;
}

LIBM_PART float
libm_modulo_stepf (float a, float c)
{
  float r = FMAF (-__builtin_truncf (a / c), c, a);
  return r < 0 ? r + c : r;
}

LIBM_PART float
libm_modulof (float a, float b)
{
  if (__builtin_expect (a < b * 0x1p22f && b < __builtin_inff (), 1))
    return libm_modulo_stepf (a, b);
  while (a >= b)
    {
      int k = libm_exponentf (a) - libm_exponentf (b) - 21;
      k = k > 254 ? 254 : k;
      float c = k > 0 ? b * libm_power_of_2f (k >> 1)
			* libm_power_of_2f (k - (k >> 1)) : b;
      a = libm_modulo_stepf (a, c);
    }
  return a;
}

LIBM_PART int
libm_remainder_specialf (float x, float y)
{
  return x - x != 0 || y != y || y == 0;
}

LIBM_PART float
libm_modulo_of_powerf (float x, float y)
{
  float b = __builtin_fabsf (y);
  return libm_signf (x - __builtin_truncf (x * (1 / b)) * b, x);
}

LIBM float
__gcuf_libm_fmodf (float x, float y)
{
  if (__builtin_constant_p (y) && !(libm_bitsf (y) & 0x7fffff)
      && __builtin_fabsf (y) >= 1 && __builtin_fabsf (y) <= 0x1p120f)
    return libm_modulo_of_powerf (x, y);
  if (__builtin_expect (libm_remainder_specialf (x, y), 0))
    return __builtin_nanf ("");
  return libm_signf (libm_modulof (__builtin_fabsf (x), __builtin_fabsf (y)),
		     x);
}

/* Through double precision, where the range is no concern.  */

LIBM_OUT float
__gcuf_libm_remquof (float x, float y, int *quotient)
{
  *quotient = 0;
  if (__builtin_expect (libm_remainder_specialf (x, y), 0))
    return __builtin_nanf ("");
  return libm_remainder_core (x, y, quotient);
}

LIBM float
__gcuf_libm_remainderf (float x, float y)
{
  int q;
  if (__builtin_expect (libm_remainder_specialf (x, y), 0))
    return __builtin_nanf ("");
  return libm_remainder_core (x, y, &q);
}

/* --- Exponents ---------------------------------------------------------- */

LIBM double
__gcuf_libm_scalbn (double x, int n)
{
  /* Three steps, of which at most one rounds.  */
  n = n > 2200 ? 2200 : n < -2200 ? -2200 : n;
  int a = n > 1000 ? 1000 : n < -900 ? -900 : n;
  int b = n - a;
  b = b > 1000 ? 1000 : b < -900 ? -900 : b;
  double y = x;
  /* Downwards, the last step is the large one, from normal numbers.  */
  double c = libm_power_of_2 (n - a - b < -900 ? -900 : n - a - b);
  return y * c * libm_power_of_2 (b) * libm_power_of_2 (a);
}

LIBM double
__gcuf_libm_scalbln (double x, int64_t n)
{
  return __gcuf_libm_scalbn (x, n > 5000 ? 5000 : n < -5000 ? -5000 : n);
}

LIBM double
__gcuf_libm_ldexp (double x, int n)
{
  return __gcuf_libm_scalbn (x, n);
}

LIBM float
__gcuf_libm_scalbnf (float x, int n)
{
  /* In double precision the only rounding is that of the result.  */
  n = n > 600 ? 600 : n < -600 ? -600 : n;
  return (double) x * libm_power_of_2 (n);
}

LIBM float
__gcuf_libm_scalblnf (float x, int64_t n)
{
  return __gcuf_libm_scalbnf (x, n > 5000 ? 5000 : n < -5000 ? -5000 : n);
}

LIBM float
__gcuf_libm_ldexpf (float x, int n)
{
  return __gcuf_libm_scalbnf (x, n);
}

LIBM_OUT double
__gcuf_libm_frexp (double x, int *n)
{
  int special = x == 0 || x - x != 0;
  int e = libm_exponent (__builtin_fabs (x)) - 1022;
  double y = __builtin_fabs (x) < 0x1p-1022 ? x * 0x1p54 : x;
  *n = special ? 0 : e;
  y = libm_from_bits ((libm_bits (y) & ~((uint64_t) 0x7ff << 52))
		      | (uint64_t) 1022 << 52);
  return special ? x + x : y;
}

LIBM_OUT float
__gcuf_libm_frexpf (float x, int *n)
{
  return __gcuf_libm_frexp (x, n);
}

LIBM int
__gcuf_libm_ilogb (double x)
{
  double a = __builtin_fabs (x);
  return a == 0 ? -__INT_MAX__ : a < LIBM_INF ? libm_exponent (a) - 1023
	 : __INT_MAX__;
}

LIBM int
__gcuf_libm_ilogbf (float x)
{
  return __gcuf_libm_ilogb (x);
}

LIBM double
__gcuf_libm_logb (double x)
{
  double a = __builtin_fabs (x);
  return a == 0 ? -LIBM_INF : a < LIBM_INF ? libm_exponent (a) - 1023
	 : x * x;
}

LIBM float
__gcuf_libm_logbf (float x)
{
  return __gcuf_libm_logb (x);
}

LIBM_OUT double
__gcuf_libm_modf (double x, double *whole)
{
  double t = __builtin_trunc (x);
  *whole = t;
  return libm_sign (x - x != 0 ? (x != x ? x : 0) : x - t, x);
}

LIBM_OUT float
__gcuf_libm_modff (float x, float *whole)
{
  float t = __builtin_truncf (x);
  *whole = t;
  return libm_signf (x - x != 0 ? (x != x ? x : 0) : x - t, x);
}

LIBM double
__gcuf_libm_nextafter (double x, double y)
{
  if (x != x || y != y)
    return x + y;
  if (x == y)
    return y;
  if (x == 0)
    return libm_sign (0x1p-1074, y);
  return libm_from_bits (libm_bits (x) + ((x < y) == (x > 0) ? 1 : -1));
}

LIBM float
__gcuf_libm_nextafterf (float x, float y)
{
  if (x != x || y != y)
    return x + y;
  if (x == y)
    return y;
  if (x == 0)
    return libm_signf (0x1p-149f, y);
  return libm_from_bitsf (libm_bitsf (x) + ((x < y) == (x > 0) ? 1 : -1));
}
