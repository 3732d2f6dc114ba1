/* Variables that stand in for those of shared memory.
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

#include "ptx.h"
#include "support.h"

/* The accelerator compiler tells libgomp of all variables that the host has,
   too, and libgomp looks up their addresses.  Those in shared memory have none:
   for each there is a global variable of its size, which nothing uses.  */

#define SUFFIX "$host"

/* The line of TEXT that declares NAME in shared memory, or null.  */

static const char *
find_shared (const char *text, const char *name)
{
  static const char directive[] = ".shared ";
  size_t length = strlen (name);
  for (const char *line = text; line; line = strchr (line, '\n'))
    {
      line += *line == '\n';
      const char *end = line + strcspn (line, "[;\n");
      if (starts_with (line, directive) && (size_t) (end - line) > length
	  && end[-(ptrdiff_t) length - 1] == ' '
	  && strncmp (end - length, name, length) == 0)
	return line;
    }
  return NULL;
}

/* Put behind LINE of *TEXT, which declares a variable, the same in global
   memory with the suffix.  */

static void
add_global (char **text, const char *line)
{
  const char *name = line + strlen (".shared");
  const char *size = line + strcspn (line, "[;\n");
  const char *next = line + strcspn (line, "\n");
  char *fresh = format_string ("%.*s\n.global%.*s" SUFFIX "%.*s%s",
			       (int) (next - *text), *text,
			       (int) (size - name), name,
			       (int) (next - size), size, next);
  free (*text);
  *text = fresh;
}

void
ptx_stand_in_for_shared (struct ptx_program *program)
{
  for (size_t i = 0; i < program->variables.n; i++)
    {
      /* It has quotation marks.  */
      const char **quoted = &program->variables.data[i];
      char *name = xstrndup (*quoted + 1, strlen (*quoted) - 2);
      for (size_t k = 0; k < program->n; k++)
	{
	  char **text = &program->objects[k].text;
	  const char *line = find_shared (*text, name);
	  if (!line)
	    continue;
	  add_global (text, line);
	  *quoted = format_string ("\"%s" SUFFIX "\"", name);
	  break;
	}
      free (name);
    }
}
