/* PTX pass: loops of compare and swap that become atomic instructions.
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

#include <string.h>

#include "ptx-registers.h"

/* For an update of a real by OpenACC's or OpenMP's ATOMIC, or one by a maximum,
   GCC knows no instruction, and makes a loop:

     back:	mov.u64	%current, %seen;
     begin:	mov.b64	%real, %current;
		add.f64	%sum, %operand, %real;
		mov.b64	%changed, %sum;
		atom.cas.b64	%seen, [%a], %current, %changed;
		setp.ne.u64	%p, %current, %seen;
	@%p	bra	back;

   An update of an integer has no moves around the operation.  Whoever comes into
   the loop, and whatever %current is there, goes on behind it when the operation
   has been done once to what is in memory.  PTX has instructions that do that, if
   nobody wants to know what was there.  */

struct atomic_loop
{
  struct ptx_statement *again, *take, *operation, *give, *swap, *test, *branch;
  const struct ptx_operand *operand; /* What is not in memory.  */
  bool negated;			/* The operation subtracts it.  */
  enum ptx_word word;		/* What is done: PTX_WORD_ADD.  */
};

/* --- The search ---------------------------------------------------------- */

/* What comes before S, or after it, but for what is no code.  */

static struct ptx_statement *
neighbour (const struct ptx_statement *s, bool after)
{
  do
    s = after ? s->next : s->previous;
  while (s && (s->kind == PTX_COMMENT || s->kind == PTX_LINE));
  return (struct ptx_statement *) s;
}

static bool
instruction_p (const struct ptx_statement *s, enum ptx_op op)
{
  return (s && s->kind == PTX_INSTRUCTION && s->opcode->op == op && !s->guard
	  && s->opcode->known);
}

/* The register that OPERAND is, if it is in N operands of the function's and in
   no other; or null.  */

static struct ptx_register *
register_in (const struct ptx_operand *operand, unsigned n)
{
  if (!operand || operand->kind != PTX_NAME || operand->element
      || !operand->reg || operand->reg->ambiguous || operand->reg->places != n)
    return NULL;
  return operand->reg;
}

static bool
is (const struct ptx_operand *operand, const struct ptx_register *reg)
{
  return (operand && operand->kind == PTX_NAME && !operand->element
	  && operand->reg == reg);
}

/* True if S moves FROM, in a register of any type, to one that is in N operands,
   which is then in *TO.  */

static bool
moves_p (const struct ptx_statement *s, const struct ptx_register *from,
	 unsigned n, struct ptx_register **to)
{
  if (!instruction_p (s, PTX_OP_MOV) || s->opcode->n != 1
      || ptx_count_operands (s->operands) != 2
      || !is (s->operands->next, from))
    return false;
  *to = register_in (s->operands, n);
  return *to != NULL;
}

/* Set LOOP's word to that of its operation, if there is an atomic one.  */

static bool
find_word (struct atomic_loop *loop)
{
  const struct ptx_opcode *opcode = loop->operation->opcode;
  const enum ptx_word type = opcode->type;
  const bool real = type == PTX_TYPE_F32 || type == PTX_TYPE_F64;
  const bool integer = (type == PTX_TYPE_S32 || type == PTX_TYPE_U32
			|| type == PTX_TYPE_S64 || type == PTX_TYPE_U64);

  if (opcode->n != 1 || loop->operation->guard)
    return false;
  loop->negated = opcode->op == PTX_OP_SUB;
  switch (opcode->op)
    {
    case PTX_OP_ADD:
    case PTX_OP_SUB:
      loop->word = PTX_WORD_ADD;
      return real;
    case PTX_OP_MAX:
      loop->word = PTX_WORD_MAX;
      return integer;
    case PTX_OP_MIN:
      loop->word = PTX_WORD_MIN;
      return integer;
    default:
      return false;
    }
}

/* Find LOOP's operand: its operation makes CHANGED of that and of CURRENT.  */

static bool
find_operand (struct atomic_loop *loop, const struct ptx_register *current,
	      const struct ptx_register *changed)
{
  const struct ptx_operand *result = loop->operation->operands;

  if (ptx_count_operands (result) != 3 || !is (result, changed))
    return false;
  if (is (result->next, current))
    loop->operand = result->next->next;
  else if (!loop->negated && is (result->next->next, current))
    loop->operand = result->next;
  else
    return false;
  return (loop->operand->kind == PTX_NUMBER
	  || (loop->operand->kind == PTX_NAME && !loop->operand->element));
}

/* Find the operation of LOOP, in front of its swap, which compares with CURRENT and
   stores CHANGED.  */

static bool
find_operation (struct atomic_loop *loop, const struct ptx_register *current,
		const struct ptx_register *changed)
{
  struct ptx_register *real, *to;
  struct ptx_statement *s = neighbour (loop->swap, false);

  loop->take = loop->give = NULL;
  if (instruction_p (s, PTX_OP_MOV) && s->operands)
    {
      real = register_in (s->operands->next, 2);
      if (!real || !moves_p (s, real, 2, &to) || to != changed)
	return false;
      loop->give = s;
      changed = real;
      s = neighbour (s, false);
    }
  loop->operation = s;
  if (!s || s->kind != PTX_INSTRUCTION || !s->opcode->known || !find_word (loop))
    return false;
  if (loop->give)
    {
      loop->take = neighbour (s, false);
      if (!moves_p (loop->take, current, 2, &real))
	return false;
      current = real;
    }
  return find_operand (loop, current, changed);
}

