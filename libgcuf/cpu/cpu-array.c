/* The cpu backend: pitched memory, arrays, and copies of them.
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

#include <stdlib.h>
#include <string.h>

#include "cpu-api.h"
#include "handle.h"

int
gcuf_cpu_malloc_pitch (void **p, size_t *pitch, size_t width, size_t height)
{
  size_t bytes;
  *pitch = (width + GCUF_PITCH - 1) & -(size_t) GCUF_PITCH;
  if (*pitch < width || __builtin_mul_overflow (*pitch, height, &bytes)
      || bytes > PTRDIFF_MAX)
    return GCUF_cudaErrorMemoryAllocation;
  return gcuf_cpu_malloc (p, bytes, GCUF_SPACE_DEVICE);
}

/* --- Arrays ------------------------------------------------------------- */

/* Elements are in device memory, densely.  */
struct gcuf_array
{
  struct gcuf_channels channels;
  struct gcuf_extent extent;
  int flags;
  void *memory;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct gcuf_handles handles;

/* Extents of zero are of dimensions that the array has not.  */

static size_t
at_least_one (size_t n)
{
  return n ? n : 1;
}

/* The bytes of a row of A, and its rows and slices.  */

static struct gcuf_extent
dense_extent (const struct gcuf_array *a)
{
  struct gcuf_extent e =
  {
    a->extent.width * gcuf_channel_bytes (&a->channels),
    at_least_one (a->extent.height), at_least_one (a->extent.depth)
  };
  return e;
}

int
gcuf_cpu_array_create (gcuf_array_t *array, const struct gcuf_channels *c,
		       const struct gcuf_extent *extent, int flags)
{
  /* Those of the devices there are.  */
  enum { MAX_WIDTH = 131072, MAX_HEIGHT = 65536, MAX_DEPTH = 16384,
	 KNOWN_FLAGS = 0x1ff };
  if (extent->width == 0 || extent->width > MAX_WIDTH
      || extent->height > MAX_HEIGHT || extent->depth > MAX_DEPTH
      || (flags & ~KNOWN_FLAGS))
    return GCUF_cudaErrorInvalidValue;
  struct gcuf_array *a = gcuf_xcalloc (1, sizeof *a);
  a->channels = *c;
  a->extent = *extent;
  a->flags = flags;
  struct gcuf_extent e = dense_extent (a);
  int code = gcuf_cpu_malloc (&a->memory, e.width * e.height * e.depth,
			      GCUF_SPACE_DEVICE);
  if (code)
    {
      free (a);
      return code;
    }
  pthread_mutex_lock (&lock);
  *array = (gcuf_array_t) (intptr_t) gcuf_handle_new (&handles, a);
  pthread_mutex_unlock (&lock);
  return 0;
}

static struct gcuf_array *
find (gcuf_array_t handle)
{
  pthread_mutex_lock (&lock);
  struct gcuf_array *a = gcuf_handle_object (&handles, (intptr_t) handle);
  pthread_mutex_unlock (&lock);
  return a;
}

int
gcuf_cpu_array_destroy (gcuf_array_t array)
{
  struct gcuf_array *a = find (array);
  if (!a)
    return GCUF_cudaErrorInvalidResourceHandle;
  int code = gcuf_cpu_free (a->memory, GCUF_SPACE_DEVICE);
  if (code)
    return code;
  pthread_mutex_lock (&lock);
  gcuf_handle_delete (&handles, (intptr_t) array);
  pthread_mutex_unlock (&lock);
  free (a);
  return 0;
}

int
gcuf_cpu_array_info (gcuf_array_t array, struct gcuf_channels *c,
		     struct gcuf_extent *extent, int *flags)
{
  const struct gcuf_array *a = find (array);
  if (!a)
    return GCUF_cudaErrorInvalidResourceHandle;
  *c = a->channels;
  *extent = a->extent;
  *flags = a->flags;
  return 0;
}

void
gcuf_cpu_array_fini (void)
{
  for (uint32_t i = 0; i < handles.n; i++)
    free (handles.slots[i].object);
  free (handles.slots);
  memset (&handles, 0, sizeof handles);
}

/* --- Copies ------------------------------------------------------------- */

/* Where a side begins, and the distances of its rows and slices.  */
struct place
{
  char *base;
  size_t pitch, slice;
};

/* Find PLACE of SIDE, of which V is used; false if that is not all in it.  */

static int
find_place (const struct gcuf_side *side, const struct gcuf_volume *v,
	    struct place *place)
{
  place->base = side->ptr;
  place->pitch = side->pitch;
  place->slice = side->pitch * side->rows;
  if (side->array)
    {
      const struct gcuf_array *a = find (side->array);
      if (!a)
	return GCUF_cudaErrorInvalidResourceHandle;
      struct gcuf_extent e = dense_extent (a);
      if (side->x > e.width || v->width > e.width - side->x
	  || side->y > e.height || v->height > e.height - side->y
	  || side->z > e.depth || v->depth > e.depth - side->z)
	return GCUF_cudaErrorInvalidValue;
      place->base = a->memory;
      place->pitch = e.width;
      place->slice = e.width * e.height;
    }
  place->base += side->x + side->y * place->pitch + side->z * place->slice;
  return 0;
}

int
gcuf_cpu_copy_volume (const struct gcuf_volume *v, gcuf_stream_t stream,
		      bool wait)
{
  struct place dst, src;
  int code = find_place (&v->dst, v, &dst);
  if (code == 0)
    code = find_place (&v->src, v, &src);
  if (code)
    return code;
  struct gcuf_box box =
  {
    .dst = dst.base, .src = src.base, .width = v->width,
    .height = v->height, .depth = v->depth, .dst_pitch = dst.pitch,
    .src_pitch = src.pitch, .dst_slice = dst.slice, .src_slice = src.slice,
    .kind = v->kind
  };
  return gcuf_backend_cpu.copy (&box, stream, wait);
}
