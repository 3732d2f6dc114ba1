// The peer of fields.cuf in CUDA C.
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
#include <cstring>

/* Spectral elements.  */

static const int lx = 8;
__device__ double dxm1[lx * lx];

__global__ void
ax (double *__restrict__ w, const double *__restrict__ u, const double *__restrict__ g)
{
  __shared__ double s_d[lx][lx], s_u[lx][lx], s_ur[lx][lx], s_us[lx][lx];
  double r_u[lx], r_w[lx];
  int i = threadIdx.x, j = threadIdx.y;
  size_t e = blockIdx.x * (size_t) (lx * lx * lx) + i + lx * j;
  s_d[j][i] = dxm1[i + lx * j];
  for (int k = 0; k < lx; k++)
    {
      r_u[k] = u[e + lx * lx * k];
      r_w[k] = 0;
    }
  __syncthreads ();
  for (int k = 0; k < lx; k++)
    {
      s_u[j][i] = r_u[k];
      double r_ur = 0, r_us = 0, r_ut = 0;
      for (int l = 0; l < lx; l++)
	r_ut += s_d[l][k] * r_u[l];
      __syncthreads ();
      for (int l = 0; l < lx; l++)
	{
	  r_ur += s_d[l][i] * s_u[j][l];
	  r_us += s_d[l][j] * s_u[l][i];
	}
      const double *p = g + 6 * (e + lx * lx * k);
      s_ur[j][i] = p[0] * r_ur + p[1] * r_us + p[2] * r_ut;
      s_us[j][i] = p[1] * r_ur + p[3] * r_us + p[4] * r_ut;
      r_ut = p[2] * r_ur + p[4] * r_us + p[5] * r_ut;
      __syncthreads ();
      for (int l = 0; l < lx; l++)
	r_w[l] += s_d[l][k] * r_ut;
      for (int l = 0; l < lx; l++)
	r_w[k] += s_d[i][l] * s_ur[j][l] + s_d[j][l] * s_us[l][i];
    }
  for (int k = 0; k < lx; k++)
    w[e + lx * lx * k] = r_w[k];
}

/* The equation of state of sea water, a polynomial of 52 terms.  */

static const double rdeltas = 32, r1_s0 = 0.875 / 35.16504, r1_t0 = 1. / 40, r1_z0 = 1e-4;
static const double
  eos000 = 8.0189615746e+02, eos100 = 8.6672408165e+02, eos200 = -1.7864682637e+03,
  eos300 = 2.0375295546e+03, eos400 = -1.2849161071e+03, eos500 = 4.3227585684e+02,
  eos600 = -6.0579916612e+01, eos010 = 2.6010145068e+01, eos110 = -6.5281885265e+01,
  eos210 = 8.1770425108e+01, eos310 = -5.6888046321e+01, eos410 = 1.7681814114e+01,
  eos510 = -1.9193502195, eos020 = -3.7074170417e+01, eos120 = 6.1548258127e+01,
  eos220 = -6.0362551501e+01, eos320 = 2.9130021253e+01, eos420 = -5.4723692739,
  eos030 = 2.1661789529e+01, eos130 = -3.3449108469e+01, eos230 = 1.9717078466e+01,
  eos330 = -3.1742946532, eos040 = -8.3627885467, eos140 = 1.1311538584e+01,
  eos240 = -5.3563304045, eos050 = 5.4048723791e-01, eos150 = 4.8169980163e-01,
  eos060 = -1.9083568888e-01, eos001 = 1.9681925209e+01, eos101 = -4.2549998214e+01,
  eos201 = 5.0774768218e+01, eos301 = -3.0938076334e+01, eos401 = 6.6051753097,
  eos011 = -1.3336301113e+01, eos111 = -4.4870114575, eos211 = 5.0042598061,
  eos311 = -6.5399043664e-01, eos021 = 6.7080479603, eos121 = 3.5063081279,
  eos221 = -1.8795372996, eos031 = -2.4649669534, eos131 = -5.5077101279e-01,
  eos041 = 5.5927935970e-01, eos002 = 2.0660924175, eos102 = -4.9527603989,
  eos202 = 2.5019633244, eos012 = 2.0564311499, eos112 = -2.1311365518e-01,
  eos022 = -1.2419983026, eos003 = -2.3342758797e-02, eos103 = -1.8507636718e-02,
  eos013 = 3.7969820455e-01;

__device__ double
eos (double t, double s, double pdep)
{
  double zh = pdep * r1_z0;
  double zt = t * r1_t0;
  double zs = sqrt (fabs (s + rdeltas) * r1_s0);
  double zn3 = eos013*zt + eos103*zs + eos003;
  double zn2 = (eos022*zt + eos112*zs + eos012)*zt + (eos202*zs + eos102)*zs + eos002;
  double zn1 = (((eos041*zt + eos131*zs + eos031)*zt + (eos221*zs + eos121)*zs + eos021)*zt
    + ((eos311*zs + eos211)*zs + eos111)*zs + eos011)*zt + (((eos401*zs + eos301)*zs + eos201)*zs + eos101)*zs + eos001;
  double zn0 = (((((eos060*zt + eos150*zs + eos050)*zt + (eos240*zs + eos140)*zs + eos040)*zt
    + ((eos330*zs + eos230)*zs + eos130)*zs + eos030)*zt + (((eos420*zs + eos320)*zs + eos220)*zs + eos120)*zs + eos020)*zt
    + ((((eos510*zs + eos410)*zs + eos310)*zs + eos210)*zs + eos110)*zs + eos010)*zt
    + (((((eos600*zs + eos500)*zs + eos400)*zs + eos300)*zs + eos200)*zs + eos100)*zs + eos000;
  return ((zn3*zh + zn2)*zh + zn1)*zh + zn0;
}

static const double r1_rau0 = 1 / 1026., grav = 9.80665;

