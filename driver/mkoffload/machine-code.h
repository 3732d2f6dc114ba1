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

struct compilation;
struct task;

/* What is wanted of it.  */
struct assembly_options
{
  const struct strings *targets; /* "sm_90": machine code for these.  */
  const char *ptx_target;	/* What the PTX is for.  */
  const char *kept_base;	/* Begin of the names of files with machine code
				   that are to be kept, or null.  */
  const struct strings *nvcc_files; /* Objects by nvcc of the link, or null.  */
  bool info;			/* The assembler tells what the code needs.  */
  bool line_info;		/* Keep the lines of the source.  */
  bool verbose;			/* Print the commands.  */
  /* Let OTHER be the program compiled without pointers that loops advance, after
     the passes; false if that is not to be tried.  */
  bool (*compile_without_pointers) (const struct task *task,
				    struct compilation *compilation,
				    struct ptx_program *other);
  const struct task *task;
  struct compilation *compilation; /* That has been begun, or null.  */
};

/* Give each object of PROGRAM a fat binary of its PTX and of machine code for
   each of the targets.  If CUDA's assembler is not there or does not know a
   target, the PTX alone serves it: the driver compiles that when the program
   runs.  The PTX itself is another one afterwards if the assembler is of the
   opinion that this is better: see loop-pointers.h.  */
extern void add_machine_code (struct ptx_program *program,
			      const struct assembly_options *options);

#endif
