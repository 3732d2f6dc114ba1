/* Observation of what a program does, for a timeline, a profile, a report.
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

/* Only active if GCUF_TRACE, GCUF_PROFILE, GCUF_REPORT or NVTX is requested:
   then a backend that observes takes the place of the real one, and calls it.

   The device's times come from events around each operation.  They are looked
   at when enough have gathered, or the program waits for the device anyway.  */

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "leaks.h"
#include "trace.h"

static const struct gcuf_backend *real;
static struct gcuf_backend observer;
static bool timeline_p, profile_p, report_p, nvtx_p;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Operations whose events are to be looked at, oldest first.  */
static struct gcuf_trace_record *pending, **pending_end = &pending;
static unsigned n_pending;

/* So many make it worth while.  */
enum { MANY_PENDING = 512 };

/* Events for use.  */
static struct
{
  gcuf_event_t *events;
  unsigned n, allocated;
} spare;

/* For each device an event, and when it was.  It moves on, since the driver
   gives the time between two as a float.  */
static struct clock
{
  gcuf_event_t event;
  double time;
  bool set;
} *clocks;

static double beginning;

static double
now (void)
{
  return 1e3 * gcuf_milliseconds () - beginning;
}

/* The number of the calling thread.  */

static unsigned
thread_number (void)
{
  static unsigned last;
  static __thread unsigned number;
  if (number == 0)
    number = __atomic_add_fetch (&last, 1, __ATOMIC_RELAXED);
  return number;
}

/* --- Events ------------------------------------------------------------- */

/* An event that was recorded in STREAM; null if that could not be done.  */

static gcuf_event_t
mark (gcuf_stream_t stream)
{
  gcuf_event_t event = NULL;
  pthread_mutex_lock (&lock);
  if (spare.n)
    event = spare.events[--spare.n];
  pthread_mutex_unlock (&lock);
  if (!event && real->event_create (&event, 0) != 0)
    return NULL;
  if (real->event_record (event, stream) == 0)
    return event;
  real->event_destroy (event);
  return NULL;
}

/* LOCK is held.  */

static void
put_back (gcuf_event_t event)
{
  if (!event)
    return;
  if (spare.n == spare.allocated)
    {
      spare.allocated = spare.allocated ? 2 * spare.allocated : 64;
      spare.events = gcuf_xrealloc (spare.events,
				    spare.allocated * sizeof *spare.events);
    }
  spare.events[spare.n++] = event;
}

/* Let the current device's clock C begin with an event whose time is known:
   that of the host, when there is nothing to wait for in STREAM.  The legacy
   stream would do only as long as no other is captured.  LOCK is held.  */

static void
start_clock (struct clock *c, gcuf_stream_t stream)
{
  if (c->set || real->event_create (&c->event, 0) != 0)
    return;
  c->set = (real->event_record (c->event, stream) == 0
	    && real->event_synchronize (c->event) == 0);
  c->time = now ();
}

static bool
event_time (const struct clock *c, gcuf_event_t event, double *time)
{
  float ms;
  if (!c->set || !event || real->event_elapsed (&ms, c->event, event) != 0)
    return false;
  *time = c->time + 1e3 * ms;
  return true;
}

/* --- Records ------------------------------------------------------------ */

/* R, whose call has been written, is complete.  LOCK is held.  */

static void
consume (struct gcuf_trace_record *r)
{
  if (timeline_p)
    gcuf_trace_write_run (r);
  if (report_p)
    gcuf_report_write_run (r);
  if (profile_p)
    gcuf_profile_add (r);
  free (r);
}

/* Look at the events of R, which are then free for use, but for one that the
   clock goes on with.  LOCK is held.  */

static void
take_times (struct gcuf_trace_record *r)
{
  enum { LONG = 1000000 };
  struct clock *c = &clocks[r->device];
  r->timed = (event_time (c, r->start, &r->device_begin)
	      && event_time (c, r->stop, &r->device_end));
  put_back (r->start);
  if (r->timed && r->device_end - c->time > LONG)
    {
      gcuf_event_t old = c->event;
      c->event = r->stop;
      c->time = r->device_end;
      r->stop = old;
    }
  put_back (r->stop);
}

