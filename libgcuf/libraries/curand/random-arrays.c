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


#define _GNU_SOURCE
#include <stdlib.h>

#include "../../intrinsics/random-host.h"
#include "random-arrays.h"

/* CuRAND's threads have sequences of a generator, one each, and take turns:
   number I of a call is the next one of thread I modulo their number, or, of
   numbers that come in pairs, pair I is.  The next call goes on with the next
   thread.  Philox's threads have turns of four numbers, and a call may begin
   and end within one.  */

#define LEGACY_THREADS 4096
#define MRG_THREADS 81920
#define PHILOX_THREADS 65536

struct gcuf_random
{
  int type;
  int ordering;
  uint64_t seed, offset;
  unsigned dimensions;
  bool ready;			/* What follows is valid.  */
  uint64_t position;		/* In Sobol's sequences and Philox's turns.  */
  size_t next;			/* The thread whose turn it is.  */
  union
  {
    struct gcuf_xorwow *xorwow;
    struct gcuf_mrg32k3a *mrg32k3a;
    uint64_t *counters;		/* Of Philox's threads.  */
    void *all;
  } state;
};

static bool
quasi_p (const struct gcuf_random *g)
{
  return g->type == GCUF_RANDOM_SOBOL32 || g->type == GCUF_RANDOM_SOBOL64;
}

/* The number of threads of G.  */

static size_t
threads (const struct gcuf_random *g)
{
  if (g->type == GCUF_RANDOM_PHILOX4_32_10)
    return PHILOX_THREADS;
  if (g->type == GCUF_RANDOM_MRG32K3A && g->ordering != GCUF_RANDOM_LEGACY)
    return MRG_THREADS;
  return LEGACY_THREADS;
}

/* --- Making and setting -------------------------------------------------- */

int
gcuf_random_create (struct gcuf_random **g, int type)
{
  switch (type)
    {
    case GCUF_RANDOM_PSEUDO_DEFAULT:
      type = GCUF_RANDOM_XORWOW;
      break;
    case GCUF_RANDOM_QUASI_DEFAULT:
      type = GCUF_RANDOM_SOBOL32;
      break;
    case GCUF_RANDOM_XORWOW:
    case GCUF_RANDOM_MRG32K3A:
    case GCUF_RANDOM_PHILOX4_32_10:
    case GCUF_RANDOM_SOBOL32:
    case GCUF_RANDOM_SOBOL64:
      break;
    default:
      return GCUF_RANDOM_TYPE_ERROR;
    }
  struct gcuf_random *made = calloc (1, sizeof *made);
  if (!made)
    return GCUF_RANDOM_ALLOCATION_FAILED;
  made->type = type;
  made->ordering = (quasi_p (made) ? GCUF_RANDOM_QUASI_ORDER
		    : GCUF_RANDOM_DEFAULT);
  made->dimensions = 1;
  *g = made;
  return GCUF_RANDOM_SUCCESS;
}

/* Forget the states of G.  */

static void
forget (struct gcuf_random *g)
{
  free (g->state.all);
  g->state.all = NULL;
  g->ready = false;
}

void
gcuf_random_destroy (struct gcuf_random *g)
{
  if (g)
    forget (g);
  free (g);
}

int
gcuf_random_set_seed (struct gcuf_random *g, uint64_t seed)
{
  if (quasi_p (g))
    return GCUF_RANDOM_TYPE_ERROR;
  forget (g);
  g->seed = seed;
  return GCUF_RANDOM_SUCCESS;
}

int
gcuf_random_set_offset (struct gcuf_random *g, uint64_t offset)
{
  forget (g);
  g->offset = offset;
  return GCUF_RANDOM_SUCCESS;
}

