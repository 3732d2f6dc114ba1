// The peer of math.CUF in CUDA C.
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

template <typename type, typename function> __global__ void
sweep (int n, const type *x, type *y, function f)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = f (x[i]);
}

#define FUNCTION(label, value8, value4)					\
  for (start (label "-f64"); again ();)					\
    sweep<<<(n + 255) / 256, 256>>> (n, x8, y8, [] __device__ (double x) \
				     { return value8; });		\
  finish (sum (y8, n));							\
  for (start (label "-f32"); again ();)					\
    sweep<<<(n + 255) / 256, 256>>> (n, x4, y4, [] __device__ (float x)	\
				     { return value4; });		\
  finish (sum (y4, n));

int
main (int argc, char **argv)
{
  int n = 1 << atoi (argv[1]);
  auto value = [n] (size_t i) { return 0.25 + i * (8.0 / n); };
  double *x8 = new_array<double> (n, value), *y8 = new_array<double> (n, value);
  float *x4 = new_array<float> (n, value), *y4 = new_array<float> (n, value);

  FUNCTION ("sin", sin (x), sinf (x))
  FUNCTION ("cos", cos (x), cosf (x))
  FUNCTION ("tan", tan (x), tanf (x))
  FUNCTION ("exp", exp (x), expf (x))
  FUNCTION ("log", log (x), logf (x))
  FUNCTION ("pow", pow (x, 2.4), powf (x, 2.4f))
  FUNCTION ("sqrt", sqrt (x), sqrtf (x))
  FUNCTION ("division", 1.5 / x, 1.5f / x)
  FUNCTION ("atan", atan (x), atanf (x))
  FUNCTION ("tanh", tanh (x), tanhf (x))
  FUNCTION ("erf", erf (x), erff (x))
  FUNCTION ("sin+exp", sin (x) + exp (x), sinf (x) + expf (x))
  FUNCTION ("sin+cos", sin (x) + 2 * cos (x), sinf (x) + 2 * cosf (x))
}
