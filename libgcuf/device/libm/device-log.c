/* Logarithms and powers of device code.
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

/* The logarithm is that of M, which is between sqrt (1/2) and sqrt (2), and of
   2**K.  With F = M - 1 and U = 2 F / (2 + F), log (M) is an odd function of U:
   P. T. P. Tang, Table-driven implementation of the logarithm function, ACM
   TOMS 16, 1990, without the tables.  */

/* M and K of X, which is positive and finite.  */
#define REDUCE_LOG(m, k, x)						\
  int k;								\
  double m;								\
  {									\
    double x_ = x;							\
    int tiny_ = x_ < 0x1p-1022;						\
    x_ = tiny_ ? x_ * 0x1p54 : x_;					\
    int h_ = libm_high (x_);						\
    /* 0x3fe6a09e is the high word of sqrt (1/2).  */			\
    k = (h_ - 0x3fe6a09e) >> 20;					\
    m = libm_from_words (h_ - (k << 20), libm_low (x_));		\
    k -= tiny_ ? 54 : 0;						\
  }

/* The quotient 2 F / (2 + F), and its rounding error.  */
#define LOG_QUOTIENT(u, lack, f)					\
  double rcp_ = libm_rcp (2.0 + f);					\
  double u = f * rcp_;							\
  u = u + u;								\
  double lack_ = f - u;							\
  double lack = rcp_ * FMA (-u, f, lack_ + lack_)

/* log (X) if X is not a positive finite number.  */

LIBM_PART double
libm_log_special (double x)
{
  return x == 0 ? -LIBM_INF : x < 0 ? LIBM_NAN : x + x;
}

LIBM_PART int
libm_positive_finite (double x)
{
  return x > 0 && x < LIBM_INF;
}

#define LN2_FIRST 0x1.62e42fefa39efp-1
#define LN2_SECOND 0x1.abc9e3b39803fp-56

/* log (1 + F) + K log (2), F corrected by LOW.  */

LIBM_PART double
libm_log_core (double f, double low, double k)
{
  LOG_QUOTIENT (u, lack, f);
  double v = u * u;
  double tail = FMA (u * v, LOG_TAIL (v), lack + low);
  /* K log (2) + U, and the rounding error.  */
  double sum = FMA (k, LN2_FIRST, u);
  double lost = u - FMA (-k, LN2_FIRST, sum);
  return sum + (tail + FMA (k, LN2_SECOND, lost));
}

LIBM double
__gcuf_libm_log (double x)
{
  REDUCE_LOG (m, k, x);
  double y = libm_log_core (m - 1.0, 0, k);
  return libm_positive_finite (x) ? y : libm_log_special (x);
}

/* The logarithm to another base is K * UNIT + log (M) * SCALE; each constant
   has two parts.  */

LIBM_PART double
libm_log_base (double x, double unit, double unit_low, double scale,
	       double scale_low)
{
  REDUCE_LOG (m, k, x);
  double f = m - 1.0;
  LOG_QUOTIENT (u, lack, f);
  double v = u * u;
  double tail = FMA (u * v, LOG_TAIL (v), lack);
  double high = u * scale;
  double low = FMA (u, scale, -high) + FMA (u, scale_low, tail * scale);
  double sum = FMA ((double) k, unit, high);
  double lost = high - FMA ((double) -k, unit, sum);
  double y = sum + (low + FMA ((double) k, unit_low, lost));
  return libm_positive_finite (x) ? y : libm_log_special (x);
}

LIBM double
__gcuf_libm_log2 (double x)
{
  return libm_log_base (x, 1, 0, 0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56);
}

LIBM double
__gcuf_libm_log10 (double x)
{
  return libm_log_base (x, 0x1.34413509f79ffp-2, -0x1.9dc1da994fd21p-59,
			0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57);
}

/* log (1 + X) for X > -1, finite.  */

