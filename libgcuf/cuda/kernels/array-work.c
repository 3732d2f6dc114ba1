/* Kernels for prefix sums, sorting and random numbers.
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


#include "kernel.h"
#include "gcuf-array-bits.h"

enum { WARPS = GCUF_LIBRARY_BLOCK / 32 };

/* --- Shared memory, warps --------------------------------------------- */

#define DECLARE_SHARED(bytes) \
  asm volatile (".shared .align 8 .b8 shared[%0];" : : "n" (bytes))

INLINE uint64_t
shared_address (void)
{
  uint64_t address;
  asm ("mov.u64 %0, shared;" : "=r" (address));
  return address;
}

INLINE uint32_t
load_shared_32 (uint64_t address)
{
  uint32_t value;
  asm volatile ("ld.shared.u32 %0, [%1];"
		: "=r" (value) : "r" (address) : "memory");
  return value;
}

INLINE void
store_shared_32 (uint64_t address, uint32_t value)
{
  STORE ("st.shared.u32 [%0], %1;", address, value);
}

INLINE void
synchronize_warp (void)
{
  asm volatile ("bar.warp.sync -1;" : : : "memory");
}

INLINE uint32_t
load_32 (uint64_t address)
{
  uint32_t value;
  LOAD ("ld.global.u32 %0, [%1];", value, address);
  return value;
}

/* WORD of the thread DISTANCE lanes down; all lanes take part.  */

INLINE uint32_t
shuffle_up_32 (uint32_t word, unsigned distance)
{
  uint32_t r;
  asm volatile ("shfl.sync.up.b32 %0, %1, %2, 0, -1;"
		: "=r" (r) : "r" (word), "r" (distance));
  return r;
}

/* The calling thread's lane, which GCC does not know to be the same as another
   time: it would otherwise follow lanes for which a condition is true past the
   next shuffle, in which all have to take part together.  */

INLINE uint32_t
fresh_lane (void)
{
  uint32_t lane;
  asm volatile ("mov.u32 %0, %%laneid;" : "=r" (lane));
  return lane;
}

/* --- Prefix sums ------------------------------------------------------ */

/* The kernel's parameter.  */
struct prefix
{
  uint64_t data, sums, before, n, rows, parts;
  uint32_t exclusive;
};

INLINE struct prefix
get_prefix (void)
{
  uint64_t at = param_address ();
  KERNEL_PARAMETER (struct gcuf_prefix_work);
  struct prefix p =
  {
    .data = global_address (MEMBER (struct gcuf_prefix_work, data, at)),
    .sums = global_address (MEMBER (struct gcuf_prefix_work, sums, at)),
    .before = MEMBER (struct gcuf_prefix_work, before, at),
    .n = MEMBER (struct gcuf_prefix_work, n, at),
    .rows = MEMBER (struct gcuf_prefix_work, rows, at),
    .parts = MEMBER (struct gcuf_prefix_work, parts, at),
    .exclusive = MEMBER (struct gcuf_prefix_work, exclusive, at)
  };
  return p;
}

/* The number of the first element of row ROW.  */

INLINE uint64_t
row_start (const struct prefix *p, uint64_t row)
{
  return row % p->before + p->before * p->n * (row / p->before);
}

#define NAME_OF(name, element) name##_##element
#define NAME(name, element) NAME_OF (name, element)

#define ELEMENT i4
#define VALUE uint32_t
#define BITS "u32"
#include "scan-elements.h"

#define ELEMENT i8
#define VALUE uint64_t
#define BITS "u64"
#include "scan-elements.h"

#define ELEMENT r4
#define VALUE float
#define BITS "f32"
#include "scan-elements.h"

#define ELEMENT r8
#define VALUE double
#define BITS "f64"
#include "scan-elements.h"

/* --- Sorting ---------------------------------------------------------- */

/* A pass is by one digit.  Each block has a tile of keys, each warp of it a
   part of that, which it goes through 32 keys at a time.  The first kernel
   counts the digits of tiles; with a prefix sum over all counts, those of one
   digit side by side, each tile knows where its keys with a digit begin, and
   the second kernel moves them there.  */