__global__ void
eos_insitu (int nx, int ny, int nz, const double *__restrict__ t, const double *__restrict__ s,
	    const double *__restrict__ gdept, const double *__restrict__ e3w, const signed char *__restrict__ tmask,
	    double *__restrict__ prd, double *__restrict__ php)
{
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  int j = threadIdx.y + blockIdx.y * blockDim.y;
  if (i >= nx || j >= ny)
    return;
  size_t at = i + (size_t) nx * j, plane = (size_t) nx * ny;
  double below = 0, p = 0;
  for (int k = 0; k < nz; k++, at += plane)
    {
      double rd = (eos (t[at], s[at], gdept[at]) * r1_rau0 - 1) * tmask[at];
      prd[at] = rd;
      if (k == 0)
	p = 0.5 * grav * e3w[at] * rd;
      else
	p = p + 0.5 * grav * e3w[at] * (rd + below);
      php[at] = p;
      below = rd;
    }
}

/* Columns of soil.  */

struct retention_t
{
  double theta_r, theta_s, alpha, n;
};
struct texture_t
{
  retention_t curve;
  double ks;
  int kind;
};
__constant__ texture_t texture[8];
static const int nlay = 12;
__constant__ double dz_table[nlay] = { 2, 3, 5, 5, 10, 10, 15, 20, 20, 30, 40, 40 };

__device__ void
hydraulics (const texture_t &s, double h, double *theta, double *k, double *c)
{
  if (h >= 0)
    {
      *theta = s.curve.theta_s;
      *k = s.ks;
      if (c)
	*c = 1e-6;
      return;
    }
  const retention_t &r = s.curve;
  double m = 1 - 1 / r.n;
  double x = pow (r.alpha * fabs (h), r.n);
  double se = pow (1 + x, -m);
  *theta = r.theta_r + (r.theta_s - r.theta_r) * se;
  switch (s.kind)
    {
    case 1:
      {
	double t = 1 - pow (1 - pow (se, 1 / m), m);
	*k = s.ks * sqrt (se) * t * t;
	break;
      }
    case 2:
    case 3:
      *k = s.ks * pow (se, 3.5);
      break;
    default:
      *k = s.ks * exp (8 * (se - 1));
    }
  if (c)
    *c = m * r.n * (r.theta_s - r.theta_r) * x / fabs (h) * se / (1 + x) + 1e-6;
}

__device__ void
thomas (int n, const double *a, double *b, const double *c, double *d)
{
  for (int i = 1; i < n; i++)
    {
      double w = a[i] / b[i - 1];
      b[i] -= w * c[i - 1];
      d[i] -= w * d[i - 1];
    }
  d[n - 1] /= b[n - 1];
  for (int i = n - 2; i >= 0; i--)
    d[i] = (d[i] - c[i] * d[i + 1]) / b[i];
}

__global__ void
richards (int ncol, double dt, const signed char *__restrict__ soiltype, const double *__restrict__ rain,
	  const double *__restrict__ head, double *__restrict__ newhead, double *__restrict__ drained)
{
  double h[nlay], theta[nlay], k[nlay], c[nlay], a[nlay], b[nlay], d[nlay], e[nlay];
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col >= ncol)
    return;
  texture_t soil = texture[soiltype[col] & 7];
  for (int l = 0; l < nlay; l++)
    h[l] = head[col + (size_t) ncol * l];
  for (int iter = 0; iter < 6; iter++)
    {
      for (int l = 0; l < nlay; l++)
	hydraulics (soil, h[l], &theta[l], &k[l], &c[l]);
      for (int l = 0; l < nlay; l++)
	{
	  a[l] = e[l] = 0;
	  b[l] = c[l] * dz_table[l] / dt;
	  d[l] = b[l] * head[col + (size_t) ncol * l];
	}
      d[0] += fmin (rain[col], soil.ks);
      for (int l = 0; l < nlay - 1; l++)
	{
	  double kf = 0.5 * (k[l] + k[l + 1]);
	  double g = 2 * kf / (dz_table[l] + dz_table[l + 1]);
	  e[l] = -g;
	  a[l + 1] = -g;
	  b[l] += g;
	  b[l + 1] += g;
	  d[l] -= kf;
	  d[l + 1] += kf;
	}
      d[nlay - 1] -= k[nlay - 1];
      thomas (nlay, a, b, e, d);
      double change = 0;
      for (int l = 0; l < nlay; l++)
	{
	  change = fmax (change, fabs (d[l] - h[l]));
	  h[l] = d[l];
	}
      if (change < 1e-4)
	break;
    }
  double water = 0;
  for (int l = 0; l < nlay; l++)
    {
      newhead[col + (size_t) ncol * l] = h[l];
      hydraulics (soil, h[l], &theta[l], &k[l], nullptr);
      water += dz_table[l] * theta[l];
    }
  drained[col] = k[nlay - 1] * dt + water;
}

/* Sea ice.  */

static const int nilyr = 4;
static const float stefan = 5.67e-8f, tffresh = 273.15f, cp_ice = 2106, lfresh = 3.34e5f, mu_ice = 0.054f, rhoi = 917,
  ksno = 0.3f, kice = 2.03f, beta_ice = 0.13f;
struct forcing
{
  float shortwave, longwave, wind;
  float salinity[nilyr];
};

__device__ void
surface_flux (const forcing &f, float tair, float ts, float *flux, float *dflux)
{
  float tk = ts + tffresh, t2 = tk * tk;
  float qs = 11637800 * expf (-5897.8f / tk);
  *flux = 0.35f * f.shortwave + f.longwave - stefan * (t2 * t2) + 1.9f * f.wind * (tair - ts)
	  - 3.4e3f * f.wind * (qs / 1.3f - 1e-3f);
  if (dflux)
    *dflux = -4 * stefan * (t2 * tk) - 1.9f * f.wind - 2.6e3f * f.wind * qs * 5897.8f / t2;
}

