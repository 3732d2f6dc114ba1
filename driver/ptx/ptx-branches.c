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

#include "ptx-blocks.h"

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

   If the arm has no branch, the head goes on to where the arm went.  */

/* What the instructions of an arm may cost, see below.  */
enum { MOST_COST = 4 };

/* Rounds over a function, after each of which its blocks are looked for again.  */
enum { MOST_ROUNDS = 16 };

struct branches
{
  struct ptx_function *function;
  struct ptx_registers registers;
  struct ptx_graph graph;
  unsigned *ways;		/* Into each block, see onward.  */
  bool *touched;		/* Blocks of which the graph is not right.  */
  bool live;			/* It is known what is live in the graph.  */
  unsigned n_registers;		/* New ones.  */
  unsigned n_labels;
};

/* --- What is there ------------------------------------------------------- */

static size_t
number (const struct branches *branches, const struct ptx_block *block)
{
  return block - branches->graph.blocks;
}

/* The branch of BLOCK if it depends on a predicate, or null.  */

static struct ptx_statement *
condition (const struct ptx_block *block)
{
  struct ptx_statement *s = ptx_last_statement (block);

  return (s->kind == PTX_INSTRUCTION && s->opcode->op == PTX_OP_BRA && s->guard
	  && block->next && block->target ? s : NULL);
}

/* True if S says nothing about what is computed.  */

static bool
passive_p (const struct ptx_statement *s)
{
  return (s->kind == PTX_LABEL || s->kind == PTX_COMMENT
	  || (s->kind == PTX_LINE && s->word == PTX_WORD_LOC));
}

/* True if BLOCK does nothing but go on.  */

static bool
empty_p (const struct ptx_block *block)
{
  const struct ptx_statement *s = block->first;

  for (size_t i = 0; i < block->n; i++, s = s->next)
    if (!passive_p (s)
	&& !(s->kind == PTX_INSTRUCTION && s->opcode->op == PTX_OP_BRA
	     && !s->guard))
      return false;
  return true;
}

/* Where control comes to at BLOCK, behind blocks that are empty.  */

static struct ptx_block *
onward (const struct branches *branches, struct ptx_block *block)
{
  for (size_t i = 0; block && i < branches->graph.n && empty_p (block); i++)
    block = block->target ? block->target : block->next;
  return block;
}

static void
count_ways (struct branches *branches)
{
  for (size_t i = 0; i < branches->graph.n; i++)
    {
      const struct ptx_block *block = &branches->graph.blocks[i];
      struct ptx_block *next = onward (branches, block->next);
      struct ptx_block *target = onward (branches, block->target);

      if (block->order == 0 || empty_p (block))
	continue;
      if (next)
	branches->ways[number (branches, next)]++;
      if (target)
	branches->ways[number (branches, target)]++;
    }
}

/* --- Costs --------------------------------------------------------------- */

/* What it costs to select a value of TYPE, or 0 if that is not done.  */

static int
selection_cost (enum ptx_word type)
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

/* What S costs in units of an instruction on 32 bits, which all threads of a
   multiprocessor's quarter do at once; MOST_COST + 1 if that is too much.  */

static int
instruction_cost (const struct ptx_statement *s)
{
  int size = ptx_type_size (s->opcode->type) == 8 ? 2 : 1;

  switch (s->opcode->op)
    {
    case PTX_OP_MOV:
      return s->operands->next->kind == PTX_NUMBER ? 0 : size;

    case PTX_OP_MUL:
    case PTX_OP_MAD:
      if (ptx_type_kind (s->opcode->type) != PTX_FLOATS && size == 2)
	return MOST_COST + 1;
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
      return MOST_COST + 1;
    }
}

/* --- Arms ---------------------------------------------------------------- */

/* An arm of HEAD, and the block at the end of HEAD's other way.  */
struct arm
{
  struct ptx_block *head, *block, *other;
  struct ptx_block *end;	/* Where the arm goes, */
  struct ptx_block *rest;	/* and if its condition does not hold, or
				   null.  */
};

/* The register that S, an instruction of an arm, writes, or null if S is none that
   can become part of a head.  */

static struct ptx_register *
computed (struct ptx_statement *s)
{
  struct ptx_operand *result = ptx_result (s);

  if (s->guard || !ptx_pure_p (s) || !result || result->kind != PTX_NAME
      || result->element || !result->reg || result->reg->value == 0)
    return NULL;
  return result->reg;
}