LIBM_PART double
libm_log1p_core (double x)
{
  double s = 1.0 + x;
  /* The rounding error of the sum.  */
  double c = x > 1.0 ? 1.0 - (s - x) : x - (s - 1.0);
  int h = libm_high (s);
  int k = (h - 0x3fe6a09e) >> 20;
  int small = x > -0.25 && x < 0.375;
  k = small ? 0 : k;
  double m = libm_from_words (h - (k << 20), libm_low (s));
  double scale = libm_from_words ((1023 - (k > 1022 ? 1022 : k)) << 20, 0);
  double f = small ? x : m - 1.0;
  double low = small ? 0 : c * scale * libm_rcp (m);
  return libm_log_core (f, low, k);
}

LIBM double
__gcuf_libm_log1p (double x)
{
  double y = libm_log1p_core (x);
  if (__builtin_expect (!(x > -1 && x < LIBM_INF), 0))
    return x == -1 ? -LIBM_INF : x < -1 ? LIBM_NAN : x + x;
  return __builtin_fabs (x) < 0x1p-54 ? x : y;
}

/* --- Powers ------------------------------------------------------------- */

/* log (X) as *HIGH + *LOW with about 68 bits, X positive and finite.  */
#define LOG_PAIR(high, low, x)						\
  REDUCE_LOG (m_, k_, x);						\
  double f_ = m_ - 1.0;							\
  LOG_QUOTIENT (u_, ulow_, f_);						\
  /* U**2 and U**3 in two parts, of which a twelfth.  */			\
  double v_ = u_ * u_;							\
  double vlow_ = FMA (u_ + u_, ulow_, FMA (u_, u_, -v_));			\
  double w_ = u_ * v_;							\
  double wlow_ = FMA (u_, vlow_, FMA (ulow_, v_, FMA (u_, v_, -w_)));	\
  double a_ = w_ * 0x1.5555555555555p-4;				\
  double alow_ = FMA (w_, 0x1.5555555555555p-4, -a_);			\
  alow_ = FMA (w_, 0x1.5555555555555p-58,				\
	       FMA (wlow_, 0x1.5555555555555p-4, alow_));		\
  alow_ = FMA (w_ * v_, LOG_TAIL_5 (v_), alow_);				\
  double b_ = u_ + a_;							\
  double blow_ = (u_ - b_) + a_ + (alow_ + ulow_);			\
  double kd_ = k_;							\
  double c_ = FMA (kd_, LN2_FIRST, b_);					\
  double clow_ = b_ - FMA (-kd_, LN2_FIRST, c_);				\
  clow_ += FMA (kd_, LN2_SECOND, blow_);				\
  double high = c_ + clow_;						\
  double low = (c_ - high) + clow_

/* X**Y for positive finite X.  */

LIBM_PART double
libm_pow_core (double x, double y)
{
  LOG_PAIR (high, low, x);
  /* Beyond this the result is out of range, whatever X.  */
  double z = y > 0x1p70 ? 0x1p70 : y < -0x1p70 ? -0x1p70 : y;
  double p = z * high;
  double plow = FMA (z, low, FMA (z, high, -p));
  return libm_exp_pair (p, plow);
}

/* X**Y where one of them is zero, infinite or NaN, or X is negative.  */

LIBM_COLD double
libm_pow_special (double x, double y)
{
  double size = __builtin_fabs (y);
  int whole = size >= 0x1p53 || __builtin_trunc (y) == y;
  int odd = whole && size < 0x1p53 && ((int64_t) y & 1);

  if (x == 1 || y == 0)
    return 1;
  if (x != x || y != y)
    return x + y;
  if (size == LIBM_INF)
    {
      double a = __builtin_fabs (x);
      return a == 1 ? 1 : (a > 1) == (y > 0) ? LIBM_INF : 0;
    }
  if (x == 0 || x - x != 0)
    {
      double z = (x == 0) == (y > 0) ? 0 : LIBM_INF;
      return odd ? libm_sign (z, x) : z;
    }
  if (!whole)
    return LIBM_NAN;
  x = libm_pow_core (-x, y);
  return odd ? -x : x;
}

/* True if Y, a constant, is such a power that few products of its base and its
   roots have less error than CUDA allows a power, which is two units of the last
   place.  */

LIBM_PART int
libm_root_power_p (double y)
{
  double part = y - __builtin_floor (y);
  return (part == 0 ? y == -2 || (y > 0 && y <= 4)
	  : part == 0.5 ? y >= -1.5 && y <= 3.5
	  : part == 0.25 || part == 0.75 ? y >= -0.25 && y <= 1.25 : 0);
}

