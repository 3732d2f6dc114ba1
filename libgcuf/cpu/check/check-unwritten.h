/* Reads of memory that a kernel has said it does not write.
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


#ifndef GCUF_CHECK_UNWRITTEN_H
#define GCUF_CHECK_UNWRITTEN_H

#include "check-reads.h"
#include "check-unset.h"

/* The kernel of C's launch writes nothing but what the N PLACES are in: the
   first call in a launch counts.  */
extern void gcuf_unwritten_begin (struct gcuf_check_block *c,
				  const void *const *places, size_t n);
/* M, of BYTES, is new in LAUNCH: let it say that nothing has been read yet.
   Return true if M is not written there, and says what will be read.  */
extern bool gcuf_unwritten_open (const struct gcuf_check_launch *launch,
				 struct gcuf_check_memory *m, size_t bytes);
/* Note that the BYTES at ADDRESS, in M, have been read at SITE by a thread of
   C.  */
extern void gcuf_unwritten_note (const struct gcuf_check_block *c,
				 struct gcuf_check_memory *m,
				 uintptr_t address, size_t bytes,
				 struct gcuf_site *site);
/* Call F, as gcuf_reads_end_launch does, with what has been read of M.  */
extern void gcuf_unwritten_each (const struct gcuf_check_memory *m,
				 gcuf_read_function *f);

/* Note that COUNT elements like S's first have been read that are in M and STEP
   apart.  */
extern void gcuf_unwritten_note_row (const struct gcuf_check_block *c,
				     struct gcuf_check_memory *m,
				     const struct gcuf_stretch *s,
				     size_t count);

/* Note that of the COUNT cells from ADDRESS on, in M, a thread of C has read those
   at SITE that MASK says, as member MASK of struct gcuf_row does.  */
extern void gcuf_unwritten_note_masked (const struct gcuf_check_block *c,
					struct gcuf_check_memory *m,
					uintptr_t address, size_t count,
					const uint64_t *mask,
					struct gcuf_site *site);

/* Return true if P, which may be null, is memory that the launch does not
   write.  */

static inline bool
gcuf_unwritten_p (const struct gcuf_check_page *p)
{
  return p && p->memory && p->memory->state == GCUF_MEMORY_UNWRITTEN;
}

/* Return true if accesses like S are to all words from the first to the last, or
   to a part of each.  */

static inline bool
gcuf_unwritten_dense_p (const struct gcuf_stretch *s)
{
  int64_t most = s->bytes < GCUF_CHECK_WORD ? GCUF_CHECK_WORD : s->bytes;
  return s->step <= most && -s->step <= most;
}

/* Return true if COUNT accesses like S are noted by words in little time.  */

static inline bool
gcuf_unwritten_better_p (const struct gcuf_stretch *s, size_t count)
{
  enum { FEW = 16 };
  return gcuf_unwritten_dense_p (s) || count <= FEW;
}

/* Return true if it has been noted that the BYTES at ADDRESS, in M, have been
   read: of those that are not in one group this is not known.  */

static inline bool
gcuf_unwritten_noted_p (const struct gcuf_check_memory *m, uintptr_t address,
			size_t bytes)
{
  uintptr_t first = (address - m->bits_begin) >> GCUF_CELL_BITS;
  uintptr_t last = (address + bytes - 1 - m->bits_begin) >> GCUF_CELL_BITS;
  uint64_t mask = UINT64_MAX >> (63 - (last - first) % 64);
  return (first / 64 == last / 64
	  && !(~(m->bits[first / 64] >> first % 64) & mask));
}

/* Return true if an access as KIND says only reads.  */

static inline bool
gcuf_only_reads_p (unsigned kind)
{
  const unsigned others = GCUF_ACCESS_WRITE | GCUF_ACCESS_ATOMIC;
  return (kind & (GCUF_ACCESS_READ | others)) == GCUF_ACCESS_READ;
}

/* Return what SITE, or another one in its place, has read lately, see
   gcuf_unwritten_keep; or null.  */