/* The instructions of ARM without the branch at its end.  */

static struct ptx_statement *
behind_arm (const struct arm *arm)
{
  struct ptx_statement *last = ptx_last_statement (arm->block);

  return ptx_branch_p (last) ? last : last->next;
}

/* True if the instructions of ARM are cheap, and do not write the predicate on which
   it depends.  */

static bool
cheap_p (struct branches *branches, const struct arm *arm)
{
  const struct ptx_operand *guard = condition (arm->head)->guard;
  struct ptx_statement *end = behind_arm (arm);
  int cost = 0;

  if (!branches->live)
    ptx_find_liveness (&branches->graph);
  branches->live = true;
  if (guard->kind == PTX_NOT)
    guard = guard->inner;
  for (struct ptx_statement *s = arm->block->first; s != end; s = s->next)
    {
      struct ptx_register *reg;

      if (passive_p (s))
	continue;
      if (s->kind != PTX_INSTRUCTION)
	return false;
      reg = computed (s);
      if (!reg || reg == guard->reg)
	return false;
      cost += instruction_cost (s);
      if (ptx_set_member_p (arm->other->in, reg))
	{
	  if (!arm->rest || selection_cost (reg->type) == 0)
	    return false;
	  cost += selection_cost (reg->type);
	}
      if (cost > MOST_COST)
	return false;
    }
  return true;
}

/* True if BLOCK is an arm that goes to END without a condition.  */

static bool
goes_to_p (const struct branches *branches, const struct ptx_block *block,
	   const struct ptx_block *end)
{
  const struct ptx_statement *last = ptx_last_statement (block);

  return ((!ptx_branch_p (last) || last->opcode->op == PTX_OP_BRA)
	  && !condition (block)
	  && onward (branches, block->target ? block->target : block->next)
	     == end);
}

/* True if there is a gain in taking ARM, which has no condition, into its head: its
   other way goes to the same end, and may become part of the head later.  The
   assembler does as well with the guards of an arm that the other way misses.  */

static bool
worthwhile_p (const struct branches *branches, const struct arm *arm)
{
  const struct ptx_block *other = arm->other;

  if (arm->end == other || branches->ways[number (branches, other)] != 1)
    return false;
  return (goes_to_p (branches, other, arm->end)
	  || (condition (other)
	      && (onward (branches, other->next) == arm->end
		  || onward (branches, other->target) == arm->end)));
}

/* Find out where ARM goes; false if it is none to take into its head.  */

static bool
find_ends (const struct branches *branches, struct arm *arm)
{
  struct ptx_block *next = onward (branches, arm->block->next);
  struct ptx_block *target = onward (branches, arm->block->target);

  if (condition (arm->block))
    {
      arm->end = next == arm->other ? next : target;
      arm->rest = next == arm->other ? target : next;
      return arm->end == arm->other && arm->rest != arm->end;
    }
  arm->end = target ? target : next;
  arm->rest = NULL;
  return (arm->end && goes_to_p (branches, arm->block, arm->end)
	  && worthwhile_p (branches, arm));
}

/* True if the graph is right about BLOCK, which may be null, and it is in as many
   loops as HEAD.  */

static bool
beside_p (const struct branches *branches, const struct ptx_block *head,
	  const struct ptx_block *block)
{
  return (!block || (!branches->touched[number (branches, block)]
		     && block->depth == head->depth));
}

/* True if BLOCK of HEAD, with OTHER at the end of the other way, is an arm to take
   into HEAD, which is in *ARM then.  The ways out of loops and back to their begins
   stay as they are.  */

static bool
find_arm (struct branches *branches, struct ptx_block *head,
	  struct ptx_block *block, struct ptx_block *other, struct arm *arm)
{
  *arm = (struct arm) { head, block, other, NULL, NULL };
  return (block != other && block != head && !block->first->mark
	  && branches->ways[number (branches, block)] == 1
	  && beside_p (branches, head, block)
	  && beside_p (branches, head, other)
	  && !ptx_closes_loop_p (head, block)
	  && !ptx_closes_loop_p (head, other)
	  && find_ends (branches, arm)
	  && beside_p (branches, head, arm->end)
	  && beside_p (branches, head, arm->rest)
	  && !ptx_closes_loop_p (block, arm->end)
	  && cheap_p (branches, arm));
}

/* --- Changes ------------------------------------------------------------- */

