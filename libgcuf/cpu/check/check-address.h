/* What addresses are of.
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

#ifndef GCUF_CHECK_ADDRESS_H
#define GCUF_CHECK_ADDRESS_H

#include "check-shadow.h"

/* Return where C has what it knows of the page of ADDRESS, if anything.  Rows of
   arrays are often some power of two apart: their numbers are scattered.  */

static inline struct gcuf_check_page *
gcuf_check_page_in (struct gcuf_check_block *c, uintptr_t address)
{
  uintptr_t number = address >> GCUF_CHUNK_BITS;
  return &c->page[(uint32_t) number * 0x9e3779b9u
		  >> (32 - GCUF_CHECK_PAGE_BITS)];
}

/* Return what C knows of the page of ADDRESS.  */

static inline struct gcuf_check_page *
gcuf_check_page_of (struct gcuf_check_block *c, uintptr_t address)
{
  uintptr_t number = address >> GCUF_CHUNK_BITS;
  struct gcuf_check_page *p = gcuf_check_page_in (c, address);
  if (__builtin_expect (p->number != number, 0))
    *p = (struct gcuf_check_page) { number, gcuf_check_chunk (address),
				    0, 0, NULL, false, false };
  return p;
}

/* Return true if A is all in what begins at BEGIN and has SIZE bytes.  */

static inline bool
gcuf_check_inside_p (const struct gcuf_check_access *a, uintptr_t begin,
		     size_t size)
{
  size_t offset = (uintptr_t) a->address - begin;
  return offset < size && a->bytes <= size - offset;
}

/* Let P, which is that of A's address, be about what A, an access in a loop of
   C's, is in.  Return false, without a report, if that is no memory that A can
   be in.  */
extern bool gcuf_check_find (const struct gcuf_check_block *c,
			     const struct gcuf_check_access *a,
			     struct gcuf_check_page *p);
/* Let P, which is that of A's address, be about what A, by THREAD of C, is in.
   End the program, with a report, if that is no memory that it can be in.  */
extern void gcuf_check_examine (const struct gcuf_check_block *c,
				unsigned thread,
				const struct gcuf_check_access *a,
				struct gcuf_check_page *p);

/* Store in *BEGIN where that begins that ADDRESS is in, memory that is known
   and not the block C's own, and return true, if it is in some.  */
extern bool gcuf_check_begin_of (const struct gcuf_check_block *c,
				 uintptr_t address, uintptr_t *begin);

/* Return true if P, of A's address, is about what A is in.  */

static inline bool
gcuf_check_about_p (const struct gcuf_check_page *p,
		    const struct gcuf_check_access *a)
{
  return (gcuf_check_inside_p (a, p->begin, p->size)
	  && (!a->base || (uintptr_t) a->base - p->begin < p->size));
}

/* Return what C knows of the page of A's address, after such a look if it is
   not about what A is in.  */

static inline const struct gcuf_check_page *
gcuf_check_address (struct gcuf_check_block *c, unsigned thread,
		    const struct gcuf_check_access *a)
{
  struct gcuf_check_page *p = gcuf_check_page_of (c, (uintptr_t) a->address);
  if (__builtin_expect (!gcuf_check_about_p (p, a), 0))
    gcuf_check_examine (c, thread, a, p);
  return p;
}

/* The same without a report: return null instead.  */

static inline const struct gcuf_check_page *
gcuf_check_known_address (struct gcuf_check_block *c,
			  const struct gcuf_check_access *a)
{
  struct gcuf_check_page *p = gcuf_check_page_of (c, (uintptr_t) a->address);
  if (__builtin_expect (!gcuf_check_about_p (p, a), 0)
      && !gcuf_check_find (c, a, p))
    return NULL;
  return p;
}

#endif
