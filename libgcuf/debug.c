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

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gcuf-internal.h"

bool gcuf_debug_p;

bool
gcuf_env_flag (const char *name)
{
  const char *value = getenv (name);
  return value && *value && strcmp (value, "0") != 0;
}

/* Early, so that the registration of images is seen too.  */

static void __attribute__ ((constructor (101)))
debug_init (void)
{
  gcuf_debug_p = gcuf_env_flag ("GCUF_DEBUG");
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

size_t
gcuf_env_size (const char *name, size_t fallback, size_t lo, size_t hi)
{
  static const char suffixes[] = "kmg";
  const char *value = getenv (name);
  if (!value || !*value)
    return fallback;

  char *end;
  errno = 0;
  unsigned long long n = strtoull (value, &end, 10);
  bool ok = errno == 0 && end != value && *value != '-';
  if (ok && *end)
    {
      const char *suffix = strchr (suffixes, *end | 0x20);
      int shift = suffix ? 10 * (int) (suffix - suffixes + 1) : 0;
      ok = suffix && end[1] == '\0' && n <= (SIZE_MAX >> shift);
      n <<= shift;
    }
  if (!ok || n < lo || n > hi)
    gcuf_fatal (NULL, "the environment variable %s is '%s', not a number "
		"between %zu and %zu", name, value, lo, hi);
  return n;
}
