/* Array-valued intrinsic functions for the GPU.
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

#include <stdbool.h>
#include <stddef.h>

#include "device-library.h"
#include "device-small-moves.h"
#include "gcuf-descriptor.h"

/* These are the functions of libgfortran that the compiler calls, with its
   arguments and semantics; the cpu backend has libgfortran's.  A result whose
   base address is null is allocated here, in the device heap, and freed by the
   compiler's code.  Strides of descriptors are in elements.  */

/* A walk over the elements of a result and, along with it, of other arrays.
   Steps are in bytes.  */
struct walk
{
  int rank;
  ptrdiff_t extent[GCUF_MAX_RANK], count[GCUF_MAX_RANK];
  struct side
  {
    char *p;
    ptrdiff_t step[GCUF_MAX_RANK];
  } side[4];			/* Those not in use have steps of zero.  */
};
enum { DST, SRC, MASK, OTHER };

GCUF_DEVICE_LIBGFORTRAN
void
__gcuf_walk_begin (struct walk *w, int rank)
{
  w->rank = rank;
  for (int s = 0; s < 4; s++)
    {
      w->side[s].p = NULL;
      for (int d = 0; d < rank; d++)
	w->side[s].step[d] = 0;
    }
}

GCUF_DEVICE_LIBGFORTRAN
bool
__gcuf_walk_empty (struct walk *w)
{
  bool empty = false;
  for (int d = 0; d < w->rank; d++)
    {
      w->count[d] = 0;
      empty |= w->extent[d] <= 0;
    }
  return empty;
}

/* Advance to the next element; return false if that was the last one.  */

GCUF_DEVICE_LIBGFORTRAN
bool
__gcuf_walk_next (struct walk *w)
{
  for (int d = 0; d < w->rank; d++)
    {
      bool carry = ++w->count[d] == w->extent[d];
      for (int s = 0; s < 4; s++)
	w->side[s].p += w->side[s].step[d] * (carry ? 1 - w->extent[d] : 1);
      if (!carry)
	return true;
      w->count[d] = 0;
    }
  return false;
}

GCUF_DEVICE_LIBGFORTRAN
ptrdiff_t
__gcuf_array_extent (const struct gcuf_descriptor *a, int d)
{
  ptrdiff_t n = a->dim[d].upper - a->dim[d].lower + 1;
  return n > 0 ? n : 0;
}

GCUF_DEVICE_LIBGFORTRAN
ptrdiff_t
__gcuf_array_elements (const struct gcuf_descriptor *a)
{
  ptrdiff_t n = 1;
  for (int d = 0; d < a->dtype.rank; d++)
    n *= __gcuf_array_extent (a, d);
  return n;
}

/* Set side S of W to A, with elements of SIZE bytes.  If SKIP is not negative,
   leave out that dimension of A.  */

GCUF_DEVICE_LIBGFORTRAN
void
__gcuf_walk_side (struct walk *w, int s, const struct gcuf_descriptor *a,
		  size_t size, int skip)
{
  w->side[s].p = a->base;
  for (int d = 0; d < w->rank; d++)
    w->side[s].step[d]
      = a->dim[skip >= 0 && d >= skip ? d + 1 : d].stride * (ptrdiff_t) size;
}

char *
__gcuf_result_memory (size_t bytes)
{
  char *p = __builtin_malloc (bytes ? bytes : 1);
  if (!p)
    _gfortran_os_error_at ("In an array-valued intrinsic function",
			   "Error allocating %lu bytes",
			   (unsigned long) bytes);
  return p;
}

/* Make RET, if it is not allocated, an array with the extents of W and elements
   of SIZE bytes, and side DST.  */

GCUF_DEVICE_LIBGFORTRAN
void
__gcuf_walk_result (struct walk *w, struct gcuf_descriptor *ret, size_t size)
{
  small_result (ret, w->rank, w->extent, size);
  __gcuf_walk_side (w, DST, ret, size, -1);
}

/* Return true if the logical at P, of any kind, is true, which its first byte
   tells.  */
#define TRUE_AT(p) (*(const char *) (p) & 1)

/* --- Reductions along a dimension --------------------------------------- */

/* A reduction of ARRAY along dimension DIM, counted from one.  */
struct reduction
{
  struct walk walk;
  ptrdiff_t n;			/* Elements of each.  */
  ptrdiff_t step, mask_step;	/* From one to the next.  */
};

/* Begin one with elements of SIZE bytes and results of RESULT_SIZE; MASK may be
   null.  Return false if there are no results.  */

GCUF_DEVICE_LIBGFORTRAN
bool
__gcuf_reduce_begin (struct reduction *r, struct gcuf_descriptor *ret,
		     size_t result_size, const struct gcuf_descriptor *array,
		     size_t size, const ptrdiff_t *dim,
		     const struct gcuf_descriptor *mask)
{
  struct walk *w = &r->walk;
  int k = *dim - 1;
  if (k < 0 || k >= array->dtype.rank)
    _gfortran_runtime_error ("Argument DIM of an intrinsic function is %ld, "
			     "and the rank of the array %ld", (long) *dim,
			     (long) array->dtype.rank);
  __gcuf_walk_begin (w, array->dtype.rank - 1);
  for (int d = 0; d < w->rank; d++)
    w->extent[d] = __gcuf_array_extent (array, d >= k ? d + 1 : d);
  __gcuf_walk_result (w, ret, result_size);
  __gcuf_walk_side (w, SRC, array, size, k);
  r->n = __gcuf_array_extent (array, k);
  r->step = array->dim[k].stride * (ptrdiff_t) size;
  if (mask)
    {
      __gcuf_walk_side (w, MASK, mask, mask->dtype.elem_len, k);
      r->mask_step = mask->dim[k].stride * (ptrdiff_t) mask->dtype.elem_len;
    }
  return !__gcuf_walk_empty (w);
}

