/* Kernels for prefix sums of one type of integers in one pass.
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


/* Included by prefix.c after scan-elements.h.  Each thread has vectors of 16
   bytes, those of the block's threads side by side.  */

enum
{
  T (VECTOR) = 16 / sizeof (VALUE),	/* Elements of a vector.  */
  T (TILE) = GCUF_CHAIN_BYTES / sizeof (VALUE),
  T (VECTORS) = T (TILE) / GCUF_LIBRARY_BLOCK / T (VECTOR),
  T (WORDS) = sizeof (VALUE) / 4,
  T (ALL_TOTALS) = T (VECTORS) * WARPS,
  /* Of shared memory, in elements: what is before the tile, behind the sums of
     vectors of a warp.  */
  T (BASE) = T (ALL_TOTALS)
};

/* The number in the tile of element J of vector K of the calling thread.  */

INLINE uint32_t
T (element_number) (int k, int j)
{
  return (k * GCUF_LIBRARY_BLOCK + thread_x ()) * T (VECTOR) + j;
}

/* Load the vector at ADDRESS, and store it.  */

INLINE void
T (load_vector) (VALUE *v, uint64_t address)
{
  if (sizeof (VALUE) == 4)
    asm volatile ("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
		  : "=r" (v[0]), "=r" (v[1]), "=r" (v[T (VECTOR) / 2]),
		    "=r" (v[T (VECTOR) - 1]) : "r" (address));
  else
    asm volatile ("ld.global.v2.u64 {%0, %1}, [%2];"
		  : "=r" (v[0]), "=r" (v[1]) : "r" (address));
}

INLINE void
T (store_vector) (const VALUE *v, uint64_t address)
{
  if (sizeof (VALUE) == 4)
    asm volatile ("st.global.v4.u32 [%4], {%0, %1, %2, %3};"
		  : : "r" (v[0]), "r" (v[1]), "r" (v[T (VECTOR) / 2]),
		      "r" (v[T (VECTOR) - 1]), "r" (address) : "memory");
  else
    asm volatile ("st.global.v2.u64 [%2], {%0, %1};"
		  : : "r" (v[0]), "r" (v[1]), "r" (address) : "memory");
}

/* Load the tile of LENGTH elements, the first of which is number FROM; behind
   them zeros are taken.  */

INLINE void
T (load_vectors) (const struct prefix *p,
		  VALUE v[T (VECTORS)][T (VECTOR)], uint64_t from,
		  uint32_t length)
{
  const uint64_t address = p->source + from * sizeof (VALUE);
  if (length == T (TILE) && address % 16 == 0
      && (p->logical == 0 || p->logical == sizeof (VALUE)))
    {
#pragma GCC unroll 4
      for (int k = 0; k < T (VECTORS); k++)
	T (load_vector) (v[k], (address + (uint64_t) T (element_number) (k, 0)
					  * sizeof (VALUE)));
      if (p->logical)
#pragma GCC unroll 4
	for (int k = 0; k < T (VECTORS); k++)
#pragma GCC unroll 4
	  for (int j = 0; j < T (VECTOR); j++)
	    v[k][j] = v[k][j] != 0;
      return;
    }
#pragma GCC unroll 4
  for (int k = 0; k < T (VECTORS); k++)
#pragma GCC unroll 4
    for (int j = 0; j < T (VECTOR); j++)
      {
	uint32_t i = T (element_number) (k, j);
	v[k][j] = i < length ? T (load_element) (p, from + i) : 0;
      }
}

/* Store such a tile.  */

INLINE void
T (store_vectors) (const struct prefix *p,
		   VALUE v[T (VECTORS)][T (VECTOR)], uint64_t from,
		   uint32_t length)
{
  const uint64_t address = p->data + from * sizeof (VALUE);
  const bool whole = length == T (TILE) && address % 16 == 0;
#pragma GCC unroll 4
  for (int k = 0; k < T (VECTORS); k++)
    if (whole)
      T (store_vector) (v[k], (address + (uint64_t) T (element_number) (k, 0)
					 * sizeof (VALUE)));
    else
#pragma GCC unroll 4
      for (int j = 0; j < T (VECTOR); j++)
	{
	  uint32_t i = T (element_number) (k, j);
	  if (i < length)
	    STORE ("st.global." BITS " [%0], %1;",
		   address + (uint64_t) i * sizeof (VALUE), v[k][j]);
	}
}

/* For the first warp: the sums of all warps' vectors are stored.  Make them
   those of all before each, and return the sum of the tile.  */

INLINE VALUE
T (scan_totals) (void)
{
  _Static_assert (T (ALL_TOTALS) == 32, "one for each lane");
  const VALUE total = T (load_total) (fresh_lane ());
  const VALUE up_to = T (scan_warp) (total);
  T (store_total) (fresh_lane (), up_to - total);
  uint64_t low = shuffle_32 (up_to, 31);
  return (sizeof (VALUE) == 8
	  ? low | (uint64_t) shuffle_32 ((uint64_t) up_to >> 32, 31) << 32
	  : low);
}

/* A block for each tile of rows whose elements are side by side.  SUMS is a
   chain.  */

KERNEL void
T (gcuf_prefix_once) (void)
{
  DECLARE_SHARED ((T (BASE) + 1) * sizeof (VALUE));
  KERNEL_BLOCKS (GCUF_LIBRARY_BLOCK, 4);
  const struct prefix p = get_prefix ();
  const uint32_t tile = block_x (), warp = thread_x () / 32;
  const uint32_t row = tile / (uint32_t) p.parts;
  const uint32_t first = row * (uint32_t) p.parts;
  const uint64_t done = (uint64_t) (tile - first) * T (TILE);
  const uint64_t from = row * p.n + done;
  const uint32_t length = p.n - done < T (TILE) ? p.n - done : T (TILE);
  VALUE v[T (VECTORS)][T (VECTOR)], before[T (VECTORS)];

  T (load_vectors) (&p, v, from, length);
#pragma GCC unroll 4
  for (int k = 0; k < T (VECTORS); k++)
    {
      VALUE own = 0;
#pragma GCC unroll 4
      for (int j = 0; j < T (VECTOR); j++)
	own += v[k][j];
      VALUE up_to = T (scan_warp) (own);
      before[k] = up_to - own;
      if (fresh_lane () == 31)
	T (store_total) (k * WARPS + warp, up_to);
    }
  synchronize_block ();
  if (warp == 0)
    {
      VALUE sum = T (scan_totals) ();
      VALUE base = chain_tile (p.sums, first, tile, T (WORDS), sum);
      if (fresh_lane () == 0)
	T (store_total) (T (BASE), base);
    }
  synchronize_block ();
  const VALUE base = T (load_total) (T (BASE));
#pragma GCC unroll 4
  for (int k = 0; k < T (VECTORS); k++)
    {
      VALUE sum = before[k] + base;
      sum += T (load_total) (k * WARPS + warp);
#pragma GCC unroll 4
      for (int j = 0; j < T (VECTOR); j++)
	{
	  VALUE value = v[k][j];
	  v[k][j] = p.exclusive ? sum : sum + value;
	  sum += value;
	}
    }
  T (store_vectors) (&p, v, from, length);
}
