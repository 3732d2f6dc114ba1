/* Dominators of the blocks of a function.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of cudafortran.

   Cudafortran is free software; you can redistribute it and/or modify it under
   the terms of the GNU General Public License as published by the Free
   Software Foundation; either version 3, or (at your option) any later
   version.

   Cudafortran is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
   more details.

   You should have received a copy of the GNU General Public License along
   with cudafortran; see the file COPYING.  If not, see
   <http://www.gnu.org/licenses/>.  */

#include "ptx-blocks.h"

#include <stdlib.h>

#include "support.h"

/* A block dominates another one if all ways to that come through it.  The
   nearest such is found by walking up from the blocks in front of it, as
   often as something changes: K.  D. Cooper, T. J. Harvey, K. Kennedy, A
   Simple, Fast Dominance Algorithm, 2001.  */

/* The nearest block that dominates both A and B.  */

static struct ptx_block *
common (struct ptx_block *a, struct ptx_block *b)
{
  while (a != b)
    if (a->order > b->order)
      a = a->dominator;
    else
      b = b->dominator;
  return a;
}

/* BLOCK is in front of TO, which may be null: let TO's dominator dominate
   BLOCK, too.  True if it is another one then.  */

static bool
add_way (struct ptx_block *block, struct ptx_block *to)
{
  struct ptx_block *dominator;

  if (!to || to->order == 1)
    return false;
  dominator = to->dominator ? common (to->dominator, block) : block;
  if (dominator == to->dominator)
    return false;
  to->dominator = dominator;
  return true;
}

/* The blocks of GRAPH that control comes to, by their order; null for other
   numbers.  */

static struct ptx_block **
find_ordered (struct ptx_graph *graph)
{
  struct ptx_block **ordered = xcalloc (graph->n + 1, sizeof *ordered);

  for (size_t i = 0; i < graph->n; i++)
    if (graph->blocks[i].order)
      ordered[graph->blocks[i].order] = &graph->blocks[i];
  return ordered;
}

void
ptx_find_dominators (struct ptx_graph *graph)
{
  struct ptx_block **ordered = find_ordered (graph);
  bool changed;

  for (size_t i = 0; i < graph->n; i++)
    graph->blocks[i].dominator = graph->blocks[i].dominated
      = graph->blocks[i].sibling = NULL;
  do
    {
      changed = false;
      for (size_t i = 1; i <= graph->n; i++)
	if (ordered[i])
	  {
	    changed |= add_way (ordered[i], ordered[i]->next);
	    changed |= add_way (ordered[i], ordered[i]->target);
	  }
    }
  while (changed);
  for (size_t i = graph->n; i > 0; i--)
    if (ordered[i] && ordered[i]->dominator)
      {
	ordered[i]->sibling = ordered[i]->dominator->dominated;
	ordered[i]->dominator->dominated = ordered[i];
      }
  free (ordered);
}

/* True if control goes on from BLOCK to one of BETWEEN, or to TO.  */

static bool
leads_p (const struct ptx_graph *graph, const struct ptx_block *block,
	 const struct ptx_block *to, const bool *between)
{
  const struct ptx_block *ways[] = { block->next, block->target };

  for (int i = 0; i < 2; i++)
    if (ways[i] && (ways[i] == to || between[ways[i] - graph->blocks]))
      return true;
  return false;
}

void
ptx_find_between (const struct ptx_graph *graph, const struct ptx_block *to,
		  bool *between)
{
  bool changed;

  do
    {
      changed = false;
      for (size_t i = graph->n; i-- > 0;)
	{
	  const struct ptx_block *block = &graph->blocks[i];

	  if (between[i] || block->order == 0 || block == to->dominator
	      || !leads_p (graph, block, to, between))
	    continue;
	  between[i] = changed = true;
	}
    }
  while (changed);
}
