/* Prefix sums, packing, sorting and random numbers by the library's kernels.
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

/* The kernels are in kernels/prefix.c and its neighbours.  Their scratch
   memory is freed as Fortran's own local arrays are, once the stream is done
   with it.  */

enum { BLOCKS_PER_MULTIPROCESSOR = 16, MOST_Y = 65535 };

/* The numbers of the kernels of a group.  */
enum { SUMS, TOTALS, STORE, ROWS, ONCE };
enum { COUNT_PACKED, PACK_1, PACK_2, PACK_4, PACK_8 };
enum { COUNT, STARTS, MOVE, MOVE_INDEXED };

#define PREFIX_NAMES(element)						\
  "gcuf_prefix_sums_" element, "gcuf_prefix_totals_" element,		\
  "gcuf_prefix_store_" element, "gcuf_prefix_rows_" element
#define PREFIX_OF_REALS(element) { .names = { PREFIX_NAMES (element) } }
#define PREFIX_OF_INTEGERS(element) \
  { .names = { PREFIX_NAMES (element), "gcuf_prefix_once_" element } }
#define SORT(element)							\
  { .names = { "gcuf_sort_count_" element, "gcuf_sort_starts",		\
	       "gcuf_sort_move_" element, "gcuf_sort_move_indexed_" element } }

static struct gcuf_kernel_group prefixes[GCUF_N_ELEMENTS] =
{
  [GCUF_I4] = PREFIX_OF_INTEGERS ("i4"),
  [GCUF_I8] = PREFIX_OF_INTEGERS ("i8"),
  [GCUF_R4] = PREFIX_OF_REALS ("r4"),
  [GCUF_R8] = PREFIX_OF_REALS ("r8")
};

static struct gcuf_kernel_group sorts[GCUF_N_ELEMENTS] =
{
  [GCUF_I4] = SORT ("i4"),
  [GCUF_I8] = SORT ("i8"),
  [GCUF_R4] = SORT ("r4"),
  [GCUF_R8] = SORT ("r8")
};

static struct gcuf_kernel_group packs =
{
  .names = { "gcuf_pack_count", "gcuf_pack_1", "gcuf_pack_2", "gcuf_pack_4",
	     "gcuf_pack_8" }
};
static struct gcuf_kernel_group randoms = { .names = { "gcuf_random" } };

/* Launch kernel NUMBER of GROUP with the parameter WORK on X times Y blocks of
   so many THREADS.  */

static int
launch_all (struct gcuf_kernel_group *group, int number, void *work,
	    unsigned x, unsigned y, unsigned threads, gcuf_stream_t stream)
{
  void *args[] = { work };
  CUfunction function;
  int code = gcuf_cuda_library_kernel (group, number, &function);
  if (code)
    return code;
  return gcuf_cu.LaunchKernel (function, x, y, 1, threads, 1, 1, 0,
			       gcuf_cuda_stream (stream), args, NULL);
}

/* The same, on as many blocks as keep the device busy if that is less.  */

