/* Cooperative groups for the GPU.
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

/* The types of the module.  They are so large that every ABI returns them in
   memory, since GCC cannot stream functions whose results only one of the two
   ABIs returns in registers.  */
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

GCUF_DEVICE
int
__gcuf_grid_blocks (void)
{
  return __gcuf_griddim_x () * __gcuf_griddim_y () * __gcuf_griddim_z ();
}

GCUF_DEVICE
int
__gcuf_grid_block (void)
{
  return (__gcuf_blockidx_x () - 1
	  + __gcuf_griddim_x () * (__gcuf_blockidx_y () - 1
				   + __gcuf_griddim_y ()
				     * (__gcuf_blockidx_z () - 1)));
}

GCUF_DEVICE
int
__gcuf_block_threads (void)
{
  return __gcuf_blockdim_x () * __gcuf_blockdim_y () * __gcuf_blockdim_z ();
}

GCUF_DEVICE
int
__gcuf_block_thread (void)
{
  return (__gcuf_threadidx_x () - 1
	  + __gcuf_blockdim_x () * (__gcuf_threadidx_y () - 1
				    + __gcuf_blockdim_y ()
				      * (__gcuf_threadidx_z () - 1)));
}

#define GCUF_GROUP(name, type, size, rank, mask)			\
  GCUF_DEVICE								\
  struct type							\
  __gcuf_group_##name (void)						\
  {									\
    int blocks __attribute__ ((unused)) = __gcuf_grid_blocks ();	\
    int block __attribute__ ((unused)) = __gcuf_grid_block ();		\
    int threads = __gcuf_block_threads ();				\
    int thread = __gcuf_block_thread ();				\
    return (struct type) { size, rank, mask, 0, 0 };			\
  }

#include "groups.def"

GCUF_DEVICE
struct coalesced_group
__gcuf_warp_coalesced_threads (void)
{
  uint32_t active = __gcuf_warp_activemask ();
  uint32_t before = active & ((1u << __gcuf_warp_lane ()) - 1);
  return (struct coalesced_group) { __builtin_popcount (active),
			       __builtin_popcount (before) + 1, active,
				    0, 0 };
}

/* A cluster is a group of blocks, not of threads.  */

GCUF_DEVICE
struct cluster_group
__gcuf_group_this_cluster (void)
{
  int size, rank;
  asm ("mov.u32 %0, %%cluster_nctarank;" : "=r" (size));
  asm ("mov.u32 %0, %%cluster_ctarank;" : "=r" (rank));
  return (struct cluster_group) { size, rank + 1, 0, 0, 0 };
}

/* Return the address, in the block of rank RANK, that corresponds to P in the
   shared memory of this block.  */

GCUF_DEVICE
int64_t
__gcuf_cluster_map (const void *p, int rank)
{
  int64_t r;
  asm ("mapa.u64 %0, %1, %2;" : "=r" (r) : "r" (p), "r" (rank - 1));
  return r;
}

/* --- Barriers ----------------------------------------------------------- */

/* For a cooperative launch the driver sets two special registers to the address
   of its workspace: a size, and a word for a barrier.  */
struct grid_workspace
{
  uint32_t size;
  uint32_t barrier;
};

GCUF_DEVICE
struct grid_workspace *
__gcuf_grid_workspace (void)
{
  struct grid_workspace *r;
  asm ("{ .reg .u32 %%lo, %%hi;\n\t"
       "mov.u32 %%hi, %%envreg1;\n\t"
       "mov.u32 %%lo, %%envreg2;\n\t"
       "mov.b64 %0, {%%lo, %%hi}; }" : "=r" (r));
  return r;
}

/* Each block but the first adds one, and the first adds the rest of 2**31, so
   that the last to arrive changes the word's sign, which all wait for.  The
   lower bits return to their initial value.  */

GCUF_DEVICE
void
__gcuf_grid_arrive_and_wait (void)
{
  const uint32_t sign = 0x80000000;
  uint32_t *barrier = &__gcuf_grid_workspace ()->barrier;
  uint32_t blocks = __gcuf_grid_blocks ();
  uint32_t old, now;
  asm volatile ("atom.add.acq_rel.gpu.u32 %0, [%1], %2;"
		: "=r" (old)
		: "r" (barrier),
		  "r" (__gcuf_grid_block () == 0 ? sign - (blocks - 1) : 1)
		: "memory");
  do
    asm volatile ("ld.acquire.gpu.u32 %0, [%1];"
		  : "=r" (now) : "r" (barrier) : "memory");
  while (!((old ^ now) & sign));
}

/* The barrier of the block comes before what one of its threads releases, and so
   does what the others have written (PTX ISA, "Causality Order").  */

GCUF_DEVICE
void
__gcuf_sync_grid (const struct grid_group *group)
{
  (void) group;
  __gcuf_syncthreads ();
  if (__gcuf_block_thread () == 0)
    __gcuf_grid_arrive_and_wait ();
  __gcuf_syncthreads ();
}

GCUF_DEVICE
void
__gcuf_sync_thread_block (const struct thread_group *group)
{
  (void) group;
  __gcuf_syncthreads ();
}

GCUF_DEVICE
void
__gcuf_sync_coalesced (const struct coalesced_group *group)
{
  int mask = group->mask;
  __gcuf_syncwarp (&mask);
}

/* Arriving releases what a thread has written, and waiting acquires it.  */
GCUF_DEVICE
void
__gcuf_sync_cluster (const struct cluster_group *group)
{
  (void) group;
  asm volatile ("barrier.cluster.arrive;\n\t"
		"barrier.cluster.wait;" : : : "memory");
}
