/* Reports of the checks of device code.
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


#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "cpu-api.h"
#include "cpu-check.h"
#include "index.h"

/* --- Places -------------------------------------------------------------- */

static struct gcuf_site *sites[GCUF_CHECK_SITES];
static unsigned n_sites = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

unsigned
gcuf_check_number_site (struct gcuf_site *site)
{
  pthread_mutex_lock (&lock);
  if (!site->number && n_sites < GCUF_CHECK_SITES)
    {
      sites[n_sites] = site;
      __atomic_store_n (&site->number, n_sites++, __ATOMIC_RELEASE);
    }
  unsigned number = site->number;
  pthread_mutex_unlock (&lock);
  return number;
}

/* --- What has been reported ---------------------------------------------- */

/* Pairs of places, each of them null if not known.  */
static struct pair
{
  const struct gcuf_site *one, *other;
} *reported;
static size_t n_reported, n_allocated;

/* Return true if the texts A and B, which may be null, are equal.  */

static bool
same_text_p (const char *a, const char *b)
{
  return a == b || (a && b && strcmp (a, b) == 0);
}

/* Return true if A and B are the same variable in the same line.  */

static bool
same_place_p (const struct gcuf_site *a, const struct gcuf_site *b)
{
  return (a == b
	  || (a && b && a->line == b->line && same_text_p (a->file, b->file)
	      && same_text_p (a->variable, b->variable)));
}

/* Return true if the pair of ONE and OTHER, in any order, has not been
   reported, and remember that it has.  LOCK is held.  */

static bool
new_p (const struct gcuf_site *one, const struct gcuf_site *other)
{
  for (size_t i = 0; i < n_reported; i++)
    {
      const struct pair *r = &reported[i];
      if ((same_place_p (r->one, one) && same_place_p (r->other, other))
	  || (same_place_p (r->one, other) && same_place_p (r->other, one)))
	return false;
    }
  if (n_reported == n_allocated)
    {
      n_allocated = n_allocated ? 2 * n_allocated : 16;
      reported = gcuf_xrealloc (reported, n_allocated * sizeof *reported);
    }
  reported[n_reported++] = (struct pair) { one, other };
  return true;
}

/* Return true if new_p has been asked about the sites with the numbers HERE and
   THERE before: most races are met again and again.  LOCK is held.  */

static bool
met_p (unsigned here, unsigned there)
{
  static struct { unsigned here, there; } met[1024];
  unsigned n = (here * 31 + there) % 1024;
  if (met[n].here == here && met[n].there == there)
    return true;
  met[n].here = here;
  met[n].there = there;
  return false;
}

static size_t n_races, n_barriers, n_unset;

void
gcuf_check_fini (void)
{
  if (n_races)
    fprintf (stderr, "libgcuf: data races found by -gpu=check: %zu\n", n_races);
  if (n_barriers)
    fprintf (stderr, "libgcuf: wrong barriers found by -gpu=check: %zu\n",
	     n_barriers);
  if (n_unset)
    fprintf (stderr, "libgcuf: uses of values that are not set found by "
	     "-gpu=check: %zu\n", n_unset);
  free (reported);
  reported = NULL;
  n_reported = n_allocated = n_races = n_barriers = n_unset = 0;
}

/* --- Text ---------------------------------------------------------------- */

/* Print the place of SITE, null if not known.  */

static void
print_place (const struct gcuf_site *site)
{
  if (site && site->file)
    fprintf (stderr, "%s:%d: ", site->file, site->line);
  else
    fputs ("libgcuf: ", stderr);
}

/* Print thread NUMBER of LAUNCH.  */

static void
print_thread (const struct gcuf_cpu_launch *launch, uint32_t number)
{
  size_t threads = gcuf_volume (&launch->block);
  struct gcuf_dim3 t = gcuf_index (number % threads, &launch->block);
  struct gcuf_dim3 b = gcuf_index (number / threads, &launch->grid);
  fprintf (stderr, "thread (%d,%d,%d) of block (%d,%d,%d)", t.x, t.y, t.z,
	   b.x, b.y, b.z);
}

/* Print the subscripts of element N, from zero, of an array with the bounds
   that S has.  */

