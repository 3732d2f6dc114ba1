/* Warp operations for the GPU.
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

/* The forms with a mask of lanes do not require the threads to be at the same
   instruction, so GCC may duplicate them.  Volatile and the memory clobber keep
   each where it is among conditions and accesses to memory.  */

#define ALL_LANES 0xffffffffu
#define WARP_SIZE 32

GCUF_DEVICE
void
__gcuf_syncwarp (const int *mask)
{
  asm volatile ("bar.warp.sync %0;"
		: : "r" (mask ? (uint32_t) *mask : ALL_LANES) : "memory");
}

GCUF_DEVICE
int
__gcuf_warp_activemask (void)
{
  int r;
  asm volatile ("activemask.b32 %0;" : "=r" (r) : : "memory");
  return r;
}

GCUF_DEVICE
int
__gcuf_warp_lane (void)
{
  int r;
  asm ("mov.u32 %0, %%laneid;" : "=r" (r));
  return r;
}

/* --- Votes -------------------------------------------------------------- */

/* Forms with and without a mask, for an integer and a logical VALUE.  PTX
   leaves the result in %0, with the predicate in p.  */
#define VOTE(name, sync, ptx)						\
  GCUF_DEVICE								\
  int									\
  __gcuf_warp_##sync##_i4 (int mask, int value)				\
  {									\
    int r;								\
    asm volatile ("{ .reg .pred %%p, %%q;\n\t"				\
		  "setp.ne.s32 %%p, %1, 0;\n\t"			\
		  ptx " }"						\
		  : "=r" (r) : "r" (value), "r" (mask) : "memory");	\
    return r;								\
  }									\
									\
  GCUF_DEVICE								\
  int									\
  __gcuf_warp_##sync##_l4 (int mask, const void *value)			\
  {									\
    return __gcuf_warp_##sync##_i4 (mask, *(const gcuf_logical *) value); \
  }									\
									\
  GCUF_DEVICE								\
  int									\
  __gcuf_warp_##name##_i4 (int value)					\
  {									\
    return __gcuf_warp_##sync##_i4 (ALL_LANES, value);			\
  }									\
									\
  GCUF_DEVICE								\
  int									\
  __gcuf_warp_##name##_l4 (const void *value)				\
  {									\
    return __gcuf_warp_##sync##_l4 (ALL_LANES, value);			\
  }

VOTE (allthreads, all_sync,
      "vote.sync.all.pred %%q, %%p, %2;\n\tselp.s32 %0, 1, 0, %%q;")
VOTE (anythread, any_sync,
      "vote.sync.any.pred %%q, %%p, %2;\n\tselp.s32 %0, 1, 0, %%q;")
VOTE (ballot, ballot_sync, "vote.sync.ballot.b32 %0, %%p, %2;")

/* --- Matches ------------------------------------------------------------ */

#define MATCH_WORD(bits)						\
  GCUF_DEVICE								\
  int									\
  __gcuf_warp_match_any_b##bits (int mask, uint##bits##_t value)	\
  {									\
    int r;								\
    asm volatile ("match.any.sync.b" #bits " %0, %1, %2;"		\
		  : "=r" (r) : "r" (value), "r" (mask) : "memory");	\
    return r;								\
  }									\
									\
  GCUF_DEVICE								\
  int									\
  __gcuf_warp_match_all_b##bits (int mask, uint##bits##_t value)	\
  {									\
    int r;								\
    asm volatile ("{ .reg .pred %%p;\n\t"				\
		  "match.all.sync.b" #bits " %0|%%p, %1, %2; }"		\
		  : "=r" (r) : "r" (value), "r" (mask) : "memory");	\
    return r;								\
  }

MATCH_WORD (32)
MATCH_WORD (64)

/* The bits of a value.  */
union warp_i4 { int32_t value; uint32_t bits; };
union warp_r4 { float value; uint32_t bits; };
union warp_i8 { int64_t value; uint64_t bits; };
union warp_r8 { double value; uint64_t bits; };

#define GCUF_MATCH(suffix, type)					\
  GCUF_DEVICE								\
  int									\
  __gcuf_warp_match_any_##suffix (int mask, type value)			\
  {									\
    union warp_##suffix u = { value };					\
    return (sizeof (type) == 4 ? __gcuf_warp_match_any_b32 (mask, u.bits) \
	    : __gcuf_warp_match_any_b64 (mask, u.bits));		\
  }									\
									\
  GCUF_DEVICE								\
  int									\
  __gcuf_warp_match_all_##suffix (int mask, type value,			\
				  void *equal)			\
  {									\
    union warp_##suffix u = { value };					\
    int r = (sizeof (type) == 4 ? __gcuf_warp_match_all_b32 (mask, u.bits) \
	     : __gcuf_warp_match_all_b64 (mask, u.bits));		\
    *(gcuf_logical *) equal = r != 0;				\
    return r;								\
  }

/* --- Shuffles ----------------------------------------------------------- */

/* The value of lane LANE, as PTX counts it, for each mode.  BOUND is the mode's
   clamp value: the first or the last lane of a segment.  */
#define SHUFFLE_WORD(mode, bound)					\
  GCUF_DEVICE								\
  uint32_t								\
  __gcuf_warp_shuffle_##mode (int mask, uint32_t word, int lane, int width) \
  {									\
    uint32_t r;								\
    asm volatile ("shfl.sync." #mode ".b32 %0, %1, %2, %3, %4;"		\
		  : "=r" (r)						\
		  : "r" (word), "r" (lane),				\
		    "r" ((WARP_SIZE - width) << 8 | bound), "r" (mask)	\
		  : "memory");						\
    return r;								\
  }

SHUFFLE_WORD (idx, 31)
SHUFFLE_WORD (up, 0)
SHUFFLE_WORD (down, 31)
SHUFFLE_WORD (bfly, 31)

/* The lane as Fortran specifies it: for idx it is counted from one, and a lane
   out of range means the thread's own.  */
#define LANE_idx(lane, width)						\
  ((unsigned) (lane) - 1 < (unsigned) (width)				\
   ? (lane) - 1 : __gcuf_warp_lane () & ((width) - 1))
#define LANE_up(lane, width) (lane)
#define LANE_down(lane, width) (lane)
#define LANE_bfly(lane, width) (lane)

/* Words are taken out of a value by shifts: some series of GCC keep a union in
   memory whose words are stored one by one.  */
#define GCUF_SHUFFLE(name, mode, suffix, type)				\
  GCUF_DEVICE								\
  type									\
  __gcuf_warp_##name##_sync_##suffix (int mask, type value, int lane,	\
				      const int *width)			\
  {									\
    union warp_##suffix u = { value };					\
    int n = width ? *width : WARP_SIZE;					\
    int source = LANE_##mode (lane, n);					\
    uint64_t bits = u.bits, high = 0;					\
    uint32_t low = __gcuf_warp_shuffle_##mode (mask, bits, source, n);	\
    if (sizeof (type) == 8)						\
      high = __gcuf_warp_shuffle_##mode (mask, bits >> 32, source, n);	\
    u.bits = high << 32 | low;						\
    return u.value;							\
  }									\
									\
  GCUF_DEVICE								\
  type									\
  __gcuf_warp_##name##_##suffix (type value, int lane, const int *width) \
  {									\
    return __gcuf_warp_##name##_sync_##suffix (ALL_LANES, value, lane,	\
					       width);			\
  }

#include "warp.def"