static int
launch (struct gcuf_kernel_group *group, int number, void *work, uint64_t x,
	uint64_t y, gcuf_stream_t stream)
{
  const uint64_t busy
    = (BLOCKS_PER_MULTIPROCESSOR
       * (uint64_t) gcuf_cuda_devices[gcuf_thread.device].multiprocessors);
  return launch_all (group, number, work, x < busy ? x : busy,
		     y < MOST_Y ? y : MOST_Y, GCUF_LIBRARY_BLOCK, stream);
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

/* Let the BYTES at P be zeros.  */

static int
clear (uintptr_t p, size_t bytes, gcuf_stream_t stream)
{
  const struct gcuf_set zeros =
  {
    .dst = (void *) p, .size = 1, .count = bytes, .rows = 1
  };
  return gcuf_cuda_set (&zeros, stream);
}

/* --- Chains ----------------------------------------------------------- */

/* A chain of tiles as chained-tiles.h wants it, with a word before it for a
   count.  */
struct chain
{
  void *memory;
  uintptr_t count, start;
};

/* Let C be one of TILES with WORDS words each, in STREAM.  */

static int
new_chain (struct chain *c, uint64_t tiles, unsigned words,
	   gcuf_stream_t stream)
{
  const uint64_t n = 1 + tiles * words;
  int code = gcuf_cuda_malloc_local (&c->memory, n * 8);
  if (code)
    return code;
  c->count = (uintptr_t) c->memory;
  c->start = c->count + 8;
  code = clear (c->count, n * 8, stream);
  if (code)
    gcuf_cuda_free (c->memory, GCUF_SPACE_DEVICE);
  return code;
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

/* The tiles of a row if all is done in one pass.  */

static uint64_t
tiles_of_row (const struct gcuf_prefix *p)
{
  return ceiling (p->n * gcuf_element_bytes (p->element), GCUF_CHAIN_BYTES);
}

/* True if all can be done so: the elements of rows are side by side, and sums
   do not depend on the order of additions.  */

static bool
once_p (const struct gcuf_prefix *p)
{
  return ((p->element == GCUF_I4 || p->element == GCUF_I8) && p->before == 1
	  && p->after <= INT32_MAX / tiles_of_row (p));
}

/* Do that for P, of which W is known but for the tiles.  */

static int
prefix_once (const struct gcuf_prefix *p, struct gcuf_prefix_work *w,
	     gcuf_stream_t stream)
{
  struct chain chain;
  w->parts = tiles_of_row (p);
  int code = new_chain (&chain, w->rows * w->parts,
			gcuf_element_bytes (p->element) / 4, stream);
  if (code)
    return code;
  w->sums = chain.start;
  code = launch_all (&prefixes[p->element], ONCE, w, w->rows * w->parts, 1,
		     GCUF_LIBRARY_BLOCK, stream);
  return free_scratch (chain.memory, stream, code);
}

int
gcuf_cuda_prefix_sum (const struct gcuf_prefix *p, gcuf_stream_t stream)
{
  struct gcuf_kernel_group *group = &prefixes[p->element];
  struct gcuf_prefix_work w =
  {
    .data = (uintptr_t) p->data, .source = (uintptr_t) p->source,
    .before = p->before, .n = p->n, .rows = p->before * p->after,
    .parts = ceiling (p->n, GCUF_PREFIX_TILE), .exclusive = p->exclusive,
    .logical = p->logical
  };
  if (by_rows_p (p))
    return launch (group, ROWS, &w, ceiling (w.rows, GCUF_LIBRARY_BLOCK), 1,
		   stream);
  if (once_p (p))
    return prefix_once (p, &w, stream);
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

/* --- Packing ---------------------------------------------------------- */

int
gcuf_cuda_pack_elements (const struct gcuf_packing *p, uint64_t *count,
			 gcuf_stream_t stream)
{
  struct gcuf_pack_work w =
  {
    .data = (uintptr_t) p->data, .source = (uintptr_t) p->source,
    .mask = (uintptr_t) p->mask, .n = p->n,
    .parts = ceiling (p->n, GCUF_CHAIN_TILE), .logical = p->logical
  };
  const int kernel = p->data ? PACK_1 + __builtin_ctz (p->bytes) : COUNT_PACKED;
  struct chain chain;
  int code = new_chain (&chain, w.parts, 1, stream);
  if (code)
    return code;
  w.chain = chain.start;
  w.count = chain.count;
  code = launch_all (&packs, kernel, &w, w.parts, 1, GCUF_LIBRARY_BLOCK,
		     stream);
  if (code == 0 && count)
    code = gcuf_cuda_fetch (count, chain.memory, sizeof *count, stream);
  return free_scratch (chain.memory, stream, code);
}

/* --- Sorting ---------------------------------------------------------- */

/* What a sort has besides the keys, in one piece of memory: counts of each
   digit of all passes, where those of parts begin, of which one is read while
   the other is written, and the chain.  */
struct sort_scratch
{
  void *memory;
  uintptr_t counts, starts[2], chain;
  size_t chain_bytes;		/* Of a part.  */
};

/* A pass is done in parts of fewer keys than can be counted in a word.  */

enum { DIGITS = 1 << GCUF_SORT_DIGIT_BITS };
static const uint64_t part_keys = (uint64_t) 1 << (GCUF_SORT_COUNT_BITS - 1);

/* How many tiles N keys of BYTES have.  */

static uint64_t
sort_tiles (uint64_t n, size_t bytes)
{
  return ceiling (n, GCUF_SORT_BLOCK * GCUF_SORT_ROUNDS (bytes));
}

static int
new_sort_scratch (struct sort_scratch *c, const struct gcuf_sort *s,
		  unsigned passes)
{
  const size_t bytes = gcuf_element_bytes (s->element);
  const uint64_t most = s->n < part_keys ? s->n : part_keys;
  c->chain_bytes = sort_tiles (most, bytes) * DIGITS * 4;
  int code = gcuf_cuda_malloc_local (&c->memory, (passes + 2) * DIGITS * 8
						 + c->chain_bytes);
  c->counts = (uintptr_t) c->memory;
  c->starts[0] = c->counts + passes * DIGITS * 8;
  c->starts[1] = c->starts[0] + DIGITS * 8;
  c->chain = c->starts[1] + DIGITS * 8;
  return code;
}

/* Find out where the keys with each digit belong in each pass.  */

static int
sort_starts (const struct gcuf_sort *s, const struct sort_scratch *c,
	     unsigned passes, gcuf_stream_t stream)
{
  enum { KEYS = 8 * GCUF_LIBRARY_BLOCK }; /* That a block reads at once.  */
  struct gcuf_sort_work w =
  {
    .keys = (uintptr_t) s->keys, .counts = c->counts, .n = s->n,
    .passes = passes
  };
  int code = clear (c->counts, passes * DIGITS * 8, stream);
  if (code == 0)
    code = launch (&sorts[s->element], COUNT, &w, ceiling (s->n, KEYS), 1,
		   stream);
  if (code == 0)
    code = launch_all (&sorts[s->element], STARTS, &w, passes, 1,
		       GCUF_LIBRARY_BLOCK, stream);
  return code;
}

/* Pass number PASS from S's keys to its spare memory.  */

static int
sort_pass (const struct gcuf_sort *s, const struct sort_scratch *c,
	   unsigned pass, gcuf_stream_t stream)
{
  const size_t bytes = gcuf_element_bytes (s->element);
  uintptr_t counts = c->counts + pass * DIGITS * 8;
  int code = 0;
  for (uint64_t done = 0, part = 0; done < s->n && code == 0;
       done += part_keys, part++)
    {
      struct gcuf_sort_work w =
      {
	.keys = (uintptr_t) s->keys + done * bytes,
	.to = (uintptr_t) s->spare_keys, .counts = counts,
	.indices_to = (uintptr_t) s->spare_indices,
	.starts = c->starts[part % 2], .chain = c->chain,
	.n = s->n - done < part_keys ? s->n - done : part_keys,
	.shift = pass * GCUF_SORT_DIGIT_BITS
      };
      if (s->indices)
	w.indices = (uintptr_t) (s->indices + done);
      code = clear (c->chain, c->chain_bytes, stream);
      if (code == 0)
	code = launch_all (&sorts[s->element],
			   s->indices ? MOVE_INDEXED : MOVE, &w,
			   sort_tiles (w.n, bytes), 1, GCUF_SORT_BLOCK,
			   stream);
      counts = c->starts[part % 2];
    }
  return code;
}

/* The passes are even in number, so that the last one brings the keys
   back.  */

int
gcuf_cuda_sort (const struct gcuf_sort *sort, gcuf_stream_t stream)
{
  const unsigned passes
    = 8 * gcuf_element_bytes (sort->element) / GCUF_SORT_DIGIT_BITS;
  struct gcuf_sort s = *sort;
  struct sort_scratch c;
  int code = new_sort_scratch (&c, &s, passes);
  if (code)
    return code;
  code = sort_starts (&s, &c, passes, stream);
  for (unsigned pass = 0; pass < passes && code == 0; pass++)
    {
      code = sort_pass (&s, &c, pass, stream);
      void *keys = s.keys;
      int32_t *indices = s.indices;
      s.keys = s.spare_keys;
      s.spare_keys = keys;
      s.indices = s.spare_indices;
      s.spare_indices = indices;
    }
  return free_scratch (c.memory, stream, code);
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
