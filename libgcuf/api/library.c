/* What libraries beside this one call: libgcuf-cufft and its like.
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
GCUF_library_cuda_p (void)
{
  return !gcuf_backend ()->on_host;
}

GCUF_EXPORT const char *
GCUF_library_toolkit (int i)
{
  const char *const places[] = { gcuf_env (GCUF_ENV_CUDA_HOME),
				 gcuf_env (GCUF_ENV_CUDA_PATH),
				 "/usr/local/cuda" };
  const char *place = NULL;

  for (size_t j = 0; j < sizeof places / sizeof *places && !place; j++)
    if (places[j] && i-- == 0)
      place = places[j];
  return place;
}

GCUF_EXPORT int
GCUF_library_enqueue (gcuf_stream_t stream, void (*fn) (void *),
		      const void *data, size_t bytes, int wait)
{
  return gcuf_backend ()->stream_work (stream, fn, data, bytes, wait);
}
