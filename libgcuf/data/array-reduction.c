/* SUM, MAXVAL, MINVAL, MAXLOC and MINLOC of arrays in device memory.
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

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "array-reduction.h"
#include "gcuf-memory.h"
#include "transfer.h"

/* The functions' names, by enum gcuf_array_op.  */
static const char *const names[]
  = { "sum", "maxval", "minval", "maxloc", "minloc" };

/* One call.  */
struct call
{
  const struct gcuf_descriptor *array;
  const struct gcuf_descriptor *mask;	/* Or null.  */
  int dim;			/* From zero; -1 if there is none.  */
  gcuf_stream_t stream;
  unsigned flags;
  enum gcuf_array_op op;
  const char *name;
  const struct gcuf_location *where;
};

/* --- What is asked for --------------------------------------------------- */

static void
check_mask (const struct call *c)
{
  const struct gcuf_descriptor *a = c->array, *mask = c->mask;
  if (a->dtype.rank != mask->dtype.rank)
    gcuf_fatal (c->where, "%s: the ranks of the array and the mask differ "
		"(%d and %d)", c->name, a->dtype.rank, mask->dtype.rank);
  for (int d = 0; d < a->dtype.rank; d++)
    if (gcuf_extent (a, d) != gcuf_extent (mask, d))
      gcuf_fatal (c->where, "%s: the shapes of the array and the mask differ "
		  "in dimension %d (%zu and %zu)", c->name, d + 1,
		  gcuf_extent (a, d), gcuf_extent (mask, d));
  if (!mask->base && gcuf_descriptor_elements (mask) != 0)
    gcuf_fatal (c->where, "%s: the mask is not allocated", c->name);
}

static void
check_call (const struct call *c, long long dim)
{
  const struct gcuf_descriptor *a = c->array;
  if (!a->base && gcuf_descriptor_elements (a) != 0)
    gcuf_fatal (c->where, "%s: the array is not allocated", c->name);
  if (dim < 0 || dim > a->dtype.rank)
    gcuf_fatal (c->where, "%s: the array of rank %d has no dimension %lld",
		c->name, a->dtype.rank, dim);
  if (c->mask)
    check_mask (c);
  int status = GCUF_CAPTURE_NONE;
  gcuf_check (c->where, c->name,
	      gcuf_backend ()->capture_status (c->stream, &status));
  if (status != GCUF_CAPTURE_NONE)
    gcuf_fatal (c->where, "%s: the stream is being captured, so that there is "
		"no result for the host", c->name);
}

/* The elements of SIZE bytes that TYPE is of.  */

static enum gcuf_element
element_of (enum gcuf_array_type type, size_t size)
{
  if (type == GCUF_ARRAY_INTEGER)
    return (size == 1 ? GCUF_I1 : size == 2 ? GCUF_I2
	    : size == 4 ? GCUF_I4 : GCUF_I8);
  if (type == GCUF_ARRAY_COMPLEX)
    return size == 8 ? GCUF_C4 : GCUF_C8;
  return size == 2 ? GCUF_R2 : size == 4 ? GCUF_R4 : GCUF_R8;
}

/* Bytes between neighbours of dimension D, for mask, too, if there is one.  */

static struct gcuf_reduce_loop
loop_over (const struct call *c, int d)
{
  const struct gcuf_descriptor *a = c->array, *mask = c->mask;
  struct gcuf_reduce_loop l = { .extent = gcuf_extent (a, d) };
  l.src = (a->dim[d].stride
	   * (a->span ? a->span : (ptrdiff_t) a->dtype.elem_len));
  if (mask)
    l.mask = (mask->dim[d].stride
	      * (mask->span ? mask->span : (ptrdiff_t) mask->dtype.elem_len));
  return l;
}

/* Append L to the COUNT loops at LOOPS, or to the last of them if it goes on
   where that ends.  */

