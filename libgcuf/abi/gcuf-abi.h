/* The interface between compiled CUDA Fortran and its runtime library.
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

/* Everything the compiler emits a reference to is declared here and nowhere
   else.  The structures are laid out by the compiler too (see
   cuf_kernel_lowering/), so a change here is a change there, and of
   GCUF_ABI_VERSION.  */

#ifndef GCUF_ABI_H
#define GCUF_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GCUF_ABI_VERSION 7

/* As type(dim3) of module cudafor.  */
struct gcuf_dim3
{
  int x, y, z;
};

/* Where in the user's source an operation stands.  Emitted as a constant.  */
struct gcuf_location
{
  const char *file;
  int line;
};

/* --- Kernels --------------------------------------------------------- */

/* One parameter of a kernel's PTX entry: its place in the parameter buffer.
   Parameters are scalars of 4 or 8 bytes; descriptors and by-value structures
   are passed as consecutive 8-byte words at consecutive offsets, so that the
   words of one object are contiguous in the buffer.  */
struct gcuf_param
{
  unsigned offset;
  unsigned size;
};

/* Run the threads lo..hi (inclusive, 1-based, each component) of the block
   that GCUF_context describes, one after the other, with the parameter buffer
   PARAMS.  Sets GCUF_context.threadidx for each.  */
typedef void gcuf_run_fn (const void *params, const struct gcuf_dim3 *lo,
			  const struct gcuf_dim3 *hi);

enum gcuf_kernel_flags
{
  /* A thread may reach a barrier or a warp operation: on the cpu backend the
     threads of a block need stacks of their own.  */
  GCUF_KERNEL_CONVERGENT = 1,
  /* attributes(grid_global): all blocks must be co-resident.  */
  GCUF_KERNEL_GRID_GLOBAL = 2,
  /* Made of a loop by a directive.  */
  GCUF_KERNEL_LOOP = 4,
  /* It may look at pointer variables of modules: on the cpu backend these are
     the host's, which may let them point elsewhere after the launch.  */
  GCUF_KERNEL_POINTERS = 8,
  /* The stack that it needs is more than is known: it may recurse, call
     procedures of other files, or have arrays of variable size there.  */
  GCUF_KERNEL_UNBOUNDED = 16
};

/* Clusters: above those bits the flags have their dimensions, or zeros.  */
enum { GCUF_CLUSTER_LIMIT = 8 };	/* Blocks, on all devices that have any.  */
#define GCUF_KERNEL_CLUSTER(x, y, z) \
  ((unsigned) (x) << 8 | (unsigned) (y) << 16 | (unsigned) (z) << 24)
#define GCUF_CLUSTER_X(flags) ((flags) >> 8 & 255)
#define GCUF_CLUSTER_Y(flags) ((flags) >> 16 & 255)
#define GCUF_CLUSTER_Z(flags) ((flags) >> 24)

/* What the compiler knows of the memory that the threads of a kernel need on
   the cpu backend: the bytes of stack that the kernel and the procedures it
   calls take, and the largest variable there; null if there is none.  */
struct gcuf_frame
{
  size_t bytes;
  const char *variable;
  const char *procedure;
  const char *file;		/* Where the variable is declared.  */
  size_t line;
  size_t variable_bytes;
};

/* One record for each kernel, static data beside its stub.  */
struct gcuf_kernel
{
  const char *name;		/* "module::kernel", for messages.  */
  const char *entry;		/* Symbol of the PTX entry.  */
  gcuf_run_fn *run;		/* Host code of it.  */
  const struct gcuf_param *params;
  unsigned nparams;
  unsigned params_size;		/* Bytes of the parameter buffer.  */
  unsigned flags;		/* enum gcuf_kernel_flags.  */
  unsigned reserved;
  void *dso;			/* &__dso_handle of the object it is in.  */
  const void *stub;		/* What the program knows as the kernel.  */
  void *cache;			/* The runtime's own; initially null.  */
  size_t shared_bytes;		/* Of its shared variables, */
  size_t constant_bytes;	/* and of the constant ones it refers to.  */
  struct gcuf_frame frame;
};

/* Called by a constructor of each object that defines kernels: the table is
   how the API finds what a program passes as a procedure.  */
extern void GCUF_register_kernels (struct gcuf_kernel *const *table,
				   size_t n);

/* What the grid of a configuration is besides its value.  */
enum gcuf_launch_flags
{
  /* The source has `*': the runtime computes grid.x from occupancy.  */
  GCUF_LAUNCH_ANY_GRID = 1,
  /* It is a dim3, in which a single component of -1 asks for the same.  */
  GCUF_LAUNCH_DIM3_GRID = 2
};

