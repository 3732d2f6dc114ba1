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

#ifndef CUDAFORTRAN_NVCC_CODE_H
#define CUDAFORTRAN_NVCC_CODE_H

#include "object-file.h"
#include "ptx.h"

/* The relocatable device code (nvcc -rdc=true) of the link's objects.  Its
   functions are found as those of other images are: the runtime library gives the
   driver's linker both codes.  */
struct nvcc_code
{
  struct strings files;		/* As the link has them: objects, archives.  */
  struct host_symbols symbols;	/* Nvcc makes a host's one of each function.  */
  struct ptx_program program;	/* The fat binaries.  */
};

/* The code of the objects and archives whose names are in the file LIST, one a
   line; null if LIST is.  */
extern struct nvcc_code *read_nvcc_code (const char *list);

/* True if NAME is a function of CODE, which may be null.  */
extern bool nvcc_function_p (const struct nvcc_code *code, const char *name);

/* Let PROGRAM's list of functions by nvcc have those of its procedures that CODE
   has.  */
extern void find_nvcc_functions (struct ptx_program *program,
				 const struct nvcc_code *code);

#endif
