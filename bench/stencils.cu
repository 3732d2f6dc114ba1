// The peer of stencils.cuf in CUDA C.
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
jacobi (int n, double *a, const double *b)
{
  __shared__ double tile[10][34];
  int ti = threadIdx.x + 1, tj = threadIdx.y + 1;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  size_t at = i + (size_t) n * j;
  if (i < n && j < n)
    {
      tile[tj][ti] = b[at];
      if (ti == 1 && i > 0)
	tile[tj][0] = b[at - 1];
      if (ti == 32 && i < n - 1)
	tile[tj][33] = b[at + 1];
      if (tj == 1 && j > 0)
	tile[0][ti] = b[at - n];
      if (tj == 8 && j < n - 1)
	tile[9][ti] = b[at + n];
    }
  __syncthreads ();
  if (i > 0 && i < n - 1 && j > 0 && j < n - 1)
    a[at] = 0.25 * (tile[tj][ti - 1] + tile[tj][ti + 1] + tile[tj - 1][ti]
		    + tile[tj + 1][ti]);
}

__global__ void
upwind (int n, int m, const float *q, const float *u, const float *v, float *r,
	float c)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  size_t at = i + (size_t) n * j;
  float dx, dy;
  if (i < 1 || j < 1 || i >= n - 1 || j >= m - 1)
    return;
  if (u[at] > 0)
    dx = q[at] - q[at - 1];
  else
    dx = q[at + 1] - q[at];
  if (v[at] > 0)
    dy = q[at] - q[at - n];
  else
    dy = q[at + n] - q[at];
  r[at] = q[at] - c * (u[at] * dx + v[at] * dy);
}

__global__ void
laplacian25 (int n, const float *u, float *v)
{
  const float c[] = { -8.5416667f, 1.6f, -0.2f, 0.025396825f, -0.0017857143f };
  int i = blockIdx.x * blockDim.x + threadIdx.x + 4;
  int j = blockIdx.y * blockDim.y + threadIdx.y + 4;
  int k = blockIdx.z + 4;
  size_t plane = (size_t) n * n, at = i + (size_t) n * j + plane * k;
  if (i >= n - 4 || j >= n - 4 || k >= n - 4)
    return;
  float s = c[0] * u[at];
  for (int l = 1; l <= 4; l++)
    s += c[l] * (u[at - l] + u[at + l] + u[at - l * n] + u[at + l * n]
		 + u[at - l * plane] + u[at + l * plane]);
  v[at] = s;
}

__global__ void
laplacian25_column (int n, const float *u, float *v)
{
  const float c[] = { -8.5416667f, 1.6f, -0.2f, 0.025396825f, -0.0017857143f };
  float column[9];
  int i = blockIdx.x * blockDim.x + threadIdx.x + 4;
  int j = blockIdx.y * blockDim.y + threadIdx.y + 4;
  size_t plane = (size_t) n * n, at = i + (size_t) n * j;
  if (i >= n - 4 || j >= n - 4)
    return;
  for (int l = 0; l < 8; l++)
    column[l + 1] = u[at + l * plane];
  for (int k = 4; k < n - 4; k++)
    {
      const float *p = u + at + k * plane;
      for (int l = 0; l < 8; l++)
	column[l] = column[l + 1];
      column[8] = p[4 * plane];
      float s = c[0] * column[4];
      for (int l = 1; l <= 4; l++)
	s += c[l] * (p[-l] + p[l] + p[-l * n] + p[l * n] + column[4 - l]
		     + column[4 + l]);
      v[at + k * plane] = s;
    }
}

__global__ void
red_black (int n, int colour, double *a, const double *b)
{
  int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
  int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x)
	  + (j + 1 + colour) % 2 + 1;
  size_t at = i + (size_t) n * j;
  if (i > 0 && i < n - 1 && j < n - 1)
    a[at] = 0.25 * (a[at - 1] + a[at + 1] + a[at - n] + a[at + n] - b[at]);
}

__global__ void
filter (int n, const float *w, const float *a, float *b)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  float s = 0;
  if (i >= n || j >= n)
    return;
  for (int l = -2; l <= 2; l++)
    for (int k = -2; k <= 2; k++)
      s += w[k + 2 + 5 * (l + 2)]
	   * a[min (max (i + k, 0), n - 1)
	       + (size_t) n * min (max (j + l, 0), n - 1)];
  b[i + (size_t) n * j] = s;
}

/* A % N, with the sign of N.  */
static __device__ int
modulo (int a, int n)
{
  int r = a % n;
  return r < 0 ? r + n : r;
}

__global__ void
torus (int n, int m, double *a, const double *b)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= m)
    return;
  a[i + (size_t) n * j]
    = 0.2 * (b[i + (size_t) n * j] + b[modulo (i - 1, n) + (size_t) n * j]
	     + b[modulo (i + 1, n) + (size_t) n * j]
	     + b[i + (size_t) n * modulo (j - 1, m)]
	     + b[i + (size_t) n * modulo (j + 1, m)]);
}

