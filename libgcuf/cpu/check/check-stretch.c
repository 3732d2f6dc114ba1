/* Accesses of whole loops that are checked together.
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

/* A loop tells of all its accesses before it makes any.  They are remembered if
   there is nothing to be reported about any of them: then their order is of no
   importance.

   - What is reported at once, because of an address or a value, is looked for
     first.
   - Two accesses of the loop by different threads do not touch the same bytes,
     unless both read them.  So what races with one of them is in the past, or
     to come, and finds what the accesses by themselves would leave in the
     cells, but for which of several readers, or of a thread's accesses at one
     time, are remembered: those are ordered in the same way.
   - Where an access races, its cell stays as it is, and finds the same when the
     loop tells of the access again.  The cells of the others have what they
     would get anyway: a thread does not race with itself.  */

#include <string.h>

#include "check-cells.h"
#include "check-few.h"
#include "cpu-check.h"

enum { BOTH = GCUF_ACCESS_READ | GCUF_ACCESS_WRITE, WORD = 4 };

/* What a loop does.  */
struct loop
{
  struct gcuf_check_block *c;
  const struct gcuf_stretch *stretches;
  size_t n, count;
  unsigned thread;		/* The first.  */
  unsigned next;		/* How far it is to the next: one, or zero.  */
  bool *local;			/* Which are in the block's own memory.  */
  bool *familiar;		/* Which need not be looked at.  */
};

/* Return the number of S of L.  */

static inline size_t
number_of (const struct loop *l, const struct gcuf_stretch *s)
{
  return s - l->stretches;
}

/* --- Addresses ----------------------------------------------------------- */

/* Return the lowest address of S, of COUNT iterations, and in *END that behind
   the highest.  */

static inline uintptr_t
extent (const struct gcuf_stretch *s, size_t count, uintptr_t *end)
{
  uintptr_t first = (uintptr_t) s->address;
  uintptr_t last = first + s->step * (intptr_t) (count - 1);
  *end = (s->step < 0 ? first : last) + s->bytes;
  return s->step < 0 ? last : first;
}

/* Return true if S of L is in memory that it can be in, of which something is
   known, and consists of whole words.  Store whether that is the block's
   own.  */

static bool
known_p (struct loop *l, const struct gcuf_stretch *s)
{
  uintptr_t end, begin = extent (s, l->count, &end);
  if (((uintptr_t) s->address | s->step | s->bytes) % WORD || !s->bytes
      || end < begin)
    return false;
  if (gcuf_check_private_p (s->address))
    return gcuf_check_private_p ((char *) begin)
	   && gcuf_check_private_p ((char *) end - 1);
  if (!(s->kind & BOTH))
    return false;
  const struct gcuf_check_access a = {
    s->address, s->base, s->bytes, s->kind, s->site
  };
  const struct gcuf_check_page *p
    = gcuf_check_known_address (l->c, &a);
  if (!p || begin - p->begin >= p->size || end - p->begin > p->size)
    return false;
  l->local[number_of (l, s)] = p->local;
  return true;
}

/* --- Familiar accesses --------------------------------------------------- */

/* The place for S of L in the table of those.  */

static inline struct gcuf_familiar *
familiar (const struct loop *l, const struct gcuf_stretch *s)
{
  uint64_t key = ((uintptr_t) s->address >> 2) + ((uintptr_t) s->site >> 3);
  return &l->c->familiar[key * 0x9e3779b97f4a7c15u
			 >> (64 - GCUF_FAMILIAR_BITS)];
}

/* Return true if F is about S of L, by a single thread, and nothing has been
   written in the block's memory since.  */

static inline bool
about_p (const struct gcuf_familiar *f, const struct loop *l,
	 const struct gcuf_stretch *s)
{
  const struct gcuf_check_block *c = l->c;
  return (f->address == s->address && f->step == s->step
	  && f->count == l->count && f->site == s->site
	  && f->stamp == c->stamp && f->phase == c->phase
	  && f->writes == c->writes);
}

