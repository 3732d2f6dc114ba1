/* Which kernels are compiled for fewer registers, or for all that they are given.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of cudafortran.

   Cudafortran is free software; you can redistribute it and/or modify it under
   the terms of the GNU General Public License as published by the Free
   Software Foundation; either version 3, or (at your option) any later
   version.

   Cudafortran is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
   more details.

   You should have received a copy of the GNU General Public License along
   with cudafortran; see the file COPYING.  If not, see
   <http://www.gnu.org/licenses/>.  */

#include "fewer-registers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptx.h"

/* The more registers a thread has, the fewer threads a multiprocessor runs at a
   time.  CUDA's assembler takes what its schedule is best with.  Often it can
   do with a little less, and all is in registers still; where more threads run
   then, a kernel is compiled so.  That is tried, with a text that has these
   kernels alone.

   Not so a kernel with local memory, which is short of registers as it is.  Nor
   the version of one for aligned arrays, each thread of which reads words
   beside each other: more of these threads share the same cache, and leave less
   of it to a line until the last of its words is read.

   But where a multiprocessor runs so few threads that they wait for memory
   together, more of them are worth some words of local memory, too, and even in
   a version for aligned arrays.

   Registers are given in units.  A kernel with some less may have all of the last
   unit and run as many threads: CUDA's assembler, which does not use them of its own
   accord, has more loads under way at a time when it is told so.  */

/* A kernel is worth a trial if it can have 1 / MORE_THREADS more threads with the
   next multiple below, or, if it has at most FEW registers more than that, 1 /
   MORE_FOR_FEW: all kernels of a text are assembled once more for it.  */
enum { MORE_THREADS = 4, FEW = 2, MORE_FOR_FEW = 6 };

/* Or if it has more than MANY registers, so that each of the four schedulers has
   less than four warps, but not so many that it could not do with MANY.  Then it
   may have MOST_STACK bytes of stack.  */
enum { MANY = 128, TOO_MANY = 192, MOST_STACK = 16 };

/* Or if at least LEAST_LEFT registers are left of its last unit and it has LOADS or
   more of them.  */
enum { LEAST_LEFT = 4, LOADS = 8 };

/* How many registers a kernel with REGISTERS is to be tried with on TARGET, or
   0.  ALIGNED: it is a version for aligned arrays.  */

static unsigned
limit_for (unsigned registers, bool aligned, const char *target)
{
  unsigned limit = given_registers (registers) - REGISTER_UNIT;

  if (registers > MANY)
    return registers <= TOO_MANY ? MANY : 0;
  if (aligned || registers <= REGISTER_UNIT
      || (threads_with_registers (registers, target)
	  == threads_with_registers (limit, target)))
    return 0;
  /* The first by the second is how many more threads run.  */
  return (REGISTER_UNIT * (registers - limit <= FEW ? MORE_FOR_FEW
			   : MORE_THREADS) >= limit ? limit : 0);
}

/* --- Limits -------------------------------------------------------------- */

static struct register_limit *
find_limit (const struct register_limits *limits, const char *name)
{
  for (size_t i = 0; i < limits->n; i++)
    if (strcmp (limits->kernels[i].kernel.name, name) == 0)
      return &limits->kernels[i];
  return NULL;
}

/* True if the user or another pass says how many threads or registers FUNCTION
   is to have.  */

static bool
settled_p (const struct ptx_function *function)
{
  static const enum ptx_word words[] = {
    PTX_WORD_MAXNTID, PTX_WORD_MAXNREG, PTX_WORD_MINNCTAPERSM
  };

  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (ptx_find_directive (function, words[i]))
      return true;
  return false;
}

/* True if FUNCTION has calls.  */

static bool
calls_p (const struct ptx_function *function)
{
  for (const struct ptx_statement *s = function->body.first; s; s = s->next)
    if (s->kind == PTX_INSTRUCTION && s->opcode->op == PTX_OP_CALL)
      return true;
  return false;
}

/* True if the kernel NAME of CODE may have a limit.  Its callees would need the
   same, and may be in other texts: CUDA's linker refuses it otherwise.  */

static bool
limit_possible_p (const struct ptx_code *code, const char *name)
{
  const struct ptx_statement *kernel = ptx_find_kernel (code, name);

  return (kernel && !settled_p (kernel->function)
	  && !calls_p (kernel->function));
}

