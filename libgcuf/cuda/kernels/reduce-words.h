/* The reduction of elements of which several fill a word.
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


/* Included by reduce-elements.h, for each kind of such elements;
   array-reduction.c says what the macros mean.  */

INLINE void
T (unpack) (VALUE *values, uint32_t word, struct order order)
{
#pragma GCC unroll 4
  for (uint32_t k = 0; k < ELEMENTS_OF_WORD; k++)
    {
      UNPACK (values[k], word, k);
      if (order.of != SUMS)
	values[k] = T (ordered) (values[k], order.reversed);
    }
}

/* Take the elements of the WORD that begins with element number I.  */

INLINE void
T (take_word) (struct T (partial) *p, uint32_t word, uint64_t i,
	       struct order order)
{
  VALUE values[ELEMENTS_OF_WORD];
  T (unpack) (values, word, order);
#pragma GCC unroll 4
  for (uint32_t k = 0; k < ELEMENTS_OF_WORD; k++)
    T (take) (p, values[k], i + k, order);
}

/* What words are reduced to: for places, an extreme value and the first word
   that has it, or the last, counted from the first that the thread takes.  */
struct T (words)
{
  struct T (partial) partial;
  VALUE value;
  uint32_t number;
};

/* Remember WORD, the one with NUMBER, in W if its extreme element takes the place
   of that of those before, as in T (take).  */

INLINE void
T (remember_word) (struct T (words) *w, uint32_t word, uint32_t number,
		   struct order order)
{
  VALUE values[ELEMENTS_OF_WORD];
  T (unpack) (values, word, order);
#pragma GCC unroll 4
  for (uint32_t k = 1; k < ELEMENTS_OF_WORD; k++)
    values[0] = T (maximum) (values[0], values[k]);
  asm ("{ .reg .pred p, q;\n\t"
       "setp.ne.u32 q, %4, 0;\n\t"
       "setp.eq.and." TYPE " q, %2, %0, q;\n\t"
       GREATER ("%2", "%0")
       "or.pred p, p, q;\n\t"
       "selp." BITS " %0, %2, %0, p;\n\t"
       "selp.b32 %1, %3, %1, p; }"
       : "+r" (w->value), "+r" (w->number)
       : "r" (values[0]), "r" (number), "r" ((uint32_t) order.back));
}

/* Take WORD, of those of the thread the one with NUMBER, which begins with
   element number I.  */

INLINE void
T (next_word) (struct T (words) *w, uint32_t word, uint32_t number, uint64_t i,
	       struct order order)
{
  if (order.of == PLACES)
    T (remember_word) (w, word, number, order);
  else
    T (take_word) (&w->partial, word, i, order);
}

INLINE uint32_t
T (load_word) (struct place begin, uint64_t i)
{
  uint32_t word;
  LOAD ("ld.global.u32 %0, [%1];", word, begin.src + i * 4);
  return word;
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

/* Take such elements: words from number FIRST on, STEP apart, and then what does
   not fill a word.  */

INLINE struct T (partial)
T (take_words) (const struct work *w, struct place begin, uint64_t first,
		uint64_t step, struct order order)
{
  struct T (words) all = { T (nothing) (order), LEAST, 0 };
  struct T (partial) *p = &all.partial;
  const uint64_t words = w->n / ELEMENTS_OF_WORD;
  const uint64_t ahead = step * (GCUF_REDUCTION_AT_ONCE - 1);
  uint64_t i = first;
  uint32_t number = 0;
  while (i + ahead < words)
    {
      uint32_t word[GCUF_REDUCTION_AT_ONCE];
#pragma GCC unroll 8
      for (int k = 0; k < GCUF_REDUCTION_AT_ONCE; k++)
	word[k] = T (load_word) (begin, i + k * step);
#pragma GCC unroll 8
      for (int k = 0; k < GCUF_REDUCTION_AT_ONCE; k++)
	{
	  T (next_word) (&all, word[k], number + k, i * ELEMENTS_OF_WORD,
			 order);
	  i += step;
	}
      number += GCUF_REDUCTION_AT_ONCE;
    }
  for (; i < words; i += step)
    T (next_word) (&all, T (load_word) (begin, i), number++,
		   i * ELEMENTS_OF_WORD, order);
  if (order.of == PLACES && first < words)
    {
      uint64_t best = first + all.number * step;
      T (take_word) (p, T (load_word) (begin, best), best * ELEMENTS_OF_WORD,
		     order);
    }
  i = words * ELEMENTS_OF_WORD + first;
  if (i < w->n)
    T (take) (p, T (load) (begin.src + i * (4 / ELEMENTS_OF_WORD), order), i,
	      order);
  return *p;
}
