/* Constant variables.
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

#include "gcuf-names.h"
#include "ptx.h"

/* Since GCC 15 the accelerator compiler puts nothing into constant memory.  For
   a variable that belongs there there is another one, whose name is the
   variable's after this prefix: it says so, and is dropped here.  Others say it by
   the beginning of their names.  */
#define MARK GCUF_NAME_CONSTANT

bool
ptx_any_constant_p (const struct ptx_program *program)
{
  return (strstr (program->objects[0].text, MARK)
	  || strstr (program->objects[0].text, GCUF_NAME_READ_ONLY));
}

/* True if OPERAND or one of those after it names a variable of CONSTANTS.  */

static bool
named_p (const struct ptx_operand *operand, const struct map *constants)
{
  for (; operand; operand = operand->next)
    if ((operand->kind == PTX_NAME && map_get (constants, operand->text))
	|| named_p (operand->inner, constants))
      return true;
  return false;
}

/* Let what CODE does with CONSTANTS be done in constant memory.  */

static void
place_constants (struct ptx_code *code, const struct map *constants)
{
  for (struct ptx_statement *s = code->first; s; s = s->next)
    switch (s->kind)
      {
      case PTX_VARIABLE:
	if (map_get (constants, s->names->name))
	  ptx_replace_specifier (s->specifiers, PTX_SPACE_GLOBAL,
				 PTX_SPACE_CONST);
	break;
      case PTX_INSTRUCTION:
	if (named_p (s->operands, constants))
	  s->opcode = ptx_opcode_replace (s->opcode, PTX_SPACE_GLOBAL,
					  PTX_SPACE_CONST);
	break;
      case PTX_FUNCTION:
	place_constants (&s->function->body, constants);
	break;
      default:
	break;
      }
}

void
ptx_place_constants (struct ptx_program *program)
{
  struct ptx_code *code = program->objects[0].code;
  struct strings names = { 0 };
  struct map constants = { 0 };

  ptx_take_marks (&names, code, MARK);
  for (struct ptx_statement *s = code->first; s; s = s->next)
    if (s->kind == PTX_VARIABLE
	&& starts_with (s->names->name, GCUF_NAME_READ_ONLY))
      strings_push (&names, s->names->name);
  for (size_t i = 0; i < names.n; i++)
    *map_place (&constants, names.data[i]) = code;
  place_constants (code, &constants);
  map_free (&constants);
}
