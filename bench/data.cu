// The peer of data.cuf in CUDA C.
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

typedef signed char byte;

/* Bioinformatics.  */

static const int width = 32, nwords = 16, nstates = 64;

__global__ void
edit_distance (int n, const byte *__restrict__ a, const byte *__restrict__ b, int *__restrict__ distance)
{
  int row[width + 1];
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n)
    return;
  for (int j = 0; j <= width; j++)
    row[j] = j;
  for (int i = 0; i < width; i++)
    {
      int corner = row[0];
      row[0] = i + 1;
      byte letter = a[i + width * (size_t) t];
      for (int j = 1; j <= width; j++)
	{
	  int above = row[j];
	  row[j] = min (min (above + 1, row[j - 1] + 1), corner + (letter != b[j - 1 + width * (size_t) t]));
	  corner = above;
	}
    }
  distance[t] = row[width];
}

__global__ void
tanimoto (int n, const long long *__restrict__ base, const long long *__restrict__ query,
	  float *__restrict__ best, byte *__restrict__ which)
{
  __shared__ long long q[32][nwords];
  long long w[nwords];
  for (int l = threadIdx.x; l < 32 * nwords; l += blockDim.x)
    q[l / nwords][l % nwords] = query[l];
  __syncthreads ();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int j = 0; j < nwords; j++)
    w[j] = base[i + (size_t) n * j];
  float top = -1;
  for (int l = 0; l < 32; l++)
    {
      int both = 0, either = 0;
      for (int j = 0; j < nwords; j++)
	{
	  both += __popcll (w[j] & q[l][j]);
	  either += __popcll (w[j] | q[l][j]);
	}
      float s = (float) both / either;
      if (s > top)
	{
	  top = s;
	  which[i] = l + 1;
	}
    }
  best[i] = top;
}

__global__ void
viterbi (int nsteps, int nletters, const float *__restrict__ trans, const float *__restrict__ emit,
	 const byte *__restrict__ letters, float *__restrict__ score)
{
  __shared__ float t[nstates][nstates], v[2][nstates];
  int s = threadIdx.x;
  const byte *letter = letters + (size_t) nsteps * blockIdx.x;
  for (int i = 0; i < nstates; i++)
    t[i][s] = trans[s + nstates * i];
  v[0][s] = emit[s + nstates * (letter[0] - 1)];
  __syncthreads ();
  int now = 0;
  for (int step = 1; step < nsteps; step++)
    {
      float m = -FLT_MAX;
      for (int i = 0; i < nstates; i++)
	m = fmaxf (m, v[now][i] + t[i][s]);
      v[1 - now][s] = m + emit[s + nstates * (letter[step] - 1)];
      now = 1 - now;
      __syncthreads ();
    }
  if (s == 0)
    {
      float m = v[now][0];
      for (int i = 1; i < nstates; i++)
	m = fmaxf (m, v[now][i]);
      score[blockIdx.x] = m;
    }
}

/* Imaging.  */

__constant__ float spatial[5][5];

__global__ void
bilateral (int n, int m, const float *__restrict__ a, float *__restrict__ b, float sigma)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= m)
    return;
  float centre = a[i + (size_t) n * j], top = 0, bottom = 0;
  for (int l = -2; l <= 2; l++)
    for (int k = -2; k <= 2; k++)
      {
	int x = max (0, min (i + k, n - 1)), y = max (0, min (j + l, m - 1));
	float p = a[x + (size_t) n * y], d = p - centre;
	float w = spatial[l + 2][k + 2] * expf (-d * d / (2 * sigma * sigma));
	top += w * p;
	bottom += w;
      }
  b[i + (size_t) n * j] = top / bottom;
}

__global__ void
joint_histogram (long long n, const byte *__restrict__ a, const byte *__restrict__ b, int *__restrict__ counts)
{
  __shared__ int s[32][32];
  for (int l = threadIdx.x; l < 1024; l += blockDim.x)
    s[l / 32][l % 32] = 0;
  __syncthreads ();
  for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    {
      int l = (a[i] & 255) >> 3;
      int m = b[i] >> 3 & 31;
      atomicAdd (&s[m][l], 1);
    }
  __syncthreads ();
  for (int l = threadIdx.x; l < 1024; l += blockDim.x)
    {
      int old = s[l / 32][l % 32];
      if (old > 0)
	atomicAdd (&counts[l], old);
    }
}

