/* Kernels for prefix sums.
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


#include "chained-tiles.h"

/* The kernel's parameter.  */
struct prefix
{
  uint64_t data, source, sums, before, n, rows, parts;
  uint32_t exclusive, logical;
};

INLINE struct prefix
get_prefix (void)
{
  uint64_t at = param_address ();
  KERNEL_PARAMETER (struct gcuf_prefix_work);
  struct prefix p =
  {
    .data = global_address (MEMBER (struct gcuf_prefix_work, data, at)),
    .source = global_address (MEMBER (struct gcuf_prefix_work, source, at)),
    .sums = global_address (MEMBER (struct gcuf_prefix_work, sums, at)),
    .before = MEMBER (struct gcuf_prefix_work, before, at),
    .n = MEMBER (struct gcuf_prefix_work, n, at),
    .rows = MEMBER (struct gcuf_prefix_work, rows, at),
    .parts = MEMBER (struct gcuf_prefix_work, parts, at),
    .exclusive = MEMBER (struct gcuf_prefix_work, exclusive, at),
    .logical = MEMBER (struct gcuf_prefix_work, logical, at)
  };
  return p;
}

/* The number of the first element of row ROW.  */

INLINE uint64_t
row_start (const struct prefix *p, uint64_t row)
{
  return row % p->before + p->before * p->n * (row / p->before);
}

/* Prefix sums of integers are made in one pass.  The order in which that adds
   is another each time, so those of reals are made in three.  */

#define T(name) NAME (name, ELEMENT)

#define ELEMENT i4
#define VALUE uint32_t
#define BITS "u32"
#include "scan-elements.h"
#include "scan-once.h"
#undef ELEMENT
#undef VALUE
#undef BITS

#define ELEMENT i8
#define VALUE uint64_t
#define BITS "u64"
#include "scan-elements.h"
#include "scan-once.h"
#undef ELEMENT
#undef VALUE
#undef BITS

#define ELEMENT r4
#define VALUE float
#define BITS "f32"
#include "scan-elements.h"
#undef ELEMENT
#undef VALUE
#undef BITS

#define ELEMENT r8
#define VALUE double
#define BITS "f64"
#include "scan-elements.h"
#undef ELEMENT
#undef VALUE
#undef BITS
