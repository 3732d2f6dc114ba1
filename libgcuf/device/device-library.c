/* The device library: the intrinsics of module cudadevice for the GPU.
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

/* One translation unit, since an object can hold only one offload table.  */
#include "device-index.c"
#include "device-sync.c"
#include "device-atomics.c"
#include "device-warp.c"
#include "device-groups.c"
#include "device-hints.c"
#include "device-pipeline.c"
#include "device-math.c"
#include "device-near.c"
#include "device-wmma.c"
#include "device-loop-reductions.c"
#include "device-exp.c"
#include "device-log.c"
#include "device-trig.c"
#include "device-inverse.c"
#include "device-hyperbolic.c"
#include "device-root.c"
#include "device-erf.c"
#include "device-gamma.c"
#include "device-bessel.c"
#include "device-bessel-orders.c"
#include "device-complex.c"
#include "device-complex-trig.c"
#include "device-power.c"
#include "device-remainder.c"
#include "device-degrees.c"
#include "device-random.c"
#include "device-output.c"
#include "device-characters.c"
#include "device-automatic.c"
#include "device-arrays.c"
#include "device-runtime-api.c"
