/* Managed variables.
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

/* The accelerator compiler knows nothing of managed memory.  For a managed
   variable there is another one, whose name is the variable's after this
   prefix: it says so, and is dropped here.  */
#define MARK GCUF_NAME_MANAGED

bool
ptx_any_managed_p (const struct ptx_program *program)
{
  return strstr (program->objects[0].text, MARK) != NULL;
}

/* Give the definition of NAME in CODE the attribute.  */

static void
declare_managed (struct ptx_code *code, const char *name)
{
  for (struct ptx_statement *s = code->first; s; s = s->next)
    {
      struct ptx_operand *space;

      if (s->kind != PTX_VARIABLE || strcmp (s->names->name, name) != 0)
	continue;
      space = ptx_find_specifier (s->specifiers, PTX_SPACE_GLOBAL);
      if (space)
	{
	  struct ptx_operand *attribute = ptx_specifier (PTX_WORD_MANAGED);

	  attribute->next = space->next;
	  space->next = attribute;
	}
    }
}

void
ptx_declare_managed (struct ptx_program *program)
{
  struct ptx_code *code = program->objects[0].code;
  struct strings names = { 0 };

  ptx_take_marks (&names, code, MARK);
  for (size_t i = 0; i < names.n; i++)
    declare_managed (code, names.data[i]);
}
