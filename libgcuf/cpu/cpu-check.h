/* What the cpu backend calls of the checks of device code.
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


#ifndef GCUF_CPU_CHECK_H
#define GCUF_CPU_CHECK_H

#include "cpu-stream-clock.h"
#include "fiber.h"

/* Return true if some of the program has been compiled with -gpu=check: what is
   allocated has a pattern then.  */
extern bool gcuf_check_program_p (void);
/* Let the BYTES at P be unset.  */
extern void gcuf_check_make_unset (void *p, size_t bytes);
/* The SIZE bytes of device memory at BASE have been allocated; are no allocation
   any more, but can be used by what has been enqueued; are going to be
   freed.  */
extern void gcuf_check_note_allocated (void *base, size_t size);
extern void gcuf_check_note_retired (void *base, size_t size);
extern void gcuf_check_note_freed (void *base, size_t size);

/* Open the file for reports, if one is wanted and this has not been done, once
   the cpu backend runs, as CPU says, and gcuf_check_program_p returns true.  */
extern void gcuf_check_open_report (bool cpu);

/* --- Operations of streams (check-operations.c, ...) --------------------- */

/* An operation is about to be enqueued as NUMBER of the stream at PLACE, and
   BEFORE, which has it, is what precedes it: return what is known of it.
   Called with the lock of streams, as the next two are.  */
extern struct gcuf_operation *gcuf_operation_new
  (unsigned place, uint64_t number, const struct gcuf_stream_clock *before);
/* The host waits, or has waited, for all in CLOCK.  */
extern void gcuf_operation_host_waits (const struct gcuf_stream_clock *clock);
/* What the host has waited for precedes what CLOCK is of.  */
extern void gcuf_operation_order_behind_host (struct gcuf_stream_clock *clock);

/* The calling thread begins with O, null if it is not of interest, and has
   completed it: report which others race with it.  */
extern void gcuf_operation_begin (struct gcuf_operation *o);
extern void gcuf_operation_end (void);

/* The functions below, most of them in check-operation-access.c, are about the
   operation that the calling thread runs; they do nothing if it runs none.  */

/* It is what NAME, a noun with its article, says, unless it is something
   already.  */
extern void gcuf_operation_is (const char *name);
/* It accesses the BYTES at P.  */
extern void gcuf_operation_accesses (const void *p, size_t bytes, bool write);
/* It is one of these.  */
extern void gcuf_operation_copies_box (const struct gcuf_box *b);
extern void gcuf_operation_copies_nest (const struct gcuf_nest *n);
extern void gcuf_operation_sets (const struct gcuf_set *s);
extern void gcuf_operation_reduces (const struct gcuf_reduce *r);

/* All of these are for launches with the flag GCUF_KERNEL_CHECKED.  */

/* LAUNCH is going to run, and has run.  No lock is held; others wait in
   between, with a lock that the first takes and the second releases.  */
extern void gcuf_check_begin_launch (const struct gcuf_cpu_launch *launch);
extern void gcuf_check_end_launch (void);
/* The blocks of one of its clusters are going to run, and nothing else
   does.  */
extern void gcuf_check_begin_cluster (void);
/* The block B is going to run on the calling host thread, and has run.  */
extern void gcuf_check_begin_block (struct gcuf_block *b);
extern void gcuf_check_end_block (struct gcuf_block *b);
/* Return which of the TOTAL blocks of the launch is the one that begins after N
   others on one host thread.  */
extern size_t gcuf_check_nth_block (size_t n, size_t total);
/* Return the number of the thread of B that begins after N others.  */
extern unsigned gcuf_check_nth_thread (const struct gcuf_block *b, unsigned n);
/* All threads of B have come to a barrier: change the order of their turns, if
   that is wanted.  */
extern void gcuf_check_shuffle (struct gcuf_block *b);
/* Return true if the running thread of B, which could go on, is to give
   way.  */
extern bool gcuf_check_yields_p (struct gcuf_block *b);
/* Free what the calling host thread has.  */
extern void gcuf_check_end_thread (void);
/* The lanes PRESENT of warp W of block B, which is checked, have come together
   to a warp operation.  */
extern void gcuf_check_warp (struct gcuf_block *b, const struct gcuf_warp *w,
			     uint32_t present);
/* Return where the running thread of B is going to wait; null if that is not
   known.  The result is valid until the calling thread calls this again.  */
extern const struct gcuf_location *gcuf_check_where
  (const struct gcuf_block *b);
/* The threads of B wait for each other in vain: report where, if it is
   checked.  */
extern void gcuf_check_deadlock (const struct gcuf_block *b);
/* The program ends: print how much has been found.  */
extern void gcuf_check_fini (void);

#endif
