/* Page-locked host memory.
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

GCUF_EXPORT int
GCUF_cudaHostAlloc (void **p, size_t bytes, int flags)
{
  enum { KNOWN = 7 };
  *p = NULL;
  if (flags & ~KNOWN)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  if (bytes == 0)
    return 0;
  if (bytes > PTRDIFF_MAX)
    return gcuf_record_error (GCUF_cudaErrorMemoryAllocation);
  /* With unified addressing all of it is portable and mapped.  */
  return gcuf_record_error (gcuf_backend ()->host_alloc (p, bytes,
							 flags | 3));
}

GCUF_EXPORT int
GCUF_cudaMallocHost (void **p, size_t bytes)
{
  return GCUF_cudaHostAlloc (p, bytes, 0);
}

GCUF_EXPORT int
GCUF_cudaFreeHost (void *p)
{
  if (!p)
    return 0;
  return gcuf_record_error (gcuf_backend ()->free (p, GCUF_SPACE_PINNED));
}

GCUF_EXPORT int
GCUF_cudaHostGetDevicePointer (void **device, void *host, int flags)
{
  *device = NULL;
  if (flags || !host)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return gcuf_record_error (gcuf_backend ()->host_pointer (device, host));
}

GCUF_EXPORT int
GCUF_cudaHostGetFlags (int *flags, void *host)
{
  if (!host)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return gcuf_record_error (gcuf_backend ()->host_flags (host, flags));
}

GCUF_EXPORT int
GCUF_cudaHostRegister (void *host, size_t bytes, int flags)
{
  enum { KNOWN = 15 };
  if (!host || bytes == 0 || (flags & ~KNOWN))
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  gcuf_note_registered ();
  return gcuf_record_error (gcuf_backend ()->host_register (host, bytes,
							    flags));
}

GCUF_EXPORT int
GCUF_cudaHostUnregister (void *host)
{
  if (!host)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return gcuf_record_error (gcuf_backend ()->host_unregister (host));
}
