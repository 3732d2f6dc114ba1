/* The checks of device code: what is in no header of its own.
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

#ifndef GCUF_CHECK_H
#define GCUF_CHECK_H

#include "check-block.h"

/* --- The schedule (check-schedule.c) ------------------------------------- */

/* The block B, with NUMBER from zero, is going to run: draw its lots, if that
   is wanted.  */
extern void gcuf_check_begin_schedule (struct gcuf_block *b, size_t number);
/* It has run: free them.  */
extern void gcuf_check_end_schedule (struct gcuf_block *b);

/* --- Places (check-place.c) ---------------------------------------------- */

/* Give SITE a number, from one, if it has none, and return it; zero if there
   are too many.  */
extern unsigned gcuf_check_number_site (struct gcuf_site *site);

static inline unsigned
gcuf_check_site_number (struct gcuf_site *site)
{
  unsigned number = __atomic_load_n (&site->number, __ATOMIC_ACQUIRE);
  return __builtin_expect (number != 0, 1) ? number
					   : gcuf_check_number_site (site);
}

/* --- Accesses (check-access.c) -------------------------------------------- */

/* Look at A by THREAD of C, which is in memory that it can be in, and report it
   if it races.  */
extern void gcuf_check_look (struct gcuf_check_block *c, unsigned thread,
			     const struct gcuf_check_access *a);

/* --- Barriers (check-wait.c) --------------------------------------------- */

/* All threads of block B have come to a barrier: report if not to the same
   one.  */
extern void gcuf_check_compare_waits (const struct gcuf_block *b);

#endif
