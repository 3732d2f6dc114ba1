/* Few branches around short code: what is cheap is computed on all ways.
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

#include "ptx.h"

#include <stdlib.h>
#include <string.h>

#include "ptx-branches.h"

/* GPUs issue both sides of a branch if the threads of a warp do not agree, and have
   to bring them together again.  The assembler replaces short branches by guards,
   but not branches around others, nor two with one aim.  Here an arm, a block that
   has one way into it and does nothing but compute a little, becomes part of the
   head, the block in front of it, which selects what was there before for the other
   way:

     head: @p bra join;			head: add t,r,1;
     arm:  add r,r,1;			      selp r,r,t,p;
	   @q bra join;			      or s,p,q;
     rest: ...				      @s bra join;
     join:				rest: ...

   If the arm has no branch, the head goes on to where the arm went.

   If both ways are such arms without branches, and the head is an arm of a branch
   to the same end, all three become one, in which values are selected for the two
   ways.  The assembler would have a branch around guards of both.  */

/* Rounds over a function, after each of which its blocks are looked for again.  */
enum { MOST_ROUNDS = 16 };

static void
count_way (struct ptx_branches *branches, struct ptx_block *from,
	   const struct ptx_block *to)
{
  branches->ways[ptx_block_number (branches, to)]++;
  branches->from[ptx_block_number (branches, to)] = from;
}

static void
count_ways (struct ptx_branches *branches)
{
  for (size_t i = 0; i < branches->graph.n; i++)
    {
      struct ptx_block *block = &branches->graph.blocks[i];
      struct ptx_block *next = ptx_onward (branches, block->next);
      struct ptx_block *target = ptx_onward (branches, block->target);

      if (block->order == 0 || ptx_empty_p (block))
	continue;
      if (next)
	count_way (branches, block, next);
      if (target)
	count_way (branches, block, target);
    }
}

/* Take an arm of HEAD, or both, into it; true if that was possible.  */

static bool
look_at_head (struct ptx_branches *branches, struct ptx_block *head)
{
  struct ptx_statement *branch = ptx_condition (head);
  struct ptx_block *next, *target;

  if (!branch || branch->mark || head->order == 0
      || branches->touched[ptx_block_number (branches, head)])
    return false;
  next = ptx_onward (branches, head->next);
  target = ptx_onward (branches, head->target);
  return (next && target
	  && (ptx_take_arm (branches, head, next, target)
	      || ptx_take_diamond (branches, head, next, target)));
}

/* Let the statements in inner blocks of FUNCTION have marks: names there are others
   than outside.  */

static void
mark_inner_blocks (struct ptx_function *function)
{
  int depth = 0;

  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    {
      depth += s->kind == PTX_BLOCK_BEGIN;
      s->mark = depth > 0;
      depth -= s->kind == PTX_BLOCK_END;
    }
}

/* Remove the code of FUNCTION that control does not reach any more.  */

static void
remove_unreached (struct ptx_branches *branches)
{
  struct ptx_code *code = &branches->function->body;

  for (size_t i = 0; i < branches->graph.n; i++)
    {
      const struct ptx_block *block = &branches->graph.blocks[i];
      struct ptx_statement *s = block->first, *next;

      for (size_t j = 0; block->order == 0 && j < block->n; j++, s = next)
	{
	  next = s->next;
	  if (s->kind == PTX_INSTRUCTION || ptx_passive_p (s))
	    ptx_remove (code, s);
	}
    }
}

/* Remove branches of CODE to what follows them.  */

static void
remove_short_branches (struct ptx_code *code)
{
  for (struct ptx_statement *s = code->first, *next; s; s = next)
    {
      const struct ptx_statement *label = s->next;

      next = s->next;
      if (s->kind != PTX_INSTRUCTION || s->opcode->op != PTX_OP_BRA || s->guard)
	continue;
      while (label && ptx_passive_p (label)
	     && !(label->kind == PTX_LABEL
		  && strcmp (label->text, s->operands->text) == 0))
	label = label->next;
      if (label && label->kind == PTX_LABEL)
	ptx_remove (code, s);
    }
}

/* Look once at all blocks of the function, or only remove what is not reached.  True
   if something has changed.  */

static bool
look_at_blocks (struct ptx_branches *branches, bool clean)
{
  bool changed = false;

  ptx_find_registers (&branches->registers, branches->function);
  if (ptx_find_graph (&branches->graph, branches->function,
		      &branches->registers))
    {
      size_t n = branches->graph.n;

      ptx_find_loops (&branches->graph);
      branches->ways = xcalloc (n, sizeof *branches->ways);
      branches->from = xcalloc (n, sizeof *branches->from);
      branches->touched = xcalloc (n, sizeof *branches->touched);
      branches->live = false;
      count_ways (branches);
      if (clean)
	remove_unreached (branches);
      for (size_t i = n; !clean && i-- > 0;)
	changed |= look_at_head (branches, &branches->graph.blocks[i]);
      free (branches->touched);
      free (branches->from);
      free (branches->ways);
    }
  ptx_free_graph (&branches->graph);
  ptx_free_registers (&branches->registers);
  return changed;
}

static void
look_at_function (struct ptx_function *function)
{
  struct ptx_branches branches = { .function = function };

  for (int i = 0; i < MOST_ROUNDS; i++)
    {
      mark_inner_blocks (function);
      if (!look_at_blocks (&branches, false))
	break;
      look_at_blocks (&branches, true);
      remove_short_branches (&function->body);
    }
}

void
ptx_join_branches (struct ptx_program *program)
{
  for (size_t i = 0; i < program->n; i++)
    for (struct ptx_statement *s = program->objects[i].code->first; s;
	 s = s->next)
      if (s->kind == PTX_FUNCTION && s->function->defined)
	look_at_function (s->function);
}
