// The peer of structures.cuf in CUDA C.
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
#include <cstdint>
#include <cstring>

/* The density of electrons.  */

static const int maxprim = 3, maxshell = 12, nao = 26;
struct shell_t
{
  struct
  {
    double expo[maxprim], coef[maxprim];
  } prim;
  double centre[3];
  int l, first, nprim;
};
struct basis_t
{
  int nshell;
  shell_t shells[maxshell];
};
__constant__ basis_t basis;
__constant__ double dm[nao][nao];

__global__ void
density (int npt, const double *__restrict__ xyz, double *__restrict__ rho)
{
  double ao[nao], d[3];
  int ip = blockIdx.x * blockDim.x + threadIdx.x;
  if (ip >= npt)
    return;
  for (int ish = 0; ish < basis.nshell; ish++)
    {
      const shell_t &s = basis.shells[ish];
      int f = s.first;
      double r2 = 0, radial = 0;
      for (int k = 0; k < 3; k++)
	{
	  d[k] = xyz[ip + (size_t) npt * k] - s.centre[k];
	  r2 += d[k] * d[k];
	}
      for (int k = 0; k < s.nprim; k++)
	radial += s.prim.coef[k] * exp (-s.prim.expo[k] * r2);
      switch (s.l)
	{
	case 0:
	  ao[f] = radial;
	  break;
	case 1:
	  for (int k = 0; k < 3; k++)
	    ao[f + k] = radial * d[k];
	  break;
	case 2:
	  ao[f] = radial * d[0] * d[1];
	  ao[f + 1] = radial * d[1] * d[2];
	  ao[f + 2] = radial * (3 * d[2] * d[2] - r2) / sqrt (12.);
	  ao[f + 3] = radial * d[0] * d[2];
	  ao[f + 4] = radial * 0.5 * (d[0] * d[0] - d[1] * d[1]);
	  break;
	}
    }
  double total = 0;
  for (int k = 0; k < nao; k++)
    {
      double t = 0;
      for (int j = 0; j < k; j++)
	t += dm[k][j] * ao[j];
      total += ao[k] * (dm[k][k] * ao[k] + 2 * t);
    }
  rho[ip] = total;
}

/* Ewald's sum.  */

static const int kmax = 4;
static const double twopi = 6.283185307179586;
struct lattice
{
  double length, alpha;
};

