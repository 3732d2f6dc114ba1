/* Reductions of arrays: what backends are asked for.
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


#ifndef GCUF_ARRAY_REDUCTION_H
#define GCUF_ARRAY_REDUCTION_H

#include "gcuf-internal.h"

/* What elements are, and in what they are reduced.  */
enum gcuf_element
{
  GCUF_I1, GCUF_I2, GCUF_I4,	/* 32 bits, of which sums keep the lowest.  */
  GCUF_I8,
  GCUF_R2, GCUF_R4,		/* Single precision.  */
  GCUF_R8,
  GCUF_C4, GCUF_C8,		/* Complex, of which there are sums only.  */
  GCUF_N_ELEMENTS
};

/* What is made of them.  */
enum gcuf_extreme { GCUF_SUM, GCUF_GREATEST, GCUF_LEAST };

/* The result of some elements: their sum, or the first of the extreme ones and
   its number, negative if there is none.  A number counts from zero in the
   order of the elements of what is reduced.  NaNs are passed over, unless there
   is nothing else.  */
struct gcuf_partial
{
  union
  {
    struct
    {
      union
      {
	int32_t i4;
	int64_t i8;
	float r4;
	double r8;
      } value;
      int64_t at;
    };
    _Complex float c4;
    _Complex double c8;
  };
};

/* M results, each of N elements.  The loops over the elements of one are in
   front of those over the results, both innermost first; strides are in
   bytes.  */
struct gcuf_reduce
{
  const char *src;
  const char *mask;		/* The lowest bytes of logicals, or null.  */
  uint64_t n, m;
  uint32_t inner, outer;	/* How many loops.  */
  struct gcuf_reduce_loop
  {
    uint64_t extent;
    int64_t src, mask;
  } loop[GCUF_MAX_RANK];
  enum gcuf_element element;
  enum gcuf_extreme extreme;
  bool back;			/* The last of the extreme ones.  */
  bool value_only;		/* Of extremes, no number is needed.  */
};

/* Return the result of no elements for R (host-reduction.c).  */
extern struct gcuf_partial gcuf_reduce_none (const struct gcuf_reduce *);
/* Return the result of the elements from number FROM up to, not including, TO
   of the result number ROW, all in memory that the host reaches
   (host-reduction.c).  */
extern struct gcuf_partial gcuf_reduce_range (const struct gcuf_reduce *,
					      uint64_t row, uint64_t from,
					      uint64_t to);
/* PARTIALS are PARTS partial results of each of the M results, those of earlier
   elements first or in no order: merge them into the M results at OUT, which
   can be the same place (host-reduction.c).  */
extern void gcuf_reduce_parts (const struct gcuf_reduce *,
			       struct gcuf_partial *out,
			       const struct gcuf_partial *partials,
			       size_t parts);

#endif