/* Take the operations that are complete off the list; all of them if ALL.  What
   the program captures is not to be disturbed by that.  */

static void
collect (bool all)
{
  int mode = GCUF_CAPTURE_RELAXED;
  bool relaxed = real->capture_mode (&mode) == 0;
  pthread_mutex_lock (&lock);
  struct gcuf_trace_record **p = &pending;
  while (*p)
    {
      struct gcuf_trace_record *r = *p;
      if (!all && r->stop && real->event_query (r->stop) != 0)
	{
	  p = &r->next;
	  continue;
	}
      *p = r->next;
      n_pending--;
      take_times (r);
      consume (r);
    }
  pending_end = p;
  pthread_mutex_unlock (&lock);
  if (relaxed)
    real->capture_mode (&mode);
}

static struct gcuf_trace_record *
begin (enum gcuf_trace_kind kind, const char *name, size_t bytes,
       gcuf_stream_t stream)
{
  struct gcuf_trace_record *r = gcuf_xcalloc (1, sizeof *r);
  r->kind = kind;
  r->name = name;
  r->bytes = bytes;
  r->stream = stream;
  r->device = gcuf_thread.device;
  r->thread = thread_number ();
  if (nvtx_p)
    gcuf_nvtx_push (name);
  r->begin = now ();
  return r;
}

static void
end (struct gcuf_trace_record *r)
{
  r->end = now ();
  if (nvtx_p)
    gcuf_nvtx_pop ();
  pthread_mutex_lock (&lock);
  if (timeline_p)
    gcuf_trace_write_call (r);
  if (report_p)
    gcuf_report_write_call (r);
  r->usage = NULL;
  if (r->stop)
    {
      *pending_end = r;
      pending_end = &r->next;
      n_pending++;
    }
  else
    consume (r);
  bool many = n_pending % MANY_PENDING == MANY_PENDING - 1;
  pthread_mutex_unlock (&lock);
  if (many)
    collect (false);
}

/* The same for what runs on the device.  What is captured does not run, and
   has no events, which would be part of the capture.  */

static struct gcuf_trace_record *
begin_device (enum gcuf_trace_kind kind, const char *name, size_t bytes,
	      gcuf_stream_t stream)
{
  bool captured = gcuf_captured_p (stream);
  if (!captured)
    {
      pthread_mutex_lock (&lock);
      start_clock (&clocks[gcuf_thread.device], stream);
      pthread_mutex_unlock (&lock);
    }
  struct gcuf_trace_record *r = begin (kind, name, bytes, stream);
  r->start = captured ? NULL : mark (stream);
  return r;
}

static int
end_device (struct gcuf_trace_record *r, int code)
{
  if (r->start)
    r->stop = mark (r->stream);
  end (r);
  return code;
}

/* The same for a copy that the host has waited for if WAIT.  */

static int
end_copy (struct gcuf_trace_record *r, int code, bool wait)
{
  end_device (r, code);
  if (wait)
    collect (false);
  return code;
}

/* Whether the report lacks what the kernel of R takes of the device.  */

static bool
usage_wanted_p (const struct gcuf_trace_record *r)
{
  if (!report_p)
    return false;
  pthread_mutex_lock (&lock);
  bool wanted = gcuf_report_new_p (r);
  pthread_mutex_unlock (&lock);
  return wanted;
}

/* --- The observer ------------------------------------------------------- */

static int
observe_launch (struct gcuf_kernel *kernel, const struct gcuf_launch *launch,
		void *const *args)
{
  struct gcuf_trace_record *r = begin_device (GCUF_TRACE_LAUNCH, kernel->name,
					      launch->bytes, launch->stream);
  struct gcuf_usage usage;
  r->kernel = kernel;
  r->where = launch->where;
  r->grid = launch->grid;
  r->block = launch->block;
  if (profile_p || report_p)
    r->reach = gcuf_kernel_reach (real, kernel, args);
  int code = real->launch (kernel, launch, args);
  if (code == 0 && usage_wanted_p (r)
      && gcuf_usage_find (real, kernel, r, &usage))
    r->usage = &usage;
  return end_device (r, code);
}