static void
append_loop (struct gcuf_reduce_loop *loops, uint32_t *count,
	     struct gcuf_reduce_loop l)
{
  struct gcuf_reduce_loop *last = *count ? &loops[*count - 1] : NULL;
  if (l.extent == 1)
    return;
  if (last && l.src == (int64_t) last->extent * last->src
      && l.mask == (int64_t) last->extent * last->mask)
    last->extent *= l.extent;
  else
    loops[(*count)++] = l;
}

static void
build (struct gcuf_reduce *r, const struct call *c)
{
  static const enum gcuf_extreme extremes[]
    = { GCUF_SUM, GCUF_GREATEST, GCUF_LEAST, GCUF_GREATEST, GCUF_LEAST };
  const struct gcuf_descriptor *a = c->array;
  enum gcuf_array_type type = GCUF_REDUCE_TYPE (c->flags);
  memset (r, 0, sizeof *r);
  r->src = a->base;
  r->mask = c->mask ? c->mask->base : NULL;
  r->n = r->m = 1;
  r->element = element_of (type, a->dtype.elem_len);
  r->extreme = extremes[c->op];
  r->value_only = c->op == GCUF_ARRAY_MAXVAL || c->op == GCUF_ARRAY_MINVAL;

  for (int d = 0; d < a->dtype.rank; d++)
    if (c->dim == -1 || d == c->dim)
      {
	struct gcuf_reduce_loop l = loop_over (c, d);
	r->n *= l.extent;
	append_loop (r->loop, &r->inner, l);
      }
  for (int d = 0; d < a->dtype.rank; d++)
    if (c->dim != -1 && d != c->dim)
      {
	struct gcuf_reduce_loop l = loop_over (c, d);
	r->m *= l.extent;
	append_loop (r->loop + r->inner, &r->outer, l);
      }
}

/* --- Results ------------------------------------------------------------- */

/* The value of P, or what stands for that of no element.  */

static struct gcuf_partial
value_of (const struct gcuf_reduce *r, const struct gcuf_partial *p)
{
  struct gcuf_partial none = { .at = -1 };
  bool greatest = r->extreme == GCUF_GREATEST;
  if (r->extreme == GCUF_SUM || p->at >= 0)
    return *p;
  switch (r->element)
    {
    case GCUF_I1:
      none.value.i4 = greatest ? INT8_MIN : INT8_MAX;
      break;
    case GCUF_I2:
      none.value.i4 = greatest ? INT16_MIN : INT16_MAX;
      break;
    case GCUF_I4:
      none.value.i4 = greatest ? INT32_MIN : INT32_MAX;
      break;
    case GCUF_I8:
      none.value.i8 = greatest ? INT64_MIN : INT64_MAX;
      break;
    case GCUF_R2:
      none.value.r4 = greatest ? -65504 : 65504;
      break;
    case GCUF_R4:
      none.value.r4 = greatest ? -FLT_MAX : FLT_MAX;
      break;
    default:
      none.value.r8 = greatest ? -DBL_MAX : DBL_MAX;
    }
  return none;
}

/* Store the value of P, in the elements' own type.  */

static void
store_value (const struct gcuf_reduce *r, void *result,
	     const struct gcuf_partial *p)
{
  static const unsigned char sizes[GCUF_N_ELEMENTS]
    = { [GCUF_I1] = 1, [GCUF_I2] = 2, [GCUF_I4] = 4, [GCUF_I8] = 8,
	[GCUF_R2] = 2, [GCUF_R4] = 4, [GCUF_R8] = 8,
	[GCUF_C4] = 8, [GCUF_C8] = 16 };
  struct gcuf_partial value = value_of (r, p);
  if (r->element == GCUF_R2)
    {
      _Float16 half = value.value.r4;
      memcpy (result, &half, sizeof half);
    }
  else
    /* The lowest bytes of an integer come first.  */
    memcpy (result, &value, sizes[r->element]);
}

static void
store_integer (void *result, unsigned bytes, int64_t value)
{
  __int128 wide = value;
  memcpy (result, &wide, bytes);
}

