/* Functions of complex arguments of device code.
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

/* The absolute value and the exponential function as those of real numbers are;
   the logarithm and the square root, of which newlib's lose all places of the one
   near the unit circle, and the sign of the other where a part is subnormal.  The
   inverse functions are newlib's.  */

#define LN2 0x1.62e42fefa39efp-1

/* The logarithm of the absolute value of X + iY.  */

LIBM_PART double
libm_log_abs (double x, double y)
{
  double a = __builtin_fabs (x), b = __builtin_fabs (y);
  double high = libm_max (a, b), low = libm_min (a, b);
  double h = high * high, l = low * low;
  /* Not where one is not a number.  */
  double square = x * x + y * y;
  if (square > 0.5 && square < 3)
    {
      /* The squares less one, with what they lose when rounded.  */
      double s = h - 1;
      double t = s + l;
      double lost = s - (t - (t - s)) + (l - (t - s));
      lost += FMA (high, high, -h) + FMA (low, low, -l);
      return 0.5 * __gcuf_libm_log1p (t + lost);
    }
  if (__builtin_expect (high > 0x1p1000 && high < LIBM_INF, 0))
    return __gcuf_libm_log (__gcuf_libm_hypot (0.5 * x, 0.5 * y)) + LN2;
  if (__builtin_expect (high < 0x1p-900 && high > 0, 0))
    return __gcuf_libm_log (__gcuf_libm_hypot (0x1p200 * x, 0x1p200 * y))
	   - 200 * LN2;
  return __gcuf_libm_log (__gcuf_libm_hypot (x, y));
}

LIBM double _Complex
__gcuf_libm_clog (double _Complex z)
{
  double _Complex w;
  __real__ w = libm_log_abs (__real__ z, __imag__ z);
  __imag__ w = __gcuf_libm_atan2 (__imag__ z, __real__ z);
  return w;
}

/* Of X + iY for |X|, |Y| neither out of the way nor both zero; the imaginary
   part has the sign of SIGN.  */

LIBM_PART double _Complex
libm_csqrt_finite (double x, double y, double sign)
{
  double _Complex w;
  double a = __builtin_fabs (x), b = __builtin_fabs (y);
  double t = __builtin_sqrt (0.5 * (a + __gcuf_libm_hypot (a, b)));
  double u = 0.5 * b / t;
  __real__ w = x < 0 ? u : t;
  __imag__ w = libm_sign (x < 0 ? t : u, sign);
  return w;
}

LIBM_COLD double _Complex
libm_csqrt_special (double x, double y)
{
  double _Complex w;
  if (__builtin_fabs (y) == LIBM_INF)
    {
      __real__ w = LIBM_INF;
      __imag__ w = y;
    }
  else if (x == LIBM_INF)
    {
      __real__ w = x;
      __imag__ w = y != y ? y : libm_sign (0, y);
    }
  else if (x == -LIBM_INF)
    {
      __real__ w = y != y ? y : 0;
      __imag__ w = libm_sign (LIBM_INF, y);
    }
  else if (x == 0 && y == 0)
    {
      __real__ w = 0;
      __imag__ w = y;
    }
  else
    __real__ w = __imag__ w = LIBM_NAN;
  return w;
}

LIBM double _Complex
__gcuf_libm_csqrt (double _Complex z)
{
  double x = __real__ z, y = __imag__ z;
  double a = libm_max (__builtin_fabs (x), __builtin_fabs (y));
  if (__builtin_expect (!(x - x == 0 && y - y == 0 && a > 0), 0))
    return libm_csqrt_special (x, y);
  /* To the middle of the range, by an even power of two.  */
  double scale = a > 0x1p1000 ? 0x1p-200 : a < 0x1p-900 ? 0x1p200 : 1;
  double back = a > 0x1p1000 ? 0x1p100 : a < 0x1p-900 ? 0x1p-100 : 1;
  double _Complex w = libm_csqrt_finite (x * scale, y * scale, y);
  __real__ w *= back;
  __imag__ w *= back;
  return w;
}

/* Through double precision, where the range is no concern.  */

LIBM float _Complex
__gcuf_libm_clogf (float _Complex z)
{
  float _Complex w;
  __real__ w = libm_log_abs (__real__ z, __imag__ z);
  __imag__ w = __gcuf_libm_atan2f (__imag__ z, __real__ z);
  return w;
}

LIBM float _Complex
__gcuf_libm_csqrtf (float _Complex z)
{
  float _Complex w;
  float x = __real__ z, y = __imag__ z;
  double _Complex r;
  if (__builtin_expect (!(x - x == 0 && y - y == 0 && (x != 0 || y != 0)), 0))
    r = libm_csqrt_special (x, y);
  else
    r = libm_csqrt_finite (x, y, y);
  __real__ w = __real__ r;
  __imag__ w = __imag__ r;
  return w;
}

LIBM double
__gcuf_libm_cabs (double _Complex z)
{
  return __gcuf_libm_hypot (__real__ z, __imag__ z);
}

