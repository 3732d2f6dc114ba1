/* Hyperbolic functions of device code, and their inverses.
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

/* Included after device-exp.c and device-log.c.  */

/* Near zero polynomials; else sums of exp (x) and its reciprocal.  */

LIBM double
__gcuf_libm_sinh (double x)
{
  double a = __builtin_fabs (x);
  double z = x * x;
  double near = FMA (a * z, SINH_TAIL (z), a);
  /* Half of exp (A), which may overflow where this does not.  */
  double half = libm_exp_pair (a - 0x1.62e42fefa39efp-1,
			       -0x1.abc9e3b39803fp-56
			       + ((a - (a - 0x1.62e42fefa39efp-1))
				  - 0x1.62e42fefa39efp-1));
  double far = a < 22 ? FMA (-0.25, libm_rcp (half), half) : half;
  far = a < LIBM_INF ? far : a;
  return libm_sign (a < 1 ? near : far, x);
}

LIBM double
__gcuf_libm_cosh (double x)
{
  double a = __builtin_fabs (x);
  double z = x * x;
  if (a < 1)
    return FMA (z, FMA (z, COSH_TAIL (z), 0.5), 1.0);
  if (a < 22)
    {
      /* The largest term last, and with it what the reduction lost.  */
      double t = FMA (a, LOG2_E, LIBM_NEAREST);
      double k = t - LIBM_NEAREST;
      double first = FMA (k, -LN2_HIGH, a);
      double r = FMA (k, -LN2_LOW, first);
      double lost = FMA (k, -LN2_LOW, first - r);
      double p = EXP_TAIL (r);
      double scale = libm_power_of_2 ((int) libm_low (t) - 1);
      double e = FMA (scale, FMA (p * r, r, r), scale);
      double small = FMA (scale * r * r, p, FMA (e, lost, 0.25 * libm_rcp (e)));
      return FMA (scale, r, small) + scale;
    }
  double high = a - 0x1.62e42fefa39efp-1;
  double low = ((a - high) - 0x1.62e42fefa39efp-1) - 0x1.abc9e3b39803fp-56;
  return a < LIBM_INF ? libm_exp_pair (high, low) : a + a;
}

LIBM double
__gcuf_libm_tanh (double x)
{
  double a = __builtin_fabs (x);
  double z = x * x;
  double near = FMA (a * z, TANH_TAIL (z), a);
  /* Beyond, it is 1 to the last bit.  */
  double b = a > 20 ? 20 : a;
  REDUCE_EXP (r, n, b + b);
  double p = libm_exp_reduced (r);
  double e = libm_from_words (libm_high (p) + (n << 20), libm_low (p));
  double far = FMA (-2.0, libm_rcp (1.0 + e), 1.0);
  return x != x ? x + x : libm_sign (a < 1 ? near : far, x);
}

LIBM double
__gcuf_libm_asinh (double x)
{
  double a = __builtin_fabs (x);
  double y;
  if (__builtin_expect (a < 0x1p28, 1))
    {
      /* sqrt (1 + x*x) - 1 is x*x / (1 + sqrt (1 + x*x)).  */
      double z = a * a;
      double s = 1.0 + __builtin_sqrt (z + 1.0);
      y = libm_log1p_core (FMA (z, libm_rcp (s), a));
    }
  else
    {
      /* log (2 A) is log (A / 2) + 2 log (2), since 2 A may overflow.  */
      double half = a * 0.5;
      REDUCE_LOG (m, k, half);
      y = libm_log_core (m - 1.0, 0, k + 2);
      y = a < LIBM_INF ? y : a + a;
    }
  return libm_sign (a < 0x1p-28 ? a : y, x);
}

LIBM double
__gcuf_libm_acosh (double x)
{
  if (__builtin_expect (x < 0x1p28, 1))
    {
      /* With T = x - 1, x + sqrt (x*x - 1) is 1 + T + sqrt (2 T + T*T).  */
      double t = x - 1.0;
      double y = libm_log1p_core (t + __builtin_sqrt (FMA (t, t, t + t)));
      return x < 1 ? LIBM_NAN : x == 1 ? 0 : y;
    }
  double half = x * 0.5;
  REDUCE_LOG (m, k, half);
  double y = libm_log_core (m - 1.0, 0, k + 2);
  return x < LIBM_INF ? y : x + x;
}

LIBM double
__gcuf_libm_atanh (double x)
{
  double a = __builtin_fabs (x);
  double t = libm_quotient (a + a, 1.0 - a);
  double y = 0.5 * libm_log1p_core (t);
  y = a < 0x1p-28 ? a : a == 1 ? LIBM_INF : a > 1 ? LIBM_NAN : y;
  return x != x ? x + x : libm_sign (y, x);
}

/* --- Single precision --------------------------------------------------- */

/* A quarter of exp (A), A >= 0, so that the range is that of the results.  */

LIBM_PART float
libm_quarter_expf (float a)
{
  float h = a * 0x1.715476p+0f;
  float l = FMAF (a, 0x1.715476p+0f, -h);
  h = libm_minf (h, 200);
  return libm_exp2f_pair (h - 2.0f, h < 200 ? FMAF (a, 0x1.4ae0c0p-26f, l)
			  : 0);
}

LIBM float
__gcuf_libm_sinhf (float x)
{
  float a = __builtin_fabsf (x);
  float z = x * x;
  float near = FMAF (a * z, SINHF_TAIL (z), a);
  float quarter = libm_quarter_expf (a);
  float far = FMAF (quarter, 2.0f, -0.125f * libm_rcpf (quarter));
  return libm_signf (a < 1 || x != x ? near : far, x);
}

LIBM float
__gcuf_libm_coshf (float x)
{
  float quarter = libm_quarter_expf (__builtin_fabsf (x));
  float y = FMAF (quarter, 2.0f, 0.125f * libm_rcpf (quarter));
  return x != x ? x + x : y;
}

LIBM float
__gcuf_libm_tanhf (float x)
{
  float a = __builtin_fabsf (x);
  float z = x * x;
  float near = FMAF (a * z, TANHF_TAIL (z), a);
  float e = libm_ex2f (a * 0x1.715476p+1f);
  float far = FMAF (-2.0f, libm_rcpf (1.0f + e), 1.0f);
  return x != x ? x + x : libm_signf (a < 0.55f ? near : far, x);
}

LIBM float
__gcuf_libm_asinhf (float x)
{
  float a = __builtin_fabsf (x);
  int large = a > 0x1p13f;
  float z = a * a;
  float s = 1.0f + __builtin_sqrtf (z + 1.0f);
  float near = __gcuf_libm_log1pf (FMAF (z, libm_rcpf (s), a));
  float far = __gcuf_libm_logf (a) + 0x1.62e430p-1f;
  return libm_signf (a < 0x1p-13f ? a : large ? far : near, x);
}

LIBM float
__gcuf_libm_acoshf (float x)
{
  float t = x - 1.0f;
  float near = __gcuf_libm_log1pf (t + __builtin_sqrtf (FMAF (t, t, t + t)));
  float far = __gcuf_libm_logf (x) + 0x1.62e430p-1f;
  return x < 1 ? __builtin_nanf ("") : x > 0x1p13f ? far : near;
}

LIBM float
__gcuf_libm_atanhf (float x)
{
  float a = __builtin_fabsf (x);
  float y = 0.5f * __gcuf_libm_log1pf ((a + a) / (1.0f - a));
  y = a < 0x1p-13f ? a : a > 1 ? __builtin_nanf ("") : y;
  return x != x ? x + x : libm_signf (y, x);
}
