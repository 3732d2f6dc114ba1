/* Which registers of a PTX function hold what is still needed.
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

#include "ptx-liveness.h"

#include <stdlib.h>

#include "ptx-blocks.h"
#include "support.h"

/* --- Words -------------------------------------------------------------- */

/* The registers live at some place, and the words in them.  */
struct place
{
  ptx_set_word *live;
  int words;
};

static int
size_in_words (const struct ptx_register *reg)
{
  int size = ptx_type_size (reg->type);

  return (size + 3) / 4;
}

static void
begin_life (struct ptx_operand *operand, void *data)
{
  struct place *place = data;

  if (operand->reg && operand->reg->value
      && !ptx_set_member_p (place->live, operand->reg))
    {
      ptx_set_add (place->live, operand->reg);
      place->words += size_in_words (operand->reg);
    }
}

static void
end_life (struct ptx_operand *operand, void *data)
{
  struct place *place = data;

  if (operand->reg && operand->reg->value
      && ptx_set_member_p (place->live, operand->reg))
    {
      ptx_set_drop (place->live, operand->reg);
      place->words -= size_in_words (operand->reg);
    }
}

/* Store what is live behind each statement of BLOCK at COUNTS.  */

static void
count_words (const struct ptx_block *block,
	     const struct ptx_registers *registers, int *counts)
{
  struct place place = { block->out, 0 };
  struct ptx_statement *s = ptx_last_statement (block);

  for (const struct ptx_register *r = registers->first; r; r = r->next)
    if (r->value && ptx_set_member_p (place.live, r))
      place.words += size_in_words (r);
  for (size_t i = block->n; i-- > 0; s = s->previous)
    {
      counts[i] = place.words;
      if (s->kind == PTX_INSTRUCTION)
	{
	  ptx_walk_written (s, end_life, &place);
	  ptx_walk_read (s, begin_life, &place);
	}
    }
}

int *
ptx_live_words (struct ptx_function *function,
		struct ptx_registers *registers)
{
  struct ptx_graph graph;
  int *counts = NULL;
  size_t n = 0;

  if (ptx_find_graph (&graph, function, registers))
    {
      ptx_find_liveness (&graph);
      for (size_t i = 0; i < graph.n; i++)
	n += graph.blocks[i].n;
      counts = xcalloc (n, sizeof *counts);
      n = 0;
      for (size_t i = 0; i < graph.n; i++)
	{
	  count_words (&graph.blocks[i], registers, counts + n);
	  n += graph.blocks[i].n;
	}
    }
  ptx_free_graph (&graph);
  return counts;
}

/* --- Definitions -------------------------------------------------------- */

/* What is live where the function begins may be used before it is defined.  */

void
ptx_find_sure_definitions (struct ptx_function *function,
			   struct ptx_registers *registers)
{
  struct ptx_graph graph;
  bool known;

  ptx_find_definitions (function);
  known = ptx_find_graph (&graph, function, registers);
  if (known)
    ptx_find_liveness (&graph);
  for (struct ptx_register *r = registers->first; r; r = r->next)
    if (!known || !r->value || ptx_set_member_p (graph.blocks[0].in, r))
      r->definition = NULL;
  ptx_free_graph (&graph);
}
