/* Machine code beside the PTX: runs CUDA's assembler and fatbinary.
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

#include "machine-code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* CUDA's program NAME: in the toolkit that the environment names, in PATH, or
   in the usual place; null if it is in none of them.  */

static const char *
find_tool (const char *name)
{
  static const char *const roots[] = { "CUDA_HOME", "CUDA_PATH" };
  const char *path = getenv ("PATH");
  struct strings directories = { 0 };

  for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
    if (getenv (roots[i]))
      strings_push (&directories, format_string ("%s/bin", getenv (roots[i])));
  for (size_t n; path && *path; path += n + (path[n] == ':'))
    {
      n = strcspn (path, ":");
      strings_push (&directories, xstrndup (path, n));
    }
  strings_push (&directories, "/usr/local/cuda/bin");

  for (size_t i = 0; i < directories.n; i++)
    {
      const char *file = format_string ("%s/%s", directories.data[i], name);

      if (program_exists (file))
	return file;
    }
  return NULL;
}

/* What is being made.  */
struct assembly
{
  const char *ptxas, *fatbinary;
  const struct assembly_options *options;
  bool relocatable;		/* There are several objects to be linked.  */
};

static bool
run (const struct assembly *assembly, const struct strings *command)
{
  if (assembly->options->verbose)
    print_command (command);
  return run_command (command) == 0;
}

/* Write the text of OBJECT to a file.  */

static const char *
write_ptx (const struct ptx_object *object)
{
  const char *name = temporary_file (".ptx");

  write_file (name, object->text);
  return name;
}

/* The file for the machine code of object number N for TARGET.  */

static const char *
machine_code_file (const struct assembly *assembly, const char *target,
		   size_t n)
{
  const char *base = assembly->options->kept_base;

  if (!base)
    return temporary_file (".cubin");
  return (n == 0 ? format_string ("%s.%s.cubin", base, target)
	  : format_string ("%s.%zu.%s.cubin", base, n, target));
}

/* Assemble file PTX, which is object number N, for TARGET.  The result's name,
   or null.  */

static const char *
assemble (const struct assembly *assembly, const char *ptx, const char *target,
	  size_t n)
{
  const char *output = machine_code_file (assembly, target, n);
  struct strings command = { 0 };

  strings_push (&command, assembly->ptxas);
  if (assembly->relocatable)
    strings_push (&command, "-c");
  if (assembly->options->line_info)
    strings_push (&command, "-lineinfo");
  /* The library's is of no interest.  */
  if (assembly->options->info && n == 0)
    strings_push (&command, "-v");
  strings_push (&command, format_string ("-arch=%s", target));
  strings_push (&command, ptx);
  strings_push (&command, "-o");
  strings_push (&command, output);
  return run (assembly, &command) ? output : NULL;
}

/* The option of fatbinary for FILE of kind KIND for TARGET.  */

static const char *
image_option (const char *kind, const char *target, const char *file)
{
  return format_string ("--image3=kind=%s,sm=%s,file=%s", kind,
			target + strlen ("sm_"), file);
}

/* Put file PTX and the machine code that IMAGES are the options for into
   OBJECT's fat binary.  */

static void
bind (const struct assembly *assembly, struct ptx_object *object,
      const char *ptx, const struct strings *images)
{
  const char *output = temporary_file (".fatbin");
  struct strings command = { 0 };

  strings_push (&command, assembly->fatbinary);
  strings_push (&command, format_string ("--create=%s", output));
  strings_push (&command, "-64");
  strings_push (&command, "--compress=false");
  if (assembly->relocatable)
    strings_push (&command, "-c");
  strings_append (&command, images);
  strings_push (&command, image_option ("ptx", assembly->options->ptx_target,
					ptx));
  if (!run (assembly, &command))
    fatal ("%s failed", assembly->fatbinary);
  object->binary = read_file (output, &object->binary_size);
}

/* Assemble the N files PTX for TARGET and add the options for the results to
   IMAGES, for each file its own.  */

static void
assemble_all (const struct assembly *assembly, const struct strings *ptx,
	      const char *target, struct strings *images)
{
  struct strings results = { 0 };

  for (size_t i = 0; i < ptx->n; i++)
    {
      const char *result = assemble (assembly, ptx->data[i], target, i);

      if (!result)
	{
	  fprintf (stderr, "%s: warning: there will be no machine code for %s, "
		   "whose devices compile the PTX instead\n", program_name,
		   target);
	  return;
	}
      strings_push (&results, image_option ("elf", target, result));
    }
  for (size_t i = 0; i < ptx->n; i++)
    strings_push (&images[i], results.data[i]);
}

/* Tell what the program's code needs on its lowest target, where there will be
   no machine code that the assembler could tell about.  */

static void
tell_about_ptx (const struct assembly *assembly, const char *ptx)
{
  struct assembly_options options = *assembly->options;
  struct assembly trial = *assembly;

  options.kept_base = NULL;
  trial.options = &options;
  if (!assemble (&trial, ptx, options.ptx_target, 0))
    fprintf (stderr, "%s: warning: %s does not know %s\n", program_name,
	     trial.ptxas, options.ptx_target);
}

void
add_machine_code (struct ptx_program *program,
		  const struct assembly_options *options)
{
  struct assembly assembly = { find_tool ("ptxas"), find_tool ("fatbinary"),
			       options, program->n > 1 };
  struct strings ptx = { 0 };
  struct strings *images;

  if (options->info && !assembly.ptxas)
    fprintf (stderr, "%s: warning: there is no ptxas to tell about the device "
	     "code\n", program_name);
  if (options->kept_base
      && (options->targets->n == 0 || !assembly.ptxas || !assembly.fatbinary))
    fprintf (stderr, "%s: warning: there is no machine code to keep\n",
	     program_name);
  if (!assembly.ptxas)
    return;
  if (options->targets->n == 0 || !assembly.fatbinary)
    {
      if (options->info)
	tell_about_ptx (&assembly, write_ptx (&program->objects[0]));
      return;
    }
  images = xmalloc (program->n * sizeof *images);
  memset (images, 0, program->n * sizeof *images);
  for (size_t i = 0; i < program->n; i++)
    strings_push (&ptx, write_ptx (&program->objects[i]));
  for (size_t i = 0; i < options->targets->n; i++)
    assemble_all (&assembly, &ptx, options->targets->data[i], images);
  for (size_t i = 0; i < program->n && images[0].n > 0; i++)
    bind (&assembly, &program->objects[i], ptx.data[i], &images[i]);
  free (images);
}
