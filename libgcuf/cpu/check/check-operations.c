/* Races between the operations of different streams in checked programs.
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

/* An operation of a stream, a launch or a copy for example, is remembered with
   what it has accessed until the host has waited for it, and all has run that
   was enqueued before that.  One that has run is compared with those that are
   remembered and that nothing orders.  */

#include <stdlib.h>
#include <string.h>

#include "call-site.h"
#include "check.h"
#include "check-footprint.h"
#include "check-found.h"
#include "check-operations.h"
#include "check-report.h"
#include "cpu-api.h"
#include "cpu-check.h"
#include "cpu-stream-clock.h"

struct gcuf_operation
{
  struct gcuf_operation *next;	/* One that began earlier.  */
  uint64_t age;			/* The number of those.  */
  bool complete;
  unsigned place;		/* Its stream's, */
  uint64_t number;		/* and its number there.  */
  struct gcuf_stream_clock before; /* What precedes it, and itself.  */
  const char *name;		/* What it does; null if that is nothing.  */
  char *kernel;			/* The name of that or of the kernel loop, or
				   null.  */
  const struct gcuf_location *launch; /* Null if not known.  */
  struct gcuf_call_site site;
  struct gcuf_footprint footprint;
};

/* Protects all of these.  Can be taken while the lock of streams is held.  */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* Those that have not run, or are remembered, the latest first.  */
static struct gcuf_operation *known;
/* The number of those that are not the host's, and of all there ever were.  */
static size_t n_known;
static uint64_t n_operations;
/* The host's accesses since it last asked or waited for something, which are
   one more; or null.  */
static struct gcuf_operation *host;
/* What the host has waited for, or done itself.  */
static struct gcuf_stream_clock waited;

/* More that are complete are not remembered.  */
enum { MAX_REMEMBERED = 256 };

/* The one that this host thread runs.  */
static __thread struct gcuf_operation *running;

/* The one of the latest launch, if that has ended, and what it has accessed is
   in the cells only, where it stays until the next launch; or null.  Most are
   forgotten by then.  */
static struct gcuf_operation *in_cells;

/* --- Operations ----------------------------------------------------------- */

/* Return a new one.  LOCK is held.  */

static struct gcuf_operation *
new_operation (unsigned place, uint64_t number,
	       const struct gcuf_stream_clock *before)
{
  struct gcuf_operation *o = gcuf_xcalloc (1, sizeof *o);
  o->place = place;
  o->number = number;
  gcuf_clock_join (&o->before, before);
  gcuf_clock_add (&o->before, place, number);
  o->age = n_operations++;
  return o;
}

/* Add O to those that are known.  LOCK is held.  */

static void
enter (struct gcuf_operation *o)
{
  o->next = known;
  known = o;
  if (o->place != GCUF_CLOCK_HOST)
    __atomic_store_n (&n_known, n_known + 1, __ATOMIC_RELAXED);
}

struct gcuf_operation *
gcuf_operation_new (unsigned place, uint64_t number,
		    const struct gcuf_stream_clock *before)
{
  struct gcuf_call_site site;
  gcuf_note_call_site (&site);
  pthread_mutex_lock (&lock);
  struct gcuf_operation *o = new_operation (place, number, before);
  o->site = site;
  enter (o);
  pthread_mutex_unlock (&lock);
  return o;
}

/* Free O.  LOCK is held.  */

static void
free_operation (struct gcuf_operation *o)
{
  if (o == in_cells)
    {
      gcuf_footprint_drop ();
      in_cells = NULL;
    }
  gcuf_clock_clear (&o->before);
  gcuf_footprint_clear (&o->footprint);
  free (o->kernel);
  free (o);
}

/* Return true if O, which is complete, precedes all that has yet to run.  LOCK
   is held.  */

static bool
precedes_all_p (const struct gcuf_operation *o)
{
  if (!gcuf_clock_has_p (&waited, o->place, o->number))
    return false;
  for (const struct gcuf_operation *p = known; p; p = p->next)
    if (!p->complete && !gcuf_clock_has_p (&p->before, o->place, o->number))
      return false;
  return true;
}

/* Forget those that are complete and precede all others, or have accessed
   nothing, and the oldest if they are too many.  LOCK is held.  */

static void
forget_some (void)
{
  size_t n = 0;
  for (struct gcuf_operation **o = &known; *o; )
    {
      struct gcuf_operation *old = *o;
      if (old->complete
	  && (n == MAX_REMEMBERED || precedes_all_p (old)
	      || (old != in_cells
		  && gcuf_footprint_empty_p (&old->footprint))))
	{
	  *o = old->next;
	  if (old->place != GCUF_CLOCK_HOST)
	    __atomic_store_n (&n_known, n_known - 1, __ATOMIC_RELAXED);
	  free_operation (old);
	}
      else
	{
	  n += old->complete;
	  o = &old->next;
	}
    }
}

