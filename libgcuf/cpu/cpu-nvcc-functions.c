/* Device functions by nvcc: what calls them ends the program.
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

/* A device function that nvcc has compiled has no code for the host.  What is
   there in its place calls exit, without a word.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu-internal.h"

/* True if the code of EXPORTS is nvcc's: a fat binary of the toolkit's.  That of
   CUDA Fortran is text.  */

static bool
nvcc_code_p (const struct gcuf_exports *exports)
{
  static const char magic[] = "\x50\xed\x55\xba";
  const size_t n = sizeof magic - 1;
  return (exports->nobjects > 0 && exports->objects[0].size >= n
	  && memcmp (exports->objects[0].text, magic, n) == 0);
}

/* Print the names of the functions by nvcc that IMAGE calls.  */

static void
print_functions (const struct gcuf_image *image)
{
  for (size_t i = 0; i < image->nprocedures; i++)
    if (nvcc_code_p (image->procedures[i]->exports))
      fprintf (stderr, " '%s'", image->procedures[i]->name);
}

static bool
any_function_p (const struct gcuf_image *image)
{
  for (size_t i = 0; i < image->nprocedures; i++)
    if (nvcc_code_p (image->procedures[i]->exports))
      return true;
  return false;
}

/* Tell of LAUNCH, whose kernel has called exit.  */

static void
tell (const struct gcuf_cpu_launch *launch)
{
  bool any = false;
  gcuf_image_lock ();
  for (struct gcuf_image_node *n = gcuf_images (); n; n = n->next)
    any |= any_function_p (n->image);
  if (any)
    {
      flockfile (stderr);
      if (launch->where && launch->where->file)
	fprintf (stderr, "%s:%d: ", launch->where->file, launch->where->line);
      fprintf (stderr, "kernel %s has called a device function by nvcc, for "
	       "which the cpu backend has no code; one of:",
	       launch->kernel->name);
      for (struct gcuf_image_node *n = gcuf_images (); n; n = n->next)
	print_functions (n->image);
      fputc ('\n', stderr);
      funlockfile (stderr);
    }
  gcuf_image_unlock ();
}

static void
finish_at_exit (void)
{
  const struct gcuf_cpu_launch *launch = gcuf_cpu_running_launch ();
  if (launch && !gcuf_failed)
    tell (launch);
}

void
gcuf_cpu_watch_exits (void)
{
  atexit (finish_at_exit);
}
