/* Places in device code that is checked, and which have been reported.
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

#include "check.h"
#include "check-report.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* --- Numbers ------------------------------------------------------------- */

static struct gcuf_site *sites[GCUF_CHECK_SITES];
static unsigned n_sites = 1;

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

/* A number is known after its entry has been made.  */

const struct gcuf_site *
gcuf_check_site (unsigned n)
{
  return sites[n];
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

/* As gcuf_check_new_p.  LOCK is held.  */

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

bool
gcuf_check_new_p (const struct gcuf_site *one, const struct gcuf_site *other)
{
  pthread_mutex_lock (&lock);
  bool fresh = new_p (one, other);
  pthread_mutex_unlock (&lock);
  return fresh;
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

bool
gcuf_check_new_access_p (struct gcuf_site *site, unsigned there)
{
  unsigned here = gcuf_check_site_number (site);
  pthread_mutex_lock (&lock);
  bool fresh = !met_p (here, there) && new_p (site, sites[there]);
  pthread_mutex_unlock (&lock);
  return fresh;
}

/* Return true if a use of what is not set has been reported in the line of SITE.
   LOCK is held.  */

static bool
use_told_p (const struct gcuf_site *site)
{
  for (size_t i = 0; i < n_reported; i++)
    {
      const struct gcuf_site *one = reported[i].one;
      if (one && !reported[i].other && one->line == site->line
	  && same_text_p (one->file, site->file))
	return true;
    }
  return false;
}

bool
gcuf_check_new_use_p (struct gcuf_site *site)
{
  unsigned here = gcuf_check_site_number (site);
  pthread_mutex_lock (&lock);
  bool fresh = (!met_p (here, 0) && (site->variable || !use_told_p (site))
		&& new_p (site, NULL));
  pthread_mutex_unlock (&lock);
  return fresh;
}

void
gcuf_check_forget_places (void)
{
  free (reported);
  reported = NULL;
  n_reported = n_allocated = 0;
}
