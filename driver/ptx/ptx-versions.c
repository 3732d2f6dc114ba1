/* Second versions of kernels.
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

#include "ptx.h"

/* A kernel may be there twice, the second time for launches in which parameters
   are within bounds: see struct gcuf_version.  What the second version makes of
   them is in the files of the passes that make it.  */

size_t
ptx_count_instructions (const struct ptx_function *function)
{
  size_t n = 0;

  for (const struct ptx_statement *s = function->body.first; s; s = s->next)
    n += s->kind == PTX_INSTRUCTION;
  return n;
}

struct ptx_statement *
ptx_new_version (const struct ptx_function *function, const char *name)
{
  struct ptx_statement *statement = PTX_NEW (struct ptx_statement);
  struct ptx_function *version = PTX_NEW (struct ptx_function);

  *version = *function;
  version->name = name;
  version->body = (struct ptx_code) { 0 };
  statement->kind = PTX_FUNCTION;
  statement->function = version;
  return statement;
}

void
ptx_bound_version (struct ptx_version *version, unsigned parameter,
		   unsigned most)
{
  size_t i = 0;

  while (i < version->n && version->bounds[i].parameter != parameter)
    i++;
  if (i == version->n)
    {
      version->bounds = xrealloc (version->bounds,
				  ++version->n * sizeof *version->bounds);
      version->bounds[i] = (struct ptx_bound) { parameter, most };
    }
  else if (version->bounds[i].most > most)
    version->bounds[i].most = most;
}

void
ptx_add_version (struct ptx_program *program, const struct ptx_version *version)
{
  program->versions = xrealloc (program->versions,
				++program->n_versions
				* sizeof *program->versions);
  program->versions[program->n_versions - 1] = *version;
}

struct ptx_version *
ptx_find_version (const struct ptx_program *program, const char *name,
		  bool second)
{
  for (size_t i = 0; i < program->n_versions; i++)
    {
      struct ptx_version *v = &program->versions[i];
      if (strcmp (second ? v->name : v->entry, name) == 0)
	return v;
    }
  return NULL;
}
