/* Indices of blocks and threads, and their numbers.
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

#ifndef GCUF_INDEX_H
#define GCUF_INDEX_H

#include <stddef.h>

#include "gcuf-abi.h"

/* Indices count from one, numbers from zero; X varies fastest.  */

/* How many indices there are within the extents D.  */

static inline size_t
gcuf_volume (const struct gcuf_dim3 *d)
{
  return (size_t) d->x * d->y * d->z;
}

/* The number of INDEX, and the index of number N.  */

static inline size_t
gcuf_number (const struct gcuf_dim3 *index, const struct gcuf_dim3 *d)
{
  return (((size_t) (index->z - 1) * d->y + (index->y - 1)) * d->x
	  + (index->x - 1));
}

static inline struct gcuf_dim3
gcuf_index (size_t n, const struct gcuf_dim3 *d)
{
  struct gcuf_dim3 index;
  index.x = n % d->x + 1;
  n /= d->x;
  index.y = n % d->y + 1;
  index.z = n / d->y + 1;
  return index;
}

#endif
