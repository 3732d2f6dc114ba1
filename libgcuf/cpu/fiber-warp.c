/* Warp operations of fibers.
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

/* A warp is 32 consecutive threads of the block.  A thread that comes to a warp
   operation leaves a request and waits until every lane of its mask has come to
   the same operation or has ended; the last of them computes all results while
   the requests are in place.  Lanes outside the mask go their own ways.  */

#include <string.h>

#include "cpu-check.h"
#include "fiber.h"

static uint32_t
lane_bit (unsigned thread)
{
  return (uint32_t) 1 << thread % GCUF_WARP_SIZE;
}

void
gcuf_warps_init (struct gcuf_block *b)
{
  size_t warps = (b->total + GCUF_WARP_SIZE - 1) / GCUF_WARP_SIZE;
  memset (b->warp, 0, warps * sizeof *b->warp);
  if (b->total % GCUF_WARP_SIZE)
    b->warp[warps - 1].absent = -lane_bit (b->total);
}

/* End the operation of the lanes PRESENT.  */

static void
finish (struct gcuf_block *b, struct gcuf_warp *w, uint32_t present)
{
  struct gcuf_warp_request *first = w->request[__builtin_ctz (present)];
  if (first->finish)
    first->finish (w->request, present);
  /* What only asks for the active lanes, with a mask of zero, orders
     nothing.  */
  if (b->check && first->mask)
    gcuf_check_warp (b, w, present);
  for (uint32_t rest = present; rest; rest &= rest - 1)
    w->request[__builtin_ctz (rest)]->done = true;
  w->waiting &= ~present;
  b->turns = 0;
}

/* End the operation that R asks for if all of its lanes are here.  */

static void
try_finish (struct gcuf_block *b, struct gcuf_warp *w,
	    const struct gcuf_warp_request *r)
{
  uint32_t present = r->mask & ~w->absent;
  if (present == 0 || present & ~w->waiting)
    return;
  for (uint32_t rest = present; rest; rest &= rest - 1)
    {
      const struct gcuf_warp_request *other = w->request[__builtin_ctz (rest)];
      if (other->mask != r->mask || other->finish != r->finish)
	return;
    }
  finish (b, w, present);
}

void
gcuf_warp_leave (struct gcuf_block *b, unsigned thread)
{
  struct gcuf_warp *w = &b->warp[thread / GCUF_WARP_SIZE];
  w->absent |= lane_bit (thread);
  for (unsigned i = 0; w->waiting && i < GCUF_WARP_SIZE; i++)
    if (w->waiting >> i & 1)
      try_finish (b, w, w->request[i]);
}

unsigned
gcuf_warp_lane (void)
{
  struct gcuf_block *b = gcuf_this_block ();
  return b ? b->current->number % GCUF_WARP_SIZE : 0;
}

/* Leave the request R in the warp of the current thread.  */

static struct gcuf_warp *
enter (struct gcuf_block *b, struct gcuf_warp_request *r)
{
  unsigned thread = b->current->number;
  struct gcuf_warp *w = &b->warp[thread / GCUF_WARP_SIZE];
  w->request[thread % GCUF_WARP_SIZE] = r;
  w->waiting |= lane_bit (thread);
  b->turns = 0;
  return w;
}

/* A thread that is alone does the operation with itself.  */

static void
wait_alone (struct gcuf_warp_request *r)
{
  struct gcuf_warp_request *lanes[GCUF_WARP_SIZE] = { r };
  if (r->finish)
    r->finish (lanes, 1);
}

void
gcuf_warp_wait (struct gcuf_warp_request *r)
{
  struct gcuf_block *b = gcuf_this_block ();
  if (!b)
    {
      wait_alone (r);
      return;
    }
  if (!(r->mask & lane_bit (b->current->number)))
    gcuf_fatal (gcuf_check_where (b), "lane %u has come to a warp operation "
		"whose mask, %08x, does not contain it", gcuf_warp_lane () + 1,
		(unsigned) r->mask);
  struct gcuf_warp *w = enter (b, r);
  try_finish (b, w, r);
  if (gcuf_check_yields_p (b))
    gcuf_give_way (b);
  while (!r->done)
    gcuf_give_way (b);
}

/* --- Active lanes ------------------------------------------------------- */

static void
set_active (struct gcuf_warp_request *const *lanes, uint32_t present)
{
  for (uint32_t rest = present; rest; rest &= rest - 1)
    lanes[__builtin_ctz (rest)]->result = present;
}

/* If every lane of W waits for something or has ended, the active ones are
   those that ask for them at the same place as R.  */

static void
try_active (struct gcuf_block *b, struct gcuf_warp *w,
	    const struct gcuf_warp_request *r)
{
  uint32_t present = 0;
  if ((w->waiting | w->at_barrier | w->absent) != ~(uint32_t) 0)
    return;
  for (unsigned i = 0; i < GCUF_WARP_SIZE; i++)
    if (w->waiting >> i & 1 && w->request[i]->mask == 0
	&& w->request[i]->site == r->site)
      present |= (uint32_t) 1 << i;
  finish (b, w, present);
}

/* A GPU runs the lanes of a warp that have taken the same way together.  Here
   they come one by one, so the first waits until none can come any more.  */

uint32_t
gcuf_warp_active (const void *site)
{
  struct gcuf_block *b = gcuf_this_block ();
  if (!b)
    return 1;
  struct gcuf_warp_request r = { .site = site, .finish = set_active };
  struct gcuf_warp *w = enter (b, &r);
  for (;;)
    {
      try_active (b, w, &r);
      if (r.done)
	return r.result;
      gcuf_give_way (b);
    }
}
