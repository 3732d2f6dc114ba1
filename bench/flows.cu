// The peer of flows.cuf in CUDA C.
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
#include <cmath>

/* MHD.  */

enum { irho, ivx, ivy, ivz, ipr, iby, ibz, nvar };
__constant__ int nx, ny, nz;
__constant__ double gam, bx;

__device__ double
minmod (double a, double b)
{
  return 0.5 * (copysign (1., a) + copysign (1., b)) * fmin (fabs (a), fabs (b));
}

__device__ double
fast_speed (const double *q)
{
  double a2 = gam * q[ipr] / q[irho];
  double b2 = (bx * bx + q[iby] * q[iby] + q[ibz] * q[ibz]) / q[irho];
  double t = a2 + b2;
  return sqrt (0.5 * (t + sqrt (fmax (t * t - 4 * a2 * bx * bx / q[irho], 0.))));
}

__device__ void
primitive_to_flux (const double *q, double *u, double *f)
{
  double pt = q[ipr] + 0.5 * (bx * bx + q[iby] * q[iby] + q[ibz] * q[ibz]);
  double e = q[ipr] / (gam - 1) + 0.5 * q[irho] * (q[ivx] * q[ivx] + q[ivy] * q[ivy] + q[ivz] * q[ivz])
	     + 0.5 * (bx * bx + q[iby] * q[iby] + q[ibz] * q[ibz]);
  double vb = q[ivx] * bx + q[ivy] * q[iby] + q[ivz] * q[ibz];
  u[irho] = q[irho];
  u[ivx] = q[irho] * q[ivx];
  u[ivy] = q[irho] * q[ivy];
  u[ivz] = q[irho] * q[ivz];
  u[ipr] = e;
  u[iby] = q[iby];
  u[ibz] = q[ibz];
  f[irho] = q[irho] * q[ivx];
  f[ivx] = q[irho] * q[ivx] * q[ivx] + pt - bx * bx;
  f[ivy] = q[irho] * q[ivx] * q[ivy] - bx * q[iby];
  f[ivz] = q[irho] * q[ivx] * q[ivz] - bx * q[ibz];
  f[ipr] = (e + pt) * q[ivx] - bx * vb;
  f[iby] = q[iby] * q[ivx] - bx * q[ivy];
  f[ibz] = q[ibz] * q[ivx] - bx * q[ivz];
}

__global__ void
sweep_x (const double *__restrict__ w, double *__restrict__ flx)
{
  double wl[nvar], wr[nvar], fl[nvar], fr[nvar], ul[nvar], ur[nvar];
  int i = blockIdx.x * blockDim.x + threadIdx.x + 2;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int k = blockIdx.z;
  if (i >= nx - 1 || j >= ny || k >= nz)
    return;
  size_t at = i + (size_t) nx * (j + (size_t) ny * k), size = (size_t) nx * ny * nz;
  for (int n = 0; n < nvar; n++)
    {
      const double *p = w + at + n * size;
      wl[n] = p[-1] + 0.5 * minmod (p[-1] - p[-2], p[0] - p[-1]);
      wr[n] = p[0] - 0.5 * minmod (p[0] - p[-1], p[1] - p[0]);
    }
  primitive_to_flux (wl, ul, fl);
  primitive_to_flux (wr, ur, fr);
  double sl = fmin (wl[ivx] - fast_speed (wl), wr[ivx] - fast_speed (wr));
  double sr = fmax (wl[ivx] + fast_speed (wl), wr[ivx] + fast_speed (wr));
  for (int n = 0; n < nvar; n++)
    {
      double f;
      if (sl >= 0)
	f = fl[n];
      else if (sr <= 0)
	f = fr[n];
      else
	f = (sr * fl[n] - sl * fr[n] + sl * sr * (ur[n] - ul[n])) / (sr - sl);
      flx[at + n * size] = f;
    }
}

/* Advection and diffusion.  */

__device__ void
weights (float t, float *w)
{
  w[0] = -t * (t - 1) * (t - 2) / 6;
  w[1] = (t + 1) * (t - 1) * (t - 2) / 2;
  w[2] = -(t + 1) * t * (t - 2) / 2;
  w[3] = (t + 1) * t * (t - 1) / 6;
}

