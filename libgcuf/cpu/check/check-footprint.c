/* What the operations of streams access, in programs that are checked.
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

/* A footprint has, for each way of access, the pieces of memory that are
   accessed.  The pages in which the accesses leave gaps have a bit for each
   cell.  */

#include <stdlib.h>
#include <string.h>

#include "check-footprint.h"
#include "check-reads.h"

enum
{
  CELL = 1 << GCUF_CELL_BITS,
  PAGE = 1 << GCUF_CHUNK_BITS,
  CELLS = PAGE / CELL,
  WORDS = CELLS / 64,
  /* A footprint in more pieces than this is not complete.  */
  MAX_PIECES = 1 << 18
};

/* --- Pieces --------------------------------------------------------------- */

/* Add P to S, or let it be a part of the last one.  */

static void
add_piece (struct gcuf_pieces *s, const struct gcuf_piece *p)
{
  struct gcuf_piece *last = s->n ? &s->pieces[s->n - 1] : NULL;
  if (last && !last->bits && !p->bits && last->end == p->begin
      && last->site == p->site)
    {
      last->end = p->end;
      return;
    }
  if (s->n == MAX_PIECES)
    {
      free (p->bits);
      return;
    }
  if (s->n == s->allocated)
    {
      s->allocated = s->allocated ? 2 * s->allocated : 4;
      s->pieces = gcuf_xrealloc (s->pieces, s->allocated * sizeof *s->pieces);
    }
  s->pieces[s->n++] = *p;
}

void
gcuf_footprint_add (struct gcuf_footprint *f, enum gcuf_footprint_way way,
		    const void *address, size_t bytes, unsigned site)
{
  uintptr_t begin = (uintptr_t) address;
  if (bytes)
    add_piece (&f->way[way],
	       &(struct gcuf_piece) { begin, begin + bytes, site, NULL });
}

void
gcuf_footprint_clear (struct gcuf_footprint *f)
{
  for (int i = 0; i < GCUF_FOOTPRINT_WAYS; i++)
    {
      for (size_t k = 0; k < f->way[i].n; k++)
	free (f->way[i].pieces[k].bits);
      free (f->way[i].pieces);
    }
  memset (f, 0, sizeof *f);
}

bool
gcuf_footprint_empty_p (const struct gcuf_footprint *f)
{
  for (int i = 0; i < GCUF_FOOTPRINT_WAYS; i++)
    if (f->way[i].n)
      return false;
  return true;
}

static int
compare_pieces (const void *a, const void *b)
{
  const struct gcuf_piece *p = a, *q = b;
  return (p->begin > q->begin) - (p->begin < q->begin);
}

/* Return true if no piece of S begins before the one before it ends.  */

static bool
sorted_p (const struct gcuf_pieces *s)
{
  for (size_t i = 1; i < s->n; i++)
    if (s->pieces[i].begin < s->pieces[i - 1].end)
      return false;
  return true;
}

/* Let the pieces of S be in the order of addresses, without overlaps but of
   pages that several kernels of a graph have accessed.  */

static void
sort_pieces (struct gcuf_pieces *s)
{
  size_t kept = 0;
  if (sorted_p (s))
    return;
  qsort (s->pieces, s->n, sizeof *s->pieces, compare_pieces);
  for (size_t i = 1; i < s->n; i++)
    {
      struct gcuf_piece *last = &s->pieces[kept], *p = &s->pieces[i];
      if (last->bits || p->bits || p->begin >= last->end)
	s->pieces[++kept] = *p;
      else if (p->end > last->end)
	last->end = p->end;
    }
  s->n = kept + 1;
}

void
gcuf_footprint_sort (struct gcuf_footprint *f)
{
  for (int i = 0; i < GCUF_FOOTPRINT_WAYS; i++)
    sort_pieces (&f->way[i]);
}

void
gcuf_footprint_forget (struct gcuf_footprint *f, uintptr_t begin,
		       uintptr_t end)
{
  for (int i = 0; i < GCUF_FOOTPRINT_WAYS; i++)
    {
      struct gcuf_pieces *s = &f->way[i];
      size_t kept = 0;
      for (size_t k = 0; k < s->n; k++)
	if (s->pieces[k].begin < end && begin < s->pieces[k].end)
	  free (s->pieces[k].bits);
	else
	  s->pieces[kept++] = s->pieces[k];
      s->n = kept;
    }
}

/* --- What device code has accessed ---------------------------------------- */

/* The cells of a page that have been accessed in some way, those of which less
   than the whole cell has, and the site of the first.  */
struct gcuf_accessed
{
  uint64_t bits[WORDS], parts[WORDS];
  unsigned site;
};

/* What has been accessed in a page before its cells were emptied.  */
struct gcuf_folded
{
  struct gcuf_accessed way[GCUF_FOOTPRINT_WAYS];
};

static inline bool
bit_p (const uint64_t *bits, size_t n)
{
  return bits[n / 64] >> n % 64 & 1;
}

/* Add to WAY that PAST is in cell N.  */

