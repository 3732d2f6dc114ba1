/* Objects that nvcc has compiled.
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

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "options.h"

/* What each object with device code of nvcc's calls when the program ends, also
   one that is to be linked with others for the device (-rdc=true).  The symbol
   is in the string table of an object and in the index of an archive's member,
   in one piece and as it is.  */
static const char marker[] = "__cudaUnregisterFatBinary";

/* True if file NAME, an object or an archive by its suffix, has code by nvcc.  A
   file that cannot be read is left to the linker.  */

static bool
nvcc_object_p (const char *name)
{
  const char *dot = strrchr (name, '.');
  struct stat status;
  bool found = false;

  if (!dot || (strcmp (dot, ".o") != 0 && strcmp (dot, ".a") != 0))
    return false;
  int fd = open (name, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  if (fstat (fd, &status) == 0 && S_ISREG (status.st_mode)
      && status.st_size > 0)
    {
      void *text = mmap (NULL, status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
      if (text != MAP_FAILED)
	{
	  found = memmem (text, status.st_size, marker, sizeof marker) != NULL;
	  munmap (text, status.st_size);
	}
    }
  close (fd);
  return found;
}

void
note_object (struct options *options, const char *name)
{
  if (options->any_nvcc_object || !nvcc_object_p (name))
    return;
  options->any_nvcc_object = true;
  options->any_cuda_library = true;
  /* Nvcc compiles C++.  */
  strings_push (&options->toolkit, "-lcudart");
  strings_push (&options->libraries, "-Wl,--push-state,--as-needed");
  strings_push (&options->libraries, "-lstdc++");
  strings_push (&options->libraries, "-Wl,--pop-state");
}
