/* Prefix sums, sorting and random numbers by the library's kernels.
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

#include "array-work.h"
#include "backend-cuda.h"
#include "cuda-library-kernels.h"
#include "kernels/kernel-parameters.h"

/* The kernels are in kernels/array-work.c.  Their scratch memory is freed as
   Fortran's own local arrays are, once the stream is done with it.  */

enum { BLOCKS_PER_MULTIPROCESSOR = 16, MOST_Y = 65535 };

/* The numbers of the kernels of a group.  */
enum { SUMS, TOTALS, STORE, ROWS };
enum { COUNT, MOVE };

#define PREFIX(element)							\
  { .names = { "gcuf_prefix_sums_" element, "gcuf_prefix_totals_" element, \
	       "gcuf_prefix_store_" element, "gcuf_prefix_rows_" element } }
#define SORT(element) \
  { .names = { "gcuf_sort_count_" element, "gcuf_sort_move_" element } }

static struct gcuf_kernel_group prefixes[GCUF_N_ELEMENTS] =
{
  [GCUF_I4] = PREFIX ("i4"),
  [GCUF_I8] = PREFIX ("i8"),
  [GCUF_R4] = PREFIX ("r4"),
  [GCUF_R8] = PREFIX ("r8")
};

static struct gcuf_kernel_group sorts[GCUF_N_ELEMENTS] =
{
  [GCUF_I4] = SORT ("i4"),
  [GCUF_I8] = SORT ("i8"),
  [GCUF_R4] = SORT ("r4"),
  [GCUF_R8] = SORT ("r8")
};

static struct gcuf_kernel_group randoms = { .names = { "gcuf_random" } };

/* Launch kernel NUMBER of GROUP with the parameter WORK on X times Y blocks,
   or as many as keep the device busy.  */

static int
launch (struct gcuf_kernel_group *group, int number, void *work, uint64_t x,
	uint64_t y, gcuf_stream_t stream)
{
  const uint64_t busy
    = (BLOCKS_PER_MULTIPROCESSOR
       * (uint64_t) gcuf_cuda_devices[gcuf_thread.device].multiprocessors);
  void *args[] = { work };
  CUfunction function;
  int code = gcuf_cuda_library_kernel (group, number, &function);
  if (code)
    return code;
  return gcuf_cu.LaunchKernel (function, x < busy ? x : busy,
			       y < MOST_Y ? y : MOST_Y, 1, GCUF_LIBRARY_BLOCK,
			       1, 1, 0, gcuf_cuda_stream (stream), args, NULL);
}

static uint64_t
ceiling (uint64_t n, uint64_t d)
{
  return (n + d - 1) / d;
}

/* Free MEMORY, of work in STREAM, and return CODE or the error in that.  */

static int
free_scratch (void *memory, gcuf_stream_t stream, int code)
{
  int waited = stream ? gcuf_cuda_stream_synchronize (stream) : 0;
  int freed = gcuf_cuda_free (memory, GCUF_SPACE_DEVICE);
  return code ? code : waited ? waited : freed;
}

/* --- Prefix sums ------------------------------------------------------ */

/* True if a thread should have a whole row: if rows are short, or so many that
   adjacent threads read adjacent elements.  */

static bool
by_rows_p (const struct gcuf_prefix *p)
{
  enum { SHORT = 64, MANY = 8192 };
  return p->n <= SHORT || (p->before >= 32 && p->before * p->after >= MANY);
}

int
gcuf_cuda_prefix_sum (const struct gcuf_prefix *p, gcuf_stream_t stream)
{
  struct gcuf_kernel_group *group = &prefixes[p->element];
  struct gcuf_prefix_work w =
  {
    .data = (uintptr_t) p->data, .before = p->before, .n = p->n,
    .rows = p->before * p->after, .parts = ceiling (p->n, GCUF_PREFIX_TILE),
    .exclusive = p->exclusive
  };
  if (by_rows_p (p))
    return launch (group, ROWS, &w, ceiling (w.rows, GCUF_LIBRARY_BLOCK), 1,
		   stream);
  void *sums;
  const size_t bytes = w.rows * w.parts * gcuf_element_bytes (p->element);
  int code = gcuf_cuda_malloc_local (&sums, bytes);
  if (code)
    return code;
  w.sums = (uintptr_t) sums;
  code = launch (group, SUMS, &w, w.parts, w.rows, stream);
  if (code == 0)
    code = launch (group, TOTALS, &w, 1, w.rows, stream);
  if (code == 0)
    code = launch (group, STORE, &w, w.parts, w.rows, stream);
  return free_scratch (sums, stream, code);
}

/* --- Sorting ---------------------------------------------------------- */

/* One pass from S's keys to its spare memory, by the digit at bit SHIFT.  */

static int
sort_pass (const struct gcuf_sort *s, unsigned shift, void *counts,
	   gcuf_stream_t stream)
{
  struct gcuf_kernel_group *group = &sorts[s->element];
  struct gcuf_sort_work w =
  {
    .keys = (uintptr_t) s->keys, .to = (uintptr_t) s->spare_keys,
    .indices = (uintptr_t) s->indices,
    .indices_to = (uintptr_t) s->spare_indices, .counts = (uintptr_t) counts,
    .n = s->n, .tiles = ceiling (s->n, GCUF_SORT_TILE), .shift = shift
  };
  const struct gcuf_prefix places =
  {
    .data = counts, .before = 1, .n = w.tiles << GCUF_SORT_DIGIT_BITS,
    .after = 1, .element = GCUF_I8, .exclusive = true
  };
  int code = launch (group, COUNT, &w, w.tiles, 1, stream);
  if (code == 0)
    code = gcuf_cuda_prefix_sum (&places, stream);
  if (code == 0)
    code = launch (group, MOVE, &w, w.tiles, 1, stream);
  return code;
}

/* The passes are even in number, so that the last one brings the keys
   back.  */

int
gcuf_cuda_sort (const struct gcuf_sort *sort, gcuf_stream_t stream)
{
  const unsigned bits = 8 * gcuf_element_bytes (sort->element);
  struct gcuf_sort s = *sort;
  void *counts;
  int code
    = gcuf_cuda_malloc_local (&counts, (ceiling (s.n, GCUF_SORT_TILE)
					<< GCUF_SORT_DIGIT_BITS) * 8);
  if (code)
    return code;
  for (unsigned shift = 0; shift < bits && code == 0;
       shift += GCUF_SORT_DIGIT_BITS)
    {
      code = sort_pass (&s, shift, counts, stream);
      void *keys = s.keys;
      int32_t *indices = s.indices;
      s.keys = s.spare_keys;
      s.spare_keys = keys;
      s.indices = s.spare_indices;
      s.spare_indices = indices;
    }
  return free_scratch (counts, stream, code);
}

/* --- Random numbers --------------------------------------------------- */

int
gcuf_cuda_random_numbers (const struct gcuf_random *r, gcuf_stream_t stream)
{
  struct gcuf_random_work w =
  {
    .data = (uintptr_t) r->data, .count = r->count, .first = r->first,
    .seed = r->seed, .size = gcuf_element_bytes (r->element)
  };
  return launch (&randoms, 0, &w, ceiling (r->count, GCUF_LIBRARY_BLOCK), 1,
		 stream);
}