/* X**Y for such a Y.  Zero loses its sign where a root is taken.  No power of a
   negative base but a whole one has a value (Fortran 2018, 10.1.5.2.4), infinite or
   not.  The reciprocal is of what cannot be out of range before the power is.  */

#define POWER_BY_ROOTS(suffix, type)					\
  LIBM_PART type							\
  libm_pow_by_roots##suffix (type x, type y)				\
  {									\
    type n = __builtin_fabs (y), part = n - __builtin_trunc (n);	\
    type base = part != 0 ? x + 0 : x, power = 1;			\
    if (y <= -1)							\
      base = 1 / base;							\
    if (part != 0)							\
      {									\
	type root = __builtin_sqrt##suffix (base);			\
	power = part == 0.5 ? root : __builtin_sqrt##suffix (root);	\
	if (part == 0.75)						\
	  power *= root;						\
      }									\
    for (; n >= 1; n--)							\
      power *= base;							\
    return y < 0 && y > -1 ? 1 / power : power;				\
  }

POWER_BY_ROOTS (, double)
POWER_BY_ROOTS (f, float)

LIBM double
__gcuf_libm_pow (double x, double y)
{
  /* GCC's own rules no longer apply once a function is inlined.  */
  if (__builtin_constant_p (y) && y == -1)
    return 1 / x;
  if (__builtin_constant_p (y) && libm_root_power_p (y))
    return libm_pow_by_roots (x, y);
  if (__builtin_expect (x > 0 && x < LIBM_INF && y - y == 0, 1))
    return libm_pow_core (x, y);
  return libm_pow_special (x, y);
}

/* --- Single precision --------------------------------------------------- */

/* M, which is between 2/3 and 4/3, and K of X.  */
#define REDUCE_LOGF(m, k, x)						\
  float m, k;								\
  {									\
    float x_ = x;							\
    int tiny_ = x_ < 0x1p-126f;						\
    x_ = libm_selectf (tiny_, x_ * 0x1p23f, x_);			\
    /* 0x3f2aaaab is 2/3.  */						\
    int e_ = (libm_bitsf (x_) - 0x3f2aaaab) & 0xff800000;		\
    m = libm_from_bitsf (libm_bitsf (x_) - e_);				\
    k = FMAF (e_, 0x1p-23f, libm_selectf (tiny_, -23.0f, 0.0f));	\
  }

/* Y, the logarithm of X, if X is positive and finite; else the special
   value.  */

LIBM_PART float
libm_logf_special (float x, float y)
{
  float inf = __builtin_inff ();

  /* Infinity, and not a number where X is negative or none.  */
  y = libm_selectf ((uint32_t) libm_bitsf (x) >= 0x7f800000u,
		    FMAF (x, inf, inf), y);
  return libm_selectf (x == 0, -inf, y);
}

LIBM float
__gcuf_libm_logf (float x)
{
  REDUCE_LOGF (m, k, x);
  float f = m - 1.0f;
  float p = FMAF (f * f, LOGF_TAIL (f), f);
  return libm_logf_special (x, FMAF (k, 0x1.62e430p-1f, p));
}

LIBM float
__gcuf_libm_log2f (float x)
{
  REDUCE_LOGF (m, k, x);
  float f = m - 1.0f;
  float p = FMAF (f, 0x1.4ae0c0p-26f, f * f * LOG2F_TAIL (f));
  float s = FMAF (f, 0x1.715476p+0f, k);
  float lost = FMAF (f, 0x1.715476p+0f, k - s);
  return libm_logf_special (x, s + (p + lost));
}

LIBM float
__gcuf_libm_log10f (float x)
{
  REDUCE_LOGF (m, k, x);
  float f = m - 1.0f;
  float q = f * f * LOGF_TAIL (f);
  float s = FMAF (q, 0x1.bcb7b2p-2f, (f + q) * -0x1.5b235ep-27f);
  s = FMAF (k, -0x1.ec10c0p-27f, s);
  s = FMAF (f, 0x1.bcb7b2p-2f, s);
  return libm_logf_special (x, FMAF (k, 0x1.344136p-2f, s));
}

