/* Reductions of arrays by one host thread.
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

#include "array-reduction.h"

/* Elements one after the other, which the innermost loop goes over.  */
struct run
{
  const char *src, *mask;	/* MASK may be null.  */
  ptrdiff_t step, mask_step;	/* Bytes.  */
  size_t count;
  int64_t at;			/* The number of the first one.  */
};

/* Sums have this many parts, which do not wait for each other.  */
enum { LANES = 4 };

static inline float
half_value (const char *p)
{
  return *(const _Float16 *) p;
}

/* For each kind of elements the functions that add a run to a partial result,
   and merge two.  FIELD of a partial result has a NUMBER, LOAD gets one from the
   address of an element, and SUM is the type for sums: integers wrap round.
   UNORDERED says whether a value is no number.  */
#define ADD(suffix, sum, field, load)					\
static void								\
add_##suffix (struct gcuf_partial *p, const struct run *r)		\
{									\
  sum lanes[LANES] = { p->field };					\
  const char *src = r->src;						\
  size_t i = 0;								\
  if (r->mask)								\
    for (; i < r->count; i++)						\
      {									\
	if (r->mask[(ptrdiff_t) i * r->mask_step])			\
	  lanes[0] += load (src + (ptrdiff_t) i * r->step);		\
      }									\
  for (; i + LANES <= r->count; i += LANES)				\
    for (int k = 0; k < LANES; k++)					\
      lanes[k] += load (src + (ptrdiff_t) (i + k) * r->step);		\
  for (; i < r->count; i++)						\
    lanes[0] += load (src + (ptrdiff_t) i * r->step);			\
  p->field = (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);		\
}

#define KIND(suffix, number, sum, field, load, unordered)		\
ADD (suffix, sum, value.field, load)					\
									\
static void								\
merge_##suffix (const struct gcuf_reduce *r, struct gcuf_partial *a,	\
		const struct gcuf_partial *b)				\
{									\
  number x = a->value.field, y = b->value.field;			\
  if (r->extreme == GCUF_SUM)						\
    a->value.field = (sum) x + (sum) y;					\
  else if (b->at >= 0							\
	   && (a->at < 0						\
	       || better_##suffix (r, y, x)				\
	       || (!better_##suffix (r, x, y)				\
		   && (b->at > a->at) == (r->back && !unordered (x)))))	\
    *a = *b;								\
}									\
									\
static void								\
take_##suffix (const struct gcuf_reduce *reduce, struct gcuf_partial *p, \
	       const struct run *r)					\
{									\
  number best = p->value.field;						\
  int64_t at = p->at;							\
  for (size_t i = 0; i < r->count; i++)					\
    {									\
      number x = load (r->src + (ptrdiff_t) i * r->step);		\
      if ((!r->mask || r->mask[(ptrdiff_t) i * r->mask_step])		\
	  && (at < 0 || better_##suffix (reduce, x, best)		\
	      || (reduce->back && x == best)))				\
	{								\
	  best = x;							\
	  at = r->at + i;						\
	}								\
    }									\
  p->value.field = best;						\
  p->at = at;								\
}

/* The same for complex numbers, of which there are sums only.  */
#define COMPLEX_KIND(suffix, type)					\
ADD (suffix, type, suffix, ELEMENT (type))				\
									\
static void								\
merge_##suffix (const struct gcuf_reduce *, struct gcuf_partial *a,	\
		const struct gcuf_partial *b)				\
{									\
  a->suffix += b->suffix;						\
}

#define BETTER(suffix, number, unordered)				\
/* Whether X is to take the place of Y, wherever they are.  */		\
static inline bool							\
better_##suffix (const struct gcuf_reduce *r, number x, number y)	\
{									\
  if (unordered (x))							\
    return false;							\
  return (unordered (y) || (r->extreme == GCUF_GREATEST ? x > y : x < y)); \
}

#define ELEMENT(type) *(const type *)
#define NEVER(x) false
#define IS_NAN(x) __builtin_isnan (x)

#define INTEGER(suffix, type, number, sum, field)			\
  BETTER (suffix, number, NEVER)					\
  KIND (suffix, number, sum, field, ELEMENT (type), NEVER)
