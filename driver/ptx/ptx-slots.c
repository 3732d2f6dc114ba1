/* Local arrays as registers, in PTX.
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
#include <string.h>

#include "ptx-registers.h"

/* GCC makes registers of a local array's elements before it unrolls the last
   loops over them.  Ptxas does the same later, but leaves an array in memory that
   a loop stores to.  So here an array all of whose elements have constant
   addresses becomes registers, one for each element, if these are not too
   many.  */
enum { MOST_WORDS = 96 };

/* An element.  */
struct slot
{
  long long offset;
  int size;
  const char *name;		/* Of its register.  */
  struct slot *next;
};

struct array
{
  const char *name;
  struct slot *slots;
  int words;			/* In all of them.  */
};

/* --- Addresses ----------------------------------------------------------- */

/* Chains of copies and additions of constants are not longer.  */
enum { MOST_STEPS = 8 };

/* True if OPERAND, a name, is an address in ARRAY, at *OFFSET.  */

static bool
address_p (const struct array *array, const struct ptx_operand *operand,
	   long long *offset)
{
  long long step;

  *offset = 0;
  for (int i = 0; i < MOST_STEPS; i++)
    {
      if (operand->kind == PTX_SUM)
	{
	  *offset += strtoll (operand->text, NULL, 0);
	  operand = operand->inner;
	}
      if (operand->kind != PTX_NAME || operand->element)
	return false;
      if (!operand->reg)
	return strcmp (operand->text, array->name) == 0;
      if (operand->reg->ambiguous || !operand->reg->definition)
	return false;
      operand = ptx_copied_address (operand->reg->definition, &step);
      if (!operand)
	return false;
      *offset += step;
    }
  return false;
}

/* How often operands are such addresses.  */
struct count
{
  const struct array *array;
  size_t n;
};

static void
count_address (struct ptx_operand *operand, void *data)
{
  struct count *count = data;
  long long offset;

  if (operand->kind == PTX_NAME && address_p (count->array, operand, &offset))
    count->n++;
}

static size_t
count_addresses (const struct array *array, struct ptx_statement *s)
{
  struct count count = { array, 0 };

  ptx_walk_statement (s, count_address, &count);
  return count.n;
}

/* True if S does nothing but compute one, which nothing else is computed to, or
   the generic address, which is not used.  */

static bool
computes_address_p (const struct array *array, const struct ptx_statement *s)
{
  long long offset;
  const struct ptx_operand *from = ptx_copied_address (s, &offset);
  bool generic = !from && s->kind == PTX_INSTRUCTION && !s->guard
		 && s->opcode->op == PTX_OP_CVTA;
  const struct ptx_register *result;

  if (generic)
    from = s->operands->next;
  if (!from)
    return false;
  result = s->operands->reg;
  return (result && !result->ambiguous && result->definition == s
	  && (!generic || result->places == 1)
	  && address_p (array, from, &offset));
}

/* --- Accesses ------------------------------------------------------------ */

/* The operand of S, a load or a store of the array's, that is loaded or stored;
   that which is the address.  */

static struct ptx_operand *
value_of (const struct ptx_statement *s)
{
  return s->opcode->op == PTX_OP_LD ? s->operands : s->operands->next;
}

static struct ptx_operand *
address_of (const struct ptx_statement *s)
{
  return s->opcode->op == PTX_OP_LD ? s->operands->next : s->operands;
}

/* True if VALUE can be what an instruction of OPCODE loads or stores: a register or
   a constant of its size, or an integer register of 64 bits for one of 32, which
   a load extends.  */

static bool
value_p (const struct ptx_operand *value, const struct ptx_opcode *opcode)
{
  int size = ptx_type_size (opcode->type), whole;

  if (value->kind != PTX_NAME)
    return value->kind == PTX_NUMBER;
  if (!value->reg || value->element)
    return false;
  whole = ptx_type_size (value->reg->type);
  return (whole == size
	  || (whole == 8 && size == 4 && !ptx_float_type_p (opcode->type)
	      && !ptx_float_type_p (value->reg->type)));
}

/* True if S loads or stores a register, or a constant, at *OFFSET in ARRAY and
   nothing else in it has to do with that.  */

static bool
access_p (const struct array *array, struct ptx_statement *s,
	  long long *offset)
{
  const struct ptx_opcode *opcode = s->opcode;
  int size;

  if (s->kind != PTX_INSTRUCTION
      || (opcode->op != PTX_OP_LD && opcode->op != PTX_OP_ST)
      || !opcode->known || opcode->space != PTX_SPACE_LOCAL
      || opcode->vector != 1 || ptx_opcode_has_p (opcode, PTX_WORD_VOLATILE))
    return false;
  size = ptx_type_size (opcode->type);
  return ((size == 4 || size == 8)
	  && value_p (value_of (s), opcode)
	  && address_of (s)->kind == PTX_ADDRESS
	  && address_p (array, address_of (s)->inner, offset)
	  && count_addresses (array, s) == 1);
}

