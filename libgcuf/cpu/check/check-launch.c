/* Launches and blocks whose device code is checked.
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


#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "check-footprint.h"
#include "check-operations.h"
#include "check-order.h"
#include "check-reads.h"
#include "check-waiting.h"
#include "cpu-api.h"
#include "cpu-check.h"
#include "index.h"

/* What is remembered of memory is of one launch.  */
static pthread_mutex_t one_launch = PTHREAD_MUTEX_INITIALIZER;
static struct gcuf_check_launch current;

/* The state that this host thread has for the blocks that it runs.  */
static __thread struct gcuf_check_block *mine;

uint32_t
gcuf_check_new_stamp (void)
{
  static uint32_t latest;
  uint32_t stamp = __atomic_add_fetch (&latest, 1, __ATOMIC_RELAXED);
  return stamp ? stamp : gcuf_check_new_stamp ();
}

void
gcuf_check_begin_launch (const struct gcuf_cpu_launch *launch)
{
  pthread_mutex_lock (&one_launch);
  /* What was freed before is not there any more.  */
  gcuf_cpu_reclaim (false);
  gcuf_operation_before_launch ();
  gcuf_reads_end_launch (NULL);
  unsigned number = current.number + 1;
  current = (struct gcuf_check_launch)
    {
      .launch = launch,
      .number = number,
      /* What the blocks of a cluster have is nobody else's.  */
      .compared = (gcuf_operation_footprint ()
		   && !GCUF_CLUSTER_X (launch->flags)),
      .clusters = GCUF_CLUSTER_X (launch->flags) != 0,
      .alone = (gcuf_pool_size () == 1 && !GCUF_CLUSTER_X (launch->flags)
		&& !(launch->flags & GCUF_KERNEL_GRID_GLOBAL)),
      /* What is behind a barrier of the grid is as another launch.  */
      .notes_reads = (!GCUF_CLUSTER_X (launch->flags)
		      && !(launch->flags & GCUF_KERNEL_GRID_GLOBAL)),
      .stamp = gcuf_check_new_stamp ()
    };
  gcuf_operation_launches (launch);
}

void
gcuf_check_end_launch (void)
{
  gcuf_operation_launched ();
  gcuf_check_forget_order ();
  pthread_mutex_unlock (&one_launch);
}

const struct gcuf_check_launch *
gcuf_check_current_launch (void)
{
  return &current;
}

unsigned
gcuf_check_launch_number (void)
{
  return current.number;
}

void
gcuf_check_note_chunk (struct gcuf_chunk *chunk, uintptr_t address)
{
  if (current.compared)
    gcuf_footprint_note_chunk (chunk, address, current.number);
}

void
gcuf_check_begin_cluster (void)
{
  current.stamp = gcuf_check_new_stamp ();
  current.grid_barriers = 0;
}

/* Return this host thread's state, with the places of what is local to it in
   the current launch.  */

static struct gcuf_check_block *
get_state (void)
{
  if (!mine)
    mine = gcuf_xcalloc (1, sizeof *mine);
  if (mine->areas_of != current.number)
    {
      free (mine->areas);
      mine->n_areas = gcuf_cpu_find_areas (&mine->areas);
      mine->areas_of = current.number;
      memset (mine->page, 0, sizeof mine->page);
      memset (mine->unwritten, 0, sizeof mine->unwritten);
      gcuf_runs_forget (mine);
    }
  return mine;
}

/* Report, once, that launches have too many threads.  */

static void
too_many_threads (void)
{
  static bool reported;
  if (!__atomic_exchange_n (&reported, true, __ATOMIC_RELAXED))
    fputs ("libgcuf: a launch has more threads than can be checked\n",
	   stderr);
}

void
gcuf_check_begin_block (struct gcuf_block *b)
{
  struct gcuf_check_block *c = get_state ();
  const struct gcuf_dim3 *grid = &b->launch->grid;
  size_t number = gcuf_number (&GCUF_context.blockidx, grid);
  if (gcuf_volume (grid) * b->total >= (size_t) 1 << GCUF_CHECK_THREAD_BITS)
    {
      too_many_threads ();
      return;
    }
  if (c->dirty)
    memset (c->thread, 0, c->threads * sizeof *c->thread);
  c->dirty = false;
  c->launch = &current;
  c->alone = current.alone;
  c->first = number * b->total;
  c->threads = b->total;
  c->stamp = gcuf_check_new_stamp ();
  c->phase = 1;
  c->n_shared = 0;
  gcuf_check_make_unset (GCUF_context.dynamic_shared,
			 GCUF_context.dynamic_shared_size);
  c->fences = c->off = c->uneven = c->partial = false;
  c->grid_barriers = 0;
  c->published = NULL;
  memset (c->alike, 0xff, sizeof c->alike);
  memset (c->together, 0, sizeof c->together);
  memset (c->wait, 0, c->threads * sizeof *c->wait);
  for (unsigned i = 0; i < c->threads; i++)
    c->time[i] = 1;
  gcuf_check_begin_schedule (b, number);
  b->check = c;
  b->barrier.complete = gcuf_check_barrier;
  b->grid_barrier.complete = gcuf_check_grid_barrier;
}

void
gcuf_check_end_block (struct gcuf_block *b)
{
  gcuf_waiting_end (b->check);
  gcuf_check_end_schedule (b);
  b->check = NULL;
  b->barrier.complete = NULL;
}

void
gcuf_check_end_thread (void)
{
  gcuf_reads_end_thread ();
  if (mine)
    {
      free (mine->areas);
      free (mine->shared);
    }
  free (mine);
  mine = NULL;
}