/* Return true if S of L has been looked at for two threads from which the
   running one is not farther than they are from each other: it reads the same,
   and races with nobody, since one of them would.  */

static inline bool
familiar_p (const struct loop *l, const struct gcuf_stretch *s)
{
  if (l->next || l->c->uneven)
    return false;
  const struct gcuf_familiar *f = familiar (l, s);
  if (!about_p (f, l, s) || f->threads < 2)
    return false;
  unsigned one = f->thread[0] / GCUF_WARP_SIZE;
  return (one != f->thread[1] / GCUF_WARP_SIZE
	  || one == l->thread / GCUF_WARP_SIZE);
}

/* S of L has been looked at and remembered.  */

static inline void
make_familiar (const struct loop *l, const struct gcuf_stretch *s)
{
  const struct gcuf_check_block *c = l->c;
  if (l->next || c->uneven || c->off || !l->local[number_of (l, s)]
      || s->kind & GCUF_ACCESS_WRITE)
    return;
  struct gcuf_familiar *f = familiar (l, s);
  if (!about_p (f, l, s))
    *f = (struct gcuf_familiar) {
      s->address, s->step, l->count, s->site, c->stamp, c->writes, c->phase,
      1, { l->thread }
    };
  else if (l->thread != f->thread[0])
    {
      f->thread[1] = l->thread;
      f->threads = 2;
    }
}

/* --- Values -------------------------------------------------------------- */

/* Return true if S of L uses a value that has not been set.  */

static bool
unset_p (const struct loop *l, const struct gcuf_stretch *s)
{
  if (s->bytes != WORD && s->bytes % (2 * WORD))
    return true;
  if (s->step == (int64_t) s->bytes)
    {
      bool two = s->bytes != WORD;
      size_t bytes = two ? 2 * WORD : WORD;
      return gcuf_check_any_unset_p (s->address, l->count * s->bytes / bytes,
				     two);
    }
  const char *p = s->address;
  for (size_t i = 0; i < l->count; i++, p += s->step)
    {
      if (gcuf_check_unset_p (p, s->bytes))
	return true;
      if (s->step == 0)
	break;
    }
  return false;
}

/* --- Accesses of the loop ------------------------------------------------ */

/* Return true if no thread accesses by A what another one accesses by B.  */

static bool
apart_p (const struct loop *l, const struct gcuf_stretch *a,
	 const struct gcuf_stretch *b)
{
  uintptr_t a_end, b_end;
  uintptr_t a_begin = extent (a, l->count, &a_end);
  uintptr_t b_begin = extent (b, l->count, &b_end);
  if (a_end <= b_begin || b_end <= a_begin)
    return true;
  int64_t step = a->step < 0 ? -a->step : a->step;
  int64_t distance = b->address - a->address;
  return (a->step == b->step
	  && distance + step >= (int64_t) a->bytes
	  && step - distance >= (int64_t) b->bytes);
}

/* Return true if in one iteration of L the value that S uses is read before W
   writes it, and by no other iteration.  */

static bool
read_before_p (const struct loop *l, const struct gcuf_stretch *s,
	       const struct gcuf_stretch *w)
{
  return s < w && s->address == w->address && apart_p (l, s, w);
}

/* Return true if the stretch S of L, which writes, may let another one use a
   value that has not been set, or race.  */

static bool
disturbs_p (const struct loop *l, const struct gcuf_stretch *w)
{
  for (size_t i = 0; i < l->n; i++)
    {
      const struct gcuf_stretch *s = &l->stretches[i];
      uintptr_t s_end, w_end;
      uintptr_t s_begin = extent (s, l->count, &s_end);
      uintptr_t w_begin = extent (w, l->count, &w_end);
      if (s_end <= w_begin || w_end <= s_begin)
	continue;
      if (l->next && !gcuf_check_private_p (w->address) && !apart_p (l, w, s))
	return true;
      if (w->kind & GCUF_ACCESS_COPIED && s->kind & GCUF_ACCESS_USED
	  && !read_before_p (l, s, w))
	return true;
    }
  return false;
}

