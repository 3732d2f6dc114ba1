/* Device code by nvcc that the program links.
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

#include "nvcc-code.h"

#include <ar.h>
#include <stdlib.h>
#include <string.h>

#include "fat-binary.h"

/* --- Archives ------------------------------------------------------------ */

/* Append to OBJECTS the names of the members of archive NAME, which is FILE, as
   FILE@OFFSET.  */

static void
push_members (struct strings *objects, const char *name,
	      const struct bytes *file)
{
  for (size_t at = SARMAG; at + sizeof (struct ar_hdr) <= file->size; )
    {
      struct ar_hdr header;
      char size[sizeof header.ar_size + 1] = "";

      memcpy (&header, file->data + at, sizeof header);
      if (memcmp (header.ar_fmag, ARFMAG, sizeof header.ar_fmag) != 0)
	fatal ("%s: the archive is damaged", name);
      memcpy (size, header.ar_size, sizeof header.ar_size);
      at += sizeof header;
      if (at + SELFMAG <= file->size
	  && memcmp (file->data + at, ELFMAG, SELFMAG) == 0)
	strings_push (objects, format_string ("%s@%#zx", name, at));
      at += strtoul (size, NULL, 10);
      /* Members begin at even offsets.  */
      at += at % 2;
    }
}

/* Append to OBJECTS the file NAME, or the members of that archive.  */

static void
push_objects (struct strings *objects, const char *name)
{
  struct bytes file;

  file.data = read_file (name, &file.size);
  if (file.size >= SARMAG && memcmp (file.data, ARMAG, SARMAG) == 0)
    push_members (objects, name, &file);
  else
    strings_push (objects, name);
  free (file.data);
}

/* --- Code ---------------------------------------------------------------- */

/* Append the fat binaries of the SIZE bytes DATA to PROGRAM.  */

static void
take_binaries (struct ptx_program *program, const char *data, size_t size)
{
  size_t length;

  for (size_t at = 0; find_fat_binary (data, size, &at, &length); at += length)
    {
      struct ptx_object object = { .binary_size = length };

      object.binary = xmalloc (length);
      memcpy (object.binary, data + at, length);
      program->objects
	= xrealloc (program->objects,
		    (program->n + 1) * sizeof *program->objects);
      program->objects[program->n++] = object;
    }
}

/* Take the code of the object file NAME, if it has any.  */

static void
take_object (struct nvcc_code *code, const char *name)
{
  struct bytes file = read_object (name);
  struct strings one = { 0 };
  size_t n;
  const Elf64_Shdr *sections = section_headers (&file, &n, name);

  for (size_t i = 0; i < n; i++)
    if (strcmp (section_name (&file, sections, n, i), RELOCATABLE_SECTION) == 0
	&& object_inside_p (&file, sections[i].sh_offset, sections[i].sh_size))
      {
	take_binaries (&code->program, file.data + sections[i].sh_offset,
		       sections[i].sh_size);
	strings_push_new (&one, name);
      }
  find_host_symbols (&code->symbols, &one);
  free (file.data);
}

struct nvcc_code *
read_nvcc_code (const char *list)
{
  struct nvcc_code *code;
  struct strings objects = { 0 };

  if (!list)
    return NULL;
  code = xcalloc (1, sizeof *code);
  for (char *line = strtok (read_file (list, NULL), "\n"); line;
       line = strtok (NULL, "\n"))
    {
      strings_push (&code->files, line);
      push_objects (&objects, line);
    }
  for (size_t i = 0; i < objects.n; i++)
    take_object (code, objects.data[i]);
  return code;
}

bool
nvcc_function_p (const struct nvcc_code *code, const char *name)
{
  return (code
	  && map_get (&code->symbols.all, name) == &code->symbols.function);
}

void
find_nvcc_functions (struct ptx_program *program, const struct nvcc_code *code)
{
  for (size_t i = 0; i < program->procedures.n; i++)
    if (nvcc_function_p (code, program->procedures.data[i]))
      strings_push_new (&program->nvcc_functions, program->procedures.data[i]);
}
