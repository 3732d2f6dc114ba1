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
   else.  What the compiler or the driver has a copy of is in tables, which they
   include too: structures (gcuf-structs.def, gcuf-image.def), functions
   (gcuf-functions.def), memory spaces (gcuf-spaces.def) and names
   (gcuf-names.h).  A change of any is one of GCUF_ABI_VERSION; abi-check.c in
   libgcuf/core notices.  */

#ifndef GCUF_ABI_H
#define GCUF_ABI_H

#include <stddef.h>
#include <stdint.h>

#include "gcuf-names.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The numbers are those of this version; an image may be of the oldest.  Since 8
   there are bounds that are alignments, since 9 those of descriptors' strides.  */
#define GCUF_ABI_VERSION 9
#define GCUF_ABI_OLDEST 7

struct gcuf_dim3;

/* Run the threads from LO to HI (inclusive, 1-based, each component) of the
   block that GCUF_context describes, one after the other, with the parameter
   buffer PARAMS.  Sets GCUF_context.threadidx for each.  */
typedef void gcuf_run_fn (const void *params, const struct gcuf_dim3 *lo,
			  const struct gcuf_dim3 *hi);

/* The structures of both sides.  */
#define GCUF_STRUCT(id, name) struct name {
#define GCUF_FIELD(name, kind, type, field) type field;
#define GCUF_END(name) };
#include "gcuf-structs.def"
#include "gcuf-image.def"
#undef GCUF_STRUCT
#undef GCUF_FIELD
#undef GCUF_END

/* In which memory something is.  */
enum gcuf_space
{
#define GCUF_SPACE(name, value) GCUF_SPACE_##name = value,
#include "gcuf-spaces.def"
#undef GCUF_SPACE
};

/* --- Kernels --------------------------------------------------------- */

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
  GCUF_KERNEL_UNBOUNDED = 16,
  /* Its host code tells what memory it accesses (-gpu=check).  */
  GCUF_KERNEL_CHECKED = 32,
  /* Nothing tells the threads of a block from those of the blocks behind it
     along the first index: on the cpu backend several may run as one.  */
  GCUF_KERNEL_JOINED = 64,
  /* There it has room for the values of GCUF_MAX_BLOCK_THREADS threads.  */
  GCUF_KERNEL_ARRAYS = 128,
  /* The same bit, with GCUF_KERNEL_CHECKED: the threads of a block whose rows
     are whole warps need no stacks of their own.  */
  GCUF_KERNEL_WHOLE_WARPS = GCUF_KERNEL_ARRAYS
};

/* How arguments of kernels are passed.  */
enum gcuf_argument
{
#define GCUF_ARGUMENT(id, letter, text) GCUF_ARGUMENT_##id = letter,
#include "gcuf-arguments.def"
#undef GCUF_ARGUMENT
};

/* How GCUF_check_access is told of an access.  */
enum gcuf_access
{
  GCUF_ACCESS_READ = 1,
  GCUF_ACCESS_WRITE = 2,
  /* Other threads may access the same place atomically.  */
  GCUF_ACCESS_ATOMIC = 4,
  /* The value that is read is not just stored elsewhere.  Without the bits
     above nobody else can see the place.  */
  GCUF_ACCESS_USED = 8,
  /* The host has said where the object is.  */
  GCUF_ACCESS_GIVEN = 16,
  /* What is written may be a value that is not set; without READ and WRITE,
     meanwhile such a value may come to where the USED one is.  */
  GCUF_ACCESS_COPIED = 32,
  /* Some iterations of a loop may not make the access: which ones do is told
     behind the loop.  */
  GCUF_ACCESS_MASKED = 64
};

/* Above these bits is the size of an element, of one word or an even number of
   them, if the access is to several that follow each other, else zero.  Elements
   that are parts of words are not more than a word together.  */
#define GCUF_ACCESS_ELEMENT_SHIFT 8
#define GCUF_ACCESS_ELEMENT(kind) ((kind) >> GCUF_ACCESS_ELEMENT_SHIFT)

/* What GCUF_check_stretches and GCUF_check_ranges return, but zero.  */
enum gcuf_quiet
{
  GCUF_QUIET = 1,
  /* So is what is masked: the loop tells of that when it has ended.  */
  GCUF_QUIET_MASKED = 2
};

