/* The cpu backend: attributes of kernels, and occupancy.
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

#include <pthread.h>
#include <stdlib.h>

#include "cpu-api.h"

/* The machine that the figures of device-attributes.def describe.  */
enum
{
  MAX_RESIDENT_THREADS = 2048,
  MAX_RESIDENT_BLOCKS = 32,
  MAX_SHARED = 233472,		/* Of a multiprocessor, */
  MAX_BLOCK_SHARED = 232448,	/* of a block that asks for it, */
  PLAIN_SHARED = 49152,		/* and of one that does not.  */
  BLOCK_SHARED = 1024,		/* What a block takes for itself.  */
  WARP = 32,
  MAX_PORTABLE_CLUSTER = 8,
  MAX_CLUSTER = 16
};

/* What was set of a kernel, whose cache points to it.  */
struct settings
{
  struct settings *next;
  int max_dynamic, carveout, wide_clusters, cache;
};
static struct settings *all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct settings
get_settings (const struct gcuf_kernel *kernel)
{
  struct settings found = { NULL, PLAIN_SHARED, -1, 0, 0 };
  pthread_mutex_lock (&lock);
  if (kernel->cache)
    found = *(const struct settings *) kernel->cache;
  pthread_mutex_unlock (&lock);
  return found;
}

static void
put_settings (struct gcuf_kernel *kernel, const struct settings *value)
{
  pthread_mutex_lock (&lock);
  struct settings *s = kernel->cache;
  if (!s)
    {
      kernel->cache = s = gcuf_xcalloc (1, sizeof *s);
      s->next = all;
      all = s;
    }
  struct settings *next = s->next;
  *s = *value;
  s->next = next;
  pthread_mutex_unlock (&lock);
}

static void __attribute__ ((destructor (101)))
settings_fini (void)
{
  while (all && !gcuf_failed)
    {
      struct settings *s = all;
      all = s->next;
      free (s);
    }
}

/* --- Attributes --------------------------------------------------------- */

/* Registers are the host's.  What a GPU has as local memory is on the stack
   here.  */

int
gcuf_cpu_function_attributes (struct gcuf_kernel *kernel,
			      struct gcuf_function_attributes *a)
{
  if (!kernel->run)
    return GCUF_cudaErrorInvalidDeviceFunction;
  struct settings s = get_settings (kernel);
  int capability = gcuf_cpu_capability ();
  *a = (struct gcuf_function_attributes)
    {
      .sharedSizeBytes = kernel->shared_bytes,
      .constSizeBytes = kernel->constant_bytes,
      .localSizeBytes = kernel->frame.bytes,
      .ptxVersion = capability,
      .binaryVersion = capability,
      .maxThreadsPerBlock = GCUF_MAX_BLOCK_THREADS,
      .maxDynamicSharedSizeBytes = s.max_dynamic,
      .preferredShmemCarveout = s.carveout,
      .nonPortableClusterSizeAllowed = s.wide_clusters
    };
  return 0;
}

int
gcuf_cpu_function_set (struct gcuf_kernel *kernel, int attribute, int value)
{
  enum { MAX_DYNAMIC = 8, CARVEOUT = 9, WIDE_CLUSTERS = 14 };
  struct settings s = get_settings (kernel);
  switch (attribute)
    {
    case MAX_DYNAMIC:
      if (value < 0 || value > MAX_BLOCK_SHARED)
	return GCUF_cudaErrorInvalidValue;
      s.max_dynamic = value;
      break;
    case CARVEOUT:
      if (value < -1 || value > 100)
	return GCUF_cudaErrorInvalidValue;
      s.carveout = value;
      break;
    case WIDE_CLUSTERS:
      s.wide_clusters = value != 0;
      break;
    default:
      return GCUF_cudaErrorInvalidValue;
    }
  put_settings (kernel, &s);
  return 0;
}

int
gcuf_cpu_function_set_cache (struct gcuf_kernel *kernel, int config)
{
  struct settings s = get_settings (kernel);
  s.cache = config;
  put_settings (kernel, &s);
  return 0;
}

