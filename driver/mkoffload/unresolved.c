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

void
report_unresolved (const char *messages, const char *code)
{
  const char *name = find_name (messages);
  struct strings missing = { 0 };

  if (!name)
    return;
  ptx_find_undefined (&missing, code);
  fprintf (stderr, "%s: error: device code calls procedure %s, which no "
	   "object file and no static library of this link has for devices\n",
	   program_name, procedure_name (name));
  /* Others of the same kind; more may be in libraries.  */
  for (size_t i = 0; i < missing.n; i++)
    if (gfortran_name_p (missing.data[i])
	&& strcmp (missing.data[i], name) != 0)
      fprintf (stderr, "%s: error: and procedure %s\n", program_name,
	       procedure_name (missing.data[i]));
  fatal ("procedures of shared libraries cannot be called on a device: link "
	 "the object file, compiled with -fPIC for a shared library, or a "
	 "static library of it");
}