__global__ void
semi_lagrange (int n, int m, const float *__restrict__ q, const float *__restrict__ u,
	       const float *__restrict__ v, float *__restrict__ qnew, float dtdx)
{
  float wx[4], wy[4];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= m)
    return;
  size_t at = i + (size_t) n * j;
  float x = i - dtdx * u[at], y = j - dtdx * v[at];
  int i0 = max (-1, min ((int) floorf (x), n - 1));
  int j0 = max (-1, min ((int) floorf (y), m - 1));
  weights (x - i0, wx);
  weights (y - j0, wy);
  float s = 0;
  for (int l = 0; l < 4; l++)
    {
      const float *p = q + (i0 - 1 + 2) + (size_t) (n + 4) * (j0 - 1 + l + 2);
      s += wy[l] * (wx[0] * p[0] + wx[1] * p[1] + wx[2] * p[2] + wx[3] * p[3]);
    }
  qnew[at] = s;
}

__global__ void
hyperdiffusion (int n, float nu, const float *__restrict__ q, float *__restrict__ r)
{
  __shared__ float tile[12][36], lap[10][34];
  int ib = blockIdx.x * 32, jb = blockIdx.y * 8;
  int tid = threadIdx.x + 32 * threadIdx.y;
  for (int l = tid; l < 36 * 12; l += 256)
    {
      int ti = l % 36, tj = l / 36;
      int i = min (max (ib + ti - 2, 0), n - 1);
      int j = min (max (jb + tj - 2, 0), n - 1);
      tile[tj][ti] = q[i + (size_t) n * j];
    }
  __syncthreads ();
  for (int l = tid; l < 34 * 10; l += 256)
    {
      int ti = l % 34, tj = l / 34;
      lap[tj][ti] = tile[tj + 1][ti] + tile[tj + 1][ti + 2] + tile[tj][ti + 1] + tile[tj + 2][ti + 1]
		    - 4 * tile[tj + 1][ti + 1];
    }
  __syncthreads ();
  int ti = threadIdx.x, tj = threadIdx.y;
  int i = ib + ti, j = jb + tj;
  if (i < n && j < n)
    r[i + (size_t) n * j] = tile[tj + 2][ti + 2]
			    - nu * (lap[tj + 1][ti] + lap[tj + 1][ti + 2] + lap[tj][ti + 1] + lap[tj + 2][ti + 1]
				    - 4 * lap[tj + 1][ti + 1]);
}

__global__ void
wale (int n, int m, int o, const float *__restrict__ vel, float *__restrict__ nut, float h)
{
  const float cw = 0.325f;
  float g[3][3], g2[3][3], ss = 0, sdsd = 0;
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  int j = threadIdx.y + blockIdx.y * blockDim.y;
  int k = blockIdx.z;
  if (i == 0 || j == 0 || k == 0 || i >= n - 1 || j >= m - 1 || k >= o - 1)
    return;
  size_t plane = (size_t) n * m, size = plane * o;
  size_t at = i + (size_t) n * j + plane * k;
  for (int c = 0; c < 3; c++)
    {
      const float *p = vel + at + c * size;
      g[c][0] = (p[1] - p[-1]) * (0.5f / h);
      g[c][1] = (p[n] - p[-n]) * (0.5f / h);
      g[c][2] = (p[plane] - p[-(long) plane]) * (0.5f / h);
    }
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++)
      g2[a][b] = g[a][0] * g[0][b] + g[a][1] * g[1][b] + g[a][2] * g[2][b];
  float tr = (g2[0][0] + g2[1][1] + g2[2][2]) / 3;
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++)
      {
	float s = 0.5f * (g[a][b] + g[b][a]);
	float sd = 0.5f * (g2[a][b] + g2[b][a]);
	if (a == b)
	  sd -= tr;
	ss += s * s;
	sdsd += sd * sd;
      }
  nut[at] = (cw * h) * (cw * h) * powf (sdsd, 1.5f) / (powf (ss, 2.5f) + powf (sdsd, 1.25f) + 1e-10f);
}

