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

/* usage: splice -s SRCDIR -o OUTDIR FOLDER...
	  splice --changed OLD NEW FOLDER...

   The first form copies every regular file of SRCDIR to OUTDIR, with the
   splices for it applied.  A file of OUTDIR whose text would not change is not
   written, so that its time of modification tells make the truth.

   The splices are those of the files *.splice in each FOLDER:

     # A comment.
     in trans-decl.cc:gfc_finish_var_decl
     var-decl: after | gfc_finish_decl_attrs (decl, &sym->attr);
       cuf_finish_var_decl (decl, sym);
     not-static: before | && !sym->attr.automatic | && !cuf_local_p (sym)
     argument: wrap | parmse.expr | cuf_as_passed (@)

   `in' says where to look, and holds for all splices that follow: in a file,
   there in a function, in `struct TAG' or `enum TAG', where TAG may be the name
   of a typedef, or, if that is `*', anywhere.  `in FILE:FUNCTION, FUNCTION...'
   lets the splices that follow be made in each of these functions.

   A splice is its name, with a colon, and fields, between which there are bars
   with blanks around them, or line breaks:

     past | TEXT	begin behind the first line that holds TEXT
     until | TEXT	end before the next line that holds TEXT
     before | TEXT	the anchor: insert in front of the line that holds TEXT
     after | TEXT	... behind it
     wrap | TEXT	... into that line, around TEXT
     append		no anchor: insert at the end of the file, which `in'
			names alone
     CODE		what to insert

   Any number of `past' comes first, then perhaps one `until', then the anchor
   and last the code, in which bars mean nothing.  Lines that go on with a
   splice are indented.  For `wrap' the code is one line, whatever its breaks,
   and `@' in it stands for TEXT.  TEXT is compared after reducing every run of
   white space to one blank.  It must be in exactly one line of those that are
   left.

   A name is that of one splice only in its splice file.  Where a folder before
   this one has a splice file of the same name with a splice of the same name,
   the later splice takes the place of that one; `omit NAME' leaves it out.

   Anchors are looked up in the original text, so the splices of one file do
   not see one another, and the order of the splice files does not matter but
   for insertions at the same place, which keep it.

   All errors are reported, each with the place of its splice, and any of them
   makes the exit status 1 and leaves OUTDIR as it was.

   The second form prints the functions, structures and enumerations that
   splices name whose text is not the same in the directories OLD and NEW, a
   line for each: what to read before the splices are used for another GCC.  Of
   `*' it compares the lines around the anchor.  The exit status is 1 if it
   printed any.  */

#include <dirent.h>
#include <errno.h>
#include <getopt.h>
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
  BEFORE,
  AFTER,
  WRAP,
  APPEND
};

/* The words that give the anchor, by enum where.  */
static const char *const where_words[]
  = { NULL, "before", "after", "wrap", "append" };

/* A growing string.  */
struct buffer
{
  char *s;
  size_t len, size;
};

/* One splice.  */
struct splice
{
  const char *origin;		/* The splice file,  */
  int lineno;			/* and where it starts there.  */
  int folder;			/* The number of its folder.  */
  const char *name;
  const char *file;
  const char **in;		/* None for APPEND, and only then.  */
  size_t nin;
  const char **past;
  size_t npast;
  const char *until;		/* Null if there is none.  */
  enum where where;		/* NOWHERE until it has been read.  */
  const char *text;		/* The anchor; null for APPEND.  */
  struct buffer code;		/* Lines without their indentation.  */
  bool omitted;
  bool used;			/* Its file exists.  */
};

/* Text to insert for a splice: N characters at S.  If it goes into a line, they
   go there at OFFSET.  */
