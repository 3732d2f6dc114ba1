/* The attributes that CUDA Fortran adds.
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

#ifndef GCC_CUF_ATTRIBUTES_H
#define GCC_CUF_ATTRIBUTES_H

/* ROW (NAME, name) for each memory attribute of variables and components, with
   CUF_MEM_NAME as its value in symbol_attribute::cuf_memory.  */
#define CUF_MEMORIES(ROW) \
  ROW (DEVICE, "device") \
  ROW (MANAGED, "managed") \
  ROW (CONSTANT, "constant") \
  ROW (SHARED, "shared") \
  ROW (PINNED, "pinned") \
  ROW (UNIFIED, "unified") \
  ROW (TEXTURE, "texture")

/* ROW (NAME, name) for each attribute of procedures, with CUF_PROC_NAME as its
   bit in symbol_attribute::cuf_proc.  */
#define CUF_PROCS(ROW) \
  ROW (HOST, "host") \
  ROW (GLOBAL, "global") \
  ROW (DEVICE, "device") \
  ROW (GRID_GLOBAL, "grid_global")

/* ROW (NAME, letter) for what a directive IGNORE_TKR may say is ignored of a
   dummy argument, with CUF_IGNORE_NAME as its bit in
   symbol_attribute::cuf_ignore.  */
#define CUF_IGNORES(ROW) \
  ROW (TYPE, 't') \
  ROW (KIND, 'k') \
  ROW (RANK, 'r') \
  ROW (DEVICE, 'd') \
  ROW (MANAGED, 'm') \
  ROW (CONTIGUOUS, 'c')

#endif
