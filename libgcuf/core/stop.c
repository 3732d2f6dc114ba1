/* The end of the program by device code.
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

#include <stdio.h>

#include "stop.h"

/* Libgfortran's: without a message of their own where QUIET.  */
extern void _gfortran_stop_numeric (int, bool quiet)
  __attribute__ ((noreturn));
extern void _gfortran_stop_string (const char *, size_t, bool quiet)
  __attribute__ ((noreturn));
extern void _gfortran_error_stop_numeric (int, bool quiet)
  __attribute__ ((noreturn));
extern void _gfortran_error_stop_string (const char *, size_t, bool quiet)
  __attribute__ ((noreturn));

/* End the program as host code would.  */

static void __attribute__ ((noreturn))
leave (unsigned flags, int code, const char *text, size_t length, bool quiet)
{
  bool error = flags & GCUF_STOP_ERROR;
  if (flags & GCUF_STOP_NUMERIC)
    (error ? _gfortran_error_stop_numeric : _gfortran_stop_numeric) (code,
								     quiet);
  (error ? _gfortran_error_stop_string : _gfortran_stop_string) (text, length,
								 quiet);
}

static void
tell (const struct gcuf_stop *s)
{
  flockfile (stderr);
  fprintf (stderr, "%s:%d: %sSTOP", s->file, s->line,
	   s->flags & GCUF_STOP_ERROR ? "ERROR " : "");
  if (s->flags & GCUF_STOP_NUMERIC)
    fprintf (stderr, " %d", s->code);
  else if (s->length)
    fprintf (stderr, " %.*s", (int) s->length, s->text);
  fprintf (stderr, " in %s, thread (%d,%d,%d) of block (%d,%d,%d)\n",
	   s->procedure, s->thread.x, s->thread.y, s->thread.z, s->block.x,
	   s->block.y, s->block.z);
  funlockfile (stderr);
}

void
gcuf_stop (const struct gcuf_stop *s)
{
  fflush (stdout);
  if (!(s->flags & GCUF_STOP_QUIET))
    tell (s);
  /* Nothing waits for what the device has been given to do.  */
  gcuf_failed = true;
  leave (s->flags, s->code, s->text, s->length, true);
}
