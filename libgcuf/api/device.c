/* Devices and versions: the API of module cudafor.
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
#include <strings.h>

#include "gcuf-memory.h"

/* The result of cudaRuntimeGetVersion: the version of the CUDA API whose codes
   and structures this library has.  */
#define GCUF_RUNTIME_VERSION 13000

GCUF_EXPORT int
GCUF_cudaGetDeviceCount (int *count)
{
  gcuf_backend_unbound ();
  *count = gcuf_device_count;
  return 0;
}

GCUF_EXPORT int
GCUF_cudaSetDevice (int device)
{
  gcuf_backend_unbound ();
  if (!gcuf_device_valid_p (device))
    return gcuf_record_error (GCUF_cudaErrorInvalidDevice);
  int previous = gcuf_thread.device;
  gcuf_thread.device = device;
  int code = gcuf_backend_chosen->device_bind ();
  if (code)
    gcuf_thread.device = previous;
  else
    gcuf_bound ();
  return gcuf_record_error (code);
}

GCUF_EXPORT int
GCUF_cudaGetDevice (int *device)
{
  *device = gcuf_thread.device;
  return 0;
}

/* At most one of the ways to wait can be chosen.  */

GCUF_EXPORT int
GCUF_cudaSetDeviceFlags (int flags)
{
  enum { WAYS = 7, KNOWN = 0x1f };
  int way = flags & WAYS;
  if ((flags & ~KNOWN) || (way & (way - 1)))
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  const struct gcuf_backend *b = gcuf_backend_unbound ();
  return gcuf_record_error (b->device_set_flags (gcuf_thread.device, flags));
}

GCUF_EXPORT int
GCUF_cudaGetDeviceFlags (int *flags)
{
  const struct gcuf_backend *b = gcuf_backend_unbound ();
  return gcuf_record_error (b->device_flags (gcuf_thread.device, flags));
}

/* The first of the list that can be used becomes the current device.  */

GCUF_EXPORT int
GCUF_cudaSetValidDevices (const int *devices, int count)
{
  gcuf_backend_unbound ();
  if (count <= 0)
    return 0;
  for (int i = 0; i < count; i++)
    if (!gcuf_device_valid_p (devices[i]))
      return gcuf_record_error (GCUF_cudaErrorInvalidDevice);
  for (int i = 0; i < count; i++)
    if (GCUF_cudaSetDevice (devices[i]) == 0)
      return 0;
  return gcuf_record_error (GCUF_cudaErrorDevicesUnavailable);
}

/* Return the number of fields of WANT that a device with HAVE satisfies; fields
   that are zero or blank do not count.  */

static int
match (const struct gcuf_device_prop *want,
       const struct gcuf_device_prop *have)
{
  int score = 0;
  if (want->name[0] && want->name[0] != ' ')
    score += memcmp (want->name, have->name, sizeof have->name) == 0;
#define AT_LEAST(field) score += want->field > 0 && have->field >= want->field
  AT_LEAST (totalGlobalMem);
  AT_LEAST (sharedMemPerBlock);
  AT_LEAST (multiProcessorCount);
  AT_LEAST (maxThreadsPerBlock);
#undef AT_LEAST
  if (want->major > 0)
    score += (have->major > want->major
	      || (have->major == want->major && have->minor >= want->minor));
  return score;
}

GCUF_EXPORT int
GCUF_cudaChooseDevice (int *device, const struct gcuf_device_prop *prop)
{
  int best = -1;
  gcuf_backend_unbound ();
  for (int i = 0; i < gcuf_device_count; i++)
    {
      struct gcuf_device_prop have;
      int code = GCUF_cudaGetDeviceProperties (&have, i);
      if (code)
	return code;
      int score = match (prop, &have);
      if (score > best)
	{
	  best = score;
	  *device = i;
	}
    }
  return 0;
}

GCUF_EXPORT int
GCUF_cudaDeviceGetAttribute (int *value, int attribute, int device)
{
  const struct gcuf_backend *b = gcuf_backend_unbound ();
  if (!gcuf_device_valid_p (device))
    return gcuf_record_error (GCUF_cudaErrorInvalidDevice);
  return gcuf_record_error (b->device_attribute (device, attribute, value));
}

GCUF_EXPORT int
GCUF_cudaGetDeviceProperties (struct gcuf_device_prop *prop, int device)
{
  return gcuf_record_error (gcuf_device_properties (device, prop));
}

GCUF_EXPORT int
GCUF_cudaDeviceSynchronize (void)
{
  return gcuf_record_error (gcuf_backend ()->device_synchronize ());
}

GCUF_EXPORT int
GCUF_cudaThreadSynchronize (void)
{
  return GCUF_cudaDeviceSynchronize ();
}

GCUF_EXPORT int
GCUF_cudaDeviceReset (void)
{
  gcuf_scratch_forget (gcuf_thread.device, GCUF_ALL_STREAMS);
  int code = gcuf_backend ()->device_reset ();
  if (code == 0)
    {
      gcuf_thread.last_error = 0;
      gcuf_thread.bound = 0;
      gcuf_failure_reset ();
    }
  return gcuf_record_error (code);
}

