/* The threads of a block as fibers: kernels whose threads wait for each other
   on the cpu backend.
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

/* All threads of a block run on one OS thread, each on a stack of its own.
   They take turns in a fixed order, but for checks that change it, and a thread
   gives way to the next only where it waits, until what it waits for has
   happened, or at its end.

   A thread gets a stack when it is first needed: the first thread runs until
   it gives way, and if it ends instead, the next one uses the same stack.
   Stacks are kept for the blocks to come: a fiber goes on where it
   stopped.

   The threads of a kernel that is checked, and in which none waits, run in one
   call, as they do without checks, but on a fiber.  */

#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "cpu-check.h"
#include "fiber.h"
#include "index.h"

static __thread struct gcuf_block *this_block;

static void fiber_main (void);

static struct gcuf_fiber *
get_fiber (struct gcuf_block *b)
{
  struct gcuf_fiber *f = b->idle;
  if (f)
    b->idle = f->next;
  if (f && !gcuf_fiber_fits_p (f, b->launch))
    {
      gcuf_free_fiber (f);
      f = NULL;
    }
  if (!f)
    {
      f = gcuf_new_fiber (b->launch);
      gcuf_switch_init (&f->state, f->stack, f->size, fiber_main);
    }
  return f;
}

void
gcuf_fiber_fini (void)
{
  struct gcuf_block *b = this_block;
  gcuf_cpu_leave_thread ();
  gcuf_check_end_thread ();
  if (!b)
    return;
  while (b->idle)
    {
      struct gcuf_fiber *f = b->idle;
      b->idle = f->next;
      gcuf_free_fiber (f);
    }
  free (b);
  this_block = NULL;
}

/* --- Barriers ------------------------------------------------------------- */

/* Release the threads waiting at BARRIER if all live threads have arrived.  */

static void
release (struct gcuf_block *b, struct gcuf_barrier *barrier)
{
  if (barrier->waiting == 0 || barrier->waiting + b->ended < b->total)
    return;
  if (barrier->complete)
    barrier->complete ();
  gcuf_check_shuffle (b);
  barrier->waiting = 0;
  barrier->generation++;
  for (size_t i = 0; i * GCUF_WARP_SIZE < b->total; i++)
    b->warp[i].at_barrier = 0;
}

void
gcuf_wait_at (struct gcuf_block *b, struct gcuf_barrier *barrier)
{
  unsigned generation = barrier->generation;
  unsigned thread = b->current->number;
  b->warp[thread / GCUF_WARP_SIZE].at_barrier
    |= (uint32_t) 1 << thread % GCUF_WARP_SIZE;
  barrier->waiting++;
  b->turns = 0;
  release (b, barrier);
  if (gcuf_check_yields_p (b))
    gcuf_give_way (b);
  while (barrier->generation == generation)
    gcuf_give_way (b);
}

GCUF_EXPORT void
__gcuf_syncthreads (void)
{
  struct gcuf_block *b = gcuf_this_block ();
  if (b)
    gcuf_wait_at (b, &b->barrier);
}

/* --- Taking turns -------------------------------------------------------- */

/* Run the body of the next thread on the current fiber.  */

static void
run_thread (struct gcuf_block *b)
{
  const struct gcuf_cpu_launch *launch = b->launch;
  struct gcuf_fiber *self = b->current;
  self->number = gcuf_check_nth_thread (b, b->started++);
  self->threadidx = gcuf_index (self->number, &launch->block);
  self->rounds = 0;
  GCUF_context.threadidx = self->threadidx;
  launch->run (launch->params, &self->threadidx, &self->threadidx);

  b->ended++;
  b->turns = 0;
  gcuf_warp_leave (b, self->number);
  release (b, &b->barrier);
  release (b, &b->grid_barrier);
}

/* Run all threads on the current fiber.  The context says which one runs.  */

static void
run_together (struct gcuf_block *b)
{
  static const struct gcuf_dim3 one = { 1, 1, 1 };
  const struct gcuf_cpu_launch *launch = b->launch;
  launch->run (launch->params, &one, &launch->block);
  b->started = b->ended = b->total;
}

/* Take the current fiber, whose thread has ended, out of the ring, and switch
   to the next one; to where the block was started from if it was the last.
   Return when the fiber is started anew.  */

static void
leave_ring (struct gcuf_block *b)
{
  struct gcuf_fiber *self = b->current, *next = self->next;
  struct gcuf_switch *to = &b->host;
  if (next != self)
    {
      self->previous->next = next;
      next->previous = self->previous;
      if (b->last == self)
	b->last = self->previous;
      b->current = next;
      GCUF_context.threadidx = next->threadidx;
      to = &next->state;
    }
  self->next = b->idle;
  b->idle = self;
  gcuf_switch (&self->state, to);
}

