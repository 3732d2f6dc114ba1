/* Running a kernel's blocks on the cpu backend.
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

#include "cpu-check.h"
#include "cpu-internal.h"
#include "index.h"

/* A part of a grid's blocks, on a cache line of its own.  */
struct part
{
  size_t next;			/* First block not yet taken.  */
  size_t end;
} __attribute__ ((aligned (64)));

/* What the threads that run one launch share.  */
struct work
{
  const struct gcuf_cpu_launch *launch;
  size_t chunk;			/* Blocks taken at a time.  */
  struct part *parts;		/* One for each thread.  */
  unsigned n_parts;
};

/* Make GCUF_context.blockidx that of the block of GRID behind N of a row.  */

static void
next_block (const struct gcuf_dim3 *grid, int n)
{
  struct gcuf_dim3 *b = &GCUF_context.blockidx;
  b->x += n;
  if (b->x <= grid->x)
    return;
  b->x = 1;
  if (++b->y <= grid->y)
    return;
  b->y = 1;
  b->z++;
}

/* True if threads of LAUNCH run on fibers: those that wait, and those that are
   checked, for which a fiber says who runs.  */

static bool
fibers_p (const struct gcuf_cpu_launch *launch)
{
  return launch->flags & (GCUF_KERNEL_CONVERGENT | GCUF_KERNEL_CHECKED);
}

/* The most blocks of LAUNCH that run as one, with rows as long as that of all.
   Threads of different rows often access the same lines of memory: longer ones
   would not leave them in the cache.  */

static int
most_joined (const struct gcuf_cpu_launch *launch)
{
  enum { ROW = 1024, ONE_OF_ROWS = 256, THREADS = 16384 };
  const struct gcuf_dim3 *b = &launch->block;
  if (!(launch->flags & GCUF_KERNEL_JOINED))
    return 1;
  int rows = b->y * b->z, row = rows > 1 ? ONE_OF_ROWS : ROW;
  int threads = (launch->flags & GCUF_KERNEL_ARRAYS ? GCUF_MAX_BLOCK_THREADS
		 : THREADS);
  if (row > threads / rows)
    row = threads / rows;
  int n = row / b->x;
  if (n > launch->grid.x)
    n = launch->grid.x;
  return n > 1 ? n : 1;
}

/* Run up to N blocks from the current one on, of which JOINED run as one, and return
   how many have run.  */

static int
run_row (const struct gcuf_cpu_launch *launch, size_t n, int joined)
{
  static const struct gcuf_dim3 one = { 1, 1, 1 };
  struct gcuf_dim3 last = launch->block;
  int left = launch->grid.x - GCUF_context.blockidx.x + 1;
  if (joined > left)
    joined = left;
  if ((size_t) joined > n)
    joined = n;
  last.x *= joined;
  launch->run (launch->params, &one, &last);
  return joined;
}

static void
run_chunk (const struct gcuf_cpu_launch *launch, size_t first, size_t n)
{
  int joined = most_joined (launch);
  GCUF_context.blockidx = gcuf_index (first, &launch->grid);
  while (n > 0)
    {
      int done = 1;
      if (fibers_p (launch))
	gcuf_fiber_run_block (launch);
      else
	done = run_row (launch, n, joined);
      next_block (&launch->grid, done);
      n -= done;
    }
}

/* Set up GCUF_context for running blocks of LAUNCH on this thread.  */

static void
enter_launch (const struct gcuf_cpu_launch *launch)
{
  GCUF_context.blockdim = launch->block;
  GCUF_context.griddim = launch->grid;
  gcuf_cpu_shared_enter (launch->shared,
			 launch->flags & GCUF_KERNEL_CHECKED);
}

/* Undo that: host code comes next, where there is no grid.  */

static void
leave_launch (void)
{
  gcuf_cpu_shared_leave ();
  GCUF_context.griddim.x = 0;
}

/* Blocks of LAUNCH.  */
struct chunk
{
  const struct gcuf_cpu_launch *launch;
  size_t first, n;
};

static void
run_blocks (void *data)
{
  const struct chunk *c = data;
  enter_launch (c->launch);
  gcuf_cluster_begin ();
  run_chunk (c->launch, c->first, c->n);
  leave_launch ();
}

/* Call FN with DATA to run blocks of LAUNCH.  Fibers have stacks by
   themselves.  */

static void
call (const struct gcuf_cpu_launch *launch, void (*fn) (void *), void *data)
{
  if (fibers_p (launch))
    fn (data);
  else
    gcuf_cpu_call (launch, fn, data);
}