/* The most accesses of a loop that GCUF_check_stretches is told of.  */
#define GCUF_MOST_STRETCHES 128
/* The most iterations of a loop with GCUF_ACCESS_MASKED: as many as the threads of
   a block can be.  */
#define GCUF_MOST_MASKED 1024

/* The length of the text that says why an allocation has failed.  */
#define GCUF_FAILURE_LENGTH 120

/* With -gpu=check, what has not been set yet has this in each of its words: a
   NaN as real(4), real(8) and real(2), and no likely integer.  */
#define GCUF_UNSET_WORD 0xfff3a6d9u

/* There a shuffle of real(4), or real(8), gets this from a lane that takes no
   part in it, but for the sign: NaNs that conversions make of each other.  */
#define GCUF_ABSENT_WORD 0x7fd5c3a6u
#define GCUF_ABSENT_LONG_WORD 0x7ffab874c0000000u

/* Clusters: above those bits the flags have their dimensions, or zeros.  */
enum { GCUF_CLUSTER_LIMIT = 8 };	/* Blocks, on all devices that have any.  */
#define GCUF_KERNEL_CLUSTER(x, y, z) \
  ((unsigned) (x) << 8 | (unsigned) (y) << 16 | (unsigned) (z) << 24)
#define GCUF_CLUSTER_X(flags) ((flags) >> 8 & 255)
#define GCUF_CLUSTER_Y(flags) ((flags) >> 16 & 255)
#define GCUF_CLUSTER_Z(flags) ((flags) >> 24)

/* What the grid of a configuration is besides its value.  */
enum gcuf_launch_flags
{
  /* The source has `*': the runtime computes grid.x from occupancy.  */
  GCUF_LAUNCH_ANY_GRID = 1,
  /* It is a dim3, in which a single component of -1 asks for the same.  */
  GCUF_LAUNCH_DIM3_GRID = 2
};

/* --- Reductions of kernel loops ----------------------------------------- */

/* A kernel with reductions gets scratch memory on the device: a ticket, which
   counts the blocks that are done and returns to zero by itself, and a table of
   slots.  Row zero has the results that the host fetches, row N those of the
   N-th block, with a slot for each reduction.  */
#define GCUF_REDUCTION_SLOT 16
#define GCUF_REDUCTION_OFFSET(count, row, i) \
  (GCUF_REDUCTION_SLOT * (1 + (size_t) (row) * (count) + (i)))

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

/* Compiled host code of kernels and device procedures reads it where device
   code reads special registers.  */
extern __thread struct gcuf_context GCUF_context;

/* --- Images -------------------------------------------------------------- */

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

/* Return BYTES, zero counting as one, in SPACE, to be freed by GCUF_free; null
   if there is none, and the error is left for cudaGetLastError.  */
extern void *GCUF_malloc (size_t bytes, unsigned space);

/* The same for one space each, with the signatures of malloc and free: what
   ALLOCATE, DEALLOCATE and the end of a scope call instead of those.  */
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

/* --- Transfers by assignment --------------------------------------------- */

/* The flags of a transfer: the spaces of both sides, and whether an
   allocatable left side is to be (re)allocated to the right side's shape.  */
#define GCUF_TRANSFER(dst_space, src_space) ((dst_space) | (src_space) << 4)
#define GCUF_TRANSFER_DST(flags) ((flags) & 15)
#define GCUF_TRANSFER_SRC(flags) ((flags) >> 4 & 15)
#define GCUF_TRANSFER_REALLOC 256

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

/* How GCUF_pack copies.  */
enum gcuf_pack
{
  GCUF_PACK_COPY = 1,		/* The elements, too.  */
  GCUF_PACK_TEMPORARY = 4,	/* Contiguous or not: they are in memory of the
				   host's that does not stay.  */
  GCUF_PACK_STRIDED = 2		/* Only if they are not a whole number of
				   elements apart.  */
};

/* What GCUF_unpack does besides freeing a copy.  */
enum gcuf_unpack
{
  GCUF_UNPACK_COPY = 1,		/* The elements go back.  */
  GCUF_UNPACK_WAIT = 2		/* Host code looks at them next.  */
};

/* --- Functions of both sides --------------------------------------------- */

#define GCUF_FUNCTION(id, signature, name, result, arguments) \
  extern result name arguments;
#include "gcuf-functions.def"
#undef GCUF_FUNCTION

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
