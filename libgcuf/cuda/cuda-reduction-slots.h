/* Places for the results of reductions on a GPU.
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

#ifndef GCUF_CUDA_REDUCTION_SLOTS_H
#define GCUF_CUDA_REDUCTION_SLOTS_H

#include "array-reduction.h"
#include "backend-cuda.h"

/* A slot of the current device: TICKET, which the kernel leaves at zero, as it was,
   and RESULT, in memory of the host that the kernel can store in.  */
struct gcuf_cuda_slot
{
  CUdeviceptr ticket;
  struct gcuf_partial *result;
  unsigned number;
};

/* Let *SLOT be one that is free, the calling thread's from now on; if none is, its
   result is null.  */
extern int gcuf_cuda_take_slot (struct gcuf_cuda_slot *slot);
/* Give it back: the kernel has run, or has not been launched.  If it has failed its
   ticket is not known, and the slot stays taken.  */
extern void gcuf_cuda_return_slot (const struct gcuf_cuda_slot *slot);
/* Free the slots of DEVICE, which is going to be reset.  */
extern void gcuf_cuda_free_slots (int device);
/* Free everything.  */
extern void gcuf_cuda_slots_fini (void);

#endif
