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

#ifndef GCUF_CHECK_FOOTPRINT_H
#define GCUF_CHECK_FOOTPRINT_H

#include "check-shadow.h"

/* How memory is accessed.  Two operations that nothing orders must not access
   the same memory in different ways, nor both write it.  */
enum gcuf_footprint_way
{
  GCUF_FOOTPRINT_WRITE,
  GCUF_FOOTPRINT_READ,
  GCUF_FOOTPRINT_ATOMIC,
  GCUF_FOOTPRINT_WAYS
};

/* Memory from BEGIN to END; with BITS it is a page, and those of its cells are
   meant that have ones there.  */
struct gcuf_piece
{
  uintptr_t begin, end;
  unsigned site;		/* The number of a site that accesses it, or
				   zero.  */
  uint64_t *bits;		/* Or null.  */
};

struct gcuf_pieces
{
  struct gcuf_piece *pieces;
  size_t n, allocated;
};

/* All zeros if nothing has been accessed.  */
struct gcuf_footprint
{
  struct gcuf_pieces way[GCUF_FOOTPRINT_WAYS];
};

/* What two operations both access.  */
struct gcuf_common
{
  const char *address;
  size_t bytes;
  enum gcuf_footprint_way way, other_way;
  unsigned site, other_site;	/* Numbers, or zero.  */
};

/* Add to F the BYTES at ADDRESS, accessed at the site with the number SITE, or
   at none if that is zero.  */
extern void gcuf_footprint_add (struct gcuf_footprint *f,
				enum gcuf_footprint_way way,
				const void *address, size_t bytes,
				unsigned site);
/* Free what F has.  */
extern void gcuf_footprint_clear (struct gcuf_footprint *f);
/* Return true if F has nothing.  */
extern bool gcuf_footprint_empty_p (const struct gcuf_footprint *f);
/* F is complete: put it in the order that gcuf_footprint_conflict_p wants.  */
extern void gcuf_footprint_sort (struct gcuf_footprint *f);
/* Take the pieces out of F that have something between BEGIN and END.  */
extern void gcuf_footprint_forget (struct gcuf_footprint *f, uintptr_t begin,
				   uintptr_t end);

/* CHUNK, locked, of the page of ADDRESS, is about to be emptied, and to be that
   of the launch with the number LAUNCH, if it is not that already.  */
extern void gcuf_footprint_note_chunk (struct gcuf_chunk *chunk,
				       uintptr_t address, unsigned launch);
/* The launch for which chunks have been noted has ended: add to F what it has
   accessed, or drop that.  */
extern void gcuf_footprint_gather (struct gcuf_footprint *f);
extern void gcuf_footprint_drop (void);

/* Store in *C something that F and G access in ways that are in conflict, and
   return true; return false if there is nothing.  */
extern bool gcuf_footprint_conflict_p (const struct gcuf_footprint *f,
				       const struct gcuf_footprint *g,
				       struct gcuf_common *c);

#endif
