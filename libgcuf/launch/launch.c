/* Kernel launches: what the compiler's stubs call.
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

#include <stdio.h>

#include "device-attributes.h"
#include "gcuf-internal.h"

/* Configurations nest where an argument of a kernel call contains another
   kernel call, so they form a stack for each thread.  */

GCUF_EXPORT void
GCUF_push_launch (struct gcuf_launch *launch)
{
  launch->outer = gcuf_thread.pending;
  gcuf_thread.pending = launch;
}

int
gcuf_synchronize_launch (const char *name, const struct gcuf_launch *launch)
{
  if (gcuf_captured_p (launch->stream))
    return 0;
  int code = gcuf_backend ()->stream_synchronize (launch->stream);
  const struct gcuf_location *where = launch->where;
  if (code)
    fprintf (stderr, "%s:%d: kernel %s: %s (%s, error %d)\n",
	     where && where->file ? where->file : "libgcuf",
	     where ? where->line : 0, name, gcuf_error_text (code),
	     gcuf_error_name (code), code);
  return code;
}

/* Return true if the grid or block of LAUNCH exceeds the limits of the current
   device.  An extent that the runtime computes does not.  */

static bool
beyond_device_p (const struct gcuf_launch *launch)
{
  /* The numbers of y and z follow those of x.  */
  enum
  {
    MAX_THREADS = GCUF_ATTRIBUTE_maxThreadsPerBlock,
    MAX_BLOCK_X = GCUF_ATTRIBUTE_maxThreadsDim_0,
    MAX_GRID_X = GCUF_ATTRIBUTE_maxGridSize_0
  };
  const struct gcuf_dim3 *g = &launch->grid, *b = &launch->block;
  const int grid[] = { g->x, g->y, g->z }, block[] = { b->x, b->y, b->z };
  int (*attribute) (int, int, int *) = gcuf_backend ()->device_attribute;
  int device = gcuf_thread.device, limit;
  int64_t threads = 1;

  for (int i = 0; i < 3; i++)
    {
      if (block[i] < 1 || attribute (device, MAX_BLOCK_X + i, &limit)
	  || block[i] > limit)
	return true;
      if (i != gcuf_open_extent (launch)
	  && (grid[i] < 1 || attribute (device, MAX_GRID_X + i, &limit)
	      || grid[i] > limit))
	return true;
      threads *= block[i];
    }
  return attribute (device, MAX_THREADS, &limit) || threads > limit;
}

GCUF_EXPORT void
GCUF_launch (struct gcuf_kernel *kernel, void *const *args)
{
  struct gcuf_launch *launch = gcuf_thread.pending;
  if (__builtin_expect (!launch, 0))
    gcuf_fatal (NULL, "kernel %s is called without an execution "
		"configuration: call it with <<<grid, block>>> where its "
		"interface is known", kernel->name);
  gcuf_thread.pending = launch->outer;
  /* The stream the program has set for the thread takes the place of the
     default one.  */
  if (launch->stream == 0)
    launch->stream = gcuf_thread.stream;
  gcuf_thread.launched = launch->stream;

  gcuf_launches_note (kernel, launch);
  int code = gcuf_backend ()->launch (kernel, launch, args);
  /* The driver calls any wrong argument so.  The runtime API documents a code
     of its own, and its library had it before CUDA 13.  */
  if (__builtin_expect (code == GCUF_cudaErrorInvalidValue, 0)
      && beyond_device_p (launch))
    code = GCUF_cudaErrorInvalidConfiguration;
  if (__builtin_expect (gcuf_sync != 0, 0) && code == 0
      && (gcuf_sync & (kernel->flags & GCUF_KERNEL_LOOP
		       ? GCUF_SYNC_LOOPS : GCUF_SYNC_KERNELS)))
    code = gcuf_synchronize_launch (kernel->name, launch);
  launch->error = code;
  if (__builtin_expect (code != 0, 0))
    {
      gcuf_record_error (code);
      gcuf_debug ("launch of %s: %s", kernel->name, gcuf_error_message (code));
    }
}
