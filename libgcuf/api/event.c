/* Events: the API of module cudafor.
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
GCUF_cudaEventCreate (gcuf_event_t *event)
{
  return GCUF_cudaEventCreateWithFlags (event, 0);
}

GCUF_EXPORT int
GCUF_cudaEventCreateWithFlags (gcuf_event_t *event, int flags)
{
  if (!event
      || (flags & ~(GCUF_EVENT_BLOCKING_SYNC | GCUF_EVENT_DISABLE_TIMING
		    | GCUF_EVENT_INTERPROCESS))
      || ((flags & GCUF_EVENT_INTERPROCESS)
	  && !(flags & GCUF_EVENT_DISABLE_TIMING)))
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return gcuf_record_error (gcuf_backend ()->event_create (event, flags));
}

GCUF_EXPORT int
GCUF_cudaEventDestroy (gcuf_event_t event)
{
  return gcuf_record_error (gcuf_backend ()->event_destroy (event));
}

GCUF_EXPORT int
GCUF_cudaEventRecord (gcuf_event_t event, gcuf_stream_t stream)
{
  return gcuf_record_error (gcuf_backend ()->event_record (event, stream));
}

/* An external record, which other graphs wait for, is possible only during a
   capture.  */

GCUF_EXPORT int
GCUF_cudaEventRecordWithFlags (gcuf_event_t event, gcuf_stream_t stream,
			       int flags)
{
  enum { EXTERNAL = 1 };
  if (flags & ~EXTERNAL)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  if (flags == 0)
    return GCUF_cudaEventRecord (event, stream);
  return gcuf_record_error (gcuf_backend ()->event_record_flags (event, stream,
								 flags));
}

GCUF_EXPORT int
GCUF_cudaEventSynchronize (gcuf_event_t event)
{
  return gcuf_record_error (gcuf_backend ()->event_synchronize (event));
}

GCUF_EXPORT int
GCUF_cudaEventQuery (gcuf_event_t event)
{
  return gcuf_record_error (gcuf_backend ()->event_query (event));
}

GCUF_EXPORT int
GCUF_cudaEventElapsedTime (float *ms, gcuf_event_t start, gcuf_event_t end)
{
  if (!ms)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return gcuf_record_error (gcuf_backend ()->event_elapsed (ms, start, end));
}
