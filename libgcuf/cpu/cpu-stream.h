/* Streams, events and captures of the cpu backend.
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

#ifndef GCUF_CPU_QUEUE_H
#define GCUF_CPU_QUEUE_H

#include <pthread.h>

#include "cpu-internal.h"
#include "cpu-stream-clock.h"

/* Some nodes of a graph, by their places in it.  */
struct node_set
{
  unsigned *nodes;
  unsigned n, allocated;
};

struct dependence
{
  struct stream *stream;
  uint64_t number;
};

struct gcuf_cpu_op
{
  struct gcuf_cpu_op *next;
  gcuf_cpu_fn *fn;		/* Null for one that only waits.  */
  uint64_t number;
  size_t size;			/* Of DATA.  */
  struct dependence *needs;
  unsigned n_needs, needs_allocated;
  struct gcuf_operation *known;	/* By the checks of the program; or null.  */
  bool brief;			/* Not worth another thread.  */
  bool own_thread;		/* Not to be run by a thread that waits.  */
  max_align_t data[];
};

struct stream
{
  struct stream *next;
  struct stream *next_free;	/* Of those without a handle.  */
  struct stream *next_busy, **busy_link; /* Of those with operations.  */
  gcuf_stream_t handle;		/* Zero if free for use.  */
  int flags, priority;
  uint64_t submitted, completed;
  struct gcuf_cpu_op *head, **tail;
  struct worker *worker;	/* Which runs them; null if nobody does.  */
  uint64_t awaited;		/* The least number that is waited for, */
  pthread_cond_t done;		/* and it has been completed.  */
  struct capture *capture;	/* What its operations go into instead.  */
  struct stream *next_captured;	/* The next one there.  */
  struct node_set last;		/* What the next one there depends on.  */
  unsigned place;		/* In clocks.  */
  struct gcuf_stream_clock clock; /* What precedes the next operation, if the
				     program is checked.  */
};

struct gcuf_event
{
  int flags;
  bool recorded;
  struct stream *stream;	/* The last record: its place */
  uint64_t number;
  double time;			/* and when it was reached.  */
  unsigned references;		/* Of records in queues, and of the handle.  */
  uint64_t capture;		/* Number of the capture of the last record, */
  struct node_set nodes;	/* and what precedes it there.  */
  struct gcuf_stream_clock clock; /* What precedes the last record, if the
				     program is checked.  */
};

/* A capture under way.  */
struct capture
{
  struct capture *next;
  uint64_t number;		/* Not zero.  */
  struct gcuf_graph *graph;
  struct stream *origin;
  struct stream *streams;	/* All that take part.  */
  unsigned n_blocking;		/* Those that the legacy stream waits for.  */
  int mode;			/* enum gcuf_capture_mode.  */
  pthread_t thread;		/* Which began it.  */
  bool invalid;
};

/* Protects all of these.  */
extern pthread_mutex_t gcuf_cpu_queue_lock;

/* All functions below are called with that lock held, and keep it.  */

/* Return the stream that HANDLE names, or null.  */
extern struct stream *gcuf_cpu_find_stream (gcuf_stream_t handle);
/* Return true for the legacy default stream.  */
extern bool gcuf_cpu_legacy_p (const struct stream *);
/* Let an operation wait for operation NUMBER of the stream.  */
extern void gcuf_cpu_add_need (struct gcuf_cpu_op *, struct stream *,
			       uint64_t number);
/* Append an operation to the stream, which owns it then; wait for it if WAIT.
   The lock is released while operations run.  */
extern void gcuf_cpu_append (struct stream *, struct gcuf_cpu_op *,
			     bool wait);
/* Let an operation wait for all that has been enqueued.  */
extern void gcuf_cpu_need_all (struct gcuf_cpu_op *);
/* Return true if all that an operation waits for is complete.  */
extern bool gcuf_cpu_needs_met_p (const struct gcuf_cpu_op *);
/* Free an operation that no stream owns.  */
extern void gcuf_cpu_free_op (struct gcuf_cpu_op *);

/* The number of captures under way (cpu-capture.c).  */
extern unsigned gcuf_n_captures;

/* S is about to get an operation, which the caller waits for if WAIT.  Return
   an error, and invalidate captures as CUDA does, if that is not allowed while
   streams are captured.  */
extern int gcuf_capture_admit (struct stream *s, bool wait);
/* The same if S is to be waited for, or asked whether it is done.  */
extern int gcuf_capture_admit_wait (struct stream *s);
/* The same for all streams.  */
extern int gcuf_capture_admit_all (void);
/* The same for the event E.  */
extern int gcuf_capture_admit_event (const struct gcuf_event *e);
/* The same for a call that could disturb a capture, such as an allocation.  */
extern int gcuf_capture_admit_unsafe (void);
/* Put OP, which has been admitted, into the graph that S captures, and free
   it.  */
extern void gcuf_capture_op (struct stream *s, struct gcuf_cpu_op *op);
/* Let E stand for what S, which captures, has captured so far.  */
extern void gcuf_capture_record (struct stream *s, struct gcuf_event *e);
/* Let S wait for E, one of which captures; return an error code.  */
extern int gcuf_capture_wait (struct stream *s, struct gcuf_event *e);
/* S is being destroyed: it takes part in no capture any more.  */
extern void gcuf_capture_forget (struct stream *s);
/* End all captures.  */
extern void gcuf_capture_fini (void);

/* Empty a set.  */
extern void gcuf_node_set_clear (struct node_set *);

#endif
