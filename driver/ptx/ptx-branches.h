/* What the parts of the pass over branches share.
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

#ifndef CUDAFORTRAN_PTX_BRANCHES_H
#define CUDAFORTRAN_PTX_BRANCHES_H

#include "ptx-blocks.h"

/* A function, and what is known of its blocks in one round.  */
struct ptx_branches
{
  struct ptx_function *function;
  struct ptx_registers registers;
  struct ptx_graph graph;
  unsigned *ways;		/* Into each block, see ptx_onward; and the last
				   of those they come from.  */
  struct ptx_block **from;
  bool *touched;		/* Blocks of which the graph is not right.  */
  bool live;			/* It is known what is live in the graph.  */
  unsigned n_registers;		/* New ones.  */
  unsigned n_labels;
};

/* ptx-arms.c: take an arm of HEAD, where NEXT and TARGET are behind its
   branch, into it.  False if there is none.  */
extern bool ptx_take_arm (struct ptx_branches *branches, struct ptx_block *head,
			  struct ptx_block *next, struct ptx_block *target);

/* ptx-diamonds.c: take both arms of HEAD into it; false if it has no two.  */
extern bool ptx_take_diamond (struct ptx_branches *branches,
			      struct ptx_block *head, struct ptx_block *next,
			      struct ptx_block *target);

/* The rest is in ptx-branch-parts.c.  */

/* --- What is there ------------------------------------------------------- */

extern size_t ptx_block_number (const struct ptx_branches *branches,
				const struct ptx_block *block);

/* The branch of BLOCK if it depends on a predicate, or null.  */
extern struct ptx_statement *ptx_condition (const struct ptx_block *block);

/* True if S says nothing about what is computed.  */
extern bool ptx_passive_p (const struct ptx_statement *s);

/* Where control comes to at BLOCK, behind blocks that do nothing but go on.  */
extern struct ptx_block *ptx_onward (const struct ptx_branches *branches,
				     struct ptx_block *block);

/* True if BLOCK does nothing but go on.  */
extern bool ptx_empty_p (const struct ptx_block *block);

/* True if BLOCK is an arm that goes to END without a condition.  */
extern bool ptx_goes_to_p (const struct ptx_branches *branches,
			   const struct ptx_block *block,
			   const struct ptx_block *end);

/* True if the graph is right about BLOCK, which may be null, and it is in as
   many loops as HEAD.  */
extern bool ptx_beside_p (const struct ptx_branches *branches,
			  const struct ptx_block *head,
			  const struct ptx_block *block);

/* The register that S, an instruction of an arm, writes, or null if S is
   none that can become part of a head.  */
extern struct ptx_register *ptx_arm_result (struct ptx_statement *s);

/* What follows the instructions of BLOCK: the branch at its end, or the
   statement behind that.  */
extern struct ptx_statement *
ptx_behind_instructions (const struct ptx_block *block);

/* Find out what is live in the graph, unless that is known.  */
extern void ptx_need_liveness (struct ptx_branches *branches);

/* --- Costs --------------------------------------------------------------- */

/* What the instructions of an arm may cost.  */
enum { PTX_MOST_COST = 4 };

/* What it costs to select a value of TYPE, or 0 if that is not done; what S
   costs in units of an instruction on 32 bits, which all threads of a
   multiprocessor's quarter do at once, PTX_MOST_COST + 1 if that is too
   much.  */
extern int ptx_selection_cost (enum ptx_word type);
extern int ptx_instruction_cost (const struct ptx_statement *s);

/* --- Changes ------------------------------------------------------------- */

/* A register of an arm that has another name in the head.  */
struct ptx_renamed
{
  const struct ptx_register *reg;
  const char *name;
  struct ptx_renamed *next;
};

/* That of REG in the list RENAMED, or null; the list with a new name for REG in
   front.  */
extern struct ptx_renamed *ptx_find_renamed (struct ptx_renamed *renamed,
					     const struct ptx_register *reg);
extern struct ptx_renamed *ptx_add_renamed (struct ptx_branches *branches,
					    struct ptx_renamed *renamed,
					    const struct ptx_register *reg);

/* Move S, which is not passive, in front of BRANCH, with the names that
   RENAMED has for what it reads.  */
extern void ptx_move_to_head (struct ptx_branches *branches,
			      struct ptx_statement *s,
			      struct ptx_statement *branch,
			      struct ptx_renamed *renamed);

/* A new register of TYPE.  */
extern const char *ptx_new_branch_register (struct ptx_branches *branches,
					    enum ptx_word type);

/* Before BRANCH: REG becomes TAKEN, a register, where BRANCH goes away, and
   else OTHER.  */
extern void ptx_append_selection (struct ptx_branches *branches,
				  struct ptx_statement *branch,
				  const struct ptx_register *reg,
				  const char *taken, const char *other);

/* A branch to BLOCK, under GUARD if that is not null, before WHERE.  */
extern void ptx_append_branch (struct ptx_branches *branches,
			       struct ptx_statement *where,
			       const struct ptx_operand *guard,
			       struct ptx_block *block);

#endif
