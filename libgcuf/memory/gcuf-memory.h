/* What is known of memory, whoever allocated it.
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

#ifndef GCUF_MEMORY_H
#define GCUF_MEMORY_H

#include "gcuf-internal.h"

/* --- Allocation (allocation.c) ------------------------------------------- */

/* Store in *P the address of BYTES, zero counting as one, in SPACE, of enum
   gcuf_space.  LOCAL says that Fortran is to free it, so that the backend may
   keep it for later.  Return an error code, which has been recorded; *P is null
   then.  The memory is the caller's, to be freed by gcuf_deallocate.  */
extern int gcuf_allocate (void **p, size_t bytes, unsigned space, bool local);

/* Free P, null or memory of SPACE from any of the functions here.  Return an
   error code, which has been recorded; then P is as before.  */
extern int gcuf_deallocate (void *p, unsigned space);

/* Return BYTES in SPACE as ALLOCATE wants them with STREAM= and ALIGN=: device
   memory in the order of STREAM, if that is not zero, and at a multiple of
   ALIGN, if that is not zero.  The memory is tied to STREAM, and is freed by
   gcuf_deallocate.  Return null, and record the error, if there is none or
   ALIGN is not a power of two.  */
extern void *gcuf_allocate_ordered (size_t bytes, unsigned space,
				    gcuf_stream_t stream, int64_t align);

/* --- Blocks (blocks.c) --------------------------------------------------- */

/* What to free in place of an address, and the stream in whose order: zero if
   in none, GCUF_ALL_STREAMS if that stream has been destroyed since.  */
struct gcuf_allocated
{
  void *p;
  gcuf_stream_t stream;
};

/* Remember that BLOCK is what to free in place of P.  */
extern void gcuf_note_block (void *p, struct gcuf_allocated block);

/* Return what to free in place of P, which is P itself if nothing else was
   noted, and forget it.  */
extern struct gcuf_allocated gcuf_take_block (void *p);

/* STREAM is about to be destroyed: what was to be freed in its order waits for
   the whole device then.  */
extern void gcuf_blocks_leave_stream (gcuf_stream_t stream);

/* --- Arrays of the API (api-arrays.c) ------------------------------------ */

/* Remember that a routine of the API has allocated P for an allocatable array,
   so that no end of a scope deallocates it.  Return false if there is no memory
   to do so.  */
extern bool gcuf_keep_array (const void *p);
/* Return true if P, which may be null, is such an array.  */
extern bool gcuf_kept_array_p (const void *p);
/* Forget that P, which may be null, is one, since it is going to be freed or is
   Fortran's; return true if it was.  */
extern bool gcuf_unkeep_array (const void *p);

/* --- The streams of data (data-stream.c) --------------------------------- */

/* Tie the BYTES at P to STREAM, or to none if it is zero, in place of what was
   tied there before.  Does nothing if P is null.  */
extern void gcuf_tie_data (const void *p, size_t bytes, gcuf_stream_t stream);
/* Forget the range that contains P, which is being freed.  */
extern void gcuf_untie_data (const void *p);
/* Forget all that is tied to STREAM, which is being destroyed.  */
extern void gcuf_untie_stream (gcuf_stream_t stream);
/* Return the stream that the data at P is tied to, or zero.  */
extern gcuf_stream_t gcuf_data_stream (const void *p);

/* Called by module cudafor, under gfortran's names: tie the data that the
   descriptor A describes to *STREAM, and return an error code, which has been
   recorded; return the stream of that data, or the thread's.  */
extern int gcuf_set_data_stream_ (const struct gcuf_descriptor *a,
				  const gcuf_stream_t *stream);
extern gcuf_stream_t gcuf_get_data_stream_ (const struct gcuf_descriptor *a);

/* --- Scratch memory (scratch.c) ------------------------------------------ */

/* Store in *MEMORY the address of at least BYTES of device memory that STREAM
   of the current device keeps for kernels, whose contents stay from one to the
   next unless *FRESH is set.  The calling thread holds it, and others wait,
   until it calls gcuf_scratch_release.  Return an error code, which is not
   recorded; the memory is held then, too.  */
extern int gcuf_scratch_take (gcuf_stream_t stream, size_t bytes,
			      void **memory, bool *fresh);
/* Return true if the calling thread holds scratch memory.  */
extern bool gcuf_scratch_held_p (void);
/* The calling thread no longer needs what it holds.  */
extern void gcuf_scratch_release (void);
/* Free what STREAM of DEVICE has, or all of DEVICE if STREAM is
   GCUF_ALL_STREAMS.  */
extern void gcuf_scratch_forget (int device, gcuf_stream_t stream);

#endif
