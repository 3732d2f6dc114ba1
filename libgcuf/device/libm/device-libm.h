/* What the mathematical functions of the device library share.
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

/* The functions take no table from memory, which would cost more than the
   operations that it saves, and contain no loop where the usual arguments pass.
   Rare cases, above all the reduction of huge angles, are in functions of its
   own that are called.

   GCUF_LIBM_HOST is defined where a test compiles this code for the host.  */

#ifndef GCUF_DEVICE_LIBM_H
#define GCUF_DEVICE_LIBM_H

#include <stdint.h>

#include "libm-polynomials.h"

#ifdef GCUF_LIBM_HOST
# define LIBM_ROUTINE
#else
# define LIBM_ROUTINE _Pragma ("acc routine seq nohost")
#endif

/* A function that device code calls: its definition is there to be inlined
   and for nothing else.  */
#ifdef GCUF_LIBM_HOST
# define LIBM static inline
#else
# define LIBM								\
  LIBM_ROUTINE								\
  extern inline __attribute__ ((always_inline, const))
#endif
/* One that writes through a pointer.  */
#ifdef GCUF_LIBM_HOST
# define LIBM_OUT static inline
#else
# define LIBM_OUT LIBM_ROUTINE extern inline __attribute__ ((always_inline))
#endif
/* A part of these functions, and one that is called out of line.  */
#define LIBM_PART							\
  LIBM_ROUTINE								\
  static inline __attribute__ ((always_inline, const))
#define LIBM_COLD							\
  LIBM_ROUTINE								\
  static __attribute__ ((noinline, const))

#define FMA(x, y, z) __builtin_fma (x, y, z)
#define FMAF(x, y, z) __builtin_fmaf (x, y, z)

/* The polynomial in X with the coefficients that follow, the highest power
   first, in double and in single precision.  */
#define HORNER2(x, a, b) FMA (a, x, b)
#define HORNER3(x, a, b, ...) \
  HORNER2 (x, FMA (a, x, b), __VA_ARGS__)
#define HORNER4(x, a, b, ...) \
  HORNER3 (x, FMA (a, x, b), __VA_ARGS__)
#define HORNER5(x, a, b, ...) \
  HORNER4 (x, FMA (a, x, b), __VA_ARGS__)
#define HORNER6(x, a, b, ...) \
  HORNER5 (x, FMA (a, x, b), __VA_ARGS__)
#define HORNER7(x, a, b, ...) \
  HORNER6 (x, FMA (a, x, b), __VA_ARGS__)
#define HORNER8(x, a, b, ...) \
  HORNER7 (x, FMA (a, x, b), __VA_ARGS__)
#define HORNER9(x, a, b, ...) \
  HORNER8 (x, FMA (a, x, b), __VA_ARGS__)
#define HORNER10(x, a, b, ...) \
  HORNER9 (x, FMA (a, x, b), __VA_ARGS__)
#define HORNER11(x, a, b, ...) \
  HORNER10 (x, FMA (a, x, b), __VA_ARGS__)
#define HORNER12(x, a, b, ...) \
  HORNER11 (x, FMA (a, x, b), __VA_ARGS__)
#define HORNER13(x, a, b, ...) \
  HORNER12 (x, FMA (a, x, b), __VA_ARGS__)
#define HORNER14(x, a, b, ...) \
  HORNER13 (x, FMA (a, x, b), __VA_ARGS__)
#define HORNER15(x, a, b, ...) \
  HORNER14 (x, FMA (a, x, b), __VA_ARGS__)
#define HORNER16(x, a, b, ...) \
  HORNER15 (x, FMA (a, x, b), __VA_ARGS__)
#define HORNER17(x, a, b, ...) \
  HORNER16 (x, FMA (a, x, b), __VA_ARGS__)
#define HORNER18(x, a, b, ...) \
  HORNER17 (x, FMA (a, x, b), __VA_ARGS__)
#define HORNER19(x, a, b, ...) \
  HORNER18 (x, FMA (a, x, b), __VA_ARGS__)
#define HORNER20(x, a, b, ...) \
  HORNER19 (x, FMA (a, x, b), __VA_ARGS__)
#define HORNER21(x, a, b, ...) \
  HORNER20 (x, FMA (a, x, b), __VA_ARGS__)
