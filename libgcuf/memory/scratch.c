/* Scratch memory of streams.
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

/* Kernels of one stream run one after the other, so each stream has scratch
   memory of its own, which grows as needed.  */
struct scratch
{
  struct gcuf_member member;	/* The first member: of the stream's group.  */
  struct scratch *next, **link;
  int device;
  gcuf_stream_t stream;
  const void *thread;		/* Whose stream it is, if each has its own.  */
  pthread_mutex_t busy;		/* Between begin and end.  */
  void *memory;
  size_t size;
};

static struct scratch *all;
static struct gcuf_range *groups;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Counts how often some were freed.  */
static unsigned generation;

/* What the calling thread used last, if nothing was freed since: most need not
   look for theirs.  And what it is using.  */
static __thread struct scratch *latest, *held;
static __thread unsigned latest_generation;

/* What the stream handle of the calling thread's own default stream is.  */
enum { STREAM_PER_THREAD = 2 };

static struct scratch *
new_scratch (gcuf_stream_t stream, const void *thread)
{
  struct scratch *s = gcuf_xcalloc (1, sizeof *s);
  s->device = gcuf_thread.device;
  s->stream = stream;
  s->thread = thread;
  pthread_mutex_init (&s->busy, NULL);
  s->next = all;
  s->link = &all;
  if (all)
    all->link = &s->next;
  all = s;
  gcuf_group_add (&groups, stream, &s->member);
  return s;
}

static bool
matches_p (const struct scratch *s, gcuf_stream_t stream, const void *thread)
{
  return (s->device == gcuf_thread.device && s->stream == stream
	  && s->thread == thread);
}

/* The one of STREAM, for the current device and THREAD, or null.  LOCK is
   held.  */

static struct scratch *
find_scratch (gcuf_stream_t stream, const void *thread)
{
  struct gcuf_member *m = gcuf_group_first (groups, stream);
  while (m && !matches_p ((struct scratch *) m, stream, thread))
    m = m->next;
  return (struct scratch *) m;
}

/* Return the scratch memory of STREAM on the current device, locked for the
   calling thread, which then holds it.  */

static struct scratch *
get_scratch (gcuf_stream_t stream)
{
  const void *thread = stream == STREAM_PER_THREAD ? &gcuf_thread : NULL;
  unsigned now = __atomic_load_n (&generation, __ATOMIC_ACQUIRE);
  struct scratch *s = latest_generation == now ? latest : NULL;
  if (!s || !matches_p (s, stream, thread))
    {
      pthread_mutex_lock (&lock);
      s = find_scratch (stream, thread);
      if (!s)
	s = new_scratch (stream, thread);
      pthread_mutex_unlock (&lock);
      latest = s;
      latest_generation = now;
    }
  pthread_mutex_lock (&s->busy);
  held = s;
  return s;
}

static void
release_memory (struct scratch *s)
{
  if (s->memory)
    gcuf_backend_chosen->free (s->memory, GCUF_SPACE_DEVICE);
  s->memory = NULL;
  s->size = 0;
}

int
gcuf_scratch_take (gcuf_stream_t stream, size_t bytes, void **memory,
		   bool *fresh)
{
  enum { LEAST = 64 << 10 };
  struct scratch *s = get_scratch (stream);
  int code = 0;
  *fresh = bytes > s->size;
  if (*fresh)
    {
      release_memory (s);
      size_t size = bytes < LEAST ? LEAST : bytes;
      code = gcuf_backend ()->malloc (&s->memory, size, GCUF_SPACE_DEVICE);
      s->size = code ? 0 : size;
    }
  *memory = s->memory;
  return code;
}

bool
gcuf_scratch_held_p (void)
{
  return held != NULL;
}

void
gcuf_scratch_release (void)
{
  pthread_mutex_unlock (&held->busy);
  held = NULL;
}

/* Free S and what it has.  LOCK is held, or nobody else is left.  */

static void
free_scratch (struct scratch *s)
{
  gcuf_group_remove (&groups, s->stream, &s->member);
  *s->link = s->next;
  if (s->next)
    s->next->link = s->link;
  release_memory (s);
  pthread_mutex_destroy (&s->busy);
  free (s);
}

/* Before the end of the backend, whose destructor has the priority 101.  */

static void __attribute__ ((destructor (102)))
scratch_fini (void)
{
  while (all && gcuf_backend_ends_p ())
    free_scratch (all);
}

void
gcuf_scratch_forget (int device, gcuf_stream_t stream)
{
  pthread_mutex_lock (&lock);
  __atomic_add_fetch (&generation, 1, __ATOMIC_RELEASE);
  struct gcuf_member *m = gcuf_group_first (groups, stream), *next;
  for (; m; m = next)
    {
      next = m->next;
      if (((struct scratch *) m)->device == device)
	free_scratch ((struct scratch *) m);
    }
  if (stream == GCUF_ALL_STREAMS)
    for (struct scratch *s = all, *following; s; s = following)
      {
	following = s->next;
	if (s->device == device)
	  free_scratch (s);
      }
  pthread_mutex_unlock (&lock);
}
