/* Texts of the generator of programs.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of cudafortran.

   Cudafortran is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   Cudafortran is distributed in the hope that it will be useful, but
   WITHOUT ANY WARRANTY; without even the implied warranty of
   MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.  See the GNU
   General Public License for more details.

   You should have received a copy of the GNU General Public License
   along with cudafortran; see the file COPYING.  If not, see
   <http://www.gnu.org/licenses/>.  */

#include "generate.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where lines go, and how far they are indented.  */
static struct unit *unit;
static int indentation;

/* SIZE bytes instead of P's, or the end.  */

static void *
resize (void *p, size_t size)
{
  p = realloc (p, size);
  if (!p)
    {
      fputs ("generate: out of memory\n", stderr);
      exit (2);
    }
  return p;
}

/* As format.  */

static char *
vformat (const char *template, va_list arguments)
{
  va_list again;
  va_copy (again, arguments);
  int length = vsnprintf (NULL, 0, template, arguments);
  char *result = resize (NULL, length + 1);
  vsnprintf (result, length + 1, template, again);
  va_end (again);
  return result;
}

char *
format (const char *template, ...)
{
  va_list arguments;
  va_start (arguments, template);
  char *result = vformat (template, arguments);
  va_end (arguments);
  return result;
}

struct unit *
write_to (struct unit *to)
{
  struct unit *before = unit;
  unit = to;
  return before;
}

/* Add LENGTH characters to TEXT.  */

static void
add (struct text *text, const char *chars, size_t length)
{
  if (text->length + length + 1 > text->room)
    {
      text->room = 2 * text->room + length + 1000;
      text->chars = resize (text->chars, text->room);
    }
  memcpy (text->chars + text->length, chars, length);
  text->length += length;
  text->chars[text->length] = '\0';
}

/* The end of the part of a choice that begins at CHARS: a bar or a brace that
   belongs to no inner choice.  */

static const char *
part_end (const char *chars)
{
  int depth = 0;
  for (; depth || (*chars != '|' && *chars != '}'); chars++)
    {
      assert (*chars);
      depth += (*chars == '{') - (*chars == '}');
    }
  return chars;
}

/* Add the characters from CHARS up to END as SIDE has them.  */

static void
add_side (struct text *text, enum side side, const char *chars,
	  const char *end)
{
  while (chars < end)
    if (*chars == '{')
      {
	const char *bar = part_end (chars + 1);
	const char *brace = part_end (bar + 1);
	assert (*bar == '|' && *brace == '}');
	if (side == CUDA)
	  add_side (text, side, chars + 1, bar);
	else
	  add_side (text, side, bar + 1, brace);
	chars = brace + 1;
      }
    else
      add (text, chars++, 1);
}

/* Write a line.  Of lines with nothing in them on one side there are none on
   that side.  */

static void
vline (const char *template, va_list arguments)
{
  char *text = vformat (template, arguments);
  for (int s = 0; s < SIDES; s++)
    {
      struct text new = { 0 };
      add_side (&new, s, text, text + strlen (text));
      if (new.length)
	{
	  for (int i = 0; i < indentation; i++)
	    add (&unit->side[s], "  ", 2);
	  add (&unit->side[s], new.chars, new.length);
	  add (&unit->side[s], "\n", 1);
	}
      free (new.chars);
    }
  free (text);
}

#define LINE_FUNCTION(name, before, after)	\
void						\
name (const char *template, ...)		\
{						\
  va_list arguments;				\
  va_start (arguments, template);		\
  indentation += before;			\
  vline (template, arguments);			\
  indentation += after;				\
  va_end (arguments);				\
}

LINE_FUNCTION (line, 0, 0)
LINE_FUNCTION (open_line, 0, 1)
LINE_FUNCTION (close_line, -1, 0)
LINE_FUNCTION (middle_line, -1, 1)

void
append_unit (struct unit *to, const struct unit *from)
{
  for (int s = 0; s < SIDES; s++)
    if (from->side[s].length)
      add (&to->side[s], from->side[s].chars, from->side[s].length);
}

void
save (const struct unit *from, enum side side, const char *name)
{
  FILE *file = fopen (name, "w");
  if (!file
      || fwrite (from->side[side].chars, 1, from->side[side].length, file)
	 != from->side[side].length
      || fclose (file))
    {
      perror (name);
      exit (2);
    }
}
