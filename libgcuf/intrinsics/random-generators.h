/* The generators of random numbers of module curand_device.
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


/* The generators are those of cuRAND, by their authors' papers: xorwow by
   G. Marsaglia (Xorshift RNGs, Journal of Statistical Software 8, 2003);
   MRG32k3a by P. L'Ecuyer (Good Parameters and Implementations for Combined
   Multiple Recursive Random Number Generators, Operations Research 47, 1999);
   Philox-4x32-10 by J. Salmon and others (Parallel Random Numbers: As Easy as
   1, 2, 3, SC11); Sobol's sequences in the order of Gray's code (I. Antonov and
   V. Saleev, 1979).  What cuRAND makes of a seed, a sequence and an offset is
   the same, too.

   Included with these macros defined, for the device library and for the host:

   RANDOM_PART, RANDOM_COLD
     What precedes a function that is to be inlined, and one that is not.  */

#ifndef GCUF_RANDOM_GENERATORS_H
#define GCUF_RANDOM_GENERATORS_H

#include <stdint.h>

/* --- States -------------------------------------------------------------- */

/* They have the layout of cuRAND's, and are types of module curand_device.  Of
   normal variates, which come in pairs, the second is kept.  The flags are
   RANDOM_NORMAL or RANDOM_LOG_NORMAL where there is one of that kind.  */

#define RANDOM_NORMAL 1
#define RANDOM_LOG_NORMAL 2

#define RANDOM_KEPT							\
  int32_t flag, flag_double;						\
  float kept;								\
  double kept_double

struct gcuf_xorwow
{
  uint32_t d, v[5];
  RANDOM_KEPT;
};

struct gcuf_mrg32k3a
{
  uint32_t s1[3], s2[3];
  RANDOM_KEPT;
};

struct gcuf_philox4_32_10
{
  uint32_t counter[4];
  uint32_t output[4];		/* Of COUNTER.  */
  uint32_t key[2];
  uint32_t next;		/* Which of OUTPUT comes next.  */
  RANDOM_KEPT;
};

/* Also the scrambled ones, which begin with another number.  */
struct gcuf_sobol32
{
  uint32_t i, x, first;
  uint32_t directions[32];
};

struct gcuf_sobol64
{
  uint64_t i, x, first;
  uint64_t directions[64];
};

_Static_assert (sizeof (struct gcuf_xorwow) == 48
		&& sizeof (struct gcuf_mrg32k3a) == 48
		&& sizeof (struct gcuf_philox4_32_10) == 64
		&& sizeof (struct gcuf_sobol32) == 140
		&& sizeof (struct gcuf_sobol64) == 536,
		"states have the sizes of cuRAND's");

#define RANDOM_FORGET(s)						\
  ((s)->flag = (s)->flag_double = 0,					\
   (s)->kept = 0, (s)->kept_double = 0)

/* --- Xorwow -------------------------------------------------------------- */

#define XORWOW_WEYL 362437

/* The state after V0 to V4 begins with the last four of these and ends with
   this.  */
#define XORWOW_NEXT(v0, v4)						\
  ((v4) ^ (v4) << 4 ^ (v0) ^ (v0) >> 2 ^ ((v0) ^ (v0) >> 2) << 1)

RANDOM_PART uint32_t
random_next_xorwow (struct gcuf_xorwow *s)
{
  uint32_t last = XORWOW_NEXT (s->v[0], s->v[4]);
  s->v[0] = s->v[1];
  s->v[1] = s->v[2];
  s->v[2] = s->v[3];
  s->v[3] = s->v[4];
  s->v[4] = last;
  s->d += XORWOW_WEYL;
  return last + s->d;
}

/* Add to R the state V0 to V4 if bit I of WORD is set.  Then let the state be
   the next one, with V0 as its end.  */
#define XORWOW_JUMP_STEP(word, v0, v1, v2, v3, v4)			\
  {									\
    uint32_t mask = -((word) >> i & 1);					\
    r0 ^= mask & v0;							\
    r1 ^= mask & v1;							\
    r2 ^= mask & v2;							\
    r3 ^= mask & v3;							\
    r4 ^= mask & v4;							\
    v0 = XORWOW_NEXT (v0, v4);						\
  }

/* Let the state V jump by the polynomial with the words W0 to W4.  */