/* An execution configuration, built by the caller of a kernel on its
   stack.  */
struct gcuf_launch
{
  struct gcuf_dim3 grid;
  struct gcuf_dim3 block;
  int64_t bytes;		/* Dynamic shared memory.  */
  int64_t stream;		/* 0 or a value of cudaStreamCreate.  */
  int64_t flags;		/* enum gcuf_launch_flags.  */
  const struct gcuf_location *where;
  struct gcuf_launch *outer;	/* The runtime's own.  */
  int64_t error;		/* Set by GCUF_launch: a cudaError code.  */
};

/* Make LAUNCH the configuration of the next kernel stub that this thread
   calls.  LAUNCH stays valid until that stub returns.  Configurations nest.  */
extern void GCUF_push_launch (struct gcuf_launch *launch);

/* Called by the stub of KERNEL: pop the pending configuration and enqueue the
   launch.  ARGS[i] points to the value of parameter i; all are copied before
   the return.  Errors are left for cudaGetLastError, as CUDA does.  */
extern void GCUF_launch (struct gcuf_kernel *kernel, void *const *args);

/* --- Kernel loops -------------------------------------------------------- */

/* Choose the block for a kernel loop directive that does not give it, whose
   loops have X, Y and Z iterations, innermost first; one stands for a loop that
   is not mapped.  */
extern void GCUF_loop_block (struct gcuf_dim3 *block, size_t x, size_t y,
			     size_t z);

/* --- Reductions of kernel loops ----------------------------------------- */

/* A kernel with reductions gets scratch memory on the device: a ticket, which
   counts the blocks that are done and returns to zero by itself, and a table of
   slots.  Row zero has the results that the host fetches, row N those of the
   N-th block, with a slot for each reduction.  */
#define GCUF_REDUCTION_SLOT 16
#define GCUF_REDUCTION_OFFSET(count, row, i) \
  (GCUF_REDUCTION_SLOT * (1 + (size_t) (row) * (count) + (i)))

/* As many blocks of THREADS threads as keep the current device busy: enough for
   a kernel with reductions, whose threads each take several iterations.  */
extern int GCUF_reduction_blocks (int threads);

/* The scratch memory of the kernel that is called next with the configuration
   LAUNCH and has COUNT reductions.  Nobody else gets it until
   GCUF_reduction_end.  Stops with a message if there is none.  */
extern void *GCUF_reduction_begin (struct gcuf_launch *launch, int count);

/* That kernel has been called.  If RESULTS is not null, wait for it and store
   there COUNT slots with its results; return whether it has run.  */
extern int GCUF_reduction_end (struct gcuf_launch *launch, void *scratch,
			       int count, void *results);

/* For each line of reductions.def there are these, OP and TYPE being its first
   two arguments:

   void GCUF_reduce_OP_TYPE (void *into, const void *value)
     On the host: *INTO := *INTO op *VALUE.
   void __gcuf_reduction_block_OP_TYPE (void *value, void *scratch, int count,
					int i, void *shared)
     Called by all threads of a block: store the reduction of *VALUE over them
     as the block's in slot I.  SHARED has GCUF_REDUCTION_SHARED bytes of the
     block's shared memory; it is not used on the host.
   void __gcuf_reduction_finish_OP_TYPE (void *target, void *scratch, int count,
					 int i, void *shared)
     Called by all threads of the last block: reduce what the blocks have stored
     and *TARGET into the latter, or into row zero where TARGET is null.

   Each combines in an order that depends on the configuration alone.  */
#define GCUF_REDUCTION_SHARED (32 * GCUF_REDUCTION_SLOT)

/* Called by all threads of a block in between: whether this is the last of the
   blocks.  */
extern int __gcuf_reduction_last (void *scratch, void *shared);

/* --- The running thread on the cpu backend ------------------------------ */

/* Thread-local.  Compiled host code of kernels and device
   procedures reads it where device code reads special registers.  All
   indices are 1-based.  */
struct gcuf_context
{
  struct gcuf_dim3 threadidx;
  struct gcuf_dim3 blockidx;
  struct gcuf_dim3 blockdim;
  struct gcuf_dim3 griddim;
  void *dynamic_shared;		/* The block's dynamic shared memory.  */
  size_t dynamic_shared_size;
  void *reserved;		/* The runtime's own (its fiber).  */
};
extern __thread struct gcuf_context GCUF_context;

/* --- Variables of modules ------------------------------------------------ */

