/* Accesses of device code to memory that are checked.
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
#include "check-address.h"
#include "check-cells.h"
#include "check-few.h"
#include "check-found.h"
#include "check-reads.h"
#include "check-subword.h"
#include "check-unset.h"
#include "check-unwritten.h"
#include "check-waiting.h"
#include "check-word.h"
#include "cpu-check.h"

/* --- Cells --------------------------------------------------------------- */

struct gcuf_past
gcuf_cell_look_at_others (const struct gcuf_check_block *c, unsigned thread,
			  const struct gcuf_chunk *chunk, size_t n,
			  const struct gcuf_past *now)
{
  for (size_t i = 0; i < GCUF_OTHER_WRITES; i++)
    {
      struct gcuf_past past = gcuf_check_other_write (chunk, i, n);
      if (past.who && gcuf_cell_races_p (c, thread, now, &past))
	return past;
    }
  return (struct gcuf_past) { .who = 0 };
}

/* Return true if CHUNK is C's own, and PAST is over for all of its threads.  */

static inline bool
over_for_all_p (const struct gcuf_check_block *c,
		const struct gcuf_chunk *chunk, const struct gcuf_past *past)
{
  return chunk->stamp == c->stamp && gcuf_past_time (past) < c->phase;
}

/* Return true if nothing is lost where NOW, of C, takes the place of PAST, in
   CHUNK: that is nobody's, or to the same bytes, or over.  */

static inline bool
covers_p (const struct gcuf_check_block *c, const struct gcuf_chunk *chunk,
	  const struct gcuf_past *now, const struct gcuf_past *past)
{
  return (!past->who || !(gcuf_past_bytes (past) & ~gcuf_past_bytes (now))
	  || over_for_all_p (c, chunk, past));
}

/* Return true if PAST is by who has done NOW, at the same time, in the same
   statement: it can be one access to the bytes of both.  */

static inline bool
same_p (const struct gcuf_past *now, const struct gcuf_past *past)
{
  return (past->when == now->when
	  && gcuf_past_thread (past) == gcuf_past_thread (now));
}

/* Let PAST, which NOW takes the place of as the latest write in cell N of CHUNK,
   be another one.  */

static void
keep_write (const struct gcuf_check_block *c, struct gcuf_chunk *chunk,
	    size_t n, const struct gcuf_past *now,
	    const struct gcuf_past *past)
{
  gcuf_check_begin_others (chunk, n);
  size_t place = gcuf_subword_place (*past);
  for (size_t i = 0; chunk->others[place].who[n] && i < GCUF_OTHER_WRITES; i++)
    {
      const struct gcuf_past other = gcuf_check_other_write (chunk, i, n);
      if (covers_p (c, chunk, now, &other) || covers_p (c, chunk, past, &other))
	place = i;
    }
  gcuf_check_set_other_write (chunk, place, n, past);
}

/* NOW writes a part of cell N of CHUNK: forget who has read that part.  */

static void
forget_readers (struct gcuf_chunk *chunk, size_t n,
		const struct gcuf_past *now)
{
  struct gcuf_group *g = &chunk->group[n / 64];
  uint64_t bit = (uint64_t) 1 << n % 64;
  for (int part = GCUF_CELL_READ; part < GCUF_CELL_PARTS; part++)
    {
      struct gcuf_past past = gcuf_check_past (chunk, part, n);
      if (!(gcuf_past_bytes (&past) & ~gcuf_past_bytes (now)))
	g->present[part] &= ~bit;
    }
  g->settled &= ~bit;
  g->shared &= ~bit;
}

void
gcuf_cell_write_part (const struct gcuf_check_block *c,
		      struct gcuf_chunk *chunk, size_t n,
		      const struct gcuf_past *now)
{
  struct gcuf_past past = gcuf_check_past (chunk, GCUF_CELL_WRITE, n);
  struct gcuf_past write = *now;
  if (same_p (now, &past))
    write.who |= past.who;
  else if (!covers_p (c, chunk, now, &past))
    keep_write (c, chunk, n, now, &past);
  gcuf_check_set_past (chunk, GCUF_CELL_WRITE, n, &write);
  forget_readers (chunk, n, now);
}

/* Note that one more reader of C in cell N of CHUNK need not be remembered, if
   all that has been written there is over for all threads of C.  */

static void
note_settled (const struct gcuf_check_block *c, struct gcuf_chunk *chunk,
	      size_t n)
{
  struct gcuf_past write = gcuf_check_past (chunk, GCUF_CELL_WRITE, n);
  if (c->uneven || gcuf_check_crowded_p (c, chunk, n, (uint64_t) 1 << n % 64)
      || (write.who && (gcuf_past_thread (&write) - c->first >= c->threads
			|| gcuf_past_time (&write) >= c->phase)))
    return;
  gcuf_check_begin_settled (c, chunk);
  chunk->group[n / 64].settled |= (uint64_t) 1 << n % 64;
}

/* Return true if PAST has all bytes of its cell, and is not atomic.  */

static inline bool
whole_p (const struct gcuf_past *past)
{
  return gcuf_past_bytes (past) == 15 && !gcuf_past_atomic_p (past);
}

/* Return true if nothing that matters is lost where the reader NOW, by THREAD of
   C, takes the place of PAST: that is nobody's, or over, or has not read other
   bytes of the same cell.  */

