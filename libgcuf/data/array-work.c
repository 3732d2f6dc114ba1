/* Prefix sums, packing, sorting and random numbers in device memory.
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

#include "array-work.h"
#include "gcuf-abi.h"
#include "gcuf-memory.h"
#include "transfer.h"

/* The element of KIND bytes.  Where another is meant the caller has a
   fault.  */

static enum gcuf_element
element_of (bool real, long long kind)
{
  if (real)
    return kind == 2 ? GCUF_R2 : kind == 4 ? GCUF_R4 : GCUF_R8;
  return kind == 4 ? GCUF_I4 : GCUF_I8;
}

/* --- Prefix sums ------------------------------------------------------ */

GCUF_EXPORT void
GCUF_prefix_sum (long long address, long long source, long long logical,
		 long long before, long long n, long long after,
		 long long real, long long kind, long long exclusive)
{
  const struct gcuf_prefix p =
  {
    .data = (void *) (intptr_t) address,
    .source = (const void *) (intptr_t) source, .before = before, .n = n,
    .after = after, .element = element_of (real, kind), .logical = logical,
    .exclusive = exclusive
  };
  if (before <= 0 || n <= 0 || after <= 0)
    return;
  gcuf_check (NULL, "prefix sum",
	      gcuf_backend ()->prefix_sum (&p, gcuf_thread.stream));
}

/* --- Packing ---------------------------------------------------------- */

GCUF_EXPORT void
GCUF_pack_elements (long long address, long long source, long long bytes,
		    long long mask, long long logical, long long n,
		    long long count)
{
  const struct gcuf_packing p =
  {
    .data = (void *) (intptr_t) address,
    .source = (const void *) (intptr_t) source,
    .mask = (const void *) (intptr_t) mask, .n = n > 0 ? n : 0,
    .bytes = bytes, .logical = logical
  };
  uint64_t found = 0;
  if (n > 0)
    gcuf_check (NULL, "pack",
		gcuf_backend ()->pack_elements (&p, count ? &found : NULL,
						gcuf_thread.stream));
  if (count)
    memcpy ((void *) (intptr_t) count, &found, sizeof found);
}

/* --- After an assignment to managed data ------------------------------ */

/* The host may look at it next: wait for what has been enqueued in the
   thread's stream, if that is the default one.  */

GCUF_EXPORT void
GCUF_finish_managed (void)
{
  if (gcuf_thread.stream == 0)
    gcuf_check (NULL, "assignment", gcuf_backend ()->stream_synchronize (0));
}

/* --- Random numbers --------------------------------------------------- */

/* How many numbers programs have had.  */
static uint64_t drawn;

GCUF_EXPORT void
GCUF_random_numbers (long long address, long long count, long long kind)
{
  struct gcuf_random r =
  {
    .data = (void *) (intptr_t) address, .count = count,
    .element = element_of (true, kind), .seed = 0
  };
  if (count <= 0)
    return;
  r.first = __atomic_fetch_add (&drawn, r.count, __ATOMIC_RELAXED);
  gcuf_check (NULL, "random_number",
	      gcuf_backend ()->random_numbers (&r, gcuf_thread.stream));
}

/* --- Sorting ---------------------------------------------------------- */

/* Device memory of BYTES, or null for none, to be freed by GCUF_free.  */

static void *
new_memory (size_t bytes)
{
  return bytes ? GCUF_malloc_local (bytes, GCUF_SPACE_DEVICE, NULL) : NULL;
}

static void
copy (void *to, const void *from, size_t bytes, enum gcuf_copy_kind kind,
      gcuf_stream_t stream)
{
  const struct gcuf_box box =
  {
    .dst = to, .src = from, .width = bytes, .height = 1, .depth = 1,
    .kind = kind
  };
  gcuf_check (NULL, "fsort", gcuf_backend ()->copy (&box, stream, true));
}

/* Let the N integers at INDICES, in device memory, count from one.  */

