/* What registers of a function are sums of.
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

#include "ptx-affine.h"

#include "ptx.h"
#include "support.h"

/* --- Sums ---------------------------------------------------------------- */

const struct ptx_sum ptx_unknown_sum = { .n = -1 };

static struct ptx_sum
constant_sum (uint64_t constant)
{
  return (struct ptx_sum) { .constant = constant };
}

/* Add FACTOR times REG to TO.  */

void
ptx_add_term (struct ptx_sum *to, struct ptx_register *reg, uint64_t factor)
{
  int i, j;

  for (i = 0; i < to->n && to->terms[i].reg < reg; i++)
    ;
  if (i < to->n && to->terms[i].reg == reg)
    {
      to->terms[i].factor += factor;
      if (to->terms[i].factor)
	return;
      to->n--;
      for (; i < to->n; i++)
	to->terms[i] = to->terms[i + 1];
      return;
    }
  if (to->n == PTX_MOST_TERMS)
    {
      *to = ptx_unknown_sum;
      return;
    }
  for (j = to->n++; j > i; j--)
    to->terms[j] = to->terms[j - 1];
  to->terms[i] = (struct ptx_term) { reg, factor };
}

/* REG itself.  */

struct ptx_sum
ptx_register_sum (struct ptx_register *reg)
{
  struct ptx_sum sum = constant_sum (0);

  ptx_add_term (&sum, reg, 1);
  return sum;
}

/* A plus FACTOR times B.  */

struct ptx_sum
ptx_add_sums (struct ptx_sum a, const struct ptx_sum *b, uint64_t factor)
{
  if (a.n < 0 || b->n < 0)
    return ptx_unknown_sum;
  for (int i = 0; i < b->n && a.n >= 0; i++)
    if (b->terms[i].factor * factor != 0)
      ptx_add_term (&a, b->terms[i].reg, b->terms[i].factor * factor);
  a.constant += b->constant * factor;
  a.global |= b->global;
  return a;
}

/* True if SUM has a multiple of REG.  */

bool
ptx_has_term_p (const struct ptx_sum *sum, const struct ptx_register *reg)
{
  for (int i = 0; i < sum->n; i++)
    if (sum->terms[i].reg == reg)
      return true;
  return false;
}

/* True if A and B differ by a constant.  */

bool
ptx_same_terms_p (const struct ptx_sum *a, const struct ptx_sum *b)
{
  if (a->n != b->n || a->n <= 0 || a->global != b->global)
    return false;
  for (int i = 0; i < a->n; i++)
    if (a->terms[i].reg != b->terms[i].reg
	|| a->terms[i].factor != b->terms[i].factor)
      return false;
  return true;
}

/* --- What instructions compute ------------------------------------------- */

/* True if REG can be in sums although it has several definitions.  */

bool
ptx_rewritten_p (const struct ptx_register *reg)
{
  return (!reg->definition && !reg->ambiguous && reg->live
	  && ptx_type_size (reg->type) == 8 && !ptx_float_type_p (reg->type));
}

static struct ptx_sum
sum_of_register (const struct ptx_knowledge *knowledge,
		 struct ptx_register *reg)
{
  if (reg->value)
    return knowledge->known[reg->value - 1].sum;
  return ptx_rewritten_p (reg) ? ptx_register_sum (reg) : ptx_unknown_sum;
}

static struct ptx_sum
sum_of_operand (const struct ptx_knowledge *knowledge,
		const struct ptx_operand *operand)
{
  long long number;

  if (!operand)
    return ptx_unknown_sum;
  if (ptx_integer_p (operand, &number))
    return constant_sum (number);
  if (operand->kind != PTX_NAME || operand->element || !operand->reg)
    return ptx_unknown_sum;
  return sum_of_register (knowledge, operand->reg);
}

/* A times what B is, if that is a constant.  */

static struct ptx_sum
product (struct ptx_sum a, const struct ptx_sum *b)
{
  if (b->n != 0)
    return ptx_unknown_sum;
  return ptx_add_sums (constant_sum (0), &a, b->constant);
}

/* A times B, one of which has to be a constant.  */

static struct ptx_sum
multiple (struct ptx_sum a, struct ptx_sum b)
{
  return a.n == 0 ? product (b, &a) : product (a, &b);
}

/* A multiplied by 2 as often as B, a constant, says.  */

static struct ptx_sum
shifted (struct ptx_sum a, struct ptx_sum b)
{
  if (b.n != 0 || b.constant > 63)
    return ptx_unknown_sum;
  b.constant = (uint64_t) 1 << b.constant;
  return product (a, &b);
}

/* The address A of another space, which TO_GLOBAL says, if it is a global one:
   these are the same numbers.  */

static struct ptx_sum
converted (const struct ptx_opcode *opcode, struct ptx_sum a)
{
  if (opcode->space != PTX_SPACE_GLOBAL)
    return ptx_unknown_sum;
  a.global = ptx_opcode_has_p (opcode, PTX_WORD_TO);
  return a;
}

/* True if S is of 64 bits, and of nothing else but the lower half of a
   product.  */

bool
ptx_plain_p (const struct ptx_statement *s)
{
  const struct ptx_opcode *opcode = s->opcode;

  for (size_t i = 0; i < opcode->n; i++)
    switch (opcode->words[i])
      {
      case PTX_WORD_LO:
      case PTX_WORD_TO:
      case PTX_SPACE_GLOBAL:
      case PTX_TYPE_U64:
      case PTX_TYPE_S64:
      case PTX_TYPE_B64:
	break;
      default:
	return false;
      }
  return true;
}