/* Moist physics.  */

static constexpr double lv = 2.501e6, ls = 2.834e6, cp = 1004.64, rd = 287.04, rv = 461.5, t0 = 273.16,
			eps = rd / rv;

__device__ void
saturate (double t, double p, double *qs, double *dqs, bool ice)
{
  double a = 17.269, b = 35.86;
  if (ice)
    {
      a = 21.875;
      b = 7.66;
    }
  double es = fmin (610.78 * exp (a * (t - t0) / (t - b)), 0.5 * p);
  *qs = eps * es / (p - (1 - eps) * es);
  if (dqs)
    *dqs = *qs * p / (p - (1 - eps) * es) * a * (t0 - b) / ((t - b) * (t - b));
}

__global__ void
adjust (int ncol, int nlev, const double *__restrict__ p, const double *__restrict__ t,
	const double *__restrict__ qv, const double *__restrict__ qc, double *__restrict__ tn,
	double *__restrict__ qvn, double *__restrict__ qcn)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int k = blockIdx.y;
  if (i >= ncol)
    return;
  size_t at = i + (size_t) ncol * k;
  int phase = t[at] > t0 ? 0 : t[at] < t0 - 23 ? 2 : 1;
  double latent;
  switch (phase)
    {
    case 0:
      latent = lv;
      break;
    case 1:
      latent = lv + (ls - lv) * (t0 - t[at]) / 23;
      break;
    default:
      latent = ls;
    }
  double qtot = qv[at] + qc[at];
  double ttot = t[at] - latent / cp * qc[at];
  double tt = ttot, qs, dqs;
  saturate (tt, p[at], &qs, nullptr, phase == 2);
  if (qtot <= qs)
    {
      tn[at] = ttot;
      qvn[at] = qtot;
      qcn[at] = 0;
      return;
    }
  tt = t[at];
  for (int it = 0; it < 20; it++)
    {
      saturate (tt, p[at], &qs, &dqs, phase == 2);
      double f = tt - ttot - latent / cp * (qtot - qs);
      double dt = f / (1 + latent / cp * dqs);
      tt -= dt;
      if (fabs (dt) < 1e-9)
	break;
    }
  saturate (tt, p[at], &qs, nullptr, phase == 2);
  tn[at] = tt;
  qvn[at] = qs;
  qcn[at] = fmax (qtot - qs, 0.);
}

static const int kmax = 48;

struct diffusion_config
{
  float dt, karman, mixing[2];
  bool stable_limit;
  int levels;
};

__global__ void
vertical_diffusion (diffusion_config cfg, const float *__restrict__ theta, const float *__restrict__ u,
		    const float *__restrict__ dz, float *__restrict__ tend, int ims, int ime, int kms,
		    int kme, int jms, int jme, int its, int ite, int jts, int jte)
{
  float a[kmax], b[kmax], c[kmax], d[kmax], kh[kmax + 1];
  int i = blockIdx.x * blockDim.x + threadIdx.x + its;
  int j = blockIdx.y + jts;
  if (i > ite || j > jte)
    return;
  int kte = cfg.levels;
  size_t ni = ime - ims + 1, nk = kme - kms + 1;
  auto at = [=] (int k) { return i - ims + ni * (k - kms + nk * (j - jms)); };
  kh[0] = 0;
  kh[kte] = 0;
  float z = 0;
  for (int k = 1; k < kte; k++)
    {
      z += dz[at (k)];
      float zz = 0.5f * (dz[at (k)] + dz[at (k + 1)]);
      float du = (u[at (k + 1)] - u[at (k)]) / zz;
      float shear = du * du + 1e-6f;
      float ri = 9.81f * (theta[at (k + 1)] - theta[at (k)]) / (zz * theta[at (k)] * shear);
      float l = cfg.karman * z / (1 + cfg.karman * z / cfg.mixing[0]), f;
      if (ri < 0)
	f = sqrtf (1 - 16 * ri);
      else if (cfg.stable_limit)
	f = 1 / (1 + 10 * ri * (1 + 8 * ri));
      else
	f = powf (fmaxf (1 - 5 * ri, 0.f), 1.5f);
      kh[k] = fmaxf (l * l * sqrtf (shear) * f, cfg.mixing[1]) / zz;
    }
  for (int k = 1; k <= kte; k++)
    {
      a[k - 1] = -cfg.dt * kh[k - 1] / dz[at (k)];
      c[k - 1] = -cfg.dt * kh[k] / dz[at (k)];
      b[k - 1] = 1 - a[k - 1] - c[k - 1];
      d[k - 1] = theta[at (k)];
    }
  for (int k = 1; k < kte; k++)
    {
      float f = a[k] / b[k - 1];
      b[k] -= f * c[k - 1];
      d[k] -= f * d[k - 1];
    }
  d[kte - 1] /= b[kte - 1];
  for (int k = kte - 2; k >= 0; k--)
    d[k] = (d[k] - c[k] * d[k + 1]) / b[k];
  for (int k = 1; k <= kte; k++)
    tend[at (k)] = (d[k - 1] - theta[at (k)]) / cfg.dt;
}

