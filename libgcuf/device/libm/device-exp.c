/* Exponential functions of device code.
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

#define LOG2_E 0x1.71547652b82fep+0
#define LN2_HIGH 0x1.62e42fefa39efp-1
#define LN2_LOW 0x1.abc9e3b39803fp-56

/* X * 2**N, -2044 <= N <= 2046, where the result may be out of range.  */

LIBM_PART double
libm_scale (double x, int n)
{
  int half = n >> 1;
  return x * libm_power_of_2 (half) * libm_power_of_2 (n - half);
}

/* P * 2**N for P between 0.5 and 2.  It is the exponential of X, for which
   2**N is normal if |X| < NORMAL, and the result out of range if
   |X| > GREATEST.  */

LIBM_PART double
libm_finish_exp (double p, int n, double x, double normal, double greatest)
{
  if (__builtin_expect (__builtin_fabs (x) < normal, 1))
    return libm_from_words (libm_high (p) + (n << 20), libm_low (p));
  return x != x ? x + x : x > greatest ? LIBM_INF : x < -greatest ? 0
	 : libm_scale (p, n);
}

/* The part of X that is left of whole multiples of log (2), and their
   number.  */
#define REDUCE_EXP(r, n, x)						\
  double t = FMA (x, LOG2_E, LIBM_NEAREST);				\
  double k = t - LIBM_NEAREST;						\
  int n = libm_low (t);							\
  double r = FMA (k, -LN2_LOW, FMA (k, -LN2_HIGH, x))

/* exp (R) for |R| at most log (2) / 2.  */

LIBM_PART double
libm_exp_reduced (double r)
{
  double p = EXP_TAIL (r);
  return FMA (FMA (p, r, 1.0), r, 1.0);
}

LIBM double
__gcuf_libm_exp (double x)
{
  REDUCE_EXP (r, n, x);
  return libm_finish_exp (libm_exp_reduced (r), n, x, 708, 750);
}

LIBM double
__gcuf_libm_exp2 (double x)
{
  double t = x + LIBM_NEAREST;
  double r = x - (t - LIBM_NEAREST);
  return libm_finish_exp (FMA (r, EXP2_TAIL (r), 1.0), libm_low (t), x, 1022,
			  1080);
}

/* exp (HIGH + LOW), where LOW is a rounding error of HIGH.  */

LIBM_PART double
libm_exp_pair (double high, double low)
{
  REDUCE_EXP (r, n, high);
  return libm_finish_exp (libm_exp_reduced (r + low), n, high, 708, 750);
}

LIBM double
__gcuf_libm_exp10 (double x)
{
  double t = FMA (x, 0x1.a934f0979a371p+1, LIBM_NEAREST);
  double k = t - LIBM_NEAREST;
  /* Less whole multiples of log10 (2), then times log (10), each of which is
     given in two parts.  */
  double first = FMA (k, -0x1.34413509f79ffp-2, x);
  double f = FMA (k, 0x1.9dc1da994fd21p-59, first);
  double flow = FMA (k, 0x1.9dc1da994fd21p-59, first - f);
  double high = f * 0x1.26bb1bbb55516p+1;
  double low = FMA (f, 0x1.26bb1bbb55516p+1, -high);
  low = FMA (f, -0x1.f48ad494ea3e9p-53,
	     FMA (flow, 0x1.26bb1bbb55516p+1, low));
  double p = FMA (EXP_TAIL (high), high, 1.0);
  p = FMA (p, high, FMA (low, high, low)) + 1.0;
  return libm_finish_exp (p, libm_low (t), x, 307, 326);
}

/* exp (X) - 1 is 2**N (Q + 1) - 1, Q being this function of X less multiples of
   log (2).  Near zero there is no reduction, so that the sum does not
   cancel.  */

#define REDUCE_EXPM1(q, n, x)						\
  double t = FMA (x, LOG2_E, LIBM_NEAREST);				\
  int n = libm_low (t);							\
  n = x > -0.42 && x < 0.55 ? 0 : n;					\
  double k = n;								\
  double first = FMA (k, -LN2_HIGH, x);					\
  double r = FMA (k, -LN2_LOW, first);					\
  double low = FMA (k, -LN2_LOW, first - r);				\
  double q = r + FMA (r * r, EXPM1_TAIL (r), low)

