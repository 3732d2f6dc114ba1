/* Device functions in CUDA C++ for nvcc-functions.cuf.
   Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see
   COPYING.  */

__device__ double weights[4] = { 0.5, 1, 2, 4 };

/* In the other file.  */
extern __device__ int other_file (int i);

extern "C" __device__ float
mixed (float x, double y, int i, long long k, signed char c, bool flag)
{
  return flag ? x + y + i + k + c : -1;
}

extern "C" __device__ double
weight (int i)
{
  return weights[i] * other_file (i);
}

extern "C" __device__ bool
odd (int i)
{
  return i % 2;
}

/* Add T to each element of A.  */

extern "C" __device__ void
add_all (int *a, int n, int t)
{
  for (int i = 0; i < n; i++)
    a[i] += t;
}

/* The sum of X over the block, which all threads call, in T.  */

extern "C" __device__ int
block_sum (int x, int *t)
{
  t[threadIdx.x] = x;
  __syncthreads ();
  int sum = 0;
  for (int i = 0; i < blockDim.x; i++)
    sum += t[i];
  __syncthreads ();
  return sum;
}

extern "C" __device__ void *
offset (void *p, long bytes)
{
  return (char *) p + bytes;
}

__device__ double
half (double x)
{
  return x / 2;
}

extern "C" __global__ void
fill_c (double *x, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = half (weights[i % 4]);
}