enum
{
  DIGITS = 1 << GCUF_SORT_DIGIT_BITS,
  ROUNDS = GCUF_SORT_TILE / GCUF_LIBRARY_BLOCK,
  /* Of shared memory: the sums of warps, for each digit the place of its first
     key in the result less that in the tile, and the tile.  */
  SORT_SUMS = (WARPS * (DIGITS + 1) * 4 + 7) / 8 * 8,
  SORT_BASES = SORT_SUMS + WARPS * 4,
  SORT_KEYS = SORT_BASES + DIGITS * 8
};
_Static_assert ((int) DIGITS == GCUF_LIBRARY_BLOCK, "a thread for each digit");

struct sort
{
  uint64_t keys, to, indices, indices_to, counts, n, tiles;
  uint32_t shift;
};

INLINE struct sort
get_sort (void)
{
  uint64_t at = param_address ();
  KERNEL_PARAMETER (struct gcuf_sort_work);
  struct sort s =
  {
    .keys = global_address (MEMBER (struct gcuf_sort_work, keys, at)),
    .to = global_address (MEMBER (struct gcuf_sort_work, to, at)),
    .indices = MEMBER (struct gcuf_sort_work, indices, at),
    .indices_to = MEMBER (struct gcuf_sort_work, indices_to, at),
    .counts = global_address (MEMBER (struct gcuf_sort_work, counts, at)),
    .n = MEMBER (struct gcuf_sort_work, n, at),
    .tiles = MEMBER (struct gcuf_sort_work, tiles, at),
    .shift = MEMBER (struct gcuf_sort_work, shift, at)
  };
  return s;
}

INLINE uint32_t
lanes_below (void)
{
  uint32_t mask;
  asm ("mov.u32 %0, %%lanemask_lt;" : "=r" (mask));
  return mask;
}

/* The lanes with the same DIGIT; all take part.  */

INLINE uint32_t
lanes_with (uint32_t digit)
{
  uint32_t mask;
  asm volatile ("match.any.sync.b32 %0, %1, -1;" : "=r" (mask) : "r" (digit));
  return mask;
}

/* Where the calling warp counts DIGIT: the last one stands for no key.  */

INLINE uint64_t
count_address (uint32_t warp, uint32_t digit)
{
  return shared_address () + (warp * (DIGITS + 1) + digit) * 4;
}

INLINE void
clear_counts (void)
{
  for (uint32_t i = thread_x (); i < WARPS * (DIGITS + 1);
       i += GCUF_LIBRARY_BLOCK)
    store_shared_32 (shared_address () + i * 4, 0);
  synchronize_block ();
}

/* Count DIGIT in the calling warp, and return how many of it have been
   counted, also of those of lower lanes.  */

INLINE uint32_t
count_digit (uint32_t digit)
{
  uint32_t same = lanes_with (digit), below = same & lanes_below ();
  uint64_t address = count_address (thread_x () / 32, digit);
  uint32_t before = load_shared_32 (address);
  synchronize_warp ();
  if (below == 0)
    store_shared_32 (address, before + __builtin_popcount (same));
  synchronize_warp ();
  return before + __builtin_popcount (below);
}

/* The number of the first key of the calling warp in TILE, and of the key of
   the calling thread in ROUND.  */

INLINE uint64_t
key_number (uint64_t tile, uint32_t round)
{
  return tile * GCUF_SORT_TILE + thread_x () / 32 * (ROUNDS * 32)
	 + round * 32 + thread_x () % 32;
}

/* The address of element I of the tile in shared memory, those of which have
   SIZE bytes.  */

INLINE uint64_t
tile_address (uint32_t i, uint32_t size)
{
  return shared_address () + SORT_KEYS + i * size;
}

/* What the number of a key of DIGIT in the tile is to be increased by.  */

INLINE uint64_t
load_base (uint32_t digit)
{
  uint64_t base;
  asm volatile ("ld.shared.u64 %0, [%1];" : "=r" (base)
		: "r" (shared_address () + SORT_BASES + digit * 8) : "memory");
  return base;
}

