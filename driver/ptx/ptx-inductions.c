/* The pass that lets registers which loops advance together be sums of one.
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

#include "ptx-known.h"

/* For each address in a loop GCC may have a register that the loop advances,
   as it does not see that columns of an array are apart by the same number
   of bytes in all iterations.  Of two that are set in one block and advanced
   by the same step in another one, the second is the first and what they
   differ by at the start.  If that is a constant and a multiple of a number
   of 32 bits, one instruction computes it wherever it is wanted, where two
   advance it; and no register keeps it meanwhile.  The pass "addresses"
   makes one address of that sum and a base.  */

/* A register that is set once and advanced once.  */
struct induction
{
  struct ptx_register *reg;
  struct ptx_statement *first, *advance;
  struct ptx_block *first_block, *advance_block;
  size_t first_place, advance_place; /* In the order of statements.  */
  struct ptx_sum sum;		/* What it is at first.  */
  bool narrow[PTX_MOST_TERMS];	/* Which terms can be added at once then.  */
  bool other;			/* There is more than that.  */
  struct induction *leader;	/* What to compute it of, or null.  */
  struct ptx_sum distance;	/* From that.  */
};

/* The statement S, number PLACE in BLOCK, reads INDUCTION.  */
struct use
{
  struct ptx_statement *s;
  struct ptx_block *block;
  size_t place;
  struct induction *induction;
};

struct inductions
{
  struct induction *all;
  size_t n, room;
  struct use *uses;
  size_t n_uses, use_room;
  /* Where uses are looked for.  */
  struct ptx_statement *s;
  struct ptx_block *block;
  size_t place;
};

/* --- What there is ------------------------------------------------------- */

static struct induction *
find_induction (const struct inductions *inductions,
		const struct ptx_register *reg)
{
  for (size_t i = 0; i < inductions->n; i++)
    if (inductions->all[i].reg == reg)
      return &inductions->all[i];
  return NULL;
}

/* The same, which is made if there is none.  */

static struct induction *
need_induction (struct inductions *inductions, struct ptx_register *reg)
{
  struct induction *found = find_induction (inductions, reg);

  if (found)
    return found;
  inductions->all = ptx_grow (inductions->all, &inductions->room,
			      inductions->n, sizeof *inductions->all);
  found = &inductions->all[inductions->n++];
  *found = (struct induction) { .reg = reg, .sum = ptx_unknown_sum };
  return found;
}

/* True if S adds to REG, which it writes, a number or a register that has one
   value only.  */

static bool
advance_p (const struct ptx_statement *s, const struct ptx_register *reg)
{
  const struct ptx_operand *from = s->operands->next;
  const struct ptx_operand *step = from ? from->next : NULL;
  long long n;

  return (step && s->opcode->op == PTX_OP_ADD && ptx_plain_p (s)
	  && from->kind == PTX_NAME && !from->element && from->reg == reg
	  && (ptx_integer_p (step, &n)
	      || (step->kind == PTX_NAME && !step->element && step->reg
		  && step->reg->definition && !step->reg->ambiguous)));
}

/* SUM, with what those of INDUCTIONS are at first for those that have been
   set in BLOCK, before.  */

static struct ptx_sum
first_values (const struct inductions *inductions, struct ptx_sum sum,
	      const struct ptx_block *block)
{
  struct ptx_sum all = sum;

  for (int i = 0; i < sum.n && all.n >= 0; i++)
    {
      const struct induction *set
	= find_induction (inductions, sum.terms[i].reg);

      if (!set || !set->first || set->first_block != block || set->other
	  || set->advance_block == block)
	continue;
      ptx_add_term (&all, set->reg, -sum.terms[i].factor);
      all = ptx_add_sums (all, &set->sum, sum.terms[i].factor);
    }
  return all;
}

/* Let INDUCTION be set by S, where WALK is.  */

static void
set_first (struct induction *induction, const struct ptx_walk *walk,
	   struct ptx_statement *s)
{
  induction->other |= induction->first != NULL;
  induction->first = s;
  induction->first_block = walk->block;
  induction->sum = first_values (walk->data,
				 ptx_computed_sum (&walk->knowledge, s),
				 walk->block);
  for (int i = 0; i < induction->sum.n; i++)
    {
      const struct ptx_term *term = &induction->sum.terms[i];

      induction->narrow[i] = ptx_narrow_term_p (term);
      /* It has another value later.  */
      induction->other |= ptx_rewritten_p (term->reg);
    }
}

