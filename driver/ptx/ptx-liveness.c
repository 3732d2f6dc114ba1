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

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

#include "support.h"

/* Liveness is computed for basic blocks, backwards until nothing changes: A.
   V.  Aho, M. S. Lam, R. Sethi, J. D. Ullman, Compilers, 2nd ed., section
   9.2.5.  */

typedef unsigned long word;
enum { WORD_BITS = sizeof (word) * CHAR_BIT };

struct block
{
  struct ptx_statement *first;
  size_t n;			/* Number of statements.  */
  struct block *next, *target;	/* Where control goes from here, or null.  */
  word *read;			/* Registers read before they are written,  */
  word *written;		/* ... written, ...  */
  word *in, *out;		/* ... live at the begin and at the end.  */
};

/* A function's blocks.  */
struct graph
{
  struct block *blocks;
  size_t n;
  size_t words;			/* In a set of registers.  */
};

/* --- Sets of registers -------------------------------------------------- */

/* The registers' values are their numbers here, from 1; those that do not count
   have 0.  */

static void
add (word *set, const struct ptx_register *reg)
{
  assert (reg->value);
  set[reg->value / WORD_BITS] |= (word) 1 << reg->value % WORD_BITS;
}

static void
drop (word *set, const struct ptx_register *reg)
{
  set[reg->value / WORD_BITS] &= ~((word) 1 << reg->value % WORD_BITS);
}

static bool
member_p (const word *set, const struct ptx_register *reg)
{
  return set[reg->value / WORD_BITS] >> reg->value % WORD_BITS & 1;
}

static size_t
number_registers (struct ptx_registers *registers)
{
  size_t n = 0;

  for (struct ptx_register *r = registers->first; r; r = r->next)
    r->value = r->ambiguous ? 0 : ++n;
  return n;
}

/* --- What a statement does ---------------------------------------------- */

/* Call FN for the operands of S that are written, or are read.  What is written
   under a guard may keep its value, so that it is read, too.  */

static void
walk_written (struct ptx_statement *s, ptx_operand_fn *fn, void *data)
{
  struct ptx_operand *result = ptx_result (s), *rest;

  if (!result || s->guard)
    return;
  rest = result->next;
  result->next = NULL;
  ptx_walk_operands (result, fn, data);
  result->next = rest;
}

static void
walk_read (struct ptx_statement *s, ptx_operand_fn *fn, void *data)
{
  struct ptx_operand *result = ptx_result (s);

  if (!result || s->guard)
    ptx_walk_statement (s, fn, data);
  else
    ptx_walk_operands (result->next, fn, data);
}

static void
note_read (struct ptx_operand *operand, void *data)
{
  struct block *block = data;

  if (operand->reg && operand->reg->value
      && !member_p (block->written, operand->reg))
    add (block->read, operand->reg);
}

static void
note_written (struct ptx_operand *operand, void *data)
{
  if (operand->reg && operand->reg->value)
    add (((struct block *) data)->written, operand->reg);
}

/* --- The graph ---------------------------------------------------------- */

static bool
branch_p (const struct ptx_statement *s)
{
  return s->kind == PTX_INSTRUCTION && (s->opcode->flags & PTX_BRANCH) != 0;
}

static bool
begins_block_p (const struct ptx_statement *s)
{
  return s->kind == PTX_LABEL || !s->previous || branch_p (s->previous);
}

static void
find_blocks (struct graph *graph, struct ptx_function *function)
{
  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    graph->n += begins_block_p (s);
  graph->blocks = xcalloc (graph->n, sizeof *graph->blocks);

  struct block *block = graph->blocks - 1;
  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    {
      if (begins_block_p (s))
	{
	  block++;
	  block->first = s;
	  block->read = xcalloc (4 * graph->words, sizeof (word));
	  block->written = block->read + graph->words;
	  block->in = block->written + graph->words;
	  block->out = block->in + graph->words;
	}
      block->n++;
      if (s->kind == PTX_INSTRUCTION)
	{
	  walk_read (s, note_read, block);
	  walk_written (s, note_written, block);
	}
    }
}

static struct ptx_statement *
last_statement (const struct block *block)
{
  struct ptx_statement *s = block->first;

  for (size_t i = 1; i < block->n; i++)
    s = s->next;
  return s;
}

/* Find where control goes; false if that is not known.  */

