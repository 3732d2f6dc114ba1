/* Compare random numbers of the cpu backend with those of NVIDIA's cuRAND.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of cudafortran.

   Cudafortran is free software; you can redistribute it and/or modify it under
   the terms of the GNU General Public License as published by the Free
   Software Foundation; either version 3, or (at your option) any later
   version.

   Cudafortran is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
   more details.

   You should have received a copy of the GNU General Public License along
   with cudafortran; see the file COPYING.  If not, see
   <http://www.gnu.org/licenses/>.  */

/* Not a part of `make check', as it needs CUDA's libraries, but no GPU:

     cc -O2 compare-curand.c SOURCES/libgcuf/libraries/curand/random-arrays.c \
       -ISOURCES/libgcuf/libraries/curand -LBUILD/libgcuf -lgcuf -ldl -lm
     ./a.out [--device] [LIBCURAND [LIBCUDART]]

   Integers and evenly distributed numbers must be the same, normal ones near to
   each other.  With --device cuRAND works on a GPU, else on the host.  */

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random-arrays.h"

/* --- CuRAND -------------------------------------------------------------- */

typedef void *generator;
static void *curand, *cudart;
static int on_device, failures, comparisons;
static void *buffer;		/* In device memory.  */

static void *
symbol (void *library, const char *name)
{
  void *p = dlsym (library, name);
  if (!p)
    {
      fprintf (stderr, "compare-curand: %s\n", dlerror ());
      exit (2);
    }
  return p;
}

#define CURAND(name, ...) ((int (*) (__VA_ARGS__)) symbol (curand, #name))
#define CUDA(name, ...) ((int (*) (__VA_ARGS__)) symbol (cudart, #name))

/* Where cuRAND is to write BYTES that are to come to HOST.  */

static void *
target (void *host, size_t bytes)
{
  if (!on_device)
    return host;
  if (CUDA (cudaMalloc, void **, size_t) (&buffer, bytes))
    exit (2);
  return buffer;
}

static void
fetch (void *host, size_t bytes)
{
  if (!on_device)
    return;
  if (CUDA (cudaMemcpy, void *, void *, size_t, int) (host, buffer, bytes, 2)
      || CUDA (cudaFree, void *) (buffer))
    exit (2);
}

/* --- One call of both ---------------------------------------------------- */

enum call
{
  BITS, UNIFORM, UNIFORM_DOUBLE, NORMAL, NORMAL_DOUBLE, LOG_NORMAL,
  LOG_NORMAL_DOUBLE, POISSON, CALLS
};

static const char *const names[CALLS] = {
  "bits", "uniform", "uniform double", "normal", "normal double",
  "log-normal", "log-normal double", "Poisson"
};

static size_t
size_of (enum call call, int type)
{
  switch (call)
    {
    case BITS:
      return type == GCUF_RANDOM_SOBOL64 ? 8 : 4;
    case UNIFORM_DOUBLE:
    case NORMAL_DOUBLE:
    case LOG_NORMAL_DOUBLE:
      return 8;
    default:
      return 4;
    }
}

static int
theirs (generator g, int type, enum call call, void *p, size_t n)
{
  switch (call)
    {
    case BITS:
      if (type == GCUF_RANDOM_SOBOL64)
	return CURAND (curandGenerateLongLong, generator, void *, size_t) (g, p,
									   n);
      return CURAND (curandGenerate, generator, void *, size_t) (g, p, n);
    case UNIFORM:
      return CURAND (curandGenerateUniform, generator, void *, size_t) (g, p,
									n);
    case UNIFORM_DOUBLE:
      return CURAND (curandGenerateUniformDouble, generator, void *, size_t)
	(g, p, n);
    case NORMAL:
      return CURAND (curandGenerateNormal, generator, void *, size_t, float,
		     float) (g, p, n, 3, 0.5);
    case NORMAL_DOUBLE:
      return CURAND (curandGenerateNormalDouble, generator, void *, size_t,
		     double, double) (g, p, n, 3, 0.5);
    case LOG_NORMAL:
      return CURAND (curandGenerateLogNormal, generator, void *, size_t, float,
		     float) (g, p, n, 1, 0.25);
    case LOG_NORMAL_DOUBLE:
      return CURAND (curandGenerateLogNormalDouble, generator, void *, size_t,
		     double, double) (g, p, n, 1, 0.25);
    default:
      return CURAND (curandGeneratePoisson, generator, void *, size_t, double)
	(g, p, n, 3000);
    }
}

