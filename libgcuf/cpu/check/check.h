/* The checks of device code: what their files share.
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


#ifndef GCUF_CHECK_H
#define GCUF_CHECK_H

#include <pthread.h>

#include "fiber.h"
#include "index.h"
#include "check-runs.h"

/* Threads of a launch have numbers from zero.  Each has a time, which grows
   when it waits for others or comes to a fence, so that a number and a time say
   which accesses were made between two such events.  */

enum
{
  GCUF_CHECK_THREAD_BITS = 28,
  GCUF_CHECK_SITES = 1 << 15,
  GCUF_CHECK_PAGE_BITS = 9,
  GCUF_FAMILIAR_BITS = 6,
  GCUF_MOST_TILED = 40,
  GCUF_CHECK_LAST_TIME = UINT16_MAX - 1
};

/* An access that is remembered: all zeros if there is none.  Bit fields would
   be slow, and so would be halves of a word that is stored at once.  */
struct gcuf_past
{
  uint32_t who;			/* The thread, and above that which of the four
				   bytes.  */
  uint32_t when;		/* The time, and above that where: the number of
				   the site, zero if not known, and above that
				   whether atomic.  */
};

/* Return what member WHEN is at TIME for SITE, a number with what is above it.  */

static inline uint32_t
gcuf_past_when (uint16_t time, unsigned site)
{
  return time | (uint32_t) site << 16;
}

static inline uint16_t
gcuf_past_time (const struct gcuf_past *p)
{
  return p->when;
}

static inline uint32_t
gcuf_past_thread (const struct gcuf_past *p)
{
  return p->who & ((1u << GCUF_CHECK_THREAD_BITS) - 1);
}

static inline unsigned
gcuf_past_bytes (const struct gcuf_past *p)
{
  return p->who >> GCUF_CHECK_THREAD_BITS;
}

static inline unsigned
gcuf_past_site (const struct gcuf_past *p)
{
  return p->when >> 16 & (GCUF_CHECK_SITES - 1);
}

static inline bool
gcuf_past_atomic_p (const struct gcuf_past *p)
{
  return p->when >> 31;
}

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

/* Accesses of a loop that threads of two warps, or two of one warp, have made
   and that read the block's own memory: what others read there in the same way
   is nothing new.  */
struct gcuf_familiar
{
  const char *address;
  int64_t step;
  size_t count;
  struct gcuf_site *site;
  uint32_t stamp;		/* The block's, and its phase and number of
				   writes then.  */
  uint32_t writes;
  uint16_t phase;
  uint16_t threads;		/* Of those, one or two.  */
  uint16_t thread[2];		/* Their numbers, which are different.  */
};

/* An access of each thread of a tile, as that of the first row: in each following
   row it is DOWN bytes farther.  */
struct gcuf_tiled
{
  struct gcuf_stretch first;
  int64_t down;
  uintptr_t begin, size;	/* What it is in; zeros if nobody else can
				   access that.  */
  bool local;			/* That is the block's own.  */
  bool superseded;		/* Nothing is left of it in the cells.  */
};

/* Rows of threads whose accesses have not been remembered yet
   (check-tile.c).  */
struct gcuf_tile
{
  size_t n;			/* Accesses of each thread; zero if there is no
				   tile.  */
  size_t count, rows, most_rows; /* Threads of a row; rows, now and at most.  */
  unsigned thread;		/* The first.  */
  unsigned down;		/* How far it is to the next row's.  */
  bool local_writes;		/* It writes to the block's own memory.  */
  struct gcuf_tiled stretch[GCUF_MOST_TILED];
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
    bool local;			/* That is the block's own.  */
    bool stray;			/* It is not known what that is.  */
  } page[1 << GCUF_CHECK_PAGE_BITS];
  struct gcuf_familiar familiar[1 << GCUF_FAMILIAR_BITS];
  struct gcuf_tile tile;
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
  struct gcuf_check_thread thread[GCUF_MAX_BLOCK_THREADS];
};

/* The launch that is being checked: there is one at a time.  */
struct gcuf_check_launch
{
  const struct gcuf_cpu_launch *launch;
  unsigned number;
  bool clusters;
  bool alone;			/* One host thread runs all blocks.  */
  bool compared;		/* With other operations.  */
  uint32_t stamp;		/* Of all memory but that of single blocks.  */
  unsigned grid_barriers;
};

/* An access, as GCUF_check_access gets it.  */
struct gcuf_check_access
{
  const char *address, *base;
  size_t bytes;
  unsigned kind;
  struct gcuf_site *site;
};

/* --- Launches and blocks (check-launch.c) -------------------------------- */

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

/* Return the number of the launch.  */
extern unsigned gcuf_check_launch_number (void);
/* CHUNK, locked, that of ADDRESS in memory that other blocks have access to, is
   about to be emptied for the launch.  */
