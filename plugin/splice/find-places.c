/* Finding the places in source files where splices go.
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

#include "splice.h"

/* True if LINE holds the collapsed TEXT.  */

static bool
line_matches (const char *line, const char *text)
{
  char *c = collapse (line, NULL);
  bool found = strstr (c, text) != NULL;
  free (c);
  return found;
}

/* The range from line START to the first line that begins with a right brace;
   empty if a semicolon comes before the left brace.  */

static struct range
braced_range (const struct source *src, size_t start)
{
  struct range r = { start, start };
  size_t i = start;
  while (i < src->n && !strchr (src->lines[i].s, '{'))
    if (strchr (src->lines[i++].s, ';'))
      return r;
  if (i == src->n)
    return r;
  for (; i < src->n; i++)
    if (src->lines[i].s[0] == '}')
      {
	r.end = i + 1;
	break;
      }
  return r;
}

/* True if the aggregate that RANGE of SRC holds and whose first line is
   `[typedef] KEYWORD [GTY...] [TAG]', or which is a typedef of that name, has
   the name TAG.  */

static bool
has_tag_p (const struct source *src, struct range range, const char *tag)
{
  size_t n = strlen (tag);
  /* The tag is the last word of the first line, apart from the brace.  */
  const char *s = src->lines[range.start].s, *end = s + strcspn (s, "{:");
  while (end > s && space_p (end[-1]))
    end--;
  if ((size_t) (end - s) > n && strncmp (end - n, tag, n) == 0
      && !identifier_char_p (end[-1 - (long) n]))
    return true;
  /* A typedef's name follows the right brace, there or on the next line.  */
  s = src->lines[range.end - 1].s + 1;
  s += strspn (s, " \t");
  if (!*s && range.end < src->n)
    s = src->lines[range.end].s;
  return strncmp (s, tag, n) == 0 && s[n + strspn (s + n, " \t")] == ';';
}

/* True if NAME (`foo', `struct foo', `enum foo') starts in line START of SRC;
   if so, *RANGE is the lines it extends over.  */

static bool
definition_at (const struct source *src, size_t start, const char *name,
	       struct range *range)
{
  static const char *const keywords[] = { "struct", "enum", "union", "class" };
  const char *line = src->lines[start].s, *tag;
  size_t n = strlen (name);

  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
    if ((tag = after_word (name, keywords[i])))
      {
	const char *rest = after_word (line, "typedef");
	if (!after_word (rest ? rest : line, keywords[i]))
	  return false;
	*range = braced_range (src, start);
	return range->end > range->start && has_tag_p (src, *range, tag);
      }

  if (strncmp (line, name, n) != 0
      || line[n + strspn (line + n, " \t")] != '(')
    return false;
  *range = braced_range (src, start);
  return range->end > range->start;
}

/* Return how often SRC defines NAME, and set *RANGE to the lines of the last
   definition.  */

size_t
find_definition (const struct source *src, const char *name,
		 struct range *range)
{
  size_t found = 0;
  *range = (struct range) { 0, src->n };
  if (strcmp (name, "*") == 0)
    return 1;
  for (size_t i = 0; i < src->n; i++)
    {
      struct range r;
      if (definition_at (src, i, name, &r))
	{
	  *range = r;
	  found++;
	}
    }
  return found;
}

/* Set *RANGE to the lines of IN in SRC, where S looks.  */

static bool
find_range (const struct source *src, const struct splice *s, const char *in,
	    struct range *range)
{
  size_t found = find_definition (src, in, range);
  if (found == 1)
    return true;
  if (found)
    error_at (s->origin, s->lineno, "splice %s: %s defines `%s' %zu times",
	      s->name, s->file, in, found);
  else
    error_at (s->origin, s->lineno, "splice %s: %s does not define `%s'",
	      s->name, s->file, in);
  return false;
}

/* The first line in RANGE of SRC that holds TEXT, which is collapsed; RANGE's
   end if there is none.  */

size_t
find_line (const struct source *src, struct range range, const char *text)
{
  size_t i = range.start;
  while (i < range.end && !line_matches (src->lines[i].s, text))
    i++;
  return i;
}

/* Set *LINE to the first line in RANGE of SRC that holds TEXT; complain of S,
   which looks in IN, if there is none.  */

static bool
require_line (const struct source *src, const struct splice *s, const char *in,
	      struct range range, const char *text, size_t *line)
{
  *line = find_line (src, range, collapse (text, NULL));
  if (*line != range.end)
    return true;
  error_at (s->origin, s->lineno,
	    "splice %s: no line of `%s' (%s, lines %zu to %zu) holds `%s'",
	    s->name, in, s->file, range.start + 1, range.end, text);
  return false;
}

/* Set *LINE to the one where S is to be inserted in IN.  */

bool
find_anchor (const struct source *src, const struct splice *s, const char *in,
	     size_t *line)
{
  struct range range;
  if (!find_range (src, s, in, &range))
    return false;

  for (size_t i = 0; i < s->npast; i++)
    {
      if (!require_line (src, s, in, range, s->past[i], line))
	return false;
      range.start = *line + 1;
    }
  if (s->until && !require_line (src, s, in, range, s->until, &range.end))
    return false;
  if (!require_line (src, s, in, range, s->text, line))
    return false;

  struct range rest = { *line + 1, range.end };
  size_t again = find_line (src, rest, collapse (s->text, NULL));
  if (again == range.end)
    return true;
  error_at (s->origin, s->lineno,
	    "splice %s: `%s' is in lines %zu and %zu of %s; `past' and `until' "
	    "can choose", s->name, s->text, *line + 1, again + 1, s->file);
  return false;
}

/* Set *START and *END to the offsets of S's text in LINE, which holds it.  */

bool
find_text (const struct source *src, const char *line,
	   const struct splice *s, size_t *start, size_t *end)
{
  size_t *map, n;
  const char *text = collapse (s->text, NULL);
  const char *c = collapse (line, &map), *at = strstr (c, text);
  if (strstr (at + 1, text))
    {
      error_at (s->origin, s->lineno, "splice %s: `%s' is twice in the line "
		"of %s: %s", s->name, s->text, src->name, line);
      return false;
    }
  n = at - c;
  *start = map[n];
  *end = map[n + strlen (text) - 1] + 1;
  return true;
}
