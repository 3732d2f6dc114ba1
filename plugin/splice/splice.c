/* Splice: insert lines into copies of source files at named places.
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

/* usage: splice -s SRCDIR -o OUTDIR FILE.splice...

   Every regular file of SRCDIR is copied to OUTDIR, with the splices for it
   applied.  A file of OUTDIR whose text would not change is not written, so
   that its time of modification tells make the truth.

   A splice file is a sequence of

     # A comment.
     splice NAME			(one of that name in this file)
     file trans-decl.cc
     in FUNCTION
     past | TEXT
     after | TEXT
     insert
       the lines to insert, verbatim
     end

   `in' names where to look: a function, `struct TAG', `enum TAG', `*' for the
   whole file; or `end' to append to the file, and then no anchor is given.  A
   TAG may be the name of a typedef.  The anchor is one of `after', `before'
   (the line holding TEXT), `after-text', `before-text' (TEXT itself, for
   insertions into a line).  TEXT is compared after reducing every run of white
   space to one blank.  The anchor must match exactly one line; but each `past',
   of which there may be any number, moves the start of the search behind the
   first line that holds its TEXT, and after a `past' the first match is taken.

   Anchors are looked up in the original text, so the splices of one file do
   not see one another, and the order of the splice files does not matter but
   for insertions at the same place, which keep it.

   All errors are reported, each with the place of its splice, and any of them
   makes the exit status 1 and leaves OUTDIR as it was.  */

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Memory is not freed: the process is as short-lived as its data.  */

enum where
{
  NOWHERE,
  AFTER,
  BEFORE,
  AFTER_TEXT,
  BEFORE_TEXT,
  APPEND
};

/* The words that give the anchor, by enum where.  */
static const char *const where_words[]
  = { 0, "after", "before", "after-text", "before-text", 0 };

/* A growing string.  */
struct buffer
{
  char *s;
  size_t len, size;
};

/* One splice.  The strings are null until their line has been read.  */
struct splice
{
  const char *origin;		/* The splice file,  */
  int lineno;			/* and where it starts there.  */
  const char *name;
  const char *file;
  const char *in;
  const char **past;
  size_t npast;
  enum where where;
  const char *text;
  struct buffer insert;
  bool used;			/* Its file exists.  */
};

/* Text to insert into a line, at an offset of it.  */
struct insertion
{
  size_t offset;
  const struct splice *splice;
  struct insertion *next;
};

/* A line of an original file, with what is inserted before, into, behind.  */
struct line
{
  const char *s;
  struct insertion *before, *within, *after;
};

struct source
{
  const char *name;
  struct line *lines;
  size_t n;
};

/* A half-open range of lines.  */
struct range
{
  size_t start, end;
};

static struct splice *splices;
static size_t nsplices;
static int errors;

/* As <ctype.h> has them in the C locale, but for any char.  */

static bool
blank_p (char c)
{
  return c == ' ' || c == '\t';
}

static bool
space_p (char c)
{
  return c && strchr (" \t\n\v\f\r", c);
}

static bool
identifier_char_p (char c)
{
  return ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
	  || (c >= '0' && c <= '9') || c == '_');
}

static void *
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

static char *
xstrndup (const char *s, size_t n)
{
  char *p = xrealloc (NULL, n + 1);
  memcpy (p, s, n);
  p[n] = 0;
  return p;
}

/* Room for one more element in the array P of N elements of SIZE bytes.  */

static void *
grow (void *p, size_t n, size_t size)
{
  return (n & (n - 1)) == 0 ? xrealloc (p, (n ? 2 * n : 1) * size) : p;
}

static void
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

static void
buffer_puts (struct buffer *b, const char *s)
{
  buffer_add (b, s, strlen (s));
}

/* Report an error at LINENO of the splice file ORIGIN.  */

static void __attribute__ ((format (printf, 3, 4)))
error_at (const char *origin, int lineno, const char *format, ...)
{
  va_list ap;
  fprintf (stderr, "%s:%d: error: ", origin, lineno);
  va_start (ap, format);
  vfprintf (stderr, format, ap);
  va_end (ap);
  fputc ('\n', stderr);
  errors++;
}

/* Stop because of a system call's failure with PATH.  */

static void
fatal (const char *path)
{
  fprintf (stderr, "splice: %s: %s\n", path, strerror (errno));
  exit (1);
}

static char *
join_path (const char *dir, const char *name)
{
  struct buffer b = { 0 };
  buffer_puts (&b, dir);
  buffer_puts (&b, "/");
  buffer_puts (&b, name);
  return b.s;
}

/* Append the contents of PATH to B.  A file that does not exist is an error
   only if MUST_EXIST.  */

