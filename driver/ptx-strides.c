/* Kernels in two versions, one for arrays with the usual strides.
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

/* The strides of arrays of assumed shape are 64-bit parameters of a kernel.  A
   multiplication by one takes the GPU four instructions, and the address of each
   element takes one for each dimension.  But in nearly all launches the first
   dimension's stride is 1, and the others fit into 31 bits: then there is nothing to
   multiply in the first and one instruction in the others.  Small kernels with
   such parameters get their code twice, from the first multiplication on, and a
   test that is the same in all threads chooses.

   No name says which parameters are strides: the first dimension's are those of
   which the kernel wants the maximum with 1, as the front end takes 0 for 1; the
   others those that are multiplied by what was extended from 32 bits.  The code is
   right whatever they are.  */

/* As many statements as a kernel may have: in larger ones most of the work is not
   computing addresses.  And as many multiplications as it must have: fewer are
   not worth a test.  */
enum { MOST_STATEMENTS = 1000, LEAST_PRODUCTS = 4, MOST_PARAMETERS = 32 };

struct list
{
  struct ptx_register *regs[MOST_PARAMETERS];
  size_t n;			/* If that is all there is room for, there may be
				   more.  */
};

struct version
{
  struct ptx_function *function;
  struct ptx_registers registers;
  struct map labels;		/* All of them are there twice.  */
  struct ptx_statement *begin;	/* The first statement that is.  */
  struct list unit;		/* Parameters that are 1 or 0 in the copy, ...  */
  struct list ones;		/* ... what is 1 therefore, ...  */
  struct list small;		/* ... parameters below 2**31.  */
};

static bool
member_p (const struct list *list, const struct ptx_register *reg)
{
  for (size_t i = 0; i < list->n; i++)
    if (list->regs[i] == reg)
      return true;
  return false;
}

static void
note (struct list *list, struct ptx_register *reg)
{
  if (!member_p (list, reg) && list->n < MOST_PARAMETERS)
    list->regs[list->n++] = reg;
}

/* --- Parameters ------------------------------------------------------------ */

/* What OPERAND, a register, is a copy of.  */

static struct ptx_register *
original (const struct ptx_operand *operand)
{
  struct ptx_register *reg = operand->kind == PTX_NAME ? operand->reg : NULL;

  while (reg && reg->definition && !reg->definition->guard
	 && ptx_opcode_part_p (reg->definition->text, 0, "mov")
	 && reg->definition->operands->next->kind == PTX_NAME
	 && reg->definition->operands->next->reg)
    reg = reg->definition->operands->next->reg;
  return reg;
}

/* The definition, without a guard and with OPCODE, of what OPERAND is; or
   null.  */

static struct ptx_statement *
defined_by (const struct ptx_operand *operand, const char *opcode)
{
  struct ptx_register *reg = original (operand);
  struct ptx_statement *s = reg && !reg->ambiguous ? reg->definition : NULL;

  return s && !s->guard && strcmp (s->text, opcode) == 0 ? s : NULL;
}

/* The 64-bit parameter that OPERAND is, as a register; or null.  */

static struct ptx_register *
parameter (const struct ptx_operand *operand)
{
  struct ptx_statement *s = defined_by (operand, "ld.param.u64");

  return s ? s->operands->reg : NULL;
}

/* The register of 32 bits that OPERAND is the extension of, or null.  */

static struct ptx_register *
extended (const struct ptx_operand *operand)
{
  struct ptx_statement *s = defined_by (operand, "cvt.s64.s32");
  struct ptx_register *reg = s ? s->operands->next->reg : NULL;

  return reg && reg->definition && !reg->ambiguous ? reg : NULL;
}

/* The parameter P that OPERAND is the maximum of with 1, or null.  */

static struct ptx_register *
unit_parameter (const struct ptx_operand *operand)
{
  struct ptx_statement *s = defined_by (operand, "max.u64");
  const struct ptx_operand *one = s ? s->operands->next->next : NULL;

  return (one && one->kind == PTX_NUMBER && strcmp (one->text, "1") == 0
	  ? parameter (s->operands->next) : NULL);
}

static bool
product_p (const struct ptx_statement *s)
{
  return (s->kind == PTX_INSTRUCTION
	  && (strcmp (s->text, "mul.lo.u64") == 0
	      || strcmp (s->text, "mad.lo.u64") == 0));
}

/* True if S multiplies by such a maximum.  */

