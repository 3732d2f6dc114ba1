/* Kernels for prefix sums of one type.
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


/* Included by prefix.c once for each type of elements: ELEMENT is its
   name, VALUE its type, BITS what PTX calls that.  */

enum { T (SLABS) = GCUF_PREFIX_TILE / GCUF_LIBRARY_BLOCK };

INLINE VALUE
T (shuffle_up) (VALUE value, unsigned distance)
{
  if (sizeof value == 8)
    {
      uint64_t bits;
      asm ("mov.b64 %0, %1;" : "=r" (bits) : "r" (value));
      uint32_t low = shuffle_up_32 (bits, distance);
      uint32_t high = shuffle_up_32 (bits >> 32, distance);
      bits = (uint64_t) high << 32 | low;
      asm ("mov.b64 %0, %1;" : "=r" (value) : "r" (bits));
    }
  else
    {
      uint32_t bits;
      asm ("mov.b32 %0, %1;" : "=r" (bits) : "r" (value));
      bits = shuffle_up_32 (bits, distance);
      asm ("mov.b32 %0, %1;" : "=r" (value) : "r" (bits));
    }
  return value;
}

/* The sum of VALUE of the calling thread and the lower lanes.  */

INLINE VALUE
T (scan_warp) (VALUE value)
{
#pragma GCC unroll 5
  for (unsigned distance = 1; distance < 32; distance *= 2)
    {
      VALUE other = T (shuffle_up) (value, distance);
      if (fresh_lane () >= distance)
	value += other;
    }
  return value;
}

INLINE VALUE
T (load_total) (uint32_t i)
{
  VALUE value;
  uint32_t address = shared_address () + i * sizeof value;
  asm volatile ("ld.shared." BITS " %0, [%1];"
		: "=r" (value) : "r" (address) : "memory");
  return value;
}

INLINE void
T (store_total) (uint32_t i, VALUE value)
{
  uint32_t address = shared_address () + i * sizeof value;
  STORE ("st.shared." BITS " [%0], %1;", address, value);
}

/* Make the VALUES of a tile, of which those of the block's threads follow each
   other, sums of all up to each, or in front of it if EXCLUSIVE.  Return the
   sum of the tile.  */

INLINE VALUE
T (scan_tile) (VALUE values[T (SLABS)], bool exclusive)
{
  enum { TOTALS = T (SLABS) * WARPS };
  const uint32_t warp = thread_x () / 32;
  _Static_assert (TOTALS == 64, "two for each lane");

  synchronize_block ();
#pragma GCC unroll 8
  for (int k = 0; k < T (SLABS); k++)
    {
      values[k] = T (scan_warp) (values[k]);
      if (fresh_lane () == 31)
	T (store_total) (k * WARPS + warp, values[k]);
      if (exclusive)
	{
	  values[k] = T (shuffle_up) (values[k], 1);
	  if (fresh_lane () == 0)
	    values[k] = 0;
	}
    }
  synchronize_block ();
  if (warp == 0)
    {
      const uint32_t lane = fresh_lane ();
      VALUE a = T (load_total) (2 * lane), b = T (load_total) (2 * lane + 1);
      VALUE both = T (scan_warp) (a + b);
      VALUE before = T (shuffle_up) (both, 1);
      if (fresh_lane () == 0)
	before = 0;
      T (store_total) (2 * lane, before + a);
      T (store_total) (2 * lane + 1, both);
    }
  synchronize_block ();
#pragma GCC unroll 8
  for (int k = 0; k < T (SLABS); k++)
    if (k * WARPS + warp > 0)
      values[k] += T (load_total) (k * WARPS + warp - 1);
  return T (load_total) (TOTALS - 1);
}

/* Return to thread 0 the sum of the VALUES of a tile.  */

INLINE VALUE
T (sum_tile) (const VALUE values[T (SLABS)])
{
  VALUE sum = values[0];
#pragma GCC unroll 8
  for (int k = 1; k < T (SLABS); k++)
    sum += values[k];
  sum = T (scan_warp) (sum);
  synchronize_block ();
  if (fresh_lane () == 31)
    T (store_total) (thread_x () / 32, sum);
  synchronize_block ();
  if (thread_x () == 0)
    {
      sum = T (load_total) (0);
#pragma GCC unroll 8
      for (uint32_t warp = 1; warp < WARPS; warp++)
	sum += T (load_total) (warp);
    }
  return sum;
}

/* Element I of P's source.  */

INLINE VALUE
T (load_element) (const struct prefix *p, uint64_t i)
{
  VALUE value;
  if (p->logical)
    return load_logical (p->source + i * p->logical, p->logical);
  LOAD ("ld.global." BITS " %0, [%1];", value, p->source + i * sizeof (VALUE));
  return value;
}

