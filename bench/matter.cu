// The peer of matter.cuf in CUDA C.
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
#include <cfloat>
#include <cmath>

/* Molecular dynamics.  */

struct box_t
{
  double length[3], inverse[3];
};

struct cells_t
{
  int n[3];
  double width;
};

struct system_t
{
  box_t box;
  cells_t cells;
  double epsilon, sigma, cutoff;
  int natoms;
};

__global__ void
lennard_jones (system_t sys, int n, const int *__restrict__ start, const int *__restrict__ cell,
	       const double *__restrict__ x, double *__restrict__ f, double *__restrict__ e)
{
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= sys.natoms)
    return;
  const int *nc = sys.cells.n;
  int c[3] = { cell[i] % nc[0], cell[i] / nc[0] % nc[1], cell[i] / (nc[0] * nc[1]) };
  double xi[3] = { x[i], x[i + n], x[i + 2 * (size_t) n] }, fi[3] = { 0, 0, 0 }, ei = 0;
  double q = sys.sigma / sys.cutoff, shift = q * q * q * q * q * q;
  shift = 4 * sys.epsilon * (shift * shift - shift);
  for (int dz = -1; dz <= 1; dz++)
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++)
	{
	  int m[3] = { (c[0] + dx + nc[0]) % nc[0], (c[1] + dy + nc[1]) % nc[1], (c[2] + dz + nc[2]) % nc[2] };
	  int other = m[0] + nc[0] * (m[1] + nc[1] * m[2]);
	  for (int j = start[other]; j < start[other + 1]; j++)
	    {
	      if (j == i)
		continue;
	      double d[3], r2 = 0;
	      for (int l = 0; l < 3; l++)
		{
		  d[l] = xi[l] - x[j + (size_t) n * l];
		  d[l] -= sys.box.length[l] * round (d[l] * sys.box.inverse[l]);
		  r2 += d[l] * d[l];
		}
	      if (r2 >= sys.cutoff * sys.cutoff)
		continue;
	      double s2 = sys.sigma * sys.sigma / r2, s6 = s2 * s2 * s2;
	      double ff = 24 * sys.epsilon * (2 * s6 * s6 - s6) / r2;
	      for (int l = 0; l < 3; l++)
		fi[l] += ff * d[l];
	      ei += 0.5 * (4 * sys.epsilon * (s6 * s6 - s6) - shift);
	    }
	}
  for (int l = 0; l < 3; l++)
    f[i + (size_t) n * l] = fi[l];
  e[i] = ei;
}

/* Gaussian functions.  */

static const int maxprim = 6, maxshell = 16;

struct shell
{
  double expo[maxprim], coef[maxprim], centre[3];
  int nprim, ltype;
};

struct molecule
{
  shell shells[maxshell];
  int nshell, nelectrons;
};

__constant__ molecule mol;

__device__ double
boys0 (double t)
{
  if (t < 1e-8)
    return 1 - t / 3;
  double st = sqrt (t);
  return 0.88622692545275801 * erf (st) / st;
}

__global__ void
esp (int npt, const double *__restrict__ xyz, double *__restrict__ v)
{
  int ip = blockIdx.x * blockDim.x + threadIdx.x;
  if (ip >= npt)
    return;
  double total = 0;
  for (int ish = 0; ish < mol.nshell; ish++)
    for (int jsh = 0; jsh <= ish; jsh++)
      {
	double ab2 = 0;
	for (int k = 0; k < 3; k++)
	  {
	    double d = mol.shells[ish].centre[k] - mol.shells[jsh].centre[k];
	    ab2 += d * d;
	  }
	double fac = ish == jsh ? 1 : 2;
	for (int iprim = 0; iprim < mol.shells[ish].nprim; iprim++)
	  {
	    double a = mol.shells[ish].expo[iprim];
	    for (int jprim = 0; jprim < mol.shells[jsh].nprim; jprim++)
	      {
		double b = mol.shells[jsh].expo[jprim];
		double zeta = a + b, r2 = 0;
		for (int k = 0; k < 3; k++)
		  {
		    double p = (a * mol.shells[ish].centre[k] + b * mol.shells[jsh].centre[k]) / zeta;
		    double d = p - xyz[k + 3 * (size_t) ip];
		    r2 += d * d;
		  }
		double pre = fac * mol.shells[ish].coef[iprim] * mol.shells[jsh].coef[jprim]
			     * exp (-a * b / zeta * ab2);
		total += pre * 6.2831853071795865 / zeta * boys0 (zeta * r2);
	      }
	  }
      }
  v[ip] = total;
}

