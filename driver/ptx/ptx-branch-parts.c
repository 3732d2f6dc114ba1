/* What arms of branches consist of, and how they move.
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

#include "ptx-branches.h"

/* --- What is there ------------------------------------------------------- */

size_t
ptx_block_number (const struct ptx_branches *branches,
		  const struct ptx_block *block)
{
  return block - branches->graph.blocks;
}

struct ptx_statement *
ptx_condition (const struct ptx_block *block)
{
  struct ptx_statement *s = ptx_last_statement (block);

  return (s->kind == PTX_INSTRUCTION && s->opcode->op == PTX_OP_BRA && s->guard
	  && block->next && block->target ? s : NULL);
}

bool
ptx_passive_p (const struct ptx_statement *s)
{
  return (s->kind == PTX_LABEL || s->kind == PTX_COMMENT
	  || (s->kind == PTX_LINE && s->word == PTX_WORD_LOC));
}

bool
ptx_empty_p (const struct ptx_block *block)
{
  const struct ptx_statement *s = block->first;

  for (size_t i = 0; i < block->n; i++, s = s->next)
    if (!ptx_passive_p (s)
	&& !(s->kind == PTX_INSTRUCTION && s->opcode->op == PTX_OP_BRA
	     && !s->guard))
      return false;
  return true;
}

struct ptx_block *
ptx_onward (const struct ptx_branches *branches, struct ptx_block *block)
{
  for (size_t i = 0; block && i < branches->graph.n && ptx_empty_p (block); i++)
    block = block->target ? block->target : block->next;
  return block;
}

bool
ptx_goes_to_p (const struct ptx_branches *branches,
	       const struct ptx_block *block,
	   const struct ptx_block *end)
{
  const struct ptx_statement *last = ptx_last_statement (block);

  return ((!ptx_branch_p (last) || last->opcode->op == PTX_OP_BRA)
	  && !ptx_condition (block)
	  && ptx_onward (branches, block->target ? block->target : block->next)
	     == end);
}

bool
ptx_beside_p (const struct ptx_branches *branches, const struct ptx_block *head,
	  const struct ptx_block *block)
{
  return (!block || (!branches->touched[ptx_block_number (branches, block)]
		     && block->depth == head->depth));
}

struct ptx_register *
ptx_arm_result (struct ptx_statement *s)
{
  struct ptx_operand *result = ptx_result (s);

  if (s->guard || !ptx_pure_p (s) || !result || result->kind != PTX_NAME
      || result->element || !result->reg || result->reg->value == 0)
    return NULL;
  return result->reg;
}

struct ptx_statement *
ptx_behind_instructions (const struct ptx_block *block)
{
  struct ptx_statement *last = ptx_last_statement (block);

  return ptx_branch_p (last) ? last : last->next;
}

void
ptx_need_liveness (struct ptx_branches *branches)
{
  if (!branches->live)
    ptx_find_liveness (&branches->graph);
  branches->live = true;
}

/* --- Costs --------------------------------------------------------------- */

int
ptx_selection_cost (enum ptx_word type)
{
  switch (ptx_type_size (type))
    {
    case 2:
    case 4:
      return 1;

    case 8:
      return 2;

    default:
      return 0;
    }
}

