/* Accesses of whole loops that are checked together.
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

/* A loop tells of all its accesses before it makes any.  They are remembered if
   there is nothing to be reported about any of them: then their order is of no
   importance.

   - What is reported at once, because of an address or a value, is looked for
     first.
   - Two accesses of the loop by different threads do not touch the same bytes,
     unless both read them.  So what races with one of them is in the past, or
     to come, and finds what the accesses by themselves would leave in the
     cells, but for which of several readers, or of a thread's accesses at one
     time, are remembered: those are ordered in the same way.
   - Where an access races, its cell stays as it is, and finds the same when the
     loop tells of the access again.  The cells of the others have what they
     would get anyway: a thread does not race with itself.  */

#include <string.h>

#include "check.h"
#include "check-loop.h"
#include "check-unset.h"
#include "check-unwritten.h"
#include "check-waiting.h"
#include "cpu-check.h"

/* --- Addresses ----------------------------------------------------------- */

bool
gcuf_stretch_known_p (struct gcuf_told *l, const struct gcuf_stretch *s)
{
  uintptr_t end, begin = gcuf_stretch_extent (s, l->count, &end);
  if ((s->bytes > GCUF_CHECK_WORD && gcuf_stretch_parts_p (s))
      || !s->bytes || end < begin)
    return false;
  if (gcuf_check_private_p (s->address))
    return gcuf_check_private_p ((char *) begin)
	   && gcuf_check_private_p ((char *) end - 1);
  if (!(s->kind & GCUF_ACCESS_BOTH))
    return false;
  const struct gcuf_check_access a = {
    s->address, s->base, s->bytes, s->kind, s->site
  };
  const struct gcuf_check_page *p
    = gcuf_check_known_address (l->c, &a);
  if (!p || begin - p->begin >= p->size || end - p->begin > p->size)
    return false;
  l->local[gcuf_stretch_number (l, s)] = p->local;
  return true;
}

/* --- Familiar accesses --------------------------------------------------- */

/* The place for S of L in the table of those.  */

static inline struct gcuf_familiar *
familiar (const struct gcuf_told *l, const struct gcuf_stretch *s)
{
  uint64_t key = ((uintptr_t) s->address >> 2) + ((uintptr_t) s->site >> 3);
  return &l->c->familiar[key * 0x9e3779b97f4a7c15u
			 >> (64 - GCUF_FAMILIAR_BITS)];
}

/* Return true if F is about S of L, by a single thread, and nothing has been
   written in the block's memory since.  */

static inline bool
about_p (const struct gcuf_familiar *f, const struct gcuf_told *l,
	 const struct gcuf_stretch *s)
{
  const struct gcuf_check_block *c = l->c;
  return (f->address == s->address && f->step == s->step
	  && f->count == l->count && f->site == s->site
	  && f->stamp == c->stamp && f->phase == c->phase
	  && f->writes == c->writes);
}

/* Return true if S of L has been looked at for two threads from which the
   running one is not farther than they are from each other: it reads the same,
   and races with nobody, since one of them would.  */

static inline bool
familiar_p (const struct gcuf_told *l, const struct gcuf_stretch *s)
{
  if (l->next || l->c->uneven || l->c->runs.local_writes
      || s->kind & GCUF_ACCESS_MASKED)
    return false;
  const struct gcuf_familiar *f = familiar (l, s);
  if (!about_p (f, l, s) || f->threads < 2)
    return false;
  unsigned one = f->thread[0] / GCUF_WARP_SIZE;
  return (one != f->thread[1] / GCUF_WARP_SIZE
	  || one == l->thread / GCUF_WARP_SIZE);
}

/* S of L has been looked at and remembered.  */

static inline void
make_familiar (const struct gcuf_told *l, const struct gcuf_stretch *s)
{
  const struct gcuf_check_block *c = l->c;
  if (l->next || c->uneven || c->off || !l->local[gcuf_stretch_number (l, s)]
      || s->kind & GCUF_ACCESS_WRITE)
    return;
  struct gcuf_familiar *f = familiar (l, s);
  if (!about_p (f, l, s))
    *f = (struct gcuf_familiar) {
      s->address, s->step, l->count, s->site, c->stamp, c->writes, c->phase,
      1, { l->thread }
    };
  else if (l->thread != f->thread[0])
    {
      f->thread[1] = l->thread;
      f->threads = 2;
    }
}

/* --- Values -------------------------------------------------------------- */

/* Return true if no word is unset from the first one of S of L to the last, nor of
   those in between, if these are few.  */

static inline bool
nothing_unset_near_p (const struct gcuf_told *l, const struct gcuf_stretch *s)
{
  enum { NEAR = 4, FEW = 8 };
  uintptr_t end, begin = gcuf_stretch_extent (s, l->count, &end);
  int64_t most = NEAR * s->bytes;
  return (l->count > FEW && s->step != 0 && s->step <= most && -s->step <= most
	  && !gcuf_stretch_parts_p (s)
	  && !gcuf_check_any_unset_p ((const char *) begin,
				      (end - begin) / GCUF_CHECK_WORD, false));
}