static __device__ __host__ inline double2
multiply (double2 a, double2 b)
{
  return make_double2 (a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__device__ double2
phase (double t)
{
  double s, c;
  sincos (t, &s, &c);
  return make_double2 (c, s);
}

__global__ void
reciprocal_forces (lattice box, int n, const double *__restrict__ x, const double *__restrict__ q,
		   const double2 *__restrict__ strucfac, double *__restrict__ f)
{
  double2 ex[kmax + 1], ey[2 * kmax + 1], ez[2 * kmax + 1];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  ex[0] = ey[kmax] = ez[kmax] = make_double2 (1, 0);
  ex[1] = phase (twopi / box.length * x[3 * i]);
  ey[kmax + 1] = phase (twopi / box.length * x[3 * i + 1]);
  ez[kmax + 1] = phase (twopi / box.length * x[3 * i + 2]);
  for (int k = 2; k <= kmax; k++)
    {
      ex[k] = multiply (ex[k - 1], ex[1]);
      ey[kmax + k] = multiply (ey[kmax + k - 1], ey[kmax + 1]);
      ez[kmax + k] = multiply (ez[kmax + k - 1], ez[kmax + 1]);
    }
  for (int k = 1; k <= kmax; k++)
    {
      ey[kmax - k] = make_double2 (ey[kmax + k].x, -ey[kmax + k].y);
      ez[kmax - k] = make_double2 (ez[kmax + k].x, -ez[kmax + k].y);
    }
  double s[3] = { 0, 0, 0 };
  for (int kz = -kmax; kz <= kmax; kz++)
    for (int ky = -kmax; ky <= kmax; ky++)
      for (int kx = 0; kx <= kmax; kx++)
	{
	  int kk = kx * kx + ky * ky + kz * kz;
	  if (kk > kmax * kmax || kk == 0)
	    continue;
	  double k2 = twopi / box.length * (twopi / box.length) * kk;
	  double g = (kx == 0 ? 1. : 2.) * exp (-k2 / (4 * box.alpha * box.alpha)) / k2;
	  double2 e = multiply (multiply (ex[kx], ey[ky + kmax]), ez[kz + kmax]);
	  double2 sf = strucfac[kx + (kmax + 1) * (ky + kmax + (2 * kmax + 1) * (kz + kmax))];
	  g *= sf.x * e.y - sf.y * e.x;
	  s[0] += g * kx;
	  s[1] += g * ky;
	  s[2] += g * kz;
	}
  double l2 = box.length * box.length;
  for (int k = 0; k < 3; k++)
    f[3 * i + k] = s[k] * (2 * twopi * twopi / (l2 * l2)) * q[i];
}

/* Small matrices.  */

static const int n8 = 8;

__global__ void
householder (int n, const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ x,
	     float *__restrict__ det)
{
  float r[n8 + 1][n8], v[n8];
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n)
    return;
  for (int j = 0; j < n8; j++)
    {
      for (int i = 0; i < n8; i++)
	r[j][i] = a[t + (size_t) n * (i + n8 * j)];
      r[n8][j] = b[t + (size_t) n * j];
    }
  float d = 1;
  for (int k = 0; k < n8 - 1; k++)
    {
      float norm = 0, beta = 0;
      for (int i = k; i < n8; i++)
	norm += r[k][i] * r[k][i];
      float alpha = -copysignf (sqrtf (norm), r[k][k]);
      for (int i = k; i < n8; i++)
	v[i] = r[k][i];
      v[k] -= alpha;
      for (int i = k; i < n8; i++)
	beta += v[i] * v[i];
      if (beta == 0)
	continue;
      beta = 2 / beta;
      for (int j = k + 1; j <= n8; j++)
	{
	  float s = 0;
	  for (int i = k; i < n8; i++)
	    s += v[i] * r[j][i];
	  for (int i = k; i < n8; i++)
	    r[j][i] -= beta * s * v[i];
	}
      r[k][k] = alpha;
      d = -d * alpha;
    }
  det[t] = d * r[n8 - 1][n8 - 1];
  for (int k = n8 - 1; k >= 0; k--)
    {
      float s = 0;
      for (int j = k + 1; j < n8; j++)
	s += r[j][k] * r[n8][j];
      r[n8][k] = (r[n8][k] - s) / r[k][k];
      x[t + (size_t) n * k] = r[n8][k];
    }
}

__device__ void
swap (int &a, int &b)
{
  int t = a;
  a = b;
  b = t;
}

__global__ void
principal (int n, const double *__restrict__ tensor, double *__restrict__ lambda, double *__restrict__ direction)
{
  const int pp[3] = { 0, 0, 1 }, qq[3] = { 1, 2, 2 };
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const double *s6 = tensor + 6 * (size_t) i;
  double a[3][3] = { { s6[0], s6[3], s6[4] }, { s6[3], s6[1], s6[5] }, { s6[4], s6[5], s6[2] } };
  double v[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
  for (int sweep = 0; sweep < 8; sweep++)
    {
      if (a[1][0] * a[1][0] + a[2][0] * a[2][0] + a[2][1] * a[2][1] < 1e-22)
	break;
      for (int l = 0; l < 3; l++)
	{
	  int p = pp[l], q = qq[l];
	  if (fabs (a[q][p]) < 1e-300)
	    continue;
	  double theta = (a[q][q] - a[p][p]) / (2 * a[q][p]);
	  double t = copysign (1., theta) / (fabs (theta) + sqrt (theta * theta + 1));
	  double c = 1 / sqrt (t * t + 1), s = t * c;
	  for (int k = 0; k < 3; k++)
	    {
	      double x = a[p][k], y = a[q][k];
	      a[p][k] = c * x - s * y;
	      a[q][k] = s * x + c * y;
	    }
	  for (int k = 0; k < 3; k++)
	    {
	      double x = a[k][p], y = a[k][q];
	      a[k][p] = c * x - s * y;
	      a[k][q] = s * x + c * y;
	    }
	  for (int k = 0; k < 3; k++)
	    {
	      double x = v[p][k], y = v[q][k];
	      v[p][k] = c * x - s * y;
	      v[q][k] = s * x + c * y;
	    }
	}
    }
  double w[3] = { a[0][0], a[1][1], a[2][2] };
  int order[3] = { 0, 1, 2 };
  if (w[order[0]] > w[order[1]])
    swap (order[0], order[1]);
  if (w[order[1]] > w[order[2]])
    swap (order[1], order[2]);
  if (w[order[0]] > w[order[1]])
    swap (order[0], order[1]);
  double sign = copysign (1., v[order[2]][0]);
  for (int k = 0; k < 3; k++)
    {
      lambda[k + 3 * (size_t) i] = w[order[k]];
      direction[k + 3 * (size_t) i] = v[order[2]][k] * sign;
    }
}

/* Aerosols.  */

static const int nbins = 16;
__constant__ float volume[nbins];

__device__ float
kernel (float ri, float rj, float t)
{
  float knudsen = 0.066f / (ri + rj);
  return 1e-3f * t * (1 / ri + 1 / rj) * (ri + rj) * (1 + knudsen * (1.257f + 0.4f * expf (-1.1f / knudsen)));
}

__global__ void
coagulate (int ncell, const float *__restrict__ number, float dt, int nsub, const float *__restrict__ temperature,
	   float *__restrict__ next)
{
  float n[nbins], dn[nbins], radius[nbins];
  int cell = blockIdx.x * blockDim.x + threadIdx.x;
  if (cell >= ncell)
    return;
  for (int k = 0; k < nbins; k++)
    {
      n[k] = number[cell + (size_t) ncell * k];
      radius[k] = powf (0.75f / 3.1415927f * volume[k], 1.f / 3);
    }
  for (int step = 0; step < nsub; step++)
    {
      for (int k = 0; k < nbins; k++)
	dn[k] = 0;
      for (int j = 0; j < nbins; j++)
	for (int i = 0; i <= j; i++)
	  {
	    float rate = kernel (radius[i], radius[j], temperature[cell]) * n[i] * n[j];
	    if (i == j)
	      rate *= 0.5f;
	    dn[i] -= rate;
	    dn[j] -= rate;
	    float v = volume[i] + volume[j];
	    int k = j;
	    while (k < nbins - 1 && volume[k + 1] <= v)
	      k++;
	    if (k == nbins - 1)
	      dn[k] += rate * v / volume[k];
	    else
	      {
		float part = (volume[k + 1] - v) / (volume[k + 1] - volume[k]);
		dn[k] += rate * part;
		dn[k + 1] += rate * (1 - part);
	      }
	  }
      for (int k = 0; k < nbins; k++)
	n[k] = fmaxf (n[k] + dt / nsub * dn[k], 0);
    }
  for (int k = 0; k < nbins; k++)
    next[cell + (size_t) ncell * k] = n[k];
}

/* Curves and random numbers.  */

__global__ void
hilbert (int n, const float *__restrict__ px, const float *__restrict__ py, long long *__restrict__ place)
{
  const int order = 20;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int x = (int) (px[i] * (1 << order)), y = (int) (py[i] * (1 << order));
  long long d = 0;
  for (int s = order - 1; s >= 0; s--)
    {
      bool rx = x >> s & 1, ry = y >> s & 1;
      int mask = (1 << s) - 1;
      d = d << 2 | (rx ? (ry ? 2 : 3) : (ry ? 1 : 0));
      if (!ry)
	{
	  if (rx)
	    {
	      x ^= mask;
	      y ^= mask;
	    }
	  int t = x;
	  x = y;
	  y = t;
	}
      x &= mask;
      y &= mask;
    }
  place[i] = d;
}

__device__ void
philox (unsigned c[4], unsigned k0, unsigned k1)
{
  const unsigned m0 = 0xD2511F53, m1 = 0xCD9E8D57;
  for (int round = 0; round < 10; round++)
    {
      unsigned c0 = __umulhi (m1, c[2]) ^ c[1] ^ k0;
      unsigned c2 = __umulhi (m0, c[0]) ^ c[3] ^ k1;
      c[1] = m1 * c[2];
      c[3] = m0 * c[0];
      c[0] = c0;
      c[2] = c2;
      k0 += 0x9E3779B9;
      k1 += 0xBB67AE85;
    }
}

__global__ void
philox_mean (int n, int draws, const unsigned *__restrict__ key, float *__restrict__ mean)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float s = 0;
  for (int l = 1; l <= draws; l++)
    {
      unsigned c[4] = { unsigned (i + 1), unsigned (l), 0, 7 };
      philox (c, key[0], key[1]);
      float u[4], z[4], p = 1;
      for (int k = 0; k < 4; k++)
	u[k] = ((int) (c[k] >> 8) + 0.5f) * 0x1p-24f;
      for (int k = 0; k < 4; k += 2)
	{
	  float r = sqrtf (-2 * logf (u[k]));
	  z[k] = r * cosf (6.2831853f * u[k + 1]);
	  z[k + 1] = r * sinf (6.2831853f * u[k + 1]);
	}
      for (int k = 0; k < 4; k++)
	p *= 1 / (1 + z[k] * z[k]);
      s += p;
    }
  mean[i] = s / draws;
}

/* Components of a picture.  */

__global__ void
propagate (int n, int m, const bool *__restrict__ inside, const int *__restrict__ old, int *__restrict__ next,
	   int *__restrict__ changed)
{
  __shared__ int count;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (threadIdx.x == 0 && threadIdx.y == 0)
    count = 0;
  __syncthreads ();
  if (i < n && j < m && inside[i + (size_t) n * j])
    {
      int label = old[i + (size_t) n * j], best = label;
      for (int l = max (0, j - 1); l <= min (m - 1, j + 1); l++)
	for (int k = max (0, i - 1); k <= min (n - 1, i + 1); k++)
	  if (inside[k + (size_t) n * l])
	    best = min (best, old[k + (size_t) n * l]);
      if (best < label)
	{
	  atomicMin (&next[i + n * j], best);
	  atomicMin (&next[label - 1], best);
	  atomicAdd (&count, 1);
	}
    }
  __syncthreads ();
  if (threadIdx.x == 0 && threadIdx.y == 0)
    changed[blockIdx.x + gridDim.x * blockIdx.y] = count;
}

/* A matrix in coordinates; rows and columns are counted from one.  */

__global__ void
coo_multiply (long long nnz, const int *__restrict__ row, const int *__restrict__ col, const double *__restrict__ a,
	      const double *__restrict__ x, double *__restrict__ y)
{
  long long l = blockIdx.x * (long long) blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31, r = -1;
  double v = 0;
  if (l < nnz)
    {
      r = row[l];
      v = a[l] * x[col[l] - 1];
    }
  int other;
  for (int d = 1; d < 32; d *= 2)
    {
      other = __shfl_up_sync (-1u, r, d);
      double w = __shfl_up_sync (-1u, v, d);
      if (lane >= d && other == r)
	v += w;
    }
  other = __shfl_down_sync (-1u, r, 1);
  if (r > 0 && (lane == 31 || other != r))
    atomicAdd (&y[r - 1], v);
}

/* Layers of networks.  */

__constant__ float weight[5][5][5];
static const int dim = 32, tile = 32;

__global__ void
convolve (int n1, int n2, int n3, const float *__restrict__ x, float *__restrict__ y, float bias)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int k = blockIdx.z;
  if (i >= n1 || j >= n2)
    return;
  size_t line = n1 + 4, plane = line * (n2 + 4);
  const float *p = x + i + line * j + plane * k;
  float s = 0;
  for (int c = 0; c < 5; c++)
    for (int b = 0; b < 5; b++)
      for (int a = 0; a < 5; a++)
	s += weight[c][b][a] * p[a + line * b + plane * c];
  y[i + (size_t) n1 * (j + (size_t) n2 * k)] = fmaxf (0, bias + s);
}

