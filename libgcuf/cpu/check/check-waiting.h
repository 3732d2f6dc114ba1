/* Accesses that wait to be remembered.
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

#ifndef GCUF_CHECK_WAITING_H
#define GCUF_CHECK_WAITING_H

#include "check-block.h"

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

/* Let C, if it is not null, remember what waits: a tile, and runs, which are
   what the same loop has told of by itself, or what has been later.  */

static inline void
gcuf_waiting_end (struct gcuf_check_block *c)
{
  if (c && __builtin_expect (c->tile.n != 0, 0))
    gcuf_tile_remember (c);
  if (c && __builtin_expect (c->runs.n != 0, 0))
    gcuf_runs_remember (c);
}

#endif
