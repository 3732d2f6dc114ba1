/* Accesses to few cells, of which mostly nothing has to be said.
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

#ifndef GCUF_CHECK_FEW_H
#define GCUF_CHECK_FEW_H

#include "check-cells.h"

#define GCUF_ALWAYS_INLINE static inline __attribute__ ((always_inline))

/* What is looked at in cells, and stored there, in variables of its own: the
   compiler does not take it for what is stored.  */
struct gcuf_known
{
  uint32_t first, threads, when;
  uint16_t phase;
  uint16_t since;		/* The same for the threads of the warp.  */
  bool partial;			/* The block's.  */
};

/* What is known when THREAD of C makes an access.  WHEN is as in struct
   gcuf_past.  */

GCUF_ALWAYS_INLINE struct gcuf_known
gcuf_known (const struct gcuf_check_block *c, unsigned thread, uint32_t when)
{
  return (struct gcuf_known) {
    c->first, c->threads, when, c->phase, gcuf_known_since (c, thread),
    c->partial
  };
}

/* Two words at P, the first one below.  */

GCUF_ALWAYS_INLINE uint64_t
gcuf_two_words (const uint32_t *p)
{
  return p[0] | (uint64_t) p[1] << 32;
}

GCUF_ALWAYS_INLINE bool
gcuf_same_words_p (uint64_t two)
{
  return (uint32_t) two == two >> 32;
}

/* Return true if the access WHO at WHEN is over for THREAD.  */

GCUF_ALWAYS_INLINE bool
gcuf_one_over_p (struct gcuf_known k, unsigned thread, uint32_t who, uint32_t when)
{
  uint32_t other = (who & ((1u << GCUF_CHECK_THREAD_BITS) - 1)) - k.first;
  uint16_t over = (other / GCUF_WARP_SIZE == thread / GCUF_WARP_SIZE
		   ? k.since : k.phase);
  return ((other == thread)
	  | ((other < k.threads) & ((uint16_t) when < over)));
}

/* Return true if what CHUNK has of kind PART in WORDS cells from N on, of which
   MASK is in their group, is over for THREAD.  Two words of a number have mostly
   been accessed together: else return false.  */

GCUF_ALWAYS_INLINE bool
gcuf_few_over_p (struct gcuf_known k, unsigned thread, struct gcuf_chunk *chunk,
	    enum gcuf_cell_part part, size_t n, size_t words, uint64_t mask)
{
  uint64_t present = chunk->group[n / 64].present[part] & mask;
  const struct gcuf_pasts *p = gcuf_check_part (chunk, part);
  bool over = present == mask;
  size_t i = n;
  if (chunk->latest[part == GCUF_CELL_WRITE] < k.phase || !present)
    return true;
  for (; i + 1 < n + words; i += 2)
    {
      uint64_t who = gcuf_two_words (&p->who[i]), when = gcuf_two_words (&p->when[i]);
      over &= (gcuf_same_words_p (who) & gcuf_same_words_p (when)
	       & gcuf_one_over_p (k, thread, who, when));
    }
  if (words % 2)
    over &= gcuf_one_over_p (k, thread, p->who[i], p->when[i]);
  return over;
}

/* Return the bits of WORDS cells from N on in their group, which has all.  */

GCUF_ALWAYS_INLINE uint64_t
gcuf_few_mask (size_t n, size_t words)
{
  return UINT64_MAX >> (64 - words) << n % 64;
}

/* Store WORD in the WORDS from P on, two at once, since two are loaded at once.  */

GCUF_ALWAYS_INLINE void
gcuf_few_put (uint32_t *p, size_t words, uint32_t word)
{
  const uint64_t two = word | (uint64_t) word << 32;
  for (; words > 1; words -= 2, p += 2)
    __builtin_memcpy (p, &two, sizeof two);
  if (words)
    *p = word;
}

/* Return true if the first readers of the WORDS cells of CHUNK from N on, which all
   have one, are of other blocks.  */

GCUF_ALWAYS_INLINE bool
gcuf_few_foreign_p (struct gcuf_known k, const struct gcuf_chunk *chunk,
		    size_t n, size_t words)
{
  const uint64_t *present = chunk->group[n / 64].present;
  bool foreign = !(~present[GCUF_CELL_READ] & gcuf_few_mask (n, words));
  for (size_t i = n; i < n + words; i++)
    foreign &= ((chunk->read.who[i] & ((1u << GCUF_CHECK_THREAD_BITS) - 1))
		- k.first >= k.threads);
  return foreign;
}

/* Let THREAD be the second reader of the WORDS cells of CHUNK from N on, of which
   MASK is in their group, if none of them has one that is not over; else return
   false.  */

GCUF_ALWAYS_INLINE bool
gcuf_few_be_second (struct gcuf_known k, unsigned thread,
		    struct gcuf_chunk *chunk, size_t n, size_t words,
		    uint64_t mask)
{
  struct gcuf_group *g = &chunk->group[n / 64];
  if (!chunk->second
      || !gcuf_few_over_p (k, thread, chunk, GCUF_CELL_SECOND, n, words, mask))
    return false;
  gcuf_check_note_time (chunk, false, k.when);
  if (!chunk->special && gcuf_few_foreign_p (k, chunk, n, words))
    gcuf_check_note_shared (chunk, n, mask);
  g->present[GCUF_CELL_SECOND] |= mask;
  g->settled &= ~mask;
  gcuf_few_put (&chunk->second->who[n], words,
		(k.first + thread) | 15u << GCUF_CHECK_THREAD_BITS);
  gcuf_few_put (&chunk->second->when[n], words, k.when);
  return true;
}