__global__ void
max_pool (int n, int m, const float *__restrict__ x, float *__restrict__ y, signed char *__restrict__ which,
	  bool *__restrict__ active)
{
  float window[9];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int c = blockIdx.z;
  if (i >= m || j >= m)
    return;
  const float *p = x + 2 * i + (size_t) n * (2 * j + (size_t) n * c);
  for (int b = 0; b < 3; b++)
    for (int a = 0; a < 3; a++)
      window[a + 3 * b] = p[a + (size_t) n * b];
  size_t to = i + (size_t) m * (j + (size_t) m * c);
  float top = window[0];
  int number = 0, l;
  bool low = false;
  for (int k = 1; k < 9; k++)
    top = fmaxf (top, window[k]);
  for (l = 0; l < 9; l++)
    if (window[l] == top)
      break;
  for (int k = 0; k < 9; k++)
    {
      number += window[k] > 0.5f;
      low |= window[k] < 0.1f;
    }
  y[to] = top;
  which[to] = l + 1;
  active[to] = number >= 4 && low;
}

__device__ void
combine (float *mean, float *m2, float *count)
{
  for (int step = 16; step > 0; step /= 2)
    {
      float mean2 = __shfl_xor_sync (-1u, *mean, step);
      float m22 = __shfl_xor_sync (-1u, *m2, step);
      float count2 = __shfl_xor_sync (-1u, *count, step);
      float total = fmaxf (*count + count2, 1), d = mean2 - *mean;
      *m2 = *m2 + m22 + d * d * *count * count2 / total;
      *mean = (*mean * *count + mean2 * count2) / total;
      *count += count2;
    }
}