/* Courant numbers: the maximum, the energy, how many are large.  */

struct courant_result
{
  unsigned long long cmax; /* The bits of a positive double.  */
  double energy;
  unsigned long long violations;
};

__global__ void
courant (int n, int nlev, double dt, const double *__restrict__ u, const double *__restrict__ v,
	 const double *__restrict__ w, courant_result *result)
{
  __shared__ double s_max[4], s_energy[4];
  __shared__ long long s_count[4];
  double cmax = 0, energy = 0;
  long long count = 0;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n)
    for (int l = 0; l < nlev; l++)
      {
	size_t at = i + (size_t) n * (j + (size_t) n * l);
	double c = dt * (fabs (u[at]) + fabs (v[at]) + 4 * fabs (w[at]));
	cmax = fmax (cmax, c);
	energy += 0.5 * (u[at] * u[at] + v[at] * v[at] + w[at] * w[at]);
	if (c > 0.9)
	  count++;
      }
  for (int l = 16; l > 0; l /= 2)
    {
      cmax = fmax (cmax, __shfl_down_sync (-1u, cmax, l));
      energy += __shfl_down_sync (-1u, energy, l);
      count += __shfl_down_sync (-1u, count, l);
    }
  if (threadIdx.x == 0)
    {
      s_max[threadIdx.y] = cmax;
      s_energy[threadIdx.y] = energy;
      s_count[threadIdx.y] = count;
    }
  __syncthreads ();
  if (threadIdx.x == 0 && threadIdx.y == 0)
    {
      for (int l = 1; l < 4; l++)
	{
	  cmax = fmax (cmax, s_max[l]);
	  energy += s_energy[l];
	  count += s_count[l];
	}
      atomicMax (&result->cmax, (unsigned long long) __double_as_longlong (cmax));
      atomicAdd (&result->energy, energy);
      atomicAdd (&result->violations, (unsigned long long) count);
    }
}

/* Parallel cyclic reduction.  */

__global__ void
pcr (int n, const double *__restrict__ lower, const double *__restrict__ diag, const double *__restrict__ upper,
     const double *__restrict__ rhs, double *__restrict__ x)
{
  extern __shared__ double s[];
  int t = threadIdx.x;
  size_t at = t + (size_t) n * blockIdx.x;
  s[t] = lower[at];
  s[n + t] = diag[at];
  s[2 * n + t] = upper[at];
  s[3 * n + t] = rhs[at];
  __syncthreads ();
  for (int stride = 1; stride < n; stride *= 2)
    {
      int left = max (t - stride, 0), right = min (t + stride, n - 1);
      double f = 0, g = 0;
      if (t >= stride)
	f = s[t] / s[n + left];
      if (t + stride < n)
	g = s[2 * n + t] / s[n + right];
      double a = -f * s[left];
      double b = s[n + t] - f * s[2 * n + left] - g * s[right];
      double c = -g * s[2 * n + right];
      double d = s[3 * n + t] - f * s[3 * n + left] - g * s[3 * n + right];
      __syncthreads ();
      s[t] = a;
      s[n + t] = b;
      s[2 * n + t] = c;
      s[3 * n + t] = d;
      __syncthreads ();
    }
  x[at] = s[3 * n + t] / s[n + t];
}

