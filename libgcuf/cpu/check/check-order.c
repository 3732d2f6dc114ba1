/* The order of events in launches that are checked.
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


/* What a thread does is ordered behind what another thread of the launch has
   done

   - of the same block, before a barrier that both have passed: its time is less
     than the phase, the time with which all have left the last barrier;
   - of the same warp, before a warp operation of both;
   - of any block, before a fence, if the other one has written something
     atomically after that, or another one has that was ordered behind the
     fence, and the thread has seen that: a release.

   The barrier of a grid orders everything: what was before is forgotten.  */

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "check-order.h"
#include "check-waiting.h"
#include "cpu-check.h"

/* What a thread lets others see that see what it writes.  Bounds as in struct
   gcuf_check_thread.  */
struct gcuf_release
{
  struct gcuf_release *previous; /* To the same address.  */
  struct gcuf_release *chain;	/* Latest ones to other addresses.  */
  const void *address;
  uint32_t first, block_threads; /* The block's.  */
  uint32_t warp;		/* Of the first lane.  */
  uint16_t phase;
  uint16_t lanes[GCUF_WARP_SIZE];
  const uint16_t *published;	/* Or null.  */
  struct gcuf_seen *seen;
  unsigned mark;
};

/* --- Memory that lives as long as a launch ------------------------------- */

struct piece
{
  struct piece *next;
  size_t used;
  max_align_t data[(1 << 16) / sizeof (max_align_t)];
};

static struct piece *pieces;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The latest releases, by address.  */
enum { BUCKETS = 1 << 12 };
static struct gcuf_release *buckets[BUCKETS];
static bool any_release;

/* The number of the last search.  */
static unsigned n_searches;

/* Return BYTES of zeros, at most a piece.  LOCK is held.  */

static void *
get_memory (size_t bytes)
{
  bytes = (bytes + sizeof (max_align_t) - 1) & -sizeof (max_align_t);
  if (!pieces || pieces->used + bytes > sizeof pieces->data)
    {
      struct piece *p = gcuf_xcalloc (1, sizeof *p);
      p->next = pieces;
      pieces = p;
    }
  void *p = (char *) pieces->data + pieces->used;
  pieces->used += bytes;
  return p;
}

void
gcuf_check_forget_order (void)
{
  pthread_mutex_lock (&lock);
  while (pieces)
    {
      struct piece *p = pieces;
      pieces = p->next;
      free (p);
    }
  if (any_release)
    memset (buckets, 0, sizeof buckets);
  any_release = false;
  pthread_mutex_unlock (&lock);
}

/* --- What has been seen -------------------------------------------------- */

/* Return what A and B, which may be null, have together.  */

static struct gcuf_seen *
join (struct gcuf_seen *a, struct gcuf_seen *b)
{
  if (!a || a == b)
    return b;
  if (!b)
    return a;
  pthread_mutex_lock (&lock);
  struct gcuf_seen *s = get_memory (sizeof *s);
  s->left = a;
  s->right = b;
  pthread_mutex_unlock (&lock);
  return s;
}

/* --- Barriers ------------------------------------------------------------ */

/* Remember what the threads of C have done before fences.  */

static void
publish (struct gcuf_check_block *c)
{
  uint16_t phase = 0;
  pthread_mutex_lock (&lock);
  c->published = get_memory (c->threads * sizeof *c->published);
  pthread_mutex_unlock (&lock);
  for (unsigned i = 0; i < c->threads; i++)
    {
      c->published[i] = c->thread[i].fenced[i % GCUF_WARP_SIZE];
      if (c->thread[i].fence_phase > phase)
	phase = c->thread[i].fence_phase;
    }
  for (unsigned i = 0; i < c->threads; i++)
    c->thread[i].fence_phase = phase;
  c->fences = false;
}

/* Let all threads of C have seen what any of them has.  */

static void
share_seen (struct gcuf_check_block *c)
{
  struct gcuf_seen *seen = NULL;
  for (unsigned i = 0; i < c->threads; i++)
    if (c->thread[i].seen != seen)
      seen = join (c->thread[i].seen, seen);
  for (unsigned i = 0; i < c->threads; i++)
    c->thread[i].seen = seen;
}

/* Let all threads of C have the same time, which is a new phase.  */

