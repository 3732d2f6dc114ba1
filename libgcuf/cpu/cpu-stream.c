/* Streams and events of the cpu backend.
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

/* Each stream is a queue of operations; while there are any, a thread is its
   own that runs them.  The operations of a stream are numbered; what an
   operation has to wait for in other streams is a list of such numbers, made
   when it is enqueued.  Streams and threads are used again and again until the
   end, so these numbers only grow and such a list can outlive the streams it
   names.  */

#define _GNU_SOURCE 1
#include <stdlib.h>
#include <string.h>

#include "cpu-api.h"
#include "cpu-check.h"
#include "cpu-graph.h"
#include "handle.h"

/* Protects all of the below and what it points to.  Held only briefly, hence an
   adaptive mutex.  */
pthread_mutex_t gcuf_cpu_queue_lock = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
/* All but the legacy stream; those of them that are not in use; and those that
   have operations to run, the only ones that others have to wait for.  */
static struct stream *streams, *free_streams, *busy_streams;
/* Value of stream.awaited if no thread is waiting.  */
enum { NOTHING = -1 };
static struct stream legacy = {
  .done = PTHREAD_COND_INITIALIZER,
  .awaited = NOTHING,
  .place = GCUF_CLOCK_LEGACY
};
static unsigned n_streams;
static struct gcuf_handles stream_handles, event_handles;
static bool stopping;

/* A thread that runs what one stream is given until nothing is left, and then
   is there for the next: there are as many as streams that were busy at
   once.  */
struct worker
{
  struct worker *next, *next_idle;
  struct stream *stream;	/* Null if it is idle.  */
  pthread_t thread;
  pthread_cond_t wake;		/* It has got a stream, or is to end.  */
};
static struct worker *workers, *idle_workers;

static __thread struct stream *per_thread;

/* --- Running ------------------------------------------------------------- */

static bool
idle_p (const struct stream *s)
{
  return s->completed == s->submitted;
}

/* Return the first operation that OP still has to wait for, in other streams
   or, for unmet, in its own stream S; its stream is null if there is none.  The
   lock is held.  */

static struct dependence
unmet_need (const struct gcuf_cpu_op *op)
{
  for (unsigned i = 0; i < op->n_needs; i++)
    if (op->needs[i].stream->completed < op->needs[i].number)
      return op->needs[i];
  return (struct dependence) { NULL, 0 };
}

static struct dependence
unmet (struct stream *s, const struct gcuf_cpu_op *op)
{
  if (s->completed != op->number - 1)
    return (struct dependence) { s, op->number - 1 };
  return unmet_need (op);
}

bool
gcuf_cpu_needs_met_p (const struct gcuf_cpu_op *op)
{
  return !unmet_need (op).stream;
}

static bool
ready_p (struct stream *s, const struct gcuf_cpu_op *op)
{
  return !unmet (s, op).stream;
}

/* Sleep until the operation D is complete, or something else has happened.  The
   lock is held before and after.  */

static void
await (struct dependence d)
{
  if (d.number < d.stream->awaited)
    d.stream->awaited = d.number;
  pthread_cond_wait (&d.stream->done, &gcuf_cpu_queue_lock);
}

/* Enter S, not the legacy stream, in the list of those with operations, and
   remove it.  The lock is held.  */

static void
enter_busy (struct stream *s)
{
  s->next_busy = busy_streams;
  s->busy_link = &busy_streams;
  if (busy_streams)
    busy_streams->busy_link = &s->next_busy;
  busy_streams = s;
}

static void
leave_busy (struct stream *s)
{
  *s->busy_link = s->next_busy;
  if (s->next_busy)
    s->next_busy->busy_link = s->busy_link;
}

/* Run OP, the next of S.  The lock is held before and after.  */

static void
run_op (struct stream *s, struct gcuf_cpu_op *op)
{
  if (op->fn)
    {
      /* Whoever it is cannot run the exit handlers meanwhile, as other threads
	 may be at work on what is on its stack.  */
      bool own = gcuf_own_thread;
      pthread_mutex_unlock (&gcuf_cpu_queue_lock);
      gcuf_own_thread = true;
      gcuf_cpu_memory_open ();
      gcuf_operation_begin (op->known);
      op->fn (op->data);
      gcuf_operation_end ();
      gcuf_cpu_memory_close ();
      gcuf_own_thread = own;
      pthread_mutex_lock (&gcuf_cpu_queue_lock);
    }
  s->completed = op->number;
  if (idle_p (s) && s != &legacy)
    leave_busy (s);
  if (s->completed >= s->awaited)
    {
      s->awaited = NOTHING;
      pthread_cond_broadcast (&s->done);
    }
  free (op->needs);
  free (op);
}

