// The peer of libraries.cuf in CUDA C: the same libraries, and CUB.
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

#include <cublas_v2.h>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <cufft.h>
#include "timing.h"

static int n;

/* A new array of COUNT elements, uninitialized.  */

template <typename type> static type *
allocate (size_t count)
{
  type *p;
  if (cudaMalloc (&p, count * sizeof *p))
    exit (1);
  return p;
}

/* The element at P, on the device.  */

template <typename type> static double
fetch (const type *p)
{
  type value;
  if (cudaMemcpy (&value, p, sizeof value, cudaMemcpyDeviceToHost))
    exit (1);
  return value;
}

/* The numbers of `fill' in libraries.cuf.  */

__global__ void
fill (int n, int *a)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  if (i <= n)
    a[i - 1] = (int) (((unsigned) i * 1103515245u ^ (unsigned) i << 11)
		      * 1664525u);
}

/* Let B be A, times FACTOR, plus OFFSET.  */

template <typename type> __global__ void
convert (int n, const int *a, type *b, type factor, type offset)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i] = (type) a[i] * factor + offset;
}

__global__ void
test_bit (int n, const int *a, int *flags)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    flags[i] = a[i] >> 5 & 1;
}

static int *
new_numbers ()
{
  int *a = allocate<int> (n);
  fill<<<(n + 255) / 256, 256>>> (n, a);
  return a;
}

template <typename type> static type *
new_converted (const int *a, type factor, type offset)
{
  type *b = allocate<type> (n);
  convert<<<(n + 255) / 256, 256>>> (n, a, b, factor, offset);
  return b;
}

/* Call RUN (memory, its size), which is asked for the size first, as CUB's
   functions are.  */

template <typename function> static void
measure (const char *name, function run)
{
  size_t size = 0;
  run (NULL, size);
  void *memory = allocate<char> (size ? size : 1);
  start (name);
  while (again ())
    run (memory, size);
  cudaFree (memory);
}

/* --- Libraries ----------------------------------------------------------- */

static void
products ()
{
  enum { M = 2048 };
  float one = 1, *y = allocate<float> (1);
  cublasHandle_t h;
  cublasCreate (&h);
  cudaMemset (y, 0, sizeof *y);
  start ("cublas-call");
  while (again ())
    cublasSscal (h, 1, &one, y, 1);
  finish (fetch (y));
  double unit = 1, zero = 0;
  double *a = new_array<double> (M * M, [] (size_t) { return 1.0; });
  double *b = new_array<double> (M * M, [] (size_t) { return 2.0; });
  double *c = allocate<double> (M * M);
  start ("dgemm");
  while (again ())
    cublasDgemm (h, CUBLAS_OP_N, CUBLAS_OP_N, M, M, M, &unit, a, M, b, M,
		 &zero, c, M);
  finish (fetch (c + M * M - 1));
  cublasDestroy (h);
  cudaFree (a);
  cudaFree (b);
  cudaFree (c);
}

static void
transform ()
{
  cufftDoubleComplex *a
    = new_array<cufftDoubleComplex> (n, [] (size_t) {
	return make_cuDoubleComplex (1, 0); });
  cufftDoubleComplex *b = allocate<cufftDoubleComplex> (n);
  cufftHandle plan;
  cufftPlan1d (&plan, 1024, CUFFT_Z2Z, n / 1024);
  start ("fft");
  while (again ())
    cufftExecZ2Z (plan, a, b, CUFFT_FORWARD);
  finish (fetch ((double *) b));
  cufftDestroy (plan);
  cudaFree (a);
  cudaFree (b);
}

/* --- CUB ----------------------------------------------------------------- */

/* Each sort gets the KEYS anew.  */

template <typename type> static void
sort (const char *name, const type *keys)
{
  type *a = allocate<type> (n), *b = allocate<type> (n);
  const type *sorted = a;
  measure (name, [&] (void *memory, size_t &size) {
    cub::DoubleBuffer<type> buffer (a, b);
    if (memory)
      cudaMemcpyAsync (a, keys, n * sizeof *a, cudaMemcpyDeviceToDevice);
    cub::DeviceRadixSort::SortKeys (memory, size, buffer, n);
    sorted = buffer.Current ();
  });
  finish (fetch (sorted + n / 3 - 1));
  cudaFree (a);
  cudaFree (b);
}

static void
selections (const int *a)
{
  int *b = allocate<int> (n), *flags = allocate<int> (n);
  int *count = allocate<int> (1), found = 0;
  measure ("prefix-i4", [=] (void *memory, size_t &size) {
    cub::DeviceScan::InclusiveSum (memory, size, a, b, n);
  });
  finish (fetch (b + n - 1));
  test_bit<<<(n + 255) / 256, 256>>> (n, a, flags);
  measure ("pack-i4", [&] (void *memory, size_t &size) {
    cub::DeviceSelect::Flagged (memory, size, a, flags, b, count, n);
    if (memory)
      cudaMemcpy (&found, count, sizeof found, cudaMemcpyDeviceToHost);
  });
  finish (found);
  cudaFree (b);
  cudaFree (flags);
}

/* Measure REDUCE (memory, size, result), which the host fetches.  */

template <typename type, typename function> static void
reduction (const char *name, function reduce)
{
  type *result = allocate<type> (1), value;
  measure (name, [&] (void *memory, size_t &size) {
    reduce (memory, size, result);
    if (memory)
      cudaMemcpy (&value, result, sizeof value, cudaMemcpyDeviceToHost);
  });
  finish (value);
}

static void
reductions (const int *a)
{
  long long *b = new_converted<long long> (a, 1, 0);
  float *x = new_converted<float> (a, 0x1p-31f, 1);
  double *y = new_converted<double> (a, 0x1p-31, 1);
  reduction<float> ("sum-r4", [=] (void *m, size_t &size, float *result) {
    cub::DeviceReduce::Sum (m, size, x, result, n);
  });
  reduction<double> ("sum-r8", [=] (void *m, size_t &size, double *result) {
    cub::DeviceReduce::Sum (m, size, y, result, n);
  });
  reduction<long long> ("maxval-i8", [=] (void *m, size_t &size,
					  long long *result) {
    cub::DeviceReduce::Max (m, size, b, result, n);
  });
  reduction<float> ("maxval-r4", [=] (void *m, size_t &size, float *result) {
    cub::DeviceReduce::Max (m, size, x, result, n);
  });
  long long *at = allocate<long long> (1);
  reduction<float> ("minloc-r4", [=] (void *m, size_t &size, float *result) {
    cub::DeviceReduce::ArgMin (m, size, x, result, at, n);
  });
}

int
main (int argc, char **argv)
{
  n = 1 << atoi (argv[argc - 1]);
  int *a = new_numbers ();
  products ();
  transform ();
  sort ("sort-i4", a);
  double *x = new_converted<double> (a, 0.25, 0);
  sort ("sort-r8", x);
  cudaFree (x);
  selections (a);
  reductions (a);
  return 0;
}
