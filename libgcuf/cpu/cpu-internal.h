/* What the files of the cpu backend share.
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

#ifndef GCUF_CPU_INTERNAL_H
#define GCUF_CPU_INTERNAL_H

#include "gcuf-internal.h"

/* --- Launches ------------------------------------------------------------ */

/* What is to run.  PARAMS belong to the operation of the stream that runs it,
   and stay until it has completed.  */
struct gcuf_cpu_launch
{
  const struct gcuf_kernel *kernel;
  const struct gcuf_location *where;
  gcuf_run_fn *run;
  struct gcuf_dim3 grid, block;
  size_t shared;		/* Bytes of dynamic shared memory.  */
  unsigned flags;		/* Of the kernel.  */
  const void *params;
};

/* If a kernel ends the program by calling a device function of nvcc's, say so
   (cpu-nvcc-functions.c).  Called once.  */
extern void gcuf_cpu_watch_exits (void);

/* Run all blocks of LAUNCH on several host threads, and return when they have
   ended.  No lock is held (cpu-launch.c).  */
extern void gcuf_cpu_run (const struct gcuf_cpu_launch *launch);
/* Run N of its blocks, from number FIRST on, on the calling thread.  */
extern void gcuf_cpu_run_blocks (const struct gcuf_cpu_launch *launch,
				 size_t first, size_t n);

/* Run all of its blocks at once, each on a host thread of its own; end the
   program if there are not enough of these (cpu-grid.c).  */
extern void gcuf_cpu_run_grid (const struct gcuf_cpu_launch *launch);
/* Wait until all blocks that run together have called this or ended.  */
extern void gcuf_grid_wait (void);

/* The same for the blocks of each cluster, one cluster after the other.  */
extern void gcuf_cpu_run_clusters (const struct gcuf_cpu_launch *launch);
/* The calling thread's block has its shared memory: wait until all of its
   cluster have.  */
extern void gcuf_cluster_begin (void);
/* Return the number of blocks in the cluster of the running block, one if there
   is no cluster, and store the block's rank, from zero.  */
extern int gcuf_cluster_size (int *rank);
/* Return the address that the block of rank RANK has where the running one has
   P, in shared memory.  End the program if there is none.  */
extern void *gcuf_cluster_map (const void *p, int rank);

/* What a thread has of the variables of one object that are local to it.  */
struct gcuf_cpu_area
{
  size_t module;		/* The object's number.  */
  char *base;
  size_t size;
};
/* Store in *AREAS, to be freed, what the calling thread has of all objects, and
   return their number.  */
extern size_t gcuf_cpu_find_areas (struct gcuf_cpu_area **areas);

/* Give the calling thread BYTES of dynamic shared memory, in GCUF_context, on
   pages of its own if the launch is CHECKED; end the program if there is no
   memory.  Undo that (cpu-shared-memory.c).  */
extern void gcuf_cpu_shared_enter (size_t bytes, bool checked);
extern void gcuf_cpu_shared_leave (void);
/* Return true if P is in the pages of this memory or in those after it that
   cannot be accessed, if there are such.  Called by the signal handler, too.  */
extern bool gcuf_cpu_shared_fault_p (const void *p);

/* Choose the block for a kernel loop of these numbers of iterations, each at
   least one (cpu-loop-block.c).  */
extern void gcuf_cpu_loop_block (struct gcuf_dim3 *block,
				 const size_t trips[3]);

/* --- Host threads -------------------------------------------------------- */

/* Call FN with DATA on several threads at once, one of them the caller, at most
   LIMIT; return when all have returned.  No lock is held (cpu-threads.c).  */
extern void gcuf_pool_run (void (*fn) (void *), void *data, unsigned limit);
/* Return the most threads that a call of gcuf_pool_run uses.  */
extern unsigned gcuf_pool_size (void);
/* End all threads of the pool; none is at work.  */
extern void gcuf_pool_fini (void);
/* The index of the calling thread in the pool, or 0 if it is not a thread of
   the pool.  */
extern __thread unsigned gcuf_pool_index;

/* Run the block that GCUF_context describes with a stack for each of its
   threads (fiber.c).  */
extern void gcuf_fiber_run_block (const struct gcuf_cpu_launch *launch);
/* Free the calling thread's stacks, on which nothing runs.  */
extern void gcuf_fiber_fini (void);

/* Call FN with DATA, which runs blocks of LAUNCH without fibers, on a stack
   that is large enough for the kernel (cpu-stack.c).  */
extern void gcuf_cpu_call (const struct gcuf_cpu_launch *launch,
			   void (*fn) (void *), void *data);
/* The calling thread is going to run device code: let the handler of signals
   report stack overflows.  Undo that.  */
extern void gcuf_cpu_enter_thread (void);
extern void gcuf_cpu_leave_thread (void);
/* If P is in the guard below the stack that the calling thread runs device code
   on, store the stack's size and return the launch; else return null.  Called
   by the signal handler.  */