RANDOM_COLD void
random_jump_xorwow (uint32_t *v, uint32_t w0, uint32_t w1, uint32_t w2,
		    uint32_t w3, uint32_t w4)
{
  uint32_t v0 = v[0], v1 = v[1], v2 = v[2], v3 = v[3], v4 = v[4];
  uint32_t r0 = 0, r1 = 0, r2 = 0, r3 = 0, r4 = 0;
  for (int i = 0; i < 32; i++)
    {
      XORWOW_JUMP_STEP (w0, v0, v1, v2, v3, v4)
      XORWOW_JUMP_STEP (w1, v1, v2, v3, v4, v0)
      XORWOW_JUMP_STEP (w2, v2, v3, v4, v0, v1)
      XORWOW_JUMP_STEP (w3, v3, v4, v0, v1, v2)
      XORWOW_JUMP_STEP (w4, v4, v0, v1, v2, v3)
    }
  v[0] = r0;
  v[1] = r1;
  v[2] = r2;
  v[3] = r3;
  v[4] = r4;
}

/* The polynomials are in the code, not in a table, which every program would
   have.  Most numbers are small.  */

RANDOM_COLD void
random_jump_xorwow_steps (uint32_t *v, uint64_t n)
{
#define XORWOW_JUMP(k, w0, w1, w2, w3, w4)				\
  if ((k) % 8 == 0 && !(n >> (k)))					\
    return;								\
  if (n >> (k) & 1)							\
    random_jump_xorwow (v, w0, w1, w2, w3, w4);
#include "random-jumps.def"
}

RANDOM_COLD void
random_jump_xorwow_sequences (uint32_t *v, uint64_t n)
{
#define XORWOW_SEQUENCE(k, w0, w1, w2, w3, w4)				\
  if ((k) % 8 == 0 && !(n >> (k)))					\
    return;								\
  if (n >> (k) & 1)							\
    random_jump_xorwow (v, w0, w1, w2, w3, w4);
#include "random-jumps.def"
}

/* The functions that are not inlined get a copy, so that the address of the
   state itself goes nowhere and it can be in registers.  */
#define RANDOM_COPY5(to, from)						\
  ((to)[0] = (from)[0], (to)[1] = (from)[1], (to)[2] = (from)[2],	\
   (to)[3] = (from)[3], (to)[4] = (from)[4])

RANDOM_PART void
random_skip_xorwow (uint64_t n, struct gcuf_xorwow *s)
{
  s->d += XORWOW_WEYL * (uint32_t) n;
  if (n)
    {
      uint32_t v[5];
      RANDOM_COPY5 (v, s->v);
      random_jump_xorwow_steps (v, n);
      RANDOM_COPY5 (s->v, v);
    }
}

/* A sequence has 2^67 numbers, after which the counter is what it was.  */

RANDOM_PART void
random_skip_sequence_xorwow (uint64_t n, struct gcuf_xorwow *s)
{
  if (n)
    {
      uint32_t v[5];
      RANDOM_COPY5 (v, s->v);
      random_jump_xorwow_sequences (v, n);
      RANDOM_COPY5 (s->v, v);
    }
}

RANDOM_PART void
random_init_xorwow (uint64_t seed, uint64_t sequence, uint64_t offset,
		    struct gcuf_xorwow *s)
{
  uint32_t t0 = 1099087573u * ((uint32_t) seed ^ 0xaad26b49u);
  uint32_t t1 = 2591861531u * ((uint32_t) (seed >> 32) ^ 0xf7dcefddu);

  /* Marsaglia's own first state, changed by the seed.  */
  s->d = 6615241 + t0 + t1;
  s->v[0] = 123456789 + t0;
  s->v[1] = 362436069 ^ t0;
  s->v[2] = 521288629 + t1;
  s->v[3] = 88675123 ^ t1;
  s->v[4] = 5783321 + t0;
  random_skip_sequence_xorwow (sequence, s);
  random_skip_xorwow (offset, s);
  RANDOM_FORGET (s);
}

/* --- MRG32k3a ------------------------------------------------------------ */

/* The moduli are 2^32 - RANDOM_C1 and 2^32 - RANDOM_C2, so that the upper half
   of a product counts that often in the lower.  */
#define RANDOM_M1 4294967087u
#define RANDOM_M2 4294944443u
#define RANDOM_C1 209u
#define RANDOM_C2 22853u

#define RANDOM_FOLD(x, c) (((x) >> 32) * (c) + (uint32_t) (x))

/* X modulo M, which is 2^32 - C.  */