int
gcuf_random_set_ordering (struct gcuf_random *g, int ordering)
{
  bool known = (quasi_p (g) ? ordering == GCUF_RANDOM_QUASI_ORDER
		: ordering == GCUF_RANDOM_BEST
		  || ordering == GCUF_RANDOM_DEFAULT
		  || ordering == GCUF_RANDOM_LEGACY);
  if (!known)
    return GCUF_RANDOM_OUT_OF_RANGE;
  forget (g);
  g->ordering = ordering;
  return GCUF_RANDOM_SUCCESS;
}

int
gcuf_random_set_dimensions (struct gcuf_random *g, unsigned n)
{
  if (!quasi_p (g))
    return GCUF_RANDOM_TYPE_ERROR;
  if (n < 1 || n > GCUF_RANDOM_DIMENSIONS)
    return GCUF_RANDOM_OUT_OF_RANGE;
  forget (g);
  g->dimensions = n;
  return GCUF_RANDOM_SUCCESS;
}

/* --- First states -------------------------------------------------------- */

/* The states of G's threads at its offset: each begins a sequence after the one
   before.  False without memory.  */
#define FIRST_STATES(g, skip_sequence)					\
  static bool								\
  first_states_##g (struct gcuf_random *r)				\
  {									\
    size_t n = threads (r);						\
    uint64_t round = r->offset / n;					\
    struct gcuf_##g s, *all = malloc (n * sizeof *all);			\
    if (!all)								\
      return false;							\
    r->state.g = all;							\
    r->next = r->offset % n;						\
    random_init_##g (r->seed, 0, round, &s);				\
    for (size_t i = 0; i < n; i++)					\
      {									\
	all[i] = s;							\
	if (i < r->next)						\
	  random_next_##g (&all[i]);					\
	skip_sequence (1, &s);						\
      }									\
    return true;							\
  }

FIRST_STATES (xorwow, random_skip_sequence_xorwow)
FIRST_STATES (mrg32k3a, random_skip_subsequence_mrg32k3a)

/* The same for Philox, of which the counters are all that differs.  */

static bool
first_counters (struct gcuf_random *g)
{
  uint64_t turns = g->offset / 4;
  uint64_t *counters = malloc (PHILOX_THREADS * sizeof *counters);
  if (!counters)
    return false;
  g->state.counters = counters;
  for (size_t i = 0; i < PHILOX_THREADS; i++)
    counters[i] = (turns / PHILOX_THREADS + (i < turns % PHILOX_THREADS));
  return true;
}

int
gcuf_random_seeds (struct gcuf_random *g)
{
  bool done = true;

  if (g->ready)
    return GCUF_RANDOM_SUCCESS;
  g->position = g->offset;
  if (g->type == GCUF_RANDOM_XORWOW)
    done = first_states_xorwow (g);
  else if (g->type == GCUF_RANDOM_MRG32K3A)
    done = first_states_mrg32k3a (g);
  else if (g->type == GCUF_RANDOM_PHILOX4_32_10)
    done = first_counters (g);
  if (!done)
    return GCUF_RANDOM_ALLOCATION_FAILED;
  g->ready = true;
  return GCUF_RANDOM_SUCCESS;
}

/* --- Direction vectors --------------------------------------------------- */

/* The first dimensions of S. Joe and F. Kuo (Constructing Sobol sequences with
   better two-dimensional projections, SIAM Journal on Scientific Computing 30,
   2008), but for the very first: degree and inner coefficients of a primitive
   polynomial, and the odd numbers that the directions begin with.  */
static const struct
{
  unsigned char degree, coefficients, first[5];
} joe_kuo[GCUF_RANDOM_DIMENSIONS - 1] = {
  { 1, 0, { 1 } },
  { 2, 1, { 1, 3 } },
  { 3, 1, { 1, 3, 1 } },
  { 3, 2, { 1, 1, 1 } },
  { 4, 1, { 1, 1, 3, 3 } },
  { 4, 4, { 1, 3, 5, 13 } },
  { 5, 2, { 1, 1, 5, 5, 17 } },
  { 5, 4, { 1, 1, 5, 5, 5 } },
  { 5, 7, { 1, 1, 7, 11, 19 } }
};

