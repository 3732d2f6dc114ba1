/* Texts and tables in the C file that carries a program's PTX.
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

#include "image-parts.h"

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

void
write_names (FILE *f, const char *type, const char *name, const char *before,
	     const struct strings *names, const char *after)
{
  fprintf (f, "static %s %s[] = {\n", type, name);
  for (size_t i = 0; i < names->n; i++)
    fprintf (f, "  %s%s%s,\n", before, names->data[i], after);
  fputs ("};\n\n", f);
}

void
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

void
write_string (FILE *f, const char *prefix, size_t n, const char *text,
	      size_t size)
{
  fprintf (f, "static const char %s_%zu[] =\n", prefix, n);
  write_text (f, text, size);
  fputs (";\n\n", f);
}
