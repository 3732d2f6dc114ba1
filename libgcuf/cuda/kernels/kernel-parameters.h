/* The parameters of the library's own kernels.
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


/* Included by the kernels, which are compiled for the device, and by what
   launches them: each kernel has one of these structures as its only
   parameter.  Blocks have GCUF_LIBRARY_BLOCK threads, all along x.  */

#ifndef GCUF_KERNEL_PARAMETERS_H
#define GCUF_KERNEL_PARAMETERS_H

#include <stdint.h>

#include "gcuf-limits.h"

enum
{
  GCUF_REDUCTION_LOOPS = GCUF_MAX_RANK,
  GCUF_REDUCTION_AT_ONCE = 8,	/* Loads that a thread has under way.  */
  GCUF_COPY_LOOPS = 6,
  GCUF_PREFIX_TILE = 8 * GCUF_LIBRARY_BLOCK,	/* Elements of a block's.  */
  GCUF_SORT_TILE = 16 * GCUF_LIBRARY_BLOCK,
  GCUF_SORT_DIGIT_BITS = 8
};

/* Reductions of arrays: M results, each of N elements; the INNER loops over
   the elements of one, innermost first, and then the OUTER ones over the
   results.  Addresses are the device's; strides are in bytes.  MASK is zero
   where all elements take part.  At OUT is a struct gcuf_partial for each part
   of each result.  */
struct gcuf_reduction_work
{
  uint64_t src, mask, out;
  uint64_t n, m;
  uint32_t inner, outer;
  uint32_t least, back;		/* Of extremes: which one, as booleans.  */
  struct gcuf_reduction_loop
  {
    uint64_t extent;
    int64_t src, mask;
  } loop[GCUF_REDUCTION_LOOPS];
};

/* Copies of strided data: COUNT elements, fewer than 2^31, in the first RANK
   loops, innermost first.  Strides are in bytes.  */
struct gcuf_copy_work
{
  uint64_t dst, src;
  uint32_t count, rank;
  struct gcuf_copy_loop
  {
    uint32_t extent, unused;
    int64_t dst, src;
  } loop[GCUF_COPY_LOOPS];
};

/* Prefix sums of ROWS of N elements each, those of a row BEFORE apart, in PARTS
   tiles, of each of which SUMS has the sum and then that of all before it.  */
struct gcuf_prefix_work
{
  uint64_t data, sums;
  uint64_t before, n, rows, parts;
  uint32_t exclusive, unused;
};

/* One pass of a sort of N keys, by the digit that begins at bit SHIFT.  INDICES
   may be zero.  */
struct gcuf_sort_work
{
  uint64_t keys, to, indices, indices_to;
  uint64_t counts;		/* Of 8 bytes: of each digit in each tile.  */
  uint64_t n, tiles;
  uint32_t shift, unused;
};

/* COUNT random numbers of SIZE bytes, from number FIRST on.  */
struct gcuf_random_work
{
  uint64_t data, count, first, seed;
  uint32_t size, unused;
};

#endif
