/* Trigonometric and hyperbolic functions of complex arguments of device code.
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

/* Included after device-exp.c and device-trig.c.

   The hyperbolic functions of X + iY, of which the others are those of iZ, from
   the hyperbolic functions of X and the sine and the cosine of Y.  The former
   need one exponential: with T = exp (|X|) - 1 and Q = 1 - exp (-|X|), which is
   T / (1 + T), sinh (|X|) is (T + Q) / 2, and cosh (X) is 1 + (T - Q) / 2.  */

/* S and C, the hyperbolic sine and cosine of X, |X| < LIBM_LARGE.  */

#define LIBM_LARGE 709

#define SINH_COSH(s, c, x)						\
  double s, c;								\
  {									\
    double a_ = __builtin_fabs (x);					\
    REDUCE_EXPM1 (p_, n_, a_);						\
    double scale_ = libm_power_of_2 (n_);				\
    double t_ = FMA (p_, scale_, scale_ - 1);				\
    double q_ = libm_quotient (t_, 1 + t_);				\
    s = libm_sign (0.5 * (t_ + q_), x);					\
    c = FMA (0.5, t_ - q_, 1);						\
  }

/* FACTOR times exp (A) / 2 for a large A; zero if FACTOR is.  */

LIBM_PART double
libm_times_half_exp (double factor, double a)
{
  /* Beyond, all that is not zero overflows.  */
  a = a > 2100 ? 2100 : a;
  /* exp (700).  */
  factor *= 0x1.d945df4f8ec8ep+1009 / 2;
  a -= 700;
  if (a > 700)
    {
      factor *= 0x1.d945df4f8ec8ep+1009;
      a -= 700;
    }
  return factor * __gcuf_libm_exp (a);
}

/* The hyperbolic sine of X + iY, or with COSINE the cosine, where |X| is large
   or one of them is not finite.  */

LIBM_COLD double _Complex
libm_csinh_special (double x, double y, int cosine)
{
  double _Complex w;
  double a = __builtin_fabs (x);
  if (y - y != 0)
    {
      __real__ w = a == LIBM_INF ? (cosine ? a : x)
		   : x == 0 && !cosine ? x : LIBM_NAN;
      __imag__ w = x == 0 && cosine ? 0 : LIBM_NAN;
    }
  else if (x != x)
    {
      __real__ w = x;
      __imag__ w = y == 0 ? y : x;
    }
  else
    {
      double sign = libm_sign (1, x);
      __real__ w = libm_times_half_exp (__gcuf_libm_cos (y), a);
      __imag__ w = libm_times_half_exp (__gcuf_libm_sin (y), a);
      if (cosine)
	__imag__ w *= sign;
      else
	__real__ w *= sign;
    }
  return w;
}

/* True unless X is less than LIMIT in size and Y finite.  */
#define SPECIAL(x, y, limit)						\
  __builtin_expect (!(__builtin_fabs (x) < limit			\
		      && __builtin_fabs (y) < LIBM_INF), 0)

LIBM double _Complex
__gcuf_libm_csinh (double _Complex z)
{
  double x = __real__ z, y = __imag__ z;
  if (SPECIAL (x, y, LIBM_LARGE))
    return libm_csinh_special (x, y, 0);
  double _Complex w;
  SINH_COSH (s, c, x);
  __real__ w = s * __gcuf_libm_cos (y);
  __imag__ w = c * __gcuf_libm_sin (y);
  return w;
}

LIBM double _Complex
__gcuf_libm_ccosh (double _Complex z)
{
  double x = __real__ z, y = __imag__ z;
  if (SPECIAL (x, y, LIBM_LARGE))
    return libm_csinh_special (x, y, 1);
  double _Complex w;
  SINH_COSH (s, c, x);
  __real__ w = c * __gcuf_libm_cos (y);
  __imag__ w = s * __gcuf_libm_sin (y);
  return w;
}

/* From here on the hyperbolic tangent is 1 but for its imaginary part.  */
#define LIBM_TANH_ONE 22

LIBM_COLD double _Complex
libm_ctanh_special (double x, double y)
{
  double _Complex w;
  double a = __builtin_fabs (x);
  if (a >= LIBM_TANH_ONE && (y - y == 0 || a == LIBM_INF))
    {
      double e = 2 * __gcuf_libm_exp (-a);
      __real__ w = libm_sign (1, x);
      __imag__ w = y - y == 0 ? (e * __gcuf_libm_sin (y)
				 * (e * __gcuf_libm_cos (y)))
		   : libm_sign (0, y);
    }
  else
    {
      __real__ w = x == 0 ? x : LIBM_NAN;
      __imag__ w = y == 0 ? y : LIBM_NAN;
    }
  return w;
}

/* A quotient that keeps the sign of zero.  */

LIBM_PART double
libm_signed_quotient (double x, double y)
{
  return libm_sign (libm_quotient (x, y), x);
}

/* Sinh over cosh, times the conjugate of the latter: no sum cancels.  */