__global__ void
temperatures (int ncol, forcing f, const float *__restrict__ tair, const float *__restrict__ hi,
	      const float *__restrict__ hs, const float *__restrict__ t, float *__restrict__ tnew,
	      float *__restrict__ melt, short *__restrict__ iterations, float dt)
{
  float x[nilyr + 1], told[nilyr + 1], lower[nilyr + 1], diag[nilyr + 1], upper[nilyr + 1], rhs[nilyr + 1];
  float cond[nilyr + 1], flux, dflux;
  int n = blockIdx.x * blockDim.x + threadIdx.x;
  if (n >= ncol)
    return;
  for (int l = 0; l <= nilyr; l++)
    x[l] = told[l] = t[n + (size_t) ncol * l];
  float dh = hi[n] / nilyr;
  int iter = 0;
  bool converged = false;
  while (iter < 12 && !converged)
    {
      iter++;
      float ts = x[0];
      surface_flux (f, tair[n], ts, &flux, &dflux);
      bool cold = ts < -0.01f || flux < 0;
      for (int l = 1; l <= nilyr; l++)
	cond[l] = fmaxf (0.1f, kice + beta_ice * f.salinity[l - 1] / fminf (x[l], -0.1f));
      float w = 2 * ksno * cond[1] / (ksno * dh + 2 * cond[1] * hs[n]);
      cond[nilyr] = 2 * cond[nilyr] / dh;
      for (int l = 1; l < nilyr; l++)
	{
	  float next = l == nilyr - 1 ? cond[nilyr] : cond[l + 1];
	  cond[l] = 2 * cond[l] * next / ((cond[l] + next) * dh);
	}
      cond[0] = w;
      lower[0] = 0;
      if (cold)
	{
	  diag[0] = cond[0] - dflux;
	  upper[0] = -cond[0];
	  rhs[0] = flux - dflux * ts;
	}
      else
	{
	  diag[0] = 1;
	  upper[0] = 0;
	  rhs[0] = 0;
	}
      for (int l = 1; l <= nilyr; l++)
	{
	  float eta = dt / (rhoi * dh * (cp_ice + lfresh * mu_ice * f.salinity[l - 1] / fmaxf (told[l] * x[l], 0.01f)));
	  lower[l] = -eta * cond[l - 1];
	  upper[l] = -eta * cond[l];
	  diag[l] = 1 + eta * (cond[l - 1] + cond[l]);
	  rhs[l] = told[l];
	  if (l == nilyr)
	    {
	      rhs[l] += eta * cond[l] * -1.8f;
	      upper[l] = 0;
	    }
	}
      for (int l = 1; l <= nilyr; l++)
	{
	  w = lower[l] / diag[l - 1];
	  diag[l] -= w * upper[l - 1];
	  rhs[l] -= w * rhs[l - 1];
	}
      rhs[nilyr] /= diag[nilyr];
      for (int l = nilyr - 1; l >= 0; l--)
	rhs[l] = (rhs[l] - upper[l] * rhs[l + 1]) / diag[l];
      float change = 0;
      for (int l = 0; l <= nilyr; l++)
	{
	  change = fmaxf (change, fabsf (rhs[l] - x[l]));
	  x[l] = fminf (rhs[l], 0);
	}
      for (int l = 1; l <= nilyr; l++)
	if (x[l] > -mu_ice * f.salinity[l - 1])
	  x[l] = -mu_ice * f.salinity[l - 1];
      converged = change < 0.02f;
    }
  surface_flux (f, tair[n], x[0], &flux, nullptr);
  melt[n] = x[0] >= -0.01f ? fmaxf (flux - cond[0] * (x[0] - x[1]), 0) * dt / (rhoi * lfresh) : 0;
  for (int l = 0; l <= nilyr; l++)
    tnew[n + (size_t) ncol * l] = x[l];
  iterations[n] = iter;
}

/* Rivers.  */

__device__ float
discharge (float s, float slope, float length, float dt)
{
  float area = s / length;
  float width = 4.8f * powf (area, 0.4f) + 0.1f;
  float depth = area / width;
  float radius = area / (width + 2 * depth);
  return fminf (area / 0.035f * powf (radius, 2.f / 3.f) * sqrtf (slope), 0.9f * s / dt);
}

__global__ void
route (int nx, int ny, float dt, const signed char *__restrict__ dir, const float *__restrict__ slope,
       const float *__restrict__ length, const float *__restrict__ storage, float *__restrict__ next,
       float *__restrict__ outflow)
{
  const int di[8] = { 1, 1, 0, -1, -1, -1, 0, 1 }, dj[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= nx || j >= ny)
    return;
  double inflow = 0;
  for (int d = 0; d < 8; d++)
    {
      int jj = j - dj[d];
      if (jj < 0 || jj >= ny)
	continue;
      int ii = (i - di[d] + nx) % nx;
      size_t from = ii + (size_t) nx * jj;
      if (dir[from] == d + 1)
	inflow += discharge (storage[from], slope[from], length[from], dt);
    }
  size_t at = i + (size_t) nx * j;
  float out = dir[at] != 0 ? discharge (storage[at], slope[at], length[at], dt) : 0;
  outflow[at] = out;
  next[at] = storage[at] + dt * (inflow - out);
}

/* Gas dynamics.  */

static const double gamma_ = 1.4, g1 = (gamma_ - 1) / (2 * gamma_), g2 = (gamma_ + 1) / (2 * gamma_),
  g3 = 2 * gamma_ / (gamma_ - 1), g4 = 2 / (gamma_ - 1), g5 = 2 / (gamma_ + 1), g6 = (gamma_ - 1) / (gamma_ + 1),
  g7 = (gamma_ - 1) / 2;
struct primitive
{
  double rho, u, p;
};

__device__ double
sound (const primitive &s)
{
  return sqrt (gamma_ * s.p / s.rho);
}

__device__ void
prefun (double p, const primitive &s, double *f, double *fd)
{
  if (p <= s.p)
    {
      double q = p / s.p;
      *f = g4 * sound (s) * (pow (q, g1) - 1);
      *fd = 1 / (s.rho * sound (s)) * pow (q, -g2);
    }
  else
    {
      double ak = g5 / s.rho, bk = g6 * s.p;
      double q = sqrt (ak / (bk + p));
      *f = (p - s.p) * q;
      *fd = (1 - 0.5 * (p - s.p) / (bk + p)) * q;
    }
}

__device__ primitive
sampled (const primitive &k, double p, double u, double side)
{
  double c = sound (k), ratio = p / k.p;
  if (p > k.p)
    {
      if (side * k.u - c * sqrt (g2 * ratio + g1) < 0)
	return { k.rho * (ratio + g6) / (ratio * g6 + 1), u, p };
      return k;
    }
  if (side * k.u - c >= 0)
    return k;
  double tail = side * u - c * pow (ratio, g1);
  if (tail < 0)
    return { k.rho * pow (ratio, 1 / gamma_), u, p };
  double a = g5 * (c + g7 * side * k.u);
  return { k.rho * pow (a / c, g4), side * a, k.p * pow (a / c, g3) };
}

