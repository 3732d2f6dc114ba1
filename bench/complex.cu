// The peer of complex.cuf in CUDA C.
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

#include <cuComplex.h>
#include "timing.h"

__global__ void
squares (int n, double2 c, int *counts)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y, l;
  if (i >= n || j >= n)
    return;
  double2 z = make_double2 (3 * i / double (n) - 1.5, 3 * j / double (n) - 1.5);
  for (l = 1; l <= 200; l++)
    {
      if (hypot (z.x, z.y) > 2)
	break;
      z = cuCadd (cuCmul (z, z), c);
    }
  counts[i + (size_t) n * j] = l;
}

__global__ void
cubes (int n, float2 c, int *counts)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y, l;
  if (i >= n || j >= n)
    return;
  float2 z = make_float2 (3 * i / float (n) - 1.5f, 3 * j / float (n) - 1.5f);
  for (l = 1; l <= 200; l++)
    {
      if (hypotf (z.x, z.y) > 2)
	break;
      z = cuCaddf (cuCmulf (cuCmulf (z, z), z), c);
    }
  counts[i + (size_t) n * j] = l;
}

__global__ void
newton (int n, double2 *z)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= n)
    return;
  double2 w = make_double2 (0.6 + 0.8 * i / n, 0.8 * j / n - 0.4);
  for (int l = 0; l < 12; l++)
    {
      double2 square = cuCmul (w, w), cube = cuCmul (square, w);
      cube.x -= 1;
      square.x *= 3;
      square.y *= 3;
      w = cuCsub (w, cuCdiv (cube, square));
    }
  z[i + (size_t) n * j] = w;
}

__global__ void
waves (int n, int m, const float *k, const float *x, const float *q, float2 *s)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float2 t = make_float2 (0, 0);
  if (i >= n)
    return;
  for (int l = 0; l < m; l++)
    {
      float phase = 0, sine, cosine;
      for (int j = 0; j < 3; j++)
	phase += k[j + 3 * i] * x[j + 3 * l];
      sincosf (phase, &sine, &cosine);
      t.x += q[l] * cosine;
      t.y += q[l] * sine;
    }
  s[i] = t;
}

__global__ void
colours (int n, const double2 *u, const double2 *v, double2 *w)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int j = 0; j < 3; j++)
    {
      double2 t = make_double2 (0, 0);
      for (int k = 0; k < 3; k++)
	t = cuCadd (t, cuCmul (u[j + 3 * k + 9 * (size_t) i],
			       v[k + 3 * (size_t) i]));
      w[j + 3 * (size_t) i] = t;
    }
}

__global__ void
polar (int n, const float2 *z, float *r, float *p)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  r[i] = hypotf (z[i].x, z[i].y);
  p[i] = atan2f (z[i].y, z[i].x);
}

__global__ void
transform (int n, const float2 *table, const float2 *x, float2 *y)
{
  __shared__ float2 s[1024];
  int t = threadIdx.x, length = 1;
  x += 1024 * (size_t) blockIdx.x;
  y += 1024 * (size_t) blockIdx.x;
  float2 a = x[t], b = x[t + 512];
  for (int stage = 0; stage < 10; stage++)
    {
      int k = t % length;
      b = cuCmulf (b, table[k * (512 / length)]);
      k = 2 * t - k;
      s[k] = cuCaddf (a, b);
      s[k + length] = cuCsubf (a, b);
      __syncthreads ();
      a = s[t];
      b = s[t + 512];
      __syncthreads ();
      length *= 2;
    }
  y[t] = a;
  y[t + 512] = b;
}

__global__ void
quotients (int n, const float2 *a, const float2 *b, float2 *c)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = cuCdivf (cuCmulf (a[i], b[i]), cuCaddf (a[i], b[i]));
}

int
main (int argc, char **argv)
{
  int k = atoi (argv[1]), m = 1 << (k / 2 - 2), n;
  dim3 block (32, 8), grid ((m + 31) / 32, (m + 7) / 8);
  size_t size = (size_t) m * m;
  {
    int *counts = filled_array<int> (size, 0, 0);
    double2 *v = (double2 *) filled_array<double> (2 * size, 0, 0);
    for (start ("complex-squares"); again ();)
      squares<<<grid, block>>> (m, make_double2 (-0.4, 0.6), counts);
    finish (sum (counts, size));
    for (start ("complex-cubes"); again ();)
      cubes<<<grid, block>>> (m, make_float2 (0.4f, 0.1f), counts);
    finish (sum (counts, size));
    for (start ("complex-newton"); again ();)
      newton<<<grid, block>>> (m, v);
    finish (sum ((double *) v, 2 * size));
    cudaFree (counts);
    cudaFree (v);
  }
  {
    n = 1 << (k - 10);
    float *p = filled_array<float> (3 * n, -1, 1);
    float *q = filled_array<float> (3 * 1024, -2, 2);
    float *r = filled_array<float> (1024, 0, 1);
    float2 *x = (float2 *) filled_array<float> (2 * n, 0, 0);
    for (start ("complex-waves"); again ();)
      waves<<<(n + 255) / 256, 256>>> (n, 1024, p, q, r, x);
    finish (sum ((float *) x, 2 * n));
    cudaFree (p);
    cudaFree (q);
    cudaFree (r);
    cudaFree (x);
  }
  {
    n = 1 << (k - 4);
    double2 *u = new_array<double2> (9 * (size_t) n, [] (size_t) {
      return make_double2 (0.5, 0.25);
    });
    double2 *v = new_array<double2> (3 * (size_t) n, [] (size_t) {
      return make_double2 (1, -2);
    });
    double2 *w = (double2 *) filled_array<double> (6 * (size_t) n, 0, 0);
    for (start ("complex-matrices"); again ();)
      colours<<<(n + 255) / 256, 256>>> (n, u, v, w);
    finish (sum ((double *) w, 6 * (size_t) n));
    cudaFree (u);
    cudaFree (v);
    cudaFree (w);
  }
  {
    n = 1 << (k - 1);
    float2 *x = new_array<float2> (n, [] (size_t i) {
      return make_float2 ((i + 1) % 7 + 0.5f, (i + 1) % 11 - 5.0f);
    });
    float2 *y = new_array<float2> (n, [] (size_t i) {
      return make_float2 ((i + 1) % 5 + 1.5f, (i + 1) % 13 - 6.0f);
    });
    float2 *z = (float2 *) filled_array<float> (2 * (size_t) n, 0, 0);
    float *p = filled_array<float> (n, 0, 0);
    float *q = filled_array<float> (n, 0, 0);
    for (start ("complex-polar"); again ();)
      polar<<<(n + 255) / 256, 256>>> (n, x, p, q);
    finish (sum (p, n) + sum (q, n));
    for (start ("complex-quotients"); again ();)
      quotients<<<(n + 255) / 256, 256>>> (n, x, y, z);
    finish (sum ((float *) z, 2 * (size_t) n));
    float2 *t = new_array<float2> (512, [] (size_t l) {
      float phase = -3.14159265f * l / 512;
      return make_float2 (cosf (phase), sinf (phase));
    });
    for (start ("transform-1024"); again ();)
      transform<<<n / 1024, 512>>> (n / 1024, t, x, z);
    finish (sum ((float *) z, 2 * (size_t) n));
  }
}
