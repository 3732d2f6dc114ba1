/* Kernels that reduce arrays.
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


/* For each type of elements and each kind of reduction there are two kernels.
   In the first, each block reduces a result or a part of one; in the second,
   each thread does, and adjacent threads have adjacent results.  Both store a
   struct gcuf_partial for each part of each result.  The last block of a result
   merges its parts; those of threads, which are few, are left to the host.  */

#include "kernel.h"

enum { WARPS = GCUF_LIBRARY_BLOCK / 32, PARTIAL_BYTES = 16 };

/* --- Where elements are --------------------------------------------------- */

/* The members of the parameter that are not about loops.  */
struct work
{
  uint64_t src, mask, out, tickets, results, n, m, loops;
  uint32_t inner, outer;
};

INLINE struct work
get_work (void)
{
  uint64_t at = param_address ();
  KERNEL_PARAMETER (struct gcuf_reduction_work);
  struct work w =
  {
    .src = global_address (MEMBER (struct gcuf_reduction_work, src, at)),
    .mask = MEMBER (struct gcuf_reduction_work, mask, at),
    .out = global_address (MEMBER (struct gcuf_reduction_work, out, at)),
    .tickets = MEMBER (struct gcuf_reduction_work, tickets, at),
    .results
      = global_address (MEMBER (struct gcuf_reduction_work, results, at)),
    .n = MEMBER (struct gcuf_reduction_work, n, at),
    .m = MEMBER (struct gcuf_reduction_work, m, at),
    .loops = at + offsetof (struct gcuf_reduction_work, loop),
    .inner = MEMBER (struct gcuf_reduction_work, inner, at),
    .outer = MEMBER (struct gcuf_reduction_work, outer, at)
  };
  return w;
}

/* What elements are reduced to: their sum, the value of an extreme one, or its
   place, too.  */
enum reduced { SUMS, VALUES, PLACES };

/* An extreme element is the greatest, or the least if the order is REVERSED; the
   last of several such if BACK.  Both parts of a complex one are loaded
   AT_ONCE, or one after the other.  */
struct order
{
  enum reduced of;
  bool reversed, back, at_once;
};

INLINE struct order
get_order (enum reduced of)
{
  uint64_t at = param_address ();
  return (struct order) {
    .of = of,
    .reversed = MEMBER (struct gcuf_reduction_work, least, at),
    .back = MEMBER (struct gcuf_reduction_work, back, at)
  };
}

/* The addresses of an element and of its mask; the latter is unused if there is
   no mask.  */
struct place
{
  uint64_t src, mask;
};

INLINE struct place
begin_of (const struct work *w)
{
  struct place p = { w->src, global_address (w->mask) };
  return p;
}

/* P and COUNT strides of the loop at LOOP.  */

INLINE struct place
advance (struct place p, uint64_t count, uint64_t loop)
{
  p.src += count * MEMBER (struct gcuf_reduction_loop, src, loop);
  p.mask += count * MEMBER (struct gcuf_reduction_loop, mask, loop);
  return p;
}

/* X / Y, by a 32-bit division if that suffices.  */

INLINE uint64_t
quotient (uint64_t x, uint64_t y)
{
  return (x | y) >> 32 ? x / y : (uint32_t) x / (uint32_t) y;
}

/* The place of element number I in the COUNT loops from LOOP on, the first of
   which is at P.  Only the last loop is without a division.  */

INLINE struct place
locate (struct place p, uint64_t i, uint64_t loop, uint32_t count)
{
  if (count == 0)
    return p;
  for (; count > 1; count--)
    {
      uint64_t extent = MEMBER (struct gcuf_reduction_loop, extent, loop);
      uint64_t rest = quotient (i, extent);
      p = advance (p, i - rest * extent, loop);
      i = rest;
      loop += sizeof (struct gcuf_reduction_loop);
    }
  return advance (p, i, loop);
}

/* The place of the first element of result number ROW.  */

INLINE struct place
locate_row (const struct work *w, uint64_t row)
{
  uint64_t outer = w->loops + w->inner * sizeof (struct gcuf_reduction_loop);
  return locate (begin_of (w), row, outer, w->outer);
}

INLINE bool
masked_out_p (struct place p)
{
  uint32_t byte;
  LOAD ("ld.global.u8 %0, [%1];", byte, p.mask);
  return byte == 0;
}

/* Shared memory for a partial result of each warp.  */
#define DECLARE_PARTIALS() \
  asm volatile (".shared .align 16 .b8 partials[%0];" \
		: : "n" (WARPS * PARTIAL_BYTES))

INLINE uint64_t
partial_of_warp (uint32_t warp)
{
  uint64_t address;
  asm ("mov.u64 %0, partials;" : "=r" (address));
  return address + warp * PARTIAL_BYTES;
}

/* Take a ticket at ADDRESS for the calling block, what it has stored being seen
   by those that take a later one.  Return true, to all of its threads, if that
   was the last of PARTS.  */

