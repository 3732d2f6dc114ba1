/* The cpu backend: kernels run on the host's cores.
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

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu-api.h"
#include "cpu-check.h"

/* Bytes of shared memory that a block can ask for.  */
enum { MAX_SHARED = 232448 };

static int
cpu_init (const char **reason)
{
  (void) reason;
  gcuf_cpu_watch_exits ();
  gcuf_check_open_report (true);
  return 1;
}

/* Static variables are the program's, and not known here.  */

static bool
cpu_extent (const void *p, uintptr_t *begin, uintptr_t *end)
{
  struct gcuf_cpu_block block;
  if (!gcuf_cpu_block_of (p, &block) || block.space == GCUF_SPACE_HOST)
    return false;
  *begin = (uintptr_t) block.base;
  *end = *begin + block.size;
  return true;
}

static void
cpu_fini (void)
{
  gcuf_cpu_queue_fini ();
  gcuf_pool_fini ();
  gcuf_cpu_stack_fini ();
  gcuf_mempool_fini ();
  gcuf_cpu_array_fini ();
  gcuf_cpu_memory_fini ();
  gcuf_check_fini ();
}

static int
cpu_device_bind (void)
{
  return 0;
}

/* As device-attributes.def names them.  */
#define MAJOR (gcuf_cpu_capability () / 10)
#define MINOR (gcuf_cpu_capability () % 10)

static int
cpu_properties (int device, struct gcuf_device_prop *p)
{
  const int CORES = gcuf_pool_size ();
  size_t available;
  (void) device;
#define GCUF_PROPERTY(field, attribute, cpu) p->field = cpu;
#include "device-attributes.def"
#undef GCUF_PROPERTY
  snprintf (p->name, sizeof p->name, "CPU (%d core%s)", CORES,
	    CORES == 1 ? "" : "s");
  return gcuf_cpu_memory_info (&available, &p->totalGlobalMem);
}

static int
cpu_attribute (int device, int attribute, int *value)
{
  const int CORES = gcuf_pool_size ();
  (void) device;
  switch (attribute)
    {
#define GCUF_PROPERTY(field, number, cpu)	\
    case number:				\
      *value = cpu;				\
      return 0;
#include "device-attributes.def"
#undef GCUF_PROPERTY
    default:
      return GCUF_cudaErrorInvalidValue;
    }
}

static int
cpu_reset (void)
{
  gcuf_cpu_drain ();
  return 0;
}

static int
cpu_driver_version (int *version)
{
  *version = 0;
  return 0;
}

/* --- Copies -------------------------------------------------------------- */

static void
run_copy (void *box)
{
  gcuf_operation_copies_box (box);
  gcuf_box_copy (box);
}

/* The bytes from the first to the last of BOX on a side with PITCH and SLICE.  */

static size_t
extent (const struct gcuf_box *box, size_t pitch, size_t slice)
{
  if (box->width == 0 || box->height == 0 || box->depth == 0)
    return 0;
  return (box->depth - 1) * slice + (box->height - 1) * pitch + box->width;
}

/* True if BYTES from P on are within what has been allocated there, as far as that
   is known: module data is not.  No device memory begins in the first pages.  */

static bool
inside_p (const void *p, size_t bytes)
{
  enum { FIRST_PAGES = 64 << 10 };
  struct gcuf_cpu_block block;
  if (bytes == 0)
    return true;
  if ((uintptr_t) p < FIRST_PAGES)
    return false;
  return (!gcuf_cpu_block_of (p, &block)
	  || (const char *) p - (const char *) block.base + bytes <= block.size);
}

/* True if those sides of BOX that are on the device are.  */

static bool
box_inside_p (const struct gcuf_box *box)
{
  bool to_device = (box->kind == GCUF_COPY_DEVICE_TO_DEVICE
		    || box->kind == GCUF_COPY_HOST_TO_DEVICE);
  bool from_device = (box->kind == GCUF_COPY_DEVICE_TO_DEVICE
		      || box->kind == GCUF_COPY_DEVICE_TO_HOST);
  return ((!to_device || inside_p (box->dst, extent (box, box->dst_pitch,
						     box->dst_slice)))
	  && (!from_device || inside_p (box->src, extent (box, box->src_pitch,
							  box->src_slice))));
}

/* Host memory that is not pinned has been read or written when the call
   returns.  As in CUDA, what goes past the end of an allocation is an error.  */

