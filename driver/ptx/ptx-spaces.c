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

#include <string.h>

#include "ptx-spaces.h"

/* GCC's accesses are generic: the GPU finds out for each address which memory
   it is in.  Where the address is known to be in one space, the access gets a
   register of its own, a shadow, with the address in that space.  Wherever the
   generic register is written its shadow is written behind: by the same
   arithmetic on other shadows, or by a conversion.  The generic registers stay
   as they are; those that nothing uses any more are another pass's affair.  */

/* The spaces, the registers' values that lie in them, and how their shadows are
   named.  */
static const struct space
{
  const char *name;
  enum ptx_value pointer;
  const char *suffix;
  bool atomic;			/* All operations may name it, not only plain
				   loads and stores...  */
  bool stores;			/* ... or loads alone.  */
} spaces[] = {
  { "global", PTX_GLOBAL, "$global", true, true },
  { "shared", PTX_SHARED, "$shared", true, true },
  { "const", PTX_CONSTANT, "$const", false, false },
  { "local", PTX_LOCAL, "$local", false, true },
};

static const struct space *
space_of_value (unsigned value)
{
  if (value == PTX_MAYBE_GLOBAL)
    value = PTX_GLOBAL;
  for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
    if (spaces[i].pointer == value)
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
  struct ptx_statement *declaration;

  if (reg->shadow)
    return reg->shadow;
  reg->shadow = PTX_NEW (struct ptx_register);
  reg->shadow->name = ptx_format ("%s%s", reg->name, space_of (reg)->suffix);
  reg->shadow->type = "u64";

  declaration = PTX_NEW (struct ptx_statement);
  declaration->kind = PTX_VARIABLE;
  declaration->specifiers = ptx_operand (PTX_NAME, ".reg", NULL);
  declaration->specifiers->next = ptx_operand (PTX_NAME, ".u64", NULL);
  declaration->names = PTX_NEW (struct ptx_declarator);
  declaration->names->name = reg->shadow->name;
  declaration->names->dimensions = "";
  ptx_insert (&flow->function->body, NULL, declaration);
  return reg->shadow;
}

/* Let OPERAND, the name of a register, name its shadow.  */