__global__ void
kmeans (int n, const float *__restrict__ x, const float *__restrict__ centroid, float *__restrict__ sums,
	int *__restrict__ counts, byte *__restrict__ label)
{
  __shared__ float c[16][4], s[16][4];
  __shared__ int k[16];
  int t = threadIdx.x;
  if (t < 64)
    {
      c[t / 4][t % 4] = centroid[t];
      s[t / 4][t % 4] = 0;
    }
  if (t < 16)
    k[t] = 0;
  __syncthreads ();
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += blockDim.x * gridDim.x)
    {
      float p[4], nearest = FLT_MAX;
      int l = 0;
      for (int j = 0; j < 4; j++)
	p[j] = x[i + (size_t) n * j];
      for (int j = 0; j < 16; j++)
	{
	  float d = 0;
	  for (int a = 0; a < 4; a++)
	    d += (p[a] - c[j][a]) * (p[a] - c[j][a]);
	  if (d < nearest)
	    {
	      nearest = d;
	      l = j;
	    }
	}
      label[i] = l + 1;
      for (int j = 0; j < 4; j++)
	atomicAdd (&s[l][j], p[j]);
      atomicAdd (&k[l], 1);
    }
  __syncthreads ();
  if (t < 64)
    atomicAdd (&sums[t], s[t / 4][t % 4]);
  if (t < 16)
    atomicAdd (&counts[t], k[t]);
}

/* Sparse matrices.  */

struct bsr_matrix
{
  int nrows, nblocks;
};

__global__ void
bsr_multiply (bsr_matrix m, const int *__restrict__ start, const int *__restrict__ column,
	      const double *__restrict__ values, const double *__restrict__ x, double *__restrict__ y)
{
  double s[3] = { 0, 0, 0 };
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m.nrows)
    return;
  for (int l = start[row]; l < start[row + 1]; l++)
    {
      const double *v = values + 9 * (size_t) l, *p = x + 3 * (size_t) column[l];
      for (int i = 0; i < 3; i++)
	s[i] += v[i] * p[0] + v[i + 3] * p[1] + v[i + 6] * p[2];
    }
  for (int i = 0; i < 3; i++)
    y[i + 3 * (size_t) row] = s[i];
}

/* STRIDE is the distance of columns, in elements, which may be negative.  */
__global__ void
ell_multiply (int n, int w, long stride, const double *__restrict__ values, const int *__restrict__ column,
	      const double *__restrict__ x, double *__restrict__ y)
{
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n)
    return;
  double s = 0;
  for (int l = 0; l < w; l++)
    {
      int c = column[row + l * stride];
      if (c < 0)
	break;
      s += values[row + l * stride] * x[c];
    }
  y[row] = s;
}

__global__ void
look_up (long long n, long long m, const double *__restrict__ point, const double *__restrict__ tabulated,
	 const double *__restrict__ x, double *__restrict__ y)
{
  long long i = blockIdx.x * (long long) blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  long long low = 0, high = m - 1;
  while (high - low > 1)
    {
      long long middle = (low + high) / 2;
      if (point[middle] > x[i])
	high = middle;
      else
	low = middle;
    }
  double t = (x[i] - point[low]) / (point[high] - point[low]);
  y[i] = (1 - t) * tabulated[low] + t * tabulated[high];
}

/* Transforms.  */

