/* From objects with device code to linked PTX.
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

#ifndef CUDAFORTRAN_COMPILE_H
#define CUDAFORTRAN_COMPILE_H

#include "ptx.h"
#include "task.h"

/* Make PROGRAM of all inputs of TASK: its texts, which no pass has seen yet, its
   maps, imports and procedures of other libraries.  Intermediate files have
   SUFFIX.  */
extern void compile_program (const struct task *task,
			     struct ptx_program *program, const char *suffix);

/* Another compilation of all inputs, as TASK says, which goes on beside the
   program, and the files of its results.  */
struct compilation
{
  struct task task;
  const char *code, *linked;
};

/* Begin C, the only one.  */
extern void begin_compilation (struct compilation *c);

/* Wait for C, and let PROGRAM, which is zero, be what compile_program makes.
   False, and it has to be compiled again, if that is not possible.  */
extern bool end_compilation (const struct compilation *c,
			     struct ptx_program *program);

#endif
