/* What is known of registers at each place of a function.
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
#include "support.h"

/* ARRAY with room for one more than N elements of SIZE bytes; *ROOM says how
   many it has room for.  */

void *
ptx_grow (void *array, size_t *room, size_t n, size_t size)
{
  if (n < *room)
    return array;
  *room = *room ? 2 * *room : 64;
  return xrealloc (array, *room * size);
}

/* --- Registers ----------------------------------------------------------- */

/* Let REG, which is written here, be known to have SUM; or that of itself,
   if SUM is unknown.  */

struct ptx_known *
ptx_note_known (struct ptx_walk *walk, struct ptx_register *reg,
		struct ptx_sum sum)
{
  struct ptx_knowledge *all = &walk->knowledge;
  struct ptx_known *known;

  all->known = ptx_grow (all->known, &all->room, all->n, sizeof *all->known);
  known = &all->known[all->n];
  if (sum.n < 0)
    sum = ptx_register_sum (reg);
  *known = (struct ptx_known) { reg, sum, walk->block->depth, false, 0 };
  reg->value = ++all->n;
  return known;
}

/* If REG, which has several definitions, is in sums only, let it be known.  */

void
ptx_note_rewritten (struct ptx_walk *walk, struct ptx_register *reg)
{
  if (!reg->value && ptx_rewritten_p (reg))
    ptx_note_known (walk, reg, ptx_unknown_sum);
}

/* REG, which is rewritten, has another value: let no sum have it.  */

static void
forget_value (struct ptx_walk *walk, struct ptx_register *reg)
{
  for (size_t i = 0; i < walk->knowledge.n; i++)
    {
      struct ptx_known *known = &walk->knowledge.known[i];

      if (known->sum.n <= 0 || !ptx_has_term_p (&known->sum, reg))
	continue;
      walk->changes = ptx_grow (walk->changes, &walk->change_room,
			    walk->n_changes, sizeof *walk->changes);
      walk->changes[walk->n_changes++] = (struct ptx_change) { i, known->sum };
      known->sum = (known->reg == reg ? ptx_unknown_sum
		    : ptx_register_sum (known->reg));
    }
  reg->value = 0;
}

/* The register that S alone writes, or null.  */

static struct ptx_register *
written_register (const struct ptx_statement *s)
{
  const struct ptx_operand *result = ptx_result (s);
  struct ptx_register *reg
    = result && result->kind == PTX_NAME ? result->reg : NULL;

  return (reg && !s->guard && !result->element && !reg->ambiguous
	  && reg->definition == s && ptx_type_size (reg->type) >= 4
	  && !ptx_float_type_p (reg->type) ? reg : NULL);
}

/* The register of 32 bits that the instruction S extends, or null.  The operand
   of a conversion may be the lower half of a larger one.  */

static struct ptx_register *
narrow_register (const struct ptx_statement *s)
{
  struct ptx_operand *from = s->operands->next;

  return (ptx_opcode_is_p (s->opcode, PTX_OP_CVT,
			   PTX_WORDS (PTX_TYPE_S64, PTX_TYPE_S32))
	  && from->kind == PTX_NAME && !from->element && from->reg
	  && from->reg->value && ptx_type_size (from->reg->type) == 4
	  ? from->reg : NULL);
}

/* If S makes LOW the lower half of a stride that has the same value, let that
   know.  */

static void
note_stride (const struct ptx_walk *walk, const struct ptx_statement *s,
	     struct ptx_register *low)
{
  struct ptx_operand *from = s->operands->next;

  if (from && from->kind == PTX_NAME && from->reg && from->reg->value
      && ptx_stride_half_p (walk->function->name, from->reg->name, low->name))
    from->reg->shadow = low;
}

/* --- Multiples ----------------------------------------------------------- */

/* The register of 32 bits that REG is, or extends; or null.  */

struct ptx_register *
ptx_narrow (struct ptx_register *reg)
{
  return ptx_type_size (reg->type) == 4 ? reg : reg->shadow;
}

/* True if the multiple of TERM can be added in one instruction.  */

bool
ptx_narrow_term_p (const struct ptx_term *term)
{
  const struct ptx_register *reg = ptx_narrow (term->reg);

  return (reg && reg->value
	  && (int64_t) term->factor == (int32_t) term->factor);
}

/* The name of REG as an operand.  */

struct ptx_operand *
ptx_register_operand (struct ptx_register *reg)
{
  struct ptx_operand *name = ptx_operand (PTX_NAME, reg->name, NULL);

  name->reg = reg;
  return name;
}

/* Let REG, a new register of FUNCTION, be the sum of FROM and TERM, which is
   narrow, by an instruction before S.  */

void
ptx_add_multiple (struct ptx_function *function, struct ptx_register *reg,
		  struct ptx_register *from, const struct ptx_term *term,
		  struct ptx_statement *s)
{
  struct ptx_operand *result = ptx_register_operand (reg);
  struct ptx_operand *factor
    = ptx_operand (PTX_NUMBER, ptx_format ("%lld", (long long) term->factor),
		   NULL);

