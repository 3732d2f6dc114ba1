/* Whether threads access what others write.
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

#ifndef GCUF_CHECK_APART_H
#define GCUF_CHECK_APART_H

#include "check-loop.h"

/* Let R have the sets of its runs, and return how many there are.  */
extern size_t gcuf_sets_of_runs (struct gcuf_runs *r);
/* Return true if of the N sets of R none have an access by a thread to what
   another one writes, and that is known.  Note which are superseded.  */
extern bool gcuf_sets_apart_p (struct gcuf_runs *r, size_t n);
/* Return true if no thread accesses by S what another one does by W, one of
   which is a list of R, and that is known (check-listed.c).  */
extern bool gcuf_lists_apart_p (struct gcuf_runs *r,
				const struct gcuf_run_set *w,
				const struct gcuf_run_set *s);

#endif
