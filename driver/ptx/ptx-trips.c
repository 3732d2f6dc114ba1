/* PTX pass: counted loops over local arrays.
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

#include "ptx.h"

#include <limits.h>
#include <string.h>

#include "ptx-registers.h"

/* GCC ends a loop over an array by a comparison of an address with that of the
   array's end.  Ptxas knows the addresses of a thread's own arrays as constants
   and unrolls such a loop, and not always rightly: ptxas 13.0 makes of one of 8
   iterations, with 10 stores to 40 bytes in each, 8 iterations and 9 more.  A
   loop that counts is unrolled whole, and rightly.  So let those count that make
   so few trips that this can happen.  */
enum { MOST_TRIPS = 16 };

/* The address of a register as that of an array and a number of bytes.  */
struct place
{
  const struct ptx_register *array;
  long long offset;
};

/* Chains of copies and additions of constants are not longer.  */
enum { MOST_STEPS = 8 };

static bool
instruction_p (const struct ptx_statement *s, enum ptx_op op)
{
  return s->kind == PTX_INSTRUCTION && s->opcode->op == op && !s->guard;
}

/* The register that OPERAND is, or null.  */

static struct ptx_register *
register_of (const struct ptx_operand *operand)
{
  if (!operand || operand->kind != PTX_NAME || operand->element
      || !operand->reg || operand->reg->ambiguous)
    return NULL;
  return operand->reg;
}

static bool
wide_integer_p (const struct ptx_opcode *opcode, size_t i)
{
  return (opcode->words[i] == PTX_TYPE_U64 || opcode->words[i] == PTX_TYPE_S64
	  || opcode->words[i] == PTX_TYPE_B64);
}

/* If S is a copy, or an addition of a constant, set *FROM to the register that
   it copies and add the constant to *OFFSET.  */

static bool
copy_p (const struct ptx_statement *s, struct ptx_register **from,
	long long *offset)
{
  long long n;

  *from = register_of (ptx_copied_address (s, &n));
  if (!*from || n < INT_MIN || n > INT_MAX)
    return false;
  *offset += n;
  return true;
}

/* Find the place of what REG, which is written once, has at all times; false if
   it is in no array of the function's.  */

static bool
find_place (const struct ptx_register *reg, struct place *place)
{
  struct ptx_register *from;

  for (int i = 0; i < MOST_STEPS && reg && reg->definition; i++)
    {
      const struct ptx_statement *s = reg->definition;

      if (instruction_p (s, PTX_OP_CVTA)
	  && s->opcode->words[0] == PTX_SPACE_LOCAL)
	{
	  place->array = reg;
	  return true;
	}
      if (!copy_p (s, &from, &place->offset))
	return false;
      reg = from;
    }
  return false;
}

/* --- A loop -------------------------------------------------------------- */

/* Do { ... POINTER += step; } while (POINTER != END), where the label FIRST is
   nowhere else gone to.  */
struct loop
{
  struct ptx_statement *first;
  struct ptx_statement *step, *test, *branch;
  struct ptx_register *pointer;
  const struct ptx_register *end;
};

/* What comes before S, but for what is no code.  */

static struct ptx_statement *
before (const struct ptx_statement *s)
{
  do
    s = s->previous;
  while (s && (s->kind == PTX_COMMENT || s->kind == PTX_LINE));
  return (struct ptx_statement *) s;
}

struct search
{
  const char *label;
  const struct ptx_register *reg;
  bool found;
};

static void
look (struct ptx_operand *operand, void *data)
{
  struct search *search = data;

  search->found |= (operand->kind == PTX_NAME
		    && ((search->label
			 && strcmp (operand->text, search->label) == 0)
			|| (search->reg && operand->reg == search->reg)));
}

static bool
names_label_p (struct ptx_statement *s, const char *label)
{
  struct search search = { .label = label };

  if (s->kind == PTX_INSTRUCTION)
    ptx_walk_statement (s, look, &search);
  return search.found;
}

/* True if S may write REG.  */

static bool
writes_p (struct ptx_statement *s, const struct ptx_register *reg)
{
  struct search search = { .reg = reg };
  struct ptx_operand *result, *rest;

  if (s->kind != PTX_INSTRUCTION)
    return false;
  result = ptx_result (s);
  if (!result)
    {
      if (s->opcode->op == PTX_OP_CALL)
	ptx_walk_statement (s, look, &search);
      return search.found;
    }
  rest = result->next;
  result->next = NULL;
  ptx_walk_operands (result, look, &search);
  result->next = rest;
  return search.found;
}

/* True if LOOP is entered at its label alone, and its pointer is written nowhere
   else in it.  CODE is the function's.  */

static bool
closed_p (const struct ptx_code *code, const struct loop *loop)
{
  bool inside = false;

  for (struct ptx_statement *s = code->first; s; s = s->next)
    {
      if (s == loop->first)
	inside = true;
      if (s != loop->branch && names_label_p (s, loop->first->text))
	return false;
      if (inside && s != loop->step && writes_p (s, loop->pointer))
	return false;
      /* Who goes to a label inside is inside.  */
      if (inside && s->kind == PTX_LABEL && s != loop->first)
	{
	  bool other = true;

	  for (struct ptx_statement *o = code->first; o; o = o->next)
	    {
	      other = o == loop->first ? false : other;
	      if (other && names_label_p (o, s->text))
		return false;
	      other = o == loop->branch ? true : other;
	    }
	}
      if (s == loop->branch)
	inside = false;
    }
  return true;
}