static inline struct gcuf_check_memory *
gcuf_unwritten_kept (const struct gcuf_check_block *c,
		     const struct gcuf_site *site)
{
  return c->unwritten[site->number % GCUF_UNWRITTEN_PLACES];
}

/* Return true if the BYTES at ADDRESS, at least one, are in M, which the launch
   does not write, and BASE, too, if that is not zero.  */

static inline __attribute__ ((always_inline)) bool
gcuf_unwritten_in_p (const struct gcuf_check_memory *m, uintptr_t address,
		     size_t bytes, uintptr_t base)
{
  uintptr_t offset = address - m->begin, size = m->size;
  return (m->state == GCUF_MEMORY_UNWRITTEN && offset < size
	  && bytes <= size - offset && (!base || base - m->begin < size));
}

/* Return the memory that the launch of C does not write where SITE has read
   lately, if the BYTES at ADDRESS, at least one, are in it, and BASE, if that
   is not null; else null.  */

static inline struct gcuf_check_memory *
gcuf_unwritten_memory (const struct gcuf_check_block *c,
		       const struct gcuf_site *site, uintptr_t address,
		       size_t bytes, uintptr_t base)
{
  struct gcuf_check_memory *m = gcuf_unwritten_kept (c, site);
  return m && gcuf_unwritten_in_p (m, address, bytes, base) ? m : NULL;
}

/* SITE has read in M: of that kind, for which it has a number, or what stands for
   the variables of threads.  */

static inline void
gcuf_unwritten_keep (struct gcuf_check_block *c, const struct gcuf_site *site,
		     struct gcuf_check_memory *m)
{
  c->unwritten[site->number % GCUF_UNWRITTEN_PLACES] = m;
}

/* Return true if the number or the part of one at ADDRESS, of not more than 8
   BYTES, has not been set.  */

static inline bool
gcuf_check_number_unset_p (const char *address, size_t bytes)
{
  const char *p = (const char *) ((uintptr_t) address & -4);
  return (gcuf_check_word_unset_p (p)
	  && (bytes != 8 || gcuf_check_word_unset_p (p + 4)));
}

/* Return true if no more than a bit or two have to be set for the access that
   GCUF_check_access gets, by a thread of C whose site has M, and set these: it
   reads a number of one or two words that is set, where such numbers are, in M,
   which the launch does not write.  */

static inline __attribute__ ((always_inline)) bool
gcuf_unwritten_quick_p (const struct gcuf_check_block *c,
			const struct gcuf_check_memory *m,
			const void *address, size_t bytes, const void *base,
			unsigned kind)
{
  uintptr_t at = (uintptr_t) address, offset = at - m->bits_begin;
  if ((bytes - GCUF_CHECK_WORD) & ~(size_t) GCUF_CHECK_WORD
      || at & (bytes - 1) || !gcuf_only_reads_p (kind)
      || !gcuf_unwritten_in_p (m, at, bytes, (uintptr_t) base)
      || (kind & GCUF_ACCESS_USED && gcuf_check_word_unset_p (address)))
    return false;
  size_t cell = offset >> GCUF_CELL_BITS;
  uint64_t *bits = &m->bits[cell / 64], old = *bits;
  uint64_t mask = (uint64_t) (bytes == GCUF_CHECK_WORD ? 1 : 3) << cell % 64;
  if (!(mask & ~old))
    return true;
  if (!c->alone || !m->sites[offset >> GCUF_CHUNK_BITS])
    return false;
  *bits = old | mask;
  return true;
}

/* The same of a part of a word.  */

static inline bool
gcuf_unwritten_part_p (const struct gcuf_check_memory *m, const void *address,
		       size_t bytes, const void *base, unsigned kind)
{
  uintptr_t at = (uintptr_t) address;
  return (bytes - 1 < 2 * GCUF_CHECK_WORD && gcuf_only_reads_p (kind)
	  && gcuf_unwritten_in_p (m, at, bytes, (uintptr_t) base)
	  && !(kind & GCUF_ACCESS_USED
	       && gcuf_check_number_unset_p (address, bytes))
	  && gcuf_unwritten_noted_p (m, at, bytes));
}

#endif