__device__ float2
multiply (float2 a, float2 b)
{
  return make_float2 (a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__device__ float2
add (float2 a, float2 b)
{
  return make_float2 (a.x + b.x, a.y + b.y);
}

__device__ float2
subtract (float2 a, float2 b)
{
  return make_float2 (a.x - b.x, a.y - b.y);
}

__global__ void
radix4 (const float2 *__restrict__ twiddle, const float2 *__restrict__ x, float2 *__restrict__ y)
{
  __shared__ float2 s[4][256];
  float2 v[4];
  int t = threadIdx.x, w = threadIdx.y;
  size_t f = 256 * ((size_t) blockIdx.x * 4 + w);
  for (int r = 0; r < 4; r++)
    v[r] = x[t + 64 * r + f];
  for (int ns = 1;; ns *= 4)
    {
      int k = t % ns;
      for (int r = 1; r < 4; r++)
	v[r] = multiply (v[r], twiddle[r * k * (64 / ns)]);
      float2 a = add (v[0], v[2]), b = subtract (v[0], v[2]), c = add (v[1], v[3]), e = subtract (v[1], v[3]);
      float2 d = make_float2 (e.y, -e.x);
      v[0] = add (a, c);
      v[1] = add (b, d);
      v[2] = subtract (a, c);
      v[3] = subtract (b, d);
      if (ns == 64)
	break;
      int to = t / ns * ns * 4 + k;
      __syncthreads ();
      for (int r = 0; r < 4; r++)
	s[w][to + r * ns] = v[r];
      __syncthreads ();
      for (int r = 0; r < 4; r++)
	v[r] = s[w][t + 64 * r];
    }
  for (int r = 0; r < 4; r++)
    y[t + 64 * r + f] = v[r];
}

static const int cordic_steps = 24;
__constant__ int angles[cordic_steps] = {
  210828714, 124459457, 65760959, 33381290, 16755422, 8385879, 4193963, 2097109, 1048571, 524287, 262144, 131072,
  65536,     32768,     16384,	 8192,	   4096,     2048,    1024,    512,	256,	 128,	 64,	 32 };

__global__ void
cordic (int n, const int *__restrict__ angle, int *__restrict__ cosine, int *__restrict__ sine)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int x = 163008218, y = 0, z = angle[i];
  for (int l = 0; l < cordic_steps; l++)
    {
      int t = x;
      if (z >= 0)
	{
	  x -= y >> l;
	  y += t >> l;
	  z -= angles[l];
	}
      else
	{
	  x += y >> l;
	  y -= t >> l;
	  z += angles[l];
	}
    }
  cosine[i] = x;
  sine[i] = y;
}

__global__ void
reverse_dimensions (int ni, int nj, int nk, const double *__restrict__ a, double *__restrict__ b)
{
  __shared__ double tile[32][33];
  int i = blockIdx.x * 32 + threadIdx.x;
  int k = blockIdx.y * 32 + threadIdx.y;
  int j = blockIdx.z;
  for (int l = 0; l < 32; l += 8)
    if (i < ni && k + l < nk)
      tile[threadIdx.y + l][threadIdx.x] = a[i + ni * (j + (size_t) nj * (k + l))];
  __syncthreads ();
  k = blockIdx.y * 32 + threadIdx.x;
  i = blockIdx.x * 32 + threadIdx.y;
  for (int l = 0; l < 32; l += 8)
    if (k < nk && i + l < ni)
      b[k + nk * (j + (size_t) nj * (i + l))] = tile[threadIdx.x][threadIdx.y + l];
}

/* Lattices.  */

__constant__ int threshold[5];

__global__ void
potts (int n, int colour, const int *__restrict__ seed, const byte *__restrict__ spin, byte *__restrict__ next)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= n)
    return;
  byte now = spin[i + (size_t) n * j];
  if (((i + j) & 1) == colour)
    {
      byte around[4] = { spin[(i - 1 + n) % n + (size_t) n * j], spin[(i + 1) % n + (size_t) n * j],
			 spin[i + (size_t) n * ((j - 1 + n) % n)], spin[i + (size_t) n * ((j + 1) % n)] };
      unsigned r = seed[i + (size_t) n * j];
      for (int l = 0; l < 3; l++)
	{
	  r ^= r << 13;
	  r ^= r >> 17;
	  r ^= r << 5;
	  byte proposed = r & 7;
	  int d = 0;
	  for (int a = 0; a < 4; a++)
	    d += (around[a] == now) - (around[a] == proposed);
	  if (d <= 0 || (int) (r >> 8) < threshold[d])
	    now = proposed;
	}
    }
  next[i + (size_t) n * j] = now;
}

