/* Whether threads access what others write.
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

/* Two statements that go on by the same steps either access the same element in
   the same thread, wherever they have one in common, or have nothing in common:
   that is the question of where each of them begins.  It is not found out of
   others, unless they are in places that do not overlap.  */

#include "check-apart.h"

/* --- Two sets of elements that go on evenly ------------------------------- */

/* Where a set begins, behind what both begin in, with those directions that
   have not been looked at.  */
struct place
{
  uintptr_t at, bytes;		/* The bytes of an element.  */
  unsigned thread, n;
  const struct gcuf_direction *way;
};

/* Return the largest step of P, or zero.  */

static uintptr_t
largest_step (const struct place *p)
{
  return p->n ? p->way[p->n - 1].step : 0;
}

/* Take the direction with STEP from P, if it has that, and return it, or null:
   then one that goes nowhere.  */

static const struct gcuf_direction *
take_direction (struct place *p, uintptr_t step)
{
  return largest_step (p) == step ? &p->way[--p->n] : NULL;
}

/* Return the bytes that what is left of P is in.  */

static uintptr_t
window (const struct place *p)
{
  uintptr_t bytes = p->bytes;
  for (unsigned i = 0; i < p->n; i++)
    bytes += p->way[i].step * (p->way[i].count - 1);
  return bytes;
}

/* Return true if the BYTES at ADDRESS and the OTHER_BYTES at OTHER, both less
   than STEP, have nothing in common, nor have those that are STEP apart.  */

static bool
separate_p (uintptr_t address, size_t bytes, uintptr_t other,
	    size_t other_bytes, uintptr_t step)
{
  if (address <= other)
    return address + bytes <= other && other + other_bytes <= address + step;
  return other + other_bytes <= address && address + bytes <= other + step;
}

/* Let P be in the first of the windows that are STEP apart, and have the thread
   that is there, if NEXT is how far that of the next one is.  */

static void
go_to_first (struct place *p, uintptr_t step, unsigned next)
{
  uintptr_t q = p->at / step;
  p->at -= q * step;
  p->thread -= next * (unsigned) q;
}

/* Return true if A and B have nothing in common but in the same thread.  What
   goes on by the largest step is in windows: if these are the same for both,
   and each has one thread less than the next, then one is enough to look at.  */

static bool
like_places_p (struct place *a, struct place *b)
{
  uintptr_t step;
  while ((step = (largest_step (a) > largest_step (b) ? largest_step (a)
		  : largest_step (b))))
    {
      const struct gcuf_direction *d = take_direction (a, step);
      const struct gcuf_direction *e = take_direction (b, step);
      uintptr_t a_window = window (a), b_window = window (b);
      unsigned next = d ? d->next : e->next;
      go_to_first (a, step, next);
      go_to_first (b, step, next);
      if (separate_p (a->at, a_window, b->at, b_window, step))
	return true;
      if ((d && e && d->next != e->next) || a_window > step || b_window > step
	  || (a->at != b->at
	      && (a->at + a_window > step || b->at + b_window > step)))
	return false;
    }
  return (a->at + a->bytes <= b->at || b->at + b->bytes <= a->at
	  || a->thread == b->thread);
}

/* --- Elements of threads -------------------------------------------------- */

/* Return true if each thread of S has an element for itself, SLOPE bytes behind
   that of the thread before, and it has no more bytes.  */

static bool
slopes_p (const struct gcuf_run_set *s, int64_t slope)
{
  if ((int64_t) s->run->bytes > (slope < 0 ? -slope : slope)
      || (s->list && !(s->one_each && slope == (int64_t) s->run->bytes)))
    return false;
  for (unsigned i = 0; i < s->n; i++)
    if (s->way[i].step != slope * (int) s->way[i].next)
      return false;
  return true;
}

/* Return true if that is so of A and B, and they are the same elements.  */

static bool
one_each_p (const struct gcuf_run_set *a, const struct gcuf_run_set *b,
	    int64_t slope)
{
  int threads = a->thread - b->thread;
  return (slopes_p (a, slope) && slopes_p (b, slope)
	  && (int64_t) (a->address - b->address) == slope * threads);
}

