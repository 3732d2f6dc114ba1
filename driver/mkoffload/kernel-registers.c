/* What CUDA's assembler says of kernels, and what that means for their threads.
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

#include "kernel-registers.h"

#include <stdlib.h>
#include <string.h>

#include "support.h"

/* --- Threads ------------------------------------------------------------- */

/* A multiprocessor has so many registers, and gives a thread of a warp a
   multiple of UNIT: the technical specifications for compute capabilities 7.5
   and later.  */
enum { ALL_REGISTERS = 65536, UNIT = REGISTER_UNIT };

/* How many threads a multiprocessor of TARGET, as "sm_90", runs at most: the
   technical specifications again.  */

static unsigned
most_threads (const char *target)
{
  static const struct { int capability; unsigned threads; } others[] = {
    { 75, 1024 }, { 86, 1536 }, { 87, 1536 }, { 88, 1536 }, { 89, 1536 },
    { 110, 1536 }, { 120, 1536 }, { 121, 1536 }
  };
  int capability = atoi (target + strlen ("sm_"));

  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (others[i].capability == capability)
      return others[i].threads;
  return 2048;
}

unsigned
given_registers (unsigned registers)
{
  return (registers + UNIT - 1) / UNIT * UNIT;
}

unsigned
threads_with_registers (unsigned registers, const char *target)
{
  unsigned given = given_registers (registers), most = most_threads (target);

  return given * most <= ALL_REGISTERS ? most : ALL_REGISTERS / given;
}

/* --- What the assembler says --------------------------------------------- */

#define KERNEL_MESSAGE "Compiling entry function '"
#define STACK_MESSAGE " bytes stack frame"
#define REGISTERS_MESSAGE " registers"

char *
kernel_message (const struct kernel_registers *kernel)
{
  return format_string (KERNEL_MESSAGE "%s'\n" "%u" STACK_MESSAGE "\n"
			"Used %u" REGISTERS_MESSAGE "\n",
			kernel->name, kernel->stack, kernel->registers);
}

/* The number in front of the text WHAT in the LENGTH characters at LINE, which
   "Used 32 registers" has, or -1.  */

static long
number_before (const char *line, size_t length, const char *what)
{
  const char *end = memmem (line, length, what, strlen (what));

  if (!end)
    return -1;
  while (end > line && (end[-1] >= '0' && end[-1] <= '9'))
    end--;
  return atol (end);
}

void
read_kernel_registers (const char *messages,
		       void (*take) (void *, const struct kernel_registers *),
		       void *data)
{
  struct kernel_registers kernel = { 0 };

  for (size_t length; *messages; messages += length + (messages[length] != 0))
    {
      const char *name;
      long n;

      length = strcspn (messages, "\n");
      name = memmem (messages, length, KERNEL_MESSAGE,
		     strlen (KERNEL_MESSAGE));
      if (name)
	{
	  name += strlen (KERNEL_MESSAGE);
	  kernel = (struct kernel_registers) {
	    .name = xstrndup (name, strcspn (name, "'\n"))
	  };
	}
      if (!kernel.name)
	continue;
      n = number_before (messages, length, STACK_MESSAGE);
      if (n >= 0)
	kernel.stack = n;
      n = number_before (messages, length, REGISTERS_MESSAGE);
      if (n >= 0)
	{
	  kernel.registers = n;
	  take (data, &kernel);
	  kernel.name = NULL;
	}
    }
}

/* --- Kernels ------------------------------------------------------------- */

bool
aligned_version_p (const char *name)
{
  const char *end = strrchr (name, '$');

  return end && strcmp (end, "$aligned") == 0;
}
