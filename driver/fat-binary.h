/* Fat binaries of the CUDA toolkit.
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

#ifndef CUDAFORTRAN_FAT_BINARY_H
#define CUDAFORTRAN_FAT_BINARY_H

#include <stdbool.h>
#include <stddef.h>

/* The section of an object file that holds fat binaries whose code is yet to be
   linked with that of other objects: nvcc -rdc=true has made it.  */
#define RELOCATABLE_SECTION "__nv_relfatbin"

/* Some code for one target.  */
struct fat_part
{
  bool machine_code;		/* Otherwise PTX.  */
  unsigned capability;		/* 90 for 9.0.  */
};

/* Find the first fat binary at or after *OFFSET in the SIZE bytes DATA.  If there
   is one, set *OFFSET to where it begins, *LENGTH to its size in bytes, and
   return true.  */
extern bool find_fat_binary (const char *data, size_t size, size_t *offset,
			     size_t *length);

/* Store in *PART what the part at *OFFSET of the fat binary of LENGTH bytes is,
   and move *OFFSET to the next one; begin with zero.  False if there are no
   more.  */
extern bool next_fat_part (const char *binary, size_t length, size_t *offset,
			   struct fat_part *part);

#endif
