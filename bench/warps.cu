// The peer of warps.cuf in CUDA C.
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

#include <cooperative_groups.h>
#include "timing.h"

static const unsigned lanes = 0xffffffff;

__global__ void
sparse (int n, const int *start, const int *column, const double *value,
	const double *x, double *y)
{
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int lane = threadIdx.x & 31;
  double s = 0;
  if (row >= n)
    return;
  for (int l = start[row] + lane; l < start[row + 1]; l += 32)
    s += value[l] * x[column[l]];
  for (int l = 16; l > 0; l /= 2)
    s += __shfl_down_sync (lanes, s, l);
  if (lane == 0)
    y[row] = s;
}

__global__ void
scan (int n, const int *a, int *b)
{
  __shared__ int sums[8];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int s = i < n ? a[i] : 0;
  for (int l = 1; l < 32; l *= 2)
    {
      int t = __shfl_up_sync (lanes, s, l);
      if (lane >= l)
	s += t;
    }
  if (lane == 31)
    sums[warp] = s;
  __syncthreads ();
  for (int l = 0; l < warp; l++)
    s += sums[l];
  if (i < n)
    b[i] = s;
}

__global__ void
bitonic (const int *a, int *b)
{
  __shared__ int s[1024];
  int base = blockIdx.x * 1024, t = threadIdx.x;
  s[t] = a[base + t];
  s[t + 512] = a[base + t + 512];
  for (int k = 2; k <= 1024; k *= 2)
    for (int j = k / 2; j > 0; j /= 2)
      {
	__syncthreads ();
	int i = 2 * t - (t & (j - 1)), l = i ^ j;
	int x = s[i], y = s[l];
	if ((x > y) == ((i & k) == 0))
	  {
	    s[i] = y;
	    s[l] = x;
	  }
      }
  __syncthreads ();
  b[base + t] = s[t];
  b[base + t + 512] = s[t + 512];
}

__global__ void
align (int n, int m, int pairs, const signed char *a, const signed char *b,
       int *score)
{
  __shared__ int edges[4][512];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int pair = blockIdx.x * 4 + warp, best = 0;
  if (pair >= pairs)
    return;
  for (int strip = 0; strip < m; strip += 32)
    {
      int letter = b[strip + lane + (size_t) m * pair];
      int above = 0, corner = 0;
      for (int step = 0; step < n + 31; step++)
	{
	  int row = step - lane;
	  int left = __shfl_up_sync (lanes, above, 1);
	  if (row >= 0 && row < n)
	    {
	      if (lane == 0)
		left = strip > 0 ? edges[warp][row] : 0;
	      int l = a[row + (size_t) n * pair] == letter ? 2 : -1;
	      above = max (max (0, corner + l), max (left - 1, above - 1));
	      corner = left;
	      best = max (best, above);
	      if (lane == 31)
		edges[warp][row] = above;
	    }
	}
      __syncwarp ();
    }
  for (int l = 16; l > 0; l /= 2)
    best = max (best, __shfl_xor_sync (lanes, best, l));
  if (lane == 0)
    score[pair] = best;
}

__global__ void
softmax (int n, int rows, const float *a, float *b)
{
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int lane = threadIdx.x % 32;
  if (row >= rows)
    return;
  a += (size_t) n * row;
  b += (size_t) n * row;
  float m = -3.4e38f, s = 0;
  for (int i = lane; i < n; i += 32)
    m = fmaxf (m, a[i]);
  for (int l = 1; l < 32; l *= 2)
    m = fmaxf (m, __shfl_xor_sync (lanes, m, l));
  for (int i = lane; i < n; i += 32)
    {
      float e = expf (a[i] - m);
      b[i] = e;
      s += e;
    }
  for (int l = 1; l < 32; l *= 2)
    s += __shfl_xor_sync (lanes, s, l);
  for (int i = lane; i < n; i += 32)
    b[i] /= s;
}

__global__ void
compact (int n, const float *a, float *b, int *counts)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  if (i >= n)
    return;
  float x = a[i];
  unsigned votes = __ballot_sync (lanes, x > 0);
  if (x > 0)
    b[i - lane + __popc (votes & ((1u << lane) - 1))] = x;
  if (lane == 0)
    counts[i / 32] = __popc (votes);
}

/* Add the sum over the block of S to TOTAL.  */
static __device__ void
add_up (double s, double *total)
{
  __shared__ double parts[8];
  for (int l = 16; l > 0; l /= 2)
    s += __shfl_down_sync (lanes, s, l);
  if (threadIdx.x % 32 == 0)
    parts[threadIdx.x / 32] = s;
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      s = 0;
      for (int l = 0; l < 8; l++)
	s += parts[l];
      atomicAdd (total, s);
    }
  __syncthreads ();
}

