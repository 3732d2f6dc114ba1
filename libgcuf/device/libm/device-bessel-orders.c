/* Bessel functions of any order of device code.
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

/* Included after device-bessel.c.

   From functions of the orders 0 and 1 the recurrence, Abramowitz and Stegun
   9.1.27, leads to those of others where it is stable: for Yn always, and for
   Jn if X is not less than the order.  */

/* 2 K / X, of R, the nearest number to 2 / X, and LOW, what it lacks.  */
#define RATIO(k, r, low) FMA (k, r, k * low)
#define REDUCE_RATIO(r, low, x)						\
  double r = libm_rcp (x);						\
  double low = FMA (-x, r, 1.0) * (r + r);				\
  r += r

/* Both orders at once, for they have the same ranges.  */

LIBM_ROUTINE static inline __attribute__ ((always_inline)) void
libm_j_pair (double x, double *j0, double *j1)
{
  if (x < BESSEL_FAR)
    {
      *j0 = libm_j0_near (x);
      *j1 = libm_j1_near (x);
    }
  else if (__builtin_expect (x < LIBM_HUGE_ANGLE, 1))
    {
      *j0 = libm_bessel_far (0, 0.25, x);
      *j1 = libm_bessel_far (1, -0.25, x);
    }
  else
    {
      *j0 = libm_j_huge (0, x);
      *j1 = libm_j_huge (1, x);
    }
}

LIBM_ROUTINE static inline __attribute__ ((always_inline)) void
libm_y_pair (double x, double *y0, double *y1)
{
  if (!libm_y_usual (x))
    {
      *y0 = libm_y_special (0, x);
      *y1 = libm_y_special (1, x);
    }
  else if (x < BESSEL_FAR)
    {
      *y0 = libm_y0_near (x);
      *y1 = libm_y1_near (x);
    }
  else
    {
      *y0 = libm_bessel_far (0, -0.25, x);
      *y1 = libm_bessel_far (1, -0.75, x);
    }
}

/* The power series, A&S 9.1.10, for 0 <= Q = X**2 / 4 < N + 1.  Sum and product
   are quotients, whose parts are computed side by side.  */

LIBM_PART double
libm_j_series (uint32_t n, double x, double q)
{
  double half = 0.5 * x;
  double power = 1, factorial = 1;
  for (uint32_t k = 1; k <= n; k++)
    {
      power *= half;
      factorial *= k;
      if (factorial > 0x1p500)
	{
	  power *= libm_rcp (factorial);
	  factorial = 1;
	}
    }
  /* From the last term on; K (N + K) and Q are both divided by N + 1.  */
  double r = libm_rcp (n + 1.0);
  double scaled = q * r;
  double above = 1, below = 1;
  for (double k = 18; k > 0; k--)
    {
      below *= k * FMA (k - 1, r, 1.0);
      above = FMA (-scaled, above, below);
    }
  return libm_quotient (power * above, factorial * below);
}

/* The recurrence downwards, J. C. P. Miller's, from an order that is so far above
   N that it would add nothing to the sum, A&S 9.1.46, for any X < N.  */

LIBM_PART double
libm_j_miller (uint32_t n, double x)
{
  float root = libm_ex2f (libm_lg2f (n) * 0x1.555556p-2f);
  uint32_t k = (n + (uint32_t) (12 * root) + 4) & -2;
  REDUCE_RATIO (r, low, x);
  double even = 1, odd = 0, sum = 1, y = 0;
  for (double number = k; k; k -= 2)
    {
      odd = FMA (RATIO (number, r, low), even, -odd);
      number -= 1;
      even = FMA (RATIO (number, r, low), odd, -even);
      number -= 1;
      sum += even;
      y = n == k - 1 ? odd : n == k - 2 ? even : y;
      if (__builtin_fabs (even) > 0x1p500)
	{
	  even *= 0x1p-500;
	  odd *= 0x1p-500;
	  sum *= 0x1p-500;
	  y *= 0x1p-500;
	}
    }
  return libm_quotient (y, sum + sum - even);
}

