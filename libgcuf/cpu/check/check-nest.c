/* Accesses of loops in loops over threads.
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

#include <string.h>

#include "check-loop.h"
#include "check-unwritten.h"
#include "check-waiting.h"
#include "cpu-check.h"

/* S, of which each iteration of L makes IN, in a row or in several: of COUNT
   iterations, over the threads of L or in one of them, and TIMES as often, by
   DISTANCE apart.  What all threads access the first and the last one do: they
   are as far apart as any.  */
struct rows
{
  struct gcuf_stretch row;
  size_t count, times;
  int64_t distance;
  bool one_thread;
};

static struct rows
rows_of (const struct gcuf_told *l, const struct gcuf_stretch *s,
	 const struct gcuf_inner *in)
{
  struct rows r = {
    .row = *s, .count = l->count, .times = in->step ? in->count : 1,
    .distance = in->step, .one_thread = s->step == 0
  };
  if (r.one_thread)
    {
      r.row.step = in->step;
      r.count = r.times;
      r.times = 1;
    }
  return r;
}

/* Return true if S of L, with IN, is in memory that it can be in, of which
   something is known, and consists of whole words.  */

static bool
nest_known_p (struct gcuf_told *l, const struct gcuf_stretch *s,
	      const struct gcuf_inner *in)
{
  const struct rows r = rows_of (l, s, in);
  struct gcuf_told one = *l;
  struct gcuf_stretch last = r.row;
  one.stretches = &last;
  one.count = r.count;
  bool local = false;
  one.local = &local;
  if (in->step % GCUF_CHECK_WORD || gcuf_stretch_parts_p (s)
      || !gcuf_stretch_known_p (&one, &last))
    return false;
  l->local[gcuf_stretch_number (l, s)] = local;
  int64_t way;
  if (__builtin_mul_overflow (r.distance, r.times - 1, &way))
    return false;
  last.address += way;
  if (!gcuf_stretch_known_p (&one, &last))
    return false;
  /* What is between the first and the last row is where both are, if these are
     in one object.  */
  uintptr_t end, begin = gcuf_stretch_extent (&r.row, r.count, &end);
  const struct gcuf_check_page *p
    = gcuf_check_page_of (l->c, (uintptr_t) r.row.address);
  uintptr_t last_end;
  uintptr_t last_begin = gcuf_stretch_extent (&last, r.count, &last_end);
  if (gcuf_check_private_p (s->address))
    return gcuf_check_private_p (last.address);
  return (begin - p->begin < p->size && end - p->begin <= p->size
	  && last_begin - p->begin < p->size
	  && last_end - p->begin <= p->size);
}

/* Return the lowest address of S of L, with IN, and in *END that behind the
   highest.  */

static uintptr_t
nest_extent (const struct gcuf_told *l, const struct gcuf_stretch *s,
	     const struct gcuf_inner *in, uintptr_t *end)
{
  const struct rows r = rows_of (l, s, in);
  uintptr_t begin = gcuf_stretch_extent (&r.row, r.count, end);
  int64_t way = r.distance * (int64_t) (r.times - 1);
  if (way < 0)
    begin += way;
  else
    *end += way;
  return begin;
}

/* Return true if nothing of L with INNER but W, and only one thread, accesses an
   element that W writes.  */

static bool
nest_apart_p (const struct gcuf_told *l, const struct gcuf_stretch *w,
	      const struct gcuf_inner *inner)
{
  uintptr_t w_end, end;
  size_t n = w - l->stretches;
  uintptr_t w_begin = nest_extent (l, w, &inner[n], &w_end);
  int64_t step = w->step < 0 ? -w->step : w->step;
  if (inner[n].count != 1 || (l->count > 1 && step < (int64_t) w->bytes))
    return false;
  for (size_t i = 0; i < l->n; i++)
    if (i != n
	&& nest_extent (l, &l->stretches[i], &inner[i], &end) < w_end
	&& w_begin < end)
      return false;
  return true;
}

/* Return true if S of L, with IN, uses a value that has not been set.  */

static bool
nest_unset_p (const struct gcuf_told *l, const struct gcuf_stretch *s,
	      const struct gcuf_inner *in)
{
  struct rows r = rows_of (l, s, in);
  struct gcuf_told one = *l;
  /* Rows that follow each other are one.  */
  if (r.row.step == (int64_t) s->bytes
      && r.distance == (int64_t) (r.count * s->bytes))
    {
      r.count *= r.times;
      r.times = 1;
    }
  one.count = r.count;
  for (; r.times; r.times--, r.row.address += r.distance)
    if (gcuf_stretch_unset_p (&one, &r.row))
      return true;
  return false;
}

