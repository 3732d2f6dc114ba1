/* The regions of OpenACC and OpenMP of a program.
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

#ifndef CUDAFORTRAN_REGIONS_H
#define CUDAFORTRAN_REGIONS_H

#include "ptx.h"
#include "task.h"

/* Give REGIONS what libgomp has to get of the program of TASK, whose kernels are
   in CUDA, before the passes.  It stays empty if that is nothing.  */
extern void make_regions (const struct task *task,
			  const struct ptx_program *cuda,
			  struct ptx_program *regions);

#endif
