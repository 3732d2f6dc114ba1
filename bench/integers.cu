// The peer of integers.cuf in CUDA C.
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
hash (int n, const long long *key, int *first, int *second)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned long long h = key[i];
  for (int l = 0; l < 4; l++)
    {
      h = (h ^ h >> 33) * 5871781006564002453;
      h = (h ^ h >> 29) * 2685821657736338717;
      h = h ^ h >> 32;
    }
  h &= ~(1ull << 63);
  first[i] = int (h % 1048576) + 1;
  second[i] = int (h % 1000003) + 1;
}

__global__ void
digits (int n, const int *a, int *b)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
  if (i >= n)
    return;
  for (int r = a[i]; r > 0; r /= 10)
    s += r % 10;
  b[i] = s;
}

__global__ void
dates (int size, const int *day, int *date)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size)
    return;
  int l = day[i] + 68569, n = 4 * l / 146097;
  l -= (146097 * n + 3) / 4;
  int y = 4000 * (l + 1) / 1461001;
  l = l - 1461 * y / 4 + 31;
  int m = 80 * l / 2447, d = l - 2447 * m / 80;
  l = m / 11;
  date[i] = d + 100 * (m + 2 - 12 * l) + 10000 * (100 * (n - 49) + y + l);
}

/* A % N, with the sign of N.  */
static __device__ int
modulo (int a, int n)
{
  int r = a % n;
  return r < 0 ? r + n : r;
}

__global__ void
life_logical (int n, const bool *a, bool *b)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y, s = 0;
  if (i >= n || j >= n)
    return;
  for (int l = -1; l <= 1; l++)
    for (int k = -1; k <= 1; k++)
      if ((k != 0 || l != 0)
	  && a[modulo (i + k, n) + (size_t) n * modulo (j + l, n)])
	s++;
  size_t at = i + (size_t) n * j;
  b[at] = s == 3 || (s == 2 && a[at]);
}

__global__ void
life_bytes (int n, int m, const signed char *a, signed char *b)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y, s = 0;
  size_t at = i + (size_t) n * j;
  if (i < 1 || j < 1 || i >= n - 1 || j >= m - 1)
    return;
  for (int l = -1; l <= 1; l++)
    for (int k = -1; k <= 1; k++)
      s += a[at + k + (ptrdiff_t) n * l];
  s -= a[at];
  b[at] = s == 3 ? 1 : s == 2 ? a[at] : 0;
}

__global__ void
bits (int n, const long long *a, const long long *b, int *c)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  long long d = a[i] ^ b[i];
  c[i] = __popcll (d) + __clzll (d) + (d ? __ffsll (d) - 1 : 64)
	 + (__popcll (a[i] & b[i]) & 1) + (d >> ((i + 1) % 64) & 1);
}

static __device__ float
next (unsigned *s)
{
  *s ^= *s << 13;
  *s ^= *s >> 17;
  *s ^= *s << 5;
  return (*s >> 8) * 0x1p-24f;
}

__global__ void
circle (int n, int steps, int *counts)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned s = (i + 1) ^ 1234567;
  if (i >= n)
    return;
  counts[i] = 0;
  for (int l = 0; l < steps; l++)
    {
      float x = next (&s), y = next (&s);
      if (x * x + y * y < 1)
	counts[i]++;
    }
}

__global__ void
divisors (int n, const int *a, const int *b, int *c)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int p = a[i], q = b[i];
  while (q != 0)
    {
      int r = p % q;
      p = q;
      q = r;
    }
  c[i] = p;
}

__global__ void
checksums (int n, const unsigned *table, const signed char *text, int *sums)
{
  __shared__ unsigned t[256];
  t[threadIdx.x] = table[threadIdx.x];
  __syncthreads ();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned s = ~0u;
  for (int l = 0; l < 64; l++)
    s = t[(s ^ text[l + 64 * i]) & 255] ^ s >> 8;
  sums[i] = ~s;
}

__global__ void
halves (int n, int *counts)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, l = 0;
  if (i >= n)
    return;
  for (long long x = i + 1; x != 1; l++)
    if (x % 2 == 0)
      x /= 2;
    else
      x = 3 * x + 1;
  counts[i] = l;
}

static void
time_checksums (int m)
{
  unsigned *a = new_array<unsigned> (256, [] (unsigned i) {
    for (int l = 0; l < 8; l++)
      i = i & 1 ? i >> 1 ^ 0xedb88320 : i >> 1;
    return i;
  });
  signed char *s = new_array<signed char> (64 * (size_t) m, [] (size_t i) {
    return (i + 1) * 7919 % 100;
  });
  int *c = filled_array<int> (m, 0, 0);
  for (start ("checksums"); again ();)
    checksums<<<m / 256, 256>>> (m, a, s, c);
  finish (sum (c, m));
  cudaFree (a);
  cudaFree (s);
  cudaFree (c);
}

int
main (int argc, char **argv)
{
  int k = atoi (argv[1]), n = 1 << (k - 2), m = n / 16;
  {
    long long *x = new_array<long long> (n, [] (size_t i) {
      return (i + 1) * 7919;
    });
    long long *y = new_array<long long> (n, [] (size_t i) {
      return (i + 1) * 104729;
    });
    int *a = filled_array<int> (n, 0, 0), *b = filled_array<int> (n, 0, 0);
    int *c = filled_array<int> (n, 0, 0);
    for (start ("hashes"); again ();)
      hash<<<(n + 255) / 256, 256>>> (n, x, a, b);
    finish (sum (a, n) + sum (b, n));
    for (start ("bits"); again ();)
      bits<<<(n + 255) / 256, 256>>> (n, x, y, c);
    finish (sum (c, n));
    cudaFree (x);
    cudaFree (y);
    cudaFree (a);
    cudaFree (b);
    a = filled_array<int> (n, 1, 1e9);
    b = filled_array<int> (n, 3, 5e8);
    for (start ("digits"); again ();)
      digits<<<(n + 255) / 256, 256>>> (n, a, c);
    finish (sum (c, n));
    for (start ("common-divisors"); again ();)
      divisors<<<(n + 255) / 256, 256>>> (n, a, b, c);
    finish (sum (c, n));
    cudaFree (a);
    a = filled_array<int> (n, 2e6, 3e6);
    for (start ("dates"); again ();)
      dates<<<(n + 255) / 256, 256>>> (n, a, c);
    finish (sum (c, n));
    for (start ("random-circle"); again ();)
      circle<<<(m + 255) / 256, 256>>> (m, 100, a);
    finish (sum (a, m));
    for (start ("halves"); again ();)
      halves<<<(m + 255) / 256, 256>>> (m, a);
    finish (sum (a, m));
    cudaFree (a);
    cudaFree (b);
    cudaFree (c);
  }
  time_checksums (m);
  {
    m = 1 << k / 2;
    size_t size = (size_t) m * m;
    dim3 block (32, 8), grid ((m + 31) / 32, (m + 7) / 8);
    auto alive = [] (size_t i) { return (i + 1) * 7919 % 1009 < 300; };
    signed char *s = new_array<signed char> (size, alive);
    bool *p = (bool *) new_array<signed char> (size, alive);
    bool *q = (bool *) filled_array<signed char> (size, 0, 0);
    signed char *t = filled_array<signed char> (size, 0, 0);
    for (start ("life-logical"); again ();)
      life_logical<<<grid, block>>> (m, p, q);
    finish (sum ((signed char *) q, size));
    for (start ("life-bytes"); again ();)
      life_bytes<<<grid, block>>> (m, m, s, t);
    finish (sum (t, size));
  }
}
