/* The virtual registers of a PTX function.
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

#ifndef CUDAFORTRAN_PTX_REGISTERS_H
#define CUDAFORTRAN_PTX_REGISTERS_H

#include "map.h"
#include "ptx-ir.h"

/* One register; those of inner blocks with the same name count as one too.  */
struct ptx_register
{
  const char *name;
  enum ptx_word type;		/* PTX_TYPE_U64.  */
  bool ambiguous;		/* Declared more than once.  */
  struct ptx_register *next;
  unsigned value;		/* The passes' own, here and below.  */
  struct ptx_register *shadow;
  struct ptx_statement *definition;
  bool live;
  unsigned places;		/* How many operands name it, as
				   ptx_count_places finds, or where the last
				   one is.  */
  unsigned addresses;		/* In how many addresses, as the pass of that
				   name finds.  */
};

struct ptx_registers
{
  struct map map;
  struct ptx_register *first;
};

/* True if NAME, which is not declared, is a special register's; one that has to
   do with clusters.  */
extern bool ptx_special_register_p (const char *name);
extern bool ptx_cluster_register_p (const char *name);

/* Find all registers of FUNCTION, and let its operands point to them.  */
extern void ptx_find_registers (struct ptx_registers *registers,
				struct ptx_function *function);
extern void ptx_free_registers (struct ptx_registers *registers);

/* Registers of FUNCTION's inner blocks have no names outside, where passes
   would use them: take them for ambiguous.  */
extern void ptx_leave_inner_registers (struct ptx_function *function,
				       const struct ptx_registers *registers);

/* Let each register know its definition, if it is the only one.  For this LIVE
   must be false in all.  */
extern void ptx_find_definitions (struct ptx_function *function);

/* Let each register of FUNCTION know in how many operands it is.  */
extern void ptx_count_places (struct ptx_function *function);

/* The number, from 1 on, of the 64-bit parameter of FUNCTION that S loads
   into a register, or 0; what other functions return is no such parameter.  */
extern unsigned ptx_loaded_parameter (const struct ptx_function *function,
				      const struct ptx_statement *s);

/* The operand that STATEMENT writes, or null; those it reads follow it, or are
   all operands if there is none.  */
extern struct ptx_operand *ptx_result (const struct ptx_statement *statement);

/* Call FN for the operand that STATEMENT writes and all inside it, and for all
   operands of a call, whose lists have what it writes.  */
extern void ptx_walk_results (struct ptx_statement *statement,
			      ptx_operand_fn *fn, void *data);

/* The operand that S, a copy of an integer of 64 bits or an addition of a
   constant to one, takes that from, the constant being in *OFFSET; or null.  */
extern struct ptx_operand *ptx_copied_address (const struct ptx_statement *s,
					       long long *offset);

/* The register inside OPERAND, an address or a sum or itself; or null.  */
extern struct ptx_operand *ptx_base (struct ptx_operand *operand);

/* Let the values of REGISTERS, those of FUNCTION, be the greatest powers of
   two up to 16 that divide what they hold (ptx-vector-loads.c); parameters
   are multiples of the elements of ASSUMED, if that is not null.  Then: the
   same of OPERAND.  */
extern void ptx_find_alignments (struct ptx_function *function,
				 struct ptx_registers *registers,
				 const int *assumed);
extern int ptx_operand_alignment (const struct ptx_operand *operand);

/* False if a register of STATEMENT, an instruction, is of another type than PTX
   wants there (ptx-types.c).  */
extern bool ptx_types_agree_p (struct ptx_statement *statement);

/* True if STATEMENT does nothing but compute its first operand
   (ptx-dead.c).  */
extern bool ptx_pure_p (struct ptx_statement *statement);

#endif