/* Spherical harmonics.  */

static const int lmax = 8;
__constant__ double2 coefficient[lmax + 1][lmax + 1]; /* By m, then l.  */

__global__ void
synthesis (int n, const double *__restrict__ theta, const double *__restrict__ phi, double *__restrict__ field)
{
  double p[lmax + 1][lmax + 1];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  double x = cos (theta[i]), s = sin (theta[i]);
  p[0][0] = sqrt (1 / 12.566370614359172);
#pragma unroll
  for (int m = 1; m <= lmax; m++)
    p[m][m] = -s * sqrt ((2 * m + 1) / (2. * m)) * p[m - 1][m - 1];
#pragma unroll
  for (int m = 0; m < lmax; m++)
    p[m][m + 1] = x * sqrt (2 * m + 3.) * p[m][m];
#pragma unroll
  for (int m = 0; m <= lmax - 2; m++)
#pragma unroll
    for (int l = m + 2; l <= lmax; l++)
      p[m][l] = sqrt ((4. * l * l - 1) / (l * l - m * m))
		* (x * p[m][l - 1]
		   - sqrt (((l - 1) * (l - 1) - m * m) / (4. * (l - 1) * (l - 1) - 1)) * p[m][l - 2]);
  double er, ei, ar = 1, ai = 0;
  sincos (phi[i], &ei, &er);
  double f = 0;
#pragma unroll
  for (int l = 0; l <= lmax; l++)
    f += p[0][l] * coefficient[0][l].x;
#pragma unroll
  for (int m = 1; m <= lmax; m++)
    {
      double t = ar * er - ai * ei, g = 0;
      ai = ar * ei + ai * er;
      ar = t;
#pragma unroll
      for (int l = m; l <= lmax; l++)
	g += p[m][l] * (coefficient[m][l].x * ar - coefficient[m][l].y * ai);
      f += 2 * g;
    }
  field[i] = f;
}

/* Rays.  */

struct sphere
{
  float centre[3], radius, colour;
};

__constant__ sphere spheres[48];
__constant__ int nspheres;

__device__ float
dot (const float *a, const float *b)
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

__device__ float
intersect (const sphere &self, const float *origin, const float *direction)
{
  float oc[3];
  for (int l = 0; l < 3; l++)
    oc[l] = origin[l] - self.centre[l];
  float b = dot (oc, direction);
  float c = dot (oc, oc) - self.radius * self.radius;
  float disc = b * b - c;
  if (disc <= 0)
    return FLT_MAX;
  c = -b - sqrtf (disc);
  return c > 1e-3f ? c : FLT_MAX;
}

__global__ void
render (int n, float *__restrict__ picture)
{
  const float light[3] = { 0.57735027f, 0.57735027f, -0.57735027f };
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= n)
    return;
  float o[3] = { 0, 0, -4 };
  float d[3] = { (i + 0.5f) / n - 0.5f, (j + 0.5f) / n - 0.5f, 1 };
  float norm = sqrtf (dot (d, d));
  for (int l = 0; l < 3; l++)
    d[l] /= norm;
  float c = 0, weight = 1;
  for (int bounce = 0; bounce < 3; bounce++)
    {
      float nearest = FLT_MAX, normal[3];
      int hit = -1;
      for (int l = 0; l < nspheres; l++)
	{
	  float t = intersect (spheres[l], o, d);
	  if (t < nearest)
	    {
	      nearest = t;
	      hit = l;
	    }
	}
      if (hit < 0)
	{
	  c += weight * (0.3f + 0.2f * d[1]);
	  break;
	}
      for (int l = 0; l < 3; l++)
	{
	  o[l] += nearest * d[l];
	  normal[l] = (o[l] - spheres[hit].centre[l]) / spheres[hit].radius;
	}
      c += 0.5f * weight * spheres[hit].colour * (0.2f + fmaxf (0.f, dot (normal, light)));
      float t = dot (d, normal);
      for (int l = 0; l < 3; l++)
	d[l] -= 2 * t * normal[l];
      weight *= 0.5f;
    }
  picture[i + (size_t) n * j] = c;
}

