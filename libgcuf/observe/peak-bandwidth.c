/* How fast the memory of devices could be.
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

#include "device-attributes.h"
#include "trace.h"

static double *peaks;

/* The bytes per microsecond that the memory of DEVICE moves at most; zero if
   the backend does not know.  The clock is in kHz, the width in bits, and data
   comes with both edges of the clock.  */

static double
find_peak (const struct gcuf_backend *backend, int device)
{
  int clock = 0, width = 0;
  if (backend->device_attribute (device, GCUF_ATTRIBUTE_memoryClockRate, &clock)
      || backend->device_attribute (device, GCUF_ATTRIBUTE_memoryBusWidth,
				    &width)
      || clock <= 0 || width <= 0)
    return 0;
  return 2.0 * clock / 1e3 * (width / 8.0);
}

void
gcuf_peaks_find (const struct gcuf_backend *backend)
{
  peaks = gcuf_xcalloc (gcuf_device_count, sizeof *peaks);
  for (int i = 0; i < gcuf_device_count; i++)
    peaks[i] = find_peak (backend, i);
}

double
gcuf_peak (int device)
{
  return peaks[device];
}

/* What stays on a device is read and written there.  What a kernel does with
   what it reaches is not known: as much as if it were there once.  */

double
gcuf_traffic (const struct gcuf_trace_record *r)
{
  if (r->kind == GCUF_TRACE_LAUNCH)
    return r->reach;
  return r->within ? 2.0 * r->bytes : r->bytes;
}
