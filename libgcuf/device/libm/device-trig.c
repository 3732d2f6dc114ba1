/* Trigonometric functions of device code.
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

/* The argument less whole multiples of pi/2.  Up to LIBM_HUGE_ANGLE these are
   taken away in three parts, W. J. Cody, W. Waite, Software manual for the
   elementary functions, 1980: with fused operations the first is exact.
   Beyond, the product with 2/pi is formed of those bits of it that matter:
   M. H. Payne, R. N. Hanek, Radian reduction for trigonometric functions, ACM
   SIGNUM Newsletter 18, 1983.  */

#define LIBM_HUGE_ANGLE 0x1p30
#define TWO_OVER_PI 0x1.45f306dc9c883p-1
#define PI_2_FIRST 0x1.921fb54442d18p+0
#define PI_2_SECOND 0x1.1a62633145c07p-54
#define PI_2_THIRD -0x1.f1976b7ed8fbcp-110

#define REDUCE_ANGLE(r, n, x)						\
  double t = FMA (x, TWO_OVER_PI, LIBM_NEAREST);				\
  double k = t - LIBM_NEAREST;						\
  uint32_t n = libm_low (t);						\
  double r = FMA (k, -PI_2_FIRST, x);					\
  r = FMA (k, -PI_2_SECOND, r);						\
  r = FMA (k, -PI_2_THIRD, r)

/* The first 1280 fractional bits of 2/pi, preceded by 64 zeros.  Constant
   memory on the device.  */
static const uint64_t __gcuf_2_over_pi[] = {
  0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0,
  0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
  0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
  0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
  0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7,
  0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea,
  0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d
};
#ifndef GCUF_LIBM_HOST
# pragma acc declare copyin (__gcuf_2_over_pi)
#endif

/* For |X| >= 1, finite: the quadrant, and in *HIGH + *LOW the angle in it.  */

LIBM_ROUTINE static inline __attribute__ ((always_inline)) uint32_t
libm_reduce_huge (double x, double *high, double *low)
{
  int64_t bits = libm_bits (x);
  /* X is M * 2**E.  Of 2/pi those bits are left out that make whole multiples
     of four, and those are taken that are worth 2**-128 or more.  */
  int e = (bits >> 52 & 0x7ff) - 1075;
  uint64_t m = (bits & 0xfffffffffffff) | 0x10000000000000;
  int first = e + 62;
  int word = first >> 6, shift = first & 63;
  uint64_t a = __gcuf_2_over_pi[word], b = __gcuf_2_over_pi[word + 1];
  uint64_t c = __gcuf_2_over_pi[word + 2], d = __gcuf_2_over_pi[word + 3];
  if (shift)
    {
      a = a << shift | b >> (64 - shift);
      b = b << shift | c >> (64 - shift);
      c = c << shift | d >> (64 - shift);
    }
  /* The product, modulo 4: two bits, the point, 126 bits.  */
  uint64_t p0 = libm_mulhi (m, c);
  uint64_t p1 = m * b + p0;
  uint64_t p2 = m * a + libm_mulhi (m, b) + (p1 < p0);
  uint32_t n = p2 >> 62;
  /* To the nearest quadrant.  */
  p2 = p2 << 2 | p1 >> 62;
  p1 <<= 2;
  int up = p2 >> 63;
  n += up;
  p1 = up ? -p1 : p1;
  p2 = up ? ~p2 + (p1 == 0) : p2;
  /* As a number with 64 bits and more.  */
  int lead = p2 ? __builtin_clzll (p2) : 64;
  if (lead == 64)
    {
      p2 = p1;
      p1 = 0;
    }
  else if (lead)
    {
      p2 = p2 << lead | p1 >> (64 - lead);
      p1 <<= lead;
    }
  double scale = libm_power_of_2 (-64 - lead);
  double h = (double) (p2 & ~(uint64_t) 0x7ff) * scale;
  double l = (double) (p2 & 0x7ff) * scale + (double) p1 * scale * 0x1p-64;
  /* Times pi/2.  */
  double r = h * PI_2_FIRST;
  double rlow = FMA (h, PI_2_FIRST, -r);
  rlow = FMA (h, PI_2_SECOND, FMA (l, PI_2_FIRST, rlow));
  int negative = bits < 0;
  r = up != negative ? -r : r;
  rlow = up != negative ? -rlow : rlow;
  *high = r + rlow;
  *low = (r - *high) + rlow;
  return negative ? -n : n;
}

/* The functions for |R| <= pi/4.  */

LIBM_PART double
libm_sin_reduced (double r)
{
  double z = r * r;
  return FMA (r * z, SIN_TAIL (z), r);
}

LIBM_PART double
libm_cos_reduced (double r)
{
  double z = r * r;
  double p = COS_TAIL (z);
  return FMA (z, FMA (z, p, -0.5), 1.0);
}

/* The sine of an angle R in quadrant N.  */

LIBM_PART double
libm_sin_quadrant (double r, uint32_t n)
{
  double s = libm_sin_reduced (r), c = libm_cos_reduced (r);
  return libm_negate (n & 1 ? c : s, (n & 2) << 30);
}