static void
look_at_instruction (struct ptx_walk *walk, struct ptx_statement *s)
{
  const struct ptx_operand *result = ptx_result (s);
  struct induction *induction;

  if (!result || result->kind != PTX_NAME || !result->reg
      || !ptx_rewritten_p (result->reg))
    return;
  induction = need_induction (walk->data, result->reg);
  if (s->guard || result->element)
    induction->other = true;
  else if (advance_p (s, result->reg))
    {
      induction->other |= induction->advance != NULL;
      induction->advance = s;
      induction->advance_block = walk->block;
    }
  else
    set_first (induction, walk, s);
}

/* --- Where it is --------------------------------------------------------- */

static void
note_use (struct ptx_operand *operand, void *data)
{
  struct inductions *inductions = data;
  struct induction *induction
    = operand->reg ? find_induction (inductions, operand->reg) : NULL;

  if (!induction || inductions->s == induction->advance)
    return;
  inductions->uses = ptx_grow (inductions->uses, &inductions->use_room,
			       inductions->n_uses, sizeof *inductions->uses);
  inductions->uses[inductions->n_uses++]
    = (struct use) { inductions->s, inductions->block, inductions->place,
		     induction };
}

/* A register that is written as no single result, by a call for example, is no
   induction.  */

static void
check_write (struct ptx_operand *operand, void *data)
{
  struct inductions *inductions = data;
  struct induction *induction
    = operand->reg ? find_induction (inductions, operand->reg) : NULL;

  if (!induction)
    return;
  if (inductions->s == induction->first)
    induction->first_place = inductions->place;
  else if (inductions->s == induction->advance)
    induction->advance_place = inductions->place;
  else
    induction->other = true;
}

/* Find where INDUCTIONS are read in GRAPH, and number what writes them.  */

static void
find_uses (struct inductions *inductions, const struct ptx_graph *graph)
{
  for (size_t i = 0; i < graph->n; i++)
    {
      inductions->block = &graph->blocks[i];
      inductions->s = graph->blocks[i].first;
      for (size_t j = 0; j < graph->blocks[i].n; j++)
	{
	  inductions->place++;
	  if (inductions->s->kind == PTX_INSTRUCTION)
	    {
	      ptx_walk_results (inductions->s, check_write, inductions);
	      ptx_walk_read (inductions->s, note_use, inductions);
	    }
	  inductions->s = inductions->s->next;
	}
    }
}

/* --- What they are of each other ----------------------------------------- */

static bool
same_step_p (const struct induction *a, const struct induction *b)
{
  const struct ptx_operand *x = a->advance->operands->next->next;
  const struct ptx_operand *y = b->advance->operands->next->next;
  long long n, m;

  if (x->kind == PTX_NAME || y->kind == PTX_NAME)
    return x->kind == y->kind && x->reg == y->reg;
  return ptx_integer_p (x, &n) && ptx_integer_p (y, &m) && n == m;
}

/* True if TERM, of the difference of A and B, can be added at once.  */

static bool
narrow_in_either_p (const struct induction *a, const struct induction *b,
		    const struct ptx_term *term)
{
  const struct induction *both[] = { a, b };

  if ((int64_t) term->factor != (int32_t) term->factor)
    return false;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < both[i]->sum.n; j++)
      if (both[i]->sum.terms[j].reg == term->reg)
	return both[i]->narrow[j];
  return false;
}

/* Set *DISTANCE to what B is behind A at first.  True if it is one instruction
   to add that.  */

static bool
find_distance (const struct induction *a, const struct induction *b,
	       struct ptx_sum *distance)
{
  int64_t constant;

  if (a->sum.n < 0 || b->sum.n < 0 || a->sum.global != b->sum.global)
    return false;
  *distance = ptx_add_sums (b->sum, &a->sum, -1);
  distance->global = false;
  constant = distance->constant;
  return (constant == (int32_t) constant
	  && (distance->n == 0
	      || (distance->n == 1
		  && narrow_in_either_p (a, b, &distance->terms[0]))));
}

/* True if BLOCK is DOMINATOR or behind it on all ways.  */

static bool
dominated_p (const struct ptx_block *block, const struct ptx_block *dominator)
{
  while (block && block != dominator)
    block = block->dominator;
  return block != NULL;
}

/* True if A and B have been set, and advanced as often as each other, at
   USE.  */

static bool
in_step_p (const struct induction *a, const struct induction *b,
	   const struct use *use)
{
  if (use->block == a->first_block
      && (use->place <= a->first_place || use->place <= b->first_place))
    return false;
  if (use->block == a->advance_block
      && (use->place < a->advance_place) != (use->place < b->advance_place))
    return false;
  return dominated_p (use->block, a->first_block);
}

/* True if B can be computed of A in all INDUCTIONS' uses of it.  */

static bool
together_p (const struct inductions *inductions, const struct induction *a,
	    const struct induction *b)
{
  if (a->first_block != b->first_block || a->advance_block != b->advance_block
      || a->first_block == a->advance_block || a->reg->type != b->reg->type
      || !same_step_p (a, b))
    return false;
  for (size_t i = 0; i < inductions->n_uses; i++)
    if (inductions->uses[i].induction == b
	&& !in_step_p (a, b, &inductions->uses[i]))
      return false;
  return true;
}

