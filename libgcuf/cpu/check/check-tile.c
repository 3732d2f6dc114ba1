/* Rows of threads whose accesses are remembered together.
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

/* Where a block has two or three dimensions a loop over threads is run for each
   row of them.  What it has told of is sound, but for races with what has been
   before, and waits here until it is known whether the following row accesses
   the same, by some distance apart.  Such rows are a tile.  Nothing that one of
   its threads writes is accessed by another one, so that their accesses may be
   remembered in any order: in that of the memory, also where this is not that of
   the threads, as in a matrix that is transposed.  In a sweep over the cells of one
   colour of a chessboard every other row begins one cell farther: then two
   rows together follow the two before them.

   Whatever asks for what is remembered, or changes what orders accesses, has the
   tile remembered first.  If one of its accesses races then all of them are
   looked at once more, in the order of the program.  That is when the loops have
   run, but a race ends nothing, and is the same before and behind them.  */

#include <string.h>

#include "check.h"
#include "check-unwritten.h"
#include "check-waiting.h"
#include "cpu-check.h"

/* --- Which rows are together ---------------------------------------------- */

/* Return true if S of a tile is not in memory of the thread's own.  */

static inline bool
looked_at_p (const struct gcuf_tiled *s)
{
  return s->size != 0;
}

/* Return true if it is to be remembered.  */

static inline bool
waits_p (const struct gcuf_tiled *s)
{
  return looked_at_p (s) && !s->superseded;
}

static inline bool
writes_p (const struct gcuf_tiled *s)
{
  return s->first.kind & GCUF_ACCESS_WRITE;
}

static inline int64_t
magnitude (int64_t n)
{
  return n < 0 ? -n : n;
}

static inline int64_t
larger (int64_t a, int64_t b)
{
  return a > b ? a : b;
}

static inline int64_t
smaller (int64_t a, int64_t b)
{
  return a < b ? a : b;
}

/* Return how many bytes farther than in the first row S is in row number ROW.  */

static inline int64_t
way_to (const struct gcuf_tiled *s, size_t row)
{
  return s->pair * (int64_t) (row / 2) + s->down * (int64_t) (row % 2);
}

/* Return how many bytes the elements of A and B are in, which one thread
   accesses.  */

static int64_t
common_bytes (const struct gcuf_stretch *a, const struct gcuf_stretch *b)
{
  int64_t distance = b->address - a->address;
  if (distance < 0)
    return larger (b->bytes, a->bytes - distance);
  return larger (a->bytes, b->bytes + distance);
}

/* Return how many rows T may have such that no two of its threads have in common
   what they access by W and by S, if those of a row have not: W and S go on by
   the same distances.  */

static size_t
most_like_rows (const struct gcuf_tile *t, const struct gcuf_tiled *w,
		const struct gcuf_tiled *s)
{
  int64_t bytes = common_bytes (&w->first, &s->first);
  int64_t step = magnitude (w->first.step), down = magnitude (w->down);
  if (down > step)
    return down >= (int64_t) (t->count - 1) * step + bytes ? SIZE_MAX : 1;
  if (down < bytes)
    return 1;
  return step < bytes ? 1 : 1 + (step - bytes) / down;
}

/* Return the remainder of N by the positive number BY, which is not negative.  */

static int64_t
remainder_of (int64_t n, int64_t by)
{
  int64_t r = n % by;
  return r < 0 ? r + by : r;
}

/* Return true if no access by W meets one by S that is FARTHER bytes from where S
   begins, nor any that is farther by multiples of A and B than that.  */

static bool
never_meet_p (const struct gcuf_stretch *w, const struct gcuf_stretch *s,
	      int64_t farther, int64_t a, int64_t b)
{
  while (b)
    {
      int64_t left = a % b;
      a = b;
      b = left;
    }
  if (a == 0)
    return false;
  int64_t period = magnitude (a);
  int64_t distance = remainder_of (s->address - w->address + farther, period);
  return (distance >= (int64_t) w->bytes
	  && distance + (int64_t) s->bytes <= period);
}

/* Return true if the accesses by W and by S in two rows of T, which are so many
   BYTES apart, do not meet.  Both go on by the same distances.  */

static bool
rows_apart_p (const struct gcuf_tile *t, const struct gcuf_tiled *w,
	      const struct gcuf_tiled *s, int64_t bytes)
{
  return (bytes >= ((int64_t) (t->count - 1) * magnitude (w->first.step)
		    + common_bytes (&w->first, &s->first)));
}

/* Return true if in two rows that follow each other, and in all that follow
   these if PAIRS, no two threads of T have in common what they access by W and
   by S, if those of a row have not: W and S go on by the same distances.  */

