/* The library's own kernels.
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


#ifndef GCUF_CUDA_LIBRARY_KERNELS_H
#define GCUF_CUDA_LIBRARY_KERNELS_H

#include "cuda-driver.h"

/* The kernels of kernels/ in PTX, as embed-kernels.awk has written them; the
   last entry has no name.  The table is empty if libgcuf was built without an
   offload compiler.  */
struct gcuf_kernel_text
{
  const char *name, *text;
};

extern const struct gcuf_kernel_text gcuf_kernel_texts[];

enum { GCUF_MAX_KERNEL_GROUP = 5 };

/* Kernels that are loaded together, as one module.  Defined statically, with
   the names alone.  */
struct gcuf_kernel_group
{
  const char *names[GCUF_MAX_KERNEL_GROUP + 1];	/* The rest is null.  */
  void *cache;			/* See device-cache.h.  */
};

/* Store kernel number INDEX of GROUP on the current device, whose context is
   current, in *FUNCTION; load the group if it has not been loaded there.  That
   alone takes a lock.  Returns a CUDA error code, cudaErrorNotSupported if
   libgcuf has no such kernel.  */
extern int gcuf_cuda_library_kernel (struct gcuf_kernel_group *group, int index,
				     CUfunction *function);

/* Forget the kernels on DEVICE, whose context ends, or all if it is -1.  */
extern void gcuf_cuda_forget_library_kernels (int device);

#endif
