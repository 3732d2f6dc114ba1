/* What device code writes: the contract of the device library and the host.
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

#ifndef GCUF_OUTPUT_H
#define GCUF_OUTPUT_H

#include <stdint.h>

#include "gcuf-names.h"

/* Threads write records, and the host prints them when it synchronizes: that
   way they are formatted by libgfortran.  A record is a sequence of words in
   chunks of pinned host memory, which outlives a trap.  Chunks have numbers,
   taken in ascending order; number N is in place N % COUNT, once the host has
   set CONSUMED so that N - CONSUMED < COUNT.  The records of a thread are in
   the order of its statements.  */

enum { GCUF_OUTPUT_WORDS = 60 };

enum gcuf_output_state
{
  GCUF_OUTPUT_FREE,		/* Or not complete, or not a record's first.  */
  GCUF_OUTPUT_LINE,		/* The items of a PRINT or WRITE statement.  */
  GCUF_OUTPUT_LOST,		/* The same, but chunks were missing.  */
  GCUF_OUTPUT_STOP,		/* STOP or ERROR STOP.  */
  GCUF_OUTPUT_ERROR		/* An error that libgfortran reports.  */
};

struct gcuf_output_chunk
{
  uint32_t state;		/* Of the record; set last.  */
  uint32_t used;		/* Words.  */
  uint64_t next;		/* Number of the next one plus one, or zero.  */
  uint32_t word[GCUF_OUTPUT_WORDS];
};

/* In pinned host memory.  */
struct gcuf_output_control
{
  uint64_t consumed;		/* Set by the host.  */
  uint32_t lost;		/* Counts records, on the device.  */
  uint32_t reserved;
};

/* The variable GCUF_OUTPUT_SYMBOL of the device code, which the host sets when
   it has loaded that.  Without chunks, everything is lost.  */
#define GCUF_OUTPUT_SYMBOL GCUF_NAME_OUTPUT
struct gcuf_output
{
  struct gcuf_output_chunk *chunks;
  struct gcuf_output_control *control;
  uint64_t count;
  uint64_t head;		/* The next number; set by the device.  */
};

/* The words of records.  A text is its length in bytes and the bytes, four to
   a word.

   A line: its source line and file; then for each item its type, its kind or
   the length of its text, and the value.  Where something happened: blockidx
   and threadidx, three words each.  A stop: where; bits of enum
   gcuf_stop_flags, the code, the source line; the texts file, procedure and
   stop code.  An error: where; enum gcuf_output_severity; the texts of place
   and format; for each conversion of the format that takes something two words
   or a text.  */
enum gcuf_output_severity
{
  GCUF_OUTPUT_RUNTIME_ERROR,
  GCUF_OUTPUT_OS_ERROR,
  GCUF_OUTPUT_WARNING
};

/* The values are those of gfortran's descriptors (enum bt).  */
enum gcuf_output_type
{
  GCUF_OUTPUT_INTEGER = 1,
  GCUF_OUTPUT_LOGICAL = 2,
  GCUF_OUTPUT_REAL = 3,
  GCUF_OUTPUT_COMPLEX = 4,
  GCUF_OUTPUT_CHARACTER = 6,
  GCUF_OUTPUT_UNSIGNED = 14
};

/* Functions of both sides.  */
#ifndef GCUF_OUTPUT_FUNCTION
# define GCUF_OUTPUT_FUNCTION static inline
#endif

/* *P is after the percent sign of a conversion in one of libgfortran's or the
   compiler's formats for messages: move it after the conversion, and return
   what this takes: 's' a text, 'l' a long integer, 'd' an int, 0 nothing.  */
GCUF_OUTPUT_FUNCTION
char
__gcuf_conversion (const char **p)
{
  char kind = 'd';
  for (;;)
    switch (*(*p)++)
      {
      case 'l':
      case 'z':
	kind = 'l';
	break;
      case 's':
	return 's';
      case '\0':
	--*p;
	return 0;
      case '%':
	return 0;
      case 'd':
      case 'i':
      case 'u':
      case 'x':
      case 'c':
	return kind;
      }
}

#endif
