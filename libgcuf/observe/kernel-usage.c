/* What a kernel takes of a multiprocessor.
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

/* How many blocks of a kernel fit on a multiprocessor is what the driver says.
   What keeps more from fitting, it does not say: that is found here, as in
   "CUDA C++ Best Practices Guide", 10.1.  Warps get registers in units of
   REGISTERS_UNIT, and there are as many warps in each of the WARP_SCHEDULERS
   parts of a multiprocessor; blocks get shared memory in units of
   SHARED_UNIT.  */

#include <limits.h>

#include "device-attributes.h"
#include "trace.h"

enum
{
  REGISTERS_UNIT = 256,
  WARP_SCHEDULERS = 4,
  SHARED_UNIT = 128		/* Bytes.  */
};

/* What a device has of something.  */
struct limits
{
  int warp, threads, blocks, registers, shared, reserved;
};

static bool
find_limits (const struct gcuf_backend *backend, int device, struct limits *l)
{
  const struct { int attribute, *value; } wanted[] =
  {
    { GCUF_ATTRIBUTE_warpSize, &l->warp },
    { GCUF_ATTRIBUTE_maxThreadsPerMultiProcessor, &l->threads },
    { GCUF_ATTRIBUTE_maxBlocksPerMultiProcessor, &l->blocks },
    { GCUF_ATTRIBUTE_regsPerMultiprocessor, &l->registers },
    { GCUF_ATTRIBUTE_sharedMemPerMultiprocessor, &l->shared },
    { GCUF_ATTRIBUTE_reservedSharedMemPerBlock, &l->reserved }
  };
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
    if (backend->device_attribute (device, wanted[i].attribute,
				   wanted[i].value) != 0)
      return false;
  return l->warp > 0 && l->threads >= l->warp;
}

static int
round_up (int n, int piece)
{
  return (n + piece - 1) / piece * piece;
}

/* The blocks of WARPS warps that the registers are enough for.  */

static int
blocks_by_registers (const struct limits *l, int warps, int registers)
{
  int per_warp = round_up (registers * l->warp, REGISTERS_UNIT);
  int fit = l->registers / per_warp / WARP_SCHEDULERS * WARP_SCHEDULERS;
  return fit / warps;
}

/* The same for BYTES of shared memory.  */

static int
blocks_by_shared (const struct limits *l, size_t bytes)
{
  size_t per_block = (bytes + l->reserved + SHARED_UNIT - 1) / SHARED_UNIT
		     * SHARED_UNIT;
  size_t fit = per_block ? l->shared / per_block : INT_MAX;
  return fit < INT_MAX ? (int) fit : INT_MAX;
}

/* Return what limits the number of blocks of WARPS warps, with SHARED bytes: of
   reasons that are equal, the first.  */

static const char *
find_limit (const struct gcuf_usage *u, const struct limits *l, int warps,
	    size_t shared)
{
  const struct { int blocks; const char *name; } reasons[] =
  {
    { u->most_warps / warps, "block size" },
    { blocks_by_registers (l, warps, u->registers), "registers" },
    { blocks_by_shared (l, shared), "shared memory" },
    { l->blocks, "blocks per multiprocessor" }
  };
  size_t least = 0;
  for (size_t i = 1; i < sizeof reasons / sizeof *reasons; i++)
    if (reasons[i].blocks < reasons[least].blocks)
      least = i;
  return reasons[least].name;
}

/* Set what there is at once on a multiprocessor of BLOCKS blocks of THREADS
   threads, with SHARED bytes, and why no more.  */

static void
set_occupancy (struct gcuf_usage *u, const struct limits *l, int blocks,
	       int threads, size_t shared)
{
  int warps = (threads + l->warp - 1) / l->warp;
  u->blocks = blocks;
  u->warps = blocks * warps;
  u->most_warps = l->threads / l->warp;
  u->limit = (u->warps == u->most_warps ? NULL
	      : find_limit (u, l, warps, shared));
}

/* A kernel without registers is not a GPU's, and what it has on the stack is
   not local memory.  */

bool
gcuf_usage_find (const struct gcuf_backend *backend, struct gcuf_kernel *kernel,
		 const struct gcuf_trace_record *r, struct gcuf_usage *u)
{
  struct gcuf_function_attributes a;
  struct limits l;
  *u = (struct gcuf_usage) { 0 };
  if (backend->function_attributes (kernel, &a) != 0)
    return false;
  u->shared = a.sharedSizeBytes;
  u->registers = a.numRegs;
  if (a.numRegs <= 0)
    return true;
  u->local = a.localSizeBytes;
  int threads = r->block.x * r->block.y * r->block.z, blocks;
  if (threads > 0 && find_limits (backend, r->device, &l)
      && backend->occupancy (kernel, threads, r->bytes, 0, &blocks) == 0)
    set_occupancy (u, &l, blocks, threads, u->shared + r->bytes);
  return true;
}
