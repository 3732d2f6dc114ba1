/* Sums over all tiles before each, in one pass over memory.
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


/* Each tile has a sum.  The block that has got it publishes it and looks at
   what those of earlier tiles have published, backwards to the first one that
   has published the sum of all up to it: then it can do so itself.  This is
   the "decoupled look-back" of D.  Merrill and M.  Garland, Single-pass
   Parallel Prefix Scan with Decoupled Look-back (NVIDIA technical report
   2016-002).

   A tile has the number of its block.  GPUs begin blocks in that order, on
   which NVIDIA's own library relies as well: so nobody waits for a block that
   has not begun.  The chain, in global memory, has for each tile one word of 8
   bytes, if sums are less than 2^62, or else two with a half of the sum each;
   all zeros at first.  The uppermost two bits say what it is.  A word is
   stored all at once, so that no fence is needed.  */

#ifndef GCUF_CHAINED_TILES_H
#define GCUF_CHAINED_TILES_H

#include "block.h"

enum published
{
  PUBLISHED_NOTHING,
  PUBLISHED_TILE,		/* The tile's sum.  */
  PUBLISHED_ALL			/* That of all up to it.  */
};

/* The address of the first of WORDS words of TILE.  */

INLINE uint64_t
tile_state (uint64_t chain, uint32_t tile, int words)
{
  return chain + (uint64_t) tile * words * 8;
}

/* A word's sum, or half of it, and above that what it is.  */
enum { WHAT_SHIFT = 62 };
#define SUM_MASK (((uint64_t) 1 << WHAT_SHIFT) - 1)

INLINE void
publish (uint64_t state, int words, enum published what, uint64_t sum)
{
  for (int i = 0; i < words; i++)
    {
      uint64_t part = words == 1 ? sum & SUM_MASK : (uint32_t) (sum >> 32 * i);
      STORE ("st.relaxed.gpu.global.u64 [%0], %1;", state + 8 * i,
	     part | (uint64_t) what << WHAT_SHIFT);
    }
}

/* What has been published of a tile.  */
struct observed
{
  uint32_t what;
  uint64_t sum;
};

/* Return what has been at STATE.  A word that is newer than the other is as if
   it was not there.  */

INLINE struct observed
observe (uint64_t state, int words)
{
  uint64_t low, high;
  asm volatile ("ld.relaxed.gpu.global.u64 %0, [%1];"
		: "=r" (low) : "r" (state) : "memory");
  if (words == 1)
    return (struct observed) { low >> WHAT_SHIFT, low & SUM_MASK };
  asm volatile ("ld.relaxed.gpu.global.u64 %0, [%1];"
		: "=r" (high) : "r" (state + 8) : "memory");
  return (struct observed)
    {
      low >> WHAT_SHIFT == high >> WHAT_SHIFT ? low >> WHAT_SHIFT
					      : PUBLISHED_NOTHING,
      (uint32_t) low | high << 32
    };
}

/* The sum of SUM over the warp, in lane 0.  */

INLINE uint64_t
add_lanes (uint64_t sum)
{
#pragma GCC unroll 5
  for (unsigned distance = 16; distance > 0; distance /= 2)
    sum += shuffle_down_64 (sum, distance);
  return sum;
}

/* For a warp all of whose lanes call this: return the sum of tiles FIRST up to,
   but not including, TILE, which is not FIRST, to lane 0.  To look for what is
   not there yet keeps memory from other work: before the first look the warp
   waits as long as it usually takes the neighbours to publish theirs.  (H200,
   2^28 integers: 0.86 ms without, 0.69 ms with; more is not better.)  */

INLINE uint64_t
sum_before (uint64_t chain, uint32_t first, uint32_t tile, int words)
{
  enum { WAIT = 1300 };		/* Nanoseconds.  */
  uint64_t total = 0;
  asm volatile ("nanosleep.u32 %0;" : : "n" (WAIT) : "memory");
  for (uint32_t end = tile;; end -= 32)
    {
      const uint32_t back = fresh_lane ();
      const uint64_t state
	= tile_state (chain, back < end - first ? end - 1 - back : first,
		      words);
      struct observed o;
      do
	o = observe (state, words);
      while (lanes_where (o.what == PUBLISHED_NOTHING));
      uint32_t all = lanes_where (o.what == PUBLISHED_ALL);
      /* The nearest, which is that of the lowest lane.  */
      uint32_t last = all ? __builtin_ctz (all) : 31;
      if (fresh_lane () <= last)
	total += o.sum;
      if (all)
	return add_lanes (total);
    }
}

/* The same for TILE, whose own sum is SUM: publish what there is to, and return
   the sum of the tiles before it to all lanes.  */

INLINE uint64_t
chain_tile (uint64_t chain, uint32_t first, uint32_t tile, int words,
	    uint64_t sum)
{
  const uint64_t state = tile_state (chain, tile, words);
  uint64_t before = 0;
  if (fresh_lane () == 0)
    publish (state, words, tile == first ? PUBLISHED_ALL : PUBLISHED_TILE, sum);
  if (tile == first)
    return 0;
  before = sum_before (chain, first, tile, words);
  if (fresh_lane () == 0)
    publish (state, words, PUBLISHED_ALL, before + sum);
  uint64_t low = shuffle_32 (before, 0);
  return low | (uint64_t) shuffle_32 (before >> 32, 0) << 32;
}

#endif
