/* Array descriptors and the loops over their elements.
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

#include <stdlib.h>
#include <string.h>

#include "gcuf-internal.h"

size_t
gcuf_descriptor_elements (const struct gcuf_descriptor *a)
{
  size_t n = 1;
  for (int d = 0; d < a->dtype.rank; d++)
    n *= gcuf_extent (a, d);
  return n;
}

bool
gcuf_descriptor_contiguous_p (const struct gcuf_descriptor *a)
{
  size_t expected = a->dtype.elem_len;
  for (int d = 0; d < a->dtype.rank; d++)
    {
      size_t n = gcuf_extent (a, d);
      if (n == 0)
	return true;
      if (n > 1 && gcuf_byte_stride (a, d) != (ptrdiff_t) expected)
	return false;
      expected *= n;
    }
  return true;
}

bool
gcuf_descriptor_alike_p (const struct gcuf_descriptor *a,
			 const struct gcuf_descriptor *b)
{
  if (a->dtype.rank != b->dtype.rank
      || a->dtype.elem_len != b->dtype.elem_len)
    return false;
  for (int d = 0; d < a->dtype.rank; d++)
    if (gcuf_extent (a, d) != gcuf_extent (b, d))
      return false;
  return true;
}

void
gcuf_descriptor_contiguous (struct gcuf_descriptor *c,
			    const struct gcuf_descriptor *a, void *base)
{
  ptrdiff_t stride = 1;
  memset (c, 0, sizeof *c);
  c->base = base;
  c->dtype = a->dtype;
  c->span = a->dtype.elem_len;
  for (int d = 0; d < a->dtype.rank; d++)
    {
      size_t n = gcuf_extent (a, d);
      c->dim[d].stride = stride;
      c->dim[d].lower = a->dim[d].lower;
      c->dim[d].upper = a->dim[d].lower + n - 1;
      c->offset -= stride * a->dim[d].lower;
      stride *= n;
    }
}

/* --- Nests --------------------------------------------------------------- */

void
gcuf_nest_build (struct gcuf_nest *nest, const struct gcuf_descriptor *dst,
		 const struct gcuf_descriptor *src)
{
  nest->dst = dst->base;
  nest->src = src ? src->base : NULL;
  nest->run = dst->dtype.elem_len;
  nest->rank = dst->dtype.rank;
  for (int d = 0; d < nest->rank; d++)
    {
      nest->loop[d].extent = gcuf_extent (dst, d);
      nest->loop[d].dst = gcuf_byte_stride (dst, d);
      nest->loop[d].src = gcuf_byte_stride (src ? src : dst, d);
    }
  gcuf_nest_simplify (nest, false);
}

/* Let loop L run the other way.  */

static void
reverse (struct gcuf_nest *nest, struct gcuf_loop *l)
{
  ptrdiff_t last = l->extent - 1;
  nest->dst += last * l->dst;
  if (nest->src)
    nest->src += last * l->src;
  l->dst = -l->dst;
  l->src = -l->src;
}

static void
remove_loop (struct gcuf_nest *nest, int i)
{
  nest->rank--;
  memmove (&nest->loop[i], &nest->loop[i + 1],
	   (nest->rank - i) * sizeof *nest->loop);
}

static int
compare_dst (const void *a, const void *b)
{
  ptrdiff_t x = ((const struct gcuf_loop *) a)->dst;
  ptrdiff_t y = ((const struct gcuf_loop *) b)->dst;
  return (x > y) - (x < y);
}

static int
compare_src (const void *a, const void *b)
{
  ptrdiff_t x = ((const struct gcuf_loop *) a)->src;
  ptrdiff_t y = ((const struct gcuf_loop *) b)->src;
  return (x > y) - (x < y);
}

void
gcuf_nest_simplify (struct gcuf_nest *nest, bool by_src)
{
  for (int i = nest->rank - 1; i >= 0; i--)
    {
      struct gcuf_loop *l = &nest->loop[i];
      if (l->extent == 1)
	remove_loop (nest, i);
      else if ((by_src ? l->src : l->dst) < 0)
	reverse (nest, l);
    }
  qsort (nest->loop, nest->rank, sizeof *nest->loop,
	 by_src ? compare_src : compare_dst);

  while (nest->rank
	 && nest->loop[0].dst == (ptrdiff_t) nest->run
	 && nest->loop[0].src == (ptrdiff_t) nest->run)
    {
      nest->run *= nest->loop[0].extent;
      remove_loop (nest, 0);
    }
  for (int i = 0; i + 1 < nest->rank; )
    {
      struct gcuf_loop *l = &nest->loop[i];
      ptrdiff_t n = l->extent;
      if (l[1].dst == n * l->dst && l[1].src == n * l->src)
	{
	  l->extent *= l[1].extent;
	  remove_loop (nest, i + 1);
	}
      else
	i++;
    }
}

