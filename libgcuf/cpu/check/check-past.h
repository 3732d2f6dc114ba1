/* Accesses that are remembered.
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

#ifndef GCUF_CHECK_PAST_H
#define GCUF_CHECK_PAST_H

#include "gcuf-internal.h"

/* Threads of a launch have numbers from zero.  Each has a time, which grows
   when it waits for others or comes to a fence, so that a number and a time say
   which accesses were made between two such events.  */

enum
{
  GCUF_CHECK_THREAD_BITS = 28,
  GCUF_CHECK_SITES = 1 << 15,
  GCUF_CHECK_LAST_TIME = UINT16_MAX - 1
};

/* An access that is remembered: all zeros if there is none.  Bit fields would
   be slow, and so would be halves of a word that is stored at once.  */
struct gcuf_past
{
  uint32_t who;			/* The thread, and above that which of the four
				   bytes.  */
  uint32_t when;		/* The time, and above that where: the number of
				   the site, zero if not known, and above that
				   whether atomic.  */
};

/* Return what member WHEN is at TIME for SITE, a number with what is above
   it.  */

static inline uint32_t
gcuf_past_when (uint16_t time, unsigned site)
{
  return time | (uint32_t) site << 16;
}

static inline uint16_t
gcuf_past_time (const struct gcuf_past *p)
{
  return p->when;
}

static inline uint32_t
gcuf_past_thread (const struct gcuf_past *p)
{
  return p->who & ((1u << GCUF_CHECK_THREAD_BITS) - 1);
}

static inline unsigned
gcuf_past_bytes (const struct gcuf_past *p)
{
  return p->who >> GCUF_CHECK_THREAD_BITS;
}

static inline unsigned
gcuf_past_site (const struct gcuf_past *p)
{
  return p->when >> 16 & (GCUF_CHECK_SITES - 1);
}

static inline bool
gcuf_past_atomic_p (const struct gcuf_past *p)
{
  return p->when >> 31;
}

#endif
