/* Attributes of kernels, and how many blocks of them fit.
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

/* Store the kernel that the program knows as FN in *KERNEL; return an error
   code if there is none.  */

static int
find_kernel (const void *fn, struct gcuf_kernel **kernel)
{
  *kernel = gcuf_kernel_of (fn);
  return *kernel ? 0 : GCUF_cudaErrorInvalidDeviceFunction;
}

GCUF_EXPORT int
GCUF_cudaFuncGetAttributes (struct gcuf_function_attributes *attributes,
			    const void *fn)
{
  struct gcuf_kernel *kernel;
  int code = find_kernel (fn, &kernel);
  if (code == 0)
    code = gcuf_backend ()->function_attributes (kernel, attributes);
  return gcuf_record_error (code);
}

GCUF_EXPORT int
GCUF_cudaFuncSetAttribute (const void *fn, int attribute, int value)
{
  struct gcuf_kernel *kernel;
  int code = find_kernel (fn, &kernel);
  if (code == 0)
    code = gcuf_backend ()->function_set (kernel, attribute, value);
  return gcuf_record_error (code);
}

static int
set_cache (struct gcuf_kernel *kernel, int config)
{
  enum { LAST = 3 };
  int code = (!kernel ? GCUF_cudaErrorInvalidDeviceFunction
	      : config < 0 || config > LAST ? GCUF_cudaErrorInvalidValue
	      : gcuf_backend ()->function_set_cache (kernel, config));
  return gcuf_record_error (code);
}

/* Check CONFIG; the banks of shared memory cannot be changed.  */

static int
set_banks (struct gcuf_kernel *kernel, int config)
{
  enum { LAST = 2 };
  return gcuf_record_error (!kernel ? GCUF_cudaErrorInvalidDeviceFunction
			    : config < 0 || config > LAST
			    ? GCUF_cudaErrorInvalidValue : 0);
}

/* Return the kernel called NAME, of LEN bytes, which may end with blanks.  */

static struct gcuf_kernel *
kernel_named (const char *name, size_t len)
{
  while (len && (name[len - 1] == ' ' || name[len - 1] == '\0'))
    len--;
  char *copy = gcuf_xmalloc (len + 1);
  memcpy (copy, name, len);
  copy[len] = '\0';
  struct gcuf_kernel *kernel = gcuf_kernel_named (copy);
  free (copy);
  return kernel;
}

GCUF_EXPORT int
GCUF_cudaFuncSetCacheConfig (const void *fn, int config)
{
  return set_cache (gcuf_kernel_of (fn), config);
}

GCUF_EXPORT int
GCUF_cudaFuncSetCacheConfigNamed (const char *name, size_t len, int config)
{
  return set_cache (kernel_named (name, len), config);
}

GCUF_EXPORT int
GCUF_cudaFuncSetSharedMemConfig (const void *fn, int config)
{
  return set_banks (gcuf_kernel_of (fn), config);
}

GCUF_EXPORT int
GCUF_cudaFuncSetSharedMemConfigNamed (const char *name, size_t len,
				      int config)
{
  return set_banks (kernel_named (name, len), config);
}

/* --- Occupancy ---------------------------------------------------------- */

GCUF_EXPORT int
GCUF_cudaOccupancyMaxActiveBlocksPerMultiprocessor
  (int *blocks, const void *fn, int threads, size_t shared, int flags)
{
  enum { DISABLE_CACHING_OVERRIDE = 1 };
  struct gcuf_kernel *kernel;
  int code = find_kernel (fn, &kernel);
  if (code == 0 && ((flags & ~DISABLE_CACHING_OVERRIDE) || threads < 1))
    code = GCUF_cudaErrorInvalidValue;
  if (code == 0)
    code = gcuf_backend ()->occupancy (kernel, threads, shared, flags,
				       blocks);
  return gcuf_record_error (code);
}

GCUF_EXPORT int
GCUF_cudaOccupancyMaxPotentialBlockSize (int *blocks, int *threads,
					 const void *fn, size_t shared,
					 int limit)
{
  struct gcuf_kernel *kernel;
  int code = find_kernel (fn, &kernel);
  if (code == 0)
    code = gcuf_backend ()->occupancy_block (kernel, shared, limit, blocks,
					     threads);
  return gcuf_record_error (code);
}

GCUF_EXPORT int
GCUF_cudaOccupancyAvailableDynamicSMemPerBlock (size_t *bytes, const void *fn,
						int blocks, int threads)
{
  struct gcuf_kernel *kernel;
  int code = find_kernel (fn, &kernel);
  if (code == 0)
    code = gcuf_backend ()->occupancy_shared (kernel, blocks, threads, bytes);
  return gcuf_record_error (code);
}

GCUF_EXPORT int
GCUF_cudaOccupancyMaxPotentialClusterSize
  (int *size, const void *fn, const struct gcuf_launch_config *config)
{
  struct gcuf_kernel *kernel;
  int code = find_kernel (fn, &kernel);
  if (code == 0)
    code = gcuf_backend ()->cluster_size (kernel, config, size);
  return gcuf_record_error (code);
}

GCUF_EXPORT int
GCUF_cudaOccupancyMaxActiveClusters
  (int *clusters, const void *fn, const struct gcuf_launch_config *config)
{
  struct gcuf_kernel *kernel;
  int code = find_kernel (fn, &kernel);
  if (code == 0)
    code = gcuf_backend ()->clusters (kernel, config, clusters);
  return gcuf_record_error (code);
}
