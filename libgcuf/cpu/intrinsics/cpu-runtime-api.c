/* The runtime API in device code on the cpu backend.
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
#include <string.h>

#include "gcuf-internal.h"

/* As malloc and free; device code that is checked has that memory from now on,
   and no longer.  */

static void *
new_memory (size_t bytes)
{
  void *p = malloc (bytes);
  GCUF_check_malloc (p);
  return p;
}

static void
free_memory (void *p)
{
  GCUF_check_free (p);
  free (p);
}

#define GCUF_KERNEL_MALLOC(bytes) new_memory (bytes)
#define GCUF_KERNEL_FREE(p) free_memory (p)
#define GCUF_KERNEL_COPY(to, from, bytes) memcpy (to, from, bytes)
#define GCUF_KERNEL_FUNCTION GCUF_EXPORT
#include "kernel-api.h"

extern int gcuf_kernel_properties_ (struct gcuf_device_prop *, int);
GCUF_EXPORT int
gcuf_kernel_properties_ (struct gcuf_device_prop *prop, int device)
{
  return gcuf_record_error (gcuf_device_properties (device, prop));
}
