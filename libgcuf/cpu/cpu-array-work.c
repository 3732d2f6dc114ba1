/* Prefix sums, packing, sorting and random numbers by the cores of the host.
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
#include "cpu-api.h"
#include "cpu-check.h"
#include "gcuf-array-bits.h"

/* Elements are divided into parts, which threads take one after the other.  */

enum { PART = 1 << 16 };

struct parts
{
  const void *work;
  void *scratch;
  uint64_t count, next;
  unsigned shift;		/* Of a pass of a sort.  */
};

/* The number of a part that nobody has taken, or COUNT or more.  */

static uint64_t
take (struct parts *p)
{
  return __atomic_fetch_add (&p->next, 1, __ATOMIC_RELAXED);
}

/* Let FN, which takes parts, run on as many threads as are useful.  */

static void
run (void (*fn) (void *), struct parts *p)
{
  p->next = 0;
  gcuf_pool_run (fn, p, p->count < gcuf_pool_size () ? p->count
			: gcuf_pool_size ());
}

static uint64_t
parts_of (uint64_t n)
{
  return (n + PART - 1) / PART;
}

/* --- Prefix sums ------------------------------------------------------ */

union sum
{
  uint32_t i4;
  uint64_t i8;
  float r4;
  double r8;
};

/* For each type: add LENGTH elements of P's source from number FROM on, and
   store their sums, which begin with that at TOTAL, if STORED.  */
#define SCAN(suffix, type)						\
static void								\
scan_##suffix (const struct gcuf_prefix *p, uint64_t from,		\
	       uint64_t length, type *total, bool stored)		\
{									\
  const type *source = p->source;					\
  type *data = p->data, sum = *total;					\
  for (uint64_t k = 0, i = from; k < length; k++, i += p->before)	\
    {									\
      type before = sum;						\
      if (p->logical)							\
	sum += gcuf_logical ((const char *) p->source + i * p->logical,	\
			     p->logical);				\
      else								\
	sum += source[i];						\
      if (stored)							\
	data[i] = p->exclusive ? before : sum;				\
    }									\
  *total = sum;								\
}
SCAN (i4, uint32_t)
SCAN (i8, uint64_t)
SCAN (r4, float)
SCAN (r8, double)
#undef SCAN

static void
scan_part (const struct gcuf_prefix *p, uint64_t row, uint64_t part,
	   union sum *total, bool stored)
{
  const uint64_t done = part * PART;
  const uint64_t length = p->n - done < PART ? p->n - done : PART;
  const uint64_t from = (row % p->before
			 + p->before * (done + p->n * (row / p->before)));
  switch (p->element)
    {
    case GCUF_I4:
      scan_i4 (p, from, length, &total->i4, stored);
      break;
    case GCUF_I8:
      scan_i8 (p, from, length, &total->i8, stored);
      break;
    case GCUF_R4:
      scan_r4 (p, from, length, &total->r4, stored);
      break;
    default:
      scan_r8 (p, from, length, &total->r8, stored);
    }
}

/* Store the sum of each part.  */

static void
sum_parts (void *data)
{
  struct parts *p = data;
  const struct gcuf_prefix *w = p->work;
  const uint64_t parts = parts_of (w->n);
  for (uint64_t k; (k = take (p)) < p->count; )
    {
      union sum *total = (union sum *) p->scratch + k;
      memset (total, 0, sizeof *total);
      scan_part (w, k / parts, k % parts, total, false);
    }
}

/* Store the sums of elements of each part, which begin with what is stored for
   it.  */

static void
scan_parts (void *data)
{
  struct parts *p = data;
  const struct gcuf_prefix *w = p->work;
  const uint64_t parts = parts_of (w->n);
  for (uint64_t k; (k = take (p)) < p->count; )
    scan_part (w, k / parts, k % parts, (union sum *) p->scratch + k, true);
}

/* Let each of the N totals be that of those before it, from zero.  */

static void
add_up (enum gcuf_element element, union sum *totals, uint64_t n)
{
  union sum sum = { 0 };
  for (uint64_t i = 0; i < n; i++)
    {
      union sum next = sum;
      switch (element)
	{
	case GCUF_I4:
	  next.i4 += totals[i].i4;
	  break;
	case GCUF_I8:
	  next.i8 += totals[i].i8;
	  break;
	case GCUF_R4:
	  next.r4 += totals[i].r4;
	  break;
	default:
	  next.r8 += totals[i].r8;
	}
      totals[i] = sum;
      sum = next;
    }
}

