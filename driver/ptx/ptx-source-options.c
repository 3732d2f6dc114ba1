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

#include "gcuf-names.h"
#include "ptx.h"

/* For a function that was compiled with such options there is a variable,
   whose name is the function's after this prefix.  Its numbers are those of
   cuf_mark_code_options.  It is dropped here.  */
#define MARK GCUF_NAME_OPTIONS
enum { FLUSH, SEPARATE, KEEP_LOOPS, MAX_REGISTERS, N_OPTIONS };

bool
ptx_any_options_p (const struct ptx_program *program)
{
  return strstr (program->objects[0].text, MARK) != NULL;
}

/* --- Arithmetic --------------------------------------------------------- */

/* How many types are at the end of those instructions that can flush subnormal
   numbers: .ftz stands in front of them.  PTX ISA, "Floating-Point
   Instructions", "Comparison and Selection Instructions", "cvt".  */
static const unsigned char flushing_types[PTX_N_OPS] = {
  [PTX_OP_ADD] = 1, [PTX_OP_SUB] = 1, [PTX_OP_MUL] = 1, [PTX_OP_FMA] = 1,
  [PTX_OP_MAD] = 1, [PTX_OP_DIV] = 1, [PTX_OP_ABS] = 1, [PTX_OP_NEG] = 1,
  [PTX_OP_MIN] = 1, [PTX_OP_MAX] = 1, [PTX_OP_RCP] = 1, [PTX_OP_SQRT] = 1,
  [PTX_OP_RSQRT] = 1, [PTX_OP_SIN] = 1, [PTX_OP_COS] = 1, [PTX_OP_LG2] = 1,
  [PTX_OP_EX2] = 1, [PTX_OP_SETP] = 1, [PTX_OP_SET] = 2, [PTX_OP_CVT] = 2,
};

/* True if each of the last N words of OPCODE is a type that numbers of single
   precision are converted from or to without half precision, and one is
   f32.  */

static bool
flushing_types_p (const struct ptx_opcode *opcode, size_t n)
{
  bool single = false;

  for (size_t i = opcode->n - n; i < opcode->n; i++)
    {
      enum ptx_word type = opcode->words[i];

      if (ptx_float_type_p (type) && type != PTX_TYPE_F32
	  && type != PTX_TYPE_F64 && type != PTX_TYPE_TF32)
	return false;
      single |= type == PTX_TYPE_F32;
    }
  return single;
}

/* OPCODE, which flushes subnormal numbers if it can.  */

static const struct ptx_opcode *
flushing_opcode (const struct ptx_opcode *opcode)
{
  size_t n = flushing_types[opcode->op], place;

  if (n == 0 || opcode->n < n || ptx_opcode_has_p (opcode, PTX_WORD_FTZ)
      || !flushing_types_p (opcode, n))
    return opcode;
  place = opcode->n - n;
  if (place > 0 && opcode->words[place - 1] == PTX_WORD_SAT)
    place--;
  return ptx_opcode_insert (opcode, place, PTX_WORD_FTZ);
}

/* OPCODE with its rounding, without which the assembler could fuse it.  */

static const struct ptx_opcode *
separate_opcode (const struct ptx_opcode *opcode)
{
  switch (opcode->op)
    {
    case PTX_OP_ADD:
    case PTX_OP_SUB:
    case PTX_OP_MUL:
      if (ptx_type_kind (opcode->type) == PTX_FLOATS
	  && (opcode->n == 1 || opcode->words[0] == PTX_WORD_FTZ))
	return ptx_opcode_insert (opcode, 0, PTX_WORD_RN);
      return opcode;
    default:
      return opcode;
    }
}

/* --- Functions ---------------------------------------------------------- */

/* FUNCTION has the bounds of its own launch, which go before.  */

static bool
bounded_p (const struct ptx_function *function)
{
  return (ptx_find_directive (function, PTX_WORD_MAXNTID)
	  || ptx_find_directive (function, PTX_WORD_MINNCTAPERSM));
}

static void
apply (struct ptx_function *function, const int *n)
{
  if (ptx_specified_p (function->specifiers, PTX_WORD_ENTRY))
    {
      if (n[MAX_REGISTERS] && !bounded_p (function))
	ptx_add_directive (function,
			   ptx_format (".maxnreg %d", n[MAX_REGISTERS]));
      if (n[KEEP_LOOPS])
	ptx_add_directive (function, ".pragma \"nounroll\";");
    }
  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    if (s->kind == PTX_INSTRUCTION)
      {
	if (n[FLUSH])
	  s->opcode = flushing_opcode (s->opcode);
	if (n[SEPARATE])
	  s->opcode = separate_opcode (s->opcode);
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