/* RESULT is an expression of `acc', which begins with INIT and for each element
   X, the one number I, that MASK selects is changed by UPDATE.  */
#define REDUCE_MASKED(name, type, out, acc_type, init, update, result,	\
		      parameters, dim, mask, select)			\
  GCUF_DEVICE_LIBGFORTRAN						\
  void									\
  _gfortran_##name parameters						\
  {									\
    struct reduction r;							\
    if (!__gcuf_reduce_begin (&r, ret, sizeof (out), array,		\
			      sizeof (type), dim, mask))		\
      return;								\
    do									\
      {									\
	const char *p = r.walk.side[SRC].p;				\
	const char *m __attribute__ ((unused)) = r.walk.side[MASK].p;	\
	acc_type acc = init;						\
	for (ptrdiff_t i = 1; i <= r.n; i++, p += r.step)		\
	  if (select)							\
	    {								\
	      type x = *(const type *) p;				\
	      update;							\
	    }								\
	*(out *) r.walk.side[DST].p = result;				\
      }									\
    while (__gcuf_walk_next (&r.walk));					\
  }

#define NEXT_MASK (m += r.mask_step, TRUE_AT (m - r.mask_step))

/* The three forms of a function: without a mask, with one, with a scalar one.
   The rest are further parameters, preceded by a comma.  */
#define REDUCE(name, type, out, acc_type, init, update, result, ...)	\
  REDUCE_MASKED (name, type, out, acc_type, init, update, result,		\
		 (struct gcuf_descriptor *ret,				\
		  const struct gcuf_descriptor *array,			\
		  const ptrdiff_t *dim __VA_ARGS__), dim, NULL, true)	\
  REDUCE_MASKED (m##name, type, out, acc_type, init, update, result,	\
		 (struct gcuf_descriptor *ret,				\
		  const struct gcuf_descriptor *array,			\
		  const ptrdiff_t *dim,					\
		  const struct gcuf_descriptor *mask __VA_ARGS__), dim,	\
		 mask, NEXT_MASK)					\
  REDUCE_MASKED (s##name, type, out, acc_type, init, update, result,	\
		 (struct gcuf_descriptor *ret,				\
		  const struct gcuf_descriptor *array,			\
		  const ptrdiff_t *dim,					\
		  const int32_t *mask __VA_ARGS__), dim, NULL,		\
		 !mask || *mask)

