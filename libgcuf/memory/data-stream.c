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

#include "gcuf-memory.h"
#include "stream-group.h"

/* What cudaforSetDefaultStream (data, stream) and ALLOCATE (..., STREAM=) tie
   to a stream, until it is freed: ranges of addresses.  A section of the data
   lies within its range.  */

struct tied
{
  struct gcuf_member member;	/* The first member: of the stream's group.  */
  struct gcuf_range range;
  gcuf_stream_t stream;
};

static struct gcuf_range *ranges, *groups;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Most programs tie nothing, and then nothing is locked.  */

static bool
none_p (void)
{
  return __atomic_load_n (&ranges, __ATOMIC_ACQUIRE) == NULL;
}

/* What the range R, or null, is that of.  */

static struct tied *
tied_of (struct gcuf_range *r)
{
  return r ? (struct tied *) ((char *) r - offsetof (struct tied, range))
	   : NULL;
}

/* What the byte at P is in, or null.  LOCK is held.  */

static struct tied *
find (const void *p)
{
  return tied_of (gcuf_range_find (ranges, (uintptr_t) p));
}

/* Forget T.  LOCK is held.  */

static void
drop (struct tied *t)
{
  gcuf_range_remove (&ranges, &t->range);
  gcuf_group_remove (&groups, t->stream, &t->member);
  free (t);
}

void
gcuf_tie_data (const void *p, size_t bytes, gcuf_stream_t stream)
{
  if (!p)
    return;
  struct tied *t, *fresh = NULL;
  uintptr_t start = (uintptr_t) p, end = start + (bytes ? bytes : 1);
  if (stream)
    {
      fresh = gcuf_xcalloc (1, sizeof *fresh);
      fresh->range.start = start;
      fresh->range.size = end - start;
      fresh->stream = stream;
    }
  pthread_mutex_lock (&lock);
  while ((t = tied_of (gcuf_range_overlapping (ranges, start, end))) != NULL)
    drop (t);
  if (fresh)
    {
      gcuf_group_add (&groups, stream, &fresh->member);
      gcuf_range_add (&ranges, &fresh->range);
    }
  pthread_mutex_unlock (&lock);
}

void
gcuf_untie_data (const void *p)
{
  if (none_p ())
    return;
  pthread_mutex_lock (&lock);
  struct tied *t = find (p);
  if (t)
    drop (t);
  pthread_mutex_unlock (&lock);
}

void
gcuf_untie_stream (gcuf_stream_t stream)
{
  struct gcuf_member *m;
  if (none_p ())
    return;
  pthread_mutex_lock (&lock);
  while ((m = gcuf_group_first (groups, stream)) != NULL)
    drop ((struct tied *) m);
  pthread_mutex_unlock (&lock);
}

gcuf_stream_t
gcuf_data_stream (const void *p)
{
  gcuf_stream_t stream = 0;
  if (none_p ())
    return 0;
  pthread_mutex_lock (&lock);
  const struct tied *t = find (p);
  if (t)
    stream = t->stream;
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
  while (ranges && !gcuf_failed)
    drop (tied_of (ranges));
}