static const char *
new_register (struct branches *branches, enum ptx_word type)
{
  const char *name = ptx_format ("%%arm%u", branches->n_registers++);

  ptx_insert (&branches->function->body, NULL,
	      ptx_register_declaration (name, type));
  return name;
}

/* The label of BLOCK.  */

static const char *
label (struct branches *branches, struct ptx_block *block)
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

/* Registers of an arm that have other names in the head.  */
struct renamed
{
  const struct ptx_register *reg;
  const char *name;
  struct renamed *next;
};

static struct renamed *
find_renamed (struct renamed *renamed, const struct ptx_register *reg)
{
  while (renamed && renamed->reg != reg)
    renamed = renamed->next;
  return renamed;
}

static void
rename_operand (struct ptx_operand *operand, void *data)
{
  const struct renamed *renamed = find_renamed (data, operand->reg);

  if (operand->reg && renamed)
    operand->text = renamed->name;
}

/* Before BRANCH: REG becomes VALUE if GUARD does not hold, BRANCH's guard if ARM
   begins where BRANCH does not go.  */

static void
append_selection (struct branches *branches, struct ptx_statement *branch,
		  const struct ptx_register *reg, const char *value,
		  bool taken)
{
  const struct ptx_operand *guard = branch->guard;
  const struct ptx_operand *old = ptx_name (reg->name);
  const struct ptx_operand *new = ptx_name (value);
  int size = ptx_type_size (reg->type);
  enum ptx_word type = size == 2 ? PTX_TYPE_B16 : reg->type;

  if (guard->kind == PTX_NOT)
    {
      guard = guard->inner;
      taken = !taken;
    }
  ptx_insert (&branches->function->body, branch->previous,
	      ptx_instruction (NULL,
			       ptx_opcode (PTX_OP_SELP, PTX_WORDS (type)),
			       ptx_operands (old, taken ? new : old,
					     taken ? old : new, guard,
					     NULL)));
}

/* Move the instructions of ARM in front of BRANCH, its head's; TAKEN says if BRANCH
   goes to the arm.  */

static void
move_instructions (struct branches *branches, const struct arm *arm,
		   struct ptx_statement *branch, bool taken)
{
  struct ptx_code *code = &branches->function->body;
  struct ptx_statement *end = behind_arm (arm), *next;
  struct renamed *renamed = NULL;

  for (struct ptx_statement *s = arm->block->first; s != end; s = next)
    {
      struct ptx_register *reg;

      next = s->next;
      if (s->kind != PTX_INSTRUCTION)
	continue;
      reg = computed (s);
      ptx_remove (code, s);
      ptx_insert (code, branch->previous, s);
      ptx_walk_operands (ptx_result (s)->next, rename_operand, renamed);
      if (ptx_set_member_p (arm->other->in, reg)
	  && !find_renamed (renamed, reg))
	{
	  struct renamed *r = PTX_NEW (struct renamed);

	  r->reg = reg;
	  r->name = new_register (branches, reg->type);
	  r->next = renamed;
	  renamed = r;
	}
      if (find_renamed (renamed, reg))
	ptx_result (s)->text = find_renamed (renamed, reg)->name;
    }
  for (struct renamed *r = renamed; r; r = r->next)
    append_selection (branches, branch, r->reg, r->name, taken);
}

/* A branch to BLOCK, under GUARD if that is not null, before WHERE.  */

static void
append_branch (struct branches *branches, struct ptx_statement *where,
	       const struct ptx_operand *guard, struct ptx_block *block)
{
  ptx_insert (&branches->function->body, where->previous,
	      ptx_branch_statement (guard, label (branches, block)));
}

/* Before WHERE: the predicate A combined with B by "or", either of them negated if
   that is said.  */

