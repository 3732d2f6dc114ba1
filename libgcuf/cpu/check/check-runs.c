/* Single accesses that are remembered together.
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

/* What is not told of at once, as the loop or a part of it is not fit for that,
   is told of access by access.  Mostly it goes on evenly, too: what a statement
   accesses is a run, from thread to thread, or in one thread.  What such an
   access may be reported for at once, its address and a value that is not set,
   is looked for when it is made.  Then it waits, for as long as nothing changes
   what orders accesses, and nobody asks for what is remembered.  What a loop of
   one thread has told of waits there, too.

   Runs may be remembered one after the other if no thread writes what
   another one accesses in the same time (check-apart.c).  If that is not known,
   or one of the accesses races with what has been before, then all of them are
   looked at in the order in which they have been made (check-waiting.c).  */

#include <limits.h>

#include "check.h"
#include "check-reads.h"
#include "check-unset.h"
#include "check-waiting.h"

/* --- Runs ----------------------------------------------------------------- */

/* Let A, by THREAD, which is in page P, be the first of RUN of R.  */

static void
begin_run (struct gcuf_runs *r, struct gcuf_run *run, unsigned thread,
	   const struct gcuf_check_access *a, const struct gcuf_check_page *p)
{
  /* Reads that come later find that.  */
  if (a->kind & GCUF_ACCESS_WRITE)
    gcuf_memory_write (p->memory);
  r->local_writes |= p->local && a->kind & GCUF_ACCESS_WRITE;
  *run = (struct gcuf_run) {
    .kind = a->kind, .site = a->site, .base = a->base, .bytes = a->bytes,
    .begin = p->begin, .room = p->size - a->bytes, .thread = thread,
    .address = (uintptr_t) a->address, .line = GCUF_LINE_UNKNOWN,
    .in_line = 1, .local = p->local
  };
}

/* Return true if RUN is a list that A can be in.  */

static bool
in_list_p (const struct gcuf_run *run, const struct gcuf_check_access *a)
{
  return (run->listed && run->site == a->site && run->base == a->base
	  && run->kind == a->kind && run->bytes == a->bytes
	  && (uintptr_t) a->address - run->begin <= run->room);
}

/* Let A, by THREAD, which is in page P, be the first of the next run of R, and
   *LATEST the number of that.  If those before have been short it is a list.  */

static void
begin_next (struct gcuf_runs *r, uint8_t *latest, unsigned thread,
	    const struct gcuf_check_access *a,
	    const struct gcuf_check_page *p)
{
  enum { SHORT = 8, MOST_TORN = 4 };
  struct gcuf_run *old = &r->run[*latest], *run = &r->run[r->n];
  uint8_t *torn = &r->torn[latest - r->latest];
  if (*latest < r->n && old->site == a->site)
    {
      if (old->lines * old->line + old->in_line < SHORT)
	*torn += *torn < MOST_TORN;
      else
	*torn -= *torn > 0;
    }
  begin_run (r, run, thread, a, p);
  *latest = r->n++;
  if (*torn < MOST_TORN)
    return;
  *torn = MOST_TORN - 1;
  run->listed = true;
  run->in_line = 0;
  run->first = GCUF_LIST_END;
  gcuf_run_list (r, run, thread, (uintptr_t) a->address);
}

/* Let A, by THREAD, be the second one of RUN, or the first one of its second
   line, and return true, if it may be.  What follows is expected where it would
   be.  */

static bool
set_step (struct gcuf_run *run, unsigned thread,
	  const struct gcuf_check_access *a)
{
  uintptr_t address = (uintptr_t) a->address;
  int64_t step = address - run->address;
  unsigned next = thread - run->thread;
  if (run->lines || run->listed || run->told || run->line != GCUF_LINE_UNKNOWN
      || run->site != a->site
      || run->base != a->base || run->kind != a->kind || run->bytes != a->bytes
      || address - run->begin > run->room || thread < run->thread)
    return false;
  if (run->in_line == 1)
    {
      run->step = step;
      run->next = next;
      run->in_line = 2;
    }
  else
    {
      run->out_step = step;
      run->out_next = next;
      run->line = run->in_line;
      run->lines = run->in_line = 1;
    }
  run->next_address = address + run->step;
  run->next_thread = thread + run->next;
  return true;
}

