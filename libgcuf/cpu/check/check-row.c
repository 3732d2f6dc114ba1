/* Accesses to cells that follow each other.
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

/* Accesses to neighbours by threads that are neighbours are remembered in eight
   cells at a time: what is to be done with each is computed for all of them, and
   done where it is to be.  That is what check-part.c does with a single cell,
   if no look at what else orders accesses is needed.

   What one thread accesses and the next one does need not follow each other, and some
   threads may access nothing: of the cells between them nothing is said, and
   nothing changes there.

   Where the number of cells is no multiple of eight the last eight are looked at
   once more.  Nothing changes in those that have been looked at: the access there
   is the thread's own, or two others are settled.  */

#include "check-cells.h"

enum { LANES = 8, MOST_SHIFT = 3 };

/* A number of each of so many cells, and whether something is true of it: all
   ones, or all zeros.  */
typedef uint32_t lanes
  __attribute__ ((vector_size (4 * LANES), aligned (4), may_alias));
typedef int32_t truths
  __attribute__ ((vector_size (4 * LANES), aligned (4), may_alias));

#define ALWAYS_INLINE static inline __attribute__ ((always_inline))

/* The same number in all.  */
#define ALL(n) ((n) - (lanes) { 0 })

/* The cells of a row that are being looked at, from N on, which is number I of
   the row.  */
struct eight
{
  size_t i, n;
  truths mine;			/* Not between two accesses: the same in all eight
				   but the last, unless the row has a mask.  */
  lanes thread;			/* Of the block.  */
  lanes who;
};

/* Return true if R leaves gaps.  */

ALWAYS_INLINE bool
gaps_p (const struct gcuf_row *r)
{
  return r->words != 0 || r->mask;
}

/* Let E, of R with a mask, know which of its cells are accessed.  */

ALWAYS_INLINE void
set_masked (struct eight *e, const struct gcuf_row *r)
{
  const lanes bit = { 1, 2, 4, 8, 16, 32, 64, 128 };
  uint32_t bits = gcuf_check_bits (r->mask, 64 + r->skip + e->i);
  e->mine = (truths) ((bit & bits) != 0);
}

/* Let E be those of R from number I on.  */

ALWAYS_INLINE void
set_eight (struct eight *e, const struct gcuf_row *r, size_t i)
{
  const lanes iota = { 0, 1, 2, 3, 4, 5, 6, 7 };
  const lanes number = r->skip + (uint32_t) i + iota;
  e->i = i;
  e->n = r->begin + i;
  e->mine = ~(truths) { 0 };
  if (r->mask)
    set_masked (e, r);
  else if (gaps_p (r))
    e->mine = (truths) ((number & ((1u << r->shift) - 1)) < r->words);
  e->thread = r->thread + (number >> r->shift) * r->next;
  e->who = (r->c->first + e->thread) | 15u << GCUF_CHECK_THREAD_BITS;
}

/* Let E be the next ones, the last eight if there are less.  Return false if
   there are none.  */

ALWAYS_INLINE bool
next_eight (struct eight *e, const struct gcuf_row *r)
{
  size_t left = r->count - e->i - LANES;
  if (left >= LANES)
    {
      uint32_t step = ((uint32_t) LANES >> r->shift) * r->next;
      e->i += LANES;
      e->n += LANES;
      e->thread += step;
      e->who += step;
      if (r->mask)
	set_masked (e, r);
      return true;
    }
  if (left == 0)
    return false;
  set_eight (e, r, r->count - LANES);
  return true;
}

/* Return the bits that any two lanes of T have which follow each other, for those
   with an even number and for the others.  */

ALWAYS_INLINE uint64_t
all_bits (const truths *t)
{
  typedef uint64_t half __attribute__ ((vector_size (2 * LANES)));
  half halves[2];
  __builtin_memcpy (halves, t, sizeof halves);
  half both = halves[0] | halves[1];
  return both[0] | both[1];
}

/* Return true if one of T is.  */

ALWAYS_INLINE bool
any_p (const truths *t)
{
  return all_bits (t) != 0;
}

/* Store in *IN whether the threads of the accesses P in E are of R's block, in
   *THREAD their numbers there, and in *OVER for which of them it is true that
   there is none, or that a barrier of the block orders it before all that E's
   thread does, or that it is of that thread.  */

