/* Structures that kernels take by value.
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

#include "gcuf-names.h"
#include "map.h"
#include "ptx.h"

/* GCC's entries take scalars alone, so a structure comes in words.  To PTX they
   may be one parameter, an array of bytes at whose offsets the words are
   loaded: the accelerator's assembler, which has 12 bits for the number of a
   statement's tokens, does not take all the parameters that a device does.  So
   this is done before it, in GCC's text, in which each of these is a line: a
   declaration, the load of a parameter, a variable.  For an entry with such
   structures there is a variable, whose name is the entry's after this prefix,
   and whose numbers are for each structure the first of its words among the
   parameters and how many there are.  It is dropped here.  */
#define MARK GCUF_NAME_PACKED
#define PARAMETER "%in_ar"
enum { WORD = 8 };

/* The words of one structure.  */
struct run
{
  unsigned first, n;
};

struct runs
{
  struct run *data;
  size_t n;
};

/* The numbers of the initializer at TEXT.  */

static struct runs *
read_runs (const char *text)
{
  struct runs *runs = xcalloc (1, sizeof *runs);
  char *end;

  for (text += strcspn (text, "{\n"); *text == '{' || *text == ','; )
    {
      struct run run;

      run.first = strtoul (text + 1, &end, 10);
      run.n = strtoul (end + strspn (end, " ,"), &end, 10);
      runs->data = xrealloc (runs->data, (runs->n + 1) * sizeof *runs->data);
      runs->data[runs->n++] = run;
      text = end + strspn (end, " ");
    }
  return runs;
}

/* The run of RUNS that word I is in, or null.  */

static const struct run *
find_run (const struct runs *runs, unsigned i)
{
  for (size_t j = 0; runs && j < runs->n; j++)
    if (i >= runs->data[j].first && i - runs->data[j].first < runs->data[j].n)
      return &runs->data[j];
  return NULL;
}

/* The marks of TEXT, by the names of entries.  */

static void
find_marks (struct map *marks, const char *text)
{
  for (; (text = strstr (text, MARK)); text++)
    {
      const char *name = text + strlen (MARK);
      size_t n = strcspn (name, " [\n");

      if (name[n] == '[')
	*map_place (marks, xstrndup (name, n)) = read_runs (name);
    }
}

/* The runs of the entry whose declaration the line of LENGTH bytes is, or
   null.  */

static const struct runs *
declared_runs (const struct map *marks, const char *line, size_t length)
{
  const char *name = after_prefix (line, ".visible .entry ");
  const struct runs *runs = NULL;

  if (name)
    {
      size_t n = strcspn (name, " (\n");
      char *s = xstrndup (name, n);

      if (name + n < line + length)
	runs = map_get (marks, s);
      free (s);
    }
  return runs;
}

/* Write the line of LENGTH bytes, a declaration with parameters, to F.  */

static void
write_declaration (FILE *f, const struct runs *runs, const char *line,
		   size_t length)
{
  const char *end = line + length, *p = memchr (line, '(', length) + 1;
  unsigned i = 0;

  fwrite (line, 1, p - line, f);
  for (bool any = false; p < end && *p != ')'; i++)
    {
      const struct run *run = find_run (runs, i);
      size_t n = strcspn (p, ",)");

      if (!run || run->first == i)
	{
	  fputs (any ? ", " : "", f);
	  if (run)
	    fprintf (f, ".param .align %d .b8 %s%u[%u]", WORD, PARAMETER, i,
		     run->n * WORD);
	  else
	    fwrite (p, 1, n, f);
	  any = true;
	}
      p += n;
      p += strspn (p, ", ");
    }
  fwrite (p, 1, end - p, f);
}

/* Write the line of LENGTH bytes, of an entry with RUNS, to F.  */

static void
write_instruction (FILE *f, const struct runs *runs, const char *line,
		   size_t length)
{
  const char *load = "ld.param.u64";
  const char *word = memmem (line, length, "[" PARAMETER,
			     strlen ("[" PARAMETER));
  const struct run *run = NULL;
  unsigned i = 0;

  if (word && memmem (line, length, load, strlen (load)))
    {
      i = strtoul (word + strlen ("[" PARAMETER), NULL, 10);
      run = find_run (runs, i);
    }
  if (run)
    fprintf (f, "%.*s[%s%u+%u];", (int) (word - line), line, PARAMETER,
	     run->first, (i - run->first) * WORD);
  else
    fwrite (line, 1, length, f);
}

char *
ptx_pack_parameters (const char *text)
{
  const struct runs *inside = NULL;
  struct map marks = { 0 };
  char *result;
  size_t size, length;
  FILE *f = open_memstream (&result, &size);

  if (!f)
    fatal ("out of memory");
  find_marks (&marks, text);
  for (; *text; text += length + (text[length] == '\n'))
    {
      const struct runs *declared;

      length = strcspn (text, "\n");
      declared = declared_runs (&marks, text, length);
      if (declared)
	inside = declared;
      if (memmem (text, length, MARK, strlen (MARK)))
	continue;
      if (declared)
	write_declaration (f, declared, text, length);
      else
	write_instruction (f, inside, text, length);
      if (text[length])
	putc ('\n', f);
      if (*text == '}')
	inside = NULL;
    }
  map_free (&marks);
  if (fclose (f) != 0)
    fatal ("out of memory");
  return result;
}
