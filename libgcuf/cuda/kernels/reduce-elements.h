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

/* As struct gcuf_partial: the sum of some elements, or the first of the extreme
   ones and its number, which is negative if there is none.  */
struct T (partial)
{
  VALUE value;
  int64_t at;
};

/* VALUE or, if the order is REVERSED, its counterpart in the reversed order: an
   integer with all bits inverted, a real number with its sign inverted.  */

INLINE VALUE
T (ordered) (VALUE value, bool reversed)
{
  __typeof__ (SIGN) bits;
  /* GCC would take a register of another type as it is.  */
  asm ("mov." BITS " %0, %1;" : "=r" (bits) : "r" (value));
  bits ^= reversed ? SIGN : 0;
  asm ("mov." BITS " %0, %1;" : "=r" (value) : "r" (bits));
  return value;
}

INLINE VALUE
T (load) (uint64_t address, struct order order)
{
  VALUE value;
  LOAD (LOAD_ELEMENT, value, address);
  return order.of == SUMS ? value : T (ordered) (value, order.reversed);
}

/* True if X is to take the place of Y wherever they are; also where they are
   equal, if OR_EQUAL.  A NaN takes no place, and gives up its own.  */

INLINE bool
T (better) (VALUE x, VALUE y, bool or_equal)
{
  bool is_number = !IS_NAN (x), greater = !(x <= y), equal = x == y;
  return is_number & (greater | (or_equal & equal));
}

INLINE VALUE
T (maximum) (VALUE x, VALUE y)
{
  VALUE z;
  asm ("max." TYPE " %0, %1, %2;" : "=r" (z) : "r" (x), "r" (y));
  return z;
}

/* The result of no elements.  */

INLINE struct T (partial)
T (nothing) (struct order order)
{
  return (struct T (partial)) { order.of == VALUES ? LEAST : 0, -1 };
}

/* Add VALUE, element number I, to *P, which is of elements before it.  */

INLINE void
T (take) (struct T (partial) *p, VALUE value, int64_t i, struct order order)
{
  if (order.of == SUMS)
    p->value += value;
  else if (order.of == VALUES)
    {
      p->value = T (maximum) (p->value, value);
      p->at = 0;
    }
  else
    /* As in T (merge), but GCC would have each predicate in a register.  */
    asm ("{ .reg .pred p, q;\n\t"
	 "setp.ne.u32 q, %4, 0;\n\t"
	 "setp.eq.and." TYPE " q, %2, %0, q;\n\t"
	 GREATER ("%2", "%0")
	 "or.pred p, p, q;\n\t"
	 "setp.lt.or.s64 p, %1, 0, p;\n\t"
	 "selp." BITS " %0, %2, %0, p;\n\t"
	 "selp.b64 %1, %3, %1, p; }"
	 : "+r" (p->value), "+r" (p->at)
	 : "r" (value), "r" (i), "r" ((uint32_t) order.back));
}

/* Merge Q into *P as gcuf_reduce_merge does.  */

INLINE void
T (merge) (struct T (partial) *p, struct T (partial) q, struct order order)
{
  if (order.of == SUMS)
    {
      p->value += q.value;
      return;
    }
  if (order.of == VALUES)
    {
      p->value = T (maximum) (p->value, q.value);
      p->at = p->at > q.at ? p->at : q.at;
      return;
    }
  bool better = T (better) (q.value, p->value, false);
  bool worse = T (better) (p->value, q.value, false);
  bool first = order.back ? q.at > p->at : q.at < p->at;
  /* If all are NaNs, the first one stays.  */
  if (order.back)
    first ^= IS_NAN (p->value);
  bool taken = (q.at >= 0) & ((p->at < 0) | better | (first & !worse));
  p->value = taken ? q.value : p->value;
  p->at = taken ? q.at : p->at;
}

/* Merge the partials of the warp's lanes into that of the first one.  */

INLINE void
T (merge_warp) (struct T (partial) *p, struct order order)
{
  for (unsigned distance = 16; distance > 0; distance /= 2)
    {
      struct T (partial) q = { SHUFFLE_DOWN (p->value, distance), -1 };
      if (order.of != SUMS)
	q.at = SHUFFLE_DOWN (p->at, distance);
      T (merge) (p, q, order);
    }
}

INLINE void
T (store_shared) (uint64_t address, struct T (partial) p)
{
  STORE ("st.shared." BITS " [%0], %1;", address, p.value);
  STORE ("st.shared.b64 [%0+8], %1;", address, p.at);
}

