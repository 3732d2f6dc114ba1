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

#include <errno.h>
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
  const char *ptx_target;
  bool relocatable;		/* There are several objects to be linked.  */
  bool verbose;
};

static bool
run (const struct assembly *assembly, const struct strings *command)
{
  if (assembly->verbose)
    print_command (command);
  return run_command (command) == 0;
}

/* Write the text of OBJECT to a file.  */

static const char *
write_ptx (const struct ptx_object *object)
{
  const char *name = temporary_file (".ptx");
  FILE *f = fopen (name, "w");

  if (!f || fputs (object->text, f) < 0 || fclose (f) != 0)
    fatal ("%s: %s", name, strerror (errno));
  return name;
}

/* Assemble file PTX for TARGET.  The result's name, or null.  */

static const char *
assemble (const struct assembly *assembly, const char *ptx, const char *target)
{
  const char *output = temporary_file (".cubin");
  struct strings command = { 0 };

  strings_push (&command, assembly->ptxas);
  if (assembly->relocatable)
    strings_push (&command, "-c");
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
  strings_push (&command, image_option ("ptx", assembly->ptx_target, ptx));
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
      const char *result = assemble (assembly, ptx->data[i], target);

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

void
add_machine_code (struct ptx_program *program, const struct strings *targets,
		  const char *ptx_target, bool verbose)
{
  struct assembly assembly
    = { find_tool ("ptxas"), find_tool ("fatbinary"), ptx_target,
	program->n > 1, verbose };
  struct strings ptx = { 0 };
  struct strings *images;

  if (targets->n == 0 || !assembly.ptxas || !assembly.fatbinary)
    return;
  images = xmalloc (program->n * sizeof *images);
  memset (images, 0, program->n * sizeof *images);
  for (size_t i = 0; i < program->n; i++)
    strings_push (&ptx, write_ptx (&program->objects[i]));
  for (size_t i = 0; i < targets->n; i++)
    assemble_all (&assembly, &ptx, targets->data[i], images);
  for (size_t i = 0; i < program->n && images[0].n > 0; i++)
    bind (&assembly, &program->objects[i], ptx.data[i], &images[i]);
  free (images);
}