/* An element of an array, to go from one to the next in their order.  */
struct cursor
{
  const struct gcuf_descriptor *array;
  char *p;
  size_t index[GCUF_MAX_RANK];	/* Zeros at the first one.  */
};

static void
advance (struct cursor *c)
{
  const struct gcuf_descriptor *a = c->array;
  ptrdiff_t span = a->span ? a->span : (ptrdiff_t) a->dtype.elem_len;
  for (int d = 0; d < a->dtype.rank; d++)
    {
      ptrdiff_t stride = a->dim[d].stride * span;
      c->p += stride;
      if (++c->index[d] < gcuf_extent (a, d))
	return;
      c->p -= (ptrdiff_t) c->index[d] * stride;
      c->index[d] = 0;
    }
}

/* Prepare RESULT to be an array of RANK dimensions with EXTENTS, and elements
   of SIZE bytes.  */

static void
prepare_result (const struct call *c, struct gcuf_descriptor *result, int rank,
		const size_t *extents, size_t size)
{
  size_t count = 1;
  if (result->base)
    {
      for (int d = 0; d < rank; d++)
	if (gcuf_extent (result, d) != extents[d])
	  gcuf_fatal (c->where, "%s: the result has %zu elements in dimension "
		      "%d, and %zu are wanted", c->name, extents[d], d + 1,
		      gcuf_extent (result, d));
      result->dtype.rank = rank;
      return;
    }
  for (int d = 0; d < rank; d++)
    {
      result->dim[d].stride = count;
      result->dim[d].lower = 0;
      result->dim[d].upper = (ptrdiff_t) extents[d] - 1;
      count *= extents[d];
    }
  result->offset = 0;
  result->dtype.rank = rank;
  result->dtype.elem_len = size;
  result->span = size;
  result->base = gcuf_xmalloc (count ? count * size : 1);
}

/* Prepare RESULT, which is to have R's results along a dimension.  */

static void
prepare_along (const struct call *c, struct gcuf_descriptor *result,
	       size_t size)
{
  size_t extents[GCUF_MAX_RANK];
  int rank = 0;
  for (int d = 0; d < c->array->dtype.rank; d++)
    if (d != c->dim)
      extents[rank++] = gcuf_extent (c->array, d);
  prepare_result (c, result, rank, extents, size);
}

/* Store where the element number AT is: its subscripts, if bounds were one;
   zeros if it is negative.  */

static void
store_subscripts (const struct call *c, struct gcuf_descriptor *result,
		  int64_t at)
{
  unsigned bytes = GCUF_REDUCE_BYTES (c->flags);
  const int rank = c->array->dtype.rank;
  const size_t extent = rank;
  prepare_result (c, result, 1, &extent, bytes);
  struct cursor to = { .array = result, .p = result->base };
  for (int d = 0; d < rank; d++, advance (&to))
    {
      size_t n = gcuf_extent (c->array, d);
      store_integer (to.p, bytes, at < 0 ? 0 : at % (int64_t) n + 1);
      if (at >= 0)
	at /= n;
    }
}

static bool
location_p (const struct call *c)
{
  return c->op == GCUF_ARRAY_MAXLOC || c->op == GCUF_ARRAY_MINLOC;
}

/* Store the results of R at PARTIALS in RESULT.  */

static void
store_results (const struct call *c, const struct gcuf_reduce *r, void *result,
	       const struct gcuf_partial *partials)
{
  const bool array = (c->flags & GCUF_REDUCE_TO_ARRAY) != 0;
  const bool location = location_p (c);
  unsigned bytes = (location ? GCUF_REDUCE_BYTES (c->flags)
		    : c->array->dtype.elem_len);
  if (location && c->dim == -1)
    {
      store_subscripts (c, result, partials->at);
      return;
    }
  struct cursor to = { .array = result, .p = result };
  if (array)
    {
      prepare_along (c, result, bytes);
      to.p = to.array->base;
    }
  for (size_t i = 0; i < r->m; i++)
    {
      if (location)
	store_integer (to.p, bytes, partials[i].at + 1);
      else
	store_value (r, to.p, &partials[i]);
      if (array)
	advance (&to);
    }
}

