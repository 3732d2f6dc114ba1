/* Instructions that are replaced by cheaper ones, one at a time.
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

#ifndef CUDAFORTRAN_PTX_PEEPHOLES_H
#define CUDAFORTRAN_PTX_PEEPHOLES_H

#include "ptx-registers.h"

/* A function of which one instruction is looked at.  Its registers know the
   definitions that are behind all their uses, and their places; their values
   are true if they are known not to be negative.  Statements in loops have
   marks.  */
struct ptx_peephole
{
  struct ptx_code *code;
  unsigned n;			/* New registers and labels.  */
};

/* Replace the instruction S, of the opcode for which the function is in the
   table of ptx-peepholes.c, if it can be.  */
typedef void ptx_peephole_fn (struct ptx_peephole *peephole,
			      struct ptx_statement *s);

extern ptx_peephole_fn ptx_make_reciprocal; /* ptx-reciprocals.c */
extern ptx_peephole_fn ptx_divide_halves; /* ptx-long-division.c */
extern ptx_peephole_fn ptx_widen_shift;	/* ptx-products.c */
extern ptx_peephole_fn ptx_widen_product;
extern ptx_peephole_fn ptx_narrow_maximum;
extern ptx_peephole_fn ptx_compare_truths; /* ptx-truths.c */
extern ptx_peephole_fn ptx_compare_bytes; /* ptx-bytes.c */

/* The instruction that computes OPERAND, a register, on every way to where
   it is used; or null.  It has no guard.  */
extern struct ptx_statement *ptx_source (const struct ptx_operand *operand);

/* The name of a new register of TYPE.  */
extern const char *ptx_peephole_register (struct ptx_peephole *peephole,
					  enum ptx_word type);

#endif
