/* Transfers between memories by assignment.
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

#include <stdlib.h>
#include <string.h>

#include "gcuf-memory.h"
#include "transfer.h"

static bool
host_p (unsigned space)
{
  return space == GCUF_SPACE_HOST || space == GCUF_SPACE_PINNED;
}

/* The stream for an assignment between DST and SRC: that of the data of the
   left side, or else of the right side, or else of the thread.  */

static gcuf_stream_t
stream_for (const void *dst, const void *src)
{
  gcuf_stream_t stream = gcuf_data_stream (dst);
  if (!stream)
    stream = gcuf_data_stream (src);
  return stream ? stream : gcuf_thread.stream;
}

static bool
managed_p (unsigned space)
{
  return space == GCUF_SPACE_MANAGED || space == GCUF_SPACE_UNIFIED;
}

/* Assignments in a stream that the program has set are asynchronous.  Otherwise
   the transfer uses stream 0, and only transfers whose result the host can
   observe need to block.  */

static struct gcuf_transfer
start_transfer (const struct gcuf_nest *nest, unsigned flags,
		const struct gcuf_location *where)
{
  unsigned dst = GCUF_TRANSFER_DST (flags), src = GCUF_TRANSFER_SRC (flags);
  struct gcuf_transfer t;
  t.kind = (host_p (dst)
	    ? host_p (src) ? GCUF_COPY_HOST_TO_HOST : GCUF_COPY_DEVICE_TO_HOST
	    : host_p (src) ? GCUF_COPY_HOST_TO_DEVICE
	    : GCUF_COPY_DEVICE_TO_DEVICE);
  t.stream = stream_for (nest->dst, nest->src);
  t.wait = (t.stream == 0
	    && (t.kind != GCUF_COPY_DEVICE_TO_DEVICE || managed_p (dst)
		|| managed_p (src)));
  t.where = where;
  return t;
}

/* Carry NEST out.  WAIT asks for more than the kind of the transfer does.  The
   host may look at managed data next, and from the copy of pageable memory the
   driver returns when it has read that, not when the device has it.  */

static void
carry_out (const struct gcuf_nest *nest, unsigned flags, bool wait,
	   const struct gcuf_location *where)
{
  struct gcuf_transfer t = start_transfer (nest, flags, where);
  t.wait = t.wait || wait;
  gcuf_transfer_nest (nest, &t);
  if (t.stream == 0 && t.kind == GCUF_COPY_HOST_TO_DEVICE
      && managed_p (GCUF_TRANSFER_DST (flags)))
    gcuf_check (where, "assignment", gcuf_backend ()->stream_synchronize (0));
}

/* --- Assignments --------------------------------------------------------- */

static void
check_shapes (const struct gcuf_descriptor *dst,
	      const struct gcuf_descriptor *src,
	      const struct gcuf_location *where)
{
  if (dst->dtype.rank != src->dtype.rank)
    gcuf_fatal (where, "assignment: the ranks of the sides differ (%d and %d)",
		dst->dtype.rank, src->dtype.rank);
  for (int d = 0; d < dst->dtype.rank; d++)
    if (gcuf_extent (dst, d) != gcuf_extent (src, d))
      gcuf_fatal (where, "assignment: the shapes of the sides differ in "
		  "dimension %d (%zu and %zu)", d + 1, gcuf_extent (dst, d),
		  gcuf_extent (src, d));
  if (dst->dtype.elem_len != src->dtype.elem_len)
    gcuf_fatal (where, "assignment: the elements of the sides differ in size "
		"(%zu and %zu bytes)", dst->dtype.elem_len,
		src->dtype.elem_len);
}

/* WAIT as above.  */

static void
transfer_arrays (const struct gcuf_descriptor *dst,
		 const struct gcuf_descriptor *src, unsigned flags, bool wait,
		 const struct gcuf_location *where)
{
  struct gcuf_nest nest;
  check_shapes (dst, src, where);
  if (gcuf_descriptor_elements (dst) == 0 || dst->dtype.elem_len == 0)
    return;
  gcuf_nest_build (&nest, dst, src);
  carry_out (&nest, flags, wait, where);
}

/* Give DST, which is allocatable, SRC's shape and elements.  The old memory
   goes last: SRC may be part of it.  */

static void
transfer_reallocating (struct gcuf_descriptor *dst,
		       const struct gcuf_descriptor *src, unsigned flags,
		       const struct gcuf_location *where)
{
  unsigned space = GCUF_TRANSFER_DST (flags);
  struct gcuf_descriptor fresh;
  size_t bytes = gcuf_descriptor_elements (src) * src->dtype.elem_len;
  gcuf_descriptor_contiguous (&fresh, src,
			      GCUF_malloc_local (bytes, space, where));
  transfer_arrays (&fresh, src, flags, false, where);
  gcuf_free_array (dst->base, space);
  memcpy (dst, &fresh, offsetof (struct gcuf_descriptor,
				 dim[fresh.dtype.rank]));
}

