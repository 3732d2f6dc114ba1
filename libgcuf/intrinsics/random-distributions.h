/* The distributions of module curand_device.
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


/* What cuRAND makes of the generators' numbers, in the same steps: uniform
   numbers in (0, 1], and normal ones by G. Box and M. Muller (A Note on the
   Generation of Random Normal Deviates, 1958) or, of a Sobol sequence, by the
   inverse of the distribution, here M. Wichura's (Algorithm AS 241, Applied
   Statistics 37, 1988).

   Included, after random-generators.h, with these macros defined besides:

   RANDOM_LOGF (X), RANDOM_LOG (X), RANDOM_EXPF (X), RANDOM_EXP (X)
   RANDOM_SINCOSF (X, SINE, COSINE)
     Fast ones, of an angle in (0, 2 pi).
   RANDOM_SINCOSPI (X, SINE, COSINE)
     Of pi times X.
   RANDOM_FMAF (X, Y, Z), RANDOM_FMA (X, Y, Z)
     X Y + Z, which cuRAND's compiler makes one instruction.  */

#ifndef GCUF_RANDOM_DISTRIBUTIONS_H
#define GCUF_RANDOM_DISTRIBUTIONS_H

#include "random-generators.h"

/* Two floats and two doubles.  */
struct random_pair { float x, y; };
struct random_pair_double { double x, y; };

/* --- Uniform distribution ------------------------------------------------ */

RANDOM_PART float
random_uniform_32 (uint32_t x)
{
  return x * 0x1p-32f + 0x1p-33f;
}

RANDOM_PART float
random_uniform_64 (uint64_t x)
{
  return random_uniform_32 (x >> 32);
}

RANDOM_PART double
random_uniform_double_32 (uint32_t x)
{
  return x * 0x1p-32 + 0x1p-32;
}

RANDOM_PART double
random_uniform_double_64 (uint64_t x)
{
  return (double) (int64_t) (x >> 11) * 0x1p-53 + 0x1p-54;
}

/* Of 53 bits of X and Y.  */

RANDOM_PART double
random_uniform_double_two (uint32_t x, uint32_t y)
{
  uint64_t z = x ^ (uint64_t) y << 21;
  return (double) (int64_t) z * 0x1p-53 + 0x1p-54;
}

RANDOM_PART float
random_uniform_xorwow (struct gcuf_xorwow *s)
{
  return random_uniform_32 (random_next_xorwow (s));
}

RANDOM_PART double
random_uniform_double_xorwow (struct gcuf_xorwow *s)
{
  uint32_t x = random_next_xorwow (s);
  return random_uniform_double_two (x, random_next_xorwow (s));
}

RANDOM_PART float
random_uniform_philox4_32_10 (struct gcuf_philox4_32_10 *s)
{
  return random_uniform_32 (random_next_philox4_32_10 (s));
}

RANDOM_PART double
random_uniform_double_philox4_32_10 (struct gcuf_philox4_32_10 *s)
{
  return random_uniform_double_32 (random_next_philox4_32_10 (s));
}

/* 1 / RANDOM_M1.  */
#define RANDOM_MRG_SCALE 2.3283065498378288e-10

RANDOM_PART double
random_uniform_double_mrg32k3a (struct gcuf_mrg32k3a *s)
{
  return random_step_mrg32k3a (s) * RANDOM_MRG_SCALE;
}

RANDOM_PART float
random_uniform_mrg32k3a (struct gcuf_mrg32k3a *s)
{
  return random_uniform_double_mrg32k3a (s);
}

/* --- Normal distribution ------------------------------------------------- */

#define RANDOM_2PI 0x1.921fb6p+2f

/* Of U in (0, 1] and the angle V, or pi times it.  */

RANDOM_PART struct random_pair
random_polar (float u, float v)
{
  struct random_pair r;
  float length = __builtin_sqrtf (-2.0f * RANDOM_LOGF (u));
  RANDOM_SINCOSF (v, &r.x, &r.y);
  r.x *= length;
  r.y *= length;
  return r;
}

RANDOM_PART struct random_pair_double
random_polar_double (double u, double v)
{
  struct random_pair_double r;
  double length = __builtin_sqrt (-2.0 * RANDOM_LOG (u));
  RANDOM_SINCOSPI (v, &r.x, &r.y);
  r.x *= length;
  r.y *= length;
  return r;
}

/* Of random bits.  */

RANDOM_PART struct random_pair
random_polar_of_bits (uint32_t x, uint32_t y)
{
  return random_polar (random_uniform_32 (x),
		       RANDOM_FMAF ((float) y, RANDOM_2PI * 0x1p-32f,
				    RANDOM_2PI * 0x1p-33f));
}

