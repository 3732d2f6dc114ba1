/* Sines, cosines and tangents of degrees in device code.
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

/* Included after device-trig.c and device-remainder.c.  These have the names
   of libgfortran's functions, which SIND, COSD and TAND are calls of; the cpu
   backend uses its own.  What is left of an angle by the nearest multiple of
   90 is exact, and so is the result where it is a rational number.  Others are
   off by less than 1.5 ulp, and 2.8 for the tangent in single precision.  */

#define LIBM_RADIANS 0x1.1df46a2529d39p-6
#define LIBM_RADIANS_LOW 0x1.5c1d8becdd291p-62
#define LIBM_RADIANSF 0x1.1df46ap-6f
#define LIBM_RADIANS_LOWF 0x1.294e9cp-33f

/* For X degrees, the degrees less the nearest multiple of 90; let *N be which.
   */

LIBM_ROUTINE static inline __attribute__ ((always_inline)) double
libm_reduce_degrees (double x, uint32_t *n)
{
  double y = x;
  if (__builtin_expect (!(__builtin_fabs (x) < 0x1p20), 0))
    y = __gcuf_libm_fmod (x, 360);
  double t = FMA (y, 1.0 / 90, LIBM_NEAREST);
  *n = libm_low (t);
  return FMA (t - LIBM_NEAREST, -90.0, y);
}

/* The sine of D degrees in quadrant N.  */

LIBM_PART double
libm_sin_degrees (double d, uint32_t n)
{
  double r = FMA (d, LIBM_RADIANS, d * LIBM_RADIANS_LOW);
  double s = libm_sin_reduced (r), c = libm_cos_reduced (r);
  s = __builtin_fabs (d) == 30 ? libm_sign (0.5, d) : s;
  return libm_negate (n & 1 ? c : s, (n & 2) << 30);
}

LIBM double
_gfortran_sind_r8 (double x)
{
  uint32_t n;
  double d = libm_reduce_degrees (x, &n);
  double y = libm_sin_degrees (d, n);
  return y == 0 ? libm_sign (0, x) : y;
}

LIBM double
_gfortran_cosd_r8 (double x)
{
  uint32_t n;
  double d = libm_reduce_degrees (x, &n);
  double y = libm_sin_degrees (d, n + 1);
  return y == 0 ? 0 : y;
}

LIBM double
_gfortran_tand_r8 (double x)
{
  uint32_t n;
  double d = libm_reduce_degrees (x, &n);
  double r = FMA (d, LIBM_RADIANS, d * LIBM_RADIANS_LOW);
  double low = FMA (d, LIBM_RADIANS, -r) + d * LIBM_RADIANS_LOW;
  double y = libm_tan_quadrant (r, low, n);
  double one = n & 1 ? -1 : 1;
  y = __builtin_fabs (d) == 45
      ? libm_negate (one, libm_high (d) & 0x80000000) : y;
  y = d == 0 && n & 1 ? libm_negate (LIBM_INF, (n & 2) << 30) : y;
  return y == 0 ? libm_sign (0, x) : y;
}

LIBM_ROUTINE static inline __attribute__ ((always_inline)) float
libm_reduce_degreesf (float x, uint32_t *n)
{
  float y = x;
  if (__builtin_expect (!(__builtin_fabsf (x) < 0x1p16f), 0))
    y = __gcuf_libm_fmodf (x, 360);
  float t = FMAF (y, 1.0f / 90, LIBM_NEARESTF);
  *n = libm_bitsf (t);
  return FMAF (t - LIBM_NEARESTF, -90.0f, y);
}

LIBM_PART float
libm_sin_degreesf (float d, uint32_t n)
{
  float r = FMAF (d, LIBM_RADIANSF, d * LIBM_RADIANS_LOWF), z = r * r;
  float s = FMAF (r * z, SINF_TAIL (z), r);
  float c = FMAF (z, FMAF (z, COSF_TAIL (z), -0.5f), 1.0f);
  s = __builtin_fabsf (d) == 30 ? libm_signf (0.5f, d) : s;
  return libm_negatef (n & 1 ? c : s, (n & 2) << 30);
}

LIBM float
_gfortran_sind_r4 (float x)
{
  uint32_t n;
  float d = libm_reduce_degreesf (x, &n);
  float y = libm_sin_degreesf (d, n);
  return y == 0 ? libm_signf (0, x) : y;
}

LIBM float
_gfortran_cosd_r4 (float x)
{
  uint32_t n;
  float d = libm_reduce_degreesf (x, &n);
  float y = libm_sin_degreesf (d, n + 1);
  return y == 0 ? 0 : y;
}

LIBM float
_gfortran_tand_r4 (float x)
{
  uint32_t n;
  float d = libm_reduce_degreesf (x, &n);
  float r = FMAF (d, LIBM_RADIANSF, d * LIBM_RADIANS_LOWF);
  float y = libm_tanf_quadrant (r, n);
  float one = n & 1 ? -1 : 1;
  y = __builtin_fabsf (d) == 45
      ? libm_negatef (one, libm_bitsf (d) & 0x80000000) : y;
  y = d == 0 && n & 1 ? libm_negatef (__builtin_inff (), (n & 2) << 30) : y;
  return y == 0 ? libm_signf (0, x) : y;
}