#define DIRECTIONS(bits)						\
  int									\
  gcuf_random_directions##bits (unsigned d, uint##bits##_t *v)		\
  {									\
    if (d >= GCUF_RANDOM_DIMENSIONS)					\
      return false;							\
    int degree = d ? joe_kuo[d - 1].degree : 0;				\
    for (int k = 0; k < bits; k++)					\
      if (!d || k < degree)						\
	v[k] = ((uint##bits##_t) (d ? joe_kuo[d - 1].first[k] : 1)	\
		<< (bits - 1 - k));					\
      else								\
	{								\
	  v[k] = v[k - degree] ^ v[k - degree] >> degree;		\
	  for (int i = 1; i < degree; i++)				\
	    if (joe_kuo[d - 1].coefficients >> (degree - 1 - i) & 1)	\
	      v[k] ^= v[k - i];						\
	}								\
    return true;							\
  }

DIRECTIONS (32)
DIRECTIONS (64)

/* --- Filling ------------------------------------------------------------- */

/* What a call asks for, besides the array.  */
struct parameters { double mean, deviation; };

/* The numbers of a turn, from a state S: P[0], or P[0] and P[1].  */
#define TURN_BITS(g, p) (p)[0] = random_next_##g (s)
#define TURN_UNIFORM(g, p) (p)[0] = random_uniform_##g (s)
#define TURN_UNIFORM_DOUBLE(g, p) (p)[0] = random_uniform_double_##g (s)
#define TURN_NORMAL(g, p)						\
  struct random_pair pair = random_normal2_##g (s);			\
  (p)[0] = NORMAL (pair.x);						\
  (p)[1] = NORMAL (pair.y)
#define TURN_NORMAL_DOUBLE(g, p)					\
  struct random_pair_double pair = random_normal2_double_##g (s);	\
  (p)[0] = NORMAL_DOUBLE (pair.x);					\
  (p)[1] = NORMAL_DOUBLE (pair.y)
#define TURN_LOG_NORMAL(g, p)						\
  struct random_pair pair = random_normal2_##g (s);			\
  (p)[0] = LOG_NORMAL (pair.x);						\
  (p)[1] = LOG_NORMAL (pair.y)
#define TURN_LOG_NORMAL_DOUBLE(g, p)					\
  struct random_pair_double pair = random_normal2_double_##g (s);	\
  (p)[0] = LOG_NORMAL_DOUBLE (pair.x);					\
  (p)[1] = LOG_NORMAL_DOUBLE (pair.y)

/* Of a normal number; A are the parameters.  */
#define NORMAL(x) RANDOM_FMAF (a->deviation, x, a->mean)
#define NORMAL_DOUBLE(x) RANDOM_FMA (a->deviation, x, a->mean)
#define LOG_NORMAL(x) random_log_of (x, a->mean, a->deviation)
#define LOG_NORMAL_DOUBLE(x) random_log_of_double (x, a->mean, a->deviation)

#define FILL_BY_TURNS(name, what, g, type, each)			\
  static void								\
  fill_##name##_##g (struct gcuf_random *r, type *p, size_t n,		\
		     const struct parameters *a)			\
  {									\
    size_t count = threads (r), next = r->next;				\
    (void) a;								\
    for (size_t i = 0; i < n; i += each)				\
      {									\
	struct gcuf_##g *s = &r->state.g[next];				\
	what (g, p + i);						\
	next = next + 1 == count ? 0 : next + 1;			\
      }									\
    r->next = next;							\
  }

/* The four numbers V of a turn, from the words X of one or two outputs.  */
#define FOUR_OF_ONE(value)						\
  for (int i = 0; i < 4; i++)						\
    v[i] = value
#define FOUR_OF_PAIRS(value)						\
  for (int i = 0; i < 4; i += 2)					\
    {									\
      struct random_pair pair = random_polar_of_bits (x[i], x[i + 1]);	\
      v[i] = value (pair.x);						\
      v[i + 1] = value (pair.y);					\
    }
