/* Remainders of numbers near the result.
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

/* A modulo D, and the remainder of A divided by D, where A is likely to be less
   than one D away from that: what is positive and less than D after D has been
   added or subtracted is the result.  Sums without a sign do not overflow.  The
   division is a way of its own, without branches: what comes behind is not to be
   copied to several.  */

#define GCUF_NEAR(kind, type, bits)					\
  GCUF_DEVICE								\
  __attribute__ ((const)) type						\
  __gcuf_modulo_near_##kind (type a, type d)				\
  {									\
    type r = (type) ((bits) a + (a < 0 ? (bits) d : 0));		\
    type less = (type) ((bits) r - (bits) d);				\
    r = less >= 0 ? less : r;						\
    if (__builtin_expect ((bits) r >= (bits) (d > 0 ? d : 0), 0))	\
      {									\
	r = a % d;							\
	type mask = (d > 0 ? r : -r) >> (8 * sizeof (type) - 1);	\
	r = (type) ((bits) r + (bits) (d & mask));			\
      }									\
    return r;								\
  }									\
									\
  GCUF_DEVICE								\
  __attribute__ ((const)) type						\
  __gcuf_mod_near_##kind (type a, type d)				\
  {									\
    type less = (type) ((bits) a - (bits) d);				\
    type r = less >= 0 ? less : a;					\
    if (__builtin_expect ((bits) r >= (bits) (d > 0 ? d : 0) || a < 0, 0)) \
      r = a % d;							\
    return r;								\
  }

GCUF_NEAR (4, int32_t, uint32_t)
GCUF_NEAR (8, int64_t, uint64_t)