/* Return true if what S of L leaves in the cells is not there any more when the
   loop has ended.  */

static bool
superseded_p (const struct loop *l, const struct gcuf_stretch *s)
{
  for (const struct gcuf_stretch *o = s + 1; o < l->stretches + l->n; o++)
    if (o->address == s->address && o->step == s->step && o->bytes == s->bytes
	&& (o->kind & GCUF_ACCESS_WRITE
	    || (o->kind & GCUF_ACCESS_READ && !(s->kind & GCUF_ACCESS_WRITE))))
      return true;
  return false;
}

/* --- Cells --------------------------------------------------------------- */

/* The page that is being looked at.  */
struct open_page
{
  struct gcuf_chunk *chunk;	/* Null if there is none.  */
  uintptr_t number;
  bool local;
};

static void
close_page (const struct gcuf_check_block *c, struct open_page *p)
{
  if (p->chunk)
    gcuf_chunk_close (c, p->chunk, p->local);
  p->chunk = NULL;
}

/* Let P be the page of ADDRESS.  */

static void
open_page (struct gcuf_check_block *c, struct open_page *p, uintptr_t address)
{
  close_page (c, p);
  p->chunk = gcuf_check_page_of (c, address)->chunk;
  p->number = address >> GCUF_CHUNK_BITS;
  gcuf_chunk_open (c, p->chunk, address, p->local);
}

/* How the stretch S of L, or a part of it, is remembered.  */
struct part
{
  struct gcuf_check_block *c;
  struct open_page page;
  size_t words;			/* Of each access.  */
  int shift;			/* Their logarithm, or -1.  */
  unsigned next;		/* How far the next thread is: one, or zero.  */
  struct gcuf_past now;		/* An access, but for who.  */
};

/* Remember NOW in cell N of P's chunk, unless it races: return false then.  */

static bool __attribute__ ((noinline))
remember_more (const struct part *p, unsigned thread, size_t n,
	       const struct gcuf_past *now, bool writes)
{
  if (gcuf_cell_look (p->c, thread, p->page.chunk, n, now, writes).past.who)
    return false;
  gcuf_cell_remember (p->c, thread, p->page.chunk, n, now, writes);
  return true;
}

/* Return true if there is no access of kind PART in cell N of CHUNK, or a
   barrier of the block orders it before all that thread THREAD of C does, or it
   is THREAD's.  */

static inline bool
over_p (const struct gcuf_check_block *c, unsigned thread,
	struct gcuf_chunk *chunk, enum gcuf_cell_part part, size_t n)
{
  const struct gcuf_past past = gcuf_check_past (chunk, part, n);
  uint32_t other = gcuf_past_thread (&past) - c->first;
  return (!past.who || other == thread
	  || (other < c->threads && past.time < c->phase));
}

/* Remember an access of P by THREAD in cell N of P's chunk, unless it races:
   return false then.  In most cells there is nothing that it could race
   with.  */

static inline bool
remember (const struct part *p, unsigned thread, size_t n, bool writes)
{
  const struct gcuf_check_block *c = p->c;
  struct gcuf_chunk *chunk = p->page.chunk;
  struct gcuf_past now = p->now;
  now.who = (c->first + thread) | 15u << GCUF_CHECK_THREAD_BITS;
  if (!over_p (c, thread, chunk, GCUF_CELL_WRITE, n)
      || !over_p (c, thread, chunk, GCUF_CELL_READ, n)
      || (writes && !over_p (c, thread, chunk, GCUF_CELL_SECOND, n)))
    return remember_more (p, thread, n, &now, writes);
  gcuf_check_set_past (chunk, writes ? GCUF_CELL_WRITE : GCUF_CELL_READ, n,
		       &now);
  if (writes)
    gcuf_check_clear_readers (chunk, n, (uint64_t) 1 << n % 64);
  return true;
}