/* The keys of TILE have been counted: make of each warp's count of a digit the
   number in the tile of the first key that it stands for, and store the bases.
   Each thread has a digit.  */

INLINE void
place_digits (const struct sort *s, uint64_t tile)
{
  const uint32_t digit = thread_x (), own_warp = digit / 32;
  uint32_t total = 0;
  uint64_t place;
  LOAD ("ld.global.u64 %0, [%1];", place,
	s->counts + (digit * s->tiles + tile) * 8);
  synchronize_block ();
#pragma GCC unroll 8
  for (uint32_t warp = 0; warp < WARPS; warp++)
    total += load_shared_32 (count_address (warp, digit));
  uint32_t first = scan_warp_i4 (total);
  if (fresh_lane () == 31)
    store_shared_32 (shared_address () + SORT_SUMS + own_warp * 4, first);
  synchronize_block ();
  first -= total;
  for (uint32_t warp = 0; warp < own_warp; warp++)
    first += load_shared_32 (shared_address () + SORT_SUMS + warp * 4);
  STORE ("st.shared.u64 [%0], %1;", shared_address () + SORT_BASES + digit * 8,
	 place - first);
#pragma GCC unroll 8
  for (uint32_t warp = 0; warp < WARPS; warp++)
    {
      uint32_t count = load_shared_32 (count_address (warp, digit));
      store_shared_32 (count_address (warp, digit), first);
      first += count;
    }
  synchronize_block ();
}

#define ELEMENT i4
#define KEY uint32_t
#define BITS "u32"
#define ORDERED(key) ((key) ^ UINT32_C (0x80000000))
#include "sort-elements.h"

#define ELEMENT i8
#define KEY uint64_t
#define BITS "u64"
#define ORDERED(key) ((key) ^ UINT64_C (0x8000000000000000))
#include "sort-elements.h"

#define ELEMENT r4
#define KEY uint32_t
#define BITS "u32"
#define ORDERED(key) gcuf_ordered_real4 (key)
#include "sort-elements.h"

#define ELEMENT r8
#define KEY uint64_t
#define BITS "u64"
#define ORDERED(key) gcuf_ordered_real8 (key)
#include "sort-elements.h"

/* --- Random numbers --------------------------------------------------- */

/* Store at ADDRESS the real number of SIZE bytes that BITS give.  */

INLINE void
store_real (uint64_t address, uint32_t size, uint64_t bits)
{
  if (size == 8)
    {
      double x = (double) (bits >> 11) * 0x1p-53;
      STORE ("st.global.f64 [%0], %1;", address, x);
    }
  else if (size == 4)
    {
      float x = (float) (uint32_t) (bits >> 40) * 0x1p-24f;
      STORE ("st.global.f32 [%0], %1;", address, x);
    }
  else
    {
      float x = (float) (uint32_t) (bits >> 53) * 0x1p-11f;
      asm volatile ("{ .reg .b16 h; cvt.rn.f16.f32 h, %1; "
		    "st.global.b16 [%0], h; }"
		    : : "r" (address), "r" (x) : "memory");
    }
}

KERNEL void
gcuf_random (void)
{
  uint64_t at = param_address ();
  KERNEL_PARAMETER (struct gcuf_random_work);
  uint64_t data = global_address (MEMBER (struct gcuf_random_work, data, at));
  uint64_t count = MEMBER (struct gcuf_random_work, count, at);
  uint64_t first = MEMBER (struct gcuf_random_work, first, at);
  uint64_t seed = MEMBER (struct gcuf_random_work, seed, at);
  uint32_t size = MEMBER (struct gcuf_random_work, size, at);
  uint64_t step = (uint64_t) blocks_x () * GCUF_LIBRARY_BLOCK;

  for (uint64_t i = (uint64_t) block_x () * GCUF_LIBRARY_BLOCK + thread_x ();
       i < count; i += step)
    store_real (data + i * size, size, gcuf_random_bits (seed, first + i));
}