/* The unstructured mesh.  */

static const int maxedges = 8;

__global__ void
divergence (int ncells, int nlev, const int *__restrict__ nedgesoncell, const int *__restrict__ edgesoncell,
	    const signed char *__restrict__ edgesignoncell, const double *__restrict__ dvedge,
	    const double *__restrict__ dcedge, const double *__restrict__ areacell, const double *__restrict__ u,
	    double *__restrict__ div, double *__restrict__ ke)
{
  int k = threadIdx.x;
  int icell = blockIdx.x * blockDim.y + threadIdx.y;
  if (icell >= ncells || k >= nlev)
    return;
  double d = 0, e = 0;
  for (int i = 0; i < nedgesoncell[icell]; i++)
    {
      int iedge = edgesoncell[i + maxedges * icell];
      double v = u[k + (size_t) nlev * iedge];
      d += edgesignoncell[i + maxedges * icell] * dvedge[iedge] * v;
      e += 0.25 * dcedge[iedge] * dvedge[iedge] * v * v;
    }
  div[k + (size_t) nlev * icell] = d / areacell[icell];
  ke[k + (size_t) nlev * icell] = e / areacell[icell];
}

/* Chemistry.  */

static const int nspec = 6, nreact = 8;
__constant__ double arrhenius[nreact][3] = {
  { 2.0e1, 0.5, 500 }, { 8.0e2, 0, 900 },   { 3.0e1, -1, 0 },	 { 1.0e0, 0, 100 },
  { 5.0e1, 1, 700 },   { 4.0e2, 0, 1200 }, { 2.5e0, -0.5, 50 }, { 6.0e1, 2, 800 } };

__device__ void
production (const double *k, const double *y, double *f)
{
  double r[nreact] = { k[0] * y[0], k[1] * y[0] * y[1], k[2] * y[2], k[3] * y[3] * y[1],
		       k[4] * y[4], k[5] * y[4] * y[5], k[6] * y[1] * y[1], k[7] * y[5] * y[2] };
  f[0] = -r[0] - r[1] + r[4];
  f[1] = r[0] - r[1] - r[3] - 2 * r[6];
  f[2] = r[1] - r[2] - r[7];
  f[3] = r[2] - r[3] + r[5];
  f[4] = r[3] - r[4] - r[5];
  f[5] = r[6] - r[5] - r[7];
}

__device__ void
jacobian (const double *k, const double *y, double (*j)[nspec])
{
  for (int a = 0; a < nspec; a++)
    for (int b = 0; b < nspec; b++)
      j[a][b] = 0;
  j[0][0] = -k[0] - k[1] * y[1];
  j[0][1] = -k[1] * y[0];
  j[0][4] = k[4];
  j[1][0] = k[0] - k[1] * y[1];
  j[1][1] = -k[1] * y[0] - k[3] * y[3] - 4 * k[6] * y[1];
  j[1][3] = -k[3] * y[1];
  j[2][0] = k[1] * y[1];
  j[2][1] = k[1] * y[0];
  j[2][2] = -k[2] - k[7] * y[5];
  j[2][5] = -k[7] * y[2];
  j[3][1] = -k[3] * y[3];
  j[3][2] = k[2];
  j[3][3] = -k[3] * y[1];
  j[3][4] = k[5] * y[5];
  j[3][5] = k[5] * y[4];
  j[4][1] = k[3] * y[3];
  j[4][3] = k[3] * y[1];
  j[4][4] = -k[4] - k[5] * y[5];
  j[4][5] = -k[5] * y[4];
  j[5][1] = 2 * k[6] * y[1];
  j[5][2] = -k[7] * y[5];
  j[5][4] = -k[5] * y[5];
  j[5][5] = -k[5] * y[4] - k[7] * y[2];
}

