/* Kernels that may be at work.
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

#include "gcuf-internal.h"

/* Memory that device code uses and that is the host's own, as with
   -gpu=mem:unified, comes to an end at times that neither CUDA nor a backend
   knows of: a block of the heap is freed, the main program returns.  Kernels that
   have been launched may not be done with it by then.  */

/* By bits of their numbers, modulo 64, devices that have been given kernels since
   they were last waited for.  */
static uint64_t at_work;

/* How many streams are being captured: nothing is at work of what these are given,
   and a capture does not survive that a device is waited for.  */
static int captures;

/* Whether memory of the program's has been registered.  */
static bool registered;

static uint64_t
device_bit (int device)
{
  return (uint64_t) 1 << device % 64;
}

void
gcuf_note_at_work (void)
{
  uint64_t bit = device_bit (gcuf_thread.device);
  if (__builtin_expect (!(__atomic_load_n (&at_work, __ATOMIC_RELAXED) & bit),
			0))
    __atomic_fetch_or (&at_work, bit, __ATOMIC_RELEASE);
}

void
gcuf_note_registered (void)
{
  __atomic_store_n (&registered, true, __ATOMIC_RELAXED);
}

void
gcuf_note_capture (bool begins)
{
  __atomic_fetch_add (&captures, begins ? 1 : -1, __ATOMIC_RELAXED);
}

/* Let DEVICE be the calling thread's.  */

static int
bind (int device)
{
  gcuf_thread.device = device;
  if (gcuf_thread.bound == device + 1)
    return 0;
  int code = gcuf_backend_chosen->device_bind ();
  if (code == 0)
    gcuf_bound ();
  return code;
}

/* Wait for those of DEVICES, by WAIT of the backend.  What has failed is left to who
   asks for it.  */

static void
wait_for (uint64_t devices, int (*wait) (void))
{
  int own = gcuf_thread.device;
  for (int i = 0; i < gcuf_device_count; i++)
    if (devices & device_bit (i) && bind (i) == 0)
      wait ();
  bind (own);
}

void
gcuf_wait_for_kernels (void)
{
  const struct gcuf_backend *backend
    = __atomic_load_n (&gcuf_backend_chosen, __ATOMIC_ACQUIRE);
  if (backend && !gcuf_own_thread
      && __atomic_load_n (&captures, __ATOMIC_RELAXED) == 0
      && __atomic_load_n (&at_work, __ATOMIC_RELAXED))
    wait_for (__atomic_exchange_n (&at_work, 0, __ATOMIC_ACQ_REL),
	      backend->device_synchronize);
}

/* Devices that do not use the host's memory may go on.  */

GCUF_EXPORT void
GCUF_end_main (void)
{
  if (gcuf_backend_ends_p ()
      && (gcuf_backend_chosen->on_host || gcuf_host_memory_shared_p ()
	  || __atomic_load_n (&registered, __ATOMIC_RELAXED)))
    wait_for (__atomic_load_n (&at_work, __ATOMIC_ACQUIRE)
	      | device_bit (gcuf_thread.device), gcuf_backend_chosen->finish);
}
