/* Tables of which each thread reads another element.
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

#include "ptx-registers.h"
#include "ptx.h"

/* Constant memory gives all threads of a warp one word at a time.  That is fast
   where they read the same one, and where each reads another one it takes as
   many times as there are: tables of which threads choose the elements are better
   in global memory, which nvcc has them in, too.

   What a register holds is followed through the function: whether threads may
   have different values in it, and into which table it points.  Where a value
   depends on the way that a thread has come, it is not noticed.  Addresses are
   generic yet.  */

enum
{
  VARIES = 1,			/* Threads may differ.  */
  OWN = 2,			/* It points to memory of the thread's own.  */
  TABLE = 2			/* From this bit on: the number of a table, from 1
				   on, or all ones for one of several.  */
};

#define SEVERAL (~0u << TABLE)

struct search
{
  struct map tables;		/* From names to numbers, from 1 on.  */
  struct strings names;		/* Their names, in this order.  */
  struct strings *found;	/* Those to be moved.  */
  bool changed;
  unsigned value;		/* Of what a statement reads, or writes.  */
};

/* The value of what is made of A and of B.  */

static unsigned
join (unsigned a, unsigned b)
{
  unsigned table = a & SEVERAL, other = b & SEVERAL;
  unsigned low = (a | b) & (VARIES | OWN);
  if (table && other && table != other)
    return low | SEVERAL;
  return low | table | other;
}

/* The number of the table NAME, shifted, or zero.  */

static unsigned
number_of (const struct search *search, const char *name)
{
  size_t *number = map_get (&search->tables, name);
  return number ? (unsigned) *number << TABLE : 0;
}

/* True if NAME is a special register in which the threads of a warp differ.  */

static bool
of_thread_p (const char *name)
{
  return (starts_with (name, "%tid") || starts_with (name, "%laneid")
	  || starts_with (name, "%lanemask_"));
}

/* Join what OPERAND is to the value of the search DATA.  */

static void
read_operand (struct ptx_operand *operand, void *data)
{
  struct search *search = data;
  if (operand->kind != PTX_NAME)
    return;
  unsigned value = (operand->reg ? operand->reg->value
		    : of_thread_p (operand->text) ? (unsigned) VARIES
		    : number_of (search, operand->text));
  search->value = join (search->value, value);
}

/* Let the register OPERAND have that value, besides those that it has.  */

static void
write_operand (struct ptx_operand *operand, void *data)
{
  struct search *search = data;
  if (operand->kind != PTX_NAME || !operand->reg)
    return;
  unsigned value = join (operand->reg->value, search->value);
  search->changed |= value != operand->reg->value;
  operand->reg->value = value;
}

/* What S, a load, loads from what is at VALUE.  KERNEL says if it is in one, of
   which all threads have the same parameters.  */

static unsigned
loaded (const struct ptx_statement *s, unsigned value, bool kernel)
{
  if (s->opcode->space == PTX_SPACE_PARAM)
    return kernel ? 0 : VARIES;
  return s->opcode->space == PTX_SPACE_LOCAL || value & OWN ? VARIES
	 : value & VARIES;
}

/* The value of what S computes, where that of its operands is VALUE.  */

static unsigned
computed (const struct ptx_statement *s, unsigned value, bool kernel)
{
  switch (s->opcode->op)
    {
    case PTX_OP_LD:
      return loaded (s, value, kernel);
    case PTX_OP_ATOM:
    case PTX_OP_CALL:
    case PTX_OP_SHFL:
      return VARIES;
    case PTX_OP_VOTE:
    case PTX_OP_ACTIVEMASK:
      return 0;
    case PTX_OP_CVTA:
      return value | (s->opcode->space == PTX_SPACE_LOCAL ? OWN : 0);
    default:
      return value;
    }
}

/* Note in SEARCH the table whose elements S loads, if VALUE, its address, has
   another one for each thread.  */

static void
note_load (struct search *search, const struct ptx_statement *s,
	   unsigned value)
{
  unsigned number = value >> TABLE;
  if (!(s->opcode->flags & PTX_LOAD) || !(value & VARIES)
      || number == 0 || value >= SEVERAL)
    return;
  const char *name = search->names.data[number - 1];
  if (!strings_have (search->found, name))
    strings_push (search->found, name);
}

/* Follow S, in a kernel if KERNEL.  */

static void
follow (struct search *search, struct ptx_statement *s, bool kernel)
{
  struct ptx_operand *result = ptx_result (s);
  search->value = 0;
  ptx_walk_operands (result ? result->next : s->operands, read_operand,
		     search);
  note_load (search, s, search->value);
  search->value = computed (s, search->value, kernel);
  if (s->guard)
    {
      unsigned value = search->value;
      search->value = 0;
      ptx_walk_operands (s->guard, read_operand, search);
      search->value = value | (search->value & VARIES);
    }
  ptx_walk_results (s, write_operand, search);
}

static void
search_function (struct search *search, struct ptx_function *function,
		 bool kernel)
{
  struct ptx_registers registers = { { 0 }, NULL };
  ptx_find_registers (&registers, function);
  for (struct ptx_register *reg = registers.first; reg; reg = reg->next)
    reg->value = 0;
  do
    {
      search->changed = false;
      for (struct ptx_statement *s = function->body.first; s; s = s->next)
	if (s->kind == PTX_INSTRUCTION)
	  follow (search, s, kernel);
    }
  while (search->changed);
  ptx_free_registers (&registers);
}

void
ptx_move_scattered (struct ptx_program *program)
{
  struct ptx_code *code = program->objects[0].code;
  struct search search = { .found = &program->scattered };
  for (struct ptx_statement *s = code->first; s; s = s->next)
    if (ptx_table_p (program, s))
      {
	size_t *number = ptx_alloc (sizeof *number);
	strings_push (&search.names, s->names->name);
	*number = search.names.n;
	*map_place (&search.tables, s->names->name) = number;
      }
  for (struct ptx_statement *s = code->first; s && search.names.n; s = s->next)
    if (s->kind == PTX_FUNCTION)
      search_function (&search, s->function, ptx_kernel_p (s));
  ptx_move_to_global (code, search.found);
  map_free (&search.tables);
}