struct insertion
{
  size_t offset;
  const struct splice *splice;
  const char *s;
  size_t n;
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

/* These do not return if there is no memory.  */

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

/* Append N characters at S to B, or the string S.  */

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

/* DIR/NAME.  */

static char *
join_path (const char *dir, const char *name)
{
  struct buffer b = { 0 };
  buffer_puts (&b, dir);
  buffer_puts (&b, "/");
  buffer_puts (&b, name);
  return b.s;
}

/* True if NAME in DIR, which must exist, is a regular file.  */

static bool
regular_file_p (const char *dir, const char *name)
{
  struct stat st;
  char *path = join_path (dir, name);
  if (stat (path, &st) != 0)
    fatal (path);
  return S_ISREG (st.st_mode);
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

/* S without the blanks at its ends.  */

static const char *
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

static const char *
after_word (const char *line, const char *word)
{
  size_t n = strlen (word);
  if (strncmp (line, word, n) != 0 || (line[n] && !blank_p (line[n])))
    return NULL;
  return strip (line + n);
}

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

/* The part of PATH behind the last slash.  */

static const char *
base_name (const char *path)
{
  const char *slash = strrchr (path, '/');
  return slash ? slash + 1 : path;
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

/* Callback of qsort, for strings.  */

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Set *NAMES to the names of the N regular files in DIR that end with SUFFIX,
   sorted, and return N.  */

static size_t
list_files (const char *dir, const char *suffix, const char ***names)
{
  struct dirent *e;
  size_t n = 0, length = strlen (suffix);
  DIR *d = opendir (dir);
  if (!d)
    fatal (dir);
  *names = NULL;
  while (errno = 0, (e = readdir (d)))
    {
      size_t len = strlen (e->d_name);
      if (len < length || strcmp (e->d_name + len - length, suffix) != 0
	  || !regular_file_p (dir, e->d_name))
	continue;
      *names = grow (*names, n, sizeof **names);
      (*names)[n++] = xstrndup (e->d_name, len);
    }
  if (errno)
    fatal (dir);
  closedir (d);
  if (n)
    qsort (*names, n, sizeof **names, compare_names);
  return n;
}

/* Read the splices of DIR, the folder of number FOLDER.  */

static void
read_folder (const char *dir, int folder)
{
  const char **names;
  size_t n = list_files (dir, ".splice", &names);
  for (size_t i = 0; i < n; i++)
    read_splices (join_path (dir, names[i]), folder);
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

/* Return how often SRC defines NAME, and set *RANGE to the lines of the last
   definition.  */

static size_t
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

static size_t
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

static bool
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

static bool
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

/* --- Applying splices.  ------------------------------------------------ */

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

/* Read the file PATH into *SRC, which gets NAME.  Returns false if it does not
   exist and need not.  */

static bool
read_source (const char *path, const char *name, struct source *src,
	     bool must_exist)
{
  struct buffer text = { 0 };
  *src = (struct source) { .name = name };
  if (!read_file (path, &text, must_exist))
    return false;
  split_lines (text.s, src);
  return true;
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

static void
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

/* --- Comparing two versions of GCC.  ------------------------------------ */

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

static bool
list_changed (const char *old, const char *new)
{
  bool any = false;
  for (size_t i = 0; i < nsplices; i++)
    for (size_t j = 0; !splices[i].omitted && j < splices[i].nin; j++)
      any |= print_changed (i, splices[i].in[j], old, new);
  return any;
}

static void
usage (void)
{
  fputs ("usage: splice -s SRCDIR -o OUTDIR FOLDER...\n"
	 "       splice --changed OLD NEW FOLDER...\n", stderr);
  exit (1);
}

int
main (int argc, char **argv)
{
  static const struct option options[]
    = { { "changed", no_argument, NULL, 'c' }, { NULL, 0, NULL, 0 } };
  const char *srcdir = NULL, *outdir = NULL;
  bool changed = false;
  int c;
  while ((c = getopt_long (argc, argv, "s:o:", options, NULL)) != -1)
    if (c == 's')
      srcdir = optarg;
    else if (c == 'o')
      outdir = optarg;
    else if (c == 'c')
      changed = true;
    else
      usage ();
  if (changed ? srcdir || outdir || argc - optind < 2 : !srcdir || !outdir)
    usage ();

  const char *const *dirs = (const char *const *) argv + optind;
  int first = optind + (changed ? 2 : 0);
  for (int i = first; i < argc; i++)
    read_folder (argv[i], i);
  if (errors == 0 && changed)
    return list_changed (dirs[0], dirs[1]);
  if (errors == 0)
    splice_directory (srcdir, outdir);
  return errors != 0;
}