RANDOM_PART uint32_t
random_reduce (uint64_t x, uint32_t m, uint32_t c)
{
  x = RANDOM_FOLD (x, c);
  x = RANDOM_FOLD (x, c);
  return x >= m ? x - m : x;
}

/* The next element of each recurrence.  The first product is so small that one
   fold is enough.  */

RANDOM_PART uint32_t
random_mrg_first (uint32_t x0, uint32_t x1)
{
  uint64_t p = 1403580 * (uint64_t) x1 + 810728 * (uint64_t) (RANDOM_M1 - x0);
  p = RANDOM_FOLD (p, RANDOM_C1);
  return p >= RANDOM_M1 ? p - RANDOM_M1 : p;
}

RANDOM_PART uint32_t
random_mrg_second (uint32_t x0, uint32_t x2)
{
  return random_reduce (527612 * (uint64_t) x2
			+ 1370589 * (uint64_t) (RANDOM_M2 - x0),
			RANDOM_M2, RANDOM_C2);
}

/* The next number, from 1 to RANDOM_M1.  */

RANDOM_PART uint32_t
random_step_mrg32k3a (struct gcuf_mrg32k3a *s)
{
  uint32_t p1 = random_mrg_first (s->s1[0], s->s1[1]);
  s->s1[0] = s->s1[1];
  s->s1[1] = s->s1[2];
  s->s1[2] = p1;
  uint32_t p2 = random_mrg_second (s->s2[0], s->s2[2]);
  s->s2[0] = s->s2[1];
  s->s2[1] = s->s2[2];
  s->s2[2] = p2;
  return p1 - p2 + (p1 <= p2 ? RANDOM_M1 : 0);
}

/* It spread over all of 32 bits.  */

RANDOM_PART uint32_t
random_next_mrg32k3a (struct gcuf_mrg32k3a *s)
{
  return (uint32_t) (random_step_mrg32k3a (s) * 1.000000048662);
}

/* A0 X0 + A1 X1 + A2 X2 modulo M.  */

RANDOM_PART uint32_t
random_mrg_sum (uint32_t a0, uint32_t a1, uint32_t a2, uint32_t x0,
		uint32_t x1, uint32_t x2, uint32_t m, uint32_t c)
{
  uint64_t sum = random_reduce ((uint64_t) a0 * x0, m, c);
  sum += random_reduce ((uint64_t) a1 * x1, m, c);
  sum += random_reduce ((uint64_t) a2 * x2, m, c);
  return random_reduce (sum, m, c);
}

/* Let the states S[0] to S[2] and S[3] to S[5] jump by the polynomials with the
   coefficients A and B.  */

RANDOM_COLD void
random_jump_mrg (uint32_t *s, uint32_t a0, uint32_t a1, uint32_t a2,
		 uint32_t b0, uint32_t b1, uint32_t b2)
{
  uint32_t x0 = s[0], x1 = s[1], x2 = s[2];
  uint32_t x3 = random_mrg_first (x0, x1), x4 = random_mrg_first (x1, x2);
  s[0] = random_mrg_sum (a0, a1, a2, x0, x1, x2, RANDOM_M1, RANDOM_C1);
  s[1] = random_mrg_sum (a0, a1, a2, x1, x2, x3, RANDOM_M1, RANDOM_C1);
  s[2] = random_mrg_sum (a0, a1, a2, x2, x3, x4, RANDOM_M1, RANDOM_C1);

  x0 = s[3], x1 = s[4], x2 = s[5];
  x3 = random_mrg_second (x0, x2), x4 = random_mrg_second (x1, x3);
  s[3] = random_mrg_sum (b0, b1, b2, x0, x1, x2, RANDOM_M2, RANDOM_C2);
  s[4] = random_mrg_sum (b0, b1, b2, x1, x2, x3, RANDOM_M2, RANDOM_C2);
  s[5] = random_mrg_sum (b0, b1, b2, x2, x3, x4, RANDOM_M2, RANDOM_C2);
}

#define RANDOM_MRG_JUMP(k, a0, a1, a2, b0, b1, b2)			\
  if ((k) % 8 == 0 && !(n >> (k)))					\
    return;								\
  if (n >> (k) & 1)							\
    random_jump_mrg (s, a0, a1, a2, b0, b1, b2);

RANDOM_COLD void
random_jump_mrg_steps (uint32_t *s, uint64_t n)
{
#define MRG_JUMP RANDOM_MRG_JUMP
#include "random-jumps.def"
}

