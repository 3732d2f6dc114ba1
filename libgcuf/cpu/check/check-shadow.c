/* Shadow memory for the checks of device code.
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


/* Each four bytes that device code accesses have a cell.  The cells of a page
   are a chunk, found by two steps of a table.  It has the stamp of the launch,
   or of the block for its shared memory, that it is about: the first access
   with another one empties it.  */

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "check-shadow.h"

enum
{
  LOW_BITS = 18,
  HIGH_BITS = 47 - LOW_BITS - GCUF_CHUNK_BITS
};

struct table
{
  struct gcuf_chunk *chunks[1 << LOW_BITS];
};

static struct table *tables[1 << HIGH_BITS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Memory of zeros, of which little may be used.  */

static void *
map_zeros (size_t bytes)
{
  void *p = mmap (NULL, bytes, PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED)
    gcuf_fatal (NULL, "out of host memory for the checks of device code");
  return p;
}

/* Return a new table, and a new chunk, all zeros.  LOCK is held.  Chunks do not
   end where pages do, and are made many at a time.  */

static void *
new_table (void)
{
  return map_zeros (sizeof (struct table));
}

static void *
new_chunk (void)
{
  enum { MANY = 256 };
  static struct gcuf_chunk *chunks;
  static size_t left;
  if (left == 0)
    {
      chunks = map_zeros (MANY * sizeof *chunks);
      left = MANY;
    }
  left--;
  return chunks++;
}

/* Return *PLACE, which MAKE makes if it is null.  */

static inline void *
get (void **place, void *(*make) (void))
{
  void *p = __atomic_load_n (place, __ATOMIC_ACQUIRE);
  if (__builtin_expect (p != NULL, 1))
    return p;
  pthread_mutex_lock (&lock);
  if (!*place)
    __atomic_store_n (place, make (), __ATOMIC_RELEASE);
  pthread_mutex_unlock (&lock);
  return *place;
}

struct gcuf_chunk *
gcuf_check_chunk (uintptr_t address)
{
  size_t n = (address >> GCUF_CHUNK_BITS
	      & (((size_t) 1 << (LOW_BITS + HIGH_BITS)) - 1));
  struct table *table = get ((void **) &tables[n >> LOW_BITS], new_table);
  return get ((void **) &table->chunks[n & ((1 << LOW_BITS) - 1)], new_chunk);
}

void
gcuf_check_add_second (struct gcuf_chunk *chunk)
{
  enum { MANY = 256 };
  static struct gcuf_pasts *seconds;
  static size_t left;
  pthread_mutex_lock (&lock);
  if (left == 0)
    {
      seconds = map_zeros (MANY * sizeof *seconds);
      left = MANY;
    }
  left--;
  chunk->second = seconds++;
  pthread_mutex_unlock (&lock);
}

void
gcuf_check_crowd (struct gcuf_chunk *chunk)
{
  if (!chunk->others)
    chunk->others = map_zeros (GCUF_OTHER_WRITES * sizeof *chunk->others);
  chunk->crowded = true;
}

void
gcuf_check_wait_for (struct gcuf_chunk *chunk)
{
  do
    sched_yield ();
  while (__atomic_test_and_set (&chunk->locked, __ATOMIC_ACQUIRE));
}

void
gcuf_check_empty (struct gcuf_chunk *chunk, uint32_t stamp, bool local)
{
  memset (chunk->group, 0, sizeof chunk->group);
  chunk->special = chunk->crowded = false;
  chunk->settled_stamp = chunk->noted_site = 0;
  chunk->latest[0] = chunk->latest[1] = local ? 0 : UINT16_MAX;
  chunk->stamp = stamp;
}

/* Forget what is known of the COUNT cells from N on of CHUNK, all of which are in
   one group.  */

static void
forget_cells (struct gcuf_chunk *chunk, size_t n, size_t count)
{
  uint64_t mask = UINT64_MAX >> (64 - count) << n % 64;
  gcuf_check_lock (chunk);
  chunk->group[n / 64].present[GCUF_CELL_WRITE] &= ~mask;
  gcuf_check_clear_readers (chunk, n, mask);
  gcuf_check_clear_others (chunk, n, mask);
  gcuf_check_unlock (chunk);
}

void
gcuf_check_forget (uintptr_t address, size_t bytes)
{
  enum { CELL = 1 << GCUF_CELL_BITS, GROUP = 64 * CELL };
  uintptr_t end = address + bytes, next;
  for (uintptr_t p = address & -CELL; p < end; p = next)
    {
      next = (p & -GROUP) + GROUP;
      uintptr_t behind = next < end ? next : end;
      forget_cells (gcuf_check_chunk (p), gcuf_check_cell (p),
		    (behind - p + CELL - 1) / CELL);
    }
}