/* Run the head of S's queue, which is ready.  The lock is held before and
   after.  */

static void
run_head (struct stream *s)
{
  struct gcuf_cpu_op *op = s->head;
  s->head = op->next;
  if (!s->head)
    s->tail = &s->head;
  run_op (s, op);
}

/* W's stream has nothing left to do.  */

static void
become_idle (struct worker *w)
{
  w->stream->worker = NULL;
  w->stream = NULL;
  w->next_idle = idle_workers;
  idle_workers = w;
}

static void *
worker_main (void *data)
{
  struct worker *w = data;
  gcuf_own_thread = true;
  pthread_mutex_lock (&gcuf_cpu_queue_lock);
  for (;;)
    {
      struct stream *s = w->stream;
      if (!s)
	{
	  if (stopping)
	    break;
	  pthread_cond_wait (&w->wake, &gcuf_cpu_queue_lock);
	  continue;
	}
      if (!s->head)
	{
	  become_idle (w);
	  continue;
	}
      struct dependence first = unmet (s, s->head);
      if (first.stream)
	await (first);
      else
	run_head (s);
    }
  pthread_mutex_unlock (&gcuf_cpu_queue_lock);
  gcuf_fiber_fini ();
  return NULL;
}

/* --- Enqueuing ----------------------------------------------------------- */

void
gcuf_cpu_add_need (struct gcuf_cpu_op *op, struct stream *s, uint64_t number)
{
  if (s->completed >= number)
    return;
  if (op->n_needs == op->needs_allocated)
    {
      op->needs_allocated = op->needs_allocated ? 2 * op->needs_allocated : 4;
      op->needs = gcuf_xrealloc (op->needs,
				 op->needs_allocated * sizeof *op->needs);
    }
  op->needs[op->n_needs].stream = s;
  op->needs[op->n_needs++].number = number;
}

/* The legacy stream waits for all that precedes it in other streams, and they
   for it, unless they were created not to.  */

static void
add_stream_needs (struct gcuf_cpu_op *op, const struct stream *s)
{
  if (s != &legacy)
    {
      if (!(s->flags & GCUF_STREAM_NON_BLOCKING))
	gcuf_cpu_add_need (op, &legacy, legacy.submitted);
      return;
    }
  for (struct stream *t = busy_streams; t; t = t->next_busy)
    if (!(t->flags & GCUF_STREAM_NON_BLOCKING))
      gcuf_cpu_add_need (op, t, t->submitted);
}

void
gcuf_cpu_need_all (struct gcuf_cpu_op *op)
{
  gcuf_cpu_add_need (op, &legacy, legacy.submitted);
  for (struct stream *s = busy_streams; s; s = s->next_busy)
    gcuf_cpu_add_need (op, s, s->submitted);
}

/* --- What precedes what -------------------------------------------------- */

/* For the checks of a program.  What an operation has to wait for is no measure
   of this: what is complete by then need not be so the next time.  */

/* Let what the legacy stream and S have to wait for each other for, before what
   follows, precede that.  */

static void
join_legacy (struct stream *s)
{
  if (s != &legacy)
    {
      if (!(s->flags & GCUF_STREAM_NON_BLOCKING))
	gcuf_clock_join (&s->clock, &legacy.clock);
      return;
    }
  for (const struct stream *t = streams; t; t = t->next)
    if (!(t->flags & GCUF_STREAM_NON_BLOCKING))
      gcuf_clock_join (&legacy.clock, &t->clock);
}

/* OP has become the last of S, and the host waits for it if WAIT.  Without a
   place in clocks S's operations cannot be compared.  */

static void
note_op (struct stream *s, struct gcuf_cpu_op *op, bool wait)
{
  if (!gcuf_check_program_p ())
    return;
  gcuf_operation_order_behind_host (&s->clock);
  join_legacy (s);
  gcuf_clock_add (&s->clock, s->place, op->number);
  if (op->fn && s->place < GCUF_CLOCK_STREAMS)
    op->known = gcuf_operation_new (s->place, op->number, &s->clock);
  if (wait)
    gcuf_operation_host_waits (&s->clock);
}