__global__ void
digit_ranks (int n, int shift, const int *__restrict__ keys, short *__restrict__ ranks)
{
  __shared__ int counts[16][8], first[128];
  int t = threadIdx.x, lane = t & 31, warp = t / 32;
  int i = blockIdx.x * blockDim.x + t;
  int digit = keys[i] >> shift & 15;
  if (t < 128)
    counts[t / 8][t & 7] = 0;
  __syncthreads ();
  unsigned peers = -1u;
  for (int b = 0; b < 4; b++)
    {
      unsigned votes = __ballot_sync (-1u, digit >> b & 1);
      peers &= digit >> b & 1 ? votes : ~votes;
    }
  int rank = __popc (peers & ((1u << lane) - 1));
  if (rank == 0)
    counts[digit][warp] = __popc (peers);
  __syncthreads ();
  if (warp == 0)
    {
      int b = 0;
      for (int l = 0; l < 4; l++)
	b += counts[(4 * lane + l) / 8][(4 * lane + l) & 7];
      int own = b;
      for (int l = 1; l < 32; l *= 2)
	{
	  int other = __shfl_up_sync (-1u, b, l);
	  if (lane >= l)
	    b += other;
	}
      b -= own;
      for (int l = 0; l < 4; l++)
	{
	  first[4 * lane + l] = b;
	  b += counts[(4 * lane + l) / 8][(4 * lane + l) & 7];
	}
    }
  __syncthreads ();
  ranks[i] = first[8 * digit + warp] + rank;
}

