/* Filling device arrays with one value.
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

/* The length of the shortest piece of 1, 2 or 4 bytes that the SIZE bytes at
   VALUE repeat; zero if there is none.  */

static unsigned
period (const void *value, size_t size)
{
  const char *p = value;
  for (unsigned n = 1; n <= 4; n *= 2)
    if (size % n == 0 && memcmp (p, p + n, size - n) == 0)
      return n;
  return 0;
}

static uint32_t
pattern_at (const void *value, unsigned size)
{
  uint8_t b;
  uint16_t h;
  uint32_t w;
  switch (size)
    {
    case 1:
      memcpy (&b, value, 1);
      return b;
    case 2:
      memcpy (&h, value, 2);
      return h;
    default:
      memcpy (&w, value, 4);
      return w;
    }
}

/* Whether pieces of N bytes are aligned all over NEST.  */

static bool
aligned_p (const struct gcuf_nest *nest, unsigned n)
{
  uintptr_t bits = (uintptr_t) nest->dst | nest->run;
  for (int i = 0; i < nest->rank; i++)
    bits |= nest->loop[i].dst;
  return bits % n == 0;
}

/* Set in each run of NEST, from byte AT on, COUNT pieces of SIZE bytes.  */

static int
set_pieces (const struct gcuf_nest *nest, size_t at, unsigned size,
	    size_t count, uint32_t pattern, gcuf_stream_t stream)
{
  struct gcuf_set set =
  {
    .dst = nest->dst + at,
    .size = size,
    .count = count,
    .pattern = pattern,
    .rows = nest->rank ? nest->loop[0].extent : 1,
    .pitch = nest->rank ? nest->loop[0].dst : 0
  };
  if (nest->rank <= 1)
    return gcuf_backend ()->set (&set, stream);

  struct gcuf_nest inner = *nest;
  const struct gcuf_loop *outer = &nest->loop[nest->rank - 1];
  inner.rank--;
  for (size_t i = 0; i < outer->extent; i++)
    {
      int code = set_pieces (&inner, at, size, count, pattern, stream);
      if (code)
	return code;
      inner.dst += outer->dst;
    }
  return 0;
}

/* Values without a period: fill the first bytes of the first run from the
   host, and copy what there is already after itself, until the run is full;
   then the same with runs for each loop.  */

static int
fill_by_doubling (const struct gcuf_nest *nest, const void *value,
		  size_t size, gcuf_stream_t stream)
{
  enum { FROM_HOST = 64 << 10 };
  size_t done = FROM_HOST / size * size;
  if (done == 0)
    done = size;
  if (done > nest->run)
    done = nest->run;
  char *start = gcuf_xmalloc (done);
  for (size_t i = 0; i < done; i += size)
    memcpy (start + i, value, size);
  struct gcuf_nest part = { .dst = nest->dst, .src = start, .run = done };
  int code = gcuf_nest_enqueue (&part, GCUF_COPY_HOST_TO_DEVICE, stream, true);
  free (start);

  part.src = nest->dst;
  while (code == 0 && done < nest->run)
    {
      part.dst = nest->dst + done;
      part.run = nest->run - done < done ? nest->run - done : done;
      code = gcuf_nest_enqueue (&part, GCUF_COPY_DEVICE_TO_DEVICE, stream,
				false);
      done += part.run;
    }

  part.run = nest->run;
  for (int i = 0; i < nest->rank; i++)
    {
      part.rank = i + 1;
      part.loop[i] = nest->loop[i];
      part.loop[i].src = nest->loop[i].dst;
      for (done = 1; code == 0 && done < nest->loop[i].extent; )
	{
	  size_t left = nest->loop[i].extent - done;
	  part.loop[i].extent = left < done ? left : done;
	  part.dst = nest->dst + done * nest->loop[i].dst;
	  code = gcuf_nest_enqueue (&part, GCUF_COPY_DEVICE_TO_DEVICE, stream,
				    false);
	  done += part.loop[i].extent;
	}
      part.loop[i].extent = nest->loop[i].extent;
    }
  return code;
}

