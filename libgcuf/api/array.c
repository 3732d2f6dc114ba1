/* Arrays of channels, and copies to and from them.
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

#include "gcuf-internal.h"

/* --- Channels ------------------------------------------------------------- */

/* Return true if C has one, two or four channels of the same size, signed or
   unsigned integers of 8, 16 or 32 bits or reals of 16 or 32.  */

static bool
channels_valid_p (const struct gcuf_channels *c)
{
  enum { SIGNED, UNSIGNED, FLOAT };
  if (c->f < SIGNED || c->f > FLOAT
      || (c->x != 8 && c->x != 16 && c->x != 32)
      || (c->f == FLOAT && c->x == 8))
    return false;
  switch (gcuf_channel_count (c))
    {
    case 1:
      return true;
    case 2:
      return c->y == c->x;
    case 4:
      return c->y == c->x && c->z == c->x && c->w == c->x;
    default:
      return false;
    }
}

/* --- Arrays --------------------------------------------------------------- */

GCUF_EXPORT int
GCUF_cudaMalloc3DArray (gcuf_array_t *array, const struct gcuf_channels *c,
			const struct gcuf_extent *extent, int flags)
{
  *array = NULL;
  if (!channels_valid_p (c))
    return gcuf_record_error (GCUF_cudaErrorInvalidChannelDescriptor);
  return gcuf_record_error (gcuf_backend ()->array_create (array, c, extent,
							   flags));
}

GCUF_EXPORT int
GCUF_cudaMallocArray (gcuf_array_t *array, const struct gcuf_channels *c,
		      size_t width, size_t height, int flags)
{
  struct gcuf_extent extent = { width, height, 0 };
  return GCUF_cudaMalloc3DArray (array, c, &extent, flags);
}

GCUF_EXPORT int
GCUF_cudaFreeArray (gcuf_array_t array)
{
  if (!array)
    return 0;
  return gcuf_record_error (gcuf_backend ()->array_destroy (array));
}

GCUF_EXPORT int
GCUF_cudaArrayGetInfo (struct gcuf_channels *c, struct gcuf_extent *extent,
		       int *flags, gcuf_array_t array)
{
  if (!array)
    return gcuf_record_error (GCUF_cudaErrorInvalidResourceHandle);
  return gcuf_record_error (gcuf_backend ()->array_info (array, c, extent,
							 flags));
}

/* --- Copies ------------------------------------------------------------- */

static int
copy (const struct gcuf_volume *v, gcuf_stream_t stream, bool wait)
{
  if (v->kind < GCUF_COPY_HOST_TO_HOST || v->kind > GCUF_COPY_DEFAULT)
    return gcuf_record_error (GCUF_cudaErrorInvalidMemcpyDirection);
  if (v->width == 0 || v->height == 0 || v->depth == 0)
    return 0;
  return gcuf_record_error (gcuf_backend ()->copy_volume (v, stream, wait));
}

/* Return true if the kind of V puts a side that is an array on the host.  */

static bool
wrong_direction_p (const struct gcuf_volume *v)
{
  bool dst_host = (v->kind == GCUF_COPY_DEVICE_TO_HOST
		   || v->kind == GCUF_COPY_HOST_TO_HOST);
  bool src_host = (v->kind == GCUF_COPY_HOST_TO_DEVICE
		   || v->kind == GCUF_COPY_HOST_TO_HOST);
  return (v->dst.array && dst_host) || (v->src.array && src_host);
}

/* V is of two dimensions: its memory side, if it has one, is ARRAY's partner
   with rows PITCH bytes apart.  */

static int
copy_rows (const struct gcuf_volume *v, gcuf_stream_t stream, bool wait)
{
  const struct gcuf_side *memory = v->dst.array ? &v->src : &v->dst;
  if (wrong_direction_p (v))
    return gcuf_record_error (GCUF_cudaErrorInvalidMemcpyDirection);
  if (v->width && v->height && !memory->array)
    {
      if (!memory->ptr)
	return gcuf_record_error (GCUF_cudaErrorInvalidValue);
      if (v->height > 1 && v->width > memory->pitch)
	return gcuf_record_error (GCUF_cudaErrorInvalidPitchValue);
    }
  return copy (v, stream, wait);
}