/* The host has waited for all of S, or has asked and it was done.  */

static void
note_wait (struct stream *s)
{
  if (!gcuf_check_program_p ())
    return;
  if (s == &legacy)
    join_legacy (s);
  gcuf_operation_host_waits (&s->clock);
}

/* The same for all streams, but those that do not block the legacy stream only
   if ALL.  */

static void
note_wait_streams (bool all)
{
  if (!gcuf_check_program_p ())
    return;
  note_wait (&legacy);
  for (struct stream *s = streams; s; s = s->next)
    if (all || !(s->flags & GCUF_STREAM_NON_BLOCKING))
      note_wait (s);
}

/* The same for the last record of E; the host may be about to wait for it.  */

static void
note_event_wait (const struct gcuf_event *e)
{
  if (e->recorded && gcuf_check_program_p ())
    gcuf_operation_host_waits (&e->clock);
}

/* --- The streams there are ----------------------------------------------- */

/* Return a stream that is not in use, created if there is none.  The lock is
   held.  */

static struct stream *
get_stream (int flags, int priority)
{
  struct stream *s = free_streams;
  if (s)
    free_streams = s->next_free;
  else
    {
      s = gcuf_xcalloc (1, sizeof *s);
      pthread_cond_init (&s->done, NULL);
      s->awaited = NOTHING;
      s->place = GCUF_CLOCK_LEGACY + ++n_streams;
      s->next = streams;
      streams = s;
    }
  s->flags = flags;
  s->priority = priority;
  s->handle = gcuf_handle_new (&stream_handles, s);
  return s;
}

struct stream *
gcuf_cpu_find_stream (gcuf_stream_t handle)
{
  switch (handle)
    {
    case 0:
    case 1:
      return &legacy;
    case 2:
      if (!per_thread)
	per_thread = get_stream (0, 0);
      return per_thread;
    default:
      return gcuf_handle_object (&stream_handles, handle);
    }
}

/* A worker for S, new; null if the system has no thread to give.  */

static struct worker *
new_worker (struct stream *s)
{
  struct worker *w = gcuf_xcalloc (1, sizeof *w);
  pthread_cond_init (&w->wake, NULL);
  w->stream = s;
  int code = pthread_create (&w->thread, NULL, worker_main, w);
  if (code)
    {
      gcuf_debug ("no thread for a stream, whose operations run where they "
		  "are enqueued: %s", strerror (code));
      pthread_cond_destroy (&w->wake);
      free (w);
      return NULL;
    }
  w->next = workers;
  workers = w;
  return w;
}

/* Let S have a worker if one can be had.  */

static void
get_worker (struct stream *s)
{
  struct worker *w = idle_workers;
  if (w)
    {
      idle_workers = w->next_idle;
      w->stream = s;
      pthread_cond_signal (&w->wake);
    }
  else
    w = new_worker (s);
  s->worker = w;
}

/* True if the caller can run the head of S's queue when it is ready.  */

static bool
may_run_p (const struct stream *s)
{
  return s->head && (!s->head->own_thread || !s->worker);
}

/* Wait for operation NUMBER of S; run it and what precedes it rather than wait
   for another thread to do so.  The lock is held before and after.  */

static void
wait_for (struct stream *s, uint64_t number)
{
  while (s->completed < number)
    {
      struct dependence first = { s, number };
      if (may_run_p (s))
	first = unmet (s, s->head);
      if (!first.stream)
	run_head (s);
      else
	await (s->worker ? (struct dependence) { s, number } : first);
    }
}

/* If the caller is going to wait anyway, or OP takes no time, and nothing
   precedes it, it runs right here.  */

void
gcuf_cpu_append (struct stream *s, struct gcuf_cpu_op *op, bool wait)
{
  if (idle_p (s) && s != &legacy)
    enter_busy (s);
  uint64_t number = op->number = ++s->submitted;
  add_stream_needs (op, s);
  note_op (s, op, wait);
  if (gcuf_cpu_check_p ())
    wait = true;
  if ((wait || op->brief) && ready_p (s, op) && !s->head)
    {
      run_op (s, op);
      /* The thread may have looked at what came after it meanwhile: run_op has
	 told it.  */
      return;
    }
  if (!s->head)
    s->tail = &s->head;
  op->next = NULL;
  *s->tail = op;
  s->tail = &op->next;
  if (!s->worker)
    get_worker (s);
  if (wait || !s->worker)
    wait_for (s, number);
}

