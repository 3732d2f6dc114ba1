// The peer of modules.cuf and functions.cuf in CUDA C.
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

struct water_arrays
{
  int nx, ny;
  float *h, *u, *v, *h_new, *u_new, *v_new, *bottom;
};

static __device__ water_arrays waters;
static __constant__ float dt, dx;

__global__ void
step_water ()
{
  const float gravity = 9.81f;
  int nx = waters.nx, ny = waters.ny;
  const float *h = waters.h, *u = waters.u, *v = waters.v;
  const float *bottom = waters.bottom;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  size_t at = i + (size_t) nx * j;
  if (i < 1 || j < 1 || i >= nx - 1 || j >= ny - 1)
    return;
  float c = dt / dx;
  float hl = 0.5f * (h[at - 1] + h[at]), hr = 0.5f * (h[at] + h[at + 1]);
  float hb = 0.5f * (h[at - nx] + h[at]), ht = 0.5f * (h[at] + h[at + nx]);
  float slope_x = h[at] + bottom[at] - h[at - 1] - bottom[at - 1];
  float slope_y = h[at] + bottom[at] - h[at - nx] - bottom[at - nx];
  waters.h_new[at] = h[at] - c * (hr * u[at + 1] - hl * u[at]
				  + ht * v[at + nx] - hb * v[at]);
  waters.u_new[at]
    = u[at] - c * (gravity * slope_x + 0.5f * u[at] * (u[at + 1] - u[at - 1])
		   + 0.5f * v[at] * (u[at + nx] - u[at - nx]));
  waters.v_new[at]
    = v[at] - c * (gravity * slope_y + 0.5f * u[at] * (v[at + 1] - v[at - 1])
		   + 0.5f * v[at] * (v[at + nx] - v[at - nx]));
}

static __device__ double
square (double x)
{
  return x * x;
}

static __device__ double
flux (double a, double b, double c, double d, double e)
{
  const double small = 1e-6;
  double s1 = 13. / 12 * square (a - 2 * b + c)
	      + 0.25 * square (a - 4 * b + 3 * c);
  double s2 = 13. / 12 * square (b - 2 * c + d) + 0.25 * square (b - d);
  double s3 = 13. / 12 * square (c - 2 * d + e)
	      + 0.25 * square (3 * c - 4 * d + e);
  double w1 = 0.1 / square (small + s1), w2 = 0.6 / square (small + s2);
  double w3 = 0.3 / square (small + s3);
  return (w1 * (2 * a - 7 * b + 11 * c) + w2 * (-b + 5 * c + 2 * d)
	  + w3 * (2 * c + 5 * d - e)) / (6 * (w1 + w2 + w3));
}

__global__ void
advance (int n, int m, const double *q, double *r)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x + 3;
  if (i >= n - 3)
    return;
  for (int j = 0; j < m; j++)
    {
      const double *p = q + i + (size_t) n * j;
      r[i + (size_t) n * j] = flux (p[-2], p[-1], p[0], p[1], p[2])
			      - flux (p[-3], p[-2], p[-1], p[0], p[1])
			      + flux (p[3], p[2], p[1], p[0], p[-1])
			      - flux (p[2], p[1], p[0], p[-1], p[-2]);
    }
}

static __device__ double
flux_elsewhere (double a, double b, double c, double d, double e)
{
  const double ideal[] = { 0.1, 0.6, 0.3 }, small = 1e-6;
  double s[3], q[3], t = 0, total = 0;
  s[0] = 13. / 12 * square (a - 2 * b + c) + 0.25 * square (a - 4 * b + 3 * c);
  s[1] = 13. / 12 * square (b - 2 * c + d) + 0.25 * square (b - d);
  s[2] = 13. / 12 * square (c - 2 * d + e) + 0.25 * square (3 * c - 4 * d + e);
  q[0] = (2 * a - 7 * b + 11 * c) / 6;
  q[1] = (-b + 5 * c + 2 * d) / 6;
  q[2] = (2 * c + 5 * d - e) / 6;
  for (int l = 0; l < 3; l++)
    {
      double w = ideal[l] / square (small + s[l]);
      t += w * q[l];
      total += w;
    }
  return t / total;
}

__global__ void
advance_five (int n, const double *q, double *r)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x + 3;
  if (i >= n - 3)
    return;
  for (int j = 0; j < 5; j++)
    {
      double s[7];
      for (int l = 0; l < 7; l++)
	s[l] = q[i + l - 3 + (size_t) n * j];
      r[i + (size_t) n * j] = flux_elsewhere (s[1], s[2], s[3], s[4], s[5])
			      - flux_elsewhere (s[0], s[1], s[2], s[3], s[4]);
    }
}

