/* The running thread on the cpu backend, for code that the compiler did not
   make read GCUF_context itself.
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

#include "gcuf-internal.h"

GCUF_EXPORT __thread struct gcuf_context GCUF_context;

/* The predefined variables.  */

#define COMPONENT(variable, component)				\
  extern int __gcuf_##variable##_##component (void);		\
  GCUF_EXPORT int						\
  __gcuf_##variable##_##component (void)			\
  {								\
    return GCUF_context.variable.component;			\
  }
#define PREDEFINED(variable)	\
  COMPONENT (variable, x)	\
  COMPONENT (variable, y)	\
  COMPONENT (variable, z)

PREDEFINED (threadidx)
PREDEFINED (blockidx)
PREDEFINED (blockdim)
PREDEFINED (griddim)

/* Whether a block of a kernel is running.  */

extern int __gcuf_on_device (void);
GCUF_EXPORT int
__gcuf_on_device (void)
{
  return GCUF_context.griddim.x != 0;
}

/* Memory fences: the threads of a block share an OS thread, those of a grid
   and the host do not.  */

#define FENCE(name, order)			\
  extern void __gcuf_##name (void);		\
  GCUF_EXPORT void				\
  __gcuf_##name (void)				\
  {						\
    __atomic_thread_fence (order);		\
  }

FENCE (threadfence, __ATOMIC_SEQ_CST)
FENCE (threadfence_block, __ATOMIC_ACQ_REL)
FENCE (threadfence_system, __ATOMIC_SEQ_CST)
