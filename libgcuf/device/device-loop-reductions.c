/* Reductions of kernel loops on the GPU.
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

/* The place of the calling thread in its block and of its block in the grid,
   and how many there are, all from zero.  */
struct gcuf_place
{
  unsigned thread, threads;
  uint64_t block, blocks;
};

GCUF_DEVICE
struct gcuf_place
__gcuf_reduction_place (void)
{
  unsigned bx = __gcuf_blockdim_x (), by = __gcuf_blockdim_y ();
  uint64_t gx = __gcuf_griddim_x (), gy = __gcuf_griddim_y ();
  struct gcuf_place p;
  p.threads = bx * by * __gcuf_blockdim_z ();
  p.thread = ((__gcuf_threadidx_z () - 1) * by + __gcuf_threadidx_y () - 1) * bx
	     + __gcuf_threadidx_x () - 1;
  p.blocks = gx * gy * __gcuf_griddim_z ();
  p.block = ((__gcuf_blockidx_z () - 1) * gy + __gcuf_blockidx_y () - 1) * gx
	    + __gcuf_blockidx_x () - 1;
  return p;
}

/* WORD of the thread DISTANCE lanes up in the warp.  Only the threads in MASK
   take part.  */
GCUF_DEVICE
uint32_t
__gcuf_reduction_shuffle (uint32_t word, unsigned distance, unsigned mask)
{
  uint32_t r;
  asm volatile ("shfl.sync.down.b32 %0, %1, %2, 31, %3;"
		: "=r" (r) : "r" (word), "r" (distance), "r" (mask)
		: "memory");
  return r;
}

/* The same of a value of 64 bits, and of the types that have as many or are of
   two parts.  Words are taken out of a value by shifts: some series of GCC keep a
   union in memory whose words are stored one by one.  */
GCUF_DEVICE
uint64_t
__gcuf_reduction_shuffle_i8 (uint64_t bits, unsigned distance, unsigned mask)
{
  uint64_t high = __gcuf_reduction_shuffle (bits >> 32, distance, mask);
  return high << 32 | __gcuf_reduction_shuffle (bits, distance, mask);
}

GCUF_DEVICE
float
__gcuf_reduction_shuffle_r4 (float value, unsigned distance, unsigned mask)
{
  union { float value; uint32_t bits; } u = { value };
  u.bits = __gcuf_reduction_shuffle (u.bits, distance, mask);
  return u.value;
}

GCUF_DEVICE
double
__gcuf_reduction_shuffle_r8 (double value, unsigned distance, unsigned mask)
{
  union { double value; uint64_t bits; } u = { value };
  u.bits = __gcuf_reduction_shuffle_i8 (u.bits, distance, mask);
  return u.value;
}

GCUF_DEVICE
_Complex float
__gcuf_reduction_shuffle_c4 (_Complex float value, unsigned distance,
			     unsigned mask)
{
  return __builtin_complex
    (__gcuf_reduction_shuffle_r4 (__real__ value, distance, mask),
     __gcuf_reduction_shuffle_r4 (__imag__ value, distance, mask));
}

GCUF_DEVICE
_Complex double
__gcuf_reduction_shuffle_c8 (_Complex double value, unsigned distance,
			     unsigned mask)
{
  return __builtin_complex
    (__gcuf_reduction_shuffle_r8 (__real__ value, distance, mask),
     __gcuf_reduction_shuffle_r8 (__imag__ value, distance, mask));
}

#define GCUF_SHUFFLE_OF(value)						\
  _Generic (value,							\
	    int64_t: __gcuf_reduction_shuffle_i8,			\
	    float: __gcuf_reduction_shuffle_r4,				\
	    double: __gcuf_reduction_shuffle_r8,			\
	    _Complex float: __gcuf_reduction_shuffle_c4,		\
	    _Complex double: __gcuf_reduction_shuffle_c8,		\
	    default: __gcuf_reduction_shuffle)

/* Return true in the last block to arrive, whose ticket wraps round to zero for
   the next kernel.  The stores of the other blocks are visible then.  */
GCUF_DEVICE
int
__gcuf_reduction_last (void *scratch, void *shared)
{
  struct gcuf_place p = __gcuf_reduction_place ();
  volatile int *last = shared;
  __gcuf_syncthreads ();
  if (p.thread == 0)
    {
      __gcuf_threadfence ();
      *last = ((uint32_t) __gcuf_atomicinc_i4 (scratch, p.blocks - 1)
	       == p.blocks - 1);
      __gcuf_threadfence ();
    }
  __gcuf_syncthreads ();
  return *last;
}

GCUF_DEVICE
float
__gcuf_reduction_float (uint32_t bits)
{
  float r;
  asm ("{ .reg .b16 h, high; mov.b32 {h, high}, %1; cvt.f32.f16 %0, h; }"
       : "=r" (r) : "r" (bits));
  return r;
}

GCUF_DEVICE
uint32_t
__gcuf_reduction_half (float value)
{
  uint32_t r;
  asm ("{ .reg .b16 h, zero; mov.b16 zero, 0; cvt.rn.f16.f32 h, %1;"
       " mov.b32 %0, {h, zero}; }" : "=r" (r) : "r" (value));
  return r;
}

