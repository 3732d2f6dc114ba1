// The peer of automatic.cuf: memory of the stream's pool.
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
#include <cuda_runtime.h>

int
main ()
{
  const int samples = 7, calls = 20000;
  void *p;
  for (int s = -1; s < samples; s++)
    {
      auto t0 = std::chrono::steady_clock::now ();
      for (int k = 0; k < calls; k++)
	if (cudaMallocAsync (&p, 1 << 20, 0) || cudaFreeAsync (p, 0))
	  return 1;
      std::chrono::duration<double, std::milli> t
	= std::chrono::steady_clock::now () - t0;
      if (cudaDeviceSynchronize ())
	return 1;
      if (s >= 0)
	printf ("automatic %f\n", t.count () / calls);
    }
  return 0;
}
