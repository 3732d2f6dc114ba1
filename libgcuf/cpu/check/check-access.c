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
#include "cpu-check.h"

/* --- Cells --------------------------------------------------------------- */

/* True if NOW, by thread THREAD of C, and PAST are in conflict, and nothing
   orders them.  */

static inline bool
races_p (const struct gcuf_check_block *c, unsigned thread,
	 const struct gcuf_past *now, const struct gcuf_past *past)
{
  return ((gcuf_past_bytes (past) & gcuf_past_bytes (now)) != 0
	  && gcuf_past_thread (past) != gcuf_past_thread (now)
	  && !(gcuf_past_atomic_p (past) && gcuf_past_atomic_p (now))
	  && !gcuf_check_ordered_p (c, thread, past));
}

/* Return true if NOW can take the place of the reader P, which need not be
   remembered any more.  */

static inline bool
replaces_p (const struct gcuf_check_block *c, unsigned thread,
	    const struct gcuf_past *p)
{
  return !p->who || gcuf_check_behind_barrier_p (c, thread, p);
}

/* NOW is one more reader of cell N of CHUNK: let it be the second, if there is
   none, or it is farther from the first than the second is.  */

static void
note_second (const struct gcuf_check_block *c, unsigned thread,
	     struct gcuf_chunk *chunk, size_t n, const struct gcuf_past *now)
{
  if (!chunk->second)
    gcuf_check_add_second (chunk);
  struct gcuf_past *second = &chunk->second[n];
  if (replaces_p (c, thread, second))
    {
      *second = *now;
      return;
    }
  uint32_t one = gcuf_past_thread (&chunk->cells[n].read) - c->first;
  uint32_t other = gcuf_past_thread (second) - c->first;
  if ((one < c->threads) != (other < c->threads))
    return;
  if (one >= c->threads
      || (one / GCUF_WARP_SIZE == other / GCUF_WARP_SIZE
	  && one / GCUF_WARP_SIZE != thread / GCUF_WARP_SIZE))
    *second = *now;
}

/* NOW reads cell N of CHUNK.  */

static inline void
note_read (const struct gcuf_check_block *c, unsigned thread,
	   struct gcuf_chunk *chunk, size_t n, const struct gcuf_past *now)
{
  if (__builtin_expect (replaces_p (c, thread, &chunk->cells[n].read), 1))
    chunk->cells[n].read = *now;
  else
    note_second (c, thread, chunk, n, now);
}

/* What a look at a cell has found: who else has accessed it, whether to write,
   and nobody if there is no race.  */
struct found
{
  struct gcuf_past past;
  bool write;
};

/* Look at NOW, which writes if WRITES, in cell N of CHUNK, and remember it
   there.  If it races, store who with in *RACE, unless there is something
   already.  */

static inline void
look (const struct gcuf_check_block *c, unsigned thread,
      struct gcuf_chunk *chunk, size_t n, const struct gcuf_past *now,
      bool writes, struct found *race)
{
  struct gcuf_cell *cell = &chunk->cells[n];
  struct found f = { .past = { .who = 0 } };
  if (races_p (c, thread, now, &cell->write))
    f = (struct found) { cell->write, true };
  if (!writes)
    note_read (c, thread, chunk, n, now);
  else
    {
      struct gcuf_past *second = gcuf_check_second (chunk, n);
      if (!f.past.who && races_p (c, thread, now, &cell->read))
	f.past = cell->read;
      if (second && !f.past.who && races_p (c, thread, now, second))
	f.past = *second;
      *cell = (struct gcuf_cell) { .write = *now };
      if (second)
	second->who = 0;
    }
  if (__builtin_expect (f.past.who && !race->past.who, 0))
    *race = f;
}

/* The four bytes from ADDRESS on that A accesses, as bits.  */

static inline unsigned
bytes_at (uintptr_t address, const struct gcuf_check_access *a)
{
  uintptr_t begin = (uintptr_t) a->address, end = begin + a->bytes;
  unsigned bytes = 15;
  if (begin > address)
    bytes &= 15u << (begin - address);
  if (end < address + 4)
    bytes &= 15u >> (address + 4 - end);
  return bytes;
}

/* Look at what access A by thread THREAD of C has from ADDRESS to END, in
   CHUNK, as look does.  The memory is C's own if LOCAL.  */

static inline void
look_in (const struct gcuf_check_block *c, unsigned thread,
	 struct gcuf_chunk *chunk, uintptr_t address, uintptr_t end, bool local,
	 const struct gcuf_check_access *a, struct gcuf_past *now,
	 struct found *race)
{
  if (!local)
    gcuf_check_lock (chunk);
  uint32_t stamp = (local ? c->stamp
		    : __atomic_load_n (&c->launch->stamp, __ATOMIC_RELAXED));
  if (__builtin_expect (chunk->stamp != stamp, 0))
    {
      if (!local)
	gcuf_check_note_chunk (chunk, address);
      gcuf_check_empty (chunk, stamp);
    }
  for (; address < end; address += 4)
    {
      now->who = (gcuf_past_thread (now)
		  | bytes_at (address, a) << GCUF_CHECK_THREAD_BITS);
      look (c, thread, chunk, gcuf_check_cell (address), now,
	    a->kind & GCUF_ACCESS_WRITE, race);
    }
  if (!local)
    gcuf_check_unlock (chunk);
}

/* The same for all of A, which begins in page P.  */

static inline void
look_at (struct gcuf_check_block *c, unsigned thread,
	 const struct gcuf_check_page *p, const struct gcuf_check_access *a,
	 struct gcuf_past *now, struct found *race)
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

/* --- Accesses ------------------------------------------------------------ */

/* Return true if ADDRESS is on the stack of the running thread.  */

static inline bool
private_p (const char *address)
{
  const struct gcuf_fiber *f = gcuf_this_block ()->current;
  return (size_t) (address - f->stack) < f->size;
}

enum { BOTH = GCUF_ACCESS_READ | GCUF_ACCESS_WRITE };

GCUF_EXPORT void
GCUF_check_access (const void *address, size_t bytes, const void *base,
		   unsigned kind, struct gcuf_site *site)
{
  unsigned thread, release = GCUF_ACCESS_WRITE | GCUF_ACCESS_ATOMIC;
  struct gcuf_check_block *c = gcuf_check_running (&thread);
  if (!c || bytes == 0)
    return;
  const struct gcuf_check_access a = { address, base, bytes, kind, site };
  const struct gcuf_check_page *p = NULL;
  if (kind & BOTH && !private_p (address))
    p = gcuf_check_address (c, thread, &a);
  if (kind & GCUF_ACCESS_USED && gcuf_check_unset_p (address, bytes))
    gcuf_check_report_unset (c, thread, &a);
  if (!p || c->off)
    return;
  struct gcuf_past now = {
    .who = c->first + thread,
    .time = c->time[thread],
    .where = (gcuf_check_site_number (site)
	      | (kind & GCUF_ACCESS_ATOMIC ? GCUF_CHECK_SITES : 0))
  };
  struct found race = { .past = { .who = 0 } };
  if (__builtin_expect ((kind & release) == release, 0))
    gcuf_check_release (c, thread, address);
  look_at (c, thread, p, &a, &now, &race);
  if (__builtin_expect (race.past.who, 0))
    gcuf_check_report_race (c, thread, &a, &race.past, race.write);
}
