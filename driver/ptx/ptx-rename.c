/* Other names for symbols, and other linkage.
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

#include <assert.h>
#include <string.h>

#include "ptx-symbols.h"

/* The symbols of the program to which names are being given, and the object
   that is being looked at.  */
struct renaming
{
  const struct ptx_symbols *symbols;
  const struct ptx_object *object;
};

/* The name that NAME gets, or itself.  */

static const char *
new_name (const struct renaming *renaming, const char *name)
{
  const struct ptx_symbol *symbol
    = ptx_symbol (renaming->symbols, renaming->object, name);

  return symbol && symbol->new_name ? symbol->new_name : name;
}

static void
rename_operand (struct ptx_operand *operand, void *data)
{
  if (operand->kind == PTX_NAME)
    operand->text = new_name (data, operand->text);
}

/* TEXT, a directive, with its names replaced.  */

static const char *
rename_directive (const struct renaming *renaming, const char *text)
{
  static const char between[] = " ,;:()[]{}<>=\t\"";
  const char *result = "";

  while (*text)
    {
      size_t space = strspn (text, between);
      size_t word = strcspn (text + space, between);

      result = ptx_format ("%s%.*s%s", result, (int) space, text,
			   new_name (renaming,
				     ptx_strndup (text + space, word)));
      text += space + word;
    }
  return result;
}

static void
rename_statement (struct renaming *renaming, struct ptx_statement *statement)
{
  ptx_walk_statement (statement, rename_operand, renaming);
  if (statement->kind == PTX_DIRECTIVE)
    statement->text = rename_directive (renaming, statement->text);
  if (statement->kind == PTX_VARIABLE)
    statement->names->name = new_name (renaming, statement->names->name);
  if (statement->function)
    {
      struct ptx_function *function = statement->function;

      function->name = new_name (renaming, function->name);
      for (struct ptx_statement *s = function->body.first; s; s = s->next)
	rename_statement (renaming, s);
    }
}

void
ptx_rename_symbols (const struct ptx_symbols *symbols)
{
  struct renaming renaming = { .symbols = symbols };
  const struct ptx_program *program = symbols->program;

  for (size_t i = 0; i < program->n; i++)
    {
      renaming.object = &program->objects[i];
      for (struct ptx_statement *s = program->objects[i].code->first; s;
	   s = s->next)
	rename_statement (&renaming, s);
    }
}

void
ptx_set_linkage (struct ptx_statement *s, enum ptx_word linkage)
{
  struct ptx_operand **specifiers
    = (s->kind == PTX_FUNCTION ? &s->function->specifiers : &s->specifiers);
  enum ptx_word old = ptx_linkage (*specifiers);

  assert (linkage == PTX_WORD_VISIBLE || linkage == PTX_WORD_EXTERN
	  || linkage == PTX_WORD_WEAK);
  if (old == PTX_NO_WORD)
    {
      struct ptx_operand *first = ptx_specifier (linkage);

      first->next = *specifiers;
      *specifiers = first;
    }
  else
    ptx_replace_specifier (*specifiers, old, linkage);
}
