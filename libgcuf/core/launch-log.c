/* The latest launches of each thread, for messages about faults.
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

/* A fault of a kernel shows in some later call.  Which kernel it was the driver
   does not tell, but it is one of those launched since the program last waited
   for the device.  */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gcuf-internal.h"

__thread struct gcuf_launches *gcuf_launches;

/* Those of all threads.  */
static struct gcuf_launches *all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void
leave (void *launches)
{
  pthread_mutex_lock (&lock);
  for (struct gcuf_launches **p = &all; *p; p = &(*p)->next)
    if (*p == launches)
      {
	*p = (*p)->next;
	break;
      }
  pthread_mutex_unlock (&lock);
  free (launches);
  gcuf_launches = NULL;
}

static void
make_key (void)
{
  pthread_key_create (&key, leave);
}

struct gcuf_launches *
gcuf_launches_enter (void)
{
  struct gcuf_launches *l = gcuf_xcalloc (1, sizeof *l);
  gcuf_launches = l;
  pthread_once (&once, make_key);
  pthread_setspecific (key, l);
  pthread_mutex_lock (&lock);
  l->next = all;
  all = l;
  pthread_mutex_unlock (&lock);
  return l;
}

/* The launches of L that are remembered.  */

static unsigned
remembered (const struct gcuf_launches *l)
{
  return l->n < GCUF_N_LAUNCHES ? l->n : GCUF_N_LAUNCHES;
}

void
gcuf_launches_done (gcuf_stream_t stream)
{
  struct gcuf_launches *l = gcuf_launches;
  unsigned kept = 0;
  if (!l)
    return;
  if (stream != GCUF_ALL_STREAMS)
    for (unsigned i = 0, n = remembered (l); i < n; i++)
      if (l->latest[i].stream != stream)
	l->latest[kept++] = l->latest[i];
  l->n = kept;
}

void
gcuf_launches_drop (void)
{
  struct gcuf_launches *l = gcuf_launches;
  if (l->n <= GCUF_N_LAUNCHES)
    l->n--;
  else
    /* It has taken the place of another one.  */
    l->latest[(l->n - 1) % GCUF_N_LAUNCHES].kernel = NULL;
}

bool
gcuf_launches_pending_p (void)
{
  bool found = false;
  pthread_mutex_lock (&lock);
  for (const struct gcuf_launches *l = all; l && !found; l = l->next)
    found = l->n != 0;
  pthread_mutex_unlock (&lock);
  return found;
}

void
gcuf_launches_forget (const void *dso)
{
  pthread_mutex_lock (&lock);
  for (struct gcuf_launches *l = all; l; l = l->next)
    for (unsigned i = 0, n = remembered (l); i < n; i++)
      if (l->latest[i].kernel && l->latest[i].kernel->dso == dso)
	l->latest[i].kernel = NULL;
  pthread_mutex_unlock (&lock);
  gcuf_failures_forget (dso);
}

/* Append to the text of SIZE bytes at TEXT.  */

static void __attribute__ ((format (printf, 3, 4)))
append (char *text, size_t size, const char *format, ...)
{
  size_t n = strlen (text);
  va_list args;
  va_start (args, format);
  vsnprintf (text + n, size - n, format, args);
  va_end (args);
}

static void
append_launch (char *text, size_t size, const struct gcuf_logged *e)
{
  append (text, size, "%s", e->kernel->name);
  if (e->where && e->where->file)
    append (text, size, " launched at %s:%d", e->where->file, e->where->line);
}

/* Where several threads are at it, what others write meanwhile may be missing
   here or wrong.  */

void
gcuf_launches_explain (char *text, size_t size)
{
  enum { MOST = 6 };
  unsigned n = 0;
  pthread_mutex_lock (&lock);
  for (const struct gcuf_launches *l = all; l; l = l->next)
    n += l->n;
  append (text, size, "%s", n == 0 ? "" : n == 1 ? " in kernel "
	  : " in one of the kernels ");
  unsigned shown = 0;
  for (const struct gcuf_launches *l = all; l && shown < MOST; l = l->next)
    for (unsigned i = remembered (l); i-- > 0 && shown < MOST; )
      if (l->latest[i].kernel)
	{
	  append (text, size, "%s", shown++ ? ", " : "");
	  append_launch (text, size, &l->latest[i]);
	}
  if (n > 1)
    append (text, size, "%s; GCUF_SYNC=1 finds which",
	    n > shown ? ", and others" : "");
  pthread_mutex_unlock (&lock);
}

/* The keys' destructors do not run when the library goes.  */

static void __attribute__ ((destructor (101)))
launches_fini (void)
{
  if (gcuf_failed)
    return;
  pthread_once (&once, make_key);
  pthread_key_delete (key);
  while (all)
    {
      struct gcuf_launches *l = all;
      all = l->next;
      free (l);
    }
  gcuf_launches = NULL;
}