__global__ void
godunov (int n, const double *__restrict__ q, double *__restrict__ flux, double *__restrict__ pstar)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  size_t m = n + 1;
  primitive l = { q[i], q[i + m], q[i + 2 * m] };
  primitive r = { q[i + 1], q[i + 1 + m], q[i + 1 + 2 * m] }, s;
  double pold = fmax (1e-6, 0.5 * (l.p + r.p) - 0.125 * (r.u - l.u) * (l.rho + r.rho) * (sound (l) + sound (r)));
  double p, fl, fr, fld, frd;
  for (int iter = 0; iter < 20; iter++)
    {
      prefun (pold, l, &fl, &fld);
      prefun (pold, r, &fr, &frd);
      p = pold - (fl + fr + r.u - l.u) / (fld + frd);
      if (2 * fabs ((p - pold) / (p + pold)) < 1e-9)
	break;
      if (p < 0)
	p = 1e-6;
      pold = p;
    }
  double u = 0.5 * (l.u + r.u + fr - fl);
  if (u >= 0)
    s = sampled (l, p, u, 1);
  else
    s = sampled (r, p, u, -1);
  flux[i] = s.rho * s.u;
  flux[i + (size_t) n] = s.rho * s.u * s.u + s.p;
  flux[i + 2 * (size_t) n] = s.u * (s.p / (gamma_ - 1) + 0.5 * s.rho * s.u * s.u + s.p);
  pstar[i] = p;
}

/* Multigrid.  */

__device__ double
residual (const double *__restrict__ u, const double *__restrict__ f, int n, double h2, int i, int j, int k)
{
  size_t line = n, plane = line * n, at = i + line * j + plane * k;
  return f[at] - h2 * (6 * u[at] - u[at - 1] - u[at + 1] - u[at - line] - u[at + line] - u[at - plane] - u[at + plane]);
}

/* N and NC are the numbers of points in each direction.  */
__global__ void
restrict_residual (int n, int nc, const double *__restrict__ u, const double *__restrict__ f,
		   double *__restrict__ coarse, double h)
{
  const double w[3] = { 0.25, 0.5, 0.25 };
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
  int k = blockIdx.z + 1;
  if (i >= nc - 1 || j >= nc - 1 || k >= nc - 1)
    return;
  double h2 = 1 / (h * h), s = 0;
  for (int c = -1; c <= 1; c++)
    for (int b = -1; b <= 1; b++)
      for (int a = -1; a <= 1; a++)
	s += w[a + 1] * w[b + 1] * w[c + 1] * residual (u, f, n, h2, 2 * i + a, 2 * j + b, 2 * k + c);
  coarse[i + (size_t) nc * (j + (size_t) nc * k)] = s;
}

__global__ void
prolong (int n, const double *__restrict__ u, const double *__restrict__ c, double *__restrict__ v,
	 unsigned long long *largest)
{
  __shared__ double s_max[4];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int l = blockIdx.z;
  double m = 0;
  if (i <= n && j <= n)
    {
      size_t q = n / 2 + 1, p = n + 1, at = i + p * (j + p * l);
      int i0 = i / 2, i1 = (i + 1) / 2;
      size_t j0 = q * (j / 2), j1 = q * ((j + 1) / 2), l0 = q * q * (l / 2), l1 = q * q * ((l + 1) / 2);
      double x = 0.125 * (c[i0 + j0 + l0] + c[i1 + j0 + l0] + c[i0 + j1 + l0] + c[i1 + j1 + l0]
			  + c[i0 + j0 + l1] + c[i1 + j0 + l1] + c[i0 + j1 + l1] + c[i1 + j1 + l1]);
      v[at] = u[at] + x;
      m = fabs (x);
    }
  for (int d = 16; d > 0; d /= 2)
    m = fmax (m, __shfl_down_sync (-1u, m, d));
  if (threadIdx.x == 0)
    s_max[threadIdx.y] = m;
  __syncthreads ();
  if (threadIdx.x == 0 && threadIdx.y == 0)
    {
      for (int d = 1; d < 4; d++)
	m = fmax (m, s_max[d]);
      atomicMax (largest, (unsigned long long) __double_as_longlong (m));
    }
}

/* Waves.  */

static const int r = 4;

__global__ void
wave (int n, const float *__restrict__ p, const float *__restrict__ pold, const float *__restrict__ vel,
      const float *__restrict__ sx, const float *__restrict__ sy, const float *__restrict__ sz, float *__restrict__ pnew,
      float dt)
{
  const float c[r + 1] = { -2.8472222f, 1.6f, -0.2f, 2.5396825e-2f, -1.7857143e-3f };
  __shared__ float tile[8 + 2 * r][32 + 2 * r];
  float q[2 * r + 1];
  int tx = threadIdx.x, ty = threadIdx.y;
  int i = blockIdx.x * 32 + tx, j = blockIdx.y * 8 + ty, k0 = blockIdx.z * 32;
  size_t line = n + 2 * r, plane = line * line;
  size_t at = i + r + line * (j + r) + plane * (k0 + r);
  for (int l = 0; l < 2 * r; l++)
    q[l] = p[at + plane * l - plane * r];
  for (int k = k0; k < k0 + 32; k++, at += plane)
    {
      q[2 * r] = p[at + plane * r];
      __syncthreads ();
      tile[ty + r][tx + r] = q[r];
      if (tx < r)
	{
	  tile[ty + r][tx] = p[at - r];
	  tile[ty + r][tx + 32 + r] = p[at + 32];
	}
      if (ty < r)
	{
	  tile[ty][tx + r] = p[at - line * r];
	  tile[ty + 8 + r][tx + r] = p[at + line * 8];
	}
      __syncthreads ();
      float lap = 3 * c[0] * q[r];
      for (int l = 1; l <= r; l++)
	lap += c[l] * (q[r - l] + q[r + l] + tile[ty + r][tx + r - l] + tile[ty + r][tx + r + l]
		       + tile[ty + r - l][tx + r] + tile[ty + r + l][tx + r]);
      float d = 0.5f * dt * (sx[i] + sy[j] + sz[k]);
      size_t in = i + (size_t) n * (j + (size_t) n * k);
      float vt = dt * vel[in];
      pnew[at] = (2 * q[r] - (1 - d) * pold[in] + vt * vt * lap) / (1 + d);
      for (int l = 0; l < 2 * r; l++)
	q[l] = q[l + 1];
    }
}

