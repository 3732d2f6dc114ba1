/* Kernels for sorting keys of one type.
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

/* Included by sort.c once for each type of keys: ELEMENT is its name, KEY an
   unsigned integer of its size, BITS what PTX calls that, and GREATEST a key that
   no other one comes behind.  */

enum
{
  T (ROUNDS) = GCUF_SORT_ROUNDS (sizeof (KEY)),
  T (TILE) = T (ROUNDS) * GCUF_SORT_BLOCK,
  T (BYTES) = TILE_BYTES (T (TILE), sizeof (KEY)),
  T (SHARED) = SORT_TILE + (T (BYTES) > SORT_COUNTS_BYTES
			    ? T (BYTES) : SORT_COUNTS_BYTES)
};
_Static_assert ((int) T (SHARED) <= 48 << 10, "no more than any block has");
_Static_assert ((int) T (TILE) <= UINT16_MAX + 1, "ranks have 16 bits");

/* The digit of KEY that begins at bit SHIFT.  */

INLINE uint32_t
T (digit) (KEY key, uint32_t shift)
{
  enum { LAST = sizeof (KEY) * 8 - GCUF_SORT_DIGIT_BITS };
  uint32_t flip = shift == LAST ? DIGITS / 2 : 0;
  return NAME (digit_bits, ELEMENT) (key, shift, flip) & (DIGITS - 1);
}

/* Count KEY's digits of all passes.  */

INLINE void
T (count_key) (KEY key)
{
  const KEY digits = NAME (ALL_DIGITS, ELEMENT) (key);
#pragma GCC unroll 8
  for (uint32_t pass = 0; pass < sizeof (KEY); pass++)
    count_shared (shared_address () + pass * DIGITS * 4
		  + ((digits >> pass * 8) & (DIGITS - 1)) * 4);
}
_Static_assert ((int) GCUF_SORT_DIGIT_BITS == 8, "a digit for each byte");

/* Add to the counts how many keys have each digit of each pass.  */

KERNEL void
T (gcuf_sort_count) (void)
{
  enum { PASSES = sizeof (KEY), AT_ONCE = 8 };
  DECLARE_SHARED (PASSES * DIGITS * 4);
  const struct sort s = get_sort ();
  const uint64_t tile = GCUF_LIBRARY_BLOCK * AT_ONCE;
#pragma GCC unroll 8
  for (uint32_t pass = 0; pass < PASSES; pass++)
    store_shared_32 (shared_address () + (pass * DIGITS + thread_x ()) * 4, 0);
  synchronize_block ();
  for (uint64_t from = block_x () * tile; from < s.n;
       from += blocks_x () * tile)
    {
      const uint64_t at = s.keys + (from + thread_x ()) * sizeof (KEY);
      const uint32_t left = s.n - from < tile ? s.n - from : tile;
      KEY keys[AT_ONCE];
      if (left == tile)
	{
#pragma GCC unroll 8
	  for (uint32_t k = 0; k < AT_ONCE; k++)
	    LOAD ("ld.global." BITS " %0, [%1];", keys[k],
		  at + k * GCUF_LIBRARY_BLOCK * sizeof (KEY));
#pragma GCC unroll 8
	  for (uint32_t k = 0; k < AT_ONCE; k++)
	    T (count_key) (keys[k]);
	}
      else
	for (uint32_t i = 0; thread_x () + i < left; i += GCUF_LIBRARY_BLOCK)
	  {
	    LOAD ("ld.global." BITS " %0, [%1];", keys[0],
		  at + i * sizeof (KEY));
	    T (count_key) (keys[0]);
	  }
    }
  synchronize_block ();
  add_counts (&s);
}

/* The number in the tile of the calling thread's key in ROUND.  */

INLINE uint32_t
T (key_number) (uint32_t round)
{
  return (thread_x () / 32 * T (ROUNDS) + round) * 32 + thread_x () % 32;
}

/* Load the KEYS of the tile of LENGTH at ADDRESS that the calling thread has.
   One that is not full is filled up with the greatest key.  */

INLINE void
T (load_keys) (uint64_t address, uint32_t length, KEY keys[T (ROUNDS)])
{
  address += (uint64_t) T (key_number) (0) * sizeof (KEY);
  if (length == T (TILE))
    {
#pragma GCC unroll 16
      for (uint32_t round = 0; round < T (ROUNDS); round++)
	LOAD ("ld.global." BITS " %0, [%1];", keys[round],
	      address + round * 32 * sizeof (KEY));
      return;
    }
#pragma GCC unroll 16
  for (uint32_t round = 0; round < T (ROUNDS); round++)
    {
      keys[round] = GREATEST;
      if (T (key_number) (round) < length)
	LOAD ("ld.global." BITS " %0, [%1];", keys[round],
	      address + round * 32 * sizeof (KEY));
    }
}