enum gcuf_space
{
  GCUF_SPACE_HOST = 0,
  GCUF_SPACE_DEVICE = 1,
  GCUF_SPACE_MANAGED = 2,
  GCUF_SPACE_CONSTANT = 3,
  GCUF_SPACE_SHARED = 4,
  GCUF_SPACE_PINNED = 5,
  GCUF_SPACE_UNIFIED = 6
};

/* One record for each module variable that device code can name; a symbol
   "__gcuf_var_" + assembler name, defined in the object that defines the
   variable.  Where `descriptor' is set the variable is an array descriptor or
   a pointer (an allocatable or pointer variable): HOST is authoritative, and
   the runtime brings the device's copy up to date before a launch.  Otherwise
   HOST is the variable's memory on the cpu backend.  */
struct gcuf_variable
{
  const char *symbol;		/* PTX symbol.  */
  void *host;
  size_t size;
  unsigned space;		/* enum gcuf_space.  */
  unsigned descriptor;
  void *dso;
  void *cache;			/* The runtime's own; initially null.  */
};

/* Called by a constructor of each object that defines such variables.  */
extern void GCUF_register_variables (struct gcuf_variable *const *table,
				     size_t n);

/* Called by a constructor of each object that is compiled for devices which
   access the host's memory: others are not used.  */
extern void GCUF_require_pageable (void *dso);

/* What its host code calls in place of malloc, realloc and free.  */
extern void *GCUF_malloc_program (size_t bytes);
extern void *GCUF_realloc_program (void *p, size_t bytes);
extern void GCUF_free_program (void *p);

/* The address of V's memory on the calling thread's current device.  Stops
   with a message if there is none.  */
extern void *GCUF_variable_address (struct gcuf_variable *v);

/* --- Images -------------------------------------------------------------- */

/* The PTX of one executable or shared object: NOBJECTS texts of given sizes
   (without final NUL), to be linked together by the driver's linker.  The
   first is the program, the rest library objects.  In place of a text there
   may be a fat binary, CUDA's container of the text and of machine code.  The
   code names variables of other objects through cells.  */
struct gcuf_ptx
{
  const char *text;
  size_t size;
};
struct gcuf_import
{
  const char *cell;		/* PTX symbol of a pointer to the variable.  */
  struct gcuf_variable *variable;
};
/* A procedure of a shared library that the code of other images calls: a symbol
   "__gcuf_device_procedure_" + assembler name, in the image of the library.  */
struct gcuf_exports;
struct gcuf_procedure
{
  const char *name;		/* PTX symbol.  */
  const struct gcuf_exports *exports;
};
/* All those procedures of a library, as NOBJECTS texts that become part of the
   images that call them: weak symbols of the NAMES, and others that no other
   text has.  The texts name variables, the library's own among them, through
   cells, and call procedures of further libraries.  */
struct gcuf_exports
{
  unsigned nobjects;
  const struct gcuf_ptx *objects;
  size_t nnames;
  const char *const *names;
  size_t nimports;
  const struct gcuf_import *imports;
  size_t nprocedures;
  const struct gcuf_procedure *const *procedures;
};
/* A kernel of the code has a second entry, VERSION, for launches in which
   NBOUNDS parameters, as unsigned numbers of 64 bits, are at most what is
   given.  */
struct gcuf_bound
{
  unsigned parameter;		/* An index of gcuf_kernel.params.  */
  unsigned most;
};
struct gcuf_version
{
  const char *entry;
  const char *version;
  const struct gcuf_bound *bounds;
  size_t nbounds;
};
struct gcuf_image
{
  unsigned version;		/* GCUF_ABI_VERSION.  */
  unsigned nobjects;
  const struct gcuf_ptx *objects;
  const char *target;		/* "sm_75": for messages.  */
  void *dso;
  size_t nimports;
  const struct gcuf_import *imports;
  size_t nversions;
  const struct gcuf_version *versions;
  size_t nprocedures;
  const struct gcuf_procedure *const *procedures; /* Those it calls.  */
  unsigned registers;		/* The most that a thread has for those and for
				   the objects behind the first, or 0.  */
};

/* Called by a constructor and a destructor that mkoffload emits.  Registering
   stores the pointer; nothing is loaded until first use.  */
extern void GCUF_register_image (const struct gcuf_image *image);
extern void GCUF_unregister_image (const struct gcuf_image *image);

/* Called by a constructor that mkoffload emits if a program or shared library
   has regions of OpenACC (KIND is 0) or OpenMP (1), or variables of theirs
   alone (-1): devices are shared with libgomp.  */
extern void GCUF_share_devices (int kind);

/* Called before libgomp's function NAME, by which OpenMP may open a device: a
   pointer to it.  Where there are regions of OpenACC, too, that has opened its
   device when this returns.  */