__device__ void
lu_decompose (double (*a)[nspec], int *ipiv)
{
  for (int k = 0; k < nspec; k++)
    {
      int p = k;
      for (int i = k + 1; i < nspec; i++)
	if (fabs (a[i][k]) > fabs (a[p][k]))
	  p = i;
      ipiv[k] = p;
      if (p != k)
	for (int j = 0; j < nspec; j++)
	  {
	    double t = a[k][j];
	    a[k][j] = a[p][j];
	    a[p][j] = t;
	  }
      for (int i = k + 1; i < nspec; i++)
	{
	  a[i][k] /= a[k][k];
	  for (int j = k + 1; j < nspec; j++)
	    a[i][j] -= a[i][k] * a[k][j];
	}
    }
}

__device__ void
lu_solve (const double (*a)[nspec], const int *ipiv, double *b)
{
  for (int k = 0; k < nspec; k++)
    {
      double t = b[ipiv[k]];
      b[ipiv[k]] = b[k];
      b[k] = t;
    }
  for (int k = 1; k < nspec; k++)
    {
      double s = 0;
      for (int j = 0; j < k; j++)
	s += a[k][j] * b[j];
      b[k] -= s;
    }
  for (int k = nspec - 1; k >= 0; k--)
    {
      double s = 0;
      for (int j = k + 1; j < nspec; j++)
	s += a[k][j] * b[j];
      b[k] = (b[k] - s) / a[k][k];
    }
}

__global__ void
ros2 (int n, int nsteps, double dt, const double *__restrict__ temp, const double *__restrict__ conc,
      double *__restrict__ cnew)
{
  const double gamma = 1.7071067811865475;
  double y[nspec], k1[nspec], k2[nspec], z[nspec], rate[nreact], a[nspec][nspec];
  int ipiv[nspec];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int l = 0; l < nreact; l++)
    rate[l] = arrhenius[l][0] * pow (temp[i] / 300, arrhenius[l][1]) * exp (-arrhenius[l][2] / temp[i]);
  for (int l = 0; l < nspec; l++)
    y[l] = conc[i + (size_t) n * l];
  for (int step = 0; step < nsteps; step++)
    {
      jacobian (rate, y, a);
      for (int r = 0; r < nspec; r++)
	for (int c = 0; c < nspec; c++)
	  a[r][c] = (r == c) - gamma * dt * a[r][c];
      lu_decompose (a, ipiv);
      production (rate, y, k1);
      lu_solve (a, ipiv, k1);
      for (int l = 0; l < nspec; l++)
	z[l] = y[l] + dt * k1[l];
      production (rate, z, k2);
      for (int l = 0; l < nspec; l++)
	k2[l] -= 2 * k1[l];
      lu_solve (a, ipiv, k2);
      for (int l = 0; l < nspec; l++)
	y[l] = fmax (y[l] + 1.5 * dt * k1[l] + 0.5 * dt * k2[l], 0.);
    }
  for (int l = 0; l < nspec; l++)
    cnew[i + (size_t) n * l] = y[l];
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
run_mhd (int n)
{
  size_t size = (size_t) n * n * n;
  double *w = new_array<double> (size * nvar, [=] (size_t i) {
    double v = value_at (i, -0.4, 0.5);
    int l = i / size;
    return l == irho ? 1 + v * v : l == ipr ? 0.5 + v : v;
  });
  double *flx = new_array<double> (size * nvar, [] (size_t) { return 0.; });
  double g = 5. / 3, b = 0.6;
  cudaMemcpyToSymbol (nx, &n, sizeof n);
  cudaMemcpyToSymbol (ny, &n, sizeof n);
  cudaMemcpyToSymbol (nz, &n, sizeof n);
  cudaMemcpyToSymbol (gam, &g, sizeof g);
  cudaMemcpyToSymbol (bx, &b, sizeof b);
  for (start ("mhd-hll"); again ();)
    sweep_x<<<dim3 ((n + 31) / 32, (n + 3) / 4, n), dim3 (32, 4)>>> (w, flx);
  auto h = fetch (flx, size * nvar);
  double s = 0;
  for (size_t i = 0; i < size * nvar; i++)
    s += h[i] * (i / size == 1 ? 2 : i / size == 4 ? 3 : 1);
  finish (s);
  cudaFree (w);
  cudaFree (flx);
}

