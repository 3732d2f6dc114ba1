/* What the environment says.
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

/* A program that has more rights than who runs it believes none of it.  */

#define _GNU_SOURCE 1
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "gcuf-internal.h"

static const char *const names[] =
{
#define GCUF_ENVIRONMENT(id, name) [GCUF_ENV_##id] = name,
#include "environment.def"
#undef GCUF_ENVIRONMENT
};

const char *
gcuf_env (enum gcuf_environment variable)
{
  const char *value = secure_getenv (names[variable]);
  return value && *value ? value : NULL;
}

bool
gcuf_env_flag (enum gcuf_environment variable)
{
  const char *value = gcuf_env (variable);
  return value && strcmp (value, "0") != 0;
}

size_t
gcuf_env_size (enum gcuf_environment variable, size_t fallback, size_t lo,
	       size_t hi)
{
  static const char suffixes[] = "kmg";
  const char *value = gcuf_env (variable);
  if (!value)
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
		"between %zu and %zu", names[variable], value, lo, hi);
  return n;
}