static inline bool
replaces_p (const struct gcuf_check_block *c, unsigned thread,
	    const struct gcuf_past *now, const struct gcuf_past *past)
{
  return (gcuf_cell_replaces_p (c, thread, past)
	  && (gcuf_past_thread (past) != gcuf_past_thread (now)
	      || !(gcuf_past_bytes (past) & ~gcuf_past_bytes (now))
	      || gcuf_past_time (past) < c->phase));
}

/* If the thread of NOW is one of the two readers of cell N of CHUNK, at the same
   time but of other bytes, let that be one access to all, and return true.  If
   both are one thread, let that be one reader, and there is room for NOW.  */

static bool
join_readers (struct gcuf_chunk *chunk, size_t n, const struct gcuf_past *now)
{
  struct gcuf_past past[GCUF_CELL_PARTS];
  for (int part = GCUF_CELL_READ; part < GCUF_CELL_PARTS; part++)
    {
      past[part] = gcuf_check_past (chunk, part, n);
      if (gcuf_past_thread (&past[part]) == gcuf_past_thread (now)
	  && gcuf_past_time (&past[part]) == gcuf_past_time (now))
	{
	  past[part].who |= now->who;
	  gcuf_check_set_past (chunk, part, n, &past[part]);
	  return true;
	}
    }
  if (gcuf_past_thread (&past[GCUF_CELL_READ])
      == gcuf_past_thread (&past[GCUF_CELL_SECOND]))
    {
      past[GCUF_CELL_READ].who |= past[GCUF_CELL_SECOND].who;
      gcuf_check_set_past (chunk, GCUF_CELL_READ, n, &past[GCUF_CELL_READ]);
      chunk->group[n / 64].present[GCUF_CELL_SECOND]
	&= ~((uint64_t) 1 << n % 64);
    }
  return false;
}

/* There are two readers of cell N of CHUNK, and NOW, by THREAD of C, is one more.
   Return true if it is not farther from the first one than the second is.  */

static bool
not_farther_p (const struct gcuf_check_block *c, unsigned thread,
	       struct gcuf_chunk *chunk, size_t n)
{
  struct gcuf_past read = gcuf_check_past (chunk, GCUF_CELL_READ, n);
  struct gcuf_past second = gcuf_check_past (chunk, GCUF_CELL_SECOND, n);
  uint32_t one = gcuf_past_thread (&read) - c->first;
  uint32_t other = gcuf_past_thread (&second) - c->first;
  if ((one < c->threads) != (other < c->threads)
      || (one < c->threads
	  && one / GCUF_WARP_SIZE != other / GCUF_WARP_SIZE))
    {
      note_settled (c, chunk, n);
      return true;
    }
  return (one < c->threads
	  && one / GCUF_WARP_SIZE == thread / GCUF_WARP_SIZE);
}

/* Let NOW, by THREAD of C, be the second reader of cell N of CHUNK, if there is
   none, or it is farther from the first than the second is.  */

static void
note_second (const struct gcuf_check_block *c, unsigned thread,
	     struct gcuf_chunk *chunk, size_t n, const struct gcuf_past *now)
{
  if (!chunk->second)
    gcuf_check_add_second (chunk);
  struct gcuf_past second = gcuf_check_past (chunk, GCUF_CELL_SECOND, n);
  if (!replaces_p (c, thread, now, &second)
      && (join_readers (chunk, n, now)
	  || (chunk->group[n / 64].present[GCUF_CELL_SECOND] >> n % 64 & 1
	      && not_farther_p (c, thread, chunk, n))))
    return;
  struct gcuf_past read = gcuf_check_past (chunk, GCUF_CELL_READ, n);
  if (gcuf_past_thread (&read) - c->first >= c->threads
      && whole_p (&read) && whole_p (now))
    gcuf_check_note_shared (chunk, n, (uint64_t) 1 << n % 64);
  gcuf_check_set_past (chunk, GCUF_CELL_SECOND, n, now);
  chunk->group[n / 64].settled &= ~((uint64_t) 1 << n % 64);
}

void
gcuf_cell_read (const struct gcuf_check_block *c, unsigned thread,
		struct gcuf_chunk *chunk, size_t n,
		const struct gcuf_past *now)
{
  struct gcuf_past read = gcuf_check_past (chunk, GCUF_CELL_READ, n);
  if (__builtin_expect (replaces_p (c, thread, now, &read), 1))
    gcuf_check_set_past (chunk, GCUF_CELL_READ, n, now);
  else if (same_p (now, &read))
    {
      read.who |= now->who;
      gcuf_check_set_past (chunk, GCUF_CELL_READ, n, &read);
    }
  else
    note_second (c, thread, chunk, n, now);
}

/* Look at NOW, which writes if WRITES, in cell N of CHUNK, and remember it
   there.  If it races, store who with in *RACE, unless there is something
   already.  */

static inline void
look (const struct gcuf_check_block *c, unsigned thread,
      struct gcuf_chunk *chunk, size_t n, const struct gcuf_past *now,
      bool writes, struct gcuf_found *race)
{
  struct gcuf_found f = gcuf_cell_look (c, thread, chunk, n, now, writes);
  gcuf_cell_remember (c, thread, chunk, n, now, writes);
  if (__builtin_expect (f.past.who && !race->past.who, 0))
    *race = f;
}

/* Look at what access A by thread THREAD of C has from ADDRESS to END, in
   CHUNK, as look does.  The memory is C's own if LOCAL.  */

