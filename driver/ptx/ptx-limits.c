/* What no device has for a kernel, and which version of PTX it needs.
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

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gcuf-names.h"
#include "map.h"
#include "ptx.h"
#include "ptx-registers.h"

/* CUDA's assembler refuses these, too, and in recent releases with the same
   numbers for all devices: CUDA C Programming Guide, "Technical Specifications
   per Compute Capability", and PTX ISA, "Kernel Function Parameters".  But it
   need not be there, and knows nothing of the source.  */
enum
{
  MOST_SHARED = 48 << 10,	/* Variables of fixed size, in bytes.  */
  MOST_PARAMETERS = 32764,
  PLAIN_PARAMETERS = 4352	/* Without the version below.  */
};

/* Of PTX, for more parameters.  It asks for a driver of CUDA 12.1.  */
enum { LARGE_MAJOR = 8, LARGE_MINOR = 1 };

/* --- Places -------------------------------------------------------------- */

/* For each kernel there is a variable, whose name is the entry's after this
   prefix.  Its value is FILE:LINE:NAME: see cuf-kernel.cc.  It is dropped
   here.  */
#define MARK GCUF_NAME_PLACE

bool
ptx_any_places_p (const struct ptx_program *program)
{
  return strstr (program->objects[0].text, MARK) != NULL;
}

/* The characters that the initializer VALUE consists of.  */

static const char *
initial_text (const struct ptx_operand *value)
{
  const char *text = "";

  for (value = value ? value->inner : NULL; value; value = value->next)
    if (atoi (value->text))
      text = ptx_format ("%s%c", text, (char) atoi (value->text));
  return text;
}

void
ptx_take_places (struct ptx_program *program)
{
  struct ptx_code *code = program->objects[0].code;
  struct ptx_statement *next;

  for (struct ptx_statement *s = code->first; s; s = next)
    {
      next = s->next;
      if (s->kind != PTX_VARIABLE || !starts_with (s->names->name, MARK))
	continue;
      strings_push (&program->placed, s->names->name + strlen (MARK));
      strings_push (&program->places, initial_text (s->names->value));
      ptx_remove (code, s);
    }
}

/* The place of the function NAME or of the kernel that it was made of; null if
   it is none.  */

static const char *
find_place (const struct ptx_program *program, const char *name)
{
  for (size_t i = 0; i < program->placed.n; i++)
    if (ptx_version_p (name, program->placed.data[i]))
      return program->places.data[i];
  return NULL;
}

void
ptx_error (const struct ptx_program *program, const char *function,
	   const char *what)
{
  const char *place = find_place (program, function);
  const char *name;

  /* NAME has colons itself.  */
  for (name = place; name && *name; name++)
    if (name > place && name[0] == ':' && strchr ("0123456789", name[1]))
      {
	const char *end = name + 1 + strspn (name + 1, "0123456789");

	if (*end == ':')
	  {
	    fprintf (stderr, "%.*s: error: %s%s: %s\n", (int) (end - place),
		     place, strchr (end + 1, ' ') ? "" : "kernel ", end + 1,
		     what);
	    return;
	  }
      }
  fprintf (stderr, "%s: error: device procedure '%s': %s\n", program_name,
	   function, what);
}

/* --- What code reaches --------------------------------------------------- */

/* The variables and functions of all objects, by name.  */
struct reach
{
  struct map symbols;
  size_t shared;		/* Bytes of the variables of functions' own.  */
};

static void
note_symbols (struct map *symbols, const struct ptx_code *code)
{
  for (struct ptx_statement *s = code->first; s; s = s->next)
    {
      if (s->kind == PTX_FUNCTION && s->function->defined)
	*map_place (symbols, s->function->name) = s;
      if (s->kind == PTX_VARIABLE
	  && !ptx_specified_p (s->specifiers, PTX_WORD_EXTERN))
	for (struct ptx_declarator *d = s->names; d; d = d->next)
	  *map_place (symbols, d->name) = s;
    }
}

/* The number behind .align in the declaration S, and the bytes of one element
   of its type.  */

static size_t
alignment (const struct ptx_statement *s, size_t element)
{
  const struct ptx_operand *align = ptx_alignment (s->specifiers);

  return align ? strtoul (align->text, NULL, 10) : element;
}

static size_t
element_size (const struct ptx_statement *s)
{
  return ptx_type_size (ptx_specified_type (s->specifiers));
}

/* The bytes of D, one of the names that S declares.  */

static size_t
declared_size (const struct ptx_statement *s, const struct ptx_declarator *d)
{
  size_t size = element_size (s);

  for (const char *p = d->dimensions; *p; p++)
    if (*p == '[')
      size *= strtoul (p + 1, NULL, 10);
  return size;
}

static size_t
round_up (size_t size, size_t align)
{
  return align ? (size + align - 1) / align * align : size;
}

static void look_at_function (struct reach *reach,
			      const struct ptx_function *function);

/* Note that S, a declaration or a definition, is reached.  */

static void
reach_statement (struct reach *reach, struct ptx_statement *s)
{
  if (s->mark)
    return;
  s->mark = true;
  if (s->kind == PTX_FUNCTION)
    look_at_function (reach, s->function);
}

