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

#ifndef CUDAFORTRAN_OBJECT_FILE_H
#define CUDAFORTRAN_OBJECT_FILE_H

#include <elf.h>
#include <stdint.h>

#include "map.h"
#include "support.h"

/* Some bytes, in memory from malloc.  */
struct bytes
{
  char *data;
  size_t size;
};

/* The object file that is named INPUT, a file or FILE@OFFSET for a member of an
   archive: to the archive's end.  */
extern struct bytes read_object (const char *input);

/* True if the SIZE bytes at OFFSET are in FILE.  */
extern bool object_inside_p (const struct bytes *file, uint64_t offset,
			     uint64_t size);

/* The headers of the sections of FILE, and in *N their number; NAME is for
   messages.  */
extern Elf64_Shdr *section_headers (const struct bytes *file, size_t *n,
				    const char *name);

/* The name of section number I of the N of FILE.  */
extern const char *section_name (const struct bytes *file,
				 const Elf64_Shdr *sections, size_t n,
				 size_t i);

/* What object files of the host define for other libraries.  */
struct host_symbols
{
  struct map all;		/* Name to the address of...  */
  char function, other;		/* ... one of these.  */
  bool any_device_function;	/* One has device code, too.  */
};

/* Let SYMBOLS, zero before, have those of the object files INPUTS.  */
extern void find_host_symbols (struct host_symbols *symbols,
			       const struct strings *inputs);

#endif