/* The bytes by which A goes on for each thread, or zero.  */

static int64_t
slope_of (const struct gcuf_run_set *a)
{
  if (a->list)
    return a->run->bytes;
  int next = a->n ? a->way[0].next : 0;
  return next ? a->way[0].step / next : 0;
}

/* --- All sets ------------------------------------------------------------- */

/* Return true if several threads access the same by S.  */

static bool
common_p (const struct gcuf_run_set *s)
{
  return s->n && s->way[0].step == 0;
}

/* Let PART be what S has in place K of its largest step.  */

static void
set_part (struct gcuf_run_set *part, const struct gcuf_run_set *s, size_t k)
{
  const struct gcuf_direction *d = &s->way[s->n - 1];
  *part = *s;
  part->n--;
  part->address += d->step * k;
  part->thread += d->next * (unsigned) k;
  part->end -= d->step * (d->count - 1 - k);
}

/* Return true if it is known that no thread accesses by S what another one does
   by W, and that is found out with not more than *TRIES.  What is not known of
   the whole may be of parts.  */

static bool
two_apart_p (struct gcuf_runs *r, const struct gcuf_run_set *w,
	     const struct gcuf_run_set *s, unsigned *tries)
{
  if (w->run->begin != s->run->begin || w->end <= s->address
      || s->end <= w->address)
    return true;
  if (one_each_p (w, s, slope_of (w)) || one_each_p (w, s, slope_of (s)))
    return true;
  if (!*tries)
    return false;
  if (w->list || s->list)
    {
      --*tries;
      return gcuf_lists_apart_p (r, w, s);
    }
  if (common_p (w) || common_p (s))
    return false;
  uintptr_t origin = w->address < s->address ? w->address : s->address;
  struct place a
    = { w->address - origin, w->run->bytes, w->thread, w->n, w->way };
  struct place b
    = { s->address - origin, s->run->bytes, s->thread, s->n, s->way };
  bool first = largest_step (&a) >= largest_step (&b);
  const struct gcuf_run_set *whole = first ? w : s, *other = first ? s : w;
  struct gcuf_run_set part;
  --*tries;
  if (like_places_p (&a, &b))
    return true;
  for (size_t k = 0; whole->n && k < whole->way[whole->n - 1].count; k++)
    {
      set_part (&part, whole, k);
      if (!two_apart_p (r, &part, other, tries))
	return false;
    }
  return whole->n;
}

/* Return true if what S has read is written by W where it has been read.  */

static bool
superseded_p (const struct gcuf_run_set *s, const struct gcuf_run_set *w)
{
  if (s >= w || s->list || w->list || s->address != w->address
      || s->end != w->end || s->run->bytes != w->run->bytes
      || s->thread != w->thread || s->n != w->n)
    return false;
  for (unsigned i = 0; i < s->n; i++)
    if (s->way[i].step != w->way[i].step || s->way[i].next != w->way[i].next
	|| s->way[i].count != w->way[i].count)
      return false;
  return true;
}

/* It may take as much time as there are accesses.  */

bool
gcuf_sets_apart_p (struct gcuf_runs *r, size_t n)
{
  struct gcuf_run_set *sets = r->set;
  enum { LEAST_PAIRS = 1024, LEAST_TRIES = 256 };
  size_t pairs = 0, most_pairs = r->n_logged;
  unsigned tries = r->n_logged / 16;
  if (most_pairs < LEAST_PAIRS)
    most_pairs = LEAST_PAIRS;
  if (tries < LEAST_TRIES)
    tries = LEAST_TRIES;
  for (struct gcuf_run_set *w = sets; w < sets + n; w++)
    if (w->run->kind & GCUF_ACCESS_WRITE)
      {
	if ((pairs += n) > most_pairs)
	  return false;
	for (struct gcuf_run_set *s = sets; s < sets + n; s++)
	  if (superseded_p (s, w))
	    s->superseded = true;
	  else if (!two_apart_p (r, w, s, &tries))
	    return false;
      }
  return true;
}