static int
ours (struct gcuf_random *g, int type, enum call call, void *p, size_t n)
{
  switch (call)
    {
    case BITS:
      return (type == GCUF_RANDOM_SOBOL64 ? gcuf_random_bits64 (g, p, n)
	      : gcuf_random_bits (g, p, n));
    case UNIFORM:
      return gcuf_random_uniform (g, p, n);
    case UNIFORM_DOUBLE:
      return gcuf_random_uniform_double (g, p, n);
    case NORMAL:
      return gcuf_random_normal (g, p, n, 3, 0.5);
    case NORMAL_DOUBLE:
      return gcuf_random_normal_double (g, p, n, 3, 0.5);
    case LOG_NORMAL:
      return gcuf_random_log_normal (g, p, n, 1, 0.25);
    case LOG_NORMAL_DOUBLE:
      return gcuf_random_log_normal_double (g, p, n, 1, 0.25);
    default:
      return gcuf_random_poisson (g, p, n, 3000);
    }
}

/* How far apart X and Y are, at most.  */

static double
distance (enum call call, size_t bytes, const void *x, const void *y, size_t n,
	  size_t *where)
{
  double worst = 0;
  for (size_t i = 0; i < n; i++)
    {
      double d;
      if (call == BITS && bytes == 8)
	d = ((const uint64_t *) x)[i] != ((const uint64_t *) y)[i];
      else if (call == BITS || call == POISSON)
	d = fabs ((double) ((const uint32_t *) x)[i]
		  - ((const uint32_t *) y)[i]);
      else if (bytes == 8)
	d = fabs (((const double *) x)[i] - ((const double *) y)[i]);
      else
	d = fabs ((double) ((const float *) x)[i] - ((const float *) y)[i]);
      if (!(d <= worst))
	{
	  worst = d;
	  *where = i;
	}
    }
  return worst;
}

static const double tolerance[CALLS] = {
  0, 0, 0, 4e-6, 4e-15, 2e-5, 2e-14, 1
};

/* Make CALL for N numbers of both generators.  */

static void
compare (generator g, struct gcuf_random *h, int type, const char *what,
	 enum call call, size_t n)
{
  size_t bytes = size_of (call, type), where = 0;
  void *x = calloc (n, bytes), *y = calloc (n, bytes);
  int s = theirs (g, type, call, target (x, n * bytes), n);
  int t = ours (h, type, call, y, n);
  fetch (x, n * bytes);
  comparisons++;
  double d = s || t ? 0 : distance (call, bytes, x, y, n, &where);
  if (s != t || d > tolerance[call])
    {
      failures++;
      printf ("type %d, %s: %zu numbers, %s: status %d and %d, distance %g "
	      "at %zu\n", type, what, n, names[call], s, t, d, where);
    }
  free (x);
  free (y);
}

/* --- All ----------------------------------------------------------------- */

/* Calls of all kinds with numbers of all sizes, in several orders, with this
   seed, offset and ordering, or for a Sobol sequence in so many dimensions.  */

