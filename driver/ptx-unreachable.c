/* Remove what no kernel and no host code can reach.
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

#include <string.h>

/* The walk from what is needed over all that it names.  */
struct reach
{
  struct ptx_symbols symbols;
  struct ptx_symbol *pending;	/* Reached, contents not looked at.  */
  struct ptx_object *object;	/* Where names are being looked up.  */
};

static void
reach_symbol (struct reach *reach, struct ptx_symbol *symbol)
{
  if (!symbol || symbol->reached)
    return;
  symbol->reached = true;
  symbol->next_reached = reach->pending;
  reach->pending = symbol;
}

static void
reach_operand (struct ptx_operand *operand, void *data)
{
  struct reach *reach = data;

  if (operand->kind == PTX_NAME)
    reach_symbol (reach,
		  ptx_symbol (&reach->symbols, reach->object, operand->text));
}

/* The names in a directive are taken from its text.  */

static void
reach_directive (struct reach *reach, const char *text)
{
  static const char between[] = " ,;:()[]{}<>=\t\"";
  size_t n;

  for (; *text; text += n)
    {
      text += strspn (text, between);
      n = strcspn (text, between);
      reach_symbol (reach, ptx_symbol (&reach->symbols, reach->object,
				       ptx_strndup (text, n)));
    }
}

static void
reach_statement (struct reach *reach, struct ptx_statement *statement)
{
  ptx_walk_statement (statement, reach_operand, reach);
  if (statement->kind == PTX_DIRECTIVE)
    reach_directive (reach, statement->text);
  if (statement->function)
    for (struct ptx_statement *s = statement->function->body.first; s;
	 s = s->next)
      reach_statement (reach, s);
}

static void
reach_pending (struct reach *reach)
{
  struct ptx_symbol *symbol;

  while ((symbol = reach->pending))
    {
      reach->pending = symbol->next_reached;
      if (symbol->definition)
	{
	  reach->object = symbol->object;
	  reach_statement (reach, symbol->definition);
	}
    }
}

/* True for what the host finds by its name: kernels of all objects, variables
   of the program.  What the device library has of them it looks for only where
   it is used.  */

static bool
root_p (const struct ptx_statement *statement, bool program)
{
  if (statement->kind == PTX_FUNCTION)
    return (statement->function->defined
	    && ptx_specified_p (statement->function->specifiers, ".entry"));
  return (program && statement->kind == PTX_VARIABLE
	  && ptx_specified_p (statement->specifiers, ".visible")
	  && strcmp (statement->names->name, PTX_LIBRARY_VARIABLE) != 0);
}

static void
reach_roots (struct reach *reach, struct ptx_object *object, bool program)
{
  for (struct ptx_statement *s = object->code->first; s; s = s->next)
    if (root_p (s, program))
      reach_symbol (reach, ptx_symbol (&reach->symbols, object,
				       ptx_declared_name (s)));
    else if (s->kind == PTX_DIRECTIVE)
      {
	reach->object = object;
	reach_directive (reach, s->text);
      }
}

/* What libgomp's maps name: NAMES begin with a name in double quotes.  */

static void
reach_map (struct reach *reach, struct ptx_object *object,
	   const struct strings *names)
{
  for (size_t i = 0; i < names->n; i++)
    {
      const char *name = names->data[i] + strspn (names->data[i], " \"");

      reach_symbol (reach, ptx_symbol (&reach->symbols, object,
				       ptx_strndup (name,
						    strcspn (name, "\""))));
    }
}

/* Remove from OBJECT what was not reached, and say whether it still defines
   anything.  */

static bool
sweep (struct reach *reach, struct ptx_object *object)
{
  bool defines = false;

  for (struct ptx_statement *s = object->code->first, *next; s; s = next)
    {
      const char *name = ptx_declared_name (s);
      struct ptx_symbol *symbol
	= name ? ptx_symbol (&reach->symbols, object, name) : NULL;

      next = s->next;
      if (symbol && !symbol->reached)
	ptx_remove (object->code, s);
      else if (symbol && symbol->definition == s)
	defines = true;
    }
  return defines;
}

/* Objects that define nothing any more go as a whole, except the first, which
   is the program.  */

void
ptx_remove_unreachable (struct ptx_program *program)
{
  struct reach reach = { 0 };
  size_t kept = 0;

  ptx_find_symbols (&reach.symbols, program);
  for (size_t i = 0; i < program->n; i++)
    reach_roots (&reach, &program->objects[i], i == 0);
  if (program->for_libgomp)
    {
      reach_map (&reach, &program->objects[0], &program->variables);
      reach_map (&reach, &program->objects[0], &program->regions);
    }
  reach_pending (&reach);

  /* The maps are found by the objects' places, which change only now.  */
  bool *keep = xmalloc (program->n);
  for (size_t i = 0; i < program->n; i++)
    keep[i] = sweep (&reach, &program->objects[i]) || i == 0;
  ptx_free_symbols (&reach.symbols);
  for (size_t i = 0; i < program->n; i++)
    if (keep[i])
      program->objects[kept++] = program->objects[i];
  program->n = kept;
}
