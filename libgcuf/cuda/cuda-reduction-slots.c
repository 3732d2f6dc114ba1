/* Places for the results of reductions on a GPU.
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

/* The result of a reduction of a whole array is a single number, and often there
   are so few elements that it takes less time than what is around it.  So for
   these there are slots, made at the first such reduction of a device: a ticket,
   which is zero when no reduction has it, and memory of the host for the result,
   which the kernel stores there.  A host thread has a slot from before it launches
   the kernel until it has read the result.  */

#include <pthread.h>

#include "array-reduction.h"
#include "backend-cuda.h"
#include "cuda-reduction-slots.h"
#include "device-cache.h"

enum { N_SLOTS = 64 };

/* The slots of a device.  */
struct slots
{
  CUdeviceptr tickets;		/* Null if there are none.  */
  struct gcuf_partial *results;
  uint64_t taken;		/* Which are, as bits.  */
};

/* For each device, under LOCK.  */
static void *place;
static gcuf_device_caches caches;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Free what ENTRY, a struct slots, has.  */

static void
free_slots (void *entry)
{
  struct slots *s = entry;
  if (s->tickets)
    gcuf_cu.MemFree (s->tickets);
  if (s->results)
    gcuf_cu.MemFreeHost (s->results);
  *s = (struct slots) { .tickets = 0 };
}

/* Make the slots S of the current device.  Captures of the program's streams are
   not affected.  */

static int
make_slots (struct slots *s)
{
  static const uint32_t zeros[N_SLOTS];
  void *results = NULL;
  int mode = gcuf_cuda_relax ();
  int code = gcuf_cuda_malloc (&s->tickets, sizeof zeros);
  if (code == 0)
    code = gcuf_cu.MemHostAlloc (&results, N_SLOTS * sizeof *s->results,
				 CU_MEMHOSTALLOC_PORTABLE);
  s->results = results;
  if (code == 0)
    code = gcuf_cu.MemcpyHtoD (s->tickets, zeros, sizeof zeros);
  if (code)
    free_slots (s);
  gcuf_cuda_unrelax (mode);
  return code;
}

int
gcuf_cuda_take_slot (struct gcuf_cuda_slot *slot)
{
  int code = 0;
  *slot = (struct gcuf_cuda_slot) { .result = NULL };
  pthread_mutex_lock (&lock);
  struct slots *s = gcuf_device_entry_new (&caches, &place, sizeof *s);
  if (!s->tickets)
    code = make_slots (s);
  if (code == 0 && s->taken != UINT64_MAX)
    {
      slot->number = __builtin_ctzll (~s->taken);
      slot->ticket = s->tickets + slot->number * sizeof (uint32_t);
      slot->result = &s->results[slot->number];
      s->taken |= (uint64_t) 1 << slot->number;
    }
  pthread_mutex_unlock (&lock);
  return code;
}

void
gcuf_cuda_return_slot (const struct gcuf_cuda_slot *slot)
{
  pthread_mutex_lock (&lock);
  struct slots *s = gcuf_device_entry_new (&caches, &place, sizeof *s);
  s->taken &= ~((uint64_t) 1 << slot->number);
  pthread_mutex_unlock (&lock);
}

void
gcuf_cuda_free_slots (int device)
{
  pthread_mutex_lock (&lock);
  gcuf_device_caches_forget (&caches, device, sizeof (struct slots),
			     free_slots);
  pthread_mutex_unlock (&lock);
}

void
gcuf_cuda_slots_fini (void)
{
  for (int device = 0; device < gcuf_device_count; device++)
    gcuf_cuda_free_slots (device);
  pthread_mutex_lock (&lock);
  gcuf_device_caches_forget (&caches, -1, sizeof (struct slots), NULL);
  place = NULL;
  pthread_mutex_unlock (&lock);
}
