/* The kernel for packing arrays.
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


#include "chained-tiles.h"

/* A tile is packed by a block: a warp has elements that follow each other, and
   goes through them 32 at a time.  */

enum
{
  ROUNDS = GCUF_CHAIN_TILE / GCUF_LIBRARY_BLOCK,
  /* Of shared memory, in words: how many elements are before the tile, behind
     how many warps have.  */
  BASE = WARPS
};

/* The kernel's parameter.  */
struct pack
{
  uint64_t data, source, mask, chain, count, n, parts;
  uint32_t logical;
};

INLINE struct pack
get_pack (void)
{
  uint64_t at = param_address ();
  KERNEL_PARAMETER (struct gcuf_pack_work);
  struct pack p =
  {
    .data = MEMBER (struct gcuf_pack_work, data, at),
    .source = global_address (MEMBER (struct gcuf_pack_work, source, at)),
    .mask = global_address (MEMBER (struct gcuf_pack_work, mask, at)),
    .chain = global_address (MEMBER (struct gcuf_pack_work, chain, at)),
    .count = global_address (MEMBER (struct gcuf_pack_work, count, at)),
    .n = MEMBER (struct gcuf_pack_work, n, at),
    .parts = MEMBER (struct gcuf_pack_work, parts, at),
    .logical = MEMBER (struct gcuf_pack_work, logical, at)
  };
  return p;
}

/* The elements of the calling thread's warp: the number of the first, how many
   there are, and in which rounds the lane packs one, as bits.  A warp that has
   none may look at the last one.  */
struct share
{
  uint64_t from;
  uint32_t length, packed;
};

/* The number, of those of S, of the element of round K; the last one's where
   there is none, so that nothing need be asked before it is loaded.  */

INLINE uint32_t
round_element (const struct share *s, int k)
{
  uint32_t i = k * 32 + fresh_lane (), last = s->length ? s->length - 1 : 0;
  return i < last ? i : last;
}

/* Load values of SIZE bytes, that a TYPE has room for, from P's mask, all of
   them before one is looked at.  */
#define LOOK(type, bits, size)						\
  do									\
    {									\
      const uint64_t mask = p->mask + s.from * size;			\
      type values[ROUNDS];						\
      _Pragma ("GCC unroll 16")						\
      for (int k = 0; k < ROUNDS; k++)					\
	LOAD ("ld.global." bits " %0, [%1];", values[k],		\
	      mask + (uint64_t) round_element (&s, k) * size);		\
      _Pragma ("GCC unroll 16")						\
      for (int k = 0; k < ROUNDS; k++)					\
	if (values[k] && k * 32 + fresh_lane () < s.length)		\
	  s.packed |= 1u << k;						\
    }									\
  while (0)

INLINE struct share
get_share (const struct pack *p)
{
  struct share s = { .packed = 0 };
  s.from = ((uint64_t) block_x () * GCUF_CHAIN_TILE
	    + thread_x () / 32 * (ROUNDS * 32));
  s.length = ROUNDS * 32;
  if (s.from >= p->n)
    {
      s.from = p->n - 1;
      s.length = 0;
    }
  else if (p->n - s.from < s.length)
    s.length = p->n - s.from;
  if (p->logical == 4)
    LOOK (uint32_t, "u32", 4);
  else if (p->logical == 1)
    LOOK (uint32_t, "u8", 1);
  else if (p->logical == 8)
    LOOK (uint64_t, "u64", 8);
  else
    LOOK (uint32_t, "u16", 2);
  return s;
}

/* Return, for all threads of a warp, the number of the first element that S's
   warp packs, and store how many there are in the end.  */

INLINE uint64_t
get_place (const struct pack *p, const struct share *s)
{
  const uint32_t tile = block_x (), warp = thread_x () / 32;
  const uint32_t own = shared_address () + warp * 4;
  uint32_t count = 0;
  uint64_t base;

#pragma GCC unroll 16
  for (int k = 0; k < ROUNDS; k++)
    count += __builtin_popcount (lanes_where (s->packed >> k & 1));
  if (fresh_lane () == 0)
    store_shared_32 (own, count);
  synchronize_block ();
  if (warp == 0)
    {
      const uint32_t at = shared_address () + fresh_lane () * 4;
      uint32_t words = fresh_lane () < WARPS ? load_shared_32 (at) : 0;
      uint32_t up_to = scan_warp_32 (words);
      uint32_t sum = shuffle_32 (up_to, 31);
      uint64_t before = chain_tile (p->chain, 0, tile, 1, sum);
      if (fresh_lane () < WARPS)
	store_shared_32 (at, up_to - words);
      if (fresh_lane () == 0)
	{
	  STORE ("st.shared.u64 [%0], %1;", shared_address () + BASE * 4,
		 before);
	  if (tile == p->parts - 1)
	    STORE ("st.global.u64 [%0], %1;", p->count, before + sum);
	}
    }
  synchronize_block ();
  asm volatile ("ld.shared.u64 %0, [%1];"
		: "=r" (base) : "r" (shared_address () + BASE * 4) : "memory");
  return base + load_shared_32 (own);
}

/* A block for each tile.  Elements, of SIZE bytes that a TYPE has room for, are
   loaded before other tiles are waited for.  */
#define PACK(name, type, bits, size)					\
  KERNEL void								\
  name (void)								\
  {									\
    DECLARE_SHARED ((BASE + 2) * 4);					\
    KERNEL_BLOCKS (GCUF_LIBRARY_BLOCK, size == 8 ? 3 : 4);		\
    const struct pack p = get_pack ();					\
    const uint64_t data = global_address (p.data);			\
    const struct share s = get_share (&p);				\
    const uint64_t source = p.source + s.from * size;			\
    type values[ROUNDS];						\
    _Pragma ("GCC unroll 16")						\
    for (int k = 0; k < ROUNDS; k++)					\
      LOAD ("ld.global." bits " %0, [%1];", values[k],			\
	    source + (uint64_t) round_element (&s, k) * size);		\
    uint64_t to = get_place (&p, &s);					\
    _Pragma ("GCC unroll 16")						\
    for (int k = 0; k < ROUNDS; k++)					\
      {									\
	uint32_t lanes = lanes_where (s.packed >> k & 1);		\
	uint64_t i = to + __builtin_popcount (lanes & lanes_below ());	\
	if (s.packed >> k & 1)						\
	  STORE ("st.global." bits " [%0], %1;", data + i * size, values[k]); \
	to += __builtin_popcount (lanes);				\
      }									\
  }

PACK (gcuf_pack_1, uint32_t, "u8", 1)
PACK (gcuf_pack_2, uint32_t, "u16", 2)
PACK (gcuf_pack_4, uint32_t, "u32", 4)
PACK (gcuf_pack_8, uint64_t, "u64", 8)

/* The same without storing any elements.  */

KERNEL void
gcuf_pack_count (void)
{
  DECLARE_SHARED ((BASE + 2) * 4);
  const struct pack p = get_pack ();
  const struct share s = get_share (&p);
  get_place (&p, &s);
}