ALWAYS_INLINE void
classify (const struct gcuf_row *r, const struct eight *e,
	  const struct gcuf_pasts *p, lanes *thread, truths *in, truths *over)
{
  const struct gcuf_check_block *c = r->c;
  lanes who = *(const lanes *) &p->who[e->n];
  lanes when = *(const lanes *) &p->when[e->n];
  *thread = (who & ((1u << GCUF_CHECK_THREAD_BITS) - 1)) - c->first;
  *in = (truths) (*thread < c->threads);
  truths before = (truths) ((when & UINT16_MAX) < c->phase);
  if (r->since)
    before |= ((truths) ((when & UINT16_MAX) < r->since)
	       & (truths) ((*thread ^ e->thread) < GCUF_WARP_SIZE));
  *over = ((truths) (who == 0) | (truths) (*thread == e->thread)
	   | (*in & before));
}

/* Return true if R's threads are of one warp, which has times of its own.  */

ALWAYS_INLINE bool
one_warp_p (const struct gcuf_row *r)
{
  return r->since && !r->mixed;
}

/* Return true if all accesses P in the row R are over.  Let *OLD be true if they
   are so for all threads of the block, or of the warp if it is one.  */

ALWAYS_INLINE bool
all_over_p (const struct gcuf_row *r, const struct gcuf_pasts *p, bool *old)
{
  const uint16_t recent = one_warp_p (r) ? r->since : r->c->phase;
  struct eight e;
  lanes thread;
  truths in, over, not_over = { 0 }, own = { 0 };
  set_eight (&e, r, 0);
  do
    {
      classify (r, &e, p, &thread, &in, &over);
      not_over |= ~over & e.mine;
      own |= (e.mine & (truths) (thread == e.thread)
	      & (truths) ((*(const lanes *) &p->when[e.n] & UINT16_MAX)
			  >= recent));
    }
  while (next_eight (&e, r));
  *old = !any_p (&own);
  return !any_p (&not_over);
}

/* Let the accesses P be E's where it is true.  */

ALWAYS_INLINE void
put (const struct gcuf_row *r, const struct eight *e, struct gcuf_pasts *p,
     const truths *where)
{
  lanes *who = (lanes *) &p->who[e->n], *when = (lanes *) &p->when[e->n];
  *who = (*who & ~(lanes) *where) | (e->who & (lanes) *where);
  *when = (*when & ~(lanes) *where) | (r->when & (lanes) *where);
}

/* Let all accesses P in the row R be R's.  */

ALWAYS_INLINE void
put_all (const struct gcuf_row *r, struct gcuf_pasts *p)
{
  struct eight e;
  set_eight (&e, r, 0);
  do
    put (r, &e, p, &e.mine);
  while (next_eight (&e, r));
}

/* --- Which cells have an access ------------------------------------------ */

/* The groups of 64 cells that a row is in, and which cells of the first and of the
   last one: if they are the same HEAD says which.  */
struct span
{
  size_t first, last;
  uint64_t head, tail;
  uint64_t some;		/* Which ones of each group.  */
  const uint64_t *mask;		/* And which ones of all, from number AT on, that
				   of group FIRST, if this is not null.  */
  size_t at;
};

/* Return which cells of each group the row R accesses, if it is in all of
   that.  */

ALWAYS_INLINE uint64_t
some_of (const struct gcuf_row *r)
{
  static const uint64_t first[] = {
    UINT64_MAX, 0x5555555555555555, 0x1111111111111111, 0x0101010101010101
  };
  _Static_assert (MOST_SHIFT == 3, "there is one for each");
  if (!gaps_p (r) || r->mask)
    return UINT64_MAX;
  uint64_t some = first[r->shift] * ((1u << r->words) - 1);
  unsigned turn = (r->begin - r->skip) % (1u << r->shift);
  return turn ? some << turn | some >> (64 - turn) : some;
}

ALWAYS_INLINE struct span
span_of (const struct gcuf_row *r)
{
  size_t last = r->begin + r->count - 1;
  struct span s = {
    r->begin / 64, last / 64, UINT64_MAX << r->begin % 64,
    UINT64_MAX >> (63 - last % 64), some_of (r), r->mask,
    64 + r->skip - r->begin % 64
  };
  s.head &= s.some;
  s.tail &= s.some;
  if (s.first == s.last)
    s.head &= s.tail;
  return s;
}

/* The cells of group I that are in S.  */

ALWAYS_INLINE uint64_t
bits_of (const struct span *s, size_t i)
{
  uint64_t bits = i == s->first ? s->head : i == s->last ? s->tail : s->some;
  if (s->mask)
    bits &= gcuf_check_bits (s->mask, s->at + (i - s->first) * 64);
  return bits;
}

