/* What the accelerator's linker does not find because it is elsewhere.
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

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gcuf-names.h"
#include "map.h"
#include "ptx.h"

/* Device code declares dynamic shared memory to be external, as CUDA wants it,
   by a name that nothing defines, and so are variables of shared libraries;
   but the accelerator's linker wants definitions.  It goes by comments in the
   text.  An object of comments alone defines everything to it.  */
#define DEFINITION "// BEGIN GLOBAL VAR DEF: "
#define DECLARATION "// BEGIN GLOBAL VAR DECL: "
#define FUNCTION_DECLARATION "// BEGIN GLOBAL FUNCTION DECL: "
#define FUNCTION_DEFINITION "// BEGIN GLOBAL FUNCTION DEF: "

static const char preamble[] =
  "// BEGIN PREAMBLE\n"
  "\t.version\t6.3\n"
  "\t.target\tsm_30\n"
  "\t.address_size 64\n"
  "// END PREAMBLE\n"
  DEFINITION GCUF_NAME_DYNAMIC_SHARED "\n";

/* True if a variable called NAME may be a module's: gfortran's names of those
   have the module's in them, the user's own have no underscore at their
   beginning.  Others are the accelerator's C library's, which is linked.  */

static bool
module_variable_p (const char *name)
{
  return name[0] != '_' || strstr (name, "_MOD_");
}

/* Push the names onto NAMES that come after MARKER in TEXT.  */

static void
push_marked (struct strings *names, const char *text, const char *marker)
{
  while ((text = strstr (text, marker)))
    {
      size_t n = strcspn (text += strlen (marker), "\n");

      strings_push (names, ptx_strndup (text, n));
      text += n;
    }
}

/* Push onto NAMES, once each, those that come after DECLARED_MARKER in TEXT and
   not after DEFINED_MARKER.  */

static void
push_undefined (struct strings *names, const char *text,
		const char *declared_marker, const char *defined_marker)
{
  struct strings declared = { 0 }, defined = { 0 };
  struct map map = { 0 };

  push_marked (&declared, text, declared_marker);
  push_marked (&defined, text, defined_marker);
  for (size_t i = 0; i < defined.n; i++)
    *map_place (&map, defined.data[i]) = &map;
  for (size_t i = 0; i < declared.n; i++)
    {
      void **place = map_place (&map, declared.data[i]);

      if (!*place)
	strings_push (names, declared.data[i]);
      *place = &map;
    }
  map_free (&map);
}

void
ptx_find_imports (struct strings *imports, const char *text)
{
  struct strings names = { 0 };

  push_undefined (&names, text, DECLARATION, DEFINITION);
  for (size_t i = 0; i < names.n; i++)
    if (module_variable_p (names.data[i]))
      strings_push (imports, names.data[i]);
}

void
ptx_find_undefined (struct strings *functions, const char *text)
{
  push_undefined (functions, text, FUNCTION_DECLARATION, FUNCTION_DEFINITION);
}

void
ptx_find_openmp_symbols (struct strings *symbols, const char *text)
{
  static const char *const prefixes[] = { "GOMP_", "gomp_", "omp_" };
  struct strings functions = { 0 }, variables = { 0 };

  push_marked (&functions, text, FUNCTION_DECLARATION);
  push_marked (&variables, text, DECLARATION);
  for (size_t i = 0; i < functions.n; i++)
    for (size_t j = 0; j < sizeof prefixes / sizeof *prefixes; j++)
      if (starts_with (functions.data[i], prefixes[j]))
	strings_push (symbols, functions.data[i]);
  for (size_t i = 0; i < variables.n; i++)
    if (strcmp (variables.data[i], "__nvptx_stacks") == 0
	|| strcmp (variables.data[i], "__nvptx_uni") == 0)
      strings_push (symbols, variables.data[i]);
}

const char *
ptx_outside_object (const struct strings *symbols)
{
  const char *name = temporary_file (".o");
  FILE *f = fopen (name, "w");

  if (!f || fputs (preamble, f) < 0)
    fatal ("%s: %s", name, strerror (errno));
  for (size_t i = 0; i < symbols->n; i++)
    fprintf (f, DEFINITION "%s\n", symbols->data[i]);
  if (fclose (f) != 0)
    fatal ("%s: %s", name, strerror (errno));
  return name;
}

void
ptx_drop_outside_object (struct ptx_program *program)
{
  size_t n = 0;

  for (size_t i = 0; i < program->n; i++)
    if (!strstr (program->objects[i].text,
		 DEFINITION GCUF_NAME_DYNAMIC_SHARED "\n"))
      program->objects[n++] = program->objects[i];
  program->n = n;
}
