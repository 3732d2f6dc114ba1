/* Device procedures of a shared library, for code of other images.
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

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "gcuf-names.h"
#include "ptx-symbols.h"

/* The driver links no images together, but it links texts: a shared library's
   image has its procedures once more, as objects that become part of an image
   whose code calls them.  What they name of the library's variables stays in
   the library's own image: like all that is in another image it is found
   through cells.  Everything else is theirs alone, by names that no other text
   has, but for variables that there is one of in a module.  */

/* Parts of names of what gfortran makes of types, and beginnings of those of what
   the accelerator compiler makes of constants: it is not changed.  */
static const char *const type_descriptors[] = { "___vtab_", "___def_init_" };
static const char *const constants[] = { "$LC", "CSWTCH$" };

/* --- The choice ---------------------------------------------------------- */

/* The host has a record of the variable NAME, so that the runtime knows where
   it is.  There names have dots where PTX has dollar signs.  */

static bool
recorded_p (const struct ptx_program *program, const char *name)
{
  return map_get (program->host,
		  ptx_host_name (GCUF_NAME_VARIABLE, name)) != NULL;
}

static bool
type_descriptor_p (const char *name)
{
  const size_t n = sizeof type_descriptors / sizeof *type_descriptors;

  for (size_t i = 0; i < n; i++)
    if (strstr (name, type_descriptors[i]))
      return true;
  return false;
}

static bool
constant_p (const char *name)
{
  const size_t n = sizeof constants / sizeof *constants;

  for (size_t i = 0; i < n; i++)
    if (starts_with (name, constants[i]))
      return true;
  return false;
}

/* The variable NAME has a mark: see ptx-constant-memory.c.  */

static bool
marked_constant_p (const struct ptx_program *program, const char *name)
{
  return ptx_declared_p (program, ptx_format (GCUF_NAME_CONSTANT "%s", name));
}

/* A variable that the program defines by S may change, and yet each image that
   gets the procedures would have one of its own.  */

static bool
separate_variable_p (const struct ptx_program *program,
		     const struct ptx_statement *s)
{
  return (ptx_specified_p (s->specifiers, PTX_SPACE_GLOBAL)
	  && !ptx_specified_p (s->specifiers, PTX_WORD_EXTERN)
	  && !starts_with (s->names->name, GCUF_NAME_PREFIX)
	  && !type_descriptor_p (s->names->name)
	  && !constant_p (s->names->name)
	  && !recorded_p (program, s->names->name)
	  && !marked_constant_p (program, s->names->name));
}

/* Procedures that name what S of the program's OBJECT defines cannot be
   exported: it is a variable that cannot, or code that the lowest device does
   not have.  */

static bool
unusable_p (const struct ptx_program *program, const struct ptx_object *object,
	    const struct ptx_statement *s)
{
  if (s->kind == PTX_FUNCTION)
    return (s->function->defined
	    && !ptx_needs_met_p (s->function, program->target));
  return (s->kind == PTX_VARIABLE && object == &program->objects[0]
	  && separate_variable_p (program, s));
}

/* Mark what libgomp's map says is its own: variables of OpenACC and OpenMP.  */

static void
mark_mapped (const struct ptx_symbols *symbols)
{
  const struct ptx_program *program = symbols->program;

  for (size_t i = 0; i < program->variables.n; i++)
    {
      const char *name = program->variables.data[i];
      struct ptx_symbol *symbol;

      name += strspn (name, " \"");
      symbol = ptx_symbol (symbols, &program->objects[0],
			   ptx_strndup (name, strcspn (name, "\"")));
      if (symbol && !starts_with (name, GCUF_NAME_PREFIX))
	symbol->marked = true;
    }
}

static void
mark_unusable (const struct ptx_symbols *symbols)
{
  const struct ptx_program *program = symbols->program;

  mark_mapped (symbols);
  for (size_t i = 0; i < program->n; i++)
    for (struct ptx_statement *s = program->objects[i].code->first; s;
	 s = s->next)
      if (unusable_p (program, &program->objects[i], s))
	ptx_symbol (symbols, &program->objects[i],
		    ptx_declared_name (s))->marked = true;
  ptx_mark_users (symbols);
}

/* S is a procedure that other libraries can name on the host.  */

static bool
candidate_p (const struct ptx_program *program, const struct ptx_statement *s)
{
  return (s->kind == PTX_FUNCTION && s->function->defined
	  && ptx_specified_p (s->function->specifiers, PTX_WORD_VISIBLE)
	  && !ptx_specified_p (s->function->specifiers, PTX_WORD_ENTRY)
	  && map_get (program->host, ptx_host_name ("", s->function->name)));
}

/* Take the variables of PROGRAM's own, reached by now, for those of another
   image.  */

