/* Reads of what nobody has written in a launch.
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

/* Most of what kernels read nobody writes while they run.  Such reads race with
   nothing, and are of interest only when somebody does write there: they are
   noted, by the directions in which they go on, and remembered in cells before
   the first write to the same allocation is looked at.  If there is none, no cell
   is needed: the notes are dropped at the end of the launch.

   Each host thread that runs blocks has notes of its own.  What is written is an
   allocation: that somebody writes it is known before the notes are taken from
   all host threads, and others wait until all of these are in cells.  */

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "check-notes.h"
#include "check-reads.h"
#include "check-unwritten.h"
#include "index.h"

enum { MOST_MEMORIES = 512, MOST_NOTES = 1 << 13, PLACES = 256 };

/* The notes of a host thread.  */
struct notes
{
  struct notes *next;
  bool locked, used;		/* Used by a host thread.  */
  unsigned launch;
  size_t n, added;		/* What is in the N notes.  */
  bool off;			/* What the launch reads does not go on
				   evenly.  */
  uint16_t latest[PLACES];	/* One behind the number of a note, by site and
				   phase.  */
  struct gcuf_note note[MOST_NOTES];
};

static struct notes *all_notes;
static struct gcuf_check_memory memories[MOST_MEMORIES];
/* Taken before those of notes; protects all but these and the states of
   memory.  */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread struct notes *mine;
/* What notes are remembered as.  */
static struct gcuf_check_block *reader;

/* --- Memory --------------------------------------------------------------- */

/* Let M be about that of SIZE at BEGIN in LAUNCH.  */

static void
begin_memory (struct gcuf_check_memory *m,
	      const struct gcuf_check_launch *launch, uintptr_t begin,
	      size_t size)
{
  m->begin = begin;
  m->size = size;
  m->launch = launch->number;
  m->state = (gcuf_unwritten_open (launch, m, size) ? GCUF_MEMORY_UNWRITTEN
	      : GCUF_MEMORY_READ);
}

struct gcuf_check_memory *
gcuf_check_memory_at (const struct gcuf_check_block *c, uintptr_t begin,
		      size_t size)
{
  enum { MOST_TRIES = 16 };
  struct gcuf_check_memory *m = NULL;
  uint32_t place = (begin >> 4) * 0x9e3779b9u >> 23;
  if (!c->launch->notes_reads)
    return NULL;
  pthread_mutex_lock (&lock);
  for (unsigned i = 0; i < MOST_TRIES; i++)
    {
      m = &memories[(place + i) % MOST_MEMORIES];
      if (m->launch != c->launch->number)
	begin_memory (m, c->launch, begin, size);
      if (m->begin == begin)
	break;
      m = NULL;
    }
  pthread_mutex_unlock (&lock);
  return m;
}

/* --- Notes ---------------------------------------------------------------- */

static void
lock_notes (struct notes *n)
{
  while (__atomic_test_and_set (&n->locked, __ATOMIC_ACQUIRE))
    sched_yield ();
}

static void
unlock_notes (struct notes *n)
{
  __atomic_clear (&n->locked, __ATOMIC_RELEASE);
}

static void
empty (struct notes *n)
{
  n->n = n->added = 0;
  memset (n->latest, 0, sizeof n->latest);
}

/* Return those of this host thread.  */

static struct notes *
get_notes (void)
{
  if (mine)
    return mine;
  pthread_mutex_lock (&lock);
  for (mine = all_notes; mine && mine->used; mine = mine->next)
    continue;
  if (!mine)
    {
      mine = gcuf_xcalloc (1, sizeof *mine);
      mine->next = all_notes;
      all_notes = mine;
    }
  mine->used = true;
  pthread_mutex_unlock (&lock);
  return mine;
}

/* Return the place in N of the latest of notes like FRESH.  */

static uint16_t *
latest_place (struct notes *n, const struct gcuf_noted *fresh)
{
  unsigned site = gcuf_check_site_number (fresh->stretch.site);
  return &n->latest[(site + 37u * fresh->phase) % PLACES];
}

/* Add FRESH to N.  Return false if N is full.  */

static bool
add (struct notes *n, const struct gcuf_noted *fresh)
{
  uint16_t *latest = latest_place (n, fresh);
  n->added++;
  if (*latest && gcuf_note_goes_on (&n->note[*latest - 1], fresh))
    return true;
  if (n->n == MOST_NOTES)
    return false;
  gcuf_note_begin (&n->note[n->n++], fresh);
  *latest = n->n;
  return true;
}

/* --- Notes that become cells ---------------------------------------------- */

/* Remember what is NOTED.  Nobody has written there: no access races.  LOCK is
   held.  */

static void
remember (const struct gcuf_noted *noted)
{
  reader->first = noted->first;
  reader->threads = noted->threads;
  reader->phase = noted->phase;
  reader->time[noted->lines.thread] = noted->time;
  reader->stamp = gcuf_check_new_stamp ();
  gcuf_lines_put (reader, &noted->stretch, false, &noted->lines);
}

