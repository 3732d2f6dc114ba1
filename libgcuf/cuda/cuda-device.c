/* The cuda backend: limits, configuration and peers of devices.
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

static CUdevice
driver_device (int device)
{
  return gcuf_cuda_devices[device].device;
}

/* Host memory can always be mapped; the driver rejects the flag.  */
enum { MAP_HOST = 8 };

/* Of enum cudaLimit.  */
enum { PRINTF_FIFO_SIZE = 1 };

int
gcuf_cuda_device_flags (int device, int *flags)
{
  unsigned value;
  int active;
  int code = gcuf_cu.DevicePrimaryCtxGetState (driver_device (device), &value,
					       &active);
  if (code == 0)
    *flags = value | MAP_HOST;
  return code;
}

int
gcuf_cuda_device_set_flags (int device, int flags)
{
  return gcuf_cu.DevicePrimaryCtxSetFlags (driver_device (device),
					   flags & ~MAP_HOST);
}

/* Output of device code does not use the driver's buffer, but the limit applies
   to both.  */

int
gcuf_cuda_device_limit (int limit, size_t *value)
{
  int code = gcuf_cu.CtxGetLimit (value, limit);
  if (code == 0 && limit == PRINTF_FIFO_SIZE)
    *value = gcuf_cuda_output_size ();
  return code;
}

int
gcuf_cuda_device_set_limit (int limit, size_t value)
{
  int code = gcuf_cu.CtxSetLimit (limit, value);
  if (code == 0 && limit == PRINTF_FIFO_SIZE)
    code = gcuf_cuda_set_output_size (gcuf_thread.device, value);
  return code ? code : gcuf_cuda_update_records ();
}

int
gcuf_cuda_device_cache (int *config)
{
  return gcuf_cu.CtxGetCacheConfig (config);
}

int
gcuf_cuda_device_set_cache (int config)
{
  int code = gcuf_cu.CtxSetCacheConfig (config);
  return code ? code : gcuf_cuda_update_records ();
}

int
gcuf_cuda_device_pci_id (int device, char *id, int len)
{
  return gcuf_cu.DeviceGetPCIBusId (id, len, driver_device (device));
}

int
gcuf_cuda_profiler (bool on)
{
  return on ? gcuf_cu.ProfilerStart () : gcuf_cu.ProfilerStop ();
}

/* --- Peers --------------------------------------------------------------- */

int
gcuf_cuda_peer_can (int device, int peer, int *can)
{
  return gcuf_cu.DeviceCanAccessPeer (can, driver_device (device),
				      driver_device (peer));
}

/* Access is granted between contexts, so the peer's must exist.  */

int
gcuf_cuda_peer_enable (int peer, bool enable)
{
  CUcontext context;
  int code = gcuf_cuda_context (peer, &context);
  if (code)
    return code;
  return enable ? gcuf_cu.CtxEnablePeerAccess (context, 0)
		: gcuf_cu.CtxDisablePeerAccess (context);
}

int
gcuf_cuda_peer_attribute (int attribute, int device, int peer, int *value)
{
  return gcuf_cu.DeviceGetP2PAttribute (value, attribute,
					driver_device (device),
					driver_device (peer));
}

int
gcuf_cuda_peer_copy (void *dst, int dst_device, const void *src,
		     int src_device, size_t bytes, gcuf_stream_t stream,
		     bool wait)
{
  CUcontext to, from;
  int code = gcuf_cuda_context (dst_device, &to);
  if (code == 0)
    code = gcuf_cuda_context (src_device, &from);
  if (code == 0)
    code = gcuf_cu.MemcpyPeerAsync ((CUdeviceptr) dst, to, (CUdeviceptr) src,
				    from, bytes, gcuf_cuda_stream (stream));
  if (code == 0 && wait)
    code = gcuf_cu.StreamSynchronize (gcuf_cuda_stream (stream));
  return code;
}