/* Remember accesses of P to COUNT cells of its chunk from N on, WORDS of each of
   which the thread before has if it is not the first.  Return false if one
   races.  */

static bool
remember_cells (const struct part *p, size_t n, size_t count, unsigned thread,
		size_t word, bool writes)
{
  if (p->shift >= 0)
    {
      const struct gcuf_row row = {
	p->c, p->page.chunk, n, count, thread, word, p->shift, -p->next,
	gcuf_past_when (&p->now)
      };
      if (gcuf_row_remember (&row, writes))
	return true;
    }
  for (size_t i = n; i < n + count; i++)
    {
      if (__builtin_expect (!remember (p, thread, i, writes), 0))
	return false;
      if (++word == p->words)
	{
	  word = 0;
	  thread += p->next;
	}
    }
  return true;
}

/* Remember accesses of P to the COUNT elements from ADDRESS on, each of which
   follows the one before it.  The first is by THREAD.  Return false if one
   races.  */

static bool
remember_row (struct part *p, uintptr_t address, size_t count, unsigned thread,
	      bool writes)
{
  size_t left = count * p->words, word = 0;
  for (;;)
    {
      size_t n = gcuf_check_cell (address), most = GCUF_CHUNK_CELLS - n;
      open_page (p->c, &p->page, address);
      if (left <= most)
	return remember_cells (p, n, left, thread, word, writes);
      if (!remember_cells (p, n, most, thread, word, writes))
	return false;
      left -= most;
      address += most * WORD;
      word += most;
      thread += word / p->words * p->next;
      word %= p->words;
    }
}

/* Remember accesses of P by THREAD to the WORDS cells from N on, as remember
   does.  */

static bool __attribute__ ((noinline))
remember_each (const struct part *p, unsigned thread, size_t n, size_t words,
	       bool writes)
{
  for (size_t i = n; i < n + words; i++)
    if (!remember (p, thread, i, writes))
      return false;
  return true;
}

/* The same, of cells of one group.  Few of what are apart have been accessed by
   others since a barrier.  */

static inline __attribute__ ((always_inline)) bool
remember_few (const struct part *p, struct gcuf_known k,
	      struct gcuf_chunk *chunk, unsigned thread, size_t n,
	      size_t words, bool writes)
{
  return (gcuf_few_remember (k, thread, chunk, n, words, writes)
	  || remember_each (p, thread, n, words, writes));
}

/* The same as remember_row of COUNT elements of WORDS that are STEP bytes
   apart.  */

static inline __attribute__ ((always_inline)) bool
remember_apart (struct part *p, uintptr_t address, size_t count, int64_t step,
		unsigned thread, size_t words, bool writes)
{
  const struct gcuf_known k = gcuf_known (p->c, &p->now);
  const unsigned next = p->next;
  struct gcuf_chunk *chunk = NULL;
  uintptr_t number = 0;
  for (; count; count--)
    {
      size_t n = gcuf_check_cell (address);
      if (!chunk || address >> GCUF_CHUNK_BITS != number)
	{
	  open_page (p->c, &p->page, address);
	  chunk = p->page.chunk;
	  number = p->page.number;
	}
      if (__builtin_expect (n % 64 + words <= 64, 1))
	{
	  if (!remember_few (p, k, chunk, thread, n, words, writes))
	    return false;
	}
      else
	{
	  if (!remember_row (p, address, 1, thread, writes))
	    return false;
	  chunk = NULL;
	}
      address += step;
      thread += next;
    }
  return true;
}

/* The same of all of P's WORDS: in several versions.  */

