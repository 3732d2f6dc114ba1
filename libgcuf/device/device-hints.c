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

/* No C type corresponds to REAL(2), so its address is a void pointer.
   Volatile, since a hint applies to the access at this place.  */
#define GCUF_LOAD(name, suffix, type, ptx)				\
  GCUF_DEVICE								\
  type									\
  __gcuf_##name##_##suffix (const void *mem)				\
  {									\
    type value;								\
    asm volatile ("ld." ptx " %0, [%1];"				\
		  : "=r" (value) : "r" (mem) : "memory");		\
    return value;							\
  }

#define GCUF_STORE(name, suffix, type, ptx)				\
  GCUF_DEVICE								\
  void									\
  __gcuf_##name##_##suffix (void *mem, type value)			\
  {									\
    asm volatile ("st." ptx " [%0], %1;"				\
		  : : "r" (mem), "r" (value) : "memory");		\
  }

/* One access if the address allows it: a complex number need be aligned no more
   than its parts.  */
#define PAIR_ALIGNED_P(mem) (((uintptr_t) (mem) & (sizeof *(mem) - 1)) == 0)

#define GCUF_LOAD_COMPLEX(name, suffix, type, hint, bits)		\
  GCUF_DEVICE								\
  _Complex type								\
  __gcuf_##name##_##suffix (const _Complex type *mem)			\
  {									\
    _Complex type value;						\
    type re, im;							\
    if (PAIR_ALIGNED_P (mem))						\
      asm volatile ("ld." hint ".v2.f" #bits " {%0, %1}, [%2];"		\
		    : "=r" (re), "=r" (im) : "r" (mem) : "memory");	\
    else								\
      asm volatile ("ld." hint ".f" #bits " %0, [%2];\n\t"		\
		    "ld." hint ".f" #bits " %1, [%2 + %3];"		\
		    : "=&r" (re), "=r" (im)				\
		    : "r" (mem), "n" (sizeof re) : "memory");		\
    __real__ value = re;						\
    __imag__ value = im;						\
    return value;							\
  }

#define GCUF_STORE_COMPLEX(name, suffix, type, hint, bits)		\
  GCUF_DEVICE								\
  void									\
  __gcuf_##name##_##suffix (_Complex type *mem, _Complex type value)	\
  {									\
    type re = __real__ value, im = __imag__ value;			\
    if (PAIR_ALIGNED_P (mem))						\
      asm volatile ("st." hint ".v2.f" #bits " [%0], {%1, %2};"		\
		    : : "r" (mem), "r" (re), "r" (im) : "memory");	\
    else								\
      asm volatile ("st." hint ".f" #bits " [%0], %1;\n\t"		\
		    "st." hint ".f" #bits " [%0 + %3], %2;"		\
		    : : "r" (mem), "r" (re), "r" (im), "n" (sizeof re)	\
		    : "memory");					\
  }

/* The number of elements determines the form.  */
#define LOAD_2(ptx, mem, value)						\
  asm volatile ("ld." ptx " {%0, %1}, [%2];"				\
		: "=r" (value[0]), "=r" (value[1])			\
		: "r" (mem) : "memory")
#define LOAD_4(ptx, mem, value)						\
  asm volatile ("ld." ptx " {%0, %1, %2, %3}, [%4];"			\
		: "=r" (value[0]), "=r" (value[1]), "=r" (value[2]),	\
		  "=r" (value[3])					\
		: "r" (mem) : "memory")
#define STORE_2(ptx, mem, value)					\
  asm volatile ("st." ptx " [%0], {%1, %2};"				\
		: : "r" (mem), "r" (value[0]), "r" (value[1]) : "memory")
#define STORE_4(ptx, mem, value)					\
  asm volatile ("st." ptx " [%0], {%1, %2, %3, %4};"			\
		: : "r" (mem), "r" (value[0]), "r" (value[1]),		\
		    "r" (value[2]), "r" (value[3]) : "memory")

#define GCUF_LOAD_ARRAY(name, suffix, type, n, ptx)			\
  GCUF_DEVICE								\
  void									\
  __gcuf_##name##_##suffix##_ (const struct gcuf_array_result *result,	\
			       const type *mem)				\
  {									\
    type value[n];							\
    LOAD_##n (ptx, mem, value);						\
    for (int i = 0; i < n; i++)						\
      GCUF_ELEMENT (type, result, i) = value[i];			\
  }

#define GCUF_STORE_ARRAY(name, suffix, type, n, ptx)			\
  GCUF_DEVICE								\
  void									\
  __gcuf_##name##_##suffix (type *mem, const type *value)		\
  {									\
    STORE_##n (ptx, mem, value);					\
  }

#include "hints.def"
