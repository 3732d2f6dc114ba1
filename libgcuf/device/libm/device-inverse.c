/* Inverse trigonometric functions of device code.
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

#define PI_FIRST 0x1.921fb54442d18p+1
#define PI_SECOND 0x1.1a62633145c07p-53

/* Up to 1/2 the arcsine is a polynomial; beyond, asin (x) is pi/2 - 2 asin (s)
   with s = sqrt ((1 - x) / 2).  */

LIBM double
__gcuf_libm_asin (double x)
{
  double a = __builtin_fabs (x);
  int near = a < 0.5;
  double z = near ? x * x : FMA (a, -0.5, 0.5);
  double s = near ? a : __builtin_sqrt (z);
  double t = s * z * ASIN_TAIL (z);
  /* With the rounding error of the square root.  */
  double lost = 0.5 * FMA (-s, s, z) * libm_rcp_seed (s);
  double far = 0x1.921fb54442d18p+0
	       - FMA (2.0, s, FMA (2.0, t + lost, -0x1.1a62633145c07p-54));
  return libm_sign (near ? s + t : a == 1 ? 0x1.921fb54442d18p+0 : far, x);
}

LIBM double
__gcuf_libm_acos (double x)
{
  double a = __builtin_fabs (x);
  int near = a < 0.5;
  double z = near ? x * x : FMA (a, -0.5, 0.5);
  double s = near ? x : __builtin_sqrt (z);
  double t = s * z * ASIN_TAIL (z);
  /* pi/2 - asin (x), 2 asin (s) or pi less that.  */
  double middle = 0x1.921fb54442d18p+0 - (s + (t - 0x1.1a62633145c07p-54));
  double ends = s + t;
  ends = ends + ends;
  ends = x < 0 ? PI_FIRST - (ends - PI_SECOND) : ends;
  return near ? middle : ends;
}

/* atan (T) for T between 0 and 1.  */

LIBM_PART double
libm_atan_reduced (double t)
{
  double z = t * t;
  return FMA (t * z, ATAN_TAIL (z), t);
}

LIBM double
__gcuf_libm_atan (double x)
{
  double a = __builtin_fabs (x);
  int far = a > 1;
  /* The reciprocal of numbers beyond 2**1020 does not matter.  */
  double t = far ? (a < 0x1p1000 ? libm_rcp (a) : 0) : a;
  double p = libm_atan_reduced (t);
  double y = far ? 0x1.921fb54442d18p+0 - (p - 0x1.1a62633145c07p-54) : p;
  return x != x ? x + x : libm_sign (y, x);
}

/* The angle of the point (X, Y).  */

LIBM double
__gcuf_libm_atan2 (double y, double x)
{
  double a = __builtin_fabs (x), b = __builtin_fabs (y);
  double large = a > b ? a : b, small = a > b ? b : a;
  double t = small / large;
  t = large == 0 ? 0 : small == LIBM_INF ? 1 : t;
  double p = libm_atan_reduced (t);
  p = b > a ? 0x1.921fb54442d18p+0 - (p - 0x1.1a62633145c07p-54) : p;
  p = libm_bits (x) < 0 ? PI_FIRST - (p - PI_SECOND) : p;
  return x != x || y != y ? x + y : libm_sign (p, y);
}

/* --- Single precision --------------------------------------------------- */

LIBM float
__gcuf_libm_asinf (float x)
{
  float a = __builtin_fabsf (x);
  int near = a < 0.5f;
  float z = near ? x * x : FMAF (a, -0.5f, 0.5f);
  float s = near ? a : __builtin_sqrtf (z);
  float t = s * z * ASINF_TAIL (z);
  float lost = 0.5f * FMAF (-s, s, z) * libm_rcpf (s);
  float far = 0x1.921fb6p+0f
	      - FMAF (2.0f, s, FMAF (2.0f, t + lost, 0x1.777a5cp-25f));
  return libm_signf (near ? s + t : a == 1 ? 0x1.921fb6p+0f : far, x);
}

LIBM float
__gcuf_libm_acosf (float x)
{
  float a = __builtin_fabsf (x);
  int near = a < 0.5f;
  float z = near ? x * x : FMAF (a, -0.5f, 0.5f);
  float s = near ? x : __builtin_sqrtf (z);
  float t = s * z * ASINF_TAIL (z);
  float middle = 0x1.921fb6p+0f - (s + (t + 0x1.777a5cp-25f));
  float ends = s + t;
  ends = ends + ends;
  ends = x < 0 ? 0x1.921fb6p+1f - (ends + 0x1.777a5cp-24f) : ends;
  return near ? middle : ends;
}

LIBM_PART float
libm_atanf_reduced (float t)
{
  float z = t * t;
  return FMAF (t * z, ATANF_TAIL (z), t);
}

LIBM float
__gcuf_libm_atanf (float x)
{
  float a = __builtin_fabsf (x);
  int far = a > 1;
  float r = libm_rcpf (a);
  /* A smaller reciprocal does not change the result.  */
  r = a < 0x1p30f ? FMAF (FMAF (-a, r, 1.0f), r, r) : r;
  float t = far ? r : a;
  float p = libm_atanf_reduced (t);
  float y = far ? 0x1.921fb6p+0f - p : p;
  return x != x ? x + x : libm_signf (y, x);
}

LIBM float
__gcuf_libm_atan2f (float y, float x)
{
  float a = __builtin_fabsf (x), b = __builtin_fabsf (y);
  float large = libm_maxf (a, b), small = libm_minf (a, b);
  float t = small / large;
  t = large == 0 ? 0 : small == __builtin_inff () ? 1 : t;
  float p = libm_atanf_reduced (t);
  p = b > a ? 0x1.921fb6p+0f - p : p;
  p = libm_bitsf (x) < 0 ? 0x1.921fb6p+1f - (p + 0x1.777a5cp-24f) : p;
  return x != x || y != y ? x + y : libm_signf (p, y);
}