/* --- What they access ----------------------------------------------------- */

/* Take what has been accessed out of the cells.  LOCK is held.  */

static void
settle (void)
{
  if (!in_cells)
    return;
  gcuf_footprint_gather (&in_cells->footprint);
  gcuf_footprint_sort (&in_cells->footprint);
  in_cells = NULL;
}

void
gcuf_operation_before_launch (void)
{
  pthread_mutex_lock (&lock);
  settle ();
  pthread_mutex_unlock (&lock);
}

struct gcuf_footprint *
gcuf_operation_footprint (void)
{
  return running ? &running->footprint : NULL;
}

void
gcuf_operation_is (const char *name)
{
  if (running && !running->name)
    running->name = name;
}

void
gcuf_operation_launches (const struct gcuf_cpu_launch *launch)
{
  /* A graph has been launched by itself.  */
  if (!running || running->name)
    return;
  running->name = launch->flags & GCUF_KERNEL_LOOP ? "" : "kernel ";
  running->kernel = strdup (launch->kernel->name);
  running->launch = launch->where;
}

void
gcuf_operation_launched (void)
{
  if (!running)
    return;
  pthread_mutex_lock (&lock);
  in_cells = running;
  /* A graph adds more, and does not take the lock for that.  */
  if (!running->kernel)
    settle ();
  pthread_mutex_unlock (&lock);
}

void
gcuf_operation_forget_memory (uintptr_t begin, size_t size)
{
  pthread_mutex_lock (&lock);
  settle ();
  for (struct gcuf_operation *o = known; o; o = o->next)
    if (o->complete)
      gcuf_footprint_forget (&o->footprint, begin, begin + size);
  pthread_mutex_unlock (&lock);
}

/* --- Reports -------------------------------------------------------------- */

/* Where two operations have been found to race: where each was enqueued.  */
static struct pair { const void *one, *other; } *reported;
static size_t n_reported, n_allocated;

/* Return what identifies where O was enqueued, or, if it is the host's own,
   what has been accessed at the site with the number SITE.  */

static const void *
origin (const struct gcuf_operation *o, unsigned site)
{
  if (o->place == GCUF_CLOCK_HOST)
    return gcuf_check_site (site);
  return o->launch ? (const void *) o->launch : o->site.callers[0];
}

/* Return true if a race of O with P for C has not been reported, and remember
   that it has.  LOCK is held.  */

static bool
new_p (const struct gcuf_operation *o, const struct gcuf_operation *p,
       const struct gcuf_common *c)
{
  const void *one = origin (o, c->site), *other = origin (p, c->other_site);
  for (size_t i = 0; i < n_reported; i++)
    if ((reported[i].one == one && reported[i].other == other)
	|| (reported[i].one == other && reported[i].other == one))
      return false;
  if (n_reported == n_allocated)
    {
      n_allocated = n_allocated ? 2 * n_allocated : 16;
      reported = gcuf_xrealloc (reported, n_allocated * sizeof *reported);
    }
  reported[n_reported++] = (struct pair) { one, other };
  return true;
}

/* A race that has been found, and is reported when no lock is held.  */
struct race
{
  struct race *next;
  struct gcuf_racing_operation side[2]; /* The later one first; their strings
					   are the race's.  */
  struct gcuf_call_site site[2];
  const char *address;
  size_t bytes;
};
static struct race *found, **last_found = &found;

/* Fill in side I of R for O, which accesses what is at a site with the number
   SITE in WAY.  */

static void
describe (struct race *r, int i, const struct gcuf_operation *o,
	  enum gcuf_footprint_way way, unsigned site)
{
  struct gcuf_racing_operation *side = &r->side[i];
  side->name = o->name;
  side->kernel = o->kernel ? strdup (o->kernel) : NULL;
  side->launch = o->launch;
  side->stream = o->place;
  side->site = gcuf_check_site (site);
  side->write = way != GCUF_FOOTPRINT_READ;
  side->atomic = way == GCUF_FOOTPRINT_ATOMIC;
  r->site[i] = o->site;
}

/* O races with P for C.  What the program has asked for later comes first,
   whichever has run later.  LOCK is held.  */

static void
note_race (const struct gcuf_operation *o, const struct gcuf_operation *p,
	   const struct gcuf_common *c)
{
  struct race *r = gcuf_xcalloc (1, sizeof *r);
  bool later = o->age > p->age;
  describe (r, !later, o, c->way, c->site);
  describe (r, later, p, c->other_way, c->other_site);
  r->address = c->address;
  r->bytes = c->bytes;
  *last_found = r;
  last_found = &r->next;
}

/* Report R, and free it.  */

