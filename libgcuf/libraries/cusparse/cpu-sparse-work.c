/* What cuSPARSE computes, on the cpu backend.
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

#include <stdlib.h>
#include <string.h>

#include "sparse.h"

static int
compare_columns (const void *a, const void *b)
{
  int64_t one = *(const int64_t *) a, other = *(const int64_t *) b;
  return one < other ? -1 : one > other;
}

#define T float
#define NAME(X) X##_S
#define CONJ(X) (X)
#define MAGNITUDE(X) __builtin_fabsf (X)
#include "sparse-work.h"

#define T double
#define NAME(X) X##_D
#define CONJ(X) (X)
#define MAGNITUDE(X) __builtin_fabs (X)
#include "sparse-work.h"

#define T float _Complex
#define NAME(X) X##_C
#define CONJ(X) (~(X))
#define MAGNITUDE(X) \
  (__builtin_fabsf (__real__ (X)) + __builtin_fabsf (__imag__ (X)))
#include "sparse-work.h"

#define T double _Complex
#define NAME(X) X##_Z
#define CONJ(X) (~(X))
#define MAGNITUDE(X) \
  (__builtin_fabs (__real__ (X)) + __builtin_fabs (__imag__ (X)))
#include "sparse-work.h"

const struct sparse_operations *
gcuf_sparse_operations (int type)
{
  return (type == TYPE_S ? &operations_S : type == TYPE_D ? &operations_D
	  : type == TYPE_C ? &operations_C : type == TYPE_Z ? &operations_Z
	  : NULL);
}
