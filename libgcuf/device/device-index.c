/* Thread and block indices for the GPU.
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

/* The value of a special register plus ORIGIN.  A thread's registers never
   change, hence const and no volatile: GCC may merge and hoist the reads.  That
   it is between LEAST and MOST lets GCC divide by constants without a look at
   signs.  */
#define SPECIAL_REGISTER(name, ptx, origin, least, most)		\
  GCUF_DEVICE								\
  int __attribute__ ((const))						\
  __gcuf_##name (void)							\
  {									\
    int r;								\
    asm ("mov.u32 %0, %%" ptx ";" : "=r" (r));				\
    if (r < least || r > most)						\
      __builtin_unreachable ();						\
    return r + origin;							\
  }

/* The limits of all devices: CUDA C++ Programming Guide, compute capabilities.
   Fortran counts from one.  */
SPECIAL_REGISTER (threadidx_x, "tid.x", 1, 0, 1023)
SPECIAL_REGISTER (threadidx_y, "tid.y", 1, 0, 1023)
SPECIAL_REGISTER (threadidx_z, "tid.z", 1, 0, 63)
SPECIAL_REGISTER (blockidx_x, "ctaid.x", 1, 0, 2147483646)
SPECIAL_REGISTER (blockidx_y, "ctaid.y", 1, 0, 65534)
SPECIAL_REGISTER (blockidx_z, "ctaid.z", 1, 0, 65534)
SPECIAL_REGISTER (blockdim_x, "ntid.x", 0, 1, 1024)
SPECIAL_REGISTER (blockdim_y, "ntid.y", 0, 1, 1024)
SPECIAL_REGISTER (blockdim_z, "ntid.z", 0, 1, 64)
SPECIAL_REGISTER (griddim_x, "nctaid.x", 0, 1, 2147483647)
SPECIAL_REGISTER (griddim_y, "nctaid.y", 0, 1, 65535)
SPECIAL_REGISTER (griddim_z, "nctaid.z", 0, 1, 65535)

/* The functions here are the device's.  */

GCUF_DEVICE
int __attribute__ ((const))
__gcuf_on_device (void)
{
  return 1;
}
