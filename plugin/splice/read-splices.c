/* Reading splice files.
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

struct splice *splices;
size_t nsplices;

/* The words that give the anchor, by enum where.  */
static const char *const where_words[]
  = { NULL, "before", "after", "wrap", "append" };

/* If REST starts with `WORD | TEXT', set *TEXT and return what follows behind
   the bar or end of line that ends TEXT; else null.  */

static const char *
after_field (const char *rest, const char *word, const char **text)
{
  const char *arg = after_word (rest, word);
  if (!arg || arg[0] != '|' || !blank_p (arg[1]))
    return NULL;
  const char *end = strstr (arg + 2, " | ");
  *text = strip (end ? xstrndup (arg + 2, end - (arg + 2)) : arg + 2);
  if (!**text || after_word (*text, "|"))
    return NULL;
  return end ? strip (end + 3) : "";
}

/* If REST starts with an anchor, put that into S and return what follows; else
   null.  */

static const char *
read_anchor (struct splice *s, const char *rest)
{
  const char *more = after_word (rest, where_words[APPEND]);
  if (more && (!*more || (*more == '|' && blank_p (more[1]))))
    {
      s->where = APPEND;
      return *more ? strip (more + 1) : more;
    }
  for (int w = BEFORE; w <= WRAP; w++)
    if ((more = after_field (rest, where_words[w], &s->text)))
      {
	s->where = w;
	return more;
      }
  return NULL;
}

/* Take REST as the next fields of S.  Returns false if it is none.  */

static bool
read_fields (struct splice *s, const char *rest)
{
  const char *text;
  while (*rest && s->where == NOWHERE)
    {
      const char *more;
      if (!s->until && (more = after_field (rest, "past", &text)))
	{
	  s->past = grow (s->past, s->npast, sizeof *s->past);
	  s->past[s->npast++] = text;
	}
      else if (!s->until && (more = after_field (rest, "until", &text)))
	s->until = text;
      else if (!(more = read_anchor (s, rest)))
	return false;
      rest = more;
    }
  if (*rest)
    {
      buffer_puts (&s->code, rest);
      buffer_puts (&s->code, s->where == WRAP ? " " : "\n");
    }
  return true;
}

/* Complain of what S lacks when all of it has been read.  */

static void
check_complete (const struct splice *s)
{
  const char *at = s->code.s ? strchr (s->code.s, '@') : NULL;
  if (s->where == NOWHERE)
    error_at (s->origin, s->lineno, "splice %s: no `before', `after', `wrap' "
	      "or `append'", s->name);
  else if ((s->nin == 0) != (s->where == APPEND))
    error_at (s->origin, s->lineno, "splice %s: `append' goes with a file, "
	      "and all others with a function", s->name);
  else if (s->code.len == 0)
    error_at (s->origin, s->lineno, "splice %s: nothing to insert", s->name);
  else if (s->where == WRAP && (!at || strchr (at + 1, '@')))
    error_at (s->origin, s->lineno, "splice %s: the code has to have one `@'",
	      s->name);
}

/* The splice NAME of the splice file ORIGIN or its namesake of an earlier
   folder; null if there is none.  */

static struct splice *
find_splice (const char *name, const char *origin)
{
  for (size_t i = 0; i < nsplices; i++)
    if (strcmp (splices[i].name, name) == 0
	&& strcmp (base_name (splices[i].origin), base_name (origin)) == 0)
      return &splices[i];
  return NULL;
}

/* Return where to put the splice NEW: to its namesake of an earlier folder, or
   behind all others.  */

static struct splice *
start_splice (const struct splice *new)
{
  struct splice *s = find_splice (new->name, new->origin);
  if (s && s->folder == new->folder)
    error_at (new->origin, new->lineno, "splice %s: there is one of that name "
	      "in line %d", new->name, s->lineno);
  if (!s)
    {
      splices = grow (splices, nsplices, sizeof *splices);
      s = &splices[nsplices++];
    }
  *s = *new;
  return s;
}

/* Leave out the splice NAME, by a line at LINENO of ORIGIN in FOLDER.  */

static void
omit_splice (const char *name, const char *origin, int lineno, int folder)
{
  struct splice *s = find_splice (name, origin);
  if (s && s->folder < folder)
    s->omitted = true;
  else
    error_at (origin, lineno, "omit %s: no folder before this one has that "
	      "splice in %s", name, base_name (origin));
}

/* If LINE begins with a name and a colon, return the name and set *REST to what
   follows.  */

static const char *
splice_name (const char *line, const char **rest)
{
  size_t n = 0;
  while (identifier_char_p (line[n]) || line[n] == '-')
    n++;
  if (n == 0 || line[n] != ':')
    return NULL;
  *rest = strip (line + n + 1);
  return xstrndup (line, n);
}

/* Take ARG as what follows `in': set the file and the functions of PLACE.  */

static void
read_place (const char *arg, struct splice *place)
{
  size_t n = strcspn (arg, ":");
  *place = (struct splice) { .file = strip (xstrndup (arg, n)) };
  for (arg += n; *arg; arg += n)
    {
      n = strcspn (++arg, ",");
      place->in = grow (place->in, place->nin, sizeof *place->in);
      place->in[place->nin++] = strip (xstrndup (arg, n));
    }
}

/* Read the splices of the file PATH, which is in the folder of number
   FOLDER.  */

static void
read_splices (const char *path, int folder)
{
  struct buffer text = { 0 };
  struct source src = { 0 };
  const char *arg, *name, *rest;
  struct splice new = { 0 };
  /* That which indented lines go on with.  */
  struct splice *s = NULL;
  read_file (path, &text, true);
  split_lines (text.s, &src);

  for (size_t i = 0; i < src.n; i++)
    {
      const char *line = src.lines[i].s;
      bool good = true;
      if (*line == '#' || line[strspn (line, " \t\f\r")] == 0)
	continue;
      if (blank_p (*line))
	good = s && read_fields (s, strip (line));
      else
	{
	  if (s)
	    check_complete (s);
	  s = NULL;
	  if ((name = splice_name (line, &rest)) && new.file)
	    {
	      new.origin = path;
	      new.lineno = i + 1;
	      new.folder = folder;
	      new.name = name;
	      s = start_splice (&new);
	      good = read_fields (s, rest);
	    }
	  else if ((arg = after_word (line, "in")) && *arg)
	    read_place (arg, &new);
	  else if ((arg = after_word (line, "omit")) && *arg)
	    omit_splice (arg, path, i + 1, folder);
	  else
	    good = false;
	}
      if (!good)
	{
	  error_at (path, i + 1, "unexpected here: %s", line);
	  return;
	}
    }
  if (s)
    check_complete (s);
}

/* Read the splices of DIR, the folder of number FOLDER.  */

void
read_folder (const char *dir, int folder)
{
  const char **names;
  size_t n = list_files (dir, ".splice", &names);
  for (size_t i = 0; i < n; i++)
    read_splices (join_path (dir, names[i]), folder);
}
