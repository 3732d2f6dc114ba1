/* Reads of memory that a kernel has said it does not write.
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



/* The compiler knows of most kernels which of their parameters point to what
   they write (cuf-written.cc).  What is in other allocations no thread of the
   launch writes: nobody has to know which of them have read it.  That it has
   been read is of interest only to other operations: a bit for each word says
   so, and for each page there is the first place in the source that has read
   there.  */

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "check-unwritten.h"

enum
{
  PAGE = 1 << GCUF_CHUNK_BITS,
  GROUPS = GCUF_CHUNK_CELLS / 64,
  GROUP_BYTES = PAGE / GROUPS,
  /* Set in what a page has, so that it is not zero.  */
  READ = GCUF_CHECK_SITES
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* --- What is written ------------------------------------------------------ */

/* Add what PLACE is in to what LAUNCH, of C, writes.  What is not known is no
   memory that reads are noted of.  */

static void
add_written (struct gcuf_check_block *c, struct gcuf_check_launch *launch,
	     uintptr_t place)
{
  uintptr_t begin;
  if (!gcuf_check_begin_of (c, place, &begin))
    return;
  for (unsigned i = 0; i < launch->n_written; i++)
    if (launch->written[i] == begin)
      return;
  if (launch->n_written < GCUF_MOST_WRITTEN)
    launch->written[launch->n_written++] = begin;
  else
    launch->writes = GCUF_WRITES_ALL;
}

void
gcuf_unwritten_begin (struct gcuf_check_block *c, const void *const *places,
		      size_t n)
{
  struct gcuf_check_launch *launch = c->launch;
  if (__atomic_load_n (&launch->told, __ATOMIC_ACQUIRE)
      || !launch->notes_reads)
    return;
  pthread_mutex_lock (&lock);
  if (!launch->told)
    {
      launch->writes = GCUF_WRITES_SOME;
      for (size_t i = 0; i < n; i++)
	add_written (c, launch, (uintptr_t) places[i]);
      __atomic_store_n (&launch->told, true, __ATOMIC_RELEASE);
    }
  pthread_mutex_unlock (&lock);
}

/* Return true if LAUNCH does not write the memory at BEGIN.  */

static bool
unwritten_p (const struct gcuf_check_launch *launch, uintptr_t begin)
{
  if (launch->writes != GCUF_WRITES_SOME)
    return false;
  for (unsigned i = 0; i < launch->n_written; i++)
    if (launch->written[i] == begin)
      return false;
  return true;
}

/* --- What is read --------------------------------------------------------- */

/* Let M have room for N pages.  */

static void
allocate (struct gcuf_check_memory *m, size_t n)
{
  free (m->bits);
  free (m->sites);
  m->bits = gcuf_xcalloc (n * GROUPS, sizeof *m->bits);
  m->sites = gcuf_xcalloc (n, sizeof *m->sites);
  m->n_pages = m->pages_allocated = n;
}

/* Forget what M says of the pages it has, which are none then.  */

static void
empty (struct gcuf_check_memory *m)
{
  for (size_t i = 0; i < m->n_pages; i++)
    if (m->sites[i])
      {
	m->sites[i] = 0;
	memset (&m->bits[i * GROUPS], 0, GROUPS * sizeof *m->bits);
      }
  m->n_pages = 0;
}

bool
gcuf_unwritten_open (const struct gcuf_check_launch *launch,
		     struct gcuf_check_memory *m, size_t bytes)
{
  empty (m);
  if (!bytes || !unwritten_p (launch, m->begin))
    return false;
  m->bits_begin = m->begin & -(uintptr_t) PAGE;
  m->parts = false;
  size_t n = ((m->begin + bytes - 1 - m->bits_begin) >> GCUF_CHUNK_BITS) + 1;
  if (n > m->pages_allocated || n < m->pages_allocated / 4)
    allocate (m, n);
  m->n_pages = n;
  return true;
}

/* Note in M that cells of group G have been read that MASK says, at a place
   with the number SITE, by C.  */

static inline void
note_group (const struct gcuf_check_block *c, struct gcuf_check_memory *m,
	    size_t g, uint64_t mask, uint16_t site)
{
  if (!m->sites[g / GROUPS])
    __atomic_store_n (&m->sites[g / GROUPS], site | READ, __ATOMIC_RELAXED);
  if (c->alone)
    m->bits[g] |= mask;
  else if (~m->bits[g] & mask)
    __atomic_fetch_or (&m->bits[g], mask, __ATOMIC_RELAXED);
}

void
gcuf_unwritten_note (const struct gcuf_check_block *c,
		     struct gcuf_check_memory *m, uintptr_t address,
		     size_t bytes, struct gcuf_site *site)
{
  uint16_t number = gcuf_check_site_number (site);
  size_t cell = (address - m->bits_begin) >> GCUF_CELL_BITS;
  size_t last = (address + bytes - 1 - m->bits_begin) >> GCUF_CELL_BITS;
  if ((address | bytes) % GCUF_CHECK_WORD)
    m->parts = true;
  while (cell <= last)
    {
      size_t count = 64 - cell % 64;
      if (count > last - cell + 1)
	count = last - cell + 1;
      note_group (c, m, cell / 64, UINT64_MAX >> (64 - count) << cell % 64,
		  number);
      cell += count;
    }
}

void
gcuf_unwritten_note_row (const struct gcuf_check_block *c,
			 struct gcuf_check_memory *m,
			 const struct gcuf_stretch *s, size_t count)
{
  uintptr_t address = (uintptr_t) s->address;
  uintptr_t size = s->step < 0 ? -(uintptr_t) s->step : (uintptr_t) s->step;
  if (size == 0)
    count = 1;
  else if (gcuf_unwritten_dense_p (s))
    {
      size_t bytes = (count - 1) * size + s->bytes;
      if (s->step < 0)
	address -= (count - 1) * size;
      if (!gcuf_unwritten_noted_p (m, address, bytes))
	gcuf_unwritten_note (c, m, address, bytes, s->site);
      m->parts |= (s->bytes | size | address) % GCUF_CHECK_WORD != 0;
      return;
    }
  for (; count; count--, address += s->step)
    if (!gcuf_unwritten_noted_p (m, address, s->bytes))
      gcuf_unwritten_note (c, m, address, s->bytes, s->site);
}

void
gcuf_unwritten_note_masked (const struct gcuf_check_block *c,
			    struct gcuf_check_memory *m, uintptr_t address,
			    size_t count, const uint64_t *mask,
			    struct gcuf_site *site)
{
  uint16_t number = gcuf_check_site_number (site);
  size_t cell = (address - m->bits_begin) >> GCUF_CELL_BITS;
  for (size_t g = cell / 64; g <= (cell + count - 1) / 64; g++)
    {
      uint64_t bits = gcuf_check_bits (mask, 64 + g * 64 - cell);
      if (bits & ~m->bits[g])
	note_group (c, m, g, bits, number);
    }
}

/* --- The end of a launch -------------------------------------------------- */

/* Return the number of the first cell of PAGE of M from CELL on that has been
   read, if READ_P, or has not been, or that behind the last one.  */

static size_t
next_cell (const struct gcuf_check_memory *m, size_t page, size_t cell,
	   bool read_p)
{
  const uint64_t *bits = &m->bits[page * GROUPS];
  while (cell < GCUF_CHUNK_CELLS)
    {
      uint64_t group = read_p ? bits[cell / 64] : ~bits[cell / 64];
      uint64_t left = group >> cell % 64;
      if (left)
	return cell + __builtin_ctzll (left);
      cell = (cell / 64 + 1) * 64;
    }
  return cell;
}

/* Call F with what has been read of PAGE of M.  Where some accesses have been
   to parts of words, the first and the last one may be another array's, too.
   */

static void
tell_page (const struct gcuf_check_memory *m, size_t page,
	   gcuf_read_function *f)
{
  uintptr_t address = m->bits_begin + page * PAGE;
  for (size_t cell = 0; ; )
    {
      size_t begin = next_cell (m, page, cell, true);
      if (begin == GCUF_CHUNK_CELLS)
	return;
      size_t end = cell = next_cell (m, page, begin, false);
      begin += m->parts && begin > 0;
      end -= m->parts && end < GCUF_CHUNK_CELLS;
      if (begin < end)
	f (address + begin * GCUF_CHECK_WORD, (end - begin) * GCUF_CHECK_WORD, 1, 0,
	   m->sites[page] % READ);
    }
}

void
gcuf_unwritten_each (const struct gcuf_check_memory *m,
		     gcuf_read_function *f)
{
  for (size_t i = 0; i < m->n_pages; i++)
    if (m->sites[i])
      tell_page (m, i, f);
}

/* --- What is told --------------------------------------------------------- */

GCUF_EXPORT void
GCUF_check_written (const void *const *places, size_t n)
{
  unsigned thread;
  struct gcuf_check_block *c = gcuf_check_running (&thread);
  if (c)
    gcuf_unwritten_begin (c, places, n);
}