#define FOUR_OF_PAIRS_DOUBLE(value)					\
  for (int i = 0; i < 4; i += 2)					\
    {									\
      struct random_pair_double pair					\
	= random_polar_of_bits_double (x[2 * i], x[2 * i + 1],		\
				       x[2 * i + 2], x[2 * i + 3]);	\
      v[i] = value (pair.x);						\
      v[i + 1] = value (pair.y);					\
    }
#define FOUR_BITS FOUR_OF_ONE (x[i])
#define FOUR_UNIFORM FOUR_OF_ONE (random_uniform_32 (x[i]))
#define FOUR_UNIFORM_DOUBLE						\
  FOUR_OF_ONE (random_uniform_double_two (x[2 * i], x[2 * i + 1]))
#define FOUR_NORMAL FOUR_OF_PAIRS (NORMAL)
#define FOUR_NORMAL_DOUBLE FOUR_OF_PAIRS_DOUBLE (NORMAL_DOUBLE)
#define FOUR_LOG_NORMAL FOUR_OF_PAIRS (LOG_NORMAL)
#define FOUR_LOG_NORMAL_DOUBLE FOUR_OF_PAIRS_DOUBLE (LOG_NORMAL_DOUBLE)

/* The state of the thread whose turn is number TURN of G.  */

static void
philox_state (const struct gcuf_random *g, uint64_t turn,
	      struct gcuf_philox4_32_10 *s)
{
  size_t thread = turn % PHILOX_THREADS;
  uint64_t counter = g->state.counters[thread];
  s->counter[0] = counter;
  s->counter[1] = counter >> 32;
  s->counter[2] = thread;
  s->counter[3] = 0;
  s->key[0] = g->seed;
  s->key[1] = g->seed >> 32;
  s->next = 0;
  random_output_philox (s);
  RANDOM_FORGET (s);
}

/* A turn of which a call takes a part is another's as a whole, too: only at its
   end has the thread used up its numbers.  */
#define FILL_BY_FOURS(name, what, type, outputs)			\
  static void								\
  fill_##name##_philox (struct gcuf_random *r, type *p, size_t n,	\
			const struct parameters *a)			\
  {									\
    (void) a;								\
    while (n)								\
      {									\
	struct gcuf_philox4_32_10 s;					\
	uint32_t x[8];							\
	type v[4];							\
	unsigned i = r->position % 4;					\
	philox_state (r, r->position / 4, &s);				\
	random_next4_philox4_32_10 (&s, x);				\
	if (outputs == 2)						\
	  random_next4_philox4_32_10 (&s, x + 4);			\
	what;								\
	for (; i < 4 && n; i++, n--, r->position++)			\
	  *p++ = v[i];							\
	if (i == 4)							\
	  r->state.counters[(r->position / 4 - 1) % PHILOX_THREADS]	\
	    += outputs;							\
      }									\
  }

/* Element by element of each dimension.  */
#define FILL_BY_ELEMENTS(name, bits, type, what)			\
  static void								\
  fill_##name##_sobol##bits (struct gcuf_random *r, type *p, size_t n,	\
			     const struct parameters *a)		\
  {									\
    (void) a;								\
    for (unsigned d = 0; d < r->dimensions; d++)			\
      {									\
	struct gcuf_sobol##bits state, *s = &state;			\
	uint##bits##_t v[bits];						\
	gcuf_random_directions##bits (d, v);				\
	random_init_sobol##bits (v, 0, r->position, s);			\
	for (size_t i = 0; i < n / r->dimensions; i++)			\
	  *p++ = what;							\
      }									\
    r->position += n / r->dimensions;					\
  }

