/* Remove instructions whose results nothing uses.
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

#include <assert.h>

#include "ptx-registers.h"

/* Special registers may have a value of their own at each read: their names
   begin as those of registers do, but are not declared.  */

static void
note_special (struct ptx_operand *operand, void *data)
{
  if (operand->kind == PTX_NAME && operand->text[0] == '%' && !operand->reg)
    *(bool *) data = true;
}

bool
ptx_pure_p (struct ptx_statement *statement)
{
  bool special = false;

  if (statement->kind != PTX_INSTRUCTION
      || !(statement->opcode->flags & PTX_PURE))
    return false;
  if (!ptx_opcode_has_p (statement->opcode, PTX_SPACE_PARAM))
    ptx_walk_statement (statement, note_special, &special);
  return !special;
}

/* --- Liveness ------------------------------------------------------------ */

struct liveness
{
  bool changed;
};

static void
use (struct ptx_operand *operand, void *data)
{
  struct liveness *liveness = data;

  if (operand->reg && !operand->reg->live)
    {
      operand->reg->live = true;
      liveness->changed = true;
    }
}

static void
note_live (struct ptx_operand *operand, void *data)
{
  if (operand->reg && operand->reg->live)
    *(bool *) data = true;
}

/* True if STATEMENT writes a register that is needed.  */

static bool
live_result_p (struct ptx_statement *statement)
{
  struct ptx_operand *result = ptx_result (statement);
  struct ptx_operand *rest;
  bool live = false;

  if (!result)
    return true;
  rest = result->next;
  result->next = NULL;
  ptx_walk_operands (result, note_live, &live);
  result->next = rest;
  return live;
}

/* STATEMENT's registers are in use; an atomic operation's result is not used by
   itself.  */

static void
use_operands (struct ptx_statement *statement, struct liveness *liveness)
{
  if (statement->opcode->op == PTX_OP_ATOM
      && statement->operands->kind == PTX_NAME)
    {
      ptx_walk_operands (statement->operands->next, use, liveness);
      if (statement->guard)
	ptx_walk_operands (statement->guard, use, liveness);
    }
  else
    ptx_walk_statement (statement, use, liveness);
}

/* An instruction that stays uses all its registers: that it writes some of
   them does no harm.  Uses mostly come after what they use, so this goes
   backwards.  */

static void
mark_uses (struct ptx_code *code, struct liveness *liveness)
{
  for (struct ptx_statement *s = code->last; s; s = s->previous)
    if (s->kind == PTX_INSTRUCTION && !s->mark)
      {
	s->mark = !ptx_pure_p (s) || live_result_p (s);
	if (s->mark)
	  use_operands (s, liveness);
      }
}

/* True if no declared register is left in use; drops the others from the
   declaration STATEMENT.  */

static bool
drop_registers (const struct ptx_registers *registers,
		struct ptx_statement *statement)
{
  struct ptx_declarator **p = &statement->names;

  while (*p)
    {
      struct ptx_register *reg = map_get (&registers->map, (*p)->name);

      if (reg->live || reg->ambiguous)
	p = &(*p)->next;
      else
	*p = (*p)->next;
    }
  return statement->names == NULL;
}

/* An atomic operation whose result nobody wants is a reduction, which does not
   wait for it.  */

static bool
reducible_p (struct ptx_statement *statement)
{
  return (statement->kind == PTX_INSTRUCTION
	  && statement->opcode->op == PTX_OP_ATOM && statement->opcode->known
	  && !ptx_opcode_has_p (statement->opcode, PTX_WORD_EXCH)
	  && !ptx_opcode_has_p (statement->opcode, PTX_WORD_CAS)
	  && !ptx_opcode_has_p (statement->opcode, PTX_WORD_ACQUIRE)
	  && !ptx_opcode_has_p (statement->opcode, PTX_WORD_ACQ_REL)
	  && statement->operands->kind == PTX_NAME && statement->operands->reg
	  && !statement->operands->reg->live);
}

static void
reduce (struct ptx_statement *statement)
{
  assert (statement->opcode->op == PTX_OP_ATOM);
  statement->opcode = ptx_opcode_rename (statement->opcode, PTX_OP_RED);
  statement->operands = statement->operands->next;
}

static void
sweep (struct ptx_code *code, const struct ptx_registers *registers)
{
  for (struct ptx_statement *s = code->first, *next; s; s = next)
    {
      next = s->next;
      if (s->kind == PTX_INSTRUCTION ? !s->mark
	  : (ptx_variable_in_p (s, PTX_SPACE_REG)
	     && drop_registers (registers, s)))
	ptx_remove (code, s);
    }
}

static void
remove_dead (struct ptx_function *function)
{
  struct ptx_registers registers;
  struct liveness liveness = { 0 };

  ptx_find_registers (&registers, function);
  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    s->mark = false;
  do
    {
      liveness.changed = false;
      mark_uses (&function->body, &liveness);
    }
  while (liveness.changed);
  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    if (reducible_p (s))
      reduce (s);
    else if (s->kind == PTX_INSTRUCTION && s->mark)
      ptx_walk_statement (s, use, &liveness);
  sweep (&function->body, &registers);
  ptx_free_registers (&registers);
}

void
ptx_remove_dead (struct ptx_program *program)
{
  for (size_t i = 0; i < program->n; i++)
    for (struct ptx_statement *s = program->objects[i].code->first; s;
	 s = s->next)
      if (s->kind == PTX_FUNCTION && s->function->defined)
	remove_dead (s->function);
}
