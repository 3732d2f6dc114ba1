/* What a register of PTX may hold an address of.
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

#ifndef CUDAFORTRAN_PTX_SPACES_H
#define CUDAFORTRAN_PTX_SPACES_H

#include "ptx-registers.h"
#include "ptx-symbols.h"

/* Addresses are generic ones.  A pointer is the address of an object plus what
   the program may add to it without leaving the object.  */
enum ptx_value
{
  PTX_UNDEFINED,		/* Nothing found yet.  */
  PTX_INTEGER,			/* No address.  */
  PTX_MAYBE_GLOBAL,		/* Made of kernel parameters: an integer or a
				   pointer to global memory.  */
  PTX_GLOBAL,			/* A pointer; also the three below.  */
  PTX_SHARED,
  PTX_CONSTANT,
  PTX_LOCAL,
  PTX_OPAQUE,			/* An integer or a pointer into any space, as a
				   program stores it and passes it on.  */
  PTX_MIXED			/* Anything: pointers joined or taken apart.  */
};

/* What a pointer is whose address is one in SPACE.  */
extern enum ptx_value ptx_pointer_into (enum ptx_word space);

/* What is known of a function.  */
struct ptx_flow
{
  struct ptx_object *object;
  struct ptx_function *function;
  struct ptx_registers registers; /* Their value is an enum ptx_value.  */
  struct map parameters;	/* The names to structures ptx_cell.  */
  enum ptx_value result;
  bool kernel;
  bool unknown_callers;
  struct ptx_flow *next;
};

/* Find the values of all registers of the program.  The symbols' data are the
   flows of the functions; the result is their list.  */
extern struct ptx_flow *ptx_find_values (struct ptx_symbols *symbols);

/* The value of OPERAND of an instruction.  */
extern enum ptx_value ptx_value_of (const struct ptx_operand *operand);

#endif
