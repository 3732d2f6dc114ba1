/* Copies and fills on the cuda backend.
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

#include <limits.h>

#include "backend-cuda.h"

static int
finish (int code, gcuf_stream_t stream, bool wait)
{
  if (code == 0 && wait)
    code = gcuf_cuda_stream_synchronize (stream);
  return code;
}

/* A synchronous copy in the legacy stream has waited for all work before
   it.  */

static int
done (int code)
{
  if (code == 0)
    gcuf_launches_done (0);
  return gcuf_cuda_drain (code);
}

static int
copy_1d (const struct gcuf_box *box, gcuf_stream_t stream, bool wait)
{
  CUstream s = gcuf_cuda_stream (stream);
  CUdeviceptr dst = (CUdeviceptr) box->dst, src = (CUdeviceptr) box->src;
  switch (box->kind)
    {
    case GCUF_COPY_HOST_TO_DEVICE:
      /* For pageable memory the synchronous functions are faster.  */
      if (wait && stream == 0)
	return done (gcuf_cu.MemcpyHtoD (dst, box->src, box->width));
      return finish (gcuf_cu.MemcpyHtoDAsync (dst, box->src, box->width, s),
		     stream, wait);
    case GCUF_COPY_DEVICE_TO_HOST:
      if (wait && stream == 0)
	return done (gcuf_cu.MemcpyDtoH (box->dst, src, box->width));
      return finish (gcuf_cu.MemcpyDtoHAsync (box->dst, src, box->width, s),
		     stream, wait);
    case GCUF_COPY_DEVICE_TO_DEVICE:
      return finish (gcuf_cu.MemcpyDtoDAsync (dst, src, box->width, s),
		     stream, wait);
    default:
      return finish (gcuf_cu.MemcpyAsync (dst, src, box->width, s), stream,
		     wait);
    }
}

/* Store the driver's memory types of both sides of BOX.  */

static void
memory_types (const struct gcuf_box *box, int *dst, int *src)
{
  static const struct { int dst, src; } types[] =
  {
    [GCUF_COPY_HOST_TO_HOST] = { CU_MEMORYTYPE_HOST, CU_MEMORYTYPE_HOST },
    [GCUF_COPY_HOST_TO_DEVICE] = { CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_HOST },
    [GCUF_COPY_DEVICE_TO_HOST] = { CU_MEMORYTYPE_HOST, CU_MEMORYTYPE_DEVICE },
    [GCUF_COPY_DEVICE_TO_DEVICE]
      = { CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_DEVICE },
    [GCUF_COPY_DEFAULT] = { CU_MEMORYTYPE_UNIFIED, CU_MEMORYTYPE_UNIFIED }
  };
  *dst = types[box->kind].dst;
  *src = types[box->kind].src;
}

/* Copy slice by slice, or row by row, if the driver cannot do it at once.  */

static int
copy_parts (const struct gcuf_box *box, gcuf_stream_t stream,
	    int (*copy) (const struct gcuf_box *, gcuf_stream_t))
{
  struct gcuf_box part = *box;
  bool rows = box->depth == 1;
  size_t n = rows ? box->height : box->depth;
  int code = 0;
  part.height = rows ? 1 : box->height;
  part.depth = 1;
  for (size_t i = 0; i < n && code == 0; i++)
    {
      code = copy (&part, stream);
      part.dst = (char *) part.dst + (rows ? box->dst_pitch : box->dst_slice);
      part.src = ((const char *) part.src
		  + (rows ? box->src_pitch : box->src_slice));
    }
  return code;
}

static int
copy_row (const struct gcuf_box *box, gcuf_stream_t stream)
{
  return copy_1d (box, stream, false);
}

static int
copy_2d (const struct gcuf_box *box, gcuf_stream_t stream)
{
  if (box->height == 1)
    return copy_row (box, stream);
  if (box->dst_pitch > INT_MAX || box->src_pitch > INT_MAX)
    return copy_parts (box, stream, copy_row);
  struct gcuf_cu_copy_2d c =
  {
    .dst_host = box->dst, .dst_device = (CUdeviceptr) box->dst,
    .src_host = box->src, .src_device = (CUdeviceptr) box->src,
    .dst_pitch = box->dst_pitch, .src_pitch = box->src_pitch,
    .width = box->width, .height = box->height
  };
  memory_types (box, &c.dst_type, &c.src_type);
  return gcuf_cu.Memcpy2DAsync (&c, gcuf_cuda_stream (stream));
}

/* Return true if slices STRIDE bytes apart are a whole number of rows
   apart.  */

static bool
whole_rows_p (size_t stride, size_t pitch, size_t height)
{
  return pitch <= INT_MAX && stride % pitch == 0 && stride / pitch >= height;
}

static int
copy_3d (const struct gcuf_box *box, gcuf_stream_t stream)
{
  if (!whole_rows_p (box->dst_slice, box->dst_pitch, box->height)
      || !whole_rows_p (box->src_slice, box->src_pitch, box->height))
    return copy_parts (box, stream, copy_2d);
  struct gcuf_cu_copy_3d c =
  {
    .dst_host = box->dst, .dst_device = (CUdeviceptr) box->dst,
    .src_host = box->src, .src_device = (CUdeviceptr) box->src,
    .dst_pitch = box->dst_pitch, .src_pitch = box->src_pitch,
    .dst_height = box->dst_slice / box->dst_pitch,
    .src_height = box->src_slice / box->src_pitch,
    .width = box->width, .height = box->height, .depth = box->depth
  };
  memory_types (box, &c.dst_type, &c.src_type);
  return gcuf_cu.Memcpy3DAsync (&c, gcuf_cuda_stream (stream));
}

int
gcuf_cuda_copy (const struct gcuf_box *box, gcuf_stream_t stream, bool wait)
{
  if (box->kind == GCUF_COPY_HOST_TO_HOST)
    {
      int code = finish (0, stream, true);
      if (code == 0)
	gcuf_box_copy (box);
      return code;
    }
  if (box->depth > 1)
    return finish (copy_3d (box, stream), stream, wait);
  if (box->height > 1)
    return finish (copy_2d (box, stream), stream, wait);
  return copy_1d (box, stream, wait);
}

int
gcuf_cuda_fetch (void *to, const void *from, size_t bytes,
		 gcuf_stream_t stream)
{
  struct gcuf_box box =
  {
    .dst = to, .src = from, .width = bytes, .height = 1, .depth = 1,
    .kind = GCUF_COPY_DEVICE_TO_HOST
  };
  return gcuf_cuda_copy (&box, stream, true);
}

int
gcuf_cuda_set (const struct gcuf_set *set, gcuf_stream_t stream)
{
  CUstream s = gcuf_cuda_stream (stream);
  CUdeviceptr dst = (CUdeviceptr) set->dst;
  bool flat = set->rows == 1;
  switch (set->size)
    {
    case 1:
      return flat
	? gcuf_cu.MemsetD8Async (dst, set->pattern, set->count, s)
	: gcuf_cu.MemsetD2D8Async (dst, set->pitch, set->pattern, set->count,
				   set->rows, s);
    case 2:
      return flat
	? gcuf_cu.MemsetD16Async (dst, set->pattern, set->count, s)
	: gcuf_cu.MemsetD2D16Async (dst, set->pitch, set->pattern, set->count,
				    set->rows, s);
    default:
      return flat
	? gcuf_cu.MemsetD32Async (dst, set->pattern, set->count, s)
	: gcuf_cu.MemsetD2D32Async (dst, set->pitch, set->pattern, set->count,
				    set->rows, s);
    }
}