static void
run_semi_lagrange (int n)
{
  size_t size = (size_t) n * n;
  float *q = filled_array<float> ((size_t) (n + 4) * (n + 4), 0, 1);
  float *u = filled_array<float> (size, -1.5, 1.5);
  float *v = filled_array<float> (size, -1, 1.25);
  float *r = allocate<float> (size);
  for (start ("semi-lagrange"); again ();)
    semi_lagrange<<<dim3 ((n + 31) / 32, (n + 7) / 8), dim3 (32, 8)>>> (n, n, q, u, v, r, 0.7f);
  finish (sum (r, size));
  cudaFree (q);
  cudaFree (u);
  cudaFree (v);
  cudaFree (r);
}

static void
run_hyper (int n)
{
  size_t size = (size_t) n * n;
  float *q = filled_array<float> (size, 0, 1);
  float *r = allocate<float> (size);
  for (start ("hyperdiffusion"); again ();)
    hyperdiffusion<<<dim3 ((n + 31) / 32, (n + 7) / 8), dim3 (32, 8)>>> (n, 0.01f, q, r);
  auto h = fetch (r, size);
  double s = 0;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i += 3)
      s += h[i + (size_t) n * j];
  finish (s);
  cudaFree (q);
  cudaFree (r);
}

static void
run_wale (int n)
{
  size_t size = (size_t) n * n * n;
  float *v = filled_array<float> (3 * size, -1, 1);
  float *nut = filled_array<float> (size, 0, 0);
  for (start ("wale"); again ();)
    wale<<<dim3 ((n + 31) / 32, (n + 7) / 8, n), dim3 (32, 8)>>> (n, n, n, v, nut, 0.25f);
  finish (sum (nut, size));
  cudaFree (v);
  cudaFree (nut);
}

static void
run_adjust (int ncol, int nlev)
{
  size_t size = (size_t) ncol * nlev;
  double *p = filled_array<double> (size, 3e4, 1e5);
  double *t = filled_array<double> (size, 235, 305);
  double *qv = filled_array<double> (size, 0, 0.02);
  double *qc = filled_array<double> (size, 0, 0.004);
  double *tn = allocate<double> (size), *qvn = allocate<double> (size), *qcn = allocate<double> (size);
  for (start ("saturation"); again ();)
    adjust<<<dim3 ((ncol + 127) / 128, nlev), 128>>> (ncol, nlev, p, t, qv, qc, tn, qvn, qcn);
  finish (sum (tn, size) + 1e4 * sum (qvn, size) + 1e4 * sum (qcn, size));
  for (double *d : { p, t, qv, qc, tn, qvn, qcn })
    cudaFree (d);
}

static void
run_diffusion (int n)
{
  size_t size = (size_t) (n + 2) * (n + 2) * kmax;
  float *theta = filled_array<float> (size, 290, 300);
  float *u = filled_array<float> (size, 0, 20);
  float *dz = filled_array<float> (size, 20, 100);
  float *tend = filled_array<float> (size, 0, 0);
  diffusion_config cfg = { 60, 0.4f, { 150, 0.1f }, true, 44 };
  for (start ("vertical-diffusion"); again ();)
    vertical_diffusion<<<dim3 ((n + 63) / 64, n), 64>>> (cfg, theta, u, dz, tend, 0, n + 1, 1, kmax, 0, n + 1, 1,
							 n, 1, n);
  double s = 0;
  for (float x : fetch (tend, size))
    s += std::fabs (x);
  finish (s);
  for (float *d : { theta, u, dz, tend })
    cudaFree (d);
}

