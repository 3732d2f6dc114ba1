// The peer of copy.cuf: cudaMemcpy.
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
timed (const char *name, void *to, const void *from, size_t size,
       cudaMemcpyKind kind)
{
  cudaDeviceSynchronize ();
  auto t0 = std::chrono::steady_clock::now ();
  if (cudaMemcpy (to, from, size, kind) || cudaDeviceSynchronize ())
    exit (1);
  std::chrono::duration<double, std::milli> t
    = std::chrono::steady_clock::now () - t0;
  printf ("%s %f\n", name, t.count ());
}

int
main ()
{
  const int samples = 7;
  const size_t n = 1 << 26, size = n * sizeof (float);
  float *plain = (float *) malloc (size), *fixed, *d;

  if (!plain || cudaMallocHost (&fixed, size) || cudaMalloc (&d, size))
    return 1;
  for (size_t i = 0; i < n; i++)
    {
      plain[i] = 1;
      fixed[i] = 2;
    }
  cudaMemcpy (d, plain, size, cudaMemcpyHostToDevice);
  cudaMemcpy (d, fixed, size, cudaMemcpyHostToDevice);
  for (int s = 0; s < samples; s++)
    {
      timed ("plain-to-device", d, plain, size, cudaMemcpyHostToDevice);
      timed ("device-to-plain", plain, d, size, cudaMemcpyDeviceToHost);
      timed ("pinned-to-device", d, fixed, size, cudaMemcpyHostToDevice);
      timed ("device-to-pinned", fixed, d, size, cudaMemcpyDeviceToHost);
    }
  return plain[n - 1] != 1 || fixed[0] != 2;
}
