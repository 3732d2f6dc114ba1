/* Grids of which the runtime chooses an extent.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of the CUDA Fortran runtime library (libgcuf).

   Libgcuf is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by
   the Free Software Foundation; either version 3, or (at your option)
   any later version.

   Libgcuf is distributed in the hope that it will be useful, but WITHOUT ANY
   WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS
   FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
   more details.

   Under Section 7 of GPL version 3, you are granted additional
   permissions described in the GCC Runtime Library Exception, version
   3.1, as published by the Free Software Foundation.

   You should have received a copy of the GNU General Public License and
   a copy of the GCC Runtime Library Exception along with this program;
   see the files COPYING and COPYING.RUNTIME respectively.  If not, see
   <http://www.gnu.org/licenses/>.  */

#include "gcuf-internal.h"

/* The extent of GRID that is -1, or -1 if that is none, or not one alone.  */

int
gcuf_open_dim3 (const struct gcuf_dim3 *grid)
{
  const int extents[] = { grid->x, grid->y, grid->z };
  int found = -1;
  for (int i = 0; i < 3; i++)
    if (extents[i] == -1)
      {
	if (found >= 0)
	  return -1;
	found = i;
      }
  return found;
}

void
gcuf_resolve_grid (struct gcuf_dim3 *grid, int dim, int resident)
{
  int *extents[] = { &grid->x, &grid->y, &grid->z };
  *extents[dim] = 1;
  int64_t others = (int64_t) grid->x * grid->y * grid->z;
  if (others > 0 && others < resident)
    *extents[dim] = resident / others;
}