/* --- Numbers of 32 bits -------------------------------------------------- */

/* What a number of 32 bits is a sum of is known of what it is with 64.  */

/* Numbers up to this, and a constant up to it, have a sum of 32 bits.  */
enum { MOST_NUMBER = (1 << 30) - 1 };

/* True if REG cannot be above MOST_NUMBER, nor below the negative of one
   more.  */

static bool
small_p (const struct ptx_register *reg)
{
  const struct ptx_statement *s = reg->definition;
  const struct ptx_operand *first;
  long long n;

  if (!s || reg->ambiguous || s->kind != PTX_INSTRUCTION || s->guard)
    return false;
  first = s->operands->next;
  switch (s->opcode->op)
    {
    case PTX_OP_SHR:
      /* One bit less of a number with a sign, or two of one without.  */
      return (ptx_integer_p (first->next, &n) && n < 32
	      && n >= (s->opcode->type == PTX_TYPE_S32 ? 1 : 2));

    case PTX_OP_AND:
      return ptx_integer_p (first->next, &n) && n >= 0 && n <= MOST_NUMBER;

    case PTX_OP_MOV:
      /* Threads of a block, and in one.  */
      return (first->kind == PTX_NAME
	      && (starts_with (first->text, "%tid.")
		  || starts_with (first->text, "%ntid.")));

    default:
      return false;
    }
}

/* What OPERAND, of 32 bits, is when it is extended.  */

static struct ptx_sum
extended (const struct ptx_knowledge *knowledge,
	  const struct ptx_operand *operand)
{
  const struct ptx_register *reg = operand->reg;

  return (operand->kind == PTX_NAME && !operand->element && reg && reg->value
	  && ptx_type_size (reg->type) == 4
	  ? knowledge->known[reg->value - 1].sum : ptx_unknown_sum);
}

/* What S, of 32 bits, computes, as long as the sum does not overflow.  */

static struct ptx_sum
narrow_computed (const struct ptx_knowledge *knowledge,
		 const struct ptx_statement *s)
{
  const struct ptx_operand *first = s->operands->next;
  long long n;

  if ((s->opcode->op != PTX_OP_ADD && s->opcode->op != PTX_OP_SUB)
      || s->opcode->n != 1 || first->kind != PTX_NAME || !first->reg
      || !small_p (first->reg) || !ptx_integer_p (first->next, &n)
      || n < -MOST_NUMBER || n > MOST_NUMBER)
    return ptx_unknown_sum;
  return ptx_add_sums (extended (knowledge, first),
	      &(struct ptx_sum) { .constant = n },
	      s->opcode->op == PTX_OP_ADD ? 1 : -1);
}

/* True if S extends a number of 32 bits; and if it is the product of such and
   another one, by OP with something added or not.  */

static bool
extension_p (const struct ptx_statement *s)
{
  return ptx_opcode_is_p (s->opcode, PTX_OP_CVT,
			  PTX_WORDS (PTX_TYPE_S64, PTX_TYPE_S32));
}

static bool
wide_product_p (const struct ptx_statement *s, enum ptx_op op)
{
  long long n;

  return (ptx_opcode_is_p (s->opcode, op,
			   PTX_WORDS (PTX_WORD_WIDE, PTX_TYPE_S32))
	  && (!ptx_integer_p (s->operands->next->next, &n)
	      || n <= INT32_MAX));
}

/* What S computes.  */

struct ptx_sum
ptx_computed_sum (const struct ptx_knowledge *knowledge,
		  const struct ptx_statement *s)
{
  const struct ptx_operand *first = s->operands->next;
  const struct ptx_operand *second = first ? first->next : NULL;
  const struct ptx_operand *third = second ? second->next : NULL;
  struct ptx_sum a, b, c;

  if (extension_p (s))
    return extended (knowledge, first);
  if (wide_product_p (s, PTX_OP_MUL))
    return multiple (extended (knowledge, first),
		     sum_of_operand (knowledge, second));
  if (wide_product_p (s, PTX_OP_MAD))
    {
      c = sum_of_operand (knowledge, third);
      return ptx_add_sums (multiple (extended (knowledge, first),
				     sum_of_operand (knowledge, second)),
			   &c, 1);
    }
  if (ptx_type_size (s->opcode->type) == 4)
    return narrow_computed (knowledge, s);
  if (!ptx_plain_p (s))
    return ptx_unknown_sum;
  a = sum_of_operand (knowledge, first);
  b = sum_of_operand (knowledge, second);
  c = sum_of_operand (knowledge, third);
  switch (s->opcode->op)
    {
    case PTX_OP_MOV:
      return a;
    case PTX_OP_CVTA:
      return converted (s->opcode, a);
    case PTX_OP_ADD:
      return ptx_add_sums (a, &b, 1);
    case PTX_OP_SUB:
      return ptx_add_sums (a, &b, -1);
    case PTX_OP_NEG:
      return ptx_add_sums (constant_sum (0), &a, -1);
    case PTX_OP_SHL:
      return shifted (a, b);
    case PTX_OP_MUL:
      return multiple (a, b);
    case PTX_OP_MAD:
      return ptx_add_sums (multiple (a, b), &c, 1);
    default:
      return ptx_unknown_sum;
    }
}