INLINE bool
last_ticket_p (uint64_t address, uint64_t parts)
{
  uint32_t last;
  if (thread_x () == 0)
    {
      uint32_t number;
      asm volatile ("fence.acq_rel.gpu;\n\t"
		    "atom.global.add.u32 %0, [%1], 1;\n\t"
		    "fence.acq_rel.gpu;"
		    : "=r" (number) : "r" (address) : "memory");
      STORE ("st.shared.u32 [%0], %1;", partial_of_warp (0),
	     (uint32_t) (number == parts - 1));
    }
  synchronize_block ();
  asm volatile ("ld.shared.u32 %0, [%1];"
		: "=r" (last) : "r" (partial_of_warp (0)) : "memory");
  synchronize_block ();
  return last;
}

/* --- The kernels ----------------------------------------------------------- */

#define NAME_OF(name, element) name##_##element
#define NAME(name, element) NAME_OF (name, element)

/* True if X, of any type, is a NaN.  */
#define IS_NAN(x) _Generic ((x), float: (x) != (x), double: (x) != (x), \
			    default: false)

/* Let p be true if X is greater than Y; also if Y is a NaN, but not if X is.  */
#define GREATER_INTEGER(type, x, y) \
  "setp.gt." type " p, " x ", " y ";\n\t"
#define GREATER_REAL(type, x, y) \
  "setp.num." type " p, " x ", " x ";\n\t" \
  "setp.gtu.and." type " p, " x ", " y ", p;\n\t"

/* In reduce-elements.h: VALUE is what values are computed with, BITS and TYPE
   what PTX calls that, LEAST what leaves the maximum to the other operand,
   GREATER how they are compared, SIGN the bits to change in one to reverse their
   order, LOAD_ELEMENT an instruction that loads one.  Where a word has several of
   them, ELEMENTS_OF_WORD, UNPACK assigns number K of those in WORD to VALUE.
   Elements of PAIRS of values are complex.  */
#define ELEMENT i1
#define VALUE int32_t
#define LEAST INT32_MIN
#define SIGN (~UINT32_C (0))
#define BITS "b32"
#define TYPE "s32"
#define GREATER(x, y) GREATER_INTEGER (TYPE, x, y)
#define LOAD_ELEMENT "ld.global.s8 %0, [%1];"
#define ELEMENTS_OF_WORD 4
#define UNPACK(value, word, k) ((value) = (int8_t) ((word) >> 8 * (k)))
#include "reduce-elements.h"

#define ELEMENT i2
#define VALUE int32_t
#define LEAST INT32_MIN
#define SIGN (~UINT32_C (0))
#define BITS "b32"
#define TYPE "s32"
#define GREATER(x, y) GREATER_INTEGER (TYPE, x, y)
#define LOAD_ELEMENT "ld.global.s16 %0, [%1];"
#define ELEMENTS_OF_WORD 2
#define UNPACK(value, word, k) ((value) = (int16_t) ((word) >> 16 * (k)))
#include "reduce-elements.h"

#define ELEMENT i4
#define VALUE int32_t
#define LEAST INT32_MIN
#define SIGN (~UINT32_C (0))
#define BITS "b32"
#define TYPE "s32"
#define GREATER(x, y) GREATER_INTEGER (TYPE, x, y)
#define LOAD_ELEMENT "ld.global.s32 %0, [%1];"
#include "reduce-elements.h"

#define ELEMENT i8
#define VALUE int64_t
#define LEAST INT64_MIN
#define SIGN (~UINT64_C (0))
#define BITS "b64"
#define TYPE "s64"
#define GREATER(x, y) GREATER_INTEGER (TYPE, x, y)
#define LOAD_ELEMENT "ld.global.s64 %0, [%1];"
#include "reduce-elements.h"

#define ELEMENT r2
#define VALUE float
#define LEAST __builtin_nanf ("")
#define SIGN (UINT32_C (1) << 31)
#define BITS "b32"
#define TYPE "f32"
#define GREATER(x, y) GREATER_REAL (TYPE, x, y)
#define LOAD_ELEMENT \
  "{ .reg .b16 h; ld.global.b16 h, [%1]; cvt.f32.f16 %0, h; }"
#define ELEMENTS_OF_WORD 2
#define UNPACK(value, word, k) \
  asm ("{ .reg .b16 h; cvt.u16.u32 h, %1; cvt.f32.f16 %0, h; }" \
       : "=r" (value) : "r" ((word) >> 16 * (k)))
#include "reduce-elements.h"

#define ELEMENT r4
#define VALUE float
#define LEAST __builtin_nanf ("")
#define SIGN (UINT32_C (1) << 31)
#define BITS "b32"
#define TYPE "f32"
#define GREATER(x, y) GREATER_REAL (TYPE, x, y)
#define LOAD_ELEMENT "ld.global.f32 %0, [%1];"
#include "reduce-elements.h"

#define ELEMENT r8
#define VALUE double
#define LEAST __builtin_nan ("")
#define SIGN (UINT64_C (1) << 63)
#define BITS "b64"
#define TYPE "f64"
#define GREATER(x, y) GREATER_REAL (TYPE, x, y)
#define LOAD_ELEMENT "ld.global.f64 %0, [%1];"
#include "reduce-elements.h"

#define ELEMENT c4
#define PAIRS
#define VALUE float
#define TYPE "f32"
#include "reduce-elements.h"

#define ELEMENT c8
#define PAIRS
#define VALUE double
#define TYPE "f64"
#include "reduce-elements.h"
