/* Accesses to a part of a cell.  Internal.
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

#ifndef GCUF_CHECK_SUBWORD_H
#define GCUF_CHECK_SUBWORD_H

#include "check-few.h"

/* WHO below is as in struct gcuf_past: a thread, and the bytes of a cell that it
   accesses.  Return those that WHO and OTHER have in common, as bits.  */

GCUF_ALWAYS_INLINE uint32_t
gcuf_subword_common (uint32_t who, uint32_t other)
{
  return (who & other) >> GCUF_CHECK_THREAD_BITS;
}

/* Return true if no bytes are lost when WHO replaces PAST: it has all of these, or
   that is over for all threads of the block.  */

GCUF_ALWAYS_INLINE bool
gcuf_subword_covers_p (struct gcuf_known k, uint32_t who, struct gcuf_past past)
{
  return (!((past.who & ~who) >> GCUF_CHECK_THREAD_BITS)
	  || ((past.who & ((1u << GCUF_CHECK_THREAD_BITS) - 1)) - k.first
	      < k.threads
	      && gcuf_past_time (&past) < k.phase));
}

/* Return true if PAST is over for THREAD, which WHO is, or of other bytes, or
   nobody's.  */

GCUF_ALWAYS_INLINE bool
gcuf_subword_quiet_p (struct gcuf_known k, unsigned thread, uint32_t who,
		      struct gcuf_past past)
{
  return (!gcuf_subword_common (who, past.who)
	  || gcuf_one_over_p (k, thread, past.who, past.when));
}

/* Return true if that is so of all that has been written in cell N of CHUNK.  */

GCUF_ALWAYS_INLINE bool
gcuf_subword_written_p (struct gcuf_known k, unsigned thread,
			struct gcuf_chunk *chunk, size_t n, uint32_t who)
{
  if (!gcuf_subword_quiet_p (k, thread, who,
			     gcuf_check_past (chunk, GCUF_CELL_WRITE, n)))
    return false;
  if (!(chunk->group[n / 64].others >> n % 64 & 1)
      || chunk->latest[true] < k.phase)
    return true;
  for (size_t i = 0; i < GCUF_OTHER_WRITES; i++)
    if (!gcuf_subword_quiet_p (k, thread, who,
			       gcuf_check_other_write (chunk, i, n)))
      return false;
  return true;
}

/* Let WHO be the latest access of kind PART in cell N of CHUNK.  */

GCUF_ALWAYS_INLINE void
gcuf_subword_put (struct gcuf_known k, struct gcuf_chunk *chunk,
		  enum gcuf_cell_part part, size_t n, uint32_t who)
{
  const struct gcuf_past past = { who, k.when };
  gcuf_check_set_past (chunk, part, n, &past);
}

/* If WHO is the reader of kind PART in cell N of CHUNK, and has read at the same
   time, let that be of the bytes of both, and return true.  */

GCUF_ALWAYS_INLINE bool
gcuf_subword_join (struct gcuf_known k, struct gcuf_chunk *chunk,
		   enum gcuf_cell_part part, size_t n, uint32_t who)
{
  struct gcuf_pasts *p = gcuf_check_part (chunk, part);
  if ((p->who[n] ^ who) & ((1u << GCUF_CHECK_THREAD_BITS) - 1)
      || (uint16_t) p->when[n] != (uint16_t) k.when)
    return false;
  p->who[n] |= who;
  return true;
}

/* Cell N of CHUNK has two readers, and WHO, which is THREAD, is one more: return
   true if that is one of these, or all are of one warp, and nothing else has to
   be remembered.  */

GCUF_ALWAYS_INLINE bool
gcuf_subword_third (struct gcuf_known k, unsigned thread,
		    struct gcuf_chunk *chunk, size_t n, uint32_t who)
{
  const struct gcuf_pasts *read = &chunk->read, *second = chunk->second;
  return (gcuf_subword_join (k, chunk, GCUF_CELL_READ, n, who)
	  || gcuf_subword_join (k, chunk, GCUF_CELL_SECOND, n, who)
	  || (!k.partial
	      && gcuf_one_near_p (k, thread, read->who[n], read->when[n])
	      && gcuf_one_near_p (k, thread, second->who[n], second->when[n])
	      && (read->who[n] ^ second->who[n])
		 & ((1u << GCUF_CHECK_THREAD_BITS) - 1)));
}

/* Remember a read by WHO, which is THREAD, in cell N of CHUNK, if it races with
   nothing, and replaces the first reader or can be the second one, or need not
   be remembered; else return false.  */

