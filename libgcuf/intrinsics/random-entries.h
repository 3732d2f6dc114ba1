/* What module curand_device calls, for both device libraries.
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


/* Included, after random-distributions.h, with this macro defined:

   RANDOM_ENTRY (RESULT, NAME, PARAMETERS)
     The head of a function that device code calls.

   Their names are __gcuf_curand_WHAT_GENERATOR.  Integers without a sign are
   Fortran's integers with the same bits.  A function with an array as its
   result is no C function in Fortran, which gives it the descriptor of the
   array, and its name an underscore at the end.  */

#ifndef GCUF_RANDOM_ENTRIES_H
#define GCUF_RANDOM_ENTRIES_H

#include "gcuf-descriptor.h"
#include "random-distributions.h"

/* Element I of the result R, of type TYPE.  */
#define RANDOM_RESULT(r, type, i)					\
  (((type *) (r)->base)[(i) * (r)->dim[0].stride])

#define RANDOM_RESULT2(r, type, pair)					\
  RANDOM_RESULT (r, type, 0) = (pair).x;				\
  RANDOM_RESULT (r, type, 1) = (pair).y

/* The numbers that say where to begin are of either kind.  */
#define RANDOM_INIT(g, k1, k2, k3)					\
  RANDOM_ENTRY (void, __gcuf_curand_init_##g##_##k1##k2##k3,		\
		(RANDOM_KIND_##k1 seed, RANDOM_KIND_##k2 sequence,	\
		 RANDOM_KIND_##k3 offset, struct gcuf_##g *s))		\
  {									\
    random_init_##g (seed, sequence, offset, s);			\
  }

#define RANDOM_KIND_4 int32_t
#define RANDOM_KIND_8 int64_t

/* Generator AS under the name G.  */
#define RANDOM_SKIP(name, g, as, how)					\
  RANDOM_ENTRY (void, __gcuf_curand_##name##_##g##_4,			\
		(int32_t n, struct gcuf_##as *s))			\
  {									\
    how (n, s);								\
  }									\
									\
  RANDOM_ENTRY (void, __gcuf_curand_##name##_##g##_8,			\
		(int64_t n, struct gcuf_##as *s))			\
  {									\
    how (n, s);								\
  }

/* One number of any generator.  A log-normal distribution without parameters is
   that of the exponentials of normal numbers.  */
#define RANDOM_ONE_NUMBER(g, as, integer)				\
  RANDOM_ENTRY (integer, __gcuf_curand_next_##g, (struct gcuf_##as *s))	\
  {									\
    return random_next_##as (s);						\
  }									\
									\
  RANDOM_ENTRY (float, __gcuf_curand_uniform_##g, (struct gcuf_##as *s))	\
  {									\
    return random_uniform_##as (s);					\
  }									\
									\
  RANDOM_ENTRY (double, __gcuf_curand_uniform_double_##g,		\
		(struct gcuf_##as *s))					\
  {									\
    return random_uniform_double_##as (s);				\
  }									\
									\
  RANDOM_ENTRY (float, __gcuf_curand_normal_##g, (struct gcuf_##as *s))	\
  {									\
    return random_normal_##as (s);					\
  }									\
									\
  RANDOM_ENTRY (double, __gcuf_curand_normal_double_##g,		\
		(struct gcuf_##as *s))					\
  {									\
    return random_normal_double_##as (s);				\
  }									\
									\
  RANDOM_ENTRY (float, __gcuf_curand_log_normal_##g,			\
		(struct gcuf_##as *s, float mean, float deviation))	\
  {									\
    return random_log_normal_##as (s, mean, deviation);			\
  }									\
									\
  RANDOM_ENTRY (double, __gcuf_curand_log_normal_double_##g,		\
		(struct gcuf_##as *s, double mean, double deviation))	\
  {									\
    return random_log_normal_double_##as (s, mean, deviation);		\
  }									\
									\
  RANDOM_ENTRY (float, __gcuf_curand_log_standard_##g,			\
		(struct gcuf_##as *s))					\
  {									\
    return random_log_normal_##as (s, 0, 1);				\
  }									\
									\
  RANDOM_ENTRY (double, __gcuf_curand_log_standard_double_##g,		\
		(struct gcuf_##as *s))					\
  {									\
    return random_log_normal_double_##as (s, 0, 1);			\
  }

#define RANDOM_TWO_NUMBERS(g)						\
  RANDOM_ENTRY (void, __gcuf_curand_normal2_##g##_,			\
		(struct gcuf_descriptor *r, struct gcuf_##g *s))	\
  {									\
    struct random_pair pair = random_normal2_##g (s);			\
    RANDOM_RESULT2 (r, float, pair);					\
  }									\
									\
  RANDOM_ENTRY (void, __gcuf_curand_normal2_double_##g##_,		\
		(struct gcuf_descriptor *r, struct gcuf_##g *s))	\
  {									\
    struct random_pair_double pair = random_normal2_double_##g (s);	\
    RANDOM_RESULT2 (r, double, pair);					\
  }									\
									\
  RANDOM_ENTRY (void, __gcuf_curand_log_normal2_##g##_,			\
		(struct gcuf_descriptor *r, struct gcuf_##g *s,		\
		 const float *mean, const float *deviation))		\
  {									\
    struct random_pair pair = random_normal2_##g (s);			\
    pair.x = random_log_of (pair.x, *mean, *deviation);			\
    pair.y = random_log_of (pair.y, *mean, *deviation);			\
    RANDOM_RESULT2 (r, float, pair);					\
  }									\
									\
  RANDOM_ENTRY (void, __gcuf_curand_log_normal2_double_##g##_,		\
		(struct gcuf_descriptor *r, struct gcuf_##g *s,		\
		 const double *mean, const double *deviation))		\
  {									\
    struct random_pair_double pair = random_normal2_double_##g (s);	\
    pair.x = random_log_of_double (pair.x, *mean, *deviation);		\
    pair.y = random_log_of_double (pair.y, *mean, *deviation);		\
    RANDOM_RESULT2 (r, double, pair);					\
  }

#define RANDOM_PSEUDO(g)						\
  RANDOM_INIT (g, 4, 4, 4)						\
  RANDOM_INIT (g, 4, 4, 8)						\
  RANDOM_INIT (g, 4, 8, 4)						\
  RANDOM_INIT (g, 4, 8, 8)						\
  RANDOM_INIT (g, 8, 4, 4)						\
  RANDOM_INIT (g, 8, 4, 8)						\
  RANDOM_INIT (g, 8, 8, 4)						\
  RANDOM_INIT (g, 8, 8, 8)						\
  RANDOM_SKIP (skip, g, g, random_skip_##g)				\
  RANDOM_SKIP (skip_sequence, g, g, random_skip_sequence_##g)		\
  RANDOM_ONE_NUMBER (g, g, int32_t)					\
  RANDOM_TWO_NUMBERS (g)						\
									\
  RANDOM_ENTRY (int32_t, __gcuf_curand_poisson_##g,			\
		(struct gcuf_##g *s, double mean))			\
  {									\
    return random_poisson_##g (s, mean);				\
  }

RANDOM_PSEUDO (xorwow)
RANDOM_PSEUDO (mrg32k3a)
RANDOM_PSEUDO (philox4_32_10)
RANDOM_SKIP (skip_subsequence, mrg32k3a, mrg32k3a,
	     random_skip_subsequence_mrg32k3a)

/* --- Four numbers of Philox ---------------------------------------------- */

#define RANDOM_PHILOX(result, name, numbers, ...)			\
  RANDOM_ENTRY (void, __gcuf_curand_##name##_philox4_32_10_,		\
		(struct gcuf_descriptor *r,				\
		 struct gcuf_philox4_32_10 *s, ##__VA_ARGS__))		\
  {									\
    uint32_t x[numbers];						\
    random_next4_philox4_32_10 (s, x);					\
    if (numbers == 8)							\
      random_next4_philox4_32_10 (s, x + 4);				\
    result								\
  }

#define RANDOM_UNIFORM(i)						\
  RANDOM_RESULT (r, float, i) = random_uniform_32 (x[i]);
#define RANDOM_UNIFORM_DOUBLE(i)					\
  RANDOM_RESULT (r, double, i)						\
    = random_uniform_double_two (x[2 * (i)], x[2 * (i) + 1]);
#define RANDOM_NORMALS(i, value)					\
  {									\
    struct random_pair pair = random_polar_of_bits (x[i], x[(i) + 1]);	\
    RANDOM_RESULT (r, float, i) = value (pair.x);			\
    RANDOM_RESULT (r, float, (i) + 1) = value (pair.y);			\
  }
#define RANDOM_NORMALS_DOUBLE(i, type, value)				\
  {									\
    struct random_pair_double pair					\
      = random_polar_of_bits_double (x[2 * (i)], x[2 * (i) + 1],	\
				     x[2 * (i) + 2], x[2 * (i) + 3]);	\
    RANDOM_RESULT (r, type, i) = value (pair.x);			\
    RANDOM_RESULT (r, type, (i) + 1) = value (pair.y);			\
  }
#define RANDOM_LOG_VALUE(x) random_log_of (x, *mean, *deviation)
#define RANDOM_LOG_VALUE_DOUBLE(x) random_log_of_double (x, *mean, *deviation)

RANDOM_PHILOX (for (int i = 0; i < 4; i++) RANDOM_RESULT (r, uint32_t, i)
		 = x[i];, next4, 4)
RANDOM_PHILOX (RANDOM_UNIFORM (0) RANDOM_UNIFORM (1) RANDOM_UNIFORM (2)
	       RANDOM_UNIFORM (3), uniform4, 4)
RANDOM_PHILOX (RANDOM_UNIFORM_DOUBLE (0) RANDOM_UNIFORM_DOUBLE (1),
	       uniform2_double, 4)
RANDOM_PHILOX (RANDOM_UNIFORM_DOUBLE (0) RANDOM_UNIFORM_DOUBLE (1)
	       RANDOM_UNIFORM_DOUBLE (2) RANDOM_UNIFORM_DOUBLE (3),
	       uniform4_double, 8)
RANDOM_PHILOX (RANDOM_NORMALS (0, ) RANDOM_NORMALS (2, ), normal4, 4)
RANDOM_PHILOX (RANDOM_NORMALS_DOUBLE (0, double, )
	       RANDOM_NORMALS_DOUBLE (2, double, ), normal4_double, 8)
RANDOM_PHILOX (RANDOM_NORMALS (0, RANDOM_LOG_VALUE)
	       RANDOM_NORMALS (2, RANDOM_LOG_VALUE), log_normal4, 4,
	       const float *mean, const float *deviation)
RANDOM_PHILOX (RANDOM_NORMALS_DOUBLE (0, double, RANDOM_LOG_VALUE_DOUBLE)
	       RANDOM_NORMALS_DOUBLE (2, double, RANDOM_LOG_VALUE_DOUBLE),
	       log_normal4_double, 8, const double *mean,
	       const double *deviation)

/* For great means of two blocks of numbers, else one after another.  */

RANDOM_ENTRY (void, __gcuf_curand_poisson4_philox4_32_10_,
	      (struct gcuf_descriptor *r, struct gcuf_philox4_32_10 *s,
	       const double *mean))
{
#define RANDOM_ROUNDED(x)						\
  (uint32_t) (__builtin_sqrt (*mean) * (x) + *mean + 0.5)
  if (*mean > RANDOM_POISSON_NORMAL)
    {
      uint32_t x[8];
      random_next4_philox4_32_10 (s, x);
      random_next4_philox4_32_10 (s, x + 4);
      RANDOM_NORMALS_DOUBLE (0, uint32_t, RANDOM_ROUNDED)
      RANDOM_NORMALS_DOUBLE (2, uint32_t, RANDOM_ROUNDED)
    }
  else
    for (int i = 0; i < 4; i++)
      RANDOM_RESULT (r, uint32_t, i) = random_poisson_philox4_32_10 (s, *mean);
}

/* --- Sobol's sequences --------------------------------------------------- */

#define RANDOM_QUASI(bits)						\
  RANDOM_ENTRY (void, __gcuf_curand_init_sobol##bits,			\
		(const uint##bits##_t *directions,			\
		 int##bits##_t offset, struct gcuf_sobol##bits *s))	\
  {									\
    random_init_sobol##bits (directions, 0, offset, s);			\
  }									\
									\
  RANDOM_ENTRY (void, __gcuf_curand_init_scrambledsobol##bits,		\
		(const uint##bits##_t *directions,			\
		 int##bits##_t first, int##bits##_t offset,		\
		 struct gcuf_sobol##bits *s))				\
  {									\
    random_init_sobol##bits (directions, first, offset, s);		\
  }									\
									\
  RANDOM_SKIP (skip, sobol##bits, sobol##bits, random_skip_sobol##bits)	\
  RANDOM_SKIP (skip, scrambledsobol##bits, sobol##bits,			\
	       random_skip_sobol##bits)					\
  RANDOM_ONE_NUMBER (sobol##bits, sobol##bits, int##bits##_t)		\
  RANDOM_ONE_NUMBER (scrambledsobol##bits, sobol##bits, int##bits##_t)

RANDOM_QUASI (32)
RANDOM_QUASI (64)

#endif
