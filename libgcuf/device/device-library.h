/* What the files of the device library share.
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

/* The device library is one translation unit, device-library.c, compiled with
   -fopenacc: each function is an OpenACC routine without host code, so that
   GCC streams its GIMPLE to the accelerator compiler, which inlines it into
   the kernels at the offload link.  On nvptx every register operand of an asm
   statement has the constraint "r", whatever its type.  */

#ifndef GCUF_DEVICE_LIBRARY_H
#define GCUF_DEVICE_LIBRARY_H

#include <stdint.h>

#include "gcuf-abi.h"

/* Precedes the definition of each function.  Without always_inline, the
   inliner's limits would leave calls in kernels that it takes for cold.  An
   extern inline function is also defined out of line, for unoptimised
   kernels.  */
#define GCUF_DEVICE							\
  _Pragma ("acc routine seq nohost")					\
  extern inline __attribute__ ((always_inline))

/* The same for functions that are not to be inlined.  Some have the names of
   functions of libgfortran, which the compiler calls; the cpu backend uses
   libgfortran's.  */
#define GCUF_DEVICE_LIBGFORTRAN _Pragma ("acc routine seq nohost")

/* X, of 32 or 64 bits, in a register of its own type.  For transferred bits GCC
   uses a register of another type as it is, which arithmetic instructions do
   not accept.  */
#define GCUF_TYPED(x)							\
  ({									\
    __typeof__ ((x) + 0) typed_;	/* Without qualifiers.  */		\
    if (sizeof (x) == 8)						\
      asm ("mov.b64 %0, %1;" : "=r" (typed_) : "r" (x));		\
    else								\
      asm ("mov.b32 %0, %1;" : "=r" (typed_) : "r" (x));		\
    typed_;								\
  })

/* A logical(4), which Fortran passes by reference.  */
typedef int32_t __attribute__ ((may_alias)) gcuf_logical;

#endif