static bool
fixed_shared_p (const struct ptx_statement *s)
{
  return (ptx_variable_in_p (s, PTX_SPACE_SHARED)
	  && !ptx_specified_p (s->specifiers, PTX_WORD_EXTERN));
}

size_t
ptx_append_variables (size_t bytes, const struct ptx_statement *s)
{
  for (const struct ptx_declarator *d = s->names; d; d = d->next)
    bytes = (round_up (bytes, alignment (s, element_size (s)))
	     + declared_size (s, d));
  return bytes;
}

static void
reach_operand (struct ptx_operand *operand, void *data)
{
  struct reach *reach = data;
  struct ptx_statement *s
    = operand->kind == PTX_NAME ? map_get (&reach->symbols, operand->text) : NULL;

  if (s)
    reach_statement (reach, s);
}

static void
look_at_function (struct reach *reach, const struct ptx_function *function)
{
  for (struct ptx_statement *s = function->body.first; s; s = s->next)
    {
      ptx_walk_statement (s, reach_operand, reach);
      if (fixed_shared_p (s))
	reach->shared = ptx_append_variables (reach->shared, s);
    }
}

/* The bytes of shared variables of fixed size that FUNCTION and what it calls
   name.  The assembler gives them their places in this order.  REACH has the
   symbols of all objects.  */

static size_t
shared_bytes (const struct ptx_program *program, struct reach *reach,
	      const struct ptx_function *function)
{
  for (size_t i = 0; i < program->n; i++)
    for (struct ptx_statement *s = program->objects[i].code->first; s;
	 s = s->next)
      s->mark = false;
  reach->shared = 0;
  look_at_function (reach, function);
  for (size_t i = 0; i < program->n; i++)
    for (const struct ptx_statement *s = program->objects[i].code->first; s;
	 s = s->next)
      if (s->mark && fixed_shared_p (s))
	reach->shared = ptx_append_variables (reach->shared, s);
  return reach->shared;
}

static size_t
parameter_bytes (const struct ptx_function *function)
{
  size_t bytes = 0;

  for (const struct ptx_statement *s = function->parameters.first; s;
       s = s->next)
    bytes = ptx_append_variables (bytes, s);
  return bytes;
}

size_t
ptx_constant_bytes (const struct ptx_code *code)
{
  size_t bytes = 0;

  for (const struct ptx_statement *s = code->first; s; s = s->next)
    if (ptx_variable_in_p (s, PTX_SPACE_CONST)
	&& !ptx_specified_p (s->specifiers, PTX_WORD_EXTERN))
      bytes = ptx_append_variables (bytes, s);
  return bytes;
}

/* --- The check ----------------------------------------------------------- */

/* Let CODE be of version MAJOR.MINOR of PTX at least.  */

static void
raise_version (struct ptx_code *code, int major, int minor)
{
  for (struct ptx_statement *s = code->first; s; s = s->next)
    if (s->kind == PTX_LINE && s->word == PTX_WORD_VERSION)
      {
	int has_major = 0, has_minor = 0;

	sscanf (s->text, ".version %d.%d", &has_major, &has_minor);
	if (has_major < major || (has_major == major && has_minor < minor))
	  s->text = ptx_format (".version %d.%d", major, minor);
      }
}

/* Check the kernel FUNCTION of PROGRAM; false if something has been told.  Its
   other version is the same.  */

static bool
check_kernel (struct ptx_program *program, struct reach *reach,
	      const struct ptx_function *function)
{
  size_t shared = shared_bytes (program, reach, function);
  size_t parameters = parameter_bytes (function);

  if (shared > MOST_SHARED)
    ptx_error (program, function->name,
	       ptx_format ("%zu bytes of shared variables, and devices have at "
			   "most %d for those of fixed size; one of assumed "
			   "size has its size from the launch and may be larger",
			   shared, MOST_SHARED));
  if (parameters > MOST_PARAMETERS)
    ptx_error (program, function->name,
	       ptx_format ("%zu bytes of arguments, and devices take at most %d",
			   parameters, MOST_PARAMETERS));
  else if (parameters > PLAIN_PARAMETERS)
    raise_version (program->objects[0].code, LARGE_MAJOR, LARGE_MINOR);
  return shared <= MOST_SHARED && parameters <= MOST_PARAMETERS;
}

void
ptx_check_limits (struct ptx_program *program)
{
  struct ptx_code *code = program->objects[0].code;
  size_t constant = ptx_constant_bytes (code);
  struct reach reach = { 0 };
  bool good = true;

  for (size_t i = 0; i < program->n; i++)
    note_symbols (&reach.symbols, program->objects[i].code);
  for (struct ptx_statement *s = code->first; s; s = s->next)
    if (ptx_kernel_p (s))
      good &= check_kernel (program, &reach, s->function);
  map_free (&reach.symbols);
  if (constant > PTX_MOST_CONSTANT)
    fatal ("the program's variables in constant memory have %zu bytes; devices "
	   "have %d", constant, PTX_MOST_CONSTANT);
  if (!good)
    fatal ("there are kernels that no device can run");
}
