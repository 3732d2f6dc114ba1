/* What the files share that look at accesses of whole loops.
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

#ifndef GCUF_CHECK_LOOP_H
#define GCUF_CHECK_LOOP_H

#include "check-address.h"
#include "check-cells.h"

enum
{
  GCUF_ACCESS_BOTH = GCUF_ACCESS_READ | GCUF_ACCESS_WRITE,
  GCUF_CHECK_WORD = 1 << GCUF_CELL_BITS
};

/* What a loop does.  */
struct gcuf_told
{
  struct gcuf_check_block *c;
  const struct gcuf_stretch *stretches;
  size_t n, count;
  unsigned thread;		/* The first.  */
  unsigned next;		/* How far it is to the next, or zero.  */
  bool *local;			/* Which are in the block's own memory.  */
  bool *familiar;		/* Which need not be looked at.  */
};

/* Return the number of S of L.  */

static inline size_t
gcuf_stretch_number (const struct gcuf_told *l, const struct gcuf_stretch *s)
{
  return s - l->stretches;
}

/* Return true if S accesses parts of words.  */

static inline bool
gcuf_stretch_parts_p (const struct gcuf_stretch *s)
{
  return ((uintptr_t) s->address | s->step | s->bytes) % GCUF_CHECK_WORD;
}

/* The size of an element of what S accesses in an iteration.  */

static inline size_t
gcuf_stretch_element (const struct gcuf_stretch *s)
{
  size_t element = GCUF_ACCESS_ELEMENT (s->kind);
  return element ? element : s->bytes;
}

/* Return the lowest address of S, of COUNT iterations, and in *END that behind
   the highest.  */

static inline uintptr_t
gcuf_stretch_extent (const struct gcuf_stretch *s, size_t count, uintptr_t *end)
{
  uintptr_t first = (uintptr_t) s->address;
  uintptr_t last = first + s->step * (intptr_t) (count - 1);
  *end = (s->step < 0 ? first : last) + s->bytes;
  return s->step < 0 ? last : first;
}

/* What gets accesses to COUNT times BYTES that are STEP apart, the first at ADDRESS,
   by the site with the number SITE.  */
typedef void gcuf_read_function (uintptr_t address, size_t bytes, size_t count,
				 int64_t step, unsigned site);

/* --- check-stretch.c ----------------------------------------------------- */

/* Return true if S of L is in memory that it can be in, of which something is
   known, and consists of whole words, or of elements that are not larger than
   one.  Store whether that is the block's own.  */
extern bool gcuf_stretch_known_p (struct gcuf_told *l,
				  const struct gcuf_stretch *s);
/* Return true if there is nothing to be reported of L but races with what has been
   before.  */
extern bool gcuf_stretches_sound_p (struct gcuf_told *l);
/* Remember the accesses of L.  Return false if one races.  */
extern bool gcuf_stretches_remember (struct gcuf_told *l);
/* Return true if S of L uses a value that has not been set.  */
extern bool gcuf_stretch_unset_p (const struct gcuf_told *l,
				  const struct gcuf_stretch *s);

/* Return true if what S of L leaves in the cells is not there any more when the
   loop has ended.  */
extern bool gcuf_stretch_superseded_p (const struct gcuf_told *l,
				       const struct gcuf_stretch *s);

/* Do what GCUF_check_stretches does where nothing is masked.  */
extern bool gcuf_stretches_quiet_p (const struct gcuf_stretch *stretches,
				    size_t n, size_t count, int first);

/* --- check-ranges.c ------------------------------------------------------ */

/* Return true if there would be nothing to be reported but races if all threads
   of a row made the N accesses STRETCHES in their RANGES, or if that is null in all
   COUNT iterations.  */
extern bool gcuf_masks_fit_p (const struct gcuf_stretch *stretches,
			      const struct gcuf_iterations *ranges, size_t n,
			      size_t count, int first);

