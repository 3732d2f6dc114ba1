/* What copies and the like access, in programs that are checked.
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

#include "array-work.h"
#include "check-footprint.h"
#include "check-operations.h"
#include "cpu-api.h"
#include "cpu-check.h"

/* Return true if what is at P can be accessed by what runs in streams, as all
   memory of the DEVICE can.  The program's other memory has been accessed when
   the call returns.  */

static bool
shared_p (const void *p, bool device)
{
  struct gcuf_cpu_block block;
  return device || gcuf_cpu_block_of (p, &block);
}

void
gcuf_operation_accesses (const void *p, size_t bytes, bool write)
{
  struct gcuf_footprint *f = gcuf_operation_footprint ();
  if (f)
    gcuf_footprint_add (f, write ? GCUF_FOOTPRINT_WRITE : GCUF_FOOTPRINT_READ,
			p, bytes, 0);
}

/* Tell of the rows of B that begin at P.  */

static void
tell_rows (const struct gcuf_box *b, const char *p, size_t pitch, size_t slice,
	   bool write)
{
  for (size_t z = 0; z < b->depth; z++)
    for (size_t y = 0; y < b->height; y++)
      gcuf_operation_accesses (p + z * slice + y * pitch, b->width, write);
}

void
gcuf_operation_copies_box (const struct gcuf_box *b)
{
  gcuf_operation_is ("a copy");
  if (!gcuf_operation_footprint ())
    return;
  if (shared_p (b->src, b->kind == GCUF_COPY_DEVICE_TO_HOST
		|| b->kind == GCUF_COPY_DEVICE_TO_DEVICE))
    tell_rows (b, b->src, b->src_pitch, b->src_slice, false);
  if (shared_p (b->dst, b->kind == GCUF_COPY_HOST_TO_DEVICE
		|| b->kind == GCUF_COPY_DEVICE_TO_DEVICE))
    tell_rows (b, b->dst, b->dst_pitch, b->dst_slice, true);
}

/* Tell of the runs of N in dimension RANK and those below, where P is: on the
   side of the source if SRC.  */

static void
tell_runs (const struct gcuf_nest *n, int rank, const char *p, bool src)
{
  if (rank == 0)
    {
      gcuf_operation_accesses (p, n->run, !src);
      return;
    }
  const struct gcuf_loop *loop = &n->loop[rank - 1];
  for (size_t i = 0; i < loop->extent; i++)
    tell_runs (n, rank - 1, p + (ptrdiff_t) i * (src ? loop->src : loop->dst),
	       src);
}

void
gcuf_operation_copies_nest (const struct gcuf_nest *n)
{
  gcuf_operation_is ("a copy");
  if (!gcuf_operation_footprint ())
    return;
  tell_runs (n, n->rank, n->src, true);
  tell_runs (n, n->rank, n->dst, false);
}

void
gcuf_operation_sets (const struct gcuf_set *s)
{
  gcuf_operation_is ("a fill");
  if (!gcuf_operation_footprint ())
    return;
  for (size_t y = 0; y < s->rows; y++)
    gcuf_operation_accesses ((char *) s->dst + y * s->pitch,
			     s->count * s->size, true);
}

void
gcuf_operation_reduces (const struct gcuf_reduce *r)
{
  gcuf_operation_is ("a reduction");
  if (!gcuf_operation_footprint ())
    return;
  struct gcuf_nest n = {
    .dst = (char *) r->src, .src = r->src,
    .run = gcuf_element_bytes (r->element), .rank = r->inner + r->outer
  };
  for (int i = 0; i < n.rank; i++)
    n.loop[i] = (struct gcuf_loop) { r->loop[i].extent, r->loop[i].src,
				     r->loop[i].src };
  gcuf_nest_simplify (&n, true);
  tell_runs (&n, n.rank, n.src, true);
}
