/* Loads of what a kernel only reads.
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

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "gcuf-names.h"
#include "ptx.h"
#include "ptx-registers.h"
#include "support.h"

/* CUDA's assembler does not know which arrays overlap: a load stays behind a
   store that comes before it, and its latency is waited for.  With .nc a load
   is of data that is read only as long as the kernel runs, and goes where it is
   best.

   What a dummy argument without TARGET or POINTER is associated with, nothing
   else may write while the kernel runs.  The compiler marks the parameters that
   are addresses of such; what the kernel does not write itself by one of them is
   read only.  It is found out which registers are the address that is in a
   parameter, plus anything that has nothing to do with the parameters, whatever
   is added and subtracted on the way.  A parameter with which anything else
   happens, such as a call, is not looked at any more.

   Tables that have been moved to global memory nobody writes: their addresses
   are like such parameters, behind the last one.  */

/* For a kernel there is a variable, whose name is the entry's after this prefix:
   the numbers of the parameters, as the accelerator compiler counts them.  */
#define MARK GCUF_NAME_UNALIASED

/* The names of the parameters begin with this, and end in their numbers.  */
#define PARAMETER "%in_ar"

/* --- What the compiler says ---------------------------------------------- */

bool
ptx_any_unaliased_p (const struct ptx_program *program)
{
  return strstr (program->objects[0].text, MARK) != NULL;
}

void
ptx_take_unaliased (struct ptx_program *program)
{
  struct ptx_code *code = program->objects[0].code;
  struct ptx_statement *next;

  for (struct ptx_statement *s = code->first; s; s = next)
    {
      next = s->next;
      if (s->kind != PTX_VARIABLE || !starts_with (s->names->name, MARK))
	continue;
      strings_push (&program->unaliased, s->names->name + strlen (MARK));
      program->parameters
	= xrealloc (program->parameters,
		    program->unaliased.n * sizeof *program->parameters);
      program->parameters[program->unaliased.n - 1] = s->names->value;
      ptx_remove (code, s);
    }
}

/* The numbers of parameters that there are for the kernel NAME or what it is a
   version of, or null.  */

static const struct ptx_operand *
find_numbers (const struct ptx_program *program, const char *name)
{
  for (size_t i = 0; i < program->unaliased.n; i++)
    if (ptx_version_p (name, program->unaliased.data[i]))
      return program->parameters[i] ? program->parameters[i]->inner : NULL;
  return NULL;
}

/* --- What registers are -------------------------------------------------- */

/* The values of registers, in the order in which they only rise: nothing is
   known yet; no parameter; parameter number I, plus or minus, and what is none;
   anything.  */
enum { UNSEEN, NONE, FIRST };

struct walk
{
  const struct ptx_function *function;
  const struct strings *tables;
  unsigned n;			/* How many parameters there are, with tables.  */
  bool *lost;			/* Those that are not to be looked at.  */
  bool changed;
};

static unsigned
value_of_parameter (unsigned i, bool negative)
{
  return FIRST + 2 * i + negative;
}

static unsigned
anything (const struct walk *walk)
{
  return FIRST + 2 * walk->n;
}

static bool
parameter_p (const struct walk *walk, unsigned value)
{
  return value >= FIRST && value < anything (walk);
}

/* What has VALUE is not followed: forget about the parameter.  */

static void
lose (struct walk *walk, unsigned value)
{
  if (parameter_p (walk, value))
    walk->lost[(value - FIRST) / 2] = true;
}

/* Anything, of A and B.  */

static unsigned
mix (struct walk *walk, unsigned a, unsigned b)
{
  lose (walk, a);
  lose (walk, b);
  return anything (walk);
}

static unsigned
negated (const struct walk *walk, unsigned value)
{
  return (parameter_p (walk, value) ? ((value - FIRST) ^ 1) + FIRST : value);
}

/* The sum of A and B.  */

static unsigned
add (struct walk *walk, unsigned a, unsigned b)
{
  if (a == UNSEEN || b == UNSEEN)
    return UNSEEN;
  if (a == NONE)
    return b;
  if (b == NONE)
    return a;
  return (parameter_p (walk, a) && b == negated (walk, a)
	  ? NONE : mix (walk, a, b));
}