#define HORNER22(x, a, b, ...) \
  HORNER21 (x, FMA (a, x, b), __VA_ARGS__)
#define HORNER23(x, a, b, ...) \
  HORNER22 (x, FMA (a, x, b), __VA_ARGS__)
#define HORNER24(x, a, b, ...) \
  HORNER23 (x, FMA (a, x, b), __VA_ARGS__)
#define HORNER25(x, a, b, ...) \
  HORNER24 (x, FMA (a, x, b), __VA_ARGS__)
#define HORNER26(x, a, b, ...) \
  HORNER25 (x, FMA (a, x, b), __VA_ARGS__)
#define HORNER27(x, a, b, ...) \
  HORNER26 (x, FMA (a, x, b), __VA_ARGS__)
#define HORNER2F(x, a, b) FMAF (a, x, b)
#define HORNER3F(x, a, b, ...) \
  HORNER2F (x, FMAF (a, x, b), __VA_ARGS__)
#define HORNER4F(x, a, b, ...) \
  HORNER3F (x, FMAF (a, x, b), __VA_ARGS__)
#define HORNER5F(x, a, b, ...) \
  HORNER4F (x, FMAF (a, x, b), __VA_ARGS__)
#define HORNER6F(x, a, b, ...) \
  HORNER5F (x, FMAF (a, x, b), __VA_ARGS__)
#define HORNER7F(x, a, b, ...) \
  HORNER6F (x, FMAF (a, x, b), __VA_ARGS__)
#define HORNER8F(x, a, b, ...) \
  HORNER7F (x, FMAF (a, x, b), __VA_ARGS__)
#define HORNER9F(x, a, b, ...) \
  HORNER8F (x, FMAF (a, x, b), __VA_ARGS__)
#define HORNER10F(x, a, b, ...) \
  HORNER9F (x, FMAF (a, x, b), __VA_ARGS__)
#define HORNER11F(x, a, b, ...) \
  HORNER10F (x, FMAF (a, x, b), __VA_ARGS__)
#define HORNER12F(x, a, b, ...) \
  HORNER11F (x, FMAF (a, x, b), __VA_ARGS__)
#define HORNER13F(x, a, b, ...) \
  HORNER12F (x, FMAF (a, x, b), __VA_ARGS__)
#define HORNER14F(x, a, b, ...) \
  HORNER13F (x, FMAF (a, x, b), __VA_ARGS__)
#define HORNER15F(x, a, b, ...) \
  HORNER14F (x, FMAF (a, x, b), __VA_ARGS__)
#define HORNER16F(x, a, b, ...) \
  HORNER15F (x, FMAF (a, x, b), __VA_ARGS__)
#define HORNER17F(x, a, b, ...) \
  HORNER16F (x, FMAF (a, x, b), __VA_ARGS__)
#define HORNER18F(x, a, b, ...) \
  HORNER17F (x, FMAF (a, x, b), __VA_ARGS__)
#define HORNER19F(x, a, b, ...) \
  HORNER18F (x, FMAF (a, x, b), __VA_ARGS__)
#define HORNER20F(x, a, b, ...) \
  HORNER19F (x, FMAF (a, x, b), __VA_ARGS__)
#define HORNER21F(x, a, b, ...) \
  HORNER20F (x, FMAF (a, x, b), __VA_ARGS__)
#define HORNER22F(x, a, b, ...) \
  HORNER21F (x, FMAF (a, x, b), __VA_ARGS__)
#define HORNER23F(x, a, b, ...) \
  HORNER22F (x, FMAF (a, x, b), __VA_ARGS__)
#define HORNER24F(x, a, b, ...) \
  HORNER23F (x, FMAF (a, x, b), __VA_ARGS__)
#define HORNER25F(x, a, b, ...) \
  HORNER24F (x, FMAF (a, x, b), __VA_ARGS__)
#define HORNER26F(x, a, b, ...) \
  HORNER25F (x, FMAF (a, x, b), __VA_ARGS__)
#define HORNER27F(x, a, b, ...) \
  HORNER26F (x, FMAF (a, x, b), __VA_ARGS__)

#define LIBM_INF __builtin_inf ()
#define LIBM_NAN __builtin_nan ("")

