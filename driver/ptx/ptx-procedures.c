/* Procedures that device code calls and another library has.
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

#include "gcuf-names.h"
#include "ptx-symbols.h"

/* The runtime gives the driver's linker the texts of those libraries together
   with the program's (ptx-exports.c).  */

/* Variables of a module, which all its texts share: those that the runtime sets
   by their names, and what a kernel tells procedures.  */
static const char *const common_variables[]
  = { GCUF_NAME_OUTPUT, GCUF_NAME_RECORD, GCUF_NAME_SHARED_TOPS };

bool
ptx_common_variable_p (const struct ptx_statement *s)
{
  const size_t n = sizeof common_variables / sizeof *common_variables;

  for (size_t i = 0; i < n && s->kind == PTX_VARIABLE; i++)
    if (strcmp (s->names->name, common_variables[i]) == 0)
      return true;
  return false;
}

const char *
ptx_host_name (const char *prefix, const char *name)
{
  char *result = format_string ("%s%s", prefix, name);

  for (char *p = result; (p = strchr (p, '$')); )
    *p = '.';
  return result;
}

bool
ptx_declared_p (const struct ptx_program *program, const char *name)
{
  for (size_t i = 0; i < program->n; i++)
    for (const struct ptx_statement *s = program->objects[i].code->first; s;
	 s = s->next)
      {
	const char *declared = ptx_declared_name (s);

	if (declared && strcmp (declared, name) == 0)
	  return true;
      }
  return false;
}

/* --- The program --------------------------------------------------------- */

bool
ptx_any_procedures_p (const struct ptx_program *program)
{
  return program->procedures.n != 0;
}

/* Let the values of DECLARATIONS, parameters or results of a function by nvcc,
   be bits, as nvcc has them: the linker compares the two.  */

static void
declare_bits (struct ptx_code *declarations)
{
  for (struct ptx_statement *s = declarations->first; s; s = s->next)
    {
      enum ptx_word type = ptx_specified_type (s->specifiers);
      int size = ptx_type_size (type);

      if (size == 4 || size == 8)
	ptx_replace_specifier (s->specifiers, type,
			       size == 4 ? PTX_TYPE_B32 : PTX_TYPE_B64);
    }
}

static void
declare_nvcc_functions (struct ptx_program *program)
{
  for (struct ptx_statement *s = program->objects[0].code->first; s;
       s = s->next)
    if (s->kind == PTX_FUNCTION
	&& strings_have (&program->nvcc_functions, s->function->name))
      {
	declare_bits (&s->function->results);
	declare_bits (&s->function->parameters);
      }
}

void
ptx_settle_procedures (struct ptx_program *program)
{
  struct strings kept = { 0 };

  for (size_t i = 0; i < program->procedures.n; i++)
    if (ptx_declared_p (program, program->procedures.data[i]))
      strings_push (&kept, program->procedures.data[i]);
  program->procedures = kept;
  declare_nvcc_functions (program);
  if (program->host)
    return;
  for (struct ptx_statement *s = program->objects[0].code->first; s;
       s = s->next)
    if (kept.n && ptx_common_variable_p (s)
	&& !ptx_specified_p (s->specifiers, PTX_WORD_EXTERN))
      ptx_set_linkage (s, PTX_WORD_VISIBLE);
}
