/* Operands of inline assembly whose registers have another type.
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
#include "ptx-registers.h"

/* Where GCC knows a value as an integer and inline assembly wants a number of
   floating point, or the other way round, GCC names the register that it has:
   to GCC the bits are the same.  PTX tells registers of the two apart, in most
   instructions, and wants all elements of a vector to be of one kind.  Here
   each operand that is of the wrong kind gets a register of its own, to or from
   which its bits are moved.  */

/* The kind of TYPE where registers of 4 and 8 bytes are told apart, as integers
   and as numbers of floating point; PTX_NO_KIND for others.  */

static enum ptx_type_kind
kind_of_type (enum ptx_word type)
{
  int size = ptx_type_size (type);
  enum ptx_type_kind kind = ptx_type_kind (type);

  return ((size == 4 || size == 8)
	  && (kind == PTX_INTEGERS || kind == PTX_FLOATS) ? kind : PTX_NO_KIND);
}

/* The kind of OPERAND and, if it is a register, its SIZE; the size of numbers,
   which have what the instruction wants, is zero.  In a register bits are an
   integer.  */

static enum ptx_type_kind
kind_of_operand (const struct ptx_operand *operand, int *size)
{
  *size = 0;
  if (operand->kind == PTX_NUMBER)
    return operand->word == PTX_NO_WORD ? PTX_INTEGERS : PTX_FLOATS;
  if (operand->kind != PTX_NAME || !operand->reg || operand->reg->ambiguous)
    return PTX_NO_KIND;
  *size = ptx_type_size (operand->reg->type);
  if (*size != 4 && *size != 8)
    return PTX_NO_KIND;
  return (ptx_type_kind (operand->reg->type) == PTX_FLOATS
	  ? PTX_FLOATS : PTX_INTEGERS);
}

/* What is being repaired.  */
struct repair
{
  struct ptx_code *code;
  struct ptx_statement *statement;
  struct ptx_statement *after;	/* Results are moved after this.  */
  unsigned *n;			/* Registers so far; or null, and then nothing is
				   changed...  */
  bool wrong;			/* ... but this set if something should be.  */
};

/* Declare the register NAME of KIND and SIZE bytes before R's statement.  */

static void
declare (struct repair *r, const char *name, enum ptx_type_kind kind, int size)
{
  enum ptx_word type = ptx_type (kind == PTX_FLOATS ? PTX_FLOATS : PTX_BITS,
				 size);

  ptx_insert (r->code, r->statement->previous,
	      ptx_register_declaration (name, type));
}

/* Give OPERAND of R's statement, the RESULT or not, a register of KIND and SIZE
   bytes.  */

static void
replace_operand (struct repair *r, struct ptx_operand *operand, bool result,
		 enum ptx_type_kind kind, int size)
{
  struct ptx_operand *a, *b;
  struct ptx_statement *move;
  const char *name;

  r->wrong = true;
  if (!r->n)
    return;
  name = ptx_format ("%%gcuf_bits%u", (*r->n)++);
  declare (r, name, kind, size);
  a = ptx_operand (PTX_NAME, name, NULL);
  b = ptx_operand (operand->kind, operand->text, NULL);
  b->word = operand->word;
  if (result)
    b->next = a;
  else
    a->next = b;
  move = ptx_instruction (r->statement,
			  ptx_opcode (PTX_OP_MOV,
				      PTX_WORDS (ptx_type (PTX_BITS, size))),
			  result ? b : a);
  if (result)
    {
      ptx_insert (r->code, r->after, move);
      r->after = move;
    }
  else
    ptx_insert (r->code, r->statement->previous, move);
  operand->kind = PTX_NAME;
  operand->text = name;
  operand->word = PTX_NO_WORD;
  operand->reg = NULL;
}

/* Let OPERAND, if it is a register or number of another kind than TYPE, be one
   of that.  */

static void
repair_scalar (struct repair *r, struct ptx_operand *operand, bool result,
	       enum ptx_word type)
{
  enum ptx_type_kind wanted = kind_of_type (type), kind;
  int size;

