/* Reports of what the checks have found.
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

#ifndef GCUF_CHECK_FOUND_H
#define GCUF_CHECK_FOUND_H

#include "check-block.h"

/* Report that what THREAD of block C does, NOW, is not ordered behind PAST,
   which was a write if WRITE, unless that has been reported for these places
   already.  */
extern void gcuf_check_report_race (const struct gcuf_check_block *c,
				    unsigned thread,
				    const struct gcuf_check_access *now,
				    const struct gcuf_past *past, bool write);

/* One of two operations that race: what struct gcuf_operation has of it.  */
struct gcuf_racing_operation
{
  const char *name;
  char *kernel;
  const struct gcuf_location *launch;
  char *where;			/* The call, if it is no launch; or null.  */
  unsigned stream;		/* Its place in clocks.  */
  const struct gcuf_site *site;	/* Of the access, or null.  */
  bool write, atomic;
};
/* Report that NOW and PAST, which nothing orders, both access the BYTES at
   ADDRESS.  */
extern void gcuf_check_report_stream_race
  (const struct gcuf_racing_operation *now,
   const struct gcuf_racing_operation *past, const char *address,
   size_t bytes);

/* Report that A, by THREAD of block C, is of no memory that it can be of, and
   end the program.  WHAT says why: a format that may have SIZE in it.  */
extern void gcuf_check_report_address (const struct gcuf_check_block *c,
				       unsigned thread,
				       const struct gcuf_check_access *a,
				       const char *what, size_t size)
  __attribute__ ((noreturn));
/* Report that A uses a value that has not been set, unless that has been
   reported for this place.  */
extern void gcuf_check_report_unset (const struct gcuf_check_block *c,
				     unsigned thread,
				     const struct gcuf_check_access *a);
/* The same for A, a store of what a shuffle has got from a lane that takes no part
   in it.  */
extern void gcuf_check_report_absent (const struct gcuf_check_block *c,
				      unsigned thread,
				      const struct gcuf_check_access *a);
/* Report, unless that has been done for these places, that the threads with the
   numbers ONE and OTHER in block C have come to different barriers, at SITE and
   at OTHER_SITE.  */
extern void gcuf_check_report_barriers (const struct gcuf_check_block *c,
					unsigned one,
					const struct gcuf_site *site,
					unsigned other,
					const struct gcuf_site *other_site);
/* Report that N threads of block C wait at SITE, the first of which has the
   number ONE.  */
extern void gcuf_check_report_waiting (const struct gcuf_check_block *c,
				       size_t n, unsigned one,
				       const struct gcuf_site *site);

#endif
