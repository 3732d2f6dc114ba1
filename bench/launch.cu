// The peer of launch.cuf: nothing but cuLaunchKernel.
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
#include <cuda.h>

static const char ptx[] = ".version 6.3\n"
			  ".target sm_75\n"
			  ".address_size 64\n"
			  ".visible .entry empty () { ret; }\n";

int
main ()
{
  const int samples = 7, launches = 20000;
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction empty;

  if (cuInit (0) || cuDeviceGet (&device, 0)
      || cuDevicePrimaryCtxRetain (&context, device)
      || cuCtxSetCurrent (context) || cuModuleLoadData (&module, ptx)
      || cuModuleGetFunction (&empty, module, "empty")
      || cuLaunchKernel (empty, 1, 1, 1, 32, 1, 1, 0, 0, 0, 0)
      || cuCtxSynchronize ())
    return 1;
  for (int s = 0; s < samples; s++)
    {
      auto t0 = std::chrono::steady_clock::now ();
      for (int k = 0; k < launches; k++)
	cuLaunchKernel (empty, 1, 1, 1, 32, 1, 1, 0, 0, 0, 0);
      if (cuCtxSynchronize ())
	return 1;
      std::chrono::duration<double, std::milli> t
	= std::chrono::steady_clock::now () - t0;
      printf ("launch %f\n", t.count () / launches);
    }
  return 0;
}
