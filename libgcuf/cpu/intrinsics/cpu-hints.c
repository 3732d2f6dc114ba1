/* Loads and stores with cache hints on the cpu backend.
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

#define GCUF_LOAD(name, suffix, type, ptx)				\
  extern type __gcuf_##name##_##suffix (const void *);			\
  GCUF_EXPORT type							\
  __gcuf_##name##_##suffix (const void *mem)				\
  {									\
    return *(const volatile type *) mem;				\
  }

#define GCUF_STORE(name, suffix, type, ptx)				\
  extern void __gcuf_##name##_##suffix (void *, type);			\
  GCUF_EXPORT void							\
  __gcuf_##name##_##suffix (void *mem, type value)			\
  {									\
    *(volatile type *) mem = value;					\
  }

#define GCUF_LOAD_COMPLEX(name, suffix, type, hint, bits)		\
  GCUF_LOAD (name, suffix, _Complex type, hint)

#define GCUF_STORE_COMPLEX(name, suffix, type, hint, bits)		\
  GCUF_STORE (name, suffix, _Complex type, hint)

#define GCUF_LOAD_ARRAY(name, suffix, type, n, ptx)			\
  extern void __gcuf_##name##_##suffix##_				\
    (const struct gcuf_array_result *, const type *);			\
  GCUF_EXPORT void							\
  __gcuf_##name##_##suffix##_ (const struct gcuf_array_result *result,	\
			       const type *mem)				\
  {									\
    for (int i = 0; i < n; i++)						\
      GCUF_ELEMENT (type, result, i) = ((const volatile type *) mem)[i]; \
  }

#define GCUF_STORE_ARRAY(name, suffix, type, n, ptx)			\
  extern void __gcuf_##name##_##suffix (type *, const type *);		\
  GCUF_EXPORT void							\
  __gcuf_##name##_##suffix (type *mem, const type *value)		\
  {									\
    for (int i = 0; i < n; i++)						\
      ((volatile type *) mem)[i] = value[i];				\
  }

#include "hints.def"