static bool
read_file (const char *path, struct buffer *b, bool must_exist)
{
  char block[65536];
  size_t n;
  FILE *f = fopen (path, "r");
  if (!f)
    {
      if (must_exist)
	fatal (path);
      return false;
    }
  buffer_add (b, "", 0);
  while ((n = fread (block, 1, sizeof block, f)) > 0)
    buffer_add (b, block, n);
  if (ferror (f))
    fatal (path);
  fclose (f);
  return true;
}

/* Replace PATH by B's text unless that is what it holds.  An interrupted run
   must not leave half a file that looks new.  */

static void
write_if_changed (const char *path, const struct buffer *b)
{
  struct buffer old = { 0 };
  if (read_file (path, &old, false) && old.len == b->len
      && memcmp (old.s, b->s, b->len) == 0)
    return;

  struct buffer temp = { 0 };
  buffer_puts (&temp, path);
  buffer_puts (&temp, ".new");
  FILE *f = fopen (temp.s, "w");
  if (!f || fwrite (b->s, 1, b->len, f) != b->len || fclose (f) != 0
      || rename (temp.s, path) != 0)
    fatal (path);
}

/* Split TEXT into lines, in place.  */

static void
split_lines (char *text, struct source *src)
{
  while (*text)
    {
      char *nl = strchr (text, '\n');
      src->lines = grow (src->lines, src->n, sizeof *src->lines);
      src->lines[src->n++] = (struct line) { text, NULL, NULL, NULL };
      if (!nl)
	break;
      *nl = 0;
      text = nl + 1;
    }
}

/* --- Reading splice files.  ------------------------------------------- */

/* If LINE starts with the word WORD, return what follows it, without blanks
   around; else null.  */

static const char *
after_word (const char *line, const char *word)
{
  size_t n = strlen (word);
  if (strncmp (line, word, n) != 0 || (line[n] && !blank_p (line[n])))
    return NULL;
  line += n;
  while (blank_p (*line))
    line++;
  n = strlen (line);
  while (n && space_p (line[n - 1]))
    n--;
  return xstrndup (line, n);
}

/* The TEXT of an argument `| TEXT'; null if ARG has no bar or no TEXT.  */

static const char *
after_bar (const char *arg)
{
  if (*arg != '|')
    return NULL;
  while (blank_p (*++arg))
    ;
  return *arg ? arg : NULL;
}

/* Take LINE as one of those between `splice' and `insert' of S.  Returns false
   if it is none.  */

static bool
read_header_line (struct splice *s, const char *line)
{
  const char *arg;
  if ((arg = after_word (line, "file")) && !s->file && *arg)
    s->file = arg;
  else if ((arg = after_word (line, "in")) && !s->in && *arg)
    {
      s->in = arg;
      if (strcmp (arg, "end") == 0)
	s->where = APPEND;
    }
  else if ((arg = after_word (line, "past")) && s->where == NOWHERE
	   && (arg = after_bar (arg)))
    {
      s->past = grow (s->past, s->npast, sizeof *s->past);
      s->past[s->npast++] = arg;
    }
  else
    {
      for (int w = AFTER; s->where == NOWHERE && w <= BEFORE_TEXT; w++)
	if ((arg = after_word (line, where_words[w]))
	    && (s->text = after_bar (arg)))
	  {
	    s->where = w;
	    return true;
	  }
      return false;
    }
  return true;
}

/* Complain of what S lacks when `insert' is reached.  */

static void
check_complete (const struct splice *s, int lineno)
{
  const char *what = (!s->file ? "file" : !s->in ? "in"
		      : s->where == NOWHERE ? "after, before, after-text or "
		      "before-text" : NULL);
  if (what)
    error_at (s->origin, lineno, "splice %s: no line `%s' before `insert'",
	      s->name, what);
}

static void
start_splice (const char *name, const char *origin, int lineno)
{
  if (!*name)
    error_at (origin, lineno, "a splice needs a name");
  for (size_t i = 0; i < nsplices; i++)
    if (splices[i].origin == origin && strcmp (splices[i].name, name) == 0)
      error_at (origin, lineno, "splice %s: there is one of that name in "
		"line %d", name, splices[i].lineno);
  splices = grow (splices, nsplices, sizeof *splices);
  splices[nsplices++] = (struct splice) { .origin = origin, .lineno = lineno,
					  .name = name };
}

