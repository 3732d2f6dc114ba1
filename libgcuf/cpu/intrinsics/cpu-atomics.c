/* Atomic functions of device code on the cpu backend.
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

#include <stdint.h>

#include "gcuf-internal.h"

/* All of them are compare-and-swap loops: the threads of a block share an OS
   thread, so only blocks contend, and one form serves every type.  The swap
   compares bits, so a loop ends on NaN and on negative zero too.  */
#define GCUF_ATOMIC_LOOP(name, suffix, type, new)			\
  extern type __gcuf_##name##_##suffix (type *, type);			\
  GCUF_EXPORT type							\
  __gcuf_##name##_##suffix (type *mem, type value)			\
  {									\
    type old, update;							\
    __atomic_load (mem, &old, __ATOMIC_RELAXED);			\
    do									\
      update = (new);							\
    while (!__atomic_compare_exchange (mem, &old, &update, 0,		\
				       __ATOMIC_ACQ_REL,		\
				       __ATOMIC_RELAXED));		\
    return old;								\
  }

#define GCUF_ATOMIC(name, suffix, type, new, ptx, operand)		\
  GCUF_ATOMIC_LOOP (name, suffix, type, new)

#define GCUF_ATOMIC_CAS(name, suffix, type, ptx)			\
  extern type __gcuf_##name##_##suffix (type *, type, type);		\
  GCUF_EXPORT type							\
  __gcuf_##name##_##suffix (type *mem, type compare, type value)	\
  {									\
    __atomic_compare_exchange (mem, &compare, &value, 0,		\
			       __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);	\
    return compare;							\
  }

#include "atomics.def"