/* Put the KEYS of the calling thread into order in shared memory, and store in
   RANKS, two in a word, their places there.  Find out where the tile's keys
   belong in the result.  */

INLINE void
T (order_keys) (const struct sort *s, const KEY keys[T (ROUNDS)],
		uint32_t ranks[T (ROUNDS) / 2], bool last)
{
  uint32_t count;
  clear_counts ();
#pragma GCC unroll 16
  for (uint32_t round = 0; round < T (ROUNDS); round++)
    count_shared (count_address (thread_x () / 32,
				 T (digit) (keys[round], s->shift)));
  uint32_t first = place_digits (s, &count);
  uint32_t shift = s->shift;
  /* Extract digits anew: to keep them takes too many registers.  */
  asm volatile ("" : "+r" (shift));
#pragma GCC unroll 16
  for (uint32_t round = 0; round < T (ROUNDS); round++)
    {
      uint32_t rank = rank_digit (T (digit) (keys[round], shift));
      ranks[round / 2] = round % 2 ? ranks[round / 2] | rank << 16 : rank;
    }
  synchronize_block ();
#pragma GCC unroll 16
  for (uint32_t round = 0; round < T (ROUNDS); round++)
    STORE ("st.shared." BITS " [%0], %1;",
	   tile_address (rank_of (ranks, round), sizeof (KEY)), keys[round]);
  store_base (s, first, count, last);
  synchronize_block ();
}

/* Move the keys of a tile to their places, and indices if they are INDEXED:
   first in shared memory, so that keys with one digit, which become neighbours
   there, are stored by neighbouring threads.  */

INLINE void
T (move_tile) (bool indexed)
{
  const struct sort s = get_sort ();
  const uint64_t from = (uint64_t) block_x () * T (TILE);
  const bool last = s.n - from <= T (TILE);
  const uint32_t length = last ? s.n - from : T (TILE);
  uint32_t ranks[T (ROUNDS) / 2], digits[(T (ROUNDS) + 3) / 4] = { 0 };
  KEY keys[T (ROUNDS)];

  T (load_keys) (s.keys + from * sizeof (KEY), length, keys);
  T (order_keys) (&s, keys, ranks, last);
#pragma GCC unroll 16
  for (uint32_t round = 0; round < T (ROUNDS); round++)
    {
      uint32_t j = round * GCUF_SORT_BLOCK + thread_x (), digit;
      KEY key;
      asm volatile ("ld.shared." BITS " %0, [%1];"
		    : "=r" (key) : "r" (tile_address (j, sizeof (KEY)))
		    : "memory");
      digit = T (digit) (key, s.shift);
      digits[round / 4] |= digit << round % 4 * 8;
      if (j < length)
	STORE ("st.global." BITS " [%0], %1;",
	       s.to + (load_base (digit) + j) * sizeof (KEY), key);
    }
  if (!indexed)
    return;
  synchronize_block ();
#pragma GCC unroll 16
  for (uint32_t round = 0; round < T (ROUNDS); round++)
    {
      uint32_t i = T (key_number) (round);
      if (i < length)
	store_shared_32 (tile_address (rank_of (ranks, round), 4),
			 load_32 (s.indices + (from + i) * 4));
    }
  synchronize_block ();
#pragma GCC unroll 16
  for (uint32_t round = 0; round < T (ROUNDS); round++)
    {
      uint32_t j = round * GCUF_SORT_BLOCK + thread_x ();
      uint32_t digit = digits[round / 4] >> round % 4 * 8 & (DIGITS - 1);
      if (j < length)
	STORE ("st.global.u32 [%0], %1;",
	       s.indices_to + (load_base (digit) + j) * 4,
	       load_shared_32 (tile_address (j, 4)));
    }
}

KERNEL void
T (gcuf_sort_move) (void)
{
  DECLARE_SHARED (T (SHARED));
  KERNEL_BLOCKS (GCUF_SORT_BLOCK, 2);
  T (move_tile) (false);
}

KERNEL void
T (gcuf_sort_move_indexed) (void)
{
  DECLARE_SHARED (T (SHARED));
  KERNEL_BLOCKS (GCUF_SORT_BLOCK, sizeof (KEY) == 4 ? 1 : 2);
  T (move_tile) (true);
}
