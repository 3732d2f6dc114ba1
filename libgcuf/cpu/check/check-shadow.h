/* What is remembered of memory: cells.
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

#ifndef GCUF_CHECK_SHADOW_H
#define GCUF_CHECK_SHADOW_H

#include "check-block.h"

enum
{
  GCUF_CELL_BITS = 2,		/* Of the bytes of a cell.  */
  GCUF_CHUNK_BITS = 12,		/* Of those of a chunk, which is a page.  */
  GCUF_CHUNK_CELLS = 1 << (GCUF_CHUNK_BITS - GCUF_CELL_BITS)
};

/* What is remembered of four bytes is a cell: who wrote them last, and who has
   read them since.  If that was a part of them others may have written the rest:
   these are kept where that is so, of three parts at most.  Of more than two
   readers two are kept that are as far apart as there are: a writer that is not
   ordered behind all is so with one of these.  Much memory is only read, and
   little has two readers: each of the three kinds is by itself, for all cells of
   a page.  */
enum gcuf_cell_part
{
  GCUF_CELL_WRITE, GCUF_CELL_READ, GCUF_CELL_SECOND, GCUF_CELL_PARTS
};

enum { GCUF_OTHER_WRITES = (1 << GCUF_CELL_BITS) - 1 };

/* Accesses of one kind, by cell: members of struct gcuf_past.  */
struct gcuf_pasts
{
  uint32_t who[GCUF_CHUNK_CELLS], when[GCUF_CHUNK_CELLS];
};

/* What 64 cells have, by bits: accesses of each kind, which may be nobody's;
   other writes; and whether one more reader of the block or the warp that the
   chunk says is not remembered, or one of any block, since there are two of
   different blocks, and nobody has written: there is one then.  */
struct gcuf_group
{
  uint64_t present[GCUF_CELL_PARTS];
  uint64_t others;
  uint64_t settled, shared;
  uint64_t noted;		/* Cells that notes say have been read, when
				   the launch has ended (check-reads.h).  */
};

/* The cells of a page.  Who looks at them holds the lock, unless nobody else
   can access the page, or no other host thread runs blocks of the launch.  The
   rest is about the latest launch that has accessed it, if that runs in an
   operation that is compared with others.  */
struct gcuf_chunk
{
  uint32_t stamp;		/* Of what they are about.  */
  bool locked;
  bool special;			/* There may be accesses that are atomic, or to
				   a part of a cell.  */
  unsigned launch;		/* The number of that launch.  */
  uintptr_t address;		/* Of the page.  */
  struct gcuf_chunk *next;	/* Of that launch.  */
  struct gcuf_folded *folded;	/* What has been emptied; or null.  */
  uint32_t settled_stamp;	/* The stamp of that block, or zero.  */
  uint16_t settled_phase;	/* Its phase, or since when that warp is
				   together.  */
  uint16_t settled_warp;	/* Zero, or one more than the number of the
				   warp.  */
  uint16_t noted_site;		/* The number of the first site of those.  */
  uint16_t latest[2];		/* Of the threads that have read here, and that
				   have written, the latest time; UINT16_MAX if
				   threads of several blocks may have.  */
  bool crowded;			/* There may be such other writes.  */
  struct gcuf_pasts *others;	/* Those, GCUF_OTHER_WRITES of each cell that
				   has any, or nobody's.  */
  struct gcuf_pasts *second;	/* Null if no cell has ever had two readers.  */
  struct gcuf_group group[GCUF_CHUNK_CELLS / 64];
  struct gcuf_pasts write, read;
};

/* Return the chunk for ADDRESS, which stays.  */
extern struct gcuf_chunk *gcuf_check_chunk (uintptr_t address);
/* Let CHUNK, locked if need be, have second readers.  */
extern void gcuf_check_add_second (struct gcuf_chunk *chunk);
/* Let CHUNK, locked if need be, have room for other writes.  */
extern void gcuf_check_crowd (struct gcuf_chunk *chunk);
/* Take the lock of CHUNK, which is not free.  */
extern void gcuf_check_wait_for (struct gcuf_chunk *chunk);
/* Empty CHUNK, which has another stamp than STAMP, and is one block's own if
   LOCAL.  */
extern void gcuf_check_empty (struct gcuf_chunk *chunk, uint32_t stamp,
			      bool local);
/* Forget what is known of the BYTES at ADDRESS.  */
extern void gcuf_check_forget (uintptr_t address, size_t bytes);

static inline void
gcuf_check_lock (struct gcuf_chunk *chunk)
{
  if (__builtin_expect (__atomic_test_and_set (&chunk->locked,
					       __ATOMIC_ACQUIRE), 0))
    gcuf_check_wait_for (chunk);
}

