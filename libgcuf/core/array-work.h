/* Prefix sums, packing, sorting, random numbers: what backends are asked for.
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


#ifndef GCUF_ARRAY_WORK_H
#define GCUF_ARRAY_WORK_H

#include "array-reduction.h"

/* Prefix sums at DATA of N elements each of SOURCE, which is DATA or overlaps
   nothing of it: for each of AFTER slices there are BEFORE of them, elements of
   which are BEFORE apart.  Integers wrap round.  */
struct gcuf_prefix
{
  void *data;
  const void *source;
  uint64_t before, n, after;
  enum gcuf_element element;	/* GCUF_I4, _I8, _R4 or _R8.  */
  unsigned char logical;	/* If not zero the source has logical values of
				   as many bytes, to be counted.  */
  bool exclusive;		/* Of the elements in front of each.  */
};

/* Store at DATA, one behind the other, those of N elements of BYTES at SOURCE
   for which the value of LOGICAL bytes at MASK is true; if DATA is null, only
   count them.  */
struct gcuf_packing
{
  void *data;
  const void *source, *mask;
  uint64_t n;
  unsigned char bytes;		/* 1, 2, 4 or 8.  */
  unsigned char logical;	/* The same.  */
};

/* Sort N keys, not zero, upwards; equal ones keep their order, and NaNs, of
   any sign, come last.  INDICES, which may be null, are permuted as the keys
   are.  The SPARE memory is as large as the other.  */
struct gcuf_sort
{
  void *keys, *spare_keys;
  int32_t *indices, *spare_indices;
  uint64_t n;
  enum gcuf_element element;	/* As in a prefix sum.  */
};

/* Let COUNT elements, of a real type, be numbers from zero up to one, those
   from number FIRST on of the sequence that SEED stands for.  */
struct gcuf_random
{
  void *data;
  uint64_t count, first, seed;
  enum gcuf_element element;
};

/* Whether the logical value of BYTES at P is true.  */

static inline bool
gcuf_logical (const void *p, unsigned bytes)
{
  uint64_t value = 0;
  __builtin_memcpy (&value, p, bytes);
  return value != 0;
}

/* An element's bytes.  */

static inline size_t
gcuf_element_bytes (enum gcuf_element element)
{
  static const unsigned char bytes[GCUF_N_ELEMENTS]
    = { [GCUF_I1] = 1, [GCUF_I2] = 2, [GCUF_I4] = 4, [GCUF_I8] = 8,
	[GCUF_R2] = 2, [GCUF_R4] = 4, [GCUF_R8] = 8 };
  return bytes[element];
}

#endif
