/* How accesses that have waited in runs are remembered.
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

#include <limits.h>
#include <string.h>

#include "check.h"
#include "check-apart.h"
#include "check-reads.h"
#include "check-waiting.h"

/* --- What is remembered --------------------------------------------------- */

/* Look at access number K of RUN of R, by C.  NEXT is that in the list, if
   there is one.  */

static void
look_at (struct gcuf_check_block *c, const struct gcuf_runs *r,
	 const struct gcuf_run *run, uint32_t k, uint32_t *next)
{
  uintptr_t address;
  unsigned thread;
  if (run->listed)
    {
      const struct gcuf_listed *e = &r->listed[*next];
      address = e->address;
      thread = e->thread;
      *next = e->next;
    }
  else
    {
      uint32_t q = k / run->line, rest = k % run->line;
      address = run->address + q * run->out_step + rest * run->step;
      thread = run->thread + q * run->out_next + rest * run->next;
    }
  const struct gcuf_check_access a = {
    (const char *) address, run->base, run->bytes, run->kind, run->site
  };
  gcuf_check_look (c, thread, &a);
}

/* Where the accesses of runs are looked at, one after the other: by run, how
   many have been, and the next one of the list.  */
struct again
{
  uint32_t done[GCUF_MOST_RUNS], next[GCUF_MOST_RUNS];
};

/* Look at those of the N runs of R in LOG, by C, that a loop has made in turn.
   */

static void
look_at_loop (struct gcuf_check_block *c, const struct gcuf_runs *r,
	      const uint8_t *log, unsigned n, struct again *a)
{
  uint32_t count = r->run[log[0]].line, first[GCUF_MOST_LOOP_RUNS];
  for (unsigned i = 0; i < n; i++)
    {
      first[i] = a->done[log[i]];
      a->done[log[i]] += count;
    }
  for (uint32_t k = 0; k < count; k++)
    for (unsigned i = 0; i < n; i++)
      look_at (c, r, &r->run[log[i]], first[i] + k, NULL);
}

/* Have what has been noted of memory that R, by C, writes remembered: that has been
   read before.  */

static void
write_memory (struct gcuf_check_block *c, const struct gcuf_runs *r)
{
  for (const struct gcuf_run *run = r->run; run < r->run + r->n; run++)
    if (run->kind & GCUF_ACCESS_WRITE)
      {
	const struct gcuf_stretch s = {
	  .address = (const char *) run->address, .bytes = run->bytes,
	  .base = run->base, .kind = run->kind, .site = run->site
	};
	gcuf_memory_write (gcuf_memory_of (c, &s, run->local));
      }
}

/* Look at all accesses of R, by C, one after the other.  */

static void
look_again (struct gcuf_check_block *c, const struct gcuf_runs *r)
{
  struct again a;
  write_memory (c, r);
  for (unsigned i = 0; i < r->n; i++)
    {
      a.done[i] = 0;
      a.next[i] = r->run[i].first;
    }
  for (const uint8_t *p = r->log; p < r->log + r->n_logged; p++)
    if (*p == GCUF_LOG_LOOP)
      {
	look_at_loop (c, r, p + 2, p[1], &a);
	p += p[1] + 1;
      }
    else
      look_at (c, r, &r->run[*p], a.done[*p]++, &a.next[*p]);
}

/* Let *D be the direction of S that is best looked at in a row: that of the
   least step of those from thread to thread.  The others remain in WAY; return
   how many these are.  */

static unsigned
take_row (const struct gcuf_run_set *s, struct gcuf_direction *d,
	  struct gcuf_direction *way)
{
  unsigned best = 0, n = 0;
  *d = (struct gcuf_direction) { 1, 0, 0 };
  for (unsigned i = s->n; i-- > 0; )
    if (s->way[i].step && s->way[i].next
	&& s->way[i].step <= s->way[0].step + (int64_t) s->run->bytes)
      best = i;
  for (unsigned i = 0; i < s->n; i++)
    if (i == best)
      *d = s->way[i];
    else
      way[n++] = s->way[i];
  return n;
}

