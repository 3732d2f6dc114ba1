/* The generators and distributions of random numbers on the host.
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


#ifndef GCUF_RANDOM_HOST_H
#define GCUF_RANDOM_HOST_H

/* With _GNU_SOURCE.  */
#include <math.h>

#define RANDOM_PART static inline __attribute__ ((unused))
#define RANDOM_COLD static __attribute__ ((unused, noinline))

extern void __gcuf_math_sincospi (double, double *, double *);

#define RANDOM_LOGF(x) logf (x)
#define RANDOM_LOG(x) log (x)
#define RANDOM_EXPF(x) expf (x)
#define RANDOM_EXP(x) exp (x)
#define RANDOM_SINCOSF(x, sine, cosine) sincosf (x, sine, cosine)
#define RANDOM_SINCOSPI(x, sine, cosine)				\
  __gcuf_math_sincospi (x, sine, cosine)

/* Without fma of the C library, which takes more time than all else where the
   processor has no such instruction.  */
#define RANDOM_FMAF(x, y, z) ((float) ((double) (x) * (y) + (z)))
#define RANDOM_FMA(x, y, z) ((x) * (y) + (z))

#include "random-distributions.h"

#endif
