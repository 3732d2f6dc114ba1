/* Divisions of 64 bits whose numbers have 32.
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

#include "ptx-peepholes.h"

/* Quotients of 64 bits are a function of ptxas's, of some seventy instructions, three
   times as many as one of 32 bits takes.  Programs compute indices in 64 bits so that
   they never overflow, and most do not need these bits.  So the upper halves are
   looked at first:

	or.b64 bits,a,b;
	shr.u64 upper,bits,32;
	setp.ne.u64 long,upper,0;
	@long bra other;
	cvt.u32.u64 x,a;
	cvt.u32.u64 y,b;
	div.u32 z,x,y;
	cvt.u64.u32 q,z;
	bra behind;
     other:
	div.s64 q,a,b;
     behind:  */

/* Before S: the instruction of OPCODE that computes RESULT of A and, unless it is
   null, B.  */

static void
insert (struct ptx_peephole *peephole, struct ptx_statement *s,
	const struct ptx_opcode *opcode, const char *result,
	const struct ptx_operand *a, const struct ptx_operand *b)
{
  ptx_insert (peephole->code, s->previous,
	      ptx_instruction (NULL, opcode,
			       ptx_operands (ptx_name (result), a, b, NULL)));
}

/* A new register with the lower half of OPERAND, before S.  */

static const char *
lower_half (struct ptx_peephole *peephole, struct ptx_statement *s,
	    const struct ptx_operand *operand)
{
  const char *name = ptx_peephole_register (peephole, PTX_TYPE_U32);

  insert (peephole, s,
	  ptx_opcode (PTX_OP_CVT, PTX_WORDS (PTX_TYPE_U32, PTX_TYPE_U64)),
	  name, operand, NULL);
  return name;
}

/* True if OPERAND is a register of the function, of 64 bits.  */

static bool
long_register_p (const struct ptx_operand *operand)
{
  return (operand->kind == PTX_NAME && !operand->element && operand->reg
	  && !operand->reg->ambiguous
	  && ptx_type_size (operand->reg->type) == 8);
}

void
ptx_divide_halves (struct ptx_peephole *peephole, struct ptx_statement *s)
{
  struct ptx_operand *result = s->operands, *a = result->next, *b = a->next;
  enum ptx_op op = s->opcode->op;

  if ((s->opcode->type != PTX_TYPE_S64 && s->opcode->type != PTX_TYPE_U64)
      || s->guard || !long_register_p (result) || !long_register_p (a)
      || !long_register_p (b))
    return;

  const char *bits = ptx_peephole_register (peephole, PTX_TYPE_U64);
  const char *upper = ptx_peephole_register (peephole, PTX_TYPE_U64);
  const char *both = ptx_peephole_register (peephole, PTX_TYPE_PRED);
  const char *quotient = ptx_peephole_register (peephole, PTX_TYPE_U32);
  const char *other = ptx_format ("$long%u", peephole->n++);
  const char *behind = ptx_format ("$short%u", peephole->n++);

  insert (peephole, s, ptx_opcode (PTX_OP_OR, PTX_WORDS (PTX_TYPE_B64)), bits,
	  a, b);
  insert (peephole, s, ptx_opcode (PTX_OP_SHR, PTX_WORDS (PTX_TYPE_U64)),
	  upper, ptx_name (bits), ptx_operand (PTX_NUMBER, "32", NULL));
  insert (peephole, s,
	  ptx_opcode (PTX_OP_SETP, PTX_WORDS (PTX_WORD_NE, PTX_TYPE_U64)),
	  both, ptx_name (upper), ptx_operand (PTX_NUMBER, "0", NULL));
  ptx_insert (peephole->code, s->previous,
	      ptx_branch_statement (ptx_name (both), other));
  insert (peephole, s, ptx_opcode (op, PTX_WORDS (PTX_TYPE_U32)), quotient,
	  ptx_name (lower_half (peephole, s, a)),
	  ptx_name (lower_half (peephole, s, b)));
  insert (peephole, s,
	  ptx_opcode (PTX_OP_CVT, PTX_WORDS (PTX_TYPE_U64, PTX_TYPE_U32)),
	  result->text, ptx_name (quotient), NULL);
  ptx_insert (peephole->code, s->previous,
	      ptx_branch_statement (NULL, behind));
  ptx_insert (peephole->code, s->previous, ptx_label_statement (other));
  ptx_insert (peephole->code, s, ptx_label_statement (behind));
}
