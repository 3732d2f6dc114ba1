/* Memory that comes and goes in the order of a stream, and its pools.
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

static int
allocate (void **p, size_t bytes, gcuf_mempool_t pool, gcuf_stream_t stream)
{
  *p = NULL;
  if (bytes == 0)
    return 0;
  if (bytes > PTRDIFF_MAX)
    return gcuf_record_error (GCUF_cudaErrorMemoryAllocation);
  return gcuf_record_error (gcuf_backend ()->malloc_async (p, bytes, pool,
							   stream));
}

GCUF_EXPORT int
GCUF_cudaMallocAsync (void **p, size_t bytes, gcuf_stream_t stream)
{
  return allocate (p, bytes, NULL, stream);
}

GCUF_EXPORT int
GCUF_cudaMallocFromPoolAsync (void **p, size_t bytes, gcuf_mempool_t pool,
			      gcuf_stream_t stream)
{
  if (!pool)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return allocate (p, bytes, pool, stream);
}

GCUF_EXPORT int
GCUF_cudaFreeAsync (void *p, gcuf_stream_t stream)
{
  if (!p)
    return 0;
  gcuf_untie_data (p);
  bool kept = gcuf_unkeep_array (p);
  int code = gcuf_backend ()->free_async (gcuf_take_block (p).p, stream);
  if (code && kept)
    gcuf_keep_array (p);
  return gcuf_record_error (code);
}

/* --- Pools ---------------------------------------------------------------- */

GCUF_EXPORT int
GCUF_cudaDeviceGetDefaultMemPool (gcuf_mempool_t *pool, int device)
{
  if (!gcuf_device_valid_p (device))
    return gcuf_record_error (GCUF_cudaErrorInvalidDevice);
  return gcuf_record_error (gcuf_backend ()->mempool_default (device, pool));
}

GCUF_EXPORT int
GCUF_cudaDeviceGetMemPool (gcuf_mempool_t *pool, int device)
{
  if (!gcuf_device_valid_p (device))
    return gcuf_record_error (GCUF_cudaErrorInvalidDevice);
  return gcuf_record_error (gcuf_backend ()->mempool_current (device, pool));
}

GCUF_EXPORT int
GCUF_cudaDeviceSetMemPool (int device, gcuf_mempool_t pool)
{
  if (!gcuf_device_valid_p (device))
    return gcuf_record_error (GCUF_cudaErrorInvalidDevice);
  if (!pool)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return gcuf_record_error (gcuf_backend ()->mempool_set_current (device,
								  pool));
}

GCUF_EXPORT int
GCUF_cudaMemPoolCreate (gcuf_mempool_t *pool,
			const struct gcuf_mempool_props *props)
{
  return gcuf_record_error (gcuf_backend ()->mempool_create (pool, props));
}

GCUF_EXPORT int
GCUF_cudaMemPoolDestroy (gcuf_mempool_t pool)
{
  return gcuf_record_error (pool ? gcuf_backend ()->mempool_destroy (pool)
			    : GCUF_cudaErrorInvalidValue);
}

GCUF_EXPORT int
GCUF_cudaMemPoolTrimTo (gcuf_mempool_t pool, size_t keep)
{
  return gcuf_record_error (pool ? gcuf_backend ()->mempool_trim (pool, keep)
			    : GCUF_cudaErrorInvalidValue);
}

GCUF_EXPORT int
GCUF_cudaMemPoolGetAttribute (gcuf_mempool_t pool, int attribute, void *value)
{
  int code = GCUF_cudaErrorInvalidValue;
  if (pool)
    code = gcuf_backend ()->mempool_attribute (pool, attribute, value);
  return gcuf_record_error (code);
}

GCUF_EXPORT int
GCUF_cudaMemPoolSetAttribute (gcuf_mempool_t pool, int attribute,
			      const void *value)
{
  int code = GCUF_cudaErrorInvalidValue;
  if (pool)
    code = gcuf_backend ()->mempool_set_attribute (pool, attribute, value);
  return gcuf_record_error (code);
}

/* Called by module cudafor: switches are integers of four bytes and sizes of
   eight; an attribute of the other kind is an error.  */

enum { LAST_SWITCH = 3 };

#define ATTRIBUTE(name, set, type, wanted, qualifier)			\
  extern int GCUF_cudaMemPool##set##name (gcuf_mempool_t, int,		\
					  qualifier type *);		\
  GCUF_EXPORT int							\
  GCUF_cudaMemPool##set##name (gcuf_mempool_t pool, int attribute,	\
			       qualifier type *value)			\
  {									\
    if ((attribute <= LAST_SWITCH) != wanted)				\
      return gcuf_record_error (GCUF_cudaErrorInvalidValue);		\
    return GCUF_cudaMemPool##set##Attribute (pool, attribute, value);	\
  }

ATTRIBUTE (Switch, Get, int, true, )
ATTRIBUTE (Size, Get, int64_t, false, )
ATTRIBUTE (Switch, Set, int, true, const)
ATTRIBUTE (Size, Set, int64_t, false, const)
