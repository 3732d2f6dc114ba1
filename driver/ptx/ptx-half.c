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

#define LITERAL "0d"
#define LITERAL_DIGITS 16
#define HALF_DIGITS 4

static bool
half_literal_p (const struct ptx_operand *operand)
{
  return (operand->kind == PTX_NUMBER
	  && strncmp (operand->text, LITERAL, strlen (LITERAL)) == 0
	  && strlen (operand->text) == strlen (LITERAL) + LITERAL_DIGITS);
}

/* A declaration of the register NAME.  */

static struct ptx_statement *
declaration (const char *name)
{
  struct ptx_statement *s = PTX_NEW (struct ptx_statement);

  s->kind = PTX_VARIABLE;
  s->specifiers = ptx_operand (PTX_NAME, ".reg", NULL);
  s->specifiers->next = ptx_operand (PTX_NAME, ".b16", NULL);
  s->names = PTX_NEW (struct ptx_declarator);
  s->names->name = name;
  s->names->dimensions = "";
  return s;
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
  move = ptx_instruction (s, "mov.b16", to);
  ptx_insert (code, s->previous, move);
  ptx_insert (code, move->previous, declaration (name));
  operand->kind = PTX_NAME;
  operand->text = name;
}

/* The space of the variable NAME of MODULE, or null.  */

static const char *
variable_space (const struct ptx_code *module, const char *name)
{
  static const char *const spaces[] = { ".global", ".const", ".shared" };

  for (const struct ptx_statement *s = module->first; s; s = s->next)
    if (s->kind == PTX_VARIABLE && strcmp (s->names->name, name) == 0)
      for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
	if (ptx_specified_p (s->specifiers, spaces[i]))
	  return spaces[i];
  return NULL;
}

/* Complete the instruction S if it is a load or store of a variable of MODULE
   by name.  */

static void
complete_access (const struct ptx_code *module, struct ptx_statement *s)
{
  const struct ptx_operand *address = s->operands;
  const char *space;

  if (strcmp (s->text, "ld.b16") == 0)
    address = address->next;
  else if (strcmp (s->text, "st.b16") != 0)
    return;
  while (address->kind == PTX_ADDRESS || address->kind == PTX_SUM)
    address = address->inner;
  space = variable_space (module, address->text);
  if (space)
    s->text = ptx_format ("%.2s%s.b16", s->text, space);
}

static void
repair (const struct ptx_code *module, struct ptx_code *code, unsigned *n)
{
  for (struct ptx_statement *s = code->first; s; s = s->next)
    if (s->kind == PTX_INSTRUCTION)
      {
	complete_access (module, s);
	if (strcmp (ptx_opcode_type (s->text), "f16") == 0)
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

  for (size_t i = 0; i < program->n; i++)
    {
      const struct ptx_code *module = program->objects[i].code;

      for (struct ptx_statement *s = module->first; s; s = s->next)
	if (s->kind == PTX_FUNCTION)
	  repair (module, &s->function->body, &n);
    }
}
