/* Allocation in each space, for Fortran and the API.
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
#include <stdlib.h>

#include "gcuf-memory.h"

/* Constant and shared data are no heap objects; what the compiler allocates
   for them at run time is ordinary device memory.  */

static unsigned
heap_space (unsigned space)
{
  switch (space)
    {
    case GCUF_SPACE_CONSTANT:
    case GCUF_SPACE_SHARED:
      return GCUF_SPACE_DEVICE;
    case GCUF_SPACE_UNIFIED:
      return GCUF_SPACE_MANAGED;
    default:
      return space;
    }
}

/* Whether device memory is to be managed, so that there can be more of it than
   the device has (section 3.3.8 of the guide).  */

static bool
device_is_managed_p (void)
{
  static int managed = -1;
  int value = __atomic_load_n (&managed, __ATOMIC_RELAXED);
  if (value < 0)
    {
      value = gcuf_env_flag (GCUF_ENV_DEVICE_IS_MANAGED);
      __atomic_store_n (&managed, value, __ATOMIC_RELAXED);
    }
  return value;
}

int
gcuf_allocate (void **p, size_t bytes, unsigned space, bool local)
{
  int code;
  space = heap_space (space);
  if (space == GCUF_SPACE_DEVICE && device_is_managed_p ())
    space = GCUF_SPACE_MANAGED;
  if (bytes == 0)
    bytes = 1;
  *p = NULL;
  if (space == GCUF_SPACE_HOST)
    {
      *p = malloc (bytes);
      code = *p ? 0 : GCUF_cudaErrorMemoryAllocation;
    }
  else if (bytes > PTRDIFF_MAX)
    code = GCUF_cudaErrorMemoryAllocation;
  else if (local)
    code = gcuf_backend ()->malloc_local (p, bytes, space);
  else
    code = gcuf_backend ()->malloc (p, bytes, space);
  /* Whatever was here before is gone, freed by others or with the device.  */
  if (code == 0)
    gcuf_unkeep_array (*p);
  return gcuf_record_error (code);
}

/* Return BYTES of device memory in the order of *STREAM, to be freed in it.
   Where the device has no pools, or its memory is to be managed, *STREAM
   becomes zero, and the memory is of the usual kind.  Return null, and record
   the error, if there is none.  */

static void *
malloc_ordered (size_t bytes, gcuf_stream_t *stream)
{
  void *p;
  int code = GCUF_cudaErrorNotSupported;
  if (!device_is_managed_p ())
    code = gcuf_backend ()->malloc_async (&p, bytes ? bytes : 1, NULL, *stream);
  if (code != GCUF_cudaErrorNotSupported)
    return gcuf_record_error (code) ? NULL : p;
  *stream = 0;
  return GCUF_malloc (bytes, GCUF_SPACE_DEVICE);
}

void *
gcuf_allocate_ordered (size_t bytes, unsigned space, gcuf_stream_t stream,
		       int64_t align)
{
  struct gcuf_allocated block = { NULL, stream };
  if (!stream && !align)
    return GCUF_malloc (bytes, space);
  if (align < 0 || (align & (align - 1)))
    {
      gcuf_record_error (GCUF_cudaErrorInvalidValue);
      return NULL;
    }
  if (align <= GCUF_ALIGNMENT)
    align = 0;
  if (bytes > PTRDIFF_MAX - (size_t) align)
    {
      gcuf_record_error (GCUF_cudaErrorMemoryAllocation);
      return NULL;
    }
  block.p = (stream && space == GCUF_SPACE_DEVICE
	     ? malloc_ordered (bytes + align, &block.stream)
	     : GCUF_malloc (bytes + align, space));
  if (!block.p)
    return NULL;
  void *p = block.p;
  if (align)
    p = (void *) (((uintptr_t) p + align - 1) & -align);
  if (p != block.p || block.stream)
    gcuf_note_block (p, block);
  if (stream)
    gcuf_tie_data (p, bytes, stream);
  return p;
}

/* Free BLOCK.  The driver frees memory of a pool at once where it is given no
   stream.  */

static int
free_block (struct gcuf_allocated block, unsigned space)
{
  const struct gcuf_backend *backend = gcuf_backend ();
  int code = 0;
  if (block.stream && block.stream != GCUF_ALL_STREAMS)
    return backend->free_async (block.p, block.stream);
  if (block.stream)
    code = backend->device_synchronize ();
  return code ? code : backend->free (block.p, space);
}

/* Another thread may get the memory at once, so what is known of it is
   forgotten first.  */

int
gcuf_deallocate (void *p, unsigned space)
{
  if (!p)
    return 0;
  space = heap_space (space);
  if (space == GCUF_SPACE_HOST)
    {
      free (p);
      return 0;
    }
  gcuf_untie_data (p);
  bool kept = gcuf_unkeep_array (p);
  int code = free_block (gcuf_take_block (p), space);
  if (code && kept)
    gcuf_keep_array (p);
  return gcuf_record_error (code);
}

GCUF_EXPORT void *
GCUF_malloc (size_t bytes, unsigned space)
{
  void *p;
  gcuf_allocate (&p, bytes, space, true);
  return p;
}

GCUF_EXPORT void
GCUF_free (void *p, unsigned space)
{
  int code = gcuf_deallocate (p, space);
  if (code)
    gcuf_fatal (NULL, "deallocation of %p: %s", p, gcuf_error_message (code));
}

GCUF_EXPORT void *
GCUF_malloc_local (size_t bytes, unsigned space,
		   const struct gcuf_location *where)
{
  void *p;
  int code = gcuf_allocate (&p, bytes, space, true);
  if (code)
    gcuf_fatal (where, "allocation of %zu bytes of %s memory: %s", bytes,
		heap_space (space) == GCUF_SPACE_MANAGED ? "managed"
		: heap_space (space) == GCUF_SPACE_PINNED ? "pinned"
		: "device", gcuf_error_message (code));
  return p;
}
