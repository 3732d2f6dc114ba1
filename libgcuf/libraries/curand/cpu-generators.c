/* The host interface of cuRAND on the cpu backend.
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


#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "../library.h"
#include "random-arrays.h"

/* Of curandStatus_t, besides those of random-arrays.h.  */
enum { LAUNCH_FAILURE = 201, UNSUPPORTED = 204 };

/* What curandGetVersion says: the version whose interface this has.  */
enum { VERSION_MAJOR = 10, VERSION_MINOR = 4, VERSION_PATCH = 0 };

/* Types of generators, orderings and sets of direction vectors that
   random-arrays.c has not.  */
enum
{
  MTGP32 = 141, MT19937 = 142, SCRAMBLED_SOBOL32 = 202,
  SCRAMBLED_SOBOL64 = 204, SEEDED = 102, DYNAMIC = 104
};
enum
{
  VECTORS_32 = 101, SCRAMBLED_VECTORS_32, VECTORS_64, SCRAMBLED_VECTORS_64
};
enum { MAX_DIMENSIONS = 20000 };

extern struct gcuf_library gcuf_library_curand;

/* What a generator is set to.  */
struct settings
{
  int type, ordering;
  uint64_t seed, offset;
  unsigned dimensions;
};

/* What gives the numbers from when the settings have been changed until they are
   again: a generator of random-arrays.h, or one for the host of the toolkit's
   library, which needs no GPU.  It has a reference for the generator and one
   for each call that is in a queue.  */
struct engine
{
  pthread_mutex_t lock;		/* Held while numbers are made.  */
  struct gcuf_random *own;
  void *toolkit;
  int references;		/* Atomic.  */
  bool captured;		/* A graph has it, for ever.  */
};

/* What curandCreateGenerator makes.  As in cuRAND, one thread at a time uses a
   generator.  */
struct generator
{
  unsigned magic;		/* MAGIC while it lives.  */
  bool host;			/* Of host data: calls do their work at once.  */
  gcuf_stream_t stream;
  struct settings settings;
  struct engine *engine;	/* Null until there is need of it.  */
};
enum { MAGIC = 0x6372 };

static bool
quasi_p (int type)
{
  return type >= GCUF_RANDOM_QUASI_DEFAULT;
}

static bool
wide_p (int type)
{
  return type == GCUF_RANDOM_SOBOL64 || type == SCRAMBLED_SOBOL64;
}

static struct generator *
find (void *handle)
{
  struct generator *g = handle;
  return g && g->magic == MAGIC ? g : NULL;
}

/* --- The toolkit's library ----------------------------------------------- */

/* The routine of the toolkit's library, a function with such arguments, or
   null.  */
