/* The tree of PTX code: memory, lists, words, walks.
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

#include "ptx-ir.h"

#include <assert.h>
#include <obstack.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

#define obstack_chunk_alloc xmalloc
#define obstack_chunk_free free

static struct obstack *
arena (void)
{
  static struct obstack obstack;
  static bool ready;

  if (!ready)
    {
      obstack_init (&obstack);
      ready = true;
    }
  return &obstack;
}

void *
ptx_alloc (size_t size)
{
  return memset (obstack_alloc (arena (), size), 0, size);
}

char *
ptx_strndup (const char *s, size_t n)
{
  return obstack_copy0 (arena (), s, n);
}

char *
ptx_format (const char *format, ...)
{
  va_list ap;

  va_start (ap, format);
  obstack_vprintf (arena (), format, ap);
  va_end (ap);
  obstack_1grow (arena (), '\0');
  return obstack_finish (arena ());
}

/* --- Lists --------------------------------------------------------------- */

void
ptx_insert (struct ptx_code *code, struct ptx_statement *after,
	    struct ptx_statement *statement)
{
  struct ptx_statement *before = after ? after->next : code->first;

  assert ((before ? before->previous : code->last) == after);
  statement->previous = after;
  statement->next = before;
  *(after ? &after->next : &code->first) = statement;
  *(before ? &before->previous : &code->last) = statement;
}

void
ptx_remove (struct ptx_code *code, struct ptx_statement *statement)
{
  struct ptx_statement *previous = statement->previous;
  struct ptx_statement *next = statement->next;

  assert ((previous ? previous->next : code->first) == statement
	  && (next ? next->previous : code->last) == statement);
  *(previous ? &previous->next : &code->first) = next;
  *(next ? &next->previous : &code->last) = previous;
}

struct ptx_operand *
ptx_operand (enum ptx_operand_kind kind, const char *text,
	     struct ptx_operand *inner)
{
  struct ptx_operand *operand = PTX_NEW (struct ptx_operand);

  operand->kind = kind;
  operand->text = text;
  operand->inner = inner;
  return operand;
}

struct ptx_operand *
ptx_name (const char *name)
{
  return ptx_operand (PTX_NAME, name, NULL);
}

struct ptx_operand *
ptx_operands (const struct ptx_operand *first, ...)
{
  struct ptx_operand *list = NULL, **end = &list;
  va_list rest;

  va_start (rest, first);
  for (const struct ptx_operand *o = first; o;
       o = va_arg (rest, const struct ptx_operand *))
    {
      *end = PTX_NEW (struct ptx_operand);
      **end = *o;
      (*end)->next = NULL;
      end = &(*end)->next;
    }
  va_end (rest);
  return list;
}

bool
ptx_integer_p (const struct ptx_operand *operand, long long *n)
{
  if (operand->kind != PTX_NUMBER || operand->word != PTX_NO_WORD)
    return false;
  *n = strtoll (operand->text, NULL, 0);
  return true;
}

struct ptx_operand *
ptx_copy_operands (const struct ptx_operand *from)
{
  struct ptx_operand *first = NULL, **to = &first;

  for (; from; from = from->next)
    {
      *to = PTX_NEW (struct ptx_operand);
      **to = *from;
      (*to)->inner = ptx_copy_operands (from->inner);
      to = &(*to)->next;
    }
  return first;
}

struct ptx_statement *
ptx_copy_statement (const struct ptx_statement *from)
{
  struct ptx_statement *to = PTX_NEW (struct ptx_statement);

  *to = *from;
  to->previous = to->next = NULL;
  to->guard = ptx_copy_operands (from->guard);
  to->operands = ptx_copy_operands (from->operands);
  return to;
}

size_t
ptx_count_operands (const struct ptx_operand *operand)
{
  size_t n = 0;

  for (; operand; operand = operand->next)
    n++;
  return n;
}

struct ptx_statement *
ptx_instruction (const struct ptx_statement *like,
		 const struct ptx_opcode *opcode, struct ptx_operand *operands)
{
  struct ptx_statement *statement = PTX_NEW (struct ptx_statement);

  assert (opcode->op != PTX_OP_UNKNOWN);
  assert (ptx_count_operands (operands) >= opcode->least);
  statement->kind = PTX_INSTRUCTION;
  statement->opcode = opcode;
  statement->guard = like ? ptx_copy_operands (like->guard) : NULL;
  statement->operands = operands;
  return statement;
}

struct ptx_statement *
ptx_label_statement (const char *name)
{
  struct ptx_statement *label = PTX_NEW (struct ptx_statement);

  label->kind = PTX_LABEL;
  label->text = name;
  return label;
}

struct ptx_statement *
ptx_branch_statement (const struct ptx_operand *guard, const char *name)
{
  struct ptx_statement *branch
    = ptx_instruction (NULL, ptx_opcode (PTX_OP_BRA, PTX_WORDS (PTX_NO_WORD)),
		       ptx_name (name));

  branch->guard = ptx_operands (guard, NULL);
  return branch;
}