static bool
remember_elements (struct part *p, uintptr_t address, size_t count,
		   int64_t step, unsigned thread, bool writes)
{
  if (step == (int64_t) p->words * WORD)
    return remember_row (p, address, count, thread, writes);
  if (p->words == 1)
    return (writes
	    ? remember_apart (p, address, count, step, thread, 1, true)
	    : remember_apart (p, address, count, step, thread, 1, false));
  if (p->words == 2)
    return (writes
	    ? remember_apart (p, address, count, step, thread, 2, true)
	    : remember_apart (p, address, count, step, thread, 2, false));
  return remember_apart (p, address, count, step, thread, p->words, writes);
}

/* Remember the accesses by S of COUNT iterations of L, from the one with the
   number FIRST on.  Their threads have the same time.  */

static bool
remember_part (const struct loop *l, const struct gcuf_stretch *s, size_t first,
	       size_t count)
{
  unsigned thread = l->thread + first * l->next;
  uintptr_t address = (uintptr_t) s->address + s->step * (intptr_t) first;
  bool writes = s->kind & GCUF_ACCESS_WRITE, quiet;
  struct part p = {
    .c = l->c,
    .page.local = l->local[number_of (l, s)],
    .words = s->bytes / WORD,
    .shift = s->bytes & (s->bytes - 1) ? -1 : __builtin_ctzll (s->bytes) - 2,
    .next = l->next,
    .now = {
      .time = l->c->time[thread], .where = gcuf_check_site_number (s->site)
    }
  };
  if (writes && p.page.local)
    l->c->writes++;
  quiet = remember_elements (&p, address, count, s->step, thread, writes);
  close_page (l->c, &p.page);
  return quiet;
}

/* The same for all of S of L.  If all threads read the same, the first and the
   last one are enough: they are as far apart as any.  */

static bool
remember_all (const struct loop *l, const struct gcuf_stretch *s)
{
  const struct gcuf_check_block *c = l->c;
  size_t count = l->next || s->step ? l->count : 1, same;
  if (count > 2 && s->step == 0)
    return (remember_part (l, s, 0, 1)
	    && remember_part (l, s, count - 1, 1));
  if (!l->next || !c->uneven)
    return remember_part (l, s, 0, count);
  for (size_t first = 0; first < count; first += same)
    {
      for (same = 1; (first + same < count
		      && (c->time[l->thread + first + same]
			  == c->time[l->thread + first])); )
	same++;
      if (!remember_part (l, s, first, same))
	return false;
    }
  return true;
}

/* --- The call ------------------------------------------------------------ */

/* Return true if there is nothing to be reported but races with what has been
   before L.  */

static bool
sound_p (struct loop *l)
{
  for (size_t i = 0; i < l->n; i++)
    {
      const struct gcuf_stretch *s = &l->stretches[i];
      if (familiar_p (l, s))
	l->familiar[i] = true;
      else if (!known_p (l, s))
	return false;
    }
  for (size_t i = 0; i < l->n; i++)
    {
      const struct gcuf_stretch *s = &l->stretches[i];
      if (s->kind & GCUF_ACCESS_USED && !l->familiar[i]
	  && unset_p (l, s))
	return false;
      if (!(s->kind & BOTH) && s->kind & GCUF_ACCESS_COPIED)
	return false;
      if (s->kind & GCUF_ACCESS_WRITE && disturbs_p (l, s))
	return false;
    }
  return true;
}

GCUF_EXPORT int
GCUF_check_stretches (const struct gcuf_stretch *stretches, size_t n,
		      size_t count, int first)
{
  bool local[GCUF_MOST_STRETCHES], familiar[GCUF_MOST_STRETCHES];
  struct loop l = {
    .stretches = stretches, .n = n, .count = count,
    .next = first && count > 1, .local = local, .familiar = familiar
  };
  if (count == 0 || n > GCUF_MOST_STRETCHES)
    return false;
  memset (local, 0, n);
  memset (familiar, 0, n);
  l.c = gcuf_check_running (&l.thread);
  if (!l.c)
    return true;
  if (first)
    l.thread += first - GCUF_context.threadidx.x;
  if (!sound_p (&l))
    return false;
  for (size_t i = 0; i < n && !l.c->off; i++)
    {
      const struct gcuf_stretch *s = &stretches[i];
      if (!(s->kind & BOTH) || familiar[i]
	  || gcuf_check_private_p (s->address) || superseded_p (&l, s))
	continue;
      if (!remember_all (&l, s))
	return false;
      make_familiar (&l, s);
    }
  return true;
}

