/* See that what the passes make of PTX makes sense.
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
#include "ptx-registers.h"

/* What is wrong here the assembler would find, too, or the driver when the
   program runs; but neither knows which pass did it.  */

/* Where to look: a function, and the names it declares besides registers.  */
struct place
{
  const char *maker;		/* The pass that ran last.  */
  struct ptx_function *function;
  struct map names;
  const struct ptx_statement *statement;
};

static void __attribute__ ((noreturn))
report (const struct place *place, const char *what)
{
  char *text = ptx_print_one (place->statement);

  fatal ("internal error: invalid device code of '%s' after %s: %s: %.*s",
	 place->function->name, place->maker, what,
	 (int) strcspn (text, "\n"), text);
}

/* Note what CODE declares that is no register, and its labels.  */

static void
note_names (struct map *names, const struct ptx_code *code)
{
  for (const struct ptx_statement *s = code->first; s; s = s->next)
    if (s->kind == PTX_VARIABLE)
      for (struct ptx_declarator *d = s->names; d; d = d->next)
	*map_place (names, d->name) = (void *) s;
    else if (s->kind == PTX_LABEL)
      *map_place (names, s->text) = (void *) s;
}

/* True if PLACE declares a range of numbered registers that NAME is one of.  */

static bool
numbered_p (const struct place *place, const char *name)
{
  size_t n = strlen (name);

  while (n > 0 && strchr ("0123456789", name[n - 1]))
    n--;
  return map_get (&place->names, ptx_strndup (name, n)) != NULL;
}

static void
check_name (struct ptx_operand *operand, void *data)
{
  const struct place *place = data;

  if (operand->kind == PTX_NAME && operand->text[0] == '%' && !operand->reg
      && !map_get (&place->names, operand->text)
      && !ptx_special_register_p (operand->text)
      && !numbered_p (place, operand->text))
    report (place, ptx_format ("%s is not declared", operand->text));
}

/* Loads and stores have one address and one value, a vector or not.  */

static void
check_access (const struct place *place, const struct ptx_statement *s)
{
  size_t addresses = 0, values = 0, n = 0;

  for (const struct ptx_operand *o = s->operands; o; o = o->next)
    if (o->kind == PTX_ADDRESS)
      addresses++;
    else if (values++ == 0 && o->kind == PTX_VECTOR)
      for (const struct ptx_operand *e = o->inner; e; e = e->next)
	n++;
  if (addresses != 1 || values < 1)
    report (place, "the operands are no address and a value");
  if (n && n != (size_t) s->opcode->vector)
    report (place, "the vector has another number of elements");
}

static void
check_instruction (struct place *place, struct ptx_statement *s)
{
  const struct ptx_operand *last = s->operands;

  place->statement = s;
  ptx_walk_statement (s, check_name, place);
  if (s->guard)
    {
      const struct ptx_operand *p
	= s->guard->kind == PTX_NOT ? s->guard->inner : s->guard;

      if (p->reg && !p->reg->ambiguous && p->reg->type != PTX_TYPE_PRED)
	report (place, "the guard is no predicate");
    }
  if (s->opcode->op == PTX_OP_LD || s->opcode->op == PTX_OP_ST)
    check_access (place, s);
  while (last && last->next)
    last = last->next;
  if (s->opcode->op == PTX_OP_BRA
      && (!last || !map_get (&place->names, last->text)))
    report (place, "there is no such label");
  if (!ptx_types_agree_p (s))
    report (place, "the operands' types do not agree");
}

static void
check_function (struct ptx_function *function, const char *maker)
{
  struct place place = { .maker = maker, .function = function };
  struct ptx_registers registers;
  int depth = 0;

  ptx_find_registers (&registers, function);
  note_names (&place.names, &function->results);
  note_names (&place.names, &function->parameters);
  note_names (&place.names, &function->body);
  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    {
      depth += (s->kind == PTX_BLOCK_BEGIN) - (s->kind == PTX_BLOCK_END);
      if (s->kind == PTX_INSTRUCTION)
	check_instruction (&place, s);
      else if (depth < 0 || (!s->next && depth != 0))
	{
	  place.statement = s;
	  report (&place, "the braces do not match");
	}
    }
  map_free (&place.names);
  ptx_free_registers (&registers);
}

void
ptx_verify (const struct ptx_program *program, const char *maker)
{
  for (size_t i = 0; i < program->n; i++)
    for (struct ptx_statement *s = program->objects[i].code->first; s;
	 s = s->next)
      if (s->kind == PTX_FUNCTION && s->function->defined)
	check_function (s->function, maker);
}