static void
begin_phase (struct gcuf_check_block *c)
{
  uint16_t time = c->time[0];
  for (unsigned i = 0; c->uneven && i < c->threads; i++)
    if (c->time[i] > time)
      time = c->time[i];
  c->uneven = c->partial = false;
  if (time >= GCUF_CHECK_LAST_TIME)
    c->off = true;
  else
    c->phase = time + 1;
  for (unsigned i = 0; i < c->threads; i++)
    c->time[i] = c->phase;
}

/* All threads of C have come to a barrier.  */

static void
complete (struct gcuf_check_block *c)
{
  if (c->fences)
    publish (c);
  if (c->dirty)
    share_seen (c);
  begin_phase (c);
}

void
gcuf_check_barrier (void)
{
  struct gcuf_check_block *c = gcuf_this_block ()->check;
  gcuf_waiting_end (c);
  gcuf_check_compare_waits (gcuf_this_block ());
  complete (c);
}

GCUF_EXPORT void
GCUF_check_barrier (void)
{
  unsigned thread;
  struct gcuf_check_block *c = gcuf_check_running (&thread);
  gcuf_waiting_end (c);
  if (c)
    complete (c);
}

/* Between the two waits no block runs.  */

void
gcuf_check_grid_barrier (void)
{
  struct gcuf_check_block *c = gcuf_this_block ()->check;
  unsigned before = c->grid_barriers++;
  gcuf_waiting_end (c);
  gcuf_check_barrier ();
  gcuf_grid_wait ();
  if (__atomic_compare_exchange_n (&c->launch->grid_barriers, &before,
				   c->grid_barriers, 0, __ATOMIC_ACQ_REL,
				   __ATOMIC_RELAXED))
    __atomic_store_n (&c->launch->stamp, gcuf_check_new_stamp (),
		      __ATOMIC_RELEASE);
  gcuf_grid_wait ();
}

/* --- Warp operations ----------------------------------------------------- */

/* Let the time of THREAD, which knows its own, go on; end the checks of C when
   there are no more times.  */

static void
next_time (struct gcuf_check_block *c, unsigned thread)
{
  if (c->time[thread] >= GCUF_CHECK_LAST_TIME)
    c->off = true;
  else
    c->time[thread]++;
  c->thread[thread].known[thread % GCUF_WARP_SIZE] = c->time[thread];
  c->dirty = c->uneven = true;
}

static void
raise_bounds (uint16_t *bounds, const uint16_t *more)
{
  for (int i = 0; i < GCUF_WARP_SIZE; i++)
    if (more[i] > bounds[i])
      bounds[i] = more[i];
}

/* The lanes PRESENT of those from FIRST on in C have come together.  Return what
   all of them know.  */

static struct gcuf_check_thread
join_lanes (struct gcuf_check_block *c, unsigned first, uint32_t present)
{
  const struct gcuf_check_thread *lanes = &c->thread[first];
  struct gcuf_check_thread all = { .seen = NULL };
  for (uint32_t rest = present; rest; rest &= rest - 1)
    {
      unsigned i = __builtin_ctz (rest);
      raise_bounds (all.known, lanes[i].known);
      raise_bounds (all.fenced, lanes[i].fenced);
      if (lanes[i].fence_phase > all.fence_phase)
	all.fence_phase = lanes[i].fence_phase;
      all.seen = join (lanes[i].seen, all.seen);
    }
  return all;
}

/* The same if all know the same of others: what each has done is new.  Let them
   know it.  */

static void
join_like_lanes (struct gcuf_check_block *c, unsigned first, uint32_t present)
{
  struct gcuf_check_thread *lanes = &c->thread[first];
  uint16_t known[GCUF_WARP_SIZE];
  memcpy (known, lanes[__builtin_ctz (present)].known, sizeof known);
  for (uint32_t rest = present; rest; rest &= rest - 1)
    {
      unsigned i = __builtin_ctz (rest);
      known[i] = lanes[i].known[i];
    }
  for (uint32_t rest = present; rest; rest &= rest - 1)
    memcpy (lanes[__builtin_ctz (rest)].known, known, sizeof known);
}

/* Return true if the lanes PRESENT of warp NUMBER of C are all it has, know the
   same of each other, and have the same time, which is not the last one.  */

