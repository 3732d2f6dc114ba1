/* Reducing barriers and clocks of device code on the cpu backend.
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

#include <stdint.h>
#include <time.h>

#include "gcuf-internal.h"

/* The threads of a block share an OS thread and give way only at a barrier, so
   what is local to the OS thread serves the block.  */
static __thread struct
{
  int pending;			/* Threads that have voted and not read.  */
  int voters;			/* Threads that have voted.  */
  int ayes;			/* How many of them did so with nonzero.  */
} vote;

/* Vote with VALUE, and wait for the others.  Return the number of threads with
   nonzero values, and in *VOTERS that of all.  The second barrier keeps the
   next vote from starting before every thread has read this one.  */

static int
reduce (int value, int *voters)
{
  int ayes;
  if (vote.pending++ == 0)
    vote.voters = vote.ayes = 0;
  vote.voters++;
  vote.ayes += value != 0;
  __gcuf_syncthreads ();
  ayes = vote.ayes;
  *voters = vote.voters;
  vote.pending--;
  __gcuf_syncthreads ();
  return ayes;
}

/* A logical(4), which Fortran passes by reference.  */
typedef int32_t __attribute__ ((may_alias)) gcuf_logical;

#define REDUCTION(name, result)					\
  extern int __gcuf_##name##_i4 (int);				\
  GCUF_EXPORT int						\
  __gcuf_##name##_i4 (int value)				\
  {								\
    int voters, ayes = reduce (value, &voters);			\
    (void) voters;						\
    return result;						\
  }								\
								\
  extern int __gcuf_##name##_l4 (const void *);			\
  GCUF_EXPORT int						\
  __gcuf_##name##_l4 (const void *value)			\
  {								\
    return __gcuf_##name##_i4 (*(const gcuf_logical *) value);	\
  }

REDUCTION (syncthreads_count, ayes)
REDUCTION (syncthreads_and, ayes == voters)
REDUCTION (syncthreads_or, ayes != 0)

/* Clocks tick in nanoseconds.  */

static int64_t
nanoseconds (clockid_t id)
{
  struct timespec t;
  clock_gettime (id, &t);
  return t.tv_sec * (int64_t) 1000000000 + t.tv_nsec;
}

#define CLOCK(name, type, id)					\
  extern type __gcuf_##name (void);				\
  GCUF_EXPORT type						\
  __gcuf_##name (void)						\
  {								\
    return nanoseconds (id);					\
  }

CLOCK (clock, int32_t, CLOCK_MONOTONIC)
CLOCK (clock64, int64_t, CLOCK_MONOTONIC)
CLOCK (globaltimer, int64_t, CLOCK_REALTIME)