/* Let READER be about LAUNCH.  LOCK is held.  */

static void
set_reader (const struct gcuf_check_launch *launch)
{
  if (!reader)
    reader = gcuf_xcalloc (1, sizeof *reader);
  reader->launch = (struct gcuf_check_launch *) launch;
  reader->alone = launch->alone;
}

/* Take those notes of N, locked, which are about MEMORY, or all if that is null,
   and remember them.  LOCK is held.  */

static void
take_notes (struct notes *n, const struct gcuf_check_memory *memory)
{
  size_t kept = 0;
  const struct gcuf_check_launch *launch = gcuf_check_current_launch ();
  if (n->launch != launch->number)
    return;
  set_reader (launch);
  for (size_t i = 0; i < n->n; i++)
    if (!memory || n->note[i].noted.memory == memory)
      gcuf_note_each (&n->note[i], remember);
    else
      n->note[kept++] = n->note[i];
  if (kept == n->n)
    return;
  empty (n);
  n->n = kept;
}

void
gcuf_memory_is_written (struct gcuf_check_memory *memory)
{
  pthread_mutex_lock (&lock);
  if (gcuf_memory_noted_p (memory))
    {
      __atomic_store_n (&memory->state, GCUF_MEMORY_CHANGING,
			__ATOMIC_SEQ_CST);
      for (struct notes *n = all_notes; n; n = n->next)
	{
	  lock_notes (n);
	  take_notes (n, memory);
	  unlock_notes (n);
	}
      __atomic_store_n (&memory->state, GCUF_MEMORY_WRITTEN,
			__ATOMIC_RELEASE);
    }
  pthread_mutex_unlock (&lock);
}

/* N, which is full, is this host thread's: let it be empty.  If there has been
   little in each note they are of no use.  */

static void
make_room (struct notes *n)
{
  enum { FEW = 4 };
  pthread_mutex_lock (&lock);
  lock_notes (n);
  n->off = n->added < FEW * MOST_NOTES;
  take_notes (n, NULL);
  unlock_notes (n);
  pthread_mutex_unlock (&lock);
}

/* --- Accesses ------------------------------------------------------------- */

/* Return true if the notes N of C, locked if need be, have got FRESH.  Set *FULL
   if there is no room.  */

static bool
add_unwritten (const struct gcuf_check_block *c, struct notes *n,
	       const struct gcuf_noted *fresh, bool *full)
{
  if (!gcuf_memory_noted_p (fresh->memory))
    return false;
  if (n->launch != c->launch->number)
    {
      empty (n);
      n->off = false;
      n->launch = c->launch->number;
    }
  if (n->off)
    return false;
  *full = !add (n, fresh);
  return !*full;
}

static bool
note (const struct gcuf_check_block *c, const struct gcuf_noted *fresh)
{
  struct notes *n = get_notes ();
  bool full = false, noted;
  if (!c->alone)
    lock_notes (n);
  noted = add_unwritten (c, n, fresh, &full);
  if (!c->alone)
    unlock_notes (n);
  if (!full)
    return noted;
  make_room (n);
  return note (c, fresh);
}

bool
gcuf_reads_note (struct gcuf_check_block *c, const struct gcuf_stretch *s,
		 bool local, const struct gcuf_lines *l)
{
  struct gcuf_check_memory *memory = gcuf_memory_of (c, s, local);
  if (!memory)
    return false;
  if (s->kind & GCUF_ACCESS_WRITE)
    {
      gcuf_memory_write (memory);
      return false;
    }
  if (c->uneven || !gcuf_memory_noted_p (memory)
      || gcuf_stretch_parts_p (s))
    return false;
  const struct gcuf_noted fresh = {
    memory, *s, *l, c->first, c->threads, c->phase,
    c->time[l->thread]
  };
  return note (c, &fresh);
}

/* --- The end of a launch -------------------------------------------------- */

/* Call F, if it is not null, with what has been read in the latest launch of
   what it has not written.  LOCK is held.  */

static void
end_memories (gcuf_read_function *f)
{
  for (unsigned i = 0; i < MOST_MEMORIES; i++)
    if (memories[i].launch == gcuf_check_launch_number ())
      {
	if (f && memories[i].n_pages)
	  gcuf_unwritten_each (&memories[i], f);
	memories[i].launch = 0;
      }
}

void
gcuf_reads_end_launch (gcuf_read_function *f)
{
  pthread_mutex_lock (&lock);
  for (struct notes *n = all_notes; n; n = n->next)
    {
      if (n->launch == gcuf_check_launch_number () && f)
	for (size_t i = 0; i < n->n; i++)
	  gcuf_note_bytes (&n->note[i], f);
      empty (n);
    }
  end_memories (f);
  pthread_mutex_unlock (&lock);
}

void
gcuf_reads_end_thread (void)
{
  pthread_mutex_lock (&lock);
  if (mine)
    mine->used = false;
  mine = NULL;
  pthread_mutex_unlock (&lock);
}