static bool
rows_meet_not_p (const struct gcuf_tile *t, const struct gcuf_tiled *w,
		 const struct gcuf_tiled *s, bool pairs)
{
  int64_t pair = pairs ? w->pair : 0, step = w->first.step;
  int64_t down = magnitude (w->down), other = magnitude (pair - w->down);
  bool ahead = !pairs || ((pair > 0) == (w->down > 0)
			  && magnitude (pair) > down);
  if (pairs && !rows_apart_p (t, w, s, magnitude (pair))
      && !never_meet_p (&w->first, &s->first, 0, step, pair))
    return false;
  return ((ahead && rows_apart_p (t, w, s, pairs && other < down ? other : down))
	  || (never_meet_p (&w->first, &s->first, w->down, step, pair)
	      && never_meet_p (&w->first, &s->first, -w->down, step, pair)));
}

/* Return the lowest address of S in a tile of ROWS rows of COUNT threads, and in
   *END that behind the highest.  */

static uintptr_t
tiled_extent (const struct gcuf_tiled *s, size_t count, size_t rows,
	      uintptr_t *end)
{
  uintptr_t begin = gcuf_stretch_extent (&s->first, count, end);
  int64_t low = 0, high = 0;
  for (size_t row = rows - (rows > 2 ? 3 : 1); row < rows; row++)
    {
      low = smaller (low, way_to (s, row));
      high = larger (high, way_to (s, row));
    }
  *end += high;
  return begin + low;
}

/* The same of W and S that may go on in different ways.  LEFT is how many there
   can be.  */

static size_t
most_rows_of (const struct gcuf_tile *t, const struct gcuf_tiled *w,
	      const struct gcuf_tiled *s, size_t left)
{
  uintptr_t w_end, s_end;
  if (w->begin != s->begin)
    return left;
  uintptr_t w_begin = tiled_extent (w, t->count, left, &w_end);
  uintptr_t s_begin = tiled_extent (s, t->count, left, &s_end);
  if (w_end <= s_begin || s_end <= w_begin)
    return left;
  if (w->first.step != s->first.step || w->down != s->down
      || w->pair != s->pair)
    return 1;
  if (left > 2 && !t->even)
    return rows_meet_not_p (t, w, s, true) ? left : 1;
  size_t most = most_like_rows (t, w, s);
  return most > 1 || !rows_meet_not_p (t, w, s, false) ? most : 2;
}

/* Return how many rows T, which has got what is between the first ones, may
   have.  */

static size_t
most_rows (const struct gcuf_check_block *c, const struct gcuf_tile *t)
{
  size_t most = (c->threads - t->thread - 1) / t->down + 1;
  for (const struct gcuf_tiled *w = t->stretch; w < t->stretch + t->n; w++)
    if (looked_at_p (w) && w->first.kind & GCUF_ACCESS_WRITE)
      for (const struct gcuf_tiled *s = t->stretch; s < t->stretch + t->n; s++)
	if (looked_at_p (s))
	  {
	    size_t rows = most_rows_of (t, w, s, most);
	    if (rows < most)
	      most = rows;
	  }
  return most;
}

/* Return true if S of L, the row behind those of T, goes on as OLD does, and does
   not use a value that has not been set.  */

static bool
goes_on_p (struct gcuf_told *l, const struct gcuf_tile *t,
	   const struct gcuf_tiled *old, const struct gcuf_stretch *s)
{
  uintptr_t end, begin = gcuf_stretch_extent (s, l->count, &end);
  const struct gcuf_stretch *f = &old->first;
  if (s->step != f->step || s->bytes != f->bytes || s->kind != f->kind
      || s->site != f->site
      || s->address - f->address != way_to (old, t->rows))
    return false;
  if (!looked_at_p (old))
    {
      /* Variables of threads may be elements of an array for all of them.  */
      if (s->address != f->address
	  && (end < begin || !gcuf_check_private_p ((const char *) begin)
	      || !gcuf_check_private_p ((const char *) end - 1)))
	return false;
    }
  else if (s->base != f->base
	   || ((uintptr_t) s->address % GCUF_CHECK_WORD
	       && !gcuf_stretch_parts_p (f))
	   || end < begin
	   || begin - old->begin >= old->size
	   || end - old->begin > old->size)
    return false;
  if (old->unwritten)
    gcuf_unwritten_note_row (l->c, old->unwritten, s, l->count);
  return !(s->kind & GCUF_ACCESS_USED) || !gcuf_stretch_unset_p (l, s);
}

/* Let T have the distances to the row L, and return true if L can be the second
   one.  */

static bool
set_distances (const struct gcuf_told *l, struct gcuf_tile *t)
{
  if (l->thread <= t->thread || l->thread - t->thread < l->count)
    return false;
  t->down = l->thread - t->thread;
  t->even = true;
  for (size_t i = 0; i < t->n; i++)
    {
      struct gcuf_tiled *s = &t->stretch[i];
      s->down = l->stretches[i].address - s->first.address;
      s->pair = 2 * s->down;
    }
  t->most_rows = most_rows (l->c, t);
  return t->most_rows > 1;
}