static void
prefix_sum (void *data)
{
  const struct gcuf_prefix *w = data;
  const uint64_t rows = w->before * w->after, parts = parts_of (w->n);
  struct parts p =
  {
    .work = w, .count = rows * parts,
    .scratch = calloc (rows * parts, sizeof (union sum))
  };
  if (!p.scratch)
    gcuf_fatal (NULL, "out of memory for a prefix sum");
  gcuf_operation_is ("a prefix sum");
  const size_t bytes = gcuf_element_bytes (w->element);
  gcuf_operation_accesses (w->data, rows * w->n * bytes, true);
  gcuf_operation_accesses (w->source,
			   rows * w->n * (w->logical ? w->logical : bytes),
			   false);
  if (parts > 1)
    {
      run (sum_parts, &p);
      for (uint64_t row = 0; row < rows; row++)
	add_up (w->element, (union sum *) p.scratch + row * parts, parts);
    }
  run (scan_parts, &p);
  free (p.scratch);
}

int
gcuf_cpu_prefix_sum (const struct gcuf_prefix *p, gcuf_stream_t stream)
{
  return gcuf_cpu_enqueue (stream, prefix_sum, p, sizeof *p, false);
}

/* --- Packing ---------------------------------------------------------- */

struct packing
{
  struct gcuf_packing work;
  uint64_t *count;		/* Or null.  */
};

/* Where part K of W's elements ends, its first one being number K * PART.  */

static uint64_t
part_end (const struct gcuf_packing *w, uint64_t k)
{
  return w->n - k * PART < PART ? w->n : (k + 1) * PART;
}

/* True if element I of W is packed.  */

static inline bool
packed_p (const struct gcuf_packing *w, uint64_t i)
{
  return gcuf_logical ((const char *) w->mask + i * w->logical, w->logical);
}

/* Store how many elements of each part are packed.  */

static void
count_parts (void *data)
{
  struct parts *p = data;
  const struct gcuf_packing *w = p->work;
  for (uint64_t k; (k = take (p)) < p->count; )
    {
      uint64_t found = 0;
      for (uint64_t i = k * PART; i < part_end (w, k); i++)
	found += packed_p (w, i);
      ((union sum *) p->scratch)[k].i8 = found;
    }
}

/* Pack each part behind as many elements as are stored for it.  */

static void
pack_parts (void *data)
{
  struct parts *p = data;
  const struct gcuf_packing *w = p->work;
  for (uint64_t k; (k = take (p)) < p->count; )
    {
      uint64_t to = ((union sum *) p->scratch)[k].i8;
      for (uint64_t i = k * PART; i < part_end (w, k); i++)
	if (packed_p (w, i))
	  memcpy ((char *) w->data + to++ * w->bytes,
		  (const char *) w->source + i * w->bytes, w->bytes);
    }
}

static void
pack_elements (void *data)
{
  const struct packing *what = data;
  const struct gcuf_packing *w = &what->work;
  struct parts p = { .work = w, .count = parts_of (w->n) };
  union sum *totals = calloc (p.count + 1, sizeof *totals);
  if (!totals)
    gcuf_fatal (NULL, "out of memory for a packed array");
  p.scratch = totals;
  gcuf_operation_is ("a packing of elements");
  gcuf_operation_accesses (w->mask, w->n * w->logical, false);
  run (count_parts, &p);
  add_up (GCUF_I8, totals, p.count + 1);
  if (what->count)
    *what->count = totals[p.count].i8;
  if (w->data)
    {
      gcuf_operation_accesses (w->source, w->n * w->bytes, false);
      gcuf_operation_accesses (w->data, totals[p.count].i8 * w->bytes, true);
      run (pack_parts, &p);
    }
  free (totals);
}

int
gcuf_cpu_pack_elements (const struct gcuf_packing *p, uint64_t *count,
			gcuf_stream_t stream)
{
  struct packing what = { *p, count };
  return gcuf_cpu_enqueue (stream, pack_elements, &what, sizeof what,
			   count != NULL);
}

/* --- Sorting ---------------------------------------------------------- */

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS };

/* The key at P as an integer in whose order elements are sorted.  */

static uint64_t
ordered (enum gcuf_element element, const void *p)
{
  uint32_t w;
  uint64_t d;
  if (element == GCUF_I4 || element == GCUF_R4)
    memcpy (&w, p, sizeof w);
  else
    memcpy (&d, p, sizeof d);
  switch (element)
    {
    case GCUF_I4:
      return w ^ UINT32_C (0x80000000);
    case GCUF_I8:
      return d ^ UINT64_C (0x8000000000000000);
    case GCUF_R4:
      return gcuf_ordered_real4 (w);
    default:
      return gcuf_ordered_real8 (d);
    }
}

static unsigned
digit (const struct gcuf_sort *s, uint64_t i, unsigned shift)
{
  const size_t bytes = gcuf_element_bytes (s->element);
  return (ordered (s->element, (const char *) s->keys + i * bytes) >> shift)
	 & (DIGITS - 1);
}

