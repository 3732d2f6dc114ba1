/* Accesses to words of a block's own memory that are remembered at once.
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

#ifndef GCUF_CHECK_WORD_H
#define GCUF_CHECK_WORD_H

#include "check-few.h"
#include "check-unset.h"

/* Return where C has what SITE, or another one in its place, has accessed
   lately.  */

static inline struct gcuf_word_place *
gcuf_word_place (struct gcuf_check_block *c, const struct gcuf_site *site)
{
  return &c->word[site->number % GCUF_WORD_PLACES];
}

/* SITE has accessed BYTES, one or two words, or a part of one word, at ADDRESS,
   with what is in BASE and KIND, in page P, memory of C's own, which nothing
   else is noted of, and nothing more is to be done of that: remember where, and
   return true, if there is room for as much.  */

static inline bool
gcuf_word_keep (struct gcuf_check_block *c, const struct gcuf_check_page *p,
		uintptr_t address, size_t bytes, const void *base,
		unsigned kind, const struct gcuf_site *site)
{
  const uintptr_t page = (uintptr_t) 1 << GCUF_CHUNK_BITS;
  uintptr_t begin = address & -page, end = begin + page;
  if (begin < p->begin)
    begin = p->begin;
  if (end > p->begin + p->size)
    end = p->begin + p->size;
  if (end - begin < bytes)
    return false;
  *gcuf_word_place (c, site) = (struct gcuf_word_place) {
    .site = site, .base = base, .begin = begin, .room = end - begin - bytes,
    .chunk = p->chunk, .stamp = c->stamp, .kind = kind
  };
  return true;
}

/* Return true if PLACE knows the memory that an access by SITE of C to what is at
   ADDRESS is in, with what is in BASE and KIND.  */

GCUF_ALWAYS_INLINE bool
gcuf_word_known_p (const struct gcuf_check_block *c,
		   const struct gcuf_word_place *place, uintptr_t address,
		   const void *base, unsigned kind,
		   const struct gcuf_site *site)
{
  return (place->site == site && place->kind == kind && place->base == base
	  && place->stamp == c->stamp && address - place->begin <= place->room);
}

/* Return true if what the chunk with P and group G has of kind PART in the WORDS
   cells from N on, whose bits are MASK, all by threads of C's block, is over for
   THREAD, which WHO stands for.  */

GCUF_ALWAYS_INLINE bool
gcuf_word_over_p (const struct gcuf_check_block *c, unsigned thread,
		  uint32_t who, const struct gcuf_group *g,
		  const struct gcuf_pasts *p, enum gcuf_cell_part part,
		  size_t n, size_t words, uint64_t mask)
{
  uint64_t present = g->present[part] & mask;
  if (!present)
    return true;
  if (words == 2
      && (present != mask
	  || !gcuf_same_words_p (gcuf_two_words (&p->who[n]))
	  || !gcuf_same_words_p (gcuf_two_words (&p->when[n]))))
    return false;
  return ((uint16_t) p->when[n] < c->phase || p->who[n] == who
	  || gcuf_one_over_p (gcuf_known (c, thread, 0), thread, p->who[n],
			      p->when[n]));
}

/* A read by THREAD of C, at WHEN, of the WORDS cells of CHUNK from N on is not
   behind the first reader, but behind who has written: if one more reader need
   not be remembered, or can be the second one, let that be so, and return
   true.  */

static bool __attribute__ ((noinline))
gcuf_word_read_again (const struct gcuf_check_block *c, unsigned thread,
		      struct gcuf_chunk *chunk, size_t n, size_t words,
		      uint32_t when)
{
  const struct gcuf_known k = gcuf_known (c, thread, when);
  const uint64_t mask = gcuf_few_mask (n, words);
  return (gcuf_few_near_p (k, thread, chunk, n, words, mask)
	  || gcuf_few_be_second (k, thread, chunk, n, words, mask));
}

/* Remember an access by THREAD of C, which is number SITE, and writes if WRITES,
   in the WORDS cells, one or two, from N on of CHUNK, memory of C's own, and
   return true, if all that it could race with is over; else return false.  */

GCUF_ALWAYS_INLINE bool
gcuf_word_remember (const struct gcuf_check_block *c, unsigned thread,
		    struct gcuf_chunk *chunk, size_t n, size_t words,
		    bool writes, unsigned site)
{
  struct gcuf_group *g = &chunk->group[n / 64];
  struct gcuf_pasts *to = writes ? &chunk->write : &chunk->read;
  const uint64_t mask = gcuf_few_mask (n, words);
  const uint32_t who = (c->first + thread) | 15u << GCUF_CHECK_THREAD_BITS;
  const uint32_t when = gcuf_past_when (c->time[thread], site);
  if (gcuf_check_crowded_p (c, chunk, n, mask)
      || !gcuf_word_over_p (c, thread, who, g, &chunk->write, GCUF_CELL_WRITE,
			    n, words, mask))
    return false;
  if (!gcuf_word_over_p (c, thread, who, g, &chunk->read, GCUF_CELL_READ, n,
			 words, mask))
    return (!writes
	    && gcuf_word_read_again (c, thread, chunk, n, words, when));
  if (writes
      && !gcuf_word_over_p (c, thread, who, g, chunk->second,
			    GCUF_CELL_SECOND, n, words, mask))
    return false;
  gcuf_check_note_time (chunk, writes, when);
  g->present[writes ? GCUF_CELL_WRITE : GCUF_CELL_READ] |= mask;
  if (writes)
    {
      gcuf_check_clear_readers (chunk, n, mask);
      gcuf_check_clear_others (chunk, n, mask);
    }
  gcuf_few_put (&to->who[n], words, who);
  gcuf_few_put (&to->when[n], words, when);
  return true;
}

#endif