__global__ void
migrate (int nx, int nz, int nt, int ntr, float dx, float dt, float v, float source,
	 const float *__restrict__ receiver, const float *__restrict__ traces, float *__restrict__ image)
{
  int ix = blockIdx.x * blockDim.x + threadIdx.x;
  int iz = blockIdx.y * blockDim.y + threadIdx.y;
  if (ix >= nx || iz >= nz)
    return;
  float x = dx * (ix + 1), z = dx * (iz + 1);
  float ts = hypotf (x - source, z) / v, s = 0;
  for (int tr = 0; tr < ntr; tr++)
    {
      float d = x - receiver[tr];
      float rr = sqrtf (d * d + z * z);
      float t = (ts + rr / v) / dt;
      int it = (int) t;
      if (it < 1 || it >= nt)
	continue;
      float fraction = t - it;
      float cosine = z / rr;
      const float *p = traces + (it - 1) + (size_t) nt * tr;
      s += cosine / sqrtf (rr) * ((1 - fraction) * p[0] + fraction * p[1]);
    }
  image[ix + (size_t) nx * iz] = s;
}

/* Plasma.  */

__global__ void
advect_vx (int n, float dtdv, const float *__restrict__ f, const float *__restrict__ e, float *__restrict__ g)
{
  long long at = blockIdx.x * (long long) blockDim.x + threadIdx.x, index = at;
  if (at >= (long long) n * n * n * n)
    return;
  int x = at % n;
  at /= n;
  int y = at % n;
  at /= n;
  int vx = at % n, vy = at / n;
  float d = dtdv * e[x + n * y];
  int base = (int) floorf (d);
  d -= base;
  float d2 = d * d;
  float w[6] = { d * (d2 - 1) * (d - 2) * (3 - d) / 120, d * (d - 1) * (d2 - 4) * (d - 3) / 24,
		 (d2 - 1) * (d2 - 4) * (3 - d) / 12, d * (d + 1) * (d2 - 4) * (d - 3) / 12,
		 d * (d2 - 1) * (d + 2) * (3 - d) / 24, d * (d2 - 1) * (d2 - 4) / 120 };
  float s = 0;
  for (int j = -2; j <= 3; j++)
    {
      int v = vx + base + j;
      if (v >= 0 && v < n)
	s += w[j + 2] * f[x + (size_t) n * (y + (size_t) n * (v + (size_t) n * vy))];
    }
  g[index] = fmaxf (s, 0);
}

static const int npoints = 8;
__constant__ double r0, dr, dtheta, gyro_cos[npoints], gyro_sin[npoints];
__constant__ int nr, ntheta;

/* A modulo B, not negative.  */
__device__ int
modulo (int a, int b)
{
  int m = a % b;
  return m < 0 ? m + b : m;
}

__global__ void
gyroaverage (int n, const double *__restrict__ rr, const double *__restrict__ theta, const short *__restrict__ mu,
	     const double *__restrict__ phi, const double *__restrict__ rho_of_mu, double *__restrict__ average)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  double rho = rho_of_mu[mu[i] - 1], s = 0;
  size_t ld = nr + 1;
  for (int l = 0; l < npoints; l++)
    {
      double x = (rr[i] + rho * gyro_cos[l] - r0) / dr;
      double y = (theta[i] + rho * gyro_sin[l] / rr[i]) / dtheta;
      x = fmin (fmax (x, 0.), nr - 1.000001);
      int ir = (int) x;
      double wr = x - ir;
      int it = (int) floor (y);
      double wt = y - it;
      it = modulo (it, ntheta);
      int jt = modulo (it + 1, ntheta);
      s += (1 - wr) * ((1 - wt) * phi[ir + ld * it] + wt * phi[ir + ld * jt])
	   + wr * ((1 - wt) * phi[ir + 1 + ld * it] + wt * phi[ir + 1 + ld * jt]);
    }
  average[i] = s / npoints;
}

/* Legendre's transform.  */

static const int trunc_ = 255;

__global__ void
legendre (int nlat, const double *__restrict__ sinlat, const double *__restrict__ pmm, const double *__restrict__ eps,
	  const double2 *__restrict__ spec, double2 *__restrict__ four)
{
  int lat = blockIdx.x * blockDim.x + threadIdx.x;
  int m = blockIdx.y;
  if (lat >= nlat)
    return;
  double x = sinlat[lat], plast = 0, p = pmm[lat + (size_t) nlat * m];
  double2 even = { 0, 0 }, odd = { 0, 0 };
  eps += (trunc_ + 2) * m;
  spec += (trunc_ + 1) * m;
  for (int n = m; n <= trunc_; n++)
    {
      double2 c = spec[n];
      if ((n - m) % 2 == 0)
	{
	  even.x += p * c.x;
	  even.y += p * c.y;
	}
      else
	{
	  odd.x += p * c.x;
	  odd.y += p * c.y;
	}
      double t = (x * p - eps[n] * plast) / eps[n + 1];
      plast = p;
      p = t;
    }
  four[lat + (size_t) nlat * m] = make_double2 (even.x + odd.x, even.y + odd.y);
}

/* Compact differences.  */

static const int nmax = 64;
__constant__ double denominator[nmax], factor[nmax];