static inline void
look_in (const struct gcuf_check_block *c, unsigned thread,
	 struct gcuf_chunk *chunk, uintptr_t address, uintptr_t end, bool local,
	 const struct gcuf_check_access *a, struct gcuf_past *now,
	 struct gcuf_found *race)
{
  uintptr_t first = (uintptr_t) a->address, behind = first + a->bytes;
  gcuf_chunk_open (c, chunk, address, local);
  chunk->special |= ((a->kind & GCUF_ACCESS_ATOMIC)
		     || ((uintptr_t) a->address | a->bytes) % 4);
  for (; address < end; address += 4)
    {
      now->who = (gcuf_past_thread (now)
		  | (gcuf_cell_bytes (address, first, behind)
		     << GCUF_CHECK_THREAD_BITS));
      look (c, thread, chunk, gcuf_check_cell (address), now,
	    a->kind & GCUF_ACCESS_WRITE, race);
    }
  gcuf_chunk_close (c, chunk, local);
}

/* The same for all of A, which begins in page P.  */

static inline void
look_at (struct gcuf_check_block *c, unsigned thread,
	 const struct gcuf_check_page *p, const struct gcuf_check_access *a,
	 struct gcuf_past *now, struct gcuf_found *race)
{
  const uintptr_t page = (uintptr_t) 1 << GCUF_CHUNK_BITS;
  uintptr_t address = (uintptr_t) a->address & -4;
  uintptr_t end = (uintptr_t) a->address + a->bytes;
  bool local = p->local;
  for (;;)
    {
      uintptr_t next = (address & -page) + page;
      look_in (c, thread, p->chunk, address, end < next ? end : next, local, a,
	       now, race);
      if (__builtin_expect (end <= next, 1))
	return;
      address = next;
      p = gcuf_check_page_of (c, address);
    }
}

/* --- Few cells ----------------------------------------------------------- */

enum { BOTH = GCUF_ACCESS_READ | GCUF_ACCESS_WRITE };

/* Return true if nothing has to be remembered of A, by a thread of C, a read of
   a part of a word in page P.  */

static inline bool
settled_part_p (const struct gcuf_check_block *c,
		const struct gcuf_check_page *p,
		const struct gcuf_check_access *a)
{
  uintptr_t address = (uintptr_t) a->address;
  size_t n = gcuf_check_cell (address);
  if (a->kind & (GCUF_ACCESS_WRITE | GCUF_ACCESS_ATOMIC)
      || address % GCUF_CHECK_WORD + a->bytes > GCUF_CHECK_WORD)
    return false;
  gcuf_chunk_open (c, p->chunk, address, p->local);
  bool settled = gcuf_few_settled_p (c, p->chunk, n, gcuf_few_mask (n, 1));
  gcuf_chunk_close (c, p->chunk, p->local);
  return settled;
}

/* Remember an access by THREAD of C, which is number SITE, to the WORDS at
   ADDRESS, in page P, all in one group, if there is nothing to be reported, and
   little to be looked at; else return false.  */

GCUF_ALWAYS_INLINE bool
remember_words (const struct gcuf_check_block *c, unsigned thread,
		const struct gcuf_check_page *p, uintptr_t address,
		size_t words, bool writes, unsigned site)
{
  size_t n = gcuf_check_cell (address);
  const struct gcuf_known k
    = gcuf_known (c, thread, gcuf_past_when (c->time[thread], site));
  struct gcuf_chunk *chunk = p->chunk;
  gcuf_chunk_open (c, chunk, address, p->local);
  bool done = ((!writes
		&& gcuf_few_settled_p (c, chunk, n, gcuf_few_mask (n, words)))
	       || gcuf_few_remember (k, thread, chunk, n, words, writes));
  gcuf_chunk_close (c, chunk, p->local);
  return done;
}

/* The same of A, which has WORDS, if it is as most are.  */

GCUF_ALWAYS_INLINE bool
remember_quickly (const struct gcuf_check_block *c, unsigned thread,
		  const struct gcuf_check_page *p,
		  const struct gcuf_check_access *a, size_t words)
{
  uintptr_t address = (uintptr_t) a->address;
  unsigned site = __atomic_load_n (&a->site->number, __ATOMIC_ACQUIRE);
  if (address % 4 || gcuf_check_cell (address) % 64 + words > 64
      || a->kind & GCUF_ACCESS_ATOMIC || !site)
    return false;
  return (a->kind & GCUF_ACCESS_WRITE
	  ? remember_words (c, thread, p, address, words, true, site)
	  : remember_words (c, thread, p, address, words, false, site));
}

/* --- Threads ------------------------------------------------------------- */

/* The context says which one runs.  The compiler removes calls of this.  */

GCUF_EXPORT void
GCUF_check_thread (void)
{
}

/* --- Accesses ------------------------------------------------------------ */

/* Look at A, in page P, by THREAD of C.  */

static void __attribute__ ((noinline))
look_closely (struct gcuf_check_block *c, unsigned thread,
	      const struct gcuf_check_page *p,
	      const struct gcuf_check_access *a)
{
  unsigned release = GCUF_ACCESS_WRITE | GCUF_ACCESS_ATOMIC;
  struct gcuf_past now = {
    .who = c->first + thread,
    .when = gcuf_past_when (c->time[thread],
			    gcuf_check_site_number (a->site)
			    | (a->kind & GCUF_ACCESS_ATOMIC
			       ? GCUF_CHECK_SITES : 0))
  };
  struct gcuf_found race = { .past = { .who = 0 } };
  if (__builtin_expect ((a->kind & release) == release, 0))
    gcuf_check_release (c, thread, a->address);
  look_at (c, thread, p, a, &now, &race);
  if (__builtin_expect (race.past.who, 0))
    gcuf_check_report_race (c, thread, a, &race.past, race.write);
}

