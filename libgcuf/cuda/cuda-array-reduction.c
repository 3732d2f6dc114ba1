/* Reductions of arrays on the device.
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

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "array-reduction.h"
#include "backend-cuda.h"
#include "cuda-library-kernels.h"
#include "cuda-reduction-slots.h"
#include "kernels/kernel-parameters.h"

/* The kernels of kernels/array-reduction.c store a struct gcuf_partial for each
   part of each result.  Those that blocks have are combined by the last block,
   those of threads, which are few, by the host.  */

enum { BLOCKS_PER_MULTIPROCESSOR = 8 };

_Static_assert (sizeof (struct gcuf_reduction_loop)
		== sizeof (struct gcuf_reduce_loop), "the kernels' loops");
_Static_assert (sizeof (struct gcuf_partial) == 16
		&& offsetof (struct gcuf_partial, at) == 8,
		"what the kernels store");

/* The numbers of the kernels of a group.  */
enum { BY_BLOCKS, BY_THREADS };

#define GROUP(what, element)						\
  { .names = { "gcuf_" what "_by_blocks_" element,			\
	       "gcuf_" what "_by_threads_" element } }

static struct gcuf_kernel_group sums[GCUF_N_ELEMENTS] =
{
  [GCUF_I1] = GROUP ("sum", "i1"),
  [GCUF_I2] = GROUP ("sum", "i2"),
  [GCUF_I4] = GROUP ("sum", "i4"),
  [GCUF_I8] = GROUP ("sum", "i8"),
  [GCUF_R2] = GROUP ("sum", "r2"),
  [GCUF_R4] = GROUP ("sum", "r4"),
  [GCUF_R8] = GROUP ("sum", "r8"),
  [GCUF_C4] = GROUP ("sum", "c4"),
  [GCUF_C8] = GROUP ("sum", "c8")
};

static struct gcuf_kernel_group values[GCUF_N_ELEMENTS] =
{
  [GCUF_I1] = GROUP ("value", "i1"),
  [GCUF_I2] = GROUP ("value", "i2"),
  [GCUF_I4] = GROUP ("value", "i4"),
  [GCUF_I8] = GROUP ("value", "i8"),
  [GCUF_R2] = GROUP ("value", "r2"),
  [GCUF_R4] = GROUP ("value", "r4"),
  [GCUF_R8] = GROUP ("value", "r8")
};

static struct gcuf_kernel_group places[GCUF_N_ELEMENTS] =
{
  [GCUF_I1] = GROUP ("place", "i1"),
  [GCUF_I2] = GROUP ("place", "i2"),
  [GCUF_I4] = GROUP ("place", "i4"),
  [GCUF_I8] = GROUP ("place", "i8"),
  [GCUF_R2] = GROUP ("place", "r2"),
  [GCUF_R4] = GROUP ("place", "r4"),
  [GCUF_R8] = GROUP ("place", "r8")
};

/* --- Launches ------------------------------------------------------------ */

struct shape
{
  bool by_threads;
  unsigned x, y;		/* Blocks.  */
  size_t parts;			/* Of each result.  */
};

static size_t
at_most (size_t n, size_t limit)
{
  return n < limit ? n : limit;
}

static size_t
ceiling (size_t n, size_t d)
{
  return (n + d - 1) / d;
}

/* Return true if each thread should compute a whole result: if adjacent threads
   then read adjacent elements, or if there are too few elements to divide among
   several threads.  */

static bool
by_threads_p (const struct gcuf_reduce *r)
{
  enum { FEW_RESULTS = 64, FEW_ELEMENTS = 128 };
  return (r->m >= FEW_RESULTS && r->inner == 1
	  && (r->n < FEW_ELEMENTS
	      || llabs (r->loop[0].src) > llabs (r->loop[1].src)));
}

/* Choose enough blocks for R to keep the device busy, but not so many parts
   that fetching them costs more time than they save.  */

static struct shape
choose_shape (const struct gcuf_reduce *r)
{
  enum { MOST_Y = 65535, MANY_PARTS = 1 << 15 };
  const size_t busy = (BLOCKS_PER_MULTIPROCESSOR
		       * gcuf_cuda_devices[gcuf_thread.device].multiprocessors);
  struct shape s = { .by_threads = by_threads_p (r) };
  if (s.by_threads)
    {
      s.x = at_most (ceiling (r->m, GCUF_LIBRARY_BLOCK), busy);
      s.parts = at_most (ceiling (r->n, 2 * GCUF_REDUCTION_AT_ONCE),
			 busy / s.x);
      s.parts = at_most (s.parts, MANY_PARTS / r->m);
      if (s.parts == 0)
	s.parts = 1;
      s.y = s.parts;
    }
  else
    {
      s.y = at_most (at_most (r->m, busy), MOST_Y);
      s.parts = at_most (ceiling (r->n, (GCUF_LIBRARY_BLOCK
					 * GCUF_REDUCTION_AT_ONCE)),
			 busy / s.y);
      if (s.parts == 0)
	s.parts = 1;
      s.x = s.parts;
    }
  return s;
}

/* The memory of a reduction, or null: the results, their parts if there are
   several, and the tickets of these if the last block combines them.  */
struct scratch
{
  void *memory;
  uintptr_t results, parts, tickets;
};