extern void *GCUF_openmp_function (const char *name);

/* Called where a region of OpenACC or OpenMP that uses device data begins, and
   at the end of a construct that gives the addresses of data on the device to
   kernels, as HOST_DATA: on the host, kernels have to have ended.  */
extern void GCUF_wait_on_host (void);

/* --- Memory -------------------------------------------------------------- */

/* Allocate BYTES (zero is taken as one) in SPACE; null if that fails (the
   error is left for cudaGetLastError).  Free what it returned; null is
   ignored.  GCUF_free stops with a message on a pointer of no allocation.  */
extern void *GCUF_malloc (size_t bytes, unsigned space);
extern void GCUF_free (void *p, unsigned space);

/* As GCUF_malloc, for automatic and local variables: stops with a message
   that gives WHERE and the reason.  */
extern void *GCUF_malloc_local (size_t bytes, unsigned space,
				const struct gcuf_location *where);

/* The same for one space each, with the signatures of malloc and free: what
   ALLOCATE, DEALLOCATE and the end of a scope call instead of those.  */
/* How the next of them on this thread allocates: in the order of STREAM, and so
   that the address is a multiple of ALIGN, a power of two, unless that is
   zero.  */
extern void GCUF_next_allocation (int64_t stream, int64_t align);
extern void *GCUF_malloc_host (size_t bytes);
extern void *GCUF_malloc_device (size_t bytes);
extern void *GCUF_malloc_managed (size_t bytes);
extern void *GCUF_malloc_pinned (size_t bytes);
extern void *GCUF_malloc_unified (size_t bytes);
extern void GCUF_free_device (void *p);
extern void GCUF_free_managed (void *p);
extern void GCUF_free_pinned (void *p);
extern void GCUF_free_unified (void *p);
/* The same where a statement does it: what the API has allocated, too.  */
extern void GCUF_deallocate_device (void *p);
extern void GCUF_deallocate_managed (void *p);
extern void GCUF_deallocate_pinned (void *p);
extern void GCUF_deallocate_unified (void *p);
/* What an assignment allocates anew: the contents are lost.  */
extern void *GCUF_realloc_device (void *p, size_t bytes);
extern void *GCUF_realloc_managed (void *p, size_t bytes);
extern void *GCUF_realloc_pinned (void *p, size_t bytes);
extern void *GCUF_realloc_unified (void *p, size_t bytes);
/* As memcpy, from the space to itself: what the assignment of an object calls
   for its components.  Stops with a message if it fails.  */
extern void *GCUF_copy_device (void *dst, const void *src, size_t bytes);
extern void *GCUF_copy_managed (void *dst, const void *src, size_t bytes);
extern void *GCUF_copy_pinned (void *dst, const void *src, size_t bytes);
extern void *GCUF_copy_unified (void *dst, const void *src, size_t bytes);
/* Whether P, of GCUF_malloc_pinned, is in pinned memory: where that could not
   be had it is in ordinary memory.  */
extern int GCUF_pinned_p (void *p);
/* Host code that knows nothing of CUDA Fortran is about to be given device
   data: on the cpu backend wait for what the legacy default stream waits
   for.  */
extern void GCUF_wait_before_call (void);

/* --- Transfers by assignment --------------------------------------------- */

/* The flags of a transfer: the spaces of both sides, and whether an
   allocatable left side is to be (re)allocated to the right side's shape.  */
#define GCUF_TRANSFER(dst_space, src_space) ((dst_space) | (src_space) << 4)
#define GCUF_TRANSFER_DST(flags) ((flags) & 15)
#define GCUF_TRANSFER_SRC(flags) ((flags) >> 4 & 15)
#define GCUF_TRANSFER_REALLOC 256

/* DST and SRC are gfortran array descriptors of equal rank and shape (any
   strides; their base addresses are in the spaces of FLAGS).  Synchronous, on
   stream zero (or the default stream set for the thread).  The sides may
   overlap.  All stop with a message giving WHERE on failure.  */
extern void GCUF_transfer_array (void *dst, void *src, unsigned flags,
				 const struct gcuf_location *where);
extern void GCUF_transfer_bytes (void *dst, const void *src, size_t bytes,
				 unsigned flags,
				 const struct gcuf_location *where);
/* Every element of DST := the BYTES at VALUE (which is in the source space).
   */
extern void GCUF_fill_array (void *dst, const void *value, size_t bytes,
			     unsigned flags,
			     const struct gcuf_location *where);

/* What GCUF_reduce_array computes.  */
enum gcuf_array_op
{
  GCUF_ARRAY_SUM,
  GCUF_ARRAY_MAXVAL,
  GCUF_ARRAY_MINVAL,
  GCUF_ARRAY_MAXLOC,
  GCUF_ARRAY_MINLOC
};