__global__ void
derive (int n1, int n, const double *__restrict__ f, double *__restrict__ df, double h)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n1)
    return;
  size_t s = n1;
  f += i + s * n * blockIdx.y;
  df += i + s * n * blockIdx.y;
  double last = (-2.5 * f[0] + 2 * f[s] + 0.5 * f[2 * s]) / h, rhs;
  df[0] = last;
  for (int j = 1; j < n; j++)
    {
      if (j < n - 1)
	rhs = 3 * (f[s * (j + 1)] - f[s * (j - 1)]) / h;
      else
	rhs = (2.5 * f[s * (n - 1)] - 2 * f[s * (n - 2)] - 0.5 * f[s * (n - 3)]) / h;
      last = rhs - factor[j] * last;
      df[s * j] = last;
    }
  last *= denominator[n - 1];
  df[s * (n - 1)] = last;
  for (int j = n - 2; j >= 0; j--)
    {
      last = (df[s * j] - (j == 0 ? 2 : 1) * last) * denominator[j];
      df[s * j] = last;
    }
}

/* Blocks of 5 x 5.  */

__device__ void
binvcrhs (double lhs[5][5], double c[5][5], double *rr)
{
  for (int p = 0; p < 5; p++)
    {
      double pivot = 1 / lhs[p][p];
      for (int j = p + 1; j < 5; j++)
	lhs[j][p] *= pivot;
      for (int j = 0; j < 5; j++)
	c[j][p] *= pivot;
      rr[p] *= pivot;
      for (int q = 0; q < 5; q++)
	if (q != p)
	  {
	    double coeff = lhs[p][q];
	    for (int j = p + 1; j < 5; j++)
	      lhs[j][q] -= coeff * lhs[j][p];
	    for (int j = 0; j < 5; j++)
	      c[j][q] -= coeff * c[j][p];
	    rr[q] -= coeff * rr[p];
	  }
    }
}

__global__ void
binvcrhs_all (int n, const double *__restrict__ b, const double *__restrict__ c, const double *__restrict__ rr,
	      double *__restrict__ cnew, double *__restrict__ rnew)
{
  double lhs[5][5], cc[5][5], v[5];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int k = 0; k < 5; k++)
    {
      for (int j = 0; j < 5; j++)
	{
	  lhs[k][j] = b[i + (size_t) n * (j + 5 * k)];
	  cc[k][j] = c[i + (size_t) n * (j + 5 * k)];
	}
      v[k] = rr[i + (size_t) n * k];
    }
  binvcrhs (lhs, cc, v);
  for (int k = 0; k < 5; k++)
    {
      for (int j = 0; j < 5; j++)
	cnew[i + (size_t) n * (j + 5 * k)] = cc[k][j];
      rnew[i + (size_t) n * k] = v[k];
    }
}

/* The programs.  */

template <typename type> static std::vector<type>
fetch (const type *d, size_t n)
{
  std::vector<type> h (n);
  if (cudaMemcpy (h.data (), d, n * sizeof *d, cudaMemcpyDeviceToHost))
    exit (1);
  return h;
}

static void
run_ax (int nelt)
{
  size_t size = (size_t) lx * lx * lx * nelt;
  double *h = filled_array<double> (lx * lx, -1, 1.5);
  auto v = fetch (h, lx * lx);
  cudaMemcpyToSymbol (dxm1, v.data (), sizeof dxm1);
  double *u = filled_array<double> (size, 0, 1);
  double *g = filled_array<double> (6 * size, 0.1, 1);
  double *w = allocate<double> (size);
  for (start ("sem-ax"); again ();)
    ax<<<nelt, dim3 (lx, lx)>>> (w, u, g);
  finish (sum (w, size));
  for (double *p : { h, u, g, w })
    cudaFree (p);
}

static void
run_eos (int n, int nlev)
{
  size_t size = (size_t) n * n * nlev;
  double *t = filled_array<double> (size, -1, 30);
  double *s = filled_array<double> (size, 30, 38);
  double *gdept = filled_array<double> (size, 5, 5000);
  double *e3w = filled_array<double> (size, 10, 200);
  double *prd = allocate<double> (size), *php = allocate<double> (size);
  signed char *tmask = new_array<signed char> (size, [=] (size_t at) {
    int i = at % n + 1, j = at / n % n + 1, l = at / n / n + 1;
    return l <= 4 + (i * 7 + j * 13) % 29;
  });
  for (start ("eos-52"); again ();)
    eos_insitu<<<dim3 ((n + 31) / 32, (n + 3) / 4), dim3 (32, 4)>>> (n, n, nlev, t, s, gdept, e3w, tmask, prd, php);
  finish (sum (prd, size) + sum (php, size));
  for (double *p : { t, s, gdept, e3w, prd, php })
    cudaFree (p);
  cudaFree (tmask);
}

static void
run_richards (int ncol)
{
  texture_t t[8];
  for (int i = 0; i < 8; i++)
    t[i] = { { 0.03 + 0.01 * i, 0.35 + 0.02 * i, 0.01 + 0.01 * i, 1.3 + 0.15 * i }, 0.5 + i, 1 + i % 4 };
  cudaMemcpyToSymbol (texture, t, sizeof t);
  signed char *soiltype = new_array<signed char> (ncol, [] (size_t i) { return i / 5 % 8; });
  double *rain = filled_array<double> (ncol, 0, 1);
  double *head = filled_array<double> ((size_t) ncol * nlay, -200, 10);
  double *newhead = allocate<double> ((size_t) ncol * nlay), *drained = allocate<double> (ncol);
  for (start ("richards"); again ();)
    richards<<<(ncol + 127) / 128, 128>>> (ncol, 0.05, soiltype, rain, head, newhead, drained);
  finish (sum (newhead, (size_t) ncol * nlay) + sum (drained, ncol));
  for (double *p : { rain, head, newhead, drained })
    cudaFree (p);
  cudaFree (soiltype);
}

static void
run_ice (int n)
{
  forcing f = { 120, 220, 5, { 0.6f, 1.6f, 2.4f, 3.2f } };
  float *tair = filled_array<float> (n, -30, 3);
  float *hi = filled_array<float> (n, 0.4, 3);
  float *hs = filled_array<float> (n, 0, 0.4);
  float *t = filled_array<float> ((size_t) n * (nilyr + 1), -15, -1);
  float *tnew = allocate<float> ((size_t) n * (nilyr + 1)), *melt = allocate<float> (n);
  short *iterations = allocate<short> (n);
  for (start ("sea-ice"); again ();)
    temperatures<<<(n + 127) / 128, 128>>> (n, f, tair, hi, hs, t, tnew, melt, iterations, 1800);
  finish (sum (tnew, (size_t) n * (nilyr + 1)) + 1e3 * sum (melt, n) + 1e-3 * sum (iterations, n));
  for (float *p : { tair, hi, hs, t, tnew, melt })
    cudaFree (p);
  cudaFree (iterations);
}