extern const struct gcuf_cpu_launch *gcuf_cpu_overflow (const void *p,
							size_t *size);
/* Return the launch whose device code, which calls functions that the compiler
   does not know, the calling thread runs; null if it runs none.  */
extern const struct gcuf_cpu_launch *gcuf_cpu_running_launch (void);
/* Free what cpu-stack.c has.  Nothing runs any more.  */
extern void gcuf_cpu_stack_fini (void);

/* --- The device ---------------------------------------------------------- */

/* Return the compute capability that the program was compiled for, ten times
   the major number.  Takes gcuf_image_lock (cpu-device.c).  */
extern int gcuf_cpu_capability (void);

/* --- Memory (cpu-memory.c) ----------------------------------------------- */

/* As the members of struct gcuf_backend.  The first three return an error while
   a capture forbids them, for which they take gcuf_cpu_queue_lock.  */
extern int gcuf_cpu_malloc (void **p, size_t bytes, unsigned space);
extern int gcuf_cpu_malloc_local (void **p, size_t bytes, unsigned space);
extern int gcuf_cpu_free (void *p, unsigned space);
extern int gcuf_cpu_memory_info (size_t *available, size_t *total);
/* Return true if P is in page-locked memory.  */
extern bool gcuf_cpu_pinned_p (const void *p);
/* Return true in the checking mode (GCUF_CHECK).  */
extern bool gcuf_cpu_check_p (void);
/* Install the handler that reports faults, if it is not there.  */
extern void gcuf_cpu_check_faults (void);
/* Begin and end an operation that may access device memory.  */
extern void gcuf_cpu_memory_open (void);
extern void gcuf_cpu_memory_close (void);
/* Free everything.  Nothing runs any more.  */
extern void gcuf_cpu_memory_fini (void);

/* As the member of struct gcuf_backend (cpu-array-reduction.c).  */
extern int gcuf_cpu_reduce (const struct gcuf_reduce *, struct gcuf_partial *,
			    gcuf_stream_t);
/* The same (cpu-array-work.c).  */
extern int gcuf_cpu_prefix_sum (const struct gcuf_prefix *, gcuf_stream_t);
extern int gcuf_cpu_pack_elements (const struct gcuf_packing *,
				   uint64_t *count, gcuf_stream_t);
extern int gcuf_cpu_sort (const struct gcuf_sort *, gcuf_stream_t);
extern int gcuf_cpu_random_numbers (const struct gcuf_random *, gcuf_stream_t);

/* --- Streams (cpu-stream.c) ---------------------------------------------- */

/* None of these is called with gcuf_cpu_queue_lock held, which they take.  */

/* The function of an operation gets a pointer to its copy of the data.  */
typedef void gcuf_cpu_fn (void *data);

/* Enqueue a call of FN with a copy of the SIZE bytes at DATA; wait for it if
   WAIT.  Return an error code if there is no such stream, or a capture forbids
   this.  */
extern int gcuf_cpu_enqueue (gcuf_stream_t, gcuf_cpu_fn *fn, const void *data,
			     size_t size, bool wait);
/* The same in two steps: return an operation, and store in *DATA the place of
   its SIZE bytes, which the caller fills in; and enqueue it, or free it if an
   error is returned.  */
struct gcuf_cpu_op;
extern struct gcuf_cpu_op *gcuf_cpu_op_new (gcuf_cpu_fn *fn, size_t size,
					    void **data);
extern int gcuf_cpu_submit (gcuf_stream_t, struct gcuf_cpu_op *, bool wait);
/* Wait for all that has been enqueued in any stream.  */
extern void gcuf_cpu_drain (void);
/* Wait for what the legacy default stream waits for, except captures.  */
extern void gcuf_cpu_wait_legacy (void);
/* Wait for everything, and free all streams, events and threads.  */
extern void gcuf_cpu_queue_fini (void);

/* As the members of struct gcuf_backend.  */
extern int gcuf_cpu_stream_create (gcuf_stream_t *, int, int);
extern int gcuf_cpu_stream_destroy (gcuf_stream_t);
extern int gcuf_cpu_stream_synchronize (gcuf_stream_t);
extern int gcuf_cpu_stream_query (gcuf_stream_t);
extern int gcuf_cpu_stream_priority (gcuf_stream_t, int *);
extern int gcuf_cpu_stream_priority_range (int *, int *);
extern int gcuf_cpu_stream_wait_event (gcuf_stream_t, gcuf_event_t, int);
extern int gcuf_cpu_event_create (gcuf_event_t *, int);
extern int gcuf_cpu_event_destroy (gcuf_event_t);
extern int gcuf_cpu_event_record (gcuf_event_t, gcuf_stream_t);
extern int gcuf_cpu_event_synchronize (gcuf_event_t);
extern int gcuf_cpu_event_query (gcuf_event_t);
extern int gcuf_cpu_event_elapsed (float *, gcuf_event_t, gcuf_event_t);

#endif