RANDOM_PART struct random_pair_double
random_polar_of_bits_double (uint32_t x0, uint32_t x1, uint32_t y0,
			     uint32_t y1)
{
  return random_polar_double (random_uniform_double_two (x0, x1),
			      2 * random_uniform_double_two (y0, y1));
}

/* The next two normal numbers of each generator.  */

RANDOM_PART struct random_pair
random_normal2_xorwow (struct gcuf_xorwow *s)
{
  uint32_t x = random_next_xorwow (s);
  return random_polar_of_bits (x, random_next_xorwow (s));
}

RANDOM_PART struct random_pair_double
random_normal2_double_xorwow (struct gcuf_xorwow *s)
{
  uint32_t x0 = random_next_xorwow (s), x1 = random_next_xorwow (s);
  uint32_t y0 = random_next_xorwow (s), y1 = random_next_xorwow (s);
  return random_polar_of_bits_double (x0, x1, y0, y1);
}

RANDOM_PART struct random_pair
random_normal2_mrg32k3a (struct gcuf_mrg32k3a *s)
{
  float x = random_uniform_mrg32k3a (s);
  return random_polar (x, random_uniform_mrg32k3a (s) * RANDOM_2PI);
}

RANDOM_PART struct random_pair_double
random_normal2_double_mrg32k3a (struct gcuf_mrg32k3a *s)
{
  double x = random_uniform_double_mrg32k3a (s);
  return random_polar_double (x, random_uniform_double_mrg32k3a (s) * 2);
}

RANDOM_PART struct random_pair
random_normal2_philox4_32_10 (struct gcuf_philox4_32_10 *s)
{
  uint32_t x = random_next_philox4_32_10 (s);
  return random_polar_of_bits (x, random_next_philox4_32_10 (s));
}

RANDOM_PART struct random_pair_double
random_normal2_double_philox4_32_10 (struct gcuf_philox4_32_10 *s)
{
  uint32_t x[4];
  random_next4_philox4_32_10 (s, x);
  return random_polar_of_bits_double (x[0], x[1], x[2], x[3]);
}

/* The inverse of the normal distribution at P or, if UPPER, at 1 - P, where P
   is in (0, 1/2].  */

RANDOM_PART float
random_quantile (float p, int upper)
{
  float q = 0.5f - p, r, x;
  if (q <= 0.425f)
    {
      r = 0.180625f - q * q;
      x = q * (((59.109374720f * r + 159.29113202f) * r + 50.434271938f) * r
	       + 3.3871327179f)
	  / (((67.187563600f * r + 78.757757664f) * r + 17.895169469f) * r
	     + 1.0f);
    }
  else
    {
      r = __builtin_sqrtf (-RANDOM_LOGF (p)) - 1.6f;
      if (r <= 3.4f)
	x = (((0.17023821103f * r + 1.3067284816f) * r + 2.7568153900f) * r
	     + 1.4234372777f)
	    / ((0.12021132975f * r + 0.73700164250f) * r + 1.0f);
      else
	{
	  r -= 3.4f;
	  x = (((0.017337203997f * r + 0.42868294337f) * r + 3.0812263860f) * r
	       + 6.6579051150f)
	      / ((0.012258202635f * r + 0.24197894225f) * r + 1.0f);
	}
    }
  return upper ? x : -x;
}

#define RANDOM_POLYNOMIAL8(x, c0, c1, c2, c3, c4, c5, c6, c7)		\
  ((((((((c7) * (x) + (c6)) * (x) + (c5)) * (x) + (c4)) * (x) + (c3))	\
     * (x) + (c2)) * (x) + (c1)) * (x) + (c0))

