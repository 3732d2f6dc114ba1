/* Managed memory: advice, prefetching, streams; what a pointer is to.
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

#include "gcuf-internal.h"

enum { HOST = -1 };

static bool
place_valid_p (int device)
{
  return device == HOST || gcuf_device_valid_p (device);
}

GCUF_EXPORT int
GCUF_cudaMemAdvise (void *p, size_t bytes, int advice, int device)
{
  enum { FIRST = 1, LAST = 6 };
  if (!p || bytes == 0 || advice < FIRST || advice > LAST
      || !place_valid_p (device))
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return gcuf_record_error (gcuf_backend ()->advise (p, bytes, advice,
						     device));
}

GCUF_EXPORT int
GCUF_cudaMemPrefetchAsync (void *p, size_t bytes, int device,
			   gcuf_stream_t stream)
{
  if (!place_valid_p (device))
    return gcuf_record_error (GCUF_cudaErrorInvalidDevice);
  if (!p || bytes == 0)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return gcuf_record_error (gcuf_backend ()->prefetch (p, bytes, device,
						       stream));
}

GCUF_EXPORT int
GCUF_cudaMemRangeGetAttribute (void *data, size_t size, int attribute,
			       void *p, size_t bytes)
{
  if (!p || bytes == 0)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return gcuf_record_error (gcuf_backend ()->range_attribute (data, size,
							      attribute, p,
							      bytes));
}

GCUF_EXPORT int
GCUF_cudaStreamAttachMemAsync (gcuf_stream_t stream, void *p, size_t bytes,
			       int flags)
{
  enum { GLOBAL = 1, ON_HOST = 2, SINGLE = 4 };
  if (!p || (flags != GLOBAL && flags != ON_HOST && flags != SINGLE))
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return gcuf_record_error (gcuf_backend ()->stream_attach (stream, p, bytes,
							    flags));
}

GCUF_EXPORT int
GCUF_cudaPointerGetAttributes (struct gcuf_pointer_attributes *attributes,
			       void *p)
{
  memset (attributes, 0, sizeof *attributes);
  int code = gcuf_backend ()->pointer_attributes (p, attributes);
  attributes->memoryType = attributes->type;
  return gcuf_record_error (code);
}