struct ptx_operand *
ptx_call_target (const struct ptx_statement *call)
{
  struct ptx_operand *target = call->operands;

  assert (call->opcode->op == PTX_OP_CALL);
  return target->kind == PTX_LIST ? target->next : target;
}

struct ptx_statement *
ptx_register_declaration (const char *name, enum ptx_word type)
{
  struct ptx_statement *statement = PTX_NEW (struct ptx_statement);

  assert (type == PTX_TYPE_PRED || ptx_type_size (type) != 0);
  statement->kind = PTX_VARIABLE;
  statement->specifiers = ptx_specifier (PTX_SPACE_REG);
  statement->specifiers->next = ptx_specifier (type);
  statement->names = PTX_NEW (struct ptx_declarator);
  statement->names->name = name;
  statement->names->dimensions = "";
  return statement;
}

/* --- Words --------------------------------------------------------------- */

/* Let SPECIFIER be WORD.  */

static void
set_specifier (struct ptx_operand *specifier, enum ptx_word word)
{
  specifier->word = word;
  specifier->text = ptx_format (".%s", ptx_word_name (word));
}

struct ptx_operand *
ptx_specifier (enum ptx_word word)
{
  struct ptx_operand *specifier = ptx_operand (PTX_NAME, NULL, NULL);

  set_specifier (specifier, word);
  return specifier;
}

void
ptx_replace_specifier (struct ptx_operand *specifiers, enum ptx_word from,
		       enum ptx_word to)
{
  struct ptx_operand *specifier = ptx_find_specifier (specifiers, from);

  if (specifier)
    set_specifier (specifier, to);
}

struct ptx_operand *
ptx_find_specifier (struct ptx_operand *specifiers, enum ptx_word word)
{
  while (specifiers && specifiers->word != word)
    specifiers = specifiers->next;
  return specifiers;
}

bool
ptx_specified_p (const struct ptx_operand *specifiers, enum ptx_word word)
{
  while (specifiers && specifiers->word != word)
    specifiers = specifiers->next;
  return specifiers != NULL;
}

bool
ptx_variable_in_p (const struct ptx_statement *s, enum ptx_word space)
{
  return s->kind == PTX_VARIABLE && ptx_specified_p (s->specifiers, space);
}

enum ptx_word
ptx_specified_type (const struct ptx_operand *specifiers)
{
  assert (specifiers);
  while (specifiers->next)
    specifiers = specifiers->next;
  return specifiers->word;
}

struct ptx_operand *
ptx_alignment (struct ptx_operand *specifiers)
{
  struct ptx_operand *align = ptx_find_specifier (specifiers, PTX_WORD_ALIGN);

  return align ? align->next : NULL;
}

/* The list LIST and LAST after it.  */

static const struct ptx_directive *
append_directive (const struct ptx_directive *list,
		  const struct ptx_directive *last)
{
  struct ptx_directive *copy;

  if (!list)
    return last;
  copy = PTX_NEW (struct ptx_directive);
  *copy = *list;
  copy->next = append_directive (list->next, last);
  return copy;
}

void
ptx_add_directive (struct ptx_function *function, const char *text)
{
  struct ptx_directive *directive = PTX_NEW (struct ptx_directive);
  size_t n = strcspn (text, " ");

  assert (*text == '.');
  directive->text = text;
  directive->word = ptx_find_word (text + 1, n - 1);
  directive->arguments = text + n;
  function->directives = append_directive (function->directives, directive);
}

const struct ptx_directive *
ptx_find_directive (const struct ptx_function *function, enum ptx_word word)
{
  const struct ptx_directive *d = function->directives;

  while (d && d->word != word)
    d = d->next;
  return d;
}

bool
ptx_version_p (const char *name, const char *fn)
{
  const char *rest = after_prefix (name, fn);

  return rest && (*rest == '\0' || *rest == '$');
}

/* --- Walks --------------------------------------------------------------- */

void
ptx_walk_operands (struct ptx_operand *operand, ptx_operand_fn *fn, void *data)
{
  for (; operand; operand = operand->next)
    {
      fn (operand, data);
      ptx_walk_operands (operand->inner, fn, data);
    }
}

void
ptx_walk_statement (struct ptx_statement *statement, ptx_operand_fn *fn,
		    void *data)
{
  ptx_walk_operands (statement->guard, fn, data);
  ptx_walk_operands (statement->operands, fn, data);
  for (struct ptx_declarator *d = statement->names; d; d = d->next)
    ptx_walk_operands (d->value, fn, data);
}

bool
ptx_kernel_p (const struct ptx_statement *s)
{
  return (s->kind == PTX_FUNCTION && s->function->defined
	  && ptx_specified_p (s->function->specifiers, PTX_WORD_ENTRY));
}

struct ptx_statement *
ptx_find_kernel (const struct ptx_code *code, const char *name)
{
  for (struct ptx_statement *s = code->first; s; s = s->next)
    if (ptx_kernel_p (s) && strcmp (s->function->name, name) == 0)
      return s;
  return NULL;
}