/* Remember the accesses of S, by threads of C.  Return false if one races.  */

static bool
remember (struct gcuf_check_block *c, const struct gcuf_runs *r,
	  const struct gcuf_run_set *s)
{
  struct gcuf_stretch f = {
    .address = (const char *) s->address, .bytes = s->run->bytes,
    .base = s->run->base, .kind = s->run->kind, .site = s->run->site
  };
  if (s->list)
    return gcuf_list_remember (c, &f, s->run->local, r->listed,
			       s->run->first);
  struct gcuf_direction way[GCUF_MOST_WAYS] = { { 1, 0, 0 }, { 1, 0, 0 } };
  struct gcuf_lines l = {
    .thread = s->thread, .in = s->n ? s->way[0] : way[0], .out = { 1, 0, 0 }
  };
  if (s->n == 0 || (s->n == 1 && l.in.step))
    return gcuf_lines_remember (c, &f, s->run->local, &l);
  unsigned n = take_row (s, &l.in, way);
  l.out = n ? way[0] : (struct gcuf_direction) { 1, 0, 0 };
  size_t times = n > 1 ? way[1].count : 1;
  for (; times; times--)
    {
      if (!gcuf_tiled_remember (c, &f, s->run->local, &l))
	return false;
      f.address += way[1].step;
      l.thread += way[1].next;
    }
  return true;
}

/* The accesses that come next do not wait: that is of no use.  */

static void
let_pause (struct gcuf_runs *r)
{
  enum { MOST_PAUSES = 8, PAUSE = 256 };
  r->pauses += r->pauses < MOST_PAUSES;
  r->pause = PAUSE << r->pauses;
}

/* R is going to be empty, after N sets of which it has been known that nothing
   has to be said if QUIET.  If that is of no use, since little goes on evenly,
   or nothing is known of it, the following ones do not wait.  */

static void
learn (struct gcuf_runs *r, size_t n, bool quiet)
{
  enum { FEW = 3 };
  r->cut = 0;
  if (quiet && r->n_logged >= FEW * n && r->n_near * FEW < r->n_logged)
    r->pauses -= r->pauses > 0;
  else
    let_pause (r);
}

/* The same where R has had few accesses: something that cannot wait, an atomic
   operation for example, has followed.  */

static void
learn_of_few (struct gcuf_runs *r)
{
  enum { OFTEN = 8 };
  if (++r->cut < OFTEN)
    return;
  r->cut = 0;
  let_pause (r);
}

/* Remember what R has in sets.  Return false if that cannot be done in that
   way.  */

static bool
remember_sets (struct gcuf_check_block *c, struct gcuf_runs *r)
{
  size_t n = gcuf_sets_of_runs (r);
  bool quiet = gcuf_sets_apart_p (r, n);
  learn (r, n, quiet);
  for (size_t i = 0; i < n && quiet; i++)
    quiet = r->set[i].superseded || remember (c, r, &r->set[i]);
  return quiet;
}

void
gcuf_runs_remember (struct gcuf_check_block *c)
{
  enum { FEW = 12 };
  struct gcuf_runs *r = &c->runs;
  bool few = r->n_logged < FEW && !r->n_told;
  if (few)
    learn_of_few (r);
  if (c->off || few || !remember_sets (c, r))
    look_again (c, r);
  for (unsigned i = 0; i < r->n; i++)
    r->run[i].site = NULL;
  r->n = r->n_logged = r->n_listed = r->n_near = r->n_told = 0;
  r->local_writes = false;
  r->last = UINT_MAX;
}

void
gcuf_runs_forget (struct gcuf_check_block *c)
{
  struct gcuf_runs *r = &c->runs;
  r->pause = r->pauses = r->cut = 0;
  r->last = UINT_MAX;
  memset (r->torn, 0, sizeof r->torn);
}