LIBM float
__gcuf_libm_log1pf (float x)
{
  float s = 1.0f + x;
  float c = x > 1.0f ? 1.0f - (s - x) : x - (s - 1.0f);
  int e = (libm_bitsf (s) - 0x3f2aaaab) & 0xff800000;
  int small = x > -0.3f && x < 0.3f;
  e = small ? 0 : e;
  float scale = libm_from_bitsf (0x3f800000 - (e > 0x3f000000 ? 0x3f000000
					       : e));
  float m = libm_from_bitsf (libm_bitsf (s) - e);
  float f = small ? x : m - 1.0f;
  float low = small ? 0 : c * scale * libm_rcpf (m);
  float p = f + FMAF (f * f, LOGF_TAIL (f), low);
  float y = FMAF ((float) e * 0x1p-23f, 0x1.62e430p-1f, p);
  if (__builtin_expect (!(x > -1 && x < __builtin_inff ()), 0))
    return x == -1 ? -__builtin_inff () : x < -1 ? __builtin_nanf ("") : x + x;
  return x == 0 ? x : y;
}

/* X**Y for positive finite X.  The logarithm to base 2 is K + log2 (1 + F), and
   that an odd function of U = 2 F / (2 + F), as in double precision.  */

LIBM_PART float
libm_powf_core (float x, float y)
{
  /* M is between sqrt (1/2) and sqrt (2).  */
  int tiny = x < 0x1p-126f;
  float a = libm_selectf (tiny, x * 0x1p24f, x);
  int e = (libm_bitsf (a) - 0x3f3504f3) & 0xff800000;
  float k = FMAF (e, 0x1p-23f, libm_selectf (tiny, -24.0f, 0.0f));
  float f = libm_from_bitsf (libm_bitsf (a) - e) - 1.0f;
  float r = libm_rcpf (2.0f + f);
  float u = f * r;
  u = u + u;
  float lack = f - u;
  float ulow = r * FMAF (-u, f, lack + lack);
  /* U**3 and more, of which a third of the derivative is W.  */
  float v = u * u;
  float w = v * LOG2F_ODD_TAIL (v);
  /* K + U / log (2), and the rounding error.  */
  float c = FMAF (u, 0x1.715476p+0f, k);
  float clow = FMAF (u, 0x1.715476p+0f, k - c);
  clow = FMAF (ulow, 0x1.715476p+0f, clow);
  clow = FMAF (u, 0x1.4ae0c0p-26f, clow);
  clow = FMAF (u, w, FMAF (ulow, 3.0f * w, clow));
  float high = c + clow;
  float low = clow - (high - c);
  float z = libm_minf (libm_maxf (y, -0x1p60f), 0x1p60f);
  float p = z * high;
  float plow = FMAF (z, low, FMAF (z, high, -p));
  return libm_exp2f_pair (p, plow);
}

LIBM_COLD float
libm_powf_special (float x, float y)
{
  float size = __builtin_fabsf (y);
  int whole = size >= 0x1p24f || __builtin_truncf (y) == y;
  int odd = whole && size < 0x1p24f && ((int) y & 1);

  if (x == 1 || y == 0)
    return 1;
  if (x != x || y != y)
    return x + y;
  if (size == __builtin_inff ())
    {
      float a = __builtin_fabsf (x);
      return a == 1 ? 1 : (a > 1) == (y > 0) ? size : 0;
    }
  if (x == 0 || x - x != 0)
    {
      float z = (x == 0) == (y > 0) ? 0 : __builtin_inff ();
      return odd ? libm_signf (z, x) : z;
    }
  if (!whole)
    return __builtin_nanf ("");
  x = libm_powf_core (-x, y);
  return odd ? -x : x;
}

LIBM float
__gcuf_libm_powf (float x, float y)
{
  if (__builtin_constant_p (y) && y == -1)
    return 1 / x;
  if (__builtin_constant_p (y) && libm_root_power_p (y))
    return libm_pow_by_rootsf (x, y);
  if (__builtin_expect (x > 0 && x < __builtin_inff () && y - y == 0, 1))
    return libm_powf_core (x, y);
  return libm_powf_special (x, y);
}
