/* What two versions of GCC have in the places where splices go.
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
#include <string.h>

#include "splice.h"

/* For `*', so many lines before and behind the anchor are compared.  */
#define SURROUNDINGS 4

/* Set *RANGE to the lines of SRC that matter to S, which looks in IN, and return
   true; false if there is no such place.  */

static bool
find_context (const struct source *src, const struct splice *s, const char *in,
	      struct range *range)
{
  if (find_definition (src, in, range) != 1)
    return false;
  if (strcmp (in, "*") == 0)
    {
      size_t at = find_line (src, *range, collapse (s->text, NULL));
      if (at == range->end)
	return false;
      if (at + SURROUNDINGS + 1 < range->end)
	range->end = at + SURROUNDINGS + 1;
      if (at > SURROUNDINGS)
	range->start = at - SURROUNDINGS;
    }
  return true;
}

/* True if the lines R of A and Q of B are the same but for white space.  */

static bool
same_lines_p (const struct source *a, struct range r, const struct source *b,
	      struct range q)
{
  struct buffer x = { 0 }, y = { 0 };
  for (size_t i = r.start; i < r.end; i++)
    buffer_puts (&x, a->lines[i].s), buffer_puts (&x, " ");
  for (size_t i = q.start; i < q.end; i++)
    buffer_puts (&y, b->lines[i].s), buffer_puts (&y, " ");
  return strcmp (collapse (x.s, NULL), collapse (y.s, NULL)) == 0;
}

/* What has become of IN, where S looks, from the directory OLD to NEW; null if
   it is the same.  */

static const char *
what_changed (const struct splice *s, const char *in, const char *old,
	      const char *new)
{
  struct source a, b;
  struct range r, q;
  if (!read_source (join_path (old, s->file), s->file, &a, false)
      || !read_source (join_path (new, s->file), s->file, &b, false))
    return "no such file";
  if (!find_context (&a, s, in, &r))
    return "not in the old version";
  if (!find_context (&b, s, in, &q))
    return "not in the new version";
  return same_lines_p (&a, r, &b, q) ? NULL : "differs";
}

/* True if S looks in IN of FILE.  */

static bool
looks_in_p (const struct splice *s, const char *file, const char *in)
{
  for (size_t i = 0; !s->omitted && i < s->nin; i++)
    if (strcmp (s->file, file) == 0 && strcmp (s->in[i], in) == 0)
      return true;
  return false;
}

/* If IN, where splice number I looks, is not the same in OLD and NEW, print
   that with all splices that look there, and return true.  Do so for the first
   of these; of those anywhere in a file each is by itself.  */

static bool
print_changed (size_t i, const char *in, const char *old, const char *new)
{
  const char *file = splices[i].file;
  bool alone = strcmp (in, "*") == 0;
  for (size_t j = 0; !alone && j < i; j++)
    if (looks_in_p (&splices[j], file, in))
      return false;
  const char *what = what_changed (&splices[i], in, old, new);
  if (!what)
    return false;
  printf ("%s:%s: %s:", file, in, what);
  for (size_t j = i; j < (alone ? i + 1 : nsplices); j++)
    if (looks_in_p (&splices[j], file, in))
      printf (" %s", splices[j].name);
  putchar ('\n');
  return true;
}

/* Print what of OLD that splices name is not the same in NEW; return true if
   there is such a thing.  */

bool
list_changed (const char *old, const char *new)
{
  bool any = false;
  for (size_t i = 0; i < nsplices; i++)
    for (size_t j = 0; !splices[i].omitted && j < splices[i].nin; j++)
      any |= print_changed (i, splices[i].in[j], old, new);
  return any;
}