/* For each such I of S.  */

#define FOR_EACH_GROUP(i, s) \
  for (size_t i = (s)->first; i <= (s)->last; i++)

/* For which cells of S, in any group, the chunk of R has an access of kind PART.  */

ALWAYS_INLINE uint64_t
present (const struct gcuf_row *r, const struct span *s,
	 enum gcuf_cell_part part)
{
  uint64_t any = 0;
  FOR_EACH_GROUP (i, s)
    any |= r->chunk->group[i].present[part] & bits_of (s, i);
  return any;
}

/* All of the row R, which is S, have an access of kind PART from now on.  */

ALWAYS_INLINE void
set_present (const struct gcuf_row *r, const struct span *s,
	     enum gcuf_cell_part part)
{
  FOR_EACH_GROUP (i, s)
    r->chunk->group[i].present[part] |= bits_of (s, i);
}

/* Let P be nobody's in the cells from N on that BITS says.  */

ALWAYS_INLINE void
fill (struct gcuf_pasts *p, size_t n, uint64_t bits)
{
  const lanes bit = { 1, 2, 4, 8, 16, 32, 64, 128 };
  for (; bits; bits >>= LANES, n += LANES)
    *(lanes *) &p->who[n] &= (lanes) ((bit & (uint32_t) bits) == 0);
}

/* Let accesses of kind PART in the row R, which is S, be nobody's where there is
   none.  */

ALWAYS_INLINE void
prepare (const struct gcuf_row *r, const struct span *s,
	 enum gcuf_cell_part part)
{
  FOR_EACH_GROUP (i, s)
    fill (gcuf_check_part (r->chunk, part), i * 64,
	  bits_of (s, i) & ~r->chunk->group[i].present[part]);
}

/* --- Reads and writes ---------------------------------------------------- */

/* Let R's accesses be the first readers of all cells where the first is over.
   Return true if that is so in all.  */

ALWAYS_INLINE bool
put_first_readers (const struct gcuf_row *r)
{
  struct gcuf_pasts *read = &r->chunk->read;
  struct eight e;
  lanes thread;
  truths in, over, not_over = { 0 };
  set_eight (&e, r, 0);
  do
    {
      classify (r, &e, read, &thread, &in, &over);
      over &= e.mine;
      put (r, &e, read, &over);
      not_over |= ~over & e.mine;
    }
  while (next_eight (&e, r));
  return !any_p (&not_over);
}

/* Note that those cells of CHUNK from N on are settled for which T is true.  */

ALWAYS_INLINE void
note_settled (struct gcuf_chunk *chunk, size_t n, const truths *t)
{
  const truths bits = *t & (truths) { 1, 2, 4, 8, 16, 32, 64, 128 };
  uint64_t all = all_bits (&bits);
  all = (all | all >> 32) & 255;
  chunk->group[n / 64].settled |= all << n % 64;
  if (n % 64 > 64 - LANES)
    chunk->group[n / 64 + 1].settled |= all >> (64 - n % 64);
}

/* Let R's accesses be the first reader where that is over, and else the second
   one where that is or the two are not settled: no farther from each other than
   one more would be.  OLD is true if what has been written is over for all threads
   of the block, or of the warp if it is one.  */

ALWAYS_INLINE void
put_readers (const struct gcuf_row *r, bool old)
{
  enum { SHIFT = 5 };
  _Static_assert (GCUF_WARP_SIZE == 1 << SHIFT, "a warp has 32 lanes");
  struct gcuf_pasts *read = &r->chunk->read, *second = r->chunk->second;
  struct eight e;
  lanes one, other;
  truths in, other_in, over, other_over;
  set_eight (&e, r, 0);
  do
    {
      classify (r, &e, read, &one, &in, &over);
      truths not_over = ~over & e.mine;
      over &= e.mine;
      if (!any_p (&not_over))
	{
	  put (r, &e, read, &over);
	  continue;
	}
      classify (r, &e, second, &other, &other_in, &other_over);
      lanes warp = e.thread >> SHIFT;
      one >>= SHIFT;
      other >>= SHIFT;
      truths settled = ((in ^ other_in)
			| (in & ((truths) (one != other)
				 | (truths) (one == warp))));
      truths be_second = not_over & (other_over | ~settled);
      put (r, &e, read, &over);
      put (r, &e, second, &be_second);
      truths far = ~in | (truths) (one != warp);
      truths other_far = ~other_in | (truths) (other != warp);
      truths quiet;
      if (one_warp_p (r))
	/* Another one of the warp is not farther from two of it.  */
	quiet = not_over & ~far & (be_second | ~other_far);
      else
	{
	  /* Another one of any warp of the block is less far.  */
	  truths apart = (in ^ other_in) | (truths) (one != other);
	  quiet = ((over & ~other_over & other_far)
		   | (be_second & far) | (not_over & ~be_second & apart));
	}
      if (old)
	note_settled (r->chunk, e.n, &quiet);
    }
  while (next_eight (&e, r));
}

