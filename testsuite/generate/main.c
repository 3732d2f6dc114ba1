/* The generator of programs: its command.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of cudafortran.

   Cudafortran is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   Cudafortran is distributed in the hope that it will be useful, but
   WITHOUT ANY WARRANTY; without even the implied warranty of
   MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.  See the GNU
   General Public License for more details.

   You should have received a copy of the GNU General Public License
   along with cudafortran; see the file COPYING.  If not, see
   <http://www.gnu.org/licenses/>.  */


#include "generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* generate SEED DIRECTORY writes a program in these files of DIRECTORY, which
   must exist:

     gSEED.cuf		CUDA Fortran, with a subroutine gSEED_test,
     gSEED-b.cuf	more of it, to be compiled first if there is one,
     gSEED-plain.f90	what it has to compute, in plain Fortran.

   generate --main SEED... writes the main program of such programs to the
   standard output: it runs all or those whose numbers are its arguments.  */

/* Begin module NAME, which uses USED.  */

static void
begin_module (const char *name, const char *used)
{
  open_line ("module {%s|%s_plain}", name, name);
  line ("use generated_support");
  if (used)
    line ("use {%s|%s_plain}", used, used);
  else
    {
      line ("{use cudafor|use generated_device}");
    }
  line ("implicit none");
  if (!used)
    line ("integer, parameter :: h = {2|4}");
}

/* A device's compiler does not know how deep recursive procedures go, and gives
   them and the kernels that call them little room.  Kernels have up to some 20 KB
   of arrays of their own: ask for more.  */

static void
write_stack_limit (void)
{
  bool recursive = false;
  for (int i = 0; i < procedure_count; i++)
    recursive |= procedure[i].recursive;
  if (recursive)
    line ("{if (cudaDeviceSetLimit (cudaLimitStackSize, 65536_8) /= 0) error "
	  "stop 2|}");
}

/* The program of number SEED, whose files are in DIRECTORY.  */

static void
make_program (unsigned long seed, const char *directory)
{
  seed_random (seed);
  const char *name = format ("g%lu", seed);
  struct unit base = { 0 }, procedures = { 0 }, procedures_2 = { 0 };
  struct unit more = { 0 }, kernels = { 0 }, host = { 0 }, all = { 0 };
  make_types ();
  make_module_data ();

  /* The types and interfaces at the beginning tell of the procedures.  */
  write_to (&procedures);
  int count = pick (6);
  for (int i = 0; i < count; i++)
    make_procedure (format ("f%d", i + 1), true);
  write_to (&base);
  begin_module (format ("%s_data", name), NULL);
  write_types ();
  write_module_data ();
  write_interfaces (0);
  middle_line ("contains");
  write_type_procedures ();
  write_module_data_setup ();
  append_unit (&base, &procedures);
  close_line ("end module");

  write_to (&procedures_2);
  int first = procedure_count;
  count = pick (5);
  for (int i = 0; i < count; i++)
    make_procedure (format ("e%d", i + 1), false);
  write_to (&more);
  begin_module (format ("%s_code", name), format ("%s_data", name));
  write_interfaces (first);
  middle_line ("contains");
  append_unit (&more, &procedures_2);

  int cases = between (2, 5);
  for (int i = 1; i <= cases; i++)
    {
      int what = pick (10);
      if (what < 6)
	make_kernel (&kernels, &host, i);
      else if (what < 8)
	make_loops (&host, i);
      else
	make_transfers (&host, i);
    }
  write_to (&host);
  close_line ("end module");

  open_line ("subroutine %s_{test|plain}", name);
  line ("use {%s_code|%s_code_plain}", name, name);
  line ("use {%s_data|%s_data_plain}, only: set_data, free_data", name, name);
  line ("use generated_support");
  write_stack_limit ();
  line ("call set_data");
  for (int i = 1; i <= cases; i++)
    {
      line ("call begin_case (%d)", i);
      line ("call case%d", i);
    }
  line ("call free_data");
  close_line ("end subroutine");

  append_unit (&more, &kernels);
  append_unit (&more, &host);
  append_unit (&all, &base);
  append_unit (&all, &more);
  if (chance (50))
    {
      save (&base, CUDA, format ("%s/%s-b.cuf", directory, name));
      save (&more, CUDA, format ("%s/%s.cuf", directory, name));
    }
  else
    save (&all, CUDA, format ("%s/%s.cuf", directory, name));
  save (&all, PLAIN, format ("%s/%s-plain.f90", directory, name));
}

/* The main program of those with the COUNT numbers in SEEDS.  */

static void
write_main (int count, char **seeds)
{
  puts ("use generated_support");
  for (int i = 0; i < count; i++)
    {
      printf ("if (chosen (%s)) then\n", seeds[i]);
      puts ("  call begin_recording");
      printf ("  call g%s_plain\n", seeds[i]);
      puts ("  call begin_checking");
      printf ("  call g%s_test\n", seeds[i]);
      puts ("  call end_checking");
      puts ("end if");
    }
  puts ("call end_program");
  puts ("end");
}

int
main (int argc, char **argv)
{
  char *end;
  if (argc > 2 && !strcmp (argv[1], "--main"))
    write_main (argc - 2, argv + 2);
  else if (argc == 3)
    {
      unsigned long seed = strtoul (argv[1], &end, 10);
      if (*end || end == argv[1])
	{
	  fprintf (stderr, "generate: %s is no number\n", argv[1]);
	  return 2;
	}
      make_program (seed, argv[2]);
    }
  else
    {
      fputs ("usage: generate SEED DIRECTORY\n"
	     "       generate --main SEED...\n", stderr);
      return 2;
    }
  return ferror (stdout) || fclose (stdout) ? 2 : 0;
}