/* Load the elements from number FROM on of those that begin with START, which
   are STEP apart and N in number; what is beyond is zero.  */

INLINE void
T (load_tile) (VALUE values[T (SLABS)], const struct prefix *p, uint64_t start,
	       uint64_t step, uint64_t from, uint64_t n)
{
#pragma GCC unroll 8
  for (int k = 0; k < T (SLABS); k++)
    {
      uint64_t i = from + k * GCUF_LIBRARY_BLOCK + thread_x ();
      values[k] = i < n ? T (load_element) (p, start + i * step) : 0;
    }
}

/* Store a tile's sums, which begin with BASE.  */

INLINE void
T (store_tile) (const VALUE values[T (SLABS)], VALUE base, uint64_t start,
		uint64_t step, uint64_t from, uint64_t n)
{
#pragma GCC unroll 8
  for (int k = 0; k < T (SLABS); k++)
    {
      uint64_t i = from + k * GCUF_LIBRARY_BLOCK + thread_x ();
      VALUE sum = base + values[k];
      if (i < n)
	STORE ("st.global." BITS " [%0], %1;",
	       start + i * step * sizeof (VALUE), sum);
    }
}

/* Blocks (part, row): store the sum of each tile.  */

KERNEL void
T (gcuf_prefix_sums) (void)
{
  DECLARE_SHARED (64 * 8);
  const struct prefix p = get_prefix ();
  for (uint64_t row = block_y (); row < p.rows; row += blocks_y ())
    for (uint64_t part = block_x (); part < p.parts; part += blocks_x ())
      {
	VALUE values[T (SLABS)];
	T (load_tile) (values, &p, row_start (&p, row), p.before,
		       part * GCUF_PREFIX_TILE, p.n);
	VALUE sum = T (sum_tile) (values);
	if (thread_x () == 0)
	  STORE ("st.global." BITS " [%0], %1;",
		 p.sums + (row * p.parts + part) * sizeof (VALUE), sum);
      }
}

/* Blocks (1, row): make the sums of tiles those of all tiles before.  */

KERNEL void
T (gcuf_prefix_totals) (void)
{
  DECLARE_SHARED (64 * 8);
  struct prefix p = get_prefix ();
  p.source = p.sums;
  p.logical = 0;
  for (uint64_t row = block_y (); row < p.rows; row += blocks_y ())
    {
      uint64_t first = row * p.parts;
      VALUE base = 0;
      for (uint64_t from = 0; from < p.parts; from += GCUF_PREFIX_TILE)
	{
	  VALUE values[T (SLABS)];
	  T (load_tile) (values, &p, first, 1, from, p.parts);
	  VALUE sum = T (scan_tile) (values, true);
	  T (store_tile) (values, base, p.sums + first * sizeof (VALUE), 1,
			  from, p.parts);
	  base += sum;
	}
    }
}

/* Blocks (part, row): store the sums of elements.  */

KERNEL void
T (gcuf_prefix_store) (void)
{
  DECLARE_SHARED (64 * 8);
  const struct prefix p = get_prefix ();
  for (uint64_t row = block_y (); row < p.rows; row += blocks_y ())
    for (uint64_t part = block_x (); part < p.parts; part += blocks_x ())
      {
	VALUE values[T (SLABS)], base;
	const uint64_t start = row_start (&p, row);
	LOAD ("ld.global." BITS " %0, [%1];", base,
	      p.sums + (row * p.parts + part) * sizeof (VALUE));
	T (load_tile) (values, &p, start, p.before, part * GCUF_PREFIX_TILE,
		       p.n);
	T (scan_tile) (values, p.exclusive);
	T (store_tile) (values, base, p.data + start * sizeof (VALUE),
			p.before, part * GCUF_PREFIX_TILE, p.n);
      }
}

/* Threads (row): rows that are short or lie side by side.  */

KERNEL void
T (gcuf_prefix_rows) (void)
{
  const struct prefix p = get_prefix ();
  const uint64_t rows = (uint64_t) blocks_x () * GCUF_LIBRARY_BLOCK;
  for (uint64_t row = (uint64_t) block_x () * GCUF_LIBRARY_BLOCK + thread_x ();
       row < p.rows; row += rows)
    {
      uint64_t at = row_start (&p, row);
      VALUE sum = 0;
      for (uint64_t i = 0; i < p.n; i++, at += p.before)
	{
	  VALUE before = sum;
	  sum += T (load_element) (&p, at);
	  STORE ("st.global." BITS " [%0], %1;", p.data + at * sizeof (VALUE),
		 p.exclusive ? before : sum);
	}
    }
}
