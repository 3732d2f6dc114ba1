/* Questions to the backend in use.
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

bool
gcuf_device_valid_p (int device)
{
  gcuf_backend_unbound ();
  return device >= 0 && device < gcuf_device_count;
}

int
gcuf_device_properties (int device, struct gcuf_device_prop *prop)
{
  if (!gcuf_device_valid_p (device))
    return GCUF_cudaErrorInvalidDevice;
  memset (prop, 0, sizeof *prop);
  int code = gcuf_backend_unbound ()->device_properties (device, prop);
  size_t n = strnlen (prop->name, sizeof prop->name);
  memset (prop->name + n, ' ', sizeof prop->name - n);
  return code;
}

bool
gcuf_captured_p (gcuf_stream_t stream)
{
  int status = GCUF_CAPTURE_NONE;
  return (gcuf_backend ()->capture_status (stream, &status) != 0
	  || status != GCUF_CAPTURE_NONE);
}
