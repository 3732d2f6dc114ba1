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

#include "gcuf-abi.h"

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

static const char image_constructors[]
  = "static __attribute__ ((constructor)) void\n"
    "gcuf_image_init (void)\n"
    "{\n"
    "  GCUF_register_image (&image);\n"
    "}\n\n"
    "static __attribute__ ((destructor)) void\n"
    "gcuf_image_fini (void)\n"
    "{\n"
    "  GCUF_unregister_image (&image);\n"
    "}\n\n";

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

/* The version is 1 of libgomp and 1 of its nvptx plugin; 5 is nvptx.
   Libgomp is not linked where the host's code has no use for it.  Libgcuf uses
   the same contexts, and wants to know whether the regions are OpenMP's.  */
static const char libgomp_constructors[]
  = "static __attribute__ ((constructor)) void\n"
    "gomp_image_init (void)\n"
    "{\n"
    "  if (!GOMP_offload_register_ver)\n"
    "    return;\n"
    "  GOMP_offload_register_ver (0x10001, __OFFLOAD_TABLE__, 5,\n"
    "                             &nvptx_image);\n"
    "%s"
    "}\n\n"
    "static __attribute__ ((destructor)) void\n"
    "gomp_image_fini (void)\n"
    "{\n"
    "  if (GOMP_offload_unregister_ver)\n"
    "    GOMP_offload_unregister_ver (0x10001, __OFFLOAD_TABLE__, 5,\n"
    "                                 &nvptx_image);\n"
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

/* Write the SIZE bytes TEXT as a C string, a source line for each of its
   lines.  */

static void
write_text (FILE *f, const char *text, size_t size)
{
  const char *end = text + size;

  fputs ("  \"", f);
  for (; text < end; text++)
    switch (*text)
      {
      case '\n':
	fputs (text + 1 < end ? "\\n\"\n  \"" : "\\n", f);
	break;
      case '"':
      case '\\':
	fprintf (f, "\\%c", *text);
	break;
      default:
	if ((unsigned char) *text < ' ' || (unsigned char) *text >= 127)
	  fprintf (f, "\\%03o", (unsigned char) *text);
	else
	  putc (*text, f);
      }
  putc ('"', f);
}

/* Write the array NAME of type TYPE, each of NAMES between BEFORE and
   AFTER.  */

static void
write_names (FILE *f, const char *type, const char *name, const char *before,
	     const struct strings *names, const char *after)
{
  fprintf (f, "static %s %s[] = {\n", type, name);
  for (size_t i = 0; i < names->n; i++)
    fprintf (f, "  %s%s%s,\n", before, names->data[i], after);
  fputs ("};\n\n", f);
}

/* Write the array NAME of all strings PREFIX_N and their sizes.  SUBTRACT is 1
   where the final NUL does not count.  */

static void
write_object_table (FILE *f, const struct ptx_program *program,
		    const char *type, const char *name, const char *prefix,
		    int subtract)
{
  fprintf (f, "static const struct %s %s[] = {\n", type, name);
  for (size_t i = 0; i < program->n; i++)
    fprintf (f, "  { %s_%zu, sizeof %s_%zu - %d },\n", prefix, i, prefix, i,
	     subtract);
  fputs ("};\n\n", f);
}

/* Write the string PREFIX_N of the SIZE bytes TEXT.  */

static void
write_string (FILE *f, const char *prefix, size_t n, const char *text,
	      size_t size)
{
  fprintf (f, "static const char %s_%zu[] =\n", prefix, n);
  write_text (f, text, size);
  fputs (";\n\n", f);
}

/* --- For libgcuf ---------------------------------------------------------- */

/* Write the table of the cells of PROGRAM and the records, which the host's
   linker finds as it finds the variables.  The C names begin with PREFIX.  */

static void
write_imports (FILE *f, const struct ptx_program *program, const char *prefix)
{
  const struct strings *names = &program->imports;

  for (size_t i = 0; i < names->n; i++)
    fprintf (f, "extern struct gcuf_variable %svariable_%zu "
	     "__asm__ (\"%s\");\n", prefix, i,
	     ptx_host_name (GCUF_NAME_VARIABLE, names->data[i]));
  fprintf (f, "static const struct gcuf_import %simports[] = {\n", prefix);
  for (size_t i = 0; i < names->n; i++)
    fprintf (f, "  { \"%s\", &%svariable_%zu },\n",
	     ptx_import_cell (program, names->data[i]), prefix, i);
  fputs ("};\n\n", f);
}

/* The same of the procedures that it calls and other libraries have.  A library
   that has one on the host and not for devices lacks the record.  */

