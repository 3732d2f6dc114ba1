/* What orders accesses.
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

#ifndef GCUF_CHECK_ORDER_H
#define GCUF_CHECK_ORDER_H

#include "check-block.h"

/* A barrier of the block and of the grid is complete: members of struct
   gcuf_barrier.  */
extern void gcuf_check_barrier (void);
extern void gcuf_check_grid_barrier (void);
/* Return the time before which what the thread OTHER of block C does is ordered
   before all that THREAD, of the same warp, does now, but for barriers of the
   block.  */

static inline uint16_t
gcuf_check_known (const struct gcuf_check_block *c, unsigned thread,
		  unsigned other)
{
  uint16_t known = c->thread[thread].known[other % GCUF_WARP_SIZE];
  uint16_t all = c->together[thread / GCUF_WARP_SIZE];
  return known > all ? known : all;
}

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
		      && (gcuf_past_time (past)
			  < gcuf_check_known (c, thread, n))))));
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

#endif
