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
  bool local[GCUF_MOST_STRETCHES]; /* Which are in the block's own memory.  */
  bool familiar[GCUF_MOST_STRETCHES]; /* Which need not be looked at.  */
};

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
  l->local[s - l->stretches] = p->local;
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
  const struct gcuf_familiar *f = familiar (l, s);
  if (l->next || l->c->uneven || !about_p (f, l, s) || f->threads < 2)
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
  struct gcuf_familiar *f = familiar (l, s);
  if (l->next || c->uneven || c->off || !l->local[s - l->stretches]
      || s->kind & GCUF_ACCESS_WRITE)
    return;
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

/* Return true if a word, or two of them if TWO, of those from P to END has not
   been set.  */

static bool
unset_words_p (const char *p, const char *end, bool two)
{
  bool found = false;
  if (two)
    for (; p < end; p += 2 * WORD)
      found |= gcuf_check_word_unset_p (p) & gcuf_check_word_unset_p (p + WORD);
  else
    for (; p < end; p += WORD)
      found |= gcuf_check_word_unset_p (p);
  return found;
}

/* Return true if S of L uses a value that has not been set.  */

static bool
unset_p (const struct loop *l, const struct gcuf_stretch *s)
{
  if (s->bytes != WORD && s->bytes % (2 * WORD))
    return true;
  if (s->step == (int64_t) s->bytes)
    return unset_words_p (s->address, s->address + l->count * s->bytes,
			  s->bytes != WORD);
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
close_page (struct open_page *p)
{
  if (p->chunk)
    gcuf_chunk_close (p->chunk, p->local);
  p->chunk = NULL;
}

/* Let P be the page of ADDRESS.  */

static void
open_page (struct gcuf_check_block *c, struct open_page *p, uintptr_t address)
{
  close_page (p);
  p->chunk = gcuf_check_page_of (c, address)->chunk;
  p->number = address >> GCUF_CHUNK_BITS;
  gcuf_chunk_open (c, p->chunk, address, p->local);
}

/* An access, as a number: what is done with it in most cells takes no more than
   two loads and a store.  */

static inline uint64_t
past_bits (uint32_t who, uint16_t time, uint16_t where)
{
  const struct gcuf_past past = { who, time, where };
  uint64_t bits;
  memcpy (&bits, &past, sizeof bits);
  return bits;
}

/* How the stretch S of L, or a part of it, is remembered.  */
struct part
{
  struct gcuf_check_block *c;
  struct open_page page;
  bool writes;
  size_t words;			/* Of each access.  */
  uint64_t next;		/* To be added to an access for the next
				   thread.  */
  unsigned next_thread;		/* The same of the thread.  */
};

/* Remember NOW in cell N of P's chunk, unless it races: return false then.  */

static bool __attribute__ ((noinline))
remember_more (const struct part *p, size_t n, uint64_t now)
{
  struct gcuf_past past;
  memcpy (&past, &now, sizeof past);
  unsigned thread = gcuf_past_thread (&past) - p->c->first;
  if (gcuf_cell_look (p->c, thread, p->page.chunk, n, &past,
		      p->writes).past.who)
    return false;
  gcuf_cell_remember (p->c, thread, p->page.chunk, n, &past, p->writes);
  return true;
}

/* Return true if there is no PAST in a cell, or a barrier of the block orders it
   before all that thread THREAD of C does, or it is THREAD's.  */

static inline bool
over_p (const struct gcuf_check_block *c, unsigned thread,
	const struct gcuf_past *past)
{
  uint32_t n = gcuf_past_thread (past) - c->first;
  return (!past->who || n == thread
	  || (n < c->threads && past->time < c->phase));
}

/* Return true if the two readers READ and SECOND are to be remembered as they
   are, when THREAD is one more: it is no farther from them.  */

static inline bool
settled_p (const struct gcuf_check_block *c, unsigned thread,
	   const struct gcuf_past *read, const struct gcuf_past *second)
{
  uint32_t one = gcuf_past_thread (read) - c->first;
  uint32_t other = gcuf_past_thread (second) - c->first;
  return ((one < c->threads) != (other < c->threads)
	  || (one < c->threads
	      && (one / GCUF_WARP_SIZE != other / GCUF_WARP_SIZE
		  || one / GCUF_WARP_SIZE == thread / GCUF_WARP_SIZE)));
}

/* What is to be done with an access in a cell.  */
enum action
{
  LOOK,				/* What remember_more does.  */
  BE_READER, BE_SECOND, BE_WRITER, BE_NOBODY
};

/* Return what is to be done with a read by THREAD in CELL, whose second reader
   is *SECOND, if that is not null; and with a write.  */

static inline enum action
act_read (const struct gcuf_check_block *c, unsigned thread,
	  const struct gcuf_cell *cell, const struct gcuf_past *second)
{
  if (!over_p (c, thread, &cell->write))
    return LOOK;
  if (over_p (c, thread, &cell->read))
    return BE_READER;
  /* Since the last barrier there may have been others of a warp.  */
  if (!second || c->uneven)
    return LOOK;
  if (over_p (c, thread, second))
    return BE_SECOND;
  return settled_p (c, thread, &cell->read, second) ? BE_NOBODY : LOOK;
}

static inline enum action
act_write (const struct gcuf_check_block *c, unsigned thread,
	   const struct gcuf_cell *cell, const struct gcuf_past *second)
{
  return (over_p (c, thread, &cell->write) && over_p (c, thread, &cell->read)
	  && (!second || over_p (c, thread, second))
	  ? BE_WRITER : LOOK);
}

/* Do ACTION, but not LOOK, with NOW in CELL, whose second reader is *SECOND.  */

static inline void
act (enum action action, struct gcuf_cell *cell, struct gcuf_past *second,
     uint64_t now)
{
  const uint64_t none = 0;
  if (action == BE_READER)
    memcpy (&cell->read, &now, sizeof now);
  else if (action == BE_SECOND)
    memcpy (second, &now, sizeof now);
  else if (action == BE_WRITER)
    {
      memcpy (&cell->write, &now, sizeof now);
      memcpy (&cell->read, &none, sizeof none);
      if (second)
	memcpy (second, &none, sizeof none);
    }
}

/* Remember NOW, by THREAD, in cell N of P's chunk, unless it races: return false
   then.  */

static inline bool
remember (const struct part *p, unsigned thread, size_t n, uint64_t now,
	  bool writes)
{
  struct gcuf_cell *cell = &p->page.chunk->cells[n];
  uint64_t write, read;
  memcpy (&write, &cell->write, sizeof write);
  memcpy (&read, &cell->read, sizeof read);
  if (!(write | read))
    {
      memcpy (writes ? &cell->write : &cell->read, &now, sizeof now);
      return true;
    }
  struct gcuf_past *second = gcuf_check_second (p->page.chunk, n);
  enum action action = (writes ? act_write (p->c, thread, cell, second)
			: act_read (p->c, thread, cell, second));
  if (action == LOOK)
    return remember_more (p, n, now);
  act (action, cell, second, now);
  return true;
}

/* The same in the cells N and N + 1, which mostly say the same.  */

static inline bool
remember_two (const struct part *p, unsigned thread, size_t n, uint64_t now,
	      bool writes)
{
  struct gcuf_cell *cell = &p->page.chunk->cells[n];
  uint64_t write, read, other_write, other_read, one = 0, other = 0;
  memcpy (&write, &cell[0].write, sizeof write);
  memcpy (&read, &cell[0].read, sizeof read);
  memcpy (&other_write, &cell[1].write, sizeof other_write);
  memcpy (&other_read, &cell[1].read, sizeof other_read);
  if (!(write | read | other_write | other_read))
    {
      memcpy (writes ? &cell[0].write : &cell[0].read, &now, sizeof now);
      memcpy (writes ? &cell[1].write : &cell[1].read, &now, sizeof now);
      return true;
    }
  struct gcuf_past *second = gcuf_check_second (p->page.chunk, n);
  if (second)
    {
      memcpy (&one, &second[0], sizeof one);
      memcpy (&other, &second[1], sizeof other);
    }
  enum action action = LOOK;
  if (write == other_write && read == other_read && one == other)
    action = (writes ? act_write (p->c, thread, cell, second)
	      : act_read (p->c, thread, cell, second));
  if (action == LOOK)
    return (remember (p, thread, n, now, writes)
	    && remember (p, thread, n + 1, now, writes));
  act (action, &cell[0], second, now);
  act (action, &cell[1], second ? &second[1] : NULL, now);
  return true;
}

/* Remember accesses of P to the COUNT elements from ADDRESS on, each of which
   has WORDS and follows the one before it.  The first is NOW, by THREAD.  Return
   false if one races.  */

static inline bool
remember_row (struct part *p, uintptr_t address, size_t count, size_t words,
	      uint64_t now, unsigned thread, bool writes)
{
  enum { CELLS = 1 << (GCUF_CHUNK_BITS - GCUF_CELL_BITS) };
  size_t left = count * words, word = 0;
  while (left)
    {
      size_t n = gcuf_check_cell (address), most = CELLS - n;
      size_t some = left < most ? left : most;
      size_t i = n;
      open_page (p->c, &p->page, address);
      for (; words == 2 && word == 0 && i + 2 <= n + some; i += 2)
	{
	  if (__builtin_expect (!remember_two (p, thread, i, now, writes), 0))
	    return false;
	  now += p->next;
	  thread += p->next_thread;
	}
      for (; i < n + some; i++)
	{
	  if (__builtin_expect (!remember (p, thread, i, now, writes), 0))
	    return false;
	  if (++word == words)
	    {
	      word = 0;
	      now += p->next;
	      thread += p->next_thread;
	    }
	}
      left -= some;
      address += some * WORD;
    }
  return true;
}

/* The same of elements that are STEP bytes apart.  */

static inline bool
remember_apart (struct part *p, uintptr_t address, size_t count, int64_t step,
		uint64_t now, unsigned thread, bool writes)
{
  for (size_t i = 0; i < count; i++)
    {
      for (uintptr_t a = address; a < address + p->words * WORD; a += WORD)
	{
	  if (!p->page.chunk || a >> GCUF_CHUNK_BITS != p->page.number)
	    open_page (p->c, &p->page, a);
	  if (__builtin_expect (!remember (p, thread, gcuf_check_cell (a), now,
					   writes), 0))
	    return false;
	}
      address += step;
      now += p->next;
      thread += p->next_thread;
    }
  return true;
}

/* The same of COUNT elements, all of P's WORDS: in several versions.  */

static bool
remember_elements (struct part *p, uintptr_t address, size_t count,
		   int64_t step, uint64_t now, unsigned thread)
{
  if (step != (int64_t) p->words * WORD)
    return (p->writes
	    ? remember_apart (p, address, count, step, now, thread, true)
	    : remember_apart (p, address, count, step, now, thread, false));
  if (p->words == 1)
    return (p->writes
	    ? remember_row (p, address, count, 1, now, thread, true)
	    : remember_row (p, address, count, 1, now, thread, false));
  if (p->words == 2)
    return (p->writes
	    ? remember_row (p, address, count, 2, now, thread, true)
	    : remember_row (p, address, count, 2, now, thread, false));
  return (p->writes
	  ? remember_row (p, address, count, p->words, now, thread, true)
	  : remember_row (p, address, count, p->words, now, thread, false));
}

/* Remember the accesses by S of COUNT iterations of L, from the one with the
   number FIRST on.  Their threads have the same time.  */

static bool
remember_part (const struct loop *l, const struct gcuf_stretch *s, size_t first,
	       size_t count)
{
  unsigned thread = l->thread + first * l->next;
  uintptr_t address = (uintptr_t) s->address + s->step * (intptr_t) first;
  struct part p = {
    .c = l->c,
    .page.local = l->local[s - l->stretches],
    .writes = s->kind & GCUF_ACCESS_WRITE,
    .words = s->bytes / WORD,
    .next = l->next ? past_bits (1, 0, 0) : 0,
    .next_thread = l->next
  };
  uint64_t now = past_bits ((l->c->first + thread)
			    | 15u << GCUF_CHECK_THREAD_BITS,
			    l->c->time[thread],
			    gcuf_check_site_number (s->site));
  if (p.writes && p.page.local)
    l->c->writes++;
  bool quiet = remember_elements (&p, address, count, s->step, now, thread);
  close_page (&p.page);
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
  for (size_t first = 0; first < count; first += same)
    {
      same = count - first;
      if (l->next && c->uneven)
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
      l->familiar[i] = familiar_p (l, &l->stretches[i]);
      if (!l->familiar[i] && !known_p (l, &l->stretches[i]))
	return false;
    }
  for (size_t i = 0; i < l->n; i++)
    {
      const struct gcuf_stretch *s = &l->stretches[i];
      if (s->kind & GCUF_ACCESS_USED && !l->familiar[i] && unset_p (l, s))
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
  struct loop l = {
    .stretches = stretches, .n = n, .count = count,
    .next = first && count > 1
  };
  if (count == 0 || n > GCUF_MOST_STRETCHES)
    return false;
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
      if (!(s->kind & BOTH) || l.familiar[i]
	  || gcuf_check_private_p (s->address) || superseded_p (&l, s))
	continue;
      if (!remember_all (&l, s))
	return false;
      make_familiar (&l, s);
    }
  return true;
}
