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

#include "gcuf-internal.h"
#include "index.h"

/* What the threads that run one launch share.  */
struct work
{
  const struct gcuf_cpu_launch *launch;
  size_t total;			/* Blocks.  */
  size_t chunk;			/* Blocks taken at a time.  */
  size_t next;			/* First block not yet taken.  */
};

/* Make GCUF_context.blockidx that of the next block of GRID.  */

static void
next_block (const struct gcuf_dim3 *grid)
{
  struct gcuf_dim3 *b = &GCUF_context.blockidx;
  if (++b->x <= grid->x)
    return;
  b->x = 1;
  if (++b->y <= grid->y)
    return;
  b->y = 1;
  b->z++;
}

static void
run_chunk (const struct gcuf_cpu_launch *launch, size_t first, size_t n)
{
  static const struct gcuf_dim3 one = { 1, 1, 1 };
  GCUF_context.blockidx = gcuf_index (first, &launch->grid);
  while (n--)
    {
      if (launch->flags & GCUF_KERNEL_CONVERGENT)
	gcuf_fiber_run_block (launch);
      else
	launch->run (launch->params, &one, &launch->block);
      next_block (&launch->grid);
    }
}

/* Tell what this thread runs LAUNCH's blocks in.  gcuf_cpu_shared_leave undoes
   it.  */

static void
enter_launch (const struct gcuf_cpu_launch *launch)
{
  GCUF_context.blockdim = launch->block;
  GCUF_context.griddim = launch->grid;
  gcuf_cpu_shared_enter (launch->shared);
}

void
gcuf_cpu_run_blocks (const struct gcuf_cpu_launch *launch, size_t first,
		     size_t n)
{
  enter_launch (launch);
  gcuf_cluster_begin ();
  run_chunk (launch, first, n);
  gcuf_cpu_shared_leave ();
}

static void
run_share (void *data)
{
  struct work *work = data;
  const struct gcuf_cpu_launch *launch = work->launch;
  size_t first = __atomic_fetch_add (&work->next, work->chunk,
				     __ATOMIC_RELAXED);
  if (first >= work->total)
    return;

  enter_launch (launch);
  while (first < work->total)
    {
      size_t n = work->total - first;
      run_chunk (launch, first, n < work->chunk ? n : work->chunk);
      first = __atomic_fetch_add (&work->next, work->chunk, __ATOMIC_RELAXED);
    }
  gcuf_cpu_shared_leave ();
}

void
gcuf_cpu_run (const struct gcuf_cpu_launch *launch)
{
  /* Each thread comes back for more some times, so that uneven blocks even
     out, but no more often than pays.  */
  enum { SHARES = 16, FEW_THREADS = 128 };
  const struct gcuf_dim3 *g = &launch->grid, *b = &launch->block;
  if (GCUF_CLUSTER_X (launch->flags))
    {
      gcuf_cpu_run_clusters (launch);
      return;
    }
  if (launch->flags & GCUF_KERNEL_GRID_GLOBAL)
    {
      gcuf_cpu_run_grid (launch);
      return;
    }
  struct work work =
  {
    .launch = launch,
    .total = (size_t) g->x * g->y * g->z
  };
  size_t block_threads = (size_t) b->x * b->y * b->z;
  size_t limit = gcuf_pool_size ();
  work.chunk = work.total / (limit * SHARES);
  if (work.chunk == 0)
    work.chunk = 1;
  /* A launch too small to be worth waking anybody for stays here, unless its
     threads are known to have stacks, and so some work, of their own.  */
  size_t useful = (work.total + work.chunk - 1) / work.chunk;
  if (!(launch->flags & GCUF_KERNEL_CONVERGENT)
      && work.total * block_threads < FEW_THREADS)
    useful = 1;
  gcuf_pool_run (run_share, &work, useful < limit ? useful : limit);
}