void
gcuf_cpu_free_op (struct gcuf_cpu_op *op)
{
  free (op->needs);
  free (op);
}

struct gcuf_cpu_op *
gcuf_cpu_op_new (gcuf_cpu_fn *fn, size_t size, void **data)
{
  struct gcuf_cpu_op *op = gcuf_xmalloc (sizeof *op + size);
  memset (op, 0, sizeof *op);
  op->fn = fn;
  op->size = size;
  *data = op->data;
  return op;
}

int
gcuf_cpu_submit (gcuf_stream_t stream, struct gcuf_cpu_op *op, bool wait)
{
  pthread_mutex_lock (&gcuf_cpu_queue_lock);
  struct stream *s = gcuf_cpu_find_stream (stream);
  int code = s ? 0 : GCUF_cudaErrorInvalidResourceHandle;
  if (code == 0 && gcuf_n_captures)
    code = gcuf_capture_admit (s, wait);
  if (code)
    gcuf_cpu_free_op (op);
  else if (s->capture)
    gcuf_capture_op (s, op);
  else
    gcuf_cpu_append (s, op, wait);
  pthread_mutex_unlock (&gcuf_cpu_queue_lock);
  return code;
}

int
gcuf_cpu_enqueue (gcuf_stream_t stream, gcuf_cpu_fn *fn, const void *data,
		  size_t size, bool wait)
{
  void *place;
  struct gcuf_cpu_op *op = gcuf_cpu_op_new (fn, size, &place);
  memcpy (place, data, size);
  return gcuf_cpu_submit (stream, op, wait);
}

bool
gcuf_cpu_legacy_p (const struct stream *s)
{
  return s == &legacy;
}

/* Wait for all operations of S so far.  The lock is held before and after.  */

static void
finish (struct stream *s)
{
  wait_for (s, s->submitted);
}

/* Wait for what OP, which is not to be enqueued, needs.  The lock is held
   before and after.  */

static void
wait_for_needs (struct gcuf_cpu_op *op)
{
  for (unsigned i = 0; i < op->n_needs; i++)
    wait_for (op->needs[i].stream, op->needs[i].number);
  free (op->needs);
}

void
gcuf_cpu_drain (void)
{
  struct gcuf_cpu_op all = { .n_needs = 0 };
  pthread_mutex_lock (&gcuf_cpu_queue_lock);
  gcuf_cpu_need_all (&all);
  wait_for_needs (&all);
  note_wait_streams (true);
  pthread_mutex_unlock (&gcuf_cpu_queue_lock);
  gcuf_cpu_reclaim (false);
}

void
gcuf_cpu_wait_legacy (void)
{
  pthread_mutex_lock (&gcuf_cpu_queue_lock);
  for (struct stream *s = streams; s; s = s->next)
    if (!(s->flags & GCUF_STREAM_NON_BLOCKING))
      finish (s);
  finish (&legacy);
  note_wait_streams (false);
  pthread_mutex_unlock (&gcuf_cpu_queue_lock);
}

int
gcuf_cpu_device_synchronize (void)
{
  int code = 0;
  if (gcuf_n_captures)
    {
      pthread_mutex_lock (&gcuf_cpu_queue_lock);
      code = gcuf_capture_admit_all ();
      pthread_mutex_unlock (&gcuf_cpu_queue_lock);
    }
  if (code == 0)
    gcuf_cpu_drain ();
  return code;
}

/* --- Streams ------------------------------------------------------------- */

/* There is one priority, and as with CUDA any other becomes that.  */

int
gcuf_cpu_stream_create (gcuf_stream_t *stream, int flags, int priority)
{
  (void) priority;
  pthread_mutex_lock (&gcuf_cpu_queue_lock);
  *stream = get_stream (flags, 0)->handle;
  pthread_mutex_unlock (&gcuf_cpu_queue_lock);
  return 0;
}

/* Take the lock, and return the stream that HANDLE names, or null.  unlock is
   to follow in either case.  */

