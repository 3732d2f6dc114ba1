/* Blocks that are not freed as their addresses say.
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

#include <pthread.h>
#include <stdlib.h>

#include "gcuf-memory.h"
#include "stream-group.h"

/* What was allocated with more than the alignment that the space has by itself
   lies in a larger block, and what was allocated in the order of a stream is
   freed in that.  */
struct noted
{
  struct gcuf_member member;	/* The first member: of the stream's group.  */
  struct gcuf_range range;
  struct gcuf_allocated block;
};

static struct gcuf_range *noted, *groups;
static pthread_mutex_t noted_lock = PTHREAD_MUTEX_INITIALIZER;

void
gcuf_note_block (void *p, struct gcuf_allocated block)
{
  struct noted *n = gcuf_xcalloc (1, sizeof *n);
  n->range.start = (uintptr_t) p;
  n->range.size = 1;
  n->block = block;
  pthread_mutex_lock (&noted_lock);
  gcuf_range_add (&noted, &n->range);
  gcuf_group_add (&groups, block.stream, &n->member);
  pthread_mutex_unlock (&noted_lock);
}

struct gcuf_allocated
gcuf_take_block (void *p)
{
  struct gcuf_allocated block = { p, 0 };
  if (!__atomic_load_n (&noted, __ATOMIC_ACQUIRE))
    return block;
  pthread_mutex_lock (&noted_lock);
  struct gcuf_range *r = gcuf_range_find (noted, (uintptr_t) p);
  if (r)
    {
      struct noted *n
	= (struct noted *) ((char *) r - offsetof (struct noted, range));
      block = n->block;
      gcuf_range_remove (&noted, r);
      gcuf_group_remove (&groups, block.stream, &n->member);
      free (n);
    }
  pthread_mutex_unlock (&noted_lock);
  return block;
}

void
gcuf_blocks_leave_stream (gcuf_stream_t stream)
{
  struct gcuf_member *m;
  if (!__atomic_load_n (&noted, __ATOMIC_ACQUIRE))
    return;
  pthread_mutex_lock (&noted_lock);
  while ((m = gcuf_group_first (groups, stream)) != NULL)
    {
      gcuf_group_remove (&groups, stream, m);
      gcuf_group_add (&groups, GCUF_ALL_STREAMS, m);
      ((struct noted *) m)->block.stream = GCUF_ALL_STREAMS;
    }
  pthread_mutex_unlock (&noted_lock);
}
