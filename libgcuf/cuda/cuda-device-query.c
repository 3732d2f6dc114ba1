/* The cuda backend: what device code can ask about its device.
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

#include <stdlib.h>

#include "backend-cuda.h"
#include "cuda-api.h"
#include "device-query.h"

/* Query the values of the current device.  Not every device has every
   limit.  */

static int
fill_in (struct gcuf_device_record *r)
{
  r->device = gcuf_thread.device;
  r->count = gcuf_device_count;
  int code = gcuf_cuda_device_cache (&r->cache_config);
  for (int i = 0; i < GCUF_N_LIMITS && code == 0; i++)
    {
      code = gcuf_cuda_device_limit (i, &r->limits[i].value);
      r->limits[i].code = code;
      if (code == GCUF_cudaErrorUnsupportedLimit
	  || code == GCUF_cudaErrorInvalidValue)
	code = 0;
    }
  return code;
}

/* Copy the properties of all devices to M.  */

static int
allocate_properties (struct gcuf_cuda_module *m)
{
  size_t size = sizeof (struct gcuf_device_prop);
  struct gcuf_device_prop *all = gcuf_xcalloc (gcuf_device_count, size);
  int code = 0;
  for (int i = 0; i < gcuf_device_count && code == 0; i++)
    code = gcuf_device_properties (i, &all[i]);
  if (code == 0)
    code = gcuf_cuda_malloc (&m->properties, gcuf_device_count * size);
  if (code == 0)
    code = gcuf_cuda_store (m->properties, all, gcuf_device_count * size);
  free (all);
  return code;
}

static int
write_record (struct gcuf_cuda_module *m)
{
  struct gcuf_device_record record
    = { .properties = (const void *) (uintptr_t) m->properties };
  int code = fill_in (&record);
  return code ? code : gcuf_cuda_store (m->record, &record, sizeof record);
}

int
gcuf_cuda_record_init (struct gcuf_cuda_module *m)
{
  size_t size;
  int code = gcuf_cuda_module_variable (m, GCUF_RECORD_SYMBOL, &m->record,
					&size);
  if (code)
    {
      m->record = 0;
      return code == CUDA_ERROR_NOT_FOUND ? 0 : code;
    }
  code = allocate_properties (m);
  return code ? code : write_record (m);
}

int
gcuf_cuda_record_update (struct gcuf_cuda_module *m)
{
  return m->record ? write_record (m) : 0;
}

void
gcuf_cuda_record_forget (struct gcuf_cuda_module *m)
{
  if (m->properties)
    gcuf_cu.MemFree (m->properties);
  m->properties = 0;
}