static bool
complete_p (const struct induction *induction)
{
  return (induction->first && induction->advance && !induction->other
	  && induction->first_block->order && induction->advance_block->order);
}

/* Find leaders for INDUCTIONS, which have none themselves.  */

static void
find_leaders (struct inductions *inductions)
{
  for (size_t i = 1; i < inductions->n; i++)
    {
      struct induction *b = &inductions->all[i];

      for (size_t j = 0; j < i && !b->leader && complete_p (b); j++)
	{
	  struct induction *a = &inductions->all[j];

	  if (complete_p (a) && !a->leader
	      && find_distance (a, b, &b->distance)
	      && together_p (inductions, a, b))
	    b->leader = a;
	}
    }
}

/* --- The change ---------------------------------------------------------- */

/* A name of one register becomes another's.  */
struct renaming
{
  const struct ptx_register *from;
  struct ptx_register *to;
};

static void
rename_operand (struct ptx_operand *operand, void *data)
{
  const struct renaming *renaming = data;

  if (operand->reg != renaming->from)
    return;
  operand->text = renaming->to->name;
  operand->reg = renaming->to;
}

/* A new register of TYPE, number MADE of them.  */

static struct ptx_register *
new_register (enum ptx_word type, unsigned made)
{
  struct ptx_register *reg = PTX_NEW (struct ptx_register);

  reg->name = ptx_format ("%%behind%u", made);
  reg->type = type;
  return reg;
}

/* Let TO be FROM and NUMBER, before S of FUNCTION.  */

static void
add_number (struct ptx_function *function, struct ptx_register *to,
	    struct ptx_register *from, long long number,
	    struct ptx_statement *s)
{
  struct ptx_operand *result = ptx_register_operand (to);

  result->next = ptx_register_operand (from);
  result->next->next = ptx_operand (PTX_NUMBER, ptx_format ("%lld", number),
				    NULL);
  to->definition
    = ptx_instruction (NULL, ptx_opcode (PTX_OP_ADD, PTX_WORDS (to->type)),
		       result);
  ptx_insert (&function->body, s->previous, to->definition);
  ptx_insert (&function->body, NULL,
	      ptx_register_declaration (to->name, to->type));
}

/* Let USE, of FUNCTION, read what is computed of the leader.  MADE counts new
   registers.  */

static void
compute_use (struct ptx_function *function, const struct use *use,
	     unsigned *made)
{
  const struct induction *induction = use->induction;
  struct renaming renaming = { induction->reg, induction->leader->reg };
  long long constant = (int64_t) induction->distance.constant;

  if (induction->distance.n)
    {
      struct ptx_register *from = renaming.to;

      renaming.to = new_register (induction->reg->type, (*made)++);
      ptx_add_multiple (function, renaming.to, from,
			&induction->distance.terms[0], use->s);
    }
  if (constant)
    {
      struct ptx_register *from = renaming.to;

      renaming.to = new_register (induction->reg->type, (*made)++);
      add_number (function, renaming.to, from, constant, use->s);
    }
  ptx_walk_statement (use->s, rename_operand, &renaming);
}

static void
join_inductions (struct ptx_function *function)
{
  struct ptx_registers registers = { 0 };
  struct inductions inductions = { 0 };
  struct ptx_walk walk = { .function = function, .visit = look_at_instruction,
			   .data = &inductions };
  unsigned made = 0;

  ptx_find_registers (&registers, function);
  ptx_leave_inner_registers (function, &registers);
  ptx_find_definitions (function);
  if (ptx_walk_function (&walk, &registers) && inductions.n > 1)
    {
      find_uses (&inductions, &walk.graph);
      find_leaders (&inductions);
      for (size_t i = 0; i < inductions.n_uses; i++)
	if (inductions.uses[i].induction->leader)
	  compute_use (function, &inductions.uses[i], &made);
      for (size_t i = 0; i < inductions.n; i++)
	if (inductions.all[i].leader)
	  {
	    ptx_remove (&function->body, inductions.all[i].first);
	    ptx_remove (&function->body, inductions.all[i].advance);
	  }
    }
  ptx_end_walk (&walk);
  free (inductions.all);
  free (inductions.uses);
  ptx_free_registers (&registers);
}

void
ptx_join_inductions (struct ptx_program *program)
{
  for (size_t i = 0; i < program->n; i++)
    for (struct ptx_statement *s = program->objects[i].code->first; s;
	 s = s->next)
      if (s->kind == PTX_FUNCTION && s->function->defined)
	join_inductions (s->function);
}
