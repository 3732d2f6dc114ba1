/* The threads of a block as fibers: what its files share.
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

#ifndef GCUF_FIBER_H
#define GCUF_FIBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cpu-internal.h"
#include "fiber-switch.h"

enum
{
  GCUF_WARP_SIZE = 32,
  GCUF_MAX_WARPS = GCUF_MAX_BLOCK_THREADS / GCUF_WARP_SIZE
};

/* A thread's part in a warp operation, on its stack while it waits.  */
struct gcuf_warp_request
{
  uint32_t mask;		/* Lanes that take part; 0: those at SITE.  */
  bool done;
  const void *site;

  /* Called once when all lanes of the mask that have not ended are here, with
     the requests by lane, and the set PRESENT of those lanes: sets their
     results.  Null where there is nothing to compute.  It is what must be equal
     in all requests of one operation.  */
  void (*finish) (struct gcuf_warp_request *const *lanes, uint32_t present);

  /* Operands and result, as FINISH takes them.  */
  uint64_t value;
  int32_t operand, width;
  uint64_t result;
  bool flag;
};

struct gcuf_warp
{
  uint32_t absent;		/* Lanes that have ended or never were.  */
  uint32_t waiting;		/* Lanes with a request.  */
  uint32_t at_barrier;		/* Lanes that wait for the block or the grid,
				   or spin.  */
  struct gcuf_warp_request *request[GCUF_WARP_SIZE];
};

/* A barrier of the block's threads.  */
struct gcuf_barrier
{
  size_t waiting;
  unsigned generation;		/* Counts how often it has let them go.  */
  void (*complete) (void);	/* Called before that, or null.  */
};

struct gcuf_fiber
{
  struct gcuf_switch state;
  struct gcuf_fiber *next, *previous; /* Ring of the threads that have
					 started.  */
  struct gcuf_dim3 threadidx;
  unsigned number;		/* Of the thread in its block, from zero.  */
  char *stack;
  size_t size;
  bool guarded;			/* What is below cannot be accessed.  */
  unsigned rounds;		/* Of loops that wait for other threads.  */
  unsigned valgrind_id;
};

/* The block that runs on this OS thread.  */
struct gcuf_block
{
  const struct gcuf_cpu_launch *launch;
  struct gcuf_switch host;	/* Where the block was started from.  */
  struct gcuf_fiber *current;
  struct gcuf_fiber *last;	/* The newest of the ring.  */
  size_t started, ended, total;	/* Threads.  */
  size_t turns;			/* Given away since something happened.  */
  size_t spins;			/* Turns of threads that spin.  */
  struct gcuf_fiber *idle;	/* Fibers with stacks for reuse.  */
  struct gcuf_barrier barrier, grid_barrier;
  bool together;		/* One call of the kernel's code, on one fiber,
				   is for all threads.  */
  struct gcuf_check_block *check; /* Null if it is not checked.  */
  struct gcuf_schedule *schedule; /* Null if threads take turns in the usual
				     order.  */
  struct gcuf_warp warp[GCUF_MAX_WARPS];
  /* Where the threads' values of a reduction are, while these wait.  */
  const void *reduced[GCUF_MAX_WARPS * GCUF_WARP_SIZE];
};

/* The running thread's block; null where there is one thread at a time: there
   the compiler has seen that none waits for another.  */

static inline struct gcuf_block *
gcuf_this_block (void)
{
  struct gcuf_block *b = GCUF_context.reserved;
  return b && !b->together ? b : NULL;
}

/* fiber.c: let the next thread run.  To be called again and again until what
   the current thread waits for has happened; ends the program if no thread
   makes progress any more.  */
extern void gcuf_give_way (struct gcuf_block *);
/* Wait at BARRIER until all threads that have not ended are there.  */
extern void gcuf_wait_at (struct gcuf_block *, struct gcuf_barrier *);

/* fiber-stack.c: return a fiber with a stack for threads of the launch; end the
   program if there is no memory.  */
extern struct gcuf_fiber *gcuf_new_fiber (const struct gcuf_cpu_launch *);
/* Free a fiber, which does not run.  */
extern void gcuf_free_fiber (struct gcuf_fiber *);
/* Return true if the stack of F is large enough for threads of the launch.  */
extern bool gcuf_fiber_fits_p (const struct gcuf_fiber *f,
			       const struct gcuf_cpu_launch *);
/* Return true if P is in the guard below F's stack.  Called by the signal
   handler.  */
extern bool gcuf_fiber_guard_p (const struct gcuf_fiber *f, const void *p);
/* fiber.c: return the fiber that runs on this OS thread, and store its launch;
   or return null.  Called by the signal handler.  */
extern const struct gcuf_fiber *gcuf_running_fiber
  (const struct gcuf_cpu_launch **);

/* fiber-warp.c: take part in a warp operation, and return when it is complete.
   Ends the program if the mask does not contain the running thread's lane.  */
extern void gcuf_warp_wait (struct gcuf_warp_request *);
/* Return the lane of the running thread, from zero.  */
extern unsigned gcuf_warp_lane (void);
/* Return the set of the lanes of its warp that are at the same SITE.  */
extern uint32_t gcuf_warp_active (const void *site);
/* Prepare the warps of a block that is going to run.  */
extern void gcuf_warps_init (struct gcuf_block *);
/* THREAD, the current one, has ended.  */
extern void gcuf_warp_leave (struct gcuf_block *, unsigned thread);

#endif
