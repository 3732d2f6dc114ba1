/* Memory functions of the runtime API as device code calls them.
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

/* To be included once by the device library and once by libgcuf, for the cpu
   backend.  GCUF_KERNEL_FUNCTION precedes each definition, GCUF_KERNEL_MALLOC
   (BYTES) and GCUF_KERNEL_FREE (P) are malloc and free, and GCUF_KERNEL_COPY
   (TO, FROM, BYTES) copies what does not overlap.  They are the procedures with
   attributes(device) of the modules cuf_malloc, cuf_memcpy and cuf_memset.

   The following holds for each function.  The guide's section 4.9 has the
   routines; doc/api-routines.texi says which of them device code may call.

   The work is done by the calling thread and complete at return, also that of
   routines which are asynchronous by name; a stream argument is ignored.
   Scalars that the Fortran side has as VALUE are passed by value, all else by
   address.  Addresses are valid in device code, and those of arguments are not
   null; KIND is null where the routine has none.

   The result is a cudaError code, zero if all is well; device code has no last
   error.  After an error nothing has been changed.

   Memory is from the device's heap, as that of ALLOCATE in device code.  It
   belongs to the program, and any thread of the device may free it.  The heap
   has a lock of its own; no other is taken or held.  */

#include <stdbool.h>
#include <stdlib.h>

#include "gcuf-api.h"
#include "gcuf-descriptor.h"

/* --- Allocation -------------------------------------------------------- */

/* The bytes of N elements of A; what no heap has if that is too much.  */

static inline __attribute__ ((always_inline)) size_t
gcuf_kernel_bytes (const struct gcuf_descriptor *a, size_t n)
{
  size_t size = a->dtype.elem_len;
  if (size && n > (size_t) PTRDIFF_MAX / size)
    return PTRDIFF_MAX;
  return n * size;
}

/* Store the address of BYTES of memory in *P, also if that is zero;
   cudaErrorMemoryAllocation, and null, if the heap is full.  */

extern int gcuf_kernel_malloc_p_ (void **, size_t);
GCUF_KERNEL_FUNCTION
int
gcuf_kernel_malloc_p_ (void **p, size_t bytes)
{
  *p = GCUF_KERNEL_MALLOC (bytes ? bytes : 1);
  return *p ? 0 : GCUF_cudaErrorMemoryAllocation;
}

/* Allocate A, of rank one, with N elements and lower bound one.
   cudaErrorInvalidValue if it has another rank, cudaErrorMemoryAllocation if it
   is allocated or the heap is full.  */

extern int gcuf_kernel_malloc_d_ (struct gcuf_descriptor *, size_t);
GCUF_KERNEL_FUNCTION
int
gcuf_kernel_malloc_d_ (struct gcuf_descriptor *a, size_t n)
{
  if (a->dtype.rank != 1)
    return GCUF_cudaErrorInvalidValue;
  if (a->base)
    return GCUF_cudaErrorMemoryAllocation;
  size_t bytes = gcuf_kernel_bytes (a, n);
  a->base = GCUF_KERNEL_MALLOC (bytes ? bytes : 1);
  if (!a->base)
    return GCUF_cudaErrorMemoryAllocation;
  a->offset = -1;
  a->span = a->dtype.elem_len;
  a->dim[0].stride = 1;
  a->dim[0].lower = 1;
  a->dim[0].upper = n;
  return 0;
}

/* Free what gcuf_kernel_malloc_p_ has stored in *P, which is not changed, or
   nothing if that is null.  Cannot fail.  */

extern int gcuf_kernel_free_p_ (void **);
GCUF_KERNEL_FUNCTION
int
gcuf_kernel_free_p_ (void **p)
{
  GCUF_KERNEL_FREE (*p);
  return 0;
}

/* Deallocate A, if it is allocated.  Cannot fail.  */

extern int gcuf_kernel_free_d_ (struct gcuf_descriptor *);
GCUF_KERNEL_FUNCTION
int
gcuf_kernel_free_d_ (struct gcuf_descriptor *a)
{
  GCUF_KERNEL_FREE (a->base);
  a->base = NULL;
  return 0;
}

