/* Messages about names that are not known where they are used, and that a module
   of cudafortran has.
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

#include "config.h"
#include "system.h"
#include "coretypes.h"
#include "options.h"
#include "gfortran.h"
#include "scanner.h"
#include "diagnostic.h"
#include "spellcheck.h"
#include "cuf.h"
#include <zlib.h>

/* What a module defines is looked up in its file, as a text: this is for messages,
   at places of the parser where no module can be read into a namespace.  */

typedef hash_set<nofree_string_hash> name_set;

/* The modules, in the order in which they are asked for a name.  */
static struct
{
  const char *name;
  name_set *names;		/* Null as long as nobody has asked.  */
} modules[] = {
  { "cudafor", NULL },
  { "cudadevice", NULL },
  { "cooperative_groups", NULL },
  { "wmma", NULL },
#define CUF_LIBRARY_MODULE(name, ours) { ours ? #name : NULL, NULL },
#include "cuf-libraries.def"
#undef CUF_LIBRARY_MODULE
};

/* How many of them have the names that programs call without an interface.  */
enum { N_OWN = 2 };

/* Open the file of module NAME, as a USE statement would; null if there is
   none.  */

static gzFile
open_module (const char *name)
{
  for (const gfc_directorylist *list : { include_dirs, intrinsic_modules_dirs })
    for (; list; list = list->next)
      {
	char *path = concat (list->path, "/", name, ".mod", NULL);
	gzFile file = gzopen (path, "r");
	free (path);
	if (file)
	  return file;
      }
  return NULL;
}

/* Return the text of FILE, to be freed.  What cannot be read is missing.  */

static char *
read_text (gzFile file)
{
  size_t length = 0, size = 1 << 16;
  char *text = XNEWVEC (char, size);

  for (int n; (n = gzread (file, text + length, size - length - 1)) > 0; )
    {
      length += n;
      if (length == size - 1)
	text = XRESIZEVEC (char, text, size *= 2);
    }
  text[length] = '\0';
  return text;
}

/* Return the names that a program gets from module NAME: those in quotes in the
   last list of its file.  None if the file cannot be read.  */

static name_set *
read_names (const char *name)
{
  name_set *names = new name_set;
  gzFile file = open_module (name);

  if (!file)
    return names;
  char *text = read_text (file), *p = text;
  for (char *next = text; (next = strstr (next, "\n(")) != NULL; next++)
    p = next;
  while ((p = strchr (p, '\'')) != NULL)
    {
      char *end = strchr (++p, '\'');
      if (!end)
	break;
      /* A derived type has its first letter in upper case.  */
      *p = TOLOWER (*p);
      names->add (xstrndup (p, end - p));
      p = end + 1;
    }
  free (text);
  gzclose (file);
  return names;
}

/* Return the first N of the modules that has NAME, null if none has.  */

static const char *
module_with (const char *name, size_t n)
{
  char lower[GFC_MAX_SYMBOL_LEN + 1];

  if (strlen (name) > GFC_MAX_SYMBOL_LEN)
    return NULL;
  strcpy (lower, name);
  *lower = TOLOWER (*lower);
  for (size_t i = 0; i < n; i++)
    if (modules[i].name)
      {
	if (!modules[i].names)
	  modules[i].names = read_names (modules[i].name);
	if (modules[i].names->contains (lower))
	  return modules[i].name;
      }
  return NULL;
}

/* Device code has no NAME, which it uses at WHERE.  If that is what CUDA C calls a
   procedure of module cudadevice, which begins with underscores only there,
   report that and return true.  */

bool
cuf_report_c_name (const char *name, locus *where)
{
  const char *ours = name + strspn (name, "_");

  if (*name != '_' || cuf_predefined_procedure (name)
      || !cuf_predefined_procedure (ours))
    return false;
  gfc_error ("Name %qs at %L is one of CUDA C; did you mean %qs?", name, where,
	     ours);
  return true;
}

/* The program has no NAME, which it uses at WHERE.  If it forgets a module of
   ours, or uses in host code what device code has, or in device code almost a
   name of these, report that and return true.  GUESSED says that gfortran has a
   name to propose.  */

bool
cuf_report_missing_name (const char *name, locus *where, const char *guessed)
{
  bool device = cuf_in_device_code_p (gfc_current_ns);
  const char *module, *close;

  if (!cuf_dialect_p ())
    return false;
  module = module_with (name, ARRAY_SIZE (modules));
  if (!module)
    {
      if (device && cuf_report_c_name (name, where))
	return true;
      close = !guessed && device ? cuf_closest_predefined (name) : NULL;
      if (close)
	gfc_error ("%qs at %L is not known; did you mean %qs?", name, where,
		   close);
      return close != NULL;
    }
  if (strcmp (module, "cudadevice") == 0 && !device)
    gfc_error ("%qs at %L is known in device code only: in procedures with "
	       "attributes(global) or attributes(device), and in kernel loops "
	       "of procedures that use module %<cudadevice%>", name, where);
  else
    gfc_error ("%qs at %L is not known here, and in module %qs: add a USE "
	       "statement", name, where, module);
  return true;
}

/* Host code calls NAME at WHERE, of which it knows no interface: warn if it is
   likely that one of a module of ours is meant.  */

void
cuf_warn_missing_interface (const char *name, locus *where)
{
  const char *module = cuf_dialect_p () ? module_with (name, N_OWN) : NULL;

  if (!module)
    return;
  if (strcmp (module, "cudadevice") == 0)
    gfc_warning (0, "Procedure %qs at %L has no explicit interface: that of "
		 "module %<cudadevice%> is for device code only", name, where);
  else
    gfc_warning (0, "Procedure %qs at %L has no explicit interface: if that of "
		 "module %qs is meant, add a USE statement", name, where,
		 module);
}

/* There is no file of the module NAME, which is used here.  If one of ours is
   called almost so, propose that and end the compilation.  */

void
cuf_check_module_spelling (const char *name)
{
  best_match<const char *, const char *> best (name);

  for (const auto &module : modules)
    if (module.name)
      best.consider (module.name);
  if (const char *close = best.get_best_meaningful_candidate ())
    gfc_fatal_error ("There is no module %qs to be used at %C; did you mean "
		     "%qs?", name, close);
}