GCUF_EXPORT int
GCUF_cudaMemcpy2DToArray (gcuf_array_t dst, size_t x, size_t y,
			  const void *src, size_t pitch, size_t width,
			  size_t height, int kind, gcuf_stream_t stream,
			  int wait)
{
  struct gcuf_volume v =
  {
    .dst = { .array = dst, .x = x, .y = y },
    .src = { .ptr = (void *) src, .pitch = pitch, .rows = height },
    .width = width, .height = height, .depth = 1, .kind = kind
  };
  if (!dst)
    return gcuf_record_error (GCUF_cudaErrorInvalidResourceHandle);
  return copy_rows (&v, stream, wait);
}

GCUF_EXPORT int
GCUF_cudaMemcpy2DFromArray (void *dst, size_t pitch, gcuf_array_t src,
			    size_t x, size_t y, size_t width, size_t height,
			    int kind, gcuf_stream_t stream, int wait)
{
  struct gcuf_volume v =
  {
    .dst = { .ptr = dst, .pitch = pitch, .rows = height },
    .src = { .array = src, .x = x, .y = y },
    .width = width, .height = height, .depth = 1, .kind = kind
  };
  if (!src)
    return gcuf_record_error (GCUF_cudaErrorInvalidResourceHandle);
  return copy_rows (&v, stream, wait);
}

GCUF_EXPORT int
GCUF_cudaMemcpy2DArrayToArray (gcuf_array_t dst, size_t dst_x, size_t dst_y,
			       gcuf_array_t src, size_t src_x, size_t src_y,
			       size_t width, size_t height, int kind)
{
  struct gcuf_volume v =
  {
    .dst = { .array = dst, .x = dst_x, .y = dst_y },
    .src = { .array = src, .x = src_x, .y = src_y },
    .width = width, .height = height, .depth = 1, .kind = kind
  };
  if (!dst || !src)
    return gcuf_record_error (GCUF_cudaErrorInvalidResourceHandle);
  return copy_rows (&v, 0, true);
}

/* The bytes of a row of ARRAY.  */

static int
row_bytes (gcuf_array_t array, size_t *bytes)
{
  struct gcuf_channels c;
  struct gcuf_extent e;
  int flags;
  int code = GCUF_cudaArrayGetInfo (&c, &e, &flags, array);
  if (code == 0)
    *bytes = e.width * gcuf_channel_bytes (&c);
  return code;
}

/* Advance SIDE of V, with rows of ROW bytes if it is an array, past the part
   that has been copied.  */

static void
advance (struct gcuf_side *side, size_t row, const struct gcuf_volume *v)
{
  if (!side->array)
    {
      side->ptr = (char *) side->ptr + v->width * v->height;
      return;
    }
  side->x += v->width;
  if (side->x == row)
    {
      side->x = 0;
      side->y += v->height;
    }
}

/* Copy COUNT bytes that are consecutive in arrays whose rows have DST_ROW and
   SRC_ROW bytes, or in memory if that is zero.  Pieces end at the end of a row;
   whole rows are copied together.  V has the sides and the positions.  */

static int
copy_consecutive (struct gcuf_volume *v, size_t dst_row, size_t src_row,
		  size_t count, gcuf_stream_t stream, bool wait)
{
  int code = 0;
  if (wrong_direction_p (v))
    return gcuf_record_error (GCUF_cudaErrorInvalidMemcpyDirection);
  v->depth = 1;
  while (count && code == 0)
    {
      size_t dst_left = dst_row ? dst_row - v->dst.x : count;
      size_t src_left = src_row ? src_row - v->src.x : count;
      size_t row = dst_row ? dst_row : src_row;
      bool whole = ((!dst_row || dst_row == row) && (!src_row || src_row == row)
		    && v->dst.x == 0 && v->src.x == 0 && count >= row);
      v->width = whole ? row : count;
      if (v->width > dst_left)
	v->width = dst_left;
      if (v->width > src_left)
	v->width = src_left;
      v->height = whole ? count / row : 1;
      v->dst.pitch = v->src.pitch = v->width;
      v->dst.rows = v->src.rows = v->height;
      code = copy (v, stream, wait);
      count -= v->width * v->height;
      advance (&v->dst, dst_row, v);
      advance (&v->src, src_row, v);
    }
  return code;
}

GCUF_EXPORT int
GCUF_cudaMemcpyToArray (gcuf_array_t dst, size_t x, size_t y,
			const void *src, size_t count, int kind,
			gcuf_stream_t stream, int wait)
{
  struct gcuf_volume v =
  {
    .dst = { .array = dst, .x = x, .y = y }, .src = { .ptr = (void *) src },
    .kind = kind
  };
  size_t row;
  int code = row_bytes (dst, &row);
  if (code == 0 && (x >= row || (count && !src)))
    code = gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return code ? code : copy_consecutive (&v, row, 0, count, stream, wait);
}

