/* Object files of the host.
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

#include "object-file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* True if the SIZE bytes at OFFSET are in FILE.  */

bool
object_inside_p (const struct bytes *file, uint64_t offset, uint64_t size)
{
  return offset <= file->size && size <= file->size - offset;
}

/* The headers of the sections of FILE, and in *N their number.  */

Elf64_Shdr *
section_headers (const struct bytes *file, size_t *n, const char *name)
{
  const Elf64_Ehdr *header = (const Elf64_Ehdr *) file->data;
  Elf64_Shdr *sections;

  if (file->size < sizeof *header
      || memcmp (header->e_ident, ELFMAG, SELFMAG) != 0
      || header->e_ident[EI_CLASS] != ELFCLASS64
      || header->e_ident[EI_DATA] != ELFDATA2LSB
      || header->e_shentsize != sizeof *sections
      || !object_inside_p (file, header->e_shoff, sizeof *sections))
    fatal ("%s: not an object file of this kind of machine", name);
  sections = (Elf64_Shdr *) (file->data + header->e_shoff);
  /* Large numbers are in the first section's header.  */
  *n = header->e_shnum ? header->e_shnum : sections[0].sh_size;
  if (!object_inside_p (file, header->e_shoff, *n * sizeof *sections))
    fatal ("%s: the object file is damaged", name);
  return sections;
}

/* The name of section number I of the N of FILE.  */

const char *
section_name (const struct bytes *file, const Elf64_Shdr *sections, size_t n,
	      size_t i)
{
  const Elf64_Ehdr *header = (const Elf64_Ehdr *) file->data;
  size_t names = (header->e_shstrndx == SHN_XINDEX ? sections[0].sh_link
		  : header->e_shstrndx);
  uint64_t offset;

  if (names >= n)
    return "";
  offset = sections[names].sh_offset + sections[i].sh_name;
  /* What read_file has read is terminated.  */
  return object_inside_p (file, offset, 1) ? file->data + offset : "";
}

/* Divide INPUT into the name of a file and in *OFFSET where the object is in
   it, as the compiler does.  */

static const char *
file_part (const char *input, size_t *offset)
{
  const char *at = strrchr (input, '@');
  char *end;

  *offset = 0;
  if (!at || at == input)
    return input;
  errno = 0;
  *offset = strtoul (at + 1, &end, 0);
  if (end == at + 1 || *end || errno)
    {
      *offset = 0;
      return input;
    }
  return xstrndup (input, at - input);
}

/* The object file that is named INPUT, to its archive's end.  */

struct bytes
read_object (const char *input)
{
  size_t offset;
  const char *name = file_part (input, &offset);
  struct bytes file;

  file.data = read_file (name, &file.size);
  if (offset > file.size)
    fatal ("%s: the archive is shorter than that", input);
  /* One byte more, which terminates it.  */
  file.size -= offset;
  memmove (file.data, file.data + offset, file.size + 1);
  return file;
}
