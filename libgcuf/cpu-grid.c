/* Grids whose blocks wait for each other, on the cpu backend.
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

/* Each block of a grid_global kernel has an OS thread of its own: what the
   compiler has made local to a thread is the block's shared memory.  */

#include <pthread.h>
#include <stdlib.h>

#include "gcuf-internal.h"

struct grid
{
  const struct gcuf_cpu_launch *launch;
  size_t next;			/* The next block to be taken.  */
  pthread_mutex_t lock;
  pthread_cond_t change;
  size_t running, waiting;	/* Blocks.  */
  unsigned generation;		/* Counts the barriers.  */
};

static __thread struct grid *this_grid
  __attribute__ ((tls_model ("initial-exec")));

/* Let the blocks that wait go on if all that run do so.  G's lock is held.  */

static void
release (struct grid *g)
{
  if (g->waiting == 0 || g->waiting < g->running)
    return;
  g->waiting = 0;
  g->generation++;
  pthread_cond_broadcast (&g->change);
}

void
gcuf_grid_wait (void)
{
  struct grid *g = this_grid;
  if (!g)
    return;
  pthread_mutex_lock (&g->lock);
  unsigned generation = g->generation;
  g->waiting++;
  release (g);
  while (g->generation == generation)
    pthread_cond_wait (&g->change, &g->lock);
  pthread_mutex_unlock (&g->lock);
}

static void
run_block (struct grid *g)
{
  size_t n = __atomic_fetch_add (&g->next, 1, __ATOMIC_RELAXED);
  this_grid = g;
  gcuf_cpu_run_blocks (g->launch, n, 1);
  this_grid = NULL;
  pthread_mutex_lock (&g->lock);
  g->running--;
  release (g);
  pthread_mutex_unlock (&g->lock);
}

static void *
block_main (void *grid)
{
  gcuf_own_thread = true;
  run_block (grid);
  gcuf_fiber_fini ();
  return NULL;
}

void
gcuf_cpu_run_grid (const struct gcuf_cpu_launch *launch)
{
  const struct gcuf_dim3 *d = &launch->grid;
  size_t blocks = (size_t) d->x * d->y * d->z;
  struct grid g =
  {
    .launch = launch,
    .running = blocks,
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .change = PTHREAD_COND_INITIALIZER
  };
  pthread_t *threads = gcuf_xcalloc (blocks, sizeof *threads);
  for (size_t i = 1; i < blocks; i++)
    if (pthread_create (&threads[i], NULL, block_main, &g) != 0)
      gcuf_fatal (NULL, "no host threads for the %zu blocks of a grid_global "
		  "kernel", blocks);
  run_block (&g);
  for (size_t i = 1; i < blocks; i++)
    pthread_join (threads[i], NULL);
  free (threads);
}
