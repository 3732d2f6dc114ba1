/* What is known of registers at each place of a function.
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

#ifndef PTX_KNOWN_H
#define PTX_KNOWN_H

#include "ptx-affine.h"
#include "ptx-blocks.h"

/* The sum that a register was known to have before a rewritten one, which it
   has, was written.  */
struct ptx_change
{
  size_t number;		/* Of the register in the knowledge.  */
  struct ptx_sum sum;
};

/* The register REG, with several definitions, is written in BLOCK.  */
struct ptx_write
{
  struct ptx_register *reg;
  const struct ptx_block *block;
};

/* A walk through the blocks of FUNCTION in the order in which they dominate
   each other.  At each place those registers are known that have one
   definition, which all ways to the place come through.  What they are sums
   of is known, too, so that all have the values that the definitions have
   given them last.  */
struct ptx_walk
{
  struct ptx_function *function;
  struct ptx_graph graph;
  struct ptx_knowledge knowledge;
  struct ptx_change *changes;	/* To undo.  */
  size_t n_changes, change_room;
  struct ptx_write *writes;	/* By blocks.  */
  size_t n_writes, write_room;
  struct ptx_block *block;	/* The one that is looked at.  */
  /* What to do with each instruction S before it is known what it writes.  It
     may insert others before S.  DATA are its own.  */
  void (*visit) (struct ptx_walk *walk, struct ptx_statement *s);
  void *data;
};

/* Go through WALK, of which FUNCTION, VISIT and DATA are set and the rest is
   zero.  REGISTERS are the function's, which know their definitions.  False,
   and nothing is visited, if it is not known where all branches go.  The graph
   stays until ptx_end_walk.  */
extern bool ptx_walk_function (struct ptx_walk *walk,
			       struct ptx_registers *registers);
extern void ptx_end_walk (struct ptx_walk *walk);

/* ARRAY with room for one more than N elements of SIZE bytes; *ROOM says how
   many it has room for.  */
extern void *ptx_grow (void *array, size_t *room, size_t n, size_t size);

/* Let REG, which is written here, be known to have SUM; or that of itself,
   if SUM is unknown.  */
extern struct ptx_known *ptx_note_known (struct ptx_walk *walk,
					 struct ptx_register *reg,
					 struct ptx_sum sum);

/* If REG, which has several definitions, is in sums only, let it be known.  */
extern void ptx_note_rewritten (struct ptx_walk *walk,
				struct ptx_register *reg);

/* The register of 32 bits that REG is, or extends; or null.  */
extern struct ptx_register *ptx_narrow (struct ptx_register *reg);

/* True if the multiple of TERM can be added in one instruction.  */
extern bool ptx_narrow_term_p (const struct ptx_term *term);

/* Let REG, a new register of FUNCTION, be the sum of FROM and TERM, which is
   narrow, by an instruction before S.  */
extern void ptx_add_multiple (struct ptx_function *function,
			      struct ptx_register *reg,
			      struct ptx_register *from,
			      const struct ptx_term *term,
			      struct ptx_statement *s);

/* The name of REG as an operand.  */
extern struct ptx_operand *ptx_register_operand (struct ptx_register *reg);

#endif
