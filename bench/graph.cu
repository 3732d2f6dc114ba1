// The peer of graph.cuf.
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

__global__ void
empty ()
{
}

static void
check (cudaError_t code)
{
  if (code)
    exit (1);
}

int
main ()
{
  const int samples = 7, kernels = 100, replays = 500;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  check (cudaStreamCreate (&stream));
  check (cudaStreamBeginCapture (stream, cudaStreamCaptureModeGlobal));
  for (int k = 0; k < kernels; k++)
    empty<<<1, 32, 0, stream>>> ();
  check (cudaStreamEndCapture (stream, &graph));
  check (cudaGraphInstantiate (&executable, graph, 0));
  check (cudaGraphLaunch (executable, stream));
  check (cudaStreamSynchronize (stream));
  for (int s = 0; s < samples; s++)
    {
      auto t0 = std::chrono::steady_clock::now ();
      for (int k = 0; k < replays; k++)
	check (cudaGraphLaunch (executable, stream));
      check (cudaStreamSynchronize (stream));
      std::chrono::duration<double, std::milli> t
	= std::chrono::steady_clock::now () - t0;
      printf ("graph-of-100 %f\n", t.count () / replays);
    }
  return 0;
}
