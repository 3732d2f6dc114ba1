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

void
fake_release_all (int device)
{
  struct area **p = &areas;
  pthread_mutex_lock (&lock);
  while (*p)
    {
      struct area *a = *p;
      if (a->device != device)
	{
	  p = &a->next;
	  continue;
	}
      *p = a->next;
      fake_count (a->kind, -1);
      free (a->memory);
      free (a);
    }
  used[device] = 0;
  pthread_mutex_unlock (&lock);
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

int
fake_kind_of (const void *p, void **begin)
{
  const struct area *a = containing (p, 1);
  if (a && begin)
    *begin = a->memory;
  return a ? (int) a->kind : -1;
}

/* --- Allocation --------------------------------------------------------- */

CUresult
cuMemGetInfo_v2 (size_t *available, size_t *total)
{
  CUresult failure = fake_with_context (ENTER (cuMemGetInfo_v2));
  if (failure)
    return failure;
  *total = device_memory ();
  *available = *total - used[fake_current ()];
  return 0;
}

static CUresult
allocate (CUdeviceptr *p, size_t bytes, enum fake_kind kind)
{
  CUresult failure = fake_with_context (0);
  if (failure)
    return failure;
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
  CUresult failure = ENTER (cuMemAlloc_v2);
  if (failure)
    return failure;
  return allocate (p, bytes, FAKE_DEVICE_MEMORY);
}

CUresult
cuMemAllocManaged (CUdeviceptr *p, size_t bytes, unsigned flags)
{
  CUresult failure = ENTER (cuMemAllocManaged);
  if (failure)
    return failure;
  return (flags == 1 || flags == 2
	  ? allocate (p, bytes, FAKE_MANAGED_MEMORY) : FAKE_INVALID_VALUE);
}

CUresult
cuMemFree_v2 (CUdeviceptr p)
{
  CUresult failure = fake_with_context (ENTER (cuMemFree_v2));
  if (failure)
    return failure;
  return (fake_release ((void *) p, FAKE_DEVICE_MEMORY, FAKE_MANAGED_MEMORY)
	  ? 0 : FAKE_INVALID_VALUE);
}

CUresult
cuMemHostAlloc (void **p, size_t bytes, unsigned flags)
{
  CUresult failure = fake_with_context (ENTER (cuMemHostAlloc));
  if (failure)
    return failure;
  (void) flags;
  *p = fake_reserve (FAKE_HOST_MEMORY, bytes, fake_current ());
  return *p ? 0 : FAKE_OUT_OF_MEMORY;
}

CUresult
cuMemFreeHost (void *p)
{
  CUresult failure = fake_with_context (ENTER (cuMemFreeHost));
  if (failure)
    return failure;
  return (fake_release (p, FAKE_HOST_MEMORY, FAKE_HOST_MEMORY)
	  ? 0 : FAKE_INVALID_VALUE);
}

/* --- More of it --------------------------------------------------------- */

CUresult
cuMemAllocPitch_v2 (CUdeviceptr *p, size_t *pitch, size_t width, size_t height,
		    unsigned element)
{
  CUresult failure = ENTER (cuMemAllocPitch_v2);
  if (failure)
    return failure;
  enum { ALIGNMENT = 512 };
  (void) element;
  *pitch = (width + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  return allocate (p, *pitch * height, FAKE_DEVICE_MEMORY);
}

CUresult
cuMemHostGetDevicePointer_v2 (CUdeviceptr *p, void *host, unsigned flags)
{
  CUresult failure = fake_with_context (ENTER (cuMemHostGetDevicePointer_v2));
  if (failure)
    return failure;
  *p = (CUdeviceptr) host;
  return flags ? FAKE_INVALID_VALUE : 0;
}

CUresult
cuMemHostGetFlags (unsigned *flags, void *host)
{
  CUresult failure = fake_with_context (ENTER (cuMemHostGetFlags));
  if (failure)
    return failure;
  *flags = 2;
  return (fake_kind_of (host, NULL) == FAKE_HOST_MEMORY
	  ? 0 : FAKE_INVALID_VALUE);
}

CUresult
cuMemHostRegister_v2 (void *host, size_t bytes, unsigned flags)
{
  CUresult failure = fake_with_context (ENTER (cuMemHostRegister_v2));
  if (failure)
    return failure;
  (void) flags;
  if (!host || !bytes)
    return FAKE_INVALID_VALUE;
  fake_count (FAKE_REGISTERED, 1);
  return 0;
}

CUresult
cuMemHostUnregister (void *host)
{
  CUresult failure = fake_with_context (ENTER (cuMemHostUnregister));
  if (failure)
    return failure;
  if (!host)
    return FAKE_INVALID_VALUE;
  fake_count (FAKE_REGISTERED, -1);
  return 0;
}

static CUresult
managed (CUdeviceptr p)
{
  CUresult failure = fake_with_context (0);
  if (failure)
    return failure;
  return (fake_kind_of ((void *) p, NULL) == FAKE_MANAGED_MEMORY
	  ? 0 : FAKE_INVALID_VALUE);
}

CUresult
cuMemAdvise (CUdeviceptr p, size_t bytes, int advice, CUdevice device)
{
  CUresult failure = ENTER (cuMemAdvise);
  if (failure)
    return failure;
  (void) bytes;
  (void) advice;
  (void) device;
  return managed (p);
}

CUresult
cuMemPrefetchAsync (CUdeviceptr p, size_t bytes, CUdevice device,
		    CUstream stream)
{
  CUresult failure = fake_with_stream (ENTER (cuMemPrefetchAsync), stream);
  if (failure)
    return failure;
  (void) bytes;
  (void) device;
  return managed (p);
}

CUresult
cuMemRangeGetAttribute (void *data, size_t size, int attribute, CUdeviceptr p,
			size_t bytes)
{
  CUresult failure = ENTER (cuMemRangeGetAttribute);
  if (failure)
    return failure;
  (void) attribute;
  (void) bytes;
  memset (data, 0, size);
  return managed (p);
}

CUresult
cuPointerGetAttributes (unsigned n, int *names, void **values, CUdeviceptr p)
{
  CUresult failure = ENTER (cuPointerGetAttributes);
  if (failure)
    return failure;
  int kind = fake_kind_of ((void *) p, NULL);
  const struct area *a = containing ((void *) p, 1);
  for (unsigned i = 0; i < n; i++)
    switch (names[i])
      {
      case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
	*(int *) values[i] = (kind < 0 ? 0
			      : kind == FAKE_HOST_MEMORY ? CU_MEMORYTYPE_HOST
			      : CU_MEMORYTYPE_DEVICE);
	break;
      case CU_POINTER_ATTRIBUTE_IS_MANAGED:
	*(int *) values[i] = kind == FAKE_MANAGED_MEMORY;
	break;
      case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
	*(int *) values[i] = kind < 0 ? -2 : 0;
	break;
      case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
	*(CUdeviceptr *) values[i] = kind < 0 ? 0 : p;
	break;
      case CU_POINTER_ATTRIBUTE_HOST_POINTER:
	*(void **) values[i] = (kind == FAKE_HOST_MEMORY
				|| kind == FAKE_MANAGED_MEMORY
				? (void *) p : NULL);
	break;
      case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
	*(CUdeviceptr *) values[i] = a ? (CUdeviceptr) a->memory : 0;
	break;
      case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
	*(size_t *) values[i] = a ? a->size : 0;
	break;
      default:
	return FAKE_INVALID_VALUE;
      }
  return 0;
}

/* --- Pools -------------------------------------------------------------- */

struct CUmemPool_st
{
  struct fake_object object;
  uint64_t values[16];
};
/* Those of the devices, which are never destroyed, and the current ones.  */
static struct CUmemPool_st own_pools[64];
static CUmemoryPool current_pools[64];

static bool
pool_p (CUmemoryPool pool)
{
  return ((pool >= own_pools && pool < own_pools + 64)
	  || fake_valid_p (pool, FAKE_POOL));
}

/* As fake_with_object for POOL.  */

static CUresult
with_pool (CUresult code, CUmemoryPool pool)
{
  code = fake_with_context (code);
  return code ? code : pool_p (pool) ? 0 : FAKE_INVALID_HANDLE;
}

CUresult
cuMemAllocAsync (CUdeviceptr *p, size_t bytes, CUstream stream)
{
  CUresult failure = fake_with_stream (ENTER (cuMemAllocAsync), stream);
  if (failure)
    return failure;
  return allocate (p, bytes, FAKE_DEVICE_MEMORY);
}

CUresult
cuMemAllocFromPoolAsync (CUdeviceptr *p, size_t bytes, CUmemoryPool pool,
			 CUstream stream)
{
  CUresult failure
    = with_pool (fake_with_stream (ENTER (cuMemAllocFromPoolAsync),
	         stream), pool);
  if (failure)
    return failure;
  return allocate (p, bytes, FAKE_DEVICE_MEMORY);
}

CUresult
cuMemFreeAsync (CUdeviceptr p, CUstream stream)
{
  CUresult failure = fake_with_stream (ENTER (cuMemFreeAsync), stream);
  if (failure)
    return failure;
  return (fake_release ((void *) p, FAKE_DEVICE_MEMORY, FAKE_DEVICE_MEMORY)
	  ? 0 : FAKE_INVALID_VALUE);
}

CUresult
cuDeviceGetDefaultMemPool (CUmemoryPool *pool, CUdevice device)
{
  CUresult failure
    = fake_with_device (ENTER (cuDeviceGetDefaultMemPool), device);
  if (failure)
    return failure;
  *pool = &own_pools[device];
  return 0;
}

CUresult
cuDeviceGetMemPool (CUmemoryPool *pool, CUdevice device)
{
  CUresult failure = fake_with_device (ENTER (cuDeviceGetMemPool), device);
  if (failure)
    return failure;
  *pool = (current_pools[device] ? current_pools[device]
	   : &own_pools[device]);
  return 0;
}

CUresult
cuDeviceSetMemPool (CUdevice device, CUmemoryPool pool)
{
  CUresult failure
    = with_pool (fake_with_device (ENTER (cuDeviceSetMemPool), device), pool);
  if (failure)
    return failure;
  current_pools[device] = pool;
  return 0;
}

CUresult
cuMemPoolCreate (CUmemoryPool *pool, const struct gcuf_mempool_props *props)
{
  CUresult failure = ENTER (cuMemPoolCreate);
  if (failure)
    return failure;
  (void) props;
  *pool = fake_new (FAKE_POOL, sizeof **pool);
  return 0;
}

CUresult
cuMemPoolDestroy (CUmemoryPool pool)
{
  CUresult failure
    = fake_with_object (ENTER (cuMemPoolDestroy), pool, FAKE_POOL);
  if (failure)
    return failure;
  fake_delete (pool);
  return 0;
}

CUresult
cuMemPoolTrimTo (CUmemoryPool pool, size_t keep)
{
  CUresult failure = with_pool (ENTER (cuMemPoolTrimTo), pool);
  if (failure)
    return failure;
  (void) keep;
  return 0;
}

enum { LAST_SWITCH = 3, LAST_SIZE = 8 };

CUresult
cuMemPoolGetAttribute (CUmemoryPool pool, int attribute, void *value)
{
  CUresult failure = with_pool (ENTER (cuMemPoolGetAttribute), pool);
  if (failure)
    return failure;
  if (attribute <= 0 || attribute > LAST_SIZE)
    return FAKE_INVALID_VALUE;
  memcpy (value, &pool->values[attribute],
	  attribute <= LAST_SWITCH ? sizeof (int) : sizeof (uint64_t));
  return 0;
}

CUresult
cuMemPoolSetAttribute (CUmemoryPool pool, int attribute, const void *value)
{
  CUresult failure = with_pool (ENTER (cuMemPoolSetAttribute), pool);
  if (failure)
    return failure;
  if (attribute <= 0 || attribute > LAST_SIZE)
    return FAKE_INVALID_VALUE;
  memcpy (&pool->values[attribute], value,
	  attribute <= LAST_SWITCH ? sizeof (int) : sizeof (uint64_t));
  return 0;
}

/* --- Other processes ---------------------------------------------------- */

/* What is opened is the memory itself.  */

CUresult
cuIpcGetMemHandle (struct gcuf_ipc_handle *handle, CUdeviceptr p)
{
  CUresult failure = fake_with_context (ENTER (cuIpcGetMemHandle));
  if (failure)
    return failure;
  if (!fake_device_p ((void *) p, 1))
    return FAKE_INVALID_VALUE;
  memset (handle, 0, sizeof *handle);
  memcpy (handle, &p, sizeof p);
  return 0;
}

CUresult
cuIpcOpenMemHandle_v2 (CUdeviceptr *p, struct gcuf_ipc_handle handle,
		       unsigned flags)
{
  CUresult failure = fake_with_context (ENTER (cuIpcOpenMemHandle_v2));
  if (failure)
    return failure;
  (void) flags;
  memcpy (p, &handle, sizeof *p);
  fake_count (FAKE_MAPPING, 1);
  return 0;
}

CUresult
cuIpcCloseMemHandle (CUdeviceptr p)
{
  CUresult failure = fake_with_context (ENTER (cuIpcCloseMemHandle));
  if (failure)
    return failure;
  if (!fake_device_p ((void *) p, 1))
    return FAKE_INVALID_VALUE;
  fake_count (FAKE_MAPPING, -1);
  return 0;
}

/* --- Arrays ------------------------------------------------------------- */

CUresult
cuArray3DCreate_v2 (CUarray *array, const struct gcuf_cu_array *shape)
{
  CUresult failure = fake_with_context (ENTER (cuArray3DCreate_v2));
  if (failure)
    return failure;
  static const struct { int format, bytes; } formats[] =
  {
    { 0x01, 1 }, { 0x02, 2 }, { 0x03, 4 }, { 0x08, 1 }, { 0x09, 2 },
    { 0x0a, 4 }, { 0x10, 2 }, { 0x20, 4 }
  };
  size_t bytes = 0;
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    if (formats[i].format == shape->format)
      bytes = formats[i].bytes * shape->channels;
  if (!bytes || !shape->width)
    return FAKE_INVALID_VALUE;
  *array = fake_new (FAKE_ARRAY, sizeof **array);
  (*array)->shape = *shape;
  (*array)->element = bytes;
  (*array)->memory = calloc (bytes * shape->width,
			     (shape->height ? shape->height : 1)
			     * (shape->depth ? shape->depth : 1));
  return 0;
}

CUresult
cuArray3DGetDescriptor_v2 (struct gcuf_cu_array *shape, CUarray array)
{
  CUresult failure
    = fake_with_object (ENTER (cuArray3DGetDescriptor_v2), array, FAKE_ARRAY);
  if (failure)
    return failure;
  *shape = array->shape;
  return 0;
}

CUresult
cuArrayDestroy (CUarray array)
{
  CUresult failure
    = fake_with_object (ENTER (cuArrayDestroy), array, FAKE_ARRAY);
  if (failure)
    return failure;
  free (array->memory);
  fake_delete (array);
  return 0;
}

/* --- Copies ------------------------------------------------------------- */

static CUresult
copy (void *dst, bool dst_device, const void *src, bool src_device,
      size_t bytes, CUstream stream)
{
  CUresult failure = fake_with_context (0);
  if (failure)
    return failure;
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
  CUresult failure = ENTER (cuMemcpyHtoD_v2);
  if (failure)
    return failure;
  return copy ((void *) dst, true, src, false, bytes, NULL);
}

CUresult
cuMemcpyDtoH_v2 (void *dst, CUdeviceptr src, size_t bytes)
{
  CUresult failure = ENTER (cuMemcpyDtoH_v2);
  if (failure)
    return failure;
  return copy (dst, false, (void *) src, true, bytes, NULL);
}

CUresult
cuMemcpyAsync (CUdeviceptr dst, CUdeviceptr src, size_t bytes, CUstream stream)
{
  CUresult failure = ENTER (cuMemcpyAsync);
  if (failure)
    return failure;
  return copy ((void *) dst, false, (void *) src, false, bytes, stream);
}

CUresult
cuMemcpyHtoDAsync_v2 (CUdeviceptr dst, const void *src, size_t bytes,
		      CUstream stream)
{
  CUresult failure = ENTER (cuMemcpyHtoDAsync_v2);
  if (failure)
    return failure;
  return copy ((void *) dst, true, src, false, bytes, stream);
}

CUresult
cuMemcpyDtoHAsync_v2 (void *dst, CUdeviceptr src, size_t bytes,
		      CUstream stream)
{
  CUresult failure = ENTER (cuMemcpyDtoHAsync_v2);
  if (failure)
    return failure;
  return copy (dst, false, (void *) src, true, bytes, stream);
}

CUresult
cuMemcpyDtoDAsync_v2 (CUdeviceptr dst, CUdeviceptr src, size_t bytes,
		      CUstream stream)
{
  CUresult failure = ENTER (cuMemcpyDtoDAsync_v2);
  if (failure)
    return failure;
  return copy ((void *) dst, true, (void *) src, true, bytes, stream);
}

CUresult
cuMemcpyPeerAsync (CUdeviceptr dst, CUcontext to, CUdeviceptr src,
		   CUcontext from, size_t bytes, CUstream stream)
{
  CUresult failure = ENTER (cuMemcpyPeerAsync);
  if (failure)
    return failure;
  (void) to;
  (void) from;
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

/* Let the side of a copy that is at *P, rows *PITCH bytes and slices *ROWS rows
   apart, be ARRAY if it is of that TYPE.  */

static void
array_side (int type, const struct CUarray_st *array, char **p, size_t *pitch,
	    size_t *rows)
{
  if (type != CU_MEMORYTYPE_ARRAY)
    return;
  *p = array->memory;
  *pitch = array->shape.width * array->element;
  *rows = array->shape.height ? array->shape.height : 1;
}

CUresult
cuMemcpy3DAsync_v2 (const struct gcuf_cu_copy_3d *c, CUstream stream)
{
  CUresult failure = ENTER (cuMemcpy3DAsync_v2);
  if (failure)
    return failure;
  char *dst = side (c->dst_type, c->dst_host, c->dst_device);
  char *src = side (c->src_type, c->src_host, c->src_device);
  size_t dst_pitch = c->dst_pitch, dst_rows = c->dst_height;
  size_t src_pitch = c->src_pitch, src_rows = c->src_height;
  CUresult code = 0;
  array_side (c->dst_type, c->dst_array, &dst, &dst_pitch, &dst_rows);
  array_side (c->src_type, c->src_array, &src, &src_pitch, &src_rows);
  if (c->dst_x + c->width > dst_pitch || c->src_x + c->width > src_pitch
      || (c->depth > 1 && (c->dst_y + c->height > dst_rows
			   || c->src_y + c->height > src_rows)))
    return FAKE_INVALID_VALUE;
  dst += c->dst_z * dst_rows * dst_pitch + c->dst_y * dst_pitch + c->dst_x;
  src += c->src_z * src_rows * src_pitch + c->src_y * src_pitch + c->src_x;
  for (size_t k = 0; k < c->depth && code == 0; k++)
    for (size_t j = 0; j < c->height && code == 0; j++)
      code = copy (dst + (k * dst_rows + j) * dst_pitch,
		   device_type_p (c->dst_type),
		   src + (k * src_rows + j) * src_pitch,
		   device_type_p (c->src_type), c->width, stream);
  return code;
}

CUresult
cuMemcpy2DAsync_v2 (const struct gcuf_cu_copy_2d *c, CUstream stream)
{
  CUresult failure = ENTER (cuMemcpy2DAsync_v2);
  if (failure)
    return failure;
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

/* --- Fills -------------------------------------------------------------- */

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
    CUresult failure = ENTER (cuMemsetD##bits##Async);			\
    if (failure)							\
      return failure;							\
    return set (dst, 0, &value, bits / 8, count, 1, stream);		\
  }									\
									\
  CUresult								\
  cuMemsetD2D##bits##Async (CUdeviceptr dst, size_t pitch, type value,	\
			    size_t count, size_t rows, CUstream stream)	\
  {									\
    CUresult failure = ENTER (cuMemsetD2D##bits##Async);		\
    if (failure)							\
      return failure;							\
    return set (dst, pitch, &value, bits / 8, count, rows, stream);	\
  }

SET (8, unsigned char)
SET (16, unsigned short)
SET (32, unsigned)
