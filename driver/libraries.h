/* Libraries of the CUDA toolkit that a program is linked with.
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

#ifndef CUDAFORTRAN_LIBRARIES_H
#define CUDAFORTRAN_LIBRARIES_H

#include "options.h"

/* The gfortran that is run.  */
extern const char *gfortran_program (void);

/* Append to COMMAND what lets the linker and the program find the toolkit's
   libraries.  Link with those that there are of options->toolkit, as far as the
   program needs them, behind the names of the routines that libgcuf has for
   them.  */
extern void add_toolkit_libraries (struct strings *command,
				   const struct options *options);

/* Take out of options->named each option -l for a library whose routines libgcuf
   has, if the linker would not find it, with a note: machines without GPUs need
   not have it, and newer toolkits have no libnvToolsExt.  */
extern void leave_out_libraries (struct options *options);

#endif
