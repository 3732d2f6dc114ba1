/* Allocation, and copies and fills of bytes.
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

#include <string.h>

#include "gcuf-memory.h"
#include "transfer.h"

/* --- Allocation ---------------------------------------------------------- */

GCUF_EXPORT int
GCUF_cudaMemGetInfo (size_t *free, size_t *total)
{
  return gcuf_record_error (gcuf_backend ()->memory_info (free, total));
}

/* Unlike Fortran's allocate, cudaMalloc of zero bytes returns a null
   pointer.  */

static int
api_malloc (void **p, size_t bytes, unsigned space)
{
  *p = NULL;
  return bytes ? gcuf_allocate (p, bytes, space, false) : 0;
}

GCUF_EXPORT int
GCUF_cudaMalloc (void **p, size_t bytes)
{
  return api_malloc (p, bytes, GCUF_SPACE_DEVICE);
}

GCUF_EXPORT int
GCUF_cudaMallocManaged (void **p, size_t bytes, int flags)
{
  enum { ATTACH_GLOBAL = 1, ATTACH_HOST = 2 };
  if (flags != ATTACH_GLOBAL && flags != ATTACH_HOST)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return api_malloc (p, bytes, GCUF_SPACE_MANAGED);
}

GCUF_EXPORT int
GCUF_cudaFree (void *p)
{
  return gcuf_deallocate (p, GCUF_SPACE_DEVICE);
}

/* --- Copies -------------------------------------------------------------- */

static int
copy_2d (void *dst, size_t dst_pitch, const void *src, size_t src_pitch,
	 size_t width, size_t height, int kind, gcuf_stream_t stream,
	 bool wait)
{
  if (kind < GCUF_COPY_HOST_TO_HOST || kind > GCUF_COPY_DEFAULT)
    return gcuf_record_error (GCUF_cudaErrorInvalidMemcpyDirection);
  if (height > 1 && (width > dst_pitch || width > src_pitch))
    return gcuf_record_error (GCUF_cudaErrorInvalidPitchValue);
  if (width == 0 || height == 0)
    return 0;
  if (!dst || !src)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  struct gcuf_box box =
  {
    .dst = dst, .src = src, .width = width, .height = height, .depth = 1,
    .dst_pitch = dst_pitch, .src_pitch = src_pitch, .kind = kind
  };
  return gcuf_record_error (gcuf_backend ()->copy (&box, stream, wait));
}

GCUF_EXPORT int
GCUF_cudaMemcpy (void *dst, const void *src, size_t bytes, int kind)
{
  return copy_2d (dst, 0, src, 0, bytes, 1, kind, 0, true);
}

GCUF_EXPORT int
GCUF_cudaMemcpyAsync (void *dst, const void *src, size_t bytes, int kind,
		      gcuf_stream_t stream)
{
  return copy_2d (dst, 0, src, 0, bytes, 1, kind, stream, false);
}

GCUF_EXPORT int
GCUF_cudaMemcpy2D (void *dst, size_t dst_pitch, const void *src,
		   size_t src_pitch, size_t width, size_t height, int kind)
{
  return copy_2d (dst, dst_pitch, src, src_pitch, width, height, kind, 0,
		  true);
}

GCUF_EXPORT int
GCUF_cudaMemcpy2DAsync (void *dst, size_t dst_pitch, const void *src,
			size_t src_pitch, size_t width, size_t height,
			int kind, gcuf_stream_t stream)
{
  return copy_2d (dst, dst_pitch, src, src_pitch, width, height, kind, stream,
		  false);
}

/* --- Fills --------------------------------------------------------------- */

static int
set_2d (void *p, size_t pitch, unsigned size, uint32_t pattern, size_t count,
	size_t rows, gcuf_stream_t stream)
{
  if (rows > 1 && count * size > pitch)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  if (count == 0 || rows == 0)
    return 0;
  if (!p)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  struct gcuf_set set =
  {
    .dst = p, .pitch = pitch, .count = count, .rows = rows, .size = size,
    .pattern = pattern
  };
  return gcuf_record_error (gcuf_backend ()->set (&set, stream));
}

GCUF_EXPORT int
GCUF_cudaMemset (void *p, int value, size_t bytes)
{
  return set_2d (p, 0, 1, (unsigned char) value, bytes, 1, 0);
}

GCUF_EXPORT int
GCUF_cudaMemsetAsync (void *p, int value, size_t bytes, gcuf_stream_t stream)
{
  return set_2d (p, 0, 1, (unsigned char) value, bytes, 1, stream);
}

GCUF_EXPORT int
GCUF_cudaMemset2D (void *p, size_t pitch, int value, size_t width,
		   size_t height)
{
  return GCUF_cudaMemset2DAsync (p, pitch, value, width, height, 0);
}

GCUF_EXPORT int
GCUF_cudaMemset2DAsync (void *p, size_t pitch, int value, size_t width,
			size_t height, gcuf_stream_t stream)
{
  return set_2d (p, pitch, 1, (unsigned char) value, width, height, stream);
}

GCUF_EXPORT int
GCUF_cudaMemsetElementsAsync (void *p, const void *value, size_t size,
			      size_t count, gcuf_stream_t stream)
{
  if (count && size && !p)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return gcuf_record_error (gcuf_fill_bytes (p, value, size, count, stream));
}

/* Rows without gaps between them are set as one.  */

GCUF_EXPORT int
GCUF_cudaMemsetRows (void *p, const void *value, size_t size, size_t pitch,
		     size_t count, size_t rows, gcuf_stream_t stream)
{
  uint32_t pattern = 0;
  if (rows > 1 && count > pitch)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  if (pitch == count || rows <= 1)
    return GCUF_cudaMemsetElementsAsync (p, value, size,
					 rows ? count * rows : 0, stream);
  if (size == 1 || size == 2 || size == 4)
    {
      memcpy (&pattern, value, size);
      return set_2d (p, pitch * size, size, pattern, count, rows, stream);
    }
  for (size_t i = 0; i < rows; i++)
    {
      int code = GCUF_cudaMemsetElementsAsync ((char *) p + i * pitch * size,
					       value, size, count, stream);
      if (code)
	return code;
    }
  return 0;
}
