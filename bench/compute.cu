// The peer of compute.CUF in CUDA C.
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
matmul16 (int n, const float *a, const float *b, float *c)
{
  __shared__ float s[16][16], t[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  int i = blockIdx.x * 16 + tx, j = blockIdx.y * 16 + ty;
  float sum = 0;
  for (int k = 0; k < n; k += 16)
    {
      s[ty][tx] = a[i + n * (k + ty)];
      t[ty][tx] = b[k + tx + n * j];
      __syncthreads ();
      for (int l = 0; l < 16; l++)
	sum += s[l][tx] * t[ty][l];
      __syncthreads ();
    }
  c[i + n * j] = sum;
}

__global__ void
matmul32 (int n, const float *a, const float *b, float *c)
{
  __shared__ float s[32][32], t[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  int i = blockIdx.x * 32 + tx, j = blockIdx.y * 32 + ty;
  float sum[4] = { 0, 0, 0, 0 };
  for (int k = 0; k < n; k += 32)
    {
      for (int m = 0; m < 4; m++)
	{
	  s[ty + 8 * m][tx] = a[i + n * (k + ty + 8 * m)];
	  t[ty + 8 * m][tx] = b[k + tx + n * (j + 8 * m)];
	}
      __syncthreads ();
      for (int l = 0; l < 32; l++)
	{
	  float x = s[l][tx];
	  for (int m = 0; m < 4; m++)
	    sum[m] += x * t[ty + 8 * m][l];
	}
      __syncthreads ();
    }
  for (int m = 0; m < 4; m++)
    c[i + n * (j + 8 * m)] = sum[m];
}

__global__ void
nbody (int n, const float4 *p, float4 *acceleration)
{
  __shared__ float4 tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 q = p[i];
  float ax = 0, ay = 0, az = 0;
  for (int k = 0; k < n; k += 256)
    {
      tile[threadIdx.x] = p[k + threadIdx.x];
      __syncthreads ();
      for (int j = 0; j < 256; j++)
	{
	  float4 o = tile[j];
	  float dx = o.x - q.x, dy = o.y - q.y, dz = o.z - q.z;
	  float r = dx * dx + dy * dy + dz * dz + 0.01f;
	  float s = o.w / (r * sqrtf (r));
	  ax += s * dx;
	  ay += s * dy;
	  az += s * dz;
	}
      __syncthreads ();
    }
  acceleration[i] = make_float4 (ax, ay, az, 0);
}

__global__ void
tridiagonal (int n, const double *a, const double *b, const double *c,
	     double *d)
{
  double u[32], v[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  u[0] = c[i] / b[i];
  v[0] = d[i] / b[i];
  for (int k = 1; k < 32; k++)
    {
      int at = i + n * k;
      double w = 1 / (b[at] - a[at] * u[k - 1]);
      u[k] = c[at] * w;
      v[k] = (d[at] - a[at] * v[k - 1]) * w;
    }
  d[i + n * 31] = v[31];
  for (int k = 30; k >= 0; k--)
    {
      v[k] = v[k] - u[k] * v[k + 1];
      d[i + n * k] = v[k];
    }
}

__global__ void
black_scholes (int n, const float *s, const float *x, const float *t,
	       float *call_price, float *put_price)
{
  const float r = 0.02f, v = 0.3f;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float root = sqrtf (t[i]);
  float d1 = (logf (s[i] / x[i]) + (r + 0.5f * v * v) * t[i]) / (v * root);
  float d2 = d1 - v * root;
  float n1 = 0.5f * erfcf (-0.70710678f * d1);
  float n2 = 0.5f * erfcf (-0.70710678f * d2);
  float e = x[i] * expf (-r * t[i]);
  call_price[i] = s[i] * n1 - e * n2;
  put_price[i] = e * (1 - n2) - s[i] * (1 - n1);
}

__global__ void
mandelbrot (int n, int *counts)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= n)
    return;
  double a = -2 + (i + 1) * (2.5 / n), b = -1.25 + (j + 1) * (2.5 / n);
  double x = 0, y = 0;
  int k;
  for (k = 1; k <= 255; k++)
    {
      double t = x * x - y * y + a;
      y = 2 * x * y + b;
      x = t;
      if (x * x + y * y > 4)
	break;
    }
  counts[i + n * j] = k;
}

__global__ void
block_sums (int n, const double *x, double *sums)
{
  __shared__ double s[32];
  double t = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x)
    t += x[i];
  int lane = threadIdx.x & 31, warp = threadIdx.x / 32;
  for (int k = 16; k > 0; k /= 2)
    t += __shfl_down_sync (0xffffffff, t, k);
  if (lane == 0)
    s[warp] = t;
  __syncthreads ();
  if (warp == 0)
    {
      t = lane < blockDim.x / 32 ? s[lane] : 0;
      for (int k = 16; k > 0; k /= 2)
	t += __shfl_down_sync (0xffffffff, t, k);
      if (lane == 0)
	sums[blockIdx.x] = t;
    }
}

