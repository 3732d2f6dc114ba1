/* Splice: insert lines into copies of source files at named places.
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

/* usage: splice -s SRCDIR -o OUTDIR FOLDER...
	  splice --changed OLD NEW FOLDER...

   The first form copies every regular file of SRCDIR to OUTDIR, with the
   splices for it applied.  A file of OUTDIR whose text would not change is not
   written, so that its time of modification tells make the truth.

   The splices are those of the files *.splice in each FOLDER:

     # A comment.
     in trans-decl.cc:gfc_finish_var_decl
     var-decl: after | gfc_finish_decl_attrs (decl, &sym->attr);
       cuf_finish_var_decl (decl, sym);
     not-static: before | && !sym->attr.automatic | && !cuf_local_p (sym)
     argument: wrap | parmse.expr | cuf_as_passed (@)

   `in' says where to look, and holds for all splices that follow: in a file,
   there in a function, in `struct TAG' or `enum TAG', where TAG may be the name
   of a typedef, or, if that is `*', anywhere.  `in FILE:FUNCTION, FUNCTION...'
   lets the splices that follow be made in each of these functions.

   A splice is its name, with a colon, and fields, between which there are bars
   with blanks around them, or line breaks:

     past | TEXT	begin behind the first line that holds TEXT
     until | TEXT	end before the next line that holds TEXT
     before | TEXT	the anchor: insert in front of the line that holds TEXT
     after | TEXT	... behind it
     wrap | TEXT	... into that line, around TEXT
     append		no anchor: insert at the end of the file, which `in'
			names alone
     CODE		what to insert

   Any number of `past' comes first, then perhaps one `until', then the anchor
   and last the code, in which bars mean nothing.  Lines that go on with a
   splice are indented.  For `wrap' the code is one line, whatever its breaks,
   and `@' in it stands for TEXT.  TEXT is compared after reducing every run of
   white space to one blank.  It must be in exactly one line of those that are
   left.

   A name is that of one splice only in its splice file.  Where a folder before
   this one has a splice file of the same name with a splice of the same name,
   the later splice takes the place of that one; `omit NAME' leaves it out.

   Anchors are looked up in the original text, so the splices of one file do
   not see one another, and the order of the splice files does not matter but
   for insertions at the same place, which keep it.

   All errors are reported, each with the place of its splice, and any of them
   makes the exit status 1 and leaves OUTDIR as it was.

   The second form prints the functions, structures and enumerations that
   splices name whose text is not the same in the directories OLD and NEW, a
   line for each: what to read before the splices are used for another GCC.  Of
   `*' it compares the lines around the anchor.  The exit status is 1 if it
   printed any.  */

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "splice.h"

static void
usage (void)
{
  fputs ("usage: splice -s SRCDIR -o OUTDIR FOLDER...\n"
	 "       splice --changed OLD NEW FOLDER...\n", stderr);
  exit (1);
}

int
main (int argc, char **argv)
{
  static const struct option options[]
    = { { "changed", no_argument, NULL, 'c' }, { NULL, 0, NULL, 0 } };
  const char *srcdir = NULL, *outdir = NULL;
  bool changed = false;
  int c;
  while ((c = getopt_long (argc, argv, "s:o:", options, NULL)) != -1)
    if (c == 's')
      srcdir = optarg;
    else if (c == 'o')
      outdir = optarg;
    else if (c == 'c')
      changed = true;
    else
      usage ();
  if (changed ? srcdir || outdir || argc - optind < 2 : !srcdir || !outdir)
    usage ();

  const char *const *dirs = (const char *const *) argv + optind;
  int first = optind + (changed ? 2 : 0);
  for (int i = first; i < argc; i++)
    read_folder (argv[i], i);
  if (errors == 0 && changed)
    return list_changed (dirs[0], dirs[1]);
  if (errors == 0)
    splice_directory (srcdir, outdir);
  return errors != 0;
}
