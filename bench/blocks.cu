// The peer of blocks.cuf: cudaMemcpy2D.
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

#include <chrono>
#include <cstdio>
#include <cstdlib>

static void
timed (const char *name, double *to, const double *from, size_t n, size_t m,
       cudaMemcpyKind kind)
{
  size_t pitch = n * sizeof (double), width = (n - 2) * sizeof (double);
  cudaDeviceSynchronize ();
  auto t0 = std::chrono::steady_clock::now ();
  if (cudaMemcpy2D (to + n + 1, pitch, from + n + 1, pitch, width, m - 2, kind)
      || cudaDeviceSynchronize ())
    exit (1);
  std::chrono::duration<double, std::milli> t
    = std::chrono::steady_clock::now () - t0;
  if (name)
    printf ("%s %f\n", name, t.count ());
}

int
main ()
{
  const int samples = 7;
  const size_t n = 4096, m = 4096, size = n * m * sizeof (double);
  double *plain = (double *) malloc (size), *fixed, *d;

  if (!plain || cudaMallocHost (&fixed, size) || cudaMalloc (&d, size))
    return 1;
  for (size_t i = 0; i < n * m; i++)
    {
      plain[i] = 1;
      fixed[i] = 2;
    }
  timed (NULL, d, plain, n, m, cudaMemcpyHostToDevice);
  timed (NULL, d, fixed, n, m, cudaMemcpyHostToDevice);
  for (int s = 0; s < samples; s++)
    {
      timed ("block-plain-to-device", d, plain, n, m, cudaMemcpyHostToDevice);
      timed ("block-device-to-plain", plain, d, n, m, cudaMemcpyDeviceToHost);
      timed ("block-pinned-to-device", d, fixed, n, m, cudaMemcpyHostToDevice);
      timed ("block-device-to-pinned", fixed, d, n, m, cudaMemcpyDeviceToHost);
    }
  return plain[n + 1] != 1 || fixed[n + 1] != 2;
}