__global__ void
dot_product_of (int n, const double *x, const double *y, double *sum)
{
  __shared__ double s[256];
  double t = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x)
    t += x[i] * y[i];
  s[threadIdx.x] = t;
  __syncthreads ();
  for (int k = 128; k > 0; k /= 2)
    {
      if (threadIdx.x < k)
	s[threadIdx.x] += s[threadIdx.x + k];
      __syncthreads ();
    }
  if (threadIdx.x == 0)
    atomicAdd (sum, s[0]);
}

__global__ void
histogram_global (int n, const int *x, int *counts)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd (&counts[x[i] - 1], 1);
}

__global__ void
histogram_shared (int n, const int *x, int *counts)
{
  __shared__ int s[256];
  s[threadIdx.x] = 0;
  __syncthreads ();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x)
    atomicAdd (&s[x[i] - 1], 1);
  __syncthreads ();
  atomicAdd (&counts[threadIdx.x], s[threadIdx.x]);
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
  int m = 1 << (k / 2 - 1);
  {
    size_t size = (size_t) m * m;
    float *a = new_array<float> (size, [m] (size_t i)
				 { return (i % m + 1) % 7 * 0.25f; });
    float *b = new_array<float> (size, [m] (size_t i)
				 { return (i / m + 1) % 7 * 0.25f; });
    float *c = filled (size, 0.0f);
    TIME ("matmul-16", matmul16, dim3 (m / 16, m / 16), dim3 (16, 16),
	  (m, a, b, c), sum (c, size));
    TIME ("matmul-32", matmul32, dim3 (m / 32, m / 32), dim3 (32, 8),
	  (m, a, b, c), sum (c, size));
  }
  {
    m = 1 << (k / 2 + 2);
    float *a = new_array<float> (4 * m, [] (size_t i)
				 { return (i / 4 + 1) * (i % 4 + 1) % 97
				   / 97.0f; });
    float *b = filled (4 * m, 0.0f);
    TIME ("n-body", nbody, m / 256, 256, (m, (float4 *) a, (float4 *) b),
	  sum (b, 4 * m));
  }
  {
    m = n / 64;
    size_t size = (size_t) m * 32;
    double *a = filled (size, 1.0), *b = filled (size, 4.0);
    double *c = filled (size, 1.0), *d = filled (size, 1.0);
    TIME ("tridiagonal", tridiagonal, (m + 127) / 128, 128, (m, a, b, c, d), 0);
    cudaFree (a);
    cudaFree (b);
    cudaFree (c);
    cudaFree (d);
  }
  {
    m = n / 4;
    float *s = new_array<float> (m, [] (size_t i)
				 { return 5 + 25 * ((i + 1) % 1001 / 1001.f); });
    float *x = new_array<float> (m, [] (size_t i)
				 { return 1 + 99 * ((i + 1) % 997 / 997.f); });
    float *t = new_array<float> (m, [] (size_t i)
				 { return 0.25f
				   + 9.75f * ((i + 1) % 991 / 991.f); });
    float *p = filled (m, 0.0f), *q = filled (m, 0.0f);
    TIME ("black-scholes", black_scholes, (m + 255) / 256, 256,
	  (m, s, x, t, p, q), sum (p, m));
  }
  {
    m = 1 << k / 2;
    int *counts = filled ((size_t) m * m, 0);
    TIME ("mandelbrot", mandelbrot, dim3 ((m + 31) / 32, (m + 7) / 8),
	  dim3 (32, 8), (m, counts), sum (counts, (size_t) m * m));
    cudaFree (counts);
  }
  {
    double *v = filled (n, 0.5), *w = filled (n, 2.0);
    double *sums = filled (1056, 0.0);
    TIME ("block-sums", block_sums, 1056, 256, (n, v, sums), sum (sums, 1056));
    TIME ("dot-product", dot_product_of, 1056, 256, (n, v, w, sums), 0);
    cudaFree (v);
    cudaFree (w);
  }
  {
    int *values = new_array<int> (n, [] (size_t i) {
      int j = i + 1;
      return 1 + ((j ^ j / 1000) * 37 & 255);
    });
    // Of this size for its alignment.
    int *counts = filled (1 << 20, 0);
    TIME ("histogram", histogram_global, (n + 255) / 256, 256,
	  (n, values, counts), 0);
    TIME ("histogram-shared", histogram_shared, 1056, 256, (n, values, counts),
	  0);
  }
}
