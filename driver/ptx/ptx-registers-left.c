/* Registers that kernels leave to code of other objects.
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

#include "ptx-symbols.h"

/* A multiprocessor has four parts, each with registers for some of the warps
   on it, and room for so many warps, on devices with the most: CUDA C
   Programming Guide, "Technical Specifications per Compute Capability".  A
   thread gets registers in units.  */
enum
{
  WARP = 32,
  PARTS = 4,
  PART_REGISTERS = 16384,
  MOST_WARPS = 64,
  MOST_REGISTERS = 255,
  REGISTER_UNIT = 8
};

/* The number of the directive WORD of FUNCTION, or 0.  */

static unsigned
directive (const struct ptx_function *function, enum ptx_word word)
{
  const struct ptx_directive *d = ptx_find_directive (function, word);

  return d ? strtoul (d->arguments, NULL, 10) : 0;
}

/* The registers that a thread of the kernel FUNCTION can have, with as many
   blocks on a multiprocessor as its bounds ask for.  CUDA's assembler does not
   follow them where they ask for more than there is room for.  */

static unsigned
register_limit (const struct ptx_function *function)
{
  unsigned warps = (directive (function, PTX_WORD_MAXNTID) + WARP - 1) / WARP;
  unsigned blocks = directive (function, PTX_WORD_MINNCTAPERSM);
  unsigned own = directive (function, PTX_WORD_MAXNREG);
  unsigned limit = MOST_REGISTERS;

  if (blocks && warps * blocks <= MOST_WARPS)
    warps *= blocks;
  if (warps)
    limit = (PART_REGISTERS / ((warps + PARTS - 1) / PARTS * WARP)
	     / REGISTER_UNIT * REGISTER_UNIT);
  if (limit > MOST_REGISTERS)
    limit = MOST_REGISTERS;
  return own && own < limit ? own : limit;
}

/* --- Who calls what ------------------------------------------------------ */

/* True for a function that other objects than the program's first, OWN, define,
   or other libraries.  */

static bool
outside_p (const struct ptx_symbol *symbol, const struct ptx_object *own)
{
  return symbol->object != own;
}

/* True for a procedure of the first.  */

static bool
own_p (const struct ptx_symbol *symbol, const struct ptx_object *own)
{
  return symbol->object == own && !ptx_kernel_p (symbol->definition);
}

typedef bool callee_fn (const struct ptx_symbol *, const struct ptx_object *);

/* True if FUNCTION of OBJECT calls through a register, which may have the
   address of any function.  */

static bool
calls_indirectly_p (const struct ptx_symbols *symbols,
		    const struct ptx_object *object,
		    const struct ptx_function *function)
{
  for (const struct ptx_statement *s = function->body.first; s; s = s->next)
    if (s->kind == PTX_INSTRUCTION && s->opcode->op == PTX_OP_CALL
	&& !ptx_symbol (symbols, object, ptx_call_target (s)->text))
      return true;
  return false;
}

/* Mark the functions of the program's first object that are CALLEES, those that
   call them and those that may, and no others.  */

static void
mark_callers (const struct ptx_symbols *symbols, callee_fn *callees)
{
  const struct ptx_object *own = &symbols->program->objects[0];

  for (struct ptx_statement *s = own->code->first; s; s = s->next)
    if (s->kind == PTX_FUNCTION)
      {
	struct ptx_symbol *symbol
	  = ptx_symbol (symbols, own, s->function->name);

	symbol->marked
	  = (callees (symbol, own)
	     || (symbol->object == own
		 && calls_indirectly_p (symbols, own,
					symbol->definition->function)));
      }
  ptx_mark_users (symbols);
}

/* --- What they leave ----------------------------------------------------- */

/* The registers that the kernels of the program of SYMBOLS leave to CALLEES;
   zero if that is as many as there are.  */

static unsigned
registers_left (const struct ptx_symbols *symbols, callee_fn *callees)
{
  const struct ptx_object *own = &symbols->program->objects[0];
  unsigned least = MOST_REGISTERS;

  mark_callers (symbols, callees);
  for (const struct ptx_statement *s = own->code->first; s; s = s->next)
    if (ptx_kernel_p (s) && ptx_symbol (symbols, own, s->function->name)->marked)
      {
	unsigned limit = register_limit (s->function);

	if (limit < least)
	  least = limit;
      }
  return least < MOST_REGISTERS ? least : 0;
}

/* True if OWN has procedures whose callers the assembler does not know all: the
   others get what their callers leave from it.  */

static bool
unknown_callers_p (const struct ptx_symbols *symbols,
		   const struct ptx_object *own)
{
  for (const struct ptx_statement *s = own->code->first; s; s = s->next)
    if (s->kind == PTX_FUNCTION && s->function->defined
	&& (calls_indirectly_p (symbols, own, s->function)
	    || (!ptx_kernel_p (s) && ptx_external_p (s))))
      return true;
  return false;
}

/* CUDA's assembler has one limit for all functions of a text, kernels too, but
   for those that have one of their own.  Give the others of CODE one that is
   none.  */

static void
leave_kernels_unlimited (struct ptx_code *code)
{
  for (struct ptx_statement *s = code->first; s; s = s->next)
    if (ptx_kernel_p (s) && !ptx_find_directive (s->function, PTX_WORD_MAXNTID)
	&& !ptx_find_directive (s->function, PTX_WORD_MAXNREG))
      ptx_add_directive (s->function,
			 ptx_format (".maxnreg %d", MOST_REGISTERS));
}

void
ptx_find_registers_left (struct ptx_program *program)
{
  const struct ptx_object *own = &program->objects[0];
  struct ptx_symbols symbols;

  /* A text that is linked with no other is assembled as a whole, each procedure
     for its callers.  */
  if (program->host || (program->n == 1 && !program->procedures.n))
    return;
  ptx_find_symbols (&symbols, program);
  program->registers = registers_left (&symbols, outside_p);
  if (unknown_callers_p (&symbols, own))
    program->own_registers = registers_left (&symbols, own_p);
  if (program->own_registers)
    leave_kernels_unlimited (own->code);
  ptx_free_symbols (&symbols);
}
