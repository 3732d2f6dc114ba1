/* The cuda backend: attributes of kernels, and occupancy.
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

#include "cuda-api.h"

/* If *CODE is zero, return the driver's attribute NUMBER of F and set *CODE to
   the driver's code.  Return zero in case of an error.  */

static int
attribute (CUfunction f, int number, int *code)
{
  int value = 0;
  if (*code == 0)
    *code = gcuf_cu.FuncGetAttribute (&value, number, f);
  return *code ? 0 : value;
}

/* The same, but an attribute that the driver does not know is zero.  */

static int
later_attribute (CUfunction f, int number, int code)
{
  return attribute (f, number, &code);
}

int
gcuf_cuda_function_attributes (struct gcuf_kernel *kernel,
			       struct gcuf_function_attributes *a)
{
  CUfunction f;
  int code = gcuf_cuda_function (kernel, &f);
  a->maxThreadsPerBlock = attribute (f, 0, &code);
  a->sharedSizeBytes = attribute (f, 1, &code);
  a->constSizeBytes = attribute (f, 2, &code);
  a->localSizeBytes = attribute (f, 3, &code);
  a->numRegs = attribute (f, 4, &code);
  a->ptxVersion = attribute (f, 5, &code);
  a->binaryVersion = attribute (f, 6, &code);
  a->cacheModeCA = attribute (f, 7, &code);
  a->maxDynamicSharedSizeBytes = attribute (f, 8, &code);
  a->preferredShmemCarveout = attribute (f, 9, &code);
  /* Drivers before clusters do not know these.  */
  a->clusterDimMustBeSet = later_attribute (f, 10, code);
  a->requiredClusterWidth = later_attribute (f, 11, code);
  a->requiredClusterHeight = later_attribute (f, 12, code);
  a->requiredClusterDepth = later_attribute (f, 13, code);
  a->nonPortableClusterSizeAllowed = later_attribute (f, 14, code);
  a->clusterSchedulingPolicyPreference = later_attribute (f, 15, code);
  return code;
}

int
gcuf_cuda_function_set (struct gcuf_kernel *kernel, int attribute, int value)
{
  CUfunction f;
  int code = gcuf_cuda_function (kernel, &f);
  CUfunction second = gcuf_cuda_second_function (kernel);
  if (code == 0)
    code = gcuf_cu.FuncSetAttribute (f, attribute, value);
  if (code == 0 && second)
    code = gcuf_cu.FuncSetAttribute (second, attribute, value);
  return code;
}

int
gcuf_cuda_function_set_cache (struct gcuf_kernel *kernel, int config)
{
  CUfunction f;
  int code = gcuf_cuda_function (kernel, &f);
  CUfunction second = gcuf_cuda_second_function (kernel);
  if (code == 0)
    code = gcuf_cu.FuncSetCacheConfig (f, config);
  if (code == 0 && second)
    code = gcuf_cu.FuncSetCacheConfig (second, config);
  return code;
}

/* --- Occupancy ----------------------------------------------------------- */

int
gcuf_cuda_occupancy (struct gcuf_kernel *kernel, int threads, size_t shared,
		     int flags, int *blocks)
{
  CUfunction f;
  int code = gcuf_cuda_function (kernel, &f);
  if (code == 0)
    code = gcuf_cu.OccupancyMaxActiveBlocksPerMultiprocessorWithFlags
      (blocks, f, threads, shared, flags);
  return code;
}

int
gcuf_cuda_occupancy_block (struct gcuf_kernel *kernel, size_t shared,
			   int limit, int *blocks, int *threads)
{
  CUfunction f;
  int code = gcuf_cuda_function (kernel, &f);
  if (code == 0)
    code = gcuf_cu.OccupancyMaxPotentialBlockSize (blocks, threads, f, NULL,
						   shared, limit, 0);
  return code;
}

int
gcuf_cuda_occupancy_shared (struct gcuf_kernel *kernel, int blocks,
			    int threads, size_t *bytes)
{
  CUfunction f;
  int code = gcuf_cuda_function (kernel, &f);
  if (code == 0)
    code = gcuf_cu.OccupancyAvailableDynamicSMemPerBlock (bytes, f, blocks,
							  threads);
  return code;
}

/* Convert CONFIG to the driver's form, using ATTRIBUTE for its attribute.  */

static struct gcuf_cu_launch
driver_config (const struct gcuf_launch_config *config,
	       struct gcuf_cu_launch_attribute *attribute)
{
  const struct gcuf_dim3 *g = &config->gridDim, *b = &config->blockDim;
  const struct gcuf_dim3 *c = &config->clusterDim;
  struct gcuf_cu_launch launch =
  {
    .grid_x = g->x, .grid_y = g->y, .grid_z = g->z,
    .block_x = b->x, .block_y = b->y, .block_z = b->z,
    .shared = config->dynamicSmemBytes,
    .stream = gcuf_cuda_stream (config->stream),
    .attributes = attribute, .n_attributes = c->x > 0
  };
  *attribute = (struct gcuf_cu_launch_attribute)
    {
      .id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
      .value = { .x = c->x, .y = c->y, .z = c->z }
    };
  return launch;
}

int
gcuf_cuda_cluster_size (struct gcuf_kernel *kernel,
			const struct gcuf_launch_config *config, int *size)
{
  CUfunction f;
  struct gcuf_cu_launch_attribute attribute;
  struct gcuf_cu_launch launch = driver_config (config, &attribute);
  int code = gcuf_cuda_function (kernel, &f);
  return code ? code : gcuf_cu.OccupancyMaxPotentialClusterSize (size, f,
								 &launch);
}

int
gcuf_cuda_clusters (struct gcuf_kernel *kernel,
		    const struct gcuf_launch_config *config, int *clusters)
{
  CUfunction f;
  struct gcuf_cu_launch_attribute attribute;
  struct gcuf_cu_launch launch = driver_config (config, &attribute);
  int code = gcuf_cuda_function (kernel, &f);
  return code ? code : gcuf_cu.OccupancyMaxActiveClusters (clusters, f,
							   &launch);
}
