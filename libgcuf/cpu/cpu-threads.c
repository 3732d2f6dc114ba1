/* The host threads that run the cpu backend's blocks.
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

/* A job is a function that several threads run at once, sharing the work out
   among themselves.  Whoever submits one takes part in it.  Several jobs can
   be under way; idle threads help the oldest that still wants some.  */

#define _GNU_SOURCE 1
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

#include "cpu-internal.h"

struct job
{
  struct job *next;
  void (*fn) (void *);
  void *data;
  unsigned wanted;		/* Helpers that may still join.  */
  unsigned active;		/* Helpers at work.  */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;
static struct job *jobs;
static pthread_t *helpers;
static unsigned n_helpers;
static unsigned size;
static bool stopping;

__thread unsigned gcuf_pool_index;

static unsigned
cores (void)
{
  cpu_set_t set;
  if (sched_getaffinity (0, sizeof set, &set) == 0)
    return CPU_COUNT (&set);
  long n = sysconf (_SC_NPROCESSORS_ONLN);
  return n > 0 ? n : 1;
}

unsigned
gcuf_pool_size (void)
{
  unsigned n = __atomic_load_n (&size, __ATOMIC_RELAXED);
  if (n == 0)
    {
      n = gcuf_env_size (GCUF_ENV_NUM_THREADS, cores (), 1, 4096);
      __atomic_store_n (&size, n, __ATOMIC_RELAXED);
    }
  return n;
}

/* Return the first job that wants a helper, or null, and take it off the list
   if it wants no more.  LOCK is held.  */

static struct job *
next_job (void)
{
  struct job *job = jobs;
  if (job)
    {
      job->active++;
      if (--job->wanted == 0)
	jobs = job->next;
    }
  return job;
}

static void *
helper (void *index)
{
  gcuf_pool_index = (uintptr_t) index;
  gcuf_own_thread = true;
  pthread_mutex_lock (&lock);
  while (!stopping)
    {
      struct job *job = next_job ();
      if (!job)
	{
	  pthread_cond_wait (&work, &lock);
	  continue;
	}
      pthread_mutex_unlock (&lock);
      job->fn (job->data);
      pthread_mutex_lock (&lock);
      if (--job->active == 0)
	pthread_cond_broadcast (&done);
    }
  pthread_mutex_unlock (&lock);
  gcuf_fiber_fini ();
  return NULL;
}

/* Start the threads.  Fewer than wanted will do.  */

static void
start_helpers (void)
{
  unsigned n = gcuf_pool_size () - 1;
  helpers = gcuf_xcalloc (n, sizeof *helpers);
  while (n_helpers < n
	 && pthread_create (&helpers[n_helpers], NULL, helper,
			    (void *) (uintptr_t) (n_helpers + 1)) == 0)
    n_helpers++;
}

/* Append JOB to the list.  */

static void
append (struct job *job)
{
  struct job **end = &jobs;
  while (*end)
    end = &(*end)->next;
  *end = job;
}

/* Take JOB off the list if it is there.  */

static void
withdraw (struct job *job)
{
  for (struct job **p = &jobs; *p; p = &(*p)->next)
    if (*p == job)
      {
	*p = job->next;
	break;
      }
}

void
gcuf_pool_run (void (*fn) (void *), void *data, unsigned limit)
{
  if (limit > gcuf_pool_size ())
    limit = gcuf_pool_size ();
  if (limit <= 1)
    {
      fn (data);
      return;
    }

  struct job job = { .fn = fn, .data = data, .wanted = limit - 1 };
  pthread_mutex_lock (&lock);
  if (!helpers)
    start_helpers ();
  append (&job);
  if (limit > 2)
    pthread_cond_broadcast (&work);
  else
    pthread_cond_signal (&work);
  pthread_mutex_unlock (&lock);

  fn (data);

  pthread_mutex_lock (&lock);
  withdraw (&job);
  while (job.active)
    pthread_cond_wait (&done, &lock);
  pthread_mutex_unlock (&lock);
}

void
gcuf_pool_fini (void)
{
  pthread_mutex_lock (&lock);
  stopping = true;
  pthread_cond_broadcast (&work);
  pthread_mutex_unlock (&lock);
  for (unsigned i = 0; i < n_helpers; i++)
    pthread_join (helpers[i], NULL);
  free (helpers);
  helpers = NULL;
  n_helpers = 0;
}
