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


#include "check-cells.h"
#include "check-few.h"
#include "cpu-check.h"

/* --- Cells --------------------------------------------------------------- */

/* Note that one more reader of C in cell N of CHUNK need not be remembered, if
   all that has been written there is over for all threads of C.  */

static void
note_settled (const struct gcuf_check_block *c, struct gcuf_chunk *chunk,
	      size_t n)
{
  struct gcuf_past write = gcuf_check_past (chunk, GCUF_CELL_WRITE, n);
  if (c->uneven
      || (write.who && (gcuf_past_thread (&write) - c->first >= c->threads
			|| write.time >= c->phase)))
    return;
  gcuf_check_begin_settled (c, chunk);
  chunk->group[n / 64].settled |= (uint64_t) 1 << n % 64;
}

/* Let NOW be the second reader of cell N of CHUNK, if there is none, or it is
   farther from the first than the second is.  */

void
gcuf_cell_note_second (const struct gcuf_check_block *c, unsigned thread,
		       struct gcuf_chunk *chunk, size_t n,
		       const struct gcuf_past *now)
{
  if (!chunk->second)
    gcuf_check_add_second (chunk);
  struct gcuf_past read = gcuf_check_past (chunk, GCUF_CELL_READ, n);
  struct gcuf_past second = gcuf_check_past (chunk, GCUF_CELL_SECOND, n);
  if (!gcuf_cell_replaces_p (c, thread, &second))
    {
      uint32_t one = gcuf_past_thread (&read) - c->first;
      uint32_t other = gcuf_past_thread (&second) - c->first;
      if ((one < c->threads) != (other < c->threads)
	  || (one < c->threads
	      && one / GCUF_WARP_SIZE != other / GCUF_WARP_SIZE))
	{
	  note_settled (c, chunk, n);
	  return;
	}
      if (one < c->threads
	  && one / GCUF_WARP_SIZE == thread / GCUF_WARP_SIZE)
	return;
    }
  gcuf_check_set_past (chunk, GCUF_CELL_SECOND, n, now);
  chunk->group[n / 64].settled &= ~((uint64_t) 1 << n % 64);
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
  gcuf_chunk_open (c, chunk, address, local);
  chunk->special |= ((a->kind & GCUF_ACCESS_ATOMIC)
		     || ((uintptr_t) a->address | a->bytes) % 4);
  for (; address < end; address += 4)
    {
      now->who = (gcuf_past_thread (now)
		  | bytes_at (address, a) << GCUF_CHECK_THREAD_BITS);
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

/* Remember NOW, A by THREAD of C to WORDS cells of CHUNK from N on, if there is
   nothing to be reported, and little to be looked at; else return false.  */

static inline __attribute__ ((always_inline)) bool
look_quickly (const struct gcuf_check_block *c, unsigned thread,
	      struct gcuf_chunk *chunk, size_t n, size_t words,
	      const struct gcuf_check_access *a, const struct gcuf_past *now)
{
  uint64_t mask = UINT64_MAX >> (64 - words) << n % 64;
  struct gcuf_known k = gcuf_known (c, now);
  if (a->kind & GCUF_ACCESS_WRITE)
    return gcuf_few_remember (k, thread, chunk, n, words, true);
  return (gcuf_few_settled_p (c, chunk, n, mask)
	  || gcuf_few_remember (k, thread, chunk, n, words, false));
}

/* The same of A, in page P, if it is to one word or two.  */

static inline bool
remember_quickly (const struct gcuf_check_block *c, unsigned thread,
		  const struct gcuf_check_page *p,
		  const struct gcuf_check_access *a,
		  const struct gcuf_past *now)
{
  uintptr_t address = (uintptr_t) a->address;
  size_t n = gcuf_check_cell (address);
  bool two = a->bytes == 8, done;
  if (address % 4 || (!two && a->bytes != 4) || (two && n % 64 == 63)
      || a->kind & GCUF_ACCESS_ATOMIC)
    return false;
  gcuf_chunk_open (c, p->chunk, address, p->local);
  done = (two ? look_quickly (c, thread, p->chunk, n, 2, a, now)
	  : look_quickly (c, thread, p->chunk, n, 1, a, now));
  gcuf_chunk_close (c, p->chunk, p->local);
  return done;
}

/* --- Threads ------------------------------------------------------------- */

/* The context says which one runs.  The compiler removes calls of this.  */

GCUF_EXPORT void
GCUF_check_thread (void)
{
}

/* --- Accesses ------------------------------------------------------------ */

enum { BOTH = GCUF_ACCESS_READ | GCUF_ACCESS_WRITE };

/* Look at A, in page P, by THREAD of C.  */

static inline void
look_in_page (struct gcuf_check_block *c, unsigned thread,
	      const struct gcuf_check_page *p,
	      const struct gcuf_check_access *a)
{
  unsigned release = GCUF_ACCESS_WRITE | GCUF_ACCESS_ATOMIC;
  struct gcuf_past now = {
    .who = c->first + thread,
    .time = c->time[thread],
    .where = (gcuf_check_site_number (a->site)
	      | (a->kind & GCUF_ACCESS_ATOMIC ? GCUF_CHECK_SITES : 0))
  };
  struct gcuf_found race = { .past = { .who = 0 } };
  if (p->local && a->kind & GCUF_ACCESS_WRITE)
    c->writes++;
  if (__builtin_expect ((a->kind & release) == release, 0))
    gcuf_check_release (c, thread, a->address);
  if (__builtin_expect (remember_quickly (c, thread, p, a, &now), 1))
    return;
  look_at (c, thread, p, a, &now, &race);
  if (__builtin_expect (race.past.who, 0))
    gcuf_check_report_race (c, thread, a, &race.past, race.write);
}

void
gcuf_check_look (struct gcuf_check_block *c, unsigned thread,
		 const struct gcuf_check_access *a)
{
  look_in_page (c, thread, gcuf_check_address (c, thread, a), a);
}

GCUF_EXPORT void
GCUF_check_access (const void *address, size_t bytes, const void *base,
		   unsigned kind, struct gcuf_site *site)
{
  unsigned thread;
  struct gcuf_check_block *c = gcuf_check_running (&thread);
  if (!c || bytes == 0)
    return;
  gcuf_tile_end (c);
  const struct gcuf_check_access a = { address, base, bytes, kind, site };
  const struct gcuf_check_page *p = NULL;
  if (kind & BOTH && !gcuf_check_private_p (address))
    p = gcuf_check_address (c, thread, &a);
  if (kind & GCUF_ACCESS_USED && gcuf_check_unset_p (address, bytes))
    gcuf_check_report_unset (c, thread, &a);
  if (p && !c->off)
    look_in_page (c, thread, p, &a);
}
