/* Arrays of random numbers on the host, in cuRAND's order.
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


/* A generator of the host API of cuRAND for the cpu backend.  The numbers are
   those that cuRAND 10 gives for the same type, seed, offset, ordering and
   sequence of calls: integers and evenly distributed ones bit for bit.  Of
   Poisson's distribution with a mean below 2000, and of the binomial one, they
   are others.  Each function returns a status of cuRAND, below; the caller sees
   to it that one thread at a time uses a generator.  */

#ifndef GCUF_RANDOM_ARRAYS_H
#define GCUF_RANDOM_ARRAYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum gcuf_random_status
{
  GCUF_RANDOM_SUCCESS = 0,
  GCUF_RANDOM_NOT_INITIALIZED = 101,
  GCUF_RANDOM_ALLOCATION_FAILED = 102,
  GCUF_RANDOM_TYPE_ERROR = 103,
  GCUF_RANDOM_OUT_OF_RANGE = 104,
  GCUF_RANDOM_LENGTH_NOT_MULTIPLE = 105
};

/* The greatest mean of Poisson's distribution.  */
#define GCUF_RANDOM_POISSON_MAX 400000

/* Types, CURAND_RNG_...  The defaults are xorwow and Sobol's of 32 bits.  */
enum gcuf_random_type
{
  GCUF_RANDOM_PSEUDO_DEFAULT = 100,
  GCUF_RANDOM_XORWOW = 101,
  GCUF_RANDOM_MRG32K3A = 121,
  GCUF_RANDOM_PHILOX4_32_10 = 161,
  GCUF_RANDOM_QUASI_DEFAULT = 200,
  GCUF_RANDOM_SOBOL32 = 201,
  GCUF_RANDOM_SOBOL64 = 203
};

/* Orderings, CURAND_ORDERING_...  Best is default.  */
enum gcuf_random_ordering
{
  GCUF_RANDOM_BEST = 100,
  GCUF_RANDOM_DEFAULT = 101,
  GCUF_RANDOM_LEGACY = 103,
  GCUF_RANDOM_QUASI_ORDER = 201
};

struct gcuf_random;

/* Make in *G a generator of type TYPE.  A type that is not above is an error,
   GCUF_RANDOM_TYPE_ERROR.  */
extern int gcuf_random_create (struct gcuf_random **g, int type);
extern void gcuf_random_destroy (struct gcuf_random *g);

/* Begin anew with the seed SEED, at number OFFSET, in ORDERING, or with so many
   dimensions of a Sobol sequence.  A type error where G has no such
   property.  */
extern int gcuf_random_set_seed (struct gcuf_random *g, uint64_t seed);
extern int gcuf_random_set_offset (struct gcuf_random *g, uint64_t offset);
extern int gcuf_random_set_ordering (struct gcuf_random *g, int ordering);
extern int gcuf_random_set_dimensions (struct gcuf_random *g, unsigned n);

/* Set up the states now, which the next number would do.  */
extern int gcuf_random_seeds (struct gcuf_random *g);

/* Whether a generator of TYPE with so many DIMENSIONS gives N numbers at a time,
   of a distribution that makes them in pairs if PAIRS.  */
extern bool gcuf_random_length_p (int type, unsigned dimensions, size_t n,
				  bool pairs);

/* Fill P with N numbers.  Those of a Sobol sequence in several dimensions have
   one dimension after another.  */
extern int gcuf_random_bits (struct gcuf_random *g, uint32_t *p, size_t n);
extern int gcuf_random_bits64 (struct gcuf_random *g, uint64_t *p, size_t n);
extern int gcuf_random_uniform (struct gcuf_random *g, float *p, size_t n);
extern int gcuf_random_uniform_double (struct gcuf_random *g, double *p,
				       size_t n);
extern int gcuf_random_normal (struct gcuf_random *g, float *p, size_t n,
			       float mean, float deviation);
extern int gcuf_random_normal_double (struct gcuf_random *g, double *p,
				      size_t n, double mean, double deviation);
extern int gcuf_random_log_normal (struct gcuf_random *g, float *p, size_t n,
				   float mean, float deviation);
extern int gcuf_random_log_normal_double (struct gcuf_random *g, double *p,
					  size_t n, double mean,
					  double deviation);
extern int gcuf_random_poisson (struct gcuf_random *g, uint32_t *p, size_t n,
				double mean);
/* How often of TRIALS something happens that is as probable as P.  */
extern int gcuf_random_binomial (struct gcuf_random *g, uint32_t *x, size_t n,
				 uint32_t trials, double p);

/* The direction vectors of dimension D, counted from zero, of Joe and Kuo.
   False if D is not below GCUF_RANDOM_DIMENSIONS.  */
#define GCUF_RANDOM_DIMENSIONS 10
extern int gcuf_random_directions32 (unsigned d, uint32_t *v);
extern int gcuf_random_directions64 (unsigned d, uint64_t *v);

#endif