/* The tangent of the angle R + LOW in quadrant N.  */

LIBM_PART double
libm_tan_quadrant (double r, double low, uint32_t n)
{
  double z = r * r;
  /* Sine and cosine, and their rounding errors.  */
  double t = FMA (r * z, SIN_TAIL (z), FMA (z * -0.5, low, low));
  double s = r + t;
  double slow = t - (s - r);
  double w = FMA (z, FMA (z, COS_TAIL (z), -0.5), -r * low);
  double c = 1.0 + w;
  double clow = w - (c - 1.0);
  /* tan is s/c, or -c/s.  */
  double x = n & 1 ? -c : s, xlow = n & 1 ? -clow : slow;
  double y = n & 1 ? s : c, ylow = n & 1 ? slow : clow;
  double p = libm_rcp (y);
  double q = x * p;
  return FMA (FMA (-q, ylow, FMA (-q, y, x) + xlow), p, q);
}

LIBM_COLD double
libm_sin_huge (double x, uint32_t quadrant)
{
  double r, low;
  uint32_t n;
  if (x - x != 0)
    return x - x;
  n = libm_reduce_huge (x, &r, &low);
  return libm_sin_quadrant (r, n + quadrant);
}

LIBM_COLD double
libm_tan_huge (double x)
{
  double r, low;
  uint32_t n;
  if (x - x != 0)
    return x - x;
  n = libm_reduce_huge (x, &r, &low);
  return libm_tan_quadrant (r, low, n);
}

LIBM_PART int
libm_huge_angle (double x)
{
  return __builtin_expect (!(__builtin_fabs (x) < LIBM_HUGE_ANGLE), 0);
}

LIBM double
__gcuf_libm_sin (double x)
{
  REDUCE_ANGLE (r, n, x);
  double y = libm_sin_quadrant (r, n);
  y = x == 0 ? x : y;
  return libm_huge_angle (x) ? libm_sin_huge (x, 0) : y;
}

LIBM double
__gcuf_libm_cos (double x)
{
  REDUCE_ANGLE (r, n, x);
  double y = libm_sin_quadrant (r, n + 1);
  return libm_huge_angle (x) ? libm_sin_huge (x, 1) : y;
}

LIBM double
__gcuf_libm_tan (double x)
{
  double t = FMA (x, TWO_OVER_PI, LIBM_NEAREST);
  double k = t - LIBM_NEAREST;
  double first = FMA (k, -PI_2_FIRST, x);
  double r = FMA (k, -PI_2_SECOND, first);
  double low = FMA (k, -PI_2_SECOND, first - r);
  low = FMA (k, -PI_2_THIRD, low);
  double y = libm_tan_quadrant (r, low, libm_low (t));
  y = x == 0 ? x : y;
  return libm_huge_angle (x) ? libm_tan_huge (x) : y;
}

LIBM_OUT void
__gcuf_libm_sincos (double x, double *sine, double *cosine)
{
  *sine = __gcuf_libm_sin (x);
  *cosine = __gcuf_libm_cos (x);
}

/* Of pi times the argument: functions of module cudadevice.  */

LIBM_PART double
libm_sinpi (double x, uint32_t quadrant)
{
  /* Less even numbers; then to the nearest half, which is the lowest bit.  */
  double y = FMA (libm_rint (0.5 * x), -2.0, x);
  double t = y + 0x1.8p51;
  double r = y - (t - 0x1.8p51);
  uint32_t n = libm_low (t) + quadrant;
  double z = r * r;
  double s = FMA (r, 0x1.921fb54442d18p+1,
		  r * FMA (z, SINPI_TAIL (z), 0x1.1a62633145c07p-53));
  double c = FMA (z, COSPI_TAIL (z), 1.0);
  return libm_negate (n & 1 ? c : s, (n & 2) << 30);
}

LIBM double
__gcuf_math_sinpi (double x)
{
  double y = libm_sinpi (x, 0);
  /* Zeros have the sign of the argument.  */
  return y == 0 ? libm_sign (0, x) : y;
}

LIBM double
__gcuf_math_cospi (double x)
{
  double y = libm_sinpi (x, 1);
  return y == 0 ? 0 : y;
}

LIBM_OUT void
__gcuf_math_sincospi (double x, double *sine, double *cosine)
{
  *sine = __gcuf_math_sinpi (x);
  *cosine = __gcuf_math_cospi (x);
}

/* --- Single precision --------------------------------------------------- */

#define LIBM_HUGE_ANGLEF 0x1p16f

#define REDUCE_ANGLEF(r, n, x)						\
  float t = FMAF (x, 0x1.45f306p-1f, LIBM_NEARESTF);			\
  float k = t - LIBM_NEARESTF;						\
  uint32_t n = libm_bitsf (t);						\
  float r = FMAF (k, -0x1.921fb6p+0f, x);				\
  r = FMAF (k, 0x1.777a5cp-25f, r);					\
  r = FMAF (k, 0x1.ee59dap-50f, r)

