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

/* A treap: ordered by the starts, and a heap by priorities that are as good as
   random, which keeps it about as deep as the logarithm of its size.  */

#include "range-tree.h"

static uint32_t
priority (uintptr_t start)
{
  uint64_t n = start * 0x9e3779b97f4a7c15u;
  return (n ^ n >> 29) * 0xbf58476d1ce4e5b9u >> 32;
}

/* Split the tree R into what starts before START and the rest.  */

static void
split (struct gcuf_range *r, uintptr_t start, struct gcuf_range **below,
       struct gcuf_range **above)
{
  while (r)
    if (r->start < start)
      {
	*below = r;
	below = &r->child[1];
	r = *below;
      }
    else
      {
	*above = r;
	above = &r->child[0];
	r = *above;
      }
  *below = *above = NULL;
}

void
gcuf_range_add (struct gcuf_range **root, struct gcuf_range *range)
{
  range->priority = priority (range->start);
  while (*root && (*root)->priority >= range->priority)
    root = &(*root)->child[(*root)->start < range->start];
  split (*root, range->start, &range->child[0], &range->child[1]);
  *root = range;
}

void
gcuf_range_remove (struct gcuf_range **root, struct gcuf_range *range)
{
  while (*root != range)
    root = &(*root)->child[(*root)->start < range->start];
  struct gcuf_range *below = range->child[0], *above = range->child[1];
  while (below && above)
    {
      int side = below->priority >= above->priority;
      *root = side ? below : above;
      root = &(*root)->child[side];
      if (side)
	below = *root;
      else
	above = *root;
    }
  *root = below ? below : above;
}

/* The last one that starts at P or before, or null.  */

static struct gcuf_range *
last_until (struct gcuf_range *r, uintptr_t p)
{
  struct gcuf_range *found = NULL;
  while (r)
    if (r->start <= p)
      {
	found = r;
	r = r->child[1];
      }
    else
      r = r->child[0];
  return found;
}

struct gcuf_range *
gcuf_range_find (struct gcuf_range *root, uintptr_t p)
{
  struct gcuf_range *r = last_until (root, p);
  return r && p - r->start < r->size ? r : NULL;
}

struct gcuf_range *
gcuf_range_overlapping (struct gcuf_range *root, uintptr_t start,
			uintptr_t end)
{
  struct gcuf_range *r = end > start ? last_until (root, end - 1) : NULL;
  return r && (r->start >= start || start - r->start < r->size) ? r : NULL;
}

struct gcuf_range *
gcuf_range_after (struct gcuf_range *root, uintptr_t p)
{
  struct gcuf_range *found = NULL;
  while (root)
    if (root->start > p)
      {
	found = root;
	root = root->child[0];
      }
    else
      root = root->child[1];
  return found;
}