static void
print_subscripts (const struct gcuf_site *s, size_t n)
{
  for (size_t i = 0; i < s->rank; i++)
    {
      int64_t lower = s->bounds[2 * i], extent = s->bounds[2 * i + 1];
      bool last = i + 1 == s->rank || extent <= 0;
      fprintf (stderr, "%c%lld", i ? ',' : '(',
	       (long long) lower + (long long) (last ? n : n % extent));
      n = last ? 0 : n / extent;
    }
  fputc (')', stderr);
}

/* Print what of an allocation, or of what else is at ADDRESS, BYTES are.  */

static void
print_bytes (const char *address, size_t bytes)
{
  struct gcuf_cpu_block block;
  fprintf (stderr, "%zu byte%s", bytes, bytes == 1 ? "" : "s");
  if (gcuf_cpu_block_of (address, &block))
    fprintf (stderr, " behind the first %zu of an allocation of %zu bytes",
	     (size_t) (address - (char *) block.base), block.size);
}

/* Print what A accesses, as Fortran has it.  */

static void
print_object (const struct gcuf_check_access *a)
{
  const struct gcuf_site *s = a->site;
  size_t offset = a->address - a->base;
  if (!s->variable || (a->base && a->address < a->base))
    print_bytes (a->address, a->bytes);
  else if (!s->element || !a->base)
    fputs (s->variable, stderr);
  else if (s->rank)
    {
      fputs (s->variable, stderr);
      print_subscripts (s, offset / s->element);
    }
  else
    fprintf (stderr, "element %zu of %s", offset / s->element + 1,
	     s->variable);
  if (s->variable && s->part)
    fputs (s->part, stderr);
}

/* Print the beginning of a message about WHAT in the launch of block C, at
   SITE.  */

static void
print_head (const struct gcuf_check_block *c, const char *what,
	    const struct gcuf_site *site)
{
  const struct gcuf_cpu_launch *launch = c->launch->launch;
  print_place (site);
  /* The name of a kernel loop says that it is one.  */
  fprintf (stderr, "%s in %s%s", what,
	   launch->flags & GCUF_KERNEL_LOOP ? "" : "kernel ",
	   launch->kernel->name);
  if (launch->where && launch->where->file)
    fprintf (stderr, " launched at %s:%d", launch->where->file,
	     launch->where->line);
  fputs (": ", stderr);
}

/* What would order accesses of the threads NOW and PAST of LAUNCH.  */

static const char *
remedy (const struct gcuf_check_block *c, uint32_t now, uint32_t past)
{
  if (now / c->threads != past / c->threads)
    return "blocks are ordered by a grid barrier, another kernel, or atomic "
	   "functions behind threadfence";
  uint32_t t = now % c->threads, u = past % c->threads;
  return (t / GCUF_WARP_SIZE == u / GCUF_WARP_SIZE
	  ? "there is no syncthreads or syncwarp between"
	  : "there is no syncthreads between");
}

/* Print the report.  LOCK is held.  */

static void
print_race (const struct gcuf_check_block *c, uint32_t now,
	    const struct gcuf_check_access *a, const struct gcuf_past *past,
	    bool write)
{
  const struct gcuf_cpu_launch *launch = c->launch->launch;
  const char *atomically = " atomically";
  n_races++;
  flockfile (stderr);
  print_head (c, "data race", a->site);
  print_thread (launch, now);
  fputs (a->kind & GCUF_ACCESS_WRITE ? " writes " : " reads ", stderr);
  print_object (a);
  fputs (a->kind & GCUF_ACCESS_ATOMIC ? atomically : "", stderr);
  fputc ('\n', stderr);
  print_place (sites[gcuf_past_site (past)]);
  print_thread (launch, gcuf_past_thread (past));
  fprintf (stderr, " has %s it%s: %s\n", write ? "written" : "read",
	   gcuf_past_atomic_p (past) ? atomically : "",
	   remedy (c, now, gcuf_past_thread (past)));
  funlockfile (stderr);
}

