/* The order of blocks and threads in device code that is checked.
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

/* With GCUF_CHECK_SEED blocks begin, and threads begin and go on, in an order
   that is drawn by lot, so that no order hides a defect for ever.  The lots of
   a block depend on the seed, the launch and the block only.

   The ring of a block's threads changes only where all of them have come to a
   barrier: a thread that waits in vain is found by a whole round of the ring
   in which nothing has happened.  */

#include <stdlib.h>

#include "check.h"
#include "cpu-check.h"

struct gcuf_schedule
{
  uint64_t lots;		/* The state, not zero.  */
  unsigned number[GCUF_MAX_BLOCK_THREADS]; /* Of threads, as they begin.  */
  struct gcuf_fiber *ring[GCUF_MAX_BLOCK_THREADS];
};

/* Return the seed, zero if there is none.  */

static size_t
seed (void)
{
  static size_t value;
  static bool known;
  if (!__atomic_load_n (&known, __ATOMIC_ACQUIRE))
    {
      value = gcuf_env_size (GCUF_ENV_CHECK_SEED, 0, 0, SIZE_MAX);
      __atomic_store_n (&known, true, __ATOMIC_RELEASE);
    }
  return value;
}

/* Return a number that is different for each X, and looks like a lot.  */

static uint64_t
mix (uint64_t x)
{
  x = (x ^ x >> 32) * 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 29) * 0xd6e8feb86659fd93u;
  return x ^ x >> 32;
}

/* Draw a number less than N, not zero.  */

static size_t
draw (struct gcuf_schedule *s, size_t n)
{
  s->lots += 0x9e3779b97f4a7c15u;
  return mix (s->lots) % n;
}

/* --- Blocks -------------------------------------------------------------- */

static size_t
common_divisor (size_t a, size_t b)
{
  while (b)
    {
      size_t rest = a % b;
      a = b;
      b = rest;
    }
  return a;
}

size_t
gcuf_check_nth_block (size_t n, size_t total)
{
  if (!seed () || total < 2)
    return n;
  uint64_t lot = mix (seed () + gcuf_check_launch_number ());
  size_t step = lot % total;
  while (common_divisor (step, total) != 1)
    step = step + 1 < total ? step + 1 : 1;
  return ((unsigned __int128) n * step + mix (lot) % total) % total;
}

/* --- Threads ------------------------------------------------------------- */

void
gcuf_check_begin_schedule (struct gcuf_block *b, size_t number)
{
  if (!seed ())
    return;
  if (!b->schedule)
    b->schedule = gcuf_xcalloc (1, sizeof *b->schedule);
  struct gcuf_schedule *s = b->schedule;
  s->lots = mix (mix (seed () + gcuf_check_launch_number ()) + number);
  for (unsigned i = 0; i < b->total; i++)
    {
      unsigned k = draw (s, i + 1);
      s->number[i] = s->number[k];
      s->number[k] = i;
    }
}

unsigned
gcuf_check_nth_thread (const struct gcuf_block *b, unsigned n)
{
  return b->schedule ? b->schedule->number[n] : n;
}

void
gcuf_check_shuffle (struct gcuf_block *b)
{
  struct gcuf_schedule *s = b->schedule;
  struct gcuf_fiber *f = b->current;
  unsigned n = 0;
  if (!s || b->started < b->total)
    return;
  do
    {
      unsigned k = draw (s, n + 1);
      s->ring[n] = s->ring[k];
      s->ring[k] = f;
      n++;
      f = f->next;
    }
  while (f != b->current);
  for (unsigned i = 0; i < n; i++)
    {
      struct gcuf_fiber *next = s->ring[i + 1 < n ? i + 1 : 0];
      s->ring[i]->next = next;
      next->previous = s->ring[i];
    }
}

bool
gcuf_check_yields_p (struct gcuf_block *b)
{
  return b->schedule && draw (b->schedule, 2);
}

void
gcuf_check_end_schedule (struct gcuf_block *b)
{
  free (b->schedule);
  b->schedule = NULL;
}
