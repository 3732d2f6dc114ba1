/* The warning of a link that would not run our mkoffload.
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
#include "tree.h"
#include "cgraph.h"
#include "gfortran.h"
#include "trans.h"
#include "cuf-trans.h"
#include "gcuf-names.h"
#include "cuf-lower.h"

/* A link without our options runs GCC's own mkoffload, which stops with a
   message about -fopenacc that helps nobody.  Before that the linker reads the
   objects, and it prints what is in the section .gnu.warning.SYMBOL of one where
   an object refers to SYMBOL.  The reference is in a section that never gets
   into a program.  Our options make another symbol of it.  */

static const char warning_text[]
  = "device code of CUDA Fortran: link with 'cudafortran', or with the options "
    "that 'pkg-config --libs cudafortran' prints";

/* Let the object have the warning and the reference.  */

void
cuf_warn_plain_link (void)
{
  static const char symbol[] = GCUF_NAME_PLAIN_LINK;
  char *text = xasprintf ("\t.weak\t%s\n"
			  "\t.hidden\t%s\n"
			  "\t.pushsection\t.gnu.warning.%s,\"\",@progbits\n"
			  "\t.string\t\"%s\"\n"
			  "\t.popsection\n"
			  "\t.pushsection\t.gcuf_link,\"e\",@progbits\n"
			  "\t.dc.a\t%s\n"
			  "\t.popsection",
			  symbol, symbol, symbol, warning_text, symbol);
  symtab->finalize_toplevel_asm (build_string (strlen (text), text));
  free (text);
}
