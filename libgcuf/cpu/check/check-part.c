/* How the accesses of loops are remembered in cells.
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

#include "check.h"
#include "check-few.h"
#include "check-loop.h"
#include "check-reads.h"
#include "check-subword.h"

/* How the stretch S of L, or a part of it, is remembered.  */
struct part
{
  struct gcuf_check_block *c;
  struct gcuf_open_page page;
  size_t words;			/* Of each access.  */
  size_t bytes;			/* The same; zero if these are whole words.  */
  int shift;			/* Their logarithm, or -1.  */
  unsigned next;		/* How far the next thread is.  */
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
   barrier of the block or of the warp orders it before all that thread THREAD of
   C does, or it is THREAD's.  */

static inline bool
over_p (const struct gcuf_check_block *c, unsigned thread,
	struct gcuf_chunk *chunk, enum gcuf_cell_part part, size_t n)
{
  const struct gcuf_past past = gcuf_check_past (chunk, part, n);
  return (!past.who
	  || gcuf_one_over_p (gcuf_known (c, thread, 0), thread, past.who,
			      past.when));
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
  uint64_t bit = (uint64_t) 1 << n % 64;
  if (gcuf_check_crowded_p (c, chunk, n, bit)
      || !over_p (c, thread, chunk, GCUF_CELL_WRITE, n)
      || !over_p (c, thread, chunk, GCUF_CELL_READ, n)
      || (writes && !over_p (c, thread, chunk, GCUF_CELL_SECOND, n)))
    return remember_more (p, thread, n, &now, writes);
  gcuf_check_set_past (chunk, writes ? GCUF_CELL_WRITE : GCUF_CELL_READ, n,
		       &now);
  if (writes)
    {
      gcuf_check_clear_readers (chunk, n, bit);
      gcuf_check_clear_others (chunk, n, bit);
    }
  return true;
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
  return ((!writes && gcuf_few_settled_p (p->c, chunk, n,
					  gcuf_few_mask (n, words)))
	  || gcuf_few_remember (k, thread, chunk, n, words, writes)
	  || remember_each (p, thread, n, words, writes));
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
	p->c, p->page.chunk, n, count, thread, word, p->shift, p->next,
	p->now.when, 0, NULL, 0, false
      };
      if (gcuf_row_remember (&row, writes))
	return true;
    }
  struct gcuf_known k = gcuf_known (p->c, thread, p->now.when);
  for (const size_t end = n + count; n < end; )
    {
      size_t words = p->words - word, most = 64 - n % 64;
      if (p->c->uneven)
	k.since = gcuf_known_since (p->c, thread);
      if (most > end - n)
	most = end - n;
      if (words > most)
	words = most;
      if (!remember_few (p, k, p->page.chunk, thread, n, words, writes))
	return false;
      n += words;
      word += words;
      if (word == p->words)
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
      if (!p->page.chunk || p->page.number != address >> GCUF_CHUNK_BITS)
	gcuf_open_page (p->c, &p->page, address);
      if (left <= most)
	return remember_cells (p, n, left, thread, word, writes);
      if (!remember_cells (p, n, most, thread, word, writes))
	return false;
      left -= most;
      address += most * GCUF_CHECK_WORD;
      word += most;
      thread += word / p->words * p->next;
      word %= p->words;
    }
}

/* The same as remember_row of COUNT elements of WORDS that are STEP bytes
   apart.  */