static const struct ptx_operand *
append_or (struct branches *branches, struct ptx_statement *where,
	   const struct ptx_operand *a, bool negate_a,
	   const struct ptx_operand *b, bool negate_b)
{
  struct ptx_code *code = &branches->function->body;
  const struct ptx_operand *both[] = { a, b };
  bool negate[] = { negate_a, negate_b }, all;
  const struct ptx_operand *result
    = ptx_name (new_register (branches, PTX_TYPE_PRED));

  for (int i = 0; i < 2; i++)
    if (both[i]->kind == PTX_NOT)
      {
	both[i] = both[i]->inner;
	negate[i] = !negate[i];
      }
  all = negate[0] && negate[1];
  for (int i = 0; i < 2; i++)
    if (negate[i] && !all)
      {
	const struct ptx_operand *negated
	  = ptx_name (new_register (branches, PTX_TYPE_PRED));

	ptx_insert (code, where->previous,
		    ptx_instruction (NULL,
				     ptx_opcode (PTX_OP_NOT,
						 PTX_WORDS (PTX_TYPE_PRED)),
				     ptx_operands (negated, both[i], NULL)));
	both[i] = negated;
      }
  ptx_insert (code, where->previous,
	      ptx_instruction (NULL,
			       ptx_opcode (all ? PTX_OP_AND : PTX_OP_OR,
					   PTX_WORDS (PTX_TYPE_PRED)),
			       ptx_operands (result, both[0], both[1],
					     NULL)));
  return all ? ptx_operand (PTX_NOT, NULL, ptx_operands (result, NULL))
	     : result;
}

/* The negation of GUARD, a predicate or the negation of one.  */

static const struct ptx_operand *
negation (const struct ptx_operand *guard)
{
  return (guard->kind == PTX_NOT
	  ? guard->inner
	  : ptx_operand (PTX_NOT, NULL, ptx_operands (guard, NULL)));
}

/* Take ARM into its head.  */

static void
take (struct branches *branches, const struct arm *arm)
{
  struct ptx_statement *branch = condition (arm->head);
  struct ptx_statement *second = condition (arm->block);
  bool taken = onward (branches, arm->head->target) == arm->block;

  move_instructions (branches, arm, branch, taken);
  if (second)
    {
      bool away = onward (branches, arm->block->target) == arm->end;
      const struct ptx_operand *guard
	= append_or (branches, branch, branch->guard, taken, second->guard,
		     !away);

      append_branch (branches, branch, guard, arm->end);
      append_branch (branches, branch, NULL, arm->rest);
    }
  else
    {
      append_branch (branches, branch,
		     taken ? branch->guard : negation (branch->guard),
		     arm->end);
      append_branch (branches, branch, NULL, arm->other);
    }
  ptx_remove (&branches->function->body, branch);
  branches->touched[number (branches, arm->head)] = true;
  branches->touched[number (branches, arm->block)] = true;
}

/* --- Functions ----------------------------------------------------------- */

/* Take arms of HEAD into it; true if there was one.  */

static bool
look_at_head (struct branches *branches, struct ptx_block *head)
{
  struct ptx_statement *branch = condition (head);
  struct ptx_block *next, *target;
  struct arm arm;

  if (!branch || branch->mark || head->order == 0
      || branches->touched[number (branches, head)])
    return false;
  next = onward (branches, head->next);
  target = onward (branches, head->target);
  if (!next || !target
      || !(find_arm (branches, head, next, target, &arm)
	   || find_arm (branches, head, target, next, &arm)))
    return false;
  take (branches, &arm);
  return true;
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
remove_unreached (struct branches *branches)
{
  struct ptx_code *code = &branches->function->body;

  for (size_t i = 0; i < branches->graph.n; i++)
    {
      const struct ptx_block *block = &branches->graph.blocks[i];
      struct ptx_statement *s = block->first, *next;

      for (size_t j = 0; block->order == 0 && j < block->n; j++, s = next)
	{
	  next = s->next;
	  if (s->kind == PTX_INSTRUCTION || passive_p (s))
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
      while (label && passive_p (label)
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
look_at_blocks (struct branches *branches, bool clean)
{
  bool changed = false;

  ptx_find_registers (&branches->registers, branches->function);
  if (ptx_find_graph (&branches->graph, branches->function,
		      &branches->registers))
    {
      size_t n = branches->graph.n;

      ptx_find_loops (&branches->graph);
      branches->ways = xcalloc (n, sizeof *branches->ways);
      branches->touched = xcalloc (n, sizeof *branches->touched);
      branches->live = false;
      count_ways (branches);
      if (clean)
	remove_unreached (branches);
      for (size_t i = n; !clean && i-- > 0;)
	changed |= look_at_head (branches, &branches->graph.blocks[i]);
      free (branches->touched);
      free (branches->ways);
    }
  ptx_free_graph (&branches->graph);
  ptx_free_registers (&branches->registers);
  return changed;
}

static void
look_at_function (struct ptx_function *function)
{
  struct branches branches = { .function = function };

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