RANDOM_COLD void
random_jump_mrg_subsequences (uint32_t *s, uint64_t n)
{
#define MRG_SUBSEQUENCE RANDOM_MRG_JUMP
#include "random-jumps.def"
}

RANDOM_COLD void
random_jump_mrg_sequences (uint32_t *s, uint64_t n)
{
#define MRG_SEQUENCE RANDOM_MRG_JUMP
#include "random-jumps.def"
}

/* A subsequence has 2^76 numbers, a sequence 2^127.  */
#define RANDOM_MRG_SKIP(name, jump)					\
  RANDOM_PART void							\
  random_##name##_mrg32k3a (uint64_t n, struct gcuf_mrg32k3a *s)	\
  {									\
    if (n)								\
      {									\
	uint32_t copy[6] = { s->s1[0], s->s1[1], s->s1[2],		\
			     s->s2[0], s->s2[1], s->s2[2] };		\
	jump (copy, n);							\
	s->s1[0] = copy[0];						\
	s->s1[1] = copy[1];						\
	s->s1[2] = copy[2];						\
	s->s2[0] = copy[3];						\
	s->s2[1] = copy[4];						\
	s->s2[2] = copy[5];						\
      }									\
  }

RANDOM_MRG_SKIP (skip, random_jump_mrg_steps)
RANDOM_MRG_SKIP (skip_subsequence, random_jump_mrg_subsequences)
RANDOM_MRG_SKIP (skip_sequence, random_jump_mrg_sequences)

RANDOM_PART void
random_init_mrg32k3a (uint64_t seed, uint64_t sequence, uint64_t offset,
		      struct gcuf_mrg32k3a *s)
{
  uint64_t x1 = 1, x2 = 1;
  if (seed)
    {
      x1 = (uint32_t) seed ^ 0x55555555u;
      x2 = (uint32_t) (seed >> 32) ^ 0xaaaaaaaau;
    }
  s->s1[0] = s->s1[2] = random_reduce (12345 * x1, RANDOM_M1, RANDOM_C1);
  s->s1[1] = random_reduce (12345 * x2, RANDOM_M1, RANDOM_C1);
  s->s2[0] = s->s2[2] = random_reduce (12345 * x2, RANDOM_M2, RANDOM_C2);
  s->s2[1] = random_reduce (12345 * x1, RANDOM_M2, RANDOM_C2);
  random_skip_subsequence_mrg32k3a (sequence, s);
  random_skip_mrg32k3a (offset, s);
  RANDOM_FORGET (s);
}

/* --- Philox-4x32-10 ------------------------------------------------------ */

/* One of the ten rounds, and what makes its key the next one's.  */
#define PHILOX_ROUND							\
  {									\
    uint64_t p0 = 0xd2511f53u * (uint64_t) c0;				\
    uint64_t p2 = 0xcd9e8d57u * (uint64_t) c2;				\
    c0 = (uint32_t) (p2 >> 32) ^ c1 ^ k0;				\
    c1 = p2;								\
    c2 = (uint32_t) (p0 >> 32) ^ c3 ^ k1;				\
    c3 = p0;								\
  }
#define PHILOX_NEXT_ROUND						\
  k0 += 0x9e3779b9u;							\
  k1 += 0xbb67ae85u;							\
  PHILOX_ROUND

/* Compute the output for the counter.  */

RANDOM_PART void
random_output_philox (struct gcuf_philox4_32_10 *s)
{
  uint32_t c0 = s->counter[0], c1 = s->counter[1];
  uint32_t c2 = s->counter[2], c3 = s->counter[3];
  uint32_t k0 = s->key[0], k1 = s->key[1];
  PHILOX_ROUND
  PHILOX_NEXT_ROUND PHILOX_NEXT_ROUND PHILOX_NEXT_ROUND
  PHILOX_NEXT_ROUND PHILOX_NEXT_ROUND PHILOX_NEXT_ROUND
  PHILOX_NEXT_ROUND PHILOX_NEXT_ROUND PHILOX_NEXT_ROUND
  s->output[0] = c0;
  s->output[1] = c1;
  s->output[2] = c2;
  s->output[3] = c3;
}

/* Add N to the counter, and to its upper half.  */

RANDOM_PART void
random_count_high_philox (uint64_t n, struct gcuf_philox4_32_10 *s)
{
  n += (uint64_t) s->counter[3] << 32 | s->counter[2];
  s->counter[2] = n;
  s->counter[3] = n >> 32;
}

