/* What GCUF_CHECK asks for.
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


#include <string.h>

#include "gcuf-internal.h"

/* The items of the variable, which commas separate.  */
static const struct
{
  const char *name;
  unsigned checks;
} items[] =
{
  { "0", 0 },
  { "1", GCUF_CHECK_ACCESS },
  { "access", GCUF_CHECK_ACCESS },
  { "leaks", GCUF_CHECK_LEAKS },
  { "all", GCUF_CHECK_ACCESS | GCUF_CHECK_LEAKS }
};

/* Return the checks that the item of LENGTH characters at NAME stands for.  End
   the program if there is none of that name.  */

static unsigned
decode_item (const char *name, size_t length)
{
  for (size_t i = 0; i < sizeof items / sizeof *items; i++)
    if (strlen (items[i].name) == length
	&& memcmp (items[i].name, name, length) == 0)
      return items[i].checks;
  gcuf_fatal (NULL, "GCUF_CHECK: there is no check '%.*s'; use access, leaks "
	      "or all", (int) length, name);
}

/* Return all that the variable asks for.  */

static unsigned
decode (void)
{
  unsigned checks = 0;
  const char *p = gcuf_env (GCUF_ENV_CHECK);
  while (p)
    {
      size_t length = strcspn (p, ",");
      checks |= decode_item (p, length);
      p = p[length] ? p + length + 1 : NULL;
    }
  return checks;
}

bool
gcuf_checks_p (unsigned check)
{
  static int checks = -1;
  int value = __atomic_load_n (&checks, __ATOMIC_RELAXED);
  if (value < 0)
    {
      value = decode ();
      __atomic_store_n (&checks, value, __ATOMIC_RELAXED);
    }
  return value & check;
}
