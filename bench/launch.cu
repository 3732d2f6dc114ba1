// The peer of launch.cuf.
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

__global__ void
empty ()
{
}

__global__ void
twelve (double *a, double *b, double *c, double *d, int i, int j, int k, int l,
	double w, double x, double y, double z)
{
  if (threadIdx.x == 33)
    a[i] = b[j] + c[k + 10 * l] + d[l + 10 * k] + w + x + y + z;
}

const int samples = 7, launches = 20000;

template <class F> static bool
measure (const char *name, F launch)
{
  auto t0 = std::chrono::steady_clock::now ();
  for (int k = 0; k < launches; k++)
    launch ();
  if (cudaDeviceSynchronize ())
    return false;
  std::chrono::duration<double, std::milli> t
    = std::chrono::steady_clock::now () - t0;
  printf ("%s %f\n", name, t.count () / launches);
  return true;
}

int
main ()
{
  double *p;
  if (cudaMalloc (&p, 800))
    return 1;
  auto launch_empty = [] { empty<<<1, 32>>> (); };
  auto launch_twelve
    = [=] { twelve<<<1, 32>>> (p, p, p, p, 1, 2, 3, 4, 1., 2., 3., 4.); };
  launch_empty ();
  launch_twelve ();
  if (cudaDeviceSynchronize ())
    return 1;
  for (int s = 0; s < samples; s++)
    if (!measure ("launch", launch_empty)
	|| !measure ("twelve-arguments", launch_twelve))
      return 1;
  return 0;
}
