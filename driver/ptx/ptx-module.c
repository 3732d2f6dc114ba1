/* The objects of a program as one module.
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

#include "ptx-symbols.h"

/* CUDA's assembler does better with a text that is linked with no other: it
   knows all callers of each function, and kernels that call none get fewer
   registers, too.  Nor has the driver anything to link when the program starts.
   So what a program takes from GCC's libraries is put into its own object.

   In a module a function is declared ahead of its calls, and a variable of its
   uses.  So functions are declared first, then come the variables, and then the
   functions, each in the order in which they were.  */

struct module
{
  struct ptx_symbols symbols;	/* Of the objects.  */
  struct ptx_code lines;	/* Of the first object: .version and so on.  */
  struct ptx_code declarations, variables, functions;
};

/* --- Names --------------------------------------------------------------- */

/* Put into TAKEN the names that OBJECT has, those for all objects if EXTERNAL,
   and else its own.  */

static void
take_names (struct map *taken, const struct ptx_object *object, bool external)
{
  for (struct ptx_statement *s = object->code->first; s; s = s->next)
    if (ptx_declared_name (s) && ptx_external_p (s) == external)
      *map_place (taken, ptx_declared_name (s)) = s;
}

/* Give other names to what only OBJECT, number N, knows, where TAKEN has the
   names.  */

static void
rename_own (const struct ptx_symbols *symbols, struct ptx_object *object,
	    size_t n, const struct map *taken)
{
  for (struct ptx_statement *s = object->code->first; s; s = s->next)
    {
      const char *name = ptx_declared_name (s);

      if (name && !ptx_external_p (s) && map_get (taken, name))
	ptx_symbol (symbols, object, name)->new_name
	  = ptx_format ("%s$%zu", name, n);
    }
}

/* Let no object of PROGRAM have the name of another for something else.  */

static void
make_unique (struct ptx_program *program)
{
  struct ptx_symbols symbols;
  struct map taken = { 0 };

  ptx_find_symbols (&symbols, program);
  for (size_t i = 0; i < program->n; i++)
    take_names (&taken, &program->objects[i], true);
  for (size_t i = 0; i < program->n; i++)
    {
      rename_own (&symbols, &program->objects[i], i, &taken);
      take_names (&taken, &program->objects[i], false);
    }
  ptx_rename_symbols (&symbols);
  map_free (&taken);
  ptx_free_symbols (&symbols);
}

/* --- Statements ---------------------------------------------------------- */

/* Remove the lines of the source from BODY: their files have their numbers in
   another object.  */

static void
remove_lines (struct ptx_code *body)
{
  for (struct ptx_statement *s = body->first, *next; s; s = next)
    {
      next = s->next;
      if (s->kind == PTX_LINE && s->word == PTX_WORD_LOC)
	ptx_remove (body, s);
    }
}

/* Move S of CODE to the end of TO.  */

static void
move (struct ptx_code *code, struct ptx_code *to, struct ptx_statement *s)
{
  ptx_remove (code, s);
  ptx_insert (to, to->last, s);
}

/* Add S of OBJECT, which declares or defines the function SYMBOL, unless there
   is another declaration already.  */

static void
add_function (struct module *module, struct ptx_object *object,
	      struct ptx_statement *s, struct ptx_symbol *symbol)
{
  if (symbol->definition == s)
    {
      if (object != module->symbols.program->objects)
	remove_lines (&s->function->body);
      move (object->code, &module->functions, s);
    }
  else if (!symbol->reached && !s->function->defined)
    {
      symbol->reached = true;
      if (symbol->definition && ptx_external_p (s))
	ptx_set_linkage (s, ptx_linkage (symbol->definition
					 ->function->specifiers));
      move (object->code, &module->declarations, s);
    }
}

static void add_variable (struct module *, struct ptx_object *,
			  struct ptx_statement *, struct ptx_symbol *);

/* What add_initial looks at: the initial value of a variable of OBJECT.  */
struct initial
{
  struct module *module;
  struct ptx_object *object;
};

/* If OPERAND of the value DATA names a variable, add that.  */

static void
add_initial (struct ptx_operand *operand, void *data)
{
  struct initial *initial = data;
  struct ptx_symbol *symbol
    = (operand->kind == PTX_NAME
       ? ptx_symbol (&initial->module->symbols, initial->object, operand->text)
       : NULL);

  if (symbol && symbol->definition && symbol->definition->kind == PTX_VARIABLE)
    add_variable (initial->module, initial->object, symbol->definition,
		  symbol);
}

/* Add the variable SYMBOL, which S of OBJECT declares or defines, unless it is
   there, behind those that its value has the addresses of.  */

static void
add_variable (struct module *module, struct ptx_object *object,
	      struct ptx_statement *s, struct ptx_symbol *symbol)
{
  struct initial initial = { module, symbol->object };

  if (symbol->reached)
    return;
  symbol->reached = true;
  if (symbol->definition)
    {
      s = symbol->definition;
      object = symbol->object;
      ptx_walk_statement (s, add_initial, &initial);
    }
  move (object->code, &module->variables, s);
}

/* Move what OBJECT has to MODULE: variables that others need may be there.  */

static void
add_object (struct module *module, struct ptx_object *object)
{
  struct ptx_statement **all = NULL;
  size_t n = 0;

  for (struct ptx_statement *s = object->code->first; s; s = s->next)
    {
      all = xrealloc (all, (n + 1) * sizeof *all);
      all[n++] = s;
    }
  for (size_t i = 0; i < n; i++)
    {
      const char *name = ptx_declared_name (all[i]);
      struct ptx_symbol *symbol
	= name ? ptx_symbol (&module->symbols, object, name) : NULL;

      if (all[i]->kind == PTX_FUNCTION)
	add_function (module, object, all[i], symbol);
      else if (symbol)
	add_variable (module, object, all[i], symbol);
      else if (object == module->symbols.program->objects)
	move (object->code, &module->lines, all[i]);
    }
  free (all);
}

/* Append the statements of FROM to TO.  */

static void
append (struct ptx_code *to, struct ptx_code *from)
{
  while (from->first)
    move (from, to, from->first);
}

void
ptx_make_module (struct ptx_program *program)
{
  struct module module = { 0 };
  struct ptx_code *code = program->objects[0].code;

  /* Objects of other libraries and for these are linked when the program
     starts.  And each object has one limit of registers.  */
  if (program->n == 1 || program->procedures.n || program->host
      || program->for_libgomp || program->registers || program->own_registers)
    return;
  make_unique (program);
  ptx_find_symbols (&module.symbols, program);
  for (size_t i = 0; i < program->n; i++)
    add_object (&module, &program->objects[i]);
  ptx_free_symbols (&module.symbols);
  *code = (struct ptx_code) { 0 };
  append (code, &module.lines);
  append (code, &module.declarations);
  append (code, &module.variables);
  append (code, &module.functions);
  program->n = 1;
}