LIBM_PART float
libm_sinf_quadrant (float r, uint32_t n)
{
  float z = r * r;
  float s = FMAF (r * z, SINF_TAIL (z), r);
  float c = FMAF (z, FMAF (z, COSF_TAIL (z), -0.5f), 1.0f);
  return libm_negatef (n & 1 ? c : s, (n & 2) << 30);
}

/* For |X| >= 1, finite: the quadrant, and the angle in *R.  The product has
   96 bits.  */

LIBM_ROUTINE static inline __attribute__ ((always_inline)) uint32_t
libm_reduce_hugef (float x, float *r)
{
  int32_t bits = libm_bitsf (x);
  int e = (bits >> 23 & 0xff) - 150;
  uint32_t m = (bits & 0x7fffff) | 0x800000;
  int first = e + 62;
  int word = first >> 6, shift = first & 63;
  uint64_t a = __gcuf_2_over_pi[word], b = __gcuf_2_over_pi[word + 1];
  if (shift)
    {
      uint64_t c = __gcuf_2_over_pi[word + 2];
      a = a << shift | b >> (64 - shift);
      b = b << shift | c >> (64 - shift);
    }
  uint64_t p = m * a + libm_mulhi (m, b);
  uint32_t n = p >> 62;
  int64_t fraction = p << 2;
  n += (uint64_t) fraction >> 63;
  double angle = (double) fraction * (PI_2_FIRST * 0x1p-64);
  *r = bits < 0 ? -angle : angle;
  return bits < 0 ? -n : n;
}

LIBM_COLD float
libm_sinf_huge (float x, uint32_t quadrant)
{
  float r;
  uint32_t n;
  if (x - x != 0)
    return x - x;
  n = libm_reduce_hugef (x, &r);
  return libm_sinf_quadrant (r, n + quadrant);
}

LIBM_PART int
libm_huge_anglef (float x)
{
  return __builtin_expect (!(__builtin_fabsf (x) < LIBM_HUGE_ANGLEF), 0);
}

LIBM float
__gcuf_libm_sinf (float x)
{
  REDUCE_ANGLEF (r, n, x);
  float y = libm_sinf_quadrant (r, n);
  y = x == 0 ? x : y;
  return libm_huge_anglef (x) ? libm_sinf_huge (x, 0) : y;
}

LIBM float
__gcuf_libm_cosf (float x)
{
  REDUCE_ANGLEF (r, n, x);
  float y = libm_sinf_quadrant (r, n + 1);
  return libm_huge_anglef (x) ? libm_sinf_huge (x, 1) : y;
}

LIBM_PART float
libm_tanf_quadrant (float r, uint32_t n)
{
  float z = r * r;
  float s = FMAF (r * z, SINF_TAIL (z), r);
  float c = FMAF (z, FMAF (z, COSF_TAIL (z), -0.5f), 1.0f);
  float numerator = n & 1 ? -c : s;
  float denominator = n & 1 ? s : c;
  float y = libm_rcpf (denominator);
  float q = numerator * y;
  float e = FMAF (-q, denominator, numerator);
  return FMAF (e, y, q);
}

LIBM_COLD float
libm_tanf_huge (float x)
{
  float r;
  uint32_t n;
  if (x - x != 0)
    return x - x;
  n = libm_reduce_hugef (x, &r);
  return libm_tanf_quadrant (r, n);
}

LIBM float
__gcuf_libm_tanf (float x)
{
  REDUCE_ANGLEF (r, n, x);
  float y = libm_tanf_quadrant (r, n);
  /* This also takes the small numbers whose squares vanish.  */
  y = __builtin_fabsf (x) < 0x1p-20f ? x : y;
  return libm_huge_anglef (x) ? libm_tanf_huge (x) : y;
}

LIBM_OUT void
__gcuf_libm_sincosf (float x, float *sine, float *cosine)
{
  *sine = __gcuf_libm_sinf (x);
  *cosine = __gcuf_libm_cosf (x);
}

LIBM_PART float
libm_sinpif (float x, uint32_t quadrant)
{
  float y = FMAF (libm_rintf (0.5f * x), -2.0f, x);
  float t = y + 0x1.8p22f;
  float r = y - (t - 0x1.8p22f);
  uint32_t n = libm_bitsf (t) + quadrant;
  float z = r * r;
  float s = FMAF (r, 0x1.921fb6p+1f,
		  r * FMAF (z, SINPIF_TAIL (z), -0x1.777a5cp-24f));
  float c = FMAF (z, COSPIF_TAIL (z), 1.0f);
  return libm_negatef (n & 1 ? c : s, (n & 2) << 30);
}

LIBM float
__gcuf_math_sinpif (float x)
{
  float y = libm_sinpif (x, 0);
  return y == 0 ? libm_signf (0, x) : y;
}

LIBM float
__gcuf_math_cospif (float x)
{
  float y = libm_sinpif (x, 1);
  return y == 0 ? 0 : y;
}

LIBM_OUT void
__gcuf_math_sincospif (float x, float *sine, float *cosine)
{
  *sine = __gcuf_math_sinpif (x);
  *cosine = __gcuf_math_cospif (x);
}