/* Where a fiber starts: in each block that it is started in, run one thread
   after the other until one gives way or none is left to start.  While some
   are left, the newest fiber is the one that runs.  */

static void
fiber_main (void)
{
  struct gcuf_block *b = this_block;
  for (;;)
    {
      if (b->together)
	run_together (b);
      while (b->started < b->total)
	run_thread (b);
      leave_ring (b);
    }
}

/* Add a fiber after the newest one of B's ring and make it the current.  */

static struct gcuf_fiber *
start_fiber (struct gcuf_block *b)
{
  struct gcuf_fiber *f = get_fiber (b);
  if (b->last)
    {
      f->next = b->last->next;
      f->previous = b->last;
      f->next->previous = f;
      b->last->next = f;
    }
  else
    f->next = f->previous = f;
  b->last = f;
  b->current = f;
  return f;
}

/* No thread made progress in a full round: report a deadlock.  */

static void __attribute__ ((noreturn, cold))
deadlock (const struct gcuf_block *b)
{
  const struct gcuf_dim3 *i = &GCUF_context.blockidx;
  gcuf_check_deadlock (b);
  gcuf_fatal (NULL, "deadlock in block (%d,%d,%d): of its %zu threads %zu have "
	      "ended, and the others wait at barriers or warp operations that "
	      "not all of them reach", i->x, i->y, i->z, b->total, b->ended);
}

void
gcuf_give_way (struct gcuf_block *b)
{
  struct gcuf_fiber *self = b->current, *next;
  if (b->turns++ > b->total)
    deadlock (b);
  if (b->started < b->total)
    next = start_fiber (b);
  else
    {
      next = self->next;
      if (next == self)
	return;
      b->current = next;
      GCUF_context.threadidx = next->threadidx;
    }
  gcuf_switch (&self->state, &next->state);
}

/* The running thread is in a loop that waits for another one to change memory.
   That may be one of its block, which can do so only if this one gives way:
   after a few rounds, for a lock is free most of the time.  It may also be one
   of another block, so that there is no deadlock to be seen; but if nobody
   here has anything else to do, its host thread shall run.  */

extern void __gcuf_spin (void);
GCUF_EXPORT void
__gcuf_spin (void)
{
  enum { PATIENCE = 16 };
  struct gcuf_block *b = gcuf_this_block ();
  if (!b || ++b->current->rounds % PATIENCE)
    return;
  /* To its warp it is one that waits.  */
  struct gcuf_warp *w = &b->warp[b->current->number / GCUF_WARP_SIZE];
  uint32_t lane = (uint32_t) 1 << b->current->number % GCUF_WARP_SIZE;
  b->turns = 0;
  if (b->spins++ >= b->total)
    {
      b->spins = 0;
      sched_yield ();
    }
  w->at_barrier |= lane;
  gcuf_give_way (b);
  w->at_barrier &= ~lane;
}

/* Return true if the threads of the block of LAUNCH wait for each other.  */

static bool
waits_p (const struct gcuf_cpu_launch *launch)
{
  return (launch->flags & GCUF_KERNEL_CONVERGENT
	  && !(launch->flags & GCUF_KERNEL_WHOLE_WARPS
	       && launch->block.x % GCUF_WARP_SIZE == 0));
}

void
gcuf_fiber_run_block (const struct gcuf_cpu_launch *launch)
{
  struct gcuf_block *b = this_block;
  if (!b)
    {
      gcuf_cpu_enter_thread ();
      b = this_block = gcuf_xcalloc (1, sizeof *b);
    }
  b->launch = launch;
  b->started = b->ended = b->turns = b->spins = 0;
  b->total = gcuf_volume (&launch->block);
  b->last = NULL;
  b->grid_barrier.complete = gcuf_grid_wait;
  gcuf_warps_init (b);
  if (launch->flags & GCUF_KERNEL_CHECKED)
    gcuf_check_begin_block (b);
  b->together = !waits_p (launch) && !b->schedule;
  struct gcuf_fiber *first = start_fiber (b);
  GCUF_context.reserved = b;
  gcuf_switch (&b->host, &first->state);
  GCUF_context.reserved = NULL;
  if (launch->flags & GCUF_KERNEL_CHECKED)
    gcuf_check_end_block (b);
}

const struct gcuf_fiber *
gcuf_running_fiber (const struct gcuf_cpu_launch **launch)
{
  const struct gcuf_block *b = GCUF_context.reserved;
  if (!b)
    return NULL;
  *launch = b->launch;
  return b->current;
}
