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
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <cufft.h>
#include <cusparse.h>
#include "timing.h"

static int n;

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
  unsigned h = i;
  h ^= h << 13;
  h ^= h >> 17;
  if (i <= n)
    a[i - 1] = h ^ h << 5;
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
  cublasPointerMode_t mode;
  start ("cublas-queries");
  while (again ())
    for (int i = 0; i < 1000; i++)
      cublasGetPointerMode (h, &mode);
  finish (mode);
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

__global__ void
fill_matrix (int n, int g, int *offsets, int *columns, double *values, double *x)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int distance[] = { -g, -1, 0, 1, g };
  if (i > n)
    return;
  offsets[i] = 5 * i;
  if (i == n)
    return;
  x[i] = i % 7;
  for (int j = 0; j < 5; j++)
    {
      values[5 * i + j] = j + 1;
      columns[5 * i + j] = (i + distance[j] + n) % n;
    }
}

static void
sparse (int k)
{
  double *values = allocate<double> (5 * n), *x = allocate<double> (n);
  double *y = allocate<double> (n), one = 1, zero = 0;
  int *offsets = allocate<int> (n + 1), *columns = allocate<int> (5 * n);
  fill_matrix<<<n / 256 + 1, 256>>> (n, 1 << k / 2, offsets, columns, values, x);
  cusparseHandle_t h;
  cusparseSpMatDescr_t a;
  cusparseDnVecDescr_t vx, vy;
  size_t bytes;
  cusparseCreate (&h);
  cusparseCreateCsr (&a, n, n, 5 * n, offsets, columns, values,
		     CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
		     CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F);
  cusparseCreateDnVec (&vx, n, x, CUDA_R_64F);
  cusparseCreateDnVec (&vy, n, y, CUDA_R_64F);
  cusparseSpMV_bufferSize (h, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, vx,
			   &zero, vy, CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT,
			   &bytes);
  char *work = allocate<char> (bytes ? bytes : 1);
  start ("spmv");
  while (again ())
    cusparseSpMV (h, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, vx, &zero, vy,
		  CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, work);
  finish (fetch (y + n / 3 - 1));
  cusparseDestroy (h);
  for (void *p : { (void *) values, (void *) x, (void *) y, (void *) offsets,
		   (void *) columns, (void *) work })
    cudaFree (p);
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

int
main (int argc, char **argv)
{
  int k = atoi (argv[argc - 1]);
  n = 1 << k;
  int *a = new_numbers ();
  products ();
  transform ();
  sparse (k);
  sort ("sort-i4", a);
  double *x = new_converted<double> (a, 0.25, 0);
  sort ("sort-r8", x);
  cudaFree (x);
  selections (a);
  return 0;
}
