/* Copies of loop nests between memories.
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

#include "transfer.h"

static void
check (const struct gcuf_transfer *t, int code)
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

static bool
overlap_p (const struct gcuf_nest *nest)
{
  struct gcuf_hull dst = gcuf_nest_hull (nest, false);
  struct gcuf_hull src = gcuf_nest_hull (nest, true);
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

/* Whether NEST consists of many short runs, which the copies of the device's
   driver do one by one.  */

static bool
scattered_p (const struct gcuf_nest *nest)
{
  enum { SHORT_RUN = 256, MANY = 32 };
  return nest->run < SHORT_RUN && gcuf_nest_bytes (nest) / nest->run > MANY;
}

/* Whether one copy of the driver, or a few, will do.  */

static bool
plain_p (const struct gcuf_nest *nest)
{
  return !reversed_p (nest) && !scattered_p (nest);
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

static void *
device_buffer (const struct gcuf_nest *nest, const struct gcuf_transfer *t)
{
  return GCUF_malloc_local (gcuf_nest_bytes (nest), GCUF_SPACE_DEVICE,
			    t->where);
}

/* What the device does with NEST, which is all on it and does not overlap.  */

static void
copy_on_device (const struct gcuf_nest *nest, const struct gcuf_transfer *t,
		bool wait)
{
  if (plain_p (nest))
    {
      check (t, gcuf_nest_enqueue (nest, GCUF_COPY_DEVICE_TO_DEVICE,
				   t->stream, wait));
      return;
    }
  check (t, gcuf_backend ()->copy_nest (nest, t->stream));
  if (wait)
    check (t, gcuf_backend ()->stream_synchronize (t->stream));
}

/* The device brings the elements in the order they have in the host's memory,
   or takes them from there, if that can then be copied as it is.  Return false
   if it cannot.  */

static bool
transfer_by_device_buffer (const struct gcuf_nest *nest,
			   const struct gcuf_transfer *t)
{
  bool to_host = t->kind == GCUF_COPY_DEVICE_TO_HOST;
  struct gcuf_nest in, out;
  split (nest, NULL, !to_host, &in, &out);
  if (!plain_p (to_host ? &out : &in))
    return false;

  char *buffer = device_buffer (nest, t);
  split (nest, buffer, !to_host, &in, &out);
  if (to_host)
    {
      copy_on_device (&in, t, false);
      check (t, gcuf_nest_enqueue (&out, t->kind, t->stream, true));
    }
  else
    {
      check (t, gcuf_nest_enqueue (&in, t->kind, t->stream, true));
      copy_on_device (&out, t, false);
    }
  GCUF_free (buffer, GCUF_SPACE_DEVICE);
  return true;
}

/* The host puts what it has in the order of the device's memory, at BUFFER, or
   takes it from there.  */

static void
transfer_piece (const struct gcuf_nest *nest, char *buffer,
		const struct gcuf_transfer *t)
{
  struct gcuf_transfer across = *t;
  struct gcuf_nest in, out;
  bool to_host = t->kind == GCUF_COPY_DEVICE_TO_HOST;
  across.wait = true;
  split (nest, buffer, to_host, &in, &out);
  if (!to_host)
    gcuf_nest_copy (&in);
  gcuf_transfer_nest (to_host ? &in : &out, &across);
  if (to_host)
    gcuf_nest_copy (&out);
}

/* Piece by piece, so that the buffer stays in the caches.  What the host reads
   may still be on its way in the same stream.  */

static void
transfer_by_host_buffer (const struct gcuf_nest *nest,
			 const struct gcuf_transfer *t)
{
  enum { BUFFER = 4 << 20 };
  const struct gcuf_loop *outer = &nest->loop[nest->rank - 1];
  size_t row = gcuf_nest_bytes (nest) / outer->extent;
  size_t rows = row < BUFFER ? BUFFER / row : 1;
  if (rows > outer->extent)
    rows = outer->extent;
  char *buffer = gcuf_xmalloc (rows * row);
  if (t->kind == GCUF_COPY_HOST_TO_DEVICE && t->stream)
    check (t, gcuf_backend ()->stream_synchronize (t->stream));
  for (size_t done = 0; done < outer->extent; done += rows)
    {
      struct gcuf_nest piece = *nest;
      size_t left = outer->extent - done;
      piece.loop[nest->rank - 1].extent = left < rows ? left : rows;
      piece.dst += (ptrdiff_t) done * outer->dst;
      piece.src += (ptrdiff_t) done * outer->src;
      transfer_piece (&piece, buffer, t);
    }
  free (buffer);
}

/* Fetch everything between the first and the last element, and pick these on
   the host.  */

static void
transfer_by_hull (const struct gcuf_nest *nest, const struct gcuf_transfer *t)
{
  struct gcuf_hull h = gcuf_nest_hull (nest, true);
  char *buffer = gcuf_xmalloc (h.hi - h.lo);
  struct gcuf_nest all = { .dst = buffer, .src = h.lo, .run = h.hi - h.lo };
  struct gcuf_nest pick = *nest;
  check (t, gcuf_nest_enqueue (&all, t->kind, t->stream, true));
  pick.src = buffer + (nest->src - h.lo);
  gcuf_nest_copy (&pick);
  free (buffer);
}

/* Return true if copying the whole hull is cheapest, i.e. it is small and
   mostly needed.  */

static bool
by_hull_p (const struct gcuf_nest *nest)
{
  enum { WASTE = 8, LITTLE = 64 << 10 };
  struct gcuf_hull h = gcuf_nest_hull (nest, true);
  size_t size = h.hi - h.lo;
  return size <= LITTLE && size <= WASTE * gcuf_nest_bytes (nest);
}

/* --- Each kind of copy --------------------------------------------------- */

static void
transfer_within_device (const struct gcuf_nest *nest,
			const struct gcuf_transfer *t)
{
  if (nest->rank == 0 && nest->dst == nest->src)
    return;
  if (!overlap_p (nest))
    {
      copy_on_device (nest, t, t->wait);
      return;
    }
  struct gcuf_nest in, out;
  char *buffer = device_buffer (nest, t);
  split (nest, buffer, true, &in, &out);
  copy_on_device (&in, t, false);
  copy_on_device (&out, t, t->wait);
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
      char *buffer = gcuf_xmalloc (gcuf_nest_bytes (nest));
      split (nest, buffer, true, &in, &out);
      gcuf_nest_copy (&in);
      gcuf_nest_copy (&out);
      free (buffer);
    }
}

static void
transfer_across (const struct gcuf_nest *nest, const struct gcuf_transfer *t)
{
  if (plain_p (nest))
    check (t, gcuf_nest_enqueue (nest, t->kind, t->stream, t->wait));
  else if (t->kind == GCUF_COPY_DEVICE_TO_HOST && by_hull_p (nest))
    transfer_by_hull (nest, t);
  else if (!transfer_by_device_buffer (nest, t))
    transfer_by_host_buffer (nest, t);
}

void
gcuf_transfer_nest (const struct gcuf_nest *nest, const struct gcuf_transfer *t)
{
  switch (t->kind)
    {
    case GCUF_COPY_HOST_TO_HOST:
      transfer_within_host (nest);
      break;
    case GCUF_COPY_DEVICE_TO_DEVICE:
      transfer_within_device (nest, t);
      break;
    default:
      transfer_across (nest, t);
    }
}
