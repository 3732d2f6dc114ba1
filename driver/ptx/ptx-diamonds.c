/* Take both arms of a branch into the block in front of them.
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

/* Two arms of HEAD, where it does not go away and where it does, which both
   go to END.  One of them is null if HEAD goes there itself.  */
struct diamond
{
  struct ptx_block *head, *sides[2], *end;
};

/* The registers that a diamond writes, and for which values are selected.  */
struct selected
{
  const struct ptx_register *reg;
  const char *values[2];	/* The names on the two sides, or null.  */
  struct selected *next;
};

/* SELECTED with one for REG in front.  */

static struct selected *
add_selected (struct selected *selected, const struct ptx_register *reg)
{
  struct selected *added = PTX_NEW (struct selected);

  added->reg = reg;
  added->next = selected;
  return added;
}

static struct selected *
find_selected (struct selected *selected, const struct ptx_register *reg)
{
  while (selected && selected->reg != reg)
    selected = selected->next;
  return selected;
}

/* True if the instructions of DIAMOND and the selections behind them are cheap.
   Copies cost nothing: what is selected is the original.  */

static bool
cheap_diamond_p (struct ptx_branches *branches, const struct diamond *diamond)
{
  struct selected *selected = NULL;
  int cost = 0;

  ptx_need_liveness (branches);
  for (int side = 0; side < 2; side++)
    {
      struct ptx_block *block = diamond->sides[side];
      struct ptx_statement *end
	= block ? ptx_behind_instructions (block) : NULL;

      for (struct ptx_statement *s = block ? block->first : NULL; s != end;
	   s = s->next)
	{
	  struct ptx_register *reg;

	  if (ptx_passive_p (s))
	    continue;
	  reg = s->kind == PTX_INSTRUCTION ? ptx_arm_result (s) : NULL;
	  if (!reg || ptx_selection_cost (reg->type) == 0)
	    return false;
	  if (s->opcode->op != PTX_OP_MOV)
	    cost += ptx_instruction_cost (s);
	  if (ptx_set_member_p (diamond->end->in, reg)
	      && !find_selected (selected, reg))
	    {
	      selected = add_selected (selected, reg);
	      cost += ptx_selection_cost (reg->type);
	    }
	  if (cost > PTX_MOST_COST)
	    return false;
	}
    }
  return true;
}

/* True if DIAMOND is all that a branch to its end, or around it, goes
   around.  */

static bool
inner_p (const struct ptx_branches *branches, const struct diamond *diamond)
{
  size_t n = ptx_block_number (branches, diamond->head);
  const struct ptx_block *outer = branches->from[n];
  struct ptx_block *other;

  if (branches->ways[n] != 1
      || !ptx_condition (outer)
      || !ptx_beside_p (branches, diamond->head, outer))
    return false;
  other = ptx_onward (branches, outer->next);
  if (other == diamond->head)
    other = ptx_onward (branches, outer->target);
  return other && (other == diamond->end
		   || ptx_goes_to_p (branches, other, diamond->end));
}

/* True if BLOCK can be one side of DIAMOND.  */

static bool
side_p (const struct ptx_branches *branches, const struct diamond *diamond,
	const struct ptx_block *block)
{
  return (!block
	  || (block != diamond->head && !block->first->mark
	      && branches->ways[ptx_block_number (branches, block)] == 1
	      && ptx_beside_p (branches, diamond->head, block)
	      && ptx_goes_to_p (branches, block, diamond->end)
	      && !ptx_closes_loop_p (diamond->head, block)
	      && !ptx_closes_loop_p (block, diamond->end)));
}

/* Where the two ways NEXT and TARGET come together behind one block each, or
   behind one and none; or null.  */

static struct ptx_block *
common_end (const struct ptx_branches *branches, struct ptx_block *next,
	    struct ptx_block *target)
{
  if (ptx_goes_to_p (branches, next, target))
    return target;
  if (ptx_goes_to_p (branches, target, next))
    return next;
  return ptx_onward (branches, next->target ? next->target : next->next);
}

/* True if HEAD, with NEXT and TARGET behind its branch, is one of a diamond
   to take into it, which is in *DIAMOND then.  */

static bool
find_diamond (struct ptx_branches *branches, struct ptx_block *head,
	      struct ptx_block *next, struct ptx_block *target,
	      struct diamond *diamond)
{
  struct ptx_block *end = common_end (branches, next, target);

  *diamond = (struct diamond) {
    .head = head, .end = end,
    .sides = { next == end ? NULL : next, target == end ? NULL : target }
  };
  return (next != target && end
	  && side_p (branches, diamond, diamond->sides[0])
	  && side_p (branches, diamond, diamond->sides[1])
	  && !ptx_closes_loop_p (head, end)
	  && ptx_beside_p (branches, head, end)
	  && inner_p (branches, diamond)
	  && cheap_diamond_p (branches, diamond));
}

/* Move the instructions of SIDE of DIAMOND in front of BRANCH, with other
   registers for what they write.  SELECTED are the registers so far; return
   all.  */

static struct selected *
move_side (struct ptx_branches *branches, const struct diamond *diamond,
	   int side, struct ptx_statement *branch,
	   struct selected *selected)
{
  struct ptx_block *block = diamond->sides[side];
  struct ptx_statement *end = ptx_behind_instructions (block), *next;
  struct ptx_renamed *renamed = NULL;

  for (struct ptx_statement *s = block->first; s != end; s = next)
    {
      struct ptx_register *reg;
      struct selected *value;

      next = s->next;
      if (s->kind != PTX_INSTRUCTION)
	continue;
      reg = ptx_arm_result (s);
      ptx_move_to_head (branches, s, branch, renamed);
      if (!ptx_find_renamed (renamed, reg))
	renamed = ptx_add_renamed (branches, renamed, reg);
      ptx_result (s)->text = ptx_find_renamed (renamed, reg)->name;
      if (!ptx_set_member_p (diamond->end->in, reg))
	continue;
      value = find_selected (selected, reg);
      if (!value)
	value = selected = add_selected (selected, reg);
      value->values[side] = ptx_result (s)->text;
    }
  return selected;
}

/* Take DIAMOND into its head.  */

static void
take_diamond (struct ptx_branches *branches, const struct diamond *diamond)
{
  struct ptx_statement *branch = ptx_condition (diamond->head);
  struct selected *selected = NULL;

  for (int side = 0; side < 2; side++)
    if (diamond->sides[side])
      {
	size_t n = ptx_block_number (branches, diamond->sides[side]);

	selected = move_side (branches, diamond, side, branch, selected);
	branches->touched[n] = true;
      }
  for (struct selected *s = selected; s; s = s->next)
    ptx_append_selection (branches, branch, s->reg,
			  s->values[1] ? s->values[1] : s->reg->name,
			  s->values[0] ? s->values[0] : s->reg->name);
  ptx_append_branch (branches, branch, NULL, diamond->end);
  ptx_remove (&branches->function->body, branch);
  branches->touched[ptx_block_number (branches, diamond->head)] = true;
}

bool
ptx_take_diamond (struct ptx_branches *branches, struct ptx_block *head,
		  struct ptx_block *next, struct ptx_block *target)
{
  struct diamond diamond;

  if (!find_diamond (branches, head, next, target, &diamond))
    return false;
  take_diamond (branches, &diamond);
  return true;
}
