/* The kernels that reduce arrays, for one kind of elements.
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


/* Included by array-reduction.c, which says there what the macros mean.  */

#define T(name) NAME (name, ELEMENT)

#ifdef PAIRS
# include "reduce-pairs.h"
#else
# include "reduce-numbers.h"
#endif

/* Merge the partials of the warp's lanes into that of the first one.  */

INLINE void
T (merge_warp) (struct T (partial) *p, struct order order)
{
  for (unsigned distance = 16; distance > 0; distance /= 2)
    {
      struct T (partial) q = T (shuffle_down) (*p, distance, order);
      T (merge) (p, q, order);
    }
}

/* Merge the partials of the block's threads into that of the first one.  */

INLINE void
T (merge_block) (struct T (partial) *p, struct order order)
{
  uint32_t thread = thread_x ();
  T (merge_warp) (p, order);
  /* The partials of the result before may still be read.  */
  synchronize_block ();
  if (thread % 32 == 0)
    T (store_shared) (partial_of_warp (thread / 32), *p);
  synchronize_block ();
  if (thread >= 32)
    return;
  *p = T (nothing) (order);
  if (thread < WARPS)
    *p = T (load_shared) (partial_of_warp (thread));
  T (merge_warp) (p, order);
}

/* Where W's partial result for PART of the PARTS of result number ROW is.  */

INLINE uint64_t
T (partial_address) (const struct work *w, uint64_t row, uint64_t parts,
		     uint64_t part)
{
  return w->out + (row * parts + part) * PARTIAL_BYTES;
}

/* The block has stored one of the PARTS of result number ROW: if all of them
   are there, merge them, always in the same order, and let the ticket be as it
   was.  */

INLINE void
T (finish_row) (const struct work *w, uint64_t row, uint64_t parts,
		struct order order)
{
  struct T (partial) p = T (nothing) (order);
  if (!last_ticket_p (global_address (w->tickets) + row * 4, parts))
    return;
  for (uint64_t k = thread_x (); k < parts; k += GCUF_LIBRARY_BLOCK)
    T (merge) (&p, T (load_partial) (T (partial_address) (w, row, parts, k),
				     order), order);
  T (merge_block) (&p, order);
  if (thread_x () == 0)
    {
      T (store_partial) (w->results + row * PARTIAL_BYTES, p, order);
      STORE ("st.global.u32 [%0], %1;",
	     global_address (w->tickets) + row * 4, 0);
    }
}

/* Take the elements of one loop from number I on, STEP apart, whose result
   begins at BEGIN: several at once where there are that many.  There is no
   mask, unless CAN_MASK.  */

INLINE struct T (partial)
T (take_strided) (const struct work *w, struct place begin, uint64_t i,
		  uint64_t step, bool can_mask, struct order order)
{
  struct T (partial) p = T (nothing) (order);
  struct place at = advance (begin, i, w->loops);
  struct place stride = advance ((struct place) { 0, 0 }, step, w->loops);
  const uint64_t ahead = step * (GCUF_REDUCTION_AT_ONCE - 1);
  const bool masked = can_mask && w->mask;

  while (!masked && i + ahead < w->n)
    {
      T (element) value[GCUF_REDUCTION_AT_ONCE];
#pragma GCC unroll 8
      for (int k = 0; k < GCUF_REDUCTION_AT_ONCE; k++)
	{
	  value[k] = T (load) (at.src, order);
	  at.src += stride.src;
	}
#pragma GCC unroll 8
      for (int k = 0; k < GCUF_REDUCTION_AT_ONCE; k++)
	{
	  T (take) (&p, value[k], i, order);
	  i += step;
	}
    }
  for (; i < w->n; i += step)
    {
      if (!masked || !masked_out_p (at))
	T (take) (&p, T (load) (at.src, order), i, order);
      at.src += stride.src;
      at.mask += stride.mask;
    }
  return p;
}

/* The same, where the parts of a complex number are loaded at once if all of
   them are where that is possible.  */