/* Finite elements.  */

__constant__ double dshape[8][8][3];

__device__ double
invert (const double (*a)[3], double (*b)[3])
{
  b[0][0] = a[1][1] * a[2][2] - a[1][2] * a[2][1];
  b[0][1] = a[0][2] * a[2][1] - a[0][1] * a[2][2];
  b[0][2] = a[0][1] * a[1][2] - a[0][2] * a[1][1];
  b[1][0] = a[1][2] * a[2][0] - a[1][0] * a[2][2];
  b[1][1] = a[0][0] * a[2][2] - a[0][2] * a[2][0];
  b[1][2] = a[0][2] * a[1][0] - a[0][0] * a[1][2];
  b[2][0] = a[1][0] * a[2][1] - a[1][1] * a[2][0];
  b[2][1] = a[0][1] * a[2][0] - a[0][0] * a[2][1];
  b[2][2] = a[0][0] * a[1][1] - a[0][1] * a[1][0];
  double det = a[0][0] * b[0][0] + a[0][1] * b[1][0] + a[0][2] * b[2][0];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      b[i][j] /= det;
  return det;
}

__global__ void
apply_laplace (int nelem, const int *__restrict__ conn, const double *__restrict__ xyz,
	       const double *__restrict__ u, double *__restrict__ r)
{
  double x[8][3], ue[8], re[8], jac[3][3], inv[3][3];
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= nelem)
    return;
  for (int a = 0; a < 8; a++)
    {
      int node = conn[a + 8 * (size_t) e];
      for (int c = 0; c < 3; c++)
	x[a][c] = xyz[c + 3 * (size_t) node];
      ue[a] = u[node];
      re[a] = 0;
    }
  for (int q = 0; q < 8; q++)
    {
      for (int c = 0; c < 3; c++)
	for (int d = 0; d < 3; d++)
	  {
	    double s = 0;
	    for (int a = 0; a < 8; a++)
	      s += x[a][c] * dshape[q][a][d];
	    jac[c][d] = s;
	  }
      double det = invert (jac, inv), g[3] = { 0, 0, 0 };
      for (int a = 0; a < 8; a++)
	for (int d = 0; d < 3; d++)
	  g[d] += ue[a]
		  * (dshape[q][a][0] * inv[0][d] + dshape[q][a][1] * inv[1][d] + dshape[q][a][2] * inv[2][d]);
      for (int a = 0; a < 8; a++)
	{
	  double s = 0;
	  for (int d = 0; d < 3; d++)
	    s += (dshape[q][a][0] * inv[0][d] + dshape[q][a][1] * inv[1][d] + dshape[q][a][2] * inv[2][d]) * g[d];
	  re[a] += det * s;
	}
    }
  for (int a = 0; a < 8; a++)
    atomicAdd (&r[conn[a + 8 * (size_t) e]], re[a]);
}

/* Asian options.  */

__device__ float
uniform (long long &state)
{
  state ^= state << 13;
  state ^= (long long) ((unsigned long long) state >> 7);
  state ^= state << 17;
  return ((long long) ((unsigned long long) state >> 40) + 0.5f) * 0x1p-24f;
}

__device__ void
two_normals (long long &state, float &z1, float &z2)
{
  float r = sqrtf (-2 * logf (uniform (state)));
  float a = 6.2831853f * uniform (state);
  z1 = r * cosf (a);
  z2 = r * sinf (a);
}

__device__ void
kahan (float &total, float &carry, float x)
{
  float y = x - carry;
  float t = total + y;
  carry = (t - total) - y;
  total = t;
}

