/* Graphs of the cpu backend.
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

#ifndef GCUF_CPU_GRAPH_H
#define GCUF_CPU_GRAPH_H

#include "cpu-stream.h"

struct node
{
  gcuf_cpu_fn *fn;
  size_t size;
  void *data;
  struct node_set needs;
};

/* Memory that a capture allocated, shared by the graphs that name it.  */
struct graph_memory
{
  unsigned references;
  void **blocks;
  unsigned n, allocated;
};

/* The nodes are in an order in which they can run.  */
struct gcuf_graph
{
  struct node *nodes;
  unsigned n, allocated;
  struct graph_memory *memory;
};

/* All of these are called with gcuf_cpu_queue_lock held.

   Return a new graph, the caller's.  */
extern struct gcuf_graph *gcuf_graph_new (void);
/* Free a graph, and the memory that no other one names.  */
extern void gcuf_graph_free (struct gcuf_graph *);
/* Append a node that calls the function with a copy of the SIZE bytes at DATA
   after the nodes NEEDS; return its place.  */
extern unsigned gcuf_graph_add (struct gcuf_graph *, gcuf_cpu_fn *,
				const void *data, size_t size,
				const struct node_set *needs);
/* Return a handle of the graph, which belongs to the program from then on.  */
extern gcuf_graph_t gcuf_graph_handle (struct gcuf_graph *);
/* Free all that have handles.  */
extern void gcuf_graph_fini (void);

/* Add a node, or all nodes of the second set.  */
extern void gcuf_node_set_add (struct node_set *, unsigned node);
extern void gcuf_node_set_union (struct node_set *, const struct node_set *);

#endif
