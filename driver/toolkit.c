/* Programs of the CUDA toolkit.
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

#include "toolkit.h"

#include <stdlib.h>
#include <string.h>

#include "support.h"

const char *
find_toolkit_program (const char *name)
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
