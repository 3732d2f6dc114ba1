// The peer of private.cuf in CUDA C.
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

static const int levels = 60;

__global__ void
systems (int n, const double *a, const double *b, double *x)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double m[6][6], y[6];
  if (i >= n)
    return;
  for (int k = 0; k < 6; k++)
    for (int j = 0; j < 6; j++)
      m[j][k] = a[i + (size_t) n * (j + 6 * k)];
  for (int j = 0; j < 6; j++)
    y[j] = b[i + (size_t) n * j];
  for (int k = 0; k < 5; k++)
    for (int j = k + 1; j < 6; j++)
      {
	double f = m[j][k] / m[k][k];
	for (int l = k + 1; l < 6; l++)
	  m[j][l] -= f * m[k][l];
	y[j] -= f * y[k];
      }
  for (int k = 5; k >= 0; k--)
    {
      double s = 0;
      for (int l = k + 1; l < 6; l++)
	s += m[k][l] * y[l];
      y[k] = (y[k] - s) / m[k][k];
    }
  for (int j = 0; j < 6; j++)
    x[i + (size_t) n * j] = y[j];
}

__global__ void
automatic_columns (int n, int m, const float *d, float *x)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float *c = (float *) alloca (m * sizeof *c);
  float *y = (float *) alloca (m * sizeof *y);
  if (i >= n)
    return;
  c[0] = 0.25f;
  y[0] = 0.25f * d[i];
  for (int k = 1; k < m; k++)
    {
      float w = 1 / (4 - c[k - 1]);
      c[k] = w;
      y[k] = (d[i + (size_t) n * k] - y[k - 1]) * w;
    }
  x[i + (size_t) n * (m - 1)] = y[m - 1];
  for (int k = m - 2; k >= 0; k--)
    {
      y[k] -= c[k] * y[k + 1];
      x[i + (size_t) n * k] = y[k];
    }
}

__global__ void
automatic_polynomial (int n, int m, const double *x, double *y)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double *t = (double *) alloca (m * sizeof *t), s = 0;
  if (i >= n)
    return;
  t[0] = 1;
  for (int k = 1; k < m; k++)
    t[k] = t[k - 1] * x[i] / (k + 1);
  for (int k = 0; k < m; k++)
    s += t[k];
  y[i] = s;
}

__global__ void
radiation (int n, const float *temperature, const float *depth, float *heating)
{
  float up[levels + 1], down[levels + 1], planck[levels], t[levels];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int k = 0; k < levels; k++)
    {
      float kelvin = temperature[i + (size_t) n * k], square = kelvin * kelvin;
      planck[k] = 5.67e-8f * (square * square);
      t[k] = expf (-1.66f * depth[i + (size_t) n * k]);
    }
  down[0] = 0;
  for (int k = 0; k < levels; k++)
    down[k + 1] = down[k] * t[k] + planck[k] * (1 - t[k]);
  up[levels] = planck[levels - 1];
  for (int k = levels - 1; k >= 0; k--)
    up[k] = up[k + 1] * t[k] + planck[k] * (1 - t[k]);
  for (int k = 0; k < levels; k++)
    heating[i + (size_t) n * k] = up[k + 1] - up[k] + down[k] - down[k + 1];
}

static __device__ void
derivative (const float *s, float *d)
{
  for (int l = 0; l < 6; l++)
    d[l] = s[6 + l];
  d[6] = s[1] - 2 * s[0];
  for (int l = 1; l < 5; l++)
    d[6 + l] = s[l - 1] - 2 * s[l] + s[l + 1];
  d[11] = s[4] - 2 * s[5];
}

/* S + H * K in T.  */
static __device__ void
along (const float *s, float h, const float *k, float *t)
{
  for (int l = 0; l < 12; l++)
    t[l] = s[l] + h * k[l];
}

__global__ void
springs (int n, int steps, float h, const float *y, float *z)
{
  float s[12], t[12], k1[12], k2[12], k3[12], k4[12];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int l = 0; l < 12; l++)
    s[l] = y[l + 12 * i];
  for (int step = 0; step < steps; step++)
    {
      derivative (s, k1);
      along (s, 0.5f * h, k1, t);
      derivative (t, k2);
      along (s, 0.5f * h, k2, t);
      derivative (t, k3);
      along (s, h, k3, t);
      derivative (t, k4);
      for (int l = 0; l < 12; l++)
	s[l] += h / 6 * (k1[l] + 2 * k2[l] + 2 * k3[l] + k4[l]);
    }
  for (int l = 0; l < 12; l++)
    z[l + 12 * i] = s[l];
}

__global__ void
median (int n, const int *a, int *b)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int j = blockIdx.y * blockDim.y + threadIdx.y + 1, v[9];
  if (i >= n - 1 || j >= n - 1)
    return;
  for (int l = 0; l < 9; l++)
    v[l] = a[i - 1 + l % 3 + (size_t) n * (j - 1 + l / 3)];
  for (int k = 0; k < 5; k++)
    for (int l = k + 1; l < 9; l++)
      if (v[l] < v[k])
	{
	  int t = v[k];
	  v[k] = v[l];
	  v[l] = t;
	}
  b[i + (size_t) n * j] = v[4];
}

