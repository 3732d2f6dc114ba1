/* Loads and stores with cache hints for the GPU.
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

/* Volatile: a hint says what to do at this place, not only what to get.  */
#define GCUF_LOAD(name, suffix, type, ptx)				\
  GCUF_DEVICE								\
  type									\
  __gcuf_##name##_##suffix (const type *mem)				\
  {									\
    type value;								\
    asm volatile ("ld." ptx " %0, [%1];"				\
		  : "=r" (value) : "r" (mem) : "memory");		\
    return value;							\
  }

#define GCUF_STORE(name, suffix, type, ptx)				\
  GCUF_DEVICE								\
  void									\
  __gcuf_##name##_##suffix (type *mem, type value)			\
  {									\
    asm volatile ("st." ptx " [%0], %1;"				\
		  : : "r" (mem), "r" (value) : "memory");		\
  }

#include "hints.def"