/* The same where no cell has a second reader: all get one, which may be
   nobody.  */

ALWAYS_INLINE void
put_second_readers (const struct gcuf_row *r, bool old)
{
  struct gcuf_pasts *read = &r->chunk->read, *second = r->chunk->second;
  struct eight e;
  lanes one;
  truths in, over;
  set_eight (&e, r, 0);
  do
    {
      classify (r, &e, read, &one, &in, &over);
      truths not_over = ~over & e.mine;
      over &= e.mine;
      put (r, &e, read, &over);
      lanes *who = (lanes *) &second->who[e.n];
      lanes *when = (lanes *) &second->when[e.n];
      *who = (*who & ~(lanes) e.mine) | (e.who & (lanes) not_over);
      *when = (*when & ~(lanes) e.mine) | (r->when & (lanes) e.mine);
      truths near = in & (truths) ((one ^ e.thread) < GCUF_WARP_SIZE);
      truths quiet = not_over & (one_warp_p (r) ? near : ~near);
      if (old && any_p (&quiet))
	note_settled (r->chunk, e.n, &quiet);
    }
  while (next_eight (&e, r));
}

/* Return true if what is known of settled cells is about R's block, or warp.  */

ALWAYS_INLINE bool
settled_known_p (const struct gcuf_row *r)
{
  return (one_warp_p (r)
	  ? gcuf_check_settled_warp_p (r->c, r->chunk, r->thread)
	  : gcuf_check_settled_known_p (r->c, r->chunk));
}

/* Let it be so.  */

ALWAYS_INLINE void
begin_settled (const struct gcuf_row *r)
{
  if (one_warp_p (r))
    gcuf_check_begin_settled_warp (r->c, r->chunk, r->thread);
  else
    gcuf_check_begin_settled (r->c, r->chunk);
}

/* Let *R, which reads, be what is left of it without the settled cells at its
   begin and its end, but not less than eight cells.  Return false if nothing is
   left.  */

ALWAYS_INLINE bool
leave_out_settled (struct gcuf_row *r)
{
  const struct gcuf_group *g = r->chunk->group;
  const struct span s = span_of (r);
  size_t first, last, end = r->begin + r->count, i = s.first;
  uint64_t left;
  while (!(left = ~g[i].settled & bits_of (&s, i)))
    if (i++ == s.last)
      return false;
  first = i * 64 + __builtin_ctzll (left);
  for (i = s.last; !(left = ~g[i].settled & bits_of (&s, i)); i--)
    continue;
  last = i * 64 + 63 - __builtin_clzll (left);
  if (first > end - LANES)
    first = end - LANES;
  if (last < first + LANES - 1)
    last = first + LANES - 1;
  r->skip += first - r->begin;
  r->begin = first;
  r->count = last + 1 - first;
  return true;
}

/* Let the accesses of R, which is S, be the first or the second reader of its
   cells, if they have to be remembered.  OLD is as for put_readers.  */

ALWAYS_INLINE bool
be_readers (const struct gcuf_row *r, const struct span *s, bool old)
{
  struct gcuf_chunk *chunk = r->chunk;
  bool second = present (r, s, GCUF_CELL_SECOND);
  if (second)
    prepare (r, s, GCUF_CELL_SECOND);
  if ((!chunk->second || r->mixed) && put_first_readers (r))
    return true;
  if (r->mixed)
    return false;
  if (!chunk->second)
    gcuf_check_add_second (chunk);
  if (old)
    begin_settled (r);
  if (second)
    put_readers (r, old);
  else
    put_second_readers (r, old);
  set_present (r, s, GCUF_CELL_SECOND);
  return true;
}

/* Return true if all accesses of kind PART in the row R, which is S, are over.
   *OLD is as for all_over_p, and stays if there are none.  */

