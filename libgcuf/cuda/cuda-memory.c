/* The cuda backend: host, managed and pooled memory, pointers.
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

#include "cuda-api.h"

/* --- Host memory --------------------------------------------------------- */

int
gcuf_cuda_host_alloc (void **p, size_t bytes, int flags)
{
  return gcuf_cu.MemHostAlloc (p, bytes, flags);
}

int
gcuf_cuda_host_pointer (void **device, void *host)
{
  CUdeviceptr p;
  int code = gcuf_cu.MemHostGetDevicePointer (&p, host, 0);
  if (code == 0)
    *device = (void *) p;
  return code;
}

int
gcuf_cuda_host_flags (void *host, int *flags)
{
  return gcuf_cu.MemHostGetFlags ((unsigned *) flags, host);
}

int
gcuf_cuda_host_register (void *host, size_t bytes, int flags)
{
  return gcuf_cu.MemHostRegister (host, bytes, flags);
}

int
gcuf_cuda_host_unregister (void *host)
{
  return gcuf_cu.MemHostUnregister (host);
}

/* --- Managed memory and pointers ------------------------------------------ */

static CUdevice
place (int device)
{
  return device < 0 ? -1 : gcuf_cuda_devices[device].device;
}

int
gcuf_cuda_advise (void *p, size_t bytes, int advice, int device)
{
  return gcuf_cu.MemAdvise ((CUdeviceptr) p, bytes, advice, place (device));
}

int
gcuf_cuda_prefetch (void *p, size_t bytes, int device, gcuf_stream_t stream)
{
  return gcuf_cu.MemPrefetchAsync ((CUdeviceptr) p, bytes, place (device),
				   gcuf_cuda_stream (stream));
}

int
gcuf_cuda_range_attribute (void *data, size_t size, int attribute, void *p,
			   size_t bytes)
{
  return gcuf_cu.MemRangeGetAttribute (data, size, attribute, (CUdeviceptr) p,
				       bytes);
}

/* The driver returns zero for memory that it does not know.  */

int
gcuf_cuda_pointer_attributes (void *p, struct gcuf_pointer_attributes *a)
{
  int type = 0, managed = 0, device = -2;
  CUdeviceptr device_pointer = 0;
  void *host_pointer = NULL;
  int names[] =
  {
    CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_IS_MANAGED,
    CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, CU_POINTER_ATTRIBUTE_DEVICE_POINTER,
    CU_POINTER_ATTRIBUTE_HOST_POINTER
  };
  void *values[] = { &type, &managed, &device, &device_pointer,
		     &host_pointer };
  int code = gcuf_cu.PointerGetAttributes (sizeof names / sizeof *names, names,
					   values, (CUdeviceptr) p);
  if (code)
    return code;
  a->isManaged = managed;
  a->device = device;
  a->devicePointer = (void *) device_pointer;
  a->hostPointer = host_pointer;
  a->type = (managed ? GCUF_MEMORY_MANAGED
	     : type == CU_MEMORYTYPE_HOST ? GCUF_MEMORY_HOST
	     : type ? GCUF_MEMORY_DEVICE : GCUF_MEMORY_UNREGISTERED);
  if (!type)
    {
      a->device = -2;
      a->devicePointer = NULL;
      a->hostPointer = p;
    }
  return 0;
}

/* The driver returns zero here, too.  */

bool
gcuf_cuda_extent (const void *p, uintptr_t *begin, uintptr_t *end)
{
  CUdeviceptr start = 0;
  size_t size = 0;
  int type = 0;
  int names[] =
  {
    CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
    CU_POINTER_ATTRIBUTE_RANGE_SIZE
  };
  void *values[] = { &type, &start, &size };
  if (gcuf_cu.PointerGetAttributes (sizeof names / sizeof *names, names, values,
				    (CUdeviceptr) p) != 0
      || type != CU_MEMORYTYPE_DEVICE || size == 0)
    return false;
  *begin = start;
  *end = start + size;
  return true;
}

