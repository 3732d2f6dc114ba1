/* Kernels of another compilation of the same program.
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

/* One program can be compiled twice, with other options for the optimizers of
   loops.  A kernel of the one can take the place of that of the other where all
   that it names is the same in both: the compiler numbers its own tables, and
   what a function is called says nothing of what has been inlined there.  */

/* The kernel NAME and its versions in PROGRAM.  */

static void
find_versions (struct strings *names, const struct ptx_program *program,
	       const char *name)
{
  strings_push (names, name);
  for (size_t i = 0; i < names->n; i++)
    for (size_t j = 0; j < program->n_versions; j++)
      if (strcmp (program->versions[j].entry, names->data[i]) == 0)
	strings_push (names, program->versions[j].name);
}

/* --- What kernels name --------------------------------------------------- */

struct comparison
{
  struct ptx_symbols here, there;
  const struct ptx_object *object, *other;
  struct map seen;		/* Names in OTHER that have been compared.  */
  bool same;
};

/* The text of the declaration S; of a function, without its body.  */

static char *
declaration_text (const struct ptx_statement *s)
{
  struct ptx_statement copy = *s;
  struct ptx_function function;

  if (s->kind == PTX_FUNCTION)
    {
      function = *s->function;
      function.defined = false;
      function.body = (struct ptx_code) { 0 };
      copy.function = &function;
    }
  return ptx_print_one (&copy);
}

/* True if A and B, which may be null, declare the same.  */

static bool
same_declaration_p (const struct ptx_statement *a,
		    const struct ptx_statement *b)
{
  char *text, *other;
  bool same;

  if (!a || !b)
    return a == b;
  if (a->kind != b->kind
      || (a->kind == PTX_FUNCTION
	  && a->function->defined != b->function->defined))
    return false;
  text = declaration_text (a);
  other = declaration_text (b);
  same = strcmp (text, other) == 0;
  free (text);
  free (other);
  return same;
}

/* Compare what OPERAND, of the other program, names with what has that name
   here.  */

static void
compare_name (struct ptx_operand *operand, void *data)
{
  struct comparison *comparison = data;
  const struct ptx_symbol *here, *there;
  void **seen;

  if (operand->kind != PTX_NAME || !operand->text)
    return;
  there = ptx_symbol (&comparison->there, comparison->other, operand->text);
  if (!there)
    return;
  seen = map_place (&comparison->seen, operand->text);
  if (*seen)
    return;
  *seen = operand;
  here = ptx_symbol (&comparison->here, comparison->object, operand->text);
  comparison->same &= here && same_declaration_p (here->definition,
						  there->definition);
  /* What a variable's value names is part of the value.  */
  if (there->definition && there->definition->kind == PTX_VARIABLE)
    ptx_walk_statement (there->definition, compare_name, comparison);
}

/* True if the kernels NAMES of the other program name what is the same here.  */

static bool
same_names_p (struct comparison *comparison, const struct strings *names)
{
  comparison->same = true;
  for (size_t i = 0; i < names->n && comparison->same; i++)
    {
      const struct ptx_statement *kernel
	= ptx_find_kernel (comparison->other->code, names->data[i]);
      for (struct ptx_statement *s = kernel->function->body.first; s;
	   s = s->next)
	ptx_walk_statement (s, compare_name, comparison);
    }
  return comparison->same;
}

/* --- The replacement ----------------------------------------------------- */

/* Remove the kernels NAMES and the notes of their versions from PROGRAM; the
   declarations of those among NEW stay.  */

static void
remove_kernels (struct ptx_program *program, const struct strings *names,
		const struct strings *new)
{
  size_t n = 0;

  for (struct ptx_statement *s = program->objects[0].code->first, *next; s;
       s = next)
    {
      next = s->next;
      if (s->kind == PTX_FUNCTION && strings_have (names, s->function->name)
	  && (s->function->defined
	      || !strings_have (new, s->function->name)))
	ptx_remove (program->objects[0].code, s);
    }
  for (size_t i = 0; i < program->n_versions; i++)
    if (!strings_have (names, program->versions[i].entry))
      program->versions[n++] = program->versions[i];
  program->n_versions = n;
}

/* Append copies of the kernels NAMES of OTHER to PROGRAM, and the notes of their
   versions.  */

static void
append_kernels (struct ptx_program *program, const struct ptx_program *other,
		const struct strings *names)
{
  struct ptx_code *code = program->objects[0].code;

  for (size_t i = 0; i < names->n; i++)
    {
      struct ptx_statement *copy = PTX_NEW (struct ptx_statement);

      *copy = *ptx_find_kernel (other->objects[0].code, names->data[i]);
      ptx_insert (code, code->last, copy);
    }
  for (size_t i = 0; i < other->n_versions; i++)
    if (strings_have (names, other->versions[i].entry))
      ptx_add_version (program, &other->versions[i]);
}

bool
ptx_replace_kernel (struct ptx_program *program,
		    const struct ptx_program *other, const char *name)
{
  struct comparison comparison = {
    .object = &program->objects[0], .other = &other->objects[0]
  };
  struct ptx_program there = *other;
  struct strings old = { 0 }, new = { 0 };
  bool same;

  if (program->n != 1 || other->n != 1
      || !ptx_find_kernel (comparison.object->code, name)
      || !same_declaration_p (ptx_find_kernel (comparison.object->code, name),
			      ptx_find_kernel (comparison.other->code, name)))
    return false;
  find_versions (&old, program, name);
  find_versions (&new, other, name);
  ptx_find_symbols (&comparison.here, program);
  ptx_find_symbols (&comparison.there, &there);
  same = same_names_p (&comparison, &new);
  ptx_free_symbols (&comparison.here);
  ptx_free_symbols (&comparison.there);
  map_free (&comparison.seen);
  if (same)
    {
      remove_kernels (program, &old, &new);
      append_kernels (program, other, &new);
    }
  return same;
}
