/* Take arms of branches into the blocks in front of them.
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

/* An arm of HEAD, and the block at the end of HEAD's other way.  */
struct arm
{
  struct ptx_block *head, *block, *other;
  struct ptx_block *end;	/* Where the arm goes, */
  struct ptx_block *rest;	/* and if its condition does not hold, or
				   null.  */
};

/* True if the instructions of ARM are cheap, and do not write the predicate
   on which it depends.  */

static bool
cheap_p (struct ptx_branches *branches, const struct arm *arm)
{
  const struct ptx_operand *guard = ptx_condition (arm->head)->guard;
  struct ptx_statement *end = ptx_behind_instructions (arm->block);
  int cost = 0;

  ptx_need_liveness (branches);
  if (guard->kind == PTX_NOT)
    guard = guard->inner;
  for (struct ptx_statement *s = arm->block->first; s != end; s = s->next)
    {
      struct ptx_register *reg;

      if (ptx_passive_p (s))
	continue;
      if (s->kind != PTX_INSTRUCTION)
	return false;
      reg = ptx_arm_result (s);
      if (!reg || reg == guard->reg)
	return false;
      cost += ptx_instruction_cost (s);
      if (ptx_set_member_p (arm->other->in, reg))
	{
	  if (!arm->rest || ptx_selection_cost (reg->type) == 0)
	    return false;
	  cost += ptx_selection_cost (reg->type);
	}
      if (cost > PTX_MOST_COST)
	return false;
    }
  return true;
}

/* True if there is a gain in taking ARM, which has no condition, into its
   head: its other way goes to the same end, and may become part of the head
   later.  The assembler does as well with the guards of an arm that the
   other way misses.  */

static bool
worthwhile_p (const struct ptx_branches *branches, const struct arm *arm)
{
  const struct ptx_block *other = arm->other;

  if (arm->end == other
      || branches->ways[ptx_block_number (branches, other)] != 1)
    return false;
  return (ptx_goes_to_p (branches, other, arm->end)
	  || (ptx_condition (other)
	      && (ptx_onward (branches, other->next) == arm->end
		  || ptx_onward (branches, other->target) == arm->end)));
}

/* Find out where ARM goes; false if it is none to take into its head.  */

static bool
find_ends (const struct ptx_branches *branches, struct arm *arm)
{
  struct ptx_block *next = ptx_onward (branches, arm->block->next);
  struct ptx_block *target = ptx_onward (branches, arm->block->target);

  if (ptx_condition (arm->block))
    {
      arm->end = next == arm->other ? next : target;
      arm->rest = next == arm->other ? target : next;
      return arm->end == arm->other && arm->rest != arm->end;
    }
  arm->end = target ? target : next;
  arm->rest = NULL;
  return (arm->end && ptx_goes_to_p (branches, arm->block, arm->end)
	  && worthwhile_p (branches, arm));
}

/* True if BLOCK of HEAD, with OTHER at the end of the other way, is an arm
   to take into HEAD, which is in *ARM then.  The ways out of loops and back
   to their begins stay as they are.  */

static bool
find_arm (struct ptx_branches *branches, struct ptx_block *head,
	  struct ptx_block *block, struct ptx_block *other, struct arm *arm)
{
  *arm = (struct arm) { head, block, other, NULL, NULL };
  return (block != other && block != head && !block->first->mark
	  && branches->ways[ptx_block_number (branches, block)] == 1
	  && ptx_beside_p (branches, head, block)
	  && ptx_beside_p (branches, head, other)
	  && !ptx_closes_loop_p (head, block)
	  && !ptx_closes_loop_p (head, other)
	  && find_ends (branches, arm)
	  && ptx_beside_p (branches, head, arm->end)
	  && ptx_beside_p (branches, head, arm->rest)
	  && !ptx_closes_loop_p (block, arm->end)
	  && cheap_p (branches, arm));
}

/* Move the instructions of ARM in front of BRANCH, its head's; TAKEN says if
   BRANCH goes to the arm.  */

static void
move_instructions (struct ptx_branches *branches, const struct arm *arm,
		   struct ptx_statement *branch, bool taken)
{
  struct ptx_statement *end = ptx_behind_instructions (arm->block), *next;
  struct ptx_renamed *renamed = NULL;

  for (struct ptx_statement *s = arm->block->first; s != end; s = next)
    {
      struct ptx_register *reg;

      next = s->next;
      if (s->kind != PTX_INSTRUCTION)
	continue;
      reg = ptx_arm_result (s);
      ptx_move_to_head (branches, s, branch, renamed);
      if (ptx_set_member_p (arm->other->in, reg)
	  && !ptx_find_renamed (renamed, reg))
	renamed = ptx_add_renamed (branches, renamed, reg);
      if (ptx_find_renamed (renamed, reg))
	ptx_result (s)->text = ptx_find_renamed (renamed, reg)->name;
    }
  for (struct ptx_renamed *r = renamed; r; r = r->next)
    ptx_append_selection (branches, branch, r->reg,
		      taken ? r->name : r->reg->name,
		      taken ? r->reg->name : r->name);
}

/* Before WHERE: the predicate A combined with B by "or", either of them
   negated if that is said.  */

static const struct ptx_operand *
append_or (struct ptx_branches *branches, struct ptx_statement *where,
	   const struct ptx_operand *a, bool negate_a,
	   const struct ptx_operand *b, bool negate_b)
{
  struct ptx_code *code = &branches->function->body;
  const struct ptx_operand *both[] = { a, b };
  bool negate[] = { negate_a, negate_b }, all;
  const struct ptx_operand *result
    = ptx_name (ptx_new_branch_register (branches, PTX_TYPE_PRED));

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
	  = ptx_name (ptx_new_branch_register (branches, PTX_TYPE_PRED));

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
take (struct ptx_branches *branches, const struct arm *arm)
{
  struct ptx_statement *branch = ptx_condition (arm->head);
  struct ptx_statement *second = ptx_condition (arm->block);
  bool taken = ptx_onward (branches, arm->head->target) == arm->block;

  move_instructions (branches, arm, branch, taken);
  if (second)
    {
      bool away = ptx_onward (branches, arm->block->target) == arm->end;
      const struct ptx_operand *guard
	= append_or (branches, branch, branch->guard, taken, second->guard,
		     !away);

      ptx_append_branch (branches, branch, guard, arm->end);
      ptx_append_branch (branches, branch, NULL, arm->rest);
    }
  else
    {
      ptx_append_branch (branches, branch,
		     taken ? branch->guard : negation (branch->guard),
		     arm->end);
      ptx_append_branch (branches, branch, NULL, arm->other);
    }
  ptx_remove (&branches->function->body, branch);
  branches->touched[ptx_block_number (branches, arm->head)] = true;
  branches->touched[ptx_block_number (branches, arm->block)] = true;
}

bool
ptx_take_arm (struct ptx_branches *branches, struct ptx_block *head,
	      struct ptx_block *next, struct ptx_block *target)
{
  struct arm arm;

  if (!find_arm (branches, head, next, target, &arm)
      && !find_arm (branches, head, target, next, &arm))
    return false;
  take (branches, &arm);
  return true;
}