static struct slot *
find_slot (const struct array *array, long long offset)
{
  struct slot *slot = array->slots;

  while (slot && slot->offset != offset)
    slot = slot->next;
  return slot;
}

/* Let ARRAY have an element of SIZE bytes at OFFSET.  Return false if it has
   others that overlap with that.  */

static bool
add_slot (struct array *array, long long offset, int size)
{
  struct slot *slot;

  for (slot = array->slots; slot; slot = slot->next)
    if (slot->offset < offset + size && offset < slot->offset + slot->size)
      return slot->offset == offset && slot->size == size;
  slot = PTX_NEW (struct slot);
  *slot = (struct slot) {
    .offset = offset, .size = size, .next = array->slots,
    .name = ptx_format ("%%%s_%lld", (array->name
				      + (*array->name == '%')), offset)
  };
  array->slots = slot;
  array->words += size / 4;
  return array->words <= MOST_WORDS;
}

/* Find the elements of ARRAY, of FUNCTION; false if they cannot be
   registers.  */

static bool
find_slots (struct array *array, const struct ptx_function *function)
{
  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    {
      long long offset;

      if (access_p (array, s, &offset))
	{
	  if (offset < 0
	      || !add_slot (array, offset, ptx_type_size (s->opcode->type)))
	    return false;
	}
      else if (!computes_address_p (array, s)
	       && count_addresses (array, s) > 0)
	return false;
    }
  return array->slots;
}

/* What copies between the register that S, an access, loads or stores and that of an
   element.  */

static const struct ptx_opcode *
copy_for (const struct ptx_statement *s)
{
  const struct ptx_operand *value = value_of (s);
  int size = ptx_type_size (s->opcode->type);

  if (value->kind == PTX_NUMBER || ptx_type_size (value->reg->type) == size)
    return ptx_opcode (PTX_OP_MOV, PTX_WORDS (ptx_type (PTX_BITS, size)));
  if (s->opcode->op == PTX_OP_ST)
    return ptx_opcode (PTX_OP_CVT, PTX_WORDS (PTX_TYPE_U32, PTX_TYPE_U64));
  return (s->opcode->type == PTX_TYPE_S32
	  ? ptx_opcode (PTX_OP_CVT, PTX_WORDS (PTX_TYPE_S64, PTX_TYPE_S32))
	  : ptx_opcode (PTX_OP_CVT, PTX_WORDS (PTX_TYPE_U64, PTX_TYPE_U32)));
}

/* --- Replacing ----------------------------------------------------------- */

/* Copy to the register of SLOT, or from it, in place of S.  */

static void
replace_access (struct ptx_code *code, struct ptx_statement *s,
		const struct slot *slot)
{
  struct ptx_operand *name = ptx_operand (PTX_NAME, slot->name, NULL);
  const struct ptx_opcode *copy = copy_for (s);
  struct ptx_operand *value = value_of (s), *operands;
  bool load = s->opcode->op == PTX_OP_LD;

  value->next = NULL;
  operands = load ? value : name;
  operands->next = load ? name : value;
  ptx_insert (code, s, ptx_instruction (s, copy, operands));
  ptx_remove (code, s);
}

/* Let the elements of ARRAY, which DECLARATION declares, be registers.  What
   computes its addresses goes, the last first: definitions come before.  */

static void
use_registers (const struct array *array, struct ptx_function *function,
	       struct ptx_statement *declaration)
{
  struct ptx_code *code = &function->body;

  for (struct ptx_statement *s = code->first, *next; s; s = next)
    {
      long long offset;

      next = s->next;
      if (access_p (array, s, &offset))
	replace_access (code, s, find_slot (array, offset));
    }
  for (struct ptx_statement *s = code->first, *next; s; s = next)
    {
      next = s->next;
      if (computes_address_p (array, s))
	ptx_remove (code, s);
    }
  for (const struct slot *slot = array->slots; slot; slot = slot->next)
    ptx_insert (code, declaration,
		ptx_register_declaration (slot->name,
					  ptx_type (PTX_BITS, slot->size)));
  ptx_remove (code, declaration);
}

static void
place_arrays (struct ptx_function *function)
{
  struct ptx_registers registers;

  ptx_find_registers (&registers, function);
  ptx_find_definitions (function);
  ptx_count_places (function);
  for (struct ptx_statement *s = function->body.first, *next; s; s = next)
    {
      next = s->next;
      if (ptx_variable_in_p (s, PTX_SPACE_LOCAL) && !s->names->next)
	{
	  struct array array = { .name = s->names->name };

	  if (find_slots (&array, function))
	    use_registers (&array, function, s);
	}
    }
  ptx_free_registers (&registers);
}

void
ptx_place_arrays (struct ptx_program *program)
{
  for (size_t i = 0; i < program->n; i++)
    for (struct ptx_statement *s = program->objects[i].code->first; s;
	 s = s->next)
      if (s->kind == PTX_FUNCTION && s->function->defined)
	place_arrays (s->function);
}