GCUF_ALWAYS_INLINE bool
gcuf_subword_read (struct gcuf_known k, unsigned thread,
		   struct gcuf_chunk *chunk, size_t n, uint32_t who)
{
  struct gcuf_past read = gcuf_check_past (chunk, GCUF_CELL_READ, n);
  struct gcuf_group *g = &chunk->group[n / 64];
  if (!gcuf_subword_written_p (k, thread, chunk, n, who))
    return false;
  if (!read.who
      || (gcuf_one_over_p (k, thread, read.who, read.when)
	  && gcuf_subword_covers_p (k, who, read)))
    {
      gcuf_subword_put (k, chunk, GCUF_CELL_READ, n, who);
      return true;
    }
  if (!chunk->second)
    return false;
  if (g->present[GCUF_CELL_SECOND] >> n % 64 & 1)
    return gcuf_subword_third (k, thread, chunk, n, who);
  gcuf_subword_put (k, chunk, GCUF_CELL_SECOND, n, who);
  g->settled &= ~((uint64_t) 1 << n % 64);
  return true;
}

/* Return true if the reader of kind PART of cell N of CHUNK is quiet, and forget it
   if WHO has all that it has.  */

GCUF_ALWAYS_INLINE bool
gcuf_subword_pass_reader (struct gcuf_known k, unsigned thread,
			  struct gcuf_chunk *chunk, enum gcuf_cell_part part,
			  size_t n, uint32_t who)
{
  struct gcuf_group *g = &chunk->group[n / 64];
  const uint64_t bit = (uint64_t) 1 << n % 64;
  if (!(g->present[part] & bit))
    return true;
  struct gcuf_past past = gcuf_check_past (chunk, part, n);
  if (!gcuf_subword_quiet_p (k, thread, who, past))
    return false;
  if (!((past.who & ~who) >> GCUF_CHECK_THREAD_BITS))
    g->present[part] &= ~bit;
  return true;
}

/* Return the place of PAST among other writes: each part of a cell mostly has one
   for itself.  */

GCUF_ALWAYS_INLINE size_t
gcuf_subword_place (struct gcuf_past past)
{
  return (__builtin_ctz (past.who >> GCUF_CHECK_THREAD_BITS
			 | 1u << GCUF_OTHER_WRITES)
	  % GCUF_OTHER_WRITES);
}

/* Return true if there is nothing in PLACE for other writes in cell N of CHUNK that
   must stay there.  LOCAL if CHUNK is the block's own.  */

GCUF_ALWAYS_INLINE bool
gcuf_subword_room_p (struct gcuf_known k, const struct gcuf_chunk *chunk,
		     size_t n, size_t place, bool local)
{
  if (!(chunk->group[n / 64].others >> n % 64 & 1))
    return true;
  struct gcuf_past past = gcuf_check_other_write (chunk, place, n);
  return !past.who || (local && gcuf_past_time (&past) < k.phase);
}

/* Remember a write by WHO, which is THREAD, in cell N of CHUNK, if it races with
   nothing, and there is room for what it replaces; else return false.  LOCAL if
   CHUNK is the block's own.  */

GCUF_ALWAYS_INLINE bool
gcuf_subword_write (struct gcuf_known k, unsigned thread,
		    struct gcuf_chunk *chunk, size_t n, uint32_t who,
		    bool local)
{
  struct gcuf_past past = gcuf_check_past (chunk, GCUF_CELL_WRITE, n);
  struct gcuf_group *g = &chunk->group[n / 64];
  const uint64_t bit = (uint64_t) 1 << n % 64;
  const size_t place = gcuf_subword_place (past);
  bool keep = (past.who & ~who) >> GCUF_CHECK_THREAD_BITS
	      && !(local && gcuf_past_time (&past) < k.phase);
  if (!gcuf_subword_written_p (k, thread, chunk, n, who)
      || (keep && !gcuf_subword_room_p (k, chunk, n, place, local))
      || !gcuf_subword_pass_reader (k, thread, chunk, GCUF_CELL_READ, n, who)
      || !gcuf_subword_pass_reader (k, thread, chunk, GCUF_CELL_SECOND, n,
				    who))
    return false;
  if (keep)
    {
      gcuf_check_begin_others (chunk, n);
      gcuf_check_set_other_write (chunk, place, n, &past);
    }
  gcuf_subword_put (k, chunk, GCUF_CELL_WRITE, n, who);
  g->settled &= ~bit;
  g->shared &= ~bit;
  return true;
}

/* Remember an access by THREAD of C, at WHEN, to BYTES of cell N of CHUNK, as bits,
   if that is all that is to be done, else return false.  LOCAL is as above.  */

GCUF_ALWAYS_INLINE bool
gcuf_subword_remember (const struct gcuf_check_block *c, unsigned thread,
		       uint32_t when, struct gcuf_chunk *chunk, size_t n,
		       unsigned bytes, bool writes, bool local)
{
  const struct gcuf_known k = gcuf_known (c, thread, when);
  const uint32_t who = (c->first + thread) | bytes << GCUF_CHECK_THREAD_BITS;
  chunk->special = true;
  return (writes ? gcuf_subword_write (k, thread, chunk, n, who, local)
	  : gcuf_subword_read (k, thread, chunk, n, who));
}

#endif