static void
run_rivers (int n)
{
  size_t size = (size_t) n * n;
  signed char *dir = new_array<signed char> (size, [=] (size_t at) {
    int i = at % n + 1, j = at / n + 1;
    return (i * 31 + j * 17 + i / 7 * (j / 3)) % 9;
  });
  float *slope = filled_array<float> (size, 1e-4, 1e-2);
  float *length = filled_array<float> (size, 500, 1500);
  float *storage = filled_array<float> (size, 1e3, 1e5);
  float *next = allocate<float> (size), *outflow = allocate<float> (size);
  for (start ("river-routing"); again ();)
    route<<<dim3 ((n + 31) / 32, (n + 7) / 8), dim3 (32, 8)>>> (n, n, 300, dir, slope, length, storage, next, outflow);
  finish (sum (next, size) + sum (outflow, size));
  for (float *p : { slope, length, storage, next, outflow })
    cudaFree (p);
  cudaFree (dir);
}

static void
run_riemann (int n)
{
  size_t m = n + 1;
  std::vector<double> h (3 * m);
  for (size_t i = 0; i < m; i++)
    {
      double x = i * 7919 % 1009;
      h[i] = 0.2 + x * (1.2 - 0.2) / 1009;
      h[i + m] = -1 + x * 2.2 / 1009;
      h[i + 2 * m] = 0.1 + x * (2 - 0.1) / 1009;
    }
  double *q = new_array<double> (3 * m, [&] (size_t i) { return h[i]; });
  double *flux = allocate<double> (3 * (size_t) n), *pstar = allocate<double> (n);
  for (start ("riemann-exact"); again ();)
    godunov<<<(n + 127) / 128, 128>>> (n, q, flux, pstar);
  finish (sum (flux, 3 * (size_t) n) + sum (pstar, n));
  for (double *p : { q, flux, pstar })
    cudaFree (p);
}

static void
run_restrict (int n)
{
  int nc = n / 2;
  size_t size = (size_t) (n + 1) * (n + 1) * (n + 1), csize = (size_t) (nc + 1) * (nc + 1) * (nc + 1);
  double *u = filled_array<double> (size, 0, 1);
  double *f = filled_array<double> (size, -1, 3);
  double *coarse = filled_array<double> (csize, 0, 0);
  for (start ("restrict-residual"); again ();)
    restrict_residual<<<dim3 ((nc + 30) / 32, (nc + 2) / 4, nc - 1), dim3 (32, 4)>>> (n + 1, nc + 1, u, f, coarse, 1);
  finish (sum (coarse, csize));
  for (double *p : { u, f, coarse })
    cudaFree (p);
}

static void
run_prolong (int n)
{
  int nc = n / 2;
  size_t size = (size_t) (n + 1) * (n + 1) * (n + 1), csize = (size_t) (nc + 1) * (nc + 1) * (nc + 1);
  double *u = filled_array<double> (size, 0, 1);
  double *c = filled_array<double> (csize, -0.2, 0.3);
  double *v = allocate<double> (size), largest = 0;
  unsigned long long *d = allocate<unsigned long long> (1);
  for (start ("prolong"); again ();)
    {
      cudaMemsetAsync (d, 0, sizeof *d);
      prolong<<<dim3 ((n + 32) / 32, (n + 4) / 4, n + 1), dim3 (32, 4)>>> (n, u, c, v, d);
      cudaMemcpy (&largest, d, sizeof *d, cudaMemcpyDeviceToHost);
    }
  finish (sum (v, size) + 1e3 * largest);
  for (double *p : { u, c, v })
    cudaFree (p);
  cudaFree (d);
}

static void
run_wave (int n)
{
  size_t size = (size_t) n * n * n, full = (size_t) (n + 2 * r) * (n + 2 * r) * (n + 2 * r);
  float *p = filled_array<float> (full, -1, 1.5);
  float *pold = filled_array<float> (size, -1, 1.2);
  float *vel = filled_array<float> (size, 0.1, 0.5);
  float *sx = filled_array<float> (n, 0, 0.2);
  float *sy = filled_array<float> (n, 0, 0.3);
  float *sz = filled_array<float> (n, 0, 0.1);
  float *pnew = filled_array<float> (full, 0, 0);
  for (start ("wave-8th"); again ();)
    wave<<<dim3 (n / 32, n / 8, n / 32), dim3 (32, 8)>>> (n, p, pold, vel, sx, sy, sz, pnew, 0.9f);
  finish (sum (pnew, full));
  for (float *d : { p, pold, vel, sx, sy, sz, pnew })
    cudaFree (d);
}

static void
run_migrate (int n, int ntr)
{
  const int nt = 2048;
  float *receiver = filled_array<float> (ntr, 0, 4000);
  float *traces = filled_array<float> ((size_t) nt * ntr, 0, 1);
  float *image = allocate<float> ((size_t) n * n);
  for (start ("kirchhoff"); again ();)
    migrate<<<dim3 ((n + 31) / 32, (n + 3) / 4), dim3 (32, 4)>>> (n, n, nt, ntr, 4000.f / n, 0.002f, 2500, 2000, receiver,
								traces, image);
  finish (sum (image, (size_t) n * n));
  for (float *d : { receiver, traces, image })
    cudaFree (d);
}

static void
run_vlasov (int n)
{
  size_t size = (size_t) n * n * n * n;
  float *f = filled_array<float> (size, 0, 1);
  float *e = filled_array<float> (n * n, -2, 2.5);
  float *g = allocate<float> (size);
  for (start ("vlasov-vx"); again ();)
    advect_vx<<<(size + 255) / 256, 256>>> (n, 0.7f, f, e, g);
  finish (sum (g, size));
  for (float *d : { f, e, g })
    cudaFree (d);
}

