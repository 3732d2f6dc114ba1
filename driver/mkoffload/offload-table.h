/* Object files with some of their offloaded regions alone.
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

#ifndef CUDAFORTRAN_OFFLOAD_TABLE_H
#define CUDAFORTRAN_OFFLOAD_TABLE_H

#include "support.h"

/* Append to OUTPUTS the object files INPUTS, each a name or NAME@OFFSET for a
   member of an archive.  A file that has regions which are not to be compiled
   is replaced by a temporary one without them.  KEEP has a value for each of
   the N regions of all files, in their order.  */
extern void keep_regions (struct strings *outputs,
			  const struct strings *inputs, const bool *keep,
			  size_t n);

#endif
