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

#include <pthread.h>
#include <stdlib.h>

#include "gcuf-internal.h"
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

/* The scratch memory of STREAM on the current device, for the calling thread
   alone.  */

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

/* Let S have BYTES.  */

static void
reserve (struct scratch *s, size_t bytes, const struct gcuf_launch *launch)
{
  enum { LEAST = 64 << 10 };
  if (bytes <= s->size)
    return;
  release_memory (s);
  s->size = bytes < LEAST ? LEAST : bytes;
  gcuf_check (launch->where, "memory for a reduction",
	      gcuf_backend ()->malloc (&s->memory, s->size,
				       GCUF_SPACE_DEVICE));
  zero_ticket (s->memory, s->stream, launch);
}

/* Whether what LAUNCH's stream is given is captured, which another library may
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

/* What a variable of the host is to get does not exist yet.  */

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
  enum { MULTIPROCESSORS = 16, THREADS_PER_MULTIPROCESSOR = 39 };
  int processors = 1, resident = 1;
  const struct gcuf_backend *b = gcuf_backend ();
  b->device_attribute (gcuf_thread.device, MULTIPROCESSORS, &processors);
  b->device_attribute (gcuf_thread.device, THREADS_PER_MULTIPROCESSOR,
		       &resident);
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
  struct scratch *s = get_scratch (launch->stream);
  reserve (s, bytes, launch);
  return s->memory;
}

GCUF_EXPORT int
GCUF_reduction_end (struct gcuf_launch *launch, void *scratch, int count,
		    void *results)
{
  int code = launch->error;
  if (!held)
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

  pthread_mutex_unlock (&held->busy);
  held = NULL;
  return code == 0;
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

void
gcuf_reduction_fini (void)
{
  while (all)
    free_scratch (all);
}

/* Those of STREAM, or all of DEVICE.  */

void
gcuf_reduction_forget (int device, gcuf_stream_t stream)
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
