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

#include <stdint.h>

#include "fiber-switch.h"

static void
new_fiber (struct gcuf_switch *s)
{
#ifdef __SANITIZE_THREAD__
  s->fiber = __tsan_create_fiber (0);
#endif
  (void) s;
}

#if GCUF_SWITCH_ASM

/* A place is the stack pointer below the registers that a call preserves.
   The floating-point modes are left out: nothing here changes them.  */

# ifdef __x86_64__

/* rbx, rbp, r12 to r15 and the address to go to.  */
enum { FRAME = 7, ENTRY = 6 };

__asm__ (".text\n"
	 ".p2align 4\n"
	 ".globl gcuf_switch_to\n"
	 ".hidden gcuf_switch_to\n"
	 ".type gcuf_switch_to, @function\n"
	 "gcuf_switch_to:\n"
	 ".cfi_startproc\n"
	 "pushq %rbp\n"
	 "pushq %rbx\n"
	 "pushq %r12\n"
	 "pushq %r13\n"
	 "pushq %r14\n"
	 "pushq %r15\n"
	 "movq %rsp, (%rdi)\n"
	 "movq (%rsi), %rsp\n"
	 "popq %r15\n"
	 "popq %r14\n"
	 "popq %r13\n"
	 "popq %r12\n"
	 "popq %rbx\n"
	 "popq %rbp\n"
	 "ret\n"
	 ".cfi_endproc\n"
	 ".size gcuf_switch_to, . - gcuf_switch_to\n");

# else

/* x19 to x30 and d8 to d15; the address to go to is x30.  */
enum { FRAME = 20, ENTRY = 11 };

__asm__ (".text\n"
	 ".p2align 4\n"
	 ".globl gcuf_switch_to\n"
	 ".hidden gcuf_switch_to\n"
	 ".type gcuf_switch_to, %function\n"
	 "gcuf_switch_to:\n"
	 ".cfi_startproc\n"
	 "sub sp, sp, #160\n"
	 "stp x19, x20, [sp, #0]\n"
	 "stp x21, x22, [sp, #16]\n"
	 "stp x23, x24, [sp, #32]\n"
	 "stp x25, x26, [sp, #48]\n"
	 "stp x27, x28, [sp, #64]\n"
	 "stp x29, x30, [sp, #80]\n"
	 "stp d8, d9, [sp, #96]\n"
	 "stp d10, d11, [sp, #112]\n"
	 "stp d12, d13, [sp, #128]\n"
	 "stp d14, d15, [sp, #144]\n"
	 "mov x9, sp\n"
	 "str x9, [x0]\n"
	 "ldr x9, [x1]\n"
	 "mov sp, x9\n"
	 "ldp x19, x20, [sp, #0]\n"
	 "ldp x21, x22, [sp, #16]\n"
	 "ldp x23, x24, [sp, #32]\n"
	 "ldp x25, x26, [sp, #48]\n"
	 "ldp x27, x28, [sp, #64]\n"
	 "ldp x29, x30, [sp, #80]\n"
	 "ldp d8, d9, [sp, #96]\n"
	 "ldp d10, d11, [sp, #112]\n"
	 "ldp d12, d13, [sp, #128]\n"
	 "ldp d14, d15, [sp, #144]\n"
	 "add sp, sp, #160\n"
	 "ret\n"
	 ".cfi_endproc\n"
	 ".size gcuf_switch_to, . - gcuf_switch_to\n");

# endif

void
gcuf_switch_init (struct gcuf_switch *s, void *stack, size_t size,
		  void (*fn) (void))
{
  /* The stack is aligned to 16 bytes where a function is called, and on
     x86-64 a return address, here of nowhere, lies on it.  */
  uintptr_t top = ((uintptr_t) stack + size) & -(uintptr_t) 16;
  uintptr_t *sp = (uintptr_t *) top - (FRAME % 2 ? 1 : 0) - FRAME;
  for (int i = 0; i < FRAME + FRAME % 2; i++)
    sp[i] = 0;
  sp[ENTRY] = (uintptr_t) fn;
  s->sp = sp;
  new_fiber (s);
}

#else

void
gcuf_switch_init (struct gcuf_switch *s, void *stack, size_t size,
		  void (*fn) (void))
{
  getcontext (&s->start);
  s->start.uc_stack.ss_sp = stack;
  s->start.uc_stack.ss_size = size;
  s->start.uc_link = NULL;
  makecontext (&s->start, fn, 0);
  s->started = 0;
  new_fiber (s);
}

void
gcuf_switch_to (struct gcuf_switch *from, struct gcuf_switch *to)
{
  from->started = 1;
  if (_setjmp (from->buf))
    return;
  if (to->started)
    _longjmp (to->buf, 1);
  setcontext (&to->start);
}

#endif