static int
observe_exec_launch (gcuf_exec_t exec, gcuf_stream_t stream)
{
  struct gcuf_trace_record *r = begin_device (GCUF_TRACE_GRAPH, "graph", 0,
					      stream);
  return end_device (r, real->exec_launch (exec, stream));
}

static const char *const copy_names[] =
{
  [GCUF_COPY_HOST_TO_HOST] = "copy host to host",
  [GCUF_COPY_HOST_TO_DEVICE] = "copy host to device",
  [GCUF_COPY_DEVICE_TO_HOST] = "copy device to host",
  [GCUF_COPY_DEVICE_TO_DEVICE] = "copy device to device",
  [GCUF_COPY_DEFAULT] = "copy"
};

static int
observe_copy (const struct gcuf_box *box, gcuf_stream_t stream, bool wait)
{
  struct gcuf_trace_record *r
    = begin_device (GCUF_TRACE_COPY, copy_names[box->kind],
		    box->width * box->height * box->depth, stream);
  r->within = box->kind == GCUF_COPY_DEVICE_TO_DEVICE;
  return end_copy (r, real->copy (box, stream, wait), wait);
}

static int
observe_copy_volume (const struct gcuf_volume *v, gcuf_stream_t stream,
		     bool wait)
{
  struct gcuf_trace_record *r
    = begin_device (GCUF_TRACE_COPY, copy_names[v->kind],
		    v->width * v->height * v->depth, stream);
  r->within = v->kind == GCUF_COPY_DEVICE_TO_DEVICE;
  return end_copy (r, real->copy_volume (v, stream, wait), wait);
}

static int
observe_peer_copy (void *dst, int dst_device, const void *src, int src_device,
		   size_t bytes, gcuf_stream_t stream, bool wait)
{
  struct gcuf_trace_record *r
    = begin_device (GCUF_TRACE_COPY, "copy between devices", bytes, stream);
  return end_copy (r, real->peer_copy (dst, dst_device, src, src_device, bytes,
				       stream, wait), wait);
}

static int
observe_prefetch (void *p, size_t bytes, int device, gcuf_stream_t stream)
{
  struct gcuf_trace_record *r
    = begin_device (GCUF_TRACE_COPY, "prefetch", bytes, stream);
  return end_device (r, real->prefetch (p, bytes, device, stream));
}

static int
observe_copy_nest (const struct gcuf_nest *nest, gcuf_stream_t stream)
{
  struct gcuf_trace_record *r
    = begin_device (GCUF_TRACE_COPY, "copy device to device",
		    gcuf_nest_bytes (nest), stream);
  r->within = true;
  return end_device (r, real->copy_nest (nest, stream));
}

static int
observe_reduce (const struct gcuf_reduce *r, struct gcuf_partial *out,
		gcuf_stream_t stream)
{
  struct gcuf_trace_record *record
    = begin_device (GCUF_TRACE_LAUNCH, "reduction of an array", 0, stream);
  record->grid = record->block = (struct gcuf_dim3) { 1, 1, 1 };
  return end_device (record, real->reduce (r, out, stream));
}

static int
observe_prefix_sum (const struct gcuf_prefix *p, gcuf_stream_t stream)
{
  struct gcuf_trace_record *record
    = begin_device (GCUF_TRACE_LAUNCH, "prefix sum", 0, stream);
  record->grid = record->block = (struct gcuf_dim3) { 1, 1, 1 };
  return end_device (record, real->prefix_sum (p, stream));
}

static int
observe_sort (const struct gcuf_sort *s, gcuf_stream_t stream)
{
  struct gcuf_trace_record *record
    = begin_device (GCUF_TRACE_LAUNCH, "sort", 0, stream);
  record->grid = record->block = (struct gcuf_dim3) { 1, 1, 1 };
  return end_device (record, real->sort (s, stream));
}

static int
observe_random_numbers (const struct gcuf_random *r, gcuf_stream_t stream)
{
  struct gcuf_trace_record *record
    = begin_device (GCUF_TRACE_LAUNCH, "random numbers", 0, stream);
  record->grid = record->block = (struct gcuf_dim3) { 1, 1, 1 };
  return end_device (record, real->random_numbers (r, stream));
}

