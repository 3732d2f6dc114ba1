// The peer of saxpy.cuf in CUDA C.
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

#include <chrono>
#include <cstdio>
#include <cstdlib>

__global__ void
saxpy_kernel (int n, float a, const float *x, float *y)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

__global__ void
fill (int n, float *x, float value)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = value;
}

int
main (int argc, char **argv)
{
  const int samples = 7, launches = 20;
  int n = 1 << atoi (argv[argc - 1]), blocks = (n + 255) / 256;
  float *x, *y, first;

  if (cudaMalloc (&x, n * sizeof *x) || cudaMalloc (&y, n * sizeof *y))
    return 1;
  fill<<<blocks, 256>>> (n, x, 1);
  fill<<<blocks, 256>>> (n, y, 2);
  saxpy_kernel<<<blocks, 256>>> (n, 1, x, y);
  cudaDeviceSynchronize ();
  for (int s = 0; s < samples; s++)
    {
      auto t0 = std::chrono::steady_clock::now ();
      for (int k = 0; k < launches; k++)
	saxpy_kernel<<<blocks, 256>>> (n, 1, x, y);
      if (cudaDeviceSynchronize ())
	return 1;
      std::chrono::duration<double, std::milli> t
	= std::chrono::steady_clock::now () - t0;
      printf ("saxpy %f\n", t.count () / launches);
    }
  cudaMemcpy (&first, y, sizeof first, cudaMemcpyDefault);
  return first != 3 + samples * launches;
}
