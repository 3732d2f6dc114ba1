/* The cuda backend: pitched memory, arrays, and copies of them.
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

#include "cuda-api.h"

int
gcuf_cuda_malloc_pitch (void **p, size_t *pitch, size_t width, size_t height)
{
  /* The size of elements that cudaMallocPitch assumes.  */
  enum { ELEMENT = 4 };
  CUdeviceptr address;
  int code = gcuf_cu.MemAllocPitch (&address, pitch, width, height, ELEMENT);
  *p = code ? NULL : (void *) address;
  return code;
}

/* The driver's formats: by cudaChannelFormatKind and bits.  */
static const struct
{
  int format, bits, kind;
} formats[] =
{
  { 0x08, 8, 0 }, { 0x09, 16, 0 }, { 0x0a, 32, 0 },
  { 0x01, 8, 1 }, { 0x02, 16, 1 }, { 0x03, 32, 1 },
  { 0x10, 16, 2 }, { 0x20, 32, 2 }
};
enum { N_FORMATS = sizeof formats / sizeof *formats };

int
gcuf_cuda_array_create (gcuf_array_t *array, const struct gcuf_channels *c,
			const struct gcuf_extent *extent, int flags)
{
  struct gcuf_cu_array a =
  {
    .width = extent->width, .height = extent->height, .depth = extent->depth,
    .channels = gcuf_channel_count (c), .flags = flags
  };
  for (int i = 0; i < N_FORMATS; i++)
    if (formats[i].bits == c->x && formats[i].kind == c->f)
      a.format = formats[i].format;
  return gcuf_cu.Array3DCreate ((CUarray *) array, &a);
}

int
gcuf_cuda_array_destroy (gcuf_array_t array)
{
  return gcuf_cu.ArrayDestroy ((CUarray) array);
}

int
gcuf_cuda_array_info (gcuf_array_t array, struct gcuf_channels *c,
		      struct gcuf_extent *extent, int *flags)
{
  struct gcuf_cu_array a;
  int bits = 0, kind = 3;
  int code = gcuf_cu.Array3DGetDescriptor (&a, (CUarray) array);
  if (code)
    return code;
  for (int i = 0; i < N_FORMATS; i++)
    if (formats[i].format == a.format)
      {
	bits = formats[i].bits;
	kind = formats[i].kind;
      }
  c->x = bits;
  c->y = a.channels > 1 ? bits : 0;
  c->z = a.channels > 2 ? bits : 0;
  c->w = a.channels > 3 ? bits : 0;
  c->f = kind;
  extent->width = a.width;
  extent->height = a.height;
  extent->depth = a.depth;
  *flags = a.flags;
  return 0;
}

/* The kind of a copy determines the memory type of a side that is no array.  */

int
gcuf_cuda_copy_volume (const struct gcuf_volume *v, gcuf_stream_t stream,
		       bool wait)
{
  static const struct { char dst, src; } types[] =
  {
    { CU_MEMORYTYPE_HOST, CU_MEMORYTYPE_HOST },
    { CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_HOST },
    { CU_MEMORYTYPE_HOST, CU_MEMORYTYPE_DEVICE },
    { CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_DEVICE },
    { CU_MEMORYTYPE_UNIFIED, CU_MEMORYTYPE_UNIFIED }
  };
  const struct gcuf_side *d = &v->dst, *s = &v->src;
  struct gcuf_cu_copy_3d c =
  {
    .dst_x = d->x, .dst_y = d->y, .dst_z = d->z,
    .dst_type = d->array ? CU_MEMORYTYPE_ARRAY : types[v->kind].dst,
    .dst_host = d->ptr, .dst_device = (CUdeviceptr) d->ptr,
    .dst_array = d->array, .dst_pitch = d->pitch, .dst_height = d->rows,
    .src_x = s->x, .src_y = s->y, .src_z = s->z,
    .src_type = s->array ? CU_MEMORYTYPE_ARRAY : types[v->kind].src,
    .src_host = s->ptr, .src_device = (CUdeviceptr) s->ptr,
    .src_array = s->array, .src_pitch = s->pitch, .src_height = s->rows,
    .width = v->width, .height = v->height, .depth = v->depth
  };
  int code = gcuf_cu.Memcpy3DAsync (&c, gcuf_cuda_stream (stream));
  if (code == 0 && wait)
    code = gcuf_cu.StreamSynchronize (gcuf_cuda_stream (stream));
  return code;
}