static bool
link_blocks (struct graph *graph)
{
  struct map labels = { 0 };
  bool known = true;

  for (size_t i = 0; i < graph->n; i++)
    if (graph->blocks[i].first->kind == PTX_LABEL)
      *map_place (&labels, graph->blocks[i].first->text) = &graph->blocks[i];
  for (size_t i = 0; i < graph->n; i++)
    {
      struct block *block = &graph->blocks[i];
      const struct ptx_statement *s = last_statement (block);

      if (i + 1 < graph->n && (!branch_p (s) || s->guard))
	block->next = block + 1;
      if (!branch_p (s) || s->opcode->op == PTX_OP_RET
	  || s->opcode->op == PTX_OP_EXIT)
	continue;
      block->target = (s->opcode->op == PTX_OP_BRA
		       ? map_get (&labels, s->operands->text) : NULL);
      known &= block->target != NULL;
    }
  map_free (&labels);
  return known;
}

static void
free_graph (struct graph *graph)
{
  for (size_t i = 0; i < graph->n; i++)
    free (graph->blocks[i].read);
  free (graph->blocks);
}

/* --- Liveness ----------------------------------------------------------- */

/* Add what is live in SUCCESSOR's begin to BLOCK's end.  */

static void
flow (struct graph *graph, struct block *block, const struct block *successor)
{
  for (size_t i = 0; successor && i < graph->words; i++)
    block->out[i] |= successor->in[i];
}

static bool
visit (struct graph *graph, struct block *block)
{
  bool changed = false;

  flow (graph, block, block->next);
  flow (graph, block, block->target);
  for (size_t i = 0; i < graph->words; i++)
    {
      word in = block->read[i] | (block->out[i] & ~block->written[i]);

      changed |= in != block->in[i];
      block->in[i] = in;
    }
  return changed;
}

static void
find_liveness (struct graph *graph)
{
  bool changed;

  do
    {
      changed = false;
      for (size_t i = graph->n; i-- > 0;)
	changed |= visit (graph, &graph->blocks[i]);
    }
  while (changed);
}

/* --- Words -------------------------------------------------------------- */

/* The registers live at some place, and the words in them.  */
struct place
{
  word *live;
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
      && !member_p (place->live, operand->reg))
    {
      add (place->live, operand->reg);
      place->words += size_in_words (operand->reg);
    }
}

static void
end_life (struct ptx_operand *operand, void *data)
{
  struct place *place = data;

  if (operand->reg && operand->reg->value
      && member_p (place->live, operand->reg))
    {
      drop (place->live, operand->reg);
      place->words -= size_in_words (operand->reg);
    }
}

/* Store what is live behind each statement of BLOCK at COUNTS.  */

static void
count_words (const struct block *block, const struct ptx_registers *registers,
	     int *counts)
{
  struct place place = { block->out, 0 };
  struct ptx_statement *s = last_statement (block);

  for (const struct ptx_register *r = registers->first; r; r = r->next)
    if (r->value && member_p (place.live, r))
      place.words += size_in_words (r);
  for (size_t i = block->n; i-- > 0; s = s->previous)
    {
      counts[i] = place.words;
      if (s->kind == PTX_INSTRUCTION)
	{
	  walk_written (s, end_life, &place);
	  walk_read (s, begin_life, &place);
	}
    }
}

int *
ptx_live_words (struct ptx_function *function,
		struct ptx_registers *registers)
{
  struct graph graph = { 0 };
  int *counts = NULL;
  size_t n = 0;

  graph.words = number_registers (registers) / WORD_BITS + 1;
  find_blocks (&graph, function);
  if (link_blocks (&graph))
    {
      find_liveness (&graph);
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
  free_graph (&graph);
  return counts;
}

/* --- Definitions -------------------------------------------------------- */

/* What is live where the function begins may be used before it is defined.  */

void
ptx_find_sure_definitions (struct ptx_function *function,
			   struct ptx_registers *registers)
{
  struct graph graph = { 0 };
  bool known;

  ptx_find_definitions (function);
  graph.words = number_registers (registers) / WORD_BITS + 1;
  find_blocks (&graph, function);
  known = link_blocks (&graph);
  if (known)
    find_liveness (&graph);
  for (struct ptx_register *r = registers->first; r; r = r->next)
    if (!known || !r->value || member_p (graph.blocks[0].in, r))
      r->definition = NULL;
  free_graph (&graph);
}