LIBM double _Complex
__gcuf_libm_ctanh (double _Complex z)
{
  double x = __real__ z, y = __imag__ z;
  if (SPECIAL (x, y, LIBM_TANH_ONE))
    return libm_ctanh_special (x, y);
  double _Complex w;
  SINH_COSH (s, c, x);
  double sine = __gcuf_libm_sin (y), cosine = __gcuf_libm_cos (y);
  double square = FMA (s, s, cosine * cosine);
  __real__ w = libm_signed_quotient (s * c, square);
  __imag__ w = libm_signed_quotient (sine * cosine, square);
  return w;
}

/* --- Single precision --------------------------------------------------- */

#define LIBM_LARGEF 88

#define SINH_COSHF(s, c, x)						\
  float s, c;								\
  {									\
    float a_ = __builtin_fabsf (x);					\
    REDUCE_EXPM1F (p_, k_, t_, near_, a_);				\
    float scale_ = libm_from_bitsf ((uint32_t) (libm_bitsf (t_) + 127)	\
				    << 23);				\
    float e_ = FMAF (p_, scale_, scale_ - 1);				\
    float q_ = libm_quotientf (e_, 1 + e_);				\
    s = libm_signf (0.5f * (e_ + q_), x);				\
    c = FMAF (0.5f, e_ - q_, 1);					\
  }

LIBM_COLD float _Complex
libm_csinhf_special (float x, float y, int cosine)
{
  return libm_csinh_special (x, y, cosine);
}

#define SPECIALF(x, y, limit)						\
  __builtin_expect (!(__builtin_fabsf (x) < limit			\
		      && __builtin_fabsf (y) < __builtin_inff ()), 0)

LIBM float _Complex
__gcuf_libm_csinhf (float _Complex z)
{
  float x = __real__ z, y = __imag__ z;
  if (SPECIALF (x, y, LIBM_LARGEF))
    return libm_csinhf_special (x, y, 0);
  float _Complex w;
  SINH_COSHF (s, c, x);
  __real__ w = s * __gcuf_libm_cosf (y);
  __imag__ w = c * __gcuf_libm_sinf (y);
  return w;
}

LIBM float _Complex
__gcuf_libm_ccoshf (float _Complex z)
{
  float x = __real__ z, y = __imag__ z;
  if (SPECIALF (x, y, LIBM_LARGEF))
    return libm_csinhf_special (x, y, 1);
  float _Complex w;
  SINH_COSHF (s, c, x);
  __real__ w = c * __gcuf_libm_cosf (y);
  __imag__ w = s * __gcuf_libm_sinf (y);
  return w;
}

#define LIBM_TANH_ONEF 11

LIBM_COLD float _Complex
libm_ctanhf_special (float x, float y)
{
  float _Complex w;
  float a = __builtin_fabsf (x);
  if (!(a >= LIBM_TANH_ONEF && y - y == 0))
    return libm_ctanh_special (x, y);
  float e = 2 * __gcuf_libm_expf (-a);
  __real__ w = libm_signf (1, x);
  __imag__ w = e * __gcuf_libm_sinf (y) * (e * __gcuf_libm_cosf (y));
  return w;
}

LIBM_PART float
libm_signed_quotientf (float x, float y)
{
  return libm_signf (libm_quotientf (x, y), x);
}

LIBM float _Complex
__gcuf_libm_ctanhf (float _Complex z)
{
  float x = __real__ z, y = __imag__ z;
  if (SPECIALF (x, y, LIBM_TANH_ONEF))
    return libm_ctanhf_special (x, y);
  float _Complex w;
  SINH_COSHF (s, c, x);
  float sine = __gcuf_libm_sinf (y), cosine = __gcuf_libm_cosf (y);
  float square = FMAF (s, s, cosine * cosine);
  __real__ w = libm_signed_quotientf (s * c, square);
  __imag__ w = libm_signed_quotientf (sine * cosine, square);
  return w;
}

/* --- Of iZ, divided by i ------------------------------------------------ */

#define TRIGONOMETRIC(suffix, type)					\
  LIBM type _Complex							\
  __gcuf_libm_csin##suffix (type _Complex z)				\
  {									\
    type _Complex w = libm_times_i##suffix (z);				\
    return libm_over_i##suffix (__gcuf_libm_csinh##suffix (w));		\
  }									\
									\
  LIBM type _Complex							\
  __gcuf_libm_ccos##suffix (type _Complex z)				\
  {									\
    return __gcuf_libm_ccosh##suffix (libm_times_i##suffix (z));	\
  }									\
									\
  LIBM type _Complex							\
  __gcuf_libm_ctan##suffix (type _Complex z)				\
  {									\
    type _Complex w = libm_times_i##suffix (z);				\
    return libm_over_i##suffix (__gcuf_libm_ctanh##suffix (w));		\
  }

#define TIMES_I(name, suffix, type, negate_real, negate_imag)		\
  LIBM_PART type _Complex						\
  libm_##name##_i##suffix (type _Complex z)				\
  {									\
    type _Complex w;							\
    __real__ w = negate_real __imag__ z;				\
    __imag__ w = negate_imag __real__ z;				\
    return w;								\
  }

TIMES_I (times, , double, -, )
TIMES_I (over, , double, , -)
TRIGONOMETRIC (, double)

TIMES_I (times, f, float, -, )
TIMES_I (over, f, float, , -)
TRIGONOMETRIC (f, float)
