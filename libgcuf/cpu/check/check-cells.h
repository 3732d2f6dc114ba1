/* Cells for accesses in device code that is checked.
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

#ifndef GCUF_CHECK_CELLS_H
#define GCUF_CHECK_CELLS_H

#include "check-order.h"
#include "check-shadow.h"

/* Return which of the four bytes from CELL on are between BEGIN and END, as
   bits.  */

static inline unsigned
gcuf_cell_bytes (uintptr_t cell, uintptr_t begin, uintptr_t end)
{
  unsigned bytes = 15;
  if (begin > cell)
    bytes &= 15u << (begin - cell);
  if (end < cell + 4)
    bytes &= 15u >> (cell + 4 - end);
  return bytes;
}

/* True if NOW, by thread THREAD of C, and PAST are in conflict, and nothing
   orders them.  */

static inline bool
gcuf_cell_races_p (const struct gcuf_check_block *c, unsigned thread,
		   const struct gcuf_past *now, const struct gcuf_past *past)
{
  return ((gcuf_past_bytes (past) & gcuf_past_bytes (now)) != 0
	  && gcuf_past_thread (past) != gcuf_past_thread (now)
	  && !(gcuf_past_atomic_p (past) && gcuf_past_atomic_p (now))
	  && !gcuf_check_ordered_p (c, thread, past));
}

/* Return true if NOW can take the place of the reader P, which need not be
   remembered any more.  */

static inline bool
gcuf_cell_replaces_p (const struct gcuf_check_block *c, unsigned thread,
		      const struct gcuf_past *p)
{
  return !p->who || gcuf_check_behind_barrier_p (c, thread, p);
}

/* What a look at a cell has found: who else has accessed it, whether to write,
   and nobody if there is no race.  */
struct gcuf_found
{
  struct gcuf_past past;
  bool write;
};

/* Return which of the other writes in cell N of CHUNK, if there are any, races
   with NOW, by THREAD of C; or nobody's (check-access.c).  */
extern struct gcuf_past gcuf_cell_look_at_others
  (const struct gcuf_check_block *c, unsigned thread,
   const struct gcuf_chunk *chunk, size_t n, const struct gcuf_past *now);
/* Let NOW be the latest write of C in cell N of CHUNK, to a part of it
   (check-access.c).  */
extern void gcuf_cell_write_part (const struct gcuf_check_block *c,
				  struct gcuf_chunk *chunk, size_t n,
				  const struct gcuf_past *now);
/* Let NOW be a reader there, of THREAD of C (check-access.c).  */
extern void gcuf_cell_read (const struct gcuf_check_block *c, unsigned thread,
			    struct gcuf_chunk *chunk, size_t n,
			    const struct gcuf_past *now);

/* Return what races with NOW, by THREAD of C, which writes if WRITES, in cell N
   of CHUNK.  */

static inline struct gcuf_found
gcuf_cell_look (const struct gcuf_check_block *c, unsigned thread,
		struct gcuf_chunk *chunk, size_t n,
		const struct gcuf_past *now, bool writes)
{
  struct gcuf_past past = gcuf_check_past (chunk, GCUF_CELL_WRITE, n);
  if (gcuf_cell_races_p (c, thread, now, &past))
    return (struct gcuf_found) { past, true };
  if (gcuf_check_crowded_p (c, chunk, n, (uint64_t) 1 << n % 64))
    {
      past = gcuf_cell_look_at_others (c, thread, chunk, n, now);
      if (past.who)
	return (struct gcuf_found) { past, true };
    }
  for (int part = GCUF_CELL_READ; writes && part < GCUF_CELL_PARTS; part++)
    {
      past = gcuf_check_past (chunk, part, n);
      if (gcuf_cell_races_p (c, thread, now, &past))
	return (struct gcuf_found) { past, false };
    }
  return (struct gcuf_found) { .past = { .who = 0 } };
}

/* Remember NOW there.  */

static inline void
gcuf_cell_remember (const struct gcuf_check_block *c, unsigned thread,
		    struct gcuf_chunk *chunk, size_t n,
		    const struct gcuf_past *now, bool writes)
{
  if (writes && gcuf_past_bytes (now) == 15)
    {
      uint64_t bit = (uint64_t) 1 << n % 64;
      gcuf_check_clear_others (chunk, n, bit);
      gcuf_check_set_past (chunk, GCUF_CELL_WRITE, n, now);
      gcuf_check_clear_readers (chunk, n, bit);
    }
  else if (writes)
    gcuf_cell_write_part (c, chunk, n, now);
  else
    gcuf_cell_read (c, thread, chunk, n, now);
}

/* Return true if what CHUNK knows of settled cells is about block C.  */

static inline bool
gcuf_check_settled_known_p (const struct gcuf_check_block *c,
			    const struct gcuf_chunk *chunk)
{
  return (chunk->settled_stamp == c->stamp
	  && chunk->settled_phase == c->phase && !c->uneven
	  && !chunk->settled_warp);
}

/* Return the time before which what the warp of THREAD of C has done is ordered
   before all that THREAD does, as far as that is known of all lanes.  */

static inline __attribute__ ((always_inline)) uint16_t
gcuf_known_since (const struct gcuf_check_block *c, unsigned thread)
{
  uint16_t since = c->together[thread / GCUF_WARP_SIZE];
  return since > c->phase ? since : c->phase;
}

/* Return true if that is about the warp of THREAD of C, whose threads may have
   other times than the rest of the block.  */