#define GCUF_FLOAT(bits) __gcuf_reduction_float (bits)
#define GCUF_HALF(value) __gcuf_reduction_half (value)

/* The types are those of the Fortran program's variables, which the compiler
   would otherwise take for different ones.  */
#define GCUF_REDUCTION(op, suffix, c_type, identity, result)		\
  _Static_assert (sizeof (c_type) <= 4 || !_Generic ((c_type) 0,	\
    int64_t: 0, double: 0, _Complex float: 0, _Complex double: 0,	\
    default: 1), "a function for each type of more than a word");	\
									\
  typedef c_type __attribute__ ((may_alias)) gcuf_##op##_##suffix;	\
									\
  GCUF_DEVICE								\
  c_type								\
  __gcuf_combine_##op##_##suffix (c_type a, c_type b)			\
  {									\
    return result;							\
  }									\
									\
  /* Over the first THREADS lanes of a warp; lane 0 gets it.  */	\
  GCUF_DEVICE								\
  c_type								\
  __gcuf_warp_##op##_##suffix (c_type value, unsigned lane,		\
			       unsigned threads)			\
  {									\
    unsigned mask = threads >= 32 ? ~0u : (1u << threads) - 1;		\
    for (unsigned distance = 16; distance > 0; distance /= 2)		\
      {									\
	c_type other = GCUF_SHUFFLE_OF (value) (value, distance, mask);	\
	if (lane + distance < threads)					\
	  value = __gcuf_combine_##op##_##suffix (value, other);	\
      }									\
    return value;							\
  }									\
									\
  /* Over the block; its first thread gets it.  */			\
  GCUF_DEVICE								\
  c_type								\
  __gcuf_gather_##op##_##suffix (c_type value, struct gcuf_place p,	\
				 void *shared)				\
  {									\
    volatile gcuf_##op##_##suffix *sums = shared;			\
    unsigned lane = p.thread % 32, rest = p.threads - (p.thread - lane); \
    value = __gcuf_warp_##op##_##suffix (value, lane, rest);		\
    if (p.threads <= 32)						\
      return value;							\
    __gcuf_syncthreads ();						\
    if (lane == 0)							\
      sums[p.thread / 32] = value;					\
    __gcuf_syncthreads ();						\
    if (p.thread < 32)							\
      {									\
	unsigned warps = (p.threads + 31) / 32;				\
	value = lane < warps ? sums[lane] : (c_type) (identity);	\
	value = __gcuf_warp_##op##_##suffix (value, lane, 32);		\
      }									\
    return value;							\
  }									\
									\
  GCUF_DEVICE								\
  void									\
  __gcuf_reduction_block_##op##_##suffix (void *value, void *scratch,	\
					  int count, int i, void *shared) \
  {									\
    struct gcuf_place p = __gcuf_reduction_place ();			\
    c_type v = *(gcuf_##op##_##suffix *) value;				\
    v = __gcuf_gather_##op##_##suffix (v, p, shared);			\
    if (p.thread == 0)							\
      *(volatile gcuf_##op##_##suffix *)				\
	((char *) scratch + GCUF_REDUCTION_OFFSET (count, p.block + 1, i)) \
	= v;								\
  }									\
									\
  GCUF_DEVICE								\
  void									\
  __gcuf_reduction_finish_##op##_##suffix (void *target, void *scratch,	\
					   int count, int i, void *shared) \
  {									\
    struct gcuf_place p = __gcuf_reduction_place ();			\
    enum { AT_ONCE = sizeof (c_type) <= 8 ? 4 : 2 };			\
    c_type v = identity;						\
    for (uint64_t row = p.thread + 1; row <= p.blocks;			\
	 row += AT_ONCE * p.threads)					\
      {									\
	c_type loaded[AT_ONCE];						\
	for (int k = 0; k < AT_ONCE; k++)				\
	  {								\
	    /* Loads that do not wait for each other.  */		\
	    uint64_t from = row + k * p.threads;			\
	    from = from <= p.blocks ? from : p.blocks;			\
	    loaded[k] = *(volatile gcuf_##op##_##suffix *)		\
	      ((char *) scratch + GCUF_REDUCTION_OFFSET (count, from, i)); \
	  }								\
	for (int k = 0; k < AT_ONCE; k++)				\
	  if (row + k * p.threads <= p.blocks)				\
	    v = __gcuf_combine_##op##_##suffix (v, loaded[k]);		\
      }									\
    v = __gcuf_gather_##op##_##suffix (v, p, shared);			\
    if (p.thread != 0)							\
      return;								\
    gcuf_##op##_##suffix *t = target;					\
    if (t)								\
      *t = __gcuf_combine_##op##_##suffix (*t, v);			\
    else								\
      *(gcuf_##op##_##suffix *)						\
	((char *) scratch + GCUF_REDUCTION_OFFSET (count, 0, i)) = v;	\
  }

#include "reductions.def"