RANDOM_PART double
random_quantile_double (double p, int upper)
{
  double q = 0.5 - p, r, x;
  if (q <= 0.425)
    {
      r = 0.180625 - q * q;
      x = q * RANDOM_POLYNOMIAL8 (r, 3.3871328727963666080e+0,
				  1.3314166789178437745e+2,
				  1.9715909503065514427e+3,
				  1.3731693765509461125e+4,
				  4.5921953931549871457e+4,
				  6.7265770927008700853e+4,
				  3.3430575583588128105e+4,
				  2.5090809287301226727e+3)
	  / RANDOM_POLYNOMIAL8 (r, 1.0, 4.2313330701600911252e+1,
				6.8718700749205790830e+2,
				5.3941960214247511077e+3,
				2.1213794301586595867e+4,
				3.9307895800092710610e+4,
				2.8729085735721942674e+4,
				5.2264952788528545610e+3);
    }
  else
    {
      r = __builtin_sqrt (-RANDOM_LOG (p));
      if (r <= 5)
	{
	  r -= 1.6;
	  x = RANDOM_POLYNOMIAL8 (r, 1.42343711074968357734e+0,
				  4.63033784615654529590e+0,
				  5.76949722146069140550e+0,
				  3.64784832476320460504e+0,
				  1.27045825245236838258e+0,
				  2.41780725177450611770e-1,
				  2.27238449892691845833e-2,
				  7.74545014278341407640e-4)
	      / RANDOM_POLYNOMIAL8 (r, 1.0, 2.05319162663775882187e+0,
				    1.67638483018380384940e+0,
				    6.89767334985100004550e-1,
				    1.48103976427480074590e-1,
				    1.51986665636164571966e-2,
				    5.47593808499534494600e-4,
				    1.05075007164441684324e-9);
	}
      else
	{
	  r -= 5;
	  x = RANDOM_POLYNOMIAL8 (r, 6.65790464350110377720e+0,
				  5.46378491116411436990e+0,
				  1.78482653991729133580e+0,
				  2.96560571828504891230e-1,
				  2.65321895265761230930e-2,
				  1.24266094738807843860e-3,
				  2.71155556874348757815e-5,
				  2.01033439929228813265e-7)
	      / RANDOM_POLYNOMIAL8 (r, 1.0, 5.99832206555887937690e-1,
				    1.36929880922735805310e-1,
				    1.48753612908506148525e-2,
				    7.86869131145613259100e-4,
				    1.84631831751005468180e-5,
				    1.42151175831644588870e-7,
				    2.04426310338993978564e-15);
	}
    }
  return upper ? x : -x;
}

/* Of a number of a Sobol sequence.  The upper half is the lower one's mirror
   image, so that nothing is lost near 1.  */

RANDOM_PART float
random_normal_32 (uint32_t x)
{
  int upper = x > 0x80000000u;
  return random_quantile (random_uniform_32 (upper ? ~x : x), upper);
}

RANDOM_PART float
random_normal_64 (uint64_t x)
{
  return random_normal_32 (x >> 32);
}

RANDOM_PART double
random_normal_double_32 (uint32_t x)
{
  int upper = x > 0x80000000u;
  return random_quantile_double ((upper ? ~x : x) * 0x1p-32 + 0x1p-33, upper);
}

RANDOM_PART double
random_normal_double_64 (uint64_t x)
{
  int64_t high = x >> 11;
  int upper = high > 0x10000000000000;
  if (upper)
    high = 0x1fffffffffffff - high;
  return random_quantile_double (high * 0x1p-53 + 0x1p-54, upper);
}

#define RANDOM_SOBOL_DISTRIBUTIONS(bits)				\
  RANDOM_PART float							\
  random_uniform_sobol##bits (struct gcuf_sobol##bits *s)		\
  {									\
    return random_uniform_##bits (random_next_sobol##bits (s));		\
  }									\
									\
  RANDOM_PART double							\
  random_uniform_double_sobol##bits (struct gcuf_sobol##bits *s)	\
  {									\
    return random_uniform_double_##bits (random_next_sobol##bits (s));	\
  }									\
									\
  RANDOM_PART float							\
  random_normal_sobol##bits (struct gcuf_sobol##bits *s)		\
  {									\
    return random_normal_##bits (random_next_sobol##bits (s));		\
  }									\
									\
  RANDOM_PART double							\
  random_normal_double_sobol##bits (struct gcuf_sobol##bits *s)		\
  {									\
    return random_normal_double_##bits (random_next_sobol##bits (s));	\
  }									\
									\
  RANDOM_PART float							\
  random_log_normal_sobol##bits (struct gcuf_sobol##bits *s, float mean, \
				 float deviation)			\
  {									\
    return random_log_of (random_normal_sobol##bits (s), mean,		\
			  deviation);					\
  }									\
									\
  RANDOM_PART double							\
  random_log_normal_double_sobol##bits (struct gcuf_sobol##bits *s,	\
					double mean, double deviation)	\
  {									\
    return random_log_of_double (random_normal_double_sobol##bits (s),	\
				 mean, deviation);			\
  }

/* --- One number of two, log-normal and Poisson's distribution ------------ */

RANDOM_PART float
random_log_of (float x, float mean, float deviation)
{
  return RANDOM_EXPF (RANDOM_FMAF (deviation, x, mean));
}

RANDOM_PART double
random_log_of_double (double x, double mean, double deviation)
{
  return RANDOM_EXP (RANDOM_FMA (deviation, x, mean));
}

RANDOM_SOBOL_DISTRIBUTIONS (32)
RANDOM_SOBOL_DISTRIBUTIONS (64)

/* The logarithm of the factorial of K, by Stirling's series.  */

RANDOM_PART double
random_log_factorial (double k)
{
  double product = 1;
  for (; k < 10; k++)
    product *= k + 1;
  double r = 1 / (k * k);
  return (k + 0.5) * RANDOM_LOG (k) - k + 0.91893853320467274178
	 + (1.0 / 12 - r * (1.0 / 360 - r * (1.0 / 1260))) / k
	 - (product > 1 ? RANDOM_LOG (product) : 0);
}

