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

#ifndef GCUF_CHECK_READS_H
#define GCUF_CHECK_READS_H

#include "check-loop.h"

/* Whether something has been written in the launch.  */
enum gcuf_memory_state
{
  GCUF_MEMORY_READ,		/* Not yet: reads may be noted.  */
  GCUF_MEMORY_CHANGING,		/* What has been noted is being remembered.  */
  GCUF_MEMORY_WRITTEN,
  GCUF_MEMORY_UNWRITTEN		/* Nor will it be (check-unwritten.h).  */
};

/* What an access that GCUF_check_access gets is looked at by.  */
typedef void gcuf_access_look (const void *, size_t, const void *, unsigned,
			       struct gcuf_site *);

/* An allocation, or the variables of an object.  */
struct gcuf_check_memory
{
  gcuf_access_look *look;	/* Null, but in what stands for something else
				   where a site has what it has read.  */
  uintptr_t begin, size;
  unsigned launch;		/* The number of that which it is about.  */
  enum gcuf_memory_state state;
  /* If that is UNWRITTEN: what has been read, a bit for each word of the pages
     from BITS_BEGIN on, and for each of these the number of a site that has,
     with one more bit, or zero.  */
  uintptr_t bits_begin;
  uint64_t *bits;
  uint16_t *sites;
  size_t n_pages, pages_allocated;
  bool parts;			/* Of words, also.  */
};

/* Return what is known of the memory of SIZE at BEGIN in the launch of C; null
   if its reads are not noted.  */
extern struct gcuf_check_memory *gcuf_check_memory_at
  (const struct gcuf_check_block *c, uintptr_t begin, size_t size);

/* Return true if reads of MEMORY may be noted.  */

static inline bool
gcuf_memory_noted_p (const struct gcuf_check_memory *memory)
{
  enum gcuf_memory_state state = __atomic_load_n (&memory->state,
						  __ATOMIC_SEQ_CST);
  return state == GCUF_MEMORY_READ || state == GCUF_MEMORY_UNWRITTEN;
}

/* MEMORY, of which that is not known, is going to be written.  */
extern void gcuf_memory_is_written (struct gcuf_check_memory *memory);

/* The same if it is not null, and for all states.  */

static inline void
gcuf_memory_write (struct gcuf_check_memory *memory)
{
  if (memory && __builtin_expect (__atomic_load_n (&memory->state,
						   __ATOMIC_ACQUIRE)
				  != GCUF_MEMORY_WRITTEN, 0))
    gcuf_memory_is_written (memory);
}

/* Return the memory that S of C is in, the block's own if LOCAL; null if reads
   of that are not noted.  */

static inline struct gcuf_check_memory *
gcuf_memory_of (struct gcuf_check_block *c, const struct gcuf_stretch *s,
		bool local)
{
  const struct gcuf_check_access a = {
    s->address, s->base, s->bytes, s->kind, s->site
  };
  if (local || !c->launch->notes_reads)
    return NULL;
  const struct gcuf_check_page *p = gcuf_check_known_address (c, &a);
  return p ? p->memory : NULL;
}

/* Threads of C are going to make the accesses L, S being the first, in the
   block's own memory if LOCAL.  Note them, and return true, if they are reads of
   what nobody has written: then nothing else is to be done.  */
extern bool gcuf_reads_note (struct gcuf_check_block *c,
			     const struct gcuf_stretch *s, bool local,
			     const struct gcuf_lines *l);

/* The calling host thread ends.  */
extern void gcuf_reads_end_thread (void);

/* No block runs: call F with what has been noted in the latest launch, which is
   dropped then.  F may be null.  */
extern void gcuf_reads_end_launch (gcuf_read_function *f);

#endif
