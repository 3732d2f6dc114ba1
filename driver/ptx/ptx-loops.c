/* The order of a PTX function's blocks, and how many loops they are in.
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

/* Blocks are numbered in reverse postorder of a walk in depth, and an edge that does
   not go to a higher number closes a loop: A.  V.  Aho, M. S. Lam, R. Sethi, J. D.
   Ullman, Compilers, 2nd ed., section 9.6.  */

/* The blocks that a walk has come to, and how many ways out of each it has
   tried.  */
struct walk
{
  struct ptx_graph *graph;
  size_t *blocks;
  unsigned char *tried;
  size_t n;
  size_t number;		/* The next one of a block that is left.  */
};

static void
enter (struct walk *walk, const struct ptx_block *block)
{
  size_t i = block - walk->graph->blocks;

  if (walk->tried[i] == 0)
    {
      walk->tried[i] = 1;
      walk->blocks[walk->n++] = i;
    }
}

/* Go on from the last block of WALK, or leave it.  */

static void
step (struct walk *walk)
{
  size_t i = walk->blocks[walk->n - 1];
  struct ptx_block *block = &walk->graph->blocks[i];
  const struct ptx_block *to = NULL;

  switch (walk->tried[i]++)
    {
    case 1:
      to = block->next;
      break;

    case 2:
      to = block->target;
      break;

    default:
      walk->n--;
      block->order = walk->number--;
      return;
    }
  if (to)
    enter (walk, to);
}

static void
find_order (struct ptx_graph *graph)
{
  struct walk walk = { .graph = graph, .number = graph->n };

  walk.blocks = xcalloc (graph->n, sizeof *walk.blocks);
  walk.tried = xcalloc (graph->n, 1);
  for (size_t i = 0; i < graph->n; i++)
    graph->blocks[i].order = graph->blocks[i].depth = 0;
  enter (&walk, graph->blocks);
  while (walk.n > 0)
    step (&walk);
  free (walk.tried);
  free (walk.blocks);
}

bool
ptx_closes_loop_p (const struct ptx_block *from, const struct ptx_block *to)
{
  return to->order <= from->order;
}

/* True if TO, where control may go next, is INSIDE the loop.  */

static bool
goes_on_p (const struct ptx_graph *graph, const struct ptx_block *to,
	   const bool *inside)
{
  return to && inside[to - graph->blocks];
}

/* Count the blocks from which control comes back to HEADER.  INSIDE has a place for
   each block, all false, here and when this returns.  */

static void
count_loop (struct ptx_graph *graph, const struct ptx_block *header,
	    bool *inside)
{
  bool changed;

  inside[header - graph->blocks] = true;
  do
    {
      changed = false;
      for (size_t i = graph->n; i-- > 0;)
	{
	  const struct ptx_block *block = &graph->blocks[i];

	  if (inside[i] || block->order < header->order)
	    continue;
	  inside[i] = (goes_on_p (graph, block->next, inside)
		       || goes_on_p (graph, block->target, inside));
	  changed |= inside[i];
	}
    }
  while (changed);
  for (size_t i = 0; i < graph->n; i++)
    {
      graph->blocks[i].depth += inside[i];
      inside[i] = false;
    }
}

void
ptx_find_loops (struct ptx_graph *graph)
{
  bool *header = xcalloc (2 * graph->n, sizeof *header);

  find_order (graph);
  for (size_t i = 0; i < graph->n; i++)
    {
      const struct ptx_block *block = &graph->blocks[i];

      if (block->order == 0)
	continue;
      if (block->next && ptx_closes_loop_p (block, block->next))
	header[block->next - graph->blocks] = true;
      if (block->target && ptx_closes_loop_p (block, block->target))
	header[block->target - graph->blocks] = true;
    }
  for (size_t i = 0; i < graph->n; i++)
    if (header[i])
      count_loop (graph, &graph->blocks[i], header + graph->n);
  free (header);
}