GCUF_EXPORT int
GCUF_cudaThreadExit (void)
{
  return GCUF_cudaDeviceReset ();
}

GCUF_EXPORT int
GCUF_cudaDriverGetVersion (int *version)
{
  if (!version)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return gcuf_record_error (gcuf_backend_unbound ()->driver_version (version));
}

GCUF_EXPORT int
GCUF_cudaRuntimeGetVersion (int *version)
{
  if (!version)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  *version = GCUF_RUNTIME_VERSION;
  return 0;
}

/* --- Limits and configuration ------------------------------------------- */

GCUF_EXPORT int
GCUF_cudaDeviceGetLimit (size_t *value, int limit)
{
  return gcuf_record_error (gcuf_backend ()->device_limit (limit, value));
}

GCUF_EXPORT int
GCUF_cudaDeviceSetLimit (int limit, size_t value)
{
  return gcuf_record_error (gcuf_backend ()->device_set_limit (limit, value));
}

/* Values of cudaFuncCache and cudaSharedMemConfig.  */
enum { LAST_CACHE_CONFIG = 3, LAST_BANK_CONFIG = 2, FOUR_BYTE_BANKS = 1 };

GCUF_EXPORT int
GCUF_cudaDeviceGetCacheConfig (int *config)
{
  return gcuf_record_error (gcuf_backend ()->device_cache (config));
}

GCUF_EXPORT int
GCUF_cudaDeviceSetCacheConfig (int config)
{
  if (config < 0 || config > LAST_CACHE_CONFIG)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return gcuf_record_error (gcuf_backend ()->device_set_cache (config));
}

/* No device since compute capability 5.0 has other banks.  */

GCUF_EXPORT int
GCUF_cudaDeviceGetSharedMemConfig (int *config)
{
  *config = FOUR_BYTE_BANKS;
  return 0;
}

GCUF_EXPORT int
GCUF_cudaDeviceSetSharedMemConfig (int config)
{
  return gcuf_record_error (config < 0 || config > LAST_BANK_CONFIG
			    ? GCUF_cudaErrorInvalidValue : 0);
}

/* --- The bus ------------------------------------------------------------ */

enum { BUS_ID_SIZE = 32 };

GCUF_EXPORT int
GCUF_cudaDeviceGetPCIBusId (char *buf, size_t len, int device)
{
  char id[BUS_ID_SIZE];
  const struct gcuf_backend *b = gcuf_backend_unbound ();
  if (!gcuf_device_valid_p (device))
    return gcuf_record_error (GCUF_cudaErrorInvalidDevice);
  int code = b->device_pci_id (device, id, sizeof id);
  size_t n = code ? 0 : strlen (id);
  if (n > len)
    code = GCUF_cudaErrorInvalidValue;
  if (code)
    return gcuf_record_error (code);
  memcpy (buf, id, n);
  memset (buf + n, ' ', len - n);
  return 0;
}

/* Return true if the LEN bytes of A, which may end with blanks, are B.  */

static bool
same_bus_id_p (const char *a, size_t len, const char *b)
{
  while (len && a[len - 1] == ' ')
    len--;
  return len == strlen (b) && strncasecmp (a, b, len) == 0;
}

/* Return true if ID has the form domain:bus:device.function, in hexadecimal
   digits, where the domain or the function may be omitted.  */

static bool
bus_id_p (const char *id, size_t len)
{
  unsigned domain, bus, slot, function;
  char copy[BUS_ID_SIZE];
  if (len >= sizeof copy)
    len = sizeof copy - 1;
  memcpy (copy, id, len);
  copy[len] = '\0';
  return (sscanf (copy, "%x:%x:%x.%x", &domain, &bus, &slot, &function) >= 3
	  || sscanf (copy, "%x:%x.%x", &bus, &slot, &function) == 3);
}

GCUF_EXPORT int
GCUF_cudaDeviceGetByPCIBusId (int *device, const char *id, size_t len)
{
  const struct gcuf_backend *b = gcuf_backend_unbound ();
  if (!bus_id_p (id, len))
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  for (int i = 0; i < gcuf_device_count; i++)
    {
      char have[BUS_ID_SIZE];
      int code = b->device_pci_id (i, have, sizeof have);
      if (code)
	return gcuf_record_error (code);
      if (same_bus_id_p (id, len, have))
	{
	  *device = i;
	  return 0;
	}
    }
  return gcuf_record_error (GCUF_cudaErrorInvalidDevice);
}

GCUF_EXPORT int
GCUF_cudaProfilerStart (void)
{
  return gcuf_record_error (gcuf_backend ()->profiler (true));
}

GCUF_EXPORT int
GCUF_cudaProfilerStop (void)
{
  return gcuf_record_error (gcuf_backend ()->profiler (false));
}