void
gcuf_cpu_run_blocks (const struct gcuf_cpu_launch *launch, size_t first,
		     size_t n)
{
  struct chunk c = { launch, first, n };
  call (launch, run_blocks, &c);
}

/* Take the next blocks of PART, up to WORK's chunk, and return their number;
   set *FIRST to the first.  */

static size_t
take (const struct work *work, struct part *part, size_t *first)
{
  if (__atomic_load_n (&part->next, __ATOMIC_RELAXED) >= part->end)
    return 0;
  *first = __atomic_fetch_add (&part->next, work->chunk, __ATOMIC_RELAXED);
  if (*first >= part->end)
    return 0;
  size_t left = part->end - *first;
  return left < work->chunk ? left : work->chunk;
}

/* Run N blocks of WORK, from number FIRST on.  Checks may want others in their
   places.  */

static void
run_taken (const struct work *work, size_t first, size_t n)
{
  const struct gcuf_cpu_launch *launch = work->launch;
  if (!(launch->flags & GCUF_KERNEL_CHECKED))
    run_chunk (launch, first, n);
  else
    for (size_t i = first; i < first + n; i++)
      run_chunk (launch,
		 gcuf_check_nth_block (i, gcuf_volume (&launch->grid)), 1);
}

/* A thread begins with a part that is its own, the same in each launch, so that
   it finds what it has touched before near by, and then helps the others.  */

static void
run_parts (void *data)
{
  struct work *work = data;
  bool entered = false;
  for (unsigned i = 0; i < work->n_parts; i++)
    {
      struct part *part
	= &work->parts[(gcuf_pool_index + i) % work->n_parts];
      for (size_t first, n; (n = take (work, part, &first)) != 0; )
	{
	  if (!entered)
	    enter_launch (work->launch);
	  entered = true;
	  run_taken (work, first, n);
	}
    }
  if (entered)
    leave_launch ();
}

static void
run_share (void *data)
{
  const struct work *work = data;
  call (work->launch, run_parts, data);
}

/* Share WORK's TOTAL blocks out among its parts.  */

static void
divide (struct work *work, size_t total)
{
  size_t first = 0;
  for (unsigned i = 0; i < work->n_parts; i++)
    {
      size_t n = total / work->n_parts + (i < total % work->n_parts);
      work->parts[i].next = first;
      first += n;
      work->parts[i].end = first;
    }
}

/* Run the blocks of LAUNCH, which do not wait for each other.  */

static void
run_freely (const struct gcuf_cpu_launch *launch)
{
  /* Use several chunks per thread for load balance, but not so many that taking
     them dominates.  */
  enum { SHARES = 16, FEW_SHARES = 2, FEW_THREADS = 128 };
  const struct gcuf_dim3 *g = &launch->grid, *b = &launch->block;
  size_t total = (size_t) g->x * g->y * g->z;
  size_t block_threads = (size_t) b->x * b->y * b->z;
  size_t limit = gcuf_pool_size ();
  size_t chunk = total / (limit * SHARES);
  /* Nor so many that rows of joined blocks end with them.  */
  size_t row = most_joined (launch), fewer = total / (limit * FEW_SHARES);
  if (chunk < row)
    chunk = fewer < row ? fewer : row;
  if (chunk == 0)
    chunk = 1;
  /* A launch too small to be worth waking other threads for stays here, unless
     its threads are known to have stacks, and so some work, of their own.  */
  size_t useful = (total + chunk - 1) / chunk;
  if (!(launch->flags & GCUF_KERNEL_CONVERGENT)
      && total * block_threads < FEW_THREADS)
    useful = 1;
  if (useful > limit)
    useful = limit;

  struct part parts[useful];
  struct work work = {
    .launch = launch,
    .chunk = chunk,
    .parts = parts,
    .n_parts = useful
  };
  divide (&work, total);
  gcuf_pool_run (run_share, &work, useful);
}

void
gcuf_cpu_run (const struct gcuf_cpu_launch *launch)
{
  bool checked = launch->flags & GCUF_KERNEL_CHECKED;
  if (checked)
    gcuf_check_begin_launch (launch);
  if (GCUF_CLUSTER_X (launch->flags))
    gcuf_cpu_run_clusters (launch);
  else if (launch->flags & GCUF_KERNEL_GRID_GLOBAL)
    gcuf_cpu_run_grid (launch);
  else
    run_freely (launch);
  if (checked)
    gcuf_check_end_launch ();
}