/* A number of 31 bits that looks random.  */
static long long
scrambled (long long i)
{
  return ((i * 1103515245 + 12345) & ((1LL << 40) - 1)) >> 9 & ((1LL << 31) - 1);
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
run_edit (int n)
{
  byte *a = new_array<byte> (width * (size_t) n, [] (size_t l) { return scrambled (l + 1) & 3; });
  byte *b = new_array<byte> (width * (size_t) n, [] (size_t l) {
    int j = l % width + 1;
    return scrambled (l + 2 + j % 5 / 4) & 3;
  });
  int *d = allocate<int> (n);
  for (start ("edit-distance"); again ();)
    edit_distance<<<(n + 127) / 128, 128>>> (n, a, b, d);
  finish (sum (d, n));
  cudaFree (a);
  cudaFree (b);
  cudaFree (d);
}

static void
run_tanimoto (int n)
{
  long long *base = new_array<long long> (nwords * (size_t) n, [] (size_t i) {
    return scrambled (i + 1) << 32 | scrambled (i + 78);
  });
  long long *query = new_array<long long> (nwords * 32, [] (size_t i) {
    return scrambled (3 * (i + 1)) << 32 | scrambled (5 * (i + 1));
  });
  float *best = allocate<float> (n);
  byte *which = allocate<byte> (n);
  for (start ("tanimoto"); again ();)
    tanimoto<<<(n + 127) / 128, 128>>> (n, base, query, best, which);
  finish (sum (best, n) + 1e-3 * sum (which, n));
  cudaFree (base);
  cudaFree (query);
  cudaFree (best);
  cudaFree (which);
}

static void
run_viterbi (int n)
{
  float *trans = filled_array<float> (nstates * nstates, -6, -1);
  float *emit = filled_array<float> (nstates * 20, -5, -0.5);
  byte *letters = new_array<byte> (64 * (size_t) n, [] (size_t i) { return 1 + scrambled (i + 1) % 20; });
  float *score = allocate<float> (n);
  for (start ("viterbi"); again ();)
    viterbi<<<n, nstates>>> (64, 20, trans, emit, letters, score);
  finish (sum (score, n));
  cudaFree (trans);
  cudaFree (emit);
  cudaFree (letters);
  cudaFree (score);
}

static void
run_bilateral (int n)
{
  float h[5][5];
  for (int j = -2; j <= 2; j++)
    for (int i = -2; i <= 2; i++)
      h[j + 2][i + 2] = 1.f / (1 + i * i + j * j);
  cudaMemcpyToSymbol (spatial, h, sizeof h);
  size_t size = (size_t) n * n;
  float *a = filled_array<float> (size, 0, 1);
  float *b = allocate<float> (size);
  for (start ("bilateral"); again ();)
    bilateral<<<dim3 ((n + 31) / 32, (n + 7) / 8), dim3 (32, 8)>>> (n, n, a, b, 0.3f);
  finish (sum (b, size));
  cudaFree (a);
  cudaFree (b);
}

static void
run_histogram (long long n)
{
  byte *a = new_array<byte> (n, [] (size_t i) { return (scrambled (i + 1) & 255) - 128; });
  byte *b = new_array<byte> (n, [] (size_t i) { return (scrambled ((i + 1) / 3) & 255) - 128; });
  int *counts = allocate<int> (1024);
  for (start ("joint-histogram"); again ();)
    {
      cudaMemsetAsync (counts, 0, 1024 * sizeof *counts);
      joint_histogram<<<528, 512>>> (n, a, b, counts);
    }
  auto h = fetch (counts, 1024);
  double s = 0;
  for (int i = 0; i < 1024; i++)
    s += (double) h[i] * (1 + i % 32 + 2 * (i / 32));
  finish (s);
  cudaFree (a);
  cudaFree (b);
  cudaFree (counts);
}

static void
run_kmeans (int n)
{
  float *x = new_array<float> (4 * (size_t) n, [=] (size_t l) {
    return float (scrambled (4 * (l % n + 1) + l / n + 1) % 100003) / 100003;
  });
  float *centroid = filled_array<float> (64, 0.1, 0.9);
  float *sums = allocate<float> (64);
  int *counts = allocate<int> (16);
  byte *label = allocate<byte> (n);
  for (start ("k-means"); again ();)
    {
      cudaMemsetAsync (sums, 0, 64 * sizeof *sums);
      cudaMemsetAsync (counts, 0, 16 * sizeof *counts);
      kmeans<<<1056, 256>>> (n, x, centroid, sums, counts, label);
    }
  auto h = fetch (counts, 16);
  double s = sum (sums, 64) + sum (label, n);
  for (int i = 0; i < 16; i++)
    s += (i + 1.) * h[i];
  finish (s);
  cudaFree (x);
  cudaFree (centroid);
  cudaFree (sums);
  cudaFree (counts);
  cudaFree (label);
}

static void
run_bsr (int n)
{
  std::vector<int> hf (n + 1), hc;
  for (int i = 0; i < n; i++)
    {
      hf[i + 1] = hf[i] + 5 + (i + 1) % 5;
      for (int l = 0; l < hf[i + 1] - hf[i]; l++)
	hc.push_back (((i + (l - 3) * l * 11) % n + n) % n);
    }
  int nblocks = hc.size ();
  int *first = new_array<int> (n + 1, [&] (size_t i) { return hf[i]; });
  int *column = new_array<int> (nblocks, [&] (size_t i) { return hc[i]; });
  double *values = filled_array<double> (9 * (size_t) nblocks, -1, 2);
  double *x = filled_array<double> (3 * (size_t) n, 0, 1);
  double *y = filled_array<double> (3 * (size_t) n, 0, 0);
  bsr_matrix m = { n, nblocks };
  for (start ("bsr-3x3"); again ();)
    bsr_multiply<<<(n + 127) / 128, 128>>> (m, first, column, values, x, y);
  finish (sum (y, 3 * (size_t) n));
  cudaFree (first);
  cudaFree (column);
  for (double *p : { values, x, y })
    cudaFree (p);
}

static void
run_ell (int n)
{
  const int w = 16;
  int *column = new_array<int> (n * (size_t) w, [=] (size_t k) {
    int i = k % n + 1, l = k / n + 1;
    return w - l >= 12 + i / 32 % 5 ? -1 : ((i + (l - 8) * (l + 3) * 5) % n + n) % n;
  });
  double *values = filled_array<double> (n * (size_t) w, -1, 2);
  double *x = filled_array<double> (n, 0, 1);
  double *y = allocate<double> (n);
  size_t last = n * (size_t) (w - 1);
  for (start ("ell-reversed"); again ();)
    ell_multiply<<<(n + 255) / 256, 256>>> (n, w, -(long) n, values + last, column + last, x, y);
  finish (sum (y, n));
  cudaFree (column);
  for (double *p : { values, x, y })
    cudaFree (p);
}

static void
run_look_up (int n)
{
  const int m = 4096;
  double *point = new_array<double> (m, [] (size_t i) {
    double t = (i + 1.) / m;
    return t * t;
  });
  double *tabulated = new_array<double> (m, [] (size_t i) { return sqrt (i + 1.); });
  double *x = new_array<double> (n, [] (size_t i) { return (double) (scrambled (i + 1) % 1000003) / 1000003; });
  double *y = allocate<double> (n);
  for (start ("table-bisection"); again ();)
    look_up<<<(n + 255) / 256, 256>>> (n, m, point, tabulated, x, y);
  finish (sum (y, n));
  for (double *p : { point, tabulated, x, y })
    cudaFree (p);
}

static void
run_radix4 (int n)
{
  size_t size = 1024 * (size_t) n;
  float2 *twiddle = new_array<float2> (256, [] (size_t i) {
    return make_float2 (cos (6.283185307179586 * i / 256), -sin (6.283185307179586 * i / 256));
  });
  float2 *x = new_array<float2> (size, [] (size_t i) {
    return make_float2 ((i + 1) % 7 / 7.f, (i + 1) % 11 / 11.f);
  });
  float2 *y = allocate<float2> (size);
  for (start ("radix4-256"); again ();)
    radix4<<<n, dim3 (64, 4)>>> (twiddle, x, y);
  double s = 0;
  for (float2 z : fetch (y, size))
    s += std::fabs ((double) z.x) + 2 * std::fabs ((double) z.y);
  finish (s);
  cudaFree (twiddle);
  cudaFree (x);
  cudaFree (y);
}

static void
run_cordic (int n)
{
  int *angle = filled_array<int> (n, -4e8, 4e8);
  int *cosine = allocate<int> (n), *sine = allocate<int> (n);
  for (start ("cordic"); again ();)
    cordic<<<(n + 255) / 256, 256>>> (n, angle, cosine, sine);
  finish (sum (cosine, n) + 2 * sum (sine, n));
  for (int *p : { angle, cosine, sine })
    cudaFree (p);
}

static void
run_reverse (int n)
{
  size_t size = (size_t) n * n * n;
  double *a = filled_array<double> (size, 0, 1);
  double *b = allocate<double> (size);
  for (start ("reverse-dimensions"); again ();)
    reverse_dimensions<<<dim3 ((n + 31) / 32, (n + 31) / 32, n), dim3 (32, 8)>>> (n, n, n, a, b);
  auto h = fetch (b, size);
  double s = 0;
  for (size_t l = 0; l < size; l++)
    {
      if (l % n == 0)
	s += h[l];
      if (l / n % n == 1)
	s += 2 * h[l];
      if (l / n / n == 2)
	s += 3 * h[l];
    }
  finish (s);
  cudaFree (a);
  cudaFree (b);
}

static void
run_potts (int n)
{
  size_t size = (size_t) n * n;
  int h[] = { 16777216, 6172059, 2270571, 835310, 307293 };
  cudaMemcpyToSymbol (threshold, h, sizeof h);
  int *seed = new_array<int> (size, [] (size_t i) { return scrambled (i + 1) + 1; });
  byte *spin = new_array<byte> (size, [] (size_t i) { return scrambled (7 * (i + 1)) & 7; });
  byte *next = allocate<byte> (size);
  for (start ("potts"); again ();)
    potts<<<dim3 ((n + 31) / 32, (n + 7) / 8), dim3 (32, 8)>>> (n, 0, seed, spin, next);
  finish (sum (next, size));
  cudaFree (seed);
  cudaFree (spin);
  cudaFree (next);
}

static void
run_ranks (int n)
{
  int *keys = new_array<int> (n, [] (size_t i) { return scrambled (i + 1); });
  short *ranks = allocate<short> (n);
  for (start ("digit-ranks"); again ();)
    digit_ranks<<<n / 256, 256>>> (n, 8, keys, ranks);
  auto h = fetch (ranks, n);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += h[i] * ((i + 1) % 7);
  finish (s);
  cudaFree (keys);
  cudaFree (ranks);
}

int
main (int, char **argv)
{
  int k = atoi (argv[1]);
  run_edit (1 << (k - 6));
  run_tanimoto (1 << (k - 4));
  run_viterbi (1 << (k - 12));
  run_bilateral (1 << (k - 1) / 2);
  run_histogram (1LL << (k + 1));
  run_kmeans (1 << (k - 2));
  run_bsr (1 << (k - 6));
  run_ell (1 << (k - 4));
  run_look_up (1 << (k - 2));
  run_radix4 (1 << (k - 10));
  run_cordic (1 << k);
  run_reverse (1 << k / 3);
  run_potts (1 << k / 2);
  run_ranks (1 << k);
  // Errors of launches.
  cudaError_t e = cudaDeviceSynchronize ();
  if (e)
    fprintf (stderr, "%s\n", cudaGetErrorString (e));
}
