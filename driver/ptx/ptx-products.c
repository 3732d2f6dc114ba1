/* Products of numbers of 32 bits that have 64.
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

#include <stdint.h>

#include "ptx-peepholes.h"

/* GCC extends an index to 64 bits and then multiplies it by the size of an
   element.  Of that and the sum with an address ptxas makes three
   instructions, but one if the product is mul.wide, of the index itself.  */

/* gfortran clamps extents and sizes of arrays to zero when they have 64
   bits.  An extent of 32 takes one instruction for that instead of four.  A
   size is that of the dimensions before, which is not negative, times an
   extent, and does not overflow: it is clamped if the extent is.  */

/* True if S, the product of INDEX and a constant, may be one instruction.
   The sum takes the address of an array from a register then, to which it
   has to be loaded first.  So this is for loops, which do that once, and for
   indices that are loaded themselves, which takes longer.  */

static bool
gainful_p (const struct ptx_statement *s, const struct ptx_operand *index)
{
  const struct ptx_statement *source = ptx_source (index);

  return s->mark || (source && source->opcode->op == PTX_OP_LD
		     && !ptx_opcode_has_p (source->opcode, PTX_SPACE_PARAM));
}

/* An index is looked for in so many statements before its use.  */
enum { MOST_STATEMENTS = 32 };

static void
note_register (struct ptx_operand *operand, void *data)
{
  const struct ptx_register **reg = data;

  if (operand->reg == *reg)
    *reg = NULL;
}

/* True if REG has the same value at S as at FROM, which computes an operand of
   it.  */

static bool
unchanged_p (const struct ptx_register *reg, const struct ptx_statement *from,
	     struct ptx_statement *s)
{
  if (!reg || reg->ambiguous)
    return false;
  if (reg->definition)
    return true;
  for (int i = 0; i < MOST_STATEMENTS; i++)
    {
      struct ptx_operand *result;

      s = s->previous;
      if (!s || s == from)
	return s != NULL;
      if (s->kind == PTX_LABEL)
	return false;
      if (s->kind != PTX_INSTRUCTION)
	continue;
      result = ptx_result (s);
      if (s->opcode->op == PTX_OP_CALL)
	return false;
      if (result)
	{
	  struct ptx_operand *rest = result->next;

	  result->next = NULL;
	  ptx_walk_operands (result, note_register, &reg);
	  result->next = rest;
	  if (!reg)
	    return false;
	}
    }
  return false;
}

/* The number of 32 bits that OPERAND of S is, with 64: PTX_TYPE_S32 or
   PTX_TYPE_U32 in *TYPE; null if it is no such, or may have changed since.  */

static struct ptx_operand *
narrow (struct ptx_operand *operand, struct ptx_statement *s,
	enum ptx_word *type)
{
  const struct ptx_statement *source = ptx_source (operand);
  struct ptx_operand *number;

  if (!source)
    return NULL;
  if (ptx_opcode_is_p (source->opcode, PTX_OP_CVT,
		       PTX_WORDS (PTX_TYPE_S64, PTX_TYPE_S32)))
    *type = PTX_TYPE_S32;
  else if (ptx_opcode_is_p (source->opcode, PTX_OP_CVT,
			    PTX_WORDS (PTX_TYPE_U64, PTX_TYPE_U32)))
    *type = PTX_TYPE_U32;
  else
    return NULL;
  number = source->operands->next;
  if (number->kind != PTX_NAME || number->element || !number->reg
      || ptx_type_size (number->reg->type) != 4
      || !unchanged_p (number->reg, source, s))
    return NULL;
  return number;
}

/* True if OPERAND is known not to be negative.  */

static bool
not_negative_p (const struct ptx_operand *operand)
{
  return (operand->kind == PTX_NAME && !operand->element && operand->reg
	  && !operand->reg->ambiguous && operand->reg->value);
}

/* Let S be the product of A and B, of TYPE.  */

static void
multiply (struct ptx_statement *s, const struct ptx_operand *a,
	  const struct ptx_operand *b, enum ptx_word type)
{
  s->opcode = ptx_opcode (PTX_OP_MUL, PTX_WORDS (PTX_WORD_WIDE, type));
  s->operands->next = ptx_operands (a, b, NULL);
}

void
ptx_widen_shift (struct ptx_peephole *peephole, struct ptx_statement *s)
{
  struct ptx_operand *count = s->operands->next->next, *number;
  enum ptx_word type;
  long long bits;

  (void) peephole;
  if (!ptx_opcode_is_p (s->opcode, PTX_OP_SHL, PTX_WORDS (PTX_TYPE_B64))
      || !ptx_integer_p (count, &bits) || bits < 1 || bits > 30)
    return;
  number = narrow (s->operands->next, s, &type);
  if (number && gainful_p (s, number))
    multiply (s, number,
	      ptx_operand (PTX_NUMBER, ptx_format ("%d", 1 << bits), NULL),
	      type);
}

/* True if S is a product of 64 bits; *WIDE says if its factors have 32.  */

static bool
product_p (const struct ptx_statement *s, bool *wide)
{
  *wide = ptx_opcode_is_p (s->opcode, PTX_OP_MUL,
			   PTX_WORDS (PTX_WORD_WIDE, PTX_TYPE_S32));
  return (*wide
	  || ptx_opcode_is_p (s->opcode, PTX_OP_MUL,
			      PTX_WORDS (PTX_WORD_LO, PTX_TYPE_U64))
	  || ptx_opcode_is_p (s->opcode, PTX_OP_MUL,
			      PTX_WORDS (PTX_WORD_LO, PTX_TYPE_S64)));
}

