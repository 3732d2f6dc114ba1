/* The device library's functions that a program does not call.
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

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "ptx.h"

/* All functions of the device library are in the table of what is offloaded, so
   the accelerator compiler keeps them although it has inlined their calls.  Most
   programs call next to none of them out of line, and the driver would compile
   all of them.  They do not call each other.  */

#define LIBRARY_PREFIX "__gcuf_"
#define FUNCTION_PREFIX ".visible .func "

/* The names that are called, and what is being dropped.  */
struct unused_state
{
  struct strings called;
  bool dropping;
  int depth;			/* Of braces.  */
};

static bool
name_character_p (char c)
{
  return isalnum ((unsigned char) c) || c == '_' || c == '$';
}

/* The next name of the library in S up to END, with its length in *LENGTH; null
   if there is none.  */

static const char *
next_name (const char *s, const char *end, size_t *length)
{
  while (s < end)
    {
      const char *name = s;
      while (s < end && name_character_p (*s))
	s++;
      *length = s - name;
      if (*length > 0 && starts_with (name, LIBRARY_PREFIX))
	return name;
      if (*length == 0)
	s++;
    }
  return NULL;
}

static bool
called_p (const struct unused_state *state, const char *name, size_t length)
{
  for (size_t i = 0; i < state->called.n; i++)
    if (strlen (state->called.data[i]) == length
	&& strncmp (state->called.data[i], name, length) == 0)
      return true;
  return false;
}

/* Record what the line at S refers to.  No line is to be dropped.  */

static bool
note_calls (const char *s, const char *end, void *data)
{
  struct unused_state *state = data;
  const char *name = s;
  size_t length;

  if (starts_with (s, FUNCTION_PREFIX))
    return false;
  while ((name = next_name (name, end, &length)) != NULL)
    {
      if (!called_p (state, name, length))
	strings_push (&state->called, xstrndup (name, length));
      name += length;
    }
  return false;
}

/* True if the line at S belongs to a function that nothing refers to.  */

static bool
unused_p (const char *s, const char *end, void *data)
{
  struct unused_state *state = data;
  size_t length;

  if (!state->dropping)
    {
      const char *name = (starts_with (s, FUNCTION_PREFIX)
			  ? next_name (s, end, &length) : NULL);
      if (!name || called_p (state, name, length))
	return false;
      state->dropping = true;
      state->depth = 0;
    }

  /* A declaration ends with a semicolon, a definition with its last brace.  */
  bool closed = end > s && end[-1] == ';' && state->depth == 0;
  for (; s < end; s++)
    if (*s == '{')
      state->depth++;
    else if (*s == '}' && --state->depth == 0)
      closed = true;
  state->dropping = !closed;
  return true;
}

void
ptx_drop_unused (struct ptx_program *program, struct ptx_object *object)
{
  struct unused_state state = { 0 };

  (void) program;
  ptx_drop_lines (object, note_calls, &state);
  ptx_drop_lines (object, unused_p, &state);
}