int
ptx_instruction_cost (const struct ptx_statement *s)
{
  int size = ptx_type_size (s->opcode->type) == 8 ? 2 : 1;

  switch (s->opcode->op)
    {
    case PTX_OP_MOV:
      return s->operands->next->kind == PTX_NUMBER ? 0 : size;

    case PTX_OP_MUL:
    case PTX_OP_MAD:
      if (ptx_type_kind (s->opcode->type) != PTX_FLOATS && size == 2)
	return PTX_MOST_COST + 1;
      return size;

    case PTX_OP_ADD:
    case PTX_OP_SUB:
    case PTX_OP_NEG:
    case PTX_OP_ABS:
    case PTX_OP_MIN:
    case PTX_OP_MAX:
    case PTX_OP_AND:
    case PTX_OP_OR:
    case PTX_OP_XOR:
    case PTX_OP_NOT:
    case PTX_OP_SHL:
    case PTX_OP_SHR:
    case PTX_OP_SELP:
    case PTX_OP_SETP:
    case PTX_OP_SET:
    case PTX_OP_FMA:
    case PTX_OP_LOP3:
    case PTX_OP_PRMT:
    case PTX_OP_CNOT:
    case PTX_OP_BFE:
    case PTX_OP_BFI:
      return size;

    case PTX_OP_CVT:
      return (ptx_float_type_p (s->opcode->type)
	      || ptx_float_type_p (s->opcode->words[s->opcode->n - 2])
	      ? 4 : size);

    default:
      return PTX_MOST_COST + 1;
    }
}

/* --- Changes ------------------------------------------------------------- */

const char *
ptx_new_branch_register (struct ptx_branches *branches, enum ptx_word type)
{
  const char *name = ptx_format ("%%arm%u", branches->n_registers++);

  ptx_insert (&branches->function->body, NULL,
	      ptx_register_declaration (name, type));
  return name;
}

/* The label of BLOCK.  */

static const char *
label (struct ptx_branches *branches, struct ptx_block *block)
{
  struct ptx_statement *s = block->first;

  if (s->kind == PTX_LABEL)
    return s->text;
  s = ptx_label_statement (ptx_format ("$arm%u", branches->n_labels++));
  ptx_insert (&branches->function->body, block->first->previous, s);
  block->first = s;
  block->n++;
  return s->text;
}

struct ptx_renamed *
ptx_find_renamed (struct ptx_renamed *renamed, const struct ptx_register *reg)
{
  while (renamed && renamed->reg != reg)
    renamed = renamed->next;
  return renamed;
}

struct ptx_renamed *
ptx_add_renamed (struct ptx_branches *branches, struct ptx_renamed *renamed,
	     const struct ptx_register *reg)
{
  struct ptx_renamed *added = PTX_NEW (struct ptx_renamed);

  added->reg = reg;
  added->name = ptx_new_branch_register (branches, reg->type);
  added->next = renamed;
  return added;
}

static void
rename_operand (struct ptx_operand *operand, void *data)
{
  const struct ptx_renamed *renamed = ptx_find_renamed (data, operand->reg);

  if (operand->reg && renamed)
    operand->text = renamed->name;
}

void
ptx_move_to_head (struct ptx_branches *branches, struct ptx_statement *s,
		  struct ptx_statement *branch, struct ptx_renamed *renamed)
{
  struct ptx_code *code = &branches->function->body;

  ptx_remove (code, s);
  ptx_insert (code, branch->previous, s);
  ptx_walk_operands (ptx_result (s)->next, rename_operand, renamed);
}

void
ptx_append_selection (struct ptx_branches *branches,
		      struct ptx_statement *branch,
		  const struct ptx_register *reg, const char *taken,
		  const char *other)
{
  const struct ptx_operand *guard = branch->guard;
  bool negated = guard->kind == PTX_NOT;
  enum ptx_word type = (ptx_type_size (reg->type) == 2 ? PTX_TYPE_B16
			: reg->type);

  ptx_insert (&branches->function->body, branch->previous,
	      ptx_instruction (NULL,
			       ptx_opcode (PTX_OP_SELP, PTX_WORDS (type)),
			       ptx_operands (ptx_name (reg->name),
					     ptx_name (negated ? other : taken),
					     ptx_name (negated ? taken : other),
					     negated ? guard->inner : guard,
					     NULL)));
}

void
ptx_append_branch (struct ptx_branches *branches, struct ptx_statement *where,
	       const struct ptx_operand *guard, struct ptx_block *block)
{
  ptx_insert (&branches->function->body, where->previous,
	      ptx_branch_statement (guard, label (branches, block)));
}
