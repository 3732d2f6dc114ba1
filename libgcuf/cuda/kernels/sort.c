/* Kernels for sorting.
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


#include "block.h"
#include "gcuf-array-bits.h"

/* A pass is by one digit of the keys, and goes over memory once.  A first
   kernel counts each digit of all passes, and a second one makes of that the
   place of the first key with each.  A block of a pass has a tile, which it
   puts into order in shared memory.  As in chained-tiles.h it publishes how
   many keys it has of each digit, and adds up what the tiles before it have,
   to know where they belong.  This is "Onesweep" by A.  Adinets and D.
   Merrill (Onesweep: A Faster Least Significant Digit Radix Sort for GPUs,
   2022).

   Each warp has a part of the tile, which it goes through 32 keys at a
   time.  */

enum
{
  DIGITS = 1 << GCUF_SORT_DIGIT_BITS,
  SORT_WARPS = GCUF_SORT_BLOCK / 32,
  /* Of shared memory: for each digit the place of its first key in the result less
     that in the tile; the sums of warps of a scan; and what is first a word of each
     warp for each digit, and then the tile.  */
  SORT_SUMS = DIGITS * 8,
  SORT_TILE = SORT_SUMS + DIGITS / 32 * 4,
  SORT_COUNTS_BYTES = SORT_WARPS * DIGITS * 4
};
_Static_assert (SORT_TILE % 8 == 0, "what is in the tile may have eight bytes");
_Static_assert ((int) DIGITS <= (int) GCUF_SORT_BLOCK
		&& (int) DIGITS == (int) GCUF_LIBRARY_BLOCK,
		"a thread for each digit");

struct sort
{
  uint64_t keys, to, indices, indices_to, counts, starts, chain, n;
  uint32_t shift, passes;
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
    .indices = global_address (MEMBER (struct gcuf_sort_work, indices, at)),
    .indices_to
      = global_address (MEMBER (struct gcuf_sort_work, indices_to, at)),
    .counts = global_address (MEMBER (struct gcuf_sort_work, counts, at)),
    .starts = global_address (MEMBER (struct gcuf_sort_work, starts, at)),
    .chain = global_address (MEMBER (struct gcuf_sort_work, chain, at)),
    .n = MEMBER (struct gcuf_sort_work, n, at),
    .shift = MEMBER (struct gcuf_sort_work, shift, at),
    .passes = MEMBER (struct gcuf_sort_work, passes, at)
  };
  return s;
}

INLINE void
count_shared (uint32_t address)
{
  asm volatile ("red.shared.add.u32 [%0], 1;" : : "r" (address) : "memory");
}

/* --- Where digits begin ----------------------------------------------- */

/* Add to the counts of all blocks, for all passes, those of the calling one,
   which are in shared memory.  */

INLINE void
add_counts (const struct sort *s)
{
  for (uint32_t i = thread_x (); i < s->passes * DIGITS;
       i += GCUF_LIBRARY_BLOCK)
    {
      uint64_t count = load_shared_32 (shared_address () + i * 4);
      STORE ("red.global.add.u64 [%0], %1;", s->counts + i * 8, count);
    }
}

/* A block for each pass, a thread for each digit: make counts places.  */

KERNEL void
gcuf_sort_starts (void)
{
  DECLARE_SHARED (DIGITS * 8);
  const struct sort s = get_sort ();
  const uint64_t at
    = s.counts + ((uint64_t) block_x () * DIGITS + thread_x ()) * 8;
  const uint32_t own = shared_address () + thread_x () * 8;
  uint64_t count, start = 0;
  LOAD ("ld.global.u64 %0, [%1];", count, at);
  STORE ("st.shared.u64 [%0], %1;", own, count);
  synchronize_block ();
  for (uint32_t p = shared_address (); p < own; p += 8)
    {
      asm volatile ("ld.shared.u64 %0, [%1];"
		    : "=r" (count) : "r" (p) : "memory");
      start += count;
    }
  STORE ("st.global.u64 [%0], %1;", at, start);
}

/* --- Tiles ------------------------------------------------------------ */

/* Where WARP counts DIGIT.  */

INLINE uint32_t
count_address (uint32_t warp, uint32_t digit)
{
  return shared_address () + SORT_TILE + (warp * DIGITS + digit) * 4;
}

/* Clear the counts.  */

INLINE void
clear_counts (void)
{
#pragma GCC unroll 16
  for (uint32_t i = 0; i < SORT_WARPS * DIGITS / GCUF_SORT_BLOCK; i++)
    store_shared_32 (count_address (0, i * GCUF_SORT_BLOCK + thread_x ()), 0);
  synchronize_block ();
}

/* Which lanes of the calling warp have DIGIT, as bits, of which each lane has one:
   those that agree in each of its bits.  (Lanes could set their bits in a word for
   each digit, which takes fewer instructions, but a turn for each lane where all
   have the same.  With match.any it takes a turn for each digit.)  */

