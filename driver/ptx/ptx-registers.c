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

#include "ptx-registers.h"

#include <stdlib.h>
#include <string.h>

#include "support.h"

/* --- Operands ------------------------------------------------------------ */

struct ptx_operand *
ptx_result (const struct ptx_statement *statement)
{
  return (statement->kind == PTX_INSTRUCTION && statement->opcode->result
	  ? statement->operands : NULL);
}

struct ptx_operand *
ptx_copied_address (const struct ptx_statement *s, long long *offset)
{
  struct ptx_operand *from;

  *offset = 0;
  if (s->kind != PTX_INSTRUCTION || s->guard
      || (s->opcode->op != PTX_OP_MOV && s->opcode->op != PTX_OP_ADD)
      || (s->opcode->words[0] != PTX_TYPE_U64
	  && s->opcode->words[0] != PTX_TYPE_S64
	  && s->opcode->words[0] != PTX_TYPE_B64))
    return NULL;
  from = s->operands->next;
  return (s->opcode->op == PTX_OP_MOV || ptx_integer_p (from->next, offset)
	  ? from : NULL);
}

struct ptx_operand *
ptx_base (struct ptx_operand *operand)
{
  while (operand
	 && (operand->kind == PTX_ADDRESS || operand->kind == PTX_SUM))
    operand = operand->inner;
  return operand && operand->reg ? operand : NULL;
}

/* --- Special registers --------------------------------------------------- */

/* What the names of PTX's own begin with.  Those of GCC's registers are a
   letter and a number.  */
static const struct
{
  const char *name;
  bool cluster;			/* It has to do with clusters.  */
} special[] = {
  { "%tid", false }, { "%ntid", false }, { "%laneid", false },
  { "%warpid", false }, { "%nwarpid", false }, { "%ctaid", false },
  { "%nctaid", false }, { "%smid", false }, { "%nsmid", false },
  { "%gridid", false }, { "%cluster_", true }, { "%clusterid", true },
  { "%nclusterid", true }, { "%is_explicit_cluster", false },
  { "%lanemask_", false }, { "%clock", false }, { "%pm", false },
  { "%envreg", false }, { "%globaltimer", false }, { "%reserved_smem", false },
  { "%total_smem", false }, { "%aggr_smem", false }, { "%dynamic_smem", false },
  { "%current_graph", false },
};

bool
ptx_special_register_p (const char *name)
{
  for (size_t i = 0; i < sizeof special / sizeof *special; i++)
    if (starts_with (name, special[i].name))
      return true;
  return false;
}

bool
ptx_cluster_register_p (const char *name)
{
  for (size_t i = 0; i < sizeof special / sizeof *special; i++)
    if (special[i].cluster && starts_with (name, special[i].name))
      return true;
  return false;
}

/* --- Registers ----------------------------------------------------------- */

static void
declare (struct ptx_registers *registers, const struct ptx_statement *statement)
{
  enum ptx_word type = ptx_specified_type (statement->specifiers);

  for (struct ptx_declarator *d = statement->names; d; d = d->next)
    {
      void **place = map_place (&registers->map, d->name);
      struct ptx_register *reg = *place;

      if (reg)
	{
	  reg->ambiguous = true;
	  continue;
	}
      *place = reg = PTX_NEW (struct ptx_register);
      reg->name = d->name;
      reg->type = type;
      reg->ambiguous = *d->dimensions != '\0';
      reg->next = registers->first;
      registers->first = reg;
    }
}

/* The name of a vector's element ends in .x or the like.  */

static void
resolve (struct ptx_operand *operand, void *data)
{
  struct ptx_registers *registers = data;
  const char *dot;

  if (operand->kind != PTX_NAME)
    return;
  dot = strchr (operand->text, '.');
  operand->element = dot != NULL;
  operand->reg = map_get (&registers->map,
			  dot ? ptx_strndup (operand->text, dot - operand->text)
			  : operand->text);
}

void
ptx_find_registers (struct ptx_registers *registers,
		    struct ptx_function *function)
{
  *registers = (struct ptx_registers) { 0 };
  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    if (ptx_variable_in_p (s, PTX_SPACE_REG))
      declare (registers, s);
  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    ptx_walk_statement (s, resolve, registers);
}

void
ptx_free_registers (struct ptx_registers *registers)
{
  map_free (&registers->map);
}

/* --- Definitions -------------------------------------------------------- */

static void
note_definition (struct ptx_operand *operand, void *data)
{
  struct ptx_register *reg = operand->reg;

  if (!reg)
    return;
  reg->definition = reg->live ? NULL : data;
  reg->live = true;
}

void
ptx_walk_results (struct ptx_statement *s, ptx_operand_fn *fn, void *data)
{
  struct ptx_operand *result = ptx_result (s), *rest;

  if (result)
    {
      rest = result->next;
      result->next = NULL;
      ptx_walk_operands (result, fn, data);
      result->next = rest;
    }
  else if (s->kind == PTX_INSTRUCTION && s->opcode->op == PTX_OP_CALL)
    ptx_walk_statement (s, fn, data);
}

void
ptx_find_definitions (struct ptx_function *function)
{
  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    {
      ptx_walk_results (s, note_definition, s);
      /* What calls write is never known.  */
      if (!ptx_result (s))
	ptx_walk_results (s, note_definition, s);
    }
}

/* --- Places -------------------------------------------------------------- */

static void
count_place (struct ptx_operand *operand, void *data)
{
  (void) data;
  if (operand->reg)
    operand->reg->places++;
}

void
ptx_count_places (struct ptx_function *function)
{
  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    ptx_walk_statement (s, count_place, NULL);
}

void
ptx_leave_inner_registers (struct ptx_function *function,
			   const struct ptx_registers *registers)
{
  int depth = 0;

  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    {
      depth += ((s->kind == PTX_BLOCK_BEGIN) - (s->kind == PTX_BLOCK_END));
      if (depth > 0 && ptx_variable_in_p (s, PTX_SPACE_REG))
	for (const struct ptx_declarator *d = s->names; d; d = d->next)
	  {
	    struct ptx_register *reg = map_get (&registers->map, d->name);

	    if (reg)
	      reg->ambiguous = true;
	  }
    }
}

/* --- Parameters ---------------------------------------------------------- */

/* The number of FUNCTION's parameter NAME, counted from 1; or 0.  */

static unsigned
parameter_number (const struct ptx_function *function, const char *name)
{
  unsigned n = 1;

  for (const struct ptx_statement *p = function->parameters.first; p;
       p = p->next, n++)
    if (strcmp (p->names->name, name) == 0)
      return n;
  return 0;
}

unsigned
ptx_loaded_parameter (const struct ptx_function *function,
		      const struct ptx_statement *s)
{
  const struct ptx_operand *from;

  if (s->kind != PTX_INSTRUCTION
      || !ptx_opcode_is_p (s->opcode, PTX_OP_LD,
			   PTX_WORDS (PTX_SPACE_PARAM, PTX_TYPE_U64)))
    return 0;
  from = s->operands->next->inner;
  return from->kind == PTX_NAME ? parameter_number (function, from->text) : 0;
}
