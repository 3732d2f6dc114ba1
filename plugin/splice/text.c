/* Characters, memory, growing strings.
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

#include "splice.h"

/* As <ctype.h> has them in the C locale, but for any char.  */

bool
blank_p (char c)
{
  return c == ' ' || c == '\t';
}

bool
space_p (char c)
{
  return c && strchr (" \t\n\v\f\r", c);
}

bool
identifier_char_p (char c)
{
  return ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
	  || (c >= '0' && c <= '9') || c == '_');
}

/* These do not return if there is no memory.  */

void *
xrealloc (void *p, size_t size)
{
  p = realloc (p, size ? size : 1);
  if (!p)
    {
      fputs ("splice: out of memory\n", stderr);
      exit (1);
    }
  return p;
}

char *
xstrndup (const char *s, size_t n)
{
  char *p = xrealloc (NULL, n + 1);
  memcpy (p, s, n);
  p[n] = 0;
  return p;
}

/* Room for one more element in the array P of N elements of SIZE bytes.  */

void *
grow (void *p, size_t n, size_t size)
{
  return (n & (n - 1)) == 0 ? xrealloc (p, (n ? 2 * n : 1) * size) : p;
}

/* Append N characters at S to B, or the string S.  */

void
buffer_add (struct buffer *b, const char *s, size_t n)
{
  if (b->len + n + 1 > b->size)
    {
      b->size = 2 * (b->len + n + 1);
      b->s = xrealloc (b->s, b->size);
    }
  memcpy (b->s + b->len, s, n);
  b->len += n;
  b->s[b->len] = 0;
}

void
buffer_puts (struct buffer *b, const char *s)
{
  buffer_add (b, s, strlen (s));
}

/* S without the blanks at its ends.  */

const char *
strip (const char *s)
{
  while (space_p (*s))
    s++;
  size_t n = strlen (s);
  while (n && space_p (s[n - 1]))
    n--;
  return xstrndup (s, n);
}

/* If LINE starts with the word WORD, return what follows it, without blanks
   around; else null.  */

const char *
after_word (const char *line, const char *word)
{
  size_t n = strlen (word);
  if (strncmp (line, word, n) != 0 || (line[n] && !blank_p (line[n])))
    return NULL;
  return strip (line + n);
}

/* White space of S reduced: each run is one blank, none at the ends.  If MAP,
   set (*MAP)[i] to the offset in S of the result's character I.  */

char *
collapse (const char *s, size_t **map)
{
  size_t n = 0, len = strlen (s);
  char *r = xrealloc (NULL, len + 1);
  size_t *offsets = xrealloc (NULL, (len + 1) * sizeof *offsets);
  for (size_t i = 0; i < len; i++)
    {
      if (space_p (s[i]))
	{
	  if (n == 0 || r[n - 1] == ' ')
	    continue;
	  r[n] = ' ';
	}
      else
	r[n] = s[i];
      offsets[n++] = i;
    }
  if (n && r[n - 1] == ' ')
    n--;
  r[n] = 0;
  if (map)
    *map = offsets;
  else
    free (offsets);
  return r;
}