/* --- Representations ---------------------------------------------------- */

LIBM_PART int64_t
libm_bits (double x)
{
  return ((union { double x; int64_t i; }) { .x = x }).i;
}

LIBM_PART double
libm_from_bits (int64_t i)
{
  return ((union { int64_t i; double x; }) { .i = i }).x;
}

LIBM_PART int32_t
libm_high (double x)
{
  return libm_bits (x) >> 32;
}

LIBM_PART uint32_t
libm_low (double x)
{
  return libm_bits (x);
}

LIBM_PART double
libm_from_words (uint32_t high, uint32_t low)
{
  return libm_from_bits ((uint64_t) high << 32 | low);
}

LIBM_PART int32_t
libm_bitsf (float x)
{
  return ((union { float x; int32_t i; }) { .x = x }).i;
}

LIBM_PART float
libm_from_bitsf (int32_t i)
{
  return ((union { int32_t i; float x; }) { .i = i }).x;
}

/* 2**N for a normal result.  */

LIBM_PART double
libm_power_of_2 (int n)
{
  return libm_from_words ((n + 1023) << 20, 0);
}

LIBM_PART float
libm_power_of_2f (int n)
{
  return libm_from_bitsf ((n + 127) << 23);
}

/* X with the sign of Y; X with its sign changed where NEGATE is 1 << 31 and
   not where it is 0.  */

LIBM_PART double
libm_sign (double x, double y)
{
  return __builtin_copysign (x, y);
}

LIBM_PART float
libm_signf (float x, float y)
{
  return __builtin_copysignf (x, y);
}

LIBM_PART double
libm_negate (double x, uint32_t negate)
{
  return libm_from_bits (libm_bits (x) ^ (uint64_t) negate << 32);
}

LIBM_PART float
libm_negatef (float x, uint32_t negate)
{
  return libm_from_bitsf (libm_bitsf (x) ^ negate);
}

/* --- Instructions ------------------------------------------------------- */

/* Approximations of 1/X and 1/sqrt (X) with at least 20 bits (PTX ISA,
   rcp.approx.ftz.f64, rsqrt.approx.ftz.f64), and of 1/X, 1/sqrt (X), 2**X and
   the logarithm to base 2 with 22 (rcp.approx.ftz.f32 and so on).  Numbers that
   are not normal are taken for zero, which saves half a dozen instructions.  */

#ifdef GCUF_LIBM_HOST
# define INSTRUCTION(name, type, ptx, value)				\
  LIBM_PART type libm_##name (type x) { return value; }
#else
/* GCC may have the operands in registers of another type of this size, which
   only moves allow.  */
# define INSTRUCTION_float(ptx)						\
  "{\n\t.reg .f32 x;\n\tmov.b32 x, %1;\n\t"				\
  ptx " x, x;\n\tmov.b32 %0, x;\n\t}"
# define INSTRUCTION_double(ptx)					\
  "{\n\t.reg .f64 x;\n\tmov.b64 x, %1;\n\t"				\
  ptx " x, x;\n\tmov.b64 %0, x;\n\t}"