static void
read_splices (const char *path)
{
  enum { OUTSIDE, HEADER, INSERT } state = OUTSIDE;
  struct buffer text = { 0 };
  struct source src = { 0 };
  read_file (path, &text, true);
  split_lines (text.s, &src);

  for (size_t i = 0; i < src.n; i++)
    {
      const char *line = src.lines[i].s, *name;
      struct splice *s = nsplices ? &splices[nsplices - 1] : NULL;
      if (state == INSERT)
	{
	  if (strcmp (line, "end") == 0)
	    state = OUTSIDE;
	  else
	    {
	      buffer_puts (&s->insert, line);
	      buffer_puts (&s->insert, "\n");
	    }
	}
      else if (*line == '#' || line[strspn (line, " \t\f\r")] == 0)
	continue;
      else if (state == OUTSIDE && (name = after_word (line, "splice")))
	{
	  start_splice (name, path, i + 1);
	  state = HEADER;
	}
      else if (state == HEADER && after_word (line, "insert"))
	{
	  check_complete (s, i + 1);
	  state = INSERT;
	}
      else if (state == OUTSIDE || !read_header_line (s, line))
	{
	  error_at (path, i + 1, "unexpected here: %s", line);
	  return;
	}
    }
  if (state != OUTSIDE)
    error_at (path, src.n, "splice %s: no `end'", splices[nsplices - 1].name);
}

/* --- Finding places.  -------------------------------------------------- */

/* White space of S reduced: each run is one blank, none at the ends.  If MAP,
   set (*MAP)[i] to the offset in S of the result's character I.  */

static char *
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

/* Set *RANGE to the lines of SRC in which S looks.  */

static bool
find_range (const struct source *src, const struct splice *s,
	    struct range *range)
{
  size_t found = 0;
  *range = (struct range) { 0, src->n };
  if (strcmp (s->in, "*") == 0)
    return true;
  for (size_t i = 0; i < src->n; i++)
    {
      struct range r;
      if (definition_at (src, i, s->in, &r))
	{
	  *range = r;
	  found++;
	}
    }
  if (found == 1)
    return true;
  if (found)
    error_at (s->origin, s->lineno, "splice %s: %s defines `%s' %zu times",
	      s->name, s->file, s->in, found);
  else
    error_at (s->origin, s->lineno, "splice %s: %s does not define `%s'",
	      s->name, s->file, s->in);
  return false;
}

/* The first line in RANGE of SRC that holds TEXT, which is collapsed; RANGE's
   end if there is none.  */

static size_t
find_line (const struct source *src, struct range range, const char *text)
{
  size_t i = range.start;
  while (i < range.end && !line_matches (src->lines[i].s, text))
    i++;
  return i;
}

static void
report_miss (const struct splice *s, struct range range, const char *text)
{
  error_at (s->origin, s->lineno,
	    "splice %s: no line of `%s' (%s, lines %zu to %zu) holds `%s'",
	    s->name, s->in, s->file, range.start + 1, range.end, text);
}

/* Set *LINE to the one where S is to be inserted.  */

static bool
find_anchor (const struct source *src, const struct splice *s, size_t *line)
{
  struct range range;
  if (!find_range (src, s, &range))
    return false;

  for (size_t i = 0; i < s->npast; i++)
    {
      size_t at = find_line (src, range, collapse (s->past[i], NULL));
      if (at == range.end)
	{
	  report_miss (s, range, s->past[i]);
	  return false;
	}
      range.start = at + 1;
    }

  const char *text = collapse (s->text, NULL);
  *line = find_line (src, range, text);
  if (*line == range.end)
    {
      report_miss (s, range, s->text);
      return false;
    }

  struct range rest = { *line + 1, range.end };
  size_t again = s->npast ? range.end : find_line (src, rest, text);
  if (again != range.end)
    error_at (s->origin, s->lineno,
	      "splice %s: `%s' is in lines %zu and %zu of %s; a `past' can "
	      "choose", s->name, s->text, *line + 1, again + 1, s->file);
  return again == range.end;
}

/* Set *OFFSET to where in LINE, which holds S's text, S is to be inserted.  */

static bool
find_offset (const struct source *src, const char *line,
	     const struct splice *s, size_t *offset)
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
  *offset = (s->where == BEFORE_TEXT ? map[n]
	     : map[n + strlen (text) - 1] + 1);
  return true;
}

/* --- Applying splices.  ------------------------------------------------ */

/* Put S into the list at P, behind those of no greater offset.  */

static void
add_insertion (struct insertion **p, size_t offset, const struct splice *s)
{
  struct insertion *i = xrealloc (NULL, sizeof *i);
  while (*p && (*p)->offset <= offset)
    p = &(*p)->next;
  *i = (struct insertion) { offset, s, *p };
  *p = i;
}