/* The same, as quickly as possible.  */

static inline void
look_in_page (struct gcuf_check_block *c, unsigned thread,
	      const struct gcuf_check_page *p,
	      const struct gcuf_check_access *a)
{
  if (a->kind & GCUF_ACCESS_WRITE)
    {
      c->writes += p->local;
      gcuf_memory_write (p->memory);
    }
  if (gcuf_unwritten_p (p) && gcuf_only_reads_p (a->kind))
    {
      gcuf_unwritten_note (c, p->memory, (uintptr_t) a->address, a->bytes,
			   a->site);
      return;
    }
  if (a->bytes < 4 && settled_part_p (c, p, a))
    return;
  if (!(a->bytes == 4 && remember_quickly (c, thread, p, a, 1))
      && !(a->bytes == 8 && remember_quickly (c, thread, p, a, 2)))
    look_closely (c, thread, p, a);
}

void
gcuf_check_look (struct gcuf_check_block *c, unsigned thread,
		 const struct gcuf_check_access *a)
{
  size_t size = GCUF_ACCESS_ELEMENT (a->kind);
  struct gcuf_check_access element = *a;
  if (!size)
    {
      look_in_page (c, thread, gcuf_check_address (c, thread, a), a);
      return;
    }
  element.kind = gcuf_access_of_element (a->kind);
  element.bytes = size;
  for (; element.address < a->address + a->bytes; element.address += size)
    look_in_page (c, thread, gcuf_check_address (c, thread, &element),
		  &element);
}

/* Return true if A is an ordinary access to a part of a word: that cannot wait,
   but those that do need not be remembered before.  */

static bool
part_p (const struct gcuf_check_access *a)
{
  return (((uintptr_t) a->address | a->bytes) % GCUF_CHECK_WORD
	  && !(a->kind & GCUF_ACCESS_ATOMIC));
}

/* What stands for the variables of threads where a site has what it has read
   lately.  */
static gcuf_access_look check_own;
static struct gcuf_check_memory own_variables = {
  .look = check_own, .state = GCUF_MEMORY_WRITTEN
};

/* And what stands there for words of a block's own memory that have been
   remembered at once, for numbers of two, and for parts of words there.  */
static gcuf_access_look check_word, check_pair, check_part;
static struct gcuf_check_memory near_words = {
  .look = check_word, .state = GCUF_MEMORY_WRITTEN
};
static struct gcuf_check_memory near_pairs = {
  .look = check_pair, .state = GCUF_MEMORY_WRITTEN
};
static struct gcuf_check_memory near_parts = {
  .look = check_part, .state = GCUF_MEMORY_WRITTEN
};

/* And for what has been one more of a run.  */
static gcuf_access_look check_run;
static struct gcuf_check_memory run_words = {
  .look = check_run, .state = GCUF_MEMORY_WRITTEN
};

/* Return true if the access that GCUF_check_access gets, by the running thread
   of B, is to a variable of its own, and there is nothing to be said of it: a
   number that is used is set.  */

static inline bool
own_quick_p (const struct gcuf_block *b, const char *address, size_t bytes,
	     unsigned kind)
{
  const struct gcuf_fiber *f = b->current;
  return ((size_t) (address - f->stack) < f->size
	  && (!(kind & GCUF_ACCESS_USED)
	      || ((bytes <= 4 || bytes == 8)
		  && !gcuf_check_number_unset_p (address, bytes))));
}

/* Return true if A uses what has not been set.  */

static inline bool
uses_unset_p (const struct gcuf_check_access *a)
{
  return (a->kind & GCUF_ACCESS_USED && gcuf_check_unset_p (a->address, a->bytes)
	  && !gcuf_check_part_set_p (a->address, a->bytes));
}

/* Do what GCUF_check_access does of A by THREAD of C.  */

static void
check_access (struct gcuf_check_block *c, unsigned thread,
	      const struct gcuf_check_access *a)
{
  bool own = gcuf_check_private_p (a->address);
  const struct gcuf_check_page *p = NULL;
  bool unset = own && uses_unset_p (a);
  if (own && !unset)
    {
      gcuf_unwritten_keep (c, a->site, &own_variables);
      return;
    }
  if (c->runs.pause)
    c->runs.pause--;
  else if (gcuf_run_add (c, thread, a))
    return;
  if (!part_p (a))
    gcuf_waiting_end (c);
  if (a->kind & BOTH && !own)
    p = gcuf_check_address (c, thread, a);
  if (uses_unset_p (a))
    gcuf_check_report_unset (c, thread, a);
  if (p && !c->off)
    look_in_page (c, thread, p, a);
}

/* If A, by a thread of C, reads what is set in memory that the launch does not
   write, note that and return true: then nothing else is to be done.  */

static bool
unwritten_p (struct gcuf_check_block *c, const struct gcuf_check_access *a)
{
  if (!gcuf_only_reads_p (a->kind) || gcuf_check_private_p (a->address))
    return false;
  const struct gcuf_check_page *p = gcuf_check_known_address (c, a);
  if (!gcuf_unwritten_p (p)
      || (a->kind & GCUF_ACCESS_USED
	  && gcuf_check_unset_p (a->address, a->bytes)))
    return false;
  gcuf_unwritten_note (c, p->memory, (uintptr_t) a->address, a->bytes,
		       a->site);
  gcuf_unwritten_keep (c, a->site, p->memory);
  return true;
}