__global__ void
water (int n, const float *ts, const float *ss, const float *zs,
       float *densities, float *sounds)
{
  const float c[] = { 999.84f, 6.794e-2f, -9.095e-3f, 1.002e-4f, -1.12e-6f,
		      6.536e-9f };
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float t = ts[i], s = ss[i], z = zs[i], density = c[5];
  for (int k = 4; k >= 0; k--)
    density = density * t + c[k];
  densities[i] = density + s * (0.8245f - 4.09e-3f * t + 7.64e-5f * t * t)
		 + 4.8314e-4f * powf (s, 1.5f);
  sounds[i] = 1448.96f + 4.591f * t - 5.304e-2f * t * t
	      + 2.374e-4f * t * t * t + 1.34f * (s - 35) + 1.63e-2f * z
	      + 1.675e-7f * z * z;
}

struct particle
{
  float position[3], velocity[3], mass;
  int cell;
};

/* A modulo 1.  */
static __device__ float
fraction (float a)
{
  float r = fmodf (a, 1);
  return r < 0 ? r + 1 : r;
}

__global__ void
move (int n, const particle *p, particle *q, float h)
{
  const float field[] = { 0.1f, -0.2f, 0.3f };
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  particle r = p[i];
  const float v[] = { r.velocity[0], r.velocity[1], r.velocity[2] };
  r.velocity[0] += h * (v[1] * field[2] - v[2] * field[1]) / r.mass;
  r.velocity[1] += h * (v[2] * field[0] - v[0] * field[2]) / r.mass;
  r.velocity[2] += h * (v[0] * field[1] - v[1] * field[0]) / r.mass;
  for (int l = 0; l < 3; l++)
    r.position[l] = fraction (r.position[l] + h * r.velocity[l]);
  r.cell = int (r.position[0] * 64) + 64 * int (r.position[1] * 64)
	   + 4096 * int (r.position[2] * 64);
  q[i] = r;
}

__global__ void
attract (int n, const particle *p, float *f)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s[3] = { 0, 0, 0 };
  if (i >= n)
    return;
  for (int j = 0; j < 64; j++)
    {
      float d[3], t = 0.01f;
      for (int l = 0; l < 3; l++)
	{
	  d[l] = p[j].position[l] - p[i].position[l];
	  t += d[l] * d[l];
	}
      t = 1 / sqrtf (t);
      for (int l = 0; l < 3; l++)
	s[l] += p[j].mass * (t * t * t) * d[l];
    }
  for (int l = 0; l < 3; l++)
    f[l + 3 * (size_t) i] = s[l];
}

struct material
{
  float stiffness[9], density;
};

static __constant__ material materials[16];

__global__ void
stress (int n, const int *kind, const float *e, float *s)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const material *m = materials + kind[i] - 1;
  for (int l = 0; l < 3; l++)
    {
      float t = 0;
      for (int j = 0; j < 3; j++)
	t += m->stiffness[l + 3 * j] * e[i + (size_t) n * j];
      s[i + (size_t) n * l] = t / m->density;
    }
}

__global__ void
volumes (int n, const double *corners, double *v)
{
  double a[3], b[3], c[3];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const double *p = corners + 12 * (size_t) i;
  for (int l = 0; l < 3; l++)
    {
      a[l] = p[3 + l] - p[l];
      b[l] = p[6 + l] - p[l];
      c[l] = p[9 + l] - p[l];
    }
  v[i] = fabs (a[0] * (b[1] * c[2] - b[2] * c[1])
	       + a[1] * (b[2] * c[0] - b[0] * c[2])
	       + a[2] * (b[0] * c[1] - b[1] * c[0])) / 6
	 + norm3d (a[0], a[1], a[2]);
}

__global__ void
rows (int n, int m, const float *a, float *s)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  /* One loop for each of Fortran's functions.  */
  float total = 0, most = a[i], least = a[i];
  int count = 0;
  for (int j = 0; j < m; j++)
    total += a[i + (size_t) n * j];
  for (int j = 0; j < m; j++)
    most = fmaxf (most, a[i + (size_t) n * j]);
  for (int j = 0; j < m; j++)
    least = fminf (least, a[i + (size_t) n * j]);
  for (int j = 0; j < m; j++)
    count += a[i + (size_t) n * j] > 0.5f;
  s[i] = total + most - least + count;
}