/* --- Copies ------------------------------------------------------------ */

/* Return an error if KIND, of enum cudaMemcpyKind or null, is not that of a
   copy within the device: cudaErrorInvalidMemcpyDirection, or
   cudaErrorInvalidValue if it is none of these.  */

static inline __attribute__ ((always_inline)) int
gcuf_kernel_check_kind (const int *kind)
{
  enum { DEVICE_TO_DEVICE = 3, DEFAULT = 4 };
  if (!kind || *kind == DEVICE_TO_DEVICE || *kind == DEFAULT)
    return 0;
  return (*kind >= 0 && *kind < DEVICE_TO_DEVICE
	  ? GCUF_cudaErrorInvalidMemcpyDirection : GCUF_cudaErrorInvalidValue);
}

/* Copy HEIGHT rows of WIDTH elements of SIZE bytes, which are DPITCH and SPITCH
   elements apart and do not overlap.  cudaErrorInvalidPitchValue if several
   rows are wider than they are apart.  */

static inline __attribute__ ((always_inline)) int
gcuf_kernel_copy_rows (char *dst, size_t dpitch, const char *src,
		       size_t spitch, size_t width, size_t height,
		       size_t size, const int *kind)
{
  int code = gcuf_kernel_check_kind (kind);
  if (code == 0 && height > 1 && (width > dpitch || width > spitch))
    code = GCUF_cudaErrorInvalidPitchValue;
  if (code)
    return code;
  for (size_t i = 0; i < height; i++)
    GCUF_KERNEL_COPY (dst + i * dpitch * size, src + i * spitch * size,
		      width * size);
  return 0;
}

/* The copies, gcuf_kernel_NAME_TOFROM_, where TO and FROM say what DST and SRC
   are: `d' a variable, by its descriptor; `p' a c_devptr or `c' a c_ptr, by its
   address.  Counts are of elements where both are variables, and else of bytes.
   Of a variable it is the memory from its first element on that is copied.
   Errors are those of gcuf_kernel_copy_rows.  */
typedef struct gcuf_descriptor *gcuf_kernel_d;
typedef char **gcuf_kernel_p, **gcuf_kernel_c;
#define ADDRESS_d(x) (x)->base
#define ADDRESS_p(x) *(x)
#define ADDRESS_c(x) *(x)
#define SIZE_dd(x) (x)->dtype.elem_len
#define SIZE_dp(x) 1
#define SIZE_dc(x) 1
#define SIZE_pd(x) 1
#define SIZE_pp(x) 1
#define SIZE_pc(x) 1
#define SIZE_cd(x) 1
#define SIZE_cp(x) 1
#define SIZE_cc(x) 1