/* A on one way, and B on another.  */

static unsigned
either (struct walk *walk, unsigned a, unsigned b)
{
  if (a == UNSEEN || a == b)
    return b;
  return b == UNSEEN ? a : mix (walk, a, b);
}

/* True if OPERAND is a register whose values are followed: addresses are integers
   of 64 bits.  */

static bool
followed_p (const struct ptx_operand *operand)
{
  const struct ptx_register *reg = operand->reg;

  return (operand->kind == PTX_NAME && reg && !operand->element
	  && !reg->ambiguous && ptx_type_size (reg->type) == 8
	  && !ptx_float_type_p (reg->type));
}

static unsigned
value_of (const struct ptx_operand *operand)
{
  return followed_p (operand) ? operand->reg->value : NONE;
}

/* The same where OPERAND may name a table.  */

static unsigned
value_of_name (const struct walk *walk, const struct ptx_operand *operand)
{
  if (operand->kind == PTX_NAME && !operand->reg)
    for (size_t i = 0; i < walk->tables->n; i++)
      if (strcmp (walk->tables->data[i], operand->text) == 0)
	return value_of_parameter (walk->n - 1 - i, false);
  return value_of (operand);
}

static void
lose_operand (struct ptx_operand *operand, void *data)
{
  lose (data, value_of (operand));
}

/* Something unknown happens to OPERAND and those behind it.  */

static void
lose_operands (struct walk *walk, struct ptx_operand *operand)
{
  ptx_walk_operands (operand, lose_operand, walk);
}

/* The number of the marked parameter that S loads, among the numbers from NUMBER
   on, counted from 1; or 0.  */

static unsigned
loaded_parameter (const struct walk *walk, const struct ptx_statement *s,
		  const struct ptx_operand *number)
{
  const struct ptx_operand *from;
  const char *name;

  if (!ptx_loaded_parameter (walk->function, s))
    return 0;
  from = ptx_base (s->operands->next);
  from = from ? from : s->operands->next->inner;
  name = from ? after_prefix (from->text, PARAMETER) : NULL;
  for (unsigned i = 1; name && number; i++, number = number->next)
    if (strcmp (name, number->text) == 0)
      return i;
  return 0;
}

/* What S, which writes one register of 64 bits, computes.  NUMBERS are those of
   the marked parameters.  */

static unsigned
computed (struct walk *walk, const struct ptx_statement *s,
	  const struct ptx_operand *numbers)
{
  struct ptx_operand *a = s->operands->next, *b = a ? a->next : NULL;
  unsigned i;

  switch (s->opcode->op)
    {
    case PTX_OP_LD:
      i = loaded_parameter (walk, s, numbers);
      return i ? value_of_parameter (i - 1, false) : NONE;
    case PTX_OP_MOV:
    case PTX_OP_CVTA:
      return value_of_name (walk, a);
    case PTX_OP_ADD:
      return add (walk, value_of (a), value_of (b));
    case PTX_OP_SUB:
      return add (walk, value_of (a), negated (walk, value_of (b)));
    case PTX_OP_MAD:
      lose (walk, value_of (a));
      lose (walk, value_of (b));
      return value_of (b->next);
    case PTX_OP_SELP:
      return either (walk, value_of (a), value_of (b));
    default:
      lose_operands (walk, a);
      return NONE;
    }
}

/* Look at what S does with addresses: an access by one of them is no harm if it
   reads, and a comparison is none.  */

static void
look_at_uses (struct walk *walk, struct ptx_statement *s)
{
  const struct ptx_opcode *opcode = s->opcode;
  struct ptx_operand *result = ptx_result (s);

  if (opcode->op == PTX_OP_LD || opcode->op == PTX_OP_SETP
      || opcode->op == PTX_OP_PREFETCH)
    return;
  if (!result || (opcode->flags & PTX_MEMORY))
    ptx_walk_statement (s, lose_operand, walk);
  else if (!followed_p (result))
    lose_operands (walk, result->next);
}