LIBM float
__gcuf_libm_cabsf (float _Complex z)
{
  return __gcuf_libm_hypotf (__real__ z, __imag__ z);
}

/* E to the X + iY where X is not finite or that of X may not be.  */

LIBM_COLD double _Complex
libm_cexp_special (double x, double y)
{
  double _Complex w;
  if (x == -LIBM_INF && y - y != 0)
    {
      __real__ w = 0;
      __imag__ w = 0;
      return w;
    }
  if (x == LIBM_INF && y - y != 0)
    {
      __real__ w = x;
      __imag__ w = LIBM_NAN;
      return w;
    }
  /* By the square of a root of it: the sine may bring it back.  */
  double root = __gcuf_libm_exp (0.5 * x);
  __real__ w = root * __gcuf_libm_cos (y) * root;
  __imag__ w = y == 0 ? y : root * __gcuf_libm_sin (y) * root;
  return w;
}

LIBM double _Complex
__gcuf_libm_cexp (double _Complex z)
{
  double x = __real__ z, y = __imag__ z;
  if (__builtin_expect (!(x < 709 && x > -LIBM_INF), 0))
    return libm_cexp_special (x, y);
  double _Complex w;
  double e = __gcuf_libm_exp (x);
  __real__ w = e * __gcuf_libm_cos (y);
  __imag__ w = e * __gcuf_libm_sin (y);
  return w;
}

LIBM float _Complex
__gcuf_libm_cexpf (float _Complex z)
{
  float _Complex w;
  float x = __real__ z, y = __imag__ z;
  if (__builtin_expect (!(x < 88 && x > -__builtin_inff ()), 0))
    {
      double _Complex r = libm_cexp_special (x, y);
      __real__ w = __real__ r;
      __imag__ w = __imag__ r;
      return w;
    }
  float e = __gcuf_libm_expf (x);
  __real__ w = e * __gcuf_libm_cosf (y);
  __imag__ w = e * __gcuf_libm_sinf (y);
  return w;
}

/* --- Division ------------------------------------------------------------ */

/* 1 with the sign of X, which is infinite; 0 for another number.  */

LIBM_PART double
libm_infinite_part (double x)
{
  return libm_sign (__builtin_fabs (x) == LIBM_INF ? 1 : x * 0, x);
}

/* X over Y: times Y's conjugate, over the square of Y, after both parts of Y have
   been scaled by a power of two so that the larger is between 1/2 and 1.  There
   is one reciprocal, of a number from 1/4 to 2, and no branch but for a Y that is
   infinite or not a number.  */

LIBM double _Complex
__gcuf_libm_cdiv (double _Complex x, double _Complex y)
{
  double a = __real__ x, b = __imag__ x, c = __real__ y, d = __imag__ y;
  double _Complex w;
  int32_t high_c = libm_high (c) & 0x7fffffff;
  int32_t high_d = libm_high (d) & 0x7fffffff;
  int32_t e = (high_c > high_d ? high_c : high_d) & 0x7ff00000;
  double scale = libm_from_words (e < 0x7fd00000 ? 0x7fd00000 - e : 0x00100000,
				  0);
  if (__builtin_expect (e == 0x7ff00000, 0))
    {
      c = libm_infinite_part (c);
      d = libm_infinite_part (d);
      scale = 0;
    }
  else
    {
      c *= scale;
      d *= scale;
    }
  double square = FMA (c, c, d * d);
  double r = libm_rcp_seed (square);
  r = FMA (r, FMA (-square, r, 1), r);
  r = FMA (r, FMA (-square, r, 1), r);
  __real__ w = FMA (a, c, b * d) * scale * r;
  __imag__ w = FMA (b, c, -(a * d)) * scale * r;
  return w;
}

LIBM_PART float
libm_infinite_partf (float x)
{
  return libm_signf (__builtin_fabsf (x) == LIBM_INF ? 1 : x * 0, x);
}

LIBM float _Complex
__gcuf_libm_cdivf (float _Complex x, float _Complex y)
{
  float a = __real__ x, b = __imag__ x, c = __real__ y, d = __imag__ y;
  float _Complex w;
  int32_t bits_c = libm_bitsf (c) & 0x7fffffff;
  int32_t bits_d = libm_bitsf (d) & 0x7fffffff;
  int32_t e = (bits_c > bits_d ? bits_c : bits_d) & 0x7f800000;
  float scale = libm_from_bitsf (e < 0x7e800000 ? 0x7e800000 - e : 0x00800000);
  if (__builtin_expect (e == 0x7f800000, 0))
    {
      c = libm_infinite_partf (c);
      d = libm_infinite_partf (d);
      scale = 0;
    }
  else
    {
      c *= scale;
      d *= scale;
    }
  float square = FMAF (c, c, d * d);
  float r = libm_rcpf (square);
  r = FMAF (r, FMAF (-square, r, 1), r);
  __real__ w = FMAF (a, c, b * d) * scale * r;
  __imag__ w = FMAF (b, c, -(a * d)) * scale * r;
  return w;
}