extern void gcuf_check_note_chunk (struct gcuf_chunk *chunk,
				   uintptr_t address);

/* --- The schedule (check-schedule.c) ------------------------------------- */

/* The block B, with NUMBER from zero, is going to run: draw its lots, if that
   is wanted.  */
extern void gcuf_check_begin_schedule (struct gcuf_block *b, size_t number);
/* It has run: free them.  */
extern void gcuf_check_end_schedule (struct gcuf_block *b);

/* --- Shadow memory (check-shadow.c) -------------------------------------- */

enum
{
  GCUF_CELL_BITS = 2,		/* Of the bytes of a cell.  */
  GCUF_CHUNK_BITS = 12,		/* Of those of a chunk, which is a page.  */
  GCUF_CHUNK_CELLS = 1 << (GCUF_CHUNK_BITS - GCUF_CELL_BITS)
};

/* What is remembered of four bytes is a cell: who wrote them last, and who has
   read them since.  Of more than two readers two are kept that are as far apart
   as there are: a writer that is not ordered behind all is so with one of these.
   Much memory is only read, and little has two readers: each of the three kinds
   is by itself, for all cells of a page.  */
enum gcuf_cell_part
{
  GCUF_CELL_WRITE, GCUF_CELL_READ, GCUF_CELL_SECOND, GCUF_CELL_PARTS
};

/* Accesses of one kind, by cell: members of struct gcuf_past.  */
struct gcuf_pasts
{
  uint32_t who[GCUF_CHUNK_CELLS], when[GCUF_CHUNK_CELLS];
};

/* What 64 cells have, by bits: accesses of each kind, which may be nobody's; and
   whether one more reader of the block that the chunk says is not remembered:
   there is one then.  */
struct gcuf_group
{
  uint64_t present[GCUF_CELL_PARTS];
  uint64_t settled;
};

/* The cells of a page.  Who looks at them holds the lock, unless nobody else
   can access the page, or no other host thread runs blocks of the launch.  The rest is about the latest launch that has accessed
   it, if that runs in an operation that is compared with others.  */
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
  uint16_t settled_phase;	/* Its phase.  */
  uint16_t latest[2];		/* Of the threads that have read here, and that
				   have written, the latest time; UINT16_MAX if
				   threads of several blocks may have.  */
  struct gcuf_pasts *second;	/* Null if no cell has ever had two readers.  */
  struct gcuf_group group[GCUF_CHUNK_CELLS / 64];
  struct gcuf_pasts write, read;
};

/* Return the chunk for ADDRESS, which stays.  */
extern struct gcuf_chunk *gcuf_check_chunk (uintptr_t address);
/* Let CHUNK, locked if need be, have second readers.  */
extern void gcuf_check_add_second (struct gcuf_chunk *chunk);
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

static inline void
gcuf_check_clear_readers (struct gcuf_chunk *chunk, size_t n, uint64_t mask)
{
  struct gcuf_group *g = &chunk->group[n / 64];
  g->present[GCUF_CELL_READ] &= ~mask;
  g->present[GCUF_CELL_SECOND] &= ~mask;
  g->settled &= ~mask;
}

/* --- The order of events (check-order.c) --------------------------------- */

/* A barrier of the block and of the grid is complete: members of struct
   gcuf_barrier.  */
extern void gcuf_check_barrier (void);
extern void gcuf_check_grid_barrier (void);
/* Return true if barriers order the access PAST before all that THREAD of
   block C does now.  */

static inline bool
gcuf_check_behind_barrier_p (const struct gcuf_check_block *c, unsigned thread,
			     const struct gcuf_past *past)
{
  uint32_t n = gcuf_past_thread (past) - c->first;
  return (n == thread
	  || (n < c->threads
	      && (gcuf_past_time (past) < c->phase
		  || (n / GCUF_WARP_SIZE == thread / GCUF_WARP_SIZE
		      && gcuf_past_time (past) < (c->thread[thread]
				       .known[n % GCUF_WARP_SIZE])))));
}

/* The same for all that orders accesses.  */
extern bool gcuf_check_ordered_p (const struct gcuf_check_block *c,
				  unsigned thread,
				  const struct gcuf_past *past);
/* THREAD of block C is about to write ADDRESS atomically.  */
extern void gcuf_check_release (struct gcuf_check_block *c, unsigned thread,
				const void *address);
/* Free all that has been remembered of a launch, which has ended.  */
extern void gcuf_check_forget_order (void);

/* --- Operations of streams (check-operations.c) --------------------------- */

/* Return the footprint of the one that the calling thread runs; null if it runs
   none that is compared with others.  */