RANDOM_PART void
random_count_philox (uint64_t n, struct gcuf_philox4_32_10 *s)
{
  uint64_t sum = n + ((uint64_t) s->counter[1] << 32 | s->counter[0]);
  s->counter[0] = sum;
  s->counter[1] = sum >> 32;
  if (sum < n)
    random_count_high_philox (1, s);
}

RANDOM_PART uint32_t
random_next_philox4_32_10 (struct gcuf_philox4_32_10 *s)
{
  /* No element with a variable number: the array would be in memory.  */
  uint32_t next = s->next;
  uint32_t low = next & 1 ? s->output[1] : s->output[0];
  uint32_t high = next & 1 ? s->output[3] : s->output[2];
  s->next = (next + 1) & 3;
  if (next == 3)
    {
      random_count_philox (1, s);
      random_output_philox (s);
    }
  return next & 2 ? high : low;
}

/* The next four numbers.  */

RANDOM_PART void
random_next4_philox4_32_10 (struct gcuf_philox4_32_10 *s, uint32_t *r)
{
  uint32_t a0 = s->output[0], a1 = s->output[1];
  uint32_t a2 = s->output[2], a3 = s->output[3];
  random_count_philox (1, s);
  random_output_philox (s);
  uint32_t b0 = s->output[0], b1 = s->output[1], b2 = s->output[2];
  int one = s->next & 1, two = s->next & 2;
  /* Moved by two, then by one.  */
  uint32_t c0 = two ? a2 : a0, c1 = two ? a3 : a1, c2 = two ? b0 : a2;
  uint32_t c3 = two ? b1 : a3, c4 = two ? b2 : b0;
  r[0] = one ? c1 : c0;
  r[1] = one ? c2 : c1;
  r[2] = one ? c3 : c2;
  r[3] = one ? c4 : c3;
}

RANDOM_PART void
random_skip_philox4_32_10 (uint64_t n, struct gcuf_philox4_32_10 *s)
{
  uint32_t next = s->next + (n & 3);
  s->next = next & 3;
  /* The sum may need a bit more than 64.  */
  random_count_philox (n / 4 + (next >> 2), s);
  random_output_philox (s);
}

/* A sequence has 2^66 numbers.  */

RANDOM_PART void
random_skip_sequence_philox4_32_10 (uint64_t n, struct gcuf_philox4_32_10 *s)
{
  random_count_high_philox (n, s);
  random_output_philox (s);
}

RANDOM_PART void
random_init_philox4_32_10 (uint64_t seed, uint64_t sequence, uint64_t offset,
			   struct gcuf_philox4_32_10 *s)
{
  s->counter[0] = offset >> 2;
  s->counter[1] = offset >> 34;
  s->counter[2] = sequence;
  s->counter[3] = sequence >> 32;
  s->key[0] = seed;
  s->key[1] = seed >> 32;
  s->next = offset & 3;
  random_output_philox (s);
  RANDOM_FORGET (s);
}

/* --- Sobol's sequences --------------------------------------------------- */

#define RANDOM_SOBOL(bits)						\
  /* Element N from here on.  */					\
  RANDOM_PART void							\
  random_skip_sobol##bits (uint##bits##_t n, struct gcuf_sobol##bits *s) \
  {									\
    s->i += n;								\
    s->x = s->first;							\
    uint##bits##_t gray = s->i ^ s->i >> 1;				\
    for (int k = 0; k < bits; k++)					\
      if (gray >> k & 1)						\
	s->x ^= s->directions[k];					\
  }									\
									\
  RANDOM_PART void							\
  random_init_sobol##bits (const uint##bits##_t *directions,		\
			   uint##bits##_t first, uint##bits##_t offset,	\
			   struct gcuf_sobol##bits *s)			\
  {									\
    s->i = 0;								\
    s->first = first;							\
    for (int k = 0; k < bits; k++)					\
      s->directions[k] = directions[k];					\
    random_skip_sobol##bits (offset, s);				\
  }									\
									\
  /* Of the Gray code one bit changes, that of the last zero of the number. \
     There is none before the sequence begins anew.  */			\
  RANDOM_PART uint##bits##_t						\
  random_next_sobol##bits (struct gcuf_sobol##bits *s)			\
  {									\
    uint##bits##_t x = s->x, zeros = ~s->i;				\
    s->x ^= s->directions[zeros ? __builtin_ctzll (zeros) : bits - 1];	\
    s->i++;								\
    return x;								\
  }

RANDOM_SOBOL (32)
RANDOM_SOBOL (64)

#endif
