/* Stream capture of the cpu backend.
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

/* What a capturing stream is given becomes a node of a graph, which depends on
   the nodes that come before it in the stream.  A stream that waits for an
   event of a capture takes part in it.  What is forbidden meanwhile is what
   CUDA forbids, and makes the capture invalid as it does there.  */

#include <stdlib.h>
#include <string.h>

#include "cpu-api.h"
#include "cpu-graph.h"

/* Protected by gcuf_cpu_queue_lock.  */
static struct capture *captures;
static uint64_t n_ever;
unsigned gcuf_n_captures;

/* What this thread wants to be kept from.  */
static __thread int thread_mode;

/* S takes part in C from now on.  */

static void
enter (struct stream *s, struct capture *c)
{
  s->capture = c;
  s->next_captured = c->streams;
  c->streams = s;
  c->n_blocking += !(s->flags & GCUF_STREAM_NON_BLOCKING);
}

/* S, which does, no longer takes part in its capture.  */

static void
leave (struct stream *s)
{
  struct capture *c = s->capture;
  struct stream **link = &c->streams;
  while (*link != s)
    link = &(*link)->next_captured;
  *link = s->next_captured;
  c->n_blocking -= !(s->flags & GCUF_STREAM_NON_BLOCKING);
  s->capture = NULL;
  gcuf_node_set_clear (&s->last);
}

/* --- What is allowed meanwhile ------------------------------------------ */

static int
invalidate (struct capture *c, int code)
{
  c->invalid = true;
  return code;
}

static int
admit_legacy (void)
{
  int code = 0;
  for (struct capture *c = captures; c; c = c->next)
    if (c->n_blocking)
      code = invalidate (c, GCUF_cudaErrorStreamCaptureImplicit);
  return code;
}

/* Whether C keeps this thread from what could disturb it.  */

static bool
forbids_p (const struct capture *c)
{
  if (thread_mode == GCUF_CAPTURE_RELAXED || c->mode == GCUF_CAPTURE_RELAXED)
    return false;
  return (pthread_equal (c->thread, pthread_self ())
	  || (c->mode == GCUF_CAPTURE_GLOBAL
	      && thread_mode == GCUF_CAPTURE_GLOBAL));
}

int
gcuf_capture_admit_unsafe (void)
{
  int code = 0;
  for (struct capture *c = captures; c; c = c->next)
    if (forbids_p (c))
      code = invalidate (c, GCUF_cudaErrorStreamCaptureUnsupported);
  return code;
}

int
gcuf_capture_admit (struct stream *s, bool wait)
{
  struct capture *c = s->capture;
  if (!c)
    return gcuf_cpu_legacy_p (s) ? admit_legacy () : 0;
  if (c->invalid)
    return GCUF_cudaErrorStreamCaptureInvalidated;
  return wait ? invalidate (c, GCUF_cudaErrorStreamCaptureUnsupported) : 0;
}

int
gcuf_capture_admit_wait (struct stream *s)
{
  int code = gcuf_capture_admit (s, true);
  return code ? code : gcuf_capture_admit_unsafe ();
}

int
gcuf_capture_admit_all (void)
{
  int code = 0;
  for (struct capture *c = captures; c; c = c->next)
    code = invalidate (c, GCUF_cudaErrorStreamCaptureUnsupported);
  return code;
}

int
gcuf_capture_admit_event (const struct gcuf_event *e)
{
  if (!e->capture)
    return 0;
  for (struct capture *c = captures; c; c = c->next)
    if (c->number == e->capture)
      c->invalid = true;
  return GCUF_cudaErrorCapturedEvent;
}

/* --- What becomes of operations ----------------------------------------- */

static void
set_last (struct stream *s, unsigned node)
{
  s->last.n = 0;
  gcuf_node_set_add (&s->last, node);
}

void
gcuf_capture_op (struct stream *s, struct gcuf_cpu_op *op)
{
  set_last (s, gcuf_graph_add (s->capture->graph, op->fn, op->data, op->size,
			       &s->last));
  gcuf_cpu_free_op (op);
}

void
gcuf_capture_record (struct stream *s, struct gcuf_event *e)
{
  gcuf_node_set_clear (&e->nodes);
  gcuf_node_set_union (&e->nodes, &s->last);
  e->capture = s->capture->number;
}

int
gcuf_capture_wait (struct stream *s, struct gcuf_event *e)
{
  struct capture *c = captures;
  while (c && c->number != e->capture)
    c = c->next;
  if (!c)
    return (s->capture
	    ? invalidate (s->capture, GCUF_cudaErrorStreamCaptureIsolation)
	    : GCUF_cudaErrorCapturedEvent);
  if (s->capture && s->capture != c)
    {
      c->invalid = true;
      return invalidate (s->capture, GCUF_cudaErrorStreamCaptureMerge);
    }
  if (c->invalid)
    return GCUF_cudaErrorStreamCaptureInvalidated;
  if (gcuf_cpu_legacy_p (s))
    return invalidate (c, GCUF_cudaErrorStreamCaptureImplicit);
  if (!s->capture)
    enter (s, c);
  gcuf_node_set_union (&s->last, &e->nodes);
  return 0;
}

bool
gcuf_cpu_capturing_p (gcuf_stream_t stream)
{
  if (!gcuf_n_captures)
    return false;
  pthread_mutex_lock (&gcuf_cpu_queue_lock);
  const struct stream *s = gcuf_cpu_find_stream (stream);
  bool capturing = s && s->capture;
  pthread_mutex_unlock (&gcuf_cpu_queue_lock);
  return capturing;
}

