/* Copies to shared memory that a pipeline waits for.
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

#include "device-library.h"

/* Start to copy BYTES, 4 or 8 as both addresses are multiples of, from global
   memory to shared memory.  A pass over PTX makes a load and a store of it where
   devices of the lowest target have no such instruction.  */
#define COPY(to, from, bytes)						\
  asm volatile ("cp.async.ca.shared.global [%0], [%1], " #bytes ";"	\
		: : "r" (to), "r" (from) : "memory")

/* Let ADDRESS be that in SPACE which GENERIC stands for.  */
#define TO_SPACE(address, space, generic)				\
  asm ("cvta.to." #space ".u64 %0, %1;" : "=r" (address) : "r" (generic))

#define GCUF_PIPELINE_COPY(name, bytes, unit)				\
  GCUF_DEVICE								\
  void									\
  __gcuf_pipeline_copy_##name (void *to, const void *from)		\
  {									\
    unsigned long shared, global;					\
									\
    TO_SPACE (shared, shared, to);					\
    TO_SPACE (global, global, from);					\
    COPY (shared, global, unit);					\
    if (bytes > unit)							\
      COPY (shared + unit, global + unit, unit);			\
  }

#include "pipeline.def"

GCUF_DEVICE
void
__gcuf_pipeline_commit (void)
{
  asm volatile ("cp.async.commit_group;" : : : "memory");
}

/* The instruction takes a number, no register, so of many groups more are waited
   for than need be.  */

GCUF_DEVICE
void
__gcuf_pipeline_wait (int prior)
{
#define WAIT(n)								\
  case n:								\
    asm volatile ("cp.async.wait_group " #n ";" : : : "memory");	\
    break

  switch (prior < 7 ? prior : 7)
    {
    WAIT (7);
    WAIT (6);
    WAIT (5);
    WAIT (4);
    WAIT (3);
    WAIT (2);
    WAIT (1);
    default:
    WAIT (0);
    }
#undef WAIT
}
