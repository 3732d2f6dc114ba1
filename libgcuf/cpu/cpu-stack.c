/* The stacks that device code runs on without fibers, and what goes beyond any.
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

/* Where the threads of a block run one after the other they can do so on the
   stack of the host thread, if they need little of it.  Others get one that is
   large enough, and guarded, one for each host thread.

   A fault at the end of a stack leaves none to handle it on, so that each
   thread that runs device code has another for that.  */

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fiber.h"

/* A stack of this host thread's, and what is to be done there.  */
struct call_stack
{
  struct gcuf_fiber *fiber;
  struct gcuf_switch host;
  const struct gcuf_cpu_launch *launch;	/* Null if nothing runs there.  */
  void (*fn) (void *);
  void *data;
};
static __thread struct call_stack *call_stack;

/* What signals are handled on, if the program had not provided for it.  */
static __thread void *alternate;
static __thread bool entered;

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* --- Signals ------------------------------------------------------------- */

static size_t
alternate_size (void)
{
  long least = sysconf (_SC_SIGSTKSZ);
  enum { ENOUGH = 64 << 10 };
  return least > ENOUGH ? least : ENOUGH;
}

/* A thread of the program's ends.  */

static void
end_thread (void *unused)
{
  (void) unused;
  gcuf_fiber_fini ();
}

static void
make_key (void)
{
  pthread_key_create (&key, end_thread);
}

void
gcuf_cpu_enter_thread (void)
{
  stack_t old, fresh = { .ss_size = alternate_size () };
  if (entered)
    return;
  entered = true;
  pthread_once (&once, make_key);
  pthread_setspecific (key, &entered);
  gcuf_cpu_check_faults ();
  if (sigaltstack (NULL, &old) != 0 || !(old.ss_flags & SS_DISABLE))
    return;
  fresh.ss_sp = mmap (NULL, fresh.ss_size, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (fresh.ss_sp != MAP_FAILED && sigaltstack (&fresh, NULL) == 0)
    alternate = fresh.ss_sp;
}

void
gcuf_cpu_leave_thread (void)
{
  const stack_t none = { .ss_flags = SS_DISABLE };
  stack_t current;
  entered = false;
  if (alternate)
    {
      /* The program may have provided for it since.  */
      if (sigaltstack (NULL, &current) == 0 && current.ss_sp == alternate)
	sigaltstack (&none, NULL);
      munmap (alternate, alternate_size ());
      alternate = NULL;
    }
  if (call_stack && !call_stack->launch)
    {
      gcuf_free_fiber (call_stack->fiber);
      free (call_stack);
      call_stack = NULL;
    }
}

void
gcuf_cpu_stack_fini (void)
{
  gcuf_fiber_fini ();
  pthread_once (&once, make_key);
  pthread_key_delete (key);
}

/* The fiber that the calling thread runs device code on, for *LAUNCH; null if it
   runs none on a stack of ours.  */

static const struct gcuf_fiber *
running_fiber (const struct gcuf_cpu_launch **launch)
{
  const struct gcuf_fiber *f = gcuf_running_fiber (launch);
  if (f || !call_stack || !call_stack->launch)
    return f;
  *launch = call_stack->launch;
  return call_stack->fiber;
}

const struct gcuf_cpu_launch *
gcuf_cpu_running_launch (void)
{
  const struct gcuf_cpu_launch *launch = NULL;
  running_fiber (&launch);
  return launch;
}

const struct gcuf_cpu_launch *
gcuf_cpu_overflow (const void *p, size_t *size)
{
  const struct gcuf_cpu_launch *launch = NULL;
  const struct gcuf_fiber *f = running_fiber (&launch);
  if (!f || !gcuf_fiber_guard_p (f, p))
    return NULL;
  *size = f->size;
  return launch;
}

/* --- Calls --------------------------------------------------------------- */

static void
stack_main (void)
{
  for (;;)
    {
      struct call_stack *s = call_stack;
      s->fn (s->data);
      gcuf_switch (&s->fiber->state, &s->host);
    }
}

/* Whether LAUNCH's kernel gets by with what every host thread has.  */

static bool
small_p (const struct gcuf_cpu_launch *launch)
{
  enum { SMALL = 16 << 10 };
  return (!(launch->flags & GCUF_KERNEL_UNBOUNDED)
	  && launch->kernel->frame.bytes <= SMALL);
}

/* The calling thread's stack, with room for LAUNCH.  */

static struct call_stack *
get_call_stack (const struct gcuf_cpu_launch *launch)
{
  if (!call_stack)
    {
      gcuf_cpu_enter_thread ();
      call_stack = gcuf_xcalloc (1, sizeof *call_stack);
    }
  struct call_stack *s = call_stack;
  if (s->fiber && !gcuf_fiber_fits_p (s->fiber, launch))
    {
      gcuf_free_fiber (s->fiber);
      s->fiber = NULL;
    }
  if (!s->fiber)
    {
      s->fiber = gcuf_new_fiber (launch);
      gcuf_switch_init (&s->fiber->state, s->fiber->stack, s->fiber->size,
			stack_main);
    }
  return s;
}

void
gcuf_cpu_call (const struct gcuf_cpu_launch *launch, void (*fn) (void *),
	       void *data)
{
  if (small_p (launch) || (call_stack && call_stack->launch))
    {
      fn (data);
      return;
    }
  struct call_stack *s = get_call_stack (launch);
  s->launch = launch;
  s->fn = fn;
  s->data = data;
  gcuf_switch (&s->host, &s->fiber->state);
  s->launch = NULL;
}