/* Return true if nothing is to be remembered of the reads R of L, which are in
   rows that follow each other.  */

static bool
rows_settled_p (const struct gcuf_told *l, const struct rows *r)
{
  size_t bytes = r->count * r->row.bytes;
  size_t words = r->times * bytes / GCUF_CHECK_WORD;
  uintptr_t address = (uintptr_t) r->row.address;
  size_t n = gcuf_check_cell (address);
  if (r->row.step != (int64_t) r->row.bytes || r->distance != (int64_t) bytes
      || words > GCUF_CHUNK_CELLS - n)
    return false;
  struct gcuf_open_page page = {
    .local = l->local[gcuf_stretch_number (l, &r->row)]
  };
  gcuf_open_page (l->c, &page, address);
  const struct gcuf_row row = {
    .c = l->c, .chunk = page.chunk, .begin = n, .count = words
  };
  bool settled = gcuf_row_settled_p (&row);
  gcuf_close_page (l->c, &page);
  return settled;
}

/* Remember the accesses S of L, with IN, unless one races: return false then.  */

static bool
remember_nest (const struct gcuf_told *l, const struct gcuf_stretch *s,
	       const struct gcuf_inner *in)
{
  struct rows r = rows_of (l, s, in);
  struct gcuf_told one = *l;
  struct gcuf_check_memory *memory
    = gcuf_memory_of (l->c, s, l->local[gcuf_stretch_number (l, s)]);
  if (memory && memory->state == GCUF_MEMORY_UNWRITTEN
      && gcuf_only_reads_p (s->kind)
      && gcuf_unwritten_better_p (&r.row, r.count))
    {
      for (; r.times; r.times--, r.row.address += r.distance)
	gcuf_unwritten_note_row (l->c, memory, &r.row, r.count);
      return true;
    }
  one.stretches = &r.row;
  one.local = &l->local[gcuf_stretch_number (l, s)];
  one.count = r.count;
  if (r.one_thread)
    {
      one.next = 0;
      if (!gcuf_stretch_remember (&one, &r.row))
	return false;
      one.thread += l->count - 1;
      return l->count == 1 || gcuf_stretch_remember (&one, &r.row);
    }
  if (!(s->kind & GCUF_ACCESS_WRITE) && rows_settled_p (&one, &r))
    return true;
  for (; r.times; r.times--, r.row.address += r.distance)
    if (!gcuf_stretch_remember (&one, &r.row))
      return false;
  return true;
}

GCUF_EXPORT int
GCUF_check_nest (const struct gcuf_stretch *stretches,
		 const struct gcuf_inner *inner, size_t n, size_t count,
		 int first)
{
  bool local[GCUF_MOST_STRETCHES];
  struct gcuf_told l = {
    .stretches = stretches, .n = n, .count = count, .next = 1, .local = local
  };
  if (count == 0 || n > GCUF_MOST_STRETCHES)
    return false;
  memset (local, 0, n);
  l.c = gcuf_check_running (&l.thread);
  if (!l.c)
    return true;
  gcuf_waiting_end (l.c);
  l.thread += first - GCUF_context.threadidx.x;
  if (l.c->uneven)
    return false;
  for (size_t i = 0; i < n; i++)
    {
      const struct gcuf_stretch *s = &stretches[i];
      if (!inner[i].count
	  || (!(s->kind & GCUF_ACCESS_BOTH) && s->kind & GCUF_ACCESS_COPIED)
	  || !nest_known_p (&l, s, &inner[i])
	  || (s->kind & GCUF_ACCESS_USED && nest_unset_p (&l, s, &inner[i])))
	return false;
    }
  for (size_t i = 0; i < n; i++)
    if (stretches[i].kind & GCUF_ACCESS_WRITE
	&& !nest_apart_p (&l, &stretches[i], inner))
      return false;
  for (size_t i = 0; i < n && !l.c->off; i++)
    if (stretches[i].kind & GCUF_ACCESS_BOTH
	&& !gcuf_check_private_p (stretches[i].address)
	&& !remember_nest (&l, &stretches[i], &inner[i]))
      return false;
  return true;
}
