/* Warp operations of device code on the cpu backend.
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

#include <string.h>

#include "fiber.h"

#define ALL_LANES 0xffffffffu

/* A logical(4), which Fortran passes by reference.  */
typedef int32_t __attribute__ ((may_alias)) gcuf_logical;

/* For each LANE of the set LANES.  */
#define FOR_EACH_LANE(lane, lanes)					\
  for (uint32_t rest_ = (lanes), lane;					\
       rest_ && (lane = __builtin_ctz (rest_), 1); rest_ &= rest_ - 1)

extern void __gcuf_syncwarp (const int *);
GCUF_EXPORT void
__gcuf_syncwarp (const int *mask)
{
  struct gcuf_warp_request r = { .mask = mask ? (uint32_t) *mask : ALL_LANES };
  gcuf_warp_wait (&r);
}

extern int __gcuf_warp_activemask (void);
GCUF_EXPORT int
__gcuf_warp_activemask (void)
{
  return gcuf_warp_active (__builtin_return_address (0));
}

extern int __gcuf_warp_lane (void);
GCUF_EXPORT int
__gcuf_warp_lane (void)
{
  return gcuf_warp_lane ();
}

/* --- Votes -------------------------------------------------------------- */

/* The result is the set of lanes with nonzero values, the flag whether those
   are all.  */

static void
finish_vote (struct gcuf_warp_request *const *lanes, uint32_t present)
{
  uint32_t ayes = 0;
  FOR_EACH_LANE (lane, present)
    ayes |= (uint32_t) (lanes[lane]->value != 0) << lane;
  FOR_EACH_LANE (lane, present)
    {
      lanes[lane]->result = ayes;
      lanes[lane]->flag = ayes == present;
    }
}

#define VOTE(name, sync, answer)					\
  extern int __gcuf_warp_##sync##_i4 (int, int);			\
  GCUF_EXPORT int							\
  __gcuf_warp_##sync##_i4 (int mask, int value)				\
  {									\
    struct gcuf_warp_request r						\
      = { .mask = mask, .finish = finish_vote, .value = value };	\
    gcuf_warp_wait (&r);						\
    return answer;							\
  }									\
									\
  extern int __gcuf_warp_##sync##_l4 (int, const void *);		\
  GCUF_EXPORT int							\
  __gcuf_warp_##sync##_l4 (int mask, const void *value)			\
  {									\
    return __gcuf_warp_##sync##_i4 (mask, *(const gcuf_logical *) value); \
  }									\
									\
  extern int __gcuf_warp_##name##_i4 (int);				\
  GCUF_EXPORT int							\
  __gcuf_warp_##name##_i4 (int value)					\
  {									\
    return __gcuf_warp_##sync##_i4 (ALL_LANES, value);			\
  }									\
									\
  extern int __gcuf_warp_##name##_l4 (const void *);			\
  GCUF_EXPORT int							\
  __gcuf_warp_##name##_l4 (const void *value)				\
  {									\
    return __gcuf_warp_##sync##_l4 (ALL_LANES, value);			\
  }

VOTE (allthreads, all_sync, r.flag)
VOTE (anythread, any_sync, r.result != 0)
VOTE (ballot, ballot_sync, r.result)

/* --- Matches ------------------------------------------------------------ */

static void
finish_match_any (struct gcuf_warp_request *const *lanes, uint32_t present)
{
  FOR_EACH_LANE (lane, present)
    {
      lanes[lane]->result = 0;
      FOR_EACH_LANE (other, present)
	if (lanes[other]->value == lanes[lane]->value)
	  lanes[lane]->result |= (uint32_t) 1 << other;
    }
}

static void
finish_match_all (struct gcuf_warp_request *const *lanes, uint32_t present)
{
  uint64_t value = lanes[__builtin_ctz (present)]->value;
  bool equal = true;
  FOR_EACH_LANE (lane, present)
    equal &= lanes[lane]->value == value;
  FOR_EACH_LANE (lane, present)
    lanes[lane]->result = equal ? present : 0;
}

