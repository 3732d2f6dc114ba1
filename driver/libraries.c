/* Libraries of the CUDA toolkit that a program is linked with.
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

#include "libraries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *
gfortran_program (void)
{
  const char *name = getenv ("CUDAFORTRAN_GFORTRAN");

  return name && *name ? name : GFORTRAN;
}

/* The toolkit's directory of libraries, if the toolkit is where the environment
   says or in its usual place; or null.  */

static const char *
toolkit_directory (void)
{
  const char *const roots[]
    = { getenv ("CUDA_HOME"), getenv ("CUDA_PATH"), "/usr/local/cuda" };

  for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
    if (roots[i] && file_exists (format_string ("%s/lib64/libcudart.so",
						roots[i])))
      return format_string ("%s/lib64", roots[i]);
  return NULL;
}

/* True if DIRECTORY has library NAME, shared or static.  */

static bool
library_in_p (const char *directory, const char *name)
{
  return (file_exists (format_string ("%s/lib%s.so", directory, name))
	  || file_exists (format_string ("%s/lib%s.a", directory, name)));
}

void
add_toolkit_libraries (struct strings *command, const struct options *options)
{
  const char *directory = toolkit_directory ();

  if (options->toolkit.n)
    strings_push (command, LIBRARY_NAMES);
  if (!directory)
    return;
  strings_push (command, format_string ("-L%s", directory));
  strings_push (command, format_string ("-Wl,-rpath,%s", directory));
  strings_push (command, "-Wl,--push-state,--as-needed");
  for (size_t i = 0; i < options->toolkit.n; i++)
    if (library_in_p (directory, options->toolkit.data[i] + strlen ("-l")))
      strings_push (command, options->toolkit.data[i]);
  strings_push (command, "-Wl,--pop-state");
}

/* True if gfortran finds FILE among libraries, without -L.  */

static bool
compiler_finds_p (const char *file)
{
  const char *answer = temporary_file (".txt");
  struct strings command = { 0 };
  size_t size;

  strings_push (&command, gfortran_program ());
  strings_push (&command, format_string ("-print-file-name=%s", file));
  return (run_command_to (&command, answer, NULL) == 0
	  && strchr (read_file (answer, &size), '/'));
}

/* The argument of the option that begins with NAME, two characters, at *I of V, in the
   same word or in the next one, to which *I goes then; null if it is another
   option.  */

static const char *
option_argument (const struct strings *v, size_t *i, const char *name)
{
  const char *rest = after_prefix (v->data[*i], name);

  if (rest && !*rest && *i + 1 < v->n)
    rest = v->data[++*i];
  return rest;
}

/* True if a link with OPTIONS finds library NAME.  */

static bool
library_found_p (const struct options *options, const char *name)
{
  const char *toolkit = toolkit_directory (), *directory;

  for (size_t i = 0; i < options->gfortran.n; i++)
    if ((directory = option_argument (&options->gfortran, &i, "-L"))
	&& library_in_p (directory, name))
      return true;
  return ((toolkit && library_in_p (toolkit, name))
	  || compiler_finds_p (format_string ("lib%s.so", name))
	  || compiler_finds_p (format_string ("lib%s.a", name)));
}

void
leave_out_libraries (struct options *options)
{
  struct strings kept = { 0 };

  for (size_t i = 0; i < options->named.n; i++)
    {
      const char *name = options->named.data[i] + strlen ("-l");

      if (own_library_p (name) && !library_found_p (options, name))
	fprintf (stderr, "cudafortran: note: there is no library '%s' here: "
		 "routines of libgcuf take the place of it\n", name);
      else
	strings_push (&kept, options->named.data[i]);
    }
  options->named = kept;
}
