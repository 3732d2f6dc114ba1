/* What instructions need of the device.
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

#include "ptx.h"

/* Instructions that the lowest device, and the assembler there, may not have:
   they begin with OPCODE and have PART behind it.  TARGET is the first that
   does (PTX ISA, "Target ISA Notes" of wmma.mma), and WHAT they are for.  */

static const struct need
{
  const char *opcode, *part;
  int target;
  const char *what;
} needs[] = {
  { "wmma.", ".m8n8k4.", 80, "tensor cores of REAL(8)" },
  { "wmma.", ".m16n16k8.", 80, "tensor cores of REAL(4)" },
};

enum { n_needs = sizeof needs / sizeof *needs };

bool
ptx_any_needs_p (const struct ptx_program *program)
{
  for (size_t i = 0; i < n_needs; i++)
    if (strstr (program->objects[0].text, needs[i].part))
      return true;
  return false;
}

/* What INSTRUCTION needs that devices from TARGET on do not have, or null.  */

static const struct need *
missing (const char *instruction, int target)
{
  for (size_t i = 0; i < n_needs; i++)
    if (target < needs[i].target
	&& starts_with (instruction, needs[i].opcode)
	&& strstr (instruction, needs[i].part))
      return &needs[i];
  return NULL;
}

/* Stop if INSTRUCTION, of the function NAME, is none of devices from TARGET
   on.  */

static void
check_instruction (const char *instruction, const char *name, int target)
{
  const struct need *need = missing (instruction, target);

  if (need)
    fatal ("%s: %s need compute capability %d.%d, and the program is for "
	   "%d.%d; compile with -gpu=cc%d", name, need->what,
	   need->target / 10, need->target % 10, target / 10, target % 10,
	   need->target);
}

bool
ptx_needs_met_p (const struct ptx_function *function, int target)
{
  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    if (s->kind == PTX_INSTRUCTION && missing (s->text, target))
      return false;
  return target >= PTX_CLUSTER_TARGET || !ptx_cluster_function_p (function);
}

void
ptx_check_needs (struct ptx_program *program)
{
  const struct ptx_code *code = program->objects[0].code;

  for (const struct ptx_statement *s = code->first; s; s = s->next)
    if (s->kind == PTX_FUNCTION && s->function->defined)
      for (struct ptx_statement *i = s->function->body.first; i; i = i->next)
	if (i->kind == PTX_INSTRUCTION)
	  check_instruction (i->text, s->function->name, program->target);
}