void
ptx_widen_product (struct ptx_peephole *peephole, struct ptx_statement *s)
{
  struct ptx_operand *first = s->operands->next, *second = first->next;
  enum ptx_word type, other;
  bool wide;
  long long n;

  (void) peephole;
  if (!product_p (s, &wide) || wide)
    return;
  first = narrow (first, s, &type);
  if (!first)
    return;
  if (ptx_integer_p (second, &n))
    {
      if (n < (type == PTX_TYPE_S32 ? INT32_MIN : 0) || n > INT32_MAX
	  || !gainful_p (s, first))
	return;
    }
  else
    {
      second = narrow (second, s, &other);
      if (!second)
	return;
      if (other != type)
	{
	  if (!not_negative_p (type == PTX_TYPE_U32 ? first : second))
	    return;
	  type = PTX_TYPE_S32;
	}
    }
  multiply (s, first, second, type);
}

/* A new register of TYPE that is not negative, which the instruction of
   OPCODE computes of A and, unless that is null, B before S.  */

static struct ptx_operand *
append (struct ptx_peephole *peephole, struct ptx_statement *s,
	enum ptx_word type, const struct ptx_opcode *opcode,
	const struct ptx_operand *a, const struct ptx_operand *b)
{
  struct ptx_register *reg = PTX_NEW (struct ptx_register);
  struct ptx_operand *result;

  reg->type = type;
  reg->name = ptx_peephole_register (peephole, type);
  reg->value = true;
  result = ptx_operand (PTX_NAME, reg->name, NULL);
  result->reg = reg;
  reg->definition
    = ptx_instruction (NULL, opcode, ptx_operands (result, a, b, NULL));
  ptx_insert (peephole->code, s->previous, reg->definition);
  return ptx_operands (result, NULL);
}

/* S is the maximum with zero of the product of SIZE, which is not negative,
   and EXTENT, of 32 bits: let it be that of SIZE and the maximum.  */

static void
clamp_extent (struct ptx_peephole *peephole, struct ptx_statement *s,
	      struct ptx_operand *size, const struct ptx_operand *extent)
{
  struct ptx_operand *clamped
    = append (peephole, s, PTX_TYPE_U32,
	      ptx_opcode (PTX_OP_MAX, PTX_WORDS (PTX_TYPE_S32)), extent,
	      s->operands->next->next);
  enum ptx_word type;
  const struct ptx_operand *narrowed
    = ptx_type_size (size->reg->type) == 4 ? size : narrow (size, s, &type);

  if (narrowed)
    {
      multiply (s, narrowed, clamped, PTX_TYPE_S32);
      return;
    }
  clamped = append (peephole, s, PTX_TYPE_U64,
		    ptx_opcode (PTX_OP_CVT,
				PTX_WORDS (PTX_TYPE_U64, PTX_TYPE_U32)),
		    clamped, NULL);
  s->opcode = ptx_opcode (PTX_OP_MUL, PTX_WORDS (PTX_WORD_LO, PTX_TYPE_U64));
  s->operands->next = ptx_operands (size, clamped, NULL);
}

/* The extent that FACTOR of PRODUCT is, of 32 bits, if S can have it, too;
   or null.  WIDE: FACTOR has 32 bits.  */

static struct ptx_operand *
find_extent (struct ptx_operand *factor, bool wide,
	     const struct ptx_statement *product, struct ptx_statement *s)
{
  enum ptx_word type;
  struct ptx_operand *extent;

  if (wide)
    return (factor->kind == PTX_NAME && !factor->element
	    && unchanged_p (factor->reg, product, s) ? factor : NULL);
  extent = narrow (factor, s, &type);
  return extent && type == PTX_TYPE_S32 ? extent : NULL;
}

/* If S, which is a maximum with zero, is that of a product of a size and an
   extent of 32 bits, do as clamp_extent does.  */

static void
clamp_product (struct ptx_peephole *peephole, struct ptx_statement *s)
{
  const struct ptx_statement *product = ptx_source (s->operands->next);
  bool wide;

  if (!product || !product_p (product, &wide))
    return;
  for (int i = 0; i < 2; i++)
    {
      struct ptx_operand *first = product->operands->next;
      struct ptx_operand *size = i == 0 ? first : first->next;
      struct ptx_operand *extent
	= find_extent (i == 0 ? first->next : first, wide, product, s);

      if (extent && not_negative_p (size)
	  && unchanged_p (size->reg, product, s))
	{
	  clamp_extent (peephole, s, ptx_operands (size, NULL),
			ptx_operands (extent, NULL));
	  return;
	}
    }
}

void
ptx_narrow_maximum (struct ptx_peephole *peephole, struct ptx_statement *s)
{
  struct ptx_operand *result = s->operands, *number = result->next, *extent;
  enum ptx_word type;
  long long least;

  if (!ptx_opcode_is_p (s->opcode, PTX_OP_MAX, PTX_WORDS (PTX_TYPE_S64))
      || !ptx_integer_p (number->next, &least) || least != 0)
    return;
  if (result->kind == PTX_NAME && !result->element && result->reg
      && result->reg->definition == s)
    result->reg->value = true;
  extent = narrow (number, s, &type);
  if (!extent)
    clamp_product (peephole, s);
  else if (type == PTX_TYPE_S32)
    {
      number = append (peephole, s, PTX_TYPE_U32,
		       ptx_opcode (PTX_OP_MAX, PTX_WORDS (PTX_TYPE_S32)),
		       extent, number->next);
      s->opcode = ptx_opcode (PTX_OP_CVT,
			      PTX_WORDS (PTX_TYPE_U64, PTX_TYPE_U32));
      s->operands->next = number;
    }
}
