/* Transfers between memories by assignment.
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

/* A transfer under way.  */
struct transfer
{
  int kind;			/* enum gcuf_copy_kind.  */
  gcuf_stream_t stream;
  bool wait;
  const struct gcuf_location *where;
};

static bool
host_p (unsigned space)
{
  return space == GCUF_SPACE_HOST || space == GCUF_SPACE_PINNED;
}

static bool
managed_p (unsigned space)
{
  return space == GCUF_SPACE_MANAGED || space == GCUF_SPACE_UNIFIED;
}

static void
start_transfer (struct transfer *t, unsigned flags,
		const struct gcuf_location *where)
{
  unsigned dst = GCUF_TRANSFER_DST (flags), src = GCUF_TRANSFER_SRC (flags);
  t->kind = (host_p (dst)
	     ? host_p (src) ? GCUF_COPY_HOST_TO_HOST : GCUF_COPY_DEVICE_TO_HOST
	     : host_p (src) ? GCUF_COPY_HOST_TO_DEVICE
	     : GCUF_COPY_DEVICE_TO_DEVICE);
  t->stream = gcuf_thread.stream;
  /* What stays on the device is ordered by its stream.  A program that sets a
     stream for its assignments wants them asynchronous.  */
  t->wait = (managed_p (dst) || managed_p (src)
	     || (t->stream == 0 && t->kind != GCUF_COPY_DEVICE_TO_DEVICE));
  t->where = where;
}

static void
check (const struct transfer *t, int code)
{
  gcuf_check (t->where, "assignment", code);
}

/* --- Copies of nests without negative strides ---------------------------- */

int
gcuf_nest_enqueue (const struct gcuf_nest *nest, int kind,
		   gcuf_stream_t stream, bool wait)
{
  if (nest->rank > 2)
    {
      struct gcuf_nest inner = *nest;
      const struct gcuf_loop *outer = &nest->loop[nest->rank - 1];
      inner.rank--;
      for (size_t i = 0; i < outer->extent; i++)
	{
	  int code = gcuf_nest_enqueue (&inner, kind, stream, wait);
	  if (code)
	    return code;
	  inner.dst += outer->dst;
	  inner.src += outer->src;
	}
      return 0;
    }
  struct gcuf_box box =
  {
    .dst = nest->dst, .src = nest->src, .width = nest->run,
    .height = 1, .depth = 1, .kind = kind
  };
  if (nest->rank > 0)
    {
      box.height = nest->loop[0].extent;
      box.dst_pitch = nest->loop[0].dst;
      box.src_pitch = nest->loop[0].src;
    }
  if (nest->rank > 1)
    {
      box.depth = nest->loop[1].extent;
      box.dst_slice = nest->loop[1].dst;
      box.src_slice = nest->loop[1].src;
    }
  return gcuf_backend ()->copy (&box, stream, wait);
}

/* --- The shape of a nest's sides ----------------------------------------- */

static size_t
nest_bytes (const struct gcuf_nest *nest)
{
  size_t n = nest->run;
  for (int i = 0; i < nest->rank; i++)
    n *= nest->loop[i].extent;
  return n;
}

/* The first byte of a side and the one behind the last.  */
struct hull
{
  uintptr_t lo, hi;
};