/* The latest COUNT accesses of run OLD of R are those of run FRESH.  */

static void
move_logged (struct gcuf_runs *r, uint8_t old, uint8_t fresh, uint32_t count)
{
  for (uint8_t *p = &r->log[r->n_logged]; count; )
    if (*--p == old)
      {
	*p = fresh;
	count--;
      }
}

/* If A, by THREAD, goes on in the last line of the run PLACE of R, which is as
   long as those before, these have not been as long as lines are: let it be a
   run of its own, and return true.  */

static bool
lengthen_line (struct gcuf_runs *r, uint8_t *place, unsigned thread,
	       const struct gcuf_check_access *a)
{
  struct gcuf_run *run = &r->run[*place];
  uint32_t q = run->lines - 1;
  uintptr_t address = run->address + q * run->out_step;
  unsigned first = run->thread + q * run->out_next;
  if (run->told || run->lines < 2 || run->in_line || run->site != a->site
      || address + run->line * run->step != (uintptr_t) a->address
      || first + run->line * run->next != thread || run->base != a->base
      || (uintptr_t) a->address - run->begin > run->room)
    return false;
  struct gcuf_run *fresh = &r->run[r->n];
  *fresh = *run;
  fresh->address = address;
  fresh->thread = first;
  fresh->lines = 0;
  fresh->in_line = run->line + 1;
  fresh->line = GCUF_LINE_UNKNOWN;
  fresh->next_address = (uintptr_t) a->address + run->step;
  fresh->next_thread = thread + run->next;
  run->lines--;
  move_logged (r, *place, r->n, run->line);
  *place = r->n++;
  return true;
}

/* Return true if A, by THREAD, is what is expected behind RUN.  */

static bool
expected_p (const struct gcuf_run *run, unsigned thread,
	    const struct gcuf_check_access *a)
{
  return (run->next_address == (uintptr_t) a->address
	  && run->next_thread == thread && run->site == a->site
	  && run->base == a->base && run->kind == a->kind
	  && run->bytes == a->bytes
	  && run->next_address - run->begin <= run->room);
}

/* Return true if A, of C, can wait.  */

static bool
can_wait_p (const struct gcuf_check_block *c,
	    const struct gcuf_check_access *a)
{
  enum { MOST_BYTES = 64 };
  return (!c->off && !(a->kind & GCUF_ACCESS_ATOMIC)
	  && a->kind & GCUF_ACCESS_BOTH && a->bytes && a->bytes <= MOST_BYTES
	  && !(((uintptr_t) a->address | a->bytes) % GCUF_CHECK_WORD)
	  && !gcuf_check_private_p (a->address));
}

/* Return true if R has enough, and THREAD is the first one of others that go
   on: what has been done there in lines would else be torn.  */

static bool
enough_p (struct gcuf_runs *r, unsigned thread)
{
  if (r->n == GCUF_MOST_RUNS || r->n_logged == GCUF_MOST_LOGGED
      || r->n_listed == GCUF_MOST_LISTED)
    return true;
  if (r->n < GCUF_ENOUGH_RUNS && r->n_logged < GCUF_ENOUGH_LOGGED
      && r->n_listed < GCUF_ENOUGH_LISTED)
    return false;
  if (r->last == UINT_MAX)
    r->last = thread;
  return r->last != thread;
}

/* Let R, of C, have room for what THREAD does, at the same time as what is
   there.  */

static void
make_room (struct gcuf_check_block *c, struct gcuf_runs *r, unsigned thread)
{
  if (r->n && (enough_p (r, thread)
	       || !gcuf_check_time_p (c, thread, 1, r->time)))
    gcuf_waiting_end (c);
  if (!r->n)
    r->time = c->time[thread];
}

