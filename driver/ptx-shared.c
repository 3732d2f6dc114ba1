/* Dynamic shared memory, which no object defines.
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

#include "ptx.h"

/* Device code declares dynamic shared memory to be external, as CUDA wants it, by
   a name that nothing defines; but the accelerator's linker wants a definition.
   This object is one to it, and nothing else.  */
static const char definition[] =
  "// BEGIN PREAMBLE\n"
  "\t.version\t6.3\n"
  "\t.target\tsm_30\n"
  "\t.address_size 64\n"
  "// END PREAMBLE\n"
  "// BEGIN GLOBAL VAR DEF: __gcuf_dynamic_shared_memory\n";

const char *
ptx_shared_object (void)
{
  const char *name = temporary_file (".o");
  FILE *f = fopen (name, "w");

  if (!f || fputs (definition, f) < 0 || fclose (f) != 0)
    fatal ("%s: %s", name, strerror (errno));
  return name;
}

void
ptx_drop_shared_object (struct ptx_program *program)
{
  const char *marker = strstr (definition, "// BEGIN GLOBAL");
  size_t n = 0;

  for (size_t i = 0; i < program->n; i++)
    if (!strstr (program->objects[i].text, marker))
      program->objects[n++] = program->objects[i];
  program->n = n;
}
