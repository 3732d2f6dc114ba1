/* Kernels whose loops advance fewer pointers.
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

#include "loop-pointers.h"
#include "kernel-registers.h"

#include <stdlib.h>
#include <string.h>

/* GCC gives a loop a pointer for each array that it refers to, and often one for
   each reference, and advances them.  It does not know what that costs, as its
   registers for the accelerator are virtual.  A loop over stencils, or over many
   arrays, has few threads then.  Without such pointers addresses are computed
   where they are needed, of what all threads share, which are more instructions:
   in most kernels that is slower.  So a program with kernels that have many
   registers, and many accesses in loops, is compiled a second time, without
   pointers, and CUDA's assembler says for each of them with which more threads
   run.  */

/* Kernels with no more registers than FEW_REGISTERS, or fewer accesses than
   MANY_ACCESSES in loops, are left alone; the others are replaced if 1 /
   MORE_THREADS more threads run.  */
enum { FEW_REGISTERS = 64, MANY_ACCESSES = 8, MORE_THREADS = 5 };

/* --- What the assembler says --------------------------------------------- */

struct kernels
{
  struct kernel_registers *kernels;
  size_t n;
};

static void
append (void *data, const struct kernel_registers *kernel)
{
  struct kernels *all = data;

  all->kernels = xrealloc (all->kernels, (all->n + 1) * sizeof *all->kernels);
  all->kernels[all->n++] = *kernel;
}

static const struct kernel_registers *
find (const struct kernels *all, const char *name)
{
  for (size_t i = 0; i < all->n; i++)
    if (strcmp (all->kernels[i].name, name) == 0)
      return &all->kernels[i];
  return NULL;
}

/* What ALL have for that version of the kernel NAME of PROGRAM which most launches
   take, or null.  */

static const struct kernel_registers *
find_main (const struct kernels *all, const struct ptx_program *program,
	   const char *name)
{
  for (size_t i = 0; i < program->n_versions; i++)
    if (strcmp (program->versions[i].entry, name) == 0
	&& !aligned_version_p (program->versions[i].name))
      return find (all, program->versions[i].name);
  return find (all, name);
}

/* --- Candidates ---------------------------------------------------------- */

/* True if S loads or stores what is not the thread's own.  */

static bool
access_p (const struct ptx_statement *s)
{
  return (s->kind == PTX_INSTRUCTION && (s->opcode->flags & PTX_MEMORY)
	  && s->opcode->space != PTX_SPACE_PARAM
	  && s->opcode->space != PTX_SPACE_LOCAL);
}

/* How many accesses FUNCTION's loops have.  A loop is what is between a label and
   a branch back to it.  */

static unsigned
count_in_loops (const struct ptx_function *function)
{
  struct map labels = { 0 };
  unsigned n = 0, counted = 0;	/* Up to here; those that are in a loop.  */
  unsigned place = 0;		/* That in front of which all is settled.  */

  for (const struct ptx_statement *s = function->body.first; s; s = s->next)
    if (s->kind == PTX_LABEL)
      /* A label in front of all accesses is there, too.  */
      *map_place (&labels, s->text) = (void *) (uintptr_t) (n + 1);
    else if (access_p (s))
      n++;
    else if (s->kind == PTX_INSTRUCTION && s->opcode->op == PTX_OP_BRA)
      {
	uintptr_t from = (uintptr_t) map_get (&labels, s->operands->text);

	if (from && n > place)
	  {
	    counted += n - (from - 1 > place ? from - 1 : place);
	    place = n;
	  }
      }
  map_free (&labels);
  return counted;
}

bool
find_pointer_kernels (struct strings *names, const struct ptx_program *program,
		      const char *target, const char *messages)
{
  const struct ptx_code *code = program->objects[0].code;
  struct kernels all = { 0 };

  if (!code || program->n != 1)
    return false;
  read_kernel_registers (messages, append, &all);
  for (size_t i = 0; i < all.n; i++)
    {
      const char *name = all.kernels[i].name;
      const struct kernel_registers *kernel = find_main (&all, program, name);
      const struct ptx_statement *first = ptx_find_kernel (code, name);

      if (first && kernel && kernel->registers > FEW_REGISTERS
	  && (threads_with_registers (kernel->registers, target)
	      < threads_with_registers (FEW_REGISTERS, target))
	  && !ptx_find_version (program, name, true)
	  && count_in_loops (first->function) >= MANY_ACCESSES)
	strings_push (names, name);
    }
  free (all.kernels);
  return names->n > 0;
}

/* --- The trial ----------------------------------------------------------- */

/* True if the kernel NAME of PROGRAM is one of NAMES or a version of one.  */

static bool
wanted_p (const struct ptx_program *program, const struct strings *names,
	  const char *name)
{
  const struct ptx_version *version = ptx_find_version (program, name, true);

  return (strings_have (names, name)
	  || (version && wanted_p (program, names, version->entry)));
}

char *
print_without_pointers (const struct ptx_program *other,
			const struct strings *names)
{
  struct ptx_code copy = { 0 };

  for (const struct ptx_statement *s = other->objects[0].code->first; s;
       s = s->next)
    if (s->kind != PTX_FUNCTION
	|| !ptx_specified_p (s->function->specifiers, PTX_WORD_ENTRY)
	|| wanted_p (other, names, s->function->name))
      {
	struct ptx_statement *kept = PTX_NEW (struct ptx_statement);

	*kept = *s;
	ptx_insert (&copy, copy.last, kept);
      }
  return ptx_print (&copy);
}

/* True if more threads of NOW than of BEFORE, which may be null, run on TARGET,
   without more local memory.  */

static bool
better_p (const struct kernel_registers *now,
	  const struct kernel_registers *before, const char *target)
{
  unsigned least;

  if (!now || !before || now->stack > before->stack)
    return false;
  least = threads_with_registers (before->registers, target);
  return (threads_with_registers (now->registers, target)
	  >= least + least / MORE_THREADS);
}

/* TEXT, and what the assembler would say of those of KERNELS, PROGRAM's, that are
   among NAMES or versions of one, or, unless OF_NAMES, of the others.  Some of
   these may be old versions that are no more.  */

static const char *
append_messages (const char *text, const struct kernels *kernels,
		 const struct ptx_program *program,
		 const struct strings *names, bool of_names)
{
  for (size_t i = 0; i < kernels->n; i++)
    if (wanted_p (program, names, kernels->kernels[i].name) == of_names)
      text = format_string ("%s%s", text,
			    kernel_message (&kernels->kernels[i]));
  return text;
}

bool
take_without_pointers (struct ptx_program *program,
		       const struct ptx_program *other, const char *target,
		       const char **messages, const char *other_messages,
		       const struct strings *names)
{
  struct kernels before = { 0 }, now = { 0 };
  struct strings taken = { 0 };

  read_kernel_registers (*messages, append, &before);
  read_kernel_registers (other_messages, append, &now);
  for (size_t i = 0; i < names->n; i++)
    if (better_p (find_main (&now, other, names->data[i]),
		  find_main (&before, program, names->data[i]), target)
	&& ptx_replace_kernel (program, other, names->data[i]))
      strings_push (&taken, names->data[i]);
  if (taken.n)
    *messages = (append_messages
		 (append_messages ("", &before, program, &taken, false),
		  &now, other, &taken, true));
  free (before.kernels);
  free (now.kernels);
  return taken.n > 0;
}
