/* Launches of kernels whose interface is implicit.
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

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gcuf-internal.h"

/* Texts of arguments have letters and numbers as gcuf-arguments.def says.  */

static bool
letter_p (char c)
{
  return c >= 'a' && c <= 'z';
}

/* Return how many arguments TEXT has.  */

static int
count (const char *text)
{
  int n = 0;
  for (; *text; text++)
    n += letter_p (*text);
  return n;
}

/* Return the argument behind the one at TEXT.  */

static const char *
next (const char *text)
{
  do
    text++;
  while (*text && !letter_p (*text));
  return text;
}

/* Return true if the arguments at A and B are passed in the same way.  */

static bool
same_p (const char *a, const char *b)
{
  return next (a) - a == next (b) - b && strncmp (a, b, next (a) - a) == 0;
}

/* Store in BUF, of SIZE bytes, what messages call the argument at TEXT.  */

static void
describe (char *buf, size_t size, const char *text)
{
  static const struct
  {
    char letter;
    const char *text;
  } names[] =
  {
#define GCUF_ARGUMENT(id, letter, text) { letter, text },
#include "gcuf-arguments.def"
#undef GCUF_ARGUMENT
  };
  const char *name = "?";
  int bytes = atoi (text + 1);

  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (names[i].letter == *text)
      name = names[i].text;
  if (!bytes)
    snprintf (buf, size, "%s", name);
  else if (*text == GCUF_ARGUMENT_DERIVED)
    snprintf (buf, size, "%s of %d bytes by value", name, bytes);
  else
    snprintf (buf, size, "%s(%d) by value", name,
	      *text == GCUF_ARGUMENT_COMPLEX ? bytes / 2 : bytes);
}

/* End the program if the kernel NAME, which takes arguments as TAKEN says, cannot
   be launched at WHERE with arguments that are PASSED.  */

static void
compare (const struct gcuf_location *where, const char *name,
	 const char *taken, const char *passed)
{
  int n = count (taken), m = count (passed);
  if (n != m)
    gcuf_fatal (where, "kernel %s has %d arguments, and the launch, without an "
		"explicit interface, passes %d", name, n, m);

  for (int i = 1; i <= n; i++, taken = next (taken), passed = next (passed))
    if (!same_p (taken, passed))
      {
	char to[80], from[80];
	describe (to, sizeof to, taken);
	describe (from, sizeof from, passed);
	gcuf_fatal (where, "argument %d of kernel %s is %s, and the launch, "
		    "without an explicit interface, passes %s", i, name, to,
		    from);
      }
}

GCUF_EXPORT void
GCUF_push_implicit_launch (struct gcuf_launch *launch, const char *name,
			   const void *stub, const char *arguments,
			   const void **known)
{
  if (__atomic_load_n (known, __ATOMIC_RELAXED) != stub)
    {
      const struct gcuf_kernel *kernel = gcuf_kernel_of (stub);
      if (!kernel)
	gcuf_fatal (launch->where, "procedure %s is not a kernel of CUDA "
		    "Fortran: it cannot be launched without an explicit "
		    "interface", name);
      if (kernel->arguments)
	compare (launch->where, name, kernel->name + kernel->arguments,
		 arguments);
      __atomic_store_n (known, stub, __ATOMIC_RELAXED);
    }
  GCUF_push_launch (launch);
}
