/* Memory of automatic arrays of device code.
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

#include "device-library.h"

/* SIZE bytes of the heap; end the program if there are none.  */

GCUF_DEVICE_LIBGFORTRAN
__attribute__ ((noinline)) void *
__gcuf_heap (size_t size)
{
  void *p = __builtin_malloc (size);
  if (!p)
    _gfortran_os_error_at ("For an automatic or temporary array in device code",
			   "Error allocating %lu bytes", (unsigned long) size);
  return p;
}

/* SIZE bytes, which are PART of the caller's frame if its PART_SIZE suffices, and
   of the heap if not.  */

GCUF_DEVICE
void *
__gcuf_automatic (size_t size, void *part, size_t part_size)
{
  return size <= part_size ? part : __gcuf_heap (size);
}

/* Free what that has given.  Frames are in local memory, and the heap is not (PTX
   ISA, isspacep).  */

GCUF_DEVICE
void
__gcuf_automatic_free (void *p)
{
  uint32_t local;
  asm ("{ .reg .pred %%local;\n\t"
       "isspacep.local %%local, %1;\n\t"
       "selp.u32 %0, 1, 0, %%local; }" : "=r" (local) : "r" (p));
  /* GCC, which would warn, does not know what the instruction tells.  */
  asm ("mov.u64 %0, %1;" : "=r" (p) : "r" (p));
  if (!local)
    __builtin_free (p);
}

/* The same where the frame that P may be of is known: it begins at PART.  */

GCUF_DEVICE
void
__gcuf_automatic_free_part (void *p, void *part)
{
  if (p != part)
    __builtin_free (p);
}