static void
run_courant (int n, int nlev)
{
  size_t size = (size_t) n * n * nlev;
  double *u = filled_array<double> (size, -30, 30);
  double *v = filled_array<double> (size, -20, 25);
  double *w = filled_array<double> (size, -2, 1);
  courant_result *d = allocate<courant_result> (1), h;
  for (start ("courant-numbers"); again ();)
    {
      cudaMemsetAsync (d, 0, sizeof *d);
      courant<<<dim3 ((n + 31) / 32, (n + 3) / 4), dim3 (32, 4)>>> (n, nlev, 0.02, u, v, w, d);
      cudaMemcpy (&h, d, sizeof h, cudaMemcpyDeviceToHost);
    }
  double cmax = *(double *) &h.cmax;
  finish (h.energy + 1e6 * cmax + h.violations);
  cudaFree (u);
  cudaFree (v);
  cudaFree (w);
  cudaFree (d);
}

static void
run_pcr (int n)
{
  const int m = 512;
  size_t size = (size_t) m * n;
  double *a = filled_array<double> (size, -1, 0.5);
  double *b = filled_array<double> (size, 3, 4);
  double *c = filled_array<double> (size, -1, 1);
  double *d = filled_array<double> (size, 0, 1);
  double *x = allocate<double> (size);
  for (start ("pcr-512"); again ();)
    pcr<<<n, m, 4 * m * 8>>> (m, a, b, c, d, x);
  finish (sum (x, size));
  for (double *p : { a, b, c, d, x })
    cudaFree (p);
}

static void
run_mesh (int ncells)
{
  const int nlev = 32;
  int nedges = 3 * ncells;
  int *number = new_array<int> (ncells, [] (size_t i) { return 5 + (i + 1) % 3; });
  int *edges = new_array<int> ((size_t) maxedges * ncells, [=] (size_t l) {
    int i = l / maxedges, j = l % maxedges + 1;
    return (3 * i + j * j * 37) % nedges;
  });
  signed char *signs = new_array<signed char> ((size_t) maxedges * ncells, [=] (size_t l) {
    int i = l / maxedges + 1, j = l % maxedges + 1;
    return 1 - 2 * (i % 2 * j % 2);
  });
  double *dv = filled_array<double> (nedges, 1, 2);
  double *dc = filled_array<double> (nedges, 0.5, 1.5);
  double *area = filled_array<double> (ncells, 2, 3);
  double *u = filled_array<double> ((size_t) nlev * nedges, -10, 12);
  double *div = allocate<double> ((size_t) nlev * ncells);
  double *ke = allocate<double> ((size_t) nlev * ncells);
  for (start ("mesh-divergence"); again ();)
    divergence<<<(ncells + 7) / 8, dim3 (32, 8)>>> (ncells, nlev, number, edges, signs, dv, dc, area, u, div, ke);
  finish (sum (div, (size_t) nlev * ncells) + sum (ke, (size_t) nlev * ncells));
  cudaFree (number);
  cudaFree (edges);
  cudaFree (signs);
  for (double *p : { dv, dc, area, u, div, ke })
    cudaFree (p);
}

static void
run_ros2 (int n)
{
  double *t = filled_array<double> (n, 230, 310);
  double *c = filled_array<double> ((size_t) n * nspec, 0.01, 1);
  double *d = allocate<double> ((size_t) n * nspec);
  for (start ("rosenbrock"); again ();)
    ros2<<<(n + 127) / 128, 128>>> (n, 4, 0.05, t, c, d);
  finish (sum (d, n) + sum (d + 2 * (size_t) n, n) + sum (d + 4 * (size_t) n, n));
  cudaFree (t);
  cudaFree (c);
  cudaFree (d);
}

int
main (int, char **argv)
{
  int k = atoi (argv[1]);
  run_mhd (1 << (k - 3) / 3);
  run_semi_lagrange (1 << k / 2);
  run_hyper (1 << k / 2);
  run_wale (1 << k / 3);
  run_adjust (1 << (k - 7), 32);
  run_diffusion (1 << (k - 6) / 2);
  run_courant (1 << (k - 4) / 2, 48);
  run_pcr (1 << (k - 11));
  run_mesh (1 << (k - 7));
  run_ros2 (1 << (k - 6));
  // Errors of launches.
  cudaError_t e = cudaDeviceSynchronize ();
  if (e)
    fprintf (stderr, "%s\n", cudaGetErrorString (e));
}
