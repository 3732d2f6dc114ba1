/* Let loads, stores and atomic operations name the state space they access.
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

#include <assert.h>
#include <stdlib.h>

#include "ptx-spaces.h"

/* GCC's accesses are generic: the GPU finds out for each address which memory
   it is in.  Where the address is known to be in one space, the access gets a
   register of its own, a shadow, with the address in that space.  Wherever the
   generic register is written its shadow is written right after it, by the same
   arithmetic on other shadows, or by a conversion.  The generic registers stay
   as they are; pass `dead' removes those that nothing uses any more.  */

/* Which instructions may name a space where their address was generic.  */
enum ptx_space_use
{
  NOTHING,
  LOADS,			/* Plain ones.  */
  LOADS_AND_STORES,		/* Plain ones.  */
  ACCESSES			/* All, atomic operations too.  */
};

/* The spaces, and the registers' values that lie in them.  */
static const struct space
{
  enum ptx_word word;
  enum ptx_value pointer;
  enum ptx_space_use use;
} spaces[] = {
#define PTX_SPACE(number, name, pointer, use) \
  { PTX_SPACE_##number, pointer, use },
#define PTX_TYPE(number, name, bytes, kind)
#define PTX_WORD(number, name, flags)
#include "ptx-words.def"
#undef PTX_SPACE
#undef PTX_TYPE
#undef PTX_WORD
};

enum { n_spaces = sizeof spaces / sizeof *spaces };

enum ptx_value
ptx_pointer_into (enum ptx_word space)
{
  for (size_t i = 0; i < n_spaces; i++)
    if (spaces[i].word == space)
      return spaces[i].pointer;
  return PTX_MIXED;
}

static const struct space *
space_of_value (unsigned value)
{
  if (value == PTX_MAYBE_GLOBAL)
    value = PTX_GLOBAL;
  for (size_t i = 0; i < n_spaces; i++)
    if (spaces[i].use != NOTHING && spaces[i].pointer == value)
      return &spaces[i];
  return NULL;
}

/* The space that REG points to, or null.  */

static const struct space *
space_of (const struct ptx_register *reg)
{
  if (!reg || reg->ambiguous || ptx_type_size (reg->type) != 8)
    return NULL;
  return space_of_value (reg->value);
}

/* --- Shadows ------------------------------------------------------------- */

/* The shadow of REG, new and not yet written if need be.  */

static struct ptx_register *
shadow_of (struct ptx_flow *flow, struct ptx_register *reg)
{
  if (reg->shadow)
    return reg->shadow;
  reg->shadow = PTX_NEW (struct ptx_register);
  reg->shadow->name = ptx_format ("%s$%s", reg->name,
				  ptx_word_name (space_of (reg)->word));
  reg->shadow->type = PTX_TYPE_U64;
  ptx_insert (&flow->function->body, NULL,
	      ptx_register_declaration (reg->shadow->name, PTX_TYPE_U64));
  return reg->shadow;
}

/* Let OPERAND, the name of a register, name its shadow.  */

static void
to_shadow (struct ptx_flow *flow, struct ptx_operand *operand)
{
  assert (operand->kind == PTX_NAME && operand->reg && !operand->element);
  operand->reg = shadow_of (flow, operand->reg);
  operand->text = operand->reg->name;
}

static struct ptx_operand *
shadow_operand (struct ptx_flow *flow, struct ptx_register *reg)
{
  struct ptx_operand *operand = ptx_operand (PTX_NAME, NULL, NULL);

  operand->reg = reg;
  to_shadow (flow, operand);
  return operand;
}

/* True if OPERAND is a register that points to SPACE.  */

static bool
points_to_p (const struct ptx_operand *operand, const struct space *space)
{
  return (operand->kind == PTX_NAME && !operand->element
	  && space_of (operand->reg) == space);
}

static bool
integer_p (const struct ptx_operand *operand)
{
  return ptx_value_of (operand) == PTX_INTEGER;
}

/* Arithmetic on pointers that is the same on shadows.  */
enum shape
{
  NO_SHAPE,
  COPY,				/* of a pointer  */
  SUM,				/* of a pointer and an integer, in any order  */
  DIFFERENCE,			/* of a pointer and an integer  */
  CHOICE,			/* of two pointers  */
  MULTIPLE			/* of integers, plus a pointer  */
};

static const enum shape shapes[PTX_N_OPS] = {
  [PTX_OP_MOV] = COPY, [PTX_OP_ADD] = SUM, [PTX_OP_SUB] = DIFFERENCE,
  [PTX_OP_SELP] = CHOICE, [PTX_OP_MAD] = MULTIPLE,
};

/* Replace the pointers among the operands A of arithmetic of SHAPE by their
   shadows in SPACE; false, and nothing is replaced, if they are others.  */

static bool
replace_pointers (struct ptx_flow *flow, enum shape shape,
		  struct ptx_operand *a, const struct space *space)
{
  struct ptx_operand *b = a->next;

  if (shape == SUM && integer_p (a))
    {
      struct ptx_operand *pointer = b;
      b = a;
      a = pointer;
    }
  if (shape == MULTIPLE)
    a = b->next;
  if (!points_to_p (a, space)
      || ((shape == SUM || shape == DIFFERENCE) && !integer_p (b))
      || (shape == CHOICE && !points_to_p (b, space)))
    return false;
  to_shadow (flow, a);
  if (shape == CHOICE)
    to_shadow (flow, b);
  return true;
}

/* The arithmetic of S on shadows in SPACE, or null.  What sets the carry flag
   cannot be done twice.  */

static struct ptx_statement *
same_arithmetic (struct ptx_flow *flow, const struct ptx_statement *s,
		 const struct space *space)
{
  enum shape shape = shapes[s->opcode->op];
  struct ptx_statement *copy;

  if (shape == NO_SHAPE || ptx_opcode_has_p (s->opcode, PTX_WORD_CC))
    return NULL;
  copy = ptx_copy_statement (s);
  if (!replace_pointers (flow, shape, copy->operands->next, space))
    return NULL;
  to_shadow (flow, copy->operands);
  return copy;
}

/* What writes the shadow of the register that S writes.  */

static struct ptx_statement *
shadow_definition (struct ptx_flow *flow, const struct ptx_statement *s)
{
  struct ptx_register *reg = s->operands->reg;
  const struct space *space = space_of (reg);
  struct ptx_statement *arithmetic = same_arithmetic (flow, s, space);
  struct ptx_operand *to, *from;

  if (arithmetic)
    return arithmetic;
  to = shadow_operand (flow, reg);
  if (s->opcode->op == PTX_OP_CVTA && s->opcode->words[0] == space->word)
    {
      to->next = ptx_copy_operands (s->operands->next);
      return ptx_instruction (s, ptx_opcode (PTX_OP_MOV,
					     PTX_WORDS (PTX_TYPE_U64)), to);
    }
  from = ptx_operand (PTX_NAME, reg->name, NULL);
  from->reg = reg;
  to->next = from;
  return ptx_instruction (s, ptx_opcode (PTX_OP_CVTA,
					 PTX_WORDS (PTX_WORD_TO, space->word,
						    PTX_TYPE_U64)), to);
}

/* Write all shadows, which asks for further ones, mostly of registers that are
   written earlier.  A mark says that the shadow of what a statement writes is
   written already.  */

static void
define_shadows (struct ptx_flow *flow)
{
  struct ptx_code *code = &flow->function->body;
  bool changed;

  do
    {
      changed = false;
      for (struct ptx_statement *s = code->last; s; s = s->previous)
	{
	  struct ptx_operand *to = ptx_result (s);

	  if (to && to->reg && to->reg->shadow && !s->mark)
	    {
	      s->mark = changed = true;
	      ptx_insert (code, s, shadow_definition (flow, s));
	    }
	}
    }
  while (changed);
}

/* --- Accesses ------------------------------------------------------------ */

/* True if OPCODE is a load or store of nothing but a type.  */

static bool
plain_p (const struct ptx_opcode *opcode)
{
  return ((opcode->op == PTX_OP_LD || opcode->op == PTX_OP_ST)
	  && opcode->n == (opcode->vector == 1 ? 1 : 2)
	  && opcode->type != PTX_NO_WORD);
}

/* The operand of S that is a generic address, or null.  Where the space would
   stand is not known of an opcode that is not.  */

static struct ptx_operand *
generic_address (const struct ptx_statement *s)
{
  struct ptx_operand *operand = s->operands;

  if (s->kind != PTX_INSTRUCTION || !s->opcode->known || s->opcode->space
      || !(s->opcode->flags & PTX_MEMORY))
    return NULL;
  while (operand && operand->kind != PTX_ADDRESS)
    operand = operand->next;
  return operand;
}

static bool
allowed_p (const struct space *space, const struct ptx_opcode *opcode)
{
  switch (space->use)
    {
    case ACCESSES:
      return true;
    case LOADS_AND_STORES:
      return plain_p (opcode);
    case LOADS:
      return plain_p (opcode) && opcode->op == PTX_OP_LD;
    case NOTHING:
      return false;
    }
  abort ();
}

/* OPCODE with the name of SPACE.  */

static const struct ptx_opcode *
spaced_opcode (const struct ptx_opcode *opcode, const struct space *space)
{
  size_t n = 0;

  assert (opcode->known && !opcode->space);
  while (ptx_word_flag_p (opcode->words[n], PTX_BEFORE_SPACE))
    n++;
  return ptx_opcode_insert (opcode, n, space->word);
}

static void
rewrite_access (struct ptx_flow *flow, struct ptx_statement *s)
{
  struct ptx_operand *base = ptx_base (generic_address (s));
  const struct space *space = base ? space_of (base->reg) : NULL;

  if (!space || !allowed_p (space, s->opcode))
    return;
  s->opcode = spaced_opcode (s->opcode, space);
  to_shadow (flow, base);
}

static void
clear_mark (struct ptx_flow *flow, struct ptx_statement *s)
{
  (void) flow;
  s->mark = false;
}

/* Equality of two addresses in one space can be tested on their shadows, and
   then a loop need not advance both.  Order cannot: at its ends a space may wrap
   around where generic addresses do not.  */

static void
rewrite_comparison (struct ptx_flow *flow, struct ptx_statement *s)
{
  struct ptx_operand *a, *b;
  const struct space *space;

  if (s->kind != PTX_INSTRUCTION || s->opcode->op != PTX_OP_SETP
      || (s->opcode->words[0] != PTX_WORD_EQ
	  && s->opcode->words[0] != PTX_WORD_NE))
    return;
  a = s->operands->next;
  b = a->next;
  space = a->reg ? space_of (a->reg) : NULL;
  if (!b->next && space && points_to_p (a, space) && points_to_p (b, space)
      && (a->reg->shadow || b->reg->shadow))
    {
      to_shadow (flow, a);
      to_shadow (flow, b);
    }
}

static void
rewrite (struct ptx_flow *flow,
	 void (*fn) (struct ptx_flow *, struct ptx_statement *))
{
  for (struct ptx_statement *s = flow->function->body.first; s; s = s->next)
    fn (flow, s);
}

void
ptx_infer_spaces (struct ptx_program *program)
{
  struct ptx_symbols symbols;
  struct ptx_flow *flows;

  ptx_find_symbols (&symbols, program);
  flows = ptx_find_values (&symbols);
  for (; flows; flows = flows->next)
    {
      rewrite (flows, clear_mark);
      rewrite (flows, rewrite_access);
      define_shadows (flows);
      rewrite (flows, rewrite_comparison);
      define_shadows (flows);
      ptx_free_registers (&flows->registers);
      map_free (&flows->parameters);
    }
  ptx_free_symbols (&symbols);
}
