/* Reciprocals.
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

#include <stdlib.h>
#include <string.h>

#include "ptx-peepholes.h"

/* GCC divides by div.rn for every dividend.  For 1 there is rcp.rn, with the same
   result, which takes ptxas less than half of the instructions.  */

/* The sign of OPERAND if it is the number 1 or -1; else 0.  */

static int
sign_of_one (const struct ptx_operand *operand)
{
  static const struct
  {
    const char *text;
    int sign;
  } ones[] = {
    { "0f3f800000", 1 }, { "0fbf800000", -1 },
    { "0d3ff0000000000000", 1 }, { "0dbff0000000000000", -1 }
  };
  const struct ptx_statement *s = ptx_source (operand);

  if (s && s->opcode->op == PTX_OP_MOV)
    operand = s->operands->next;
  if (operand->kind == PTX_NUMBER)
    for (size_t i = 0; i < sizeof ones / sizeof *ones; i++)
      if (strcmp (operand->text, ones[i].text) == 0)
	return ones[i].sign;
  return 0;
}

void
ptx_make_reciprocal (struct ptx_peephole *peephole, struct ptx_statement *s)
{
  struct ptx_operand *result = s->operands, *dividend = result->next;
  const struct ptx_opcode *rcp = ptx_opcode_rename (s->opcode, PTX_OP_RCP);
  int sign = ptx_opcode_has_p (s->opcode, PTX_WORD_RN)
	     ? sign_of_one (dividend) : 0;

  if (sign == 0)
    return;
  result->next = dividend->next;
  if (sign > 0)
    {
      s->opcode = rcp;
      return;
    }

  const char *positive = ptx_peephole_register (peephole, s->opcode->type);
  ptx_insert (peephole->code, s->previous,
	      ptx_instruction (s, rcp, ptx_operands (ptx_name (positive),
						     result->next, NULL)));
  result->next = ptx_name (positive);
  s->opcode = ptx_opcode (PTX_OP_NEG, PTX_WORDS (s->opcode->type));
}