#define GCUF_MATCH(suffix, type)					\
  extern int __gcuf_warp_match_any_##suffix (int, type);		\
  GCUF_EXPORT int							\
  __gcuf_warp_match_any_##suffix (int mask, type value)			\
  {									\
    struct gcuf_warp_request r						\
      = { .mask = mask, .finish = finish_match_any };			\
    memcpy (&r.value, &value, sizeof value);				\
    gcuf_warp_wait (&r);						\
    return r.result;							\
  }									\
									\
  extern int __gcuf_warp_match_all_##suffix (int, type, void *); \
  GCUF_EXPORT int							\
  __gcuf_warp_match_all_##suffix (int mask, type value,			\
				  void *equal)			\
  {									\
    struct gcuf_warp_request r						\
      = { .mask = mask, .finish = finish_match_all };			\
    memcpy (&r.value, &value, sizeof value);				\
    gcuf_warp_wait (&r);						\
    *(gcuf_logical *) equal = r.result != 0;			\
    return r.result;							\
  }

/* --- Shuffles ----------------------------------------------------------- */

/* The lane whose value LANE gets, for each mode of the PTX instruction, with
   its OPERAND: a segment of WIDTH lanes begins at FIRST.  */

static unsigned
source_idx (unsigned lane, unsigned first, int operand, int width)
{
  return ((unsigned) operand - 1 < (unsigned) width ? first + operand - 1
	  : lane);
}

static unsigned
source_up (unsigned lane, unsigned first, int operand, int width)
{
  (void) width;
  unsigned delta = operand % GCUF_WARP_SIZE;
  return lane >= first + delta ? lane - delta : lane;
}

static unsigned
source_down (unsigned lane, unsigned first, int operand, int width)
{
  unsigned delta = operand % GCUF_WARP_SIZE;
  return lane + delta < first + width ? lane + delta : lane;
}

static unsigned
source_bfly (unsigned lane, unsigned first, int operand, int width)
{
  unsigned source = lane ^ operand % GCUF_WARP_SIZE;
  return source < first + width ? source : lane;
}

/* What comes from a lane that takes no part is undefined: VALUE, the lane's own,
   or what -gpu=check looks for.  */

static uint64_t
absent_real (uint64_t value, uint64_t absent)
{
  struct gcuf_block *b = GCUF_context.reserved;
  return b && b->check ? absent : value;
}

#define absent_i4(value) (value)
#define absent_i8(value) (value)
#define absent_r4(value) absent_real (value, GCUF_ABSENT_WORD)
#define absent_r8(value) absent_real (value, GCUF_ABSENT_LONG_WORD)

#define FINISH_SHUFFLE(mode)						\
  static void								\
  finish_##mode (struct gcuf_warp_request *const *lanes, uint32_t present) \
  {									\
    FOR_EACH_LANE (lane, present)					\
      {									\
	struct gcuf_warp_request *r = lanes[lane];			\
	unsigned source = source_##mode (lane, lane & -r->width,	\
					 r->operand, r->width);		\
	r->flag = present >> source & 1;				\
	r->result = (r->flag ? lanes[source] : r)->value;		\
      }									\
  }

FINISH_SHUFFLE (idx)
FINISH_SHUFFLE (up)
FINISH_SHUFFLE (down)
FINISH_SHUFFLE (bfly)

#define GCUF_SHUFFLE(name, mode, suffix, type)				\
  extern type __gcuf_warp_##name##_sync_##suffix (int, type, int,	\
						  const int *);		\
  GCUF_EXPORT type							\
  __gcuf_warp_##name##_sync_##suffix (int mask, type value, int lane,	\
				      const int *width)			\
  {									\
    struct gcuf_warp_request r =					\
    {									\
      .mask = mask, .finish = finish_##mode, .operand = lane,		\
      .width = width ? *width : GCUF_WARP_SIZE				\
    };									\
    memcpy (&r.value, &value, sizeof value);				\
    gcuf_warp_wait (&r);						\
    if (!r.flag)							\
      r.result = absent_##suffix (r.result);				\
    memcpy (&value, &r.result, sizeof value);				\
    return value;							\
  }									\
									\
  extern type __gcuf_warp_##name##_##suffix (type, int, const int *);	\
  GCUF_EXPORT type							\
  __gcuf_warp_##name##_##suffix (type value, int lane, const int *width) \
  {									\
    return __gcuf_warp_##name##_sync_##suffix (ALL_LANES, value, lane,	\
					       width);			\
  }

#include "warp.def"