GCUF_EXPORT void
GCUF_transfer_array (void *dst_array, void *src_array, unsigned flags,
		     const struct gcuf_location *where)
{
  struct gcuf_descriptor *dst = dst_array;
  const struct gcuf_descriptor *src = src_array;
  if (!src->base && gcuf_descriptor_elements (src) != 0)
    gcuf_fatal (where, "assignment: the array on the right is not allocated");
  if ((flags & GCUF_TRANSFER_REALLOC)
      && (!dst->base || !gcuf_descriptor_alike_p (dst, src)))
    transfer_reallocating (dst, src, flags, where);
  else
    {
      if (!dst->base && gcuf_descriptor_elements (dst) != 0)
	gcuf_fatal (where,
		    "assignment: the array on the left is not allocated");
      transfer_arrays (dst, src, flags, false, where);
    }
}

GCUF_EXPORT void
GCUF_transfer_bytes (void *dst, const void *src, size_t bytes,
		     unsigned flags, const struct gcuf_location *where)
{
  if (bytes == 0)
    return;
  if (!dst || !src)
    gcuf_fatal (where, "assignment: the variable on the %s is not allocated",
		dst ? "right" : "left");
  struct gcuf_nest nest = { .dst = dst, .src = src, .run = bytes };
  carry_out (&nest, flags, false, where);
}

/* --- Contiguous copies of arguments -------------------------------------- */

/* Let TO describe the elements of FROM with strides that count elements, as a
   dummy argument does that is no pointer.  Return false if they are not a whole
   number of elements apart.  */

static bool
count_elements (struct gcuf_descriptor *to, const struct gcuf_descriptor *from)
{
  ptrdiff_t size = from->dtype.elem_len;
  if (size == 0 || from->span % size != 0)
    return false;
  ptrdiff_t step = from->span / size;
  memcpy (to, from, offsetof (struct gcuf_descriptor, dim[from->dtype.rank]));
  to->span = size;
  to->offset *= step;
  for (int d = 0; d < from->dtype.rank; d++)
    to->dim[d].stride *= step;
  return true;
}

GCUF_EXPORT void *
GCUF_pack (void *packed_array, void *array, unsigned space, int flags,
	   const struct gcuf_location *where)
{
  const struct gcuf_descriptor *src = array;
  struct gcuf_descriptor packed;
  if ((flags & GCUF_PACK_STRIDED) && src->base
      && count_elements (packed_array, src))
    return src->base;
  size_t bytes = gcuf_descriptor_elements (src) * src->dtype.elem_len;
  bool temporary = flags & GCUF_PACK_TEMPORARY;
  unsigned from = temporary ? GCUF_SPACE_HOST : space;
  bool plain = (!src->base
		|| (!temporary && gcuf_descriptor_contiguous_p (src)));
  gcuf_descriptor_contiguous (&packed, src,
			      plain ? src->base
			      : GCUF_malloc_local (bytes, space, where));
  /* A kernel that gets it may run in a stream that does not wait for
     others.  */
  if (!plain && (flags & GCUF_PACK_COPY))
    transfer_arrays (&packed, src, GCUF_TRANSFER (space, from), true, where);
  if (packed_array)
    memcpy (packed_array, &packed, offsetof (struct gcuf_descriptor,
					     dim[src->dtype.rank]));
  return packed.base;
}

/* The call may have been one of a kernel, in a stream that does not wait for
   stream zero.  */

static void
wait_for_kernel (const struct gcuf_location *where)
{
  gcuf_stream_t stream = gcuf_thread.launched;
  if (stream)
    gcuf_check (where, "copy of an argument",
		gcuf_backend ()->stream_synchronize (stream));
}

GCUF_EXPORT void
GCUF_unpack (void *array, void *memory, unsigned space, int flags,
	     const struct gcuf_location *where)
{
  const struct gcuf_descriptor *dst = array;
  bool wait = flags & GCUF_UNPACK_WAIT;
  if (!memory || memory == dst->base)
    return;
  if (wait)
    gcuf_wait_for_kernels ();
  else
    wait_for_kernel (where);
  if (flags & GCUF_UNPACK_COPY)
    {
      struct gcuf_descriptor packed;
      gcuf_descriptor_contiguous (&packed, dst, memory);
      transfer_arrays (dst, &packed, GCUF_TRANSFER (space, space), wait,
		       where);
    }
  GCUF_free (memory, space);
}
