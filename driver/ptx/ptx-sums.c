/* Sums of three integers.
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

/* GCC makes sums of three integers instructions for video, as

     vadd.u32.u32.u32.add %r1,%r2,%r3,%r4;

   which no device since compute capability 5.0 has: ptxas makes three
   instructions of one.  Of two sums it makes one.  */

/* What the first two operands of S are to be taken for, PTX_OP_ADD or
   PTX_OP_SUB; PTX_OP_UNKNOWN if S is no such sum.  */

static enum ptx_op
first_operation (const struct ptx_statement *s)
{
  const enum ptx_word *words
    = PTX_WORDS (PTX_TYPE_U32, PTX_TYPE_U32, PTX_TYPE_U32, PTX_WORD_ADD);

  if (s->kind != PTX_INSTRUCTION || ptx_count_operands (s->operands) != 4)
    return PTX_OP_UNKNOWN;
  if (ptx_opcode_is_p (s->opcode, PTX_OP_VADD, words))
    return PTX_OP_ADD;
  if (ptx_opcode_is_p (s->opcode, PTX_OP_VSUB, words))
    return PTX_OP_SUB;
  return PTX_OP_UNKNOWN;
}

/* Replace S, of CODE, by OP and a sum, with a register that has NUMBER.  */

static void
split (struct ptx_code *code, struct ptx_statement *s, enum ptx_op op,
       unsigned number)
{
  const enum ptx_word *words = PTX_WORDS (PTX_TYPE_U32);
  const char *name = ptx_format ("%%part%u", number);
  struct ptx_operand *result = s->operands, *first = result->next;
  struct ptx_operand *last = first->next->next;
  struct ptx_operand *part = ptx_operand (PTX_NAME, name, NULL);

  part->next = first;
  first->next->next = NULL;
  ptx_insert (code, NULL, ptx_register_declaration (name, PTX_TYPE_U32));
  ptx_insert (code, s->previous,
	      ptx_instruction (s, ptx_opcode (op, words), part));
  result->next = ptx_operand (PTX_NAME, name, NULL);
  result->next->next = last;
  ptx_insert (code, s,
	      ptx_instruction (s, ptx_opcode (PTX_OP_ADD, words), result));
  ptx_remove (code, s);
}

static void
split_sums (struct ptx_function *function)
{
  unsigned n = 0;

  for (struct ptx_statement *s = function->body.first, *next; s; s = next)
    {
      enum ptx_op op = first_operation (s);

      next = s->next;
      if (op != PTX_OP_UNKNOWN)
	split (&function->body, s, op, n++);
    }
}

void
ptx_split_sums (struct ptx_program *program)
{
  for (size_t i = 0; i < program->n; i++)
    for (struct ptx_statement *s = program->objects[i].code->first; s;
	 s = s->next)
      if (s->kind == PTX_FUNCTION && s->function->defined)
	split_sums (s->function);
}