/* Return true if one of the COUNT numbers from P on that are STEP apart has not
   been set, each of a word, or of two if TWO.  */

static bool
any_apart_unset_p (const char *p, size_t count, int64_t step, bool two)
{
  bool any = false;
  if (two)
    for (; count; count--, p += step)
      any |= gcuf_check_word_unset_p (p) & gcuf_check_word_unset_p (p + 4);
  else
    for (; count; count--, p += step)
      any |= gcuf_check_word_unset_p (p);
  return any;
}

/* Return true if S of L uses a value that has not been set.  */

bool
gcuf_stretch_unset_p (const struct gcuf_told *l, const struct gcuf_stretch *s)
{
  bool parts = gcuf_stretch_parts_p (s);
  size_t element = gcuf_stretch_element (s);
  if (element > GCUF_CHECK_WORD && element % (2 * GCUF_CHECK_WORD))
    return true;
  if (s->step == (int64_t) s->bytes && !parts)
    {
      bool two = element > GCUF_CHECK_WORD;
      size_t bytes = two ? 2 * GCUF_CHECK_WORD : GCUF_CHECK_WORD;
      return gcuf_check_any_unset_p (s->address, l->count * s->bytes / bytes,
				     two);
    }
  if (nothing_unset_near_p (l, s))
    return false;
  const char *p = s->address;
  size_t count = s->step ? l->count : 1;
  if (!parts && element == s->bytes && element <= 2 * GCUF_CHECK_WORD)
    return any_apart_unset_p (p, count, s->step, element > GCUF_CHECK_WORD);
  for (; count; count--, p += s->step)
    if (element == s->bytes
	? gcuf_check_unset_p (p, element)
	: gcuf_check_elements_unset_p (p, s->bytes, s->kind))
      return true;
  return false;
}

/* --- What is not written -------------------------------------------------- */

/* If S of L is in memory where its site has read lately, and which the launch
   does not write, let it be noted by words, and return true: nothing is to be
   remembered of it.  If it leaves gaps it is better noted as a whole
   (check-reads.h).  */

static inline bool
unwritten_p (const struct gcuf_told *l, const struct gcuf_stretch *s)
{
  uintptr_t end, begin = gcuf_stretch_extent (s, l->count, &end);
  if (!gcuf_only_reads_p (s->kind) || !gcuf_unwritten_better_p (s, l->count)
      || !s->bytes || end < begin
      || (s->bytes > GCUF_CHECK_WORD && gcuf_stretch_parts_p (s)))
    return false;
  struct gcuf_check_memory *m
    = gcuf_unwritten_memory (l->c, s->site, begin, end - begin,
			     (uintptr_t) s->base);
  if (!m)
    return false;
  if (!(s->kind & GCUF_ACCESS_MASKED))
    gcuf_unwritten_note_row (l->c, m, s, l->count);
  return true;
}

/* S of L is known: let its site have what it is in, if that is such memory.  */

static void
keep_unwritten (const struct gcuf_told *l, const struct gcuf_stretch *s)
{
  if (!gcuf_only_reads_p (s->kind) || gcuf_check_private_p (s->address))
    return;
  const struct gcuf_check_page *p
    = gcuf_check_page_of (l->c, (uintptr_t) s->address);
  if (gcuf_unwritten_p (p) && gcuf_check_site_number (s->site))
    gcuf_unwritten_keep (l->c, s->site, p->memory);
}

/* --- Accesses of the loop ------------------------------------------------ */

/* Return true if no thread accesses by A what another one accesses by B.  */

static bool
apart_p (const struct gcuf_told *l, const struct gcuf_stretch *a,
	 const struct gcuf_stretch *b)
{
  uintptr_t a_end, b_end;
  uintptr_t a_begin = gcuf_stretch_extent (a, l->count, &a_end);
  uintptr_t b_begin = gcuf_stretch_extent (b, l->count, &b_end);
  if (a_end <= b_begin || b_end <= a_begin)
    return true;
  int64_t step = a->step < 0 ? -a->step : a->step;
  int64_t distance = b->address - a->address;
  return (a->step == b->step
	  && distance + step >= (int64_t) a->bytes
	  && step - distance >= (int64_t) b->bytes);
}

/* Return true if in one iteration of L the value that S uses is read before W
   writes it, and by no other iteration.  */

static bool
read_before_p (const struct gcuf_told *l, const struct gcuf_stretch *s,
	       const struct gcuf_stretch *w)
{
  return s < w && s->address == w->address && apart_p (l, s, w);
}