static void
number (int32_t *indices, uint64_t n, gcuf_stream_t stream)
{
  const int32_t one = 1;
  const struct gcuf_prefix p =
  {
    .data = indices, .source = indices, .before = 1, .n = n, .after = 1,
    .element = GCUF_I4
  };
  int code = gcuf_fill_bytes (indices, &one, sizeof one, n, stream);
  if (code == 0)
    code = gcuf_backend ()->prefix_sum (&p, stream);
  gcuf_check (NULL, "fsort", code);
}

/* Sort as S says in STREAM, with WORKSPACE of SIZE bytes as spare memory if it
   suffices.  */

static void
sort (struct gcuf_sort *s, void *workspace, size_t size, gcuf_stream_t stream)
{
  const size_t bytes = s->n * gcuf_element_bytes (s->element);
  void *keys = size >= bytes ? NULL : new_memory (bytes);
  void *indices = s->indices ? new_memory (s->n * sizeof *s->indices) : NULL;
  s->spare_keys = keys ? keys : workspace;
  s->spare_indices = indices;
  gcuf_check (NULL, "fsort", gcuf_backend ()->sort (s, stream));
  if ((keys || indices) && stream)
    gcuf_check (NULL, "fsort", gcuf_backend ()->stream_synchronize (stream));
  if (keys)
    GCUF_free (keys, GCUF_SPACE_DEVICE);
  if (indices)
    GCUF_free (indices, GCUF_SPACE_DEVICE);
}

/* The same for data of the host's.  */

static void
sort_host (const struct gcuf_sort *s, bool number_them, gcuf_stream_t stream)
{
  const size_t bytes = s->n * gcuf_element_bytes (s->element);
  const size_t index_bytes = s->indices ? s->n * sizeof *s->indices : 0;
  struct gcuf_sort there = *s;
  there.keys = new_memory (bytes);
  there.indices = new_memory (index_bytes);
  copy (there.keys, s->keys, bytes, GCUF_COPY_HOST_TO_DEVICE, stream);
  if (index_bytes && number_them)
    number (there.indices, s->n, stream);
  else if (index_bytes)
    copy (there.indices, s->indices, index_bytes, GCUF_COPY_HOST_TO_DEVICE,
	  stream);
  sort (&there, NULL, 0, stream);
  copy (s->keys, there.keys, bytes, GCUF_COPY_DEVICE_TO_HOST, stream);
  if (index_bytes)
    {
      copy (s->indices, there.indices, index_bytes, GCUF_COPY_DEVICE_TO_HOST,
	    stream);
      GCUF_free (there.indices, GCUF_SPACE_DEVICE);
    }
  GCUF_free (there.keys, GCUF_SPACE_DEVICE);
}

/* Called by module sort: sort N numbers of KIND bytes at KEYS, with the
   integers at INDICES if that is not zero; these are numbered first if
   NUMBER_THEM.  All that is in the host's memory if HOST, else in device or
   managed memory, as is the WORKSPACE of SIZE bytes.  Return once the host can
   look at it, unless it is device memory.  Ends the program on failure.  */

GCUF_EXPORT void
GCUF_fsort (long long keys, long long indices, long long n, int real, int kind,
	    int number_them, long long workspace, long long size, int host,
	    long long stream)
{
  struct gcuf_sort s =
  {
    .keys = (void *) (intptr_t) keys, .indices = (void *) (intptr_t) indices,
    .n = n, .element = element_of (real, kind)
  };
  gcuf_backend ();
  gcuf_stream_t where = stream ? stream : gcuf_thread.stream;
  if (n <= 0)
    return;
  if (indices && n > INT32_MAX)
    gcuf_fatal (NULL, "fsort: indices of 4 bytes cannot number %lld elements",
		n);
  if (host)
    {
      sort_host (&s, number_them, where);
      return;
    }
  if (indices && number_them)
    number (s.indices, n, where);
  sort (&s, (void *) (intptr_t) workspace, workspace ? size : 0, where);
  if (where == 0)
    gcuf_check (NULL, "fsort", gcuf_backend ()->stream_synchronize (0));
}