__global__ void
batch_norm (int nhw, int nchan, int nbatch, const float *__restrict__ x, const float *__restrict__ scale,
	    const float *__restrict__ shift, float *__restrict__ y)
{
  __shared__ float s_mean[32], s_m2[32], s_count[32];
  int c = blockIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float mean = 0, m2 = 0, count = 0;
  for (int l = 0; l < nbatch; l++)
    {
      const float *p = x + (size_t) nhw * (c + (size_t) nchan * l);
      for (int i = threadIdx.x; i < nhw; i += blockDim.x)
	{
	  count++;
	  float d = p[i] - mean;
	  mean += d / count;
	  m2 += d * (p[i] - mean);
	}
    }
  combine (&mean, &m2, &count);
  if (lane == 0)
    {
      s_mean[warp] = mean;
      s_m2[warp] = m2;
      s_count[warp] = count;
    }
  __syncthreads ();
  if (warp == 0)
    {
      count = mean = m2 = 0;
      if (lane < blockDim.x / 32)
	{
	  mean = s_mean[lane];
	  m2 = s_m2[lane];
	  count = s_count[lane];
	}
      combine (&mean, &m2, &count);
      if (lane == 0)
	{
	  s_mean[0] = mean;
	  s_m2[0] = m2 / count;
	}
    }
  __syncthreads ();
  float a = scale[c] / sqrtf (s_m2[0] + 1e-5f);
  float b = shift[c] - a * s_mean[0];
  for (int l = 0; l < nbatch; l++)
    {
      size_t at = (size_t) nhw * (c + (size_t) nchan * l);
      for (int i = threadIdx.x; i < nhw; i += blockDim.x)
	y[at + i] = a * x[at + i] + b;
    }
}

