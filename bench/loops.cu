// The peer of loops.cuf in CUDA C, with the reductions of CUB.
// Copyright (C) 2026 The cudafortran authors.
//
// This file is part of cudafortran.
//
// Cudafortran is free software; you can redistribute it and/or modify it under
// the terms of the GNU General Public License as published by the Free
// Software Foundation; either version 3, or (at your option) any later
// version.
//
// Cudafortran is distributed in the hope that it will be useful, but WITHOUT
// ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
// FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
// more details.
//
// You should have received a copy of the GNU General Public License along
// with cudafortran; see the file COPYING.  If not, see
// <http://www.gnu.org/licenses/>.

#include <cub/device/device_reduce.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include "timing.h"

__global__ void
triad (int n, double *a, const double *b, const double *c)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = b[i] + 0.5 * c[i];
}

__global__ void
stencil5 (int m, double *p, const double *q)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
  size_t at = i + (size_t) m * j;
  if (i < m - 1 && j < m - 1)
    p[at] = 0.2 * (q[at] + q[at - 1] + q[at + 1] + q[at - m] + q[at + m]);
}

__global__ void
stencil7 (int m, double *u, const double *v)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
  int k = blockIdx.z * blockDim.z + threadIdx.z + 1;
  size_t plane = (size_t) m * m, at = i + (size_t) m * j + plane * k;
  if (i < m - 1 && j < m - 1 && k < m - 1)
    u[at] = 0.5 * v[at]
	    + 0.1 * (v[at - 1] + v[at + 1] + v[at - m] + v[at + m]
		     + v[at - plane] + v[at + plane]);
}

__global__ void
fill (size_t n, double *x, double value)
{
  size_t i = blockIdx.x * (size_t) blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = value;
}

/* The product of two elements, for the reduction to fetch.  */
struct product
{
  const double *b, *c;
  __host__ __device__ double
  operator() (int i) const
  {
    return b[i] * c[i];
  }
};

static double *
new_array (size_t n, double value)
{
  double *x;
  if (cudaMalloc (&x, n * sizeof *x))
    exit (1);
  fill<<<(n + 255) / 256, 256>>> (n, x, value);
  return x;
}

/* Time calls of RUN, whose result element *X stands for.  */

template <typename function> static void
measure (const char *name, const double *x, function run)
{
  double value;
  start (name);
  while (again ())
    run ();
  cudaMemcpy (&value, x, sizeof value, cudaMemcpyDefault);
  finish (value);
}

/* Call REDUCE (memory, its size), which is asked for the size first, and fetch
   the result, as a program does that wants it on the host.  */

template <typename function> static void
measure_reduction (const char *name, const double *result, function reduce)
{
  void *memory = NULL;
  size_t size = 0;
  reduce (memory, size);
  if (cudaMalloc (&memory, size))
    exit (1);
  measure (name, result, [&] {
    double value;
    reduce (memory, size);
    cudaMemcpy (&value, result, sizeof value, cudaMemcpyDefault);
  });
  cudaFree (memory);
}

int
main (int argc, char **argv)
{
  int k = atoi (argv[argc - 1]), n = 1 << k;
  double *a = new_array (n, 0), *b = new_array (n, 1), *c = new_array (n, 2);
  double *result = new_array (1, 0);

  measure ("triad", a + n - 1, [=] { triad<<<(n + 255) / 256, 256>>> (n, a, b, c); });
  auto products
    = thrust::make_transform_iterator (thrust::make_counting_iterator (0),
				       product { b, c });
  measure_reduction ("dot", result, [=] (void *memory, size_t &size) {
    cub::DeviceReduce::Sum (memory, size, products, result, n);
  });
  measure_reduction ("max", result, [=] (void *memory, size_t &size) {
    cub::DeviceReduce::Max (memory, size, a, result, n);
  });
  cudaFree (a);
  cudaFree (b);
  cudaFree (c);

  int m = 1 << (k / 2);
  size_t elements = (size_t) m * m;
  double *p = new_array (elements, 0), *q = new_array (elements, 1);
  measure ("stencil-5", p + elements / 2 + m / 2, [=] {
    stencil5<<<dim3 ((m + 31) / 32, (m + 7) / 8), dim3 (32, 8)>>> (m, p, q);
  });
  cudaFree (p);
  cudaFree (q);

  m = 1 << (k / 3);
  elements = (size_t) m * m * m;
  double *u = new_array (elements, 0), *v = new_array (elements, 1);
  measure ("stencil-7", u + elements / 2 + m * (m / 2) + m / 2, [=] {
    stencil7<<<dim3 ((m + 31) / 32, (m + 3) / 4, (m + 1) / 2),
	       dim3 (32, 4, 2)>>> (m, u, v);
  });
}
