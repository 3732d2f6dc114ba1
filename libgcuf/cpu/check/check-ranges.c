/* Loops that make some of their accesses in a part of their iterations.
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

/* Where a condition on the index of threads passes by some accesses of a loop,
   each of these is made in a range of its iterations.  Those with the same
   range are told of as in a loop that has no others.  If there are several
   ranges then no access in one of them may write what is accessed in another
   one.  */

#include <string.h>

#include "check.h"
#include "check-loop.h"
#include "check-waiting.h"

enum { MOST_GROUPS = 8 };

/* Accesses in ranges.  */
struct ranged
{
  const struct gcuf_stretch *stretches;
  const struct gcuf_iterations *ranges;
  size_t n;
};

static inline bool
same_range_p (const struct gcuf_iterations *a, const struct gcuf_iterations *b)
{
  return a->begin == b->begin && a->count == b->count;
}

/* Store in GROUP those ranges of R, which are not empty, that are different
   from each other, and return how many they are; one more than there may be if
   there are more.  */

static size_t
find_groups (const struct ranged *r, struct gcuf_iterations *group)
{
  size_t n = 0, k;
  for (const struct gcuf_iterations *s = r->ranges; s < r->ranges + r->n; s++)
    {
      for (k = 0; k < n && !same_range_p (s, &group[k]); k++)
	continue;
      if (k < n || !s->count)
	continue;
      if (n == MOST_GROUPS)
	return n + 1;
      group[n++] = *s;
    }
  return n;
}

/* Store from TO on those of R that are in RANGE, as a loop of these iterations
   has them, and return how many they are.  */

static size_t
collect (const struct ranged *r, const struct gcuf_iterations *range,
	 struct gcuf_stretch *to)
{
  size_t n = 0;
  for (size_t i = 0; i < r->n; i++)
    if (same_range_p (&r->ranges[i], range))
      {
	to[n] = r->stretches[i];
	to[n].address += to[n].step * (int64_t) range->begin;
	n++;
      }
  return n;
}

/* Return true if A writes what B accesses.  */

static bool
written_by_p (const struct gcuf_told *a, const struct gcuf_told *b)
{
  for (const struct gcuf_stretch *w = a->stretches; w < a->stretches + a->n;
       w++)
    if (w->kind & GCUF_ACCESS_WRITE)
      for (const struct gcuf_stretch *s = b->stretches;
	   s < b->stretches + b->n; s++)
	{
	  uintptr_t w_end, s_end;
	  uintptr_t w_begin = gcuf_stretch_extent (w, a->count, &w_end);
	  uintptr_t s_begin = gcuf_stretch_extent (s, b->count, &s_end);
	  if (w_begin < s_end && s_begin < w_end)
	    return true;
	}
  return false;
}

/* Return true if there is nothing to be reported of the N loops L but races
   with what has been before, and none writes what another one accesses.  */

static bool
sound_p (struct gcuf_told *l, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (!gcuf_stretches_sound_p (&l[i]))
      return false;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      if (i != j && written_by_p (&l[i], &l[j]))
	return false;
  return true;
}

/* Let L be loops of C, in which THREAD is the first one, for the N ranges GROUP of R,
   with LOCAL and FAMILIAR as room for what is known of their accesses.  */

static void
make_loops (struct gcuf_told *l, struct gcuf_check_block *c, unsigned thread,
	    const struct ranged *r, const struct gcuf_iterations *group,
	    size_t n, int first, bool *local, bool *familiar)
{
  size_t done = 0;
  memset (local, 0, r->n);
  memset (familiar, 0, r->n);
  if (first)
    thread += first - GCUF_context.threadidx.x;
  for (size_t i = 0; i < n; i++)
    {
      l[i] = (struct gcuf_told) {
	.c = c, .stretches = c->ranged + done, .count = group[i].count,
	.n = collect (r, &group[i], c->ranged + done),
	.thread = thread + (first ? group[i].begin : 0),
	.next = first && group[i].count > 1,
	.local = local + done, .familiar = familiar + done
      };
      done += l[i].n;
    }
}

/* Do what GCUF_check_ranges does of R, which has N of the ranges GROUP, by
   threads of C, the running one being THREAD.  */

static bool
check_groups (struct gcuf_check_block *c, unsigned thread,
	      const struct ranged *r, const struct gcuf_iterations *group,
	      size_t n, int first)
{
  bool local[GCUF_MOST_STRETCHES], familiar[GCUF_MOST_STRETCHES];
  struct gcuf_told l[MOST_GROUPS];
  gcuf_waiting_end (c);
  make_loops (l, c, thread, r, group, n, first, local, familiar);
  if (!sound_p (l, n))
    return false;
  for (size_t i = 0; i < n; i++)
    if (!gcuf_stretches_remember (&l[i]))
      return false;
  return true;
}

/* Do what GCUF_check_ranges does of R where nothing is masked.  */

static bool
check_ranges (const struct ranged *r, int first)
{
  struct gcuf_iterations group[MOST_GROUPS];
  unsigned thread = 0;
  struct gcuf_check_block *c = gcuf_check_running (&thread);
  size_t groups = find_groups (r, group);
  if (!c || groups == 0)
    return true;
  if (groups > MOST_GROUPS)
    return false;
  if (groups > 1)
    return check_groups (c, thread, r, group, groups, first);
  size_t n = collect (r, group, c->ranged);
  return gcuf_stretches_quiet_p (c->ranged, n, group[0].count,
				 first ? first + (int) group[0].begin : 0);
}

bool
gcuf_masks_fit_p (const struct gcuf_stretch *stretches,
		  const struct gcuf_iterations *ranges, size_t n, size_t count,
		  int first)
{
  bool local[GCUF_MOST_STRETCHES], familiar[GCUF_MOST_STRETCHES];
  struct gcuf_iterations all[GCUF_MOST_STRETCHES], group[MOST_GROUPS];
  struct gcuf_told l[MOST_GROUPS];
  unsigned thread;
  struct gcuf_check_block *c = gcuf_check_running (&thread);
  if (!c || c->off || !gcuf_masks_worth_p (c, stretches, n))
    return false;
  for (size_t i = 0; i < n && !ranges; i++)
    all[i] = (struct gcuf_iterations) { 0, count };
  const struct ranged r = { stretches, ranges ? ranges : all, n };
  size_t groups = find_groups (&r, group);
  if (groups == 0 || groups > MOST_GROUPS)
    return false;
  make_loops (l, c, thread, &r, group, groups, first, local, familiar);
  bool fit = sound_p (l, groups);
  if (!fit)
    gcuf_masks_useless (c, stretches, n);
  return fit;
}

GCUF_EXPORT int
GCUF_check_ranges (const struct gcuf_stretch *stretches,
		   const struct gcuf_iterations *ranges, size_t n, size_t count,
		   int first)
{
  size_t told = gcuf_number_unmasked (stretches, n);
  const struct ranged r = { stretches, ranges, told };
  if (count == 0 || n > GCUF_MOST_STRETCHES
      || (told && !check_ranges (&r, first)))
    return 0;
  return (told < n && gcuf_masks_fit_p (stretches, ranges, n, count, first)
	  ? GCUF_QUIET | GCUF_QUIET_MASKED : GCUF_QUIET);
}
