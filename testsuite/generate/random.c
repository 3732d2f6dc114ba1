/* Random numbers, the same on every machine.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of cudafortran.

   Cudafortran is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   Cudafortran is distributed in the hope that it will be useful, but
   WITHOUT ANY WARRANTY; without even the implied warranty of
   MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.  See the GNU
   General Public License for more details.

   You should have received a copy of the GNU General Public License
   along with cudafortran; see the file COPYING.  If not, see
   <http://www.gnu.org/licenses/>.  */

#include "generate.h"

#include <assert.h>
#include <stdint.h>

static uint64_t state;

/* Steele, Lea and Flood's SplitMix64.  */

static uint64_t
next (void)
{
  uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

void
seed_random (unsigned long seed)
{
  state = seed;
  next ();
}

int
pick (int n)
{
  assert (n > 0);
  return (next () >> 33) % n;
}

int
between (int low, int high)
{
  assert (low <= high);
  return low + pick (high - low + 1);
}

bool
chance (int percent)
{
  return pick (100) < percent;
}
