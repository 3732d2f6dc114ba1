/* Instructions that are replaced by cheaper ones, one at a time.
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

#include "ptx-liveness.h"
#include "ptx-peepholes.h"

static const struct
{
  enum ptx_op op;
  ptx_peephole_fn *replace;
} peepholes[] = {
  { PTX_OP_DIV, ptx_make_reciprocal },
  { PTX_OP_DIV, ptx_divide_halves },
  { PTX_OP_REM, ptx_divide_halves },
  { PTX_OP_SETP, ptx_compare_truths },
  { PTX_OP_SETP, ptx_compare_bytes },
  { PTX_OP_SHL, ptx_widen_shift },
  { PTX_OP_MUL, ptx_widen_product },
  { PTX_OP_MAX, ptx_narrow_maximum },
};

struct ptx_statement *
ptx_source (const struct ptx_operand *operand)
{
  const struct ptx_register *reg = operand->reg;

  if (operand->kind != PTX_NAME || operand->element || !reg || reg->ambiguous
      || !reg->definition || reg->definition->guard
      || reg->definition->kind != PTX_INSTRUCTION)
    return NULL;
  return reg->definition;
}

const char *
ptx_peephole_register (struct ptx_peephole *peephole, enum ptx_word type)
{
  const char *name = ptx_format ("%%cheap%u", peephole->n++);

  ptx_insert (peephole->code, NULL, ptx_register_declaration (name, type));
  return name;
}

/* Mark the statements of FUNCTION between a label and a branch back to it.  */

static void
mark_loops (struct ptx_function *function)
{
  struct map labels = { 0 };

  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    {
      struct ptx_statement *label = NULL;

      s->mark = false;
      if (s->kind == PTX_LABEL)
	*map_place (&labels, s->text) = s;
      else if (s->kind == PTX_INSTRUCTION && s->opcode->op == PTX_OP_BRA)
	label = map_get (&labels, s->operands->text);
      for (struct ptx_statement *t = s; label && t != label; t = t->previous)
	t->mark = true;
    }
  map_free (&labels);
}

static void
look_at (struct ptx_peephole *peephole, struct ptx_statement *s)
{
  for (size_t i = 0; i < sizeof peepholes / sizeof *peepholes; i++)
    if (s->opcode->op == peepholes[i].op)
      peepholes[i].replace (peephole, s);
}

static void
look_at_function (struct ptx_function *function)
{
  struct ptx_peephole peephole = { &function->body, 0 };
  struct ptx_registers registers;

  ptx_find_registers (&registers, function);
  ptx_leave_inner_registers (function, &registers);
  ptx_find_sure_definitions (function, &registers);
  ptx_count_places (function);
  for (struct ptx_register *reg = registers.first; reg; reg = reg->next)
    reg->value = false;
  mark_loops (function);
  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    if (s->kind == PTX_INSTRUCTION)
      look_at (&peephole, s);
  ptx_free_registers (&registers);
}

void
ptx_replace_instructions (struct ptx_program *program)
{
  for (size_t i = 0; i < program->n; i++)
    for (struct ptx_statement *s = program->objects[i].code->first; s;
	 s = s->next)
      if (s->kind == PTX_FUNCTION && s->function->defined)
	look_at_function (s->function);
}