static bool
whole_warp_p (const struct gcuf_check_block *c, unsigned number,
	      uint32_t present)
{
  unsigned first = number * GCUF_WARP_SIZE, lanes = c->threads - first;
  if (lanes > GCUF_WARP_SIZE)
    lanes = GCUF_WARP_SIZE;
  return (present == UINT32_MAX >> (GCUF_WARP_SIZE - lanes)
	  && !(present & ~c->alike[number])
	  && c->time[first] < GCUF_CHECK_LAST_TIME
	  && (lanes == GCUF_WARP_SIZE
	      ? gcuf_check_time_p (c, first, GCUF_WARP_SIZE, c->time[first])
	      : gcuf_check_time_p (c, first, lanes, c->time[first])));
}

/* Let the time of the COUNT threads of C from FIRST on be TIME: they have come to
   where they wait for each other.  */

static inline void
let_be_time (struct gcuf_check_block *c, unsigned first, unsigned count,
	     uint16_t time)
{
  for (unsigned i = 0; i < count; i++)
    c->time[first + i] = time;
  for (unsigned i = 0; i < count; i++)
    c->wait[first + i] = NULL;
}

/* Such lanes have come together: there is but one time to be remembered.  If
   they are all of the block that is as a barrier of it.  */

static void
join_whole_warp (struct gcuf_check_block *c, unsigned number,
		 uint32_t present)
{
  unsigned first = number * GCUF_WARP_SIZE;
  uint16_t time = c->time[first] + 1;
  if (present == UINT32_MAX)
    let_be_time (c, first, GCUF_WARP_SIZE, time);
  else
    let_be_time (c, first, __builtin_popcount (present), time);
  c->together[number] = time;
  c->alike[number] = present;
  c->uneven = c->threads > GCUF_WARP_SIZE;
  if (!c->uneven)
    {
      c->phase = time;
      c->partial = false;
    }
}

/* Those of warp NUMBER have.  */

static void
come_together (struct gcuf_check_block *c, unsigned number, uint32_t present)
{
  unsigned first = number * GCUF_WARP_SIZE;
  gcuf_waiting_end (c);
  if (whole_warp_p (c, number, present))
    {
      join_whole_warp (c, number, present);
      return;
    }
  for (uint32_t rest = present; rest; rest &= rest - 1)
    {
      unsigned i = first + __builtin_ctz (rest);
      next_time (c, i);
      c->wait[i] = NULL;
    }
  if (!present)
    return;
  c->partial = true;
  if (present & ~c->alike[number])
    {
      const struct gcuf_check_thread all = join_lanes (c, first, present);
      for (uint32_t rest = present; rest; rest &= rest - 1)
	c->thread[first + __builtin_ctz (rest)] = all;
    }
  else
    join_like_lanes (c, first, present);
  c->alike[number] = present;
}

void
gcuf_check_warp (struct gcuf_block *b, const struct gcuf_warp *w,
		 uint32_t present)
{
  come_together (b->check, w - b->warp, present);
}

GCUF_EXPORT void
GCUF_check_lanes (size_t first, unsigned lanes)
{
  unsigned thread;
  struct gcuf_check_block *c = gcuf_check_running (&thread);
  if (c)
    come_together (c, first / GCUF_WARP_SIZE, lanes);
}

/* --- Fences and releases ------------------------------------------------- */

GCUF_EXPORT void
GCUF_check_fence (void)
{
  unsigned n;
  struct gcuf_check_block *c = gcuf_check_running (&n);
  if (!c)
    return;
  gcuf_waiting_end (c);
  struct gcuf_check_thread *t = &c->thread[n];
  next_time (c, n);
  c->alike[n / GCUF_WARP_SIZE] = 0;
  for (unsigned i = 0; i < GCUF_WARP_SIZE; i++)
    t->fenced[i] = gcuf_check_known (c, n, i);
  t->fence_phase = c->phase;
  c->fences = true;
}

/* The place of the latest release to ADDRESS; it has null if there is none.
   LOCK is held.  */

static struct gcuf_release **
release_to (const void *address)
{
  size_t n = (uintptr_t) address >> 2;
  struct gcuf_release **r = &buckets[(n ^ n >> 12) % BUCKETS];
  while (*r && (*r)->address != address)
    r = &(*r)->chain;
  return r;
}