static void
time_water (int m)
{
  size_t size = (size_t) m * m;
  water_arrays w;
  float one = 1, step = 0.01f;
  w.nx = w.ny = m;
  w.h = filled_array<float> (size, 9, 10);
  w.u = filled_array<float> (size, -1, 1);
  w.v = filled_array<float> (size, -1, 1);
  w.bottom = filled_array<float> (size, 0, 1);
  w.h_new = filled_array<float> (size, 0, 0);
  w.u_new = filled_array<float> (size, 0, 0);
  w.v_new = filled_array<float> (size, 0, 0);
  cudaMemcpyToSymbol (waters, &w, sizeof w);
  cudaMemcpyToSymbol (dt, &step, sizeof step);
  cudaMemcpyToSymbol (dx, &one, sizeof one);
  for (start ("shallow-water"); again ();)
    step_water<<<dim3 ((m + 31) / 32, (m + 7) / 8), dim3 (32, 8)>>> ();
  finish (sum (w.h_new, size) + sum (w.u_new, size) + sum (w.v_new, size));
  cudaFree (w.h);
  cudaFree (w.u);
  cudaFree (w.v);
  cudaFree (w.bottom);
  cudaFree (w.h_new);
  cudaFree (w.u_new);
  cudaFree (w.v_new);
}

static void
time_particles (int n)
{
  std::vector<particle> h (n);
  particle *x = new_array<particle> (n, [] (size_t l) {
    int i = l + 1;
    particle p = { { i % 7 / 7.0f, i % 11 / 11.0f, i % 13 / 13.0f },
		   { i % 5 / 5.0f, i % 3 / 3.0f, i % 9 / 9.0f },
		   1.0f + i % 2, 0 };
    return p;
  });
  particle *y = new_array<particle> (n, [] (size_t) { return particle (); });
  float *e = filled_array<float> (3 * n, 0, 0);
  for (start ("particles"); again ();)
    move<<<(n + 255) / 256, 256>>> (n, x, y, 0.01f);
  cudaMemcpy (h.data (), y, n * sizeof *y, cudaMemcpyDeviceToHost);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += (double) h[i].velocity[1] + h[i].cell;
  finish (s);
  for (start ("attraction"); again ();)
    attract<<<(n + 255) / 256, 256>>> (n, x, e);
  finish (sum (e, 3 * n));
  cudaFree (x);
  cudaFree (y);
  cudaFree (e);
}

static void
time_materials (int n)
{
  material hm[16];
  for (int i = 0; i < 16; i++)
    {
      for (int l = 0; l < 9; l++)
	hm[i].stiffness[l] = i + 1;
      hm[i].density = 1 + (i + 1) % 3;
    }
  cudaMemcpyToSymbol (materials, hm, sizeof hm);
  int *kinds = filled_array<int> (n, 1, 17);
  float *e = filled_array<float> (3 * n, 0, 1);
  float *f = filled_array<float> (3 * n, 0, 0);
  for (start ("materials"); again ();)
    stress<<<(n + 255) / 256, 256>>> (n, kinds, e, f);
  finish (sum (f, 3 * n));
  cudaFree (kinds);
  cudaFree (e);
  cudaFree (f);
}

int
main (int argc, char **argv)
{
  int k = atoi (argv[1]), n;
  time_water (1 << k / 2);
  {
    n = 1 << (k - 4);
    double *a = filled_array<double> (8 * (size_t) n, 0, 1);
    double *b = filled_array<double> (8 * (size_t) n, 0, 0);
    for (start ("flux"); again ();)
      advance<<<(n + 127) / 128, 128>>> (n, 8, a, b);
    finish (sum (b, 8 * (size_t) n, 2));
    for (start ("flux-elsewhere"); again ();)
      advance_five<<<(n + 127) / 128, 128>>> (n, a, b);
    finish (sum (b, 5 * (size_t) n, 2));
    cudaFree (a);
    cudaFree (b);
  }
  {
    n = 1 << (k - 2);
    float *p = filled_array<float> (n, 0, 30);
    float *q = filled_array<float> (n, 30, 40);
    float *r = filled_array<float> (n, 0, 5000);
    float *s = filled_array<float> (n, 0, 0);
    float *t = filled_array<float> (n, 0, 0);
    for (start ("state-of-water"); again ();)
      water<<<(n + 255) / 256, 256>>> (n, p, q, r, s, t);
    finish (sum (s, n) + sum (t, n));
    cudaFree (p);
    cudaFree (q);
    cudaFree (r);
    cudaFree (s);
    cudaFree (t);
  }
  time_particles (1 << (k - 4));
  time_materials (1 << (k - 2));
  {
    n = 1 << (k - 4);
    double *c = filled_array<double> (12 * (size_t) n, 0, 1);
    double *d = filled_array<double> (n, 0, 0);
    for (start ("volumes"); again ();)
      volumes<<<(n + 255) / 256, 256>>> (n, c, d);
    finish (sum (d, n));
    cudaFree (c);
    cudaFree (d);
  }
  {
    n = 1 << (k - 6);
    float *e = filled_array<float> (64 * (size_t) n, 0, 1);
    float *s = filled_array<float> (n, 0, 0);
    for (start ("rows"); again ();)
      rows<<<(n + 255) / 256, 256>>> (n, 64, e, s);
    finish (sum (s, n));
  }
}