/* Jn (X) for X < N, or infinite, or not a number.  */

LIBM_COLD double
libm_j_above (uint32_t n, double x)
{
  double q = 0.25 * x * x;
  if (x - x != 0)
    return x == x ? 0 : x + x;
  /* It vanishes: A&S 9.3.7.  */
  if (n > 2000 && x < 0.5 * n)
    return 0;
  return q < n + 1.0 ? libm_j_series (n, x, q) : libm_j_miller (n, x);
}

LIBM_PART double
libm_j_forward (uint32_t n, double x)
{
  double last, y;
  libm_j_pair (x, &last, &y);
  if (n == 0)
    return last;
  REDUCE_RATIO (r, low, x);
  for (double k = 1; k < n; k++)
    {
      double next = FMA (RATIO (k, r, low), y, -last);
      last = y;
      y = next;
    }
  return y;
}

LIBM double
__gcuf_libm_jn (int n, double x)
{
  uint32_t order = n < 0 ? -(uint32_t) n : (uint32_t) n;
  double a = __builtin_fabs (x);
  double y = a >= order && a < LIBM_INF ? libm_j_forward (order, a)
	     : libm_j_above (order, a);
  /* Odd ones are odd in both.  */
  return libm_negate (y, (libm_high (x) ^ n) & order << 31);
}

/* Where X is tiny, infinite, not positive or not a number.  */

LIBM_COLD double
libm_yn_special (uint32_t n, double x)
{
  return n > 1 && x > 0 && x < 1 ? -LIBM_INF : libm_y_special (n != 0, x);
}

LIBM_PART double
libm_y_forward (uint32_t n, double x)
{
  double last, y;
  libm_y_pair (x, &last, &y);
  if (n == 0)
    return last;
  REDUCE_RATIO (r, low, x);
  for (double k = 1; k < n && y > -LIBM_INF; k++)
    {
      double next = FMA (RATIO (k, r, low), y, -last);
      last = y;
      y = next;
    }
  return y;
}

LIBM double
__gcuf_libm_yn (int n, double x)
{
  uint32_t order = n < 0 ? -(uint32_t) n : (uint32_t) n;
  double y = x > BESSEL_TINY && x < LIBM_INF ? libm_y_forward (order, x)
	     : libm_yn_special (order, x);
  return libm_negate (y, n & order << 31);
}

/* --- Single precision --------------------------------------------------- */

#define REDUCE_RATIOF(r, low, x)					\
  float r = libm_rcpf (x);						\
  float low = FMAF (-x, r, 1.0f) * (r + r);				\
  r += r
#define RATIOF(k, r, low) FMAF (k, r, k * low)

LIBM_ROUTINE static inline __attribute__ ((always_inline)) void
libm_jf_pair (float x, float *j0, float *j1)
{
  if (x < BESSEL_FAR)
    {
      *j0 = libm_j0f_near (x);
      *j1 = libm_j1f_near (x);
    }
  else if (__builtin_expect (x < LIBM_HUGE_ANGLEF, 1))
    {
      *j0 = libm_besself_far (0, 0.25f, x);
      *j1 = libm_besself_far (1, -0.25f, x);
    }
  else
    {
      *j0 = libm_jf_huge (0, x);
      *j1 = libm_jf_huge (1, x);
    }
}

LIBM_ROUTINE static inline __attribute__ ((always_inline)) void
libm_yf_pair (float x, float *y0, float *y1)
{
  if (!libm_yf_usual (x))
    {
      *y0 = libm_yf_special (0, x);
      *y1 = libm_yf_special (1, x);
    }
  else if (x < BESSEL_FAR)
    {
      *y0 = libm_y0f_near (x);
      *y1 = libm_y1f_near (x);
    }
  else
    {
      *y0 = libm_besself_far (0, -0.25f, x);
      *y1 = libm_besself_far (1, -0.75f, x);
    }
}