static void
import_own_variables (struct ptx_program *program)
{
  struct map taken = { 0 };

  for (size_t i = 0; i < program->imports.n; i++)
    *map_place (&taken, program->imports.data[i]) = &taken;
  for (const struct ptx_statement *s = program->objects[0].code->first; s;
       s = s->next)
    if (s->kind == PTX_VARIABLE && !map_get (&taken, s->names->name)
	&& recorded_p (program, s->names->name))
      {
	*map_place (&taken, s->names->name) = &taken;
	strings_push (&program->imports, s->names->name);
      }
  map_free (&taken);
}

/* Leave of the imports those that are still declared.  */

static void
forget_unreached_imports (struct ptx_program *program)
{
  struct strings kept = { 0 };

  for (size_t i = 0; i < program->imports.n; i++)
    if (ptx_declared_p (program, program->imports.data[i]))
      strings_push (&kept, program->imports.data[i]);
  program->imports = kept;
}

/* Let what CODE has of constants be in global memory: it becomes part of other
   images, and how much room for constants these have is not known.  */

static void
leave_constant_memory (struct ptx_code *code)
{
  for (struct ptx_statement *s = code->first; s; s = s->next)
    {
      if (s->kind == PTX_INSTRUCTION)
	s->opcode = ptx_opcode_replace (s->opcode, PTX_SPACE_CONST,
					PTX_SPACE_GLOBAL);
      ptx_replace_specifier (s->specifiers, PTX_SPACE_CONST, PTX_SPACE_GLOBAL);
      if (s->kind == PTX_FUNCTION)
	leave_constant_memory (&s->function->body);
    }
}

bool
ptx_exported_p (const struct ptx_program *program, const char *name)
{
  return map_get (&program->exported, name) != NULL;
}

bool
ptx_export_root_p (const struct ptx_program *program,
		   const struct ptx_statement *s)
{
  if (s->kind == PTX_FUNCTION)
    return s->function->defined && ptx_exported_p (program, s->function->name);
  return (s->kind == PTX_VARIABLE
	  && starts_with (s->names->name, GCUF_NAME_OPTIONS));
}

bool
ptx_choose_exports (struct ptx_program *program)
{
  struct ptx_symbols symbols;

  ptx_parse_program (program);
  ptx_find_symbols (&symbols, program);
  mark_unusable (&symbols);
  for (struct ptx_statement *s = program->objects[0].code->first; s;
       s = s->next)
    if (candidate_p (program, s)
	&& !ptx_symbol (&symbols, &program->objects[0],
			s->function->name)->marked)
      {
	*map_place (&program->exported, s->function->name) = s;
	strings_push (&program->exports, s->function->name);
      }
  ptx_free_symbols (&symbols);
  ptx_remove_unreachable (program);
  forget_unreached_imports (program);
  import_own_variables (program);
  for (size_t i = 0; i < program->n; i++)
    leave_constant_memory (program->objects[i].code);
  ptx_print_program (program);
  for (size_t i = 0; i < program->n; i++)
    program->objects[i].code = NULL;
  return program->exports.n != 0;
}

/* --- Names --------------------------------------------------------------- */

/* A name for the texts of PROGRAM: Fowler, Noll and Vo's hash function.  */

static const char *
name_of_texts (const struct ptx_program *program)
{
  uint64_t h = 0xcbf29ce484222325;

  for (size_t i = 0; i < program->n; i++)
    {
      char *text = ptx_print (program->objects[i].code);

      for (const char *s = text; *s; s++)
	h = (h ^ (unsigned char) *s) * 0x100000001b3;
      free (text);
    }
  return ptx_format ("$%016llx", (unsigned long long) h);
}

/* Give what S of OBJECT declares its linkage or a name that ends in
   SUFFIX.  */

static void
settle_statement (const struct ptx_symbols *symbols,
		  const struct ptx_object *object, struct ptx_statement *s,
		  const char *suffix)
{
  const char *name = ptx_declared_name (s);
  struct ptx_symbol *symbol = name ? ptx_symbol (symbols, object, name) : NULL;

  if (!symbol || !symbol->definition)
    return;
  if (ptx_exported_p (symbols->program, name)
      || (ptx_common_variable_p (s)
	  && !ptx_specified_p (s->specifiers, PTX_WORD_EXTERN)))
    ptx_set_linkage (s, PTX_WORD_WEAK);
  else if (ptx_external_p (s))
    symbol->new_name = ptx_format ("%s%s", name, suffix);
}

bool
ptx_any_exports_p (const struct ptx_program *program)
{
  return program->host != NULL;
}

void
ptx_settle_exports (struct ptx_program *program)
{
  struct ptx_symbols symbols;

  if (!program->host)
    return;
  program->suffix = name_of_texts (program);
  ptx_find_symbols (&symbols, program);
  for (size_t i = 0; i < program->n; i++)
    for (struct ptx_statement *s = program->objects[i].code->first; s;
	 s = s->next)
      settle_statement (&symbols, &program->objects[i], s, program->suffix);
  ptx_rename_symbols (&symbols);
  ptx_free_symbols (&symbols);
}