static inline bool
gcuf_check_settled_warp_p (const struct gcuf_check_block *c,
			   const struct gcuf_chunk *chunk, unsigned thread)
{
  return (chunk->settled_stamp == c->stamp
	  && chunk->settled_warp == thread / GCUF_WARP_SIZE + 1
	  && chunk->settled_phase == gcuf_known_since (c, thread)
	  && c->uneven && !c->partial);
}

/* Return true if one more reader of any block need not be remembered in the
   cells of CHUNK from N on that MASK says.  Who writes there races with one of the
   two that are, unless something orders blocks.  */

static inline __attribute__ ((always_inline)) bool
gcuf_check_shared_p (const struct gcuf_check_block *c,
		     const struct gcuf_chunk *chunk, size_t n, uint64_t mask)
{
  return (!(~chunk->group[n / 64].shared & mask)
	  && !__atomic_load_n (&c->launch->releases, __ATOMIC_RELAXED));
}

/* The cells of CHUNK from N on that MASK says have two readers of different
   blocks, each of all bytes, which are not atomic.  */

static inline void
gcuf_check_note_shared (struct gcuf_chunk *chunk, size_t n, uint64_t mask)
{
  struct gcuf_group *g = &chunk->group[n / 64];
  g->shared |= mask & ~g->present[GCUF_CELL_WRITE];
}

/* Let CHUNK know nothing of settled cells, and what it will be about the threads of
   C, of WARP or, if that is zero, of all, from time PHASE on.  */

static inline void
gcuf_check_forget_settled (const struct gcuf_check_block *c,
			   struct gcuf_chunk *chunk, unsigned warp,
			   uint16_t phase)
{
  chunk->settled_stamp = c->stamp;
  chunk->settled_phase = phase;
  chunk->settled_warp = warp;
  for (size_t i = 0; i < GCUF_CHUNK_CELLS / 64; i++)
    chunk->group[i].settled = 0;
}

/* Let it be about block C.  */

static inline void
gcuf_check_begin_settled (const struct gcuf_check_block *c,
			  struct gcuf_chunk *chunk)
{
  if (!gcuf_check_settled_known_p (c, chunk))
    gcuf_check_forget_settled (c, chunk, 0, c->phase);
}

/* Let it be about the warp of THREAD of C.  */

static inline void
gcuf_check_begin_settled_warp (const struct gcuf_check_block *c,
			       struct gcuf_chunk *chunk, unsigned thread)
{
  if (!gcuf_check_settled_warp_p (c, chunk, thread))
    gcuf_check_forget_settled (c, chunk, thread / GCUF_WARP_SIZE + 1,
			       gcuf_known_since (c, thread));
}

/* Accesses to COUNT cells of CHUNK from BEGIN on, each of 1 << SHIFT cells: the
   first is by THREAD of C, but SKIP cells that it has are not in the row, and
   each following one by the thread that is NEXT farther.  If WORDS is not zero
   only so many of these cells are accessed, the first ones.  If MASK is not null
   those are, of all that THREAD and the following ones have, that bits from
   number 64 on of it say, which is as long as they need and 64 bits more; WORDS is
   zero then.  WHEN is member WHEN of struct gcuf_pasts.  The rest is set in
   check-row.c.  */
struct gcuf_row
{
  const struct gcuf_check_block *c;
  struct gcuf_chunk *chunk;
  size_t begin, count;
  uint32_t thread, skip, shift, next, when, words;
  const uint64_t *mask;
  uint32_t since;		/* The time before which all that their warp has
				   done is over; zero if there are several, or
				   nothing but barriers of the block counts.  */
  bool mixed;			/* More may be over, for some threads.  */
};

/* Return 64 bits of MASK from number N on.  */

static inline uint64_t
gcuf_check_bits (const uint64_t *mask, size_t n)
{
  const uint64_t *word = &mask[n / 64];
  return n % 64 ? word[0] >> n % 64 | word[1] << (64 - n % 64) : word[0];
}

/* Remember R, which writes if WRITES, and return true, if that can be done with
   all cells together and no access races; else return false (check-row.c).  */
extern bool gcuf_row_remember (const struct gcuf_row *r, bool writes);
/* Return true if R, which reads, has nothing to be remembered in any cell.  */
extern bool gcuf_row_settled_p (const struct gcuf_row *r);

/* Let CHUNK, of the page of ADDRESS, be locked, unless it is LOCAL, the block
   C's own, or no other host thread runs blocks, and be about what runs now.  */

static inline void
gcuf_chunk_open (const struct gcuf_check_block *c, struct gcuf_chunk *chunk,
		 uintptr_t address, bool local)
{
  if (!local && !c->alone)
    gcuf_check_lock (chunk);
  uint32_t stamp = (local ? c->stamp
		    : __atomic_load_n (&c->launch->stamp, __ATOMIC_RELAXED));
  if (__builtin_expect (chunk->stamp != stamp, 0))
    {
      if (!local)
	gcuf_check_note_chunk (chunk, address);
      gcuf_check_empty (chunk, stamp, local);
    }
}

static inline void
gcuf_chunk_close (const struct gcuf_check_block *c, struct gcuf_chunk *chunk,
		  bool local)
{
  if (!local && !c->alone)
    gcuf_check_unlock (chunk);
}

/* Return true if ADDRESS is on the stack of the running thread.  */

static inline bool
gcuf_check_private_p (const char *address)
{
  const struct gcuf_block *b = GCUF_context.reserved;
  const struct gcuf_fiber *f = b->current;
  return (size_t) (address - f->stack) < f->size;
}

#endif
