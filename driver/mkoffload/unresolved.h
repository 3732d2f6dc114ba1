/* Procedures that device code calls and that no code of the link has.
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

#ifndef CUDAFORTRAN_UNRESOLVED_H
#define CUDAFORTRAN_UNRESOLVED_H

#include "nvcc-code.h"
#include "support.h"

/* If MESSAGES, which the accelerator's linker has left when it failed, say
   that it has not found a procedure, and another library may have that, append
   it and others of the kind to PROCEDURES and return true.  CODE is the PTX
   that was to be linked, NVCC what objects by nvcc have, or null.  */
extern bool take_unresolved (struct strings *procedures, const char *messages,
			     const char *code, const struct nvcc_code *nvcc);

/* If they say so of any procedure, report that and stop.  */
extern void report_unresolved (const char *messages);

/* Stop if there are any PROCEDURES of other libraries: regions call them.  */
extern void refuse_procedures (const struct strings *procedures);

#endif
