/* What the C file has for libgcuf.
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

#include "gcuf-abi.h"
#include "gcuf-names.h"
#include "image-parts.h"

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

/* The exports that nvcc's functions belong to.  */
#define NVCC_EXPORTS "nvcc_exports"

void
write_nvcc_code (FILE *f, const struct nvcc_code *code,
		 const struct strings *functions)
{
  const struct ptx_program *program = &code->program;

  for (size_t i = 0; i < program->n; i++)
    write_string (f, "nvcc", i, program->objects[i].binary,
		  program->objects[i].binary_size);
  write_object_table (f, program, "gcuf_ptx", "nvcc_objects", "nvcc", 1);
  write_names (f, "const char *const", "nvcc_names", "\"", functions, "\"");
  fprintf (f, "static const struct gcuf_exports " NVCC_EXPORTS "\n"
	   "  = { %zu, nvcc_objects, %zu, nvcc_names };\n", program->n,
	   functions->n);
}

/* Write the record PREFIX_procedure_N of the procedure NAME, or what declares
   that of another library.  */

static void
write_procedure (FILE *f, const struct ptx_program *program, const char *prefix,
		 const char *name, size_t n)
{
  if (strings_have (&program->nvcc_functions, name))
    fprintf (f, "static const struct gcuf_procedure %sprocedure_%zu\n"
	     "  = { \"%s\", &" NVCC_EXPORTS " };\n", prefix, n, name);
  else
    fprintf (f, "extern const struct gcuf_procedure %sprocedure_%zu "
	     "__asm__ (\"%s\");\n", prefix, n,
	     ptx_host_name (GCUF_NAME_PROCEDURE, name));
}

/* The same of the procedures that it calls and other libraries have.  A library
   that has one on the host and not for devices lacks the record.  */

static void
write_procedures (FILE *f, const struct ptx_program *program,
		  const char *prefix)
{
  const struct strings *names = &program->procedures;

  for (size_t i = 0; i < names->n; i++)
    write_procedure (f, program, prefix, names->data[i], i);
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

void
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

void
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