static int
observe_pack_elements (const struct gcuf_packing *p, uint64_t *count,
		       gcuf_stream_t stream)
{
  struct gcuf_trace_record *record
    = begin_device (GCUF_TRACE_LAUNCH, "pack", 0, stream);
  record->grid = record->block = (struct gcuf_dim3) { 1, 1, 1 };
  return end_device (record, real->pack_elements (p, count, stream));
}

static int
observe_set (const struct gcuf_set *set, gcuf_stream_t stream)
{
  struct gcuf_trace_record *r
    = begin_device (GCUF_TRACE_SET, "fill",
		    set->count * set->size * set->rows, stream);
  return end_device (r, real->set (set, stream));
}

static int
end_host (struct gcuf_trace_record *r, int code)
{
  end (r);
  return code;
}

static struct gcuf_trace_record *
begin_malloc (size_t bytes, unsigned space)
{
  const char *name = (space == GCUF_SPACE_PINNED ? "allocate pinned"
		      : space == GCUF_SPACE_MANAGED ? "allocate managed"
		      : "allocate device");
  return begin (GCUF_TRACE_ALLOCATION, name, bytes, 0);
}

static int
observe_malloc (void **p, size_t bytes, unsigned space)
{
  struct gcuf_trace_record *r = begin_malloc (bytes, space);
  return end_host (r, real->malloc (p, bytes, space));
}

static int
observe_malloc_local (void **p, size_t bytes, unsigned space)
{
  struct gcuf_trace_record *r = begin_malloc (bytes, space);
  return end_host (r, real->malloc_local (p, bytes, space));
}

static int
observe_free (void *p, unsigned space)
{
  struct gcuf_trace_record *r = begin (GCUF_TRACE_ALLOCATION, "free", 0, 0);
  return end_host (r, real->free (p, space));
}

/* Those in the order of a stream.  */

static int
observe_malloc_async (void **p, size_t bytes, gcuf_mempool_t pool,
		      gcuf_stream_t stream)
{
  struct gcuf_trace_record *r = begin (GCUF_TRACE_ALLOCATION,
				       "allocate in stream", bytes, stream);
  return end_host (r, real->malloc_async (p, bytes, pool, stream));
}

static int
observe_free_async (void *p, gcuf_stream_t stream)
{
  struct gcuf_trace_record *r = begin (GCUF_TRACE_ALLOCATION,
				       "free in stream", 0, stream);
  return end_host (r, real->free_async (p, stream));
}

static int
observe_malloc_pitch (void **p, size_t *pitch, size_t width, size_t height)
{
  struct gcuf_trace_record *r = begin (GCUF_TRACE_ALLOCATION,
				       "allocate device", width * height, 0);
  return end_host (r, real->malloc_pitch (p, pitch, width, height));
}

static int
observe_host_alloc (void **p, size_t bytes, int flags)
{
  struct gcuf_trace_record *r = begin (GCUF_TRACE_ALLOCATION,
				       "allocate pinned", bytes, 0);
  return end_host (r, real->host_alloc (p, bytes, flags));
}

static int
observe_device_synchronize (void)
{
  struct gcuf_trace_record *r = begin (GCUF_TRACE_WAIT, "wait for device", 0,
				       0);
  int code = end_host (r, real->device_synchronize ());
  collect (false);
  return code;
}

static int
observe_stream_synchronize (gcuf_stream_t stream)
{
  struct gcuf_trace_record *r = begin (GCUF_TRACE_WAIT, "wait for stream", 0,
				       stream);
  int code = end_host (r, real->stream_synchronize (stream));
  collect (false);
  return code;
}

static int
observe_event_synchronize (gcuf_event_t event)
{
  struct gcuf_trace_record *r = begin (GCUF_TRACE_WAIT, "wait for event", 0,
				       0);
  int code = end_host (r, real->event_synchronize (event));
  collect (false);
  return code;
}

/* Events die with the device.  */

static int
observe_device_reset (void)
{
  real->device_synchronize ();
  collect (true);
  pthread_mutex_lock (&lock);
  for (unsigned i = 0; i < spare.n; i++)
    real->event_destroy (spare.events[i]);
  spare.n = 0;
  struct clock *c = &clocks[gcuf_thread.device];
  if (c->set)
    real->event_destroy (c->event);
  c->set = false;
  pthread_mutex_unlock (&lock);
  return real->device_reset ();
}

