/* Reductions of kernel loops on the cpu backend, and on the host.
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

#include <stddef.h>
#include <stdint.h>

#include "fiber.h"
#include "gcuf-internal.h"
#include "index.h"

/* The run function of a kernel with reductions takes all threads of a block at
   once and has one value of each reduction, unless the threads are fibers: then
   each has its own, and the first thread reduces them in the order of the
   threads.  */

static bool
fibers_p (void)
{
  return gcuf_this_block () != NULL;
}

/* The number of the running thread in its block.  */

static size_t
thread_number (void)
{
  return gcuf_number (&GCUF_context.threadidx, &GCUF_context.blockdim);
}

static size_t
block_threads (void)
{
  return gcuf_volume (&GCUF_context.blockdim);
}

static size_t
grid_blocks (void)
{
  return gcuf_volume (&GCUF_context.griddim);
}

static void *
slot (void *scratch, int count, size_t row, int i)
{
  return (char *) scratch + GCUF_REDUCTION_OFFSET (count, row, i);
}

/* The slot of the running block.  */

static void *
block_slot (void *scratch, int count, int i)
{
  size_t block = gcuf_number (&GCUF_context.blockidx, &GCUF_context.griddim);
  return slot (scratch, count, block + 1, i);
}

GCUF_EXPORT int
__gcuf_reduction_last (void *scratch, void *shared)
{
  uint64_t *ticket = scratch;
  (void) shared;
  if ((fibers_p () && thread_number () != 0)
      || __atomic_add_fetch (ticket, 1, __ATOMIC_ACQ_REL) != grid_blocks ())
    return 0;
  __atomic_store_n (ticket, 0, __ATOMIC_RELAXED);
  return 1;
}

#define GCUF_FLOAT(half)						\
  ((float) ((union { uint16_t bits; _Float16 value; }) { (half) }).value)
#define GCUF_HALF(single)						\
  (((union { _Float16 value; uint16_t bits; }) { (_Float16) (single) }).bits)

#define GCUF_REDUCTION(op, suffix, c_type, identity, result)		\
  typedef c_type __attribute__ ((may_alias)) op##_##suffix;		\
									\
  extern void GCUF_reduce_##op##_##suffix (void *, const void *);	\
  GCUF_EXPORT void							\
  GCUF_reduce_##op##_##suffix (void *into, const void *value)		\
  {									\
    c_type a = *(op##_##suffix *) into;					\
    c_type b = *(const op##_##suffix *) value;				\
    *(op##_##suffix *) into = result;					\
  }									\
									\
  extern void __gcuf_reduction_block_##op##_##suffix (void *, void *, int, \
						      int, void *);	\
  GCUF_EXPORT void							\
  __gcuf_reduction_block_##op##_##suffix (void *value, void *scratch,	\
					  int count, int i, void *shared) \
  {									\
    op##_##suffix *s = block_slot (scratch, count, i);			\
    (void) shared;							\
    if (!fibers_p ())							\
      {									\
	*s = *(op##_##suffix *) value;					\
	return;								\
      }									\
    const void **values = gcuf_this_block ()->reduced;			\
    values[thread_number ()] = value;					\
    __gcuf_syncthreads ();						\
    if (thread_number () == 0)						\
      {									\
	*s = *(op##_##suffix *) value;					\
	for (size_t t = 1, n = block_threads (); t < n; t++)		\
	  GCUF_reduce_##op##_##suffix (s, values[t]);			\
      }									\
    __gcuf_syncthreads ();						\
  }									\
									\
  extern void __gcuf_reduction_finish_##op##_##suffix (void *, void *, int, \
						       int, void *);	\
  GCUF_EXPORT void							\
  __gcuf_reduction_finish_##op##_##suffix (void *target, void *scratch,	\
					   int count, int i, void *shared) \
  {									\
    c_type v = identity;						\
    (void) shared;							\
    for (size_t row = 1, n = grid_blocks (); row <= n; row++)		\
      GCUF_reduce_##op##_##suffix (&v, slot (scratch, count, row, i));	\
    if (target)								\
      GCUF_reduce_##op##_##suffix (target, &v);				\
    else								\
      *(op##_##suffix *) slot (scratch, count, 0, i) = v;		\
  }

#include "reductions.def"
