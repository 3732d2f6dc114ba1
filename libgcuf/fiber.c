/* The threads of a block as fibers: kernels that meet barriers on the cpu
   backend.
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
   They take turns in a fixed order, and the only place where one gives way to
   the next is a barrier or its end.  So when a thread's turn comes again, all
   others have reached the same barrier or have ended, and it can go on.

   A thread gets a stack when it is first needed: the first thread runs until
   it gives way, and if it ends instead, the next one uses the same stack.  */

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#if __has_include (<valgrind/valgrind.h>)
# include <valgrind/valgrind.h>
#endif

#include "gcuf-internal.h"
#include "fiber-switch.h"

#ifndef VALGRIND_STACK_REGISTER
# define VALGRIND_STACK_REGISTER(lo, hi) 0
# define VALGRIND_STACK_DEREGISTER(id) ((void) (id))
#endif

struct fiber
{
  struct gcuf_switch state;
  struct fiber *next;		/* Ring of the threads that have started.  */
  struct gcuf_dim3 threadidx;
  char *stack;
  size_t size;
  unsigned valgrind_id;
};

/* The fibers of one OS thread.  */
struct block
{
  const struct gcuf_cpu_launch *launch;
  struct gcuf_switch host;	/* Where the block was started from.  */
  struct fiber *current;
  struct fiber *last;		/* The newest of the ring.  */
  size_t started, total;	/* Threads.  */
  struct fiber *idle;		/* Fibers with stacks for reuse.  */
};

static __thread struct block *this_block
  __attribute__ ((tls_model ("initial-exec")));

/* --- Stacks -------------------------------------------------------------- */

static size_t
stack_size (void)
{
  static size_t size;
  size_t n = __atomic_load_n (&size, __ATOMIC_RELAXED);
  if (n == 0)
    {
      size_t page = sysconf (_SC_PAGESIZE);
      n = gcuf_env_size ("GCUF_STACKSIZE", 256 << 10, 16 << 10,
			 (size_t) 1 << 30);
      n = (n + page - 1) & -page;
      __atomic_store_n (&size, n, __ATOMIC_RELAXED);
    }
  return n;
}

/* A fiber with a stack, and a guard page below it.  The system limits the
   number of mappings, and with very many stacks guard pages may exceed it:
   such a stack goes without.  */

static struct fiber *
new_fiber (void)
{
  size_t guard = sysconf (_SC_PAGESIZE);
  struct fiber *f = gcuf_xcalloc (1, sizeof *f);
  f->size = stack_size ();
  char *pages = mmap (NULL, guard + f->size, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK,
		      -1, 0);
  if (pages == MAP_FAILED)
    gcuf_fatal (NULL, "out of memory for the stacks of a block's threads; "
		"set GCUF_STACKSIZE to less than %zu", f->size);
  mprotect (pages, guard, PROT_NONE);
  f->stack = pages + guard;
  f->valgrind_id = VALGRIND_STACK_REGISTER (f->stack, f->stack + f->size);
  return f;
}

static void
free_fiber (struct fiber *f)
{
  size_t guard = sysconf (_SC_PAGESIZE);
  VALGRIND_STACK_DEREGISTER (f->valgrind_id);
  munmap (f->stack - guard, guard + f->size);
  free (f);
}

static struct fiber *
get_fiber (struct block *b)
{
  struct fiber *f = b->idle;
  if (!f)
    return new_fiber ();
  b->idle = f->next;
  return f;
}

void
gcuf_fiber_fini (void)
{
  struct block *b = this_block;
  if (!b)
    return;
  while (b->idle)
    {
      struct fiber *f = b->idle;
      b->idle = f->next;
      free_fiber (f);
    }
  free (b);
  this_block = NULL;
}

/* --- Taking turns -------------------------------------------------------- */

/* The index of the block's thread number N, counted from zero.  */

static struct gcuf_dim3
thread_index (const struct gcuf_dim3 *dim, size_t n)
{
  struct gcuf_dim3 t;
  t.x = n % dim->x + 1;
  n /= dim->x;
  t.y = n % dim->y + 1;
  t.z = n / dim->y + 1;
  return t;
}

/* Take the current fiber, whose thread has ended, out of the ring, and switch
   to the next one; to where the block was started from if it was the last.  */

static void __attribute__ ((noreturn))
leave_ring (struct block *b)
{
  struct fiber *self = b->current, *next = self->next, *previous = next;
  struct gcuf_switch *to = &b->host;
  if (next != self)
    {
      while (previous->next != self)
	previous = previous->next;
      previous->next = next;
      if (b->last == self)
	b->last = previous;
      b->current = next;
      GCUF_context.threadidx = next->threadidx;
      to = &next->state;
    }
  self->next = b->idle;
  b->idle = self;
  gcuf_switch_to (&self->state, to);
  __builtin_unreachable ();
}

/* Where a fiber starts: run one thread after the other until one gives way or
   none is left to start.  While some are left, the newest fiber is the one
   that runs.  */

static void
fiber_main (void)
{
  struct block *b = this_block;
  const struct gcuf_cpu_launch *launch = b->launch;
  struct fiber *self = b->current;
  do
    {
      self->threadidx = thread_index (&launch->block, b->started++);
      GCUF_context.threadidx = self->threadidx;
      launch->run (launch->params, &self->threadidx, &self->threadidx);
    }
  while (b->started < b->total);
  leave_ring (b);
}

/* Add a fiber behind the newest one of B's ring and make it the current.  */

static struct fiber *
start_fiber (struct block *b)
{
  struct fiber *f = get_fiber (b);
  if (b->last)
    {
      f->next = b->last->next;
      b->last->next = f;
    }
  else
    f->next = f;
  b->last = f;
  b->current = f;
  gcuf_switch_init (&f->state, f->stack, f->size, fiber_main);
  return f;
}

GCUF_EXPORT void
__gcuf_syncthreads (void)
{
  struct block *b = GCUF_context.reserved;
  /* Where there is one thread at a time the compiler has seen that none waits
     for another, or the block has one thread.  */
  if (!b)
    return;
  struct fiber *self = b->current, *next;
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
  gcuf_switch_to (&self->state, &next->state);
}

void
gcuf_fiber_run_block (const struct gcuf_cpu_launch *launch)
{
  const struct gcuf_dim3 *dim = &launch->block;
  struct block *b = this_block;
  if (!b)
    b = this_block = gcuf_xcalloc (1, sizeof *b);
  b->launch = launch;
  b->started = 0;
  b->total = (size_t) dim->x * dim->y * dim->z;
  b->last = NULL;
  struct fiber *first = start_fiber (b);
  GCUF_context.reserved = b;
  gcuf_switch_to (&b->host, &first->state);
  GCUF_context.reserved = NULL;
}