#define SUM(suffix, type)						\
  REDUCE (sum_##suffix, type, type, type, 0, acc += x, acc)		\
  REDUCE (product_##suffix, type, type, type, 1, acc *= x, acc)

SUM (i1, int8_t)
SUM (i2, int16_t)
SUM (i4, int32_t)
SUM (i8, int64_t)
SUM (r4, float)
SUM (r8, double)
SUM (c4, _Complex float)
SUM (c8, _Complex double)

#define BITS(suffix, type)						\
  REDUCE (iall_##suffix, type, type, type, -1, acc &= x, acc)		\
  REDUCE (iany_##suffix, type, type, type, 0, acc |= x, acc)		\
  REDUCE (iparity_##suffix, type, type, type, 0, acc ^= x, acc)

BITS (i1, int8_t)
BITS (i2, int16_t)
BITS (i4, int32_t)
BITS (i8, int64_t)

/* The extreme value so far, ignoring NaNs unless all elements are.  */
struct extreme_r { double value; bool any, number; };

#define EXTREME_INTEGER(suffix, type, least, most)			\
  REDUCE (maxval_##suffix, type, type, type, least,			\
	  acc = x > acc ? x : acc, acc)					\
  REDUCE (minval_##suffix, type, type, type, most,			\
	  acc = x < acc ? x : acc, acc)

EXTREME_INTEGER (i1, int8_t, -INT8_MAX - 1, INT8_MAX)
EXTREME_INTEGER (i2, int16_t, -INT16_MAX - 1, INT16_MAX)
EXTREME_INTEGER (i4, int32_t, -INT32_MAX - 1, INT32_MAX)
EXTREME_INTEGER (i8, int64_t, -INT64_MAX - 1, INT64_MAX)

#define EXTREME_REAL(name, suffix, type, op, huge)			\
  REDUCE (name##_##suffix, type, type, struct extreme_r, { 0 },		\
	  {								\
	    if (!acc.any || (!acc.number && x == x) || x op acc.value)	\
	      {								\
		acc.value = x;						\
		acc.any = true;						\
		acc.number = x == x;					\
	      }								\
	  },								\
	  acc.any ? (type) acc.value : huge)

EXTREME_REAL (maxval, r4, float, >, -__FLT_MAX__)
EXTREME_REAL (minval, r4, float, <, __FLT_MAX__)
EXTREME_REAL (maxval, r8, double, >, -__DBL_MAX__)
EXTREME_REAL (minval, r8, double, <, __DBL_MAX__)

/* The place of the extreme value so far, zero if there is none.  */
#define PLACE(suffix, type) struct place_##suffix { int64_t at; type value; };
#define BETTER(x, acc, op, back)					\
  (acc.at == 0 || (acc.value != acc.value && x == x)			\
   || x op acc.value || (back && x == acc.value))
#define LOCATION(name, op, kind, out, suffix, type)			\
  REDUCE (name##1_##kind##_##suffix, type, out, struct place_##suffix,	\
	  { 0 },							\
	  {								\
	    if (BETTER (x, acc, op, back))				\
	      {								\
		acc.at = i;						\
		acc.value = x;						\
	      }								\
	  },								\
	  acc.at, , int32_t back)
#define LOCATIONS(suffix, type)						\
  PLACE (suffix, type)							\
  LOCATION (maxloc, >, 4, int32_t, suffix, type)			\
  LOCATION (minloc, <, 4, int32_t, suffix, type)			\
  LOCATION (maxloc, >, 8, int64_t, suffix, type)			\
  LOCATION (minloc, <, 8, int64_t, suffix, type)

LOCATIONS (i1, int8_t)
LOCATIONS (i2, int16_t)
LOCATIONS (i4, int32_t)
LOCATIONS (i8, int64_t)
LOCATIONS (r4, float)
LOCATIONS (r8, double)

/* The first place of VALUE, or the last if BACK.  */
#define FOUND(name, type, mask, select, ...)				\
  REDUCE_MASKED (name, type, ptrdiff_t, ptrdiff_t, 0,			\
		 if (x == value && (back || !acc)) acc = i, acc,		\
		 (struct gcuf_descriptor *ret,				\
		  const struct gcuf_descriptor *array, type value,	\
		  const ptrdiff_t *dim, ##__VA_ARGS__, int32_t back),	\
		 dim, mask, select)
#define FOUND_ALONG(suffix, type)					\
  FOUND (findloc1_##suffix, type, NULL, true)				\
  FOUND (mfindloc1_##suffix, type, mask, NEXT_MASK,			\
	 const struct gcuf_descriptor *mask)				\
  FOUND (sfindloc1_##suffix, type, NULL, !mask || *mask,		\
	 const int32_t *mask)

FOUND_ALONG (i1, int8_t)
FOUND_ALONG (i2, int16_t)
FOUND_ALONG (i4, int32_t)
FOUND_ALONG (i8, int64_t)
FOUND_ALONG (r4, float)
FOUND_ALONG (r8, double)
FOUND_ALONG (c4, _Complex float)
FOUND_ALONG (c8, _Complex double)

/* Scaled, so that squares do not overflow or underflow.  */
struct norm { double scale, sum; };
#define NORM(suffix, type)						\
  REDUCE_MASKED (norm2_##suffix, type, type, struct norm, { 0 },	\
		 {							\
		   double a = __builtin_fabs (x);			\
		   if (a != 0 && a > acc.scale)				\
		     {							\
		       double q = acc.scale / a;			\
		       acc.sum = 1 + acc.sum * q * q;			\
		       acc.scale = a;					\
		     }							\
		   else if (a != 0)					\
		     acc.sum += (a / acc.scale) * (a / acc.scale);	\
		 },							\
		 acc.scale * __builtin_sqrt (acc.sum),			\
		 (struct gcuf_descriptor *ret,				\
		  const struct gcuf_descriptor *array,			\
		  const ptrdiff_t *dim), dim, NULL, true)

NORM (r4, float)
NORM (r8, double)

#define LOGICAL(name, parameter, type, out, init, update)			\
  GCUF_DEVICE_LIBGFORTRAN						\
  void									\
  _gfortran_##name (struct gcuf_descriptor *ret,			\
		    const struct gcuf_descriptor *array,		\
		    const ptrdiff_t *dim)				\
  {									\
    struct reduction r;							\
    if (!__gcuf_reduce_begin (&r, ret, sizeof (out), array,		\
			      array->dtype.elem_len, dim, NULL))	\
      return;								\
    do									\
      {									\
	const char *p = r.walk.side[SRC].p;				\
	out acc = init;							\
	for (ptrdiff_t i = 0; i < r.n; i++, p += r.step)		\
	  {								\
	    bool x = TRUE_AT (p);					\
	    update;							\
	  }								\
	*(out *) r.walk.side[DST].p = acc;				\
      }									\
    while (__gcuf_walk_next (&r.walk));					\
  }

#define ALL_ANY(kind, type)						\
  LOGICAL (all_l##kind, array, type, type, 1, acc &= x)			\
  LOGICAL (any_l##kind, array, type, type, 0, acc |= x)			\
  LOGICAL (parity_l##kind, array, type, type, 0, acc ^= x)		\
  LOGICAL (count_##kind##_l, array, type, type, 0, acc += x)

ALL_ANY (1, int8_t)
ALL_ANY (2, int16_t)
ALL_ANY (4, int32_t)
ALL_ANY (8, int64_t)

/* --- The place of an extreme value in the whole array ------------------- */

/* Prepare a walk over ARRAY and MASK, which may be null; RET has as many
   elements as ARRAY dimensions.  Return false if ARRAY is empty.  */

GCUF_DEVICE_LIBGFORTRAN
bool
__gcuf_place_begin (struct walk *w, struct gcuf_descriptor *ret, size_t size,
		    const struct gcuf_descriptor *array, size_t array_size,
		    const struct gcuf_descriptor *mask)
{
  __gcuf_walk_begin (w, 1);
  w->extent[0] = array->dtype.rank;
  __gcuf_walk_result (w, ret, size);

  __gcuf_walk_begin (w, array->dtype.rank);
  for (int d = 0; d < w->rank; d++)
    w->extent[d] = __gcuf_array_extent (array, d);
  __gcuf_walk_side (w, SRC, array, array_size, -1);
  if (mask)
    __gcuf_walk_side (w, MASK, mask, mask->dtype.elem_len, -1);
  return !__gcuf_walk_empty (w);
}

/* If the element X that SELECT selects is NEARER by what is in ACC, its place is
   stored, and UPDATE changes ACC.  */
#define PLACES_MASKED(name, out, type, acc_type, nearer, update, mask,	\
		      select, ...)					\
  GCUF_DEVICE_LIBGFORTRAN						\
  void									\
  _gfortran_##name (struct gcuf_descriptor *ret,			\
		    const struct gcuf_descriptor *array,		\
		    ##__VA_ARGS__, int32_t back)			\
  {									\
    struct walk w;							\
    acc_type acc = { 0 };						\
    int rank = array->dtype.rank;					\
    bool any = __gcuf_place_begin (&w, ret, sizeof (out), array,	\
				   sizeof (type), mask);		\
    for (int d = 0; d < rank; d++)					\
      ((out *) ret->base)[d * ret->dim[0].stride] = 0;			\
    if (any)								\
      do								\
	if (select)							\
	  {								\
	    type x = *(const type *) w.side[SRC].p;			\
	    if (!(nearer))						\
	      continue;							\
	    update;							\
	    for (int d = 0; d < rank; d++)				\
	      ((out *) ret->base)[d * ret->dim[0].stride]		\
		= w.count[d] + 1;					\
	  }								\
      while (__gcuf_walk_next (&w));					\
  }

#define EXTREME_MASKED(name, op, out, suffix, type, mask, select, ...)	\
  PLACES_MASKED (name, out, type, struct place_##suffix,		\
		 BETTER (x, acc, op, back),				\
		 acc = ((struct place_##suffix) { 1, x }), mask, select,	\
		 ##__VA_ARGS__)
#define PLACES(name, op, kind, out, suffix, type)			\
  EXTREME_MASKED (name##0_##kind##_##suffix, op, out, suffix, type, NULL,	\
		true)							\
  EXTREME_MASKED (m##name##0_##kind##_##suffix, op, out, suffix, type,	\
		mask, TRUE_AT (w.side[MASK].p),				\
		const struct gcuf_descriptor *mask)			\
  EXTREME_MASKED (s##name##0_##kind##_##suffix, op, out, suffix, type,	\
		NULL, !mask || *mask, const int32_t *mask)
#define ALL_PLACES(suffix, type)						\
  PLACES (maxloc, >, 4, int32_t, suffix, type)				\
  PLACES (minloc, <, 4, int32_t, suffix, type)				\
  PLACES (maxloc, >, 8, int64_t, suffix, type)				\
  PLACES (minloc, <, 8, int64_t, suffix, type)

ALL_PLACES (i1, int8_t)
ALL_PLACES (i2, int16_t)
ALL_PLACES (i4, int32_t)
ALL_PLACES (i8, int64_t)
ALL_PLACES (r4, float)
ALL_PLACES (r8, double)

#define FOUND_MASKED(name, type, mask, select, ...)			\
  PLACES_MASKED (name, ptrdiff_t, type, struct { bool any; },		\
		 x == value && (back || !acc.any), acc.any = true, mask,	\
		 select, type value, ##__VA_ARGS__)
#define FOUND_ANYWHERE(suffix, type)					\
  FOUND_MASKED (findloc0_##suffix, type, NULL, true)			\
  FOUND_MASKED (mfindloc0_##suffix, type, mask,				\
		TRUE_AT (w.side[MASK].p),				\
		const struct gcuf_descriptor *mask)			\
  FOUND_MASKED (sfindloc0_##suffix, type, NULL, !mask || *mask,		\
		const int32_t *mask)

FOUND_ANYWHERE (i1, int8_t)
FOUND_ANYWHERE (i2, int16_t)
FOUND_ANYWHERE (i4, int32_t)
FOUND_ANYWHERE (i8, int64_t)
FOUND_ANYWHERE (r4, float)
FOUND_ANYWHERE (r8, double)
FOUND_ANYWHERE (c4, _Complex float)
FOUND_ANYWHERE (c8, _Complex double)

/* --- Bessel functions of several orders --------------------------------- */

#define ORDERS(name, suffix, type, function)				\
  GCUF_DEVICE_LIBGFORTRAN						\
  void									\
  _gfortran_##name##_##suffix (struct gcuf_descriptor *ret, int first,	\
			       int last, type x)			\
  {									\
    struct walk w;							\
    __gcuf_walk_begin (&w, 1);						\
    w.extent[0] = last < first ? 0 : (ptrdiff_t) last - first + 1;	\
    __gcuf_walk_result (&w, ret, sizeof (type));			\
    for (ptrdiff_t i = 0; i < w.extent[0]; i++)				\
      ((type *) ret->base)[i * ret->dim[0].stride]			\
	= function (first + i, x);					\
  }

ORDERS (bessel_jn, r4, float, __gcuf_libm_jnf)
ORDERS (bessel_jn, r8, double, __gcuf_libm_jn)
ORDERS (bessel_yn, r4, float, __gcuf_libm_ynf)
ORDERS (bessel_yn, r8, double, __gcuf_libm_yn)

/* --- Matrix products ---------------------------------------------------- */

/* A product of A, rows by INNER, and B, INNER by columns: with one dimension A
   is a row, B a column, and the result has the other's.  */

#define MATMUL(suffix, type)						\
  GCUF_DEVICE_LIBGFORTRAN						\
  void									\
  _gfortran_matmul_##suffix (struct gcuf_descriptor *ret,		\
			     const struct gcuf_descriptor *a,		\
			     const struct gcuf_descriptor *b,		\
			     int blas, int limit, void *gemm)		\
  {									\
    (void) blas;							\
    (void) limit;							\
    (void) gemm;							\
    struct walk w;							\
    int row = a->dtype.rank == 1;					\
    int inner = row ? 0 : 1;						\
    int column = b->dtype.rank == 1;					\
    __gcuf_walk_begin (&w, 2 - row - column);				\
    if (!row)								\
      w.extent[0] = __gcuf_array_extent (a, 0);				\
    if (!column)							\
      w.extent[w.rank - 1] = __gcuf_array_extent (b, 1);		\
    __gcuf_walk_result (&w, ret, sizeof (type));			\
    w.side[SRC].p = a->base;						\
    if (!row)								\
      w.side[SRC].step[0] = a->dim[0].stride * (ptrdiff_t) sizeof (type); \
    w.side[OTHER].p = b->base;						\
    if (!column)							\
      w.side[OTHER].step[w.rank - 1]					\
	= b->dim[1].stride * (ptrdiff_t) sizeof (type);			\
    ptrdiff_t n = __gcuf_array_extent (a, inner);			\
    ptrdiff_t i = a->dim[inner].stride, j = b->dim[0].stride;		\
    if (__gcuf_walk_empty (&w))						\
      return;								\
    do									\
      {									\
	const type *x = (const type *) w.side[SRC].p;			\
	const type *y = (const type *) w.side[OTHER].p;			\
	type sum = 0;							\
	for (ptrdiff_t k = 0; k < n; k++)				\
	  sum += x[k * i] * y[k * j];					\
	*(type *) w.side[DST].p = sum;					\
      }									\
    while (__gcuf_walk_next (&w));					\
  }

MATMUL (i1, int8_t)
MATMUL (i2, int16_t)
MATMUL (i4, int32_t)
MATMUL (i8, int64_t)
MATMUL (r4, float)
MATMUL (r8, double)
MATMUL (c4, _Complex float)
MATMUL (c8, _Complex double)

/* One of logicals, which may have other kinds than the result.  */

#define MATMUL_LOGICAL(kind, type)					\
  GCUF_DEVICE_LIBGFORTRAN						\
  void									\
  _gfortran_matmul_l##kind (struct gcuf_descriptor *ret,		\
			    const struct gcuf_descriptor *a,		\
			    const struct gcuf_descriptor *b,		\
			    int blas, int limit, void *gemm)		\
  {									\
    (void) blas;							\
    (void) limit;							\
    (void) gemm;							\
    struct walk w;							\
    int row = a->dtype.rank == 1;					\
    int inner = row ? 0 : 1;						\
    int column = b->dtype.rank == 1;					\
    ptrdiff_t x_size = a->dtype.elem_len, y_size = b->dtype.elem_len;	\
    __gcuf_walk_begin (&w, 2 - row - column);				\
    if (!row)								\
      w.extent[0] = __gcuf_array_extent (a, 0);				\
    if (!column)							\
      w.extent[w.rank - 1] = __gcuf_array_extent (b, 1);		\
    __gcuf_walk_result (&w, ret, sizeof (type));			\
    w.side[SRC].p = a->base;						\
    if (!row)								\
      w.side[SRC].step[0] = a->dim[0].stride * x_size;			\
    w.side[OTHER].p = b->base;						\
    if (!column)							\
      w.side[OTHER].step[w.rank - 1] = b->dim[1].stride * y_size;	\
    ptrdiff_t n = __gcuf_array_extent (a, inner);			\
    ptrdiff_t i = a->dim[inner].stride * x_size;			\
    ptrdiff_t j = b->dim[0].stride * y_size;				\
    if (__gcuf_walk_empty (&w))						\
      return;								\
    do									\
      {									\
	const char *x = w.side[SRC].p, *y = w.side[OTHER].p;		\
	type any = 0;							\
	for (ptrdiff_t k = 0; k < n; k++)				\
	  any |= TRUE_AT (x + k * i) & TRUE_AT (y + k * j);		\
	*(type *) w.side[DST].p = any;					\
      }									\
    while (__gcuf_walk_next (&w));					\
  }

MATMUL_LOGICAL (4, int32_t)
MATMUL_LOGICAL (8, int64_t)

/* --- Elements that move ------------------------------------------------- */

/* Copy SIZE bytes, in words if possible.  */

GCUF_DEVICE_LIBGFORTRAN
void
__gcuf_move_element (char *to, const char *from, size_t size)
{
  typedef uint32_t __attribute__ ((may_alias)) word;
  if (((uintptr_t) to | (uintptr_t) from | size) % sizeof (word) == 0)
    for (size_t i = 0; i < size / sizeof (word); i++)
      {
	((word *) to)[i] = ((const word *) from)[i];
	asm volatile ("");
      }
  else
    for (size_t i = 0; i < size; i++)
      {
	to[i] = from[i];
	asm volatile ("");
      }
}

/* Begin a walk over ARRAY, of elements of SIZE bytes, as side SRC.  */

GCUF_DEVICE_LIBGFORTRAN
void
__gcuf_walk_array (struct walk *w, const struct gcuf_descriptor *array,
		   size_t size)
{
  __gcuf_walk_begin (w, array->dtype.rank);
  for (int d = 0; d < w->rank; d++)
    w->extent[d] = __gcuf_array_extent (array, d);
  __gcuf_walk_side (w, SRC, array, size, -1);
}

/* RET (.., i, ..) = ARRAY (.., i + shift, ..) in dimension K from zero.  SHIFT
   is the i-th of a line, the address FIRST or, where SHIFTS is not null, an
   element of it; WIDE says that they have 8 bytes.  Elements from beyond the
   ends wrap round or, if END_OFF, are those at BOUND.  */
struct shift
{
  int k;
  bool wide, end_off;
  const void *first;
  const struct gcuf_descriptor *shifts;
  const char *bound;		/* Null for zero.  */
  const struct gcuf_descriptor *bounds;
};

GCUF_DEVICE_LIBGFORTRAN
void
__gcuf_shift (struct gcuf_descriptor *ret, const struct gcuf_descriptor *array,
	      const struct shift *s)
{
  size_t size = array->dtype.elem_len;
  size_t width = s->wide ? 8 : 4;
  ptrdiff_t n = __gcuf_array_extent (array, s->k);
  struct walk w;
  __gcuf_walk_array (&w, array, size);
  __gcuf_walk_result (&w, ret, size);
  if (__gcuf_walk_empty (&w))
    return;

  /* Now walk over the lines.  */
  ptrdiff_t to = w.side[DST].step[s->k], from = w.side[SRC].step[s->k];
  __gcuf_walk_begin (&w, array->dtype.rank - 1);
  for (int d = 0; d < w.rank; d++)
    w.extent[d] = __gcuf_array_extent (array, d >= s->k ? d + 1 : d);
  __gcuf_walk_side (&w, DST, ret, size, s->k);
  __gcuf_walk_side (&w, SRC, array, size, s->k);
  w.side[MASK].p = (char *) s->first;
  if (s->shifts)
    __gcuf_walk_side (&w, MASK, s->shifts, width, -1);
  w.side[OTHER].p = (char *) s->bound;
  if (s->bounds)
    __gcuf_walk_side (&w, OTHER, s->bounds, size, -1);
  __gcuf_walk_empty (&w);
  do
    {
      ptrdiff_t shift = (s->wide ? *(const int64_t *) w.side[MASK].p
			 : *(const int32_t *) w.side[MASK].p);
      for (ptrdiff_t i = 0; i < n; i++)
	{
	  char *d = w.side[DST].p + i * to;
	  ptrdiff_t j = i + shift;
	  if (!s->end_off)
	    j = ((j % n) + n) % n;
	  if (j >= 0 && j < n)
	    __gcuf_move_element (d, w.side[SRC].p + j * from, size);
	  else if (w.side[OTHER].p)
	    __gcuf_move_element (d, w.side[OTHER].p, size);
	  else
	    for (size_t b = 0; b < size; b++)
	      {
		d[b] = 0;
		asm volatile ("");
	      }
	}
    }
  while (__gcuf_walk_next (&w));
}

/* Dimensions are absent or counted from one.  */
#define SHIFT_ALONG(dim) (dim ? *dim - 1 : 0)
#define SHIFTS(kind, type)						\
  GCUF_DEVICE								\
  void									\
  _gfortran_cshift0_##kind (struct gcuf_descriptor *ret,		\
			    const struct gcuf_descriptor *array,	\
			    const type *shift, const type *dim)		\
  {									\
    const struct shift s = { .k = SHIFT_ALONG (dim), .wide = kind == 8,	\
			     .first = shift };				\
    if (s.k != 0 || !shift_small (ret, array, *shift, false, NULL))	\
      __gcuf_shift (ret, array, &s);					\
  }									\
									\
  GCUF_DEVICE_LIBGFORTRAN						\
  void									\
  _gfortran_cshift1_##kind (struct gcuf_descriptor *ret,		\
			    const struct gcuf_descriptor *array,	\
			    const struct gcuf_descriptor *shifts,	\
			    const type *dim)				\
  {									\
    const struct shift s = { .k = SHIFT_ALONG (dim), .wide = kind == 8,	\
			     .shifts = shifts };			\
    __gcuf_shift (ret, array, &s);					\
  }									\
									\
  GCUF_DEVICE								\
  void									\
  _gfortran_eoshift0_##kind (struct gcuf_descriptor *ret,		\
			     const struct gcuf_descriptor *array,	\
			     const type *shift, const char *bound,	\
			     const type *dim)				\
  {									\
    const struct shift s = { .k = SHIFT_ALONG (dim), .wide = kind == 8,	\
			     .end_off = true, .first = shift,		\
			     .bound = bound };				\
    if (s.k != 0 || !shift_small (ret, array, *shift, true, bound))	\
      __gcuf_shift (ret, array, &s);					\
  }									\
									\
  GCUF_DEVICE_LIBGFORTRAN						\
  void									\
  _gfortran_eoshift1_##kind (struct gcuf_descriptor *ret,		\
			     const struct gcuf_descriptor *array,	\
			     const struct gcuf_descriptor *shifts,	\
			     const char *bound, const type *dim)	\
  {									\
    const struct shift s = { .k = SHIFT_ALONG (dim), .wide = kind == 8,	\
			     .end_off = true, .shifts = shifts,		\
			     .bound = bound };				\
    __gcuf_shift (ret, array, &s);					\
  }									\
									\
  GCUF_DEVICE_LIBGFORTRAN						\
  void									\
  _gfortran_eoshift2_##kind (struct gcuf_descriptor *ret,		\
			     const struct gcuf_descriptor *array,	\
			     const type *shift,				\
			     const struct gcuf_descriptor *bounds,	\
			     const type *dim)				\
  {									\
    const struct shift s = { .k = SHIFT_ALONG (dim), .wide = kind == 8,	\
			     .end_off = true, .first = shift,		\
			     .bounds = bounds };			\
    __gcuf_shift (ret, array, &s);					\
  }									\
									\
  GCUF_DEVICE_LIBGFORTRAN						\
  void									\
  _gfortran_eoshift3_##kind (struct gcuf_descriptor *ret,		\
			     const struct gcuf_descriptor *array,	\
			     const struct gcuf_descriptor *shifts,	\
			     const struct gcuf_descriptor *bounds,	\
			     const type *dim)				\
  {									\
    const struct shift s = { .k = SHIFT_ALONG (dim), .wide = kind == 8,	\
			     .end_off = true, .shifts = shifts,		\
			     .bounds = bounds };			\
    __gcuf_shift (ret, array, &s);					\
  }

SHIFTS (4, int32_t)
SHIFTS (8, int64_t)

GCUF_DEVICE_LIBGFORTRAN
void
_gfortran_spread (struct gcuf_descriptor *ret,
		  const struct gcuf_descriptor *source, const ptrdiff_t *along,
		  const ptrdiff_t *copies)
{
  size_t size = source->dtype.elem_len;
  int k = *along - 1;
  struct walk w;
  if (k < 0 || k > source->dtype.rank)
    _gfortran_runtime_error ("Argument DIM of SPREAD is %ld", (long) *along);
  __gcuf_walk_begin (&w, source->dtype.rank + 1);
  w.side[SRC].p = source->base;
  for (int d = 0; d < w.rank; d++)
    if (d == k)
      w.extent[d] = *copies > 0 ? *copies : 0;
    else
      {
	int from = d > k ? d - 1 : d;
	w.extent[d] = __gcuf_array_extent (source, from);
	w.side[SRC].step[d] = source->dim[from].stride * (ptrdiff_t) size;
      }
  __gcuf_walk_result (&w, ret, size);
  if (__gcuf_walk_empty (&w))
    return;
  do
    __gcuf_move_element (w.side[DST].p, w.side[SRC].p, size);
  while (__gcuf_walk_next (&w));
}

GCUF_DEVICE_LIBGFORTRAN
void
_gfortran_spread_scalar (struct gcuf_descriptor *ret, const char *source,
			 const ptrdiff_t *along, const ptrdiff_t *copies)
{
  size_t size = ret->dtype.elem_len;
  struct walk w;
  (void) along;
  __gcuf_walk_begin (&w, 1);
  w.extent[0] = *copies > 0 ? *copies : 0;
  __gcuf_walk_result (&w, ret, size);
  if (__gcuf_walk_empty (&w))
    return;
  do
    __gcuf_move_element (w.side[DST].p, source, size);
  while (__gcuf_walk_next (&w));
}

/* Move the selected elements of the walk W over an array to RET, which has room
   for TOTAL, and then those of VECTOR that are left.  With MASK null, ALL says
   whether all are selected.  */

GCUF_DEVICE_LIBGFORTRAN
void
__gcuf_pack (struct gcuf_descriptor *ret, const struct gcuf_descriptor *array,
	     const struct gcuf_descriptor *mask, bool all,
	     const struct gcuf_descriptor *vector)
{
  size_t size = array->dtype.elem_len;
  struct walk w, result;
  ptrdiff_t total = 0, n = 0;
  bool any;

  __gcuf_walk_array (&w, array, size);
  if (mask)
    __gcuf_walk_side (&w, MASK, mask, mask->dtype.elem_len, -1);
  any = !__gcuf_walk_empty (&w);
  __gcuf_walk_begin (&result, 1);
  if (vector)
    total = __gcuf_array_extent (vector, 0);
  else if (any && !ret->base)
    {
      struct walk count = w;
      do
	total += mask ? TRUE_AT (count.side[MASK].p) : all;
      while (__gcuf_walk_next (&count));
    }
  result.extent[0] = total;
  __gcuf_walk_result (&result, ret, size);
  char *to = ret->base;
  ptrdiff_t step = result.side[DST].step[0];
  if (any)
    do
      if (mask ? TRUE_AT (w.side[MASK].p) : all)
	{
	  __gcuf_move_element (to + n * step, w.side[SRC].p, size);
	  n++;
	}
    while (__gcuf_walk_next (&w));
  for (; vector && n < total; n++)
    __gcuf_move_element (to + n * step,
			 vector->base + (n * vector->dim[0].stride
					 * (ptrdiff_t) size), size);
}

GCUF_DEVICE_LIBGFORTRAN
void
_gfortran_pack (struct gcuf_descriptor *ret,
		const struct gcuf_descriptor *array,
		const struct gcuf_descriptor *mask,
		const struct gcuf_descriptor *vector)
{
  __gcuf_pack (ret, array, mask, false, vector);
}

GCUF_DEVICE_LIBGFORTRAN
void
_gfortran_pack_s (struct gcuf_descriptor *ret,
		  const struct gcuf_descriptor *array, const int32_t *mask,
		  const struct gcuf_descriptor *vector)
{
  __gcuf_pack (ret, array, NULL, *mask != 0, vector);
}

/* Store elements of VECTOR where MASK is true, and elements of FIELD or the
   scalar at VALUE elsewhere.  */

GCUF_DEVICE_LIBGFORTRAN
void
__gcuf_unpack (struct gcuf_descriptor *ret,
	       const struct gcuf_descriptor *vector,
	       const struct gcuf_descriptor *mask,
	       const struct gcuf_descriptor *field, const char *value)
{
  size_t size = vector->dtype.elem_len;
  const char *from = vector->base;
  struct walk w;
  __gcuf_walk_begin (&w, mask->dtype.rank);
  for (int d = 0; d < w.rank; d++)
    w.extent[d] = __gcuf_array_extent (mask, d);
  __gcuf_walk_result (&w, ret, size);
  __gcuf_walk_side (&w, MASK, mask, mask->dtype.elem_len, -1);
  w.side[OTHER].p = (char *) value;
  if (field)
    __gcuf_walk_side (&w, OTHER, field, size, -1);
  if (__gcuf_walk_empty (&w))
    return;
  do
    if (TRUE_AT (w.side[MASK].p))
      {
	__gcuf_move_element (w.side[DST].p, from, size);
	from += vector->dim[0].stride * (ptrdiff_t) size;
      }
    else
      __gcuf_move_element (w.side[DST].p, w.side[OTHER].p, size);
  while (__gcuf_walk_next (&w));
}

GCUF_DEVICE_LIBGFORTRAN
void
_gfortran_unpack0 (struct gcuf_descriptor *ret,
		   const struct gcuf_descriptor *vector,
		   const struct gcuf_descriptor *mask, const char *field)
{
  __gcuf_unpack (ret, vector, mask, NULL, field);
}

GCUF_DEVICE_LIBGFORTRAN
void
_gfortran_unpack1 (struct gcuf_descriptor *ret,
		   const struct gcuf_descriptor *vector,
		   const struct gcuf_descriptor *mask,
		   const struct gcuf_descriptor *field)
{
  __gcuf_unpack (ret, vector, mask, field, NULL);
}

/* Begin a walk over the source that fills an array of elements of SIZE
   bytes.  */

GCUF_DEVICE_LIBGFORTRAN
bool
__gcuf_filler (struct walk *w, const struct gcuf_descriptor *a, size_t size)
{
  if (!a)
    return false;
  __gcuf_walk_array (w, a, size);
  return !__gcuf_walk_empty (w);
}

GCUF_DEVICE_LIBGFORTRAN
void
__gcuf_reshape (struct gcuf_descriptor *ret,
		const struct gcuf_descriptor *source,
		const struct gcuf_descriptor *shape,
		const struct gcuf_descriptor *pad,
		const struct gcuf_descriptor *order)
{
  size_t size = source->dtype.elem_len;
  struct walk w, from;
  __gcuf_walk_begin (&w, __gcuf_array_extent (shape, 0));
  for (int d = 0; d < w.rank; d++)
    w.extent[d] = ((const ptrdiff_t *) shape->base)[d * shape->dim[0].stride];
  __gcuf_walk_result (&w, ret, size);
  if (order)
    for (int d = 0; d < w.rank; d++)
      {
	int k = ((const ptrdiff_t *) order->base)[d * order->dim[0].stride] - 1;
	w.extent[d] = ((const ptrdiff_t *) shape->base)
	  [k * shape->dim[0].stride];
	w.side[DST].step[d] = ret->dim[k].stride * (ptrdiff_t) size;
      }
  if (__gcuf_walk_empty (&w))
    return;
  bool left = __gcuf_filler (&from, source, size);
  do
    {
      if (!left)
	left = __gcuf_filler (&from, pad, size);
      if (!left)
	_gfortran_runtime_error ("RESHAPE has too few elements");
      __gcuf_move_element (w.side[DST].p, from.side[SRC].p, size);
      left = __gcuf_walk_next (&from);
    }
  while (__gcuf_walk_next (&w));
}

#define RESHAPE(name)							\
  GCUF_DEVICE								\
  void									\
  name (struct gcuf_descriptor *ret,					\
	const struct gcuf_descriptor *source,				\
	const struct gcuf_descriptor *shape,				\
	const struct gcuf_descriptor *pad,				\
	const struct gcuf_descriptor *order)				\
  {									\
    if (pad || order || !reshape_small (ret, source, shape))		\
      __gcuf_reshape (ret, source, shape, pad, order);			\
  }

RESHAPE (_gfortran_reshape)
RESHAPE (_gfortran_reshape_4)
RESHAPE (_gfortran_reshape_8)
RESHAPE (_gfortran_reshape_r4)
RESHAPE (_gfortran_reshape_r8)
RESHAPE (_gfortran_reshape_c4)
RESHAPE (_gfortran_reshape_c8)

/* --- Array arguments ---------------------------------------------------- */

GCUF_DEVICE_LIBGFORTRAN
bool
__gcuf_array_contiguous (const struct gcuf_descriptor *a)
{
  ptrdiff_t n = 1;
  for (int d = 0; d < a->dtype.rank; d++)
    {
      ptrdiff_t extent = __gcuf_array_extent (a, d);
      if (extent == 0)
	return true;
      if (extent != 1 && a->dim[d].stride != n)
	return false;
      n *= extent;
    }
  return true;
}

/* Return a contiguous copy of A, or its own memory if it is contiguous.  */

GCUF_DEVICE_LIBGFORTRAN
void *
_gfortran_internal_pack (const struct gcuf_descriptor *a)
{
  size_t size = a->dtype.elem_len;
  struct walk w;
  if (__gcuf_array_contiguous (a))
    return a->base;
  size_t bytes = __gcuf_array_elements (a) * size;
  char *copy = __builtin_malloc (bytes);
  if (!copy)
    _gfortran_os_error_at ("For an array argument",
			   "Error allocating %lu bytes", (unsigned long) bytes);
  __gcuf_walk_array (&w, a, size);
  __gcuf_walk_empty (&w);
  char *to = copy;
  do
    {
      __gcuf_move_element (to, w.side[SRC].p, size);
      to += size;
    }
  while (__gcuf_walk_next (&w));
  return copy;
}

/* Copy a contiguous copy back.  */

GCUF_DEVICE_LIBGFORTRAN
void
_gfortran_internal_unpack (const struct gcuf_descriptor *a, const void *copy)
{
  size_t size = a->dtype.elem_len;
  struct walk w;
  if (copy == a->base || !copy)
    return;
  __gcuf_walk_array (&w, a, size);
  if (__gcuf_walk_empty (&w))
    return;
  const char *from = copy;
  do
    {
      __gcuf_move_element (w.side[SRC].p, from, size);
      from += size;
    }
  while (__gcuf_walk_next (&w));
}