bool
gcuf_run_add (struct gcuf_check_block *c, unsigned thread,
	      const struct gcuf_check_access *a)
{
  struct gcuf_runs *r = &c->runs;
  const struct gcuf_check_page *p
    = can_wait_p (c, a) ? gcuf_check_known_address (c, a) : NULL;
  if (!p || p->stray
      || (a->kind & GCUF_ACCESS_USED
	  && gcuf_check_unset_p (a->address, a->bytes)))
    return false;
  make_room (c, r, thread);
  gcuf_check_site_number (a->site);
  uint8_t *latest = gcuf_run_place (r, a->site);
  struct gcuf_run *run = &r->run[*latest];
  if (in_list_p (run, a))
    gcuf_run_list (r, run, thread, (uintptr_t) a->address);
  else if (expected_p (run, thread, a))
    gcuf_run_go_on (run);
  else if (*latest >= r->n
	   || (!set_step (run, thread, a)
	       && !lengthen_line (r, latest, thread, a)))
    begin_next (r, latest, thread, a, p);
  r->log[r->n_logged++] = *latest;
  return true;
}

/* --- Loops of one thread -------------------------------------------------- */

/* Let A, the first of COUNT accesses by THREAD that are STEP apart, begin one
   more line of RUN, and return true, if the others go on to there.  */

static bool
add_line (struct gcuf_run *run, unsigned thread,
	  const struct gcuf_check_access *a, size_t count, int64_t step)
{
  uintptr_t address = (uintptr_t) a->address;
  if (!run->told || run->site != a->site || run->line != count
      || run->step != step || run->base != a->base || run->kind != a->kind
      || run->bytes != a->bytes || address - run->begin > run->room)
    return false;
  if (run->lines == 1)
    {
      if (thread < run->thread)
	return false;
      run->out_step = address - run->address;
      run->out_next = thread - run->thread;
    }
  else if (address != run->address + run->lines * run->out_step
	   || thread != run->thread + run->lines * run->out_next)
    return false;
  run->lines++;
  return true;
}

/* Let the COUNT accesses S, by THREAD of C, be a line of a run, and return its
   number.  */

static uint8_t
add_stretch (struct gcuf_check_block *c, unsigned thread,
	     const struct gcuf_stretch *s, size_t count)
{
  struct gcuf_runs *r = &c->runs;
  const struct gcuf_check_access a = {
    s->address, s->base, s->bytes, s->kind, s->site
  };
  gcuf_check_site_number (a.site);
  uint8_t *latest = gcuf_run_place (r, a.site);
  if (*latest < r->n && add_line (&r->run[*latest], thread, &a, count, s->step))
    return *latest;
  struct gcuf_run *run = &r->run[r->n];
  const struct gcuf_check_page *p = gcuf_check_known_address (c, &a);
  begin_run (r, run, thread, &a,
	     p ? p : gcuf_check_page_of (c, (uintptr_t) a.address));
  run->told = true;
  run->step = s->step;
  run->line = count;
  run->lines = 1;
  run->in_line = 0;
  *latest = r->n;
  return r->n++;
}

bool
gcuf_run_add_loop (struct gcuf_check_block *c, unsigned thread,
		   const struct gcuf_stretch *const *stretches, size_t n,
		   size_t count)
{
  struct gcuf_runs *r = &c->runs;
  if (c->off || count >= GCUF_LINE_UNKNOWN || n > GCUF_MOST_LOOP_RUNS)
    return false;
  if (r->n + n > GCUF_MOST_RUNS || r->n_logged + n + 2 > GCUF_MOST_LOGGED)
    gcuf_waiting_end (c);
  make_room (c, r, thread);
  uint8_t *p = &r->log[r->n_logged];
  *p++ = GCUF_LOG_LOOP;
  *p++ = n;
  for (size_t i = 0; i < n; i++)
    *p++ = add_stretch (c, thread, stretches[i], count);
  r->n_logged += n + 2;
  r->n_told++;
  return true;
}
