/* Moves of arrays of few dimensions in device code.
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


/* Which element goes where is arithmetic that the compiler does by itself where
   it knows extents and strides, as it does of small local arrays: inlined, with
   loops that it can unroll, these functions leave nothing of descriptors and,
   where the arrays are then in registers, nothing of memory.  They do nothing
   and return false for what is left to the functions for all arrays: elements
   that are no integers, logical or real values of 4 or 8 bytes, arguments that
   are seldom there.  */

#ifndef GCUF_DEVICE_SMALL_MOVES_H
#define GCUF_DEVICE_SMALL_MOVES_H

#include <stdbool.h>
#include <stddef.h>

#include "device-library.h"
#include "gcuf-descriptor.h"

#define GCUF_INLINE static inline __attribute__ ((always_inline))

/* True if the elements of A can be moved as one word each.  */

GCUF_INLINE bool
small_elements_p (const struct gcuf_descriptor *a)
{
  enum { INTEGER = 1, REAL = 3 };
  return (a->dtype.type >= INTEGER && a->dtype.type <= REAL
	  && (a->dtype.elem_len == 4 || a->dtype.elem_len == 8));
}

/* Move an element of SIZE bytes, 4 or 8; store zero there.  */

typedef uint32_t __attribute__ ((may_alias)) small_word;
typedef uint64_t __attribute__ ((may_alias)) small_long_word;

GCUF_INLINE void
move_small (char *to, const char *from, size_t size)
{
  if (size == sizeof (small_word))
    *(small_word *) to = *(const small_word *) from;
  else
    *(small_long_word *) to = *(const small_long_word *) from;
}

GCUF_INLINE void
clear_small (char *to, size_t size)
{
  if (size == sizeof (small_word))
    *(small_word *) to = 0;
  else
    *(small_long_word *) to = 0;
}

/* The extent of dimension D of A, one where A has no such dimension, and the
   step from an element to the next one there, in bytes.  */

GCUF_INLINE ptrdiff_t
small_extent (const struct gcuf_descriptor *a, int d)
{
  if (d >= a->dtype.rank)
    return 1;
  ptrdiff_t n = a->dim[d].upper - a->dim[d].lower + 1;
  return n > 0 ? n : 0;
}

GCUF_INLINE ptrdiff_t
small_step (const struct gcuf_descriptor *a, int d)
{
  return (d < a->dtype.rank
	  ? a->dim[d].stride * (ptrdiff_t) a->dtype.elem_len : 0);
}

/* Return memory for a result of BYTES; end the program if there is none.  */
GCUF_DEVICE_LIBGFORTRAN
extern char *__gcuf_result_memory (size_t bytes);

/* Make RET, if it is not allocated, an array of RANK dimensions with these
   EXTENTs and elements of SIZE bytes.  */

GCUF_INLINE void
small_result (struct gcuf_descriptor *ret, int rank, const ptrdiff_t *extent,
	      size_t size)
{
  ptrdiff_t n = 1;
  if (ret->base)
    return;
  for (int d = 0; d < rank; d++)
    {
      ret->dim[d].lower = 0;
      ret->dim[d].upper = extent[d] - 1;
      ret->dim[d].stride = n;
      n *= extent[d] > 0 ? extent[d] : 0;
    }
  ret->offset = 0;
  ret->dtype.rank = rank;
  ret->base = __gcuf_result_memory (n * size);
}

/* RET = CSHIFT (ARRAY, SHIFT), or EOSHIFT with BOUND, null for zero, if
   END_OFF, of a vector.  */

