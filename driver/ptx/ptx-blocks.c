/* The basic blocks of a PTX function, and what is live at their ends.
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

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

#include "support.h"

/* Liveness is computed for basic blocks, backwards until nothing changes: A.
   V.  Aho, M. S. Lam, R. Sethi, J. D. Ullman, Compilers, 2nd ed., section
   9.2.5.  */

enum { WORD_BITS = sizeof (ptx_set_word) * CHAR_BIT };

/* --- Sets of registers -------------------------------------------------- */

/* The registers' values are their numbers here, from 1; those that do not count
   have 0.  */

void
ptx_set_add (ptx_set_word *set, const struct ptx_register *reg)
{
  assert (reg->value);
  set[reg->value / WORD_BITS] |= (ptx_set_word) 1 << reg->value % WORD_BITS;
}

void
ptx_set_drop (ptx_set_word *set, const struct ptx_register *reg)
{
  set[reg->value / WORD_BITS] &= ~((ptx_set_word) 1 << reg->value % WORD_BITS);
}

bool
ptx_set_member_p (const ptx_set_word *set, const struct ptx_register *reg)
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

void
ptx_walk_written (struct ptx_statement *s, ptx_operand_fn *fn, void *data)
{
  struct ptx_operand *result = ptx_result (s), *rest;

  if (!result || s->guard)
    return;
  rest = result->next;
  result->next = NULL;
  ptx_walk_operands (result, fn, data);
  result->next = rest;
}

void
ptx_walk_read (struct ptx_statement *s, ptx_operand_fn *fn, void *data)
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
  struct ptx_block *block = data;

  if (operand->reg && operand->reg->value
      && !ptx_set_member_p (block->written, operand->reg))
    ptx_set_add (block->read, operand->reg);
}

static void
note_written (struct ptx_operand *operand, void *data)
{
  if (operand->reg && operand->reg->value)
    ptx_set_add (((struct ptx_block *) data)->written, operand->reg);
}

/* --- The graph ---------------------------------------------------------- */

bool
ptx_branch_p (const struct ptx_statement *s)
{
  return s->kind == PTX_INSTRUCTION && (s->opcode->flags & PTX_BRANCH) != 0;
}

static bool
begins_block_p (const struct ptx_statement *s)
{
  return s->kind == PTX_LABEL || !s->previous || ptx_branch_p (s->previous);
}

static void
find_blocks (struct ptx_graph *graph, struct ptx_function *function)
{
  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    graph->n += begins_block_p (s);
  graph->blocks = xcalloc (graph->n, sizeof *graph->blocks);

  struct ptx_block *block = graph->blocks - 1;
  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    {
      if (begins_block_p (s))
	{
	  block++;
	  block->first = s;
	  block->read = xcalloc (4 * graph->words, sizeof (ptx_set_word));
	  block->written = block->read + graph->words;
	  block->in = block->written + graph->words;
	  block->out = block->in + graph->words;
	}
      block->n++;
      if (s->kind == PTX_INSTRUCTION)
	{
	  ptx_walk_read (s, note_read, block);
	  ptx_walk_written (s, note_written, block);
	}
    }
}

struct ptx_statement *
ptx_last_statement (const struct ptx_block *block)
{
  struct ptx_statement *s = block->first;

  for (size_t i = 1; i < block->n; i++)
    s = s->next;
  return s;
}

/* Find where control goes; false if that is not known.  */

static bool
link_blocks (struct ptx_graph *graph)
{
  struct map labels = { 0 };
  bool known = true;

  for (size_t i = 0; i < graph->n; i++)
    if (graph->blocks[i].first->kind == PTX_LABEL)
      *map_place (&labels, graph->blocks[i].first->text) = &graph->blocks[i];
  for (size_t i = 0; i < graph->n; i++)
    {
      struct ptx_block *block = &graph->blocks[i];
      const struct ptx_statement *s = ptx_last_statement (block);

      if (i + 1 < graph->n && (!ptx_branch_p (s) || s->guard))
	block->next = block + 1;
      if (!ptx_branch_p (s) || s->opcode->op == PTX_OP_RET
	  || s->opcode->op == PTX_OP_EXIT)
	continue;
      block->target = (s->opcode->op == PTX_OP_BRA
		       ? map_get (&labels, s->operands->text) : NULL);
      known &= block->target != NULL;
    }
  map_free (&labels);
  return known;
}

bool
ptx_find_graph (struct ptx_graph *graph, struct ptx_function *function,
		struct ptx_registers *registers)
{
  graph->n = 0;
  graph->words = number_registers (registers) / WORD_BITS + 1;
  find_blocks (graph, function);
  return link_blocks (graph);
}

void
ptx_free_graph (struct ptx_graph *graph)
{
  for (size_t i = 0; i < graph->n; i++)
    free (graph->blocks[i].read);
  free (graph->blocks);
}

/* --- Liveness ----------------------------------------------------------- */

/* Add what is live in SUCCESSOR's begin to BLOCK's end.  */

static void
flow (struct ptx_graph *graph, struct ptx_block *block, const struct ptx_block *successor)
{
  for (size_t i = 0; successor && i < graph->words; i++)
    block->out[i] |= successor->in[i];
}

static bool
visit (struct ptx_graph *graph, struct ptx_block *block)
{
  bool changed = false;

  flow (graph, block, block->next);
  flow (graph, block, block->target);
  for (size_t i = 0; i < graph->words; i++)
    {
      ptx_set_word in = block->read[i] | (block->out[i] & ~block->written[i]);

      changed |= in != block->in[i];
      block->in[i] = in;
    }
  return changed;
}

void
ptx_find_liveness (struct ptx_graph *graph)
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
