/* Write the C file that carries a program's PTX.
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

#ifndef CUDAFORTRAN_IMAGE_H
#define CUDAFORTRAN_IMAGE_H

#include "nvcc-code.h"
#include "ptx.h"

/* Write to file NAME a C program which, when it is loaded, registers CUDA,
   compiled for TARGET ("sm_75"), with libgcuf and REGIONS with libgomp, and
   which defines records of the procedures of EXPORTS for other images.  What
   has no objects is not registered.  */
extern void write_image (const char *name, const struct ptx_program *cuda,
			 const struct ptx_program *regions,
			 const struct ptx_program *exports,
			 const struct nvcc_code *nvcc,
			 const char *target);

#endif
