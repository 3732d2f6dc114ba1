/* Versions of kernels for aligned arrays.
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

#include "gcuf-names.h"
#include "ptx-registers.h"
#include "ptx.h"

/* A complex number is two accesses to memory, and a structure is one for each
   component, as GCC does not know of an address that a kernel is passed that it
   is a multiple of more than an element's part.  In nearly all launches it is one
   of 16, since arrays begin there.  Kernels in which neighbours could be loaded or
   stored together have a version where that is so, which the runtime library
   launches if the addresses are such: that for the usual strides, if there is
   one, or a second kernel.  In variables of fixed size the alignment is known.  */

/* As many statements as a kernel may have to get a second version, and as many
   accesses as that must save.  */
enum { MOST_STATEMENTS = 4000, LEAST_SAVED = 2 };

/* What is supposed of addresses.  */
enum { ALIGNED = 16 };

/* --- What is needed ------------------------------------------------------ */

static int
bytes (const struct ptx_opcode *opcode)
{
  return opcode->vector * ptx_type_size (opcode->type);
}

/* True if all merged accesses of FUNCTION, those with marks, are to addresses that
   are multiples of their sizes if the parameters are ALIGNED so.  */

static bool
sufficient_p (struct ptx_function *function, struct ptx_registers *registers,
	      const int *aligned)
{
  ptx_find_alignments (function, registers, aligned);
  for (const struct ptx_statement *s = function->body.first; s; s = s->next)
    if (s->mark)
      for (const struct ptx_operand *o = s->operands; o; o = o->next)
	if (o->kind == PTX_ADDRESS
	    && ptx_operand_alignment (o->inner) < bytes (s->opcode))
	  return false;
  return true;
}

/* Let VERSION be for those alignments of parameters that its code, FUNCTION,
   needs.  ALIGNED is what it has been made for, and is spoilt.  */

static void
bound_parameters (struct ptx_version *version, struct ptx_function *function,
		  int *aligned, size_t n)
{
  struct ptx_registers registers;

  ptx_find_registers (&registers, function);
  for (size_t i = 0; i < n; i++)
    if (aligned[i] > 1)
      {
	aligned[i] = 1;
	while (!sufficient_p (function, &registers, aligned))
	  aligned[i] *= 2;
	if (aligned[i] > 1)
	  ptx_bound_version (version, GCUF_BOUND_ALIGNED | i, aligned[i] - 1);
      }
  ptx_free_registers (&registers);
}

/* --- The versions -------------------------------------------------------- */

/* Let ALIGNED have an element for each parameter of FUNCTION: ALIGNED for those
   that are addresses, and 1 for the others.  */

static int *
suppose_aligned (const struct ptx_function *function, size_t *n)
{
  int *aligned;

  *n = 0;
  for (const struct ptx_statement *p = function->parameters.first; p;
       p = p->next)
    ++*n;
  aligned = xmalloc ((*n + 1) * sizeof *aligned);
  for (size_t i = 0; i < *n; i++)
    aligned[i] = 1;
  for (const struct ptx_statement *s = function->body.first; s; s = s->next)
    {
      unsigned parameter;

      if (s->kind == PTX_INSTRUCTION
	  && ptx_opcode_is_p (s->opcode, PTX_OP_CVTA,
			      PTX_WORDS (PTX_WORD_TO, PTX_SPACE_GLOBAL,
					 PTX_TYPE_U64))
	  && s->operands->next->reg && s->operands->next->reg->definition
	  && (parameter = ptx_loaded_parameter
	      (function, s->operands->next->reg->definition)))
	aligned[parameter - 1] = ALIGNED;
    }
  return aligned;
}

static void
clear_marks (struct ptx_function *function)
{
  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    s->mark = false;
}

/* A copy of S, a kernel, called NAME.  */

static struct ptx_statement *
copy_kernel (const struct ptx_statement *s, const char *name)
{
  struct ptx_statement *copy = ptx_new_version (s->function, name);
  struct ptx_code *code = &copy->function->body;

  for (const struct ptx_statement *t = s->function->body.first; t; t = t->next)
    ptx_insert (code, code->last, ptx_copy_statement (t));
  return copy;
}

/* Merge accesses of FUNCTION, which is for VERSION's launches, and for those to
   aligned addresses then.  Return how many accesses that saves.  */

static size_t
align_version (struct ptx_version *version, struct ptx_function *function)
{
  struct ptx_registers registers;
  size_t n, saved;
  int *aligned;

  clear_marks (function);
  ptx_find_registers (&registers, function);
  ptx_find_definitions (function);
  aligned = suppose_aligned (function, &n);
  ptx_free_registers (&registers);
  saved = ptx_merge_accesses (function, PTX_SPACE_GLOBAL, aligned);
  if (saved)
    bound_parameters (version, function, aligned, n);
  free (aligned);
  return saved;
}

/* Put a version of S, a kernel without one, after it in CODE, if that saves
   something.  */

static void
add_version (struct ptx_program *program, struct ptx_code *code,
	     struct ptx_statement *s)
{
  const char *name = ptx_format ("%s$aligned", s->function->name);
  struct ptx_statement *copy = copy_kernel (s, name);
  struct ptx_version version
    = { .entry = s->function->name, .name = name };

  if (align_version (&version, copy->function) >= LEAST_SAVED && version.n)
    {
      ptx_insert (code, s, copy);
      ptx_add_version (program, &version);
    }
  else
    free (version.bounds);
}

/* Make a version of S, a kernel of CODE, or change the one that it has or is.  */

static void
visit_kernel (struct ptx_program *program, struct ptx_code *code,
	      struct ptx_statement *s)
{
  struct ptx_version *version
    = ptx_find_version (program, s->function->name, true);

  if (version)
    align_version (version, s->function);
  else if (!ptx_find_version (program, s->function->name, false))
    add_version (program, code, s);
}

void
ptx_version_aligned (struct ptx_program *program)
{
  for (size_t i = 0; i < program->n; i++)
    {
      struct ptx_code *code = program->objects[i].code;

      ptx_note_variables (code);
      for (struct ptx_statement *s = code->first, *next; s; s = next)
	{
	  next = s->next;
	  if (s->kind != PTX_FUNCTION || !s->function->defined)
	    continue;
	  ptx_merge_accesses (s->function, PTX_SPACE_GLOBAL, NULL);
	  if (ptx_specified_p (s->function->specifiers, PTX_WORD_ENTRY)
	      && ptx_count_instructions (s->function) <= MOST_STATEMENTS)
	    visit_kernel (program, code, s);
	}
    }
}