/* --- Reducing ------------------------------------------------------------ */

/* Managed data of so few elements is reduced by the host, which needs less time
   for it than a launch takes.  */
enum { FEW = 1024 };

static void
compute (const struct call *c, const struct gcuf_reduce *r,
	 struct gcuf_partial *out)
{
  const struct gcuf_backend *b = gcuf_backend ();
  bool managed = GCUF_REDUCE_SPACE (c->flags) == GCUF_SPACE_MANAGED;
  if (managed && !c->mask && r->n * r->m <= FEW)
    {
      gcuf_check (c->where, c->name, b->device_synchronize ());
      for (uint64_t row = 0; row < r->m; row++)
	out[row] = gcuf_reduce_range (r, row, 0, r->n);
    }
  else
    gcuf_check (c->where, c->name, b->reduce (r, out, c->stream));
}

/* Reduce into RESULT.  NONE says that the mask is false.  */

static void
reduce_to (const struct call *c, const struct gcuf_reduce *r, void *result,
	   bool none)
{
  struct gcuf_partial single, *partials = &single;
  if (r->m > 1)
    partials = gcuf_xmalloc (r->m * sizeof *partials);
  if (r->n > 0 && r->m > 0 && !none)
    compute (c, r, partials);
  else
    for (size_t i = 0; i < r->m; i++)
      partials[i] = gcuf_reduce_none (r);
  store_results (c, r, result, partials);
  if (partials != &single)
    free (partials);
}

/* A copy of the mask of C in device memory, to be freed.  */

static void *
copy_mask (struct call *c, struct gcuf_descriptor *copy)
{
  const struct gcuf_descriptor *mask = c->mask;
  size_t bytes = gcuf_descriptor_elements (mask) * mask->dtype.elem_len;
  void *memory = GCUF_malloc_local (bytes, GCUF_SPACE_DEVICE, c->where);
  struct gcuf_transfer t =
  {
    .kind = GCUF_COPY_HOST_TO_DEVICE, .stream = c->stream, .where = c->where
  };
  struct gcuf_nest nest;
  gcuf_descriptor_contiguous (copy, mask, memory);
  if (bytes)
    {
      gcuf_nest_build (&nest, copy, mask);
      gcuf_transfer_nest (&nest, &t);
    }
  c->mask = copy;
  return memory;
}

/* The stream for a reduction of A where the program names STREAM, or zero.  */

static gcuf_stream_t
stream_for (const struct gcuf_descriptor *a, gcuf_stream_t stream)
{
  if (!stream)
    stream = gcuf_data_stream (a->base);
  return stream ? stream : gcuf_thread.stream;
}

GCUF_EXPORT void
GCUF_reduce_array (void *result, void *array, void *mask, long long dim,
		   long long stream, unsigned flags, unsigned bits,
		   const struct gcuf_location *where)
{
  struct call c =
  {
    .array = array, .mask = mask, .dim = dim - 1, .flags = flags,
    .op = GCUF_REDUCE_OP (flags), .where = where
  };
  const unsigned mask_space = GCUF_REDUCE_MASK_SPACE (flags);
  struct gcuf_descriptor mask_copy;
  struct gcuf_reduce r;
  void *copied = NULL;

  gcuf_backend ();
  c.name = names[c.op];
  c.stream = stream_for (array, stream);
  check_call (&c, dim);
  if (mask && (mask_space == GCUF_SPACE_HOST
	       || mask_space == GCUF_SPACE_PINNED))
    copied = copy_mask (&c, &mask_copy);
  build (&r, &c);
  r.back = bits & GCUF_REDUCE_BACK;

  reduce_to (&c, &r, result, bits & GCUF_REDUCE_NONE);
  if (copied)
    GCUF_free (copied, GCUF_SPACE_DEVICE);
}
