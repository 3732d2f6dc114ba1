/* Applying splices to source files.
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

/* Put NEW into the list at P, behind those of a lesser offset; and behind or in
   front of those of the same one.  */

static void
add_insertion (struct insertion **p, struct insertion new, bool behind)
{
  struct insertion *i = xrealloc (NULL, sizeof *i);
  while (*p && ((*p)->offset < new.offset
		|| (behind && (*p)->offset == new.offset)))
    p = &(*p)->next;
  *i = new;
  i->next = *p;
  *p = i;
}

/* Put what S has before and behind its `@' around its text in LINE of SRC.  */

static void
wrap_text (const struct source *src, struct line *line, const struct splice *s)
{
  size_t start, end;
  if (!find_text (src, line->s, s, &start, &end))
    return;
  const char *at = strchr (s->code.s, '@');
  const char *close = strip (at + 1);
  /* A blank that separates words is not lost.  */
  if (blank_p (at[1]) && *close)
    close = xstrndup (at + 1, 1 + strlen (close));
  add_insertion (&line->within,
		 (struct insertion) { start, s, s->code.s, at - s->code.s,
				      NULL }, true);
  /* Of two around the same text the second is the inner one.  */
  add_insertion (&line->within,
		 (struct insertion) { end, s, close, strlen (close), NULL },
		 false);
}

/* Note in SRC what S inserts there, or report why that cannot be.  */

static void
apply_splice (struct source *src, const struct splice *s)
{
  struct insertion new = { 0, s, s->code.s, s->code.len, NULL };
  size_t n;
  if (s->where == APPEND)
    add_insertion (&src->lines[src->n - 1].after, new, true);
  for (size_t i = 0; i < s->nin; i++)
    if (!find_anchor (src, s, s->in[i], &n))
      continue;
    else if (s->where == AFTER)
      add_insertion (&src->lines[n].after, new, true);
    else if (s->where == BEFORE)
      add_insertion (&src->lines[n].before, new, true);
    else
      wrap_text (src, &src->lines[n], s);
}

/* The compiler's messages and debug information are to name the splice for
   what is inserted and the original line for the rest, so that a file's
   __LINE__ also stays what it was.  The insertion's lines are counted from its
   own start: counted from the start of the splice file they would change,
   and the file be recompiled, with every edit above.  */

static void
put_line_marker (struct buffer *b, size_t lineno, const char *file)
{
  char digits[3 * sizeof lineno + 1];
  sprintf (digits, "%zu", lineno);
  buffer_puts (b, "#line ");
  buffer_puts (b, digits);
  buffer_puts (b, " \"");
  buffer_puts (b, file);
  buffer_puts (b, "\"\n");
}

/* Put the insertions I, which go beside LINE, with its indentation.  */

static void
put_insertions (struct buffer *b, const struct insertion *i, const char *line)
{
  size_t indent = strspn (line, " \t");
  for (; i; i = i->next)
    {
      struct buffer name = { 0 };
      buffer_puts (&name, base_name (i->splice->origin));
      buffer_puts (&name, "/");
      buffer_puts (&name, i->splice->name);
      put_line_marker (b, 1, name.s);
      for (const char *s = i->s; *s; s = strchr (s, '\n') + 1)
	{
	  buffer_add (b, line, indent);
	  buffer_add (b, s, strchr (s, '\n') + 1 - s);
	}
    }
}

/* Put the text S with the insertions I into it.  */

static void
put_within (struct buffer *b, const char *s, const struct insertion *i)
{
  size_t done = 0;
  for (; i; i = i->next)
    {
      buffer_add (b, s + done, i->offset - done);
      done = i->offset;
      buffer_add (b, i->s, i->n);
    }
  buffer_puts (b, s + done);
  buffer_puts (b, "\n");
}

/* SRC, which is the file PATH, with all insertions.  */

static void
put_source (struct buffer *b, const struct source *src, const char *path)
{
  for (size_t i = 0; i < src->n; i++)
    {
      const struct line *l = &src->lines[i];
      put_insertions (b, l->before, l->s);
      if (l->before)
	put_line_marker (b, i + 1, path);
      put_within (b, l->s, l->within);
      put_insertions (b, l->after, l->s);
      if (l->after)
	put_line_marker (b, i + 2, path);
    }
}

/* Set *B to the text of SRCDIR's file NAME with its splices applied.  */

static void
splice_file (const char *srcdir, const char *name, struct buffer *b)
{
  char *path = join_path (srcdir, name);
  struct source src;
  bool any = false;

  *b = (struct buffer) { 0 };
  for (size_t i = 0; i < nsplices; i++)
    if (!splices[i].omitted && strcmp (splices[i].file, name) == 0)
      {
	if (!any)
	  read_source (path, name, &src, true);
	any = true;
	splices[i].used = true;
	if (src.n == 0)
	  error_at (splices[i].origin, splices[i].lineno,
		    "splice %s: %s is empty", splices[i].name, path);
	else
	  apply_splice (&src, &splices[i]);
      }
  if (any)
    put_source (b, &src, path);
  else
    read_file (path, b, true);
}

/* Apply all splices to the files of SRCDIR; write them to OUTDIR if there
   was no error at all.  */

void
splice_directory (const char *srcdir, const char *outdir)
{
  const char **names;
  size_t n = list_files (srcdir, "", &names);
  struct buffer *texts = xrealloc (NULL, n * sizeof *texts);

  for (size_t i = 0; i < n; i++)
    splice_file (srcdir, names[i], &texts[i]);
  for (size_t i = 0; i < nsplices; i++)
    if (!splices[i].omitted && !splices[i].used)
      error_at (splices[i].origin, splices[i].lineno,
		"splice %s: there is no file %s in %s", splices[i].name,
		splices[i].file, srcdir);
  if (errors == 0)
    for (size_t i = 0; i < n; i++)
      write_if_changed (join_path (outdir, names[i]), &texts[i]);
}