LIBM_PART float
libm_jf_series (uint32_t n, float x, float q)
{
  float half = 0.5f * x;
  float power = 1, factorial = 1;
  for (uint32_t k = 1; k <= n; k++)
    {
      power *= half;
      factorial *= k;
      if (factorial > 0x1p60f)
	{
	  power *= libm_rcpf (factorial);
	  factorial = 1;
	}
    }
  float r = libm_rcpf (n + 1.0f);
  float scaled = q * r;
  float above = 1, below = 1;
  for (float k = 11; k > 0; k--)
    {
      below *= k * FMAF (k - 1, r, 1.0f);
      above = FMAF (-scaled, above, below);
    }
  return libm_quotientf (power, factorial) * libm_quotientf (above, below);
}

LIBM_PART float
libm_jf_miller (uint32_t n, float x)
{
  float root = libm_ex2f (libm_lg2f (n) * 0x1.555556p-2f);
  uint32_t k = (n + (uint32_t) (7 * root) + 4) & -2;
  REDUCE_RATIOF (r, low, x);
  float even = 1, odd = 0, sum = 1, y = 0;
  for (float number = k; k; k -= 2)
    {
      odd = FMAF (RATIOF (number, r, low), even, -odd);
      number -= 1;
      even = FMAF (RATIOF (number, r, low), odd, -even);
      number -= 1;
      sum += even;
      y = n == k - 1 ? odd : n == k - 2 ? even : y;
      if (__builtin_fabsf (even) > 0x1p60f)
	{
	  even *= 0x1p-60f;
	  odd *= 0x1p-60f;
	  sum *= 0x1p-60f;
	  y *= 0x1p-60f;
	}
    }
  return libm_quotientf (y, sum + sum - even);
}

LIBM_COLD float
libm_jf_above (uint32_t n, float x)
{
  float q = 0.25f * x * x;
  if (x - x != 0)
    return x == x ? 0 : x + x;
  if (n > 300 && x < 0.5f * n)
    return 0;
  return q < n + 1.0f ? libm_jf_series (n, x, q) : libm_jf_miller (n, x);
}

LIBM_PART float
libm_jf_forward (uint32_t n, float x)
{
  float last, y;
  libm_jf_pair (x, &last, &y);
  if (n == 0)
    return last;
  REDUCE_RATIOF (r, low, x);
  for (uint32_t k = 1; k < n; k++)
    {
      float next = FMAF (RATIOF (k, r, low), y, -last);
      last = y;
      y = next;
    }
  return y;
}

LIBM float
__gcuf_libm_jnf (int n, float x)
{
  uint32_t order = n < 0 ? -(uint32_t) n : (uint32_t) n;
  float a = __builtin_fabsf (x);
  float y = a >= order && a < __builtin_inff () ? libm_jf_forward (order, a)
	    : libm_jf_above (order, a);
  return libm_negatef (y, (libm_bitsf (x) ^ n) & order << 31);
}

LIBM_COLD float
libm_ynf_special (uint32_t n, float x)
{
  return n > 1 && x > 0 && x < 1 ? -__builtin_inff ()
	 : libm_yf_special (n != 0, x);
}

LIBM_PART float
libm_yf_forward (uint32_t n, float x)
{
  float last, y;
  libm_yf_pair (x, &last, &y);
  if (n == 0)
    return last;
  REDUCE_RATIOF (r, low, x);
  for (uint32_t k = 1; k < n && y > -__builtin_inff (); k++)
    {
      float next = FMAF (RATIOF (k, r, low), y, -last);
      last = y;
      y = next;
    }
  return y;
}

LIBM float
__gcuf_libm_ynf (int n, float x)
{
  uint32_t order = n < 0 ? -(uint32_t) n : (uint32_t) n;
  float y = x > BESSEL_TINYF && x < __builtin_inff ()
	    ? libm_yf_forward (order, x) : libm_ynf_special (order, x);
  return libm_negatef (y, n & order << 31);
}
