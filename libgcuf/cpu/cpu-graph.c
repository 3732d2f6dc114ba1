/* Graphs of the cpu backend: lists of operations that are run as one.
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

#include <stdlib.h>
#include <string.h>

#include "cpu-api.h"
#include "cpu-check.h"
#include "cpu-graph.h"
#include "handle.h"

/* All of these are protected by gcuf_cpu_queue_lock.  */
static struct gcuf_handles graph_handles, exec_handles;

/* --- Sets of nodes -------------------------------------------------------- */

/* They are sorted: mostly what is added comes last.  Return the number of those
   of SET that are less than NODE.  */

static unsigned
place_of (const struct node_set *set, unsigned node)
{
  unsigned lo = 0, hi = set->n;
  if (hi && set->nodes[hi - 1] < node)
    return hi;
  while (lo < hi)
    {
      unsigned middle = lo + (hi - lo) / 2;
      if (set->nodes[middle] < node)
	lo = middle + 1;
      else
	hi = middle;
    }
  return lo;
}

void
gcuf_node_set_add (struct node_set *set, unsigned node)
{
  unsigned i = place_of (set, node);
  if (i < set->n && set->nodes[i] == node)
    return;
  if (set->n == set->allocated)
    {
      set->allocated = set->allocated ? 2 * set->allocated : 4;
      set->nodes = gcuf_xrealloc (set->nodes,
				  set->allocated * sizeof *set->nodes);
    }
  memmove (&set->nodes[i + 1], &set->nodes[i],
	   (set->n++ - i) * sizeof *set->nodes);
  set->nodes[i] = node;
}

void
gcuf_node_set_union (struct node_set *set, const struct node_set *other)
{
  for (unsigned i = 0; i < other->n; i++)
    gcuf_node_set_add (set, other->nodes[i]);
}

void
gcuf_node_set_clear (struct node_set *set)
{
  free (set->nodes);
  memset (set, 0, sizeof *set);
}

/* --- Graphs --------------------------------------------------------------- */

struct gcuf_graph *
gcuf_graph_new (void)
{
  struct gcuf_graph *g = gcuf_xcalloc (1, sizeof *g);
  g->memory = gcuf_xcalloc (1, sizeof *g->memory);
  g->memory->references = 1;
  return g;
}

static void
release_memory (struct graph_memory *m)
{
  if (--m->references)
    return;
  for (unsigned i = 0; i < m->n; i++)
    gcuf_cpu_release (m->blocks[i]);
  free (m->blocks);
  free (m);
}

void
gcuf_graph_free (struct gcuf_graph *g)
{
  for (unsigned i = 0; i < g->n; i++)
    {
      free (g->nodes[i].data);
      gcuf_node_set_clear (&g->nodes[i].needs);
    }
  free (g->nodes);
  release_memory (g->memory);
  free (g);
}

unsigned
gcuf_graph_add (struct gcuf_graph *g, gcuf_cpu_fn *fn, const void *data,
		size_t size, const struct node_set *needs)
{
  if (g->n == g->allocated)
    {
      g->allocated = g->allocated ? 2 * g->allocated : 16;
      g->nodes = gcuf_xrealloc (g->nodes, g->allocated * sizeof *g->nodes);
    }
  struct node *node = &g->nodes[g->n];
  memset (node, 0, sizeof *node);
  node->fn = fn;
  node->size = size;
  node->data = gcuf_xmalloc (size ? size : 1);
  memcpy (node->data, data, size);
  gcuf_node_set_union (&node->needs, needs);
  return g->n++;
}

static struct gcuf_graph *
clone (const struct gcuf_graph *g)
{
  struct gcuf_graph *c = gcuf_xcalloc (1, sizeof *c);
  for (unsigned i = 0; i < g->n; i++)
    gcuf_graph_add (c, g->nodes[i].fn, g->nodes[i].data, g->nodes[i].size,
		    &g->nodes[i].needs);
  c->memory = g->memory;
  c->memory->references++;
  return c;
}

gcuf_graph_t
gcuf_graph_handle (struct gcuf_graph *g)
{
  return (gcuf_graph_t) (intptr_t) gcuf_handle_new (&graph_handles, g);
}

static struct gcuf_graph *
find_graph (gcuf_graph_t handle)
{
  return gcuf_handle_object (&graph_handles, (intptr_t) handle);
}

int
gcuf_cpu_graph_create (gcuf_graph_t *graph, int flags)
{
  if (flags)
    return GCUF_cudaErrorInvalidValue;
  pthread_mutex_lock (&gcuf_cpu_queue_lock);
  *graph = gcuf_graph_handle (gcuf_graph_new ());
  pthread_mutex_unlock (&gcuf_cpu_queue_lock);
  return 0;
}

/* Take the lock, and return the graph that HANDLE names, or null.  unlock is to
   follow in either case.  */

static struct gcuf_graph *
lock_graph (gcuf_graph_t handle)
{
  pthread_mutex_lock (&gcuf_cpu_queue_lock);
  return find_graph (handle);
}

/* Release the lock.  Return CODE, or an error if FOUND, the graph or what is
   made of one that was looked up, is null.  */

static int
unlock (const void *found, int code)
{
  pthread_mutex_unlock (&gcuf_cpu_queue_lock);
  return found ? code : GCUF_cudaErrorInvalidValue;
}

static void
destroy_graph (gcuf_graph_t graph, struct gcuf_graph *g)
{
  gcuf_handle_delete (&graph_handles, (intptr_t) graph);
  gcuf_graph_free (g);
}

int
gcuf_cpu_graph_destroy (gcuf_graph_t graph)
{
  struct gcuf_graph *g = lock_graph (graph);
  if (g)
    destroy_graph (graph, g);
  return unlock (g, 0);
}

