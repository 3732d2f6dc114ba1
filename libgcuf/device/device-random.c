/* Random numbers in device code, for the GPU.
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


#include "device-library.h"
#include "device-libm.h"

/* As in the mathematical functions: an inline part, and a function.  */
#define RANDOM_PART							\
  _Pragma ("acc routine seq nohost")					\
  static inline __attribute__ ((always_inline))
#define RANDOM_COLD							\
  _Pragma ("acc routine seq nohost")					\
  static __attribute__ ((noinline))

/* Of the angle cuRAND, too, takes the fast functions.  */
#define RANDOM_LOGF(x) __gcuf_libm_logf (x)
#define RANDOM_LOG(x) __gcuf_libm_log (x)
#define RANDOM_EXPF(x) __gcuf_libm_expf (x)
#define RANDOM_EXP(x) __gcuf_libm_exp (x)
#define RANDOM_SINCOSF(x, sine, cosine)					\
  (*(sine) = __gcuf_math_sinf (x), *(cosine) = __gcuf_math_cosf (x))
#define RANDOM_SINCOSPI(x, sine, cosine)				\
  __gcuf_math_sincospi (x, sine, cosine)

#define RANDOM_FMAF(x, y, z) __builtin_fmaf (x, y, z)
#define RANDOM_FMA(x, y, z) __builtin_fma (x, y, z)

#define RANDOM_ENTRY(result, name, parameters)				\
  GCUF_DEVICE result name parameters

#include "random-entries.h"