int
gcuf_fill_nest (const struct gcuf_nest *nest, const void *value, size_t size,
		gcuf_stream_t stream)
{
  unsigned n = period (value, size);
  if (n && aligned_p (nest, n))
    return set_pieces (nest, 0, n, nest->run / n, pattern_at (value, n),
		       stream);
  /* Elements that stand alone are set word by word.  */
  if (nest->run == size && size % 4 == 0 && aligned_p (nest, 4))
    {
      int code = 0;
      for (size_t at = 0; at < size && code == 0; at += 4)
	code = set_pieces (nest, at, 4, 1,
			   pattern_at ((const char *) value + at, 4), stream);
      return code;
    }
  return fill_by_doubling (nest, value, size, stream);
}

int
gcuf_fill_bytes (void *p, const void *value, size_t size, size_t count,
		 gcuf_stream_t stream)
{
  struct gcuf_nest nest = { .dst = p, .run = size * count };
  return nest.run ? gcuf_fill_nest (&nest, value, size, stream) : 0;
}

/* True if CUDA does not know the memory at P, the host's: a unified pointer can
   be to any, whether a device can access it or not.  */

static bool
host_alone_p (void *p)
{
  struct gcuf_pointer_attributes attributes = { .type = 0 };
  int code = gcuf_backend ()->pointer_attributes (p, &attributes);
  return (gcuf_record_error (code) == 0
	  && attributes.type == GCUF_MEMORY_UNREGISTERED);
}

/* On the host there is nothing to enqueue.  */

static void
fill_host (const struct gcuf_nest *nest, const void *value, size_t size)
{
  struct gcuf_nest copy = *nest;
  copy.src = value;
  copy.run = size;
  for (int i = 0; i < copy.rank; i++)
    copy.loop[i].src = 0;
  for (size_t i = 0; i < nest->run; i += size, copy.dst += size)
    gcuf_nest_copy (&copy);
}

GCUF_EXPORT void
GCUF_fill_array (void *array, const void *value, size_t bytes,
		 unsigned flags, const struct gcuf_location *where)
{
  const struct gcuf_descriptor *dst = array;
  unsigned dst_space = GCUF_TRANSFER_DST (flags);
  unsigned src_space = GCUF_TRANSFER_SRC (flags);
  if (gcuf_descriptor_elements (dst) == 0 || bytes == 0)
    return;
  if (!dst->base)
    gcuf_fatal (where, "assignment: the array on the left is not allocated");
  if (dst->dtype.elem_len != bytes)
    gcuf_fatal (where, "assignment: elements of %zu bytes cannot be filled "
		"with a value of %zu", dst->dtype.elem_len, bytes);

  /* A value on the device is fetched first.  */
  char *fetched = NULL;
  if (src_space != GCUF_SPACE_HOST && src_space != GCUF_SPACE_PINNED)
    {
      fetched = gcuf_xmalloc (bytes);
      GCUF_transfer_bytes (fetched, value, bytes,
			   GCUF_TRANSFER (GCUF_SPACE_HOST, src_space), where);
      value = fetched;
    }

  struct gcuf_nest nest;
  gcuf_nest_build (&nest, dst, NULL);
  if (dst_space == GCUF_SPACE_HOST || dst_space == GCUF_SPACE_PINNED)
    fill_host (&nest, value, bytes);
  else
    {
      gcuf_stream_t stream = gcuf_data_stream (nest.dst);
      if (!stream)
	stream = gcuf_thread.stream;
      if (dst_space == GCUF_SPACE_UNIFIED && host_alone_p (nest.dst))
	{
	  gcuf_check (where, "assignment",
		      gcuf_backend ()->stream_synchronize (stream));
	  fill_host (&nest, value, bytes);
	}
      else
	gcuf_check (where, "assignment",
		    gcuf_fill_nest (&nest, value, bytes, stream));
      /* The host may look at managed data next.  */
      if (stream == 0 && (dst_space == GCUF_SPACE_MANAGED
			  || dst_space == GCUF_SPACE_UNIFIED))
	gcuf_check (where, "assignment",
		    gcuf_backend ()->stream_synchronize (stream));
    }
  free (fetched);
}
