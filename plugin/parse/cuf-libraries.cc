/* Modules of nvfortran's libraries that there are not.
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
#include "gfortran.h"
#include "diagnostic-core.h"
#include "cuf.h"

/* The modules of nvfortran, from its interfaces to libraries, and whether we have
   them too.  */
static const struct
{
  const char *name;
  bool ours;
} modules[] = {
#define CUF_LIBRARY_MODULE(name, ours) { #name, ours },
#include "cuf-libraries.def"
#undef CUF_LIBRARY_MODULE
};

/* The names of ours.  */

static const char *
our_modules (void)
{
  char *names = NULL;

  for (const auto &module : modules)
    if (module.ours)
      names = (names ? concat (names, ", ", module.name, NULL)
	       : xstrdup (module.name));
  return names;
}

/* There is no file of the module NAME.  If CUDA Fortran programs expect that the
   compiler has it, say that it has not, and if it has one of almost this name,
   propose that; end the compilation then.  */

void
cuf_check_missing_module (const char *name)
{
  if (!cuf_dialect_p ())
    return;
  for (const auto &module : modules)
    if (!module.ours && strcasecmp (module.name, name) == 0)
      gfc_fatal_error ("Module %qs at %C is one of nvfortran's that cudafortran "
		       "does not have; of the libraries of the CUDA toolkit it "
		       "has %s", name, our_modules ());
  cuf_check_module_spelling (name);
}

/* The file of a module that is used is called FILENAME: its name, or that of one
   of ours that has the same and more.  */

char *
cuf_module_file (char *filename)
{
  static char ours[] = "cuf_openacc.mod";

  cuf_note_module (false);
  return (cuf_dialect_p () && strcmp (filename, "openacc.mod") == 0
	  ? ours : filename);
}