static struct stream *
lock_stream (gcuf_stream_t handle)
{
  pthread_mutex_lock (&gcuf_cpu_queue_lock);
  return gcuf_cpu_find_stream (handle);
}

/* Release the lock.  Return CODE, or an error if FOUND, the stream or event
   that was looked up, is null.  */

static int
unlock (const void *found, int code)
{
  pthread_mutex_unlock (&gcuf_cpu_queue_lock);
  return found ? code : GCUF_cudaErrorInvalidResourceHandle;
}

static void
destroy_stream (struct stream *s)
{
  gcuf_stream_t handle = s->handle;
  gcuf_capture_forget (s);
  finish (s);
  gcuf_handle_delete (&stream_handles, handle);
  s->handle = 0;
  s->next_free = free_streams;
  free_streams = s;
}

int
gcuf_cpu_stream_destroy (gcuf_stream_t stream)
{
  struct stream *s = lock_stream (stream);
  if (s)
    destroy_stream (s);
  return unlock (s, 0);
}

/* Synchronizing with the legacy stream is synchronizing with what it would
   wait for.  */

static int
synchronize_stream (struct stream *s)
{
  int code = gcuf_n_captures ? gcuf_capture_admit_wait (s) : 0;
  if (code)
    return code;
  if (s == &legacy)
    {
      struct gcuf_cpu_op before = { .n_needs = 0 };
      add_stream_needs (&before, s);
      wait_for_needs (&before);
    }
  finish (s);
  note_wait (s);
  return 0;
}

int
gcuf_cpu_stream_synchronize (gcuf_stream_t stream)
{
  struct stream *s = lock_stream (stream);
  return unlock (s, s ? synchronize_stream (s) : 0);
}

static int
query_stream (struct stream *s)
{
  int code = gcuf_n_captures ? gcuf_capture_admit_wait (s) : 0;
  if (code)
    return code;
  bool idle = idle_p (s);
  if (s == &legacy)
    for (const struct stream *t = busy_streams; t; t = t->next_busy)
      idle &= (t->flags & GCUF_STREAM_NON_BLOCKING) != 0;
  if (idle)
    note_wait (s);
  return idle ? 0 : GCUF_cudaErrorNotReady;
}

int
gcuf_cpu_stream_query (gcuf_stream_t stream)
{
  struct stream *s = lock_stream (stream);
  return unlock (s, s ? query_stream (s) : 0);
}

int
gcuf_cpu_stream_flags (gcuf_stream_t stream, int *flags)
{
  struct stream *s = lock_stream (stream);
  if (s)
    *flags = s->flags;
  return unlock (s, 0);
}

/* The legacy stream is number one, the others are what they are known as.  */

int
gcuf_cpu_stream_id (gcuf_stream_t stream, int64_t *id)
{
  struct stream *s = lock_stream (stream);
  if (s)
    *id = s == &legacy ? 1 : s->handle;
  return unlock (s, 0);
}

/* There is one device.  */

int
gcuf_cpu_stream_device (gcuf_stream_t stream, int *device)
{
  struct stream *s = lock_stream (stream);
  if (s)
    *device = 0;
  return unlock (s, 0);
}

struct call
{
  void (*fn) (void *);
  void *data;
};

static void
run_call (void *data)
{
  const struct call *c = data;
  c->fn (c->data);
}

int
gcuf_cpu_stream_call (gcuf_stream_t stream, void (*fn) (void *), void *data)
{
  void *place;
  struct gcuf_cpu_op *op = gcuf_cpu_op_new (run_call, sizeof (struct call),
					    &place);
  struct call *c = place;
  c->fn = fn;
  c->data = data;
  op->own_thread = true;
  return gcuf_cpu_submit (stream, op, false);
}

int
gcuf_cpu_stream_work (gcuf_stream_t stream, void (*fn) (void *),
		      const void *data, size_t bytes, bool wait)
{
  return gcuf_cpu_enqueue (stream, fn, data, bytes, wait);
}

int
gcuf_cpu_event_record_flags (gcuf_event_t event, gcuf_stream_t stream,
			     int flags)
{
  (void) flags;
  return (gcuf_cpu_capturing_p (stream)
	  ? gcuf_cpu_event_record (event, stream) : GCUF_cudaErrorIllegalState);
}

