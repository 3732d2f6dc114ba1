/* Short loops of one thread that write shared memory.
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

/* As threads have it that each go over a row or a column of a small matrix: such a
   loop has a few accesses to numbers in the block's own memory.  What may be there
   elsewhere need not be looked for.  */

#include "check.h"
#include "check-few.h"
#include "check-loop.h"
#include "check-unset.h"
#include "check-unwritten.h"

enum { MOST = 8, LONG = 64, ROW = 8 };

/* Return true if S of L is to numbers of one or two words, all in what one page of
   the block's own memory has.  */

static inline bool
here_p (const struct gcuf_told *l, const struct gcuf_stretch *s)
{
  const unsigned others = GCUF_ACCESS_ATOMIC | GCUF_ACCESS_COPIED;
  const struct gcuf_check_access a = {
    s->address, s->base, s->bytes, s->kind, s->site
  };
  const struct gcuf_check_page *p
    = gcuf_check_page_of (l->c, (uintptr_t) s->address);
  uintptr_t end, begin = gcuf_stretch_extent (s, l->count, &end);
  return (s->bytes - GCUF_CHECK_WORD <= GCUF_CHECK_WORD
	  && !gcuf_stretch_parts_p (s) && s->kind & GCUF_ACCESS_BOTH
	  && !(s->kind & others) && gcuf_stretch_element (s) == s->bytes
	  && p->local && gcuf_check_about_p (p, &a)
	  && begin - p->begin < p->size && end - p->begin <= p->size);
}

/* Return true if one of the COUNT numbers S has not been set.  */

static inline bool
unset_p (const struct gcuf_stretch *s, size_t count)
{
  const char *p = s->address;
  bool unset = false;
  if (s->step == 0)
    count = 1;
  for (; count; count--, p += s->step)
    unset |= gcuf_check_number_unset_p (p, s->bytes);
  return unset;
}

/* Return true if nothing is to be said of L but races with what has been
   before.  */

static inline bool
sound_p (const struct gcuf_told *l)
{
  bool writes = false;
  for (size_t i = 0; i < l->n; i++)
    {
      const struct gcuf_stretch *s = &l->stretches[i];
      if (!here_p (l, s)
	  || (s->kind & GCUF_ACCESS_USED && unset_p (s, l->count)))
	return false;
      writes |= s->kind & GCUF_ACCESS_WRITE;
    }
  return writes;
}

/* Return true if nothing has to be remembered of a read by THREAD of C in the cells
   of CHUNK from N on that MASK says.  */

GCUF_ALWAYS_INLINE bool
settled_p (const struct gcuf_check_block *c, unsigned thread,
	   const struct gcuf_chunk *chunk, size_t n, uint64_t mask)
{
  return (gcuf_few_settled_p (c, chunk, n, mask)
	  || (!(~chunk->group[n / 64].settled & mask)
	      && gcuf_check_settled_warp_p (c, chunk, thread)));
}

/* Remember the COUNT accesses S by THREAD of C, each of WORDS, and return true, if
   that can be done in little time, and none races.  */

GCUF_ALWAYS_INLINE bool
remember_words (struct gcuf_check_block *c, unsigned thread,
		const struct gcuf_stretch *s, size_t count, size_t words,
		bool writes)
{
  const struct gcuf_known k
    = gcuf_known (c, thread,
		  gcuf_past_when (c->time[thread],
				  gcuf_check_site_number (s->site)));
  const uint32_t who = (c->first + thread) | 15u << GCUF_CHECK_THREAD_BITS;
  uintptr_t address = (uintptr_t) s->address, number = 0;
  struct gcuf_chunk *chunk = NULL;
  for (; count; count--, address += s->step)
    {
      size_t n = gcuf_check_cell (address);
      uint64_t mask = gcuf_few_mask (n, words);
      if (!chunk || address >> GCUF_CHUNK_BITS != number)
	{
	  number = address >> GCUF_CHUNK_BITS;
	  chunk = gcuf_check_page_of (c, address)->chunk;
	  gcuf_chunk_open (c, chunk, address, true);
	}
      if (n % 64 + words > 64
	  || !((!writes && settled_p (c, thread, chunk, n, mask))
	       || gcuf_few_again (k, who, chunk, n, words, mask, writes)
	       || gcuf_few_remember (k, thread, chunk, n, words, writes)))
	return false;
    }
  return true;
}

/* The same of S of L: in several versions.  */

static bool
remember (struct gcuf_told *l, const struct gcuf_stretch *s)
{
  struct gcuf_check_block *c = l->c;
  bool writes = s->kind & GCUF_ACCESS_WRITE;
  size_t count = s->step ? l->count : 1;
  if (count >= ROW && s->step == (int64_t) s->bytes)
    return gcuf_stretch_remember (l, s);
  c->writes += writes;
  if (s->bytes == GCUF_CHECK_WORD)
    return (writes ? remember_words (c, l->thread, s, count, 1, true)
	    : remember_words (c, l->thread, s, count, 1, false));
  return (writes ? remember_words (c, l->thread, s, count, 2, true)
	  : remember_words (c, l->thread, s, count, 2, false));
}

/* The same of all of L that the loop leaves in the cells.  */

static bool
remember_all (struct gcuf_told *l)
{
  for (size_t i = 0; i < l->n; i++)
    if (!gcuf_stretch_superseded_p (l, &l->stretches[i])
	&& !remember (l, &l->stretches[i]))
      return false;
  return true;
}

bool
gcuf_short_remember (struct gcuf_told *l)
{
  struct gcuf_check_block *c = l->c;
  bool local[MOST];
  if (l->next || l->n > MOST || l->count > LONG || c->off
      || c->runs.pause < l->n || c->tile.n | c->runs.n || !sound_p (l))
    return false;
  for (size_t i = 0; i < l->n; i++)
    local[i] = true;
  l->local = local;
  bool remembered = remember_all (l);
  l->local = NULL;
  if (remembered)
    c->runs.pause -= l->n;
  return remembered;
}