static inline void
add_cell (struct gcuf_accessed *way, size_t n, const struct gcuf_past *past,
	  bool write)
{
  struct gcuf_accessed *a = &way[(gcuf_past_atomic_p (past)
				  ? GCUF_FOOTPRINT_ATOMIC
				  : write ? GCUF_FOOTPRINT_WRITE
				  : GCUF_FOOTPRINT_READ)];
  a->bits[n / 64] |= (uint64_t) 1 << n % 64;
  if (gcuf_past_bytes (past) != 15)
    a->parts[n / 64] |= (uint64_t) 1 << n % 64;
  if (!a->site)
    a->site = gcuf_past_site (past);
}

/* Add to A what CHUNK has of kind PART, where all are whole cells and nothing is
   atomic.  */

static void
fold_plain (struct gcuf_accessed *a, struct gcuf_chunk *chunk,
	    enum gcuf_cell_part part)
{
  const struct gcuf_pasts *p = gcuf_check_part (chunk, part);
  for (size_t i = 0; i < WORDS; i++)
    {
      uint64_t bits = chunk->group[i].present[part];
      a->bits[i] |= bits;
      if (bits && !a->site)
	a->site = (p->when[i * 64 + __builtin_ctzll (bits)] >> 16)
		  % GCUF_CHECK_SITES;
    }
}

/* The same of what has been noted.  */

static void
fold_noted (struct gcuf_accessed *a, const struct gcuf_chunk *chunk)
{
  for (size_t i = 0; i < WORDS; i++)
    {
      uint64_t bits = chunk->group[i].noted;
      a->bits[i] |= bits;
      if (bits && !a->site)
	a->site = chunk->noted_site;
    }
}

/* Add to FOLDED what the cells of CHUNK say.  Where there is a second reader is a
   first one, which may be atomic while the second one is not.  */

static void
fold (struct gcuf_folded *folded, struct gcuf_chunk *chunk)
{
  fold_noted (&folded->way[GCUF_FOOTPRINT_READ], chunk);
  if (!chunk->special)
    {
      fold_plain (&folded->way[GCUF_FOOTPRINT_WRITE], chunk, GCUF_CELL_WRITE);
      fold_plain (&folded->way[GCUF_FOOTPRINT_READ], chunk, GCUF_CELL_READ);
      return;
    }
  for (size_t n = 0; n < CELLS; n++)
    for (int part = 0; part < GCUF_CELL_PARTS; part++)
      {
	struct gcuf_past past = gcuf_check_past (chunk, part, n);
	if (past.who)
	  add_cell (folded->way, n, &past, part == GCUF_CELL_WRITE);
      }
  for (size_t i = 0; chunk->crowded && i < GCUF_OTHER_WRITES * CELLS; i++)
    if (bit_p (&chunk->group[i % CELLS / 64].others, i % CELLS % 64))
      {
	struct gcuf_past past
	  = gcuf_check_other_write (chunk, i / CELLS, i % CELLS);
	if (past.who)
	  add_cell (folded->way, i % CELLS, &past, true);
      }
}

/* Where bytes are accessed, the first and the last cell of an array may be
   those of another array, too: leave those cells out of A.  */

static void
trim (struct gcuf_accessed *a)
{
  uint64_t left[WORDS], parts = 0;
  for (int i = 0; i < WORDS; i++)
    parts |= a->parts[i];
  if (!parts)
    return;
  memcpy (left, a->bits, sizeof left);
  for (size_t n = 0; n < CELLS; n++)
    if (bit_p (a->parts, n)
	&& ((n > 0 && !bit_p (a->bits, n - 1))
	    || (n + 1 < CELLS && !bit_p (a->bits, n + 1))))
      left[n / 64] &= ~((uint64_t) 1 << n % 64);
  memcpy (a->bits, left, sizeof left);
}

/* Add to S what A says of the page at ADDRESS.  */

static void
add_page (struct gcuf_pieces *s, struct gcuf_accessed *a, uintptr_t address)
{
  struct gcuf_piece p = { .site = a->site };
  size_t first = 0, last = CELLS, n = 0;
  trim (a);
  for (int i = 0; i < WORDS; i++)
    n += __builtin_popcountll (a->bits[i]);
  if (n == 0)
    return;
  while (!bit_p (a->bits, first))
    first++;
  while (!bit_p (a->bits, last - 1))
    last--;
  p.begin = address + first * CELL;
  p.end = address + last * CELL;
  if (n < last - first)
    {
      p.begin = address;
      p.end = address + PAGE;
      p.bits = gcuf_xmalloc (sizeof a->bits);
      memcpy (p.bits, a->bits, sizeof a->bits);
    }
  add_piece (s, &p);
}

/* The chunks that have been accessed in the launch.  */
static struct gcuf_chunk *accessed;

