/* Single accesses that wait to be remembered together.
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

#ifndef GCUF_CHECK_RUNS_H
#define GCUF_CHECK_RUNS_H

enum
{
  GCUF_MOST_RUNS = 192,
  GCUF_RUN_PLACES = 256,
  GCUF_MOST_LOOP_RUNS = 64,
  GCUF_ENOUGH_RUNS = 128,
  GCUF_MOST_LOGGED = 1 << 16,
  GCUF_ENOUGH_LOGGED = GCUF_MOST_LOGGED - 4096,
  GCUF_LOG_LOOP = UINT8_MAX,
  GCUF_MOST_WAYS = 3,
  GCUF_MOST_SETS = 2 * GCUF_MOST_RUNS,
  GCUF_MOST_LISTED = 1 << 11,
  GCUF_ENOUGH_LISTED = GCUF_MOST_LISTED - 256,
  GCUF_OWNER_BITS = 12,	/* Twice as many as are listed.  */
  GCUF_SEVERAL_THREADS = UINT16_MAX,
  GCUF_LINE_UNKNOWN = UINT32_MAX,
  GCUF_LIST_END = UINT32_MAX
};

/* Accesses one after the other: how many, and how far apart what they access
   and their threads are.  */
struct gcuf_direction
{
  size_t count;
  int64_t step;
  unsigned next;
};

/* Accesses by one statement, in lines of LINE, the last of which may be
   shorter.  In a line each has been made by the thread NEXT behind that of the
   one before, and is STEP bytes behind it; OUT_NEXT and OUT_STEP are that for
   lines.  NEXT is zero in lines that are a single thread's.  */
struct gcuf_run
{
  uintptr_t next_address;	/* Of the following one, if there is one.  */
  unsigned next_thread;
  unsigned kind;
  struct gcuf_site *site;
  const void *base;
  size_t bytes;			/* Of each.  */
  uintptr_t begin, room;	/* What they are in, and how far behind its begin
				   one can be.  */
  int64_t step;
  unsigned next;
  uint32_t line, lines;		/* As long as there is but one its length is not
				   known, and LINES is zero.  */
  uint32_t in_line;		/* How many there are in the last line.  */
  int64_t out_step;
  unsigned out_next;
  unsigned thread;		/* The first one's.  */
  uintptr_t address;
  bool local;			/* They are in the block's own memory.  */
  bool told;			/* A line is what a loop has told of.  */
  bool listed;			/* They do not go on evenly: there is a list,
				   from FIRST on to LAST.  */
  uint32_t first, last;
};

/* An access of a list, and the number of the following one.  */
struct gcuf_listed
{
  uintptr_t address;
  unsigned thread, next;
};

/* Accesses of one statement: those of runs that go on by equal distances, in
   one direction or in several, or of a list.  */
struct gcuf_run_set
{
  const struct gcuf_run *run;	/* What all of them are like.  */
  uintptr_t address, end;	/* The lowest one, and behind the highest.  */
  unsigned thread;		/* That of the former.  */
  unsigned n;			/* Directions, that of the least step first.  */
  struct gcuf_direction way[GCUF_MOST_WAYS]; /* Steps are not negative.  */
  bool list;
  bool one_each;		/* Of a list: each thread has an element for
				   itself.  */
  bool superseded;		/* Nothing is left of them in the cells.  */
};

/* Which thread has an element, if MARK is that of the table.  */
struct gcuf_owner
{
  uint32_t number;
  uint16_t thread, mark;
};

/* What threads of a block that have the same time have done since it has been
   remembered the last time (check-runs.c).  */
struct gcuf_runs
{
  unsigned n, n_logged;
  uint16_t time;
  unsigned last;		/* The thread in which there were enough.  */
  unsigned n_listed, n_told;	/* Of the latter loops.  */
  unsigned n_near;		/* Listed, in the block's own memory.  */
  bool local_writes;		/* Some are writes to the block's own
				   memory.  */
  unsigned pause;		/* Accesses that are not going to wait.  */
  unsigned pauses;		/* How often that has been of use, but for when
				   it has not been.  */
  unsigned cut;			/* How often there have been few accesses, since
				   there have been more.  */
  uint8_t latest[GCUF_RUN_PLACES]; /* A run, by number of its site.  */
  struct gcuf_run run[GCUF_MOST_RUNS];
  uint8_t log[GCUF_MOST_LOGGED]; /* The runs of the accesses, in their order.
				    That of a loop is GCUF_LOG_LOOP, how many
				    runs have a line of it, and these.  */
  uint8_t torn[GCUF_RUN_PLACES]; /* How many runs of a site have ended early,
				    less those that have not.  */
  struct gcuf_listed listed[GCUF_MOST_LISTED];
  struct gcuf_run_set set[GCUF_MOST_SETS];
  struct gcuf_owner owner[1 << GCUF_OWNER_BITS];
  uint16_t mark;
};

/* Return where R has the number of a run that may be by SITE.  */

static inline uint8_t *
gcuf_run_place (struct gcuf_runs *r, const struct gcuf_site *site)
{
  return &r->latest[site->number % GCUF_RUN_PLACES];
}

/* Let RUN go on: there is one more.  */

static inline void
gcuf_run_go_on (struct gcuf_run *run)
{
  run->next_address += run->step;
  run->next_thread += run->next;
  if (++run->in_line == run->line)
    {
      run->in_line = 0;
      run->lines++;
      run->next_address = run->address + run->lines * run->out_step;
      run->next_thread = run->thread + run->lines * run->out_next;
    }
}

/* Let the access to ADDRESS by THREAD be one more of the list RUN of R.  */

static inline void
gcuf_run_list (struct gcuf_runs *r, struct gcuf_run *run, unsigned thread,
	       uintptr_t address)
{
  unsigned n = r->n_listed++;
  r->n_near += run->local;
  r->listed[n] = (struct gcuf_listed) { address, thread, GCUF_LIST_END };
  if (run->first == GCUF_LIST_END)
    run->first = n;
  else
    r->listed[run->last].next = n;
  run->last = n;
}

#endif
