// The peer of reductions.CUF in CUDA C, by CUB.
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
#include <cuda_fp16.h>
#include <string>
#include "timing.h"

static int n;

/* Complex numbers, aligned as Fortran's need not be.  */

template <typename real> struct alignas (2 * sizeof (real)) complex_of
{
  real re, im;
  __host__ __device__ complex_of operator+ (const complex_of &b) const
  {
    return { re + b.re, im + b.im };
  }
};

/* What is compared of a result.  */

template <typename type> static double
number (const type &value)
{
  return (double) value;
}

static double
number (const __half &value)
{
  return __half2float (value);
}

template <typename real> static double
number (const complex_of<real> &value)
{
  return value.re;
}

/* The numbers of reductions.inc, made elements of TYPE by VALUE.  */

template <typename type, typename function> __global__ void
fill (int n, type *a, function value)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  unsigned h = i;
  h ^= h << 13;
  h ^= h >> 17;
  if (i <= n)
    a[i - 1] = value ((int) (h ^ h << 5));
}

/* Measure REDUCE (memory, its size, result), which is asked for the size first, as
   CUB's functions are; the host fetches the result.  */

template <typename type, typename function> static void
measure (const std::string &name, function reduce)
{
  size_t size = 0;
  type *result = allocate<type> (1), value;
  reduce (NULL, size, result);
  void *memory = allocate<char> (size ? size : 1);
  start (name.c_str ());
  while (again ())
    {
      reduce (memory, size, result);
      cudaMemcpy (&value, result, sizeof value, cudaMemcpyDeviceToHost);
    }
  finish (number (value));
  cudaFree (memory);
  cudaFree (result);
}

/* The sum of complex numbers.  */

template <typename type, typename function> static void
sums (const std::string &suffix, function value)
{
  type *x = allocate<type> (n);
  fill<<<(n + 255) / 256, 256>>> (n, x, value);
  measure<type> ("sum-" + suffix, [=] (void *m, size_t &size, type *result) {
    cub::DeviceReduce::Sum (m, size, x, result, n);
  });
  cudaFree (x);
}

template <typename type, typename function> static void
reductions (const std::string &suffix, function value)
{
  type *x = allocate<type> (n);
  long long *at = allocate<long long> (1);
  fill<<<(n + 255) / 256, 256>>> (n, x, value);
  measure<type> ("sum-" + suffix, [=] (void *m, size_t &size, type *result) {
    cub::DeviceReduce::Sum (m, size, x, result, n);
  });
  measure<type> ("maxval-" + suffix, [=] (void *m, size_t &size, type *result) {
    cub::DeviceReduce::Max (m, size, x, result, n);
  });
  measure<type> ("minloc-" + suffix, [=] (void *m, size_t &size, type *result) {
    cub::DeviceReduce::ArgMin (m, size, x, result, at, n);
  });
  cudaFree (x);
  cudaFree (at);
}

int
main (int argc, char **argv)
{
  n = 1 << atoi (argv[argc - 1]);
  reductions<signed char> ("i1", [] __device__ (int a) { return a & 127; });
  reductions<short> ("i2", [] __device__ (int a) { return a & 32767; });
  reductions<int> ("i4", [] __device__ (int a) { return a; });
  reductions<long long> ("i8", [] __device__ (int a) { return (long long) a; });
  reductions<__half> ("r2", [] __device__ (int a) {
    return __float2half_rn (a * 0x1p-31f);
  });
  reductions<float> ("r4", [] __device__ (int a) { return a * 0x1p-31f + 1; });
  reductions<double> ("r8", [] __device__ (int a) { return a * 0x1p-31 + 1; });
  sums<complex_of<float>> ("c4", [] __device__ (int a) {
    return complex_of<float> { a * 0x1p-31f + 1, a * 0x1p-30f };
  });
  sums<complex_of<double>> ("c8", [] __device__ (int a) {
    return complex_of<double> { a * 0x1p-31 + 1, a * 0x1p-30 };
  });
}
