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

#ifndef CUDAFORTRAN_PTX_AFFINE_H
#define CUDAFORTRAN_PTX_AFFINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ptx-ir.h"
#include "ptx-registers.h"

/* A sum of multiples of registers and a constant, modulo 2**64.  A register
   of 32 bits stands for what it is when it is extended with its sign.  */

enum { PTX_MOST_TERMS = 8 };

struct ptx_term
{
  struct ptx_register *reg;
  uint64_t factor;
};

struct ptx_sum
{
  struct ptx_term terms[PTX_MOST_TERMS]; /* By their registers.  */
  int n;			/* Or -1 if there are too many.  */
  uint64_t constant;
  bool global;			/* A pointer of that space has been added.  */
};

/* A register whose sum is known, and what a pass notes of it.  */
struct ptx_known
{
  struct ptx_register *reg;
  struct ptx_sum sum;
  size_t loops;			/* In how many it is written.  */
  bool used;			/* As an address.  */
  unsigned depth;		/* How many additions of ours it waits for.  */
};

/* A register's value is its number here and one, or 0.  */
struct ptx_knowledge
{
  struct ptx_known *known;
  size_t n, room;
};

extern const struct ptx_sum ptx_unknown_sum;

/* A plus FACTOR times B; a sum that is unknown if either is.  */
extern struct ptx_sum ptx_add_sums (struct ptx_sum a, const struct ptx_sum *b,
				    uint64_t factor);

/* Add FACTOR times REG to TO.  */
extern void ptx_add_term (struct ptx_sum *to, struct ptx_register *reg,
			  uint64_t factor);

/* REG itself.  */
extern struct ptx_sum ptx_register_sum (struct ptx_register *reg);

/* True if SUM has a multiple of REG; and if A and B differ by a constant.  */
extern bool ptx_has_term_p (const struct ptx_sum *sum,
			    const struct ptx_register *reg);
extern bool ptx_same_terms_p (const struct ptx_sum *a, const struct ptx_sum *b);

/* True if REG, of 64 bits, has several definitions.  It is what it is then,
   and is in sums until it is written the next time.  */
extern bool ptx_rewritten_p (const struct ptx_register *reg);

/* What the instruction S, which has a result, computes of registers that are in
   KNOWLEDGE, and of rewritten ones.  */
extern struct ptx_sum ptx_computed_sum (const struct ptx_knowledge *knowledge,
					const struct ptx_statement *s);

/* True if S is an instruction of addresses, of 64 bits, and of nothing else
   but the lower half of a product.  */
extern bool ptx_plain_p (const struct ptx_statement *s);

#endif