__global__ void
attention (int nq, int nk, const float *__restrict__ q, const float *__restrict__ k, const float *__restrict__ v,
	   float *__restrict__ o)
{
  __shared__ float sk[tile][dim], sv[tile][dim];
  float query[dim], acc[dim];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  const float *p = q + dim * (size_t) min (i, nq - 1);
  for (int a = 0; a < dim; a++)
    {
      query[a] = p[a] / sqrtf (dim);
      acc[a] = 0;
    }
  float top = -FLT_MAX, total = 0;
  for (int j = 0; j < nk; j += tile)
    {
      __syncthreads ();
      for (int l = t; l < dim * tile; l += blockDim.x)
	{
	  sk[l / dim][l % dim] = k[dim * j + l];
	  sv[l / dim][l % dim] = v[dim * j + l];
	}
      __syncthreads ();
      for (int l = 0; l < tile; l++)
	{
	  float s = 0;
	  for (int a = 0; a < dim; a++)
	    s += query[a] * sk[l][a];
	  if (s > top)
	    {
	      float correction = expf (top - s);
	      top = s;
	      total *= correction;
	      for (int a = 0; a < dim; a++)
		acc[a] *= correction;
	    }
	  float e = expf (s - top);
	  total += e;
	  for (int a = 0; a < dim; a++)
	    acc[a] += e * sv[l][a];
	}
    }
  if (i < nq)
    for (int a = 0; a < dim; a++)
      o[a + dim * (size_t) i] = acc[a] / total;
}

/* Matches in texts.  */

static const int window_ = 64, longest = 16;

__global__ void
matches (int n, const signed char *__restrict__ text, signed char *__restrict__ length,
	 signed char *__restrict__ distance)
{
  extern __shared__ char s[];
  int t = threadIdx.x, base = blockIdx.x * blockDim.x;
  for (int i = t; i < (int) blockDim.x + window_ + longest; i += blockDim.x)
    {
      int l = base - window_ + i;
      s[i] = l >= 0 && l < n + longest ? text[l] : 0;
    }
  __syncthreads ();
  if (base + t >= n)
    return;
  int best = 0, where = 0;
  for (int d = 1; d <= min (window_, base + t); d++)
    {
      int l;
      for (l = 0; l < longest; l++)
	if (s[t + window_ + l] != s[t + window_ - d + l])
	  break;
      if (l > best)
	{
	  best = l;
	  where = d;
	  if (l == longest)
	    break;
	}
    }
  length[base + t] = best;
  distance[base + t] = where;
}

/* Queens on boards.  */

__device__ void
place_queen (int bit, int all, int c, int l, int r, int *c2, int *l2, int *r2)
{
  *c2 = c | bit;
  *l2 = (l | bit) << 1 & all;
  *r2 = (r | bit) >> 1;
}

__global__ void
complete (int n, int *__restrict__ ways)
{
  int columns[20], left[20], right[20], free[20];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n * n * n * n)
    return;
  int all = (1 << n) - 1, found = 0, l = i, row = 0;
  columns[0] = left[0] = right[0] = 0;
  while (row < 4)
    {
      int bit = 1 << l % n;
      l /= n;
      if (bit & (columns[row] | left[row] | right[row]))
	break;
      place_queen (bit, all, columns[row], left[row], right[row], &columns[row + 1], &left[row + 1], &right[row + 1]);
      row++;
    }
  if (row == 4)
    {
      free[row] = all & ~(columns[row] | left[row] | right[row]);
      while (row >= 4)
	{
	  if (free[row] == 0)
	    {
	      row--;
	      continue;
	    }
	  int bit = free[row] & -free[row];
	  free[row] ^= bit;
	  if (row == n - 1)
	    {
	      found++;
	      continue;
	    }
	  place_queen (bit, all, columns[row], left[row], right[row], &columns[row + 1], &left[row + 1],
		       &right[row + 1]);
	  row++;
	  free[row] = all & ~(columns[row] | left[row] | right[row]);
	}
    }
  ways[i] = found;
}

/* The vector part of a step of conjugate gradients.  */

struct gradients_result
{
  double rr, rz;
  int nfixed;
};

