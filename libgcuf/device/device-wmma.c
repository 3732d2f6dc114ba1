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
   factors of REAL(2) eight words of two halves, of a sum eight floats or four
   words; of factors of REAL(4) four words, of REAL(8) one double, and two of a
   sum.  The components x of the Fortran types lie in that order.

   The instructions are of the aligned kind, which all threads of a warp have to
   reach together; a barrier of the warp before them ensures that.  */

typedef uint32_t __attribute__ ((may_alias)) wmma_word;
typedef float __attribute__ ((may_alias)) wmma_float;
typedef double __attribute__ ((may_alias)) wmma_double;
typedef uint16_t __attribute__ ((may_alias)) wmma_half;

/* Layouts, as in the names of functions and in PTX.  */
#define LAYOUT_c "col"
#define LAYOUT_r "row"

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

/* Numbers, which instructions want in registers of their type.  */
#define TYPED2(v) "r" (GCUF_TYPED (v[0])), "r" (GCUF_TYPED (v[1]))
#define TYPED4(v)							\
  TYPED2 (v), "r" (GCUF_TYPED (v[2])), "r" (GCUF_TYPED (v[3]))
#define TYPED8(v)							\
  TYPED4 (v), "r" (GCUF_TYPED (v[4])), "r" (GCUF_TYPED (v[5])),		\
  "r" (GCUF_TYPED (v[6])), "r" (GCUF_TYPED (v[7]))

/* Of each kind of sum: the type of a word, their number, PTX's name, the
   operands; those as the first eight or four, which are a result, and as the
   third and following.  */
#define TYPE_2 wmma_word
#define TYPE_4 wmma_float
#define COUNT_2 4
#define COUNT_4 8
#define PTX_2 "f16"
#define PTX_4 "f32"
#define OUT_2 OUT4
#define OUT_4 OUT8
#define IN_2 IN4
#define IN_4 TYPED8
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

/* --- Loads and stores ---------------------------------------------------- */

