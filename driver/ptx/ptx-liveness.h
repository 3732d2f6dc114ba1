/* Which registers of a PTX function hold what is still needed.
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

#ifndef CUDAFORTRAN_PTX_LIVENESS_H
#define CUDAFORTRAN_PTX_LIVENESS_H

#include "ptx-registers.h"

/* How many words of 32 bits are in registers behind each statement of
   FUNCTION's body, in their order; in memory from malloc.  Null if it is not
   known where the function's branches go.  Registers of inner blocks do not
   count, nor do predicates.  Changes the registers' values.  */
extern int *ptx_live_words (struct ptx_function *function,
			    struct ptx_registers *registers);

/* Let each register of FUNCTION know its definition, if it is the only one and
   behind every use on all ways.  For this LIVE must be false in all.  Changes the
   registers' values.  */
extern void ptx_find_sure_definitions (struct ptx_function *function,
				       struct ptx_registers *registers);

#endif
