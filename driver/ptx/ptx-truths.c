/* Comparisons of logical values.
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

/* GCC makes numbers of predicates, 1 and 0, to combine and compare them.  Here a
   comparison of such numbers is one of the predicates.  */

/* Values that others are computed of are looked for so far.  */
enum { MOST_STEPS = 6 };

/* The predicate with the name is true where the number is 1, or 0 if it is
   negated.  */
struct truth
{
  const char *name;
  bool negated;
};

/* Append an instruction of OP to S, for a new predicate, with the operands A and,
   unless it is null, B.  */

static const char *
append (struct ptx_peephole *peephole, struct ptx_statement *s,
	const struct ptx_opcode *opcode, const struct ptx_operand *a,
	const struct ptx_operand *b)
{
  const char *name = ptx_peephole_register (peephole, PTX_TYPE_PRED);

  ptx_insert (peephole->code, s,
	      ptx_instruction (NULL, opcode,
			       ptx_operands (ptx_name (name), a, b, NULL)));
  return name;
}

static bool find_truth (struct ptx_peephole *peephole,
			const struct ptx_operand *operand, int steps,
			struct truth *truth);

/* The truth of S, a selection.  */

static bool
selection (const struct ptx_statement *s, struct truth *truth)
{
  const struct ptx_operand *a = s->operands->next, *b = a->next;
  long long yes, no;

  if (!ptx_integer_p (a, &yes) || !ptx_integer_p (b, &no)
      || !((yes == 1 && no == 0) || (yes == 0 && no == 1))
      || !ptx_source (b->next))
    return false;
  truth->name = b->next->text;
  truth->negated = no == 1;
  return true;
}

/* The predicate that TRUTH is, before S.  */

static const char *
settle (struct ptx_peephole *peephole, struct ptx_statement *s,
	const struct truth *truth)
{
  if (!truth->negated)
    return truth->name;
  return append (peephole, s->previous,
		 ptx_opcode (PTX_OP_NOT, PTX_WORDS (PTX_TYPE_PRED)),
		 ptx_name (truth->name), NULL);
}

/* The truth of S, which combines two numbers by OP.  */

static bool
combination (struct ptx_peephole *peephole, struct ptx_statement *s,
	     enum ptx_op op, int steps, struct truth *truth)
{
  const struct ptx_operand *a = s->operands->next;
  struct truth first, second;
  const char *names[2];

  if (!find_truth (peephole, a, steps, &first)
      || !find_truth (peephole, a->next, steps, &second))
    return false;
  names[0] = settle (peephole, s, &first);
  names[1] = settle (peephole, s, &second);
  truth->name = append (peephole, s->previous,
			ptx_opcode (op, PTX_WORDS (PTX_TYPE_PRED)),
			ptx_name (names[0]), ptx_name (names[1]));
  truth->negated = false;
  return true;
}

/* Find where OPERAND, a number that is always 1 or 0, is 1: at most STEPS back.
   False if that is not known.  */

static bool
find_truth (struct ptx_peephole *peephole, const struct ptx_operand *operand,
	    int steps, struct truth *truth)
{
  struct ptx_statement *s = ptx_source (operand);
  struct ptx_operand *from = s ? s->operands->next : NULL;

  if (!s || steps == 0)
    return false;
  switch (s->opcode->op)
    {
    case PTX_OP_SELP:
      return selection (s, truth);

    case PTX_OP_CVT:
      return s->opcode->n == 2 && find_truth (peephole, from, steps - 1, truth);

    case PTX_OP_CNOT:
      truth->name
	= append (peephole, s,
		  ptx_opcode (PTX_OP_SETP,
			      PTX_WORDS (PTX_WORD_EQ,
					 s->opcode->type == PTX_TYPE_B16
					 ? PTX_TYPE_B16 : PTX_TYPE_B32)),
		  from, ptx_operand (PTX_NUMBER, "0", NULL));
      truth->negated = false;
      return true;

    case PTX_OP_AND:
    case PTX_OP_OR:
    case PTX_OP_XOR:
      return combination (peephole, s, s->opcode->op, steps - 1, truth);

    default:
      return false;
    }
}

/* True if S compares two integers for equality, or else for the contrary, which
   is *UNEQUAL.  */

static bool
equality_p (const struct ptx_statement *s, bool *unequal)
{
  static const enum ptx_word types[]
    = { PTX_TYPE_U16, PTX_TYPE_S16, PTX_TYPE_B16,
	PTX_TYPE_U32, PTX_TYPE_S32, PTX_TYPE_B32 };

  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    for (int k = 0; k < 2; k++)
      if (ptx_opcode_is_p (s->opcode, PTX_OP_SETP,
			   PTX_WORDS (k ? PTX_WORD_NE : PTX_WORD_EQ, types[i])))
	{
	  *unequal = k;
	  return s->operands->kind == PTX_NAME;
	}
  return false;
}

void
ptx_compare_truths (struct ptx_peephole *peephole, struct ptx_statement *s)
{
  const struct ptx_operand *a = s->operands->next;
  struct truth first, second;
  bool unequal, number;
  long long n;

  if (!equality_p (s, &unequal))
    return;
  number = ptx_integer_p (a->next, &n);
  if ((number && n != 0 && n != 1)
      || !find_truth (peephole, a, MOST_STEPS, &first)
      || (!number && !find_truth (peephole, a->next, MOST_STEPS, &second)))
    return;

  const char *name;
  bool negated = first.negated ^ !unequal;
  if (number)
    {
      name = first.name;
      negated ^= n == 1;
    }
  else
    {
      name = append (peephole, s->previous,
		     ptx_opcode (PTX_OP_XOR, PTX_WORDS (PTX_TYPE_PRED)),
		     ptx_name (first.name), ptx_name (second.name));
      negated ^= second.negated;
    }
  s->opcode = ptx_opcode (negated ? PTX_OP_NOT : PTX_OP_MOV,
			  PTX_WORDS (PTX_TYPE_PRED));
  s->operands->next = ptx_name (name);
}
