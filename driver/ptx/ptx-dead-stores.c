/* Remove stores to shared variables of ours that nothing reads.
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

#include "gcuf-names.h"
#include "ptx.h"

#include <string.h>

#include "ptx-registers.h"

/* Kernels keep for each thread how much of the block's dynamic shared memory is
   in use, for procedures that are not inlined and declare arrays there.
   Whether there are any is known only now.  */

/* True if an instruction OP has an address as its result if one of its operands
   is one.  */

static bool
arithmetic_p (enum ptx_op op)
{
  switch (op)
    {
    case PTX_OP_MOV:
    case PTX_OP_CVTA:
    case PTX_OP_CVT:
    case PTX_OP_ADD:
    case PTX_OP_SUB:
    case PTX_OP_MAD:
    case PTX_OP_SELP:
      return true;
    default:
      return false;
    }
}

/* The search for an operand that has the address of the variable NAME, or one
   in it: a register is live if it has.  */
struct search
{
  const char *name;
  bool found;
};

static void
look (struct ptx_operand *operand, void *data)
{
  struct search *search = data;

  if (operand->reg ? operand->reg->live
      : operand->text && strcmp (operand->text, search->name) == 0)
    search->found = true;
}

static bool
named_p (const char *name, struct ptx_operand *operands)
{
  struct search search = { name, false };

  ptx_walk_operands (operands, look, &search);
  return search.found;
}

/* The operands that S reads.  */

static struct ptx_operand *
sources (const struct ptx_statement *s)
{
  return ptx_result (s) ? s->operands->next : s->operands;
}

/* Find the registers of FUNCTION that have the address.  */

static void
find_addresses (struct ptx_function *function, const char *name)
{
  bool changed;

  do
    {
      changed = false;
      for (struct ptx_statement *s = function->body.first; s; s = s->next)
	{
	  struct ptx_operand *result
	    = s->kind == PTX_INSTRUCTION ? ptx_result (s) : NULL;

	  if (result && result->reg && !result->reg->live
	      && arithmetic_p (s->opcode->op) && named_p (name, sources (s)))
	    result->reg->live = changed = true;
	}
    }
  while (changed);
}

static bool
store_p (const struct ptx_statement *s, const char *name)
{
  return (s->kind == PTX_INSTRUCTION && s->opcode->op == PTX_OP_ST
	  && s->opcode->known && !ptx_opcode_has_p (s->opcode, PTX_WORD_VOLATILE)
	  && s->operands->kind == PTX_ADDRESS
	  && named_p (name, s->operands->inner)
	  && !named_p (name, s->operands->next));
}

/* True if S, whose registers are known, may do something else with the variable
   than to compute addresses and to store there.  */

static bool
other_use_p (struct ptx_statement *s, const char *name)
{
  struct search search = { name, false };
  struct ptx_operand *result;

  if (store_p (s, name))
    return s->guard && named_p (name, s->guard);
  ptx_walk_statement (s, look, &search);
  if (!search.found)
    return false;
  if (s->kind != PTX_INSTRUCTION || !arithmetic_p (s->opcode->op))
    return true;
  /* A register that is the address of something else, too, names neither.  */
  result = ptx_result (s);
  return (!result || !result->reg || result->reg->ambiguous
	  || !named_p (name, sources (s)));
}

/* Look at FUNCTION: false if it may use the variable NAME in another way.  With
   REMOVE it does not, and its stores go.  */

static bool
only_stores (struct ptx_function *function, const char *name, bool remove)
{
  struct ptx_registers registers;
  bool only = true;

  ptx_find_registers (&registers, function);
  find_addresses (function, name);
  for (struct ptx_statement *s = function->body.first, *next; s; s = next)
    {
      next = s->next;
      if (remove && store_p (s, name))
	ptx_remove (&function->body, s);
      else if (!remove && other_use_p (s, name))
	only = false;
    }
  ptx_free_registers (&registers);
  return only;
}

/* The same for all statements of OBJECT but the variable's declaration.  */

static bool
only_stored (struct ptx_object *object, const char *name, bool remove)
{
  struct search search = { name, false };
  bool only = true;

  for (struct ptx_statement *s = object->code->first; s; s = s->next)
    if (s->kind == PTX_FUNCTION && s->function->defined)
      only &= only_stores (s->function, name, remove);
    else
      ptx_walk_statement (s, look, &search);
  return only && !search.found;
}

/* Shared variables of ours that the program alone can name.  */

static bool
private_p (const struct ptx_statement *s)
{
  return (ptx_variable_in_p (s, PTX_SPACE_SHARED)
	  && !ptx_specified_p (s->specifiers, PTX_WORD_EXTERN)
	  && !ptx_specified_p (s->specifiers, PTX_WORD_VISIBLE)
	  && starts_with (s->names->name, GCUF_NAME_PREFIX)
	  && !s->names->next);
}

void
ptx_remove_written (struct ptx_program *program)
{
  struct ptx_object *object = &program->objects[0];

  /* Other texts may read it.  */
  if (program->host || program->procedures.n)
    return;
  for (struct ptx_statement *s = object->code->first; s; s = s->next)
    if (private_p (s) && only_stored (object, s->names->name, false))
      only_stored (object, s->names->name, true);
}