struct gcuf_hull
gcuf_nest_hull (const struct gcuf_nest *nest, bool src)
{
  struct gcuf_hull h;
  h.lo = src ? (char *) nest->src : nest->dst;
  h.hi = h.lo + nest->run;
  for (int i = 0; i < nest->rank; i++)
    {
      ptrdiff_t stride = src ? nest->loop[i].src : nest->loop[i].dst;
      ptrdiff_t way = stride * (ptrdiff_t) (nest->loop[i].extent - 1);
      if (way < 0)
	h.lo += way;
      else
	h.hi += way;
    }
  return h;
}

size_t
gcuf_nest_bytes (const struct gcuf_nest *nest)
{
  size_t n = nest->run;
  for (int i = 0; i < nest->rank; i++)
    n *= nest->loop[i].extent;
  return n;
}

/* --- Loops on the host --------------------------------------------------- */

/* One innermost loop.  The common sizes are worth code of their own.  */

static void
copy_runs (char *dst, const char *src, size_t run, const struct gcuf_loop *l)
{
#define RUNS(n)						\
  case n:						\
    for (size_t i = 0; i < l->extent; i++)		\
      {							\
	memcpy (dst, src, n);				\
	dst += l->dst;					\
	src += l->src;					\
      }							\
    break
  switch (run)
    {
      RUNS (1);
      RUNS (2);
      RUNS (4);
      RUNS (8);
      RUNS (16);
    default:
      for (size_t i = 0; i < l->extent; i++)
	{
	  memcpy (dst, src, run);
	  dst += l->dst;
	  src += l->src;
	}
    }
#undef RUNS
}

static void
copy_loops (char *dst, const char *src, size_t run,
	    const struct gcuf_loop *loop, int rank)
{
  if (rank == 0)
    memcpy (dst, src, run);
  else if (rank == 1)
    copy_runs (dst, src, run, loop);
  else
    for (size_t i = 0; i < loop[rank - 1].extent; i++)
      {
	copy_loops (dst, src, run, loop, rank - 1);
	dst += loop[rank - 1].dst;
	src += loop[rank - 1].src;
      }
}

void
gcuf_nest_copy (const struct gcuf_nest *nest)
{
  copy_loops (nest->dst, nest->src, nest->run, nest->loop, nest->rank);
}

void
gcuf_box_copy (const struct gcuf_box *box)
{
  const struct gcuf_loop loop[2] =
  {
    { box->height, box->dst_pitch, box->src_pitch },
    { box->depth, box->dst_slice, box->src_slice }
  };
  int rank = box->depth > 1 ? 2 : box->height > 1 ? 1 : 0;
  if (rank == 0)
    /* cudaMemcpy of overlapping host memory works.  */
    memmove (box->dst, box->src, box->width);
  else
    copy_loops (box->dst, box->src, box->width, loop, rank);
}

void
gcuf_set_fill (const struct gcuf_set *set)
{
  char *row = set->dst;
  for (size_t r = 0; r < set->rows; r++, row += set->pitch)
    switch (set->size)
      {
      case 1:
	memset (row, set->pattern, set->count);
	break;
      case 2:
	for (size_t i = 0; i < set->count; i++)
	  ((uint16_t *) row)[i] = set->pattern;
	break;
      default:
	for (size_t i = 0; i < set->count; i++)
	  ((uint32_t *) row)[i] = set->pattern;
      }
}

/* The bytes of an element of the array A, device data or the host's: what
   module cudafor cannot ask of an object of type(*), under gfortran's
   names.  */

size_t
gcuf_element_d_ (const struct gcuf_descriptor *a)
{
  return a->dtype.elem_len;
}

size_t
gcuf_element_h_ (const struct gcuf_descriptor *a)
{
  return a->dtype.elem_len;
}

size_t
gcuf_same_element_ (const struct gcuf_descriptor *a,
		    const struct gcuf_descriptor *value)
{
  if (a->dtype.elem_len == value->dtype.elem_len
      && gcuf_element_type (a) == gcuf_element_type (value))
    return a->dtype.elem_len;
  gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return 0;
}

void *
gcuf_constant_address_ (const struct gcuf_descriptor *a)
{
  return a->base;
}

size_t
gcuf_bytes_d_ (const struct gcuf_descriptor *a)
{
  return gcuf_descriptor_elements (a) * a->dtype.elem_len;
}

size_t
gcuf_bytes_k_ (const struct gcuf_descriptor *a)
{
  return gcuf_bytes_d_ (a);
}
