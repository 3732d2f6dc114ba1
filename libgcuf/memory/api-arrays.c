/* Arrays that routines of the API have allocated.
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

/* What Fortran has allocated it deallocates by itself, at the end of a scope
   and elsewhere.  What cudaMalloc and its like have given an allocatable array
   it leaves alone: the addresses of such arrays are kept here until they are
   freed by a statement or call of the program.  */

#include <pthread.h>
#include <stdlib.h>

#include "gcuf-memory.h"

struct kept
{
  struct kept *next;
  const void *p;
};

/* A hash table.  */
static struct kept **buckets;
static size_t n_buckets, n_kept;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Most programs have none, and then nothing is locked.  */

static bool
none_p (void)
{
  return __atomic_load_n (&n_kept, __ATOMIC_ACQUIRE) == 0;
}

static void
set_number (size_t n)
{
  __atomic_store_n (&n_kept, n, __ATOMIC_RELEASE);
}

/* The chain that P is in if it is kept.  There are buckets.  LOCK is held.  */

static struct kept **
chain (const void *p)
{
  return &buckets[(((uintptr_t) p >> 8) * 0x9e3779b97f4a7c15u >> 16)
		  % n_buckets];
}

/* The link to P, or to the end of its chain.  LOCK is held.  */

static struct kept **
find (const void *p)
{
  struct kept **link = chain (p);
  while (*link && (*link)->p != p)
    link = &(*link)->next;
  return link;
}

/* Twice as many buckets as there are.  Without memory the chains just become
   longer, once there are any.  LOCK is held.  */

static bool
grow (void)
{
  struct kept **old = buckets;
  size_t n = n_buckets, n_fresh = n ? 2 * n : 64;
  struct kept **fresh = calloc (n_fresh, sizeof *fresh);
  if (!fresh)
    return n > 0;
  buckets = fresh;
  n_buckets = n_fresh;
  for (size_t i = 0; i < n; i++)
    while (old[i])
      {
	struct kept *k = old[i], **head = chain (k->p);
	old[i] = k->next;
	k->next = *head;
	*head = k;
      }
  free (old);
  return true;
}

bool
gcuf_keep_array (const void *p)
{
  struct kept *k = malloc (sizeof *k);
  if (!k)
    return false;
  k->p = p;
  k->next = NULL;
  pthread_mutex_lock (&lock);
  bool ok = n_kept < n_buckets || grow ();
  if (ok && !*find (p))
    {
      *find (p) = k;
      set_number (n_kept + 1);
      k = NULL;
    }
  pthread_mutex_unlock (&lock);
  free (k);
  return ok;
}

bool
gcuf_kept_array_p (const void *p)
{
  if (!p || none_p ())
    return false;
  pthread_mutex_lock (&lock);
  bool kept = n_buckets && *find (p);
  pthread_mutex_unlock (&lock);
  return kept;
}

bool
gcuf_unkeep_array (const void *p)
{
  struct kept *k = NULL;
  if (!p || none_p ())
    return false;
  pthread_mutex_lock (&lock);
  if (n_buckets)
    {
      struct kept **link = find (p);
      k = *link;
      if (k)
	{
	  *link = k->next;
	  set_number (n_kept - 1);
	}
    }
  pthread_mutex_unlock (&lock);
  free (k);
  return k != NULL;
}

static void __attribute__ ((destructor (101)))
api_arrays_fini (void)
{
  pthread_mutex_lock (&lock);
  for (size_t i = 0; i < n_buckets; i++)
    while (buckets[i])
      {
	struct kept *k = buckets[i];
	buckets[i] = k->next;
	free (k);
      }
  free (buckets);
  buckets = NULL;
  n_buckets = 0;
  set_number (0);
  pthread_mutex_unlock (&lock);
}
