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


/* Included by array-work.c once for each type of keys: ELEMENT is its name,
   KEY an unsigned integer of its size, BITS what PTX calls that, and ORDERED
   makes of a key one in whose order keys are to be.  */

#define T(name) NAME (name, ELEMENT)

/* The digit of KEY in this pass, DIGITS where there is no key.  */

INLINE uint32_t
T (digit) (const struct sort *s, KEY key, uint64_t i)
{
  return (i < s->n
	  ? (uint32_t) (ORDERED (key) >> s->shift) & (DIGITS - 1) : DIGITS);
}

INLINE KEY
T (load_key) (const struct sort *s, uint64_t i)
{
  KEY key = 0;
  if (i < s->n)
    LOAD ("ld.global." BITS " %0, [%1];", key, s->keys + i * sizeof (KEY));
  return key;
}

/* Store how many keys of each tile have each digit: COUNTS[DIGIT][TILE].  */

KERNEL void
T (gcuf_sort_count) (void)
{
  DECLARE_SHARED (WARPS * (DIGITS + 1) * 4);
  const struct sort s = get_sort ();
  for (uint64_t tile = block_x (); tile < s.tiles; tile += blocks_x ())
    {
      clear_counts ();
      for (uint32_t round = 0; round < ROUNDS; round++)
	{
	  uint64_t i = key_number (tile, round);
	  count_digit (T (digit) (&s, T (load_key) (&s, i), i));
	}
      synchronize_block ();
      for (uint32_t digit = thread_x (); digit < DIGITS;
	   digit += GCUF_LIBRARY_BLOCK)
	{
	  uint64_t sum = 0;
	  for (uint32_t warp = 0; warp < WARPS; warp++)
	    sum += load_shared_32 (count_address (warp, digit));
	  STORE ("st.global.u64 [%0], %1;",
		 s.counts + (digit * s.tiles + tile) * 8, sum);
	}
      synchronize_block ();
    }
}

/* Move the keys, and their indices if there are any, to their places.  COUNTS
   are those of all tiles' first ones.  A tile is put into order in shared
   memory first, so that keys with one digit, which become neighbours, are
   stored by neighbouring threads.  */

KERNEL void
T (gcuf_sort_move) (void)
{
  DECLARE_SHARED (SORT_KEYS + GCUF_SORT_TILE * sizeof (KEY));
  const struct sort s = get_sort ();
  const uint64_t from = s.indices ? global_address (s.indices) : 0;
  const uint64_t to = s.indices ? global_address (s.indices_to) : 0;
  for (uint64_t tile = block_x (); tile < s.tiles; tile += blocks_x ())
    {
      uint32_t ranks[ROUNDS];
      uint64_t places[ROUNDS];
      KEY keys[ROUNDS];
      clear_counts ();
#pragma GCC unroll 16
      for (uint32_t round = 0; round < ROUNDS; round++)
	{
	  uint64_t i = key_number (tile, round);
	  keys[round] = T (load_key) (&s, i);
	  ranks[round] = count_digit (T (digit) (&s, keys[round], i));
	}
      place_digits (&s, tile);
#pragma GCC unroll 16
      for (uint32_t round = 0; round < ROUNDS; round++)
	{
	  uint64_t i = key_number (tile, round);
	  uint32_t digit = T (digit) (&s, keys[round], i);
	  if (i >= s.n)
	    continue;
	  ranks[round] += load_shared_32 (count_address (thread_x () / 32,
							 digit));
	  STORE ("st.shared." BITS " [%0], %1;",
		 tile_address (ranks[round], sizeof (KEY)), keys[round]);
	}
      synchronize_block ();
#pragma GCC unroll 16
      for (uint32_t round = 0; round < ROUNDS; round++)
	{
	  uint32_t j = round * GCUF_LIBRARY_BLOCK + thread_x ();
	  KEY key;
	  if (tile * GCUF_SORT_TILE + j >= s.n)
	    continue;
	  asm volatile ("ld.shared." BITS " %0, [%1];"
			: "=r" (key) : "r" (tile_address (j, sizeof (KEY)))
			: "memory");
	  places[round] = j + load_base (T (digit) (&s, key, 0));
	  STORE ("st.global." BITS " [%0], %1;",
		 s.to + places[round] * sizeof (KEY), key);
	}
      synchronize_block ();
      if (!from)
	continue;
#pragma GCC unroll 16
      for (uint32_t round = 0; round < ROUNDS; round++)
	{
	  uint64_t i = key_number (tile, round);
	  if (i < s.n)
	    store_shared_32 (tile_address (ranks[round], 4),
			     load_32 (from + i * 4));
	}
      synchronize_block ();
#pragma GCC unroll 16
      for (uint32_t round = 0; round < ROUNDS; round++)
	{
	  uint32_t j = round * GCUF_LIBRARY_BLOCK + thread_x ();
	  if (tile * GCUF_SORT_TILE + j < s.n)
	    STORE ("st.global.u32 [%0], %1;", to + places[round] * 4,
		   load_shared_32 (tile_address (j, 4)));
	}
      synchronize_block ();
    }
}

#undef T
#undef ELEMENT
#undef KEY
#undef BITS
#undef ORDERED