__global__ void
gradients (int n, double alpha, const double *__restrict__ x, const double *__restrict__ r, const double *__restrict__ p,
	   const double *__restrict__ ap, const bool *__restrict__ fixed, double *__restrict__ xnew,
	   double *__restrict__ rnew, gradients_result *result)
{
  __shared__ double s_rr[8], s_rz[8];
  __shared__ int s_fixed[8];
  double rr = 0, rz = 0;
  int nfixed = 0;
  int i = blockIdx.x * 32 + threadIdx.x, j = blockIdx.y * 8 + threadIdx.y;
  if (i < n && j < n)
    {
      size_t at = i + (size_t) n * j;
      if (fixed[at])
	{
	  nfixed++;
	  xnew[at] = x[at];
	  rnew[at] = 0;
	}
      else
	{
	  xnew[at] = x[at] + alpha * p[at];
	  double t = r[at] - alpha * ap[at];
	  rnew[at] = t;
	  rr += t * t;
	  rz += t * t / (4 + 0.1 * ((i + j + 2) % 3));
	}
    }
  for (int d = 16; d > 0; d /= 2)
    {
      rr += __shfl_down_sync (-1u, rr, d);
      rz += __shfl_down_sync (-1u, rz, d);
      nfixed += __shfl_down_sync (-1u, nfixed, d);
    }
  if (threadIdx.x == 0)
    {
      s_rr[threadIdx.y] = rr;
      s_rz[threadIdx.y] = rz;
      s_fixed[threadIdx.y] = nfixed;
    }
  __syncthreads ();
  if (threadIdx.x == 0 && threadIdx.y == 0)
    {
      for (int d = 1; d < 8; d++)
	{
	  rr += s_rr[d];
	  rz += s_rz[d];
	  nfixed += s_fixed[d];
	}
      atomicAdd (&result->rr, rr);
      atomicAdd (&result->rz, rz);
      atomicAdd (&result->nfixed, nfixed);
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

/* A number of 31 bits that looks random.  */
static long long
scrambled (long long i)
{
  return ((i * 1103515245 + 12345) & ((1ll << 40) - 1)) >> 9 & ((1ll << 31) - 1);
}

static void
run_density (int n)
{
  basis_t b;
  memset (&b, 0, sizeof b);
  b.nshell = 10;
  for (int i = 1, f = 0; i <= 10; i++)
    {
      shell_t &s = b.shells[i - 1];
      s.l = i > 8 ? 2 : i % 2;
      s.first = f;
      s.nprim = 1 + i % 3;
      s.centre[0] = 0.3 * i;
      s.centre[1] = 0.2 * (i % 4);
      s.centre[2] = -0.1 * i;
      for (int j = 1; j <= maxprim; j++)
	{
	  s.prim.expo[j - 1] = 0.2 * j * j + 0.05 * i;
	  s.prim.coef[j - 1] = 1 / (0.5 + j);
	}
      f += 2 * s.l + 1;
    }
  cudaMemcpyToSymbol (basis, &b, sizeof b);
  double h[nao][nao];
  for (int j = 0; j < nao; j++)
    for (int i = 0; i < nao; i++)
      h[j][i] = 1 / (1. + abs (i - j)) + (i == j);
  cudaMemcpyToSymbol (dm, h, sizeof h);
  double *xyz = filled_array<double> (3 * (size_t) n, -2, 4);
  double *rho = allocate<double> (n);
  for (start ("electron-density"); again ();)
    density<<<(n + 127) / 128, 128>>> (n, xyz, rho);
  finish (sum (rho, n));
  cudaFree (xyz);
  cudaFree (rho);
}

static void
run_ewald (int n)
{
  lattice box = { 12, 0.4 };
  const int m = 2 * kmax + 1;
  double *x = filled_array<double> (3 * (size_t) n, 0, 12);
  double *q = filled_array<double> (n, 0.2, 1);
  double *f = allocate<double> (3 * (size_t) n);
  double2 *s = new_array<double2> ((kmax + 1) * m * m, [=] (size_t at) {
    int i = at % (kmax + 1), j = int (at / (kmax + 1) % m) - kmax, l = int (at / (kmax + 1) / m) - kmax;
    return make_double2 (1. / (1 + i + abs (j)), 0.3 * l + 0.1 * j);
  });
  for (start ("ewald-forces"); again ();)
    reciprocal_forces<<<(n + 127) / 128, 128>>> (box, n, x, q, s, f);
  double t = 0;
  for (double v : fetch (f, 3 * (size_t) n))
    t += fabs (v);
  finish (t);
  cudaFree (x);
  cudaFree (q);
  cudaFree (f);
  cudaFree (s);
}

static void
run_householder (int n)
{
  float *a = new_array<float> ((size_t) n * n8 * n8, [=] (size_t i) {
    size_t j = i / n;
    float v = -0.5 + i * 7919 % 1009 / 1009.;
    return v + (j % n8 == j / n8 ? 3 : 0);
  });
  float *b = filled_array<float> ((size_t) n * n8, 0, 1);
  float *x = allocate<float> ((size_t) n * n8), *det = allocate<float> (n);
  for (start ("householder-8x8"); again ();)
    householder<<<(n + 127) / 128, 128>>> (n, a, b, x, det);
  finish (sum (x, (size_t) n * n8) + 1e-3 * sum (det, n));
  for (float *d : { a, b, x, det })
    cudaFree (d);
}

static void
run_principal (int n)
{
  double *tensor = filled_array<double> (6 * (size_t) n, -1, 2);
  double *lambda = allocate<double> (3 * (size_t) n), *direction = allocate<double> (3 * (size_t) n);
  for (start ("principal-axes"); again ();)
    principal<<<(n + 127) / 128, 128>>> (n, tensor, lambda, direction);
  auto h = fetch (lambda, 3 * (size_t) n), h2 = fetch (direction, 3 * (size_t) n);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += h[3 * i] + 2 * h[3 * i + 1] + 3 * h[3 * i + 2] + h2[3 * i];
  finish (s);
  for (double *d : { tensor, lambda, direction })
    cudaFree (d);
}

static void
run_coagulate (int n)
{
  float v[nbins];
  for (int i = 0; i < nbins; i++)
    v[i] = 0.001f * powf (1.7f, i + 1);
  cudaMemcpyToSymbol (volume, v, sizeof v);
  float *number = filled_array<float> ((size_t) n * nbins, 0.1, 1);
  float *temperature = filled_array<float> (n, 220, 300);
  float *next = allocate<float> ((size_t) n * nbins);
  for (start ("coagulation"); again ();)
    coagulate<<<(n + 63) / 64, 64>>> (n, number, 0.02f, 2, temperature, next);
  double s = 0;
  for (int i = 0; i < nbins; i++)
    s += (i + 1) * sum (next + (size_t) n * i, n);
  finish (s);
  for (float *d : { number, temperature, next })
    cudaFree (d);
}

static void
run_hilbert (int n)
{
  float *x = filled_array<float> (n, 0, 1);
  float *y = new_array<float> (n, [] (size_t i) { return float (scrambled (i + 1) & 65535) / 65536; });
  long long *place = allocate<long long> (n);
  for (start ("hilbert-curve"); again ();)
    hilbert<<<(n + 255) / 256, 256>>> (n, x, y, place);
  finish (sum (place, n));
  cudaFree (x);
  cudaFree (y);
  cudaFree (place);
}

static void
run_philox (int n)
{
  unsigned *key = new_array<unsigned> (2, [] (size_t i) { return i ? -98765 : 12345; });
  float *mean = allocate<float> (n);
  for (start ("philox"); again ();)
    philox_mean<<<(n + 255) / 256, 256>>> (n, 16, key, mean);
  finish (sum (mean, n));
  cudaFree (key);
  cudaFree (mean);
}

static void
run_components (int n)
{
  size_t size = (size_t) n * n;
  int nb = (n + 31) / 32 * ((n + 7) / 8);
  bool *inside;
  std::vector<char> h (size);
  for (size_t i = 0; i < size; i++)
    h[i] = (scrambled (i + 1) & 15) < 9;
  cudaMalloc (&inside, size);
  cudaMemcpy (inside, h.data (), size, cudaMemcpyHostToDevice);
  auto label = [=] (size_t at) {
    int i = at % n, j = at / n;
    return i - i % 4 + n * (j - j % 4) + 1;
  };
  int *old = new_array<int> (size, label), *next = new_array<int> (size, label), *changed = allocate<int> (nb);
  for (start ("components"); again ();)
    propagate<<<dim3 ((n + 31) / 32, (n + 7) / 8), dim3 (32, 8)>>> (n, n, inside, old, next, changed);
  finish (sum (next, size) + sum (changed, nb));
  cudaFree (inside);
  cudaFree (old);
  cudaFree (next);
  cudaFree (changed);
}

static void
run_coo (int nnz)
{
  std::vector<int> hr (nnz), hc (nnz);
  int n = 0;
  for (int l = 0, left = 0; l < nnz; l++)
    {
      if (left == 0)
	{
	  n++;
	  left = 3 + (long long) n * 7 % 9;
	}
      left--;
      hr[l] = n;
    }
  for (int l = 0; l < nnz; l++)
    hc[l] = (hr[l] + (scrambled (l + 1) & 1023)) % n + 1;
  int *row = new_array<int> (nnz, [&] (size_t i) { return hr[i]; });
  int *col = new_array<int> (nnz, [&] (size_t i) { return hc[i]; });
  double *a = filled_array<double> (nnz, -1, 1.5);
  double *x = filled_array<double> (n, 0, 1);
  double *y = allocate<double> (n);
  for (start ("coo-shuffles"); again ();)
    {
      cudaMemsetAsync (y, 0, n * sizeof *y);
      coo_multiply<<<(nnz + 255) / 256, 256>>> (nnz, row, col, a, x, y);
    }
  finish (sum (y, n));
  cudaFree (row);
  cudaFree (col);
  cudaFree (a);
  cudaFree (x);
  cudaFree (y);
}

static void
run_convolve (int n)
{
  size_t size = (size_t) n * n * n, full = (size_t) (n + 4) * (n + 4) * (n + 4);
  float w[5][5][5];
  for (int l = -2; l <= 2; l++)
    for (int j = -2; j <= 2; j++)
      for (int i = -2; i <= 2; i++)
	w[l + 2][j + 2][i + 2] = float ((i * 3 + j * 5 + l * 7 + 40) % 11 - 4) / 40;
  cudaMemcpyToSymbol (weight, w, sizeof w);
  float *x = filled_array<float> (full, 0, 1);
  float *y = allocate<float> (size);
  for (start ("convolution-5x5x5"); again ();)
    convolve<<<dim3 ((n + 31) / 32, (n + 7) / 8, n), dim3 (32, 8)>>> (n, n, n, x, y, 0.1f);
  finish (sum (y, size));
  cudaFree (x);
  cudaFree (y);
}

static void
run_pool (int n, int nchan)
{
  int m = n / 2 - 1;
  size_t size = (size_t) m * m * nchan;
  float *x = filled_array<float> ((size_t) n * n * nchan, 0, 1);
  float *y = allocate<float> (size);
  signed char *which = allocate<signed char> (size);
  bool *active;
  cudaMalloc (&active, size);
  for (start ("max-pool"); again ();)
    max_pool<<<dim3 ((m + 31) / 32, (m + 7) / 8, nchan), dim3 (32, 8)>>> (n, m, x, y, which, active);
  finish (sum (y, size) + sum (which, size) + sum ((signed char *) active, size));
  cudaFree (x);
  cudaFree (y);
  cudaFree (which);
  cudaFree (active);
}

static void
run_norm (int nhw, int nchan, int nbatch)
{
  size_t size = (size_t) nhw * nchan * nbatch;
  float *x = filled_array<float> (size, -1, 3);
  float *scale = filled_array<float> (nchan, 0.5, 2);
  float *shift = filled_array<float> (nchan, -1, 1.3);
  float *y = allocate<float> (size);
  for (start ("batch-norm"); again ();)
    batch_norm<<<nchan, 512>>> (nhw, nchan, nbatch, x, scale, shift, y);
  double s = 0;
  for (float v : fetch (y, size))
    s += fabsf (v);
  finish (s);
  for (float *d : { x, scale, shift, y })
    cudaFree (d);
}

static void
run_attention (int nq, int nk)
{
  float *q = filled_array<float> ((size_t) dim * nq, -2, 2.5);
  float *k = filled_array<float> ((size_t) dim * nk, -1, 1.5);
  float *v = filled_array<float> ((size_t) dim * nk, 0, 1);
  float *o = allocate<float> ((size_t) dim * nq);
  for (start ("attention"); again ();)
    attention<<<(nq + 127) / 128, 128>>> (nq, nk, q, k, v, o);
  finish (sum (o, (size_t) dim * nq));
  for (float *d : { q, k, v, o })
    cudaFree (d);
}

static void
run_matches (int n)
{
  signed char *text = new_array<signed char> (n + longest, [] (size_t l) {
    int i = l + 1;
    return scrambled (i / 3 * (i / 50 % 7)) & 3;
  });
  signed char *length = allocate<signed char> (n), *distance = allocate<signed char> (n);
  for (start ("lz-matches"); again ();)
    matches<<<(n + 255) / 256, 256, 256 + window_ + longest>>> (n, text, length, distance);
  finish (sum (length, n) + sum (distance, n));
  for (signed char *d : { text, length, distance })
    cudaFree (d);
}

static void
run_queens (int n)
{
  int *ways = allocate<int> (n * n * n * n);
  for (start ("n-queens"); again ();)
    complete<<<(n * n * n * n + 63) / 64, 64>>> (n, ways);
  finish (sum (ways, n * n * n * n));
  cudaFree (ways);
}

static void
run_gradients (int n)
{
  size_t size = (size_t) n * n;
  double *x = filled_array<double> (size, 0, 1);
  double *r = filled_array<double> (size, -1, 1.5);
  double *p = filled_array<double> (size, -1, 1);
  double *ap = filled_array<double> (size, -4, 4.5);
  double *xnew = allocate<double> (size), *rnew = allocate<double> (size);
  std::vector<char> h (size);
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      h[i + (size_t) n * j] = ((i + 1) * 3 + (j + 1) * 5) % 7 == 0;
  bool *fixed;
  cudaMalloc (&fixed, size);
  cudaMemcpy (fixed, h.data (), size, cudaMemcpyHostToDevice);
  gradients_result *d = allocate<gradients_result> (1), result;
  for (start ("gradients-step"); again ();)
    {
      cudaMemsetAsync (d, 0, sizeof *d);
      gradients<<<dim3 ((n + 31) / 32, (n + 7) / 8), dim3 (32, 8)>>> (n, 0.3, x, r, p, ap, fixed, xnew, rnew, d);
      cudaMemcpy (&result, d, sizeof result, cudaMemcpyDeviceToHost);
    }
  finish (sum (xnew, size) + sum (rnew, size) + result.rr + result.rz + result.nfixed);
  for (double *v : { x, r, p, ap, xnew, rnew })
    cudaFree (v);
  cudaFree (fixed);
  cudaFree (d);
}

int
main (int, char **argv)
{
  int k = atoi (argv[1]);
  run_density (1 << (k - 6));
  run_ewald (1 << (k - 7));
  run_householder (1 << (k - 6));
  run_principal (1 << (k - 4));
  run_coagulate (1 << (k - 8));
  run_hilbert (1 << k);
  run_philox (1 << (k - 5));
  run_components (1 << k / 2);
  run_coo (1 << k);
  run_convolve (1 << (k - 2) / 3);
  run_pool (1 << (k - 6) / 2, 64);
  run_norm (1024, 1 << std::max (1, k - 16), 1 << std::max (0, k - 18));
  run_attention (1 << (k - 8), 512);
  run_matches (1 << (k - 3));
  run_queens (std::max (6, k - 11));
  run_gradients (1 << (k - 1) / 2);
  // Errors of launches.
  cudaError_t e = cudaDeviceSynchronize ();
  if (e)
    fprintf (stderr, "%s\n", cudaGetErrorString (e));
}