__global__ void
d2q9 (int n, double omega, const double *f, double *g)
{
  const int ex[] = { 0, 1, 0, -1, 0, 1, -1, -1, 1 };
  const int ey[] = { 0, 0, 1, 0, -1, 1, 1, -1, -1 };
  const double w9[] = { 4 / 9., 1 / 9., 1 / 9., 1 / 9., 1 / 9.,
			1 / 36., 1 / 36., 1 / 36., 1 / 36. };
  double p[9], rho = 0, u = 0, v = 0;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  size_t plane = (size_t) n * n;
  if (i >= n || j >= n)
    return;
  for (int l = 0; l < 9; l++)
    p[l] = f[modulo (i - ex[l], n) + (size_t) n * modulo (j - ey[l], n)
	     + l * plane];
  for (int l = 0; l < 9; l++)
    {
      rho += p[l];
      u += p[l] * ex[l];
      v += p[l] * ey[l];
    }
  u /= rho;
  v /= rho;
  for (int l = 0; l < 9; l++)
    {
      double e = ex[l] * u + ey[l] * v;
      g[i + (size_t) n * j + l * plane]
	= p[l] - omega * (p[l] - w9[l] * rho
			  * (1 + 3 * e + 4.5 * e * e - 1.5 * (u * u + v * v)));
    }
}

/* P, towards the equilibrium of a direction in which the velocity is E and the
   weight T.  */
static __device__ float
relaxed (float p, float e, float t, float s, float omega)
{
  return p - omega * (p - t * (s + 3 * e + 4.5f * e * e));
}

__global__ void
d3q19 (int n, float omega,
       const float *f0, const float *f1, const float *f2, const float *f3,
       const float *f4, const float *f5, const float *f6, const float *f7,
       const float *f8, const float *f9, const float *f10,
       const float *f11, const float *f12, const float *f13,
       const float *f14, const float *f15, const float *f16,
       const float *f17, const float *f18, float *g0, float *g1, float *g2,
       float *g3, float *g4, float *g5, float *g6, float *g7, float *g8,
       float *g9, float *g10, float *g11, float *g12, float *g13,
       float *g14, float *g15, float *g16, float *g17, float *g18)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y, k = blockIdx.z;
  if (i >= n)
    return;
  int il = modulo (i - 1, n), ir = modulo (i + 1, n);
  int jl = modulo (j - 1, n), jr = modulo (j + 1, n);
  int kl = modulo (k - 1, n), kr = modulo (k + 1, n);
#define AT(i, j, k) ((i) + n * ((j) + (size_t) n * (k)))
  float p0 = f0[AT (i, j, k)];
  float p1 = f1[AT (il, j, k)];
  float p2 = f2[AT (ir, j, k)];
  float p3 = f3[AT (i, jl, k)];
  float p4 = f4[AT (i, jr, k)];
  float p5 = f5[AT (i, j, kl)];
  float p6 = f6[AT (i, j, kr)];
  float p7 = f7[AT (il, jl, k)];
  float p8 = f8[AT (ir, jr, k)];
  float p9 = f9[AT (il, jr, k)];
  float p10 = f10[AT (ir, jl, k)];
  float p11 = f11[AT (il, j, kl)];
  float p12 = f12[AT (ir, j, kr)];
  float p13 = f13[AT (il, j, kr)];
  float p14 = f14[AT (ir, j, kl)];
  float p15 = f15[AT (i, jl, kl)];
  float p16 = f16[AT (i, jr, kr)];
  float p17 = f17[AT (i, jl, kr)];
  float p18 = f18[AT (i, jr, kl)];
  float rho = p0 + p1 + p2 + p3 + p4 + p5 + p6 + p7 + p8 + p9 + p10 + p11 + p12
	      + p13 + p14 + p15 + p16 + p17 + p18;
  float u = (p1 - p2 + p7 - p8 + p9 - p10 + p11 - p12 + p13 - p14) / rho;
  float v = (p3 - p4 + p7 - p8 - p9 + p10 + p15 - p16 + p17 - p18) / rho;
  float w = (p5 - p6 + p11 - p12 - p13 + p14 + p15 - p16 - p17 + p18) / rho;
  float s = 1 - 1.5f * (u * u + v * v + w * w);
  size_t at = AT (i, j, k);
  g0[at] = relaxed (p0, 0, rho * (1 / 3.0f), s, omega);
  g1[at] = relaxed (p1, u, rho * (1 / 18.0f), s, omega);
  g2[at] = relaxed (p2, -u, rho * (1 / 18.0f), s, omega);
  g3[at] = relaxed (p3, v, rho * (1 / 18.0f), s, omega);
  g4[at] = relaxed (p4, -v, rho * (1 / 18.0f), s, omega);
  g5[at] = relaxed (p5, w, rho * (1 / 18.0f), s, omega);
  g6[at] = relaxed (p6, -w, rho * (1 / 18.0f), s, omega);
  g7[at] = relaxed (p7, u + v, rho * (1 / 36.0f), s, omega);
  g8[at] = relaxed (p8, -u - v, rho * (1 / 36.0f), s, omega);
  g9[at] = relaxed (p9, u - v, rho * (1 / 36.0f), s, omega);
  g10[at] = relaxed (p10, -u + v, rho * (1 / 36.0f), s, omega);
  g11[at] = relaxed (p11, u + w, rho * (1 / 36.0f), s, omega);
  g12[at] = relaxed (p12, -u - w, rho * (1 / 36.0f), s, omega);
  g13[at] = relaxed (p13, u - w, rho * (1 / 36.0f), s, omega);
  g14[at] = relaxed (p14, -u + w, rho * (1 / 36.0f), s, omega);
  g15[at] = relaxed (p15, v + w, rho * (1 / 36.0f), s, omega);
  g16[at] = relaxed (p16, -v - w, rho * (1 / 36.0f), s, omega);
  g17[at] = relaxed (p17, v - w, rho * (1 / 36.0f), s, omega);
  g18[at] = relaxed (p18, -v + w, rho * (1 / 36.0f), s, omega);