/* The same of what GCUF_check_access gets.  */

static void __attribute__ ((noinline))
check_closely (struct gcuf_check_block *c, unsigned thread,
	       const void *address, size_t bytes, const void *base,
	       unsigned kind, struct gcuf_site *site)
{
  const struct gcuf_check_access a = { address, base, bytes, kind, site };
  if (bytes && !unwritten_p (c, &a))
    check_access (c, thread, &a);
}

/* Return true if an access to ADDRESS by THREAD is the next one of RUN of R, or
   can be one of a list.  */

static inline bool
next_p (const struct gcuf_runs *r, const struct gcuf_run *run, unsigned thread,
	uintptr_t address)
{
  if (run->listed)
    return (address - run->begin <= run->room && address % GCUF_CHECK_WORD == 0
	    && r->n_listed < GCUF_ENOUGH_LISTED);
  return (run->next_address == address && run->next_thread == thread
	  && address - run->begin <= run->room);
}

/* Let the access that GCUF_check_access gets, by THREAD of C, be the next one
   of a run, and return true, if that is where it would be, and the value is
   set.  */

GCUF_ALWAYS_INLINE bool
extend_run (struct gcuf_check_block *c, unsigned thread, const void *address,
	    size_t bytes, const void *base, unsigned kind,
	    const struct gcuf_site *site)
{
  struct gcuf_runs *r = &c->runs;
  unsigned number = *gcuf_run_place (r, site);
  struct gcuf_run *run = &r->run[number];
  if (run->site != site || run->base != base || run->kind != kind
      || run->bytes != bytes || r->n_logged >= GCUF_ENOUGH_LOGGED
      || !gcuf_check_time_p (c, thread, 1, r->time)
      || !next_p (r, run, thread, (uintptr_t) address)
      || (kind & GCUF_ACCESS_USED && gcuf_check_unset_p (address, bytes)))
    return false;
  if (run->listed)
    gcuf_run_list (r, run, thread, (uintptr_t) address);
  else
    gcuf_run_go_on (run);
  r->log[r->n_logged++] = number;
  return true;
}

/* Return true if the access that GCUF_check_access gets, by a thread of C, is a
   read of a value that is set, in memory where nobody has written, and needs not
   be remembered there.  */

static inline bool
nothing_new_p (struct gcuf_check_block *c, const void *address, size_t bytes,
	       const void *base, unsigned kind)
{
  const unsigned others = GCUF_ACCESS_WRITE | GCUF_ACCESS_ATOMIC;
  uintptr_t at = (uintptr_t) address, words = bytes / GCUF_CHECK_WORD;
  const struct gcuf_check_page *p = gcuf_check_page_in (c, at);
  size_t n = gcuf_check_cell (at);
  if ((kind & (GCUF_ACCESS_READ | others)) != GCUF_ACCESS_READ
      || (at | bytes) % GCUF_CHECK_WORD || words - 1 > 1
      || n % 64 + words > 64 || p->number != at >> GCUF_CHUNK_BITS
      || !p->memory || p->memory->state != GCUF_MEMORY_READ
      || p->chunk->stamp != c->launch->stamp || at - p->begin > p->size - bytes
      || (base && (uintptr_t) base - p->begin >= p->size))
    return false;
  return (gcuf_few_settled_p (c, p->chunk, n, gcuf_few_mask (n, words))
	  && !(kind & GCUF_ACCESS_USED && gcuf_check_unset_p (address, bytes)));
}

/* Return true if the COUNT bytes at ADDRESS are in what P, which is what C
   knows of a page, is about, and BASE, too, and nobody else can change
   meanwhile what is remembered there.  */

static inline bool
mine_p (const struct gcuf_check_block *c, const struct gcuf_check_page *p,
	uintptr_t address, size_t count, const void *base)
{
  return (p->number == address >> GCUF_CHUNK_BITS && !p->stray
	  && address - p->begin < p->size
	  && count <= p->size - (address - p->begin)
	  && (!base || (uintptr_t) base - p->begin < p->size)
	  && (p->local ? p->chunk->stamp == c->stamp
	      : c->alone && p->chunk->stamp == c->launch->stamp));
}

/* Remember an access by THREAD of C, number SITE, to the WORDS at ADDRESS in
   CHUNK, which is its own, as remember_words does.  */

GCUF_ALWAYS_INLINE bool
remember_own (const struct gcuf_check_block *c, unsigned thread,
	      struct gcuf_chunk *chunk, uintptr_t address, size_t words,
	      bool writes, unsigned site)
{
  size_t n = gcuf_check_cell (address);
  const struct gcuf_known k
    = gcuf_known (c, thread, gcuf_past_when (c->time[thread], site));
  return ((!writes
	   && gcuf_few_settled_p (c, chunk, n, gcuf_few_mask (n, words)))
	  || gcuf_few_remember (k, thread, chunk, n, words, writes));
}

/* Remember the access that GCUF_check_access gets, by THREAD of C, and return
   true, if nothing waits, it is to one or two words of known memory, and there
   is little to be looked at.  */