INLINE struct T (partial)
T (load_shared) (uint64_t address)
{
  struct T (partial) p;
  asm volatile ("ld.shared." BITS " %0, [%1];"
		: "=r" (p.value) : "r" (address) : "memory");
  asm volatile ("ld.shared.b64 %0, [%1+8];"
		: "=r" (p.at) : "r" (address) : "memory");
  return p;
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

/* Store P at ADDRESS.  */

INLINE void
T (store_partial) (uint64_t address, struct T (partial) p, struct order order)
{
  if (order.of != SUMS)
    p.value = T (ordered) (p.value, order.reversed);
  STORE ("st.global." BITS " [%0], %1;", address, p.value);
  STORE ("st.global.b64 [%0+8], %1;", address, p.at);
}

/* Load what that has stored there, maybe in another block.  */

INLINE struct T (partial)
T (load_partial) (uint64_t address, struct order order)
{
  struct T (partial) p;
  asm volatile ("ld.global.cg." BITS " %0, [%1];"
		: "=r" (p.value) : "r" (address) : "memory");
  asm volatile ("ld.global.cg.b64 %0, [%1+8];"
		: "=r" (p.at) : "r" (address) : "memory");
  if (order.of != SUMS)
    p.value = T (ordered) (p.value, order.reversed);
  return p;
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
      VALUE value[GCUF_REDUCTION_AT_ONCE];
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

#ifdef UNPACK

/* True if *P, of elements before the VALUES of a word, stays what it is if these
   are taken.  */

INLINE bool
T (stays_p) (const struct T (partial) *p, const VALUE *values,
	     struct order order)
{
  VALUE most = values[0];
#pragma GCC unroll 4
  for (uint32_t k = 1; k < ELEMENTS_OF_WORD; k++)
    most = T (maximum) (most, values[k]);
  return (p->at >= 0 && most <= p->value
	  && !(order.back && most == p->value));
}

/* Take the elements of the WORD that begins with element number I.  */

INLINE void
T (take_word) (struct T (partial) *p, uint32_t word, uint64_t i,
	       struct order order)
{
  VALUE values[ELEMENTS_OF_WORD];
#pragma GCC unroll 4
  for (uint32_t k = 0; k < ELEMENTS_OF_WORD; k++)
    {
      UNPACK (values[k], word, k);
      if (order.of != SUMS)
	values[k] = T (ordered) (values[k], order.reversed);
    }
  /* With two elements the branch takes more time than it saves.  */
  if (order.of == PLACES && ELEMENTS_OF_WORD > 2
      && T (stays_p) (p, values, order))
    return;
#pragma GCC unroll 4
  for (uint32_t k = 0; k < ELEMENTS_OF_WORD; k++)
    T (take) (p, values[k], i + k, order);
}

/* True if the elements of the innermost loop, whose result begins at BEGIN, are
   neighbours that fill words.  */

INLINE bool
T (in_words_p) (const struct work *w, struct place begin)
{
  return (begin.src % 4 == 0
	  && (MEMBER (struct gcuf_reduction_loop, src, w->loops)
	      == 4 / ELEMENTS_OF_WORD));
}

/* Take such elements: words from number I on, STEP apart, and then what does not
   fill a word.  */

INLINE struct T (partial)
T (take_words) (const struct work *w, struct place begin, uint64_t i,
		uint64_t step, struct order order)
{
  struct T (partial) p = T (nothing) (order);
  const uint64_t words = w->n / ELEMENTS_OF_WORD, first = i;
  const uint64_t ahead = step * (GCUF_REDUCTION_AT_ONCE - 1);
  while (i + ahead < words)
    {
      uint32_t word[GCUF_REDUCTION_AT_ONCE];
#pragma GCC unroll 8
      for (int k = 0; k < GCUF_REDUCTION_AT_ONCE; k++)
	LOAD ("ld.global.u32 %0, [%1];", word[k],
	      begin.src + (i + k * step) * 4);
#pragma GCC unroll 8
      for (int k = 0; k < GCUF_REDUCTION_AT_ONCE; k++)
	{
	  T (take_word) (&p, word[k], i * ELEMENTS_OF_WORD, order);
	  i += step;
	}
    }
  for (; i < words; i += step)
    {
      uint32_t word;
      LOAD ("ld.global.u32 %0, [%1];", word, begin.src + i * 4);
      T (take_word) (&p, word, i * ELEMENTS_OF_WORD, order);
    }
  i = words * ELEMENTS_OF_WORD + first;
  if (i < w->n)
    T (take) (&p, T (load) (begin.src + i * (4 / ELEMENTS_OF_WORD), order), i,
	      order);
  return p;
}

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
	p = T (take_strided) (&w, begin, first, step, false, order);
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
	= T (take_strided) (&w, locate_row (&w, row), part, parts, true,
			    order);
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
REDUCTION_KERNELS (value, VALUES)
REDUCTION_KERNELS (place, PLACES)

#undef REDUCTION_KERNELS
#undef T
#undef ELEMENT
#undef VALUE
#undef SIGN
#undef LEAST
#undef BITS
#undef TYPE
#undef GREATER
#undef LOAD_ELEMENT
#undef UNPACK
#undef ELEMENTS_OF_WORD