int
gcuf_cpu_graph_clone (gcuf_graph_t *copy, gcuf_graph_t graph)
{
  struct gcuf_graph *g = lock_graph (graph);
  if (g)
    *copy = gcuf_graph_handle (clone (g));
  return unlock (g, 0);
}

/* A node is known by its number.  */

static void
list_nodes (const struct gcuf_graph *g, void **nodes, size_t *count)
{
  if (nodes)
    for (size_t i = 0; i < *count; i++)
      nodes[i] = i < g->n ? (void *) (intptr_t) (i + 1) : NULL;
  if (!nodes || *count > g->n)
    *count = g->n;
}

int
gcuf_cpu_graph_nodes (gcuf_graph_t graph, void **nodes, size_t *count)
{
  struct gcuf_graph *g = lock_graph (graph);
  if (g)
    list_nodes (g, nodes, count);
  return unlock (g, 0);
}

/* --- Graphs to run -------------------------------------------------------- */

/* Launches of one follow each other even in different streams.  */
struct gcuf_exec
{
  struct gcuf_graph *graph;
  unsigned references;		/* Of launches in queues, and of the handle.  */
  struct stream *stream;	/* The last launch: its place.  */
  uint64_t number;
};

static struct gcuf_exec *
find_exec (gcuf_exec_t handle)
{
  return gcuf_handle_object (&exec_handles, (intptr_t) handle);
}

static void
release_exec (struct gcuf_exec *e)
{
  if (--e->references)
    return;
  gcuf_graph_free (e->graph);
  free (e);
}

static void
instantiate (struct gcuf_exec **exec, const struct gcuf_graph *g)
{
  struct gcuf_exec *e = gcuf_xcalloc (1, sizeof *e);
  e->graph = clone (g);
  e->references = 1;
  *exec = (gcuf_exec_t) (intptr_t) gcuf_handle_new (&exec_handles, e);
}

int
gcuf_cpu_graph_instantiate (gcuf_exec_t *exec, gcuf_graph_t graph,
			    int64_t flags)
{
  enum { KNOWN = 15 };		/* Of enum cudaGraphInstantiateFlags.  */
  if (flags & ~KNOWN)
    return GCUF_cudaErrorInvalidValue;
  struct gcuf_graph *g = lock_graph (graph);
  if (g)
    instantiate (exec, g);
  return unlock (g, 0);
}

/* As lock_graph, for a graph to run.  */

static struct gcuf_exec *
lock_exec (gcuf_exec_t handle)
{
  pthread_mutex_lock (&gcuf_cpu_queue_lock);
  return find_exec (handle);
}

static void
destroy_exec (gcuf_exec_t exec, struct gcuf_exec *e)
{
  gcuf_handle_delete (&exec_handles, (intptr_t) exec);
  release_exec (e);
}

int
gcuf_cpu_exec_destroy (gcuf_exec_t exec)
{
  struct gcuf_exec *e = lock_exec (exec);
  if (e)
    destroy_exec (exec, e);
  return unlock (e, 0);
}

static void
run_exec (void *data)
{
  struct gcuf_exec *e = *(struct gcuf_exec **) data;
  const struct gcuf_graph *g = e->graph;
  gcuf_operation_is ("a graph");
  for (unsigned i = 0; i < g->n; i++)
    g->nodes[i].fn (g->nodes[i].data);
  pthread_mutex_lock (&gcuf_cpu_queue_lock);
  release_exec (e);
  pthread_mutex_unlock (&gcuf_cpu_queue_lock);
}

static int
launch_exec (struct gcuf_exec *e, gcuf_stream_t stream)
{
  struct stream *s = gcuf_cpu_find_stream (stream);
  if (!s)
    return GCUF_cudaErrorInvalidResourceHandle;
  /* As CUDA has it, a graph that is to run is no part of another.  */
  int code = gcuf_n_captures ? gcuf_capture_admit (s, true) : 0;
  if (code)
    return code;
  void *data;
  struct gcuf_cpu_op *op = gcuf_cpu_op_new (run_exec, sizeof e, &data);
  memcpy (data, &e, sizeof e);
  if (e->stream)
    {
      gcuf_cpu_add_need (op, e->stream, e->number);
      gcuf_clock_add (&s->clock, e->stream->place, e->number);
    }
  e->references++;
  e->stream = s;
  e->number = s->submitted + 1;
  gcuf_cpu_append (s, op, false);
  return 0;
}

int
gcuf_cpu_exec_launch (gcuf_exec_t exec, gcuf_stream_t stream)
{
  struct gcuf_exec *e = lock_exec (exec);
  return unlock (e, e ? launch_exec (e, stream) : 0);
}

/* There is nowhere to bring it.  */

int
gcuf_cpu_exec_upload (gcuf_exec_t exec, gcuf_stream_t stream)
{
  struct gcuf_exec *e = lock_exec (exec);
  return unlock (e, gcuf_cpu_find_stream (stream) ? 0
		 : GCUF_cudaErrorInvalidResourceHandle);
}

void
gcuf_graph_fini (void)
{
  for (uint32_t i = 0; i < graph_handles.n; i++)
    if (graph_handles.slots[i].object)
      gcuf_graph_free (graph_handles.slots[i].object);
  for (uint32_t i = 0; i < exec_handles.n; i++)
    if (exec_handles.slots[i].object)
      release_exec (exec_handles.slots[i].object);
  free (graph_handles.slots);
  free (exec_handles.slots);
  memset (&graph_handles, 0, sizeof graph_handles);
  memset (&exec_handles, 0, sizeof exec_handles);
}