static inline void
gcuf_check_unlock (struct gcuf_chunk *chunk)
{
  __atomic_clear (&chunk->locked, __ATOMIC_RELEASE);
}

/* Return the number in its chunk of the cell for ADDRESS.  */

static inline size_t
gcuf_check_cell (uintptr_t address)
{
  return (address & ((1 << GCUF_CHUNK_BITS) - 1)) >> GCUF_CELL_BITS;
}

/* Return those accesses in CHUNK that are of kind PART; null if there can be
   none.  */

static inline struct gcuf_pasts *
gcuf_check_part (struct gcuf_chunk *chunk, enum gcuf_cell_part part)
{
  return (part == GCUF_CELL_WRITE ? &chunk->write
	  : part == GCUF_CELL_READ ? &chunk->read : chunk->second);
}

/* Return the access of kind PART in cell N of CHUNK, if there is one; else what it
   returns is nobody's.  */

static inline struct gcuf_past
gcuf_check_past (struct gcuf_chunk *chunk, enum gcuf_cell_part part, size_t n)
{
  const struct gcuf_pasts *p = gcuf_check_part (chunk, part);
  if (!(chunk->group[n / 64].present[part] >> n % 64 & 1))
    return (struct gcuf_past) { .who = 0 };
  return (struct gcuf_past) { p->who[n], p->when[n] };
}

/* A thread whose time is TIME accesses CHUNK, and writes if WRITES.  */

static inline void
gcuf_check_note_time (struct gcuf_chunk *chunk, bool writes, uint16_t time)
{
  if (chunk->latest[writes] < time)
    chunk->latest[writes] = time;
}

/* Return true if a barrier orders all that has been read in CHUNK, or written if
   WRITTEN, before all that block C does.  */

static inline bool
gcuf_check_all_over_p (const struct gcuf_check_block *c,
		       const struct gcuf_chunk *chunk, bool written)
{
  return chunk->latest[written] < c->phase;
}

/* Return other write number I in cell N of CHUNK, which has some.  */

static inline struct gcuf_past
gcuf_check_other_write (const struct gcuf_chunk *chunk, size_t i, size_t n)
{
  return (struct gcuf_past) {
    chunk->others[i].who[n], chunk->others[i].when[n]
  };
}

/* Let it be PAST.  */

static inline void
gcuf_check_set_other_write (struct gcuf_chunk *chunk, size_t i, size_t n,
			    const struct gcuf_past *past)
{
  chunk->others[i].who[n] = past->who;
  chunk->others[i].when[n] = past->when;
}

/* Let there be room for some in cell N of CHUNK, locked if need be.  */

static inline void
gcuf_check_begin_others (struct gcuf_chunk *chunk, size_t n)
{
  uint64_t bit = (uint64_t) 1 << n % 64;
  if (!chunk->crowded)
    gcuf_check_crowd (chunk);
  if (chunk->group[n / 64].others & bit)
    return;
  chunk->group[n / 64].others |= bit;
  for (size_t i = 0; i < GCUF_OTHER_WRITES; i++)
    chunk->others[i].who[n] = 0;
}

/* Let there be none in those 64 cells of CHUNK that have cell N in it which MASK
   says.  */

static inline void
gcuf_check_clear_others (struct gcuf_chunk *chunk, size_t n, uint64_t mask)
{
  chunk->group[n / 64].others &= ~mask;
}

/* Return true if what has been written in those has to be looked for among the
   others, too, by threads of C.  */

static inline bool
gcuf_check_crowded_p (const struct gcuf_check_block *c,
		      const struct gcuf_chunk *chunk, size_t n, uint64_t mask)
{
  return (__builtin_expect ((chunk->group[n / 64].others & mask) != 0, 0)
	  && !gcuf_check_all_over_p (c, chunk, true));
}

/* Let it be PAST.  */

static inline void
gcuf_check_set_past (struct gcuf_chunk *chunk, enum gcuf_cell_part part,
		     size_t n, const struct gcuf_past *past)
{
  struct gcuf_pasts *p = gcuf_check_part (chunk, part);
  gcuf_check_note_time (chunk, part == GCUF_CELL_WRITE,
			gcuf_past_time (past));
  chunk->group[n / 64].present[part] |= (uint64_t) 1 << n % 64;
  p->who[n] = past->who;
  p->when[n] = past->when;
}

/* Let there be no readers of those 64 cells of CHUNK that have cell N in it which
   MASK says.  */

static inline __attribute__ ((always_inline)) void
gcuf_check_clear_readers (struct gcuf_chunk *chunk, size_t n, uint64_t mask)
{
  struct gcuf_group *g = &chunk->group[n / 64];
  g->present[GCUF_CELL_READ] &= ~mask;
  g->present[GCUF_CELL_SECOND] &= ~mask;
  g->settled &= ~mask;
  g->shared &= ~mask;
}

#endif
