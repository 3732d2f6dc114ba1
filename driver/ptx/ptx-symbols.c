/* What the names of PTX objects stand for.
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

#include "ptx-symbols.h"

#include <stdlib.h>
#include <string.h>

const char *
ptx_declared_name (const struct ptx_statement *statement)
{
  if (statement->kind == PTX_FUNCTION)
    return statement->function->name;
  if (statement->kind == PTX_VARIABLE)
    return statement->names->name;
  return NULL;
}

static struct ptx_operand *
specifiers (const struct ptx_statement *statement)
{
  return (statement->kind == PTX_FUNCTION ? statement->function->specifiers
	  : statement->specifiers);
}

static bool
definition_p (const struct ptx_statement *statement)
{
  if (statement->kind == PTX_FUNCTION)
    return statement->function->defined;
  return !ptx_specified_p (statement->specifiers, PTX_WORD_EXTERN);
}

enum ptx_word
ptx_linkage (const struct ptx_operand *specifiers)
{
  for (; specifiers; specifiers = specifiers->next)
    switch (specifiers->word)
      {
      case PTX_WORD_VISIBLE:
      case PTX_WORD_EXTERN:
      case PTX_WORD_WEAK:
      case PTX_WORD_COMMON:
	return specifiers->word;
      default:
	break;
      }
  return PTX_NO_WORD;
}

bool
ptx_external_p (const struct ptx_statement *statement)
{
  return ptx_linkage (specifiers (statement)) != PTX_NO_WORD;
}

/* The symbol of STATEMENT, new if need be: one in MAP, the object's, that is
   in GLOBAL too if STATEMENT is external.  */

static struct ptx_symbol *
symbol_of (struct map *map, struct map *global,
	   const struct ptx_statement *statement)
{
  const char *name = ptx_declared_name (statement);
  void **place = map_place (map, name);

  if (!*place && ptx_external_p (statement))
    *place = map_get (global, name);
  if (!*place)
    {
      struct ptx_symbol *symbol = PTX_NEW (struct ptx_symbol);

      symbol->name = name;
      *place = symbol;
      if (ptx_external_p (statement))
	*map_place (global, name) = symbol;
    }
  return *place;
}

/* The first definition counts, as it does for a linker.  GCC declares static
   functions ahead of their definition, and without a linkage word either
   time.  A declaration of a variable that is repeated is the same one.  */

static void
enter_object (struct ptx_object *object, struct map *map, struct map *global)
{
  for (struct ptx_statement *s = object->code->first; s; s = s->next)
    if (ptx_declared_name (s))
      {
	struct ptx_symbol *symbol = symbol_of (map, global, s);

	if (!symbol->definition && definition_p (s))
	  {
	    symbol->object = object;
	    symbol->definition = s;
	  }
      }
}

void
ptx_find_symbols (struct ptx_symbols *symbols, struct ptx_program *program)
{
  struct map global = { 0 };

  symbols->program = program;
  symbols->maps = xmalloc (program->n * sizeof *symbols->maps);
  memset (symbols->maps, 0, program->n * sizeof *symbols->maps);
  for (size_t i = 0; i < program->n; i++)
    enter_object (&program->objects[i], &symbols->maps[i], &global);
  map_free (&global);
}

void
ptx_free_symbols (struct ptx_symbols *symbols)
{
  for (size_t i = 0; i < symbols->program->n; i++)
    map_free (&symbols->maps[i]);
  free (symbols->maps);
}

struct ptx_symbol *
ptx_symbol (const struct ptx_symbols *symbols, const struct ptx_object *object,
	    const char *name)
{
  return map_get (&symbols->maps[object - symbols->program->objects], name);
}

/* The walk over what a function names.  */
struct uses
{
  const struct ptx_symbols *symbols;
  const struct ptx_object *object;
  bool found;			/* Something that is marked.  */
};

static void
look_at_operand (struct ptx_operand *operand, void *data)
{
  struct uses *uses = data;
  const struct ptx_symbol *symbol
    = (operand->kind == PTX_NAME
       ? ptx_symbol (uses->symbols, uses->object, operand->text) : NULL);

  uses->found |= symbol && symbol->marked;
}

/* True if FUNCTION of OBJECT names what is marked.  */

static bool
names_marked_p (const struct ptx_symbols *symbols,
		const struct ptx_object *object,
		const struct ptx_function *function)
{
  struct uses uses = { symbols, object, false };

  for (struct ptx_statement *s = function->body.first; s && !uses.found;
       s = s->next)
    ptx_walk_statement (s, look_at_operand, &uses);
  return uses.found;
}

/* Mark those functions of OBJECT that name what is marked; true if there was a
   new one.  */

static bool
mark_in_object (const struct ptx_symbols *symbols,
		const struct ptx_object *object)
{
  bool changed = false;

  for (struct ptx_statement *s = object->code->first; s; s = s->next)
    {
      struct ptx_symbol *symbol
	= (s->kind == PTX_FUNCTION && s->function->defined
	   ? ptx_symbol (symbols, object, s->function->name) : NULL);

      if (symbol && !symbol->marked
	  && names_marked_p (symbols, object, s->function))
	symbol->marked = changed = true;
    }
  return changed;
}

void
ptx_mark_users (const struct ptx_symbols *symbols)
{
  bool changed;

  do
    {
      changed = false;
      for (size_t i = 0; i < symbols->program->n; i++)
	changed |= mark_in_object (symbols, &symbols->program->objects[i]);
    }
  while (changed);
}
