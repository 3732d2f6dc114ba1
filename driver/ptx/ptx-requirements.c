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
   those of OP with WORD.  TARGET is the first that does (PTX ISA, "Target ISA
   Notes" of wmma.mma), and WHAT they are for.  */

static const struct need
{
  enum ptx_op op;
  enum ptx_word word;
  int target;
  const char *what;
} needs[] = {
  { PTX_OP_WMMA, PTX_WORD_M8N8K4, 80, "tensor cores of REAL(8)" },
  { PTX_OP_WMMA, PTX_WORD_M16N16K8, 80, "tensor cores of REAL(4)" },
};

enum { n_needs = sizeof needs / sizeof *needs };

bool
ptx_any_needs_p (const struct ptx_program *program)
{
  for (size_t i = 0; i < n_needs; i++)
    if (strstr (program->objects[0].text,
		ptx_format (".%s.", ptx_word_name (needs[i].word))))
      return true;
  return false;
}

/* What OPCODE needs that devices from TARGET on do not have, or null.  */

static const struct need *
missing (const struct ptx_opcode *opcode, int target)
{
  for (size_t i = 0; i < n_needs; i++)
    if (target < needs[i].target && opcode->op == needs[i].op
	&& ptx_opcode_has_p (opcode, needs[i].word))
      return &needs[i];
  return NULL;
}

/* Stop if OPCODE, in the function NAME, is none of devices from TARGET on.  */

static void
check_opcode (const struct ptx_opcode *opcode, const char *name, int target)
{
  const struct need *need = missing (opcode, target);

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
    if (s->kind == PTX_INSTRUCTION && missing (s->opcode, target))
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
	  check_opcode (i->opcode, s->function->name, program->target);
}
