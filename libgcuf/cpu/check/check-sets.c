/* What runs consist of, as sets that go on evenly.
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

#include "check-apart.h"

/* Let the step of D not be negative: go on from the other end, which makes the
   address and the thread of S others.  What one thread accesses again and again
   it accesses once.  */

static void
normalize (struct gcuf_direction *d, struct gcuf_run_set *s)
{
  if (d->step == 0 && d->next == 0)
    d->count = 1;
  if (d->count == 1 || d->step >= 0)
    return;
  s->address += d->step * (int64_t) (d->count - 1);
  s->thread += d->next * (unsigned) (d->count - 1);
  d->step = -d->step;
  d->next = -d->next;
}

/* Let S have directions with more than one access only, in the order of their
   steps, and its end.  */

static void
finish_set (struct gcuf_run_set *s)
{
  unsigned n = 0;
  s->end = 0;
  for (unsigned i = 0; i < GCUF_MOST_WAYS; i++)
    {
      struct gcuf_direction d = s->way[i];
      unsigned k = n;
      normalize (&d, s);
      if (d.count == 1)
	continue;
      for (; k && s->way[k - 1].step > d.step; k--)
	s->way[k] = s->way[k - 1];
      s->way[k] = d;
      n++;
      s->end += d.step * (d.count - 1);
    }
  s->n = n;
  s->end += s->address + s->run->bytes;
}

/* Let S be those of RUN in LINES lines of COUNT, behind Q lines.  */

static void
set_lines (struct gcuf_run_set *s, const struct gcuf_run *run, uint32_t q,
	   uint32_t lines, uint32_t count)
{
  *s = (struct gcuf_run_set) {
    .run = run, .address = run->address + q * run->out_step,
    .thread = run->thread + q * run->out_next,
    .way = {
      { count, run->step, run->next },
      { lines, run->out_step, run->out_next },
      { 1, 0, 0 }
    }
  };
}

static bool
same_way_p (const struct gcuf_direction *a, const struct gcuf_direction *b)
{
  return (a->count == b->count
	  && (a->count == 1 || (a->step == b->step && a->next == b->next)));
}

/* Let the set S have what FRESH has, and return true, if that goes on as it
   does.  */

static bool
add_set (struct gcuf_run_set *s, const struct gcuf_run_set *fresh)
{
  struct gcuf_direction *more = &s->way[2];
  const struct gcuf_run *a = s->run, *b = fresh->run;
  int64_t step = fresh->address - s->address;
  unsigned next = fresh->thread - s->thread;
  if (a->site != b->site || a->base != b->base || a->kind != b->kind
      || a->bytes != b->bytes || s->list || fresh->list
      || !same_way_p (&s->way[0], &fresh->way[0])
      || !same_way_p (&s->way[1], &fresh->way[1]))
    return false;
  if (more->count == 1)
    {
      more->step = step;
      more->next = next;
    }
  else if (step != more->step * (int64_t) more->count
	   || next != more->next * (unsigned) more->count)
    return false;
  more->count++;
  return true;
}

/* Let S be the list RUN of R.  */

static void
set_list (struct gcuf_run_set *s, const struct gcuf_runs *r,
	  const struct gcuf_run *run)
{
  *s = (struct gcuf_run_set) {
    .run = run, .address = UINTPTR_MAX, .list = true, .one_each = true,
    .way = { { 1, 0, 0 }, { 1, 0, 0 }, { 1, 0, 0 } }
  };
  const struct gcuf_listed *first = &r->listed[run->first];
  for (unsigned i = run->first; i != GCUF_LIST_END; i = r->listed[i].next)
    {
      const struct gcuf_listed *e = &r->listed[i];
      int64_t threads = (int) (e->thread - first->thread);
      if (e->address < s->address)
	{
	  s->address = e->address;
	  s->thread = e->thread;
	}
      if (s->end < e->address + run->bytes)
	s->end = e->address + run->bytes;
      s->one_each &= ((int64_t) (e->address - first->address)
		      == threads * (int64_t) run->bytes);
    }
}

size_t
gcuf_sets_of_runs (struct gcuf_runs *r)
{
  struct gcuf_run_set *sets = r->set;
  uint16_t place[GCUF_RUN_PLACES];
  size_t n = 0;
  __builtin_memset (place, UINT8_MAX, sizeof place);
  for (const struct gcuf_run *run = r->run; run < r->run + r->n; run++)
    {
      uint16_t *p = &place[run->site->number % GCUF_RUN_PLACES];
      if (run->listed)
	set_list (&sets[n++], r, run);
      else if (run->lines)
	set_lines (&sets[n++], run, 0, run->lines, run->line);
      if (!run->listed && run->in_line)
	set_lines (&sets[n++], run, run->lines, 1, run->in_line);
      /* One that has one set only.  */
      if ((run->lines == 0 || run->in_line == 0) && *p < n - 1
	  && add_set (&sets[*p], &sets[n - 1]))
	n--;
      else
	*p = n - 1;
    }
  for (size_t i = 0; i < n; i++)
    if (!sets[i].list)
      finish_set (&sets[i]);
  return n;
}
