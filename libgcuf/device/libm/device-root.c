/* Roots of device code, and the length of a vector.
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

/* Square roots are instructions; GCC knows them.  */

/* The cube root: an approximation from the instructions of single precision,
   and an iteration of third order, E. Halley's, with the error of the cube
   from fused operations.  */

LIBM double
__gcuf_libm_cbrt (double x)
{
  double a = __builtin_fabs (x);
  int tiny = a < 0x1p-1022;
  a = tiny ? a * 0x1p54 : a;
  int h = libm_high (a);
  /* A is M * 2**(3 E), with M between 1 and 8.  */
  int e = (h >> 20) - 1023;
  int third = (e + 3072) / 3 - 1024;
  double m = libm_from_words (h - (3 * third << 20), libm_low (a));
  /* A power of a third, with 20 bits.  */
  double y = libm_ex2f (libm_lg2f ((float) m) * (1.0f / 3.0f));
  /* The relative error of the cube: it has more bits than Y**3.  */
  double s = y * y;
  double d = FMA (-s, y, m);
  d = FMA (FMA (y, y, -s), -y, d);
  /* y + y d / (3 y**3 + d), nearly.  */
  double r = libm_rcp (FMA (3.0 * s, y, d));
  double step = y * d * r;
  double z = y + step;
  /* Once more, for the last bit.  */
  s = z * z;
  double slow = FMA (z, z, -s);
  double c = FMA (-s, z, m);
  c = FMA (-slow, z, c);
  z = FMA (c * r, z, z);
  third -= tiny ? 18 : 0;
  z = libm_from_words (libm_high (z) + (third << 20), libm_low (z));
  return x == 0 || x - x != 0 ? x + x : libm_sign (z, x);
}

LIBM float
__gcuf_libm_cbrtf (float x)
{
  float a = __builtin_fabsf (x);
  /* The cube must not leave the range.  */
  int tiny = a < 0x1p-120f, huge = a > 0x1p120f;
  a = tiny ? a * 0x1p48f : huge ? a * 0x1p-48f : a;
  float y = libm_ex2f (libm_lg2f (a) * (1.0f / 3.0f));
  float s = y * y;
  float d = FMAF (-s, y, a);
  d = FMAF (FMAF (y, y, -s), -y, d);
  float z = FMAF (-d, libm_rcpf (-3.0f * s), y);
  z = tiny ? z * 0x1p-16f : huge ? z * 0x1p16f : z;
  return x == 0 || x - x != 0 ? x + x : libm_signf (z, x);
}

/* sqrt (X**2 + Y**2), scaled by a power of 2.  */

LIBM double
__gcuf_libm_hypot (double x, double y)
{
  double a = __builtin_fabs (x), b = __builtin_fabs (y);
  double large = libm_max (a, b), small = libm_min (a, b);
  /* The middle of the range, exactly.  */
  int e = libm_high (large) >> 20;
  e = e > 2000 ? 2000 : e < 50 ? 50 : e;
  double down = libm_from_words ((2046 - e) << 20, 0);
  double up = libm_from_words (e << 20, 0);
  double u = large * down, v = small * down;
  double z = u * u;
  double low = FMA (u, u, -z);
  double r = __builtin_sqrt (z + FMA (v, v, low)) * up;
  /* One test for all that is special; R is right where the sum overflows.  */
  if (__builtin_expect (a + b < LIBM_INF, 1))
    return r;
  return a == LIBM_INF || b == LIBM_INF ? LIBM_INF
	 : x != x || y != y ? x + y : r;
}

LIBM float
__gcuf_libm_hypotf (float x, float y)
{
  float a = __builtin_fabsf (x), b = __builtin_fabsf (y);
  float large = libm_maxf (a, b), small = libm_minf (a, b);
  int e = libm_bitsf (large) & 0x7f800000;
  e = e > 0x7d000000 ? 0x7d000000 : e < 0x0b000000 ? 0x0b000000 : e;
  float down = libm_from_bitsf (0x7f000000 - e), up = libm_from_bitsf (e);
  float u = large * down, v = small * down;
  float r = __builtin_sqrtf (FMAF (v, v, u * u)) * up;
  if (__builtin_expect (a + b < __builtin_inff (), 1))
    return r;
  return large == __builtin_inff () ? large
	 : x != x || y != y ? x + y : r;
}