bool
gcuf_capture_keep (gcuf_stream_t stream, void *p)
{
  bool kept = false;
  if (!gcuf_n_captures)
    return false;
  pthread_mutex_lock (&gcuf_cpu_queue_lock);
  const struct stream *s = gcuf_cpu_find_stream (stream);
  if (s && s->capture)
    {
      struct graph_memory *m = s->capture->graph->memory;
      if (m->n == m->allocated)
	{
	  m->allocated = m->allocated ? 2 * m->allocated : 4;
	  m->blocks = gcuf_xrealloc (m->blocks,
				     m->allocated * sizeof *m->blocks);
	}
      m->blocks[m->n++] = p;
      kept = true;
    }
  pthread_mutex_unlock (&gcuf_cpu_queue_lock);
  return kept;
}

/* --- The beginning and the end ------------------------------------------ */

static int
begin (struct stream *s, int mode)
{
  if (gcuf_cpu_legacy_p (s))
    return GCUF_cudaErrorStreamCaptureUnsupported;
  if (s->capture)
    return GCUF_cudaErrorIllegalState;
  struct capture *c = gcuf_xcalloc (1, sizeof *c);
  c->number = ++n_ever;
  c->graph = gcuf_graph_new ();
  c->origin = s;
  c->mode = mode;
  c->thread = pthread_self ();
  c->next = captures;
  captures = c;
  gcuf_n_captures++;
  enter (s, c);
  return 0;
}

int
gcuf_cpu_capture_begin (gcuf_stream_t stream, int mode)
{
  pthread_mutex_lock (&gcuf_cpu_queue_lock);
  struct stream *s = gcuf_cpu_find_stream (stream);
  int code = s ? begin (s, mode) : GCUF_cudaErrorInvalidResourceHandle;
  pthread_mutex_unlock (&gcuf_cpu_queue_lock);
  return code;
}

/* C is over: return its graph.  */

static struct gcuf_graph *
close_capture (struct capture *c)
{
  struct gcuf_graph *g = c->graph;
  struct capture **p = &captures;
  while (*p != c)
    p = &(*p)->next;
  *p = c->next;
  gcuf_n_captures--;
  while (c->streams)
    leave (c->streams);
  free (c);
  return g;
}

/* Whether S, the origin of a capture of G, waits in the end for all of it: for
   each node that nothing else waits for.  */

static bool
joined_p (const struct stream *s, const struct gcuf_graph *g)
{
  bool *waited_for = gcuf_xcalloc (g->n, sizeof *waited_for);
  bool joined = true;
  for (unsigned i = 0; i < s->last.n; i++)
    waited_for[s->last.nodes[i]] = true;
  for (unsigned i = 0; i < g->n; i++)
    for (unsigned j = 0; j < g->nodes[i].needs.n; j++)
      waited_for[g->nodes[i].needs.nodes[j]] = true;
  for (unsigned i = 0; i < g->n; i++)
    joined = joined && waited_for[i];
  free (waited_for);
  return joined;
}

static int
end (struct stream *s, gcuf_graph_t *graph)
{
  struct capture *c = s->capture;
  if (!c)
    return GCUF_cudaErrorIllegalState;
  if (c->origin != s)
    return invalidate (c, GCUF_cudaErrorStreamCaptureUnmatched);
  if (c->mode != GCUF_CAPTURE_RELAXED
      && !pthread_equal (c->thread, pthread_self ()))
    return GCUF_cudaErrorStreamCaptureWrongThread;
  int code = (c->invalid ? GCUF_cudaErrorStreamCaptureInvalidated
	      : joined_p (s, c->graph) ? 0
	      : GCUF_cudaErrorStreamCaptureUnjoined);
  struct gcuf_graph *g = close_capture (c);
  if (code)
    gcuf_graph_free (g);
  else
    *graph = gcuf_graph_handle (g);
  return code;
}

int
gcuf_cpu_capture_end (gcuf_stream_t stream, gcuf_graph_t *graph)
{
  pthread_mutex_lock (&gcuf_cpu_queue_lock);
  struct stream *s = gcuf_cpu_find_stream (stream);
  int code = s ? end (s, graph) : GCUF_cudaErrorInvalidResourceHandle;
  pthread_mutex_unlock (&gcuf_cpu_queue_lock);
  return code;
}

int
gcuf_cpu_capture_status (gcuf_stream_t stream, int *status)
{
  pthread_mutex_lock (&gcuf_cpu_queue_lock);
  const struct stream *s = gcuf_cpu_find_stream (stream);
  int code = s ? 0 : GCUF_cudaErrorInvalidResourceHandle;
  if (s && gcuf_cpu_legacy_p (s))
    for (struct capture *c = captures; c; c = c->next)
      if (c->n_blocking)
	code = GCUF_cudaErrorStreamCaptureImplicit;
  if (code == 0)
    *status = (!s->capture ? GCUF_CAPTURE_NONE
	       : s->capture->invalid ? GCUF_CAPTURE_INVALIDATED
	       : GCUF_CAPTURE_ACTIVE);
  pthread_mutex_unlock (&gcuf_cpu_queue_lock);
  return code;
}

int
gcuf_cpu_capture_mode (int *mode)
{
  int previous = thread_mode;
  thread_mode = *mode;
  *mode = previous;
  return 0;
}

void
gcuf_capture_forget (struct stream *s)
{
  struct capture *c = s->capture;
  if (!c)
    return;
  c->invalid = true;
  leave (s);
  if (c->origin == s)
    gcuf_graph_free (close_capture (c));
}

void
gcuf_capture_fini (void)
{
  while (captures)
    gcuf_graph_free (close_capture (captures));
}