/* Return true if the stretch S of L, which writes, may let another one use a
   value that has not been set, or race.  */

static bool
disturbs_p (const struct gcuf_told *l, const struct gcuf_stretch *w)
{
  for (size_t i = 0; i < l->n; i++)
    {
      const struct gcuf_stretch *s = &l->stretches[i];
      uintptr_t s_end, w_end;
      uintptr_t s_begin = gcuf_stretch_extent (s, l->count, &s_end);
      uintptr_t w_begin = gcuf_stretch_extent (w, l->count, &w_end);
      if (s_end <= w_begin || w_end <= s_begin)
	continue;
      if (l->next && !gcuf_check_private_p (w->address) && !apart_p (l, w, s))
	return true;
      if (w->kind & GCUF_ACCESS_COPIED && s->kind & GCUF_ACCESS_USED
	  && !read_before_p (l, s, w))
	return true;
    }
  return false;
}

/* Return true if what S of L leaves in the cells is not there any more when the
   loop has ended.  */

bool
gcuf_stretch_superseded_p (const struct gcuf_told *l,
			   const struct gcuf_stretch *s)
{
  for (const struct gcuf_stretch *o = s + 1; o < l->stretches + l->n; o++)
    if (o->address == s->address && o->step == s->step && o->bytes == s->bytes
	&& (o->kind & GCUF_ACCESS_WRITE
	    || (o->kind & GCUF_ACCESS_READ && !(s->kind & GCUF_ACCESS_WRITE))))
      return true;
  return false;
}

/* --- The call ------------------------------------------------------------ */

/* Return true if there is nothing to be reported but races with what has been
   before L.  */

bool
gcuf_stretches_sound_p (struct gcuf_told *l)
{
  for (size_t i = 0; i < l->n; i++)
    {
      const struct gcuf_stretch *s = &l->stretches[i];
      if (familiar_p (l, s))
	l->familiar[i] = true;
      else if (unwritten_p (l, s))
	{
	  if (s->kind & GCUF_ACCESS_USED && gcuf_stretch_unset_p (l, s))
	    return false;
	  l->familiar[i] = true;
	}
      else if (gcuf_stretch_known_p (l, s))
	keep_unwritten (l, s);
      else
	return false;
    }
  for (size_t i = 0; i < l->n; i++)
    {
      const struct gcuf_stretch *s = &l->stretches[i];
      if (s->kind & GCUF_ACCESS_USED && !l->familiar[i]
	  && gcuf_stretch_unset_p (l, s))
	return false;
      if (!(s->kind & GCUF_ACCESS_BOTH) && s->kind & GCUF_ACCESS_COPIED)
	return false;
      if (s->kind & GCUF_ACCESS_WRITE && disturbs_p (l, s))
	return false;
    }
  return true;
}

/* Return true if others can see what S of L does, and it is not known that nothing
   has to be remembered of that.  */

static inline bool
seen_p (const struct gcuf_told *l, const struct gcuf_stretch *s)
{
  return (s->kind & GCUF_ACCESS_BOTH && !l->familiar[gcuf_stretch_number (l, s)]
	  && !gcuf_check_private_p (s->address));
}

/* Return true if L writes to the block's own memory.  */

static bool
local_writes_p (const struct gcuf_told *l)
{
  bool writes = false;
  for (size_t i = 0; i < l->n; i++)
    writes |= l->local[i] && l->stretches[i].kind & GCUF_ACCESS_WRITE;
  return writes;
}

/* Remember the accesses of L but for those that WAITS says, if that is not null.
   Return false if one races.  */

static bool
remember (struct gcuf_told *l, const bool *waits)
{
  for (size_t i = 0; i < l->n && !l->c->off; i++)
    {
      const struct gcuf_stretch *s = &l->stretches[i];
      if ((waits && waits[i]) || !seen_p (l, s)
	  || gcuf_stretch_superseded_p (l, s))
	continue;
      if (!gcuf_stretch_remember (l, s))
	return false;
      make_familiar (l, s);
    }
  return true;
}

bool
gcuf_stretches_remember (struct gcuf_told *l)
{
  return remember (l, NULL);
}

/* Remember those of L, which one thread makes, or let them wait, but for what is
   only read in the block's own memory.  Short loops are not worth that.  Return
   false if one races.  */

static bool
remember_thread (struct gcuf_told *l)
{
  enum { SHORT = 8 };
  const struct gcuf_stretch *waiting[GCUF_MOST_STRETCHES];
  bool waits[GCUF_MOST_STRETCHES];
  size_t n = 0;
  unsigned *pause = &l->c->runs.pause;
  bool all = local_writes_p (l);
  for (size_t i = 0; i < l->n; i++)
    {
      const struct gcuf_stretch *s = &l->stretches[i];
      waits[i] = ((all || !l->local[i]) && seen_p (l, s)
		  && !gcuf_stretch_parts_p (s));
      if (waits[i])
	waiting[n++] = s;
    }
  if (n && (*pause || l->count < SHORT))
    {
      *pause -= *pause < n ? *pause : n;
      gcuf_waiting_end (l->c);
      return remember (l, NULL);
    }
  if (!remember (l, waits))
    return false;
  if (n == 0 || gcuf_run_add_loop (l->c, l->thread, waiting, n, l->count))
    return true;
  gcuf_waiting_end (l->c);
  return remember (l, NULL);
}