__global__ void
paths (int n, int nsteps, float s0, float strike, float rate, float vol, float *__restrict__ payoff)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  long long state = (i + 1) * 2654435761LL ^ 88172645463325252LL;
  float drift = (rate - 0.5f * vol * vol) / nsteps;
  float sigma = vol / sqrtf ((float) nsteps);
  float s = s0, total = 0, carry = 0, z1, z2;
  for (int l = 0; l < nsteps / 2; l++)
    {
      two_normals (state, z1, z2);
      s *= expf (drift + sigma * z1);
      kahan (total, carry, s);
      s *= expf (drift + sigma * z2);
      kahan (total, carry, s);
    }
  payoff[i] = expf (-rate) * fmaxf (total / nsteps - strike, 0.f);
}

/* Small matrices.  */

__global__ void
cholesky (int n, const float *__restrict__ a, float *__restrict__ r)
{
  __shared__ float s[4][32][33];
  int i = threadIdx.x, w = threadIdx.y, m = blockIdx.x * 4 + w;
  if (m >= n)
    return;
  for (int j = 0; j < 32; j++)
    s[w][j][i] = a[i + 32 * j + 1024 * (size_t) m];
  __syncwarp ();
  for (int k = 0; k < 32; k++)
    {
      if (i == k)
	s[w][k][k] = sqrtf (s[w][k][k]);
      __syncwarp ();
      if (i > k)
	s[w][k][i] /= s[w][k][k];
      __syncwarp ();
      for (int j = k + 1; j <= i; j++)
	s[w][j][i] -= s[w][k][i] * s[w][k][j];
      __syncwarp ();
    }
  for (int j = 0; j < 32; j++)
    r[i + 32 * j + 1024 * (size_t) m] = j <= i ? s[w][j][i] : 0;
}

__device__ void
rotation (double f, double g, double &c, double &s)
{
  if (g == 0)
    {
      c = 1;
      s = 0;
    }
  else if (fabs (f) > fabs (g))
    {
      double h = g / f;
      c = copysign (1 / sqrt (1 + h * h), f);
      s = h * c;
    }
  else
    {
      double h = f / g;
      s = copysign (1 / sqrt (1 + h * h), g);
      c = h * s;
    }
}

__global__ void
least_squares (int n, const double *__restrict__ a, const double *__restrict__ b, double *__restrict__ x,
	       double *__restrict__ residual)
{
  double r[6][5], y[4], c, s;
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n)
    return;
#pragma unroll
  for (int i = 0; i < 6; i++)
    {
#pragma unroll
      for (int j = 0; j < 4; j++)
	r[i][j] = a[t + n * (i + (size_t) 6 * j)];
      r[i][4] = b[t + n * (size_t) i];
    }
#pragma unroll
  for (int j = 0; j < 4; j++)
#pragma unroll
    for (int i = 5; i > j; i--)
      {
	rotation (r[i - 1][j], r[i][j], c, s);
#pragma unroll
	for (int l = j; l < 5; l++)
	  {
	    double row = r[i - 1][l];
	    r[i - 1][l] = c * row + s * r[i][l];
	    r[i][l] = c * r[i][l] - s * row;
	  }
      }
#pragma unroll
  for (int j = 3; j >= 0; j--)
    {
      double d = 0;
#pragma unroll
      for (int l = j + 1; l < 4; l++)
	d += r[j][l] * y[l];
      y[j] = (r[j][4] - d) / r[j][j];
    }
#pragma unroll
  for (int j = 0; j < 4; j++)
    x[t + (size_t) n * j] = y[j];
  residual[t] = hypot (r[4][4], r[5][4]);
}

/* Microphysics.  */

__constant__ float node[8] = { -0.96028986f, -0.79666648f, -0.52553241f, -0.18343464f,
			       0.18343464f,  0.52553241f,  0.79666648f,	 0.96028986f };
__constant__ float weight[8] = { 0.10122854f, 0.22238103f, 0.31370665f, 0.36268378f,
				 0.36268378f, 0.31370665f, 0.22238103f, 0.10122854f };

