/* A CUDA driver that has no device: memory, copies and fills.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of cudafortran.

   Cudafortran is free software; you can redistribute it and/or modify it under
   the terms of the GNU General Public License as published by the Free
   Software Foundation; either version 3, or (at your option) any later
   version.

   Cudafortran is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
   more details.

   You should have received a copy of the GNU General Public License along
   with cudafortran; see the file COPYING.  If not, see
   <http://www.gnu.org/licenses/>.  */

#include <stdlib.h>
#include <string.h>

#include "fake.h"

/* Memory of all kinds, also that of modules' variables.  */
struct area
{
  struct area *next;
  enum fake_kind kind;
  int device;
  size_t size;
  void *memory;
};
static struct area *areas;
static size_t used[64];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static size_t
device_memory (void)
{
  return fake_env ("GCUF_FAKE_MEMORY", (size_t) 1 << 30);
}

void *
fake_reserve (enum fake_kind kind, size_t bytes, int device)
{
  struct area *a = NULL;
  void *memory = NULL;
  pthread_mutex_lock (&lock);
  if (kind == FAKE_HOST_MEMORY || bytes <= device_memory () - used[device])
    {
      a = malloc (sizeof *a);
      /* What programs read before they write is not to be zero.  */
      if (posix_memalign (&memory, 512, bytes) == 0)
	memset (memory, 0xcb, bytes);
    }
  if (a && memory)
    {
      *a = (struct area) { areas, kind, device, bytes, memory };
      areas = a;
      if (kind != FAKE_HOST_MEMORY)
	used[device] += bytes;
    }
  else
    free (a);
  pthread_mutex_unlock (&lock);
  if (a)
    fake_count (kind, 1);
  return memory;
}

bool
fake_release (void *memory, enum fake_kind kind, enum fake_kind other)
{
  pthread_mutex_lock (&lock);
  struct area **p = &areas, *a;
  while ((a = *p) && a->memory != memory)
    p = &a->next;
  if (a && a->kind != kind && a->kind != other)
    a = NULL;
  if (a)
    {
      *p = a->next;
      if (a->kind != FAKE_HOST_MEMORY)
	used[a->device] -= a->size;
    }
  pthread_mutex_unlock (&lock);
  if (!a)
    return false;
  fake_count (a->kind, -1);
  free (a->memory);
  free (a);
  return true;
}

/* The area that contains the SIZE bytes at P, or null.  */

static const struct area *
containing (const void *p, size_t size)
{
  const struct area *a;
  pthread_mutex_lock (&lock);
  for (a = areas; a; a = a->next)
    {
      uintptr_t offset = (uintptr_t) p - (uintptr_t) a->memory;
      if (offset < a->size && size <= a->size - offset)
	break;
    }
  pthread_mutex_unlock (&lock);
  return a;
}

bool
fake_device_p (const void *p, size_t size)
{
  const struct area *a = containing (p, size);
  return a && a->kind != FAKE_HOST_MEMORY;
}

/* --- Allocation ------------------------------------------------------------------ */

#define WITH_CONTEXT				\
  do						\
    {						\
      if (fake_current () < 0)			\
	return FAKE_INVALID_CONTEXT;		\
    }						\
  while (0)

CUresult
cuMemGetInfo_v2 (size_t *available, size_t *total)
{
  ENTER (cuMemGetInfo_v2);
  WITH_CONTEXT;
  *total = device_memory ();
  *available = *total - used[fake_current ()];
  return 0;
}

static CUresult
allocate (CUdeviceptr *p, size_t bytes, enum fake_kind kind)
{
  WITH_CONTEXT;
  if (bytes == 0)
    return FAKE_INVALID_VALUE;
  void *memory = fake_reserve (kind, bytes, fake_current ());
  if (!memory)
    return FAKE_OUT_OF_MEMORY;
  *p = (CUdeviceptr) memory;
  return 0;
}

CUresult
cuMemAlloc_v2 (CUdeviceptr *p, size_t bytes)
{
  ENTER (cuMemAlloc_v2);
  return allocate (p, bytes, FAKE_DEVICE_MEMORY);
}

CUresult
cuMemAllocManaged (CUdeviceptr *p, size_t bytes, unsigned flags)
{
  ENTER (cuMemAllocManaged);
  return (flags == 1 || flags == 2
	  ? allocate (p, bytes, FAKE_MANAGED_MEMORY) : FAKE_INVALID_VALUE);
}

CUresult
cuMemFree_v2 (CUdeviceptr p)
{
  ENTER (cuMemFree_v2);
  WITH_CONTEXT;
  return (fake_release ((void *) p, FAKE_DEVICE_MEMORY, FAKE_MANAGED_MEMORY)
	  ? 0 : FAKE_INVALID_VALUE);
}

CUresult
cuMemHostAlloc (void **p, size_t bytes, unsigned flags)
{
  ENTER (cuMemHostAlloc);
  WITH_CONTEXT;
  (void) flags;
  *p = fake_reserve (FAKE_HOST_MEMORY, bytes, fake_current ());
  return *p ? 0 : FAKE_OUT_OF_MEMORY;
}

CUresult
cuMemFreeHost (void *p)
{
  ENTER (cuMemFreeHost);
  WITH_CONTEXT;
  return (fake_release (p, FAKE_HOST_MEMORY, FAKE_HOST_MEMORY)
	  ? 0 : FAKE_INVALID_VALUE);
}