extern struct gcuf_footprint *gcuf_operation_footprint (void);
/* A launch is going to run on any thread, and use the cells.  */
extern void gcuf_operation_before_launch (void);
/* The operation is going to run LAUNCH, and has run it.  */
extern void gcuf_operation_launches (const struct gcuf_cpu_launch *launch);
extern void gcuf_operation_launched (void);
/* There is something else in the SIZE bytes from BEGIN on from now on.  */
extern void gcuf_operation_forget_memory (uintptr_t begin, size_t size);
/* Free everything.  */
extern void gcuf_operation_fini (void);

/* --- Addresses (check-address.c) ------------------------------------------ */

/* Return where C has what it knows of the page of ADDRESS, if anything.  Rows of
   arrays are often some power of two apart: their numbers are scattered.  */

static inline struct gcuf_check_page *
gcuf_check_page_in (struct gcuf_check_block *c, uintptr_t address)
{
  uintptr_t number = address >> GCUF_CHUNK_BITS;
  return &c->page[(uint32_t) number * 0x9e3779b9u
		  >> (32 - GCUF_CHECK_PAGE_BITS)];
}

/* Return what C knows of the page of ADDRESS.  */

static inline struct gcuf_check_page *
gcuf_check_page_of (struct gcuf_check_block *c, uintptr_t address)
{
  uintptr_t number = address >> GCUF_CHUNK_BITS;
  struct gcuf_check_page *p = gcuf_check_page_in (c, address);
  if (__builtin_expect (p->number != number, 0))
    *p = (struct gcuf_check_page) { number, gcuf_check_chunk (address),
				    0, 0, false, false };
  return p;
}

/* Return true if A is all in what begins at BEGIN and has SIZE bytes.  */

static inline bool
gcuf_check_inside_p (const struct gcuf_check_access *a, uintptr_t begin,
		     size_t size)
{
  size_t offset = (uintptr_t) a->address - begin;
  return offset < size && a->bytes <= size - offset;
}

/* Let P, which is that of A's address, be about what A, an access in a loop of
   C's, is in.  Return false, without a report, if that is no memory that A can
   be in.  */
extern bool gcuf_check_find (const struct gcuf_check_block *c,
			     const struct gcuf_check_access *a,
			     struct gcuf_check_page *p);
/* Let P, which is that of A's address, be about what A, by THREAD of C, is in.
   End the program, with a report, if that is no memory that it can be in.  */
extern void gcuf_check_examine (const struct gcuf_check_block *c,
				unsigned thread,
				const struct gcuf_check_access *a,
				struct gcuf_check_page *p);

/* Return true if P, of A's address, is about what A is in.  */

static inline bool
gcuf_check_about_p (const struct gcuf_check_page *p,
		    const struct gcuf_check_access *a)
{
  return (gcuf_check_inside_p (a, p->begin, p->size)
	  && (!a->base || (uintptr_t) a->base - p->begin < p->size));
}

/* Return what C knows of the page of A's address, after such a look if it is
   not about what A is in.  */

static inline const struct gcuf_check_page *
gcuf_check_address (struct gcuf_check_block *c, unsigned thread,
		    const struct gcuf_check_access *a)
{
  struct gcuf_check_page *p = gcuf_check_page_of (c, (uintptr_t) a->address);
  if (__builtin_expect (!gcuf_check_about_p (p, a), 0))
    gcuf_check_examine (c, thread, a, p);
  return p;
}

/* The same without a report: return null instead.  */

static inline const struct gcuf_check_page *
gcuf_check_known_address (struct gcuf_check_block *c,
			  const struct gcuf_check_access *a)
{
  struct gcuf_check_page *p = gcuf_check_page_of (c, (uintptr_t) a->address);
  if (__builtin_expect (!gcuf_check_about_p (p, a), 0)
      && !gcuf_check_find (c, a, p))
    return NULL;
  return p;
}

/* --- Places (check-place.c) ---------------------------------------------- */

/* Give SITE a number, from one, if it has none, and return it; zero if there
   are too many.  */
extern unsigned gcuf_check_number_site (struct gcuf_site *site);

static inline unsigned
gcuf_check_site_number (struct gcuf_site *site)
{
  unsigned number = __atomic_load_n (&site->number, __ATOMIC_ACQUIRE);
  return __builtin_expect (number != 0, 1) ? number
					   : gcuf_check_number_site (site);
}

/* --- Accesses (check-access.c) -------------------------------------------- */

/* Look at A by THREAD of C, which is in memory that it can be in, and report it
   if it races.  */
extern void gcuf_check_look (struct gcuf_check_block *c, unsigned thread,
			     const struct gcuf_check_access *a);

/* --- Reports (check-report.c) -------------------------------------------- */

/* Report that what THREAD of block C does, NOW, is not ordered behind PAST,
   which was a write if WRITE, unless that has been reported for these places
   already.  */
