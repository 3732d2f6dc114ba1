/* The programs that mkoffload runs.
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

#include "programs.h"

bool
link_option_p (const char *option)
{
  const char *words = getenv ("COLLECT_GCC_OPTIONS");

  return words && strstr (words, format_string ("'%s'", option)) != NULL;
}

const char *
host_compiler (void)
{
  const char *name = getenv ("COLLECT_GCC");

  if (!name)
    fatal ("COLLECT_GCC is not set; this program is run by lto-wrapper");
  return name;
}

/* The accelerator compiler: beside the host compiler, or in a directory that
   the link was given with -B, or in PATH.  */

static const char *
accelerator_compiler (void)
{
  const char *directory = directory_of (host_compiler ());
  const char *path = getenv ("COMPILER_PATH");
  const char *name;
  size_t n;

  if (directory)
    {
      name = format_string ("%s/%s", directory, ACCEL_GCC);
      if (program_exists (name))
	return name;
    }
  for (; path && *path; path += n + (path[n] == ':'))
    {
      n = strcspn (path, ":");
      name = format_string ("%.*s/%s", (int) n, path, ACCEL_GCC);
      if (program_exists (name))
	return name;
    }
  return ACCEL_GCC;
}

void
prepare_environment (struct task *task)
{
  static const char *const environment[]
    = { "GCC_EXEC_PREFIX", "COMPILER_PATH", "LIBRARY_PATH", NULL };

  task->compiler = accelerator_compiler ();
  for (size_t i = 0; environment[i]; i++)
    unsetenv (environment[i]);
}

void
push_options (struct strings *command, const char *const *options)
{
  while (*options)
    strings_push (command, *options++);
}

void
run (const struct task *task, const struct strings *command)
{
  int status;

  if (task->verbose)
    print_command (command);
  status = run_command (command);
  if (status != 0)
    fatal ("%s failed with exit status %d", command->data[0], status);
}