void
gcuf_check_release (struct gcuf_check_block *c, unsigned thread,
		    const void *address)
{
  const struct gcuf_check_thread *t = &c->thread[thread];
  if (!t->fence_phase && !c->published && !t->seen)
    return;
  pthread_mutex_lock (&lock);
  struct gcuf_release **place = release_to (address);
  struct gcuf_release *r = get_memory (sizeof *r);
  r->previous = *place;
  r->chain = *place ? (*place)->chain : NULL;
  r->address = address;
  r->first = c->first;
  r->block_threads = c->threads;
  r->warp = c->first + thread - thread % GCUF_WARP_SIZE;
  r->phase = t->fence_phase;
  memcpy (r->lanes, t->fenced, sizeof r->lanes);
  r->published = c->published;
  r->seen = t->seen;
  *place = r;
  any_release = true;
  __atomic_store_n (&c->launch->releases, true, __ATOMIC_RELAXED);
  pthread_mutex_unlock (&lock);
}

GCUF_EXPORT void
GCUF_check_seen (const void *address)
{
  unsigned n;
  struct gcuf_check_block *c = gcuf_check_running (&n);
  if (!c || !__atomic_load_n (&any_release, __ATOMIC_RELAXED))
    return;
  gcuf_waiting_end (c);
  struct gcuf_check_thread *t = &c->thread[n];
  struct gcuf_seen *top = t->seen;
  pthread_mutex_lock (&lock);
  struct gcuf_release *r = *release_to (address);
  if (r && (!top || top->release != r))
    {
      c->dirty = true;
      c->alike[n / GCUF_WARP_SIZE] = 0;
      t->seen = get_memory (sizeof *t->seen);
      t->seen->release = r;
      /* A release has those before it.  */
      bool later = top && top->release && top->release->address == address;
      t->seen->left = later ? top->left : top;
    }
  pthread_mutex_unlock (&lock);
}

/* True if R itself lets PAST be seen.  */

static bool
releases_p (const struct gcuf_release *r, const struct gcuf_past *past)
{
  uint32_t thread = gcuf_past_thread (past);
  uint32_t n = thread - r->first, lane = thread - r->warp;
  if (n >= r->block_threads)
    return false;
  return (gcuf_past_time (past) < r->phase
	  || (lane < GCUF_WARP_SIZE && gcuf_past_time (past) < r->lanes[lane])
	  || (r->published && gcuf_past_time (past) < r->published[n]));
}

/* What is left to be searched.  */
struct search
{
  struct gcuf_seen **stack;
  size_t n, allocated;
};

static void
push (struct search *s, struct gcuf_seen *seen)
{
  if (!seen || seen->mark == n_searches)
    return;
  seen->mark = n_searches;
  if (s->n == s->allocated)
    {
      s->allocated = s->allocated ? 2 * s->allocated : 64;
      s->stack = gcuf_xrealloc (s->stack, s->allocated * sizeof *s->stack);
    }
  s->stack[s->n++] = seen;
}

/* True if who has SEEN that has seen PAST.  LOCK is held.  */

static bool
seen_p (struct gcuf_seen *seen, const struct gcuf_past *past)
{
  struct search s = { NULL, 0, 0 };
  bool found = false;
  n_searches++;
  push (&s, seen);
  while (s.n && !found)
    {
      struct gcuf_seen *top = s.stack[--s.n];
      push (&s, top->right);
      push (&s, top->left);
      struct gcuf_release *r = top->release;
      for (; r && r->mark != n_searches && !found; r = r->previous)
	{
	  r->mark = n_searches;
	  found = releases_p (r, past);
	  push (&s, r->seen);
	}
    }
  free (s.stack);
  return found;
}

bool
gcuf_check_ordered_p (const struct gcuf_check_block *c, unsigned thread,
		      const struct gcuf_past *past)
{
  const struct gcuf_check_thread *t = &c->thread[thread];
  if (gcuf_check_behind_barrier_p (c, thread, past))
    return true;
  if (!t->seen)
    return false;
  pthread_mutex_lock (&lock);
  bool seen = seen_p (t->seen, past);
  pthread_mutex_unlock (&lock);
  return seen;
}
