/* The streams that device data is tied to.
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

#include <pthread.h>
#include <stdlib.h>

#include "gcuf-internal.h"

/* What cudaforSetDefaultStream (data, stream) and ALLOCATE (..., STREAM=) tie
   to a stream, until it is freed: ranges of addresses, of which there are few,
   in no order.  A section of the data lies within its range.  */

struct range
{
  uintptr_t start, end;
  gcuf_stream_t stream;
};

static struct range *ranges;
static size_t n_ranges, n_room;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Most programs tie nothing, and then nothing is locked.  */

static bool
none_p (void)
{
  return __atomic_load_n (&n_ranges, __ATOMIC_ACQUIRE) == 0;
}

/* The range that the byte at P is in, or null.  LOCK is held.  */

static struct range *
find (const void *p)
{
  for (size_t i = 0; i < n_ranges; i++)
    if (ranges[i].start <= (uintptr_t) p && (uintptr_t) p < ranges[i].end)
      return &ranges[i];
  return NULL;
}

static void
drop (struct range *r)
{
  *r = ranges[n_ranges - 1];
  __atomic_store_n (&n_ranges, n_ranges - 1, __ATOMIC_RELEASE);
}

/* Drop what overlaps the addresses from START to END.  LOCK is held.  */

static void
drop_overlapping (uintptr_t start, uintptr_t end)
{
  for (size_t i = n_ranges; i-- > 0; )
    if (ranges[i].start < end && start < ranges[i].end)
      drop (&ranges[i]);
}

void
gcuf_tie_data (const void *p, size_t bytes, gcuf_stream_t stream)
{
  struct range r = { (uintptr_t) p, (uintptr_t) p + (bytes ? bytes : 1),
		     stream };
  if (!p)
    return;
  pthread_mutex_lock (&lock);
  drop_overlapping (r.start, r.end);
  if (stream)
    {
      if (n_ranges == n_room)
	{
	  n_room = n_room ? 2 * n_room : 16;
	  ranges = gcuf_xrealloc (ranges, n_room * sizeof *ranges);
	}
      ranges[n_ranges] = r;
      __atomic_store_n (&n_ranges, n_ranges + 1, __ATOMIC_RELEASE);
    }
  pthread_mutex_unlock (&lock);
}

void
gcuf_untie_data (const void *p)
{
  if (none_p ())
    return;
  pthread_mutex_lock (&lock);
  struct range *r = find (p);
  if (r)
    drop (r);
  pthread_mutex_unlock (&lock);
}

void
gcuf_untie_stream (gcuf_stream_t stream)
{
  if (none_p ())
    return;
  pthread_mutex_lock (&lock);
  for (size_t i = n_ranges; i-- > 0; )
    if (ranges[i].stream == stream)
      drop (&ranges[i]);
  pthread_mutex_unlock (&lock);
}

gcuf_stream_t
gcuf_data_stream (const void *p)
{
  gcuf_stream_t stream = 0;
  if (none_p ())
    return 0;
  pthread_mutex_lock (&lock);
  struct range *r = find (p);
  if (r)
    stream = r->stream;
  pthread_mutex_unlock (&lock);
  return stream;
}

/* What cudaforSetDefaultStream and cudaforGetDefaultStream do for the data
   that A describes.  They are called by module cudafor, under gfortran's
   names.  Data that is tied to no stream of its own is tied to the
   thread's.  */

int
gcuf_set_data_stream_ (const struct gcuf_descriptor *a,
		       const gcuf_stream_t *stream)
{
  struct gcuf_nest nest;
  if (!a->base)
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  if (gcuf_descriptor_elements (a) == 0)
    return 0;
  gcuf_nest_build (&nest, a, NULL);
  struct gcuf_hull h = gcuf_nest_hull (&nest, false);
  gcuf_tie_data (h.lo, h.hi - h.lo, *stream);
  return 0;
}

gcuf_stream_t
gcuf_get_data_stream_ (const struct gcuf_descriptor *a)
{
  gcuf_stream_t stream = gcuf_data_stream (a->base);
  return stream ? stream : gcuf_thread.stream;
}

static void __attribute__ ((destructor (101)))
data_stream_fini (void)
{
  free (ranges);
  ranges = NULL;
  n_ranges = n_room = 0;
}
