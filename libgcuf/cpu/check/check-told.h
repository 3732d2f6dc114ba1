/* What a block keeps of loops that have told of their accesses.
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

#ifndef GCUF_CHECK_TOLD_H
#define GCUF_CHECK_TOLD_H

#include "check-past.h"

enum
{
  GCUF_FAMILIAR_BITS = 6,
  GCUF_MOST_TILED = 64,
  GCUF_LONELY_PLACES = 64,
  GCUF_MASKED_PLACES = 64
};

/* Accesses of a loop that threads of two warps, or two of one warp, have made
   and that read the block's own memory: what others read there in the same way
   is nothing new.  */
struct gcuf_familiar
{
  const char *address;
  int64_t step;
  size_t count;
  struct gcuf_site *site;
  uint32_t stamp;		/* The block's, and its phase and number of
				   writes then.  */
  uint32_t writes;
  uint16_t phase;
  uint16_t threads;		/* Of those, one or two.  */
  uint16_t thread[2];		/* Their numbers, which are different.  */
};

/* An access of each thread of a tile, as that of the first row: in the next row it
   is DOWN bytes farther, and in the next but one PAIR bytes.  */
struct gcuf_tiled
{
  struct gcuf_stretch first;
  int64_t down, pair;
  uintptr_t begin, size;	/* What it is in; zeros if nobody else can
				   access that.  */
  bool local;			/* That is the block's own.  */
  bool superseded;		/* Nothing is left of it in the cells.  */
  struct gcuf_check_memory *unwritten; /* What that is in if the launch does not
					  write it; or null.  */
};

/* Rows of threads whose accesses have not been remembered yet
   (check-tile.c).  */
struct gcuf_tile
{
  size_t n;			/* Accesses of each thread; zero if there is no
				   tile.  */
  size_t count, rows, most_rows; /* Threads of a row; rows, now and at most.  */
  unsigned thread;		/* The first.  */
  unsigned down;		/* How far it is to the next row's.  */
  uint16_t time;		/* Of all of them.  */
  bool local_writes;		/* It writes to the block's own memory.  */
  bool even;			/* All rows follow in the same way: PAIR is twice
				   DOWN.  */
  uint8_t lonely[GCUF_LONELY_PLACES]; /* By numbers of first sites, how many
					 tiles have not got a second row.  */
  struct gcuf_tiled stretch[GCUF_MOST_TILED];
};

#endif
