/* What only the API needs of the cpu backend.
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

#ifndef GCUF_CPU_API_H
#define GCUF_CPU_API_H

#include "cpu-stream.h"

#define GCUF_API_OP(name, arguments) extern int gcuf_cpu_##name arguments;
#include "backend-ops.def"
#undef GCUF_API_OP

/* As the member of struct gcuf_backend.  */
extern int gcuf_cpu_device_synchronize (void);


/* Return how many blocks of THREADS threads, not less than one, with SHARED
   bytes of dynamic shared memory one core, the backend's multiprocessor, can
   hold (cpu-kernel-attributes.c).  */
extern int gcuf_cpu_blocks_per_core (int threads, size_t shared);

/* Return true if STREAM is being captured.  Takes gcuf_cpu_queue_lock
   (cpu-capture.c).  */
extern bool gcuf_cpu_capturing_p (gcuf_stream_t stream);
/* If it is, let memory P be freed with the graph, and return true.  */
extern bool gcuf_capture_keep (gcuf_stream_t stream, void *p);

/* What an allocation is besides its space (cpu-memory.c).  */
struct gcuf_cpu_block
{
  void *base;
  size_t size;
  unsigned space;		/* enum gcuf_space.  */
  int flags;			/* Of page-locked memory.  */
  bool registered;		/* Memory of the program's own.  */
  bool captured;		/* Belongs to graphs.  */
  bool local;			/* Fortran's own: freeing it need not wait.  */
  bool going;			/* Freed, as soon as its stream gets there.  */
  struct gcuf_mempool *pool;	/* Null if not of a stream.  */
  struct gcuf_advice		/* Of managed memory.  */
  {
    bool read_mostly;
    int preferred, prefetched;	/* Device, -1 for the host, -2 for none.  */
  } advice;
};

/* Allocate BYTES of device memory, whether a stream is captured or not; return
   an error code.  */
extern int gcuf_cpu_malloc_stream (void **p, size_t bytes);
/* BLOCK is being freed: count it out of its pool, if it has one
   (cpu-mempool.c).  */
extern void gcuf_mempool_forget (const struct gcuf_cpu_block *block);
/* Free all pools; free all arrays (cpu-array.c).  Nothing runs any more.  */
extern void gcuf_mempool_fini (void);
extern void gcuf_cpu_array_fini (void);

/* Call FN with DATA, which holds BYTES bytes, once everything enqueued so far
   has completed, in this or a later call.  Takes gcuf_cpu_queue_lock, but FN is
   called without it (cpu-deferred-free.c).  */
extern void gcuf_cpu_retire (void (*fn) (void *), void *data, size_t bytes);
/* Call those functions that can be called, or all.  */
extern void gcuf_cpu_reclaim (bool all);

/* Store in *BLOCK what contains P, and return true; return false if nothing
   does (cpu-memory.c).  */
extern bool gcuf_cpu_block_of (const void *p, struct gcuf_cpu_block *block);
/* Change what starts at BLOCK's base to what it says there.  */
extern void gcuf_cpu_block_set (const struct gcuf_cpu_block *block);
/* Enter memory of the program; return false if part of it is known already.  */
extern bool gcuf_cpu_block_enter (const struct gcuf_cpu_block *block);
/* Free the allocation that starts at P, or forget it if it is registered,
   without waiting for anything; false if there is none.  */
extern bool gcuf_cpu_release (void *p);

#endif