/* Return true if the access WHO at WHEN is by a thread of the warp of THREAD,
   and not over.  */

GCUF_ALWAYS_INLINE bool
gcuf_one_near_p (struct gcuf_known k, unsigned thread, uint32_t who,
		 uint32_t when)
{
  uint32_t other = (who & ((1u << GCUF_CHECK_THREAD_BITS) - 1)) - k.first;
  return ((other / GCUF_WARP_SIZE == thread / GCUF_WARP_SIZE)
	  & (other < k.threads) & ((uint16_t) when >= k.since));
}

/* Return true if the WORDS cells of CHUNK from N on, of which MASK is in their group,
   each have two readers of the warp of THREAD: one more is not farther from
   these.  */

GCUF_ALWAYS_INLINE bool
gcuf_few_near_p (struct gcuf_known k, unsigned thread,
		 const struct gcuf_chunk *chunk, size_t n, size_t words,
		 uint64_t mask)
{
  const struct gcuf_group *g = &chunk->group[n / 64];
  if (~g->present[GCUF_CELL_READ] & mask
      || ~g->present[GCUF_CELL_SECOND] & mask || chunk->special || k.partial)
    return false;
  for (size_t i = n; i < n + words; i++)
    if (!gcuf_one_near_p (k, thread, chunk->read.who[i], chunk->read.when[i])
	|| !gcuf_one_near_p (k, thread, chunk->second->who[i],
			     chunk->second->when[i]))
      return false;
  return true;
}

/* If WHO, who now accesses the WORDS cells of CHUNK from N on at K's time, is who
   has done the same last, and nobody has read them behind a write, remember that
   and return true: nothing else has changed there.  MASK is as above.  */

GCUF_ALWAYS_INLINE bool
gcuf_few_again (struct gcuf_known k, uint32_t who, struct gcuf_chunk *chunk,
		size_t n, size_t words, uint64_t mask, bool writes)
{
  const uint64_t *present = chunk->group[n / 64].present;
  struct gcuf_pasts *p = writes ? &chunk->write : &chunk->read;
  if (~present[writes ? GCUF_CELL_WRITE : GCUF_CELL_READ] & mask
      || (writes
	  && (present[GCUF_CELL_READ] | present[GCUF_CELL_SECOND]) & mask))
    return false;
  for (size_t i = n; i < n + words; i++)
    if (p->who[i] != who)
      return false;
  gcuf_check_note_time (chunk, writes, k.when);
  gcuf_few_put (&p->when[n], words, k.when);
  return true;
}

/* Remember an access by THREAD to the WORDS cells of CHUNK from N on, all of
   which are in one group, if all that it could race with is over: return false
   else.  */

GCUF_ALWAYS_INLINE bool
gcuf_few_remember (struct gcuf_known k, unsigned thread,
		   struct gcuf_chunk *chunk, size_t n, size_t words,
		   bool writes)
{
  uint64_t mask = gcuf_few_mask (n, words);
  if ((chunk->group[n / 64].others & mask && chunk->latest[true] >= k.phase)
      || !gcuf_few_over_p (k, thread, chunk, GCUF_CELL_WRITE, n, words, mask))
    return false;
  if (!gcuf_few_over_p (k, thread, chunk, GCUF_CELL_READ, n, words, mask))
    return (!writes
	    && (gcuf_few_near_p (k, thread, chunk, n, words, mask)
		|| gcuf_few_be_second (k, thread, chunk, n, words, mask)));
  if (writes && !gcuf_few_over_p (k, thread, chunk, GCUF_CELL_SECOND, n,
				  words, mask))
    return false;
  struct gcuf_pasts *to = writes ? &chunk->write : &chunk->read;
  gcuf_check_note_time (chunk, writes, k.when);
  chunk->group[n / 64].present[writes ? GCUF_CELL_WRITE : GCUF_CELL_READ]
    |= mask;
  if (writes)
    {
      gcuf_check_clear_readers (chunk, n, mask);
      gcuf_check_clear_others (chunk, n, mask);
    }
  gcuf_few_put (&to->who[n], words,
		(k.first + thread) | 15u << GCUF_CHECK_THREAD_BITS);
  gcuf_few_put (&to->when[n], words, k.when);
  return true;
}

/* Return true if the cells of CHUNK from N on that MASK says are settled for the
   threads of C.  */

GCUF_ALWAYS_INLINE bool
gcuf_few_settled_here_p (const struct gcuf_check_block *c,
			 const struct gcuf_chunk *chunk, size_t n,
			 uint64_t mask)
{
  return (!(~chunk->group[n / 64].settled & mask)
	  && gcuf_check_settled_known_p (c, chunk));
}

/* Return true if nothing has to be remembered of a read by a thread of C in the
   cells of CHUNK from N on that MASK says.  */

GCUF_ALWAYS_INLINE bool
gcuf_few_settled_p (const struct gcuf_check_block *c,
		    const struct gcuf_chunk *chunk, size_t n, uint64_t mask)
{
  return (gcuf_few_settled_here_p (c, chunk, n, mask)
	  || gcuf_check_shared_p (c, chunk, n, mask));
}

#endif
