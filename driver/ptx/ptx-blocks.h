/* The basic blocks of a PTX function, and what is live at their ends.
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

#ifndef CUDAFORTRAN_PTX_BLOCKS_H
#define CUDAFORTRAN_PTX_BLOCKS_H

#include "ptx-registers.h"

typedef unsigned long ptx_set_word;

struct ptx_block
{
  struct ptx_statement *first;
  size_t n;			/* Number of statements.  */
  struct ptx_block *next, *target; /* Where control goes from here, or null.  */
  ptx_set_word *read;		/* Registers read before they are written,  */
  ptx_set_word *written;	/* ... written, ...  */
  ptx_set_word *in, *out;	/* ... live at the begin and at the end.  */
  size_t order;			/* From 1; 0 if control never comes here.  */
  size_t depth;			/* In how many loops it is.  */
  struct ptx_block *dominator;	/* The nearest, or null; */
  struct ptx_block *dominated;	/* the first of those that it is this for, */
  struct ptx_block *sibling;	/* and the next with the same.  */
};

/* A function's blocks, in the order of its statements.  */
struct ptx_graph
{
  struct ptx_block *blocks;
  size_t n;
  size_t words;			/* In a set of registers.  */
};

/* Find the blocks of FUNCTION, whose registers are REGISTERS; false if it is
   not known where all of its branches go.  Registers' values are their
   numbers then, from 1; those of inner blocks with the same name have 0 and
   are in no set.  */
extern bool ptx_find_graph (struct ptx_graph *graph,
			    struct ptx_function *function,
			    struct ptx_registers *registers);
extern void ptx_free_graph (struct ptx_graph *graph);

/* Find what is live at the begin and at the end of each block.  */
extern void ptx_find_liveness (struct ptx_graph *graph);

/* ptx-loops.c: find the order of the blocks, in which each comes before
   where it goes, but for loops; and how many of these each is in.  True if
   the way from FROM to TO is to the begin of a loop that both are in.  */
extern void ptx_find_loops (struct ptx_graph *graph);
extern bool ptx_closes_loop_p (const struct ptx_block *from,
			       const struct ptx_block *to);

/* ptx-dominators.c: find the dominators of blocks whose order is known.  */
extern void ptx_find_dominators (struct ptx_graph *graph);

/* Let BETWEEN, which has a place for each block of GRAPH, all false, be true
   for those on ways from TO's dominator to TO, but for the dominator; for TO
   itself if it is in a loop there.  */
extern void ptx_find_between (const struct ptx_graph *graph,
			      const struct ptx_block *to, bool *between);

/* The last statement of BLOCK; true if S ends one.  */
extern struct ptx_statement *ptx_last_statement (const struct ptx_block *block);
extern bool ptx_branch_p (const struct ptx_statement *s);

/* Sets of registers.  */
extern void ptx_set_add (ptx_set_word *set, const struct ptx_register *reg);
extern void ptx_set_drop (ptx_set_word *set, const struct ptx_register *reg);
extern bool ptx_set_member_p (const ptx_set_word *set,
			      const struct ptx_register *reg);

/* Call FN for the operands of S that are written, or are read.  What is written
   under a guard may keep its value, so that it is read, too.  */
extern void ptx_walk_written (struct ptx_statement *s, ptx_operand_fn *fn,
			      void *data);
extern void ptx_walk_read (struct ptx_statement *s, ptx_operand_fn *fn,
			   void *data);

#endif