__device__ float
velocity (float d)
{
  if (d < 0.1f)
    return 30 * d * d;
  if (d < 1)
    return 4 * powf (d, 0.8f);
  return 9.65f - 10.3f * expf (-0.6f * d);
}

__device__ float
power (float x, int n)
{
  float r = 1;
  for (; n > 0; n /= 2)
    {
      if (n & 1)
	r *= x;
      x *= x;
    }
  return r;
}

__global__ void
fall_speeds (int n, const float *__restrict__ water, const float *__restrict__ number,
	     const float *__restrict__ shape, const int *__restrict__ moment, float *__restrict__ speed,
	     float *__restrict__ reflect)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float mu = shape[i];
  float lambda = powf (0.5235988f * tgammaf (mu + 4) / tgammaf (mu + 1) * number[i] / water[i], 1.f / 3);
  float dmax = 12 / lambda, top = 0, bottom = 0;
  for (int l = 0; l < 8; l++)
    {
      float d = 0.5f * dmax * (1 + node[l]);
      float f = weight[l] * powf (d, mu) * expf (-lambda * d) * power (d, moment[i]);
      top += f * velocity (d);
      bottom += f;
    }
  speed[i] = top / bottom;
  float l3 = lambda * lambda * lambda;
  reflect[i] = log10f (number[i] * tgammaf (mu + 7) / (tgammaf (mu + 1) * (l3 * l3)));
}

/* Plasma.  */

struct particle
{
  float x[3], v[3], charge;
};

