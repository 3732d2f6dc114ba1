/* Kernels in CUDA C++ for nvcc-objects.cuf.
   Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see
   COPYING.  */

extern "C" __global__ void
scale_c (float *x, float factor, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= factor;
}

struct pair
{
  double a;
  int n;
};

/* Reverse each block of X in dynamic shared memory, and add P.  */

extern "C" __global__ void
reverse_c (double *x, struct pair p)
{
  extern __shared__ double tile[];
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  int n = blockDim.x * blockDim.y, first = blockIdx.x * n;
  tile[n - 1 - t] = x[first + t];
  __syncthreads ();
  x[first + t] = tile[t] + p.a * p.n;
}

/* One whose name has gfortran's underscore.  */

extern "C" __global__ void
bump_ (int *x)
{
  atomicAdd (x, (int) (gridDim.x * gridDim.y * gridDim.z));
}