# define INSTRUCTION(name, type, ptx, value)				\
  LIBM_PART type							\
  libm_##name (type x)							\
  {									\
    type y;								\
    asm (INSTRUCTION_##type (ptx) : "=r" (y) : "r" (x));		\
    return y;								\
  }
#endif

INSTRUCTION (rcp_seed, double, "rcp.approx.ftz.f64",
	     libm_from_words (libm_high (1 / x), 0))
INSTRUCTION (rsqrt_seed, double, "rsqrt.approx.ftz.f64",
	     libm_from_words (libm_high (1 / __builtin_sqrt (x)), 0))
INSTRUCTION (rcpf, float, "rcp.approx.ftz.f32", 1 / x)
INSTRUCTION (rsqrtf, float, "rsqrt.approx.ftz.f32", 1 / __builtin_sqrtf (x))
INSTRUCTION (ex2f, float, "ex2.approx.ftz.f32", __builtin_exp2f (x))
INSTRUCTION (lg2f, float, "lg2.approx.ftz.f32", __builtin_log2f (x))

/* The nearest whole number, and the smaller and the larger number.  */
#ifdef GCUF_LIBM_HOST
# define INSTRUCTION2(name, type, ptx, value)				\
  LIBM_PART type libm_##name (type x, type y) { return value; }
#else
# define INSTRUCTION2_float(ptx)					\
  "{\n\t.reg .f32 x, y;\n\tmov.b32 x, %1;\n\tmov.b32 y, %2;\n\t"	\
  ptx " x, x, y;\n\tmov.b32 %0, x;\n\t}"
# define INSTRUCTION2_double(ptx)					\
  "{\n\t.reg .f64 x, y;\n\tmov.b64 x, %1;\n\tmov.b64 y, %2;\n\t"	\
  ptx " x, x, y;\n\tmov.b64 %0, x;\n\t}"
# define INSTRUCTION2(name, type, ptx, value)				\
  LIBM_PART type							\
  libm_##name (type x, type y)						\
  {									\
    type z;								\
    asm (INSTRUCTION2_##type (ptx) : "=r" (z) : "r" (x), "r" (y));	\
    return z;								\
  }
#endif

INSTRUCTION (rint, double, "cvt.rni.f64.f64", __builtin_rint (x))
INSTRUCTION (rintf, float, "cvt.rni.f32.f32", __builtin_rintf (x))
INSTRUCTION2 (min, double, "min.f64", __builtin_fmin (x, y))
INSTRUCTION2 (max, double, "max.f64", __builtin_fmax (x, y))
INSTRUCTION2 (minf, float, "min.f32", __builtin_fminf (x, y))
INSTRUCTION2 (maxf, float, "max.f32", __builtin_fmaxf (x, y))

/* X * Y + Z, clamped to the range from 0 to 1; 0 if it is not a number.  */

LIBM_PART float
libm_saturatedf (float x, float y, float z)
{
#ifdef GCUF_LIBM_HOST
  float s = FMAF (x, y, z);
  return s >= 1 ? 1 : s >= 0 ? s : 0;
#else
  float s;
  asm ("{\n\t.reg .f32 x, y, z;\n\tmov.b32 x, %1;\n\tmov.b32 y, %2;\n\t"
       "mov.b32 z, %3;\n\tfma.rn.sat.f32 x, x, y, z;\n\tmov.b32 %0, x;\n\t}"
       : "=r" (s) : "r" (x), "r" (y), "r" (z));
  return s;
#endif
}

/* X if CONDITION is true, else Y, and no branch: GCC makes a branch of C's
   conditional operator, and moves into it what only one side needs.  */

LIBM_PART float
libm_selectf (int condition, float x, float y)
{
#ifdef GCUF_LIBM_HOST
  return condition ? x : y;
#else
  float z;
  asm ("{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %1, 0;\n\t"
       "selp.b32 %0, %2, %3, p;\n\t}"
       : "=r" (z) : "r" (condition), "r" (x), "r" (y));
  return z;
#endif
}

/* 1/X where neither X nor the result is near the ends of the range: Newton's
   iteration of third order.  */

LIBM_PART double
libm_rcp (double x)
{
  double y = libm_rcp_seed (x);
  double e = FMA (-x, y, 1.0);
  e = FMA (e, e, e);
  return FMA (e, y, y);
}

/* Nearly the nearest number to X/Y, under the same conditions.  */

LIBM_PART double
libm_quotient (double x, double y)
{
  double r = libm_rcp (y);
  double q = x * r;
  return FMA (FMA (-q, y, x), r, q);
}

LIBM_PART float
libm_quotientf (float x, float y)
{
  float r = libm_rcpf (y);
  float q = x * r;
  return FMAF (FMAF (-q, y, x), r, q);
}

/* The high 64 bits of a product.  */

LIBM_PART uint64_t
libm_mulhi (uint64_t x, uint64_t y)
{
#ifdef GCUF_LIBM_HOST
  return (unsigned __int128) x * y >> 64;
#else
  uint64_t z;
  asm ("mul.hi.u64 %0, %1, %2;" : "=r" (z) : "r" (x), "r" (y));
  return z;
#endif
}

/* Added to X, |X| < 2**31, they leave the nearest whole number in the low bits,
   and, taken away again, as a number.  */
#define LIBM_NEAREST 0x1.8p52
#define LIBM_NEARESTF 0x1.8p23f

#endif