INLINE uint32_t
lanes_with (uint32_t digit)
{
  uint32_t same = UINT32_MAX;
#pragma GCC unroll 8
  for (uint32_t bit = 0; bit < GCUF_SORT_DIGIT_BITS; bit++)
    asm volatile ("{\n\t"
		  ".reg .pred has;\n\t"
		  ".reg .b32 lanes;\n\t"
		  "and.b32 lanes, %1, %2;\n\t"
		  "setp.ne.u32 has, lanes, 0;\n\t"
		  "vote.sync.ballot.b32 lanes, has, -1;\n\t"
		  "@!has not.b32 lanes, lanes;\n\t"
		  "and.b32 %0, %0, lanes;\n\t"
		  "}"
		  : "+r" (same) : "r" (digit), "n" (1 << bit));
  return same;
}

/* The calling warp comes to the next 32 keys; return the number in the tile of
   that of the calling thread, which has DIGIT.  */

INLINE uint32_t
rank_digit (uint32_t digit)
{
  const uint32_t count = count_address (thread_x () / 32, digit);
  const uint32_t same = lanes_with (digit);
  const uint32_t below = same & lanes_below ();
  const uint32_t before = load_shared_32 (count);
  synchronize_warp ();
  if (below == 0)
    store_shared_32 (count, before + __builtin_popcount (same));
  synchronize_warp ();
  return before + __builtin_popcount (below);
}

/* The rank of ROUND in RANKS, which has two in a word.  */

INLINE uint32_t
rank_of (const uint32_t *ranks, uint32_t round)
{
  return round % 2 ? ranks[round / 2] >> 16 : ranks[round / 2] & UINT16_MAX;
}

/* The address of element I of the tile in shared memory, those of which have
   SIZE bytes.  As many as all banks have are followed by a gap, lest those be in
   one bank whose numbers differ by a power of two, as the ranks of keys do whose
   digits are distributed evenly.  */

INLINE uint32_t
tile_address (uint32_t i, uint32_t size)
{
  return shared_address () + SORT_TILE + (i + i / (128 / size)) * size;
}

/* How many bytes N elements take there.  */
#define TILE_BYTES(n, size) (((n) + (n) / (128 / (size))) * (size))

/* What the number of a key of DIGIT in the tile is to be increased by.  */

INLINE uint64_t
load_base (uint32_t digit)
{
  uint64_t base;
  asm volatile ("ld.shared.u64 %0, [%1];" : "=r" (base)
		: "r" (shared_address () + digit * 8) : "memory");
  return base;
}

/* What a tile publishes of a digit: a word of 4 bytes with the number of keys
   that the tile has, or all up to it, and above that which.  */
enum
{
  COUNT_BITS = GCUF_SORT_COUNT_BITS,
  COUNT_OF_TILE = 1 << COUNT_BITS,
  COUNT_OF_ALL = 2u << COUNT_BITS
};
#define COUNT_MASK ((1u << COUNT_BITS) - 1)

INLINE void
publish_count (const struct sort *s, uint32_t word)
{
  uint64_t i = (uint64_t) block_x () * DIGITS + thread_x ();
  STORE ("st.relaxed.gpu.global.u32 [%0], %1;", s->chain + i * 4, word);
}

/* What has been published of the calling thread's digit of TILE.  */

INLINE uint32_t
observe_count (const struct sort *s, uint32_t tile)
{
  uint32_t word;
  uint64_t i = (uint64_t) tile * DIGITS + thread_x ();
  asm volatile ("ld.relaxed.gpu.global.u32 %0, [%1];"
		: "=r" (word) : "r" (s->chain + i * 4) : "memory");
  return word;
}

/* How many keys with the calling thread's digit are in tiles before its own,
   which is not the first.  Several tiles are looked at together.  */

INLINE uint32_t
count_before (const struct sort *s)
{
  enum { AT_ONCE = 8 };
  uint32_t sum = 0;
  for (uint32_t end = block_x ();; end -= AT_ONCE)
    {
      uint32_t words[AT_ONCE];
#pragma GCC unroll 8
      for (uint32_t k = 0; k < AT_ONCE; k++)
	words[k] = observe_count (s, k < end ? end - 1 - k : 0);
#pragma GCC unroll 8
      for (uint32_t k = 0; k < AT_ONCE; k++)
	{
	  while (words[k] >> COUNT_BITS == 0)
	    words[k] = observe_count (s, end - 1 - k);
	  sum += words[k] & COUNT_MASK;
	  if (words[k] & COUNT_OF_ALL)
	    return sum;
	}
    }
}

/* The keys of the tile have been counted: make of each warp's count of a digit
   the number in the tile of the first key that it stands for, and publish the
   sums.  Return the first of the digit of the calling thread, and store in
   *COUNT how many there are.  */

