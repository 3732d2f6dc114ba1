/* Error functions of device code.
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

/* Included after device-exp.c.  */

/* exp (A * A) erfc (A) for A >= 0.  */

LIBM_PART double
libm_erfc_scaled (double a)
{
  double t = libm_quotient (a - 4.0, a + 4.0);
  return libm_quotient (ERFC_SCALED (t), FMA (2.0, a, 1.0));
}

LIBM double
__gcuf_libm_erfc (double x)
{
  double a = __builtin_fabs (x);
  if (a < 0.5)
    return 1.0 - FMA (x, ERF_TAIL (x * x), x);
  double b = a > 28 ? 28 : a;
  double z = b * b;
  double low = FMA (b, b, -z);
  double e = libm_exp_pair (-z, -low) * libm_erfc_scaled (b);
  return x != x ? x + x : x < 0 ? 2.0 - e : e;
}

/* The same for A beyond the polynomial: the first terms of the series for large
   arguments, Abramowitz and Stegun 7.1.23.  */

LIBM_PART double
libm_erfc_scaled_large (double a)
{
  double r = 1.0 / a;
  double t = 0.5 * (r * r);
  double s = FMA (t, 10395.0, -945.0);
  s = FMA (t, s, 105.0);
  s = FMA (t, s, -15.0);
  s = FMA (t, s, 3.0);
  s = FMA (t, s, -1.0);
  return FMA (t, s, 1.0) * (r * 0x1.20dd750429b6dp-1);
}

LIBM double
__gcuf_libm_erfc_scaled_r8 (double x)
{
  double a = __builtin_fabs (x);
  double s = a < 28 ? libm_erfc_scaled (a) : libm_erfc_scaled_large (a);
  if (x >= 0 || x != x)
    return x != x ? x + x : s;
  double b = a > 27 ? 27 : a;
  double z = b * b;
  return FMA (2.0, libm_exp_pair (z, FMA (b, b, -z)), -s);
}

LIBM double
__gcuf_libm_erf (double x)
{
  double a = __builtin_fabs (x);
  double z = a * a;
  double near = FMA (a, ERF_TAIL (z), a);
  /* 1 - erfc (A), which is 1 from 6 on.  */
  double b = a > 6 ? 6 : a;
  double far = 1.0 - __gcuf_libm_exp (-ERFC_LOG ((b - 1.0)));
  return x != x ? x + x : libm_sign (a < 1 ? near : far, x);
}

/* exp (A * A) erfc (A) for A >= 0.  */

LIBM_PART float
libm_erfcf_scaled (float a)
{
  /* Quotients with sums that are not rounded.  */
  float r = libm_rcpf (a + 4.0f);
  float t = (a - 4.0f) * r;
  t = FMAF (FMAF (-a, t, FMAF (t + 1.0f, -4.0f, a)), r, t);
  float tail = ERFCF_SCALED_TAIL (t);
  float p = FMAF (t, tail, 0x1.3ba592p+0f);
  float low = FMAF (t, tail, 0x1.3ba592p+0f - p);
  float s = libm_rcpf (FMAF (2.0f, a, 1.0f));
  float q = p * s;
  return FMAF (FMAF (a, -2.0f * q, p) - q + low, s, q);
}

/* exp (-A * A) * 2**64, which is no subnormal number, for A up to 11; the
   exponential is a polynomial, which is more exact than the instruction.  */

LIBM_PART float
libm_exp_minus_squaref (float a)
{
  float z = a * a;
  float low = FMAF (a, a, -z);
  /* The logarithm to base 2, less the whole number next to it.  */
  float t = FMAF (z, -0x1.715476p+0f, LIBM_NEARESTF);
  float r = FMAF (z, -0x1.715476p+0f, LIBM_NEARESTF - t);
  r = FMAF (low, -0x1.715476p+0f, FMAF (z, -0x1.4ae0c0p-26f, r));
  float p = FMAF (r, EXP2F_TAIL (r), 1.0f);
  return p * libm_from_bitsf (((uint32_t) libm_bitsf (t) << 23)
			      + ((127 + 64) << 23));
}

LIBM float
__gcuf_libm_erfcf (float x)
{
  float a = __builtin_fabsf (x);
  /* Only the last product can leave the range of normal numbers.  */
  float e = libm_exp_minus_squaref (a) * libm_erfcf_scaled (a) * 0x1p-64f;
  /* Half of the smallest number is erfc (10.0547).  */
  e = libm_selectf (a > 10.06f, 0.0f, e);
  return libm_selectf (x < 0, 2.0f - e, e);
}

/* As for double precision.  */

LIBM_PART float
libm_erfcf_scaled_large (float a)
{
  float r = 1.0f / a;
  float t = 0.5f * (r * r);
  float s = FMAF (t, FMAF (t, FMAF (t, 105.0f, -15.0f), 3.0f), -1.0f);
  return FMAF (t, s, 1.0f) * (r * 0x1.20dd76p-1f);
}

LIBM float
__gcuf_libm_erfc_scaled_r4 (float x)
{
  float a = __builtin_fabsf (x);
  float s = a < 10 ? libm_erfcf_scaled (a) : libm_erfcf_scaled_large (a);
  if (x >= 0 || x != x)
    return x != x ? x + x : s;
  /* No product is a subnormal number; that of 9.4 is infinite.  */
  float e = libm_exp_minus_squaref (libm_minf (a, 9.5f));
  return 0x1p65f / e - s;
}

LIBM float
__gcuf_libm_erff (float x)
{
  float a = __builtin_fabsf (x);
  float z = a * a;
  float near = FMAF (a, ERFF_TAIL (z), a);
  float b = libm_minf (a, 4.0f);
  float far = 1.0f - libm_ex2f (-ERFCF_LOG2 ((b - 1.0f)));
  return x != x ? x + x : libm_signf (a < 1 ? near : far, x);
}
