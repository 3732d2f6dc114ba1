/* Blocks and launches that are checked.
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

#ifndef GCUF_CHECK_BLOCK_H
#define GCUF_CHECK_BLOCK_H

#include "fiber.h"
#include "index.h"
#include "check-runs.h"
#include "check-told.h"

enum
{
  GCUF_CHECK_PAGE_BITS = 9,
  GCUF_UNWRITTEN_PLACES = 256,
  GCUF_WORD_PLACES = 256
};

/* What a thread has seen by atomic accesses, as a node of what does not change:
   RELEASE, if not null, and all in LEFT and RIGHT.  */
struct gcuf_seen
{
  struct gcuf_release *release;
  struct gcuf_seen *left, *right;
  unsigned mark;		/* Of the search that has been here.  */
};

/* What a running thread knows of others besides barriers of the block.  Bounds
   are times: what has a lower one is meant.  */
struct gcuf_check_thread
{
  uint16_t fence_phase;		/* Before it, what is behind a fence for all
				   threads of the block.  */
  uint16_t known[GCUF_WARP_SIZE]; /* What is ordered before the thread, of each
				     lane of its warp.  */
  uint16_t fenced[GCUF_WARP_SIZE]; /* What of that is behind a fence.  */
  struct gcuf_seen *seen;
};

/* Where an access to a word of the block's own memory was, and the like of it
   that are known to be there, too (check-word.h).  */
struct gcuf_word_place
{
  const struct gcuf_site *site;
  const void *base;
  uintptr_t begin, room;	/* Of what it is in, that part which is in CHUNK;
				   and how far behind its begin a word can
				   be.  */
  struct gcuf_chunk *chunk;
  uint32_t stamp;		/* The block's.  */
  unsigned kind;
  uintptr_t near;		/* The word of which no part has to be remembered
				   that this thread reads, as long as its time is
				   this one; or zero.  */
  uint32_t near_thread;
  uint16_t near_time;
};

/* What is known of the block that runs on this host thread.  */
struct gcuf_check_block
{
  struct gcuf_check_launch *launch;
  uint32_t first;		/* The number of its first thread.  */
  unsigned threads;
  uint32_t stamp;		/* Of its shared memory.  */
  uint16_t phase;		/* What is before it is ordered before all of
				   the block.  */
  bool fences;			/* There has been one since the last barrier.  */
  bool off;			/* Times are exhausted.  */
  bool uneven;			/* Threads may have different times.  */
  bool partial;			/* Since the last barrier lanes have come
				   together that TOGETHER says nothing of.  */
  bool dirty;			/* THREAD is not all zeros.  */
  bool alone;			/* No other host thread runs blocks.  */
  uint32_t writes;		/* To its own memory.  */
  unsigned grid_barriers;
  uint16_t *published;		/* By thread, what was behind a fence at the
				   last barrier; or null.  */
  struct gcuf_cpu_area *areas;	/* What is local to this host thread.  */
  size_t n_areas;
  unsigned areas_of;		/* The launch at which that was found out.  */
  struct gcuf_check_page	/* Pages that have been accessed lately.  */
  {
    uintptr_t number;
    struct gcuf_chunk *chunk;
    uintptr_t begin, size;	/* What the latest access there was in: an
				   allocation, or what else is known.  */
    struct gcuf_check_memory *memory; /* That, if its reads are noted; or
					 null.  */
    bool local;			/* That is the block's own.  */
    bool stray;			/* It is not known what that is.  */
  } page[1 << GCUF_CHECK_PAGE_BITS];
  struct gcuf_check_memory	/* By numbers of sites, what the latest one has
				   read that the launch does not write.  */
    *unwritten[GCUF_UNWRITTEN_PLACES];
  struct gcuf_word_place word[GCUF_WORD_PLACES]; /* By numbers of sites.  */
  struct gcuf_familiar familiar[1 << GCUF_FAMILIAR_BITS];
  struct gcuf_tile tile;
  struct gcuf_stretch ranged[GCUF_MOST_STRETCHES]; /* Those of ranges that are
						      looked at.  */
  uint8_t masked[GCUF_MASKED_PLACES]; /* By numbers of first sites, how many loops
					 with masks have had no use for them.  */
  struct gcuf_runs runs;
  void **shared;		/* Variables in shared memory that have been
				   made unset.  */
  size_t n_shared, shared_allocated;
  struct gcuf_site *wait[GCUF_MAX_BLOCK_THREADS]; /* Where threads wait, if
						     that is known.  */
  uint16_t time[GCUF_MAX_BLOCK_THREADS];
  /* Of each warp, lanes whose states are the same, but for the time of their
     own.  */
  uint32_t alike[GCUF_MAX_BLOCK_THREADS / GCUF_WARP_SIZE];
  /* Of each warp, a time: what any lane has done before it is ordered before
     all that any lane does, besides what lanes know by themselves.  */
  uint16_t together[GCUF_MAX_BLOCK_THREADS / GCUF_WARP_SIZE];
  struct gcuf_check_thread thread[GCUF_MAX_BLOCK_THREADS];
};

/* Return true if the COUNT threads of C from FIRST on have the time TIME.  */

static inline bool
gcuf_check_time_p (const struct gcuf_check_block *c, unsigned first,
		   size_t count, uint16_t time)
{
  if (__builtin_expect (!c->uneven, 1))
    return true;
  uint16_t other = 0;
  for (size_t i = 0; i < count; i++)
    other |= c->time[first + i] ^ time;
  return other == 0;
}

/* What a launch has said that it writes.  */
enum gcuf_check_writes
{
  GCUF_WRITES_ALL,
  GCUF_WRITES_SOME
};

enum { GCUF_MOST_WRITTEN = 64 };

/* The launch that is being checked: there is one at a time.  */
struct gcuf_check_launch
{
  const struct gcuf_cpu_launch *launch;
  unsigned number;
  bool clusters;
  bool alone;			/* One host thread runs all blocks.  */
  bool compared;		/* With other operations.  */
  bool notes_reads;		/* Of what nobody has written.  */
  bool releases;		/* Some block may know what another one has
				   done.  */
  uint32_t stamp;		/* Of all memory but that of single blocks.  */
  unsigned grid_barriers;
  bool told;			/* It has said what it writes.  */
  enum gcuf_check_writes writes;
  unsigned n_written;
  uintptr_t written[GCUF_MOST_WRITTEN]; /* Where that memory begins.  */
};

/* An access, as GCUF_check_access gets it.  */
struct gcuf_check_access
{
  const char *address, *base;
  size_t bytes;
  unsigned kind;
  struct gcuf_site *site;
};

/* Return the state of the running thread's block; null if it is not checked.
   Store the thread's number in the block.  Of threads that run on one fiber the
   context knows which it is.  */

static inline struct gcuf_check_block *
gcuf_check_running (unsigned *thread)
{
  struct gcuf_block *b = GCUF_context.reserved;
  if (!b || !b->check)
    return NULL;
  if (b->together)
    b->current->number = gcuf_number (&GCUF_context.threadidx,
				      &GCUF_context.blockdim);
  *thread = b->current->number;
  return b->check;
}

/* Return a stamp that nothing has.  */
extern uint32_t gcuf_check_new_stamp (void);

/* Return the latest launch, and its number.  */
extern const struct gcuf_check_launch *gcuf_check_current_launch (void);
extern unsigned gcuf_check_launch_number (void);
/* CHUNK, locked, that of ADDRESS in memory that other blocks have access to, is
   about to be emptied for the launch.  */
extern void gcuf_check_note_chunk (struct gcuf_chunk *chunk,
				   uintptr_t address);

#endif