static inline bool
remember_now (struct gcuf_check_block *c, unsigned thread,
	      const void *address, size_t bytes, const void *base,
	      unsigned kind, const struct gcuf_site *site)
{
  uintptr_t at = (uintptr_t) address, words = bytes / GCUF_CHECK_WORD;
  const struct gcuf_check_page *p = gcuf_check_page_in (c, at);
  if ((at | bytes) % GCUF_CHECK_WORD || words - 1 > 1
      || gcuf_check_cell (at) % 64 + words > 64
      || c->tile.n || c->runs.n || c->off || !site->number
      || !(kind & BOTH) || kind & GCUF_ACCESS_ATOMIC
      || !mine_p (c, p, at, bytes, base)
      || (kind & GCUF_ACCESS_USED
	  && gcuf_check_number_unset_p (address, bytes)))
    return false;
  if (!(kind & GCUF_ACCESS_WRITE))
    return (words == 1
	    ? remember_own (c, thread, p->chunk, at, 1, false, site->number)
	    : remember_own (c, thread, p->chunk, at, 2, false, site->number));
  if (p->memory && p->memory->state != GCUF_MEMORY_WRITTEN)
    return false;
  c->writes += p->local;
  return (words == 1
	  ? remember_own (c, thread, p->chunk, at, 1, true, site->number)
	  : remember_own (c, thread, p->chunk, at, 2, true, site->number));
}

/* The same of an access to a part of a word: others may wait.  */

static inline bool
remember_part_now (struct gcuf_check_block *c, unsigned thread,
		   const void *address, size_t bytes, const void *base,
		   unsigned kind, const struct gcuf_site *site)
{
  uintptr_t at = (uintptr_t) address;
  if (bytes - 1 >= GCUF_CHECK_WORD - 1
      || at % GCUF_CHECK_WORD + bytes > GCUF_CHECK_WORD)
    return false;
  const struct gcuf_check_page *p = gcuf_check_page_in (c, at);
  const unsigned mask = ((1u << bytes) - 1) << at % GCUF_CHECK_WORD;
  bool writes = kind & GCUF_ACCESS_WRITE;
  if (c->off || !site->number
      || !(kind & BOTH) || kind & GCUF_ACCESS_ATOMIC
      || !mine_p (c, p, at, bytes, base)
      || (writes && p->memory && p->memory->state != GCUF_MEMORY_WRITTEN)
      || (kind & GCUF_ACCESS_USED
	  && gcuf_check_number_unset_p (address, bytes))
      || !gcuf_subword_remember (c, thread,
				 gcuf_past_when (c->time[thread],
						 site->number),
				 p->chunk, gcuf_check_cell (at), mask, writes,
				 p->local))
    return false;
  c->writes += writes && p->local;
  return true;
}

/* Return true if cell N of CHUNK has two readers, others of the warp of THREAD
   of C, since the latest barrier, and all that has been written there is over:
   a read of any part of it need not be remembered, see note_second.
   */

static inline bool
near_others_p (const struct gcuf_check_block *c, unsigned thread,
	       const struct gcuf_chunk *chunk, size_t n)
{
  const struct gcuf_known k = gcuf_known (c, thread, 0);
  const struct gcuf_group *g = &chunk->group[n / 64];
  uint64_t bit = (uint64_t) 1 << n % 64;
  struct gcuf_past read, second;
  if (c->uneven || gcuf_check_crowded_p (c, chunk, n, bit)
      || !(g->present[GCUF_CELL_READ] & bit)
      || !(g->present[GCUF_CELL_SECOND] & bit))
    return false;
  read = (struct gcuf_past) { chunk->read.who[n], chunk->read.when[n] };
  second = (struct gcuf_past) {
    chunk->second->who[n], chunk->second->when[n]
  };
  return (gcuf_one_near_p (k, thread, read.who, read.when)
	  && gcuf_one_near_p (k, thread, second.who, second.when)
	  && gcuf_past_thread (&read) - c->first != thread
	  && gcuf_past_thread (&second) - c->first != thread
	  && (!(g->present[GCUF_CELL_WRITE] & bit)
	      || gcuf_one_over_p (k, thread, chunk->write.who[n],
				  chunk->write.when[n])));
}

/* Return true if the access that GCUF_check_access gets, by THREAD of C, is a
   read of a part of a word that is set, of which nothing has to be remembered,
   in memory that is known.  */

static inline bool
part_over_p (struct gcuf_check_block *c, unsigned thread, const void *address,
	     size_t bytes, const void *base, unsigned kind)
{
  uintptr_t at = (uintptr_t) address;
  const struct gcuf_check_page *p = gcuf_check_page_in (c, at);
  size_t n = gcuf_check_cell (at);
  return (bytes - 1 < GCUF_CHECK_WORD - 1 && gcuf_only_reads_p (kind)
	  && at % GCUF_CHECK_WORD + bytes <= GCUF_CHECK_WORD && !c->off
	  && mine_p (c, p, at, bytes, base)
	  && (gcuf_few_settled_p (c, p->chunk, n, gcuf_few_mask (n, 1))
	      || near_others_p (c, thread, p->chunk, n))
	  && !(kind & GCUF_ACCESS_USED
	       && gcuf_check_number_unset_p (address, bytes)));
}

/* Nothing more is to be done of an access by C to BYTES, words or a part of one:
   if that is memory of C's own, the next access of the site may be the same,
   which MARK stands for.  */

static inline void
keep_place (struct gcuf_check_block *c, const void *address, size_t bytes,
	    const void *base, unsigned kind, const struct gcuf_site *site,
	    struct gcuf_check_memory *mark)
{
  const struct gcuf_check_page *p
    = gcuf_check_page_in (c, (uintptr_t) address);
  if (p->local && !p->memory
      && gcuf_word_keep (c, p, (uintptr_t) address, bytes, base, kind, site))
    gcuf_unwritten_keep (c, site, mark);
}