  result->next = ptx_register_operand (ptx_narrow (term->reg));
  result->next->next = factor;
  factor->next = ptx_register_operand (from);
  reg->definition
    = ptx_instruction (NULL, ptx_opcode (PTX_OP_MAD,
					 PTX_WORDS (PTX_WORD_WIDE,
						    PTX_TYPE_S32)), result);
  ptx_insert (&function->body, s->previous, reg->definition);
  ptx_insert (&function->body, NULL,
	      ptx_register_declaration (reg->name, reg->type));
}

/* --- Blocks -------------------------------------------------------------- */

/* What note_write gets.  */
struct place
{
  struct ptx_walk *walk;
  const struct ptx_block *block;
};

static void
note_write (struct ptx_operand *operand, void *data)
{
  const struct place *here = data;
  struct ptx_walk *walk = here->walk;

  if (!operand->reg || !ptx_rewritten_p (operand->reg))
    return;
  walk->writes = ptx_grow (walk->writes, &walk->write_room, walk->n_writes,
		       sizeof *walk->writes);
  walk->writes[walk->n_writes++]
    = (struct ptx_write) { operand->reg, here->block };
}

/* Find where registers with several definitions are written.  */

static void
find_writes (struct ptx_walk *walk)
{
  for (size_t i = 0; i < walk->graph.n; i++)
    {
      const struct ptx_block *block = &walk->graph.blocks[i];
      struct ptx_statement *s = block->first;

      for (size_t j = 0; j < block->n; j++, s = s->next)
	if (s->kind == PTX_INSTRUCTION)
	  ptx_walk_results (s, note_write, &(struct place) { walk, block });
    }
}

/* Forget the values of rewritten registers that may be written behind BLOCK's
   dominator and before BLOCK.  */

static void
forget_written (struct ptx_walk *walk, const struct ptx_block *block)
{
  bool *between = xcalloc (walk->graph.n, sizeof *between);

  ptx_find_between (&walk->graph, block, between);
  for (size_t i = 0; i < walk->n_writes; i++)
    if (between[walk->writes[i].block - walk->graph.blocks])
      forget_value (walk, walk->writes[i].reg);
  free (between);
}

/* Forget what has been known since there were N known registers and CHANGES
   changes.  */

static void
undo (struct ptx_walk *walk, size_t n, size_t changes)
{
  struct ptx_knowledge *all = &walk->knowledge;

  while (all->n > n)
    all->known[--all->n].reg->value = 0;
  while (walk->n_changes > changes)
    {
      const struct ptx_change *change = &walk->changes[--walk->n_changes];
      struct ptx_known *known = &all->known[change->number];

      if (change->number >= n)
	continue;
      known->sum = change->sum;
      known->reg->value = change->number + 1;
    }
}

/* --- The walk ------------------------------------------------------------ */

static void
forget_operand (struct ptx_operand *operand, void *data)
{
  if (operand->reg && ptx_rewritten_p (operand->reg))
    forget_value (data, operand->reg);
}

/* Let WALK look at S, and know what it writes.  */

static void
look_at_instruction (struct ptx_walk *walk, struct ptx_statement *s)
{
  struct ptx_register *reg = written_register (s);

  walk->visit (walk, s);
  if (reg)
    {
      reg->shadow = narrow_register (s);
      if (ptx_type_size (reg->type) == 4)
	note_stride (walk, s, reg);
      ptx_note_known (walk, reg, ptx_computed_sum (&walk->knowledge, s));
    }
  ptx_walk_results (s, forget_operand, walk);
}

/* Look at BLOCK, and then at those that it dominates.  */

static void
look_at_block (struct ptx_walk *walk, struct ptx_block *block)
{
  size_t n = walk->knowledge.n, changes = walk->n_changes;
  struct ptx_statement *s = block->first, *next;

  if (walk->n_writes)
    forget_written (walk, block);
  for (size_t i = 0; i < block->n; i++, s = next)
    {
      next = s->next;
      walk->block = block;
      if (s->kind == PTX_INSTRUCTION)
	look_at_instruction (walk, s);
    }
  for (struct ptx_block *b = block->dominated; b; b = b->sibling)
    look_at_block (walk, b);
  undo (walk, n, changes);
}

/* Go through WALK.  REGISTERS are the function's, which know their
   definitions.  */

bool
ptx_walk_function (struct ptx_walk *walk, struct ptx_registers *registers)
{
  if (!ptx_find_graph (&walk->graph, walk->function, registers))
    return false;
  for (struct ptx_register *reg = registers->first; reg; reg = reg->next)
    reg->value = 0;
  ptx_find_loops (&walk->graph);
  ptx_find_dominators (&walk->graph);
  find_writes (walk);
  look_at_block (walk, walk->graph.blocks);
  return true;
}

void
ptx_end_walk (struct ptx_walk *walk)
{
  ptx_free_graph (&walk->graph);
  free (walk->knowledge.known);
  free (walk->changes);
  free (walk->writes);
}
