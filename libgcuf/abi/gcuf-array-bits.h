/* What keys are sorted by, and random bits, on both sides.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of the CUDA Fortran runtime library (libgcuf).

   Libgcuf is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by
   the Free Software Foundation; either version 3, or (at your option)
   any later version.

   Libgcuf is distributed in the hope that it will be useful, but WITHOUT ANY
   WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS
   FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
   more details.

   Under Section 7 of GPL version 3, you are granted additional
   permissions described in the GCC Runtime Library Exception, version
   3.1, as published by the Free Software Foundation.

   You should have received a copy of the GNU General Public License and
   a copy of the GCC Runtime Library Exception along with this program;
   see the files COPYING and COPYING.RUNTIME respectively.  If not, see
   <http://www.gnu.org/licenses/>.  */


/* Included by the library and by its kernels.  */

#ifndef GCUF_ARRAY_BITS_H
#define GCUF_ARRAY_BITS_H

#include <stdint.h>

/* The BITS of a real number as an unsigned integer: of two numbers the greater
   has the greater one, zeros of both signs the same, and NaNs the
   greatest.  */

static inline __attribute__ ((always_inline)) uint32_t
gcuf_ordered_real4 (uint32_t bits)
{
  uint32_t magnitude = bits & UINT32_C (0x7fffffff);
  if (magnitude > UINT32_C (0x7f800000))
    return UINT32_MAX;
  if (magnitude == 0)
    return UINT32_C (0x80000000);
  return bits >> 31 ? ~bits : bits | UINT32_C (0x80000000);
}

static inline __attribute__ ((always_inline)) uint64_t
gcuf_ordered_real8 (uint64_t bits)
{
  uint64_t magnitude = bits & UINT64_C (0x7fffffffffffffff);
  if (magnitude > UINT64_C (0x7ff0000000000000))
    return UINT64_MAX;
  if (magnitude == 0)
    return UINT64_C (0x8000000000000000);
  return bits >> 63 ? ~bits : bits | UINT64_C (0x8000000000000000);
}

/* 64 random bits, the NUMBERth that SEED stands for: Philox4x32-10, by Salmon
   and others, of that counter.  */

static inline __attribute__ ((always_inline)) uint64_t
gcuf_random_bits (uint64_t seed, uint64_t number)
{
  uint32_t c0 = number, c1 = number >> 32, c2 = 0, c3 = 0;
  uint32_t k0 = seed, k1 = seed >> 32;
  for (int round = 0; round < 10; round++)
    {
      uint64_t p0 = (uint64_t) c0 * UINT32_C (0xd2511f53);
      uint64_t p1 = (uint64_t) c2 * UINT32_C (0xcd9e8d57);
      uint32_t n0 = (uint32_t) (p1 >> 32) ^ c1 ^ k0;
      uint32_t n2 = (uint32_t) (p0 >> 32) ^ c3 ^ k1;
      c1 = p1;
      c3 = p0;
      c0 = n0;
      c2 = n2;
      k0 += UINT32_C (0x9e3779b9);
      k1 += UINT32_C (0xbb67ae85);
    }
  return (uint64_t) c0 << 32 | c1;
}

#endif