/* Do what GCUF_check_access does, where something is to be done.  */

static void __attribute__ ((noinline))
check_one (const void *address, size_t bytes, const void *base,
	   unsigned kind, struct gcuf_site *site)
{
  unsigned thread = 0;
  struct gcuf_check_block *c = gcuf_check_running (&thread);
  /* The thread waits for that next, and behind a call the processor does not
     come to it early.  */
  __builtin_prefetch (address);
  if (part_over_p (c, thread, address, bytes, base, kind))
    {
      keep_place (c, address, GCUF_CHECK_WORD, base, kind, site, &near_parts);
      return;
    }
  if (remember_part_now (c, thread, address, bytes, base, kind, site))
    {
      keep_place (c, address, GCUF_CHECK_WORD, base, kind, site, &near_parts);
      return;
    }
  if (c->runs.pause)
    {
      if (remember_now (c, thread, address, bytes, base, kind, site))
	{
	  keep_place (c, address, bytes, base, kind, site,
		      bytes == GCUF_CHECK_WORD ? &near_words : &near_pairs);
	  c->runs.pause--;
	  return;
	}
      if (nothing_new_p (c, address, bytes, base, kind))
	return;
    }
  /* A run would be torn if it had not all.  */
  else if (extend_run (c, thread, address, bytes, base, kind, site))
    {
      gcuf_unwritten_keep (c, site, &run_words);
      return;
    }
  check_closely (c, thread, address, bytes, base, kind, site);
}

/* The same where the latest access of the site has been to a variable of the
   thread's own.  */

static void
check_own (const void *address, size_t bytes, const void *base,
	   unsigned kind, struct gcuf_site *site)
{
  if (!own_quick_p (GCUF_context.reserved, address, bytes, kind))
    check_one (address, bytes, base, kind, site);
}

/* The same where that has been one more of a run, and this one may be the
   next.  */

static void
check_run (const void *address, size_t bytes, const void *base,
	   unsigned kind, struct gcuf_site *site)
{
  unsigned thread = 0;
  struct gcuf_check_block *c = gcuf_check_running (&thread);
  if (c->runs.pause
      || !extend_run (c, thread, address, bytes, base, kind, site))
    check_one (address, bytes, base, kind, site);
}

/* The same where that has been a read of M, which the launch does not write.  */

static void __attribute__ ((noinline))
check_part_unwritten (const void *address, size_t bytes, const void *base,
		      unsigned kind, struct gcuf_site *site,
		      const struct gcuf_check_memory *m)
{
  if (!gcuf_unwritten_part_p (m, address, bytes, base, kind))
    check_one (address, bytes, base, kind, site);
}

static void __attribute__ ((noinline))
check_unwritten (const void *address, size_t bytes, const void *base,
		 unsigned kind, struct gcuf_site *site,
		 const struct gcuf_check_memory *m)
{
  const struct gcuf_block *b = GCUF_context.reserved;
  if (!gcuf_unwritten_quick_p (b->check, m, address, bytes, base, kind))
    check_part_unwritten (address, bytes, base, kind, site, m);
}

/* Return true if what near_others_p says of the word of ADDRESS, which is at PLACE,
   is true for THREAD of C.  It stays so as long as no other thread runs: what
   THREAD itself writes is remembered.  */

static inline bool
near_word_p (const struct gcuf_check_block *c, unsigned thread,
	     struct gcuf_word_place *place, uintptr_t address)
{
  uintptr_t word = address & -GCUF_CHECK_WORD;
  if (place->near == word && place->near_thread == thread
      && place->near_time == c->time[thread])
    return true;
  if (!near_others_p (c, thread, place->chunk, gcuf_check_cell (word)))
    return false;
  place->near = word;
  place->near_thread = thread;
  place->near_time = c->time[thread];
  return true;
}

/* The same where that has been an access to a part of a word of the block's own
   memory, and this one is at PLACE, and is not over with that.  */

static void __attribute__ ((noinline))
check_near_part (const void *address, size_t bytes, const void *base,
		 unsigned kind, struct gcuf_site *site,
		 struct gcuf_word_place *place)
{
  unsigned thread = 0;
  struct gcuf_check_block *c = gcuf_check_running (&thread);
  if (kind & GCUF_ACCESS_WRITE
      || !near_word_p (c, thread, place, (uintptr_t) address)
      || (kind & GCUF_ACCESS_USED
	  && gcuf_check_number_unset_p (address, bytes)))
    check_one (address, bytes, base, kind, site);
}

/* Remember an access by SITE, which is of KIND, to the BYTES at ADDRESS, a part of
   a word, at PLACE of C's own memory, and return true, if there is little to be
   looked at.  */

static inline bool
remember_near_part (struct gcuf_check_block *c, unsigned thread,
		    uintptr_t address, size_t bytes, unsigned kind,
		    const struct gcuf_site *site,
		    struct gcuf_word_place *place)
{
  const unsigned mask = ((1u << bytes) - 1) << address % GCUF_CHECK_WORD;
  bool writes = kind & GCUF_ACCESS_WRITE;
  if (!gcuf_subword_remember (c, thread,
			      gcuf_past_when (c->time[thread], site->number),
			      place->chunk, gcuf_check_cell (address), mask,
			      writes, true))
    return false;
  c->writes += writes;
  return true;
}