/* --- Loops in loops over threads ------------------------------------------ */

/* S, of which each iteration of L makes IN, in a row or in several: of COUNT
   iterations, over the threads of L or in one of them, and TIMES as often, by
   DISTANCE apart.  What all threads access the first and the last one do: they
   are as far apart as any.  */
struct rows
{
  struct gcuf_stretch row;
  size_t count, times;
  int64_t distance;
  bool one_thread;
};

static struct rows
rows_of (const struct loop *l, const struct gcuf_stretch *s,
	 const struct gcuf_inner *in)
{
  struct rows r = {
    .row = *s, .count = l->count, .times = in->step ? in->count : 1,
    .distance = in->step, .one_thread = s->step == 0
  };
  if (r.one_thread)
    {
      r.row.step = in->step;
      r.count = r.times;
      r.times = 1;
    }
  return r;
}

/* Return true if S of L, with IN, is in memory that it can be in, of which
   something is known, and consists of whole words.  */

static bool
nest_known_p (struct loop *l, const struct gcuf_stretch *s,
	      const struct gcuf_inner *in)
{
  const struct rows r = rows_of (l, s, in);
  struct loop one = *l;
  struct gcuf_stretch last = r.row;
  one.stretches = &last;
  one.count = r.count;
  bool local = false;
  one.local = &local;
  if (in->step % WORD || s->step % WORD || !known_p (&one, &last))
    return false;
  l->local[number_of (l, s)] = local;
  int64_t way;
  if (__builtin_mul_overflow (r.distance, r.times - 1, &way))
    return false;
  last.address += way;
  if (!known_p (&one, &last))
    return false;
  /* What is between the first and the last row is where both are, if these are
     in one object.  */
  uintptr_t end, begin = extent (&r.row, r.count, &end);
  const struct gcuf_check_page *p
    = gcuf_check_page_of (l->c, (uintptr_t) r.row.address);
  uintptr_t last_end, last_begin = extent (&last, r.count, &last_end);
  if (gcuf_check_private_p (s->address))
    return gcuf_check_private_p (last.address);
  return (begin - p->begin < p->size && end - p->begin <= p->size
	  && last_begin - p->begin < p->size
	  && last_end - p->begin <= p->size);
}

/* Return the lowest address of S of L, with IN, and in *END that behind the
   highest.  */

static uintptr_t
nest_extent (const struct loop *l, const struct gcuf_stretch *s,
	     const struct gcuf_inner *in, uintptr_t *end)
{
  const struct rows r = rows_of (l, s, in);
  uintptr_t begin = extent (&r.row, r.count, end);
  int64_t way = r.distance * (int64_t) (r.times - 1);
  if (way < 0)
    begin += way;
  else
    *end += way;
  return begin;
}

/* Return true if nothing of L with INNER but W, and only one thread, accesses an
   element that W writes.  */

static bool
nest_apart_p (const struct loop *l, const struct gcuf_stretch *w,
	      const struct gcuf_inner *inner)
{
  uintptr_t w_end, end;
  size_t n = w - l->stretches;
  uintptr_t w_begin = nest_extent (l, w, &inner[n], &w_end);
  int64_t step = w->step < 0 ? -w->step : w->step;
  if (inner[n].count != 1 || (l->count > 1 && step < (int64_t) w->bytes))
    return false;
  for (size_t i = 0; i < l->n; i++)
    if (i != n
	&& nest_extent (l, &l->stretches[i], &inner[i], &end) < w_end
	&& w_begin < end)
      return false;
  return true;
}