#define KERNEL_ROWS(to, from, dpitch, spitch, width, height, kind)	\
  {									\
    return gcuf_kernel_copy_rows (ADDRESS_##to (dst), dpitch,		\
				  ADDRESS_##from (src), spitch, width,	\
				  height, SIZE_##to##from (dst), kind);	\
  }

#define KERNEL_COPY(to, from, name, parameters, kind)			\
  extern int gcuf_kernel_##name##_##to##from##_ parameters;		\
  GCUF_KERNEL_FUNCTION							\
  int									\
  gcuf_kernel_##name##_##to##from##_ parameters				\
  KERNEL_ROWS (to, from, count, count, count, 1, kind)

#define KERNEL_COPY_2D(to, from, name, parameters, kind)		\
  extern int gcuf_kernel_##name##_##to##from##_ parameters;		\
  GCUF_KERNEL_FUNCTION							\
  int									\
  gcuf_kernel_##name##_##to##from##_ parameters				\
  KERNEL_ROWS (to, from, dpitch, spitch, width, height, kind)

#define KERNEL_SIDES(to, from)						\
  KERNEL_COPY (to, from, memcpy,					\
	(gcuf_kernel_##to dst, gcuf_kernel_##from src, size_t count,	\
	 const int *kind), kind)					\
  KERNEL_COPY (to, from, async,						\
	(gcuf_kernel_##to dst, gcuf_kernel_##from src, size_t count,	\
	 const int *kind,						\
	 const void *stream __attribute__ ((unused))), kind)		\
  KERNEL_COPY (to, from, async_to,					\
	(gcuf_kernel_##to dst, gcuf_kernel_##from src, size_t count,	\
	 const void *stream __attribute__ ((unused))), NULL)		\
  KERNEL_COPY_2D (to, from, memcpy2d,					\
	   (gcuf_kernel_##to dst, size_t dpitch,			\
	    gcuf_kernel_##from src, size_t spitch,			\
	    size_t width, size_t height,				\
	    const int *kind), kind)					\
  KERNEL_COPY_2D (to, from, async2d,					\
	   (gcuf_kernel_##to dst, size_t dpitch,			\
	    gcuf_kernel_##from src, size_t spitch,			\
	    size_t width, size_t height,				\
	    const int *kind,						\
	    const void *stream __attribute__ ((unused))), kind)		\
  KERNEL_COPY_2D (to, from, async2d_to,					\
	   (gcuf_kernel_##to dst, size_t dpitch,			\
	    gcuf_kernel_##from src, size_t spitch,			\
	    size_t width, size_t height,				\
	    const void *stream __attribute__ ((unused))), NULL)

KERNEL_SIDES (d, d)
KERNEL_SIDES (d, p)
KERNEL_SIDES (d, c)
KERNEL_SIDES (p, d)
KERNEL_SIDES (p, p)
KERNEL_SIDES (p, c)
KERNEL_SIDES (c, d)
KERNEL_SIDES (c, p)
KERNEL_SIDES (c, c)

/* --- Setting ----------------------------------------------------------- */

/* Set the first COUNT elements of TO, which is contiguous, to VALUE.
   cudaErrorInvalidValue if their types differ.  */

static inline __attribute__ ((always_inline)) int
gcuf_kernel_fill (struct gcuf_descriptor *to,
		  const struct gcuf_descriptor *value, size_t count)
{
  size_t size = value->dtype.elem_len;
  if (to->dtype.elem_len != size
      || gcuf_element_type (to) != gcuf_element_type (value))
    return GCUF_cudaErrorInvalidValue;
  for (size_t i = 0; i < count; i++)
    GCUF_KERNEL_COPY (to->base + i * size, value->base, size);
  return 0;
}

/* Set COUNT bytes at TO to the low eight bits of VALUE.  Cannot fail.  */

static inline __attribute__ ((always_inline)) int
gcuf_kernel_fill_bytes (char *to, int value, size_t count)
{
  char byte = value;
  for (size_t i = 0; i < count; i++)
    GCUF_KERNEL_COPY (to + i, &byte, 1);
  return 0;
}

#define KERNEL_FILL(name, function, to, parameters)			\
  extern int name parameters;						\
  GCUF_KERNEL_FUNCTION							\
  int									\
  name parameters							\
  {									\
    return function (to, value, count);					\
  }

/* cudaMemset and cudaMemsetAsync of a variable and of a c_devptr.  */

KERNEL_FILL (gcuf_kernel_memset_d_, gcuf_kernel_fill, to,
      (struct gcuf_descriptor *to, const struct gcuf_descriptor *value,
       size_t count))
KERNEL_FILL (gcuf_kernel_memset_async_d_, gcuf_kernel_fill, to,
      (struct gcuf_descriptor *to, const struct gcuf_descriptor *value,
       size_t count, const void *stream __attribute__ ((unused))))
KERNEL_FILL (gcuf_kernel_memset_p_, gcuf_kernel_fill_bytes, *to,
      (char **to, int value, size_t count))
KERNEL_FILL (gcuf_kernel_memset_async_p_, gcuf_kernel_fill_bytes, *to,
      (char **to, int value, size_t count,
       const void *stream __attribute__ ((unused))))