/* Find the loop that BRANCH ends; false if it ends none of these.  LABELS are
   those before it.  */

static bool
find_loop (struct ptx_statement *branch, const struct map *labels,
	   struct loop *loop)
{
  const struct ptx_register *condition;
  struct ptx_register *a, *b;

  if (branch->kind != PTX_INSTRUCTION || branch->opcode->op != PTX_OP_BRA
      || !branch->guard || !branch->operands
      || branch->operands->kind != PTX_NAME)
    return false;
  condition = register_of (branch->guard);
  loop->branch = branch;
  loop->first = map_get (labels, branch->operands->text);
  loop->test = before (branch);
  if (!condition || !loop->first || !loop->test
      || !instruction_p (loop->test, PTX_OP_SETP)
      || loop->test->opcode->words[0] != PTX_WORD_NE
      || !wide_integer_p (loop->test->opcode, 1)
      || register_of (loop->test->operands) != condition)
    return false;
  a = register_of (loop->test->operands->next);
  b = register_of (loop->test->operands->next->next);
  loop->step = before (loop->test);
  if (!a || !b || !loop->step)
    return false;
  /* The pointer is the one that is stepped.  */
  loop->pointer = writes_p (loop->step, a) ? a : b;
  loop->end = loop->pointer == a ? b : a;
  return true;
}

/* The statement that gives LOOP's pointer its first value, or null if that is
   not sure.  */

static struct ptx_statement *
first_value (const struct loop *loop)
{
  struct ptx_statement *s;

  for (s = before (loop->first); s; s = before (s))
    if (s->kind != PTX_INSTRUCTION
	|| (s->opcode->op == PTX_OP_BRA && !s->guard)
	|| writes_p (s, loop->pointer))
      break;
  return s && writes_p (s, loop->pointer) ? s : NULL;
}

/* The trips of LOOP, or zero if they are not known.  */

static long long
trips (const struct loop *loop)
{
  struct ptx_statement *start = first_value (loop);
  struct place from = { 0 }, to = { 0 };
  struct ptx_register *base;
  long long step = 0;

  if (!start || !copy_p (loop->step, &base, &step) || base != loop->pointer
      || register_of (loop->step->operands) != loop->pointer || step <= 0
      || !copy_p (start, &base, &from.offset)
      || !find_place (base, &from) || !find_place (loop->end, &to)
      || from.array != to.array || to.offset <= from.offset
      || (to.offset - from.offset) % step != 0)
    return 0;
  return (to.offset - from.offset) / step;
}

/* --- The change ---------------------------------------------------------- */

/* Let LOOP of CODE make N trips by counting, in the register NAME.  */

static void
count (struct ptx_code *code, const struct loop *loop, long long n,
       const char *name)
{
  const struct ptx_opcode *move
    = ptx_opcode (PTX_OP_MOV, PTX_WORDS (PTX_TYPE_U32));
  const struct ptx_opcode *add
    = ptx_opcode (PTX_OP_ADD, PTX_WORDS (PTX_TYPE_S32));
  const struct ptx_opcode *test
    = ptx_opcode (PTX_OP_SETP, PTX_WORDS (PTX_WORD_NE, PTX_TYPE_S32));
  struct ptx_operand *counter = ptx_operand (PTX_NAME, name, NULL);
  struct ptx_operand *source = ptx_operand (PTX_NAME, name, NULL);
  struct ptx_operand *condition = loop->test->operands;

  ptx_insert (code, NULL, ptx_register_declaration (name, PTX_TYPE_U32));
  counter->next = ptx_operand (PTX_NUMBER, ptx_format ("%lld", n), NULL);
  ptx_insert (code, loop->first->previous,
	      ptx_instruction (NULL, move, counter));

  counter = ptx_operand (PTX_NAME, name, NULL);
  counter->next = source;
  source->next = ptx_operand (PTX_NUMBER, "-1", NULL);
  ptx_insert (code, loop->test->previous, ptx_instruction (NULL, add, counter));

  condition->next = ptx_operand (PTX_NAME, name, NULL);
  condition->next->next = ptx_operand (PTX_NUMBER, "0", NULL);
  loop->test->opcode = test;
}

static void
count_in_function (struct ptx_function *function)
{
  struct ptx_registers registers;
  struct map labels = { 0 };
  struct loop loop;
  unsigned n = 0;

  ptx_find_registers (&registers, function);
  ptx_find_definitions (function);
  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    {
      long long number = 0;

      if (s->kind == PTX_LABEL)
	*map_place (&labels, s->text) = s;
      if (find_loop (s, &labels, &loop))
	number = trips (&loop);
      if (number > 0 && number <= MOST_TRIPS && closed_p (&function->body, &loop))
	count (&function->body, &loop, number,
	       ptx_format ("%%trips%u", n++));
    }
  map_free (&labels);
  ptx_free_registers (&registers);
}

void
ptx_count_trips (struct ptx_program *program)
{
  for (size_t i = 0; i < program->n; i++)
    for (struct ptx_statement *s = program->objects[i].code->first; s;
	 s = s->next)
      if (s->kind == PTX_FUNCTION && s->function->defined)
	count_in_function (s->function);
}
