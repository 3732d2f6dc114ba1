/* Gamma functions of device code.
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

/* Included after device-exp.c, device-log.c and device-trig.c.  */

/* Stirling's series for log (gamma (X)) after its first terms, X >= 8, with Z =
   1/X: Abramowitz and Stegun 6.1.41.  */

LIBM_PART double
libm_stirling (double z)
{
  double w = z * z;
  double p = HORNER9 (w, -1.3924322169059011, 0.17964437236883057,
		      -0.029550653594771242, 0.0064102564102564103,
		      -0.0019175269175269175, 0.00084175084175084175,
		      -0.00059523809523809524, 0.00079365079365079365,
		      -0.0027777777777777778);
  return FMA (z * w, p, z * 0.083333333333333333);
}

/* gamma (X) to the power of POWER, X >= 8.  */

LIBM_PART double
libm_gamma_large (double x, double power)
{
  LOG_PAIR (high, low, x);
  double y = x - 0.5;
  double p = y * high;
  double plow = FMA (y, high, -p) + y * low;
  /* Sums whose rounding errors are collected in PLOW.  */
  double s = p - x;
  plow += (p - s) - x;
  double c = 0x1.d67f1c864beb5p-1 + libm_stirling (libm_rcp (x));
  double t = s + c;
  plow += (s - t) + c;
  return libm_exp_pair (power * t, power * plow);
}

/* gamma (X) for X far from zero, or at a pole.  */

LIBM_COLD double
libm_tgamma_other (double x)
{
  double a = __builtin_fabs (x);
  if (x != x || x == LIBM_INF)
    return x + x;
  if (x == 0)
    return libm_sign (LIBM_INF, x);
  if (x < 0 && __builtin_trunc (x) == x)
    return LIBM_NAN;
  if (x > 0)
    return x > 172 ? LIBM_INF : libm_gamma_large (x, 1);
  if (a > 190)
    return (int64_t) a & 1 ? 0.0 : -0.0;
  /* The reflection formula, A&S 6.1.17; the reciprocal in two factors, which
     do not underflow before the result.  */
  double h = libm_gamma_large (a, -0.5);
  double f = libm_quotient (-0x1.921fb54442d18p+1, a * libm_sinpi (a, 0));
  return f * h * h;
}

LIBM double
__gcuf_libm_tgamma (double x)
{
  if (!(__builtin_fabs (x) < 8) || (x <= 0 && __builtin_trunc (x) == x))
    return libm_tgamma_other (x);
  /* X is F + N; the recurrence leads to gamma (1 + F).  */
  double n = libm_rint (x);
  double f = x - n;
  double product = 1;
  for (double k = n > 0 ? 1 : n; k < (n > 0 ? n : 1); k++)
    product *= f + k;
  double r = RGAMMA_1 (f);
  return n > 0 ? product / r : 1 / (product * r);
}

/* log (gamma (X)) for X > 0.  */

LIBM_PART double
libm_lgamma_positive (double x)
{
  if (x >= 8)
    {
      double l = __gcuf_libm_log (x);
      double s = FMA (x - 0.5, l, -x);
      return x > 0x1p60 ? x * (l - 1)
	     : s + (0x1.d67f1c864beb5p-1 + libm_stirling (libm_rcp (x)));
    }
  /* By the recurrence, from where it is small.  */
  double product = 1;
  double y = x;
  while (y >= 3)
    {
      y -= 1;
      product *= y;
    }
  int one = (y >= 0.7 && y < 1.5) || y < 0.5;
  int below = y < 0.7;
  double f = y - (below ? (one ? 0 : 1) : one ? 1 : 2);
  double g = f * (one ? LGAMMA_1 (f) : LGAMMA_2 (f));
  if (below)
    g -= __gcuf_libm_log (x);
  else if (x >= 3)
    g += __gcuf_libm_log (product);
  /* Not the negative zero.  */
  return g == 0 ? 0 : g;
}

LIBM_COLD double
libm_lgamma_other (double x)
{
  double a = __builtin_fabs (x);
  if (x - x != 0)
    return x * x;
  if (__builtin_trunc (x) == x)
    return LIBM_INF;
  if (a < 0x1p-60)
    return -__gcuf_libm_log (a);
  double s = __builtin_fabs (libm_sinpi (a, 0));
  return __gcuf_libm_log (0x1.921fb54442d18p+1 / (a * s))
	 - libm_lgamma_positive (a);
}

LIBM double
__gcuf_libm_lgamma (double x)
{
  if (__builtin_expect (x > 0 && x < LIBM_INF, 1))
    return libm_lgamma_positive (x);
  return libm_lgamma_other (x);
}

/* Through double precision, which makes them exact but for the last
   rounding.  */

LIBM float
__gcuf_libm_tgammaf (float x)
{
  return __gcuf_libm_tgamma (x);
}

LIBM float
__gcuf_libm_lgammaf (float x)
{
  return __gcuf_libm_lgamma (x);
}