/* Return true if S of L, with IN, uses a value that has not been set.  */

static bool
nest_unset_p (const struct loop *l, const struct gcuf_stretch *s,
	      const struct gcuf_inner *in)
{
  struct rows r = rows_of (l, s, in);
  struct loop one = *l;
  /* Rows that follow each other are one.  */
  if (r.row.step == (int64_t) s->bytes
      && r.distance == (int64_t) (r.count * s->bytes))
    {
      r.count *= r.times;
      r.times = 1;
    }
  one.count = r.count;
  for (; r.times; r.times--, r.row.address += r.distance)
    if (unset_p (&one, &r.row))
      return true;
  return false;
}

/* Return true if nothing is to be remembered of the reads R of L, which are in
   rows that follow each other.  */

static bool
rows_settled_p (const struct loop *l, const struct rows *r)
{
  size_t bytes = r->count * r->row.bytes, words = r->times * bytes / WORD;
  uintptr_t address = (uintptr_t) r->row.address;
  size_t n = gcuf_check_cell (address);
  if (r->row.step != (int64_t) r->row.bytes || r->distance != (int64_t) bytes
      || words > GCUF_CHUNK_CELLS - n)
    return false;
  struct open_page page = { .local = l->local[number_of (l, &r->row)] };
  open_page (l->c, &page, address);
  const struct gcuf_row row = {
    .c = l->c, .chunk = page.chunk, .begin = n, .count = words
  };
  bool settled = gcuf_row_settled_p (&row);
  close_page (l->c, &page);
  return settled;
}

/* Remember the accesses S of L, with IN, unless one races: return false then.  */

static bool
remember_nest (const struct loop *l, const struct gcuf_stretch *s,
	       const struct gcuf_inner *in)
{
  struct rows r = rows_of (l, s, in);
  struct loop one = *l;
  one.stretches = &r.row;
  one.local = &l->local[number_of (l, s)];
  one.count = r.count;
  if (r.one_thread)
    {
      one.next = 0;
      if (!remember_all (&one, &r.row))
	return false;
      one.thread += l->count - 1;
      return l->count == 1 || remember_all (&one, &r.row);
    }
  if (!(s->kind & GCUF_ACCESS_WRITE) && rows_settled_p (&one, &r))
    return true;
  for (; r.times; r.times--, r.row.address += r.distance)
    if (!remember_all (&one, &r.row))
      return false;
  return true;
}

GCUF_EXPORT int
GCUF_check_nest (const struct gcuf_stretch *stretches,
		 const struct gcuf_inner *inner, size_t n, size_t count,
		 int first)
{
  bool local[GCUF_MOST_STRETCHES];
  struct loop l = {
    .stretches = stretches, .n = n, .count = count, .next = 1, .local = local
  };
  if (count == 0 || n > GCUF_MOST_STRETCHES)
    return false;
  memset (local, 0, n);
  l.c = gcuf_check_running (&l.thread);
  if (!l.c)
    return true;
  l.thread += first - GCUF_context.threadidx.x;
  if (l.c->uneven)
    return false;
  for (size_t i = 0; i < n; i++)
    {
      const struct gcuf_stretch *s = &stretches[i];
      if (!inner[i].count
	  || (!(s->kind & BOTH) && s->kind & GCUF_ACCESS_COPIED)
	  || !nest_known_p (&l, s, &inner[i])
	  || (s->kind & GCUF_ACCESS_USED && nest_unset_p (&l, s, &inner[i])))
	return false;
    }
  for (size_t i = 0; i < n; i++)
    if (stretches[i].kind & GCUF_ACCESS_WRITE
	&& !nest_apart_p (&l, &stretches[i], inner))
      return false;
  for (size_t i = 0; i < n && !l.c->off; i++)
    if (stretches[i].kind & BOTH && !gcuf_check_private_p (stretches[i].address)
	&& !remember_nest (&l, &stretches[i], &inner[i]))
      return false;
  return true;
}