__device__ void
cross (const float *a, const float *b, float *c)
{
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

__global__ void
push (long long np, int n, float dt, const particle *__restrict__ p, particle *__restrict__ q,
      const float *__restrict__ e, const float *__restrict__ b, float *__restrict__ rho)
{
  float w[3][2], el[3] = { 0, 0, 0 }, bl[3] = { 0, 0, 0 }, vm[3], vp[3], t[3], s[3], x[3];
  int g[3], h[3];
  long long i = blockIdx.x * (long long) blockDim.x + threadIdx.x;
  if (i >= np)
    return;
  particle r = p[i];
  for (int l = 0; l < 3; l++)
    {
      g[l] = (int) r.x[l];
      w[l][1] = r.x[l] - g[l];
      w[l][0] = 1 - w[l][1];
      h[l] = (g[l] + 1) & (n - 1);
    }
  for (int m = 0; m < 2; m++)
    for (int l = 0; l < 2; l++)
      for (int k = 0; k < 2; k++)
	{
	  float c = w[0][k] * w[1][l] * w[2][m];
	  size_t at = (k ? h[0] : g[0]) + (size_t) n * ((l ? h[1] : g[1]) + (size_t) n * (m ? h[2] : g[2]));
	  for (int a = 0; a < 3; a++)
	    {
	      el[a] += c * e[a + 3 * at];
	      bl[a] += c * b[a + 3 * at];
	    }
	}
  float t2 = 0;
  for (int a = 0; a < 3; a++)
    {
      vm[a] = r.v[a] + 0.5f * dt * r.charge * el[a];
      t[a] = 0.5f * dt * r.charge * bl[a];
      t2 += t[a] * t[a];
    }
  for (int a = 0; a < 3; a++)
    s[a] = 2 * t[a] / (1 + t2);
  cross (vm, t, x);
  for (int a = 0; a < 3; a++)
    vp[a] = vm[a] + x[a];
  cross (vp, s, x);
  for (int a = 0; a < 3; a++)
    {
      vp[a] = vm[a] + x[a];
      r.v[a] = vp[a] + 0.5f * dt * r.charge * el[a];
      r.x[a] += dt * r.v[a];
      if (r.x[a] < 0)
	r.x[a] += n;
      else if (r.x[a] >= n)
	r.x[a] -= n;
    }
  q[i] = r;
  for (int l = 0; l < 3; l++)
    {
      g[l] = (int) r.x[l] & (n - 1);
      w[l][1] = r.x[l] - (int) r.x[l];
      w[l][0] = 1 - w[l][1];
      h[l] = (g[l] + 1) & (n - 1);
    }
  for (int m = 0; m < 2; m++)
    for (int l = 0; l < 2; l++)
      for (int k = 0; k < 2; k++)
	{
	  size_t at = (k ? h[0] : g[0]) + (size_t) n * ((l ? h[1] : g[1]) + (size_t) n * (m ? h[2] : g[2]));
	  atomicAdd (&rho[at], r.charge * w[0][k] * w[1][l] * w[2][m]);
	}
}

/* The same value as filled_array has.  */
static double
value_at (size_t i, double low, double high)
{
  return low + (high - low) * (i * 7919 % 1009) / 1009;
}

template <typename type> static std::vector<type>
fetch (const type *d, size_t n)
{
  std::vector<type> h (n);
  if (cudaMemcpy (h.data (), d, n * sizeof *d, cudaMemcpyDeviceToHost))
    exit (1);
  return h;
}

static void
run_lj (int nc)
{
  system_t sys;
  int n = 8 * nc * nc * nc;
  for (int l = 0; l < 3; l++)
    {
      sys.cells.n[l] = nc;
      sys.box.length[l] = 2.5 * nc;
      sys.box.inverse[l] = 1 / sys.box.length[l];
    }
  sys.cells.width = 2.5;
  sys.epsilon = 0.8;
  sys.sigma = 1;
  sys.cutoff = 2.5;
  sys.natoms = n;
  int *first = new_array<int> (n / 8 + 1, [] (size_t i) { return 8 * i; });
  int *cell = new_array<int> (n, [] (size_t i) { return i / 8; });
  double *x = new_array<double> (3 * (size_t) n, [=] (size_t l) {
    size_t i = l % n, c = i / 8;
    switch (l / n)
      {
      case 0:
	return 2.5 * (c % nc + 0.25 + 0.5 * (i & 1) + value_at (i, -0.05, 0.05));
      case 1:
	return 2.5 * (c / nc % nc + 0.25 + 0.5 * (i / 2 & 1) + value_at (3 * i, -0.05, 0.05));
      default:
	return 2.5 * (c / (nc * nc) + 0.25 + 0.5 * (i / 4 & 1) + value_at (7 * i, -0.05, 0.05));
      }
  });
  double *f = allocate<double> (3 * (size_t) n), *e = allocate<double> (n);
  for (start ("lennard-jones"); again ();)
    lennard_jones<<<(n + 127) / 128, 128>>> (sys, n, first, cell, x, f, e);
  double s = 0;
  for (double y : fetch (e, n))
    s += std::fabs (y);
  for (double y : fetch (f, 3 * (size_t) n))
    s += std::fabs (y);
  finish (s);
  cudaFree (first);
  cudaFree (cell);
  for (double *p : { x, f, e })
    cudaFree (p);
}

static void
run_esp (int n)
{
  static molecule h;
  h.nshell = 8;
  h.nelectrons = 10;
  for (int i = 1; i <= maxshell; i++)
    {
      shell &s = h.shells[i - 1];
      s.nprim = 2 + i % 2;
      s.ltype = 0;
      s.centre[0] = 0.5 * (i % 3);
      s.centre[1] = 0.7 * (i % 4);
      s.centre[2] = 0.3 * i;
      for (int j = 1; j <= maxprim; j++)
	{
	  s.expo[j - 1] = 0.2 * pow (3, j - 1) + 0.01 * i;
	  s.coef[j - 1] = 0.5 / j;
	}
    }
  cudaMemcpyToSymbol (mol, &h, sizeof h);
  double *xyz = filled_array<double> (3 * (size_t) n, -3, 4);
  double *v = allocate<double> (n);
  for (start ("potential-erf"); again ();)
    esp<<<(n + 127) / 128, 128>>> (n, xyz, v);
  finish (sum (v, n));
  cudaFree (xyz);
  cudaFree (v);
}

static void
run_harmonics (int n)
{
  double2 h[lmax + 1][lmax + 1] = {};
  for (int m = 0; m <= lmax; m++)
    for (int l = m; l <= lmax; l++)
      h[m][l] = make_double2 (1. / (l + 1), 0.1 * m);
  cudaMemcpyToSymbol (coefficient, h, sizeof h);
  double *theta = filled_array<double> (n, 0.1, 2.5);
  double *phi = filled_array<double> (n, 0, 5);
  double *f = allocate<double> (n);
  for (start ("spherical-harmonics"); again ();)
    synthesis<<<(n + 127) / 128, 128>>> (n, theta, phi, f);
  finish (sum (f, n));
  for (double *p : { theta, phi, f })
    cudaFree (p);
}

static void
run_rays (int n)
{
  sphere h[48];
  int number = 48;
  for (int i = 1; i <= 48; i++)
    {
      sphere &s = h[i - 1];
      s.centre[0] = 0.5f * (i % 7) - 1.5f;
      s.centre[1] = 0.5f * (i % 5) - 1;
      s.centre[2] = 0.25f * (i % 11);
      s.radius = 0.15f + 0.02f * (i % 6);
      s.colour = 0.3f + 0.1f * (i % 4);
    }
  cudaMemcpyToSymbol (spheres, h, sizeof h);
  cudaMemcpyToSymbol (nspheres, &number, sizeof number);
  float *picture = allocate<float> ((size_t) n * n);
  for (start ("ray-spheres"); again ();)
    render<<<dim3 ((n + 15) / 16, (n + 7) / 8), dim3 (16, 8)>>> (n, picture);
  finish (sum (picture, (size_t) n * n));
  cudaFree (picture);
}

static void
run_elements (int n)
{
  int m = n + 1, nelem = n * n * n, nnode = m * m * m;
  static double hd[8][8][3];
  double g = 1 / sqrt (3.);
  for (int q = 0; q < 8; q++)
    for (int a = 0; a < 8; a++)
      {
	double t[3], s[3];
	for (int c = 0; c < 3; c++)
	  {
	    t[c] = g * (2 * (q >> c & 1) - 1);
	    s[c] = 2 * (a >> c & 1) - 1;
	  }
	hd[q][a][0] = 0.125 * s[0] * (1 + s[1] * t[1]) * (1 + s[2] * t[2]);
	hd[q][a][1] = 0.125 * s[1] * (1 + s[0] * t[0]) * (1 + s[2] * t[2]);
	hd[q][a][2] = 0.125 * s[2] * (1 + s[0] * t[0]) * (1 + s[1] * t[1]);
      }
  cudaMemcpyToSymbol (dshape, hd, sizeof hd);
  int *conn = new_array<int> (8 * (size_t) nelem, [=] (size_t l) {
    int e = l / 8, a = l % 8, i = e % n, j = e / n % n, k = e / n / n;
    return i + (a & 1) + m * (j + (a / 2 & 1) + m * (k + (a / 4 & 1)));
  });
  double *xyz = new_array<double> (3 * (size_t) nnode, [=] (size_t l) {
    size_t node = l / 3;
    return l % 3 == 0   ? node % m + value_at (node, -0.1, 0.1)
	   : l % 3 == 1 ? node / m % m + value_at (3 * node, -0.1, 0.1)
			: node / m / m + value_at (5 * node, -0.1, 0.1);
  });
  double *u = filled_array<double> (nnode, 0, 1);
  double *r = allocate<double> (nnode);
  for (start ("elements-hex8"); again ();)
    {
      cudaMemsetAsync (r, 0, nnode * sizeof *r);
      apply_laplace<<<(nelem + 127) / 128, 128>>> (nelem, conn, xyz, u, r);
    }
  double s = 0;
  for (double x : fetch (r, nnode))
    s += std::fabs (x);
  finish (s);
  cudaFree (conn);
  for (double *p : { xyz, u, r })
    cudaFree (p);
}

static void
run_asian (int n)
{
  float *payoff = allocate<float> (n);
  for (start ("asian-options"); again ();)
    paths<<<(n + 255) / 256, 256>>> (n, 32, 100.f, 95.f, 0.03f, 0.25f, payoff);
  finish (sum (payoff, n));
  cudaFree (payoff);
}

static void
run_cholesky (int n)
{
  size_t size = 1024 * (size_t) n;
  float *a = new_array<float> (size, [] (size_t i) {
    float x = value_at (i, -1, 1);
    return i % 1024 % 33 == 0 ? x + 40 : x;
  });
  float *l = allocate<float> (size);
  for (start ("cholesky-32"); again ();)
    cholesky<<<(n + 3) / 4, dim3 (32, 4)>>> (n, a, l);
  finish (sum (l, size));
  cudaFree (a);
  cudaFree (l);
}

static void
run_givens (int n)
{
  double *a = new_array<double> (24 * (size_t) n, [=] (size_t l) {
    double x = value_at (l, -1, 1);
    return l / n % 6 == l / n / 6 ? x + 4 : x;
  });
  double *b = filled_array<double> (6 * (size_t) n, 0, 1);
  double *x = allocate<double> (4 * (size_t) n), *residual = allocate<double> (n);
  for (start ("givens-6x4"); again ();)
    least_squares<<<(n + 127) / 128, 128>>> (n, a, b, x, residual);
  finish (sum (x, 4 * (size_t) n) + sum (residual, n));
  for (double *p : { a, b, x, residual })
    cudaFree (p);
}

static void
run_drops (int n)
{
  float *water = filled_array<float> (n, 0.1, 2);
  float *number = filled_array<float> (n, 0.5, 8);
  float *shape = filled_array<float> (n, 0.5, 4);
  int *moment = filled_array<int> (n, 0, 5);
  float *speed = allocate<float> (n), *reflect = allocate<float> (n);
  for (start ("drop-sizes"); again ();)
    fall_speeds<<<(n + 255) / 256, 256>>> (n, water, number, shape, moment, speed, reflect);
  finish (sum (speed, n) + sum (reflect, n));
  cudaFree (moment);
  for (float *p : { water, number, shape, speed, reflect })
    cudaFree (p);
}

static void
run_plasma (int np, int n)
{
  size_t size = (size_t) n * n * n;
  particle *p = new_array<particle> (np, [=] (size_t i) {
    particle r;
    size_t c = i / 4;
    r.x[0] = c % n + value_at (i, 0, 0.99);
    r.x[1] = c / n % n + value_at (3 * i, 0, 0.99);
    r.x[2] = c / n / n % n + value_at (5 * i, 0, 0.99);
    r.v[0] = value_at (7 * i, -1, 1);
    r.v[1] = value_at (11 * i, -1, 1);
    r.v[2] = value_at (13 * i, -1, 1);
    r.charge = 1 + 0.5f * (i % 2);
    return r;
  });
  particle *q = allocate<particle> (np);
  float *e = filled_array<float> (3 * size, -0.5, 0.5);
  float *b = filled_array<float> (3 * size, -1, 2);
  float *rho = allocate<float> (size);
  for (start ("boris-push"); again ();)
    {
      cudaMemsetAsync (rho, 0, size * sizeof *rho);
      push<<<(np + 127) / 128, 128>>> (np, n, 0.2f, p, q, e, b, rho);
    }
  double s = 0;
  for (float x : fetch (rho, size))
    s += (double) x * x;
  for (particle &r : fetch (q, np))
    s += (double) r.v[0] + r.x[1];
  finish (s);
  cudaFree (p);
  cudaFree (q);
  for (float *d : { e, b, rho })
    cudaFree (d);
}

int
main (int, char **argv)
{
  int k = atoi (argv[1]);
  run_lj (1 << (k - 8) / 3);
  run_esp (1 << (k - 8));
  run_harmonics (1 << (k - 4));
  run_rays (1 << (k - 2) / 2);
  run_elements (1 << (k - 6) / 3);
  run_asian (1 << (k - 4));
  run_cholesky (1 << (k - 10));
  run_givens (1 << (k - 5));
  run_drops (1 << (k - 3));
  run_plasma (1 << (k - 4), 1 << (k - 6) / 3);
  // Errors of launches.
  cudaError_t e = cudaDeviceSynchronize ();
  if (e)
    fprintf (stderr, "%s\n", cudaGetErrorString (e));
}
