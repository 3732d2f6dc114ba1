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

#ifndef GCUF_STREAM_GROUP_H
#define GCUF_STREAM_GROUP_H

#include "gcuf-api.h"
#include "range-tree.h"

/* Part of what belongs to a stream.  */
struct gcuf_member
{
  struct gcuf_member *next, **link;
};

/* The groups are a tree whose root is GROUPS, initially null; the caller locks
   it.

   Add MEMBER to the group of STREAM.  Ends the program if there is no
   memory.  */
extern void gcuf_group_add (struct gcuf_range **groups, gcuf_stream_t stream,
			    struct gcuf_member *member);
/* Remove MEMBER from its group, which is that of STREAM.  */
extern void gcuf_group_remove (struct gcuf_range **groups,
			       gcuf_stream_t stream,
			       struct gcuf_member *member);
/* Return the first member of the group of STREAM, or null.  */
extern struct gcuf_member *gcuf_group_first (struct gcuf_range *groups,
					     gcuf_stream_t stream);

#endif
