/* What belongs to streams, by stream.
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

#include <stdlib.h>

#include "gcuf-internal.h"
#include "stream-group.h"

/* A group exists as long as it has members.  */
struct group
{
  struct gcuf_range key;	/* The first member: the stream's number.  */
  struct gcuf_member *first;
};

static struct group *
find (struct gcuf_range *groups, gcuf_stream_t stream)
{
  return (struct group *) gcuf_range_find (groups, (uintptr_t) stream);
}

void
gcuf_group_add (struct gcuf_range **groups, gcuf_stream_t stream,
		struct gcuf_member *member)
{
  struct group *g = find (*groups, stream);
  if (!g)
    {
      g = gcuf_xcalloc (1, sizeof *g);
      g->key.start = (uintptr_t) stream;
      g->key.size = 1;
      gcuf_range_add (groups, &g->key);
    }
  member->next = g->first;
  member->link = &g->first;
  if (g->first)
    g->first->link = &member->next;
  g->first = member;
}

void
gcuf_group_remove (struct gcuf_range **groups, gcuf_stream_t stream,
		   struct gcuf_member *member)
{
  struct group *g = find (*groups, stream);
  *member->link = member->next;
  if (member->next)
    member->next->link = member->link;
  if (!g->first)
    {
      gcuf_range_remove (groups, &g->key);
      free (g);
    }
}

struct gcuf_member *
gcuf_group_first (struct gcuf_range *groups, gcuf_stream_t stream)
{
  struct group *g = find (groups, stream);
  return g ? g->first : NULL;
}
