/* The alignment of constants in PTX.
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

#include "ptx-ir.h"
#include "support.h"

/* GCC copies a short character constant by words, although it has declared it
   with the alignment of a character: `character(4) :: c; c = "mm"' loads 32 bits
   of such a one.  A device takes no word from where it is not aligned.  So a
   constant of bytes begins where the largest word does that it can hold.  */

/* What GCC calls constants that have no name.  */
#define CONSTANT_PREFIX "$LC"

enum { WORD = 8 };

/* The alignment of BYTES bytes.  */

static size_t
alignment_for (size_t bytes)
{
  size_t align = 1;

  while (align < WORD && 2 * align <= bytes)
    align *= 2;
  return align;
}

/* Whether S declares one constant of bytes.  */

static bool
bytes_p (const struct ptx_statement *s)
{
  return (s->kind == PTX_VARIABLE && s->names && !s->names->next
	  && starts_with (s->names->name, CONSTANT_PREFIX)
	  && s->names->dimensions[0] == '['
	  && ptx_type_size (ptx_specified_type (s->specifiers)) == 1);
}

void
ptx_align_constants (struct ptx_program *program)
{
  for (size_t i = 0; i < program->n; i++)
    for (struct ptx_statement *s = program->objects[i].code->first; s;
	 s = s->next)
      {
	struct ptx_operand *align;
	size_t bytes;

	if (!bytes_p (s) || !(align = ptx_alignment (s->specifiers)))
	  continue;
	bytes = strtoul (s->names->dimensions + 1, NULL, 10);
	if (strtoul (align->text, NULL, 10) < alignment_for (bytes))
	  align->text = format_string ("%zu", alignment_for (bytes));
      }
}