/* Count the digits of each part.  */

static void
count_digits (void *data)
{
  struct parts *p = data;
  const struct gcuf_sort *s = p->work;
  for (uint64_t k; (k = take (p)) < p->count; )
    {
      uint64_t *counts = (uint64_t *) p->scratch + k * DIGITS;
      uint64_t end = (k + 1) * PART < s->n ? (k + 1) * PART : s->n;
      memset (counts, 0, DIGITS * sizeof *counts);
      for (uint64_t i = k * PART; i < end; i++)
	counts[digit (s, i, p->shift)]++;
    }
}

/* Move each key of a part, and its index, to its place.  */

static void
move_keys (void *data)
{
  struct parts *p = data;
  const struct gcuf_sort *s = p->work;
  const size_t bytes = gcuf_element_bytes (s->element);
  for (uint64_t k; (k = take (p)) < p->count; )
    {
      uint64_t *places = (uint64_t *) p->scratch + k * DIGITS;
      uint64_t end = (k + 1) * PART < s->n ? (k + 1) * PART : s->n;
      for (uint64_t i = k * PART; i < end; i++)
	{
	  uint64_t to = places[digit (s, i, p->shift)]++;
	  memcpy ((char *) s->spare_keys + to * bytes,
		  (const char *) s->keys + i * bytes, bytes);
	  if (s->indices)
	    s->spare_indices[to] = s->indices[i];
	}
    }
}

/* Make the counts of digits of the parts of P their places: a digit's in all
   parts come before those of the next.  */

static void
make_places (struct parts *p)
{
  uint64_t *counts = p->scratch, place = 0;
  for (unsigned d = 0; d < DIGITS; d++)
    for (uint64_t k = 0; k < p->count; k++)
      {
	uint64_t count = counts[k * DIGITS + d];
	counts[k * DIGITS + d] = place;
	place += count;
      }
}

/* A radix sort, the lowest digit first: the passes are even in number, so that
   the last one brings the keys back.  */

static void
sort (void *data)
{
  struct gcuf_sort s = *(const struct gcuf_sort *) data;
  struct parts p =
  {
    .work = &s, .count = parts_of (s.n),
    .scratch = gcuf_xmalloc (parts_of (s.n) * DIGITS * sizeof (uint64_t))
  };
  const unsigned bits = 8 * gcuf_element_bytes (s.element);
  gcuf_operation_is ("a sort");
  gcuf_operation_accesses (s.keys, s.n * bits / 8, true);
  if (s.indices)
    gcuf_operation_accesses (s.indices, s.n * sizeof *s.indices, true);
  for (p.shift = 0; p.shift < bits; p.shift += DIGIT_BITS)
    {
      run (count_digits, &p);
      make_places (&p);
      run (move_keys, &p);
      void *keys = s.keys;
      s.keys = s.spare_keys;
      s.spare_keys = keys;
      int32_t *indices = s.indices;
      s.indices = s.spare_indices;
      s.spare_indices = indices;
    }
  free (p.scratch);
}

int
gcuf_cpu_sort (const struct gcuf_sort *s, gcuf_stream_t stream)
{
  return gcuf_cpu_enqueue (stream, sort, s, sizeof *s, false);
}

/* --- Random numbers --------------------------------------------------- */

static void
draw_parts (void *data)
{
  struct parts *p = data;
  const struct gcuf_random *r = p->work;
  for (uint64_t k; (k = take (p)) < p->count; )
    {
      uint64_t end = (k + 1) * PART < r->count ? (k + 1) * PART : r->count;
      for (uint64_t i = k * PART; i < end; i++)
	{
	  uint64_t bits = gcuf_random_bits (r->seed, r->first + i);
	  if (r->element == GCUF_R8)
	    ((double *) r->data)[i] = (bits >> 11) * 0x1p-53;
	  else if (r->element == GCUF_R4)
	    ((float *) r->data)[i] = (bits >> 40) * 0x1p-24f;
	  else
	    ((_Float16 *) r->data)[i] = (bits >> 53) * 0x1p-11f;
	}
    }
}

static void
draw (void *data)
{
  const struct gcuf_random *r = data;
  gcuf_operation_is ("a call of RANDOM_NUMBER");
  gcuf_operation_accesses (r->data, r->count * gcuf_element_bytes (r->element),
			   true);
  struct parts p = { .work = r, .count = parts_of (r->count) };
  run (draw_parts, &p);
}

int
gcuf_cpu_random_numbers (const struct gcuf_random *r, gcuf_stream_t stream)
{
  return gcuf_cpu_enqueue (stream, draw, r, sizeof *r, false);
}
