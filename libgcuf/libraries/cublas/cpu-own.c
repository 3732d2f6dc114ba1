/* The cpu backend of cuBLAS: what BLAS and LAPACK do not have, or otherwise.
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

#include <complex.h>
#include <stdlib.h>
#include <string.h>

#include "cpu-blas.h"

/* Each function is called with the addresses of its arguments, in the stream
   (cpu-blas.h).  Those for each type are in cpu-own-type.h.  */

/* Say that there is no memory, and end the program: a stream has no status.  */

static void *
allocate (size_t bytes)
{
  void *p = malloc (bytes ? bytes : 1);
  if (!p)
    abort ();
  return p;
}

/* Where element 0 of N elements is, of which each is INC after the last; BLAS
   begins at the end if that is negative.  */

static int64_t
first (int n, int inc)
{
  return inc < 0 ? (int64_t) (1 - n) * inc : 0;
}

#define PASTE_(A, B, C) A##B##C
#define PASTE(A, B, C) PASTE_ (A, B, C)
#define OWN(NAME) PASTE (gcuf_own_, LETTER, NAME)

#define LETTER s
#define LETTER_CHAR 's'
#define T float
#define R float
#define CONJ(X) (X)
#define REAL(X) (X)
#define ABS1(X) __builtin_fabsf (X)
#include "cpu-own-type.h"

#define LETTER d
#define LETTER_CHAR 'd'
#define T double
#define R double
#define CONJ(X) (X)
#define REAL(X) (X)
#define ABS1(X) __builtin_fabs (X)
#include "cpu-own-type.h"

#define COMPLEX
#define LETTER c
#define LETTER_CHAR 'c'
#define T float _Complex
#define R float
#define CONJ(X) conjf (X)
#define REAL(X) crealf (X)
#define ABS1(X) (__builtin_fabsf (crealf (X)) + __builtin_fabsf (cimagf (X)))
#include "cpu-own-type.h"

#define LETTER z
#define LETTER_CHAR 'z'
#define T double _Complex
#define R double
#define CONJ(X) conj (X)
#define REAL(X) creal (X)
#define ABS1(X) (__builtin_fabs (creal (X)) + __builtin_fabs (cimag (X)))
#include "cpu-own-type.h"
