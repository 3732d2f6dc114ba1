/* PTX passes that drop lines the assembler of the CUDA driver does not need.
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

/* True if the line at S, which ends before END, is to be dropped.  */
typedef bool drop_fn (const char *s, const char *end, void *data);

/* Remove the lines of OBJECT for which DROP says so.  */

static void
drop_lines (struct ptx_object *object, drop_fn *drop, void *data)
{
  const char *line = object->text, *end;
  char *to = object->text;

  for (; *line; line = *end ? end + 1 : end)
    {
      end = strchr (line, '\n');
      if (!end)
	end = line + strlen (line);
      if (drop (line, end, data))
	continue;
      memmove (to, line, end - line + 1);
      to += end - line + 1;
    }
  /* The copied part ends in a newline, or in the final NUL.  */
  if (to == object->text || to[-1])
    *to = '\0';
}

/* Record the name on a line "//:VAR_MAP ..." or "//:FUNC_MAP ...".  */

static bool
take_map (const char *s, const char *end, void *data)
{
  struct ptx_program *program = data;
  const struct
  {
    const char *prefix;
    struct strings *names;
  } maps[] = {
    { "//:VAR_MAP ", &program->variables },
    { "//:FUNC_MAP ", &program->regions },
  };

  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
    {
      const char *name = after_prefix (s, maps[i].prefix);

      if (name)
	{
	  strings_push (maps[i].names, xstrndup (name, end - name));
	  return true;
	}
    }
  if (starts_with (s, "//:"))
    fatal ("unknown line in the accelerator compiler's output: %.*s",
	   (int) (end - s), s);
  return false;
}

void
ptx_take_maps (struct ptx_program *program)
{
  for (size_t i = 0; i < program->n; i++)
    drop_lines (&program->objects[i], take_map, program);
}

static bool
comment_p (const char *s, const char *end, void *data)
{
  (void) data;
  while (s < end && (*s == ' ' || *s == '\t'))
    s++;
  return starts_with (s, "//");
}

/* Comments are a tenth of the text, which every program carries.  */

void
ptx_strip_comments (struct ptx_program *program)
{
  for (size_t i = 0; i < program->n; i++)
    drop_lines (&program->objects[i], comment_p, NULL);
}
