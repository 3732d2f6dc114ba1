// The peer of arrays.CUF in CUDA C.
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

#include "timing.h"

__global__ void
saxpy (int n, float a, const float *x, float *y)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

__global__ void
triad (int n, double *a, const double *b, const double *c)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = b[i] + 0.5 * c[i];
}

__global__ void
stencil5 (int n, double *p, const double *q)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
  size_t at = i + (size_t) n * j;
  if (i < n - 1 && j < n - 1)
    p[at] = 0.2 * (q[at] + q[at - 1] + q[at + 1] + q[at - n] + q[at + n]);
}

__global__ void
stencil7 (int n, double *u, const double *v)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
  int k = blockIdx.z * blockDim.z + threadIdx.z + 1;
  size_t plane = (size_t) n * n, at = i + (size_t) n * j + plane * k;
  if (i < n - 1 && j < n - 1 && k < n - 1)
    u[at] = 0.5 * v[at]
	    + 0.1 * (v[at - 1] + v[at + 1] + v[at - n] + v[at + n]
		     + v[at - plane] + v[at + plane]);
}

__global__ void
transpose_naive (int n, float *a, const float *b)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n)
    a[j + (size_t) n * i] = b[i + (size_t) n * j];
}

__global__ void
transpose_shared (int n, float *a, const float *b)
{
  __shared__ float tile[32][33];
  int i = blockIdx.x * 32 + threadIdx.x, j = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8)
    tile[threadIdx.y + k][threadIdx.x] = b[i + (size_t) n * (j + k)];
  __syncthreads ();
  i = blockIdx.y * 32 + threadIdx.x;
  j = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8)
    a[i + (size_t) n * (j + k)] = tile[threadIdx.x][threadIdx.y + k];
}

__global__ void
gather (int n, double *a, const double *b, const int *index)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = b[index[i]];
}

__global__ void
complex_product (int n, const double2 *x, const double2 *y, double2 *z)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    {
      double2 p = x[i], q = y[i], r = z[i];
      z[i] = make_double2 (p.x * q.x - p.y * q.y + p.x * r.x + p.y * r.y,
			   p.x * q.y + p.y * q.x + p.x * r.y - p.y * r.x);
    }
}

__global__ void
tendency (int n, const double *state, const double *pressure, double *out)
{
  double flux[4], left[4], value[4], third[4];
  int i = blockIdx.x * blockDim.x + threadIdx.x + 2;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  size_t plane = (size_t) n * n, at = i + (size_t) n * j;
  if (i >= n - 2 || j >= n)
    return;
  for (int s = 0; s < 2; s++)
    {
      for (int l = 0; l < 4; l++)
	{
	  const double *q = state + at + s + l * plane;
	  value[l] = (-q[-2] + 7 * q[-1] + 7 * q[0] - q[1]) / 12;
	  third[l] = -q[-2] + 3 * q[-1] - 3 * q[0] + q[1];
	}
      double r = value[0] + 1, u = value[1] / r, w = value[2] / r;
      double t = (value[3] + 300) / r, p = 27.5 * r * t + pressure[at];
      flux[0] = r * u - 0.1 * third[0];
      flux[1] = r * u * u + p - 0.1 * third[1];
      flux[2] = r * u * w - 0.1 * third[2];
      flux[3] = r * u * t - 0.1 * third[3];
      if (s == 0)
	for (int l = 0; l < 4; l++)
	  left[l] = flux[l];
    }
  for (int l = 0; l < 4; l++)
    out[at + l * plane] = -(flux[l] - left[l]) * 0.01;
}

#define TIME(label, kernel, grid, block, arguments, result)		\
  for (start (label); again ();)					\
    kernel<<<grid, block>>> arguments;					\
  finish (result)

template <typename type> static type *
filled (size_t n, type value)
{
  return new_array<type> (n, [value] (size_t) { return value; });
}

int
main (int argc, char **argv)
{
  int k = atoi (argv[1]), n = 1 << k;
  {
    float *x = filled (n, 1.0f), *y = filled (n, 2.0f);
    TIME ("saxpy", saxpy, (n + 255) / 256, 256, (n, 1e-3f, x, y), 0);
    cudaFree (x);
    cudaFree (y);
  }
  {
    double *a = filled (n, 0.0), *b = filled (n, 1.0), *c = filled (n, 2.0);
    TIME ("triad", triad, (n + 255) / 256, 256, (n, a, b, c), sum (a, n));
    unsigned l = 1;
    int *index = new_array<int> (n, [&] (size_t) {
      int at = l;
      l = (l * 1664525 + 1013904223) & (n - 1);
      return at;
    });
    TIME ("gather", gather, (n + 255) / 256, 256, (n, a, b, index),
	  sum (a, n));
    cudaFree (a);
    cudaFree (b);
    cudaFree (c);
    cudaFree (index);
  }
  int m = 1 << k / 2;
  dim3 block (32, 8), grid ((m + 31) / 32, (m + 7) / 8);
  {
    double *p = filled ((size_t) m * m, 0.0), *q = filled ((size_t) m * m, 1.0);
    TIME ("stencil-5", stencil5, grid, block, (m, p, q),
	  sum (p, (size_t) m * m));
    cudaFree (p);
    cudaFree (q);
  }
  {
    float *s = filled ((size_t) m * m, 0.0f);
    float *t = filled ((size_t) m * m, 1.0f);
    TIME ("transpose", transpose_naive, grid, block, (m, s, t), 0);
    grid = dim3 (m / 32, m / 32);
    TIME ("transpose-shared", transpose_shared, grid, block, (m, s, t), 0);
    cudaFree (s);
    cudaFree (t);
  }
  {
    int h = n / 2;
    double2 *x = filled (h, make_double2 (0.6, 0.8));
    double2 *y = filled (h, make_double2 (1, 0.5));
    double2 *z = filled (h, make_double2 (0, 0));
    TIME ("complex", complex_product, (h + 255) / 256, 256, (h, x, y, z), 0);
    cudaFree (x);
    cudaFree (y);
    cudaFree (z);
  }
  {
    m = 1 << (k - 2) / 2;
    size_t size = (size_t) m * m;
    double *u = filled (4 * size, 0.5), *v = filled (4 * size, 0.0);
    double *p = filled (size, 1.0);
    grid = dim3 ((m + 127) / 128, m);
    block = dim3 (128);
    TIME ("tendency", tendency, grid, block, (m, u, p, v), sum (p, size));
    cudaFree (u);
    cudaFree (v);
    cudaFree (p);
  }
  {
    m = 1 << k / 3;
    size_t size = (size_t) m * m * m;
    double *u = filled (size, 0.0), *v = filled (size, 1.0);
    block = dim3 (32, 4, 2);
    grid = dim3 ((m + 31) / 32, (m + 3) / 4, (m + 1) / 2);
    TIME ("stencil-7", stencil7, grid, block, (m, u, v), 0);
  }
}
