/* What a source was compiled with, applied to the PTX of its functions.
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
#include <string.h>

#include "ptx.h"

/* For a function that was compiled with such options there is a variable,
   whose name is the function's behind this prefix.  Its numbers are those of
   cuf_mark_code_options.  It is dropped here.  */
#define MARK "__gcuf_options_"
enum { FLUSH, SEPARATE, KEEP_LOOPS, MAX_REGISTERS, N_OPTIONS };

bool
ptx_any_options_p (const struct ptx_program *program)
{
  return strstr (program->objects[0].text, MARK) != NULL;
}

/* --- Arithmetic --------------------------------------------------------- */

/* The instructions that can flush subnormal numbers, with the number of types
   at their end, in front of which .ftz stands.  PTX ISA, "Floating-Point
   Instructions", "Comparison and Selection Instructions", "cvt".  */
static const struct
{
  const char *name;
  int n_types;
} flushing[] = {
  { "add", 1 }, { "sub", 1 }, { "mul", 1 }, { "fma", 1 }, { "mad", 1 },
  { "div", 1 }, { "abs", 1 }, { "neg", 1 }, { "min", 1 }, { "max", 1 },
  { "rcp", 1 }, { "sqrt", 1 }, { "rsqrt", 1 }, { "sin", 1 }, { "cos", 1 },
  { "lg2", 1 }, { "ex2", 1 }, { "setp", 1 }, { "set", 2 }, { "cvt", 2 },
};

/* Those that the assembler fuses unless they say how to round.  */
static const char *const fused[] = { "add", "sub", "mul" };

/* How many parts OPCODE has.  */

static int
count_parts (const char *opcode)
{
  const char *part;
  int n = 0;

  while (ptx_opcode_part (opcode, n, &part) >= 0)
    n++;
  return n;
}

/* OPCODE with the part NEW in front of its part number N.  */

static const char *
insert_part (const char *opcode, int n, const char *new)
{
  const char *part;

  ptx_opcode_part (opcode, n, &part);
  return ptx_format ("%.*s%s.%s", (int) (part - opcode), opcode, new, part);
}

/* True if each of the last N parts of OPCODE is a type that numbers of single
   precision are converted from or to without half precision, and one is
   f32.  */

static bool
flushing_types_p (const char *opcode, int n)
{
  int n_parts = count_parts (opcode);
  bool single = false;

  for (int i = n_parts - n; i < n_parts; i++)
    {
      const char *part;

      ptx_opcode_part (opcode, i, &part);
      if (starts_with (part, "f16") || starts_with (part, "bf16"))
	return false;
      single |= ptx_opcode_part_p (opcode, i, "f32");
    }
  return single;
}

static const char *
flushing_opcode (const char *opcode)
{
  for (size_t i = 0; i < sizeof flushing / sizeof *flushing; i++)
    if (ptx_opcode_part_p (opcode, 0, flushing[i].name)
	&& !ptx_opcode_has_p (opcode, "ftz")
	&& flushing_types_p (opcode, flushing[i].n_types))
      {
	int place = count_parts (opcode) - flushing[i].n_types;

	if (ptx_opcode_part_p (opcode, place - 1, "sat"))
	  place--;
	return insert_part (opcode, place, "ftz");
      }
  return opcode;
}

static const char *
separate_opcode (const char *opcode)
{
  const char *type = ptx_opcode_type (opcode);

  for (size_t i = 0; i < sizeof fused / sizeof *fused; i++)
    if (ptx_opcode_part_p (opcode, 0, fused[i])
	&& (strcmp (type, "f32") == 0 || strcmp (type, "f64") == 0
	    || strcmp (type, "f16") == 0)
	&& (count_parts (opcode) == 2
	    || ptx_opcode_part_p (opcode, 1, "ftz")))
      return insert_part (opcode, 1, "rn");
  return opcode;
}

/* --- Functions ---------------------------------------------------------- */

/* FUNCTION has the bounds of its own launch, which go before.  */

static bool
bounded_p (const struct ptx_function *function)
{
  return strstr (function->attributes, ".maxntid")
	 || strstr (function->attributes, ".minnctapersm");
}

static void
apply (struct ptx_function *function, const int *n)
{
  if (ptx_specified_p (function->specifiers, ".entry"))
    {
      if (n[MAX_REGISTERS] && !bounded_p (function))
	function->attributes = ptx_format ("%s.maxnreg %d ",
					   function->attributes,
					   n[MAX_REGISTERS]);
      if (n[KEEP_LOOPS])
	function->attributes = ptx_format ("%s.pragma \"nounroll\"; ",
					   function->attributes);
    }
  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    if (s->kind == PTX_INSTRUCTION)
      {
	if (n[FLUSH])
	  s->text = flushing_opcode (s->text);
	if (n[SEPARATE])
	  s->text = separate_opcode (s->text);
      }
}

static void
take_options (struct ptx_code *code, const struct ptx_statement *mark)
{
  const struct ptx_operand *value = mark->names->value;
  const char *fn = mark->names->name + strlen (MARK);
  int n[N_OPTIONS] = { 0 };
  size_t i = 0;

  for (value = value ? value->inner : NULL; value && i < N_OPTIONS;
       value = value->next)
    n[i++] = atoi (value->text);
  for (struct ptx_statement *s = code->first; s; s = s->next)
    if (s->kind == PTX_FUNCTION && s->function->defined
	&& ptx_version_p (s->function->name, fn))
      apply (s->function, n);
}

void
ptx_apply_options (struct ptx_program *program)
{
  struct ptx_code *code = program->objects[0].code;
  struct ptx_statement *next;

  for (struct ptx_statement *s = code->first; s; s = next)
    {
      next = s->next;
      if (s->kind != PTX_VARIABLE || !starts_with (s->names->name, MARK))
	continue;
      take_options (code, s);
      ptx_remove (code, s);
    }
}
