/* Comparisons of bytes.
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

/* GCC compares bytes as numbers of 16 bits, which take ptxas instructions to make.
   The registers that they were loaded to have 32 bits and can be compared.  */

/* How an operand of 16 bits is the lower half of one of 32.  */
struct whole
{
  const struct ptx_operand *operand; /* Of 32 bits, or null.  */
  bool with_sign, without;	/* Extended in this way, or in both.  */
};

/* True if OPERAND is a register of 32 bits with one definition.  */

static bool
word_p (const struct ptx_operand *operand)
{
  return ptx_source (operand) && ptx_type_size (operand->reg->type) == 4;
}

/* What LOAD extends a byte by, in *WHOLE.  */

static bool
loaded_byte (const struct ptx_statement *load, struct whole *whole)
{
  if (!load || load->opcode->op != PTX_OP_LD || load->opcode->vector != 1)
    return false;
  whole->with_sign = load->opcode->type == PTX_TYPE_S8;
  whole->without = load->opcode->type == PTX_TYPE_U8;
  return whole->with_sign || whole->without;
}

/* SOURCE extends a byte by its sign, to 16 bits.  Have that done to 32, by the
   load if it is for this alone.  */

static const struct ptx_operand *
extend (struct ptx_peephole *peephole, struct ptx_statement *source)
{
  struct ptx_operand *byte = source->operands->next;
  struct ptx_statement *load = ptx_source (byte);
  struct whole whole;

  if (loaded_byte (load, &whole) && whole.without && byte->reg->places == 2)
    load->opcode = ptx_opcode_replace (load->opcode, PTX_TYPE_U8, PTX_TYPE_S8);
  else if (!loaded_byte (load, &whole) || whole.without)
    {
      const char *name = ptx_peephole_register (peephole, PTX_TYPE_U32);

      ptx_insert (peephole->code, source,
		  ptx_instruction (NULL,
				   ptx_opcode (PTX_OP_CVT,
					       PTX_WORDS (PTX_TYPE_S32,
							  PTX_TYPE_S8)),
				   ptx_operands (ptx_name (name), byte, NULL)));
      return ptx_name (name);
    }
  return byte;
}

/* What OPERAND is the lower half of.  Nothing is changed yet: where it has to be
   extended, *SOURCE is the statement that does so.  */

static struct whole
find_whole (const struct ptx_operand *operand, struct ptx_statement **source)
{
  struct whole whole = { NULL, false, false };
  struct ptx_statement *s = ptx_source (operand);
  long long n;

  *source = NULL;
  if (ptx_integer_p (operand, &n))
    {
      whole.operand = operand;
      whole.with_sign = n >= INT16_MIN && n <= INT16_MAX;
      whole.without = n >= 0 && n <= UINT16_MAX;
    }
  else if (s && ptx_opcode_is_p (s->opcode, PTX_OP_CVT,
				 PTX_WORDS (PTX_TYPE_U16, PTX_TYPE_U32)))
    {
      if (word_p (s->operands->next)
	  && loaded_byte (ptx_source (s->operands->next), &whole))
	whole.operand = s->operands->next;
    }
  else if (s && ptx_opcode_is_p (s->opcode, PTX_OP_CVT,
				 PTX_WORDS (PTX_TYPE_S16, PTX_TYPE_S8))
	   && word_p (s->operands->next))
    {
      whole.operand = s->operands->next;
      whole.with_sign = true;
      *source = s;
    }
  return whole;
}

/* The word for the comparison of S, of 16 bits, and in *TYPE that of 32 bits for
   numbers that are extended by their signs, or are not if WITHOUT; PTX_NO_WORD if
   there is none.  */

static enum ptx_word
comparison (const struct ptx_statement *s, bool without, enum ptx_word *type)
{
  enum ptx_word word = s->opcode->words[0];

  if (s->opcode->n != 2 || s->operands->kind != PTX_NAME)
    return PTX_NO_WORD;
  *type = without ? PTX_TYPE_U32 : PTX_TYPE_S32;
  if (word == PTX_WORD_EQ || word == PTX_WORD_NE)
    return (s->opcode->type == PTX_TYPE_S16 || s->opcode->type == PTX_TYPE_U16
	    ? word : PTX_NO_WORD);
  return (s->opcode->type == (without ? PTX_TYPE_U16 : PTX_TYPE_S16)
	  ? word : PTX_NO_WORD);
}

void
ptx_compare_bytes (struct ptx_peephole *peephole, struct ptx_statement *s)
{
  struct ptx_operand *a = s->operands->next;
  struct ptx_statement *sources[2];
  struct whole first, second;
  enum ptx_word word, type;
  bool without;

  if (s->opcode->type != PTX_TYPE_S16 && s->opcode->type != PTX_TYPE_U16)
    return;
  first = find_whole (a, &sources[0]);
  second = find_whole (a->next, &sources[1]);
  if (!first.operand || !second.operand
      || (first.operand->kind == PTX_NUMBER
	  && second.operand->kind == PTX_NUMBER))
    return;
  without = first.without && second.without;
  if (!without && !(first.with_sign && second.with_sign))
    return;
  word = comparison (s, without, &type);
  if (word == PTX_NO_WORD)
    return;
  if (sources[0])
    first.operand = extend (peephole, sources[0]);
  if (sources[1])
    second.operand = extend (peephole, sources[1]);
  s->opcode = ptx_opcode (PTX_OP_SETP, PTX_WORDS (word, type));
  s->operands->next = ptx_operands (first.operand, second.operand, NULL);
}
