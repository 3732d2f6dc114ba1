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
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fat-binary.h"
#include "options.h"
#include "toolkit.h"

/* What each object with device code of nvcc's calls when the program ends, also
   one that is to be linked with others for the device (-rdc=true).  The symbol
   is in the string table of an object and in the index of an archive's member,
   in one piece and as it is.  */
static const char marker[] = "__cudaUnregisterFatBinary";

/* What the toolkit defines for each object of -rdc=true where it links the
   device code of all.  */
static const char registration[] = "__cudaRegisterLinkedBinary_";

/* The file NAME in memory, and in *SIZE how large it is; or null.  A file that
   cannot be read is left to the linker.  */

static void *
map_file (const char *name, size_t *size)
{
  struct stat status;
  void *text = MAP_FAILED;
  int fd = open (name, O_RDONLY | O_CLOEXEC);

  if (fd < 0)
    return NULL;
  if (fstat (fd, &status) == 0 && S_ISREG (status.st_mode)
      && status.st_size > 0)
    {
      *size = status.st_size;
      text = mmap (NULL, *size, PROT_READ, MAP_PRIVATE, fd, 0);
    }
  close (fd);
  return text == MAP_FAILED ? NULL : text;
}

/* What nvcc has put into object or archive NAME, which is TEXT of SIZE bytes.  */

static void
look_at_code (struct options *options, const char *name, const void *text,
	      size_t size)
{
  static const char section[] = RELOCATABLE_SECTION;

  if (memmem (text, size, section, sizeof section))
    {
      strings_push (&options->relocatable, name);
      /* What nvcc links them with, needed or not.  */
      strings_push_new (&options->toolkit, "-lcudadevrt");
    }
  else if (memmem (text, size, registration, sizeof registration - 1))
    options->device_linked = true;
  if (options->any_nvcc_object || !memmem (text, size, marker, sizeof marker))
    return;
  options->any_nvcc_object = true;
  options->any_cuda_library = true;
  /* Nvcc compiles C++.  */
  strings_push (&options->toolkit, "-lcudart");
  strings_push (&options->libraries, "-Wl,--push-state,--as-needed");
  strings_push (&options->libraries, "-lstdc++");
  strings_push (&options->libraries, "-Wl,--pop-state");
}

void
note_object (struct options *options, const char *name)
{
  const char *dot = strrchr (name, '.');
  size_t size;
  void *text;

  if (!dot || (strcmp (dot, ".o") != 0 && strcmp (dot, ".a") != 0))
    return;
  text = map_file (name, &size);
  if (!text)
    return;
  look_at_code (options, name, text, size);
  munmap (text, size);
}

/* --- The link of relocatable device code --------------------------------- */

/* Append to COMMAND the option of nvcc for each target that a fat binary among
   the SIZE bytes TEXT has code for, if it is not there.  */

static void
push_targets (struct strings *command, const char *text, size_t size)
{
  struct fat_part part;
  size_t length;

  for (size_t at = 0; find_fat_binary (text, size, &at, &length); at += length)
    for (size_t i = 0; next_fat_part (text + at, length, &i, &part); )
      strings_push_new (command,
			format_string ("-gencode=arch=compute_%u,code=%s_%u",
				       part.capability,
				       part.machine_code ? "sm" : "compute",
				       part.capability));
}

const char *
link_relocatable (const struct options *options)
{
  const char *nvcc = find_toolkit_program ("nvcc");
  const char *output = temporary_file (".device.o");
  struct strings command = { 0 };

  if (!nvcc)
    fatal ("%s has relocatable device code, which only nvcc can link: it is "
	   "neither in CUDA_HOME nor in PATH (give what 'nvcc -dlink' has made, "
	   "or compile without '-rdc=true')", options->relocatable.data[0]);
  strings_push (&command, nvcc);
  strings_push (&command, "-dlink");
  strings_push (&command, "-Xcompiler=-fPIC");
  for (size_t i = 0; i < options->relocatable.n; i++)
    {
      size_t size;
      char *text = read_file (options->relocatable.data[i], &size);

      push_targets (&command, text, size);
      free (text);
    }
  strings_append (&command, &options->relocatable);
  strings_push (&command, "-o");
  strings_push (&command, output);
  if (options->verbose)
    print_command (&command);
  if (!options->dry_run && run_command (&command) != 0)
    fatal ("%s could not link the device code of objects by nvcc", nvcc);
  return output;
}

const char *
list_relocatable (const struct options *options)
{
  const char *output = temporary_file (".nvcc-objects");
  char *text = xstrndup ("", 0);

  for (size_t i = 0; i < options->relocatable.n; i++)
    text = format_string ("%s%s\n", text, options->relocatable.data[i]);
  write_file (output, text);
  return output;
}
