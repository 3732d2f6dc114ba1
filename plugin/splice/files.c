/* Files, and messages about them.
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

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "splice.h"

int errors;

/* Report an error at LINENO of the splice file ORIGIN.  */

void
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

void
fatal (const char *path)
{
  fprintf (stderr, "splice: %s: %s\n", path, strerror (errno));
  exit (1);
}

/* DIR/NAME.  */

char *
join_path (const char *dir, const char *name)
{
  struct buffer b = { 0 };
  buffer_puts (&b, dir);
  buffer_puts (&b, "/");
  buffer_puts (&b, name);
  return b.s;
}

/* The part of PATH behind the last slash.  */

const char *
base_name (const char *path)
{
  const char *slash = strrchr (path, '/');
  return slash ? slash + 1 : path;
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

bool
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

void
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

void
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

/* Read the file PATH into *SRC, which gets NAME.  Returns false if it does not
   exist and need not.  */

bool
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

/* Callback of qsort, for strings.  */

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Set *NAMES to the names of the N regular files in DIR that end with SUFFIX,
   sorted, and return N.  */

size_t
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