static void
write_procedures (FILE *f, const struct ptx_program *program,
		  const char *prefix)
{
  const struct strings *names = &program->procedures;

  for (size_t i = 0; i < names->n; i++)
    fprintf (f, "extern const struct gcuf_procedure %sprocedure_%zu "
	     "__asm__ (\"%s\");\n", prefix, i,
	     ptx_host_name (GCUF_NAME_PROCEDURE, names->data[i]));
  fprintf (f, "static const struct gcuf_procedure *const %sprocedures[] = {\n",
	   prefix);
  for (size_t i = 0; i < names->n; i++)
    fprintf (f, "  &%sprocedure_%zu,\n", prefix, i);
  fputs ("};\n\n", f);
}

/* Write the table of the kernels' other versions.  */

static void
write_versions (FILE *f, const struct ptx_program *program)
{
  for (size_t i = 0; i < program->n_versions; i++)
    {
      const struct ptx_version *v = &program->versions[i];

      fprintf (f, "static const struct gcuf_bound bounds_%zu[] = {\n", i);
      for (size_t j = 0; j < v->n; j++)
	fprintf (f, "  { %u, %u },\n", v->bounds[j].parameter,
		 v->bounds[j].most);
      fputs ("};\n", f);
    }
  fputs ("static const struct gcuf_version versions[] = {\n", f);
  for (size_t i = 0; i < program->n_versions; i++)
    fprintf (f, "  { \"%s\", \"%s\", bounds_%zu, %zu },\n",
	     program->versions[i].entry, program->versions[i].name, i,
	     program->versions[i].n);
  fputs ("};\n\n", f);
}

/* Write what other images get of PROGRAM, and a record of each procedure.  */

static void
write_exports (FILE *f, const struct ptx_program *program)
{
  static const char prefix[] = "exported_";
  const struct strings *names = &program->exports;

  for (size_t i = 0; i < program->n; i++)
    write_string (f, "exported", i, program->objects[i].text,
		  strlen (program->objects[i].text));
  write_object_table (f, program, "gcuf_ptx", "exported_objects", "exported",
		      1);
  write_imports (f, program, prefix);
  write_procedures (f, program, prefix);
  write_names (f, "const char *const", "exported_names", "\"", names, "\"");
  fprintf (f,
	   "static const struct gcuf_exports exports\n"
	   "  = { %zu, exported_objects, %zu, exported_names,\n"
	   "      %zu, exported_imports, %zu, exported_procedures };\n",
	   program->n, names->n, program->imports.n, program->procedures.n);
  for (size_t i = 0; i < names->n; i++)
    {
      const char *symbol = ptx_host_name (GCUF_NAME_PROCEDURE, names->data[i]);

      fprintf (f,
	       "extern const struct gcuf_procedure export_%zu "
	       "__asm__ (\"%s\");\n"
	       "const struct gcuf_procedure export_%zu\n"
	       "  = { \"%s\", &exports };\n",
	       i, symbol, i, names->data[i]);
    }
  fputc ('\n', f);
}

static void
write_gcuf_image (FILE *f, const struct ptx_program *program,
		  const char *target)
{
  for (size_t i = 0; i < program->n; i++)
    {
      const struct ptx_object *object = &program->objects[i];

      if (object->binary)
	write_string (f, "cuda", i, object->binary, object->binary_size);
      else
	write_string (f, "cuda", i, object->text, strlen (object->text));
    }
  write_object_table (f, program, "gcuf_ptx", "objects", "cuda", 1);
  write_imports (f, program, "");
  write_procedures (f, program, "");
  write_versions (f, program);
  fprintf (f,
	   "static const struct gcuf_image image\n"
	   "  = { %d, %zu, objects, \"%s\", &__dso_handle, %zu, imports,\n"
	   "      %zu, versions, %zu, procedures, %u, %u };\n\n",
	   GCUF_ABI_VERSION, program->n, target, program->imports.n,
	   program->n_versions, program->procedures.n, program->registers,
	   program->own_registers);
  fputs (image_constructors, f);
}

/* --- For libgomp ---------------------------------------------------------- */

static void
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
	   "  = { nvptx_objects, %zu, nvptx_variables, %zu,\n"
	   "      nvptx_regions, %zu };\n\n",
	   program->n, program->variables.n, program->regions.n);
  if (program->openmp)
    fputs (openmp_functions, f);
  fprintf (f, libgomp_constructors, kinds[program->openacc][program->openmp]);
}

void
write_image (const char *name, const struct ptx_program *cuda,
	     const struct ptx_program *regions,
	     const struct ptx_program *exports, const char *target)
{
  FILE *f = fopen (name, "w");

  if (!f)
    fatal ("%s: %s", name, strerror (errno));
  fputs (image_types, f);
  if (cuda->n)
    write_gcuf_image (f, cuda, target);
  if (exports->exports.n)
    write_exports (f, exports);
  if (regions->n)
    write_libgomp_image (f, regions);
  if (fclose (f) != 0)
    fatal ("%s: %s", name, strerror (errno));
}