static inline __attribute__ ((always_inline)) bool
remember_apart (struct part *p, uintptr_t address, size_t count, int64_t step,
		unsigned thread, size_t words, bool writes)
{
  struct gcuf_known k = gcuf_known (p->c, thread, p->now.when);
  const unsigned next = p->next;
  const bool uneven = p->c->uneven;
  struct gcuf_chunk *chunk = NULL;
  uintptr_t number = 0;
  for (; count; count--)
    {
      size_t n = gcuf_check_cell (address);
      if (uneven)
	k.since = gcuf_known_since (p->c, thread);
      if (!chunk || address >> GCUF_CHUNK_BITS != number)
	{
	  gcuf_open_page (p->c, &p->page, address);
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

/* The same for the COUNT elements of P from ADDRESS on, all in its page, which
   leave gaps and are 1 << SHIFT cells apart.  */

static bool
remember_gaps (struct part *p, uintptr_t address, size_t count, int shift,
	       unsigned thread, bool writes)
{
  size_t cells = ((count - 1) << shift) + p->words;
  const struct gcuf_row row = {
    p->c, p->page.chunk, gcuf_check_cell (address), cells, thread, 0, shift,
    p->next, p->now.when, p->words, NULL, 0, false
  };
  return (gcuf_row_remember (&row, writes)
	  || remember_apart (p, address, count,
			     (int64_t) GCUF_CHECK_WORD << shift, thread,
			     p->words, writes));
}

/* The same as remember_row of COUNT elements of P that are 1 << SHIFT cells
   apart, which is more than they have.  */

static bool
remember_with_gaps (struct part *p, uintptr_t address, size_t count, int shift,
		    unsigned thread, bool writes)
{
  while (count)
    {
      size_t left = GCUF_CHUNK_CELLS - gcuf_check_cell (address), most = 1;
      if (!p->page.chunk || p->page.number != address >> GCUF_CHUNK_BITS)
	gcuf_open_page (p->c, &p->page, address);
      if (left >= p->words)
	{
	  most = ((left - p->words) >> shift) + 1;
	  if (most > count)
	    most = count;
	  if (!remember_gaps (p, address, most, shift, thread, writes))
	    return false;
	}
      else if (!remember_row (p, address, 1, thread, writes))
	return false;
      address += most * GCUF_CHECK_WORD << shift;
      thread += most * p->next;
      count -= most;
    }
  return true;
}

/* Return the logarithm of the distance in cells of COUNT elements of P that are
   STEP bytes apart, if they may be looked at together though they leave gaps;
   else return zero.  */

static int
gaps_shift (const struct part *p, size_t count, int64_t step)
{
  enum { FEW = 4, MOST_SHIFT = 3 };
  uint64_t cells = step / GCUF_CHECK_WORD;
  return (count >= FEW && step > 0 && !(cells & (cells - 1))
	  && cells > p->words && cells <= 1 << MOST_SHIFT
	  ? __builtin_ctzll (cells) : 0);
}

/* Remember an access of P by THREAD to its bytes at ADDRESS.  Return false if
   it races.  */

static bool
remember_bytes (struct part *p, uintptr_t address, unsigned thread,
		bool writes)
{
  uintptr_t end = address + p->bytes, cell = address & -GCUF_CHECK_WORD;
  for (; cell < end; cell += GCUF_CHECK_WORD)
    {
      if (!p->page.chunk || p->page.number != cell >> GCUF_CHUNK_BITS)
	gcuf_open_page (p->c, &p->page, cell);
      struct gcuf_past now = p->now;
      unsigned bytes = gcuf_cell_bytes (cell, address, end);
      now.who = (p->c->first + thread) | bytes << GCUF_CHECK_THREAD_BITS;
      if (!gcuf_subword_remember (p->c, thread, now.when, p->page.chunk,
				  gcuf_check_cell (cell), bytes, writes,
				  p->page.local)
	  && !remember_more (p, thread, gcuf_check_cell (cell), &now, writes))
	return false;
    }
  return true;
}

/* The same of all elements of the cell at ADDRESS, which are written by THREAD and
   those that follow: return false, too, if somebody has accessed it.  */

static bool
write_cell (struct part *p, uintptr_t address, unsigned thread)
{
  if (!p->page.chunk || p->page.number != address >> GCUF_CHUNK_BITS)
    gcuf_open_page (p->c, &p->page, address);
  struct gcuf_chunk *chunk = p->page.chunk;
  size_t n = gcuf_check_cell (address), parts = GCUF_CHECK_WORD / p->bytes;
  const uint64_t *present = chunk->group[n / 64].present;
  if ((present[GCUF_CELL_WRITE] | present[GCUF_CELL_READ]
       | present[GCUF_CELL_SECOND]) >> n % 64 & 1)
    return false;
  gcuf_check_begin_others (chunk, n);
  chunk->special = true;
  struct gcuf_past now = p->now;
  for (size_t i = 0; i < parts; i++, thread += p->next)
    {
      uint32_t bytes = ((1u << p->bytes) - 1) << i * p->bytes;
      now.who = (p->c->first + thread) | bytes << GCUF_CHECK_THREAD_BITS;
      if (i + 1 < parts)
	gcuf_check_set_other_write (chunk, i, n, &now);
    }
  gcuf_check_set_past (chunk, GCUF_CELL_WRITE, n, &now);
  return true;
}

/* The same of COUNT elements that are STEP bytes apart.  */

static bool
remember_parts (struct part *p, uintptr_t address, size_t count, int64_t step,
		unsigned thread, bool writes)
{
  const size_t parts = GCUF_CHECK_WORD / p->bytes;
  bool dense = (writes && p->next && step == (int64_t) p->bytes
		&& parts > 1 && GCUF_CHECK_WORD % p->bytes == 0);
  while (count)
    {
      size_t done = 1;
      if (dense && count >= parts && address % GCUF_CHECK_WORD == 0
	  && write_cell (p, address, thread))
	done = parts;
      else if (!remember_bytes (p, address, thread, writes))
	return false;
      address += done * step;
      thread += done * p->next;
      count -= done;
    }
  return true;
}

/* The same as remember_apart of all of P's WORDS: in several versions.  */

static bool
remember_elements (struct part *p, uintptr_t address, size_t count,
		   int64_t step, unsigned thread, bool writes)
{
  if (p->bytes)
    return remember_parts (p, address, count, step, thread, writes);
  if (step == (int64_t) p->words * GCUF_CHECK_WORD)
    return remember_row (p, address, count, thread, writes);
  if (step < 0)
    {
      address += step * (int64_t) (count - 1);
      thread += p->next * (count - 1);
      p->next = -p->next;
      return remember_elements (p, address, count, -step, thread, writes);
    }
  int shift = gaps_shift (p, count, step);
  if (shift)
    return remember_with_gaps (p, address, count, shift, thread, writes);
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

/* Return how accesses S of C by threads that are NEXT apart, the first of which is
   THREAD, are remembered, in the block's own memory if LOCAL.  */

static inline struct part
part_of (struct gcuf_check_block *c, const struct gcuf_stretch *s, bool local,
	 unsigned thread, unsigned next)
{
  if (s->kind & GCUF_ACCESS_WRITE && local)
    c->writes++;
  return (struct part) {
    .c = c,
    .page.local = local,
    .words = s->bytes / GCUF_CHECK_WORD,
    .bytes = gcuf_stretch_parts_p (s) ? s->bytes : 0,
    .shift = s->bytes & (s->bytes - 1) ? -1 : __builtin_ctzll (s->bytes) - 2,
    .next = next,
    .now.when = gcuf_past_when (c->time[thread],
				gcuf_check_site_number (s->site))
  };
}

/* Have the cells from ADDRESS on, at most those of a line of BYTES in one page,
   fetched into the cache: lines of a tile are too short, and too far apart, for
   processors to foresee them.  */

static inline void
fetch_line (struct gcuf_check_block *c, uintptr_t address, size_t bytes,
	    bool writes)
{
  enum { LINE = 64, MOST = 256 };
  struct gcuf_chunk *chunk = gcuf_check_page_of (c, address)->chunk;
  struct gcuf_pasts *p = writes ? &chunk->write : &chunk->read;
  size_t n = gcuf_check_cell (address);
  size_t left = (GCUF_CHUNK_CELLS - n) * GCUF_CHECK_WORD;
  const char *who = (const char *) &p->who[n];
  const char *when = (const char *) &p->when[n];
  if (bytes > left)
    bytes = left;
  if (bytes > MOST)
    bytes = MOST;
  __builtin_prefetch (chunk, 1);
  __builtin_prefetch (&chunk->group[n / 64], 1);
  for (size_t i = 0; i < bytes + LINE - GCUF_CHECK_WORD; i += LINE)
    {
      __builtin_prefetch (who + i, 1);
      __builtin_prefetch (when + i, 1);
    }
}

bool
gcuf_lines_put (struct gcuf_check_block *c, const struct gcuf_stretch *s,
		bool local, const struct gcuf_lines *l)
{
  enum { AHEAD = 6, NEAR = 4 };
  uintptr_t address = (uintptr_t) s->address;
  unsigned thread = l->thread;
  bool writes = s->kind & GCUF_ACCESS_WRITE, quiet = true;
  bool near = l->in.step > 0 && l->in.step <= NEAR * (int64_t) s->bytes;
  size_t bytes = s->bytes + (near ? (l->in.count - 1) * l->in.step : 0);
  struct part p = part_of (c, s, local, thread, l->in.next);
  if ((l->in.step | l->out.step) % GCUF_CHECK_WORD)
    p.bytes = s->bytes;
  struct part line = p;
  for (size_t i = 0; i < AHEAD && i < l->out.count && l->out.count > 1; i++)
    fetch_line (c, address + i * l->out.step, bytes, writes);
  for (size_t left = l->out.count; left && quiet; left--)
    {
      if (left > AHEAD)
	fetch_line (c, address + AHEAD * l->out.step, bytes, writes);
      quiet = remember_elements (&line, address, l->in.count, l->in.step,
				 thread, writes);
      line.next = p.next;
      address += l->out.step;
      thread += l->out.next;
    }
  gcuf_close_page (c, &line.page);
  return quiet;
}

bool
gcuf_lines_remember (struct gcuf_check_block *c, const struct gcuf_stretch *s,
		     bool local, const struct gcuf_lines *l)
{
  return gcuf_reads_note (c, s, local, l) || gcuf_lines_put (c, s, local, l);
}

/* Have the cells that one access at ADDRESS needs fetched into the cache.  */

static inline void
fetch_cell (struct gcuf_check_block *c, uintptr_t address, bool writes)
{
  struct gcuf_chunk *chunk = gcuf_check_page_of (c, address)->chunk;
  size_t n = gcuf_check_cell (address);
  __builtin_prefetch (&chunk->group[n / 64], 1);
  __builtin_prefetch (&chunk->read.who[n], 1);
  __builtin_prefetch (&chunk->read.when[n], 1);
  if (writes)
    {
      __builtin_prefetch (&chunk->write.who[n], 1);
      __builtin_prefetch (&chunk->write.when[n], 1);
    }
  else if (chunk->second)
    {
      __builtin_prefetch (&chunk->second->who[n], 1);
      __builtin_prefetch (&chunk->second->when[n], 1);
    }
}

/* Remember the access of P to the WORDS at ADDRESS by THREAD, as remember_apart
   does, with what is KNOWN but for its warp.  */

static inline __attribute__ ((always_inline)) bool
remember_one (struct part *p, struct gcuf_known known, uintptr_t address,
	      unsigned thread, size_t words, bool writes)
{
  size_t n = gcuf_check_cell (address);
  known.since = gcuf_known_since (p->c, thread);
  if (!p->page.chunk || p->page.number != address >> GCUF_CHUNK_BITS)
    gcuf_open_page (p->c, &p->page, address);
  if (__builtin_expect (n % 64 + words > 64, 0))
    return remember_row (p, address, 1, thread, writes);
  return remember_few (p, known, p->page.chunk, thread, n, words, writes);
}

/* Remember the accesses of P that are LISTED, from number FIRST on.  */

static inline __attribute__ ((always_inline)) bool
remember_listed (struct part *p, const struct gcuf_listed *listed,
		 unsigned first, size_t words, bool writes)
{
  enum { AHEAD = 8 };
  const struct gcuf_known known
    = gcuf_known (p->c, listed[first].thread, p->now.when);
  unsigned ahead = first;
  for (int i = 0; i < AHEAD && ahead != GCUF_LIST_END; i++)
    ahead = listed[ahead].next;
  for (unsigned i = first; i != GCUF_LIST_END; i = listed[i].next)
    {
      if (ahead != GCUF_LIST_END)
	{
	  fetch_cell (p->c, listed[ahead].address, writes);
	  ahead = listed[ahead].next;
	}
      if (!remember_one (p, known, listed[i].address, listed[i].thread, words,
			 writes))
	return false;
    }
  return true;
}

/* The same of all of P's WORDS: in several versions.  */

static bool
remember_list (struct part *p, const struct gcuf_listed *listed,
	       unsigned first, bool writes)
{
  if (p->words == 1)
    return (writes ? remember_listed (p, listed, first, 1, true)
	    : remember_listed (p, listed, first, 1, false));
  if (p->words == 2)
    return (writes ? remember_listed (p, listed, first, 2, true)
	    : remember_listed (p, listed, first, 2, false));
  return remember_listed (p, listed, first, p->words, writes);
}

bool
gcuf_list_remember (struct gcuf_check_block *c, const struct gcuf_stretch *s,
		    bool local, const struct gcuf_listed *listed,
		    unsigned first)
{
  bool writes = s->kind & GCUF_ACCESS_WRITE;
  if (writes)
    gcuf_memory_write (gcuf_memory_of (c, s, local));
  struct part p = part_of (c, s, local, listed[first].thread, 0);
  bool quiet = remember_list (&p, listed, first, writes);
  gcuf_close_page (c, &p.page);
  return quiet;
}

/* Remember the accesses by S of COUNT iterations of L, from the one with the
   number FIRST on.  Their threads have the same time.  */

static bool
remember_part (const struct gcuf_told *l, const struct gcuf_stretch *s,
	       size_t first, size_t count)
{
  unsigned thread = l->thread + first * l->next;
  uintptr_t address = (uintptr_t) s->address + s->step * (intptr_t) first;
  bool writes = s->kind & GCUF_ACCESS_WRITE, quiet;
  bool local = l->local[gcuf_stretch_number (l, s)];
  const struct gcuf_lines lines = {
    thread, { count, s->step, l->next }, { 1, 0, 0 }
  };
  struct gcuf_stretch part = *s;
  part.address = (const char *) address;
  if (gcuf_reads_note (l->c, &part, local, &lines))
    return true;
  struct part p = part_of (l->c, s, local, thread, l->next);
  quiet = remember_elements (&p, address, count, s->step, thread, writes);
  gcuf_close_page (l->c, &p.page);
  return quiet;
}

/* The same for all of S of L.  If all threads read the same, the first and the
   last one are enough: they are as far apart as any.  */

bool
gcuf_stretch_remember (const struct gcuf_told *l, const struct gcuf_stretch *s)
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
		      && (c->time[l->thread + (first + same) * l->next]
			  == c->time[l->thread + first * l->next])); )
	same++;
      if (!remember_part (l, s, first, same))
	return false;
    }
  return true;
}
