/* What the C file has for libgomp.
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

#include <stdio.h>
#include <string.h>

#include "image-parts.h"

static const char libgomp_types[]
  = "struct nvptx_region\n"
    "{\n"
    "  const char *name;\n"
    "  unsigned short dimensions[3];\n"
    "};\n"
    "struct nvptx_object\n"
    "{\n"
    "  const char *code;\n"
    "  __SIZE_TYPE__ size;\n"
    "};\n"
    "struct nvptx_image\n"
    "{\n"
    "  unsigned long requirements;\n"
    "  const struct nvptx_object *objects;\n"
    "  unsigned nobjects;\n"
    "  const char *const *variables;\n"
    "  unsigned nvariables;\n"
    "  const struct nvptx_region *regions;\n"
    "  unsigned nregions;\n"
    "};\n"
    "extern const void *const __OFFLOAD_TABLE__[];\n"
    "typedef void register_fn (unsigned, const void *, int, const void *);\n"
    "extern register_fn GOMP_offload_register_ver __attribute__ ((weak));\n"
    "extern register_fn GOMP_offload_unregister_ver __attribute__ ((weak));\n"
    "extern void GCUF_share_devices (int);\n"
    "\n";

/* The version is 1 or 2 of libgomp and 1 of its nvptx plugin; 5 is nvptx.
   Images of version 2 begin with the requirements.  Libgomp is not linked where the host's code has no use for it.  Libgcuf uses
   the same contexts, and wants to know whether the regions are OpenMP's.  */
static const char libgomp_constructors[]
  = "static __attribute__ ((constructor)) void\n"
    "gomp_image_init (void)\n"
    "{\n"
    "  if (!GOMP_offload_register_ver)\n"
    "    return;\n"
    "  GOMP_offload_register_ver (GOMP_VERSION, __OFFLOAD_TABLE__, 5,\n"
    "                             GOMP_IMAGE);\n"
    "%s"
    "}\n\n"
    "static __attribute__ ((destructor)) void\n"
    "gomp_image_fini (void)\n"
    "{\n"
    "  if (GOMP_offload_unregister_ver)\n"
    "    GOMP_offload_unregister_ver (GOMP_VERSION, __OFFLOAD_TABLE__, 5,\n"
    "                                 GOMP_IMAGE);\n"
    "}\n\n";

/* By these functions OpenMP may come to open a device, which OpenACC must have
   done before.  Where the link has regions of OpenMP, they are called through
   functions of the same names that only this link sees; libgomp's own are
   called directly where they are in the link, which is a static one.  */
static const char openmp_functions[]
  = "extern void *GCUF_openmp_function (const char *);\n"
    "#define FUNCTION(type, name, parameters, arguments) \\\n"
    "  __attribute__ ((weak, visibility (\"hidden\"))) type \\\n"
    "  name parameters \\\n"
    "  { \\\n"
    "    static type (*function) parameters; \\\n"
    "    if (!__atomic_load_n (&function, __ATOMIC_ACQUIRE)) \\\n"
    "      __atomic_store_n (&function, GCUF_openmp_function (#name), \\\n"
    "                        __ATOMIC_RELEASE); \\\n"
    "    return function arguments; \\\n"
    "  }\n"
    "typedef __SIZE_TYPE__ size;\n"
    "typedef unsigned short kind;\n"
    "FUNCTION (void, GOMP_target_ext,\n"
    "  (int a, void (*b) (void *), size c, void **d, size *e, kind *f,\n"
    "   unsigned g, void **h, void **i), (a, b, c, d, e, f, g, h, i))\n"
    "FUNCTION (void, GOMP_target_data_ext,\n"
    "  (int a, size b, void **c, size *d, kind *e), (a, b, c, d, e))\n"
    "FUNCTION (void, GOMP_target_update_ext,\n"
    "  (int a, size b, void **c, size *d, kind *e, unsigned f, void **g),\n"
    "  (a, b, c, d, e, f, g))\n"
    "FUNCTION (void, GOMP_target_enter_exit_data,\n"
    "  (int a, size b, void **c, size *d, kind *e, unsigned f, void **g),\n"
    "  (a, b, c, d, e, f, g))\n"
    "FUNCTION (void *, omp_target_alloc, (size a, int b), (a, b))\n"
    "FUNCTION (int, omp_target_is_present, (const void *a, int b), (a, b))\n"
    "FUNCTION (int, omp_target_memcpy,\n"
    "  (void *a, const void *b, size c, size d, size e, int f, int g),\n"
    "  (a, b, c, d, e, f, g))\n"
    "FUNCTION (int, omp_target_memcpy_rect,\n"
    "  (void *a, const void *b, size c, int d, const size *e, const size *f,\n"
    "   const size *g, const size *h, const size *i, int j, int k),\n"
    "  (a, b, c, d, e, f, g, h, i, j, k))\n"
    "FUNCTION (int, omp_target_associate_ptr,\n"
    "  (const void *a, const void *b, size c, size d, int e),\n"
    "  (a, b, c, d, e))\n"
    "\n";

void
write_libgomp_image (FILE *f, const struct ptx_program *program)
{
  /* Whether there are regions of OpenACC, and of OpenMP.  */
  static const char *const kinds[2][2] = {
    { "  GCUF_share_devices (-1);\n", "  GCUF_share_devices (1);\n" },
    { "  GCUF_share_devices (0);\n",
      "  GCUF_share_devices (0);\n  GCUF_share_devices (1);\n" }
  };

  for (size_t i = 0; i < program->n; i++)
    write_string (f, "ptx", i, program->objects[i].text,
		  strlen (program->objects[i].text));
  fputs (libgomp_types, f);
  write_object_table (f, program, "nvptx_object", "nvptx_objects", "ptx", 0);
  write_names (f, "const char *const", "nvptx_variables", "",
	       &program->variables, "");
  write_names (f, "const struct nvptx_region", "nvptx_regions", "{ ",
	       &program->regions, " }");
  fprintf (f,
	   "static const struct nvptx_image nvptx_image\n"
	   "  = { %luul, nvptx_objects, %zu, nvptx_variables, %zu,\n"
	   "      nvptx_regions, %zu };\n"
	   "#define GOMP_VERSION %s\n"
	   "#define GOMP_IMAGE &nvptx_image%s\n\n",
	   (unsigned long) program->requirements, program->n,
	   program->variables.n, program->regions.n,
	   program->has_requirements ? "0x20001" : "0x10001",
	   program->has_requirements ? "" : ".objects");
  if (program->openmp)
    fputs (openmp_functions, f);
  fprintf (f, libgomp_constructors, kinds[program->openacc][program->openmp]);
}
