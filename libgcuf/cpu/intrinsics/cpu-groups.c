/* Cooperative groups of device code on the cpu backend.
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

#include "fiber.h"
#include "index.h"

/* The types of the module: so large that every ABI returns them in memory, for
   GCC cannot stream what one of two ABIs returns in registers.  */
#define GROUP(type)							\
  struct type								\
  {									\
    int32_t size, rank, mask;						\
    int32_t reserved1, reserved2;					\
  };

GROUP (grid_group)
GROUP (thread_group)
GROUP (coalesced_group)
GROUP (cluster_group)

/* --- Constructors ------------------------------------------------------- */

#define GCUF_GROUP(name, type, size, rank, mask)			\
  extern struct type __gcuf_group_##name (void);			\
  GCUF_EXPORT struct type						\
  __gcuf_group_##name (void)						\
  {									\
    const struct gcuf_context *c = &GCUF_context;			\
    int blocks __attribute__ ((unused)) = gcuf_volume (&c->griddim);	\
    int block __attribute__ ((unused))					\
      = gcuf_number (&c->blockidx, &c->griddim);			\
    int threads = gcuf_volume (&c->blockdim);				\
    int thread = gcuf_number (&c->threadidx, &c->blockdim);		\
    return (struct type) { size, rank, mask, 0, 0 };			\
  }

#include "groups.def"

extern struct coalesced_group __gcuf_warp_coalesced_threads (void);
GCUF_EXPORT struct coalesced_group
__gcuf_warp_coalesced_threads (void)
{
  uint32_t active = gcuf_warp_active (__builtin_return_address (0));
  uint32_t before = active & ((1u << gcuf_warp_lane ()) - 1);
  return (struct coalesced_group) { __builtin_popcount (active),
			       __builtin_popcount (before) + 1, active,
				    0, 0 };
}

extern struct cluster_group __gcuf_group_this_cluster (void);
GCUF_EXPORT struct cluster_group
__gcuf_group_this_cluster (void)
{
  int rank, size = gcuf_cluster_size (&rank);
  return (struct cluster_group) { size, rank + 1, 0, 0, 0 };
}

extern int64_t __gcuf_cluster_map (const void *, int);
GCUF_EXPORT int64_t
__gcuf_cluster_map (const void *p, int rank)
{
  return (intptr_t) gcuf_cluster_map (p, rank - 1);
}

/* --- Barriers ----------------------------------------------------------- */

extern void __gcuf_sync_grid (const struct grid_group *);
GCUF_EXPORT void
__gcuf_sync_grid (const struct grid_group *group)
{
  (void) group;
  struct gcuf_block *b = gcuf_this_block ();
  if (b)
    gcuf_wait_at (b, &b->grid_barrier);
}

extern void __gcuf_sync_thread_block (const struct thread_group *);
GCUF_EXPORT void
__gcuf_sync_thread_block (const struct thread_group *group)
{
  (void) group;
  __gcuf_syncthreads ();
}

extern void __gcuf_sync_coalesced (const struct coalesced_group *);
GCUF_EXPORT void
__gcuf_sync_coalesced (const struct coalesced_group *group)
{
  struct gcuf_warp_request r = { .mask = group->mask };
  gcuf_warp_wait (&r);
}

extern void __gcuf_sync_cluster (const struct cluster_group *);
GCUF_EXPORT void
__gcuf_sync_cluster (const struct cluster_group *group)
{
  (void) group;
  struct gcuf_block *b = gcuf_this_block ();
  int rank;
  if (b && gcuf_cluster_size (&rank) > 1)
    gcuf_wait_at (b, &b->grid_barrier);
  else
    __gcuf_syncthreads ();
}
