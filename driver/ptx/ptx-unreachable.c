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

#include "gcuf-names.h"
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

/* What NAME, an entry of libgomp's maps, names in the program PROGRAM.  */

static struct ptx_symbol *
mapped_symbol (struct reach *reach, struct ptx_program *program,
	       const char *name)
{
  name += strspn (name, " \"");
  return ptx_symbol (&reach->symbols, &program->objects[0],
		     ptx_strndup (name, strcspn (name, "\"")));
}

/* Mark what the maps of PROGRAM name.  */

static void
find_mapped (struct reach *reach, struct ptx_program *program)
{
  const struct strings *const maps[]
    = { &program->regions, &program->variables };

  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
    for (size_t j = 0; j < maps[i]->n; j++)
      {
	struct ptx_symbol *symbol
	  = mapped_symbol (reach, program, maps[i]->data[j]);

	if (symbol)
	  symbol->mapped = true;
      }
}

/* True for what the host finds by its name: the kernels of all objects and the
   program's variables are libgcuf's, what the maps name is libgomp's.  What the
   device library has of variables is looked for only where it is used.  Other
   images find procedures.  */

static bool
root_p (const struct ptx_statement *statement, const struct ptx_symbol *symbol,
	const struct ptx_program *program, bool first)
{
  if (symbol->mapped || program->for_libgomp)
    return symbol->mapped && program->for_libgomp;
  if (program->host)
    return first && ptx_export_root_p (program, statement);
  if (statement->kind == PTX_FUNCTION)
    return (statement->function->defined
	    && ptx_specified_p (statement->function->specifiers,
				PTX_WORD_ENTRY));
  return (first && statement->kind == PTX_VARIABLE
	  && ptx_specified_p (statement->specifiers, PTX_WORD_VISIBLE)
	  && strcmp (statement->names->name, GCUF_NAME_OUTPUT) != 0);
}

static void
reach_roots (struct reach *reach, struct ptx_program *program, size_t i)
{
  struct ptx_object *object = &program->objects[i];

  for (struct ptx_statement *s = object->code->first; s; s = s->next)
    {
      const char *name = ptx_declared_name (s);
      struct ptx_symbol *symbol
	= name ? ptx_symbol (&reach->symbols, object, name) : NULL;

      if (symbol && root_p (s, symbol, program, i == 0))
	reach_symbol (reach, symbol);
      else if (s->kind == PTX_DIRECTIVE)
	{
	  reach->object = object;
	  reach_directive (reach, s->text);
	}
    }
}

/* Libgcuf and libgomp load a module each: a variable cannot be in both.  That
   goes for what the host can set, not for what the device library has, and for
   what another library of the host has, which is known to libgcuf alone.  */

static void
check_owner (const struct ptx_program *program,
	     const struct ptx_statement *statement,
	     const struct ptx_symbol *symbol)
{
  const char *name = symbol->name;
  bool external = !symbol->definition && program->for_libgomp;

  if (statement->kind != PTX_VARIABLE
      || !(external || symbol->definition == statement)
      || !ptx_specified_p (statement->specifiers,
			   external ? PTX_WORD_EXTERN : PTX_WORD_VISIBLE)
      || symbol->mapped == program->for_libgomp
      || starts_with (name, GCUF_NAME_PREFIX))
    return;
  if (program->for_libgomp)
    fatal ("variable '%s' of CUDA Fortran is used in a region or a routine of "
	   "OpenACC or OpenMP: pass it as an argument", name);
  fatal ("variable '%s', which OpenACC or OpenMP keeps on the device, is used "
	 "in device code of CUDA Fortran: pass it as an argument", name);
}

/* Remove from OBJECT what was not reached, and say whether it still defines
   anything.  */

static bool
sweep (struct reach *reach, const struct ptx_program *program,
       struct ptx_object *object)
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
      else if (symbol && object == &program->objects[0])
	check_owner (program, s, symbol);
      if (symbol && symbol->reached && symbol->definition == s)
	defines = true;
    }
  return defines;
}

bool
ptx_any_regions_p (const struct ptx_program *program)
{
  return program->regions.n != 0;
}

/* Objects that define nothing any more go as a whole, except the first, which
   is the program.  */

void
ptx_remove_unreachable (struct ptx_program *program)
{
  struct reach reach = { 0 };
  size_t kept = 0;

  ptx_find_symbols (&reach.symbols, program);
  find_mapped (&reach, program);
  for (size_t i = 0; i < program->n; i++)
    reach_roots (&reach, program, i);
  reach_pending (&reach);

  /* The maps are found by the objects' places, which change only now.  */
  bool *keep = xmalloc (program->n);
  for (size_t i = 0; i < program->n; i++)
    keep[i] = sweep (&reach, program, &program->objects[i]) || i == 0;
  ptx_free_symbols (&reach.symbols);
  for (size_t i = 0; i < program->n; i++)
    if (keep[i])
      program->objects[kept++] = program->objects[i];
  program->n = kept;
}
