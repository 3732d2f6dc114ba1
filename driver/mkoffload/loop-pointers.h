/* Kernels whose loops advance fewer pointers.
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

#ifndef CUDAFORTRAN_LOOP_POINTERS_H
#define CUDAFORTRAN_LOOP_POINTERS_H

#include "ptx.h"

/* The option with which the accelerator compiler makes no such pointers.  */
#define NO_LOOP_POINTERS "-fno-ivopts"

/* Append to NAMES the kernels of PROGRAM that could be better on TARGET, as "sm_90",
   without pointers that loops advance, as MESSAGES say, the assembler's with -v.
   False if there are none.  */
extern bool find_pointer_kernels (struct strings *names,
				  const struct ptx_program *program,
				  const char *target, const char *messages);

/* The text of OTHER, PROGRAM without such pointers, with the kernels NAMES and
   their versions alone.  */
extern char *print_without_pointers (const struct ptx_program *other,
				     const struct strings *names);

/* Put those of the kernels NAMES of OTHER into PROGRAM with which more threads run
   on TARGET, as *MESSAGES say of PROGRAM and OTHER_MESSAGES of OTHER.  *MESSAGES
   are those of PROGRAM afterwards, as far as they tell what kernels take.  False,
   and nothing has changed, if there are none.  */
extern bool take_without_pointers (struct ptx_program *program,
				   const struct ptx_program *other,
				   const char *target, const char **messages,
				   const char *other_messages,
				   const struct strings *names);

#endif