GCUF_INLINE bool
shift_small (struct gcuf_descriptor *ret, const struct gcuf_descriptor *array,
	     ptrdiff_t shift, bool end_off, const char *bound)
{
  if (array->dtype.rank != 1 || !small_elements_p (array))
    return false;
  const size_t size = array->dtype.elem_len;
  const ptrdiff_t n = small_extent (array, 0);
  small_result (ret, 1, &n, size);
  const ptrdiff_t to = ret->dim[0].stride * (ptrdiff_t) size;
  const ptrdiff_t from = small_step (array, 0);
  if (n == 0)
    return true;
  if (!end_off)
    {
      shift %= n;
      if (shift < 0)
	shift += n;
    }
  for (ptrdiff_t i = 0; i < n; i++)
    {
      ptrdiff_t j = i + shift;
      if (!end_off && j >= n)
	j -= n;
      if (j >= 0 && j < n)
	move_small (ret->base + i * to, array->base + j * from, size);
      else if (bound)
	move_small (ret->base + i * to, bound, size);
      else
	clear_small (ret->base + i * to, size);
    }
  return true;
}

/* A place in an array of up to three dimensions, in bytes from its first
   element, and how many steps have been taken in the first two dimensions.  */
struct small_place
{
  ptrdiff_t offset, done0, done1;
};

/* Go from P to the next element of an array with these EXTENTs and STEPs in
   bytes.  The end of a dimension is a mask, all bits or none: with loops over
   dimensions, or branches, jumps are threaded round the head of the loop over
   the elements, which is then not unrolled.  */

GCUF_INLINE struct small_place
small_next (struct small_place p, const ptrdiff_t *extent,
	    const ptrdiff_t *step)
{
  p.done0++;
  const ptrdiff_t end0 = -(ptrdiff_t) (p.done0 == extent[0]);
  p.done0 &= ~end0;
  p.done1 -= end0;
  const ptrdiff_t end1 = -(ptrdiff_t) (p.done1 == extent[1]);
  p.done1 &= ~end1;
  p.offset += (step[0]
	       + (end0 & (step[1] - extent[0] * step[0]))
	       + (end1 & (step[2] - extent[1] * step[1])));
  return p;
}

/* Element D of SHAPE, a vector, or 1 where it has no such element.  */

GCUF_INLINE ptrdiff_t
shape_extent (const struct gcuf_descriptor *shape, int d)
{
  return (d < small_extent (shape, 0)
	  ? ((const ptrdiff_t *) shape->base)[d * shape->dim[0].stride] : 1);
}

/* The number of elements of an array with three EXTENTs.  */

GCUF_INLINE ptrdiff_t
small_size (const ptrdiff_t *extent)
{
  return ((extent[0] > 0 ? extent[0] : 0) * (extent[1] > 0 ? extent[1] : 0)
	  * (extent[2] > 0 ? extent[2] : 0));
}

/* RET = RESHAPE (SOURCE, SHAPE), where both have up to three dimensions and
   SOURCE has enough elements.  */

GCUF_INLINE bool
reshape_small (struct gcuf_descriptor *ret,
	       const struct gcuf_descriptor *source,
	       const struct gcuf_descriptor *shape)
{
  const int rank = small_extent (shape, 0);
  if (source->dtype.rank > 3 || rank > 3 || !small_elements_p (source))
    return false;
  const size_t size = source->dtype.elem_len;
  const ptrdiff_t extent[3] = { shape_extent (shape, 0),
				shape_extent (shape, 1),
				shape_extent (shape, 2) };
  const ptrdiff_t from_extent[3] = { small_extent (source, 0),
				     small_extent (source, 1),
				     small_extent (source, 2) };
  const ptrdiff_t n = small_size (extent);
  if (n > small_size (from_extent))
    return false;

  small_result (ret, rank, extent, size);
  const ptrdiff_t step[3] = { small_step (ret, 0), small_step (ret, 1),
			      small_step (ret, 2) };
  const ptrdiff_t from_step[3] = { small_step (source, 0),
				   small_step (source, 1),
				   small_step (source, 2) };
  struct small_place to = { 0, 0, 0 }, from = { 0, 0, 0 };
  for (ptrdiff_t i = 0; i < n; i++)
    {
      move_small (ret->base + to.offset, source->base + from.offset, size);
      to = small_next (to, extent, step);
      from = small_next (from, from_extent, from_step);
    }
  return true;
}

#endif
