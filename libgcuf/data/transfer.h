/* Transfers and fills that other files ask for.
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

#ifndef GCUF_TRANSFER_H
#define GCUF_TRANSFER_H

#include "gcuf-internal.h"

/* Enqueue the COUNT elements of SIZE bytes at P to become the one at VALUE, a
   host address, in STREAM.  VALUE has been read at return.  Return an error
   code, which is not recorded (fill.c).  */
extern int gcuf_fill_bytes (void *p, const void *value, size_t size,
			    size_t count, gcuf_stream_t stream);

/* Enqueue the elements of SIZE bytes of NEST, whose destination is device memory,
   to become the one at VALUE; as above.  */
extern int gcuf_fill_nest (const struct gcuf_nest *nest, const void *value,
			   size_t size, gcuf_stream_t stream);

/* Enqueue in STREAM the copies of a nest without negative strides; KIND is of
   enum gcuf_copy_kind.  If WAIT, return when they are complete.  Return an
   error code, which is not recorded (transfer-nest.c).  */
extern int gcuf_nest_enqueue (const struct gcuf_nest *, int kind,
			      gcuf_stream_t stream, bool wait);

/* A transfer under way: KIND is of enum gcuf_copy_kind.  Where WAIT is false,
   host memory that is not pinned has been read or written all the same.  */
struct gcuf_transfer
{
  int kind;
  gcuf_stream_t stream;
  bool wait;
  const struct gcuf_location *where;
};

/* Carry NEST out, with strides of any sign.  Ends the program, with a message
   that gives the transfer's place, if that fails (transfer-nest.c).  */
extern void gcuf_transfer_nest (const struct gcuf_nest *nest,
				const struct gcuf_transfer *);

/* Deallocate the array at P in SPACE, which may be null, where no statement of
   the program asks for that: what a routine of the API allocated is left alone.
   Ends the program if it fails (allocate.c).  */
extern void gcuf_free_array (void *p, unsigned space);

#endif
