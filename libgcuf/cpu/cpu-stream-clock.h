/* What precedes what in the streams of the cpu backend.
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

#ifndef GCUF_CPU_STREAM_CLOCK_H
#define GCUF_CPU_STREAM_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* What is known to precede something: of each stream, by its place, the
   operations up to a number.  All zeros if that is nothing.  */
struct gcuf_stream_clock
{
  uint64_t *numbers;
  unsigned n;
};

/* The host's own accesses have the first place, as if they were operations of a
   stream, the default stream the next one, and all others those behind.  More
   have none.  */
enum
{
  GCUF_CLOCK_HOST,
  GCUF_CLOCK_LEGACY,
  GCUF_CLOCK_STREAMS = 256
};

/* Add to TO what precedes FROM.  */
extern void gcuf_clock_join (struct gcuf_stream_clock *to,
			     const struct gcuf_stream_clock *from);
/* Add to CLOCK the operations up to NUMBER of the stream at PLACE, if that is
   one.  */
extern void gcuf_clock_add (struct gcuf_stream_clock *clock, unsigned place,
			    uint64_t number);
/* Let CLOCK be nothing.  */
extern void gcuf_clock_clear (struct gcuf_stream_clock *clock);

/* Return true if CLOCK has operation NUMBER of the stream at PLACE.  */

static inline bool
gcuf_clock_has_p (const struct gcuf_stream_clock *clock, unsigned place,
		  uint64_t number)
{
  return place < clock->n && number <= clock->numbers[place];
}

#endif