#define REAL(suffix, number, field, load)				\
  BETTER (suffix, number, IS_NAN)					\
  KIND (suffix, number, number, field, load, IS_NAN)

INTEGER (i1, int8_t, int32_t, uint32_t, i4)
INTEGER (i2, int16_t, int32_t, uint32_t, i4)
INTEGER (i4, int32_t, int32_t, uint32_t, i4)
INTEGER (i8, int64_t, int64_t, uint64_t, i8)
REAL (r2, float, r4, half_value)
REAL (r4, float, r4, ELEMENT (float))
REAL (r8, double, r8, ELEMENT (double))
COMPLEX_KIND (c4, _Complex float)
COMPLEX_KIND (c8, _Complex double)

static const struct
{
  void (*add) (struct gcuf_partial *, const struct run *);
  void (*take) (const struct gcuf_reduce *, struct gcuf_partial *,
		const struct run *);
  void (*merge) (const struct gcuf_reduce *, struct gcuf_partial *,
		 const struct gcuf_partial *);
} kinds[GCUF_N_ELEMENTS] =
{
#define ROW(index, suffix) \
  [index] = { add_##suffix, take_##suffix, merge_##suffix }
  ROW (GCUF_I1, i1),
  ROW (GCUF_I2, i2),
  ROW (GCUF_I4, i4),
  ROW (GCUF_I8, i8),
  ROW (GCUF_R2, r2),
  ROW (GCUF_R4, r4),
  ROW (GCUF_R8, r8),
#undef ROW
  [GCUF_C4] = { add_c4, NULL, merge_c4 },
  [GCUF_C8] = { add_c8, NULL, merge_c8 }
};

/* Where the element number I of COUNT loops is: add that to *SRC and *MASK.
   Return its index in the innermost loop.  */

static uint64_t
locate (const struct gcuf_reduce_loop *loop, uint32_t count, uint64_t i,
	const char **src, const char **mask)
{
  uint64_t first = count ? i % loop[0].extent : 0;
  for (; count-- > 0; loop++)
    {
      int64_t k = count ? i % loop->extent : i;
      *src += k * loop->src;
      if (*mask)
	*mask += k * loop->mask;
      i /= loop->extent;
    }
  return first;
}

static bool
complex_p (const struct gcuf_reduce *r)
{
  return r->element == GCUF_C4 || r->element == GCUF_C8;
}

struct gcuf_partial
gcuf_reduce_none (const struct gcuf_reduce *r)
{
  /* The number of an element is where an imaginary part may be.  */
  return (complex_p (r) ? (struct gcuf_partial) { .c8 = 0 }
	  : (struct gcuf_partial) { .value.i8 = 0, .at = -1 });
}

struct gcuf_partial
gcuf_reduce_range (const struct gcuf_reduce *r, uint64_t row, uint64_t from,
		   uint64_t to)
{
  struct gcuf_partial result = gcuf_reduce_none (r);
  const char *src = r->src, *mask = r->mask;
  locate (r->loop + r->inner, r->outer, row, &src, &mask);
  while (from < to)
    {
      struct run run = { .src = src, .mask = mask, .at = from, .count = 1 };
      uint64_t first = locate (r->loop, r->inner, from, &run.src, &run.mask);
      if (r->inner)
	{
	  uint64_t left = r->loop[0].extent - first;
	  run.step = r->loop[0].src;
	  run.mask_step = r->loop[0].mask;
	  run.count = left < to - from ? left : to - from;
	}
      if (r->extreme == GCUF_SUM)
	kinds[r->element].add (&result, &run);
      else
	kinds[r->element].take (r, &result, &run);
      from += run.count;
    }
  return result;
}

void
gcuf_reduce_parts (const struct gcuf_reduce *r, struct gcuf_partial *out,
		   const struct gcuf_partial *partials, size_t parts)
{
  for (size_t i = 0; i < r->m; i++, partials += parts)
    {
      struct gcuf_partial result = *partials;
      for (size_t k = 1; k < parts; k++)
	kinds[r->element].merge (r, &result, &partials[k]);
      out[i] = result;
    }
}
