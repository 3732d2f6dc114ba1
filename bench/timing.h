// The same for the peers, see timing.f90.
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

#ifndef TIMING_H
#define TIMING_H

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

static const int samples = 7;
static const double sample_time = 0.02;
static const char *name;
static int sample, launch, launches;
static std::chrono::steady_clock::time_point begun;
static double times[samples + 1];

static inline void
mark ()
{
  cudaDeviceSynchronize ();
  begun = std::chrono::steady_clock::now ();
}

static inline void
start (const char *what)
{
  name = what;
  sample = -1;
  launch = 0;
  launches = 1;
  mark ();
}

static inline bool
again ()
{
  if (launch < launches)
    {
      launch++;
      return true;
    }
  if (cudaDeviceSynchronize ())
    {
      fprintf (stderr, "a kernel failed\n");
      exit (1);
    }
  std::chrono::duration<double> d = std::chrono::steady_clock::now () - begun;
  double t = d.count () / launches;
  if (sample == 0)
    launches = std::max (1, std::min (1000, int (sample_time / t)));
  if (sample > 0)
    times[sample - 1] = 1000 * t;
  sample++;
  launch = 1;
  bool more = sample <= samples;
  mark ();
  return more;
}

static inline void
finish (double value)
{
  for (int i = 0; i < samples; i++)
    printf ("%s %f %.15e\n", name, times[i], value);
}

/* A new array of COUNT elements, uninitialized.  */

template <typename type> static type *
allocate (size_t count)
{
  type *p;
  if (cudaMalloc (&p, count * sizeof *p))
    exit (1);
  return p;
}

/* An array of N elements on the device, from function VALUE of the index.  */
template <typename type, typename function> static type *
new_array (size_t n, function value)
{
  std::vector<type> h (n);
  type *d = allocate<type> (n);
  for (size_t i = 0; i < n; i++)
    h[i] = value (i);
  if (cudaMemcpy (d, h.data (), n * sizeof *d, cudaMemcpyHostToDevice))
    exit (1);
  return d;
}

/* The same from values between LOW and HIGH, which repeat after 1009.  */
template <typename type> static type *
filled_array (size_t n, double low, double high)
{
  return new_array<type> (n, [=] (size_t i) {
    return type (low + (high - low) * (i * 7919 % 1009) / 1009);
  });
}

/* The sum of each STRIDE-th of N elements of D, from the first.  */
template <typename type> static double
sum (const type *d, size_t n, size_t stride = 1)
{
  std::vector<type> h (n);
  double s = 0;
  if (cudaMemcpy (h.data (), d, n * sizeof *d, cudaMemcpyDeviceToHost))
    exit (1);
  for (size_t i = 0; i < n; i += stride)
    s += h[i];
  return s;
}

#endif
