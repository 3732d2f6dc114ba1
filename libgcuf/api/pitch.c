/* Memory with padded rows.
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

#include "gcuf-internal.h"

GCUF_EXPORT int
GCUF_cudaMallocPitch (void **p, size_t *pitch, size_t width, size_t height)
{
  *p = NULL;
  *pitch = 0;
  if (width == 0 || height == 0)
    return 0;
  return gcuf_record_error (gcuf_backend ()->malloc_pitch (p, pitch, width,
							   height));
}

GCUF_EXPORT int
GCUF_cudaMalloc3D (struct gcuf_pitched *p, const struct gcuf_extent *e)
{
  size_t rows;
  p->ptr = NULL;
  p->pitch = 0;
  p->xsize = e->width;
  p->ysize = e->height;
  if (__builtin_mul_overflow (e->height, e->depth, &rows))
    return gcuf_record_error (GCUF_cudaErrorMemoryAllocation);
  return GCUF_cudaMallocPitch (&p->ptr, &p->pitch, e->width, rows);
}

GCUF_EXPORT int
GCUF_cudaMemset3DAsync (const struct gcuf_pitched *p, int value,
			const struct gcuf_extent *e, gcuf_stream_t stream)
{
  if (e->width == 0 || e->height == 0 || e->depth == 0)
    return 0;
  if (e->width > p->pitch || (e->depth > 1 && e->height > p->ysize))
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  if (e->height == p->ysize || e->depth == 1)
    return GCUF_cudaMemset2DAsync (p->ptr, p->pitch, value, e->width,
				   e->height * e->depth, stream);
  for (size_t i = 0; i < e->depth; i++)
    {
      int code = GCUF_cudaMemset2DAsync ((char *) p->ptr
					 + i * p->pitch * p->ysize, p->pitch,
					 value, e->width, e->height, stream);
      if (code)
	return code;
    }
  return 0;
}

GCUF_EXPORT int
GCUF_cudaMemset3D (const struct gcuf_pitched *p, int value,
		   const struct gcuf_extent *e)
{
  return GCUF_cudaMemset3DAsync (p, value, e, 0);
}
