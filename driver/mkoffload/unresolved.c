/* Procedures that device code calls and that no code of the link has.
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

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptx.h"
#include "unresolved.h"

/* What the accelerator's linker says, about the first name alone.  */
#define COMPLAINT "unresolved symbol "

/* What stands between the names of module and procedure in gfortran's
   names.  */
#define MODULE_PART "_MOD_"

/* What the program calls SYMBOL: gfortran's names of procedures of modules are
   __MODULE_MOD_NAME, those of others end in an underscore unless BIND says
   it.  */

static const char *
procedure_name (const char *symbol)
{
  const char *part = strstr (symbol, MODULE_PART);
  size_t n = strlen (symbol);

  if (starts_with (symbol, "__") && part)
    return format_string ("'%s' of module '%.*s'", part + strlen (MODULE_PART),
			  (int) (part - symbol - 2), symbol + 2);
  if (n > 1 && symbol[n - 1] == '_')
    n--;
  return format_string ("'%.*s'", (int) n, symbol);
}

/* True if SYMBOL may be a name that gfortran has made, and no library's.  */

static bool
gfortran_name_p (const char *symbol)
{
  size_t n = strlen (symbol);

  return strstr (symbol, MODULE_PART)
	 || (symbol[0] != '_' && n > 1 && symbol[n - 1] == '_');
}

/* True if SYMBOL may be a procedure's of another library: the compiler's and
   the C library's own begin with an underscore.  */

static bool
importable_p (const char *symbol)
{
  return symbol[0] != '_' || strstr (symbol, MODULE_PART);
}

/* The name that the linker's MESSAGES are about, or null.  */

static const char *
find_name (const char *messages)
{
  const char *name = strstr (messages, COMPLAINT);

  if (!name)
    return NULL;
  name += strlen (COMPLAINT);
  return xstrndup (name, strcspn (name, " \t\r\n"));
}

bool
take_unresolved (struct strings *procedures, const char *messages,
		 const char *code, const struct nvcc_code *nvcc)
{
  const char *name = find_name (messages);
  struct strings missing = { 0 };

  ptx_find_undefined (&missing, code);
  if (!name || !(importable_p (name) || nvcc_function_p (nvcc, name))
      || !strings_have (&missing, name) || strings_have (procedures, name))
    return false;
  strings_push (procedures, name);
  /* Others of which the linker would tell next.  */
  for (size_t i = 0; i < missing.n; i++)
    if (gfortran_name_p (missing.data[i]))
      strings_push_new (procedures, missing.data[i]);
  return true;
}

void
refuse_procedures (const struct strings *procedures)
{
  for (size_t i = 0; i < procedures->n; i++)
    fprintf (stderr, "%s: error: a region of OpenACC or OpenMP calls procedure "
	     "%s, which no object file and no static library of this link has "
	     "for devices\n", program_name,
	     procedure_name (procedures->data[i]));
  if (procedures->n)
    fatal ("regions cannot call procedures of shared libraries: link the "
	   "object file, compiled with -fPIC for a shared library, or a static "
	   "library of it");
}

void
report_unresolved (const char *messages)
{
  const char *name = find_name (messages);

  if (name)
    fatal ("device code calls procedure %s, which no object file and no static "
	   "library of this link has for devices; names of "
	   "procedures in shared libraries must not begin with an underscore",
	   procedure_name (name));
}