void
gcuf_footprint_note_chunk (struct gcuf_chunk *chunk, uintptr_t address,
			   unsigned launch)
{
  if (chunk->launch == launch)
    {
      if (!chunk->folded)
	chunk->folded = gcuf_xcalloc (1, sizeof *chunk->folded);
      fold (chunk->folded, chunk);
      return;
    }
  chunk->launch = launch;
  chunk->address = address & -(uintptr_t) PAGE;
  chunk->next = __atomic_load_n (&accessed, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n (&accessed, &chunk->next, chunk, true,
				       __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    continue;
}

/* Return the chunk of ADDRESS, which has been read at the site with the number
   SITE in the launch with STAMP.  */

static struct gcuf_chunk *
chunk_read (uintptr_t address, unsigned site, uint32_t stamp)
{
  struct gcuf_chunk *chunk = gcuf_check_chunk (address);
  if (chunk->stamp != stamp)
    {
      gcuf_check_note_chunk (chunk, address);
      gcuf_check_empty (chunk, stamp, false);
    }
  if (!chunk->noted_site)
    chunk->noted_site = site;
  return chunk;
}

/* Note in the cells, after the launch, that what a gcuf_read_function is told of
   has been read.  */

static void
note_reads (uintptr_t address, size_t bytes, size_t count, int64_t step,
	    unsigned site)
{
  enum { GROUP = 64 * CELL };
  uint32_t stamp = gcuf_check_current_launch ()->stamp;
  uint64_t cells = 0, *noted = &cells;
  uintptr_t group = 0;
  for (; count; count--, address += step)
    for (size_t done = 0, words; done < bytes / CELL; done += words)
      {
	uintptr_t at = address + done * CELL;
	size_t n = gcuf_check_cell (at);
	if (at / GROUP != group)
	  {
	    *noted |= cells;
	    noted = &chunk_read (at, site, stamp)->group[n / 64].noted;
	    group = at / GROUP;
	    cells = 0;
	  }
	words = bytes / CELL - done;
	if (words > 64 - n % 64)
	  words = 64 - n % 64;
	cells |= UINT64_MAX >> (64 - words) << n % 64;
      }
  *noted |= cells;
}

void
gcuf_footprint_drop (void)
{
  gcuf_reads_end_launch (NULL);
  for (struct gcuf_chunk *c = accessed; c; c = c->next)
    {
      free (c->folded);
      c->folded = NULL;
    }
  accessed = NULL;
}

void
gcuf_footprint_gather (struct gcuf_footprint *f)
{
  struct gcuf_folded folded;
  gcuf_reads_end_launch (note_reads);
  for (struct gcuf_chunk *c = accessed; c; c = c->next)
    {
      memset (&folded, 0, sizeof folded);
      if (c->folded)
	folded = *c->folded;
      free (c->folded);
      c->folded = NULL;
      fold (&folded, c);
      for (int i = 0; i < GCUF_FOOTPRINT_WAYS; i++)
	add_page (&f->way[i], &folded.way[i], c->address);
    }
  accessed = NULL;
}

/* --- What two footprints have in common ----------------------------------- */

/* Return true if cell ADDRESS of P is accessed.  */

static bool
cell_p (const struct gcuf_piece *p, uintptr_t address)
{
  return !p->bits || bit_p (p->bits, (address - p->begin) / CELL);
}

/* Store in *C what P and Q have in common, the first of it at least, and return
   true; return false if that is nothing.  */

static bool
meet (const struct gcuf_piece *p, const struct gcuf_piece *q,
      struct gcuf_common *c)
{
  uintptr_t begin = p->begin > q->begin ? p->begin : q->begin;
  uintptr_t end = p->end < q->end ? p->end : q->end;
  if (p->bits || q->bits)
    {
      while (begin < end && !(cell_p (p, begin) && cell_p (q, begin)))
	begin = (begin & -(uintptr_t) CELL) + CELL;
      uintptr_t next = begin;
      while (next < end && cell_p (p, next) && cell_p (q, next))
	next = (next & -(uintptr_t) CELL) + CELL;
      if (next < end)
	end = next;
    }
  if (begin >= end)
    return false;
  c->address = (const char *) begin;
  c->bytes = end - begin;
  c->site = p->site;
  c->other_site = q->site;
  return true;
}

/* The same for S and T, the pieces of each of which are in order, and for all
   that follows without a gap.  */

static bool
meet_pieces (const struct gcuf_pieces *s, const struct gcuf_pieces *t,
	     struct gcuf_common *c)
{
  bool found = false;
  for (size_t i = 0, k = 0; i < s->n && k < t->n; )
    {
      const struct gcuf_piece *p = &s->pieces[i], *q = &t->pieces[k];
      struct gcuf_common more;
      bool common = meet (p, q, &more);
      if (common && !found)
	*c = more;
      else if (common && more.address == c->address + c->bytes)
	c->bytes += more.bytes;
      else if (common)
	break;
      found |= common;
      if (p->end <= q->end)
	i++;
      else
	k++;
    }
  return found;
}

bool
gcuf_footprint_conflict_p (const struct gcuf_footprint *f,
			   const struct gcuf_footprint *g,
			   struct gcuf_common *c)
{
  for (int i = 0; i < GCUF_FOOTPRINT_WAYS; i++)
    for (int k = 0; k < GCUF_FOOTPRINT_WAYS; k++)
      if ((i != k || i == GCUF_FOOTPRINT_WRITE)
	  && meet_pieces (&f->way[i], &g->way[k], c))
	{
	  c->way = i;
	  c->other_way = k;
	  return true;
	}
  return false;
}