ALWAYS_INLINE bool
part_over_p (const struct gcuf_row *r, const struct span *s,
	     enum gcuf_cell_part part, bool *old)
{
  if (gcuf_check_all_over_p (r->c, r->chunk, part == GCUF_CELL_WRITE)
      || !present (r, s, part))
    return true;
  prepare (r, s, part);
  return all_over_p (r, gcuf_check_part (r->chunk, part), old);
}

/* Return true if cells can be settled by the reads R.  */

ALWAYS_INLINE bool
settled_here_p (const struct gcuf_row *r)
{
  return one_warp_p (r) ? !r->chunk->special : !r->c->uneven;
}

/* Remember the reads R.  */

ALWAYS_INLINE bool
read_row (const struct gcuf_row *r)
{
  struct gcuf_chunk *chunk = r->chunk;
  struct gcuf_row left = *r;
  bool old = true;
  if (settled_known_p (r) && !leave_out_settled (&left))
    return true;
  const struct span s = span_of (&left);
  if (!part_over_p (&left, &s, GCUF_CELL_WRITE, &old))
    return false;
  if (gcuf_check_all_over_p (r->c, chunk, false)
      || !present (&left, &s, GCUF_CELL_READ))
    put_all (&left, &chunk->read);
  else
    {
      prepare (&left, &s, GCUF_CELL_READ);
      if (!be_readers (&left, &s, old && settled_here_p (r)))
	return false;
    }
  gcuf_check_note_time (chunk, false, r->when);
  set_present (&left, &s, GCUF_CELL_READ);
  return true;
}

/* Remember the writes R.  */

ALWAYS_INLINE bool
write_row (const struct gcuf_row *r)
{
  struct gcuf_chunk *chunk = r->chunk;
  const struct span s = span_of (r);
  bool old;
  for (int part = 0; part < GCUF_CELL_PARTS; part++)
    if (!part_over_p (r, &s, part, &old))
      return false;
  gcuf_check_note_time (chunk, true, r->when);
  put_all (r, &chunk->write);
  FOR_EACH_GROUP (i, &s)
    {
      chunk->group[i].present[GCUF_CELL_WRITE] |= bits_of (&s, i);
      gcuf_check_clear_readers (chunk, i * 64, bits_of (&s, i));
    }
  return true;
}

bool
gcuf_row_settled_p (const struct gcuf_row *r)
{
  const struct span s = span_of (r);
  uint64_t left = 0;
  if (!settled_known_p (r))
    return false;
  FOR_EACH_GROUP (i, &s)
    left |= ~r->chunk->group[i].settled & bits_of (&s, i);
  return !left;
}

/* Let R say what is known of its warp.  */

ALWAYS_INLINE void
set_warp (struct gcuf_row *r)
{
  const struct gcuf_check_block *c = r->c;
  r->since = 0;
  r->mixed = c->uneven;
  if (!c->uneven)
    return;
  uint32_t last = r->thread + ((r->skip + r->count - 1) >> r->shift) * r->next;
  if ((last ^ r->thread) < GCUF_WARP_SIZE)
    {
      r->since = gcuf_known_since (c, last);
      r->mixed = c->partial;
    }
}

/* Remember R, in three versions: what is stored in cells does not change a copy.  */

ALWAYS_INLINE bool
remember (const struct gcuf_row *r, bool writes)
{
  struct gcuf_row row = *r;
  set_warp (&row);
  if (!gaps_p (r))
    {
      row.words = 0;
      row.mask = NULL;
      return writes ? write_row (&row) : read_row (&row);
    }
  if (row.mask)
    {
      row.words = 0;
      return writes ? write_row (&row) : read_row (&row);
    }
  row.mask = NULL;
  return writes ? write_row (&row) : read_row (&row);
}

/* The same, for processors that have vectors of eight words, and for all.  */

#ifdef __x86_64__
static bool __attribute__ ((target ("avx2")))
remember_wide (const struct gcuf_row *r, bool writes)
{
  return remember (r, writes);
}
#endif

static bool
remember_narrow (const struct gcuf_row *r, bool writes)
{
  return remember (r, writes);
}

bool
gcuf_row_remember (const struct gcuf_row *r, bool writes)
{
  if (r->count < LANES || r->shift > MOST_SHIFT
      || (r->chunk->crowded && !gcuf_check_all_over_p (r->c, r->chunk, true)))
    return false;
#ifdef __x86_64__
  if (__builtin_cpu_supports ("avx2"))
    return remember_wide (r, writes);
#endif
  return remember_narrow (r, writes);
}