/* Return true if L goes on in the same way from the second row of T as that from
   the first.  */

static bool
even_p (const struct gcuf_told *l, const struct gcuf_tile *t)
{
  for (size_t i = 0; i < t->n; i++)
    {
      const struct gcuf_tiled *s = &t->stretch[i];
      if (l->stretches[i].address - s->first.address != s->pair)
	return false;
    }
  return true;
}

/* Let T, of two rows, have the distances of the row L from the first one, if they
   are others than twice those of the second, and return true if L can be the
   third one.  */

static bool
set_pairs (const struct gcuf_told *l, struct gcuf_tile *t)
{
  if (even_p (l, t))
    return t->most_rows > 2;
  t->even = false;
  for (size_t i = 0; i < t->n; i++)
    {
      struct gcuf_tiled *s = &t->stretch[i];
      s->pair = l->stretches[i].address - s->first.address;
    }
  t->most_rows = most_rows (l->c, t);
  return t->most_rows > 2;
}

/* Return true if L can be the row behind those of T, and there are not too
   many.  */

static bool
next_row_p (const struct gcuf_told *l, struct gcuf_tile *t)
{
  if (t->rows == 1)
    return set_distances (l, t);
  return (l->thread == t->thread + t->rows * t->down
	  && (t->rows == 2 ? set_pairs (l, t) : t->rows < t->most_rows));
}

bool
gcuf_tile_extend (struct gcuf_told *l)
{
  struct gcuf_tile *t = &l->c->tile;
  if (t->n != l->n || t->count != l->count
      || l->stretches[0].site != t->stretch[0].first.site
      || !gcuf_check_time_p (l->c, l->thread, l->count, t->time)
      || !next_row_p (l, t))
    return false;
  for (size_t i = 0; i < t->n; i++)
    if (!goes_on_p (l, t, &t->stretch[i], &l->stretches[i]))
      return false;
  t->rows++;
  l->c->writes += t->local_writes;
  return true;
}

/* --- A new tile ----------------------------------------------------------- */

/* Return the place of SITE in what T knows of tiles.  */

static inline uint8_t *
lonely_place (struct gcuf_tile *t, const struct gcuf_site *site)
{
  return &t->lonely[site->number % GCUF_LONELY_PLACES];
}

/* Return true if L would not get a second row: others of its loop have not.
   That is found out once more after a while, when the number is zero again.  */

static inline bool
lonely_p (struct gcuf_told *l, struct gcuf_tile *t)
{
  enum { MANY = 8 };
  uint8_t *times = lonely_place (t, l->stretches[0].site);
  *times += *times >= MANY;
  return *times >= MANY;
}

bool
gcuf_tile_begin (struct gcuf_told *l)
{
  struct gcuf_tile *t = &l->c->tile;
  uint16_t time = l->c->time[l->thread];
  if (l->n > GCUF_MOST_TILED || l->c->off || lonely_p (l, t)
      || !gcuf_check_time_p (l->c, l->thread, l->count, time))
    return false;
  t->n = l->n;
  t->count = l->count;
  t->rows = 1;
  t->thread = l->thread;
  t->time = time;
  t->local_writes = false;
  for (size_t i = 0; i < l->n; i++)
    {
      const struct gcuf_stretch *s = &l->stretches[i];
      struct gcuf_tiled *to = &t->stretch[i];
      *to = (struct gcuf_tiled) { .first = *s };
      if (!(s->kind & GCUF_ACCESS_BOTH) || gcuf_check_private_p (s->address))
	continue;
      const struct gcuf_check_access a = {
	s->address, s->base, s->bytes, s->kind, s->site
      };
      /* What another one is in may have taken the place of that.  */
      const struct gcuf_check_page *p = gcuf_check_known_address (l->c, &a);
      if (!p)
	{
	  t->n = 0;
	  return false;
	}
      to->begin = p->begin;
      to->size = p->size;
      to->local = l->local[i];
      if (gcuf_unwritten_p (p) && gcuf_only_reads_p (s->kind)
	  && gcuf_unwritten_better_p (s, l->count))
	to->unwritten = p->memory;
      /* It may be the first that its site has read there.  */
      if (to->unwritten && !l->familiar[i])
	gcuf_unwritten_note_row (l->c, to->unwritten, s, l->count);
      to->superseded = to->unwritten || gcuf_stretch_superseded_p (l, s);
      t->local_writes |= to->local && s->kind & GCUF_ACCESS_WRITE;
      if (s->kind & GCUF_ACCESS_WRITE)
	gcuf_memory_write (p->memory);
    }
  l->c->writes += t->local_writes;
  return true;
}

/* --- What is remembered --------------------------------------------------- */

