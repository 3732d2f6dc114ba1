/* Sine and cosine of multiples of pi on the cpu backend.
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


#include <stdint.h>

#include "gcuf-internal.h"

/* The argument is reduced without an error, so the results are exact where they
   are 0, 1 or -1, and elsewhere as good as sine and cosine near zero.  */

#define PI_HIGH 0x1.921fb54442d18p+1
#define PI_LOW 0x1.1a62633145c07p-53

/* From here on all doubles are even numbers.  */
#define ALL_EVEN 0x1p+53

/* The sine of pi X, a quarter of a period later if QUARTER is 1.  */
static double
pi_sine (double x, int quarter)
{
  if (!(__builtin_fabs (x) <= __DBL_MAX__))
    return x - x;
  if (__builtin_fabs (x) >= ALL_EVEN)
    return quarter ? 1 : __builtin_copysign (0, x);

  double n = __builtin_rint (2 * x);
  double r = x - n / 2;
  int quadrant = ((int64_t) n + quarter) & 3;
  double high = PI_HIGH * r;
  double low = __builtin_fma (PI_HIGH, r, -high) + PI_LOW * r;
  if (r == 0 && !(quadrant & 1))
    return quarter ? 0 : __builtin_copysign (0, x);

  double sine = __builtin_sin (high), cosine = __builtin_cos (high);
  double y = quadrant & 1 ? cosine - low * sine : sine + low * cosine;
  return quadrant & 2 ? -y : y;
}

extern double __gcuf_math_sinpi (double), __gcuf_math_cospi (double);
extern float __gcuf_math_sinpif (float), __gcuf_math_cospif (float);
extern void __gcuf_math_sincospi (double, double *, double *);
extern void __gcuf_math_sincospif (float, float *, float *);

GCUF_EXPORT double
__gcuf_math_sinpi (double x)
{
  return pi_sine (x, 0);
}

GCUF_EXPORT double
__gcuf_math_cospi (double x)
{
  return pi_sine (x, 1);
}

GCUF_EXPORT float
__gcuf_math_sinpif (float x)
{
  return pi_sine (x, 0);
}

GCUF_EXPORT float
__gcuf_math_cospif (float x)
{
  return pi_sine (x, 1);
}

GCUF_EXPORT void
__gcuf_math_sincospi (double x, double *sine, double *cosine)
{
  *sine = pi_sine (x, 0);
  *cosine = pi_sine (x, 1);
}

GCUF_EXPORT void
__gcuf_math_sincospif (float x, float *sine, float *cosine)
{
  *sine = pi_sine (x, 0);
  *cosine = pi_sine (x, 1);
}
