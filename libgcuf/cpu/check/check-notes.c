/* Notes of accesses that go on evenly.
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

#include "check.h"
#include "check-notes.h"

void
gcuf_note_begin (struct gcuf_note *note, const struct gcuf_noted *fresh)
{
  *note = (struct gcuf_note) { .noted = *fresh, .n = 1, .at = { 1 } };
}

/* --- What goes on --------------------------------------------------------- */

/* How far FRESH is from the first of NOTE.  */

static inline struct gcuf_note_step
distance (const struct gcuf_note *note, const struct gcuf_noted *fresh)
{
  const struct gcuf_noted *old = &note->noted;
  return (struct gcuf_note_step) {
    fresh->stretch.address - old->stretch.address,
    fresh->lines.thread - old->lines.thread, fresh->first - old->first
  };
}

static inline bool
same_step_p (const struct gcuf_note_step *a, const struct gcuf_note_step *b)
{
  return (a->address == b->address && a->thread == b->thread
	  && a->first == b->first);
}

static inline void
add_step (struct gcuf_note_step *to, const struct gcuf_note_step *step,
	  uint32_t times)
{
  to->address += step->address * (int64_t) times;
  to->thread += step->thread * times;
  to->first += step->first * times;
}

static inline bool
same_direction_p (const struct gcuf_direction *a,
		  const struct gcuf_direction *b)
{
  return (a->count == b->count
	  && (a->count == 1 || (a->step == b->step && a->next == b->next)));
}

/* Return true if A and B differ by how far they are apart only.  */

static inline bool
alike_p (const struct gcuf_noted *a, const struct gcuf_noted *b)
{
  return (a->stretch.site == b->stretch.site
	  && a->stretch.bytes == b->stretch.bytes && a->memory == b->memory
	  && a->threads == b->threads && a->phase == b->phase
	  && a->time == b->time
	  && same_direction_p (&a->lines.in, &b->lines.in)
	  && same_direction_p (&a->lines.out, &b->lines.out));
}

/* NOTE has got the one that was next.  */

static inline void
advance (struct gcuf_note *note)
{
  unsigned k = 0;
  for (note->at[0]++; k + 1 < note->n && note->at[k] == note->count[k]; )
    {
      note->at[k] = 0;
      note->at[++k]++;
    }
  add_step (&note->next, &note->step[0], 1);
  if (k == 0)
    return;
  note->next = (struct gcuf_note_step) { 0, 0, 0 };
  for (; k < note->n; k++)
    add_step (&note->next, &note->step[k], note->at[k]);
}

/* Let the last way of NOTE end, and what is FAR apart from its first be the first
   one of another way; return true if that is possible.  */

static bool
end_way (struct gcuf_note *note, const struct gcuf_note_step *far)
{
  unsigned last = note->n - 1;
  for (unsigned k = 0; k < last; k++)
    if (note->at[k])
      return false;
  if (note->n == GCUF_NOTE_WAYS)
    return false;
  note->count[last] = note->at[last];
  note->at[last] = 0;
  note->n++;
  note->at[last + 1] = 1;
  note->step[last + 1] = note->next = *far;
  advance (note);
  return true;
}

bool
gcuf_note_goes_on (struct gcuf_note *note, const struct gcuf_noted *fresh)
{
  if (!alike_p (&note->noted, fresh))
    return false;
  struct gcuf_note_step far = distance (note, fresh);
  if (note->n == 1 && note->at[0] == 1)
    note->step[0] = note->next = far;
  else if (note->at[note->n - 1] == UINT32_MAX)
    return false;
  else if (!same_step_p (&note->next, &far))
    return end_way (note, &far);
  advance (note);
  return true;
}

/* --- What is noted -------------------------------------------------------- */

void
gcuf_note_each (const struct gcuf_note *note,
		void (*f) (const struct gcuf_noted *noted))
{
  struct gcuf_note done = *note;
  for (unsigned k = 0; k < done.n; k++)
    done.at[k] = 0;
  done.next = (struct gcuf_note_step) { 0, 0, 0 };
  while (__builtin_memcmp (done.at, note->at, done.n * sizeof *done.at))
    {
      struct gcuf_noted one = note->noted;
      one.stretch.address += done.next.address;
      one.lines.thread += done.next.thread;
      one.first += done.next.first;
      f (&one);
      advance (&done);
    }
}

/* Directions in which bytes are accessed, without threads: those with more than
   one access, none of which goes back, and the shortest first.  */
struct ways
{
  uintptr_t address;		/* The first byte, */
  size_t bytes;			/* and how many follow it.  */
  unsigned n;
  struct { size_t count; int64_t step; } way[GCUF_NOTE_WAYS + 2];
};

static void
add_way (struct ways *w, size_t count, int64_t step)
{
  unsigned k = w->n;
  if (count == 1 || step == 0)
    return;
  if (step < 0)
    {
      w->address += step * (int64_t) (count - 1);
      step = -step;
    }
  for (; k && w->way[k - 1].step > step; k--)
    w->way[k] = w->way[k - 1];
  w->way[k].count = count;
  w->way[k].step = step;
  w->n++;
}

/* Let the bytes of W be longer by those ways that leave no gap.  */

static void
join_ways (struct ways *w)
{
  unsigned joined = 0;
  for (; joined < w->n && w->way[joined].step <= (int64_t) w->bytes; joined++)
    w->bytes += w->way[joined].step * (w->way[joined].count - 1);
  w->n -= joined;
  for (unsigned k = 0; k < w->n; k++)
    w->way[k] = w->way[k + joined];
}

/* Call F with the bytes of W.  */

static void
tell_ways (const struct ways *w, unsigned site, gcuf_read_function *f)
{
  if (w->n <= 1)
    {
      f (w->address, w->bytes, w->n ? w->way[0].count : 1, w->way[0].step,
	 site);
      return;
    }
  struct ways part = *w;
  part.n--;
  for (size_t i = 0; i < w->way[part.n].count; i++)
    {
      tell_ways (&part, site, f);
      part.address += w->way[part.n].step;
    }
}

/* The same of what is in NOTE before it goes on in way K and the following ones as
   it does at last.  */

static void
tell_before (const struct gcuf_note *note, unsigned k, gcuf_read_function *f)
{
  const struct gcuf_noted *noted = &note->noted;
  struct ways w = {
    (uintptr_t) noted->stretch.address, noted->stretch.bytes, 0, { { 0, 0 } }
  };
  for (unsigned i = k + 1; i < note->n; i++)
    w.address += note->step[i].address * (int64_t) note->at[i];
  for (unsigned i = 0; i < k; i++)
    add_way (&w, note->count[i], note->step[i].address);
  add_way (&w, note->at[k], note->step[k].address);
  add_way (&w, noted->lines.in.count, noted->lines.in.step);
  add_way (&w, noted->lines.out.count, noted->lines.out.step);
  join_ways (&w);
  tell_ways (&w, gcuf_check_site_number (noted->stretch.site), f);
}

void
gcuf_note_bytes (const struct gcuf_note *note, gcuf_read_function *f)
{
  for (unsigned k = 0; k < note->n; k++)
    if (note->at[k])
      tell_before (note, k, f);
}