static void
report (struct race *r)
{
  for (int i = 0; i < 2; i++)
    if (!r->side[i].launch && r->side[i].stream != GCUF_CLOCK_HOST)
      r->side[i].where = gcuf_call_site_text (&r->site[i]);
  gcuf_check_report_stream_race (&r->side[0], &r->side[1], r->address,
				 r->bytes);
  for (int i = 0; i < 2; i++)
    {
      free (r->side[i].where);
      free (r->side[i].kernel);
    }
  free (r);
}

/* Report what has been found.  No lock is held.  */

static void
report_found (void)
{
  pthread_mutex_lock (&lock);
  struct race *r = found;
  found = NULL;
  last_found = &found;
  pthread_mutex_unlock (&lock);
  while (r)
    {
      struct race *next = r->next;
      report (r);
      r = next;
    }
}

/* --- Comparing ------------------------------------------------------------ */

/* Return true if nothing orders O and P.  */

static bool
unordered_p (const struct gcuf_operation *o, const struct gcuf_operation *p)
{
  return (!gcuf_clock_has_p (&o->before, p->place, p->number)
	  && !gcuf_clock_has_p (&p->before, o->place, o->number));
}

/* Compare O with what is remembered.  LOCK is held.  */

static void
compare (const struct gcuf_operation *o)
{
  struct gcuf_common c;
  for (const struct gcuf_operation *p = known; p; p = p->next)
    if (p->complete && unordered_p (o, p))
      {
	settle ();
	if (gcuf_footprint_conflict_p (&o->footprint, &p->footprint, &c)
	    && new_p (o, p, &c))
	  note_race (o, p, &c);
      }
}

/* O is complete.  LOCK is held.  */

static void
complete (struct gcuf_operation *o)
{
  gcuf_footprint_sort (&o->footprint);
  compare (o);
  o->complete = true;
}

/* What the host has accessed so far precedes what it asks for from now on.
   LOCK is held.  */

static void
end_host_accesses (void)
{
  struct gcuf_operation *o = host;
  host = NULL;
  if (!o)
    return;
  gcuf_clock_add (&waited, GCUF_CLOCK_HOST, o->number);
  complete (o);
  enter (o);
}

void
gcuf_operation_host_waits (const struct gcuf_stream_clock *clock)
{
  pthread_mutex_lock (&lock);
  end_host_accesses ();
  gcuf_clock_join (&waited, clock);
  forget_some ();
  pthread_mutex_unlock (&lock);
}

void
gcuf_operation_order_behind_host (struct gcuf_stream_clock *clock)
{
  pthread_mutex_lock (&lock);
  end_host_accesses ();
  gcuf_clock_join (clock, &waited);
  pthread_mutex_unlock (&lock);
}

/* --- Running -------------------------------------------------------------- */

/* Add to what the host has accessed.  LOCK is held.  */

static void
add_host_access (enum gcuf_footprint_way way, const void *address,
		 size_t bytes, unsigned site)
{
  static uint64_t number;
  if (!host)
    {
      host = new_operation (GCUF_CLOCK_HOST, ++number, &waited);
      host->name = "host code";
    }
  gcuf_footprint_add (&host->footprint, way, address, bytes, site);
}

/* Host code that a stream calls is a part of its operation.  */

GCUF_EXPORT void
GCUF_check_host_access (const void *address, size_t bytes, unsigned kind,
			struct gcuf_site *site)
{
  enum gcuf_footprint_way way = (kind & GCUF_ACCESS_WRITE
				 ? GCUF_FOOTPRINT_WRITE
				 : GCUF_FOOTPRINT_READ);
  unsigned n = gcuf_check_site_number (site);
  if (running)
    {
      gcuf_operation_is ("a procedure of the host");
      gcuf_footprint_add (&running->footprint, way, address, bytes, n);
    }
  else if (__atomic_load_n (&n_known, __ATOMIC_RELAXED))
    {
      pthread_mutex_lock (&lock);
      add_host_access (way, address, bytes, n);
      pthread_mutex_unlock (&lock);
    }
}

void
gcuf_operation_begin (struct gcuf_operation *o)
{
  running = o;
}

void
gcuf_operation_end (void)
{
  struct gcuf_operation *o = running;
  running = NULL;
  if (!o)
    return;
  pthread_mutex_lock (&lock);
  complete (o);
  forget_some ();
  pthread_mutex_unlock (&lock);
  report_found ();
}

void
gcuf_operation_fini (void)
{
  report_found ();
  pthread_mutex_lock (&lock);
  if (host)
    free_operation (host);
  host = NULL;
  while (known)
    {
      struct gcuf_operation *o = known;
      known = o->next;
      free_operation (o);
    }
  gcuf_clock_clear (&waited);
  free (reported);
  reported = NULL;
  n_reported = n_allocated = 0;
  pthread_mutex_unlock (&lock);
}