static void
compare_calls (int type, uint64_t seed, uint64_t offset, int ordering,
	       unsigned dimensions, unsigned first)
{
  static const size_t sizes[] = {
    2, 10, 4096, 34, 8190, 7, 100002, 1, 262150, 6, 4094, 3, 20, 90000
  };
  generator g;
  struct gcuf_random *h;
  char what[99];
  int quasi = type >= GCUF_RANDOM_QUASI_DEFAULT;

  snprintf (what, sizeof what, "seed %llx, offset %llx, ordering %d, "
	    "%u dimensions, from %u", (unsigned long long) seed,
	    (unsigned long long) offset, ordering, dimensions, first);
  int s = (on_device ? CURAND (curandCreateGenerator, generator *, int) (&g,
								        type)
	   : CURAND (curandCreateGeneratorHost, generator *, int) (&g, type));
  if (s || gcuf_random_create (&h, type))
    {
      printf ("type %d cannot be created: %d\n", type, s);
      failures++;
      return;
    }
  if (!quasi)
    {
      CURAND (curandSetPseudoRandomGeneratorSeed, generator,
	      unsigned long long) (g, seed);
      gcuf_random_set_seed (h, seed);
    }
  else
    {
      CURAND (curandSetQuasiRandomGeneratorDimensions, generator,
	      unsigned) (g, dimensions);
      gcuf_random_set_dimensions (h, dimensions);
    }
  CURAND (curandSetGeneratorOrdering, generator, int) (g, ordering);
  gcuf_random_set_ordering (h, ordering);
  CURAND (curandSetGeneratorOffset, generator, unsigned long long) (g, offset);
  gcuf_random_set_offset (h, offset);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    {
      enum call call = (first + 3 * i) % CALLS;
      compare (g, h, type, what, call, sizes[i] * dimensions);
    }
  /* Each of them alone, which takes cuRAND's host generators seconds.  */
  for (enum call call = 0; call < CALLS && first == 0; call++)
    {
      CURAND (curandSetGeneratorOffset, generator, unsigned long long) (g,
								    offset);
      gcuf_random_set_offset (h, offset);
      compare (g, h, type, what, call, 10002 * dimensions);
    }
  CURAND (curandDestroyGenerator, generator) (g);
  gcuf_random_destroy (h);
}

static void
compare_directions (void)
{
  const uint32_t (*v)[32];
  const uint64_t (*w)[64];
  uint32_t x[32];
  uint64_t y[64];
  if (CURAND (curandGetDirectionVectors32, const void *, int) (&v, 101)
      || CURAND (curandGetDirectionVectors64, const void *, int) (&w, 103))
    exit (2);
  for (unsigned d = 0; d < GCUF_RANDOM_DIMENSIONS; d++)
    {
      gcuf_random_directions32 (d, x);
      gcuf_random_directions64 (d, y);
      comparisons += 2;
      if (memcmp (x, v[d], sizeof x) || memcmp (y, w[d], sizeof y))
	{
	  failures++;
	  printf ("direction vectors of dimension %u differ: %d, %d\n", d,
		  !!memcmp (x, v[d], sizeof x), !!memcmp (y, w[d], sizeof y));
	}
    }
}

int
main (int argc, char **argv)
{
  static const int types[] = { 101, 121, 161 };
  static const uint64_t seeds[] = { 0, 0xfedcba9876543210 };
  static const uint64_t offsets[] = { 0, 5, 81923, 123456789012 };
  const char *name = "libcurand.so.10", *runtime = "libcudart.so.13";

  if (argc > 1 && !strcmp (argv[1], "--device"))
    {
      on_device = 1;
      argc--;
      argv++;
    }
  if (argc > 1)
    name = argv[1];
  if (argc > 2)
    runtime = argv[2];
  curand = dlopen (name, RTLD_NOW);
  if (on_device)
    cudart = dlopen (runtime, RTLD_NOW);
  if (!curand || (on_device && !cudart))
    {
      fprintf (stderr, "compare-curand: %s\n", dlerror ());
      return 2;
    }
  setvbuf (stdout, NULL, _IOLBF, 0);
  compare_directions ();
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 2; j++)
      for (int k = 0; k < 4; k++)
	compare_calls (types[i], seeds[j], offsets[k], k % 2 ? 103 : 101, 1,
		       4 * j + k);
  for (unsigned d = 1; d <= GCUF_RANDOM_DIMENSIONS; d += 3)
    for (int k = 0; k < 4; k++)
      {
	compare_calls (GCUF_RANDOM_SOBOL32, 0, offsets[k], 201, d, k);
	compare_calls (GCUF_RANDOM_SOBOL64, 0, offsets[k], 201, d, k);
      }
  printf ("%d comparisons, %d failed\n", comparisons, failures);
  return failures != 0;
}