/* Return true if one of the numbers, of ELEMENT bytes, in the BYTES at P has not been
   set.  */

static inline bool
numbers_unset_p (const char *p, size_t bytes, size_t element)
{
  for (const char *end = p + bytes; p < end; p += element)
    if (gcuf_check_number_unset_p (p, element))
      return true;
  return false;
}

/* Return true if there is nothing to be said of the COUNT accesses S by the
   running thread of C, and no more to be remembered than that they have been: they
   are to numbers of its own, or read some in memory that the launch does not
   write, and those that are used are set.  */

static inline bool
nothing_p (struct gcuf_check_block *c, const struct gcuf_stretch *s,
	   size_t count)
{
  size_t bytes = s->bytes, element = gcuf_stretch_element (s);
  uintptr_t address = (uintptr_t) s->address, step = s->step;
  if (s->step < 0 || (address | step) % GCUF_CHECK_WORD
      || (element != GCUF_CHECK_WORD && element != 2 * GCUF_CHECK_WORD)
      || s->kind & (GCUF_ACCESS_ATOMIC | GCUF_ACCESS_COPIED))
    return false;
  if (step == bytes)
    bytes *= count;
  if (step == 0 || step == s->bytes)
    count = 1;
  size_t extent = (count - 1) * step + bytes;
  struct gcuf_check_memory *memory = NULL;
  if (gcuf_check_private_p (s->address))
    {
      if (!gcuf_check_private_p (s->address + extent - 1)
	  || (s->base && !gcuf_check_private_p (s->base)))
	return false;
    }
  else
    {
      memory = gcuf_unwritten_memory (c, s->site, address, extent,
				      (uintptr_t) s->base);
      if (!gcuf_only_reads_p (s->kind) || !memory)
	return false;
    }
  for (; count; count--, address += step)
    {
      if (s->kind & GCUF_ACCESS_USED
	  && numbers_unset_p ((const char *) address, bytes, element))
	return false;
      if (memory && !gcuf_unwritten_noted_p (memory, address, bytes))
	gcuf_unwritten_note (c, memory, address, bytes, s->site);
    }
  return true;
}

/* The same of all N STRETCHES, if they are short.  */

static inline bool
all_nothing_p (struct gcuf_check_block *c,
	       const struct gcuf_stretch *stretches, size_t n, size_t count)
{
  enum { SHORT = 16 };
  for (size_t i = 0; i < n && count <= SHORT; i++)
    if (!nothing_p (c, &stretches[i], count))
      return false;
  return count <= SHORT;
}

bool
gcuf_stretches_quiet_p (const struct gcuf_stretch *stretches, size_t n,
			size_t count, int first)
{
  bool local[GCUF_MOST_STRETCHES], familiar[GCUF_MOST_STRETCHES];
  struct gcuf_told l = {
    .stretches = stretches, .n = n, .count = count,
    .next = first && count > 1, .local = local, .familiar = familiar
  };
  if (count == 0 || n > GCUF_MOST_STRETCHES)
    return false;
  l.c = gcuf_check_running (&l.thread);
  if (!l.c || (!first && all_nothing_p (l.c, stretches, n, count))
      || (!first && gcuf_short_remember (&l)))
    return true;
  l.local = local;
  memset (local, 0, n);
  memset (familiar, 0, n);
  if (first)
    l.thread += first - GCUF_context.threadidx.x;
  if (l.next && l.c->tile.n && gcuf_tile_extend (&l))
    return true;
  if (l.next || l.c->tile.n || l.c->runs.local_writes)
    gcuf_waiting_end (l.c);
  if (!gcuf_stretches_sound_p (&l))
    return false;
  if (!l.next)
    return remember_thread (&l);
  if (gcuf_tile_begin (&l))
    return true;
  return remember (&l, NULL);
}

GCUF_EXPORT int
GCUF_check_stretches (const struct gcuf_stretch *stretches, size_t n,
		      size_t count, int first)
{
  size_t told = gcuf_number_unmasked (stretches, n);
  if (count == 0
      || (told && !gcuf_stretches_quiet_p (stretches, told, count, first)))
    return 0;
  return (told < n && gcuf_masks_fit_p (stretches, NULL, n, count, first)
	  ? GCUF_QUIET | GCUF_QUIET_MASKED : GCUF_QUIET);
}