#define LOAD_FACTOR(m, n, k, factor, layout)				\
  GCUF_DEVICE								\
  void									\
  __gcuf_warp_wmma_load_##factor##_##m##_##n##_##k##_##layout		\
    (void *fragment, const void *mem, int ld)				\
  {									\
    wmma_word *x = fragment;						\
    asm volatile ("{ " DECLARE8 (v)					\
		  TOGETHER "load." #factor ".sync.aligned."		\
		  LAYOUT_##layout ".m" #m "n" #n "k" #k ".f16 {"	\
		  WORDS8 (v) "}, [%8], %9;\n\t"			\
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

/* --- Products ------------------------------------------------------------ */

/* GCC takes thirty operands at most, so the words of the factors come in
   pairs.  */
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

/* After the registers of the result come the pairs, then those of the sum.  */
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
		  TOGETHER "mma.sync.aligned."				\
		  LAYOUT_##la "." LAYOUT_##lb ".m" #m "n" #n "k" #k	\
		  "." PTX_##dk "." PTX_##ck " "				\
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

#define GCUF_WMMA_HALF(m, n, k)						\
  LOAD_FACTOR (m, n, k, a, c)						\
  LOAD_FACTOR (m, n, k, a, r)						\
  LOAD_FACTOR (m, n, k, b, c)						\
  LOAD_FACTOR (m, n, k, b, r)						\
  LOAD_SUM (m, n, k, 2)							\
  LOAD_SUM (m, n, k, 4)							\
  STORE_SUM (m, n, k, 2)						\
  STORE_SUM (m, n, k, 4)						\
  PRODUCTS (m, n, k, c, c)						\
  PRODUCTS (m, n, k, c, r)						\
  PRODUCTS (m, n, k, r, c)						\
  PRODUCTS (m, n, k, r, r)

/* --- TF32 ---------------------------------------------------------------- */

/* Factors are loaded unchanged and rounded for each product, so that the
   program can change elements in between.  If a factor is used again, ptxas
   rounds it once.  */
#define LOAD_SINGLE_FACTOR(m, n, k, factor, layout)			\
  GCUF_DEVICE								\
  void									\
  __gcuf_warp_wmma_load_##factor##_##m##_##n##_##k##_##layout		\
    (void *fragment, const void *mem, int ld)				\
  {									\
    wmma_word *x = fragment;						\
    asm volatile ("{ " DECLARE4 (v)					\
		  TOGETHER "load." #factor ".sync.aligned."		\
		  LAYOUT_##layout ".m" #m "n" #n "k" #k			\
		  ".tf32 {" WORDS4 (v) "}, [%4], %5;\n\t"		\
		  GET ("%0", v0) GET ("%1", v1)				\
		  GET ("%2", v2) GET ("%3", v3) "}"			\
		  : OUT4 (x) : "r" (mem), "r" (ld) : "memory");		\
  }

#define ROUND(r, operand) "cvt.rna.tf32.f32 %%" #r ", " operand ";\n\t"

#define SINGLE_PRODUCT(m, n, k, la, lb)					\
  GCUF_DEVICE								\
  void									\
  __gcuf_warp_wmma_mma_##m##_##n##_##k##_##la##_##lb##_44		\
    (void *d, const void *a, const void *b, const void *c)		\
  {									\
    wmma_float *pd = d;							\
    const wmma_float *pa = a, *pb = b, *pc = c;				\
    asm volatile ("{ " DECLARE4 (a) DECLARE4 (b)			\
		  ROUND (a0, "%8") ROUND (a1, "%9")			\
		  ROUND (a2, "%10") ROUND (a3, "%11")			\
		  ROUND (b0, "%12") ROUND (b1, "%13")			\
		  ROUND (b2, "%14") ROUND (b3, "%15")			\
		  TOGETHER "mma.sync.aligned."				\
		  LAYOUT_##la "." LAYOUT_##lb ".m" #m "n" #n "k" #k	\
		  ".f32.tf32.tf32.f32 " RESULT_4 ", {" WORDS4 (a)	\
		  "}, {" WORDS4 (b) "}, " SUM_44 "; }"			\
		  : OUT8 (pd) : TYPED4 (pa), TYPED4 (pb), TYPED8 (pc));	\
  }									\
  PRODUCT_ALONE (m, n, k, la, lb, 4)

#define GCUF_WMMA_SINGLE(m, n, k)					\
  LOAD_SINGLE_FACTOR (m, n, k, a, c)					\
  LOAD_SINGLE_FACTOR (m, n, k, a, r)					\
  LOAD_SINGLE_FACTOR (m, n, k, b, c)					\
  LOAD_SINGLE_FACTOR (m, n, k, b, r)					\
  LOAD_SUM (m, n, k, 4)							\
  STORE_SUM (m, n, k, 4)						\
  SINGLE_PRODUCT (m, n, k, c, c)					\
  SINGLE_PRODUCT (m, n, k, c, r)					\
  SINGLE_PRODUCT (m, n, k, r, c)					\
  SINGLE_PRODUCT (m, n, k, r, r)

/* --- Double precision ---------------------------------------------------- */

#define TYPE_8 wmma_double
#define COUNT_8 2
#define PTX_8 "f64"
#define OUT2(v) "=r" (v[0]), "=r" (v[1])
#define OUT_8 OUT2
#define IN_8 TYPED2
#define RESULT_8 "{%0, %1}"
#define BEGIN_RESULT_8
#define END_RESULT_8
#define THIRD_8 "{%2, %3}"
#define BEGIN_THIRD_8
#define SOURCE_8 "[%2], %3;\n\t"

#define LOAD_DOUBLE_FACTOR(m, n, k, factor, layout)			\
  GCUF_DEVICE								\
  void									\
  __gcuf_warp_wmma_load_##factor##_##m##_##n##_##k##_##layout		\
    (void *fragment, const void *mem, int ld)				\
  {									\
    wmma_double *x = fragment;						\
    asm volatile (TOGETHER "load." #factor ".sync.aligned."		\
		  LAYOUT_##layout ".m" #m "n" #n "k" #k			\
		  ".f64 {%0}, [%1], %2;"				\
		  : "=r" (*x) : "r" (mem), "r" (ld) : "memory");	\
  }

#define DOUBLE_PRODUCT(m, n, k, la, lb)					\
  GCUF_DEVICE								\
  void									\
  __gcuf_warp_wmma_mma_##m##_##n##_##k##_##la##_##lb##_88		\
    (void *d, const void *a, const void *b, const void *c)		\
  {									\
    wmma_double *pd = d;						\
    const wmma_double *pa = a, *pb = b, *pc = c;			\
    asm volatile (TOGETHER "mma.sync.aligned."				\
		  LAYOUT_##la "." LAYOUT_##lb ".m" #m "n" #n "k" #k	\
		  ".f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%4, %5};"	\
		  : OUT2 (pd)						\
		  : "r" (GCUF_TYPED (*pa)), "r" (GCUF_TYPED (*pb)),	\
		    TYPED2 (pc));					\
  }									\
  PRODUCT_ALONE (m, n, k, la, lb, 8)

#define GCUF_WMMA_DOUBLE(m, n, k)					\
  LOAD_DOUBLE_FACTOR (m, n, k, a, c)					\
  LOAD_DOUBLE_FACTOR (m, n, k, a, r)					\
  LOAD_DOUBLE_FACTOR (m, n, k, b, c)					\
  LOAD_DOUBLE_FACTOR (m, n, k, b, r)					\
  LOAD_SUM (m, n, k, 8)							\
  STORE_SUM (m, n, k, 8)						\
  DOUBLE_PRODUCT (m, n, k, c, c)					\
  DOUBLE_PRODUCT (m, n, k, c, r)					\
  DOUBLE_PRODUCT (m, n, k, r, c)					\
  DOUBLE_PRODUCT (m, n, k, r, r)

#include "wmma.def"

/* --- Filling ------------------------------------------------------------- */

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

/* No loops: GCC might not unroll them, and the fragments would stay in
   memory.  */
#define EACH_1(f, ...) f (0, __VA_ARGS__)
#define EACH_2(f, ...) EACH_1 (f, __VA_ARGS__) f (1, __VA_ARGS__)
#define EACH_4(f, ...)							\
  EACH_2 (f, __VA_ARGS__) f (2, __VA_ARGS__) f (3, __VA_ARGS__)
#define EACH_8(f, ...)							\
  EACH_4 (f, __VA_ARGS__) f (4, __VA_ARGS__) f (5, __VA_ARGS__)		\
  f (6, __VA_ARGS__) f (7, __VA_ARGS__)

#define SET(i, x, v) (x)[i] = (v);

/* The types of VALUE; REAL(2) has no counterpart in C.  */
#define FILL(name, count, type, converted, from, c_type, value_)	\
  GCUF_DEVICE								\
  void									\
  __gcuf_wmma_fill_##name##_##from (void *fragment, const c_type *p)	\
  {									\
    type *x = fragment;							\
    double value = value_;						\
    type v = converted;							\
    EACH_##count (SET, x, v)						\
  }

#define FILLS(name, count, type, converted)				\
  FILL (name, count, type, converted, r2, void,				\
	__gcuf_math_half2float (*(const wmma_half *) p))		\
  FILL (name, count, type, converted, r4, float, *p)			\
  FILL (name, count, type, converted, r8, double, *p)			\
  FILL (name, count, type, converted, i4, int, *p)

FILLS (factor2, 8, wmma_word, __gcuf_wmma_half_pair (value))
FILLS (factor4, 4, wmma_float, value)
FILLS (factor8, 1, wmma_double, value)
FILLS (sum2, 4, wmma_word, __gcuf_wmma_half_pair (value))
FILLS (sum4, 8, wmma_float, value)
FILLS (sum8, 2, wmma_double, value)

/* --- Comparisons and selections ------------------------------------------ */

/* A thread's part of a mask.  For a Fortran function with such a result, the
   first argument points to it.  */
struct wmma_mask_8 { _Bool x[8]; };
struct wmma_mask_2 { _Bool x[2]; };

GCUF_DEVICE
float
__gcuf_wmma_low_half (uint32_t word)
{
  float r;
  asm ("{ .reg .b16 %%l, %%h;\n\t"
       "mov.b32 {%%l, %%h}, %1;\n\t"
       "cvt.f32.f16 %0, %%l; }" : "=r" (r) : "r" (word));
  return r;
}

GCUF_DEVICE
float
__gcuf_wmma_high_half (uint32_t word)
{
  float r;
  asm ("{ .reg .b16 %%l, %%h;\n\t"
       "mov.b32 {%%l, %%h}, %1;\n\t"
       "cvt.f32.f16 %0, %%h; }" : "=r" (r) : "r" (word));
  return r;
}

/* Of each kind of sum, by its number of bytes: the value of element I of P,
   and how it is stored: halves by two in a word, else the words would not
   stay in registers.  */
#define STORED_sum2 wmma_word
#define STORED_sum4 wmma_float
#define STORED_sum8 wmma_double
#define VALUE_sum2(p, i)						\
  ((i) & 1 ? __gcuf_wmma_high_half ((p)[(i) / 2])			\
   : __gcuf_wmma_low_half ((p)[(i) / 2]))
#define VALUE_sum4(p, i) (p)[i]
#define VALUE_sum8(p, i) (p)[i]

/* Operands: those of a sum, and a number for all.  */
#define ELEMENT(sum, p, i) VALUE_##sum (((const STORED_##sum *) p), i)
#define SCALAR(sum, p, i) (p)

#define SET_COMPARED(i, x, c, sum, a_is, b_is)				\
  (x)[i] = a_is (sum, a, i) c b_is (sum, b, i);

#define COMPARE(name, c, sum, count, a_type, a_is, b_type, b_is)	\
  GCUF_DEVICE								\
  void									\
  __gcuf_wmma_##name (struct wmma_mask_##count *r, a_type a, b_type b)	\
  {									\
    EACH_##count (SET_COMPARED, r->x, c, sum, a_is, b_is)		\
  }

#define COMPARISON(op, c, sum, count)					\
  COMPARE (op##_##sum, c, sum, count, const void *, ELEMENT,		\
	   const void *, ELEMENT)					\
  COMPARE (op##_##sum##_r, c, sum, count, const void *, ELEMENT,	\
	   double, SCALAR)						\
  COMPARE (op##_##sum##_i, c, sum, count, const void *, ELEMENT,	\
	   int64_t, (double) SCALAR)					\
  COMPARE (op##_r_##sum, c, sum, count, double, SCALAR,			\
	   const void *, ELEMENT)					\
  COMPARE (op##_i_##sum, c, sum, count, int64_t, (double) SCALAR,	\
	   const void *, ELEMENT)

/* The value stored at I for the selection from T and F by the mask M.  */
#define SELECT_sum2(i, t, f)						\
  ((t) & KEPT (i)) | ((f) & ~KEPT (i))
#define KEPT(i)								\
  ((m[2 * (i)] ? 0xffff : 0) | (m[2 * (i) + 1] ? 0xffff0000 : 0))
#define SELECT_sum4(i, t, f) m[i] ? (t) : (f)
#define SELECT_sum8(i, t, f) m[i] ? (t) : (f)

/* A source of it: a sum's, as it is stored, or a number for all.  */
#define STORED(sum, p, i) ((const STORED_##sum *) p)[i]
#define CONVERTED(sum, value, i) CONVERTED_##sum (value)
#define CONVERTED_sum2(value) __gcuf_wmma_half_pair (value)
#define CONVERTED_sum4(value) (float) (value)
#define CONVERTED_sum8(value) (value)

#define SET_SELECTED(i, x, sum, t_is, f_is)				\
  (x)[i] = SELECT_##sum (i, t_is (sum, t, i), f_is (sum, f, i));

/* There are COUNT elements in PLACES places.  */
#define MERGE(name, sum, count, places, t_type, t_is, f_type, f_is)	\
  GCUF_DEVICE								\
  void									\
  __gcuf_wmma_merge_##name##_##sum (void *d, t_type t, f_type f,	\
				    const struct wmma_mask_##count *mask) \
  {									\
    STORED_##sum *x = d;						\
    const _Bool *m = mask->x;						\
    EACH_##places (SET_SELECTED, x, sum, t_is, f_is)			\
  }

#define COMPARISONS(sum, count, places)					\
  COMPARISON (lt, <, sum, count)					\
  COMPARISON (le, <=, sum, count)					\
  COMPARISON (gt, >, sum, count)					\
  COMPARISON (ge, >=, sum, count)					\
  COMPARISON (eq, ==, sum, count)					\
  COMPARISON (ne, !=, sum, count)					\
  MERGE (vv, sum, count, places, const void *, STORED, const void *, STORED) \
  MERGE (vr, sum, count, places, const void *, STORED, double, CONVERTED) \
  MERGE (rv, sum, count, places, double, CONVERTED, const void *, STORED) \
  MERGE (rr, sum, count, places, double, CONVERTED, double, CONVERTED)

COMPARISONS (sum2, 8, 4)
COMPARISONS (sum4, 8, 8)
COMPARISONS (sum8, 2, 2)

/* --- Masks --------------------------------------------------------------- */

#define SET_LOGICAL(i, out, c) (out)[i] = a->x[i] c b->x[i];
#define SET_NOT(i, out) (out)[i] = !a->x[i];

#define MASK_OPERATION(op, c, count)					\
  GCUF_DEVICE								\
  void									\
  __gcuf_wmma_##op##_##count (struct wmma_mask_##count *r,		\
			      const struct wmma_mask_##count *a,	\
			      const struct wmma_mask_##count *b)	\
  {									\
    EACH_##count (SET_LOGICAL, r->x, c)					\
  }

#define ADD_ANY(i, x) r |= (x)[i];
#define ADD_ALL(i, x) r &= (x)[i];
#define ADD_COUNT(i, x)							\
  r += __builtin_popcount (__gcuf_warp_ballot_sync_i4 (ALL_LANES, (x)[i]));

#define MASKS(count)							\
  GCUF_DEVICE								\
  void									\
  __gcuf_wmma_not_##count (struct wmma_mask_##count *r,			\
			   const struct wmma_mask_##count *a)		\
  {									\
    EACH_##count (SET_NOT, r->x)					\
  }									\
									\
  MASK_OPERATION (and, &, count)					\
  MASK_OPERATION (or, |, count)						\
  MASK_OPERATION (eqv, ==, count)					\
  MASK_OPERATION (neqv, !=, count)					\
									\
  GCUF_DEVICE								\
  int									\
  __gcuf_warp_wmma_any_##count (const struct wmma_mask_##count *mask)	\
  {									\
    int r = 0;								\
    EACH_##count (ADD_ANY, mask->x)					\
    return __gcuf_warp_any_sync_i4 (ALL_LANES, r);			\
  }									\
									\
  GCUF_DEVICE								\
  int									\
  __gcuf_warp_wmma_all_##count (const struct wmma_mask_##count *mask)	\
  {									\
    int r = 1;								\
    EACH_##count (ADD_ALL, mask->x)					\
    return __gcuf_warp_all_sync_i4 (ALL_LANES, r);			\
  }									\
									\
  GCUF_DEVICE								\
  int									\
  __gcuf_warp_wmma_count_##count (const struct wmma_mask_##count *mask)	\
  {									\
    int r = 0;								\
    EACH_##count (ADD_COUNT, mask->x)					\
    return r;								\
  }

MASKS (8)
MASKS (2)
