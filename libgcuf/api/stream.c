/* Streams: the API of module cudafor.
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

GCUF_EXPORT int
GCUF_cudaStreamCreate (gcuf_stream_t *stream)
{
  return GCUF_cudaStreamCreateWithPriority (stream, 0, 0);
}

GCUF_EXPORT int
GCUF_cudaStreamCreateWithFlags (gcuf_stream_t *stream, int flags)
{
  return GCUF_cudaStreamCreateWithPriority (stream, flags, 0);
}

GCUF_EXPORT int
GCUF_cudaStreamCreateWithPriority (gcuf_stream_t *stream, int flags,
				   int priority)
{
  if (!stream || (flags & ~GCUF_STREAM_NON_BLOCKING))
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return gcuf_record_error (gcuf_backend ()->stream_create (stream, flags,
							    priority));
}

GCUF_EXPORT int
GCUF_cudaStreamGetPriority (gcuf_stream_t stream, int *priority)
{
  return gcuf_record_error (gcuf_backend ()->stream_priority (stream,
							      priority));
}

GCUF_EXPORT int
GCUF_cudaDeviceGetStreamPriorityRange (int *least, int *greatest)
{
  return gcuf_record_error (gcuf_backend ()->stream_priority_range (least,
								    greatest));
}

/* The default streams cannot be destroyed.  */

GCUF_EXPORT int
GCUF_cudaStreamDestroy (gcuf_stream_t stream)
{
  if (stream >= 0 && stream <= 2)
    return gcuf_record_error (GCUF_cudaErrorInvalidResourceHandle);
  if (gcuf_thread.stream == stream)
    gcuf_thread.stream = 0;
  if (gcuf_thread.launched == stream)
    gcuf_thread.launched = 0;
  gcuf_untie_stream (stream);
  gcuf_blocks_leave_stream (stream);
  gcuf_scratch_forget (gcuf_thread.device, stream);
  return gcuf_record_error (gcuf_backend ()->stream_destroy (stream));
}

/* With GPUs, the procedures called wait for the legacy stream themselves.
   Functions that run in a stream, such as callbacks, are already ordered after
   the work they could wait for.  */

GCUF_EXPORT void
GCUF_wait_before_call (void)
{
  const struct gcuf_backend *backend
    = __atomic_load_n (&gcuf_backend_chosen, __ATOMIC_ACQUIRE);
  if (backend && backend->wait_legacy && !gcuf_own_thread)
    backend->wait_legacy ();
}

GCUF_EXPORT void
GCUF_wait_before_output (void)
{
  const struct gcuf_backend *backend
    = __atomic_load_n (&gcuf_backend_chosen, __ATOMIC_ACQUIRE);
  if (backend && !gcuf_own_thread)
    backend->device_synchronize ();
}

GCUF_EXPORT int
GCUF_cudaStreamSynchronize (gcuf_stream_t stream)
{
  return gcuf_record_error (gcuf_backend ()->stream_synchronize (stream));
}

GCUF_EXPORT int
GCUF_cudaStreamQuery (gcuf_stream_t stream)
{
  return gcuf_record_error (gcuf_backend ()->stream_query (stream));
}

GCUF_EXPORT int
GCUF_cudaStreamWaitEvent (gcuf_stream_t stream, gcuf_event_t event, int flags)
{
  return gcuf_record_error (gcuf_backend ()->stream_wait_event (stream, event,
								flags));
}

GCUF_EXPORT int
GCUF_cudaStreamGetFlags (gcuf_stream_t stream, int *flags)
{
  return gcuf_record_error (gcuf_backend ()->stream_flags (stream, flags));
}

GCUF_EXPORT int
GCUF_cudaStreamGetId (gcuf_stream_t stream, int64_t *id)
{
  return gcuf_record_error (gcuf_backend ()->stream_id (stream, id));
}

GCUF_EXPORT int
GCUF_cudaStreamGetDevice (gcuf_stream_t stream, int *device)
{
  return gcuf_record_error (gcuf_backend ()->stream_device (stream, device));
}

GCUF_EXPORT int
GCUF_cudaLaunchHostFunc (gcuf_stream_t stream, void (*fn) (void *),
			 void *data)
{
  if (!fn)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return gcuf_record_error (gcuf_backend ()->stream_call (stream, fn, data));
}
