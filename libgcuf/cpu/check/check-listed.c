/* Which elements of lists different threads have in common.
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


/* A list has no order: who has an element is found in a table of those of one
   of two sets, where all elements of the other one are looked for.  */

#include "check-apart.h"
#include "check-loop.h"

/* Return the place for element NUMBER in the table of R: what it has, or one
   that is free.  */

static struct gcuf_owner *
find (struct gcuf_runs *r, uint32_t number)
{
  enum { PLACES = 1 << GCUF_OWNER_BITS };
  _Static_assert ((int) PLACES > (int) GCUF_MOST_LISTED,
		  "a place is always free");
  uint32_t i = number * 0x9e3779b1u >> (32 - GCUF_OWNER_BITS);
  while (r->owner[i].mark == r->mark && r->owner[i].number != number)
    i = (i + 1) % PLACES;
  return &r->owner[i];
}

/* Let the table of R be empty.  */

static void
empty (struct gcuf_runs *r)
{
  if (++r->mark)
    return;
  __builtin_memset (r->owner, 0, sizeof r->owner);
  r->mark = 1;
}

/* Store in *NUMBER which element of the memory that S is in begins at ADDRESS,
   and return true, if one does.  */

static bool
number_of (const struct gcuf_run_set *s, uintptr_t address, uint32_t *number)
{
  uintptr_t offset = address - s->run->begin;
  *number = offset / s->run->bytes;
  return offset % s->run->bytes == 0;
}

/* Let the table of R have the elements of the list S.  Return false if one is
   none, or if several threads have one, and that must not be since ALONE.  */

static bool
enter (struct gcuf_runs *r, const struct gcuf_run_set *s, bool alone)
{
  uint32_t number;
  empty (r);
  for (unsigned i = s->run->first; i != GCUF_LIST_END; i = r->listed[i].next)
    {
      const struct gcuf_listed *e = &r->listed[i];
      if (!number_of (s, e->address, &number))
	return false;
      struct gcuf_owner *place = find (r, number);
      if (place->mark != r->mark)
	*place = (struct gcuf_owner) { number, e->thread, r->mark };
      else if (place->thread != e->thread)
	{
	  if (alone)
	    return false;
	  place->thread = GCUF_SEVERAL_THREADS;
	}
    }
  return true;
}

/* Return true if nobody but THREAD has in the table of R what S has at
   ADDRESS.  */

static bool
own_p (struct gcuf_runs *r, const struct gcuf_run_set *s, uintptr_t address,
       unsigned thread)
{
  uint32_t number;
  if (!number_of (s, address, &number))
    return false;
  const struct gcuf_owner *place = find (r, number);
  return place->mark != r->mark || place->thread == thread;
}

/* Return true if that is so of all elements of the list S.  */

static bool
list_own_p (struct gcuf_runs *r, const struct gcuf_run_set *s)
{
  for (unsigned i = s->run->first; i != GCUF_LIST_END; i = r->listed[i].next)
    if (!own_p (r, s, r->listed[i].address, r->listed[i].thread))
      return false;
  return true;
}

/* The same of S that is none, unless it has too many.  */

static bool
ways_own_p (struct gcuf_runs *r, const struct gcuf_run_set *s)
{
  enum { MANY = 1 << 13 };
  size_t count = 1;
  for (unsigned k = 0; k < s->n && count <= MANY; k++)
    count *= s->way[k].count;
  for (size_t i = 0; i < count && count <= MANY; i++)
    {
      uintptr_t address = s->address;
      unsigned thread = s->thread;
      size_t rest = i;
      for (unsigned k = 0; k < s->n; k++)
	{
	  unsigned times = rest % s->way[k].count;
	  rest /= s->way[k].count;
	  address += s->way[k].step * (int64_t) times;
	  thread += s->way[k].next * times;
	}
      if (!own_p (r, s, address, thread))
	return false;
    }
  return count <= MANY;
}

bool
gcuf_lists_apart_p (struct gcuf_runs *r, const struct gcuf_run_set *w,
		    const struct gcuf_run_set *s)
{
  const struct gcuf_run_set *list = w->list ? w : s;
  const struct gcuf_run_set *other = w->list ? s : w;
  /* What is near is looked at one by one in less time.  */
  if (w->run->local || w->run->bytes != s->run->bytes
      || w->run->room / w->run->bytes > UINT32_MAX)
    return false;
  return (enter (r, list, w == s)
	  && (w == s || (other->list ? list_own_p (r, other)
			 : ways_own_p (r, other))));
}
