/* Programs of the CUDA toolkit.
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

#ifndef CUDAFORTRAN_TOOLKIT_H
#define CUDAFORTRAN_TOOLKIT_H

/* CUDA's program NAME: in the toolkit that the environment names (CUDA_HOME,
   CUDA_PATH), in PATH, or in the usual place; null if it is in none of them.  */
extern const char *find_toolkit_program (const char *name);

#endif
