/* More device functions in CUDA C++ for nvcc-functions.cuf.
   Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see
   COPYING.  */

__device__ int
other_file (int i)
{
  return i + 10;
}

extern "C" __host__ __device__ int
triple (int i)
{
  return 3 * i;
}