static int
cpu_copy (const struct gcuf_box *box, gcuf_stream_t stream, bool wait)
{
  if (!box_inside_p (box))
    return GCUF_cudaErrorInvalidValue;
  if (!wait && box->kind != GCUF_COPY_DEVICE_TO_DEVICE
      && !gcuf_cpu_capturing_p (stream))
    {
      bool to_host = (box->kind == GCUF_COPY_DEVICE_TO_HOST
		      || box->kind == GCUF_COPY_HOST_TO_HOST);
      wait = !gcuf_cpu_pinned_p (to_host ? box->dst : box->src);
    }
  return gcuf_cpu_enqueue (stream, run_copy, box, sizeof *box, wait);
}

static void
run_copy_nest (void *nest)
{
  gcuf_operation_copies_nest (nest);
  gcuf_nest_copy (nest);
}

static int
cpu_copy_nest (const struct gcuf_nest *nest, gcuf_stream_t stream)
{
  return gcuf_cpu_enqueue (stream, run_copy_nest, nest, sizeof *nest, false);
}

static void
run_set (void *set)
{
  gcuf_operation_sets (set);
  gcuf_set_fill (set);
}

static int
cpu_set (const struct gcuf_set *set, gcuf_stream_t stream)
{
  return gcuf_cpu_enqueue (stream, run_set, set, sizeof *set, false);
}

/* --- Launches ------------------------------------------------------------ */

/* A launch in a queue, followed by its parameters.  */
struct queued
{
  struct gcuf_cpu_launch launch;
  max_align_t params[];
};

static void
run_queued (void *data)
{
  struct queued *q = data;
  q->launch.params = q->params;
  gcuf_cpu_run (&q->launch);
}

/* The number of blocks like BLOCK, with SHARED bytes of shared memory, that can
   be resident.  Those that cannot run at all count as one.  */

static int
resident_blocks (const struct gcuf_dim3 *block, int64_t shared)
{
  int64_t threads = (int64_t) block->x * block->y * block->z;
  if (threads < 1 || threads > GCUF_MAX_BLOCK_THREADS || shared < 0
      || shared > MAX_SHARED)
    return 1;
  return gcuf_pool_size () * gcuf_cpu_blocks_per_core (threads, shared);
}

/* Whether all blocks of a grid can be resident at once.  */

static bool
co_resident_p (const struct gcuf_dim3 *grid, const struct gcuf_launch *launch,
	       int64_t shared)
{
  int limit = resident_blocks (&launch->block, shared);
  return (size_t) grid->x * grid->y * grid->z <= (size_t) limit;
}

static int
validate (const struct gcuf_dim3 *grid, const struct gcuf_dim3 *block,
	  int64_t shared)
{
  if (grid->x < 1 || grid->y < 1 || grid->z < 1
      || grid->y > GCUF_MAX_GRID_YZ || grid->z > GCUF_MAX_GRID_YZ
      || block->x < 1 || block->y < 1 || block->z < 1
      || block->z > GCUF_MAX_BLOCK_Z
      || block->x > GCUF_MAX_BLOCK_THREADS
      || block->y > GCUF_MAX_BLOCK_THREADS
      || block->x * block->y * block->z > GCUF_MAX_BLOCK_THREADS
      || shared < 0 || shared > MAX_SHARED)
    return GCUF_cudaErrorInvalidValue;
  return 0;
}

static void
debug_launch (const struct gcuf_kernel *kernel,
	      const struct gcuf_cpu_launch *l, gcuf_stream_t stream)
{
  gcuf_debug ("launch %s <<<(%d,%d,%d), (%d,%d,%d), %zu, %lld>>>%s%s",
	      kernel->name, l->grid.x, l->grid.y, l->grid.z, l->block.x,
	      l->block.y, l->block.z, l->shared, (long long) stream,
	      l->flags & GCUF_KERNEL_CONVERGENT ? " with fibers" : "",
	      l->flags & GCUF_KERNEL_JOINED ? " with joined blocks" : "");
}

