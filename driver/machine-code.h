/* Machine code beside the PTX.
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

#ifndef CUDAFORTRAN_MACHINE_CODE_H
#define CUDAFORTRAN_MACHINE_CODE_H

#include "ptx.h"

/* Give each object of PROGRAM, which is PTX for PTX_TARGET ("sm_75"), a fat
   binary of that PTX and of machine code for each of TARGETS.  If CUDA's
   assembler is not there or does not know a target, the PTX alone serves it:
   the driver compiles that when the program runs.  VERBOSE prints the
   commands.  */
extern void add_machine_code (struct ptx_program *program,
			      const struct strings *targets,
			      const char *ptx_target, bool verbose);

#endif
