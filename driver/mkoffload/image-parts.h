/* The parts of the C file that carries a program's PTX.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of the CUDA Fortran runtime library (libgcuf).

   Libgcuf is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by
   the Free Software Foundation; either version 3, or (at your option)
   any later version.

   Libgcuf is distributed in the hope that it will be useful, but WITHOUT ANY
   WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS
   FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
   more details.

   Under Section 7 of GPL version 3, you are granted additional
   permissions described in the GCC Runtime Library Exception, version
   3.1, as published by the Free Software Foundation.

   You should have received a copy of the GNU General Public License and
   a copy of the GCC Runtime Library Exception along with this program;
   see the files COPYING and COPYING.RUNTIME respectively.  If not, see
   <http://www.gnu.org/licenses/>.  */

#ifndef CUDAFORTRAN_IMAGE_PARTS_H
#define CUDAFORTRAN_IMAGE_PARTS_H

#include <stdio.h>

#include "nvcc-code.h"
#include "ptx.h"

/* Each of these writes to F; who opens and closes it looks for errors.  */

/* Write the string PREFIX_N of the SIZE bytes TEXT.  */
extern void write_string (FILE *f, const char *prefix, size_t n,
			  const char *text, size_t size);

/* Write the array NAME of type TYPE, each of NAMES between BEFORE and
   AFTER.  */
extern void write_names (FILE *f, const char *type, const char *name,
			 const char *before, const struct strings *names,
			 const char *after);

/* Write the array NAME, of struct TYPE, of the strings PREFIX_N of PROGRAM's
   objects and their sizes.  SUBTRACT is 1 where the final NUL does not
   count.  */
extern void write_object_table (FILE *f, const struct ptx_program *program,
				const char *type, const char *name,
				const char *prefix, int subtract);

/* Write the device code CODE by nvcc, as that of an image whose procedures are
   FUNCTIONS; those of the programs below that are nvcc's refer to it.  */
extern void write_nvcc_code (FILE *f, const struct nvcc_code *code,
			     const struct strings *functions);

/* Write the image of PROGRAM, compiled for TARGET ("sm_75"), for libgcuf, and
   the functions that register it.  */
extern void write_gcuf_image (FILE *f, const struct ptx_program *program,
			      const char *target);

/* Write what other images get of PROGRAM, and a record of each procedure.  */
extern void write_exports (FILE *f, const struct ptx_program *program);

/* Write the image of PROGRAM, which has regions of OpenACC and OpenMP, for
   libgomp, and the functions that register it.  */
extern void write_libgomp_image (FILE *f, const struct ptx_program *program);

#endif