static bool
unit_product_p (const struct ptx_statement *s)
{
  return (product_p (s) && (unit_parameter (s->operands->next)
			    || unit_parameter (s->operands->next->next)));
}

/* True if S multiplies a parameter, *FACTOR, and what *NARROW is extended to.  */

static bool
narrow_product_p (const struct ptx_statement *s, struct ptx_register **factor,
		  struct ptx_register **narrow)
{
  const struct ptx_operand *a, *b;

  if (!product_p (s))
    return false;
  a = s->operands->next;
  b = a->next;
  *factor = parameter (a);
  *narrow = extended (b);
  if (!*factor || !*narrow)
    {
      *factor = parameter (b);
      *narrow = extended (a);
    }
  return *factor && *narrow;
}

/* True if S reads one of the maximums.  */

static void
note_unit (struct ptx_operand *operand, void *data)
{
  if (operand->kind == PTX_NAME && unit_parameter (operand))
    *(bool *) data = true;
}

static bool
reads_unit_p (struct ptx_statement *s)
{
  bool reads = false;

  if (s->kind == PTX_INSTRUCTION && ptx_result (s))
    ptx_walk_operands (ptx_result (s)->next, note_unit, &reads);
  else
    ptx_walk_statement (s, note_unit, &reads);
  return reads;
}

/* True if S branches elsewhere than to the function's end.  */

static bool
branch_p (const struct version *version, const struct ptx_statement *s)
{
  const struct ptx_statement *to;

  if (s->kind != PTX_INSTRUCTION || !ptx_opcode_part_p (s->text, 0, "bra"))
    return false;
  to = map_get (&version->labels, s->operands->text);
  while (to && to->kind != PTX_INSTRUCTION)
    to = to->next;
  return !to || to->guard || !ptx_opcode_part_p (to->text, 0, "ret");
}

/* True if what comes from S on is to be there twice, unless that is already: then
   all that needs what the versions have differently comes behind the test.  */

static bool
begin_p (const struct version *version, struct ptx_statement *s)
{
  struct ptx_register *factor, *narrow;

  return (s->kind == PTX_LABEL || s->kind == PTX_BLOCK_BEGIN
	  || branch_p (version, s) || narrow_product_p (s, &factor, &narrow)
	  || reads_unit_p (s));
}

/* Find out what VERSION needs to know.  The result is the number of products that
   it makes simpler.  */

static int
analyze (struct version *version)
{
  struct ptx_register *factor, *narrow;
  int products = 0;

  for (struct ptx_statement *s = version->function->body.first; s; s = s->next)
    if (s->kind == PTX_LABEL)
      *map_place (&version->labels, s->text) = s;
  for (struct ptx_statement *s = version->function->body.first; s; s = s->next)
    {
      struct ptx_operand *result = ptx_result (s);

      if (!version->begin && begin_p (version, s))
	version->begin = s;
      if (result && result->reg && unit_parameter (result))
	{
	  note (&version->unit, unit_parameter (result));
	  if (!version->begin)
	    note (&version->ones, result->reg);
	}
      if (narrow_product_p (s, &factor, &narrow))
	{
	  note (&version->small, factor);
	  products++;
	}
      products += unit_product_p (s);
    }
  return products;
}

/* True if FUNCTION's code may be there twice: names of variables other than
   registers may not, except in blocks.  */

static bool
repeatable_p (const struct ptx_function *function)
{
  size_t n = 0;
  int depth = 0;

  for (const struct ptx_statement *s = function->body.first; s; s = s->next)
    {
      n += s->kind == PTX_INSTRUCTION;
      depth += s->kind == PTX_BLOCK_BEGIN;
      depth -= s->kind == PTX_BLOCK_END;
      if ((s->kind == PTX_VARIABLE && depth == 0
	   && !ptx_specified_p (s->specifiers, ".reg"))
	  || s->kind == PTX_DIRECTIVE
	  || (s->kind == PTX_INSTRUCTION
	      && ptx_opcode_part_p (s->text, 0, "brx")))
	return false;
    }
  return n <= MOST_STATEMENTS;
}

/* --- New code -------------------------------------------------------------- */

static struct ptx_operand *
name (const char *text)
{
  return ptx_operand (PTX_NAME, text, NULL);
}

/* Code is put together in front of PLACE, or at the end if that is null.  */
struct position
{
  struct ptx_code *code;
  struct ptx_statement *place;
};

static void
put (const struct position *position, struct ptx_statement *s)
{
  ptx_insert (position->code, (position->place ? position->place->previous
			       : position->code->last), s);
}