/* If D goes on in the same place let it have the first and the last access: these
   are as far apart as any.  */

static void
keep_farthest (struct gcuf_direction *d)
{
  if (d->step != 0 || d->count < 3)
    return;
  d->next *= d->count - 1;
  d->count = 2;
}

bool
gcuf_tiled_remember (struct gcuf_check_block *c, const struct gcuf_stretch *s,
		     bool local, const struct gcuf_lines *lines)
{
  struct gcuf_lines l = *lines;
  keep_farthest (&l.in);
  keep_farthest (&l.out);
  if (l.out.count > 1 && l.out.step != 0
      && (l.in.step == 0 || magnitude (l.out.step) < magnitude (l.in.step)))
    {
      struct gcuf_direction in = l.in;
      l.in = l.out;
      l.out = in;
    }
  /* Lines that follow each other, as their threads do, are one.  */
  if (l.out.step == (int64_t) l.in.count * l.in.step
      && l.out.next == l.in.count * l.in.next)
    {
      l.in.count *= l.out.count;
      l.out.count = 1;
    }
  return gcuf_lines_remember (c, s, local, &l);
}

/* Remember the accesses S of those ROWS of T, DOWN bytes apart, that are each
   STEP rows behind the one before, from number FIRST on.  */

static bool
remember_rows (struct gcuf_check_block *c, const struct gcuf_tile *t,
	       const struct gcuf_tiled *s, size_t first, size_t step,
	       size_t rows, int64_t down)
{
  const struct gcuf_lines l = {
    t->thread + first * t->down, { t->count, s->first.step, 1 },
    { rows, down, step * t->down }
  };
  struct gcuf_stretch f = s->first;
  f.address += way_to (s, first);
  return gcuf_tiled_remember (c, &f, s->local, &l);
}

/* Remember the accesses S of T.  */

static bool
remember_tiled (struct gcuf_check_block *c, const struct gcuf_tile *t,
		const struct gcuf_tiled *s)
{
  if (t->even || t->rows < 3)
    return remember_rows (c, t, s, 0, 1, t->rows, s->down);
  return (remember_rows (c, t, s, 0, 2, (t->rows + 1) / 2, s->pair)
	  && remember_rows (c, t, s, 1, 2, t->rows / 2, s->pair));
}

/* Look at all accesses of T once more, by themselves.  */

static void
look_again (struct gcuf_check_block *c, const struct gcuf_tile *t)
{
  for (size_t row = 0; row < t->rows; row++)
    for (size_t k = 0; k < t->count; k++)
      for (const struct gcuf_tiled *s = t->stretch; s < t->stretch + t->n; s++)
	if (looked_at_p (s))
	  {
	    const struct gcuf_stretch *f = &s->first;
	    const struct gcuf_check_access a = {
	      f->address + f->step * (int64_t) k + way_to (s, row),
	      f->base, f->bytes, f->kind, f->site
	    };
	    gcuf_check_look (c, t->thread + row * t->down + k, &a);
	  }
}

/* Store in ORDER the numbers of T's accesses that are to be remembered, reads first,
   from the outermost ones inwards: where these are by different warps nothing has
   to be remembered of those between them.  Return how many there are.  */

static size_t
order_of (const struct gcuf_tile *t, uint8_t order[])
{
  _Static_assert (GCUF_MOST_TILED <= UINT8_MAX, "numbers fit");
  uint8_t sorted[GCUF_MOST_TILED];
  size_t reads = 0, n = 0;
  for (size_t i = 0; i < t->n; i++)
    if (waits_p (&t->stretch[i]) && !writes_p (&t->stretch[i]))
      {
	size_t at = reads++;
	for (; at > 0 && (t->stretch[sorted[at - 1]].first.address
			  > t->stretch[i].first.address); at--)
	  sorted[at] = sorted[at - 1];
	sorted[at] = i;
      }
  for (size_t low = 0, high = reads; low < high; )
    {
      order[n++] = sorted[low++];
      if (low < high)
	order[n++] = sorted[--high];
    }
  for (size_t i = 0; i < t->n; i++)
    if (waits_p (&t->stretch[i]) && writes_p (&t->stretch[i]))
      order[n++] = i;
  return n;
}

void
gcuf_tile_remember (struct gcuf_check_block *c)
{
  struct gcuf_tile *t = &c->tile;
  bool quiet = true;
  uint8_t *lonely = lonely_place (t, t->stretch[0].first.site);
  uint8_t order[GCUF_MOST_TILED];
  *lonely = t->rows == 1 ? *lonely + 1 : 0;
  size_t n = order_of (t, order);
  for (size_t i = 0; i < n && quiet; i++)
    quiet = c->off || remember_tiled (c, t, &t->stretch[order[i]]);
  if (!quiet)
    look_again (c, t);
  t->n = 0;
}
