/* Module wmma for the GPU: tensor cores.
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

#include "device-library.h"

/* A warp holds a matrix in fragments, one a thread, whose elements PTX leaves
   open (PTX ISA, Warp Level Matrix Multiply-Accumulate Instructions, wmma): of
   the factors eight words of two halves, of the sum eight floats or four words.
   The components x of the Fortran types lie in that order.

   The instructions are of the aligned kind, which all threads of a warp have to
   reach together: a barrier of the warp in front sees to that.  */

typedef uint32_t __attribute__ ((may_alias)) wmma_word;
typedef float __attribute__ ((may_alias)) wmma_float;

#define TOGETHER "bar.warp.sync 0xffffffff;\n\twmma."

/* Words of halves must be in registers of type b32, and those of GCC's operands
   are of type u32: they are moved, which costs nothing in machine code.  */
#define WORDS4(r) "%%" #r "0, %%" #r "1, %%" #r "2, %%" #r "3"
#define WORDS8(r) WORDS4 (r) ", %%" #r "4, %%" #r "5, %%" #r "6, %%" #r "7"
#define DECLARE4(r) ".reg .b32 " WORDS4 (r) ";\n\t"
#define DECLARE8(r) ".reg .b32 " WORDS8 (r) ";\n\t"
#define GET(operand, r) "mov.b32 " operand ", %%" #r ";\n\t"
#define PUT(r, operand) "mov.b32 %%" #r ", " operand ";\n\t"

#define OUT4(v) "=r" (v[0]), "=r" (v[1]), "=r" (v[2]), "=r" (v[3])
#define OUT8(v) OUT4 (v), "=r" (v[4]), "=r" (v[5]), "=r" (v[6]), "=r" (v[7])
#define IN4(v) "r" (v[0]), "r" (v[1]), "r" (v[2]), "r" (v[3])
#define IN8(v) IN4 (v), "r" (v[4]), "r" (v[5]), "r" (v[6]), "r" (v[7])

/* Of each kind of sum: the type of a word, their number, PTX's name, the operands;
   those as the first eight or four, which are a result, and as the third and
   following.  */
#define TYPE_2 wmma_word
#define TYPE_4 wmma_float
#define COUNT_2 4
#define COUNT_4 8
#define PTX_2 "f16"
#define PTX_4 "f32"
#define OUT_2 OUT4
#define OUT_4 OUT8
#define IN_2 IN4
#define IN_4 IN8
#define RESULT_2 "{" WORDS4 (d) "}"
#define RESULT_4 "{%0, %1, %2, %3, %4, %5, %6, %7}"
#define BEGIN_RESULT_2 DECLARE4 (d)
#define BEGIN_RESULT_4
#define END_RESULT_2							\
  GET ("%0", d0) GET ("%1", d1) GET ("%2", d2) GET ("%3", d3)
#define END_RESULT_4
#define THIRD_2 "{" WORDS4 (c) "}"
#define THIRD_4 "{%2, %3, %4, %5, %6, %7, %8, %9}"
#define BEGIN_THIRD_2							\
  DECLARE4 (c) PUT (c0, "%2") PUT (c1, "%3") PUT (c2, "%4") PUT (c3, "%5")
#define BEGIN_THIRD_4
#define SOURCE_2 "[%4], %5;\n\t"
#define SOURCE_4 "[%8], %9;\n\t"

/* --- Loads and stores ------------------------------------------------------- */

#define LOAD_FACTOR(m, n, k, factor, layout, ptx)			\
  GCUF_DEVICE								\
  void									\
  __gcuf_warp_wmma_load_##factor##_##m##_##n##_##k##_##layout		\
    (void *fragment, const void *mem, int ld)				\
  {									\
    wmma_word *x = fragment;						\
    asm volatile ("{ " DECLARE8 (v)					\
		  TOGETHER "load." #factor ".sync.aligned." ptx		\
		  ".m" #m "n" #n "k" #k ".f16 {" WORDS8 (v) "}, [%8], %9;\n\t" \
		  GET ("%0", v0) GET ("%1", v1) GET ("%2", v2)		\
		  GET ("%3", v3) GET ("%4", v4) GET ("%5", v5)		\
		  GET ("%6", v6) GET ("%7", v7) "}"			\
		  : OUT8 (x) : "r" (mem), "r" (ld) : "memory");		\
  }

