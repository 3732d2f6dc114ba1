/* The kernels of the program, found by what a program can name them by.
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
#include <strings.h>

#include "gcuf-internal.h"
#include "registry.h"

static struct gcuf_registry registry =
{
  .lock = PTHREAD_MUTEX_INITIALIZER,
  .gone = gcuf_launches_forget
};

GCUF_EXPORT void
GCUF_register_kernels (struct gcuf_kernel *const *kernels, size_t n)
{
  if (n)
    gcuf_registry_add (&registry, kernels, n, kernels[0]->dso);
}

/* What to look for: a kernel for which MATCH, called with DATA, is true.  */
struct query
{
  bool (*match) (const struct gcuf_kernel *, const void *);
  const void *data;
};

/* Return the kernel of the table T that the query DATA is for, or null.  */

static void *
find_in (const struct gcuf_table *t, void *data)
{
  const struct query *q = data;
  struct gcuf_kernel *const *kernels = t->records;
  for (size_t i = 0; i < t->n; i++)
    if (q->match (kernels[i], q->data))
      return kernels[i];
  return NULL;
}

static bool
match_stub (const struct gcuf_kernel *kernel, const void *stub)
{
  return kernel->stub == stub;
}

struct gcuf_kernel *
gcuf_kernel_of (const void *stub)
{
  struct query q = { match_stub, stub };
  return stub ? gcuf_registry_search (&registry, find_in, &q) : NULL;
}

static bool
match_name (const struct gcuf_kernel *kernel, const void *name)
{
  const char *colons = strstr (kernel->name, "::");
  return (strcasecmp (kernel->name, name) == 0
	  || (colons && strcasecmp (colons + 2, name) == 0)
	  || strcmp (kernel->entry, name) == 0);
}

struct gcuf_kernel *
gcuf_kernel_named (const char *name)
{
  struct query q = { match_name, name };
  return gcuf_registry_search (&registry, find_in, &q);
}

static void __attribute__ ((destructor (101)))
kernels_fini (void)
{
  gcuf_registry_fini (&registry);
}
