/* PTX passes: what GCC 12 writes for half precision and PTX does not take.
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


#include <stdlib.h>
#include <string.h>

#include "ptx.h"

/* PTX has no literals of type f16.  GCC 12 writes them all the same, into fma
   and setp: as if they were of type f64, with the bits of the number in the
   last four digits and whatever in the others.  Here each becomes a register.

   Nor does it write in which space a variable is that it loads or stores by
   name, and then PTX takes it for generic, which a constant is not.  */

enum { LITERAL_LENGTH = 2 + 16, HALF_DIGITS = 4 };

static bool
half_literal_p (const struct ptx_operand *operand)
{
  return (operand->kind == PTX_NUMBER && operand->word == PTX_TYPE_F64
	  && strlen (operand->text) == LITERAL_LENGTH);
}

/* Let OPERAND of the instruction S in CODE name a register that holds it, the
   Nth of the module.  */

static void
load_literal (struct ptx_code *code, struct ptx_statement *s,
	      struct ptx_operand *operand, unsigned n)
{
  const char *name = ptx_format ("%%gcuf_half%u", n);
  const char *bits = operand->text + strlen (operand->text) - HALF_DIGITS;
  struct ptx_operand *to = ptx_operand (PTX_NAME, name, NULL);
  struct ptx_statement *move;

  to->next = ptx_operand (PTX_NUMBER, ptx_format ("0x%s", bits), NULL);
  move = ptx_instruction (s, ptx_opcode (PTX_OP_MOV, PTX_WORDS (PTX_TYPE_B16)),
			  to);
  ptx_insert (code, s->previous, move);
  ptx_insert (code, move->previous,
	      ptx_register_declaration (name, PTX_TYPE_B16));
  operand->kind = PTX_NAME;
  operand->word = PTX_NO_WORD;
  operand->text = name;
}

/* The space of the variable NAME of MODULE, or PTX_NO_WORD.  */

static enum ptx_word
variable_space (const struct ptx_code *module, const char *name)
{
  static const enum ptx_word spaces[]
    = { PTX_SPACE_GLOBAL, PTX_SPACE_CONST, PTX_SPACE_SHARED };

  for (const struct ptx_statement *s = module->first; s; s = s->next)
    if (s->kind == PTX_VARIABLE && strcmp (s->names->name, name) == 0)
      for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
	if (ptx_specified_p (s->specifiers, spaces[i]))
	  return spaces[i];
  return PTX_NO_WORD;
}

/* Complete the instruction S if it is a load or store of a variable of MODULE
   by name.  */

static void
complete_access (const struct ptx_code *module, struct ptx_statement *s)
{
  const struct ptx_operand *address = s->operands;
  enum ptx_word space;

  if (ptx_opcode_is_p (s->opcode, PTX_OP_LD, PTX_WORDS (PTX_TYPE_B16)))
    address = address->next;
  else if (!ptx_opcode_is_p (s->opcode, PTX_OP_ST, PTX_WORDS (PTX_TYPE_B16)))
    return;
  while (address->kind == PTX_ADDRESS || address->kind == PTX_SUM)
    address = address->inner;
  space = variable_space (module, address->text);
  if (space)
    s->opcode = ptx_opcode_insert (s->opcode, 0, space);
}

static void
repair (const struct ptx_code *module, struct ptx_code *code, unsigned *n)
{
  for (struct ptx_statement *s = code->first; s; s = s->next)
    if (s->kind == PTX_INSTRUCTION)
      {
	complete_access (module, s);
	if (s->opcode->type == PTX_TYPE_F16)
	  for (struct ptx_operand *o = s->operands; o; o = o->next)
	    if (half_literal_p (o))
	      load_literal (code, s, o, (*n)++);
      }
}

bool
ptx_any_half_p (const struct ptx_program *program)
{
  for (size_t i = 0; i < program->n; i++)
    if (strstr (program->objects[i].text, ".f16"))
      return true;
  return false;
}

void
ptx_repair_half (struct ptx_program *program)
{
  unsigned n = 0;

  if (!ptx_any_half_p (program))
    return;
  for (size_t i = 0; i < program->n; i++)
    {
      const struct ptx_code *module = program->objects[i].code;

      for (struct ptx_statement *s = module->first; s; s = s->next)
	if (s->kind == PTX_FUNCTION)
	  repair (module, &s->function->body, &n);
    }
}