#undef AT
}

int
main (int argc, char **argv)
{
  int k = atoi (argv[1]), m = 1 << k / 2;
  dim3 block (32, 8), grid ((m + 31) / 32, (m + 7) / 8);
  size_t size = (size_t) m * m;
  {
    double *a = filled_array<double> (size, 0, 1);
    double *b = filled_array<double> (size, 0, 1);
    for (start ("jacobi-shared"); again ();)
      jacobi<<<grid, block>>> (m, a, b);
    finish (sum (a, size));
    for (start ("torus"); again ();)
      torus<<<grid, block>>> (m, m, a, b);
    finish (sum (a, size));
    cudaFree (a);
    a = filled_array<double> (size, 0, 1);
    for (start ("red-black"); again ();)
      red_black<<<dim3 ((m / 2 + 31) / 32, (m + 7) / 8), block>>> (m, 1, a, b);
    finish (sum (a, size));
    cudaFree (a);
    cudaFree (b);
  }
  {
    float *q = filled_array<float> (size, 0, 1);
    float *r = filled_array<float> (size, 0, 1);
    float *u = filled_array<float> (size, -1, 1);
    float *v = filled_array<float> (size, -0.5, 1);
    float *w = filled_array<float> (25, 0, 0.1);
    for (start ("upwind"); again ();)
      upwind<<<grid, block>>> (m, m, q, u, v, r, 0.1f);
    finish (sum (r, size));
    for (start ("filter"); again ();)
      filter<<<grid, block>>> (m, w, q, r);
    finish (sum (r, size));
    cudaFree (q);
    cudaFree (r);
    cudaFree (u);
    cudaFree (v);
    cudaFree (w);
  }
  {
    m = 1 << k / 3;
    size = (size_t) m * m * m;
    float *s = filled_array<float> (size, 0, 1);
    float *t = filled_array<float> (size, 0, 1);
    grid = dim3 ((m + 31) / 32, (m + 7) / 8, m - 8);
    for (start ("laplacian-25"); again ();)
      laplacian25<<<grid, block>>> (m, s, t);
    finish (sum (t, size));
    grid.z = 1;
    for (start ("laplacian-25-column"); again ();)
      laplacian25_column<<<grid, block>>> (m, s, t);
    finish (sum (t, size));
    cudaFree (s);
    cudaFree (t);
  }
  {
    m = 1 << (k - 4) / 2;
    size = 9 * (size_t) m * m;
    double *f = filled_array<double> (size, 0.09, 0.11);
    double *g = filled_array<double> (size, 0, 1);
    for (start ("lattice-d2q9"); again ();)
      d2q9<<<dim3 ((m + 127) / 128, m), 128>>> (m, 1.2, f, g);
    finish (sum (g, size));
    cudaFree (f);
    cudaFree (g);
  }
  {
    m = 1 << (k - 4) / 3;
    size = (size_t) m * m * m;
    float *q[19], *r = filled_array<float> (19 * size, 0, 1);
    float *p = filled_array<float> (19 * size, 0.04, 0.06);
    for (int l = 0; l < 19; l++)
      q[l] = p + l * size;
    for (start ("lattice-d3q19"); again ();)
      d3q19<<<dim3 ((m + 127) / 128, m, m), 128>>>
	(m, 1.2f, q[0], q[1], q[2], q[3], q[4], q[5], q[6], q[7], q[8], q[9],
	 q[10], q[11], q[12], q[13], q[14], q[15], q[16], q[17], q[18],
	 r, r + size, r + 2 * size, r + 3 * size, r + 4 * size, r + 5 * size,
	 r + 6 * size, r + 7 * size, r + 8 * size, r + 9 * size, r + 10 * size,
	 r + 11 * size, r + 12 * size, r + 13 * size, r + 14 * size,
	 r + 15 * size, r + 16 * size, r + 17 * size, r + 18 * size);
    finish (sum (r, 19 * size));
  }
}
