/* Two programs for libgomp joined to one.
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


#include <string.h>

#include "ptx-symbols.h"

/* Regions of OpenACC and of OpenMP are compiled apart, and so are the
   procedures that they call and the libraries.  As one program they are one
   module to the driver, where variables that the host knows are there once.
   Everything else that both have gets another name in the one: OpenMP's code
   has another stack, so that neither may call the other's.  */

#define OTHER_SUFFIX "$acc"

/* Variables of GCC's libgomp for devices that libgomp sets by their names.  */
static const char *const set_by_name[]
  = { "__gomp_device_num", "__nvptx_clocktick" };

static bool
set_by_name_p (const char *name)
{
  for (size_t i = 0; i < sizeof set_by_name / sizeof *set_by_name; i++)
    if (strcmp (name, set_by_name[i]) == 0)
      return true;
  return false;
}

/* Let S, which defines a variable, be a declaration of what the other program
   has.  */

static void
leave_to_other (struct ptx_statement *s)
{
  ptx_set_linkage (s, PTX_WORD_EXTERN);
  s->names->value = NULL;
}

/* The symbol that number I of PROGRAM's map of variables names.  */

static struct ptx_symbol *
mapped_variable (const struct ptx_symbols *symbols, size_t i)
{
  const struct ptx_program *program = symbols->program;
  const char *name = program->variables.data[i];
  struct ptx_symbol *symbol;

  name += strspn (name, " \"");
  symbol = ptx_symbol (symbols, &program->objects[0],
		       ptx_strndup (name, strcspn (name, "\"")));
  if (!symbol || !symbol->definition)
    fatal ("the offload compiler has discarded variable %s", name);
  return symbol;
}

/* Let the variables that the host knows be those of TO.  They have the same
   places in both maps, even if the compiler gave static ones other names.  */

static void
share_variables (const struct ptx_symbols *to, const struct ptx_symbols *from)
{
  if (to->program->variables.n != from->program->variables.n)
    fatal ("the offload compiler has found other variables in code for "
	   "OpenMP");
  for (size_t i = 0; i < to->program->variables.n; i++)
    {
      struct ptx_symbol *there = mapped_variable (to, i);
      struct ptx_symbol *here = mapped_variable (from, i);

      if (!ptx_external_p (there->definition))
	ptx_set_linkage (there->definition, PTX_WORD_VISIBLE);
      leave_to_other (here->definition);
      here->new_name = there->name;
    }
}

/* Give other names to what FROM's OBJECT defines and DEFINED has, too.  */

static void
choose_names (const struct ptx_symbols *from, struct ptx_object *object,
	      const struct map *defined)
{
  for (struct ptx_statement *s = object->code->first; s; s = s->next)
    {
      const char *name = ptx_declared_name (s);
      struct ptx_symbol *symbol
	= name ? ptx_symbol (from, object, name) : NULL;

      if (!symbol || symbol->definition != s || symbol->new_name
	  || !ptx_external_p (s) || !map_get (defined, name))
	continue;
      if (s->kind == PTX_VARIABLE && set_by_name_p (name))
	leave_to_other (s);
      else
	symbol->new_name = ptx_format ("%s" OTHER_SUFFIX, name);
    }
}

/* Put into DEFINED what the program of SYMBOLS defines for all its objects.  */

static void
find_defined (struct map *defined, const struct ptx_symbols *symbols)
{
  const struct ptx_program *program = symbols->program;

  for (size_t i = 0; i < program->n; i++)
    for (struct ptx_statement *s = program->objects[i].code->first; s;
	 s = s->next)
      {
	const char *name = ptx_declared_name (s);

	if (name && ptx_external_p (s)
	    && ptx_symbol (symbols, &program->objects[i], name)->definition
	       == s)
	  *map_place (defined, name) = s;
      }
}

/* Append the objects of FROM to those of TO.  */

static void
append_objects (struct ptx_program *to, const struct ptx_program *from)
{
  to->objects = xrealloc (to->objects,
			  (to->n + from->n) * sizeof *to->objects);
  memcpy (to->objects + to->n, from->objects,
	  from->n * sizeof *to->objects);
  to->n += from->n;
}

void
ptx_join (struct ptx_program *to, struct ptx_program *from)
{
  struct ptx_symbols symbols, other_symbols;
  struct map defined = { 0 };

  ptx_parse_program (to);
  ptx_parse_program (from);
  ptx_find_symbols (&symbols, to);
  ptx_find_symbols (&other_symbols, from);
  find_defined (&defined, &symbols);
  share_variables (&symbols, &other_symbols);
  for (size_t i = 0; i < from->n; i++)
    choose_names (&other_symbols, &from->objects[i], &defined);
  ptx_rename_symbols (&other_symbols);
  ptx_free_symbols (&other_symbols);
  ptx_free_symbols (&symbols);
  map_free (&defined);
  append_objects (to, from);
  ptx_print_program (to);
}
