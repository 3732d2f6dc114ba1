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
#include <stdlib.h>
#include <string.h>

#include "map.h"
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
  ptx_take_maps (program);
}

/* Stop if what FILE has is not printed as it was read.  */

static void
check_round_trip (const char *file)
{
  struct ptx_program program;

  read_program (&program, file);
  ptx_parse_program (&program);
  for (size_t i = 0; i < program.n; i++)
    {
      char *text = ptx_print (program.objects[i].code);
      const char *again = ptx_print (ptx_parse (text, file));

      if (!same_text_p (program.objects[i].text, text))
	fatal ("%s: object %zu changes when it is printed", file, i);
      if (strcmp (text, again) != 0)
	fatal ("%s: object %zu changes when it is printed again", file, i);
    }
}

/* --- The command --------------------------------------------------------- */

static const char usage[] =
  "usage: ptx-tool [OPTION...] PASSES INPUT OUTPUT\n"
  "       ptx-tool --round-trip FILE...\n"
  "       ptx-tool --list | --help\n";

static const char option_help[] =
  "\nPASSES has commas between the names, or is `all' or `none'.  Options say\n"
  "what is known of the program besides its text:\n"
  "  --target N        the lowest device, 80 for 8.0\n"
  "  --import NAME     a variable that another library has\n"
  "  --procedure NAME  a procedure that another library has\n"
  "  --export NAME     a procedure for other images: only these are left\n"
  "or what is to be done afterwards:\n"
  "  --other FILE      the same program compiled with other options\n"
  "  --replace NAME    a kernel that is taken from it, if that is possible\n";

/* The symbols of the host's side, where there are exports.  */
static struct map host;

/* The file of another compilation, or null, and the kernels to be taken.  */
static const char *other_file;
static struct strings replaced;

/* Take the option at ARGV for PROGRAM; false if there is none.  */

static bool
take_option (struct ptx_program *program, char **argv)
{
  if (strcmp (argv[0], "--target") == 0)
    program->target = atoi (argv[1]);
  else if (strcmp (argv[0], "--import") == 0)
    strings_push (&program->imports, argv[1]);
  else if (strcmp (argv[0], "--procedure") == 0)
    strings_push (&program->procedures, argv[1]);
  else if (strcmp (argv[0], "--other") == 0)
    other_file = argv[1];
  else if (strcmp (argv[0], "--replace") == 0)
    strings_push (&replaced, argv[1]);
  else if (strcmp (argv[0], "--export") == 0)
    {
      *map_place (&host, argv[1]) = argv[1];
      program->host = &host;
    }
  else
    return false;
  return true;
}

/* Take the kernels that are to be replaced in PROGRAM from the other file, after
   the passes that LIST names.  */

static void
replace_kernels (struct ptx_program *program, const char *list)
{
  struct ptx_program other;

  read_program (&other, other_file);
  other.target = program->target;
  ptx_run_passes (&other, list);
  ptx_parse_program (&other);
  ptx_parse_program (program);
  for (size_t i = 0; i < replaced.n; i++)
    if (!ptx_replace_kernel (program, &other, replaced.data[i]))
      printf ("not replaced: %s\n", replaced.data[i]);
  ptx_print_program (program);
}

/* Run the passes that LIST names over the program in file INPUT, of which
   OPTIONS has what its text does not say, and write file OUTPUT.  */

static void
run_passes (struct ptx_program *options, const char *list, const char *input,
	    const char *output)
{
  struct ptx_program program;

  read_program (&program, input);
  program.target = options->target;
  program.imports = options->imports;
  program.procedures = options->procedures;
  program.host = options->host;
  if (program.host && !ptx_choose_exports (&program))
    fatal ("%s: there are no such procedures", input);
  ptx_run_passes (&program, list);
  if (other_file)
    replace_kernels (&program, list);
  if (program.registers)
    printf ("registers: %u\n", program.registers);
  if (program.own_registers)
    printf ("own registers: %u\n", program.own_registers);
  write_result (&program, output);
}

/* Print the passes, with what they do if HELP; else what to choose for each of
   those to choose alone.  */

static void
print_passes (bool help)
{
  struct ptx_pass pass;

  for (int i = 0; ptx_pass (i, &pass); i++)
    if (help)
      printf ("  %-13s%s  %s\n", pass.name,
	      pass.optional ? "         " : "(always) ", pass.help);
    else if (pass.optional)
      printf ("%s%s%s\n", pass.needed ? pass.needed : "",
	      pass.needed ? "," : "", pass.name);
}

int
main (int argc, char **argv)
{
  struct ptx_program options = { 0 };

  while (argc > 5 && take_option (&options, argv + 1))
    {
      argc -= 2;
      argv += 2;
    }
  if (argc >= 3 && strcmp (argv[1], "--round-trip") == 0)
    for (int i = 2; i < argc; i++)
      check_round_trip (argv[i]);
  else if (argc == 2 && strcmp (argv[1], "--list") == 0)
    print_passes (false);
  else if (argc == 2 && strcmp (argv[1], "--help") == 0)
    {
      fputs (usage, stdout);
      fputs (option_help, stdout);
      puts ("\nThe passes, in their order:");
      print_passes (true);
    }
  else if (argc == 4)
    run_passes (&options, argv[1], argv[2], argv[3]);
  else
    fatal ("%s", usage);
  return 0;
}
