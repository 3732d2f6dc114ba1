/* Bessel functions of device code.
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

#include "libm-bessel.h"

/* Included after device-log.c and device-trig.c.

   Abramowitz and Stegun 9.1.12 and 9.1.13 have the series that the functions
   near zero come from.  Where a zero is taken out of a function, the results
   are good to a few units in the last place.  From 8 on there are modulus and
   phase, A&S 9.2.17, and their errors are those of the modulus.  */

/* X**2 less A, whose parts are NAME_HIGH and NAME_LOW.  */
#define SQUARE_LESS(x, name) (FMA (x, x, -name##_HIGH) - name##_LOW)
#define SQUARE_LESSF(x, name) (FMAF (x, x, -name##_HIGHF) - name##_LOWF)

/* The product of two of these: the low parts are in a sum that its rounding
   error vanishes in.  */
#define SQUARES_LESS(x, name1, name2)					\
  ({									\
    double a_ = FMA (x, x, -name1##_HIGH);				\
    double b_ = FMA (x, x, -name2##_HIGH);				\
    FMA (a_, b_, FMA (b_, -name1##_LOW, a_ * -name2##_LOW));		\
  })
#define SQUARES_LESSF(x, name1, name2)					\
  ({									\
    float a_ = FMAF (x, x, -name1##_HIGHF);				\
    float b_ = FMAF (x, x, -name2##_HIGHF);				\
    FMAF (a_, b_, FMAF (b_, -name1##_LOWF, a_ * -name2##_LOWF));	\
  })

#define BESSEL_FAR 8
/* Y0 and Y1 have logarithms in them up to here.  */
#define Y0_END 3
#define Y1_END 3.5f
/* Below this the reciprocal has no approximation.  */
#define BESSEL_TINY 0x1p-1000
#define BESSEL_TINYF 0x1p-100f

/* 1 / sqrt (X).  */

LIBM_PART double
libm_bessel_rsqrt (double x)
{
  double y = libm_rsqrt_seed (x);
  double e = FMA (-x * y, y, 1.0);
  return FMA (y * e, FMA (e, 0.375, 0.5), y);
}

/* Modulus and phase of order ORDER, 0 or 1, for X >= 8: the modulus times the
   sine of X + TURNS * pi + the rest of the phase.  TURNS is 1/4 and so on.  */

LIBM_PART double
libm_bessel_far (int order, double turns, double x)
{
  double s = libm_bessel_rsqrt (x);
  double u = s * s;
  double w = u * u;
  double modulus = order ? BESSEL_MODULUS_1 (w) : BESSEL_MODULUS_0 (w);
  double phase = order ? BESSEL_PHASE_1 (w) : BESSEL_PHASE_0 (w);
  double t = FMA (x, 0.5 * TWO_OVER_PI, turns) + LIBM_NEAREST;
  double k = t - LIBM_NEAREST - turns;
  double r = FMA (k, -2 * PI_2_FIRST, x);
  r += FMA (u, phase, k * (-2 * PI_2_SECOND));
  double z = r * r;
  double y = s * modulus * FMA (r * z, SIN_WIDE_TAIL (z), r);
  return libm_negate (y, libm_low (t) << 31);
}

/* The same for the others: TURNS is EIGHTHS / 4, which is odd.  */

LIBM_PART double
libm_bessel_huge (int order, int eighths, double x)
{
  double r, low;
  if (x == LIBM_INF)
    return 0;
  uint32_t n = libm_reduce_huge (x, &r, &low);
  int back = r > 0;
  n += (eighths - 1) / 2 + back;
  double s = libm_bessel_rsqrt (x);
  low = FMA (s * s, order ? 0.375 : -0.125, low);
  r += back ? -0.5 * PI_2_FIRST : 0.5 * PI_2_FIRST;
  low += back ? -0.5 * PI_2_SECOND : 0.5 * PI_2_SECOND;
  return 0x1.9884533d43651p-1 * s * libm_sin_quadrant (r + low, n);
}

LIBM_COLD double
libm_j_huge (int order, double x)
{
  return x == x ? libm_bessel_huge (order, order ? -1 : 1, x) : x + x;
}

/* Where X is tiny, huge, not positive or not a number.  */

LIBM_COLD double
libm_y_special (int order, double x)
{
  if (x != x)
    return x + x;
  if (x <= 0)
    return x == 0 ? -LIBM_INF : LIBM_NAN;
  if (x > 1)
    return libm_bessel_huge (order, order ? -3 : -1, x);
  /* A&S 9.1.8 with the next term, and 9.1.9.  */
  return order ? -TWO_OVER_PI * libm_rcp (x * 0x1p200) * 0x1p200
	 : FMA (TWO_OVER_PI, __gcuf_libm_log (x), -0x1.2e4d699cbd01fp-4);
}

/* Up to 8.  */

LIBM_PART double
libm_j0_near (double x)
{
  return SQUARES_LESS (x, J0_SQUARE_1, J0_SQUARE_2)
	 * J0_NEAR (FMA (-x, x, 56.0));
}

LIBM_PART double
libm_j1_near (double x)
{
  return x * (SQUARES_LESS (x, J1_SQUARE_1, J1_SQUARE_2)
	      * J1_NEAR (FMA (-x, x, 56.0)));
}

LIBM double
__gcuf_libm_j0 (double x)
{
  x = __builtin_fabs (x);
  if (x < BESSEL_FAR)
    return libm_j0_near (x);
  if (__builtin_expect (x < LIBM_HUGE_ANGLE, 1))
    return libm_bessel_far (0, 0.25, x);
  return libm_j_huge (0, x);
}

LIBM double
__gcuf_libm_j1 (double x)
{
  double a = __builtin_fabs (x);
  double y;
  if (a < BESSEL_FAR)
    return libm_j1_near (x);
  if (__builtin_expect (a < LIBM_HUGE_ANGLE, 1))
    y = libm_bessel_far (1, -0.25, a);
  else
    y = libm_j_huge (1, a);
  return libm_negate (y, libm_high (x) & 1u << 31);
}

/* log (X / ZERO), which is accurate near ZERO, HIGH and LOW.  LEAST is the high
   word of ZERO / sqrt (2).  */

LIBM_PART double
libm_bessel_log (double x, double high, double low, int32_t least)
{
  int32_t k = (libm_high (x) - least) >> 20;
  double m = libm_from_words (libm_high (x) - (k << 20), libm_low (x));
  double d = (m - high) - low;
  double u = (d + d) * libm_rcp (m + high);
  double v = u * u;
  return FMA ((double) k, LN2_FIRST, FMA (u * v, LOG_TAIL (v), u));
}

/* Up to 8, X not being tiny.  */

LIBM_PART double
libm_y0_near (double x)
{
  if (x < Y0_END)
    {
      double l = libm_bessel_log (x, Y0_ZERO_1_HIGH, Y0_ZERO_1_LOW, 0x3fe43826);
      double t = FMA (x, x, -5.0);
      return FMA (l, Y0_LOG (t), SQUARE_LESS (x, Y0_SQUARE_1) * Y0_NEAR (t));
    }
  return SQUARES_LESS (x, Y0_SQUARE_2, Y0_SQUARE_3) * Y0_MIDDLE (x - 6.5);
}

LIBM_PART double
libm_y1_near (double x)
{
  if (x < Y1_END)
    {
      double l = libm_bessel_log (x, Y1_ZERO_1_HIGH, Y1_ZERO_1_LOW, 0x3ff8db99);
      double t = FMA (x, x, -6.0);
      double y = FMA (l * (x * x), Y1_LOG (t),
		      SQUARE_LESS (x, Y1_SQUARE_1) * Y1_NEAR (t));
      return y * libm_rcp (x);
    }
  return SQUARE_LESS (x, Y1_SQUARE_2) * Y1_MIDDLE (x - 6.75);
}

LIBM_PART int
libm_y_usual (double x)
{
  return __builtin_expect (x > BESSEL_TINY && x < LIBM_HUGE_ANGLE, 1);
}

LIBM double
__gcuf_libm_y0 (double x)
{
  if (!libm_y_usual (x))
    return libm_y_special (0, x);
  return x < BESSEL_FAR ? libm_y0_near (x) : libm_bessel_far (0, -0.25, x);
}

LIBM double
__gcuf_libm_y1 (double x)
{
  if (!libm_y_usual (x))
    return libm_y_special (1, x);
  return x < BESSEL_FAR ? libm_y1_near (x) : libm_bessel_far (1, -0.75, x);
}

/* --- Single precision --------------------------------------------------- */

LIBM_PART float
libm_besself_far (int order, float turns, float x)
{
  float s = libm_rsqrtf (x);
  float u = s * s;
  float w = u * u;
  float modulus = order ? BESSEL_MODULUS_1F (w) : BESSEL_MODULUS_0F (w);
  float phase = order ? BESSEL_PHASE_1F (w) : BESSEL_PHASE_0F (w);
  float t = FMAF (x, 0x1.45f306p-2f, turns) + LIBM_NEARESTF;
  float k = t - LIBM_NEARESTF - turns;
  float r = FMAF (k, -0x1.921fb6p+1f, x);
  r += FMAF (u, phase, k * 0x1.777a5cp-24f);
  float z = r * r;
  float y = s * modulus * FMAF (r * z, SINF_WIDE_TAIL (z), r);
  return libm_negatef (y, libm_bitsf (t) << 31);
}

LIBM_PART float
libm_besself_huge (int order, int eighths, float x)
{
  float r;
  if (x == __builtin_inff ())
    return 0;
  uint32_t n = libm_reduce_hugef (x, &r);
  int back = r > 0;
  n += (eighths - 1) / 2 + back;
  float s = libm_rsqrtf (x);
  r += back ? -0x1.921fb6p-1f : 0x1.921fb6p-1f;
  r = FMAF (s * s, order ? 0.375f : -0.125f, r);
  return 0x1.988454p-1f * s * libm_sinf_quadrant (r, n);
}

LIBM_COLD float
libm_jf_huge (int order, float x)
{
  return x == x ? libm_besself_huge (order, order ? -1 : 1, x) : x + x;
}

LIBM_COLD float
libm_yf_special (int order, float x)
{
  if (x != x)
    return x + x;
  if (x <= 0)
    return x == 0 ? -__builtin_inff () : __builtin_nanf ("");
  if (x > 1)
    return libm_besself_huge (order, order ? -3 : -1, x);
  return order ? -0x1.45f306p-1f * libm_rcpf (x * 0x1p64f) * 0x1p64f
	 : FMAF (0x1.45f306p-1f, __gcuf_libm_logf (x), -0x1.2e4d6ap-4f);
}

LIBM_PART float
libm_j0f_near (float x)
{
  return SQUARES_LESSF (x, J0_SQUARE_1, J0_SQUARE_2)
	 * J0_NEARF (FMAF (-x, x, 56.0f));
}

LIBM_PART float
libm_j1f_near (float x)
{
  return x * (SQUARES_LESSF (x, J1_SQUARE_1, J1_SQUARE_2)
	      * J1_NEARF (FMAF (-x, x, 56.0f)));
}

LIBM float
__gcuf_libm_j0f (float x)
{
  x = __builtin_fabsf (x);
  if (x < BESSEL_FAR)
    return libm_j0f_near (x);
  if (__builtin_expect (x < LIBM_HUGE_ANGLEF, 1))
    return libm_besself_far (0, 0.25f, x);
  return libm_jf_huge (0, x);
}

LIBM float
__gcuf_libm_j1f (float x)
{
  float a = __builtin_fabsf (x);
  float y;
  if (a < BESSEL_FAR)
    return libm_j1f_near (x);
  if (__builtin_expect (a < LIBM_HUGE_ANGLEF, 1))
    y = libm_besself_far (1, -0.25f, a);
  else
    y = libm_jf_huge (1, a);
  return libm_negatef (y, libm_bitsf (x) & 1u << 31);
}

/* To base 2; LEAST is the representation.  */

LIBM_PART float
libm_besself_log2 (float x, float high, float low, int32_t least)
{
  int32_t e = (libm_bitsf (x) - least) & 0xff800000;
  float m = libm_from_bitsf (libm_bitsf (x) - e);
  float d = (m - high) - low;
  float u = (d + d) * libm_rcpf (m + high);
  float v = u * u;
  float p = FMAF (u * v, LOG2F_ODD_TAIL (v), u * 0x1.715476p+0f);
  return FMAF (e, 0x1p-23f, p);
}

LIBM_PART float
libm_y0f_near (float x)
{
  if (x < Y0_END)
    {
      float l = libm_besself_log2 (x, Y0_ZERO_1_HIGHF, Y0_ZERO_1_LOWF,
				   0x3f21c135);
      float t = FMAF (x, x, -5.0f);
      return FMAF (l, Y0_LOG2F (t), SQUARE_LESSF (x, Y0_SQUARE_1) * Y0_NEARF (t));
    }
  return SQUARES_LESSF (x, Y0_SQUARE_2, Y0_SQUARE_3) * Y0_MIDDLEF (x - 6.5f);
}

LIBM_PART float
libm_y1f_near (float x)
{
  if (x < Y1_END)
    {
      float l = libm_besself_log2 (x, Y1_ZERO_1_HIGHF, Y1_ZERO_1_LOWF,
				   0x3fc6dccf);
      float t = FMAF (x, x, -6.0f);
      float y = FMAF (l * (x * x), Y1_LOG2F (t),
		      SQUARE_LESSF (x, Y1_SQUARE_1) * Y1_NEARF (t));
      return y * libm_rcpf (x);
    }
  return SQUARE_LESSF (x, Y1_SQUARE_2) * Y1_MIDDLEF (x - 6.75f);
}

LIBM_PART int
libm_yf_usual (float x)
{
  return __builtin_expect (x > BESSEL_TINYF && x < LIBM_HUGE_ANGLEF, 1);
}

LIBM float
__gcuf_libm_y0f (float x)
{
  if (!libm_yf_usual (x))
    return libm_yf_special (0, x);
  return x < BESSEL_FAR ? libm_y0f_near (x) : libm_besself_far (0, -0.25f, x);
}

LIBM float
__gcuf_libm_y1f (float x)
{
  if (!libm_yf_usual (x))
    return libm_yf_special (1, x);
  return x < BESSEL_FAR ? libm_y1f_near (x) : libm_besself_far (1, -0.75f, x);
}