/* --- The end ------------------------------------------------------------ */

static void
destroy_events (void)
{
  for (unsigned i = 0; i < spare.n; i++)
    real->event_destroy (spare.events[i]);
  for (int i = 0; i < gcuf_device_count; i++)
    if (clocks[i].set)
      real->event_destroy (clocks[i].event);
  spare.n = 0;
}

/* The records whose events are out of reach.  */

static void
consume_pending (void)
{
  while (pending)
    {
      struct gcuf_trace_record *r = pending;
      pending = r->next;
      consume (r);
    }
}

/* Other threads may still be at it, and a failure may have come while this one
   holds LOCK: then the ends of the files are missing.  */

static void
close_files (void)
{
  if ((gcuf_failed ? pthread_mutex_trylock (&lock)
       : pthread_mutex_lock (&lock)) != 0)
    return;
  gcuf_trace_close ();
  gcuf_report_close (now ());
  pthread_mutex_unlock (&lock);
}

/* Wait for what is pending on any device.  One that has been reset has none of
   our events: it is not bound, which would begin to use it anew, when parts of
   the driver have ended already.  */

static void
finish_events (void)
{
  int device = 0;
  while (device < gcuf_device_count && !clocks[device].set)
    device++;
  if (device == gcuf_device_count)
    return;
  gcuf_thread.device = device;
  if (real->device_bind () != 0)
    return;
  real->device_synchronize ();
  collect (true);
  destroy_events ();
}

/* The program ends, and the driver still works: what it has registered to be
   done at the end comes later.  After an error it is left alone.  What the
   program's own destructors do is no longer observed.  */

static void
finish (void)
{
  if (!gcuf_failed && !gcuf_own_thread)
    finish_events ();
  if (!gcuf_own_thread)
    consume_pending ();
  observer = *real;
  close_files ();
  if (profile_p)
    gcuf_profile_print ();
  free (spare.events);
  free (clocks);
}

const struct gcuf_backend *
gcuf_observe (const struct gcuf_backend *backend)
{
  const char *file = gcuf_env (GCUF_ENV_TRACE);
  const char *report = gcuf_env (GCUF_ENV_REPORT);
  backend = gcuf_watch_leaks (backend);
  timeline_p = file != NULL;
  profile_p = gcuf_env_flag (GCUF_ENV_PROFILE);
  report_p = report != NULL;
  nvtx_p = gcuf_nvtx_open ();
  if (!timeline_p && !profile_p && !report_p && !nvtx_p)
    return backend;
  gcuf_peaks_find (backend);
  if (timeline_p)
    gcuf_trace_open (file);
  if (report_p)
    gcuf_report_open (report, backend);
  beginning = 1e3 * gcuf_milliseconds ();
  clocks = gcuf_xcalloc (gcuf_device_count, sizeof *clocks);
  real = backend;
  observer = *real;
  observer.launch = observe_launch;
  observer.exec_launch = observe_exec_launch;
  observer.copy_volume = observe_copy_volume;
  observer.peer_copy = observe_peer_copy;
  observer.prefetch = observe_prefetch;
  observer.malloc_async = observe_malloc_async;
  observer.free_async = observe_free_async;
  observer.malloc_pitch = observe_malloc_pitch;
  observer.host_alloc = observe_host_alloc;
  observer.copy = observe_copy;
  observer.copy_nest = observe_copy_nest;
  observer.reduce = observe_reduce;
  observer.prefix_sum = observe_prefix_sum;
  observer.sort = observe_sort;
  observer.random_numbers = observe_random_numbers;
  observer.pack_elements = observe_pack_elements;
  observer.set = observe_set;
  observer.malloc = observe_malloc;
  observer.malloc_local = observe_malloc_local;
  observer.free = observe_free;
  observer.device_synchronize = observe_device_synchronize;
  observer.device_reset = observe_device_reset;
  observer.stream_synchronize = observe_stream_synchronize;
  observer.event_synchronize = observe_event_synchronize;
  atexit (finish);
  return &observer;
}
