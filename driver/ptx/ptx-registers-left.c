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

/* The number behind the directive WORD of FUNCTION's, or 0.  */

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

/* Mark what other objects than the program's first define, and what other
   libraries do.  */

static void
mark_outside (const struct ptx_symbols *symbols)
{
  const struct ptx_program *program = symbols->program;

  for (struct ptx_statement *s = program->objects[0].code->first; s;
       s = s->next)
    if (s->kind == PTX_FUNCTION)
      {
	struct ptx_symbol *symbol
	  = ptx_symbol (symbols, &program->objects[0], s->function->name);

	if (symbol->object != &program->objects[0])
	  symbol->marked = true;
      }
  ptx_mark_users (symbols);
}

void
ptx_find_registers_left (struct ptx_program *program)
{
  struct ptx_symbols symbols;
  unsigned least = MOST_REGISTERS;

  if (program->host || (program->n == 1 && !program->procedures.n))
    return;
  ptx_find_symbols (&symbols, program);
  mark_outside (&symbols);
  for (struct ptx_statement *s = program->objects[0].code->first; s;
       s = s->next)
    if (s->kind == PTX_FUNCTION && s->function->defined
	&& ptx_specified_p (s->function->specifiers, PTX_WORD_ENTRY)
	&& ptx_symbol (&symbols, &program->objects[0],
		       s->function->name)->marked)
      {
	unsigned limit = register_limit (s->function);

	if (limit < least)
	  least = limit;
      }
  program->registers = least < MOST_REGISTERS ? least : 0;
  ptx_free_symbols (&symbols);
}
