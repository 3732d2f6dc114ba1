/* Scratch memory and results of reductions in kernel loops.
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

#include "device-attributes.h"
#include "gcuf-memory.h"

/* Let the ticket at the beginning of MEMORY be zero.  */

static void
zero_ticket (void *memory, gcuf_stream_t stream,
	     const struct gcuf_launch *launch)
{
  struct gcuf_set zero =
  {
    .dst = memory, .count = GCUF_REDUCTION_SLOT, .rows = 1, .size = 1
  };
  gcuf_check (launch->where, "memory for a reduction",
	      gcuf_backend ()->set (&zero, stream));
}

/* Return true if LAUNCH's stream is being captured, which another library may
   have begun.  The legacy default stream never is.  */

static bool
captured_p (const struct gcuf_launch *launch)
{
  enum { LEGACY = 1 };
  int status = GCUF_CAPTURE_NONE;
  return ((uint64_t) launch->stream > LEGACY
	  && gcuf_backend ()->capture_status (launch->stream, &status) == 0
	  && status == GCUF_CAPTURE_ACTIVE);
}

/* A graph has memory of its own, since it may run in any stream: it is
   allocated and freed in the graph.  */

static void *
capture_memory (size_t bytes, const struct gcuf_launch *launch)
{
  void *memory;
  gcuf_check (launch->where, "memory for a reduction in a stream capture",
	      gcuf_backend ()->malloc_async (&memory, bytes, NULL,
					     launch->stream));
  zero_ticket (memory, launch->stream, launch);
  return memory;
}

/* Finish a reduction in a kernel loop that is captured: free MEMORY in the
   graph, and return whether the loop has been launched.  RESULTS says that the
   host wants them, which it cannot get before the graph runs: that ends the
   program.  */

static int
capture_end (const struct gcuf_launch *launch, void *memory, bool results)
{
  if (results)
    gcuf_fatal (launch->where, "a reduction in a kernel loop: the stream is "
		"being captured, so that the result cannot be assigned to a "
		"variable of the host; declare the variable with the device "
		"attribute");
  gcuf_check (launch->where, "memory for a reduction in a stream capture",
	      gcuf_backend ()->free_async (memory, launch->stream));
  return launch->error == 0;
}

GCUF_EXPORT int
GCUF_reduction_blocks (int threads)
{
  int processors = 1, resident = 1;
  const struct gcuf_backend *b = gcuf_backend ();
  b->device_attribute (gcuf_thread.device,
		       GCUF_ATTRIBUTE_multiProcessorCount, &processors);
  b->device_attribute (gcuf_thread.device,
		       GCUF_ATTRIBUTE_maxThreadsPerMultiProcessor, &resident);
  int each = threads > 0 ? resident / threads : 1;
  return processors * (each > 0 ? each : 1);
}

GCUF_EXPORT void *
GCUF_reduction_begin (struct gcuf_launch *launch, int count)
{
  const struct gcuf_dim3 *g = &launch->grid;
  gcuf_backend ();
  /* The stream the program has set for the thread, as for any launch.  */
  if (launch->stream == 0)
    launch->stream = gcuf_thread.stream;
  /* Where the grid makes no sense, the launch will say so.  */
  size_t blocks = (g->x > 0 && g->y > 0 && g->z > 0
		   ? (size_t) g->x * g->y * g->z : 0);
  size_t bytes = GCUF_REDUCTION_OFFSET (count, blocks + 1, 0);
  if (captured_p (launch))
    return capture_memory (bytes, launch);
  bool fresh;
  void *memory;
  gcuf_check (launch->where, "memory for a reduction",
	      gcuf_scratch_take (launch->stream, bytes, &memory, &fresh));
  if (fresh)
    zero_ticket (memory, launch->stream, launch);
  return memory;
}

GCUF_EXPORT int
GCUF_reduction_end (struct gcuf_launch *launch, void *scratch, int count,
		    void *results)
{
  int code = launch->error;
  if (!gcuf_scratch_held_p ())
    return capture_end (launch, scratch, results != NULL);
  if (code == 0 && results)
    {
      struct gcuf_box box =
      {
	.dst = results,
	.src = (char *) scratch + GCUF_REDUCTION_OFFSET (count, 0, 0),
	.width = (size_t) count * GCUF_REDUCTION_SLOT,
	.height = 1,
	.depth = 1,
	.kind = GCUF_COPY_DEVICE_TO_HOST
      };
      gcuf_check (launch->where, "a reduction in a kernel loop",
		  gcuf_backend ()->copy (&box, launch->stream, true));
    }
  gcuf_scratch_release ();
  return code == 0;
}

/* An error stays for the next call of the API.  */

GCUF_EXPORT void
GCUF_reduction_wait (struct gcuf_launch *launch)
{
  if (launch->error == 0 && !captured_p (launch))
    gcuf_record_error (gcuf_backend ()->stream_synchronize (launch->stream));
}
