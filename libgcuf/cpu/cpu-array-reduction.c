/* Reductions of arrays by the cores of the host.
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

#include "array-reduction.h"
#include "cpu-api.h"
#include "cpu-check.h"

/* --- Sharing the work out ------------------------------------------------ */

/* Results have parts of so many elements each.  */
enum { PART = 1 << 16 };

struct work
{
  const struct gcuf_reduce *reduce;
  struct gcuf_partial *partials;
  size_t parts;			/* Of each result.  */
  size_t grain;			/* Partial results that are taken at once.  */
  size_t next;			/* The first that nobody has taken.  */
};

static void
reduce_share (void *data)
{
  struct work *w = data;
  const struct gcuf_reduce *r = w->reduce;
  const size_t all = r->m * w->parts;
  size_t i;
  while ((i = __atomic_fetch_add (&w->next, w->grain, __ATOMIC_RELAXED)) < all)
    for (size_t k = i; k < all && k < i + w->grain; k++)
      {
	uint64_t from = k % w->parts * PART;
	uint64_t to = r->n - from < PART ? r->n : from + PART;
	w->partials[k] = gcuf_reduce_range (r, k / w->parts, from, to);
      }
}

/* Store the M results of R at OUT, computed by several host threads.  */

static void
reduce_on_host (const struct gcuf_reduce *r, struct gcuf_partial *out)
{
  struct work w =
  {
    .reduce = r, .partials = out, .parts = (r->n + PART - 1) / PART,
    .grain = r->n < PART ? PART / r->n : 1
  };
  if (w.parts > 1)
    w.partials = gcuf_xmalloc (r->m * w.parts * sizeof *w.partials);
  size_t shares = (r->m * w.parts + w.grain - 1) / w.grain;
  gcuf_pool_run (reduce_share, &w,
		 shares < gcuf_pool_size () ? shares : gcuf_pool_size ());
  if (w.parts > 1)
    {
      gcuf_reduce_parts (r, out, w.partials, w.parts);
      free (w.partials);
    }
}

/* The cpu backend's function: in the order of STREAM.  */

struct queued
{
  const struct gcuf_reduce *reduce;
  struct gcuf_partial *out;
};

static void
run_queued (void *data)
{
  const struct queued *q = data;
  gcuf_operation_reduces (q->reduce);
  reduce_on_host (q->reduce, q->out);
}

int
gcuf_cpu_reduce (const struct gcuf_reduce *r, struct gcuf_partial *out,
		 gcuf_stream_t stream)
{
  struct queued q = { r, out };
  return gcuf_cpu_enqueue (stream, run_queued, &q, sizeof q, true);
}