/* How many loads of memory other than the thread's own FUNCTION has.  */

static unsigned
count_loads (const struct ptx_function *function)
{
  unsigned n = 0;

  for (const struct ptx_statement *s = function->body.first; s; s = s->next)
    n += (s->kind == PTX_INSTRUCTION && s->opcode->op == PTX_OP_LD
	  && s->opcode->space == PTX_SPACE_GLOBAL);
  return n;
}

/* The registers that KERNEL of CODE is given, if it is worth a trial with all of
   them, or 0.  */

static unsigned
full_limit (const struct ptx_code *code, const struct kernel_registers *kernel)
{
  const struct ptx_statement *s = ptx_find_kernel (code, kernel->name);
  unsigned given = given_registers (kernel->registers);

  return (s && given - kernel->registers >= LEAST_LEFT
	  && count_loads (s->function) >= LOADS ? given : 0);
}

/* What find_register_limits looks for.  */
struct search
{
  struct register_limits *limits;
  const struct ptx_code *code;
  const char *target;
};

/* Add KERNEL to the limits of DATA, a struct search, if it is worth that.  */

static void
take_candidate (void *data, const struct kernel_registers *kernel)
{
  struct search *search = data;
  struct register_limits *limits = search->limits;
  unsigned limit = limit_for (kernel->registers,
			      aligned_version_p (kernel->name), search->target);

  if (limit == 0)
    limit = full_limit (search->code, kernel);
  if (limit == 0 || kernel->stack
      || !limit_possible_p (search->code, kernel->name))
    return;
  limits->kernels = xrealloc (limits->kernels,
			      (limits->n + 1) * sizeof *limits->kernels);
  limits->kernels[limits->n++]
    = (struct register_limit) { .kernel = *kernel, .limit = limit };
}

bool
find_register_limits (struct register_limits *limits,
		      const struct ptx_code *code, const char *target,
		      const char *messages)
{
  struct search search = { limits, code, target };

  read_kernel_registers (messages, take_candidate, &search);
  return limits->n > 0;
}

/* If KERNEL, as assembled with its limit among DATA, is another, keeps to it and
   needs no more stack than that is worth, note that.  */

static void
take_result (void *data, const struct kernel_registers *kernel)
{
  struct register_limit *before = find_limit (data, kernel->name);

  if (before)
    before->good = (kernel->stack <= (before->limit == MANY ? MOST_STACK : 0)
		    && kernel->registers <= before->limit
		    && kernel->registers != before->kernel.registers);
}

bool
keep_register_limits (struct register_limits *limits, const char *messages)
{
  size_t kept = 0;

  read_kernel_registers (messages, take_result, limits);
  for (size_t i = 0; i < limits->n; i++)
    if (limits->kernels[i].good)
      limits->kernels[kept++] = limits->kernels[i];
  limits->n = kept;
  return kept > 0;
}

/* A copy of S, with LIMIT for the registers if that is not null.  */

static struct ptx_statement *
copy_limited (const struct ptx_statement *s,
	      const struct register_limit *limit)
{
  struct ptx_statement *copy = PTX_NEW (struct ptx_statement);

  *copy = *s;
  if (limit)
    {
      copy->function = PTX_NEW (struct ptx_function);
      *copy->function = *s->function;
      ptx_add_directive (copy->function,
			 ptx_format (".maxnreg %u", limit->limit));
    }
  return copy;
}

/* True if S defines or declares a kernel that LIMITS do not have.  */

static bool
other_kernel_p (const struct register_limits *limits,
		const struct ptx_statement *s)
{
  return (s->kind == PTX_FUNCTION
	  && ptx_specified_p (s->function->specifiers, PTX_WORD_ENTRY)
	  && !find_limit (limits, s->function->name));
}

char *
print_limited (const struct ptx_code *code,
	       const struct register_limits *limits, bool trial)
{
  struct ptx_code copy = { 0 };

  for (const struct ptx_statement *s = code->first; s; s = s->next)
    if (!trial || !other_kernel_p (limits, s))
      ptx_insert (&copy, copy.last,
		  copy_limited (s, (ptx_kernel_p (s)
				    ? find_limit (limits, s->function->name)
				    : NULL)));
  return ptx_print (&copy);
}
