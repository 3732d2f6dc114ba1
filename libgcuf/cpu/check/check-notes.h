/* Notes of accesses that go on evenly.
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

#ifndef GCUF_CHECK_NOTES_H
#define GCUF_CHECK_NOTES_H

#include "check-loop.h"

enum { GCUF_NOTE_WAYS = 4 };

/* Accesses like STRETCH, the first, as LINES says, in a block that is THREADS
   from FIRST on, in a phase and at a time.  */
struct gcuf_noted
{
  struct gcuf_check_memory *memory;
  struct gcuf_stretch stretch;
  struct gcuf_lines lines;
  uint32_t first, threads;
  uint16_t phase, time;
};

/* How far that is from one to the next one: of the address, the thread in its
   block, and the first one of that.  */
struct gcuf_note_step
{
  int64_t address;
  uint32_t thread, first;
};

/* Many of them, as of loops in each other, the innermost first.  What goes on in
   the N-th way has no end yet; the others go on COUNT times.  AT is where the one
   is that would be next, which is NEXT apart from the first.  */
struct gcuf_note
{
  struct gcuf_noted noted;
  unsigned n;
  uint32_t count[GCUF_NOTE_WAYS], at[GCUF_NOTE_WAYS];
  struct gcuf_note_step step[GCUF_NOTE_WAYS], next;
};

/* Let NOTE be FRESH.  */
extern void gcuf_note_begin (struct gcuf_note *note,
			     const struct gcuf_noted *fresh);
/* Let FRESH be in NOTE, and return true, if that goes on to there.  */
extern bool gcuf_note_goes_on (struct gcuf_note *note,
			       const struct gcuf_noted *fresh);
/* Call F with what is in NOTE, in its order.  */
extern void gcuf_note_each (const struct gcuf_note *note,
			    void (*f) (const struct gcuf_noted *noted));
/* Call F with the bytes that are accessed there, in any order.  */
extern void gcuf_note_bytes (const struct gcuf_note *note,
			     gcuf_read_function *f);

#endif
