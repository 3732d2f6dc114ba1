/* Try the passes on files of PTX: a program for the test suite.
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
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "ptx.h"
#include "support.h"

const char program_name[] = "ptx-tool";

/* The next character of *P that is not white space, except inside quotes and
   comments, where all count.  */

static char
next_character (const char **p, char *quote)
{
  while (!*quote && isspace ((unsigned char) **p))
    ++*p;
  if (**p == '"' && *quote != '\n')
    *quote = *quote ? '\0' : '"';
  else if (!*quote && (*p)[0] == '/' && (*p)[1] == '/')
    *quote = '\n';
  else if (**p == *quote)
    *quote = '\0';
  return **p ? *(*p)++ : '\0';
}

/* True if A and B differ in white space alone.  */

static bool
same_text_p (const char *a, const char *b)
{
  char quote_a = '\0', quote_b = '\0', c;

  do
    {
      c = next_character (&a, &quote_a);
      if (c != next_character (&b, &quote_b))
	return false;
    }
  while (c);
  return true;
}

static void
check_round_trip (struct ptx_program *program, const char *file)
{
  ptx_take_maps (program);
  ptx_parse_program (program);
  for (size_t i = 0; i < program->n; i++)
    {
      char *text = ptx_print (program->objects[i].code);
      const char *again = ptx_print (ptx_parse (text, file));

      if (!same_text_p (program->objects[i].text, text))
	fatal ("%s: object %zu is printed with other words", file, i);
      if (strcmp (text, again) != 0)
	fatal ("%s: object %zu is printed otherwise the second time", file, i);
    }
}

/* Objects end in a NUL there as in what the accelerator compiler makes.  */

static void
write_result (const struct ptx_program *program, const char *file)
{
  FILE *f = fopen (file, "wb");

  if (!f)
    fatal ("%s: %s", file, strerror (errno));
  for (size_t i = 0; i < program->n; i++)
    fwrite (program->objects[i].text, 1, strlen (program->objects[i].text) + 1,
	    f);
  if (fclose (f) != 0)
    fatal ("%s: %s", file, strerror (errno));
}

static void
read_program (struct ptx_program *program, const char *file)
{
  size_t size;
  char *text = read_file (file, &size);

  *program = (struct ptx_program) { 0 };
  ptx_split (program, text, size);
}

int
main (int argc, char **argv)
{
  struct ptx_program program;

  if (argc >= 3 && strcmp (argv[1], "--round-trip") == 0)
    for (int i = 2; i < argc; i++)
      {
	read_program (&program, argv[i]);
	check_round_trip (&program, argv[i]);
      }
  else if (argc == 2 && strcmp (argv[1], "--list") == 0)
    for (int i = 0; ptx_pass_name (i); i++)
      puts (ptx_pass_name (i));
  else if (argc == 4)
    {
      read_program (&program, argv[2]);
      ptx_run_passes (&program, argv[1]);
      write_result (&program, argv[3]);
    }
  else
    fatal ("usage: ptx-tool PASSES INPUT OUTPUT\n"
	   "       ptx-tool --round-trip FILE...\n"
	   "       ptx-tool --list");
  return 0;
}