int
gcuf_cpu_stream_priority (gcuf_stream_t stream, int *priority)
{
  struct stream *s = lock_stream (stream);
  if (s)
    *priority = s->priority;
  return unlock (s, 0);
}

int
gcuf_cpu_stream_priority_range (int *least, int *greatest)
{
  *least = *greatest = 0;
  return 0;
}

/* --- Events -------------------------------------------------------------- */

/* What handles make of events: a pointer type, and never null.  */

static gcuf_event_t
event_handle (struct gcuf_event *e)
{
  return (gcuf_event_t) (intptr_t) gcuf_handle_new (&event_handles, e);
}

static struct gcuf_event *
find_event (gcuf_event_t handle)
{
  return gcuf_handle_object (&event_handles, (intptr_t) handle);
}

static void
free_event (struct gcuf_event *e)
{
  gcuf_node_set_clear (&e->nodes);
  gcuf_clock_clear (&e->clock);
  free (e);
}

static void
release_event (struct gcuf_event *e)
{
  if (--e->references == 0)
    free_event (e);
}

static bool
event_complete_p (const struct gcuf_event *e)
{
  return !e->recorded || e->stream->completed >= e->number;
}

int
gcuf_cpu_event_create (gcuf_event_t *event, int flags)
{
  struct gcuf_event *e = gcuf_xcalloc (1, sizeof *e);
  e->flags = flags;
  e->references = 1;
  pthread_mutex_lock (&gcuf_cpu_queue_lock);
  *event = event_handle (e);
  pthread_mutex_unlock (&gcuf_cpu_queue_lock);
  return 0;
}

/* As lock_stream, for an event.  */

static struct gcuf_event *
lock_event (gcuf_event_t handle)
{
  pthread_mutex_lock (&gcuf_cpu_queue_lock);
  return find_event (handle);
}

static void
destroy_event (gcuf_event_t event, struct gcuf_event *e)
{
  gcuf_handle_delete (&event_handles, (intptr_t) event);
  release_event (e);
}

int
gcuf_cpu_event_destroy (gcuf_event_t event)
{
  struct gcuf_event *e = lock_event (event);
  if (e)
    destroy_event (event, e);
  return unlock (e, 0);
}

/* One record under way.  */
struct record
{
  struct gcuf_event *event;
  struct stream *stream;
  uint64_t number;
};

/* A record is reached.  A later one of the same event, perhaps in another
   stream, has taken its place if it is not the one that the event names.  */

static void
reach_record (void *data)
{
  const struct record *r = data;
  double now = gcuf_milliseconds ();
  pthread_mutex_lock (&gcuf_cpu_queue_lock);
  if (r->event->stream == r->stream && r->event->number == r->number)
    r->event->time = now;
  release_event (r->event);
  pthread_mutex_unlock (&gcuf_cpu_queue_lock);
}

static void
record_event (struct gcuf_event *e, struct stream *s)
{
  void *data;
  struct gcuf_cpu_op *op
    = gcuf_cpu_op_new (reach_record, sizeof (struct record), &data);
  struct record *r = data;
  r->event = e;
  r->stream = s;
  r->number = s->submitted + 1;
  e->references++;
  e->capture = 0;
  e->recorded = true;
  e->stream = s;
  e->number = r->number;
  op->brief = true;
  gcuf_cpu_append (s, op, false);
  gcuf_clock_clear (&e->clock);
  gcuf_clock_join (&e->clock, &s->clock);
}

int
gcuf_cpu_event_record (gcuf_event_t event, gcuf_stream_t stream)
{
  int code = GCUF_cudaErrorInvalidResourceHandle;
  pthread_mutex_lock (&gcuf_cpu_queue_lock);
  struct gcuf_event *e = find_event (event);
  struct stream *s = gcuf_cpu_find_stream (stream);
  if (e && s)
    {
      code = gcuf_n_captures ? gcuf_capture_admit (s, false) : 0;
      if (code == 0 && s->capture)
	gcuf_capture_record (s, e);
      else if (code == 0)
	record_event (e, s);
    }
  pthread_mutex_unlock (&gcuf_cpu_queue_lock);
  return code;
}