/* Return how many of the N STRETCHES are not masked: the others are behind
   them.  */

static inline size_t
gcuf_number_unmasked (const struct gcuf_stretch *stretches, size_t n)
{
  while (n && stretches[n - 1].kind & GCUF_ACCESS_MASKED)
    n--;
  return n;
}

/* --- check-masked.c ------------------------------------------------------ */

/* Return true if it is worth while to find out whether those of the N STRETCHES of
   C that are masked would be fit: mostly they have been, and some threads have made
   them.  That is tried once more after a while.  */
extern bool gcuf_masks_worth_p (struct gcuf_check_block *c,
				const struct gcuf_stretch *stretches, size_t n);
/* It has been of no use.  */
extern void gcuf_masks_useless (struct gcuf_check_block *c,
				const struct gcuf_stretch *stretches, size_t n);

/* --- check-short.c ------------------------------------------------------- */

/* If L is short, by one thread, and writes, all in the block's own memory, and there
   is nothing to be reported of it, and little to be looked at, remember it and
   return true.  */
extern bool gcuf_short_remember (struct gcuf_told *l);

/* --- check-tile.c -------------------------------------------------------- */

/* If L is a row that belongs to its block's tile, and there is nothing to be
   reported of it but races with what has been before the tile, let that have it
   and return true.  */
extern bool gcuf_tile_extend (struct gcuf_told *l);
/* Let L, a row of which that is known, be a tile, and return true, if that is
   possible.  The block has none.  */
extern bool gcuf_tile_begin (struct gcuf_told *l);

/* --- check-part.c -------------------------------------------------------- */

/* Remember the accesses by S of L.  Return false if one races.  */
extern bool gcuf_stretch_remember (const struct gcuf_told *l,
				   const struct gcuf_stretch *s);

/* Accesses in lines, one after the other, by different threads that have the same
   time.  */
struct gcuf_lines
{
  unsigned thread;		/* The first.  */
  struct gcuf_direction in, out; /* In a line, and of lines.  */
};

/* Remember the accesses L by threads of C, S being the first, in the block's own
   memory if LOCAL.  Return false if one races.  */
extern bool gcuf_lines_remember (struct gcuf_check_block *c,
				 const struct gcuf_stretch *s, bool local,
				 const struct gcuf_lines *l);

/* The same, in cells, also if they are reads that could be noted.  */
extern bool gcuf_lines_put (struct gcuf_check_block *c,
			    const struct gcuf_stretch *s, bool local,
			    const struct gcuf_lines *l);

/* The same as gcuf_lines_remember of the accesses like S that are LISTED, from number FIRST on.  */
extern bool gcuf_list_remember (struct gcuf_check_block *c,
				const struct gcuf_stretch *s, bool local,
				const struct gcuf_listed *listed,
				unsigned first);

/* The same as gcuf_lines_remember, in the order of the memory as far as that is possible
   (check-tile.c).  */
extern bool gcuf_tiled_remember (struct gcuf_check_block *c,
				 const struct gcuf_stretch *s, bool local,
				 const struct gcuf_lines *lines);

/* The page that is being looked at.  */
struct gcuf_open_page
{
  struct gcuf_chunk *chunk;	/* Null if there is none.  */
  uintptr_t number;
  bool local;
};

static inline void
gcuf_close_page (const struct gcuf_check_block *c, struct gcuf_open_page *p)
{
  if (p->chunk)
    gcuf_chunk_close (c, p->chunk, p->local);
  p->chunk = NULL;
}

/* Let P be the page of ADDRESS.  */

static inline void
gcuf_open_page (struct gcuf_check_block *c, struct gcuf_open_page *p,
		uintptr_t address)
{
  gcuf_close_page (c, p);
  p->chunk = gcuf_check_page_of (c, address)->chunk;
  p->number = address >> GCUF_CHUNK_BITS;
  gcuf_chunk_open (c, p->chunk, address, p->local);
}

#endif