/* --- Pools --------------------------------------------------------------- */

static int
malloc_async (void **p, size_t bytes, gcuf_mempool_t pool,
	      gcuf_stream_t stream)
{
  CUdeviceptr address;
  CUstream s = gcuf_cuda_stream (stream);
  int code = (pool ? gcuf_cu.MemAllocFromPoolAsync (&address, bytes,
						    (CUmemoryPool) pool, s)
	      : gcuf_cu.MemAllocAsync (&address, bytes, s));
  if (code == 0)
    *p = (void *) address;
  return code;
}

int
gcuf_cuda_malloc_async (void **p, size_t bytes, gcuf_mempool_t pool,
			gcuf_stream_t stream)
{
  int code = malloc_async (p, bytes, pool, stream);
  if (code == GCUF_cudaErrorMemoryAllocation && gcuf_cuda_cache_flush ())
    code = malloc_async (p, bytes, pool, stream);
  return code;
}

int
gcuf_cuda_free_async (void *p, gcuf_stream_t stream)
{
  return gcuf_cu.MemFreeAsync ((CUdeviceptr) p, gcuf_cuda_stream (stream));
}

int
gcuf_cuda_mempool_default (int device, gcuf_mempool_t *pool)
{
  return gcuf_cu.DeviceGetDefaultMemPool ((CUmemoryPool *) pool,
					  place (device));
}

int
gcuf_cuda_mempool_current (int device, gcuf_mempool_t *pool)
{
  return gcuf_cu.DeviceGetMemPool ((CUmemoryPool *) pool, place (device));
}

int
gcuf_cuda_mempool_set_current (int device, gcuf_mempool_t pool)
{
  return gcuf_cu.DeviceSetMemPool (place (device), (CUmemoryPool) pool);
}

int
gcuf_cuda_mempool_create (gcuf_mempool_t *pool,
			  const struct gcuf_mempool_props *props)
{
  return gcuf_cu.MemPoolCreate ((CUmemoryPool *) pool, props);
}

int
gcuf_cuda_mempool_destroy (gcuf_mempool_t pool)
{
  return gcuf_cu.MemPoolDestroy ((CUmemoryPool) pool);
}

int
gcuf_cuda_mempool_trim (gcuf_mempool_t pool, size_t keep)
{
  return gcuf_cu.MemPoolTrimTo ((CUmemoryPool) pool, keep);
}

int
gcuf_cuda_mempool_attribute (gcuf_mempool_t pool, int attribute, void *value)
{
  return gcuf_cu.MemPoolGetAttribute ((CUmemoryPool) pool, attribute, value);
}

int
gcuf_cuda_mempool_set_attribute (gcuf_mempool_t pool, int attribute,
				 const void *value)
{
  return gcuf_cu.MemPoolSetAttribute ((CUmemoryPool) pool, attribute, value);
}

/* --- Other processes ------------------------------------------------------ */

int
gcuf_cuda_ipc_memory (struct gcuf_ipc_handle *handle, void *p)
{
  return gcuf_cu.IpcGetMemHandle (handle, (CUdeviceptr) p);
}

int
gcuf_cuda_ipc_open_memory (void **p, const struct gcuf_ipc_handle *handle,
			   int flags)
{
  CUdeviceptr address;
  int code = gcuf_cu.IpcOpenMemHandle (&address, *handle, flags);
  if (code == 0)
    *p = (void *) address;
  return code;
}

int
gcuf_cuda_ipc_close_memory (void *p)
{
  return gcuf_cu.IpcCloseMemHandle ((CUdeviceptr) p);
}

int
gcuf_cuda_ipc_event (struct gcuf_ipc_handle *handle, gcuf_event_t event)
{
  return gcuf_cu.IpcGetEventHandle (handle, (CUevent) event);
}

int
gcuf_cuda_ipc_open_event (gcuf_event_t *event,
			  const struct gcuf_ipc_handle *handle)
{
  return gcuf_cu.IpcOpenEventHandle ((CUevent *) event, *handle);
}