static void
put_declaration (const struct position *position, const char *type,
		 const char *reg)
{
  struct ptx_statement *s = PTX_NEW (struct ptx_statement);

  s->kind = PTX_VARIABLE;
  s->specifiers = name (".reg");
  s->specifiers->next = name (type);
  s->names = PTX_NEW (struct ptx_declarator);
  s->names->name = reg;
  s->names->dimensions = "";
  put (position, s);
}

/* The instruction OPCODE with operands A, B and C, or two if C is null.  */

static void
put_instruction (const struct position *position, const char *opcode,
		 struct ptx_operand *a, struct ptx_operand *b,
		 struct ptx_operand *c)
{
  a->next = b;
  b->next = c;
  put (position, ptx_instruction (&(struct ptx_statement) { 0 }, opcode, a));
}

/* --- The test -------------------------------------------------------------- */

/* The predicate RESULT that the union of the registers in LIST, whose names begin
   with PREFIX here, is at most BOUND.  */

static void
put_test (const struct position *position, const struct list *list,
	  const char *prefix, const char *bound, const char *result)
{
  const char *all = NULL;

  for (size_t i = 0; i < list->n; i++)
    {
      const struct ptx_operand *from
	= list->regs[i]->definition->operands->next;
      const char *reg = ptx_format ("%s%zu", prefix, i);

      put_declaration (position, ".u64", reg);
      put_instruction (position, "ld.param.u64", name (reg),
		       ptx_copy_operands (from), NULL);
      if (all)
	put_instruction (position, "or.b64", name (reg), name (reg),
			 name (all));
      all = reg;
    }
  put_declaration (position, ".pred", result);
  put_instruction (position, "setp.le.u64", name (result), name (all),
		   ptx_operand (PTX_NUMBER, bound, NULL));
}

/* The test goes where the function begins, the branch to LABEL where the versions
   do, and behind it what the copy has as 1.  */

static void
add_test (struct version *version, const char *label)
{
  const char *result = "%unit$strides";
  struct position first = { &version->function->body,
			    version->function->body.first };
  struct position begin = { &version->function->body, version->begin };
  struct ptx_statement *branch;

  put_test (&first, &version->unit, "%unit$", "1", result);
  if (version->small.n)
    {
      put_test (&first, &version->small, "%small$", "2147483647",
		"%small$strides");
      put_instruction (&first, "and.pred", name (result), name (result),
		       name ("%small$strides"));
    }
  branch = ptx_instruction (&(struct ptx_statement) { 0 }, "bra",
			    name (label));
  branch->guard = name (result);
  put (&begin, branch);
  for (size_t i = 0; i < version->ones.n; i++)
    {
      struct ptx_statement *s = version->ones.regs[i]->definition;

      ptx_remove (begin.code, s);
      put (&begin, s);
    }
}

/* --- The copy -------------------------------------------------------------- */

static const char *
renamed (const char *text)
{
  return ptx_format ("%s$strides", text);
}

/* Registers that are written before the versions begin keep their names, and are
   not live here.  */

static void
note_written (struct ptx_operand *operand, void *data)
{
  if (operand->reg)
    operand->reg->live = *(bool *) data;
}

static void
find_renamed (struct version *version)
{
  bool renamed = false;

  for (struct ptx_register *r = version->registers.first; r; r = r->next)
    r->live = true;
  for (struct ptx_statement *s = version->function->body.first;
       s != version->begin; s = s->next)
    {
      struct ptx_operand *result = ptx_result (s), *rest;

      if (!result)
	continue;
      rest = result->next;
      result->next = NULL;
      ptx_walk_operands (result, note_written, &renamed);
      result->next = rest;
    }
  for (size_t i = 0; i < version->ones.n; i++)
    version->ones.regs[i]->live = true;
}

static bool
renamed_p (const struct version *version, const char *text)
{
  const struct ptx_register *reg = map_get (&version->registers.map, text);

  return reg ? reg->live : map_get (&version->labels, text) != NULL;
}

static void
rename_operand (struct ptx_operand *operand, void *data)
{
  if (operand->kind == PTX_NAME && renamed_p (data, operand->text))
    operand->text = renamed (operand->text);
}

/* The name in the copy of what is in 32 bits of parameter REG.  */

static const char *
low_part (const struct ptx_register *reg)
{
  return renamed (ptx_format ("%s$low", reg->name));
}