static void
check_part (const void *address, size_t bytes, const void *base,
	    unsigned kind, struct gcuf_site *site)
{
  unsigned thread = 0;
  struct gcuf_check_block *c = gcuf_check_running (&thread);
  struct gcuf_word_place *place = gcuf_word_place (c, site);
  uintptr_t at = (uintptr_t) address;
  size_t n = gcuf_check_cell (at);
  if (c->off || at % GCUF_CHECK_WORD + bytes > GCUF_CHECK_WORD
      || !gcuf_word_known_p (c, place, at, base, kind, site)
      || (kind & GCUF_ACCESS_USED
	  && gcuf_check_number_unset_p (address, bytes)))
    check_one (address, bytes, base, kind, site);
  else if (!(gcuf_only_reads_p (kind)
	     && gcuf_few_settled_here_p (c, place->chunk, n,
					 gcuf_few_mask (n, 1)))
	   && !remember_near_part (c, thread, at, bytes, kind, site, place))
    check_near_part (address, bytes, base, kind, site, place);
}

/* Return true if nothing but C's cells for the WORDS has to be looked at for the
   access that GCUF_check_access gets.  */

GCUF_ALWAYS_INLINE bool
word_p (struct gcuf_check_block *c, const void *address, size_t words,
	size_t bytes, const void *base, unsigned kind,
	const struct gcuf_site *site)
{
  return (bytes == words * GCUF_CHECK_WORD && c->runs.pause
	  && !(c->tile.n | c->runs.n | c->off)
	  && gcuf_word_known_p (c, gcuf_word_place (c, site),
				(uintptr_t) address, base, kind, site)
	  && (uintptr_t) address % (words * GCUF_CHECK_WORD) == 0
	  && !(kind & GCUF_ACCESS_USED
	       && gcuf_check_number_unset_p (address, bytes)));
}

/* The same where that has been to WORDS of the block's own memory.  */

GCUF_ALWAYS_INLINE void
check_words (const void *address, size_t words, size_t bytes,
	     const void *base, unsigned kind, struct gcuf_site *site)
{
  unsigned thread = 0;
  struct gcuf_check_block *c = gcuf_check_running (&thread);
  size_t n = gcuf_check_cell ((uintptr_t) address);
  if (word_p (c, address, words, bytes, base, kind, site))
    {
      struct gcuf_chunk *chunk = gcuf_word_place (c, site)->chunk;
      bool writes = kind & GCUF_ACCESS_WRITE;
      if (writes
	  ? gcuf_word_remember (c, thread, chunk, n, words, true,
				site->number)
	  : (gcuf_few_settled_here_p (c, chunk, n, gcuf_few_mask (n, words))
	     || gcuf_word_remember (c, thread, chunk, n, words, false,
				    site->number)))
	{
	  c->writes += writes;
	  c->runs.pause--;
	  return;
	}
    }
  check_one (address, bytes, base, kind, site);
}

static void
check_word (const void *address, size_t bytes, const void *base,
	    unsigned kind, struct gcuf_site *site)
{
  check_words (address, 1, bytes, base, kind, site);
}

static void
check_pair (const void *address, size_t bytes, const void *base,
	    unsigned kind, struct gcuf_site *site)
{
  check_words (address, 2, bytes, base, kind, site);
}

/* Return true if no more than a few bits have to be set for such an access, to
   several elements, and set these.  */

static bool
joined_quick_p (struct gcuf_check_block *c, const void *address, size_t bytes,
		const void *base, unsigned kind, struct gcuf_site *site)
{
  uintptr_t at = (uintptr_t) address;
  struct gcuf_check_memory *m
    = gcuf_unwritten_memory (c, site, at, bytes, (uintptr_t) base);
  if (!m || !gcuf_only_reads_p (kind)
      || (GCUF_ACCESS_ELEMENT (kind) >= GCUF_CHECK_WORD
	  && at % GCUF_CHECK_WORD)
      || (kind & GCUF_ACCESS_USED
	  && gcuf_check_elements_unset_p (address, bytes, kind)))
    return false;
  if (!gcuf_unwritten_noted_p (m, at, bytes))
    gcuf_unwritten_note (c, m, at, bytes, site);
  return true;
}

/* The same where an access is to several elements: each is looked at, if anything
   may have to be said of one.  */

static void __attribute__ ((noinline))
check_joined (const char *address, size_t bytes, const void *base,
	      unsigned kind, struct gcuf_site *site)
{
  const struct gcuf_block *b = GCUF_context.reserved;
  if (joined_quick_p (b->check, address, bytes, base, kind, site))
    return;
  size_t size = GCUF_ACCESS_ELEMENT (kind);
  for (const char *end = address + bytes; address < end; address += size)
    GCUF_check_access (address, size, base, gcuf_access_of_element (kind),
		       site);
}

/* All calls are the last thing that is done: there is nothing to be saved
   here.  */

GCUF_EXPORT void
GCUF_check_access (const void *address, size_t bytes, const void *base,
		   unsigned kind, struct gcuf_site *site)
{
  const struct gcuf_block *b = GCUF_context.reserved;
  if (!b || !b->check)
    return;
  if (GCUF_ACCESS_ELEMENT (kind))
    {
      check_joined (address, bytes, base, kind, site);
      return;
    }
  const struct gcuf_check_memory *m = gcuf_unwritten_kept (b->check, site);
  if (!m)
    check_one (address, bytes, base, kind, site);
  else if (m->look)
    m->look (address, bytes, base, kind, site);
  else
    check_unwritten (address, bytes, base, kind, site, m);
}
