/* Tables of records that objects of the program register.
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

#include <stdlib.h>

#include "gcuf-internal.h"
#include "registry.h"

/* The C library's, which has no header for it.  */
extern int __cxa_atexit (void (*fn) (void *), void *data, void *dso);

/* Called when the object with the table T is unloaded, or the program ends.  */

static void
unregister (void *data)
{
  struct gcuf_table *t = data;
  struct gcuf_registry *r = t->registry;
  if (gcuf_failed)
    return;
  pthread_mutex_lock (&r->lock);
  struct gcuf_table **link = &r->tables;
  while (*link != t)
    link = &(*link)->next;
  *link = t->next;
  pthread_mutex_unlock (&r->lock);
  if (r->gone)
    r->gone (t->dso);
  free (t);
}

void
gcuf_registry_add (struct gcuf_registry *r, const void *records, size_t n,
		   void *dso)
{
  struct gcuf_table *t = gcuf_xmalloc (sizeof *t);
  t->registry = r;
  t->records = records;
  t->n = n;
  t->dso = dso;
  pthread_mutex_lock (&r->lock);
  t->next = r->tables;
  r->tables = t;
  pthread_mutex_unlock (&r->lock);
  __cxa_atexit (unregister, t, dso);
}

void *
gcuf_registry_search (struct gcuf_registry *r,
		      void *(*fn) (const struct gcuf_table *, void *),
		      void *data)
{
  void *found = NULL;
  pthread_mutex_lock (&r->lock);
  for (struct gcuf_table *t = r->tables; t && !found; t = t->next)
    found = fn (t, data);
  pthread_mutex_unlock (&r->lock);
  return found;
}

void
gcuf_registry_fini (struct gcuf_registry *r)
{
  while (r->tables && !gcuf_failed)
    {
      struct gcuf_table *t = r->tables;
      r->tables = t->next;
      free (t);
    }
}