/* Let COPY, of S, make use of what the test says.  */

static void
simplify (const struct ptx_statement *s, struct ptx_statement *copy)
{
  struct ptx_operand *result = ptx_result (s), *rest;
  struct ptx_register *factor, *narrow;

  if (result && result->reg && unit_parameter (result)
      && result->reg->definition == s)
    {
      copy->text = "mov.u64";
      copy->operands->next = ptx_operand (PTX_NUMBER, "1", NULL);
    }
  else if (narrow_product_p (s, &factor, &narrow))
    {
      rest = copy->operands->next->next->next;
      copy->text = (ptx_opcode_part_p (s->text, 0, "mul") ? "mul.wide.s32"
		    : "mad.wide.s32");
      copy->operands->next = name (narrow->name);
      copy->operands->next->next = name (low_part (factor));
      copy->operands->next->next->next = rest;
    }
}

static void
put_copy (struct version *version, const struct position *position,
	  const struct ptx_statement *s)
{
  struct ptx_statement *copy = ptx_copy_statement (s);

  simplify (s, copy);
  ptx_walk_statement (copy, rename_operand, version);
  if (s->kind == PTX_LABEL)
    copy->text = renamed (s->text);
  if (s->kind == PTX_VARIABLE && ptx_specified_p (s->specifiers, ".reg"))
    {
      struct ptx_declarator **to = &copy->names;

      for (const struct ptx_declarator *d = s->names; d; d = d->next)
	if (renamed_p (version, d->name))
	  {
	    *to = PTX_NEW (struct ptx_declarator);
	    **to = *d;
	    (*to)->name = renamed (d->name);
	    (*to)->next = NULL;
	    to = &(*to)->next;
	  }
      *to = NULL;
      if (!copy->names)
	return;
    }
  put (position, copy);
}

/* Append the copy of all from VERSION's begin to END, and of what is declared
   before.  */

static void
append_copy (struct version *version, const struct ptx_statement *end)
{
  struct position last = { &version->function->body, NULL };

  for (const struct ptx_statement *s = version->function->body.first;
       s != version->begin; s = s->next)
    if (s->kind == PTX_VARIABLE)
      put_copy (version, &last, s);
  for (size_t i = 0; i < version->ones.n; i++)
    put_copy (version, &last, version->ones.regs[i]->definition);
  for (size_t i = 0; i < version->small.n; i++)
    {
      const char *low = low_part (version->small.regs[i]);

      put_declaration (&last, ".u32", low);
      put_instruction (&last, "cvt.u32.u64", name (low),
		       name (version->small.regs[i]->name), NULL);
    }
  for (const struct ptx_statement *s = version->begin;; s = s->next)
    {
      put_copy (version, &last, s);
      if (s == end)
	break;
    }
}

/* True if all parameters of LIST are loaded before the versions begin.  */

static bool
loaded_p (const struct version *version, const struct list *list)
{
  size_t n = 0;

  for (const struct ptx_statement *s = version->function->body.first;
       s != version->begin; s = s->next)
    for (size_t i = 0; i < list->n; i++)
      n += list->regs[i]->definition == s;
  return n == list->n;
}

static void
add_version (struct ptx_function *function)
{
  struct version version = { .function = function };

  if (!repeatable_p (function))
    return;
  ptx_find_registers (&version.registers, function);
  ptx_find_definitions (function);
  if (analyze (&version) >= LEAST_PRODUCTS && version.unit.n
      && version.unit.n < MOST_PARAMETERS && version.ones.n < MOST_PARAMETERS
      && version.small.n < MOST_PARAMETERS
      && loaded_p (&version, &version.unit)
      && loaded_p (&version, &version.small))
    {
      struct ptx_statement *end = function->body.last;
      struct ptx_statement *label = PTX_NEW (struct ptx_statement);
      struct position last = { &function->body, NULL };

      find_renamed (&version);
      label->kind = PTX_LABEL;
      label->text = "$strides";
      put (&last, label);
      append_copy (&version, end);
      add_test (&version, label->text);
    }
  map_free (&version.labels);
  ptx_free_registers (&version.registers);
}

void
ptx_version_strides (struct ptx_program *program)
{
  for (size_t i = 0; i < program->n; i++)
    for (struct ptx_statement *s = program->objects[i].code->first; s;
	 s = s->next)
      if (s->kind == PTX_FUNCTION && s->function->defined
	  && ptx_specified_p (s->function->specifiers, ".entry"))
	add_version (s->function);
}
