/* The cpu backend: limits, configuration and peers of the device.
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

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu-api.h"

/* What is set is remembered and told, and changes nothing: there is no cache to
   configure, and heap and stacks are the host's.  */

static int device_flags = 8;	/* cudaDeviceMapHost.  */
static int cache_config;

/* It can do what the code was made for that the program has for GPUs, or by
   default is.  */

int
gcuf_cpu_capability (void)
{
  enum { DEFAULT = 75 };
  int most = 0;
  gcuf_image_lock ();
  for (const struct gcuf_image_node *n = gcuf_images (); n; n = n->next)
    {
      const char *digits = strpbrk (n->image->target, "0123456789");
      int capability = digits ? atoi (digits) : 0;
      if (capability > most)
	most = capability;
    }
  gcuf_image_unlock ();
  return most ? most : DEFAULT;
}

int
gcuf_cpu_device_flags (int device, int *flags)
{
  (void) device;
  *flags = device_flags;
  return 0;
}

int
gcuf_cpu_device_set_flags (int device, int flags)
{
  (void) device;
  device_flags = flags | 8;
  return 0;
}

/* In the order of enum cudaLimit.  */
static struct
{
  size_t value, maximum;	/* Zero: it cannot be set.  */
  bool supported;
} limits[] =
{
  { 1024, 512 << 10, true },	/* cudaLimitStackSize */
  { 8650752, PTRDIFF_MAX, true }, /* cudaLimitPrintfFifoSize */
  { 8388608, PTRDIFF_MAX, true }, /* cudaLimitMallocHeapSize */
  { 0, 0, false },		/* cudaLimitDevRuntimeSyncDepth */
  { 2048, PTRDIFF_MAX, true },	/* cudaLimitDevRuntimePendingLaunchCount */
  { 64, 128, true },		/* cudaLimitMaxL2FetchGranularity */
  { 0, PTRDIFF_MAX, true }	/* cudaLimitPersistingL2CacheSize */
};
enum { N_LIMITS = sizeof limits / sizeof *limits };

int
gcuf_cpu_device_limit (int limit, size_t *value)
{
  if (limit < 0 || limit >= N_LIMITS)
    return GCUF_cudaErrorInvalidValue;
  if (!limits[limit].supported)
    return GCUF_cudaErrorUnsupportedLimit;
  *value = __atomic_load_n (&limits[limit].value, __ATOMIC_RELAXED);
  return 0;
}

int
gcuf_cpu_device_set_limit (int limit, size_t value)
{
  if (limit < 0 || limit >= N_LIMITS)
    return GCUF_cudaErrorInvalidValue;
  if (!limits[limit].supported)
    return GCUF_cudaErrorUnsupportedLimit;
  if (value > limits[limit].maximum)
    return GCUF_cudaErrorInvalidValue;
  __atomic_store_n (&limits[limit].value, value, __ATOMIC_RELAXED);
  return 0;
}

int
gcuf_cpu_device_cache (int *config)
{
  *config = cache_config;
  return 0;
}

int
gcuf_cpu_device_set_cache (int config)
{
  cache_config = config;
  return 0;
}

/* The host is on no bus.  */

int
gcuf_cpu_device_pci_id (int device, char *id, int len)
{
  return (snprintf (id, len, "0000:00:%02x.0", device) < len ? 0
	  : GCUF_cudaErrorInvalidValue);
}

/* No tool listens.  */

int
gcuf_cpu_profiler (bool on)
{
  (void) on;
  return 0;
}

/* --- Peers -------------------------------------------------------------- */

/* There is one device, and no device is its own peer.  */

int
gcuf_cpu_peer_can (int device, int peer, int *can)
{
  (void) device;
  (void) peer;
  *can = 0;
  return 0;
}

int
gcuf_cpu_peer_enable (int peer, bool enable)
{
  (void) peer;
  return (enable ? GCUF_cudaErrorPeerAccessUnsupported
	  : GCUF_cudaErrorPeerAccessNotEnabled);
}

int
gcuf_cpu_peer_attribute (int attribute, int device, int peer, int *value)
{
  (void) attribute;
  (void) device;
  (void) peer;
  (void) value;
  return GCUF_cudaErrorInvalidDevice;
}

int
gcuf_cpu_peer_copy (void *dst, int dst_device, const void *src,
		    int src_device, size_t bytes, gcuf_stream_t stream,
		    bool wait)
{
  struct gcuf_box box =
  {
    .dst = dst, .src = src, .width = bytes, .height = 1, .depth = 1,
    .kind = GCUF_COPY_DEVICE_TO_DEVICE
  };
  (void) dst_device;
  (void) src_device;
  return gcuf_backend_cpu.copy (&box, stream, wait);
}