  kind = kind_of_operand (operand, &size);
  if (size == ptx_type_size (type) && kind != PTX_NO_KIND
      && wanted != PTX_NO_KIND && kind != wanted)
    replace_operand (r, operand, result, wanted, size);
}

/* The same for the elements of VECTOR.  Where TYPE, which is that of all
   together in a mov, says nothing they become integers if they differ.  */

static void
repair_vector (struct repair *r, struct ptx_operand *vector, bool result,
	       enum ptx_word type)
{
  bool move = r->statement->opcode->op == PTX_OP_MOV;
  enum ptx_type_kind wanted = kind_of_type (type), first = PTX_NO_KIND, kind;
  bool differ = false;
  int size = 0, n;

  for (struct ptx_operand *o = vector->inner; o; o = o->next)
    {
      kind = kind_of_operand (o, &n);
      if (kind == PTX_NO_KIND || (n && size && n != size))
	return;
      size = n ? n : size;
      differ |= first != PTX_NO_KIND && kind != first;
      first = kind;
    }
  if (move || wanted == PTX_NO_KIND)
    {
      if (!differ)
	return;
      wanted = PTX_INTEGERS;
    }
  if (size == 0 || (!move && size != ptx_type_size (type)))
    return;
  for (struct ptx_operand *o = vector->inner; o; o = o->next)
    if (kind_of_operand (o, &n) != wanted)
      replace_operand (r, o, result, wanted, size);
}

/* Let OPERAND, an address or an operand of an instruction on integers, be no
   number of floating point.  */

static void
repair_number (struct repair *r, struct ptx_operand *operand, bool result)
{
  int size;

  while (operand->kind == PTX_ADDRESS || operand->kind == PTX_SUM)
    operand = operand->inner;
  if (kind_of_operand (operand, &size) == PTX_FLOATS && size)
    replace_operand (r, operand, result, PTX_INTEGERS, size);
}

/* Repair the instruction S of CODE, whose registers are known.  N counts the
   new ones; null is for finding out if something has to be done, which is the
   result.  Where the type is one of bits any register will do, except in
   vectors.  */

static bool
repair_statement (struct ptx_code *code, struct ptx_statement *s, unsigned *n)
{
  const struct ptx_opcode *opcode = s->opcode;
  const struct ptx_operand *first = ptx_result (s);
  struct repair r = { code, s, s, n, false };

  if (opcode->types == PTX_TYPES_ANY)
    return false;
  for (struct ptx_operand *o = s->operands; o; o = o->next)
    {
      bool result = o == first;
      enum ptx_word type = (result && opcode->types == PTX_TYPES_LAST_TWO
			    ? opcode->first_type : opcode->type);

      if (opcode->types == PTX_TYPES_NUMBERS || o->kind == PTX_ADDRESS)
	repair_number (&r, o, result);
      else if (o->kind == PTX_VECTOR)
	repair_vector (&r, o, result, type);
      else if (o->kind == PTX_NAME)
	repair_scalar (&r, o, result, type);
    }
  return r.wrong;
}

bool
ptx_types_agree_p (struct ptx_statement *s)
{
  return !repair_statement (NULL, s, NULL);
}

bool
ptx_any_assembly_p (const struct ptx_program *program)
{
  for (size_t i = 0; i < program->n; i++)
    if (strstr (program->objects[i].text, "// #APP"))
      return true;
  return false;
}

void
ptx_repair_types (struct ptx_program *program)
{
  unsigned n = 0;

  for (size_t i = 0; i < program->n; i++)
    for (struct ptx_statement *s = program->objects[i].code->first; s;
	 s = s->next)
      if (s->kind == PTX_FUNCTION && s->function->defined)
	{
	  struct ptx_registers registers;

	  ptx_find_registers (&registers, s->function);
	  for (struct ptx_statement *i = s->function->body.first, *next; i;
	       i = next)
	    {
	      next = i->next;
	      if (i->kind == PTX_INSTRUCTION)
		repair_statement (&s->function->body, i, &n);
	    }
	  ptx_free_registers (&registers);
	}
}
