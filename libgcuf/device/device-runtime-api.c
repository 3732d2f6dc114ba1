/* Functions of the runtime API that device code can call.
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

#include <stddef.h>

#include "device-library.h"
#include "device-query.h"

#define GCUF_ERROR(code, name, text) GCUF_##name = code,
enum
{
#include "error-codes.def"
};
#undef GCUF_ERROR

/* In words where both are aligned.  The empty asm statement keeps GCC from
   replacing the loop by a call of memcpy, which would be another object of the
   image.  */

#define COPY_AS(type)							\
  for (; ((uintptr_t) to | (uintptr_t) from) % sizeof (type) == 0	\
	 && n >= sizeof (type);						\
       to += sizeof (type), from += sizeof (type), n -= sizeof (type))	\
    {									\
      typedef type __attribute__ ((may_alias)) unit;			\
      *(unit *) to = *(const unit *) from;				\
      asm volatile ("");						\
    }

static inline __attribute__ ((always_inline)) void
gcuf_device_copy (char *to, const char *from, size_t n)
{
  COPY_AS (uint64_t)
  COPY_AS (uint32_t)
  COPY_AS (char)
}

#define GCUF_KERNEL_MALLOC(bytes) malloc (bytes)
#define GCUF_KERNEL_FREE(p) free (p)
#define GCUF_KERNEL_COPY(to, from, bytes) gcuf_device_copy (to, from, bytes)
#define GCUF_KERNEL_FUNCTION GCUF_DEVICE
#include "kernel-api.h"

/* --- The device ---------------------------------------------------------- */

struct gcuf_device_record __gcuf_device_record
  __attribute__ ((visibility ("hidden")));
#pragma acc declare create (__gcuf_device_record)

GCUF_DEVICE
int
GCUF_cudaGetDevice (int *device)
{
  *device = __gcuf_device_record.device;
  return 0;
}

GCUF_DEVICE
int
GCUF_cudaGetDeviceCount (int *count)
{
  *count = __gcuf_device_record.count;
  return 0;
}

GCUF_DEVICE
int
GCUF_cudaDeviceGetCacheConfig (int *config)
{
  *config = __gcuf_device_record.cache_config;
  return 0;
}

GCUF_DEVICE
int
GCUF_cudaDeviceGetLimit (size_t *value, int limit)
{
  if (limit < 0 || limit >= GCUF_N_LIMITS)
    return GCUF_cudaErrorInvalidValue;
  int code = __gcuf_device_record.limits[limit].code;
  if (code == 0)
    *value = __gcuf_device_record.limits[limit].value;
  return code;
}

GCUF_DEVICE
int
gcuf_kernel_properties_ (struct gcuf_device_prop *prop, int device)
{
  if (device < 0 || device >= __gcuf_device_record.count)
    return GCUF_cudaErrorInvalidDevice;
  gcuf_device_copy ((char *) prop,
		    (const char *) &__gcuf_device_record.properties[device],
		    sizeof *prop);
  return 0;
}
