/* Debugging output and the environment.
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
#include <time.h>

#include "gcuf-internal.h"

bool gcuf_debug_p;

/* Early, so that the registration of images is seen too.  */

static void __attribute__ ((constructor (101)))
debug_init (void)
{
  gcuf_debug_p = gcuf_env_flag (GCUF_ENV_DEBUG);
}

void
gcuf_debug_print (const char *format, ...)
{
  va_list args;
  va_start (args, format);
  flockfile (stderr);
  fputs ("libgcuf: ", stderr);
  vfprintf (stderr, format, args);
  fputc ('\n', stderr);
  funlockfile (stderr);
  va_end (args);
}

double
gcuf_milliseconds (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e3 + now.tv_nsec * 1e-6;
}