#define TOOLKIT(NAME, ...)						\
  ((int (*) (__VA_ARGS__))						\
   gcuf_library_symbol (&gcuf_library_curand, #NAME))

/* True if numbers as S says come from the toolkit's library.  */

static bool
toolkit_p (const struct settings *s)
{
  return (s->type == MTGP32 || s->type == MT19937
	  || s->type == SCRAMBLED_SOBOL32 || s->type == SCRAMBLED_SOBOL64
	  || s->ordering == SEEDED || s->dimensions > GCUF_RANDOM_DIMENSIONS);
}

/* Return true if that library is there; otherwise say that WHAT is not without
   it.  */

static bool
toolkit_there_p (const char *what)
{
  if (TOOLKIT (curandCreateGeneratorHost, void **, int))
    return true;
  fprintf (stderr, "libgcuf-curand: on the cpu backend %s need the library of "
	   "the CUDA toolkit\n", what);
  return false;
}

/* Make in *RESULT the toolkit's generator for S.  */

static int
make_toolkit (void **result, const struct settings *s)
{
  int status = TOOLKIT (curandCreateGeneratorHost, void **, int) (result,
								  s->type);
  if (status == 0)
    status = (TOOLKIT (curandSetGeneratorOrdering, void *, int)
	      (*result, s->ordering == DYNAMIC ? GCUF_RANDOM_DEFAULT
	       : s->ordering));
  if (status == 0 && quasi_p (s->type))
    status = (TOOLKIT (curandSetQuasiRandomGeneratorDimensions, void *, unsigned)
	      (*result, s->dimensions));
  if (status == 0 && !quasi_p (s->type))
    status = (TOOLKIT (curandSetPseudoRandomGeneratorSeed, void *,
		       unsigned long long) (*result, s->seed));
  if (status == 0 && s->offset)
    status = (TOOLKIT (curandSetGeneratorOffset, void *, unsigned long long)
	      (*result, s->offset));
  return status;
}

/* --- Engines ------------------------------------------------------------- */

static void
release (struct engine *e)
{
  if (__atomic_sub_fetch (&e->references, 1, __ATOMIC_ACQ_REL) || e->captured)
    return;
  gcuf_random_destroy (e->own);
  if (e->toolkit)
    TOOLKIT (curandDestroyGenerator, void *) (e->toolkit);
  pthread_mutex_destroy (&e->lock);
  free (e);
}

/* Make in *RESULT a generator for S, with its states.  */

static int
make_own (struct gcuf_random **result, const struct settings *s)
{
  int status = gcuf_random_create (result, s->type);

  if (status == GCUF_RANDOM_SUCCESS)
    status = (gcuf_random_set_ordering
	      (*result, s->ordering == DYNAMIC ? GCUF_RANDOM_DEFAULT
	       : s->ordering));
  if (status == GCUF_RANDOM_SUCCESS)
    status = (quasi_p (s->type)
	      ? gcuf_random_set_dimensions (*result, s->dimensions)
	      : gcuf_random_set_seed (*result, s->seed));
  if (status == GCUF_RANDOM_SUCCESS)
    status = gcuf_random_set_offset (*result, s->offset);
  if (status == GCUF_RANDOM_SUCCESS)
    status = gcuf_random_seeds (*result);
  return status;
}

/* See to it that G has an engine, in the state that its settings ask for.  */

static int
start (struct generator *g)
{
  struct engine *e;
  int status;

  if (g->engine)
    return GCUF_RANDOM_SUCCESS;
  e = calloc (1, sizeof *e);
  if (!e)
    return GCUF_RANDOM_ALLOCATION_FAILED;
  pthread_mutex_init (&e->lock, NULL);
  e->references = 1;
  status = (toolkit_p (&g->settings)
	    ? make_toolkit (&e->toolkit, &g->settings)
	    : make_own (&e->own, &g->settings));
  if (status == GCUF_RANDOM_SUCCESS)
    g->engine = e;
  else
    release (e);
  return status;
}

/* G is to be as S says, and to begin anew.  Calls in queues have their own
   reference to what it was.  */

static int
change (struct generator *g, struct settings s)
{
  if (toolkit_p (&s)
      && !toolkit_there_p ("generators of this type, ordering or number of "
			   "dimensions"))
    return UNSUPPORTED;
  if (g->engine)
    release (g->engine);
  g->engine = NULL;
  g->settings = s;
  return GCUF_RANDOM_SUCCESS;
}

/* --- Making and setting generators --------------------------------------- */

static bool
type_p (int type)
{
  switch (type)
    {
    case GCUF_RANDOM_PSEUDO_DEFAULT:
    case GCUF_RANDOM_XORWOW:
    case GCUF_RANDOM_MRG32K3A:
    case MTGP32:
    case MT19937:
    case GCUF_RANDOM_PHILOX4_32_10:
    case GCUF_RANDOM_QUASI_DEFAULT:
    case GCUF_RANDOM_SOBOL32:
    case SCRAMBLED_SOBOL32:
    case GCUF_RANDOM_SOBOL64:
    case SCRAMBLED_SOBOL64:
      return true;
    default:
      return false;
    }
}

static int
create (void **result, int type, bool host)
{
  struct settings s = { .type = type, .dimensions = 1 };
  struct generator *g;
  int status;

  if (!type_p (type))
    return GCUF_RANDOM_TYPE_ERROR;
  s.ordering = (quasi_p (type) ? GCUF_RANDOM_QUASI_ORDER
		: GCUF_RANDOM_DEFAULT);
  g = calloc (1, sizeof *g);
  if (!g)
    return GCUF_RANDOM_ALLOCATION_FAILED;
  g->magic = MAGIC;
  g->host = host;
  status = change (g, s);
  if (status == GCUF_RANDOM_SUCCESS)
    *result = g;
  else
    free (g);
  return status;
}

int
gcuf_cpu_curandCreateGenerator (void **generator, int type)
{
  return create (generator, type, false);
}

int
gcuf_cpu_curandCreateGeneratorHost (void **generator, int type)
{
  return create (generator, type, true);
}

int
gcuf_cpu_curandDestroyGenerator (void *generator)
{
  struct generator *g = find (generator);

  if (!g)
    return GCUF_RANDOM_NOT_INITIALIZED;
  if (g->engine)
    release (g->engine);
  g->magic = 0;
  free (g);
  return GCUF_RANDOM_SUCCESS;
}

int
gcuf_cpu_curandSetStream (void *generator, gcuf_stream_t stream)
{
  struct generator *g = find (generator);

  if (!g)
    return GCUF_RANDOM_NOT_INITIALIZED;
  g->stream = stream;
  return GCUF_RANDOM_SUCCESS;
}

int
gcuf_cpu_curandSetPseudoRandomGeneratorSeed (void *generator, int64_t seed)
{
  struct generator *g = find (generator);
  struct settings s;

  if (!g)
    return GCUF_RANDOM_NOT_INITIALIZED;
  s = g->settings;
  if (quasi_p (s.type))
    return GCUF_RANDOM_TYPE_ERROR;
  s.seed = seed;
  return change (g, s);
}

int
gcuf_cpu_curandSetGeneratorOffset (void *generator, int64_t offset)
{
  struct generator *g = find (generator);
  struct settings s;

  if (!g)
    return GCUF_RANDOM_NOT_INITIALIZED;
  s = g->settings;
  if (s.type == MTGP32 || s.type == MT19937)
    return GCUF_RANDOM_TYPE_ERROR;
  s.offset = offset;
  return change (g, s);
}

/* True if G knows ORDERING.  */

static bool
ordering_p (const struct generator *g, int ordering)
{
  int type = g->settings.type;

  if (quasi_p (type))
    return ordering == GCUF_RANDOM_QUASI_ORDER;
  switch (ordering)
    {
    case GCUF_RANDOM_DEFAULT:
      return true;
    case GCUF_RANDOM_BEST:
    case GCUF_RANDOM_LEGACY:
      return type != MT19937;
    case SEEDED:
      return type == GCUF_RANDOM_PSEUDO_DEFAULT || type == GCUF_RANDOM_XORWOW;
    case DYNAMIC:
      return !g->host;
    default:
      return false;
    }
}

int
gcuf_cpu_curandSetGeneratorOrdering (void *generator, int ordering)
{
  struct generator *g = find (generator);
  struct settings s;

  if (!g)
    return GCUF_RANDOM_NOT_INITIALIZED;
  if (!ordering_p (g, ordering))
    return GCUF_RANDOM_OUT_OF_RANGE;
  s = g->settings;
  s.ordering = ordering;
  return change (g, s);
}

int
gcuf_cpu_curandSetQuasiRandomGeneratorDimensions (void *generator, int number)
{
  struct generator *g = find (generator);
  struct settings s;

  if (!g)
    return GCUF_RANDOM_NOT_INITIALIZED;
  s = g->settings;
  if (!quasi_p (s.type))
    return GCUF_RANDOM_TYPE_ERROR;
  if (number < 1 || number > MAX_DIMENSIONS)
    return GCUF_RANDOM_OUT_OF_RANGE;
  s.dimensions = number;
  return change (g, s);
}

int
gcuf_cpu_curandGenerateSeeds (void *generator)
{
  struct generator *g = find (generator);
  return g ? start (g) : GCUF_RANDOM_NOT_INITIALIZED;
}

/* --- Numbers ------------------------------------------------------------- */

/* What an array is filled with.  */
enum distribution
{
  BITS, BITS_64, UNIFORM, UNIFORM_DOUBLE, NORMAL, NORMAL_DOUBLE, LOG_NORMAL,
  LOG_NORMAL_DOUBLE, POISSON, BINOMIAL
};

/* A call: N numbers for P, of DISTRIBUTION with the parameters A and B.  */
struct fill
{
  struct engine *engine;
  enum distribution distribution;
  void *p;
  size_t n;
  double a, b;
  bool counted;			/* It has a reference to ENGINE.  */
};

static bool
pairs_p (enum distribution d)
{
  return d >= NORMAL && d <= LOG_NORMAL_DOUBLE;
}

static int
fill_own (struct gcuf_random *g, const struct fill *f)
{
  switch (f->distribution)
    {
    case BITS:
      return gcuf_random_bits (g, f->p, f->n);
    case BITS_64:
      return gcuf_random_bits64 (g, f->p, f->n);
    case UNIFORM:
      return gcuf_random_uniform (g, f->p, f->n);
    case UNIFORM_DOUBLE:
      return gcuf_random_uniform_double (g, f->p, f->n);
    case NORMAL:
      return gcuf_random_normal (g, f->p, f->n, f->a, f->b);
    case NORMAL_DOUBLE:
      return gcuf_random_normal_double (g, f->p, f->n, f->a, f->b);
    case LOG_NORMAL:
      return gcuf_random_log_normal (g, f->p, f->n, f->a, f->b);
    case LOG_NORMAL_DOUBLE:
      return gcuf_random_log_normal_double (g, f->p, f->n, f->a, f->b);
    case POISSON:
      return gcuf_random_poisson (g, f->p, f->n, f->a);
    case BINOMIAL:
      return gcuf_random_binomial (g, f->p, f->n, f->a, f->b);
    }
  __builtin_unreachable ();
}

static int
fill_toolkit (void *g, const struct fill *f)
{
#define PLAIN(NAME)							\
  return TOOLKIT (NAME, void *, void *, size_t) (g, f->p, f->n)
#define TWO(NAME, TYPE)							\
  return (TOOLKIT (NAME, void *, void *, size_t, TYPE, TYPE)		\
	  (g, f->p, f->n, f->a, f->b))
  switch (f->distribution)
    {
    case BITS:
      PLAIN (curandGenerate);
    case BITS_64:
      PLAIN (curandGenerateLongLong);
    case UNIFORM:
      PLAIN (curandGenerateUniform);
    case UNIFORM_DOUBLE:
      PLAIN (curandGenerateUniformDouble);
    case NORMAL:
      TWO (curandGenerateNormal, float);
    case NORMAL_DOUBLE:
      TWO (curandGenerateNormalDouble, double);
    case LOG_NORMAL:
      TWO (curandGenerateLogNormal, float);
    case LOG_NORMAL_DOUBLE:
      TWO (curandGenerateLogNormalDouble, double);
    case POISSON:
      return (TOOLKIT (curandGeneratePoisson, void *, void *, size_t, double)
	      (g, f->p, f->n, f->a));
    case BINOMIAL:
      break;
    }
  return UNSUPPORTED;
#undef PLAIN
#undef TWO
}

/* Make the numbers of F.  */

static int
fill (const struct fill *f)
{
  struct engine *e = f->engine;
  int status;

  pthread_mutex_lock (&e->lock);
  status = (e->toolkit ? fill_toolkit (e->toolkit, f)
	    : fill_own (e->own, f));
  pthread_mutex_unlock (&e->lock);
  return status;
}

/* The same as work of a stream.  All that could be wrong with the arguments has
   been found before.  */

static void
run_fill (void *data)
{
  const struct fill *f = data;
  int status = fill (f);

  if (status != GCUF_RANDOM_SUCCESS)
    fprintf (stderr, "libgcuf-curand: random numbers could not be generated: "
	     "status %d\n", status);
  if (f->counted)
    release (f->engine);
}

/* What is wrong with F for G, or GCUF_RANDOM_SUCCESS.  */

static int
check (const struct generator *g, const struct fill *f)
{
  const struct settings *s = &g->settings;
  enum distribution d = f->distribution;

  if ((d == BITS && wide_p (s->type)) || (d == BITS_64 && !wide_p (s->type)))
    return GCUF_RANDOM_TYPE_ERROR;
  if (d == POISSON && !(f->a > 0 && f->a <= GCUF_RANDOM_POISSON_MAX))
    return GCUF_RANDOM_OUT_OF_RANGE;
  if (d == BINOMIAL && !(f->b >= 0 && f->b <= 1))
    return GCUF_RANDOM_OUT_OF_RANGE;
  if (d == BINOMIAL && toolkit_p (s))
    return UNSUPPORTED;
  if (f->n > PTRDIFF_MAX)
    return GCUF_RANDOM_OUT_OF_RANGE;
  if (!gcuf_random_length_p (s->type, s->dimensions, f->n, pairs_p (d)))
    return GCUF_RANDOM_LENGTH_NOT_MULTIPLE;
  return f->n && !f->p ? LAUNCH_FAILURE : GCUF_RANDOM_SUCCESS;
}

/* Let the stream of G make the numbers of F.  A graph of which that becomes a
   node keeps the engine.  */

static int
enqueue (struct generator *g, struct fill *f)
{
  int capturing = 0;

  if (g->stream
      && GCUF_cudaStreamIsCapturing (g->stream, &capturing) == 0 && capturing)
    f->engine->captured = true;
  else
    {
      __atomic_add_fetch (&f->engine->references, 1, __ATOMIC_RELAXED);
      f->counted = true;
    }
  if (GCUF_library_enqueue (g->stream, run_fill, f, sizeof *f, false) == 0)
    return GCUF_RANDOM_SUCCESS;
  if (f->counted)
    release (f->engine);
  return LAUNCH_FAILURE;
}

static int
generate (void *generator, struct fill f)
{
  struct generator *g = find (generator);
  int status;

  if (!g)
    return GCUF_RANDOM_NOT_INITIALIZED;
  status = check (g, &f);
  if (status == GCUF_RANDOM_SUCCESS)
    status = start (g);
  if (status != GCUF_RANDOM_SUCCESS || f.n == 0)
    return status;
  f.engine = g->engine;
  return g->host ? fill (&f) : enqueue (g, &f);
}

/* The routine NAME, for arrays of TYPE.  */
#define PLAIN(NAME, DISTRIBUTION, TYPE)					\
  int									\
  gcuf_cpu_curand##NAME (void *generator, TYPE *p, size_t n)		\
  {									\
    return generate (generator, (struct fill) {				\
		       .distribution = DISTRIBUTION, .p = p, .n = n });	\
  }

/* The same with parameters of types A and B.  */
#define TWO(NAME, DISTRIBUTION, TYPE, A, B)				\
  int									\
  gcuf_cpu_curand##NAME (void *generator, TYPE *p, size_t n, A a, B b)	\
  {									\
    return generate (generator, (struct fill) {				\
		       .distribution = DISTRIBUTION, .p = p, .n = n,	\
		       .a = a, .b = b });				\
  }

PLAIN (Generate, BITS, int)
PLAIN (GenerateLongLong, BITS_64, int64_t)
PLAIN (GenerateUniform, UNIFORM, float)
PLAIN (GenerateUniformDouble, UNIFORM_DOUBLE, double)
TWO (GenerateNormal, NORMAL, float, float, float)
TWO (GenerateNormalDouble, NORMAL_DOUBLE, double, double, double)
TWO (GenerateLogNormal, LOG_NORMAL, float, float, float)
TWO (GenerateLogNormalDouble, LOG_NORMAL_DOUBLE, double, double, double)
TWO (GenerateBinomial, BINOMIAL, int, unsigned, double)

int
gcuf_cpu_curandGeneratePoisson (void *generator, int *p, size_t n, double mean)
{
  return generate (generator, (struct fill) {
		     .distribution = POISSON, .p = p, .n = n, .a = mean });
}

/* --- Direction vectors --------------------------------------------------- */

/* Those of random-arrays.c.  */
static uint32_t vectors_32[GCUF_RANDOM_DIMENSIONS][32];
static uint64_t vectors_64[GCUF_RANDOM_DIMENSIONS][64];
static pthread_once_t vectors_made = PTHREAD_ONCE_INIT;

static void
make_vectors (void)
{
  for (unsigned d = 0; d < GCUF_RANDOM_DIMENSIONS; d++)
    {
      gcuf_random_directions32 (d, vectors_32[d]);
      gcuf_random_directions64 (d, vectors_64[d]);
    }
}

int
gcuf_cpu_curandGetDirectionVectors32 (void **vectors, int set)
{
  if (set != VECTORS_32 && set != SCRAMBLED_VECTORS_32)
    return GCUF_RANDOM_OUT_OF_RANGE;
  if (set == SCRAMBLED_VECTORS_32)
    return (toolkit_there_p ("scrambled direction vectors")
	    ? (TOOLKIT (curandGetDirectionVectors32, void **, int)
	       (vectors, set)) : UNSUPPORTED);
  pthread_once (&vectors_made, make_vectors);
  *vectors = vectors_32;
  return GCUF_RANDOM_SUCCESS;
}

int
gcuf_cpu_curandGetDirectionVectors64 (void **vectors, int set)
{
  if (set != VECTORS_64 && set != SCRAMBLED_VECTORS_64)
    return GCUF_RANDOM_OUT_OF_RANGE;
  if (set == SCRAMBLED_VECTORS_64)
    return (toolkit_there_p ("scrambled direction vectors")
	    ? (TOOLKIT (curandGetDirectionVectors64, void **, int)
	       (vectors, set)) : UNSUPPORTED);
  pthread_once (&vectors_made, make_vectors);
  *vectors = vectors_64;
  return GCUF_RANDOM_SUCCESS;
}

int
gcuf_cpu_curandGetScrambleConstants32 (void **constants)
{
  return (toolkit_there_p ("scramble constants")
	  ? TOOLKIT (curandGetScrambleConstants32, void **) (constants)
	  : UNSUPPORTED);
}

int
gcuf_cpu_curandGetScrambleConstants64 (void **constants)
{
  return (toolkit_there_p ("scramble constants")
	  ? TOOLKIT (curandGetScrambleConstants64, void **) (constants)
	  : UNSUPPORTED);
}

/* --- The rest ------------------------------------------------------------ */

int
gcuf_cpu_curandGetVersion (int *version)
{
  *version = VERSION_MAJOR * 1000 + VERSION_MINOR * 100 + VERSION_PATCH;
  return GCUF_RANDOM_SUCCESS;
}

int
gcuf_cpu_curandGetProperty (int property, int *value)
{
  const int parts[] = { VERSION_MAJOR, VERSION_MINOR, VERSION_PATCH };

  if (property < 0 || property > 2)
    return GCUF_RANDOM_OUT_OF_RANGE;
  *value = parts[property];
  return GCUF_RANDOM_SUCCESS;
}