/* --- Copies ----------------------------------------------------------------------- */

static CUresult
copy (void *dst, bool dst_device, const void *src, bool src_device,
      size_t bytes, CUstream stream)
{
  WITH_CONTEXT;
  if (stream && (uintptr_t) stream > 2 && !fake_valid_p (stream, FAKE_STREAM))
    return FAKE_INVALID_HANDLE;
  if ((dst_device && !fake_device_p (dst, bytes))
      || (src_device && !fake_device_p (src, bytes)))
    return FAKE_INVALID_VALUE;
  memmove (dst, src, bytes);
  return 0;
}

CUresult
cuMemcpyHtoD_v2 (CUdeviceptr dst, const void *src, size_t bytes)
{
  ENTER (cuMemcpyHtoD_v2);
  return copy ((void *) dst, true, src, false, bytes, NULL);
}

CUresult
cuMemcpyDtoH_v2 (void *dst, CUdeviceptr src, size_t bytes)
{
  ENTER (cuMemcpyDtoH_v2);
  return copy (dst, false, (void *) src, true, bytes, NULL);
}

CUresult
cuMemcpyAsync (CUdeviceptr dst, CUdeviceptr src, size_t bytes, CUstream stream)
{
  ENTER (cuMemcpyAsync);
  return copy ((void *) dst, false, (void *) src, false, bytes, stream);
}

CUresult
cuMemcpyHtoDAsync_v2 (CUdeviceptr dst, const void *src, size_t bytes,
		      CUstream stream)
{
  ENTER (cuMemcpyHtoDAsync_v2);
  return copy ((void *) dst, true, src, false, bytes, stream);
}

CUresult
cuMemcpyDtoHAsync_v2 (void *dst, CUdeviceptr src, size_t bytes,
		      CUstream stream)
{
  ENTER (cuMemcpyDtoHAsync_v2);
  return copy (dst, false, (void *) src, true, bytes, stream);
}

CUresult
cuMemcpyDtoDAsync_v2 (CUdeviceptr dst, CUdeviceptr src, size_t bytes,
		      CUstream stream)
{
  ENTER (cuMemcpyDtoDAsync_v2);
  return copy ((void *) dst, true, (void *) src, true, bytes, stream);
}

static bool
device_type_p (int type)
{
  return type == CU_MEMORYTYPE_DEVICE;
}

static void *
side (int type, const void *host, CUdeviceptr device)
{
  return type == CU_MEMORYTYPE_HOST ? (void *) host : (void *) device;
}

CUresult
cuMemcpy3DAsync_v2 (const struct gcuf_cu_copy_3d *c, CUstream stream)
{
  ENTER (cuMemcpy3DAsync_v2);
  char *dst = side (c->dst_type, c->dst_host, c->dst_device);
  const char *src = side (c->src_type, c->src_host, c->src_device);
  CUresult code = 0;
  if (c->width > c->dst_pitch || c->width > c->src_pitch
      || c->height > c->dst_height || c->height > c->src_height)
    return FAKE_INVALID_VALUE;
  for (size_t k = 0; k < c->depth && code == 0; k++)
    for (size_t j = 0; j < c->height && code == 0; j++)
      code = copy (dst + (k * c->dst_height + j) * c->dst_pitch,
		   device_type_p (c->dst_type),
		   src + (k * c->src_height + j) * c->src_pitch,
		   device_type_p (c->src_type), c->width, stream);
  return code;
}

CUresult
cuMemcpy2DAsync_v2 (const struct gcuf_cu_copy_2d *c, CUstream stream)
{
  ENTER (cuMemcpy2DAsync_v2);
  char *dst = side (c->dst_type, c->dst_host, c->dst_device);
  const char *src = side (c->src_type, c->src_host, c->src_device);
  CUresult code = 0;
  if (c->width > c->dst_pitch || c->width > c->src_pitch)
    return FAKE_INVALID_VALUE;
  for (size_t j = 0; j < c->height && code == 0; j++)
    code = copy (dst + j * c->dst_pitch, device_type_p (c->dst_type),
		 src + j * c->src_pitch, device_type_p (c->src_type),
		 c->width, stream);
  return code;
}

/* --- Fills --------------------------------------------------------------------------- */

static CUresult
set (CUdeviceptr dst, size_t pitch, const void *value, size_t size,
     size_t count, size_t rows, CUstream stream)
{
  CUresult code = 0;
  if (dst % size)
    return FAKE_INVALID_VALUE;
  for (size_t j = 0; j < rows && code == 0; j++)
    for (size_t i = 0; i < count && code == 0; i++)
      code = copy ((char *) dst + j * pitch + i * size, true, value, false,
		   size, stream);
  return code;
}

#define SET(bits, type)							\
  CUresult								\
  cuMemsetD##bits##Async (CUdeviceptr dst, type value, size_t count,	\
			  CUstream stream)				\
  {									\
    ENTER (cuMemsetD##bits##Async);					\
    return set (dst, 0, &value, bits / 8, count, 1, stream);		\
  }									\
									\
  CUresult								\
  cuMemsetD2D##bits##Async (CUdeviceptr dst, size_t pitch, type value,	\
			    size_t count, size_t rows, CUstream stream)	\
  {									\
    ENTER (cuMemsetD2D##bits##Async);					\
    return set (dst, pitch, &value, bits / 8, count, rows, stream);	\
  }

SET (8, unsigned char)
SET (16, unsigned short)
SET (32, unsigned)
