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
   parameter.  Blocks have GCUF_LIBRARY_BLOCK threads, all along x, unless it
   says otherwise.  */

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
  /* Of what is done in one pass: elements, and bytes of a prefix sum.  */
  GCUF_CHAIN_TILE = 16 * GCUF_LIBRARY_BLOCK,
  GCUF_CHAIN_BYTES = 4 * GCUF_CHAIN_TILE,
  GCUF_SORT_BLOCK = 512,	/* Threads of a block that sorts a tile.  */
  GCUF_SORT_DIGIT_BITS = 8,
  GCUF_SORT_COUNT_BITS = 30
};

/* Reductions of arrays: M results, each of N elements; the INNER loops over
   the elements of one, innermost first, and then the OUTER ones over the
   results.  Addresses are the device's; strides are in bytes.  MASK is zero
   where all elements take part.  At OUT is a struct gcuf_partial for each part
   of each result.  If TICKETS is not zero there are 4 bytes for each result,
   all zeros at first, that count the parts that are done, and the last of
   these stores at RESULTS what all of them give.  */
struct gcuf_reduction_work
{
  uint64_t src, mask, out, tickets, results;
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

/* Prefix sums at DATA of the elements at SOURCE, which may be the same: of
   ROWS of N elements each, those of a row BEFORE apart, in PARTS tiles.  SUMS
   has the sum of each and then that of all before it, or, if all is done in
   one pass, what chained-tiles.h says.  If LOGICAL is not zero the source has
   logical values of as many bytes, and those that are true are counted.  */
struct gcuf_prefix_work
{
  uint64_t data, source, sums;
  uint64_t before, n, rows, parts;
  uint32_t exclusive, logical;
};

/* Of N elements at SOURCE those for which the logical value of LOGICAL bytes at
   MASK is true follow each other at DATA.  CHAIN is what
   chained-tiles.h says; at COUNT is their number in the end.  */
struct gcuf_pack_work
{
  uint64_t data, source, mask, chain, count;
  uint64_t n, parts;
  uint32_t logical, unused;
};

/* How many keys of BYTES, four or eight, a thread of such a block has.  */
#define GCUF_SORT_ROUNDS(bytes) ((bytes) == 4 ? 14 : 10)

/* A part of a pass of a sort: N keys, fewer than 2^GCUF_SORT_COUNT_BITS, which
   go from KEYS to TO by the digit that begins at bit SHIFT.  COUNTS has, of 8
   bytes, for each pass and each digit first how many keys have it, and then
   where the first one of this part belongs; STARTS gets the same for the next
   part.  CHAIN has for each digit of each tile 4 bytes, all zeros at
   first.  */
struct gcuf_sort_work
{
  uint64_t keys, to, indices, indices_to;
  uint64_t counts, starts, chain, n;
  uint32_t shift, passes;
};

/* COUNT random numbers of SIZE bytes, from number FIRST on.  */
struct gcuf_random_work
{
  uint64_t data, count, first, seed;
  uint32_t size, unused;
};

#endif