static void
apply_splice (struct source *src, const struct splice *s)
{
  size_t n, offset = 0;
  if (s->where == APPEND)
    {
      add_insertion (&src->lines[src->n - 1].after, 0, s);
      return;
    }
  if (!find_anchor (src, s, &n))
    return;
  struct line *line = &src->lines[n];
  switch (s->where)
    {
    case AFTER:
      add_insertion (&line->after, 0, s);
      break;
    case BEFORE:
      add_insertion (&line->before, 0, s);
      break;
    default:
      if (find_offset (src, line->s, s, &offset))
	add_insertion (&line->within, offset, s);
    }
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

static void
put_insertions (struct buffer *b, const struct insertion *i)
{
  for (; i; i = i->next)
    {
      const char *slash = strrchr (i->splice->origin, '/');
      struct buffer name = { 0 };
      buffer_puts (&name, slash ? slash + 1 : i->splice->origin);
      buffer_puts (&name, "/");
      buffer_puts (&name, i->splice->name);
      put_line_marker (b, 1, name.s);
      buffer_add (b, i->splice->insert.s, i->splice->insert.len);
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
      /* The last line of the insertion continues with the rest of S.  */
      size_t n = i->splice->insert.len;
      buffer_add (b, i->splice->insert.s, n ? n - 1 : 0);
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
      put_insertions (b, l->before);
      if (l->before)
	put_line_marker (b, i + 1, path);
      size_t start = b->len;
      put_within (b, l->s, l->within);
      put_insertions (b, l->after);
      /* No marker where lines still count right: an insertion into a line may
	 be in the arguments of a macro, where no directive is allowed.  */
      if (l->after || strchr (b->s + start, '\n') != b->s + b->len - 1)
	put_line_marker (b, i + 2, path);
    }
}

/* Set *B to the text of SRCDIR's file NAME with its splices applied.  */

static void
splice_file (const char *srcdir, const char *name, struct buffer *b)
{
  char *path = join_path (srcdir, name);
  struct source src = { .name = name };
  bool any = false;
  struct buffer text = { 0 };

  read_file (path, &text, true);
  *b = (struct buffer) { 0 };
  buffer_add (b, text.s, text.len);
  for (size_t i = 0; i < nsplices; i++)
    if (splices[i].file && strcmp (splices[i].file, name) == 0)
      {
	if (!any)
	  split_lines (text.s, &src);
	any = true;
	splices[i].used = true;
	if (src.n == 0)
	  error_at (splices[i].origin, splices[i].lineno,
		    "splice %s: %s is empty", splices[i].name, path);
	else
	  apply_splice (&src, &splices[i]);
      }
  if (any)
    {
      b->len = 0;
      put_source (b, &src, path);
    }
}

static bool
regular_file_p (const char *dir, const char *name)
{
  struct stat st;
  char *path = join_path (dir, name);
  if (stat (path, &st) != 0)
    fatal (path);
  return S_ISREG (st.st_mode);
}

/* Apply all splices to the files of SRCDIR; write them to OUTDIR if there
   was no error at all.  */

static void
splice_directory (const char *srcdir, const char *outdir)
{
  struct output
  {
    const char *name;
    struct buffer text;
  } *outputs = NULL;
  size_t n = 0;
  struct dirent *e;
  DIR *d = opendir (srcdir);
  if (!d)
    fatal (srcdir);
  while (errno = 0, (e = readdir (d)))
    if (regular_file_p (srcdir, e->d_name))
      {
	outputs = grow (outputs, n, sizeof *outputs);
	outputs[n].name = xstrndup (e->d_name, strlen (e->d_name));
	splice_file (srcdir, e->d_name, &outputs[n++].text);
      }
  if (errno)
    fatal (srcdir);
  closedir (d);

  for (size_t i = 0; i < nsplices; i++)
    if (splices[i].file && !splices[i].used)
      error_at (splices[i].origin, splices[i].lineno,
		"splice %s: there is no file %s in %s", splices[i].name,
		splices[i].file, srcdir);
  if (errors == 0)
    for (size_t i = 0; i < n; i++)
      write_if_changed (join_path (outdir, outputs[i].name), &outputs[i].text);
}

int
main (int argc, char **argv)
{
  const char *srcdir = NULL, *outdir = NULL;
  int c;
  while ((c = getopt (argc, argv, "s:o:")) != -1)
    if (c == 's')
      srcdir = optarg;
    else if (c == 'o')
      outdir = optarg;
    else
      return 1;
  if (!srcdir || !outdir)
    {
      fputs ("usage: splice -s SRCDIR -o OUTDIR FILE.splice...\n", stderr);
      return 1;
    }
  for (int i = optind; i < argc; i++)
    read_splices (argv[i]);
  if (errors == 0)
    splice_directory (srcdir, outdir);
  return errors != 0;
}