LIBM double
__gcuf_libm_expm1 (double x)
{
  double y = x > 800 ? 800 : x < -50 ? -50 : x;
  REDUCE_EXPM1 (q, n, y);
  /* Half of it, where 2**N is too large.  */
  int m = n > 1000 ? n - 1 : n;
  double scale = libm_power_of_2 (m < -100 ? -100 : m > 1023 ? 1023 : m);
  double z = (n > 1000 ? 2 * (q * scale + scale)
	      : n > 40 ? FMA (q, scale, -1.0) + scale
	      : FMA (q, scale, scale - 1.0));
  z = x > 710 ? LIBM_INF : z;
  /* The sign of a zero, and NaN.  */
  return n == 0 || x != x ? libm_sign (q, x) : z;
}

/* --- Single precision --------------------------------------------------- */

/* 2**(HIGH + LOW), where LOW is a rounding error of HIGH, more exactly: by a
   polynomial in place of the instruction.  */

LIBM_PART float
libm_exp2f_pair (float high, float low)
{
  float x = libm_minf (libm_maxf (high, -200), 200);
  float t = x + LIBM_NEARESTF;
  float r = (x - (t - LIBM_NEARESTF)) + libm_selectf (x == high, low, 0);
  float p = FMAF (r, EXP2F_TAIL (r), 1.0f);
  /* In two factors, so that only the last product rounds.  */
  int n = libm_bitsf (t) - libm_bitsf (LIBM_NEARESTF);
  int half = n >> 1;
  return p * libm_power_of_2f (half) * libm_power_of_2f (n - half);
}

LIBM float
__gcuf_libm_exp2f (float x)
{
  float y = libm_exp2f_pair (x, 0);
  return x != x ? x + x : y;
}

/* The whole number N next to X log2 (e) is kept between -126 and 126, so that
   its power of 2 is normal, by the instruction that keeps a sum between 0 and
   1.  The remainder goes to the other instruction, which, with the product,
   handles results that are out of range.  */

LIBM float
__gcuf_libm_expf (float x)
{
  float s = libm_saturatedf (x, 0x1.715476p+0f / 252, 0.5f);
  float t = FMAF (s, 252.0f, LIBM_NEARESTF + 1);
  float n = t - (LIBM_NEARESTF + 1 + 126);
  float f = FMAF (x, 0x1.4ae0c0p-26f, FMAF (x, 0x1.715476p+0f, -n));
  /* The low bits of T are N + 127, the exponent of 2**N.  */
  return libm_ex2f (f) * libm_from_bitsf ((uint32_t) libm_bitsf (t) << 23);
}

LIBM float
__gcuf_libm_exp10f (float x)
{
  float h = x * 0x1.a934f0p+1f;
  float l = FMAF (x, 0x1.2f346ep-24f, FMAF (x, 0x1.a934f0p+1f, -h));
  float y = libm_exp2f_pair (h, l);
  return x != x ? x + x : y;
}

/* The same; the number of multiples is K, and in the low bits of T.  */
#define REDUCE_EXPM1F(q, k, t, near, x)					\
  float t = FMAF (x, 0x1.715476p+0f, LIBM_NEARESTF);			\
  float k = t - LIBM_NEARESTF;						\
  int near = x > -0.42f && x < 0.55f;					\
  k = near ? 0 : k;							\
  t = near ? LIBM_NEARESTF : t;						\
  float first = FMAF (k, -0x1.62e430p-1f, x);				\
  float r = FMAF (k, 0x1.05c610p-29f, first);				\
  float low = FMAF (k, 0x1.05c610p-29f, first - r);			\
  float q = r + FMAF (r * r, EXPM1F_TAIL (r), low)

LIBM float
__gcuf_libm_expm1f (float x)
{
  float y = libm_minf (libm_maxf (x, -30), 100);
  REDUCE_EXPM1F (q, k, t, near, y);
  /* Half of it, where 2**K is too large.  */
  int half = k > 120;
  float scale = libm_from_bitsf ((uint32_t) (libm_bitsf (t) + 127 - half)
				 << 23);
  float z = (half ? 2 * (q * scale + scale)
	     : k > 20 ? FMAF (q, scale, -1.0f) + scale
	     : FMAF (q, scale, scale - 1.0f));
  z = x > 89 ? __builtin_inff () : z;
  return near || x != x ? libm_signf (q + (x - y), x) : z;
}