/* True if in FUNCTION the branch at the end of LOOP goes to the label in front of the
   statement that lets CURRENT be SEEN, behind which is the operation's.  */

static bool
find_begin (struct atomic_loop *loop, const struct ptx_register *current,
	    const struct ptx_register *seen)
{
  struct ptx_statement *begin, *back;
  struct ptx_register *to;

  begin = neighbour (loop->take ? loop->take : loop->operation, false);
  if (!begin || begin->kind != PTX_LABEL)
    return false;
  loop->again = neighbour (begin, false);
  back = loop->again ? neighbour (loop->again, false) : NULL;
  return (loop->again && moves_p (loop->again, seen, 5, &to) && to == current
	  && back && back->kind == PTX_LABEL
	  && loop->branch->operands && loop->branch->operands->kind == PTX_NAME
	  && strcmp (loop->branch->operands->text, back->text) == 0);
}

/* True if S compares and swaps in a loop that LOOP becomes.  */

static bool
find_loop (struct ptx_statement *s, struct atomic_loop *loop)
{
  if (!instruction_p (s, PTX_OP_ATOM) || s->opcode->n != 2
      || s->opcode->words[0] != PTX_WORD_CAS
      || ptx_count_operands (s->operands) != 4)
    return false;
  loop->swap = s;
  loop->test = neighbour (s, true);
  loop->branch = loop->test ? neighbour (loop->test, true) : NULL;
  if (!instruction_p (loop->test, PTX_OP_SETP)
      || loop->test->opcode->words[0] != PTX_WORD_NE
      || ptx_count_operands (loop->test->operands) != 3
      || !loop->branch || loop->branch->kind != PTX_INSTRUCTION
      || loop->branch->opcode->op != PTX_OP_BRA)
    return false;

  const struct ptx_operand *place = s->operands->next;
  struct ptx_register *seen = register_in (s->operands, 3);
  struct ptx_register *current = register_in (place->next, 5);
  struct ptx_register *changed = register_in (place->next->next, 2);
  struct ptx_register *differs = register_in (loop->test->operands, 2);
  return (seen && current && changed && differs
	  && is (loop->branch->guard, differs)
	  && is (loop->test->operands->next, current)
	  && is (loop->test->operands->next->next, seen)
	  && find_operation (loop, current, changed)
	  && find_begin (loop, current, seen));
}

/* --- The change ---------------------------------------------------------- */

/* A copy of OPERAND alone.  */

static struct ptx_operand *
copy_of (const struct ptx_operand *operand)
{
  return ptx_operands (operand, NULL);
}

/* A new register of TYPE in CODE, called by FORMAT and N.  */

static struct ptx_operand *
new_register (struct ptx_code *code, enum ptx_word type, const char *format,
	      unsigned n)
{
  const char *name = ptx_format (format, n);

  ptx_insert (code, NULL, ptx_register_declaration (name, type));
  return ptx_name (name);
}

/* Let one atomic instruction take the place of LOOP, number N in CODE.  */

static void
replace (struct ptx_code *code, const struct atomic_loop *loop, unsigned n)
{
  const enum ptx_word type = loop->operation->opcode->type;
  const struct ptx_opcode *negation
    = ptx_opcode (PTX_OP_NEG, PTX_WORDS (type));
  const struct ptx_opcode *atomic
    = ptx_opcode (PTX_OP_ATOM, PTX_WORDS (loop->word, type));
  struct ptx_statement *const all[]
    = { loop->again, loop->take, loop->operation, loop->give, loop->test,
	loop->branch };
  struct ptx_operand *operand = copy_of (loop->operand);
  struct ptx_operand *result = copy_of (loop->swap->operands);

  if (ptx_float_type_p (type))
    result = new_register (code, type, "%%atomic%u", n);
  if (loop->negated)
    {
      struct ptx_operand *negative
	= new_register (code, type, "%%negative%u", n);
      operand = ptx_operands (negative, operand, NULL);
      ptx_insert (code, loop->swap->previous,
		  ptx_instruction (NULL, negation, operand));
      operand = copy_of (negative);
    }
  result->next = copy_of (loop->swap->operands->next);
  result->next->next = operand;
  loop->swap->opcode = atomic;
  loop->swap->operands = result;
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
    if (all[i])
      ptx_remove (code, all[i]);
}

static void
replace_in_function (struct ptx_function *function)
{
  struct ptx_registers registers;
  struct atomic_loop loop;
  unsigned n = 0;

  ptx_find_registers (&registers, function);
  ptx_count_places (function);
  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    if (find_loop (s, &loop))
      replace (&function->body, &loop, n++);
  ptx_free_registers (&registers);
}

void
ptx_replace_atomic_loops (struct ptx_program *program)
{
  for (size_t i = 0; i < program->n; i++)
    for (struct ptx_statement *s = program->objects[i].code->first; s;
	 s = s->next)
      if (s->kind == PTX_FUNCTION && s->function->defined)
	replace_in_function (s->function);
}
