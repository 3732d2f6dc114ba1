/* Ranges of addresses, or of other numbers, by where they are.
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

#ifndef GCUF_RANGE_TREE_H
#define GCUF_RANGE_TREE_H

#include <stddef.h>
#include <stdint.h>

/* A range that is part of what is known of it.  No two in one tree overlap.  A
   tree is a pointer to its root, initially null; the caller locks it.  Nothing
   here allocates memory.  */
struct gcuf_range
{
  struct gcuf_range *child[2];	/* Those below and above.  */
  uintptr_t start;
  size_t size;			/* Not zero.  */
  uint32_t priority;		/* No less than that of the children.  */
};

/* Add RANGE, whose START and SIZE are set.  */
extern void gcuf_range_add (struct gcuf_range **root,
			    struct gcuf_range *range);
/* Remove RANGE, which is in the tree.  */
extern void gcuf_range_remove (struct gcuf_range **root,
			       struct gcuf_range *range);
/* Return the range that contains P, or null.  */
extern struct gcuf_range *gcuf_range_find (struct gcuf_range *root,
					   uintptr_t p);
/* Return a range that overlaps the one from START to END, exclusive, or
   null.  */
extern struct gcuf_range *gcuf_range_overlapping (struct gcuf_range *root,
						  uintptr_t start,
						  uintptr_t end);
/* Return the first range that starts after P, or null.  */
extern struct gcuf_range *gcuf_range_after (struct gcuf_range *root,
					     uintptr_t p);

#endif
