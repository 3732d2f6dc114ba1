/* Launches that failed, for programs that do not ask for their errors.
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
/* A kernel that did not run leaves wrong results and an error code, which
   nobody reads in many programs.  What failed is noted here until the program
   asks for the error: with cudaGetLastError or cudaPeekAtLastError, or for the
   text or name of its code.  What is left at the end of the program is
   printed.  */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gcuf-internal.h"

/* A place whose launches failed with CODE, or a fault of some kernel.  */
struct failure
{
  struct failure *next;
  /* What it was, to recognize it.  A fault has none, and neither has a kernel
     that is not in CUDA Fortran or has been unloaded.  */
  const struct gcuf_kernel *kernel;
  const struct gcuf_location *where;
  unsigned thread;		/* Its number; that of faults is zero.  */
  int code;
  unsigned long times;
  char text[];			/* A line without its end.  */
};

/* In the order in which they happened, under LOCK.  */
static struct failure *first, **end = &first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* How many there are, which is read without LOCK, too, and the number of
   threads that have had one.  */
static unsigned n_failures, n_threads;

/* The program has been told of the fault after which the device cannot be used,
   or will be; all calls return its code from then on.  */
static bool fault_known;

/* Set fault_known to KNOWN; return what it was.  */

static bool
know_fault (bool known)
{
  pthread_mutex_lock (&lock);
  bool before = fault_known;
  fault_known = known;
  pthread_mutex_unlock (&lock);
  return before;
}

/* The bytes of a line.  */
enum { LINE = 2048 };

/* Write an extent of a grid, or `*' if the runtime is to choose it, to TEXT;
   return that.  */

static const char *
print_extent (char text[12], int extent, bool open)
{
  if (open)
    strcpy (text, "*");
  else
    snprintf (text, 12, "%d", extent);
  return text;
}

/* Write a line about the launch L of the kernel NAME, which ended with CODE, to
   TEXT: the kernel has run if RAN.  */

static void
describe (char text[LINE], const char *name, const struct gcuf_launch *l,
	  int code, bool ran)
{
  const struct gcuf_location *where = l->where;
  const struct gcuf_dim3 *g = &l->grid, *b = &l->block;
  int open = gcuf_open_extent (l);
  char x[12], y[12], z[12], place[LINE / 2];
  if (where && where->file)
    snprintf (place, sizeof place, "%s:%d", where->file, where->line);
  else
    strcpy (place, "libgcuf");
  snprintf (text, LINE, "%s: kernel %s%s: %s (%s, error %d), launched with "
	    "<<<(%s,%s,%s), (%d,%d,%d), %lld, %lld>>>", place, name,
	    ran ? "" : " did not run", gcuf_error_text (code),
	    gcuf_error_name (code), code, print_extent (x, g->x, open == 0),
	    print_extent (y, g->y, open == 1),
	    print_extent (z, g->z, open == 2), b->x, b->y, b->z,
	    (long long) l->bytes, (long long) l->stream);
}

void
gcuf_failure_print (const char *name, const struct gcuf_launch *launch,
		    int code, bool ran)
{
  char text[LINE];
  describe (text, name, launch, code, ran);
  fflush (stdout);
  fprintf (stderr, "%s\n", text);
  if (gcuf_error_sticky_p (code))
    know_fault (true);
}

/* Append a failure with this TEXT, one so far.  LOCK is held.  */

static struct failure *
append (const char *text, int code)
{
  size_t size = strlen (text) + 1;
  struct failure *f = gcuf_xcalloc (1, sizeof *f + size);
  memcpy (f->text, text, size);
  f->code = code;
  f->times = 1;
  *end = f;
  end = &f->next;
  __atomic_add_fetch (&n_failures, 1, __ATOMIC_RELAXED);
  return f;
}

void
gcuf_failure_note (const struct gcuf_kernel *kernel, const char *name,
		   const struct gcuf_launch *launch, int code)
{
  char text[LINE];
  struct failure *f;
  /* This is no launch's own.  */
  if (gcuf_error_sticky_p (code))
    return;
  pthread_mutex_lock (&lock);
  if (!gcuf_thread.failing)
    gcuf_thread.failing = ++n_threads;
  for (f = first; f; f = f->next)
    if (f->kernel == kernel && f->where == launch->where && f->code == code
	&& f->thread == gcuf_thread.failing)
      break;
  if (f)
    f->times++;
  else
    {
      describe (text, name, launch, code, false);
      f = append (text, code);
      f->kernel = kernel;
      f->where = launch->where;
      f->thread = gcuf_thread.failing;
    }
  pthread_mutex_unlock (&lock);
}

void
gcuf_failure_fault (int code)
{
  if (know_fault (true))
    return;
  const char *text = gcuf_error_message (code);
  pthread_mutex_lock (&lock);
  append (text, code);
  pthread_mutex_unlock (&lock);
}

void
gcuf_failure_reset (void)
{
  know_fault (false);
}

void
gcuf_failure_asked (int code)
{
  if (__builtin_expect (!__atomic_load_n (&n_failures, __ATOMIC_RELAXED), 1))
    return;
  pthread_mutex_lock (&lock);
  for (struct failure **p = &first; *p; )
    {
      struct failure *f = *p;
      if (f->code == code
	  && (f->thread == 0 || f->thread == gcuf_thread.failing))
	{
	  *p = f->next;
	  if (!f->next)
	    end = p;
	  free (f);
	  __atomic_sub_fetch (&n_failures, 1, __ATOMIC_RELAXED);
	}
      else
	p = &f->next;
    }
  pthread_mutex_unlock (&lock);
}

void
gcuf_failures_forget (const void *dso)
{
  pthread_mutex_lock (&lock);
  for (struct failure *f = first; f; f = f->next)
    if (f->kernel && f->kernel->dso == dso)
      f->kernel = NULL;
  pthread_mutex_unlock (&lock);
}

/* Print F, and add what is like it among those after it in other threads.  */

static void
print (struct failure *f)
{
  unsigned long times = f->times;
  for (struct failure *g = f->next; g; g = g->next)
    if (strcmp (g->text, f->text) == 0)
      {
	times += g->times;
	g->times = 0;
      }
  fputs (f->text, stderr);
  if (times > 1)
    fprintf (stderr, " (the first of %lu)", times);
  fputc ('\n', stderr);
}

/* The program may have ended where the calling thread holds the lock, or another
   one that is stuck.  */

void
gcuf_failures_print (void)
{
  if (pthread_mutex_trylock (&lock) != 0)
    return;
  flockfile (stderr);
  if (first)
    fputs ("libgcuf: errors of launches that the program has not asked for:\n",
	   stderr);
  while (first)
    {
      struct failure *f = first;
      if (f->times)
	print (f);
      first = f->next;
      free (f);
    }
  end = &first;
  funlockfile (stderr);
  pthread_mutex_unlock (&lock);
}

static void __attribute__ ((destructor (101)))
failures_fini (void)
{
  gcuf_failures_print ();
}