/* Poisson's distribution: cuRAND's ways for a mean below 64, where it is
   D. Knuth's product of uniform numbers, and above 4000, where it is the normal
   distribution; in between W. Hoermann's rejection (The Transformed Rejection
   Method for Generating Poisson Random Variables, 1993).  */

#define RANDOM_POISSON_KNUTH 64
#define RANDOM_POISSON_NORMAL 4000

#define RANDOM_DISTRIBUTIONS(g)						\
  RANDOM_PART float							\
  random_normal_##g (struct gcuf_##g *s)				\
  {									\
    if (s->flag == RANDOM_NORMAL)					\
      {									\
	s->flag = 0;							\
	return s->kept;							\
      }									\
    struct random_pair r = random_normal2_##g (s);			\
    s->kept = r.y;							\
    s->flag = RANDOM_NORMAL;						\
    return r.x;								\
  }									\
									\
  RANDOM_PART double							\
  random_normal_double_##g (struct gcuf_##g *s)				\
  {									\
    if (s->flag_double == RANDOM_NORMAL)				\
      {									\
	s->flag_double = 0;						\
	return s->kept_double;						\
      }									\
    struct random_pair_double r = random_normal2_double_##g (s);	\
    s->kept_double = r.y;						\
    s->flag_double = RANDOM_NORMAL;					\
    return r.x;								\
  }									\
									\
  RANDOM_PART float							\
  random_log_normal_##g (struct gcuf_##g *s, float mean, float deviation) \
  {									\
    if (s->flag == RANDOM_LOG_NORMAL)					\
      {									\
	s->flag = 0;							\
	return s->kept;							\
      }									\
    struct random_pair r = random_normal2_##g (s);			\
    s->kept = random_log_of (r.y, mean, deviation);			\
    s->flag = RANDOM_LOG_NORMAL;					\
    return random_log_of (r.x, mean, deviation);			\
  }									\
									\
  RANDOM_PART double							\
  random_log_normal_double_##g (struct gcuf_##g *s, double mean,	\
				double deviation)			\
  {									\
    if (s->flag_double == RANDOM_LOG_NORMAL)				\
      {									\
	s->flag_double = 0;						\
	return s->kept_double;						\
      }									\
    struct random_pair_double r = random_normal2_double_##g (s);	\
    s->kept_double = random_log_of_double (r.y, mean, deviation);	\
    s->flag_double = RANDOM_LOG_NORMAL;					\
    return random_log_of_double (r.x, mean, deviation);			\
  }									\
									\
  RANDOM_PART uint32_t							\
  random_poisson_product_##g (struct gcuf_##g *s, float mean)		\
  {									\
    uint32_t k = 0;							\
    for (float p = RANDOM_EXPF (mean);					\
	 (p *= random_uniform_##g (s)) > 1;)				\
      k++;								\
    return k;								\
  }									\
									\
  RANDOM_PART uint32_t							\
  random_poisson_rejection_##g (struct gcuf_##g *s, double mean)	\
  {									\
    double b = 0.931 + 2.53 * __builtin_sqrt (mean);			\
    double a = -0.059 + 0.02483 * b;					\
    double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);			\
    double sure = 0.9277 - 3.6224 / (b - 2);				\
    double log_mean = RANDOM_LOG (mean);				\
    for (;;)								\
      {									\
	double u = random_uniform_double_##g (s) - 0.5;			\
	double v = random_uniform_double_##g (s);			\
	double w = 0.5 - __builtin_fabs (u);				\
	double k = __builtin_floor ((2 * a / w + b) * u + mean + 0.43);	\
	if (w >= 0.07 && v <= sure)					\
	  return k;							\
	if (k < 0 || !(w >= 0.013 || (w > 0 && v <= w)))		\
	  continue;							\
	if (RANDOM_LOG (v * inverse_alpha / (a / (w * w) + b))		\
	    <= k * log_mean - mean - random_log_factorial (k))		\
	  return k;							\
      }									\
  }									\
									\
  RANDOM_PART uint32_t							\
  random_poisson_##g (struct gcuf_##g *s, double mean)			\
  {									\
    if (mean < RANDOM_POISSON_KNUTH)					\
      return random_poisson_product_##g (s, mean);			\
    if (mean > RANDOM_POISSON_NORMAL)					\
      return __builtin_sqrt (mean) * random_normal_double_##g (s)	\
	     + mean + 0.5;						\
    return random_poisson_rejection_##g (s, mean);			\
  }

RANDOM_DISTRIBUTIONS (xorwow)
RANDOM_DISTRIBUTIONS (mrg32k3a)
RANDOM_DISTRIBUTIONS (philox4_32_10)

#endif
