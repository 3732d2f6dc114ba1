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

/* Return true if the environment asks to wait for KERNEL at its launch.  */

static bool
waited_for_p (const struct gcuf_kernel *kernel)
{
  return gcuf_sync & (kernel->flags & GCUF_KERNEL_LOOP
		      ? GCUF_SYNC_LOOPS : GCUF_SYNC_KERNELS);
}

int
gcuf_launch_wait (const struct gcuf_launch *launch)
{
  return (gcuf_captured_p (launch->stream)
	  ? 0 : gcuf_backend ()->stream_synchronize (launch->stream));
}

void
gcuf_launch_failed (const struct gcuf_kernel *kernel, const char *name,
		    const struct gcuf_launch *launch, int code, bool ran,
		    bool waited_for)
{
  gcuf_debug ("launch of %s: %s", name, gcuf_error_message (code));
  if (waited_for)
    gcuf_failure_print (name, launch, code, ran);
  else
    gcuf_failure_note (kernel, name, launch, code);
  gcuf_record_error (code);
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
  gcuf_note_at_work ();

  gcuf_launches_note (kernel, launch);
  int code = gcuf_backend ()->launch (kernel, launch, args);
  /* The driver calls any wrong argument so.  The runtime API documents a code
     of its own, and its library had it before CUDA 13.  */
  if (__builtin_expect (code == GCUF_cudaErrorInvalidValue, 0)
      && beyond_device_p (launch))
    code = GCUF_cudaErrorInvalidConfiguration;
  bool ran = code == 0, waited_for = false;
  if (__builtin_expect (gcuf_sync != 0, 0) && waited_for_p (kernel))
    {
      waited_for = true;
      if (ran)
	code = gcuf_launch_wait (launch);
    }
  launch->error = code;
  if (__builtin_expect (code != 0, 0))
    {
      if (!ran)
	gcuf_launches_drop ();
      gcuf_launch_failed (kernel, kernel->name, launch, code, ran, waited_for);
    }
}