/* The type of the elements: their bytes are in their descriptor.  */
enum gcuf_array_type
{
  GCUF_ARRAY_INTEGER,
  GCUF_ARRAY_REAL,
  GCUF_ARRAY_COMPLEX
};

/* The flags of a reduction: what, of which type, the spaces of the array and
   of its mask, and the bytes of a result of MAXLOC or MINLOC.  */
#define GCUF_REDUCE(op, type, array_space, mask_space, bytes)		\
  ((op) | (type) << 4 | (array_space) << 8 | (mask_space) << 12 | (bytes) << 16)
#define GCUF_REDUCE_OP(flags) ((flags) & 15)
#define GCUF_REDUCE_TYPE(flags) ((flags) >> 4 & 15)
#define GCUF_REDUCE_SPACE(flags) ((flags) >> 8 & 15)
#define GCUF_REDUCE_MASK_SPACE(flags) ((flags) >> 12 & 15)
#define GCUF_REDUCE_BYTES(flags) ((flags) >> 16 & 255)
/* RESULT is an array's descriptor, the memory of which is allocated if there is
   none.  */
#define GCUF_REDUCE_TO_ARRAY (1 << 24)

/* What is known only at run time, as bits: the last of several extreme elements
   is meant; no element is.  */
enum { GCUF_REDUCE_BACK = 1, GCUF_REDUCE_NONE = 2 };

/* RESULT := what FLAGS say of the elements of ARRAY for which MASK, which may
   be null, is true: of all of them, or along dimension DIM if that is not zero.
   ARRAY and MASK are gfortran's descriptors of the same shape, and RESULT is
   the host's: a scalar, or an array of the rank that Fortran gives it.  It is
   computed in STREAM, or that of the data, or the thread's, and waited for.
   Stops with a message giving WHERE on failure.  */
extern void GCUF_reduce_array (void *result, void *array, void *mask,
			       long long dim, long long stream,
			       unsigned flags, unsigned bits,
			       const struct gcuf_location *where);

/* How GCUF_pack copies.  */
enum gcuf_pack
{
  GCUF_PACK_COPY = 1,		/* The elements, too.  */
  GCUF_PACK_STRIDED = 2		/* Only if they are not a whole number of
				   elements apart.  */
};

/* Memory in SPACE for a contiguous copy of the array SRC describes, or its own
   base address where it is contiguous already; FLAGS are of enum gcuf_pack.
   PACKED becomes the descriptor of that; it can be null without
   GCUF_PACK_STRIDED.  And the way back: if MEMORY is a copy, store it into DST
   if COPY, and free it.  */
extern void *GCUF_pack (void *packed, void *src, unsigned space, int flags,
			const struct gcuf_location *where);
extern void GCUF_unpack (void *dst, void *memory, unsigned space, int copy,
			 const struct gcuf_location *where);

/* --- Device procedures, host side ---------------------------------------- */

/* For each intrinsic of module cudadevice there is a function "__gcuf_NAME",
   in the device library for the GPU and in libgcuf for the cpu backend.  The
   predefined variables are "__gcuf_threadidx_x" and so on: int (void), pure.
   On the host the compiler replaces those by loads from GCUF_context.  */
extern void __gcuf_syncthreads (void);

/* STOP and ERROR STOP at WHERE in PROCEDURE, a text like "kernel m::k".  The
   stop code is CODE or the LENGTH characters at TEXT.  On the GPU this is a
   trap; the host learns of it when it synchronizes, and ends the program.  */
enum gcuf_stop_flags
{
  GCUF_STOP_ERROR = 1,		/* ERROR STOP.  */
  GCUF_STOP_NUMERIC = 2,	/* The code is CODE.  */
  GCUF_STOP_QUIET = 4
};
extern void __gcuf_stop (const struct gcuf_location *where,
			 const char *procedure, unsigned flags, int code,
			 const char *text, size_t length);

#ifdef __cplusplus
}
#endif

/* The result of an array-valued Fortran function of rank one: the first
   argument of the C function that it is.  This is the beginning of
   libgfortran's array descriptor.  */
struct gcuf_array_result
{
  void *base;
  ptrdiff_t offset;
  struct
  {
    size_t elem_len;
    int version;
    signed char rank, type;
    short attribute;
  } dtype;
  ptrdiff_t span;
  ptrdiff_t stride, lower, upper;
};

/* Element number I of it, counted from zero.  */
#define GCUF_ELEMENT(type, result, i)					\
  (((type *) (result)->base)[(i) * (result)->stride])

#endif
