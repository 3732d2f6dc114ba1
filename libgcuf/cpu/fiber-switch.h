/* Switching between stacks.
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

#ifndef GCUF_FIBER_SWITCH_H
#define GCUF_FIBER_SWITCH_H

#include <stddef.h>

/* ThreadSanitizer follows what happens on each stack.  */
#ifdef __SANITIZE_THREAD__
# include <sanitizer/tsan_interface.h>
#endif

/* Few lines of assembly where the architecture is known: what the C library
   offers saves and restores the signal mask, which costs system calls.  */
#if defined __x86_64__ && defined __LP64__
# define GCUF_SWITCH_ASM 1
#elif defined __aarch64__ && defined __LP64__
# define GCUF_SWITCH_ASM 1
#else
# define GCUF_SWITCH_ASM 0
# include <setjmp.h>
# include <ucontext.h>
#endif

/* A place where execution was left.  */
struct gcuf_switch
{
#if GCUF_SWITCH_ASM
  void *sp;
#else
  jmp_buf buf;
  ucontext_t start;
  int started;
#endif
#ifdef __SANITIZE_THREAD__
  void *fiber;
#endif
};

/* Make S a place where FN, which never returns, starts on the SIZE bytes of
   STACK.  */
extern void gcuf_switch_init (struct gcuf_switch *s, void *stack, size_t size,
			      void (*fn) (void));

/* The stack of S is no more.  */

static inline void
gcuf_switch_fini (struct gcuf_switch *s)
{
#ifdef __SANITIZE_THREAD__
  if (s->fiber)
    __tsan_destroy_fiber (s->fiber);
#endif
  (void) s;
}

/* Leave execution in FROM and go on at TO.  */
extern void gcuf_switch_to (struct gcuf_switch *from, struct gcuf_switch *to);

/* The same, told to ThreadSanitizer: threads of a block that take turns order
   nothing by that alone, but this is how they are run here.  */

static inline void
gcuf_switch (struct gcuf_switch *from, struct gcuf_switch *to)
{
#ifdef __SANITIZE_THREAD__
  from->fiber = __tsan_get_current_fiber ();
  __tsan_switch_to_fiber (to->fiber, 0);
#endif
  gcuf_switch_to (from, to);
}

#endif
