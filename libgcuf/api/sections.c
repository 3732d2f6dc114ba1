/* Copies and fills of sections of arrays, which have gaps between elements.
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

/* The routines of the API count elements from an address on.  Fortran lets an
   argument be a section, whose elements need not be neighbours: those are
   copied in array element order, without a contiguous copy of them in between.
   An asynchronous copy would outlive that.  */

#include <stddef.h>
#include <string.h>

#include "transfer.h"

const void *
gcuf_section_d_ (const struct gcuf_descriptor *a)
{
  return gcuf_descriptor_contiguous_p (a) ? NULL : a;
}

const void *
gcuf_section_h_ (const struct gcuf_descriptor *a)
{
  return gcuf_section_d_ (a);
}

/* What is done with the elements of a nest.  */
struct work
{
  int kind;			/* Of enum gcuf_copy_kind.  */
  const void *value;		/* What fills them; null where they are
				   copied.  */
  gcuf_stream_t stream;
  bool wait;
};

/* Do WORK with the elements of NEST, which has no negative stride of DST.  The
   backends have none of SRC either.  Return an error code.  */

static int
do_nest (const struct gcuf_nest *nest, const struct work *work, size_t size)
{
  struct gcuf_nest inner = *nest;
  int d = 0, code = 0;
  if (work->value)
    return gcuf_fill_nest (nest, work->value, size, work->stream);
  while (d < nest->rank && nest->loop[d].src >= 0)
    d++;
  if (d == nest->rank)
    return gcuf_nest_enqueue (nest, work->kind, work->stream, work->wait);
  inner.rank--;
  for (int i = d; i < inner.rank; i++)
    inner.loop[i] = nest->loop[i + 1];
  for (size_t i = 0; code == 0 && i < nest->loop[d].extent; i++)
    {
      code = do_nest (&inner, work, size);
      inner.dst += nest->loop[d].dst;
      inner.src += nest->loop[d].src;
    }
  return code;
}

/* Do WORK with the first COUNT elements of *DST, and of *SRC, which is null or
   has the same shape: those of whole steps of the last dimension, and then what
   is left of the next one.  Both are changed.  Return an error code.  */

static int
do_first (struct gcuf_descriptor *dst, struct gcuf_descriptor *src,
	  size_t count, const struct work *work)
{
  int code = 0;
  while (code == 0 && count)
    {
      int last = --dst->dtype.rank;
      size_t step = gcuf_descriptor_elements (dst), steps = count / step;
      struct gcuf_descriptor *sides[] = { dst, src };
      dst->dtype.rank = last + 1;
      for (int i = 0; i < 2 && sides[i]; i++)
	sides[i]->dim[last].upper = sides[i]->dim[last].lower + steps - 1;
      if (steps)
	{
	  struct gcuf_nest nest;
	  gcuf_nest_build (&nest, dst, src);
	  code = do_nest (&nest, work, dst->dtype.elem_len);
	}
      for (int i = 0; i < 2 && sides[i]; i++)
	{
	  sides[i]->base += steps * gcuf_byte_stride (sides[i], last);
	  sides[i]->dtype.rank = last;
	}
      count -= steps * step;
    }
  return code;
}

/* Let *SIDE be SECTION, or if that is null what is at BASE in the shape of
   SHAPE.  */

static void
describe (struct gcuf_descriptor *side, const struct gcuf_descriptor *section,
	  const struct gcuf_descriptor *shape, void *base)
{
  if (section)
    memcpy (side, section, offsetof (struct gcuf_descriptor,
				     dim[section->dtype.rank]));
  else
    gcuf_descriptor_contiguous (side, shape, base);
}

GCUF_EXPORT int
GCUF_copy_sections (void *dst, const void *dst_section, const void *src,
		    const void *src_section, size_t bytes, int kind,
		    gcuf_stream_t stream, int wait)
{
  const struct gcuf_descriptor *to = dst_section, *from = src_section;
  const struct gcuf_descriptor *shape = to ? to : from;
  struct gcuf_descriptor sides[2];
  struct work work = { .kind = kind, .stream = stream, .wait = wait };
  if (!shape)
    return (wait ? GCUF_cudaMemcpy (dst, src, bytes, kind)
	    : GCUF_cudaMemcpyAsync (dst, src, bytes, kind, stream));
  size_t size = shape->dtype.elem_len;
  if (kind < GCUF_COPY_HOST_TO_HOST || kind > GCUF_COPY_DEFAULT)
    return gcuf_record_error (GCUF_cudaErrorInvalidMemcpyDirection);
  if (bytes % size || bytes / size > gcuf_descriptor_elements (shape)
      || (to && from && !gcuf_descriptor_alike_p (to, from)) || (bytes && (!dst || !src)))
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  describe (&sides[0], to, shape, dst);
  describe (&sides[1], from, shape, (void *) src);
  return gcuf_record_error (do_first (&sides[0], &sides[1], bytes / size,
				      &work));
}

GCUF_EXPORT int
GCUF_fill_section (const void *section, const void *value, size_t count,
		   gcuf_stream_t stream)
{
  struct gcuf_descriptor a;
  struct work work = { .value = value, .stream = stream };
  describe (&a, section, NULL, NULL);
  if (count > gcuf_descriptor_elements (&a) || (count && !a.base))
    return gcuf_record_error (GCUF_cudaErrorInvalidValue);
  return gcuf_record_error (do_first (&a, NULL, count, &work));
}
