/* Copies to shared memory that are waited for later.
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

/* The device library has instructions that devices from 8.0 on have:

     cp.async.ca.shared.global [TO], [FROM], BYTES;
     cp.async.commit_group;
     cp.async.wait_group N;

   In a program for others a copy becomes a load and a store, after which
   nothing is left to wait for.  */

enum { COPIES_TARGET = 80 };

#define COPY_OPCODE "cp.async."

bool
ptx_any_copies_p (const struct ptx_program *program)
{
  if (program->target >= COPIES_TARGET)
    return false;
  for (size_t i = 0; i < program->n; i++)
    if (strstr (program->objects[i].text, COPY_OPCODE))
      return true;
  return false;
}

/* The type of what S, a copy, has the number of bytes of.  */

static enum ptx_word
copied_type (const struct ptx_statement *s)
{
  long long bytes;

  if (!ptx_integer_p (s->operands->next->next, &bytes)
      || (bytes != 4 && bytes != 8))
    fatal ("%s: a copy of this size is not known", s->opcode->text);
  return ptx_type (PTX_BITS, bytes);
}

/* Insert behind S in CODE the instruction of OPCODE with operands A and B, of
   which copies are made.  */

static struct ptx_statement *
insert_access (struct ptx_code *code, struct ptx_statement *s,
	       const struct ptx_opcode *opcode, struct ptx_operand *a,
	       struct ptx_operand *b)
{
  struct ptx_operand *first = ptx_operand (a->kind, a->text, a->inner);
  struct ptx_statement *access;

  first->next = ptx_operand (b->kind, b->text, b->inner);
  access = ptx_instruction (s, opcode, first);
  ptx_insert (code, s, access);
  return access;
}

/* Replace S, a copy in CODE, by a load and a store through a register, the Nth
   of the module.  */

static void
copy_now (struct ptx_code *code, struct ptx_statement *s, unsigned n)
{
  const char *name = ptx_format ("%%gcuf_copy%u", n);
  enum ptx_word type = copied_type (s);
  struct ptx_operand *value = ptx_operand (PTX_NAME, name, NULL);
  struct ptx_operand *to = s->operands, *from = to->next;
  struct ptx_statement *load;

  ptx_insert (code, s->previous, ptx_register_declaration (name, type));
  load = insert_access (code, s,
			ptx_opcode (PTX_OP_LD,
				    PTX_WORDS (PTX_SPACE_GLOBAL, type)),
			value, from);
  insert_access (code, load,
		 ptx_opcode (PTX_OP_ST, PTX_WORDS (PTX_SPACE_SHARED, type)),
		 to, value);
}

static void
copy_in_function (struct ptx_code *code, unsigned *n)
{
  struct ptx_statement *next;

  for (struct ptx_statement *s = code->first; s; s = next)
    {
      next = s->next;
      if (s->kind != PTX_INSTRUCTION || s->opcode->op != PTX_OP_CP
	  || !ptx_opcode_has_p (s->opcode, PTX_WORD_ASYNC))
	continue;
      if (s->opcode->space)
	copy_now (code, s, (*n)++);
      ptx_remove (code, s);
    }
}

void
ptx_copy_now (struct ptx_program *program)
{
  unsigned n = 0;

  if (program->target >= COPIES_TARGET)
    return;
  for (size_t i = 0; i < program->n; i++)
    for (struct ptx_statement *s = program->objects[i].code->first; s;
	 s = s->next)
      if (s->kind == PTX_FUNCTION)
	copy_in_function (&s->function->body, &n);
}