__global__ void
stresses (int n, const float *f, float *p)
{
  float g[3][3], e[3][3], s[3][3];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int k = 0; k < 3; k++)
    for (int j = 0; j < 3; j++)
      g[j][k] = f[j + 3 * k + 9 * (size_t) i];
  for (int j = 0; j < 3; j++)
    for (int k = 0; k < 3; k++)
      {
	e[j][k] = 0;
	for (int l = 0; l < 3; l++)
	  e[j][k] += g[l][j] * g[l][k];
	e[j][k] *= 0.5f;
      }
  for (int k = 0; k < 3; k++)
    e[k][k] -= 0.5f;
  for (int j = 0; j < 3; j++)
    for (int k = 0; k < 3; k++)
      s[j][k] = 2 * e[j][k];
  for (int k = 0; k < 3; k++)
    s[k][k] += 1.5f * (e[0][0] + e[1][1] + e[2][2]);
  for (int k = 0; k < 3; k++)
    for (int j = 0; j < 3; j++)
      {
	float t = 0;
	for (int l = 0; l < 3; l++)
	  t += g[j][l] * s[l][k];
	p[j + 3 * k + 9 * (size_t) i] = t;
      }
}

__global__ void
permute (int n1, int n2, int n3, int n4, int n5, const float *a, float *b)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, l = i;
  if (i >= n1 * n2 * n3 * n4 * n5)
    return;
  int i3 = i % n3;
  i /= n3;
  int i1 = i % n1;
  i /= n1;
  int i5 = i % n5;
  i /= n5;
  int i2 = i % n2, i4 = i / n2;
  b[l] = a[i1 + n1 * (i2 + n2 * (i3 + n3 * (i4 + (size_t) n4 * i5)))];
}

int
main (int argc, char **argv)
{
  int k = atoi (argv[1]), n = 1 << (k - 6), m = 4 * n;
  {
    double *a = new_array<double> (36 * (size_t) n, [n] (size_t i) {
      size_t at = i / n;
      return i * 7919 % 1009 / 1009.0 + (at % 6 == at / 6 ? 8 : 0);
    });
    double *b = filled_array<double> (6 * n, 0, 1);
    double *x = filled_array<double> (6 * n, 0, 1);
    for (start ("systems-of-6"); again ();)
      systems<<<(n + 127) / 128, 128>>> (n, a, b, x);
    finish (sum (x, 6 * n));
    cudaFree (a);
    cudaFree (b);
    cudaFree (x);
  }
  {
    size_t size = (size_t) n * levels;
    float *p = filled_array<float> (size, 0, 1);
    float *q = filled_array<float> (size, 0, 1);
    for (start ("automatic-columns"); again ();)
      automatic_columns<<<(n + 127) / 128, 128>>> (n, 32, p, q);
    finish (sum (q, 32 * n));
    cudaFree (p);
    cudaFree (q);
    p = filled_array<float> (size, 250, 300);
    q = filled_array<float> (size, 0.01, 0.2);
    float *r = filled_array<float> (size, 0, 1);
    for (start ("radiation"); again ();)
      radiation<<<(n + 127) / 128, 128>>> (n, p, q, r);
    finish (sum (r, size));
    cudaFree (p);
    cudaFree (q);
    cudaFree (r);
  }
  {
    double *u = filled_array<double> (m, 0, 1);
    double *v = filled_array<double> (m, 0, 1);
    for (start ("automatic-polynomial"); again ();)
      automatic_polynomial<<<(m + 255) / 256, 256>>> (m, 16, u, v);
    finish (sum (v, m));
    cudaFree (u);
    cudaFree (v);
  }
  {
    float *p = filled_array<float> (12 * m, -0.1, 0.1);
    float *q = filled_array<float> (12 * m, 0, 1);
    for (start ("springs"); again ();)
      springs<<<(m + 127) / 128, 128>>> (m, 4, 0.01f, p, q);
    finish (sum (q, 12 * m));
    cudaFree (p);
    cudaFree (q);
  }
  {
    float *f = filled_array<float> (9 * m, 0, 1);
    float *g = filled_array<float> (9 * m, 0, 1);
    for (start ("stresses"); again ();)
      stresses<<<(m + 127) / 128, 128>>> (m, f, g);
    finish (sum (g, 9 * m));
    cudaFree (f);
    cudaFree (g);
  }
  {
    m = 1 << (k / 2 - 1);
    size_t size = (size_t) m * m;
    int *c = filled_array<int> (size, 0, 1000);
    int *d = filled_array<int> (size, 0, 0);
    for (start ("median-of-9"); again ();)
      median<<<dim3 ((m + 31) / 32, (m + 7) / 8), dim3 (32, 8)>>> (m, c, d);
    finish (sum (d, size));
    cudaFree (c);
    cudaFree (d);
  }
  {
    n = (1 << (k - 10)) * 15 * 7 * 3;
    float *p = filled_array<float> (n, 0, 1);
    float *q = filled_array<float> (n, 0, 1);
    for (start ("permutation-5d"); again ();)
      permute<<<(n + 255) / 256, 256>>> (15, 7, (1 << (k - 10)) / 16, 3, 16, p,
					 q);
    finish (sum (q, n / 3));
  }
}