static struct hull
side_hull (const struct gcuf_nest *nest, bool src)
{
  struct hull h;
  h.lo = (uintptr_t) (src ? nest->src : nest->dst);
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

static bool
overlap_p (const struct gcuf_nest *nest)
{
  struct hull dst = side_hull (nest, false), src = side_hull (nest, true);
  return dst.lo < src.hi && src.lo < dst.hi;
}

static bool
reversed_p (const struct gcuf_nest *nest)
{
  for (int i = 0; i < nest->rank; i++)
    if (nest->loop[i].dst < 0 || nest->loop[i].src < 0)
      return true;
  return false;
}

/* --- Staging ------------------------------------------------------------- */

/* Split NEST into IN, which copies SRC to contiguous memory at BUFFER, and OUT,
   which copies that to DST.  The elements in BUFFER have the order of SRC's
   memory, or of DST's if not BY_SRC, and that side is not reversed.  */

static void
split (const struct gcuf_nest *nest, char *buffer, bool by_src,
       struct gcuf_nest *in, struct gcuf_nest *out)
{
  struct gcuf_nest whole = *nest;
  ptrdiff_t stride = nest->run;
  gcuf_nest_simplify (&whole, by_src);
  *in = *out = whole;
  in->dst = buffer;
  out->src = buffer;
  for (int i = 0; i < whole.rank; i++)
    {
      in->loop[i].dst = stride;
      out->loop[i].src = stride;
      stride *= whole.loop[i].extent;
    }
  gcuf_nest_simplify (in, false);
  gcuf_nest_simplify (out, false);
}

static void
transfer_by_host_buffer (const struct gcuf_nest *nest,
			 const struct transfer *t)
{
  char *buffer = gcuf_xmalloc (nest_bytes (nest));
  struct gcuf_nest in, out;
  bool to_host = t->kind == GCUF_COPY_DEVICE_TO_HOST;
  split (nest, buffer, to_host, &in, &out);
  if (to_host)
    {
      check (t, gcuf_nest_enqueue (&in, t->kind, t->stream, true));
      gcuf_nest_copy (&out);
    }
  else
    {
      gcuf_nest_copy (&in);
      check (t, gcuf_nest_enqueue (&out, t->kind, t->stream, true));
    }
  free (buffer);
}

/* Fetch everything between the first and the last element, and pick these on
   the host.  */

static void
transfer_by_hull (const struct gcuf_nest *nest, const struct transfer *t)
{
  struct hull h = side_hull (nest, true);
  char *buffer = gcuf_xmalloc (h.hi - h.lo);
  struct gcuf_nest all = { .dst = buffer, .src = (const char *) h.lo,
			   .run = h.hi - h.lo };
  struct gcuf_nest pick = *nest;
  check (t, gcuf_nest_enqueue (&all, t->kind, t->stream, true));
  pick.src = buffer + ((uintptr_t) nest->src - h.lo);
  gcuf_nest_copy (&pick);
  free (buffer);
}

static void transfer_nest (const struct gcuf_nest *, const struct transfer *);

/* Sides that overlap or run in opposite directions.  The latter no device
   copy can do, so that these elements pass by the host.  */

static void
transfer_within_device (const struct gcuf_nest *nest,
			const struct transfer *t)
{
  bool by_host = reversed_p (nest);
  size_t bytes = nest_bytes (nest);
  char *buffer;
  struct gcuf_nest in, out;
  struct transfer part = *t;
  if (by_host)
    buffer = gcuf_xmalloc (bytes);
  else
    buffer = GCUF_malloc_local (bytes, GCUF_SPACE_DEVICE, t->where);
  split (nest, buffer, true, &in, &out);
  if (by_host)
    {
      part.kind = GCUF_COPY_DEVICE_TO_HOST;
      part.wait = true;
      transfer_nest (&in, &part);
      part.kind = GCUF_COPY_HOST_TO_DEVICE;
    }
  else
    check (t, gcuf_nest_enqueue (&in, t->kind, t->stream, false));
  transfer_nest (&out, &part);
  if (by_host)
    free (buffer);
  else
    GCUF_free (buffer, GCUF_SPACE_DEVICE);
}

static void
transfer_within_host (const struct gcuf_nest *nest)
{
  if (nest->rank == 0)
    memmove (nest->dst, nest->src, nest->run);
  else if (!overlap_p (nest))
    gcuf_nest_copy (nest);
  else
    {
      struct gcuf_nest in, out;
      char *buffer = gcuf_xmalloc (nest_bytes (nest));
      split (nest, buffer, true, &in, &out);
      gcuf_nest_copy (&in);
      gcuf_nest_copy (&out);
      free (buffer);
    }
}

/* Whether NEST consists of many short runs, which the device copies one by
   one.  */

static bool
scattered_p (const struct gcuf_nest *nest)
{
  enum { SHORT_RUN = 256, MANY = 32 };
  return nest->run < SHORT_RUN && nest_bytes (nest) / nest->run > MANY;
}

static void
transfer_nest (const struct gcuf_nest *nest, const struct transfer *t)
{
  /* How much more than needed may be fetched.  */
  enum { WASTE = 8 };

  if (t->kind == GCUF_COPY_HOST_TO_HOST)
    {
      transfer_within_host (nest);
      return;
    }
  if (t->kind == GCUF_COPY_DEVICE_TO_DEVICE)
    {
      if (nest->rank == 0 && nest->dst == nest->src)
	return;
      if (reversed_p (nest) || overlap_p (nest))
	transfer_within_device (nest, t);
      else
	check (t, gcuf_nest_enqueue (nest, t->kind, t->stream, t->wait));
      return;
    }

  bool to_host = t->kind == GCUF_COPY_DEVICE_TO_HOST;
  struct hull h = side_hull (nest, to_host);
  size_t bytes = nest_bytes (nest);
  if (scattered_p (nest) && to_host && h.hi - h.lo <= WASTE * bytes)
    transfer_by_hull (nest, t);
  else if (reversed_p (nest)
	   || (scattered_p (nest) && h.hi - h.lo == bytes))
    transfer_by_host_buffer (nest, t);
  else
    check (t, gcuf_nest_enqueue (nest, t->kind, t->stream, t->wait));
}

/* --- Assignments --------------------------------------------------------- */

static void
check_shapes (const struct gcuf_descriptor *dst,
	      const struct gcuf_descriptor *src,
	      const struct gcuf_location *where)
{
  if (dst->dtype.rank != src->dtype.rank)
    gcuf_fatal (where, "assignment: the ranks of the sides differ (%d and %d)",
		dst->dtype.rank, src->dtype.rank);
  for (int d = 0; d < dst->dtype.rank; d++)
    if (gcuf_extent (dst, d) != gcuf_extent (src, d))
      gcuf_fatal (where, "assignment: the shapes of the sides differ in "
		  "dimension %d (%zu and %zu)", d + 1, gcuf_extent (dst, d),
		  gcuf_extent (src, d));
  if (dst->dtype.elem_len != src->dtype.elem_len)
    gcuf_fatal (where, "assignment: the elements of the sides differ in size "
		"(%zu and %zu bytes)", dst->dtype.elem_len,
		src->dtype.elem_len);
}

static bool
same_shape_p (const struct gcuf_descriptor *a,
	      const struct gcuf_descriptor *b)
{
  if (a->dtype.elem_len != b->dtype.elem_len)
    return false;
  for (int d = 0; d < b->dtype.rank; d++)
    if (gcuf_extent (a, d) != gcuf_extent (b, d))
      return false;
  return true;
}

static void
transfer_arrays (const struct gcuf_descriptor *dst,
		 const struct gcuf_descriptor *src, unsigned flags,
		 const struct gcuf_location *where)
{
  struct transfer t;
  struct gcuf_nest nest;
  check_shapes (dst, src, where);
  if (gcuf_descriptor_elements (dst) == 0 || dst->dtype.elem_len == 0)
    return;
  start_transfer (&t, flags, where);
  gcuf_nest_build (&nest, dst, src);
  transfer_nest (&nest, &t);
}

/* Give DST, which is allocatable, SRC's shape and elements.  The old memory
   goes last: SRC may be part of it.  */

static void
transfer_reallocating (struct gcuf_descriptor *dst,
		       const struct gcuf_descriptor *src, unsigned flags,
		       const struct gcuf_location *where)
{
  unsigned space = GCUF_TRANSFER_DST (flags);
  struct gcuf_descriptor fresh;
  size_t bytes = gcuf_descriptor_elements (src) * src->dtype.elem_len;
  gcuf_descriptor_contiguous (&fresh, src,
			      GCUF_malloc_local (bytes, space, where));
  transfer_arrays (&fresh, src, flags, where);
  GCUF_free (dst->base, space);
  memcpy (dst, &fresh, offsetof (struct gcuf_descriptor,
				 dim[fresh.dtype.rank]));
}

GCUF_EXPORT void
GCUF_transfer_array (void *dst_array, void *src_array, unsigned flags,
		     const struct gcuf_location *where)
{
  struct gcuf_descriptor *dst = dst_array;
  const struct gcuf_descriptor *src = src_array;
  if (!src->base && gcuf_descriptor_elements (src) != 0)
    gcuf_fatal (where, "assignment: the array on the right is not allocated");
  if ((flags & GCUF_TRANSFER_REALLOC)
      && (!dst->base || !same_shape_p (dst, src)))
    transfer_reallocating (dst, src, flags, where);
  else
    {
      if (!dst->base && gcuf_descriptor_elements (dst) != 0)
	gcuf_fatal (where,
		    "assignment: the array on the left is not allocated");
      transfer_arrays (dst, src, flags, where);
    }
}

GCUF_EXPORT void
GCUF_transfer_bytes (void *dst, const void *src, size_t bytes,
		     unsigned flags, const struct gcuf_location *where)
{
  if (bytes == 0)
    return;
  if (!dst || !src)
    gcuf_fatal (where, "assignment: the variable on the %s is not allocated",
		dst ? "right" : "left");
  struct transfer t;
  struct gcuf_nest nest = { .dst = dst, .src = src, .run = bytes };
  start_transfer (&t, flags, where);
  transfer_nest (&nest, &t);
}

/* --- Contiguous copies of arguments -------------------------------------- */

GCUF_EXPORT void *
GCUF_pack (void *array, unsigned space, const struct gcuf_location *where)
{
  const struct gcuf_descriptor *src = array;
  if (!src->base || gcuf_descriptor_contiguous_p (src))
    return src->base;
  struct gcuf_descriptor packed;
  size_t bytes = gcuf_descriptor_elements (src) * src->dtype.elem_len;
  gcuf_descriptor_contiguous (&packed, src,
			      GCUF_malloc_local (bytes, space, where));
  transfer_arrays (&packed, src, GCUF_TRANSFER (space, space), where);
  return packed.base;
}

GCUF_EXPORT void
GCUF_unpack (void *array, void *memory, unsigned space, int read_only,
	     const struct gcuf_location *where)
{
  const struct gcuf_descriptor *dst = array;
  if (memory == dst->base)
    return;
  if (!read_only)
    {
      struct gcuf_descriptor packed;
      gcuf_descriptor_contiguous (&packed, dst, memory);
      transfer_arrays (dst, &packed, GCUF_TRANSFER (space, space), where);
    }
  GCUF_free (memory, space);
}