static int
cpu_launch (struct gcuf_kernel *kernel, const struct gcuf_launch *launch,
	    void *const *args)
{
  if (!kernel->run)
    return GCUF_cudaErrorInvalidDeviceFunction;
  struct gcuf_dim3 grid = launch->grid;
  const struct gcuf_dim3 *b = &launch->block;
  int64_t shared = launch->bytes;
  if (shared >= 0 && shared <= MAX_SHARED)
    shared += kernel->shared_bytes;
  int open = gcuf_open_extent (launch);
  if (__builtin_expect (open >= 0, 0))
    gcuf_resolve_grid (&grid, open, resident_blocks (b, shared));
  int code = validate (&grid, b, launch->bytes);
  if (code)
    return code;
  if (kernel->flags & GCUF_KERNEL_GRID_GLOBAL
      && !co_resident_p (&grid, launch, shared))
    return GCUF_cudaErrorCooperativeLaunchTooLarge;

  if (GCUF_CLUSTER_X (kernel->flags)
      && (grid.x % GCUF_CLUSTER_X (kernel->flags)
	  || grid.y % GCUF_CLUSTER_Y (kernel->flags)
	  || grid.z % GCUF_CLUSTER_Z (kernel->flags)))
    return GCUF_cudaErrorInvalidValue;

  void *data;
  struct gcuf_cpu_op *op
    = gcuf_cpu_op_new (run_queued, sizeof (struct queued)
		       + kernel->params_size, &data);
  struct queued *q = data;
  q->launch.kernel = kernel;
  q->launch.where = launch->where;
  q->launch.run = kernel->run;
  q->launch.grid = grid;
  q->launch.block = *b;
  q->launch.shared = launch->bytes;
  q->launch.flags = kernel->flags;
  /* The stacks of a block's threads stay with the OS thread.  */
  op->own_thread = (GCUF_CLUSTER_X (kernel->flags)
		    || kernel->flags & (GCUF_KERNEL_CONVERGENT
					| GCUF_KERNEL_CHECKED
					| GCUF_KERNEL_GRID_GLOBAL));
  for (unsigned i = 0; i < kernel->nparams; i++)
    memcpy ((char *) q->params + kernel->params[i].offset, args[i],
	    kernel->params[i].size);
  if (gcuf_debug_p)
    debug_launch (kernel, &q->launch, launch->stream);
  return gcuf_cpu_submit (launch->stream, op,
			  kernel->flags & GCUF_KERNEL_POINTERS
			  && !gcuf_cpu_capturing_p (launch->stream));
}

/* The compiled code of kernels names the host's variables.  */

static int
cpu_variable_address (struct gcuf_variable *v, void **address)
{
  *address = v->host;
  return 0;
}

/* All of them have records, unless the program has been linked without.  */

int
gcuf_cpu_symbol (const char *name, void **address, size_t *size)
{
  (void) name;
  (void) address;
  (void) size;
  return GCUF_cudaErrorInvalidSymbol;
}

const struct gcuf_backend gcuf_backend_cpu =
{
  .name = "cpu",
  .on_host = true,
  .init = cpu_init,
  .fini = cpu_fini,
  .device_bind = cpu_device_bind,
  .device_properties = cpu_properties,
  .device_attribute = cpu_attribute,
  .device_synchronize = gcuf_cpu_device_synchronize,
  .wait_legacy = gcuf_cpu_wait_legacy,
  .finish = gcuf_cpu_device_synchronize,
  .device_reset = cpu_reset,
  .driver_version = cpu_driver_version,
  .memory_info = gcuf_cpu_memory_info,
  .malloc = gcuf_cpu_malloc,
  .malloc_local = gcuf_cpu_malloc_local,
  .free = gcuf_cpu_free,
  .copy = cpu_copy,
  .copy_nest = cpu_copy_nest,
  .set = cpu_set,
  .reduce = gcuf_cpu_reduce,
  .prefix_sum = gcuf_cpu_prefix_sum,
  .pack_elements = gcuf_cpu_pack_elements,
  .sort = gcuf_cpu_sort,
  .random_numbers = gcuf_cpu_random_numbers,
  .stream_create = gcuf_cpu_stream_create,
  .stream_destroy = gcuf_cpu_stream_destroy,
  .stream_synchronize = gcuf_cpu_stream_synchronize,
  .stream_query = gcuf_cpu_stream_query,
  .stream_wait_event = gcuf_cpu_stream_wait_event,
  .stream_priority = gcuf_cpu_stream_priority,
  .stream_priority_range = gcuf_cpu_stream_priority_range,
  .event_create = gcuf_cpu_event_create,
  .event_destroy = gcuf_cpu_event_destroy,
  .event_record = gcuf_cpu_event_record,
  .event_synchronize = gcuf_cpu_event_synchronize,
  .event_query = gcuf_cpu_event_query,
  .event_elapsed = gcuf_cpu_event_elapsed,
  .launch = cpu_launch,
  .variable_address = cpu_variable_address,
  .extent = cpu_extent,
  .loop_block = gcuf_cpu_loop_block,
#define GCUF_API_OP(name, arguments) .name = gcuf_cpu_##name,
#include "backend-ops.def"
#undef GCUF_API_OP
};
