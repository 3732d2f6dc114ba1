/* Write the C file that carries a program's PTX.
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

#include "write-image.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "image-parts.h"

/* The generated file is compiled where gcuf-abi.h need not be installed, so it
   declares the structures once more.  This and what libgomp expects of an
   image are the constant parts.  */

static const char image_types[]
  = "typedef __SIZE_TYPE__ size_t;\n"
#define GCUF_STRUCT(id, name) "struct " #name "\n{\n"
#define GCUF_FIELD(name, kind, type, field) "  " #type " " #field ";\n"
#define GCUF_END(name) "};\n"
#include "gcuf-image.def"
#undef GCUF_STRUCT
#undef GCUF_FIELD
#undef GCUF_END
    "extern void GCUF_register_image (const struct gcuf_image *);\n"
    "extern void GCUF_unregister_image (const struct gcuf_image *);\n"
    "extern void *__dso_handle __attribute__ ((visibility (\"hidden\")));\n\n";

void
write_image (const char *name, const struct ptx_program *cuda,
	     const struct ptx_program *regions,
	     const struct ptx_program *exports, const struct nvcc_code *nvcc,
	     const char *target)
{
  FILE *f = fopen (name, "w");

  if (!f)
    fatal ("%s: %s", name, strerror (errno));
  fputs (image_types, f);
  if (cuda->nvcc_functions.n || exports->nvcc_functions.n)
    write_nvcc_code (f, nvcc, &cuda->nvcc_functions);
  if (cuda->n)
    write_gcuf_image (f, cuda, target);
  if (exports->exports.n)
    write_exports (f, exports);
  if (regions->n)
    write_libgomp_image (f, regions);
  if (fclose (f) != 0)
    fatal ("%s: %s", name, strerror (errno));
}
