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

/* What the names of sections with code for accelerators begin with.  */
#define OFFLOAD_PREFIX ".gnu.offload_lto_"

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
    fatal ("%s: the offset is beyond the end of the archive", input);
  /* One byte more, which terminates it.  */
  file.size -= offset;
  memmove (file.data, file.data + offset, file.size + 1);
  return file;
}

/* --- Symbols ------------------------------------------------------------- */

/* True if SYMBOL is defined where it is, and another library can name it.  */

static bool
visible_p (const Elf64_Sym *symbol)
{
  int binding = ELF64_ST_BIND (symbol->st_info);
  int visibility = ELF64_ST_VISIBILITY (symbol->st_other);

  return (symbol->st_shndx != SHN_UNDEF
	  && (binding == STB_GLOBAL || binding == STB_WEAK)
	  && (visibility == STV_DEFAULT || visibility == STV_PROTECTED));
}

/* Put into SYMBOLS what the symbol table TABLE of FILE has for others.  */

static void
take_symbols (struct host_symbols *symbols, const struct bytes *file,
	      const Elf64_Shdr *sections, const Elf64_Shdr *table)
{
  const Elf64_Sym *symbol = (const Elf64_Sym *) (file->data + table->sh_offset);

  for (size_t i = 0; i < table->sh_size / sizeof *symbol; i++, symbol++)
    {
      uint64_t name = sections[table->sh_link].sh_offset + symbol->st_name;

      if (visible_p (symbol) && object_inside_p (file, name, 1))
	{
	  const char *s = file->data + name;

	  *map_place (&symbols->all, xstrndup (s, strlen (s)))
	    = (ELF64_ST_TYPE (symbol->st_info) == STT_FUNC
	       ? &symbols->function : &symbols->other);
	}
    }
}

/* SECTION is the name of one of offloaded code.  If that is a function of
   SYMBOLS, note that there are such.  GCC's gcc/lto-section-in.c makes the
   names of the function's, a number and one for the compiler's run, with dots
   between; a function's own name may have dots, too.  */

static void
look_at_section (struct host_symbols *symbols, const char *section)
{
  const char *name = after_prefix (section, OFFLOAD_PREFIX);
  const char *end = name ? strrchr (name, '.') : NULL;

  while (end > name && end[-1] != '.')
    end--;
  if (end > name
      && (map_get (&symbols->all, xstrndup (name, end - 1 - name))
	  == &symbols->function))
    symbols->any_device_function = true;
}

static void
look_at_object (struct host_symbols *symbols, const struct bytes *file,
		const char *name)
{
  size_t n;
  const Elf64_Shdr *sections = section_headers (file, &n, name);

  for (size_t i = 0; i < n; i++)
    if (sections[i].sh_type == SHT_SYMTAB && sections[i].sh_link < n
	&& object_inside_p (file, sections[i].sh_offset, sections[i].sh_size))
      take_symbols (symbols, file, sections, &sections[i]);
  for (size_t i = 0; i < n; i++)
    look_at_section (symbols, section_name (file, sections, n, i));
}

void
find_host_symbols (struct host_symbols *symbols, const struct strings *inputs)
{
  for (size_t i = 0; i < inputs->n; i++)
    {
      struct bytes file = read_object (inputs->data[i]);

      look_at_object (symbols, &file, inputs->data[i]);
      free (file.data);
    }
}
