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

#ifndef GCUF_REGISTRY_H
#define GCUF_REGISTRY_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* One table, from when an object registers it until that is unloaded or the
   program ends.  */
struct gcuf_table
{
  struct gcuf_table *next;
  struct gcuf_registry *registry;
  const void *records;		/* An array of N pointers to records.  */
  size_t n;
  const void *dso;		/* The object's.  */
};

/* All tables of one kind, static data.  */
struct gcuf_registry
{
  pthread_mutex_t lock;
  struct gcuf_table *tables;	/* Newest first, under LOCK.  */
  /* Called, without LOCK, when a table of DSO has gone; or null.  */
  void (*gone) (const void *dso);
};

/* Add the N RECORDS of the object DSO, the address of its __dso_handle.  Ends
   the program if there is no memory.  */
extern void gcuf_registry_add (struct gcuf_registry *, const void *records,
			       size_t n, void *dso);

/* Call FN with each table and DATA, under the registry's lock, until it returns
   something else than null; return that, or null.  */
extern void *gcuf_registry_search (struct gcuf_registry *,
				   void *(*fn) (const struct gcuf_table *,
						void *data),
				   void *data);

/* The library is going: free what is left.  */
extern void gcuf_registry_fini (struct gcuf_registry *);

#endif