static void
run_gyro (int n)
{
  const int m = 512, nmu = 32;
  double *phi = filled_array<double> ((m + 1) * m, -1, 1.5);
  double *rho_of_mu = filled_array<double> (nmu, 0.001, 0.02);
  double *rr = filled_array<double> (n, 0.2, 0.8);
  double *theta = filled_array<double> (n, 0, 6.28);
  double *average = allocate<double> (n);
  short *mu = new_array<short> (n, [] (size_t i) { return (i + 1) % nmu + 1; });
  const double twopi = 6.283185307179586;
  double c[npoints], s[npoints], x;
  for (int i = 0; i < npoints; i++)
    {
      c[i] = cos (twopi * i / npoints);
      s[i] = sin (twopi * i / npoints);
    }
  cudaMemcpyToSymbol (gyro_cos, c, sizeof c);
  cudaMemcpyToSymbol (gyro_sin, s, sizeof s);
  cudaMemcpyToSymbol (nr, &m, sizeof m);
  cudaMemcpyToSymbol (ntheta, &m, sizeof m);
  x = 0.1;
  cudaMemcpyToSymbol (r0, &x, sizeof x);
  x = 0.8 / m;
  cudaMemcpyToSymbol (dr, &x, sizeof x);
  x = twopi / m;
  cudaMemcpyToSymbol (dtheta, &x, sizeof x);
  for (start ("gyroaverage"); again ();)
    gyroaverage<<<(n + 255) / 256, 256>>> (n, rr, theta, mu, phi, rho_of_mu, average);
  finish (sum (average, n));
  for (double *d : { phi, rho_of_mu, rr, theta, average })
    cudaFree (d);
  cudaFree (mu);
}

static void
run_legendre (int nlat)
{
  const int nt = trunc_ + 1;
  double *sinlat = filled_array<double> (nlat, -0.99, 0.999);
  auto x = fetch (sinlat, nlat);
  std::vector<double> p ((size_t) nlat * nt);
  for (int i = 0; i < nlat; i++)
    p[i] = sqrt (0.5);
  for (int m = 1; m < nt; m++)
    for (int i = 0; i < nlat; i++)
      p[i + (size_t) nlat * m] = p[i + (size_t) nlat * (m - 1)] * sqrt (1 - x[i] * x[i]) * sqrt ((2 * m + 1) / (2. * m));
  double *pmm = new_array<double> ((size_t) nlat * nt, [&] (size_t i) { return p[i]; });
  double *eps = new_array<double> ((size_t) (nt + 1) * nt, [] (size_t i) {
    double m = i / (nt + 1), n = i % (nt + 1);
    return n > m ? sqrt ((n * n - m * m) / (4 * n * n - 1)) : 0;
  });
  double2 *spec = new_array<double2> ((size_t) nt * nt, [] (size_t i) {
    int m = i / nt, n = i % nt;
    double re = 1. / (1 + (n * 17 + m * 5) % 23);
    return make_double2 (re, 0.5 * re * re);
  });
  double2 *four = allocate<double2> ((size_t) nlat * nt);
  for (start ("legendre-255"); again ();)
    legendre<<<dim3 ((nlat + 127) / 128, nt), 128>>> (nlat, sinlat, pmm, eps, spec, four);
  double s = 0;
  for (double2 c : fetch (four, (size_t) nlat * nt))
    s += fabs (c.x) + 2 * fabs (c.y);
  finish (s);
  for (double *d : { sinlat, pmm, eps })
    cudaFree (d);
  cudaFree (spec);
  cudaFree (four);
}

static void
run_compact (int n)
{
  size_t size = (size_t) n * nmax * n;
  double den[nmax], fac[nmax];
  double *f = filled_array<double> (size, 0, 1);
  double *df = allocate<double> (size);
  den[0] = 1;
  fac[0] = 0;
  for (int j = 1; j < nmax - 1; j++)
    {
      fac[j] = den[j - 1];
      den[j] = 1 / (4 - fac[j] * (j == 1 ? 2 : 1));
    }
  fac[nmax - 1] = 2 * den[nmax - 2];
  den[nmax - 1] = 1 / (1 - fac[nmax - 1]);
  cudaMemcpyToSymbol (denominator, den, sizeof den);
  cudaMemcpyToSymbol (factor, fac, sizeof fac);
  for (start ("compact-pade"); again ();)
    derive<<<dim3 ((n + 127) / 128, n), 128>>> (n, nmax, f, df, 0.1);
  double s = 0;
  for (double x : fetch (df, size))
    s += fabs (x);
  finish (s);
  cudaFree (f);
  cudaFree (df);
}

static void
run_bt (int n)
{
  double *b = new_array<double> (25 * (size_t) n, [=] (size_t i) {
    size_t j = i / n;
    return -0.5 + i * 7919 % 1009 / 1009. + (j % 5 == j / 5 ? 4 : 0);
  });
  double *c = filled_array<double> (25 * (size_t) n, -1, 2);
  double *rr = filled_array<double> (5 * (size_t) n, 0, 1);
  double *cnew = allocate<double> (25 * (size_t) n), *rnew = allocate<double> (5 * (size_t) n);
  for (start ("bt-5x5"); again ();)
    binvcrhs_all<<<(n + 63) / 64, 64>>> (n, b, c, rr, cnew, rnew);
  finish (sum (cnew, 25 * (size_t) n) + 3 * sum (rnew, 5 * (size_t) n));
  for (double *d : { b, c, rr, cnew, rnew })
    cudaFree (d);
}

int
main (int, char **argv)
{
  int k = atoi (argv[1]);
  run_ax (1 << (k - 10));
  run_eos (1 << (k - 5) / 2, 32);
  run_richards (1 << (k - 6));
  run_ice (1 << (k - 3));
  run_rivers (1 << k / 2);
  run_riemann (1 << (k - 3));
  run_restrict (1 << k / 3);
  run_prolong (1 << k / 3);
  run_wave (1 << (k + 1) / 3);
  run_migrate (1 << (k - 4) / 2, 64);
  run_vlasov (1 << k / 4);
  run_gyro (1 << (k - 3));
  run_legendre (1 << (k - 13));
  run_compact (1 << (k - 6) / 2);
  run_bt (1 << (k - 6));
  // Errors of launches.
  cudaError_t e = cudaDeviceSynchronize ();
  if (e)
    fprintf (stderr, "%s\n", cudaGetErrorString (e));
}