extern void gcuf_check_report_race (const struct gcuf_check_block *c,
				    unsigned thread,
				    const struct gcuf_check_access *now,
				    const struct gcuf_past *past, bool write);

/* One of two operations that race: what struct gcuf_operation has of it.  */
struct gcuf_racing_operation
{
  const char *name;
  char *kernel;
  const struct gcuf_location *launch;
  char *where;			/* The call, if it is no launch; or null.  */
  unsigned stream;		/* Its place in clocks.  */
  const struct gcuf_site *site;	/* Of the access, or null.  */
  bool write, atomic;
};
/* Report that NOW and PAST, which nothing orders, both access the BYTES at
   ADDRESS.  */
extern void gcuf_check_report_stream_race
  (const struct gcuf_racing_operation *now,
   const struct gcuf_racing_operation *past, const char *address,
   size_t bytes);

/* Report that A, by THREAD of block C, is of no memory that it can be of, and
   end the program.  WHAT says why: a format that may have SIZE in it.  */
extern void gcuf_check_report_address (const struct gcuf_check_block *c,
				       unsigned thread,
				       const struct gcuf_check_access *a,
				       const char *what, size_t size)
  __attribute__ ((noreturn));
/* Report that A uses a value that has not been set, unless that has been
   reported for this place.  */
extern void gcuf_check_report_unset (const struct gcuf_check_block *c,
				     unsigned thread,
				     const struct gcuf_check_access *a);
/* Report, unless that has been done for these places, that the threads with the
   numbers ONE and OTHER in block C have come to different barriers, at SITE and
   at OTHER_SITE.  */
extern void gcuf_check_report_barriers (const struct gcuf_check_block *c,
					unsigned one,
					const struct gcuf_site *site,
					unsigned other,
					const struct gcuf_site *other_site);
/* Report that N threads of block C wait at SITE, the first of which has the
   number ONE.  */
extern void gcuf_check_report_waiting (const struct gcuf_check_block *c,
				       size_t n, unsigned one,
				       const struct gcuf_site *site);

/* --- What waits (check-tile.c, check-runs.c) ------------------------------ */

/* Remember the accesses of C's tile, and look at them once more, with reports, if
   one races.  */
extern void gcuf_tile_remember (struct gcuf_check_block *c);
/* The same of its runs.  */
extern void gcuf_runs_remember (struct gcuf_check_block *c);
/* Forget what has been learned of runs in earlier launches.  */
extern void gcuf_runs_forget (struct gcuf_check_block *c);
/* Let A, by THREAD of C, be in a run, and return true, if there is nothing to be
   reported of it but races, and it can wait.  */
extern bool gcuf_run_add (struct gcuf_check_block *c, unsigned thread,
			  const struct gcuf_check_access *a);

/* Let the COUNT accesses that one thread THREAD of C has made as each of the N
   STRETCHES says, which are in memory that is known, be lines of runs.  Return false
   if these cannot wait.  */
extern bool gcuf_run_add_loop (struct gcuf_check_block *c, unsigned thread,
			       const struct gcuf_stretch *const *stretches,
			       size_t n, size_t count);

/* Let C, if it is not null, remember what waits: a tile or runs.  */

static inline void
gcuf_waiting_end (struct gcuf_check_block *c)
{
  if (c && __builtin_expect (c->tile.n != 0, 0))
    gcuf_tile_remember (c);
  if (c && __builtin_expect (c->runs.n != 0, 0))
    gcuf_runs_remember (c);
}

/* --- Values (check-unset.c) ----------------------------------------------- */

/* Return true if the word at P is not set.  */

static inline bool
gcuf_check_word_unset_p (const char *p)
{
  uint32_t word;
  __builtin_memcpy (&word, p, sizeof word);
  return __builtin_expect (word == GCUF_UNSET_WORD, 0);
}

/* Return true if the BYTES at ADDRESS have not been set.  Less than a word
   counts as the word that it is in.  Two words are looked at together: one that
   looks like that might be half of a number.  */

static inline bool
gcuf_check_unset_p (const void *address, size_t bytes)
{
  const char *p = (const char *) ((uintptr_t) address & -4);
  if (bytes <= 4)
    return gcuf_check_word_unset_p (p);
  for (; bytes >= 8; bytes -= 8, p += 8)
    if (gcuf_check_word_unset_p (p) && gcuf_check_word_unset_p (p + 4))
      return true;
  return false;
}

/* Return true if one of the COUNT numbers from P on, each of a word, or of two
   if TWO, has not been set.  */
extern bool gcuf_check_any_unset_p (const char *p, size_t count, bool two);

/* --- Barriers (check-wait.c) --------------------------------------------- */

/* All threads of block B have come to a barrier: report if not to the same
   one.  */
extern void gcuf_check_compare_waits (const struct gcuf_block *b);

#endif