GCUF_EXPORT int
GCUF_cudaMemcpyFromArray (void *dst, gcuf_array_t src, size_t x, size_t y,
			  size_t count, int kind, gcuf_stream_t stream,
			  int wait)
{
  struct gcuf_volume v =
  {
    .dst = { .ptr = dst }, .src = { .array = src, .x = x, .y = y },
    .kind = kind
  };
  size_t row;
  int code = row_bytes (src, &row);
  if (code == 0 && (x >= row || (count && !dst)))
    code = gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return code ? code : copy_consecutive (&v, 0, row, count, stream, wait);
}

GCUF_EXPORT int
GCUF_cudaMemcpyArrayToArray (gcuf_array_t dst, size_t dst_x, size_t dst_y,
			     gcuf_array_t src, size_t src_x, size_t src_y,
			     size_t count, int kind)
{
  struct gcuf_volume v =
  {
    .dst = { .array = dst, .x = dst_x, .y = dst_y },
    .src = { .array = src, .x = src_x, .y = src_y }, .kind = kind
  };
  size_t dst_row, src_row;
  int code = row_bytes (dst, &dst_row);
  if (code == 0)
    code = row_bytes (src, &src_row);
  if (code == 0 && (dst_x >= dst_row || src_x >= src_row))
    code = gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return code ? code : copy_consecutive (&v, dst_row, src_row, count, 0,
					 true);
}

/* --- Three dimensions --------------------------------------------------- */

/* Set up one SIDE of a cudaMemcpy3D.  If it is an array, set *ELEMENT to the
   size of an element.  */

static int
make_side (struct gcuf_side *side, gcuf_array_t array,
	   const struct gcuf_pitched *p, const struct gcuf_pos *pos,
	   size_t *element)
{
  if (!array == !p->ptr)
    return GCUF_cudaErrorInvalidValue;
  side->array = array;
  side->ptr = p->ptr;
  side->pitch = p->pitch;
  side->rows = p->ysize;
  side->x = pos->x;
  side->y = pos->y;
  side->z = pos->z;
  if (array)
    {
      struct gcuf_channels c;
      struct gcuf_extent e;
      int flags;
      int code = gcuf_backend ()->array_info (array, &c, &e, &flags);
      if (code)
	return code;
      *element = gcuf_channel_bytes (&c);
      side->x *= *element;
    }
  return 0;
}

/* Return true if the region of V fits the rows and slices of SIDE, if that is
   memory.  */

static bool
fits_p (const struct gcuf_side *side, const struct gcuf_volume *v)
{
  return (side->array
	  || (side->x + v->width <= side->pitch
	      && (v->depth == 1 || side->y + v->height <= side->rows)));
}

static int
copy_3d (const struct gcuf_copy_3d_parms *p, gcuf_stream_t stream, bool wait)
{
  struct gcuf_volume v =
  {
    .width = p->extent.width, .height = p->extent.height,
    .depth = p->extent.depth, .kind = p->kind
  };
  size_t element = 1;
  if (v.kind < GCUF_COPY_HOST_TO_HOST || v.kind > GCUF_COPY_DEFAULT)
    return gcuf_record_error (GCUF_cudaErrorInvalidMemcpyDirection);
  if (v.width == 0 || v.height == 0 || v.depth == 0)
    return 0;
  int code = make_side (&v.dst, p->dstArray, &p->dstPtr, &p->dstPos,
			&element);
  if (code == 0)
    code = make_side (&v.src, p->srcArray, &p->srcPtr, &p->srcPos, &element);
  v.width *= element;
  if (code == 0 && (!fits_p (&v.dst, &v) || !fits_p (&v.src, &v)))
    code = GCUF_cudaErrorInvalidPitchValue;
  if (code == 0 && wrong_direction_p (&v))
    code = GCUF_cudaErrorInvalidMemcpyDirection;
  return code ? gcuf_record_error (code) : copy (&v, stream, wait);
}

GCUF_EXPORT int
GCUF_cudaMemcpy3D (const struct gcuf_copy_3d_parms *p)
{
  return copy_3d (p, 0, true);
}

GCUF_EXPORT int
GCUF_cudaMemcpy3DAsync (const struct gcuf_copy_3d_parms *p,
			gcuf_stream_t stream)
{
  return copy_3d (p, stream, false);
}
