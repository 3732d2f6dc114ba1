// The peer of records.cuf in CUDA C.
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
#include <algorithm>
#include <cstdint>

struct body_t
{
  double mass, place[3], speed[3];
  int group, id;
};

__global__ void
reorder (int n, const int *__restrict__ order, const body_t *__restrict__ old, body_t *__restrict__ now)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    now[i] = old[order[i]];
}

static void
run_bodies (int n)
{
  body_t *old = new_array<body_t> (n, [] (size_t i) {
    double j = i + 1, v = (i + 1) % 100;
    return body_t { j, { v, 2 * v, 3 * v }, { double ((i + 1) % 7), 2, 3 }, int (i + 1) / 8, int (i + 1) };
  });
  int *order = new_array<int> (n, [=] (size_t i) { return int (i * 5081 & (n - 1)); });
  body_t *now = allocate<body_t> (n);
  for (start ("reorder-bodies"); again ();)
    reorder<<<(n + 127) / 128, 128>>> (n, order, old, now);
  std::vector<body_t> h (n);
  cudaMemcpy (h.data (), now, n * sizeof *now, cudaMemcpyDeviceToHost);
  double total = 0;
  for (int i = 0; i < n; i += 7)
    total += h[i].mass + h[i].place[1] + h[i].speed[0] + h[i].id;
  finish (total);
  cudaFree (old);
  cudaFree (now);
  cudaFree (order);
}

struct block_t
{
  int64_t low, high;
  int before[4];
};

__device__ static inline int
rank_of (const block_t *__restrict__ blocks, int letter, int place)
{
  const block_t &b = blocks[(unsigned) place >> 6];
  int64_t bits = letter & 1 ? b.low : ~b.low;
  bits &= letter & 2 ? b.high : ~b.high;
  return b.before[letter] + __popcll (bits & ((1ULL << (place & 63)) - 1));
}

__global__ void
ranks (int n, int size, const block_t *__restrict__ blocks, int *__restrict__ r)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  if (i > n)
    return;
  int place = i * 7919 & (64 * size - 1);
  for (int step = 0; step < 8; step++)
    place = (rank_of (blocks, place / 8 & 3, place) * 13 + i) & (64 * size - 1);
  r[i - 1] = place;
}

static void
run_ranks (int n, int size)
{
  block_t *blocks = new_array<block_t> (size, [] (size_t i) {
    block_t b = { int64_t (i * 2654435761), int64_t (i * 40503 ^ i << 37), {} };
    for (int c = 0; c < 4; c++)
      b.before[c] = (i * 64 + c * 17) % 1000003;
    return b;
  });
  int *r = allocate<int> (n);
  for (start ("text-ranks"); again ();)
    ranks<<<(n + 127) / 128, 128>>> (n, size, blocks, r);
  finish (sum (r, n));
  cudaFree (blocks);
  cudaFree (r);
}

__global__ void
make_keys (int n, const float *__restrict__ x, int *__restrict__ key)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int bits = __float_as_int (x[i]);
  key[i] = bits < 0 ? ~bits : bits ^ 1 << 31;
}

static void
run_keys (int n)
{
  float *x = filled_array<float> (n, -5, 9);
  int *key = allocate<int> (n);
  for (start ("real-keys"); again ();)
    make_keys<<<(n + 255) / 256, 256>>> (n, x, key);
  finish (sum (key, n));
  cudaFree (x);
  cudaFree (key);
}

static const int nlay = 32;

__device__ static inline double
next (unsigned seed[2])
{
  seed[0] = 18000 * (seed[0] & 65535) + (seed[0] >> 16);
  seed[1] = 30903 * (seed[1] & 65535) + (seed[1] >> 16);
  return int ((seed[0] << 16) + seed[1]) * 2.328306e-10 + 0.5;
}

__global__ void
generate (int ncol, const double *__restrict__ fraction, const double *__restrict__ correlation,
	  const double *__restrict__ water, float *__restrict__ path)
{
  int col = blockIdx.x * blockDim.y + threadIdx.y;
  if (col >= ncol)
    return;
  unsigned seed[2] = { 362436069 + (threadIdx.x + 1) * 7919, 521288629u + col + 1 };
  double cover = next (seed), sum = 0;
  for (int l = 0; l < nlay; l++)
    {
      double r1 = next (seed), r2 = next (seed);
      int at = l + nlay * col;
      if (r2 >= correlation[at])
	cover = r1;
      if (cover >= 1 - fraction[at])
	sum += water[at];
    }
  path[threadIdx.x + 32 * col] = sum;
}

static void
run_overlap (int n)
{
  double *fraction = filled_array<double> (nlay * n, 0, 0.8);
  double *correlation = filled_array<double> (nlay * n, 0.2, 1);
  double *water = filled_array<double> (nlay * n, 0.01, 0.1);
  float *path = allocate<float> (32 * n);
  for (start ("cloud-layers"); again ();)
    generate<<<(n + 3) / 4, dim3 (32, 4)>>> (n, fraction, correlation, water, path);
  finish (sum (path, 32 * n));
  for (double *v : { fraction, correlation, water })
    cudaFree (v);
  cudaFree (path);
}

int
main (int, char **argv)
{
  int k = atoi (argv[1]);
  run_bodies (1 << (k - 4));
  run_ranks (1 << (k - 4), 1 << (k - 8));
  run_keys (1 << k);
  run_overlap (1 << (k - 9));
  // Errors of launches.
  cudaError_t e = cudaDeviceSynchronize ();
  if (e)
    fprintf (stderr, "%s\n", cudaGetErrorString (e));
}