#define LOAD_SUM_AS(m, n, k, kind, ptx, v, p, ld)			\
  asm volatile ("{ " BEGIN_RESULT_##kind				\
		TOGETHER "load.c.sync.aligned." ptx ".m" #m "n" #n "k" #k \
		"." PTX_##kind " " RESULT_##kind ", " SOURCE_##kind	\
		END_RESULT_##kind "}"					\
		: OUT_##kind (v) : "r" (p), "r" (ld) : "memory")

#define LOAD_SUM(m, n, k, kind)						\
  GCUF_DEVICE								\
  void									\
  __gcuf_warp_wmma_load_c_##m##_##n##_##k##_##kind			\
    (void *fragment, const void *mem, int ld, const int *row_major)	\
  {									\
    TYPE_##kind *x = fragment;						\
    if (row_major && *row_major)					\
      LOAD_SUM_AS (m, n, k, kind, "row", x, mem, ld);			\
    else								\
      LOAD_SUM_AS (m, n, k, kind, "col", x, mem, ld);			\
  }

#define STORE_SUM_AS(m, n, k, kind, ptx, v, p, ld)			\
  asm volatile ("{ " BEGIN_THIRD_##kind					\
		TOGETHER "store.d.sync.aligned." ptx ".m" #m "n" #n "k" #k \
		"." PTX_##kind " [%0], " THIRD_##kind ", %1; }"		\
		: : "r" (p), "r" (ld), IN_##kind (v) : "memory")

#define STORE_SUM(m, n, k, kind)					\
  GCUF_DEVICE								\
  void									\
  __gcuf_warp_wmma_store_##m##_##n##_##k##_##kind			\
    (void *mem, const void *fragment, int ld, const int *row_major)	\
  {									\
    const TYPE_##kind *x = fragment;					\
    if (row_major && *row_major)					\
      STORE_SUM_AS (m, n, k, kind, "row", x, mem, ld);			\
    else								\
      STORE_SUM_AS (m, n, k, kind, "col", x, mem, ld);			\
  }

/* --- Products --------------------------------------------------------------- */

/* GCC takes thirty operands at most, so the words of the factors come in pairs.  */
GCUF_DEVICE
uint64_t
__gcuf_wmma_pair (uint32_t low, uint32_t high)
{
  uint64_t r;
  asm ("mov.b64 %0, {%1, %2};" : "=r" (r) : "r" (low), "r" (high));
  return r;
}

#define PAIRS(x)							\
  __gcuf_wmma_pair (x[0], x[1]), __gcuf_wmma_pair (x[2], x[3]),		\
  __gcuf_wmma_pair (x[4], x[5]), __gcuf_wmma_pair (x[6], x[7])

#define UNPACK(i, j, operand)						\
  "mov.b64 {%%" #i ", %%" #j "}, " operand ";\n\t"
#define FACTORS(a01, a23, a45, a67, b01, b23, b45, b67)			\
  DECLARE8 (a) DECLARE8 (b)						\
  UNPACK (a0, a1, a01) UNPACK (a2, a3, a23)				\
  UNPACK (a4, a5, a45) UNPACK (a6, a7, a67)				\
  UNPACK (b0, b1, b01) UNPACK (b2, b3, b23)				\
  UNPACK (b4, b5, b45) UNPACK (b6, b7, b67)

/* Behind the registers of the result come the pairs, then those of the sum.  */
#define FACTORS_2							\
  FACTORS ("%4", "%5", "%6", "%7", "%8", "%9", "%10", "%11")
#define FACTORS_4							\
  FACTORS ("%8", "%9", "%10", "%11", "%12", "%13", "%14", "%15")
#define SUM_22 "{" WORDS4 (c) "}"
#define SUM_24 "{%12, %13, %14, %15, %16, %17, %18, %19}"
#define SUM_42 "{" WORDS4 (c) "}"
#define SUM_44 "{%16, %17, %18, %19, %20, %21, %22, %23}"
#define BEGIN_SUM_22							\
  DECLARE4 (c) PUT (c0, "%12") PUT (c1, "%13") PUT (c2, "%14") PUT (c3, "%15")
#define BEGIN_SUM_24
#define BEGIN_SUM_42							\
  DECLARE4 (c) PUT (c0, "%16") PUT (c1, "%17") PUT (c2, "%18") PUT (c3, "%19")
#define BEGIN_SUM_44

#define PRODUCT(m, n, k, la, lb, dk, ck)				\
  GCUF_DEVICE								\
  void									\
  __gcuf_warp_wmma_mma_##m##_##n##_##k##_##la##_##lb##_##dk##ck		\
    (void *d, const void *a, const void *b, const void *c)		\
  {									\
    TYPE_##dk *pd = d;							\
    const wmma_word *pa = a, *pb = b;					\
    const TYPE_##ck *pc = c;						\
    uint64_t va[4] = { PAIRS (pa) }, vb[4] = { PAIRS (pb) };		\
    asm volatile ("{ " FACTORS_##dk BEGIN_SUM_##dk##ck BEGIN_RESULT_##dk \
		  TOGETHER "mma.sync.aligned." #la "." #lb		\
		  ".m" #m "n" #n "k" #k "." PTX_##dk "." PTX_##ck " "	\
		  RESULT_##dk ", {" WORDS8 (a) "}, {" WORDS8 (b) "}, "	\
		  SUM_##dk##ck ";\n\t" END_RESULT_##dk "}"		\
		  : OUT_##dk (pd)					\
		  : IN4 (va), IN4 (vb), IN_##ck (pc));			\
  }

/* Without a sum to begin with.  */
#define PRODUCT_ALONE(m, n, k, la, lb, dk)				\
  GCUF_DEVICE								\
  void									\
  __gcuf_warp_wmma_mul_##m##_##n##_##k##_##la##_##lb##_##dk		\
    (void *d, const void *a, const void *b)				\
  {									\
    TYPE_##dk zero[COUNT_##dk] = { 0 };					\
    __gcuf_warp_wmma_mma_##m##_##n##_##k##_##la##_##lb##_##dk##dk	\
      (d, a, b, zero);							\
  }

#define PRODUCTS(m, n, k, la, lb)					\
  PRODUCT (m, n, k, la, lb, 2, 2)					\
  PRODUCT (m, n, k, la, lb, 2, 4)					\
  PRODUCT (m, n, k, la, lb, 4, 2)					\
  PRODUCT (m, n, k, la, lb, 4, 4)					\
  PRODUCT_ALONE (m, n, k, la, lb, 2)					\
  PRODUCT_ALONE (m, n, k, la, lb, 4)

#define GCUF_WMMA_SHAPE(m, n, k)					\
  LOAD_FACTOR (m, n, k, a, col, "col")					\
  LOAD_FACTOR (m, n, k, a, row, "row")					\
  LOAD_FACTOR (m, n, k, b, col, "col")					\
  LOAD_FACTOR (m, n, k, b, row, "row")					\
  LOAD_SUM (m, n, k, 2)							\
  LOAD_SUM (m, n, k, 4)							\
  STORE_SUM (m, n, k, 2)						\
  STORE_SUM (m, n, k, 4)						\
  PRODUCTS (m, n, k, col, col)						\
  PRODUCTS (m, n, k, col, row)						\
  PRODUCTS (m, n, k, row, col)						\
  PRODUCTS (m, n, k, row, row)

#include "wmma.def"

/* --- Filling ---------------------------------------------------------------- */

GCUF_DEVICE
uint32_t
__gcuf_wmma_half_pair (float value)
{
  uint32_t r;
  asm ("{ .reg .b16 %%h;\n\t"
       "cvt.rn.f16.f32 %%h, %1;\n\t"
       "mov.b32 %0, {%%h, %%h}; }" : "=r" (r) : "r" (value));
  return r;
}

/* No loops: GCC might leave them, and then the fragments stay in memory.  */
#define SET_4(x, v) (x)[0] = (x)[1] = (x)[2] = (x)[3] = (v)
#define SET_8(x, v) SET_4 (x, v); SET_4 (x + 4, v)

/* VALUE is of so many types; REAL(2) is none of C's.  */
#define FILL(name, count, type, converted, from, c_type, value_)		\
  GCUF_DEVICE								\
  void									\
  __gcuf_wmma_fill_##name##_##from (void *fragment, const c_type *p)	\
  {									\
    type *x = fragment;							\
    float value = value_;						\
    type v = converted;							\
    SET_##count (x, v);							\
  }

#define FILLS(name, count, type, converted)				\
  FILL (name, count, type, converted, r2, void,				\
	__gcuf_math_half2float (*(const wmma_half *) p))		\
  FILL (name, count, type, converted, r4, float, *p)			\
  FILL (name, count, type, converted, r8, double, *p)			\
  FILL (name, count, type, converted, i4, int, *p)

typedef uint16_t __attribute__ ((may_alias)) wmma_half;

FILLS (factor, 8, wmma_word, __gcuf_wmma_half_pair (value))
FILLS (sum2, 4, wmma_word, __gcuf_wmma_half_pair (value))
FILLS (sum4, 8, wmma_float, value)