INLINE uint32_t
place_digits (const struct sort *s, uint32_t *count)
{
  const uint32_t digit = thread_x (), own_warp = digit / 32;
  const bool has_digit = digit < DIGITS;
  uint32_t total = 0;
  synchronize_block ();
  if (has_digit)
    {
#pragma GCC unroll 16
      for (uint32_t warp = 0; warp < SORT_WARPS; warp++)
	total += load_shared_32 (count_address (warp, digit));
      publish_count (s, total | (block_x () ? COUNT_OF_TILE : COUNT_OF_ALL));
    }
  uint32_t first = scan_warp_32 (total);
  if (has_digit && fresh_lane () == 31)
    store_shared_32 (shared_address () + SORT_SUMS + own_warp * 4, first);
  synchronize_block ();
  first -= total;
  if (has_digit)
    {
      for (uint32_t warp = 0; warp < own_warp; warp++)
	first += load_shared_32 (shared_address () + SORT_SUMS + warp * 4);
      uint32_t place = first;
#pragma GCC unroll 16
      for (uint32_t warp = 0; warp < SORT_WARPS; warp++)
	{
	  uint32_t own = load_shared_32 (count_address (warp, digit));
	  store_shared_32 (count_address (warp, digit), place);
	  place += own;
	}
    }
  synchronize_block ();
  *count = total;
  return first;
}

/* The calling thread's digit has COUNT keys in the tile, from number FIRST on:
   store the base of each digit.  The last tile stores where the next launch
   continues.  */

INLINE void
store_base (const struct sort *s, uint32_t first, uint32_t count, bool last)
{
  const uint32_t digit = thread_x ();
  uint64_t start;
  if (digit >= DIGITS)
    return;
  LOAD ("ld.global.u64 %0, [%1];", start, s->counts + digit * 8);
  if (block_x ())
    {
      uint32_t before = count_before (s);
      publish_count (s, (before + count) | COUNT_OF_ALL);
      start += before;
    }
  STORE ("st.shared.u64 [%0], %1;", shared_address () + digit * 8,
	 start - first);
  if (last)
    STORE ("st.global.u64 [%0], %1;", s->starts + digit * 8, start + count);
}

/* --- Digits ----------------------------------------------------------- */

/* The digit of KEY that begins at bit SHIFT, in the low bits of what is returned:
   of what the functions of gcuf-array-bits.h make of a real number, and of an
   integer with its sign changed.  FLIP is the sign's place in the digit, if it is
   there, or zero.  */

INLINE uint32_t
digit_bits_i4 (uint32_t key, uint32_t shift, uint32_t flip)
{
  return key >> shift ^ flip;
}

INLINE uint32_t
digit_bits_i8 (uint64_t key, uint32_t shift, uint32_t flip)
{
  return (uint32_t) (key >> shift) ^ flip;
}

INLINE uint32_t
digit_bits_r4 (uint32_t key, uint32_t shift, uint32_t flip)
{
  uint32_t sign = (int32_t) key >> 31;
  uint32_t digit = key >> shift ^ (sign | flip);
  digit = key << 1 ? digit : flip;
  return (key & INT32_MAX) > UINT32_C (0x7f800000) ? UINT32_MAX : digit;
}

INLINE uint32_t
digit_bits_r8 (uint64_t key, uint32_t shift, uint32_t flip)
{
  uint32_t high = key >> 32, low = key;
  uint32_t sign = (int32_t) high >> 31;
  uint32_t digit = (uint32_t) (key >> shift) ^ (sign | flip);
  digit = (high << 1 | low) ? digit : flip;
  return ((high & INT32_MAX) | (low != 0)) > UINT32_C (0x7ff00000)
	 ? UINT32_MAX : digit;
}

/* All digits of KEY.  */
#define ALL_DIGITS_i4(key) ((key) ^ UINT32_C (1) << 31)
#define ALL_DIGITS_i8(key) ((key) ^ UINT64_C (1) << 63)
#define ALL_DIGITS_r4(key) gcuf_ordered_real4 (key)
#define ALL_DIGITS_r8(key) gcuf_ordered_real8 (key)

#define T(name) NAME (name, ELEMENT)

#define ELEMENT i4
#define KEY uint32_t
#define BITS "u32"
#define GREATEST INT32_MAX
#include "sort-elements.h"
#undef ELEMENT
#undef KEY
#undef BITS
#undef GREATEST

#define ELEMENT i8
#define KEY uint64_t
#define BITS "u64"
#define GREATEST INT64_MAX
#include "sort-elements.h"
#undef ELEMENT
#undef KEY
#undef BITS
#undef GREATEST

#define ELEMENT r4
#define KEY uint32_t
#define BITS "u32"
#define GREATEST INT32_MAX
#include "sort-elements.h"
#undef ELEMENT
#undef KEY
#undef BITS
#undef GREATEST

#define ELEMENT r8
#define KEY uint64_t
#define BITS "u64"
#define GREATEST INT64_MAX
#include "sort-elements.h"
#undef ELEMENT
#undef KEY
#undef BITS
#undef GREATEST