INLINE struct T (partial)
T (take_loop) (const struct work *w, struct place begin, uint64_t i,
	       uint64_t step, bool can_mask, struct order order)
{
  if (T (at_once_p) (w, begin))
    {
      order.at_once = true;
      return T (take_strided) (w, begin, i, step, can_mask, order);
    }
  return T (take_strided) (w, begin, i, step, can_mask, order);
}

#ifdef UNPACK
# include "reduce-words.h"
#endif

/* The same for any loops and any mask: each element is located by itself.  */

INLINE struct T (partial)
T (take_any) (const struct work *w, struct place begin, uint64_t i,
	      uint64_t step, struct order order)
{
  struct T (partial) p = T (nothing) (order);
  for (; i < w->n; i += step)
    {
      struct place at = locate (begin, i, w->loops, w->inner);
      if (!w->mask || !masked_out_p (at))
	T (take) (&p, T (load) (at.src, order), i, order);
    }
  return p;
}

/* Blocks (part, row): each result by one or several of them.  */

INLINE void
T (reduce_by_blocks) (enum reduced of)
{
  DECLARE_PARTIALS ();
  const struct work w = get_work ();
  const struct order order = get_order (of);
  const uint64_t part = block_x (), parts = blocks_x ();
  const uint64_t first = part * GCUF_LIBRARY_BLOCK + thread_x ();
  const uint64_t step = parts * GCUF_LIBRARY_BLOCK;

  for (uint64_t row = block_y (); row < w.m; row += blocks_y ())
    {
      struct place begin = locate_row (&w, row);
      struct T (partial) p;
      if (w.inner != 1 || w.mask)
	p = T (take_any) (&w, begin, first, step, order);
#ifdef UNPACK
      else if (T (in_words_p) (&w, begin))
	p = T (take_words) (&w, begin, first, step, order);
#endif
      else
	p = T (take_loop) (&w, begin, first, step, false, order);
      T (merge_block) (&p, order);
      if (thread_x () == 0)
	T (store_partial) (T (partial_address) (&w, row, parts, part), p,
			   order);
      if (w.tickets)
	T (finish_row) (&w, row, parts, order);
    }
}

/* Threads (row, part), of results along one dimension.  */

INLINE void
T (reduce_by_threads) (enum reduced of)
{
  const struct work w = get_work ();
  const struct order order = get_order (of);
  const uint64_t part = block_y (), parts = blocks_y ();
  const uint64_t rows = (uint64_t) blocks_x () * GCUF_LIBRARY_BLOCK;

  for (uint64_t row = (uint64_t) block_x () * GCUF_LIBRARY_BLOCK + thread_x ();
       row < w.m; row += rows)
    {
      struct T (partial) p
	= T (take_loop) (&w, locate_row (&w, row), part, parts, true, order);
      T (store_partial) (T (partial_address) (&w, row, parts, part), p, order);
    }
}

/* The kernels for what OF is, whose names begin with gcuf_WHAT.  */
#define REDUCTION_KERNELS(what, of)			\
  KERNEL void						\
  NAME (gcuf_##what##_by_blocks, ELEMENT) (void)	\
  {							\
    T (reduce_by_blocks) (of);				\
  }							\
							\
  KERNEL void						\
  NAME (gcuf_##what##_by_threads, ELEMENT) (void)	\
  {							\
    T (reduce_by_threads) (of);				\
  }

REDUCTION_KERNELS (sum, SUMS)
#ifndef PAIRS
REDUCTION_KERNELS (value, VALUES)
REDUCTION_KERNELS (place, PLACES)
#endif

#undef REDUCTION_KERNELS
#undef T
#undef ELEMENT
#undef PAIRS
#undef VALUE
#undef SIGN
#undef LEAST
#undef BITS
#undef TYPE
#undef GREATER
#undef LOAD_ELEMENT
#undef UNPACK
#undef ELEMENTS_OF_WORD