void
gcuf_check_report_race (const struct gcuf_check_block *c, unsigned thread,
			const struct gcuf_check_access *now,
			const struct gcuf_past *past, bool write)
{
  unsigned here = gcuf_check_site_number (now->site);
  unsigned there = gcuf_past_site (past);
  pthread_mutex_lock (&lock);
  if (!met_p (here, there) && new_p (now->site, sites[there]))
    print_race (c, c->first + thread, now, past, write);
  pthread_mutex_unlock (&lock);
}

/* --- Addresses and values ------------------------------------------------- */

void
gcuf_check_report_address (const struct gcuf_check_block *c, unsigned thread,
			   const struct gcuf_check_access *a, const char *what,
			   size_t size)
{
  pthread_mutex_lock (&lock);
  flockfile (stderr);
  print_head (c, "invalid access", a->site);
  print_thread (c->launch->launch, c->first + thread);
  fputs (a->kind & GCUF_ACCESS_WRITE ? " writes " : " reads ", stderr);
  print_object (a);
  fputs (": ", stderr);
  fprintf (stderr, what, size);
  fputc ('\n', stderr);
  funlockfile (stderr);
  pthread_mutex_unlock (&lock);
  gcuf_end_failed ();
}

void
gcuf_check_report_unset (const struct gcuf_check_block *c, unsigned thread,
			 const struct gcuf_check_access *a)
{
  unsigned here = gcuf_check_site_number (a->site);
  pthread_mutex_lock (&lock);
  if (!met_p (here, 0) && new_p (a->site, NULL))
    {
      n_unset++;
      flockfile (stderr);
      print_head (c, "use of a value that is not set", a->site);
      print_thread (c->launch->launch, c->first + thread);
      fputs (" uses ", stderr);
      if (a->address)
	print_object (a);
      else
	fputs (a->site->variable ? a->site->variable : "it", stderr);
      fputc ('\n', stderr);
      funlockfile (stderr);
    }
  pthread_mutex_unlock (&lock);
}

/* What the front end has found in device code: PLACE is the line and file in
   libgfortran's words, and the message has FORMAT.  */

GCUF_EXPORT void __attribute__ ((noreturn))
GCUF_check_error_at (const char *place, const char *format, ...)
{
  unsigned thread;
  va_list args;
  struct gcuf_check_block *c = gcuf_check_running (&thread);
  struct gcuf_site site = { .file = NULL };
  const char *file = strstr (place, " of file ");
  if (file && sscanf (place, "At line %d", &site.line) == 1)
    site.file = file + strlen (" of file ");
  pthread_mutex_lock (&lock);
  flockfile (stderr);
  if (c)
    {
      print_head (c, "runtime error", &site);
      print_thread (c->launch->launch, c->first + thread);
      fputs (": ", stderr);
    }
  else
    print_place (&site);
  va_start (args, format);
  vfprintf (stderr, format, args);
  va_end (args);
  fputc ('\n', stderr);
  funlockfile (stderr);
  pthread_mutex_unlock (&lock);
  gcuf_end_failed ();
}

/* --- Barriers ------------------------------------------------------------ */

void
gcuf_check_report_barriers (const struct gcuf_check_block *c, unsigned one,
			    const struct gcuf_site *site, unsigned other,
			    const struct gcuf_site *other_site)
{
  pthread_mutex_lock (&lock);
  if (new_p (site, other_site))
    {
      n_barriers++;
      flockfile (stderr);
      print_head (c, "barrier divergence", site);
      print_thread (c->launch->launch, c->first + one);
      fprintf (stderr, " has come to this %s\n", site->variable);
      print_place (other_site);
      print_thread (c->launch->launch, c->first + other);
      fprintf (stderr, " has come to this %s: all threads of a block have to "
	       "come to the same statement\n", other_site->variable);
      funlockfile (stderr);
    }
  pthread_mutex_unlock (&lock);
}

void
gcuf_check_report_waiting (const struct gcuf_check_block *c, size_t n,
			   unsigned one, const struct gcuf_site *site)
{
  flockfile (stderr);
  print_head (c, "deadlock", site);
  print_thread (c->launch->launch, c->first + one);
  if (n > 1)
    fprintf (stderr, " and %zu others wait at this %s\n", n - 1,
	     site->variable);
  else
    fprintf (stderr, " waits at this %s\n", site->variable);
  funlockfile (stderr);
}