/* True if blocks combine the parts that shape S has.  */

static bool
combined_by_blocks_p (const struct shape *s)
{
  return !s->by_threads && s->parts > 1;
}

static int
new_scratch (struct scratch *c, const struct gcuf_reduce *r,
	     const struct shape *s, gcuf_stream_t stream)
{
  const size_t results = r->m * sizeof (struct gcuf_partial);
  const bool tickets = combined_by_blocks_p (s);
  int code
    = gcuf_cuda_malloc_local (&c->memory,
			      (tickets ? results : 0) + s->parts * results
			      + (tickets ? r->m * sizeof (uint32_t) : 0));
  if (code)
    return code;
  c->results = (uintptr_t) c->memory;
  c->parts = c->results + (tickets ? results : 0);
  c->tickets = tickets ? c->parts + s->parts * results : 0;
  if (!tickets)
    return 0;
  code = gcuf_cu.MemsetD32Async (c->tickets, 0, r->m,
				 gcuf_cuda_stream (stream));
  if (code)
    gcuf_cuda_free (c->memory, GCUF_SPACE_DEVICE);
  return code;
}

static int
launch (const struct gcuf_reduce *r, const struct shape *s,
	const struct scratch *c, gcuf_stream_t stream)
{
  struct gcuf_kernel_group *group
    = &(r->extreme == GCUF_SUM ? sums
	: r->value_only ? values : places)[r->element];
  struct gcuf_reduction_work w =
  {
    .src = (uintptr_t) r->src, .mask = (uintptr_t) r->mask,
    .out = c->parts, .tickets = c->tickets,
    .results = c->results, .n = r->n, .m = r->m, .inner = r->inner,
    .outer = r->outer, .least = r->extreme == GCUF_LEAST, .back = r->back
  };
  CUfunction kernel;
  int code = gcuf_cuda_library_kernel (group, s->by_threads ? BY_THREADS
				       : BY_BLOCKS, &kernel);
  if (code)
    return code;
  memcpy (w.loop, r->loop, sizeof w.loop);
  gcuf_debug ("reduction of %llu x %llu elements by %s <<<(%u,%u), %d>>>",
	      (unsigned long long) r->n, (unsigned long long) r->m,
	      s->by_threads ? "threads" : "blocks", s->x, s->y,
	      GCUF_LIBRARY_BLOCK);
  void *args[] = { &w };
  return gcuf_cu.LaunchKernel (kernel, s->x, s->y, 1, GCUF_LIBRARY_BLOCK, 1, 1,
			       0, gcuf_cuda_stream (stream), args, NULL);
}

/* Reduce all of R to one result, for which there is SLOT.  */

static int
reduce_to_slot (const struct gcuf_reduce *r, const struct shape *s,
		const struct gcuf_cuda_slot *slot, struct gcuf_partial *out,
		gcuf_stream_t stream)
{
  struct scratch c = {
    .results = (uintptr_t) slot->result, .parts = (uintptr_t) slot->result
  };
  int code = 0, failed = 0, freed = 0;
  if (s->parts > 1)
    {
      code = gcuf_cuda_malloc_local (&c.memory, s->parts * sizeof *out);
      c.parts = (uintptr_t) c.memory;
      c.tickets = slot->ticket;
    }
  if (code == 0)
    code = launch (r, s, &c, stream);
  if (code == 0)
    failed = gcuf_cuda_stream_synchronize (stream);
  if (code == 0 && failed == 0)
    *out = *slot->result;
  if (failed == 0)
    gcuf_cuda_return_slot (slot);
  if (c.memory)
    freed = gcuf_cuda_free (c.memory, GCUF_SPACE_DEVICE);
  return code ? code : failed ? failed : freed;
}

/* The same to any number of results.  */

static int
reduce_any (const struct gcuf_reduce *r, const struct shape *s,
	    struct gcuf_partial *out, gcuf_stream_t stream)
{
  const size_t parts = combined_by_blocks_p (s) ? 1 : s->parts;
  const size_t bytes = r->m * parts * sizeof *out;
  struct gcuf_partial *partials = out;
  struct scratch c;
  int code = new_scratch (&c, r, s, stream);
  if (code)
    return code;
  if (parts > 1)
    partials = gcuf_xmalloc (bytes);
  code = launch (r, s, &c, stream);
  if (code == 0)
    code = gcuf_cuda_fetch (partials, c.memory, bytes, stream);
  if (code == 0 && parts > 1)
    gcuf_reduce_parts (r, out, partials, parts);
  if (parts > 1)
    free (partials);
  int freed = gcuf_cuda_free (c.memory, GCUF_SPACE_DEVICE);
  return code ? code : freed;
}

int
gcuf_cuda_reduce (const struct gcuf_reduce *r, struct gcuf_partial *out,
		  gcuf_stream_t stream)
{
  const struct shape s = choose_shape (r);
  struct gcuf_cuda_slot slot = { .result = NULL };
  int code = r->m == 1 && !s.by_threads ? gcuf_cuda_take_slot (&slot) : 0;
  if (code)
    return code;
  return (slot.result ? reduce_to_slot (r, &s, &slot, out, stream)
	  : reduce_any (r, &s, out, stream));
}