int
gcuf_cpu_stream_wait_event (gcuf_stream_t stream, gcuf_event_t event,
			    int flags)
{
  if (flags & ~1)
    return GCUF_cudaErrorInvalidValue;
  int code = GCUF_cudaErrorInvalidResourceHandle;
  pthread_mutex_lock (&gcuf_cpu_queue_lock);
  struct gcuf_event *e = find_event (event);
  struct stream *s = gcuf_cpu_find_stream (stream);
  if (e && s)
    {
      code = 0;
      if (!e->capture && !s->capture && e->recorded)
	gcuf_clock_join (&s->clock, &e->clock);
      if (e->capture || s->capture)
	code = gcuf_capture_wait (s, e);
      else if (!event_complete_p (e))
	{
	  void *data;
	  struct gcuf_cpu_op *op = gcuf_cpu_op_new (NULL, 0, &data);
	  op->brief = true;
	  gcuf_cpu_add_need (op, e->stream, e->number);
	  gcuf_cpu_append (s, op, false);
	}
    }
  pthread_mutex_unlock (&gcuf_cpu_queue_lock);
  return code;
}

/* The record that counts is the last one before the call.  */

static int
synchronize_event (const struct gcuf_event *e)
{
  int code = gcuf_capture_admit_event (e);
  if (code == 0 && e->recorded)
    {
      /* E may be recorded anew meanwhile.  */
      note_event_wait (e);
      wait_for (e->stream, e->number);
    }
  return code;
}

static int
query_event (const struct gcuf_event *e)
{
  int code = gcuf_capture_admit_event (e);
  if (code)
    return code;
  if (!event_complete_p (e))
    return GCUF_cudaErrorNotReady;
  note_event_wait (e);
  return 0;
}

int
gcuf_cpu_event_synchronize (gcuf_event_t event)
{
  struct gcuf_event *e = lock_event (event);
  return unlock (e, e ? synchronize_event (e) : 0);
}

int
gcuf_cpu_event_query (gcuf_event_t event)
{
  struct gcuf_event *e = lock_event (event);
  return unlock (e, e ? query_event (e) : 0);
}

static bool
timed_p (const struct gcuf_event *e)
{
  return (e && e->recorded && !e->capture
	  && !(e->flags & GCUF_EVENT_DISABLE_TIMING));
}

int
gcuf_cpu_event_elapsed (float *ms, gcuf_event_t start, gcuf_event_t end)
{
  int code = 0;
  pthread_mutex_lock (&gcuf_cpu_queue_lock);
  const struct gcuf_event *a = find_event (start), *b = find_event (end);
  if (!timed_p (a) || !timed_p (b))
    code = GCUF_cudaErrorInvalidResourceHandle;
  else if (!event_complete_p (a) || !event_complete_p (b))
    code = GCUF_cudaErrorNotReady;
  else
    *ms = b->time - a->time;
  pthread_mutex_unlock (&gcuf_cpu_queue_lock);
  return code;
}

/* --- The end ------------------------------------------------------------- */

static void
join_workers (void)
{
  for (struct worker *w = workers; w; w = w->next)
    pthread_cond_signal (&w->wake);
  pthread_mutex_unlock (&gcuf_cpu_queue_lock);
  while (workers)
    {
      struct worker *w = workers;
      workers = w->next;
      pthread_join (w->thread, NULL);
      pthread_cond_destroy (&w->wake);
      free (w);
    }
  pthread_mutex_lock (&gcuf_cpu_queue_lock);
  idle_workers = NULL;
}

void
gcuf_cpu_queue_fini (void)
{
  gcuf_cpu_drain ();
  gcuf_cpu_reclaim (true);
  pthread_mutex_lock (&gcuf_cpu_queue_lock);
  stopping = true;
  gcuf_capture_fini ();
  join_workers ();
  while (streams)
    {
      struct stream *s = streams;
      streams = s->next;
      pthread_cond_destroy (&s->done);
      gcuf_clock_clear (&s->clock);
      free (s);
    }
  gcuf_clock_clear (&legacy.clock);
  for (uint32_t i = 0; i < event_handles.n; i++)
    if (event_handles.slots[i].object)
      free_event (event_handles.slots[i].object);
  free_streams = NULL;
  gcuf_graph_fini ();
  free (event_handles.slots);
  free (stream_handles.slots);
  memset (&event_handles, 0, sizeof event_handles);
  memset (&stream_handles, 0, sizeof stream_handles);
  pthread_mutex_unlock (&gcuf_cpu_queue_lock);
}
