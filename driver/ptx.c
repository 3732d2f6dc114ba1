/* Take PTX apart, and run the passes over it.
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

#include "ptx.h"

#include <string.h>

void
ptx_split (struct ptx_program *program, char *text, size_t size)
{
  char *end = text + size;

  /* read_file puts a NUL behind the last byte, should the last object lack
     its own.  */
  while (text < end)
    {
      program->objects
	= xrealloc (program->objects,
		    (program->n + 1) * sizeof *program->objects);
      program->objects[program->n++].text = text;
      text += strlen (text) + 1;
    }
}

/* The passes in the order they run.  PROGRAM_ONLY leaves out the objects that
   come from the accelerator's libraries.  */
static const struct
{
  const char *name;
  void (*run) (struct ptx_program *, struct ptx_object *);
  bool program_only;
} passes[] = {
  { "maps", ptx_take_maps, false },
  { "comments", ptx_strip_comments, false },
  { "unused", ptx_drop_unused, true },
};

void
ptx_run_passes (struct ptx_program *program)
{
  for (size_t i = 0; i < sizeof passes / sizeof *passes; i++)
    for (size_t j = 0; j < (passes[i].program_only ? 1 : program->n); j++)
      passes[i].run (program, &program->objects[j]);
}
