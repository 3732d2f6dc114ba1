/* The virtual registers of a PTX function.
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

#include "ptx-registers.h"

#include <stdlib.h>
#include <string.h>

/* --- Types --------------------------------------------------------------- */

int
ptx_type_size (const char *type)
{
  return *type && strcmp (type, "pred") != 0 ? atoi (type + 1) / 8 : 0;
}

bool
ptx_float_type_p (const char *type)
{
  return *type == 'f';
}

/* --- Operands ------------------------------------------------------------ */

/* Instructions that write no register; of those with a period the parts count
   too.  */
static const char *const without_result[] = {
  "st", "red", "bra", "brx", "call", "ret", "exit", "trap", "brkpt", "membar",
  "fence", "bar.sync", "bar.arrive", "bar.warp", "barrier.sync",
  "barrier.arrive", "barrier.cta.sync", "barrier.cta.arrive", "prefetch",
  "prefetchu", "nanosleep", "pmevent", "discard", "wmma.store",
};

/* True if OPCODE begins with the parts of PREFIX.  */

static bool
opcode_begins_p (const char *opcode, const char *prefix)
{
  size_t n = strlen (prefix);

  return (strncmp (opcode, prefix, n) == 0
	  && (opcode[n] == '\0' || opcode[n] == '.'));
}

struct ptx_operand *
ptx_result (const struct ptx_statement *statement)
{
  if (statement->kind != PTX_INSTRUCTION)
    return NULL;
  for (size_t i = 0; i < sizeof without_result / sizeof *without_result; i++)
    if (opcode_begins_p (statement->text, without_result[i]))
      return NULL;
  return statement->operands;
}

struct ptx_operand *
ptx_base (struct ptx_operand *operand)
{
  while (operand
	 && (operand->kind == PTX_ADDRESS || operand->kind == PTX_SUM))
    operand = operand->inner;
  return operand && operand->reg ? operand : NULL;
}

/* --- Registers ----------------------------------------------------------- */

static void
declare (struct ptx_registers *registers, const struct ptx_statement *statement)
{
  const struct ptx_operand *last = statement->specifiers;

  while (last->next)
    last = last->next;
  for (struct ptx_declarator *d = statement->names; d; d = d->next)
    {
      void **place = map_place (&registers->map, d->name);
      struct ptx_register *reg = *place;

      if (reg)
	{
	  reg->ambiguous = true;
	  continue;
	}
      *place = reg = PTX_NEW (struct ptx_register);
      reg->name = d->name;
      reg->type = last->text + 1;
      reg->ambiguous = *d->dimensions != '\0';
      reg->next = registers->first;
      registers->first = reg;
    }
}

/* The name of a vector's element ends in .x or the like.  */

static void
resolve (struct ptx_operand *operand, void *data)
{
  struct ptx_registers *registers = data;
  const char *dot;

  if (operand->kind != PTX_NAME)
    return;
  dot = strchr (operand->text, '.');
  operand->reg = map_get (&registers->map,
			  dot ? ptx_strndup (operand->text, dot - operand->text)
			  : operand->text);
}

void
ptx_find_registers (struct ptx_registers *registers,
		    struct ptx_function *function)
{
  *registers = (struct ptx_registers) { 0 };
  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    if (s->kind == PTX_VARIABLE && ptx_specified_p (s->specifiers, ".reg"))
      declare (registers, s);
  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    ptx_walk_statement (s, resolve, registers);
}

void
ptx_free_registers (struct ptx_registers *registers)
{
  map_free (&registers->map);
}

/* --- Definitions -------------------------------------------------------- */

static void
note_definition (struct ptx_operand *operand, void *data)
{
  struct ptx_register *reg = operand->reg;

  if (!reg)
    return;
  reg->definition = reg->live ? NULL : data;
  reg->live = true;
}

void
ptx_find_definitions (struct ptx_function *function)
{
  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    {
      struct ptx_operand *result = ptx_result (s), *rest;

      if (!result)
	{
	  /* Calls write what is in their lists.  */
	  if (s->kind == PTX_INSTRUCTION
	      && ptx_opcode_part_p (s->text, 0, "call"))
	    {
	      ptx_walk_statement (s, note_definition, s);
	      ptx_walk_statement (s, note_definition, s);
	    }
	  continue;
	}
      rest = result->next;
      result->next = NULL;
      ptx_walk_operands (result, note_definition, s);
      result->next = rest;
    }
}