/* The register OPERAND may be VALUE now.  */

static void
raise (struct walk *walk, const struct ptx_operand *operand, unsigned value)
{
  value = either (walk, operand->reg->value, value);
  walk->changed |= value != operand->reg->value;
  operand->reg->value = value;
}

/* OPERAND may be one of several that an instruction writes: no parameter.  */

static void
raise_to_none (struct ptx_operand *operand, void *data)
{
  if (followed_p (operand))
    raise (data, operand, NONE);
}

static void
visit (struct walk *walk, struct ptx_statement *s,
       const struct ptx_operand *numbers)
{
  struct ptx_operand *result = ptx_result (s);

  look_at_uses (walk, s);
  if (result && followed_p (result))
    raise (walk, result, computed (walk, s, numbers));
  else
    ptx_walk_results (s, raise_to_none, walk);
}

/* --- The loads ----------------------------------------------------------- */

/* Let the load S, in the global space, be of read-only data.  */

static void
set_read_only (struct ptx_statement *s)
{
  enum ptx_word words[8];
  size_t n = 0;

  words[n++] = s->opcode->words[0];
  words[n++] = PTX_WORD_NC;
  for (size_t i = 1; i < s->opcode->n; i++)
    words[n++] = s->opcode->words[i];
  words[n] = PTX_NO_WORD;
  s->opcode = ptx_opcode (PTX_OP_LD, words);
}

/* True if S is a load from the global space and nothing but that.  */

static bool
plain_load_p (const struct ptx_statement *s)
{
  const struct ptx_opcode *opcode = s->opcode;

  return (s->kind == PTX_INSTRUCTION && opcode->op == PTX_OP_LD
	  && opcode->words[0] == PTX_SPACE_GLOBAL
	  && opcode->n == 2 + (size_t) (opcode->vector > 1));
}

/* Let the parameters that other loads than such read be lost: these want to see
   what others write.  */

static void
look_at_load (struct walk *walk, struct ptx_statement *s)
{
  if (s->kind == PTX_INSTRUCTION && s->opcode->op == PTX_OP_LD
      && s->opcode->space != PTX_SPACE_PARAM && !plain_load_p (s))
    lose_operands (walk, s->operands->next);
}

static void
mark_load (const struct walk *walk, struct ptx_statement *s)
{
  const struct ptx_operand *base;
  unsigned value;

  if (!plain_load_p (s))
    return;
  base = ptx_base (s->operands->next);
  value = base ? value_of (base) : NONE;
  if (parameter_p (walk, value) && (value - FIRST) % 2 == 0
      && !walk->lost[(value - FIRST) / 2])
    set_read_only (s);
}

/* Let the loads of FUNCTION be so that are by one of the parameters NUMBERS, or
   of TABLES.  */

static void
read_only_loads (struct ptx_function *function,
		 const struct ptx_operand *numbers,
		 const struct strings *tables)
{
  struct ptx_registers registers = { 0 };
  struct walk walk = { .function = function, .tables = tables };

  walk.n = ptx_count_operands (numbers) + tables->n;
  walk.lost = xcalloc (walk.n + 1, sizeof *walk.lost);
  ptx_find_registers (&registers, function);
  do
    {
      walk.changed = false;
      for (struct ptx_statement *s = function->body.first; s; s = s->next)
	if (s->kind == PTX_INSTRUCTION)
	  visit (&walk, s, numbers);
    }
  while (walk.changed);
  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    look_at_load (&walk, s);
  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    mark_load (&walk, s);
  free (walk.lost);
  ptx_free_registers (&registers);
}

void
ptx_read_only_loads (struct ptx_program *program)
{
  for (struct ptx_statement *s = program->objects[0].code->first; s;
       s = s->next)
    if (s->kind == PTX_FUNCTION && s->function->defined)
      {
	const struct ptx_operand *numbers
	  = (ptx_kernel_p (s) ? find_numbers (program, s->function->name)
	     : NULL);
	if (numbers || program->scattered.n)
	  read_only_loads (s->function, numbers, &program->scattered);
      }
}