/* --- Occupancy ---------------------------------------------------------- */

int
gcuf_cpu_blocks_per_core (int threads, size_t shared)
{
  int warps = (threads + WARP - 1) / WARP;
  int blocks = MAX_RESIDENT_THREADS / (warps * WARP);
  int by_shared = MAX_SHARED / (shared + BLOCK_SHARED);
  if (blocks > MAX_RESIDENT_BLOCKS)
    blocks = MAX_RESIDENT_BLOCKS;
  return by_shared < blocks ? by_shared : blocks;
}

static int
blocks_of (const struct gcuf_kernel *kernel, int threads, size_t shared)
{
  if (threads > GCUF_MAX_BLOCK_THREADS
      || shared > (size_t) get_settings (kernel).max_dynamic)
    return 0;
  return gcuf_cpu_blocks_per_core (threads, shared + kernel->shared_bytes);
}

int
gcuf_cpu_occupancy (struct gcuf_kernel *kernel, int threads, size_t shared,
		    int flags, int *blocks)
{
  (void) flags;
  if (threads < 1)
    return GCUF_cudaErrorInvalidValue;
  *blocks = blocks_of (kernel, threads, shared);
  return 0;
}

int
gcuf_cpu_occupancy_block (struct gcuf_kernel *kernel, size_t shared,
			  int limit, int *blocks, int *threads)
{
  int best = 0;
  if (limit <= 0 || limit > GCUF_MAX_BLOCK_THREADS)
    limit = GCUF_MAX_BLOCK_THREADS;
  for (int t = limit; t > 0; t = (t - 1) / WARP * WARP)
    {
      int b = blocks_of (kernel, t, shared);
      if (b * t > best)
	{
	  best = b * t;
	  *blocks = b * gcuf_pool_size ();
	  *threads = t;
	}
    }
  return best ? 0 : GCUF_cudaErrorInvalidValue;
}

int
gcuf_cpu_occupancy_shared (struct gcuf_kernel *kernel, int blocks,
			   int threads, size_t *bytes)
{
  if (blocks < 1 || threads < 1 || blocks > blocks_of (kernel, threads, 0))
    return GCUF_cudaErrorInvalidValue;
  size_t most = MAX_SHARED / blocks - BLOCK_SHARED;
  if (most > MAX_BLOCK_SHARED)
    most = MAX_BLOCK_SHARED;
  *bytes = most > kernel->shared_bytes ? most - kernel->shared_bytes : 0;
  return 0;
}

static bool
valid_p (const struct gcuf_launch_config *c)
{
  return (c->gridDim.x > 0 && c->gridDim.y > 0 && c->gridDim.z > 0
	  && c->blockDim.x > 0 && c->blockDim.y > 0 && c->blockDim.z > 0);
}

static int
block_threads (const struct gcuf_launch_config *c)
{
  return c->blockDim.x * c->blockDim.y * c->blockDim.z;
}

int
gcuf_cpu_cluster_size (struct gcuf_kernel *kernel,
		       const struct gcuf_launch_config *config, int *size)
{
  if (!valid_p (config))
    return GCUF_cudaErrorInvalidValue;
  *size = 0;
  if (blocks_of (kernel, block_threads (config), config->dynamicSmemBytes))
    *size = (get_settings (kernel).wide_clusters ? MAX_CLUSTER
	     : MAX_PORTABLE_CLUSTER);
  return 0;
}

/* A cluster of the machine above may spread over several cores.  */

int
gcuf_cpu_clusters (struct gcuf_kernel *kernel,
		   const struct gcuf_launch_config *config, int *clusters)
{
  const struct gcuf_dim3 *c = &config->clusterDim;
  int largest, size = c->x * c->y * c->z;
  int code = gcuf_cpu_cluster_size (kernel, config, &largest);
  if (code)
    return code;
  *clusters = 0;
  if (size > 0 && size <= largest)
    *clusters = (blocks_of (kernel, block_threads (config),
			    config->dynamicSmemBytes)
		 * gcuf_pool_size () / size);
  return 0;
}