__global__ void
gradients (int n, int steps, const double *b, double *x, double *r, double *p,
	   double *q, double *sums)
{
  auto grid = cooperative_groups::this_grid ();
  int first = blockIdx.x * blockDim.x + threadIdx.x;
  int stride = gridDim.x * blockDim.x;
  double s = 0;
  p++;
  if (first <= 2 * steps)
    sums[first] = 0;
  grid.sync ();
  if (first == 0)
    p[-1] = p[n] = 0;
  for (int i = first; i < n; i += stride)
    {
      x[i] = 0;
      r[i] = p[i] = b[i];
      s += b[i] * b[i];
    }
  add_up (s, sums);
  grid.sync ();
  for (int l = 1; l <= steps; l++)
    {
      s = 0;
      for (int i = first; i < n; i += stride)
	{
	  q[i] = 2.1 * p[i] - p[i - 1] - p[i + 1];
	  s += p[i] * q[i];
	}
      add_up (s, sums + 2 * l - 1);
      grid.sync ();
      double alpha = sums[2 * l - 2] / sums[2 * l - 1];
      s = 0;
      for (int i = first; i < n; i += stride)
	{
	  x[i] += alpha * p[i];
	  r[i] -= alpha * q[i];
	  s += r[i] * r[i];
	}
      add_up (s, sums + 2 * l);
      grid.sync ();
      double beta = sums[2 * l] / sums[2 * l - 2];
      for (int i = first; i < n; i += stride)
	p[i] = r[i] + beta * p[i];
      grid.sync ();
    }
}

static void
time_sparse (int n)
{
  std::vector<int> start (n + 1), column;
  for (int i = 0; i < n; i++)
    {
      int count = 24 + (i + 1) % 41;
      start[i + 1] = start[i] + count;
      for (int l = 0; l < count; l++)
	column.push_back ((i + l * l - 400) & (n - 1));
    }
  size_t m = column.size ();
  int *a = new_array<int> (n + 1, [&] (size_t i) { return start[i]; });
  int *b = new_array<int> (m, [&] (size_t i) { return column[i]; });
  double *v = filled_array<double> (m, 0, 1);
  double *x = filled_array<double> (n, 0, 1);
  double *y = filled_array<double> (n, 0, 1);
  for (::start ("sparse-rows"); again ();)
    sparse<<<(n + 7) / 8, 256>>> (n, a, b, v, x, y);
  finish (sum (y, n));
  cudaFree (a);
  cudaFree (b);
  cudaFree (v);
  cudaFree (x);
  cudaFree (y);
}

static void
time_gradients (int n)
{
  int steps = 20;
  double *v = filled_array<double> (n, 0, 1);
  double *x = filled_array<double> (n, 0, 1);
  double *r = filled_array<double> (n, 0, 1);
  double *p = filled_array<double> (n + 2, 0, 1);
  double *q = filled_array<double> (n, 0, 1);
  double *s = filled_array<double> (2 * steps + 1, 0, 1);
  void *arguments[] = { &n, &steps, &v, &x, &r, &p, &q, &s };
  for (start ("conjugate-gradients"); again ();)
    cudaLaunchCooperativeKernel ((void *) gradients, dim3 (264), dim3 (256),
				 arguments, 0, 0);
  finish (sum (x, n));
}

int
main (int argc, char **argv)
{
  int k = atoi (argv[1]), n;
  time_sparse (1 << (k - 6));
  {
    n = 1 << (k - 1);
    int *a = filled_array<int> (n, 0, 1000), *b = filled_array<int> (n, 0, 0);
    for (start ("block-scans"); again ();)
      scan<<<(n + 255) / 256, 256>>> (n, a, b);
    finish (sum (b, n));
    for (start ("bitonic-sort"); again ();)
      bitonic<<<n / 1024, 512>>> (a, b);
    finish (sum (b, n, 2));
    cudaFree (a);
    cudaFree (b);
  }
  {
    n = 1 << (k - 12);
    signed char *c = new_array<signed char> (512 * n, [] (size_t i) {
      return (i + 1) * 7919 / 64 % 4;
    });
    signed char *d = new_array<signed char> (256 * n, [] (size_t i) {
      return (i + 1) * 5081 / 32 % 4;
    });
    int *a = filled_array<int> (n, 0, 0);
    for (start ("alignment"); again ();)
      align<<<(n + 3) / 4, 128>>> (512, 256, n, c, d, a);
    finish (sum (a, n));
    cudaFree (a);
    cudaFree (c);
    cudaFree (d);
  }
  {
    n = 1 << (k - 10);
    float *f = filled_array<float> (1000 * n, -4, 4);
    float *g = filled_array<float> (1000 * n, 0, 0);
    for (start ("softmax"); again ();)
      softmax<<<(n + 7) / 8, 256>>> (1000, n, f, g);
    finish (sum (g, 1000 * n));
    cudaFree (f);
    cudaFree (g);
  }
  {
    n = 1 << k;
    float *f = filled_array<float> (n, -1, 1);
    float *g = filled_array<float> (n, 0, 0);
    int *a = filled_array<int> (n / 32, 0, 0);
    for (start ("compaction"); again ();)
      compact<<<(n + 255) / 256, 256>>> (n, f, g, a);
    finish (sum (g, n) + sum (a, n / 32));
    cudaFree (f);
    cudaFree (g);
    cudaFree (a);
  }
  time_gradients (1 << (k - 6));
}
