/* Devices that access each other's memory.
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
GCUF_cudaDeviceCanAccessPeer (int *can, int device, int peer)
{
  const struct gcuf_backend *b = gcuf_backend_unbound ();
  if (!gcuf_device_valid_p (device) || !gcuf_device_valid_p (peer))
    return gcuf_record_error (GCUF_cudaErrorInvalidDevice);
  return gcuf_record_error (b->peer_can (device, peer, can));
}

static int
set_access (int peer, bool enable)
{
  if (!gcuf_device_valid_p (peer))
    return gcuf_record_error (GCUF_cudaErrorInvalidDevice);
  if (peer == gcuf_thread.device)
    return gcuf_record_error (enable ? GCUF_cudaErrorPeerAccessUnsupported
			      : GCUF_cudaErrorPeerAccessNotEnabled);
  return gcuf_record_error (gcuf_backend ()->peer_enable (peer, enable));
}

GCUF_EXPORT int
GCUF_cudaDeviceEnablePeerAccess (int peer, int flags)
{
  if (flags)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return set_access (peer, true);
}

GCUF_EXPORT int
GCUF_cudaDeviceDisablePeerAccess (int peer)
{
  return set_access (peer, false);
}

GCUF_EXPORT int
GCUF_cudaDeviceGetP2PAttribute (int *value, int attribute, int device,
				int peer)
{
  const struct gcuf_backend *b = gcuf_backend_unbound ();
  if (!gcuf_device_valid_p (device) || !gcuf_device_valid_p (peer))
    return gcuf_record_error (GCUF_cudaErrorInvalidDevice);
  return gcuf_record_error (b->peer_attribute (attribute, device, peer,
					       value));
}

static int
copy (void *dst, int dst_device, const void *src, int src_device,
      size_t bytes, gcuf_stream_t stream, bool wait)
{
  if (!gcuf_device_valid_p (dst_device) || !gcuf_device_valid_p (src_device))
    return gcuf_record_error (GCUF_cudaErrorInvalidDevice);
  if (bytes == 0)
    return 0;
  if (!dst || !src)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return gcuf_record_error (gcuf_backend ()->peer_copy (dst, dst_device, src,
							src_device, bytes,
							stream, wait));
}

GCUF_EXPORT int
GCUF_cudaMemcpyPeer (void *dst, int dst_device, const void *src,
		     int src_device, size_t bytes)
{
  return copy (dst, dst_device, src, src_device, bytes, 0, true);
}

GCUF_EXPORT int
GCUF_cudaMemcpyPeerAsync (void *dst, int dst_device, const void *src,
			  int src_device, size_t bytes, gcuf_stream_t stream)
{
  return copy (dst, dst_device, src, src_device, bytes, stream, false);
}
