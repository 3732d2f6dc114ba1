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

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "gcuf-internal.h"

/* The tables the objects of the program registered.  */
static struct table
{
  struct table *next;
  struct gcuf_kernel *const *kernels;
  size_t n;
} *tables;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

GCUF_EXPORT void
GCUF_register_kernels (struct gcuf_kernel *const *kernels, size_t n)
{
  struct table *t = gcuf_xmalloc (sizeof *t);
  t->kernels = kernels;
  t->n = n;
  pthread_mutex_lock (&lock);
  t->next = tables;
  tables = t;
  pthread_mutex_unlock (&lock);
}

void
gcuf_kernels_forget (const void *dso)
{
  pthread_mutex_lock (&lock);
  for (struct table **p = &tables; *p; )
    {
      struct table *t = *p;
      if (t->n && t->kernels[0]->dso == dso)
	{
	  *p = t->next;
	  free (t);
	}
      else
	p = &t->next;
    }
  pthread_mutex_unlock (&lock);
}

typedef bool match_fn (const struct gcuf_kernel *, const void *);

static struct gcuf_kernel *
find (match_fn *match, const void *data)
{
  struct gcuf_kernel *found = NULL;
  pthread_mutex_lock (&lock);
  for (struct table *t = tables; t && !found; t = t->next)
    for (size_t i = 0; i < t->n && !found; i++)
      if (match (t->kernels[i], data))
	found = t->kernels[i];
  pthread_mutex_unlock (&lock);
  return found;
}

static bool
match_stub (const struct gcuf_kernel *kernel, const void *stub)
{
  return kernel->stub == stub;
}

struct gcuf_kernel *
gcuf_kernel_of (const void *stub)
{
  return stub ? find (match_stub, stub) : NULL;
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
  return find (match_name, name);
}

static void __attribute__ ((destructor (101)))
kernels_fini (void)
{
  while (tables && !gcuf_failed)
    {
      struct table *t = tables;
      tables = t->next;
      free (t);
    }
}
