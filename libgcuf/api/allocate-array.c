/* Allocation of Fortran arrays by the API.
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

#include "gcuf-memory.h"

/* Called by module cuf_malloc, whose procedures take arrays of any type: their
   descriptors have the size of the elements even if they are not allocated.  */

/* Set A, of RANK, to the elements at BASE, N[I] in dimension I.  */

static void
set_bounds (struct gcuf_descriptor *a, void *base, const size_t *n, int rank)
{
  ptrdiff_t stride = 1;
  a->base = base;
  a->offset = 0;
  a->span = a->dtype.elem_len;
  for (int i = 0; i < rank; i++)
    {
      a->dim[i].stride = stride;
      a->dim[i].lower = 1;
      a->dim[i].upper = n[i];
      a->offset -= stride;
      stride *= n[i];
    }
}

/* Return an error if A is not of RANK or, as with ALLOCATE, already
   allocated.  */

static int
check (const struct gcuf_descriptor *a, int rank)
{
  if (a->dtype.rank != rank)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return a->base ? gcuf_record_error (GCUF_cudaErrorMemoryAllocation) : 0;
}

/* A pointer may be associated, or undefined: disassociate A.  */

static struct gcuf_descriptor *
nullify (struct gcuf_descriptor *a)
{
  a->base = NULL;
  return a;
}

/* Return the size of N elements of A in bytes, SIZE_MAX if that overflows.  */

static size_t
bytes_of (const struct gcuf_descriptor *a, size_t n)
{
  size_t bytes;
  return __builtin_mul_overflow (n, a->dtype.elem_len, &bytes) ? SIZE_MAX
	 : bytes ? bytes : 1;
}

/* If CODE, the result of allocating the elements at BASE, is no error, make
   them those of A, N[I] in dimension I.  */

static int
give (int code, struct gcuf_descriptor *a, void *base, const size_t *n,
      int rank)
{
  if (code)
    return code;
  if (!gcuf_keep_array (base))
    {
      GCUF_cudaFree (base);
      return gcuf_record_error (GCUF_cudaErrorMemoryAllocation);
    }
  set_bounds (a, base, n, rank);
  return 0;
}

extern int gcuf_allocate_device_ (struct gcuf_descriptor *, const size_t *);
extern int gcuf_allocate_managed_ (struct gcuf_descriptor *, const size_t *,
				   const int *);
extern int gcuf_allocate_async_ (struct gcuf_descriptor *, const size_t *,
				 const gcuf_stream_t *);
extern int gcuf_allocate_pitched_ (struct gcuf_descriptor *, size_t *,
				   const size_t *, const size_t *,
				   const size_t *, const int *);
extern int gcuf_allocate_device_target_ (struct gcuf_descriptor *,
					 const size_t *);
extern int gcuf_allocate_managed_target_ (struct gcuf_descriptor *,
					  const size_t *, const int *);
extern int gcuf_allocate_async_target_ (struct gcuf_descriptor *,
					const size_t *, const gcuf_stream_t *);
extern int gcuf_free_device_ (struct gcuf_descriptor *);
extern int gcuf_free_managed_ (struct gcuf_descriptor *);
extern int gcuf_free_device_target_ (struct gcuf_descriptor *);
extern int gcuf_free_managed_target_ (struct gcuf_descriptor *);
extern int gcuf_free_array_async_ (struct gcuf_descriptor *,
				   const gcuf_stream_t *);
extern int gcuf_free_target_async_ (struct gcuf_descriptor *,
				    const gcuf_stream_t *);

int
gcuf_allocate_device_ (struct gcuf_descriptor *a, const size_t *n)
{
  void *p = NULL;
  int code = check (a, 1);
  if (code == 0)
    code = GCUF_cudaMalloc (&p, bytes_of (a, *n));
  return give (code, a, p, n, 1);
}

int
gcuf_allocate_managed_ (struct gcuf_descriptor *a, const size_t *n,
			const int *flags)
{
  void *p = NULL;
  int code = check (a, 1);
  if (code == 0)
    code = GCUF_cudaMallocManaged (&p, bytes_of (a, *n), *flags);
  return give (code, a, p, n, 1);
}

int
gcuf_allocate_async_ (struct gcuf_descriptor *a, const size_t *n,
		      const gcuf_stream_t *stream)
{
  void *p = NULL;
  int code = check (a, 1);
  if (code == 0)
    code = GCUF_cudaMallocAsync (&p, bytes_of (a, *n), *stream);
  return give (code, a, p, n, 1);
}

int
gcuf_allocate_device_target_ (struct gcuf_descriptor *a, const size_t *n)
{
  return gcuf_allocate_device_ (nullify (a), n);
}

int
gcuf_allocate_managed_target_ (struct gcuf_descriptor *a, const size_t *n,
			       const int *flags)
{
  return gcuf_allocate_managed_ (nullify (a), n, flags);
}

int
gcuf_allocate_async_target_ (struct gcuf_descriptor *a, const size_t *n,
			     const gcuf_stream_t *stream)
{
  return gcuf_allocate_async_ (nullify (a), n, stream);
}

/* An allocated array is contiguous to the compiler, so the padding is part of
   the first dimension.  Rows are a multiple of the device's pitch and of the
   size of an element.  */

static size_t
padded (size_t n, size_t size)
{
  size_t step = GCUF_PITCH;
  while (step % 2 == 0 && size % 2 == 0)
    {
      step /= 2;
      size /= 2;
    }
  return (n + step - 1) / step * step;
}

int
gcuf_allocate_pitched_ (struct gcuf_descriptor *a, size_t *pitch,
			const size_t *n1, const size_t *n2, const size_t *n3,
			const int *rank)
{
  size_t elements = 0, n[3] = { padded (*n1, a->dtype.elem_len), *n2, *n3 };
  void *p = NULL;
  int code = check (a, *rank);
  *pitch = n[0];
  if (code == 0
      && (n[0] < *n1 || __builtin_mul_overflow (n[0], n[1], &elements)
	  || __builtin_mul_overflow (elements, n[2], &elements)))
    code = gcuf_record_error (GCUF_cudaErrorMemoryAllocation);
  if (code == 0)
    code = GCUF_cudaMalloc (&p, bytes_of (a, elements));
  return give (code, a, p, n, *rank);
}

static int
free_array (struct gcuf_descriptor *a)
{
  int code = GCUF_cudaFree (a->base);
  if (code == 0)
    a->base = NULL;
  return code;
}

int
gcuf_free_device_ (struct gcuf_descriptor *a)
{
  return free_array (a);
}

int
gcuf_free_managed_ (struct gcuf_descriptor *a)
{
  return free_array (a);
}

int
gcuf_free_device_target_ (struct gcuf_descriptor *a)
{
  return free_array (a);
}

int
gcuf_free_managed_target_ (struct gcuf_descriptor *a)
{
  return free_array (a);
}

int
gcuf_free_array_async_ (struct gcuf_descriptor *a,
			const gcuf_stream_t *stream)
{
  int code = GCUF_cudaFreeAsync (a->base, *stream);
  if (code == 0)
    a->base = NULL;
  return code;
}

int
gcuf_free_target_async_ (struct gcuf_descriptor *a,
			 const gcuf_stream_t *stream)
{
  return gcuf_free_array_async_ (a, stream);
}