#define FILL(name, what, type, each, outputs)				\
  FILL_BY_TURNS (name, TURN_##what, xorwow, type, each)			\
  FILL_BY_TURNS (name, TURN_##what, mrg32k3a, type, each)		\
  FILL_BY_FOURS (name, FOUR_##what, type, outputs)

FILL (bits, BITS, uint32_t, 1, 1)
FILL (uniform, UNIFORM, float, 1, 1)
FILL (uniform_double, UNIFORM_DOUBLE, double, 1, 2)
FILL (normal, NORMAL, float, 2, 1)
FILL (normal_double, NORMAL_DOUBLE, double, 2, 2)
FILL (log_normal, LOG_NORMAL, float, 2, 1)
FILL (log_normal_double, LOG_NORMAL_DOUBLE, double, 2, 2)

#define FILL_SOBOL(bits)						\
  FILL_BY_ELEMENTS (uniform, bits, float, random_uniform_sobol##bits (s)) \
  FILL_BY_ELEMENTS (uniform_double, bits, double,			\
		    random_uniform_double_sobol##bits (s))		\
  FILL_BY_ELEMENTS (normal, bits, float,				\
		    NORMAL (random_normal_sobol##bits (s)))		\
  FILL_BY_ELEMENTS (normal_double, bits, double,			\
		    NORMAL_DOUBLE (random_normal_double_sobol##bits (s))) \
  FILL_BY_ELEMENTS (log_normal, bits, float,				\
		    LOG_NORMAL (random_normal_sobol##bits (s)))		\
  FILL_BY_ELEMENTS (log_normal_double, bits, double,			\
		    LOG_NORMAL_DOUBLE (random_normal_double_sobol##bits (s)))

FILL_SOBOL (32)
FILL_SOBOL (64)
FILL_BY_ELEMENTS (bits, 32, uint32_t, random_next_sobol32 (s))
FILL_BY_ELEMENTS (bits, 64, uint64_t, random_next_sobol64 (s))

/* --- Calls --------------------------------------------------------------- */

bool
gcuf_random_length_p (int type, unsigned dimensions, size_t n, bool pairs)
{
  if (n % dimensions)
    return false;
  return !(pairs && n % 2
	   && (type == GCUF_RANDOM_PSEUDO_DEFAULT || type == GCUF_RANDOM_XORWOW
	       || type == GCUF_RANDOM_MRG32K3A));
}

/* Whether N numbers can be had, which come in pairs if PAIRS; then the states
   are ready.  Otherwise the status.  */

static int
prepare (struct gcuf_random *g, size_t n, bool pairs)
{
  if (!gcuf_random_length_p (g->type, g->dimensions, n, pairs))
    return GCUF_RANDOM_LENGTH_NOT_MULTIPLE;
  return gcuf_random_seeds (g);
}

#define CALL(name, pairs, taken, ...)					\
  int									\
  gcuf_random_##name taken						\
  {									\
    struct parameters a = { __VA_ARGS__ };				\
    int status = prepare (g, n, pairs);					\
    if (status != GCUF_RANDOM_SUCCESS)					\
      return status;							\
    switch (g->type)							\
      {									\
      case GCUF_RANDOM_XORWOW:						\
	fill_##name##_xorwow (g, p, n, &a);				\
	break;								\
      case GCUF_RANDOM_MRG32K3A:					\
	fill_##name##_mrg32k3a (g, p, n, &a);			\
	break;								\
      case GCUF_RANDOM_PHILOX4_32_10:					\
	fill_##name##_philox (g, p, n, &a);				\
	break;								\
      case GCUF_RANDOM_SOBOL32:						\
	fill_##name##_sobol32 (g, p, n, &a);			\
	break;								\
      case GCUF_RANDOM_SOBOL64:						\
	fill_##name##_sobol64 (g, p, n, &a);			\
	break;								\
      }									\
    return GCUF_RANDOM_SUCCESS;						\
  }

#define PLAIN_CALL(name, type)						\
  CALL (name, false,							\
	(struct gcuf_random *g, type *p, size_t n), 0, 0)
#define NORMAL_CALL(name, type)						\
  CALL (name, true,							\
	(struct gcuf_random *g, type *p, size_t n, type mean,		\
	 type deviation), mean, deviation)

PLAIN_CALL (uniform, float)
PLAIN_CALL (uniform_double, double)
NORMAL_CALL (normal, float)
NORMAL_CALL (normal_double, double)
NORMAL_CALL (log_normal, float)
NORMAL_CALL (log_normal_double, double)

int
gcuf_random_bits (struct gcuf_random *g, uint32_t *p, size_t n)
{
  if (g->type == GCUF_RANDOM_SOBOL64)
    return GCUF_RANDOM_TYPE_ERROR;
  int status = prepare (g, n, false);
  if (status != GCUF_RANDOM_SUCCESS)
    return status;
  if (g->type == GCUF_RANDOM_XORWOW)
    fill_bits_xorwow (g, p, n, NULL);
  else if (g->type == GCUF_RANDOM_MRG32K3A)
    fill_bits_mrg32k3a (g, p, n, NULL);
  else if (g->type == GCUF_RANDOM_PHILOX4_32_10)
    fill_bits_philox (g, p, n, NULL);
  else
    fill_bits_sobol32 (g, p, n, NULL);
  return GCUF_RANDOM_SUCCESS;
}

int
gcuf_random_bits64 (struct gcuf_random *g, uint64_t *p, size_t n)
{
  if (g->type != GCUF_RANDOM_SOBOL64)
    return GCUF_RANDOM_TYPE_ERROR;
  int status = prepare (g, n, false);
  if (status == GCUF_RANDOM_SUCCESS)
    fill_bits_sobol64 (g, p, n, NULL);
  return status;
}

/* --- Discrete distributions ---------------------------------------------- */

/* From this mean on cuRAND takes the normal distribution, but for Sobol's
   sequence of 32 bits.  Else each number is one of the generator's, and here
   the inverse of the distribution at it; below this mean cuRAND has another
   way from the same number, so that the results differ.  */
#define POISSON_NORMAL 2000

#define POISSON_ROUNDED(x)						\
  (uint32_t) (a->deviation * (x) + a->mean + 0.5)
/* Not pairs: the second number is the thread's next turn.  */
#define TURN_POISSON(g, p) (p)[0] = POISSON_ROUNDED (random_normal_##g (s))
#define FOUR_POISSON FOUR_OF_PAIRS (POISSON_ROUNDED)

FILL (poisson, POISSON, uint32_t, 1, 1)

/* The normal number of X.  The first element, zero, counts as if it had 32 bits
   alone.  */

static double
poisson_normal_64 (uint64_t x)
{
  return random_normal_double_64 (x ? x : (uint64_t) 1 << 31);
}

FILL_BY_ELEMENTS (poisson, 64, uint32_t,
		  POISSON_ROUNDED (poisson_normal_64
				   (random_next_sobol64 (s))))

/* The probabilities of numbers up to FIRST + I, of which what is left out at
   both ends is less than the generators can tell.  */
struct discrete_table
{
  uint32_t first, count;
  double *sum;
};

/* What a table is made of: the distribution's mean and deviation, the greatest
   number, and the logarithm of the probability of K.  */
struct discrete
{
  double mean, deviation, greatest;
  double (*log_probability) (const struct discrete *d, double k);
  double trials, p;
};

static double
log_poisson (const struct discrete *d, double k)
{
  return k * log (d->mean) - d->mean - random_log_factorial (k);
}

static double
log_binomial (const struct discrete *d, double k)
{
  return (random_log_factorial (d->trials) - random_log_factorial (k)
	  - random_log_factorial (d->trials - k)
	  + k * log (d->p) + (d->trials - k) * log1p (-d->p));
}

/* Make the table T for D.  False without memory.  */

static bool
make_table (struct discrete_table *t, const struct discrete *d)
{
  double width = 10 * d->deviation + 40, sum = 0;
  double last = fmin (d->mean + width, d->greatest);
  t->first = d->mean > width ? d->mean - width : 0;
  t->count = (uint32_t) (last - t->first) + 1;
  t->sum = malloc (t->count * sizeof *t->sum);
  if (!t->sum)
    return false;
  for (uint32_t i = 0; i < t->count; i++)
    t->sum[i] = sum += exp (d->log_probability (d, (double) t->first + i));
  return true;
}

/* The number at U.  */

static uint32_t
search_table (const struct discrete_table *t, double u)
{
  uint32_t low = 0, high = t->count - 1;
  while (low < high)
    {
      uint32_t middle = (low + high) / 2;
      if (u <= t->sum[middle])
	high = middle;
      else
	low = middle + 1;
    }
  return t->first + low;
}

/* Fill P with the next N numbers of G, distributed as D says.  */

static int
fill_discrete (struct gcuf_random *g, uint32_t *p, size_t n,
	       const struct discrete *d)
{
  struct discrete_table table;
  uint64_t *wide = NULL;
  int status;

  if (g->type == GCUF_RANDOM_SOBOL64
      && !(wide = malloc (n * sizeof *wide)))
    return GCUF_RANDOM_ALLOCATION_FAILED;
  if (!make_table (&table, d))
    {
      free (wide);
      return GCUF_RANDOM_ALLOCATION_FAILED;
    }
  status = (wide ? gcuf_random_bits64 (g, wide, n)
	    : gcuf_random_bits (g, p, n));
  if (status == GCUF_RANDOM_SUCCESS)
    for (size_t i = 0; i < n; i++)
      p[i] = search_table (&table, (wide ? random_uniform_double_64 (wide[i])
				    : random_uniform_double_32 (p[i])));
  free (wide);
  free (table.sum);
  return status;
}

int
gcuf_random_binomial (struct gcuf_random *g, uint32_t *x, size_t n,
		      uint32_t trials, double p)
{
  if (!(p >= 0 && p <= 1))
    return GCUF_RANDOM_OUT_OF_RANGE;
  /* Nothing that is improbable is left to a logarithm.  */
  double q = fmin (fmax (p, 0x1p-1000), 1 - 0x1p-53);
  struct discrete d = {
    trials * q, sqrt (trials * q * (1 - q)), trials, log_binomial, trials, q
  };
  if (n == 0)
    return prepare (g, n, false);
  int status = fill_discrete (g, x, n, &d);
  if (status == GCUF_RANDOM_SUCCESS && (p == 0 || p == 1))
    for (size_t i = 0; i < n; i++)
      x[i] = p == 0 ? 0 : trials;
  return status;
}

int
gcuf_random_poisson (struct gcuf_random *g, uint32_t *p, size_t n, double mean)
{
  struct parameters a = { mean, sqrt (mean) };
  struct discrete d = { mean, sqrt (mean), UINT32_MAX, log_poisson, 0, 0 };
  if (!(mean > 0 && mean <= GCUF_RANDOM_POISSON_MAX))
    return GCUF_RANDOM_OUT_OF_RANGE;
  int status = prepare (g, n, false);
  if (status != GCUF_RANDOM_SUCCESS)
    return status;
  if (n && (mean < POISSON_NORMAL || g->type == GCUF_RANDOM_SOBOL32))
    return fill_discrete (g, p, n, &d);
  switch (g->type)
    {
    case GCUF_RANDOM_XORWOW:
      fill_poisson_xorwow (g, p, n, &a);
      break;
    case GCUF_RANDOM_MRG32K3A:
      fill_poisson_mrg32k3a (g, p, n, &a);
      break;
    case GCUF_RANDOM_PHILOX4_32_10:
      fill_poisson_philox (g, p, n, &a);
      break;
    case GCUF_RANDOM_SOBOL64:
      fill_poisson_sobol64 (g, p, n, &a);
      break;
    }
  return GCUF_RANDOM_SUCCESS;
}
