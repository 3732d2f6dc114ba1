/* The cpu backend: device memory that Fortran frees by itself.
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

/* A procedure that returns frees its automatic arrays, and need not wait for
   that.  The memory is set aside with what each stream had been given to do by
   then, and is freed by a later call, when all of that has been done.  */

#include <stdlib.h>

#include "cpu-api.h"
#include "cpu-stream.h"

/* What is to happen to DATA.  */
struct retired
{
  struct retired *next;
  struct gcuf_cpu_op *after;	/* Never enqueued: what it needs.  */
  void (*release) (void *);
  void *data;
  size_t bytes;
};

/* Under gcuf_cpu_queue_lock: the oldest first.  */
static struct retired *first, **last = &first;
static size_t n_retired, bytes_retired;

/* More than this is waited for.  */
enum { MANY = 1024 };
static const size_t MUCH = (size_t) 1 << 28;

/* Take those off the list that are complete, or ALL.  The lock is held.  */

static struct retired *
take (bool all)
{
  struct retired *list = first, **end = &list;
  while (*end && (all || gcuf_cpu_needs_met_p ((*end)->after)))
    {
      n_retired--;
      bytes_retired -= (*end)->bytes;
      end = &(*end)->next;
    }
  first = *end;
  if (!first)
    last = &first;
  *end = NULL;
  return list;
}

static void
release (struct retired *list)
{
  while (list)
    {
      struct retired *r = list;
      list = r->next;
      r->release (r->data);
      gcuf_cpu_free_op (r->after);
      free (r);
    }
}

void
gcuf_cpu_retire (void (*fn) (void *), void *data, size_t bytes)
{
  void *nothing;
  struct retired *r = gcuf_xcalloc (1, sizeof *r);
  r->after = gcuf_cpu_op_new (NULL, 0, &nothing);
  r->release = fn;
  r->data = data;
  r->bytes = bytes;
  pthread_mutex_lock (&gcuf_cpu_queue_lock);
  gcuf_cpu_need_all (r->after);
  *last = r;
  last = &r->next;
  n_retired++;
  bytes_retired += bytes;
  struct retired *list = take (false);
  bool many = n_retired > MANY || bytes_retired > MUCH;
  pthread_mutex_unlock (&gcuf_cpu_queue_lock);
  release (list);
  if (many)
    gcuf_cpu_drain ();
}

void
gcuf_cpu_reclaim (bool all)
{
  pthread_mutex_lock (&gcuf_cpu_queue_lock);
  struct retired *list = take (all);
  pthread_mutex_unlock (&gcuf_cpu_queue_lock);
  release (list);
}
