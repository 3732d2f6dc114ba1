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

#include <stdlib.h>
#include <string.h>

#include "cpu-internal.h"
#include "cpu-stream-clock.h"

/* Let CLOCK have room for N streams.  */

static void
grow (struct gcuf_stream_clock *clock, unsigned n)
{
  if (n <= clock->n)
    return;
  clock->numbers = gcuf_xrealloc (clock->numbers, n * sizeof *clock->numbers);
  memset (clock->numbers + clock->n, 0,
	  (n - clock->n) * sizeof *clock->numbers);
  clock->n = n;
}

void
gcuf_clock_join (struct gcuf_stream_clock *to,
		 const struct gcuf_stream_clock *from)
{
  grow (to, from->n);
  for (unsigned i = 0; i < from->n; i++)
    if (from->numbers[i] > to->numbers[i])
      to->numbers[i] = from->numbers[i];
}

void
gcuf_clock_add (struct gcuf_stream_clock *clock, unsigned place,
		uint64_t number)
{
  if (place >= GCUF_CLOCK_STREAMS)
    return;
  grow (clock, place + 1);
  if (number > clock->numbers[place])
    clock->numbers[place] = number;
}

void
gcuf_clock_clear (struct gcuf_stream_clock *clock)
{
  free (clock->numbers);
  clock->numbers = NULL;
  clock->n = 0;
}
