/* Operations of streams that are compared.
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

#ifndef GCUF_CHECK_OPERATIONS_H
#define GCUF_CHECK_OPERATIONS_H

#include "cpu-internal.h"

/* Return the footprint of the one that the calling thread runs; null if it runs
   none that is compared with others.  */
extern struct gcuf_footprint *gcuf_operation_footprint (void);
/* A launch is going to run on any thread, and use the cells.  */
extern void gcuf_operation_before_launch (void);
/* The operation is going to run LAUNCH, and has run it.  */
extern void gcuf_operation_launches (const struct gcuf_cpu_launch *launch);
extern void gcuf_operation_launched (void);
/* There is something else in the SIZE bytes from BEGIN on from now on.  */
extern void gcuf_operation_forget_memory (uintptr_t begin, size_t size);
/* Free everything.  */
extern void gcuf_operation_fini (void);

#endif