static void
to_shadow (struct ptx_flow *flow, struct ptx_operand *operand)
{
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
  return (operand->kind == PTX_NAME && !strchr (operand->text, '.')
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
  COPY,				/* of a pointer  */
  SUM,				/* of a pointer and an integer, in any order  */
  DIFFERENCE,			/* of a pointer and an integer  */
  CHOICE,			/* of two pointers  */
  MULTIPLE			/* of integers, plus a pointer  */
};

static const struct
{
  const char *opcode;
  enum shape shape;
} shapes[] = {
  { "mov", COPY }, { "add", SUM }, { "sub", DIFFERENCE }, { "selp", CHOICE },
  { "mad", MULTIPLE },
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
  struct ptx_statement *copy;

  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
    if (ptx_opcode_part_p (s->text, 0, shapes[i].opcode)
	&& !ptx_opcode_has_p (s->text, "cc"))
      {
	copy = ptx_copy_statement (s);
	if (!replace_pointers (flow, shapes[i].shape, copy->operands->next,
			       space))
	  return NULL;
	to_shadow (flow, copy->operands);
	return copy;
      }
  return NULL;
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
  if (ptx_opcode_part_p (s->text, 0, "cvta")
      && ptx_opcode_part_p (s->text, 1, space->name))
    {
      to->next = ptx_copy_operands (s->operands->next);
      return ptx_instruction (s, "mov.u64", to);
    }
  from = ptx_operand (PTX_NAME, reg->name, NULL);
  from->reg = reg;
  to->next = from;
  return ptx_instruction (s, ptx_format ("cvta.to.%s.u64", space->name), to);
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

/* Parts of an opcode that stand before the state space.  */
static const char *const early_parts[] = {
  "weak", "volatile", "relaxed", "acquire", "release", "acq_rel", "sc", "cta",
  "cluster", "gpu", "sys",
};

static bool
early_part_p (const char *opcode, int n)
{
  for (size_t i = 0; i < sizeof early_parts / sizeof *early_parts; i++)
    if (ptx_opcode_part_p (opcode, n, early_parts[i]))
      return true;
  return false;
}

static bool
vector_part_p (const char *opcode, int n)
{
  return (ptx_opcode_part_p (opcode, n, "v2")
	  || ptx_opcode_part_p (opcode, n, "v4"));
}

/* True if OPCODE is a load or store of nothing but a type.  */

static bool
plain_p (const char *opcode)
{
  int type = vector_part_p (opcode, 1) ? 2 : 1;

  return (ptx_opcode_part (opcode, type, NULL) >= 0
	  && ptx_opcode_part (opcode, type + 1, NULL) < 0);
}

/* True if OPCODE names a state space already.  */

static bool
spaced_p (const char *opcode)
{
  static const char *const names[]
    = { "global", "shared", "const", "local", "param" };
  const char *part;
  int n;

  for (int i = 1; (n = ptx_opcode_part (opcode, i, &part)) >= 0; i++)
    for (size_t j = 0; j < sizeof names / sizeof *names; j++)
      if (strncmp (part, names[j], strlen (names[j])) == 0)
	return true;
  return false;
}

/* The operand of S that is a generic address, or null.  */

static struct ptx_operand *
generic_address (const struct ptx_statement *s)
{
  static const char *const opcodes[] = { "ld", "st", "atom", "red" };
  struct ptx_operand *operand = s->operands;

  if (s->kind != PTX_INSTRUCTION || spaced_p (s->text))
    return NULL;
  for (size_t i = 0; i < sizeof opcodes / sizeof *opcodes; i++)
    if (ptx_opcode_part_p (s->text, 0, opcodes[i]))
      {
	while (operand && operand->kind != PTX_ADDRESS)
	  operand = operand->next;
	return operand;
      }
  return NULL;
}

static bool
allowed_p (const struct space *space, const char *opcode)
{
  if (space->atomic)
    return true;
  return (plain_p (opcode)
	  && (ptx_opcode_part_p (opcode, 0, "ld")
	      || (space->stores && ptx_opcode_part_p (opcode, 0, "st"))));
}

/* OPCODE with the name of SPACE.  */

static const char *
spaced_opcode (const char *opcode, const struct space *space)
{
  const char *rest;
  int n = 1;

  while (early_part_p (opcode, n))
    n++;
  ptx_opcode_part (opcode, n, &rest);
  return ptx_format ("%.*s%s.%s", (int) (rest - opcode), opcode, space->name,
		     rest);
}

static void
rewrite_access (struct ptx_flow *flow, struct ptx_statement *s)
{
  struct ptx_operand *base = ptx_base (generic_address (s));
  const struct space *space = base ? space_of (base->reg) : NULL;

  if (!space || !allowed_p (space, s->text))
    return;
  s->text = spaced_opcode (s->text, space);
  to_shadow (flow, base);
}

static void
clear_mark (struct ptx_flow *flow, struct ptx_statement *s)
{
  (void) flow;
  s->mark = false;
}

/* Whether two addresses in one space are equal their shadows say as well, and
   then a loop need not advance both.  Which is less they do not: at its ends a
   space may wrap around where generic addresses do not.  */

static void
rewrite_comparison (struct ptx_flow *flow, struct ptx_statement *s)
{
  struct ptx_operand *a, *b;
  const struct space *space;

  if (s->kind != PTX_INSTRUCTION || !ptx_opcode_part_p (s->text, 0, "setp")
      || (!ptx_opcode_part_p (s->text, 1, "eq")
	  && !ptx_opcode_part_p (s->text, 1, "ne")))
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
