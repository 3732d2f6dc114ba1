/* The choice of a backend.
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

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "device-attributes.h"
#include "gcuf-internal.h"

const struct gcuf_backend *gcuf_backend_chosen;
int gcuf_device_count;
unsigned gcuf_sync;
bool gcuf_heap_managed;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* In order of preference.  The last one always works.  */
static const struct gcuf_backend *const backends[] =
{
  &gcuf_backend_cuda,
  &gcuf_backend_cpu
};
enum { N_BACKENDS = sizeof backends / sizeof *backends };

static bool pageable_required;

/* Any backend may be chosen later.  */

GCUF_EXPORT void
GCUF_require_pageable (void *dso)
{
  pageable_required = true;
  for (int i = 0; i < N_BACKENDS; i++)
    if (backends[i]->host_data_add)
      backends[i]->host_data_add (dso);
}

bool
gcuf_host_memory_shared_p (void)
{
  return pageable_required || gcuf_devices_shared;
}

void
gcuf_host_data_forget (const void *dso)
{
  for (int i = 0; i < N_BACKENDS && pageable_required; i++)
    if (backends[i]->host_data_forget)
      backends[i]->host_data_forget (dso);
}

bool
gcuf_host_forced_p (void)
{
  const char *wanted = gcuf_env (GCUF_ENV_BACKEND);
  for (int i = 0; i < N_BACKENDS && wanted; i++)
    if (backends[i]->on_host && strcmp (wanted, backends[i]->name) == 0)
      return true;
  return false;
}

/* True if the N devices of BACKEND have ATTRIBUTE, one of the driver's.  */

static bool
all_have_p (const struct gcuf_backend *backend, int n, int attribute)
{
  int value = 1;
  for (int i = 0; i < n && value; i++)
    if (backend->device_attribute (i, attribute, &value) != 0)
      value = 0;
  return value;
}

/* How the devices of a backend access host memory.  */
enum host_access { HOST_NONE, HOST_REGISTERED, HOST_PAGEABLE };

/* Return how the N devices of BACKEND can access host memory, if the program
   requires that they do.  */

static enum host_access
host_access (const struct gcuf_backend *backend, int n)
{
  if (!pageable_required
      || all_have_p (backend, n, GCUF_ATTRIBUTE_pageableMemoryAccess))
    return HOST_PAGEABLE;
  return (backend->with_host_data
	  && all_have_p (backend, n,
			 GCUF_ATTRIBUTE_canUseHostPointerForRegisteredMem)
	  ? HOST_REGISTERED : HOST_NONE);
}

/* Initialize BACKEND, and return true if it can be used.  If it cannot, end the
   program if FORCED.  */

static bool
try_backend (const struct gcuf_backend *backend, bool forced)
{
  const char *reason = "it has no device";
  int n = backend->init (&reason);
  enum host_access access = n > 0 ? host_access (backend, n) : HOST_NONE;
  if (n > 0 && access == HOST_NONE)
    {
      reason = "not all of its devices can access pageable or registered host "
	       "memory, as -gpu=mem:unified and unified pointers require";
      n = 0;
    }
  if (n > 0)
    {
      gcuf_device_count = n;
      gcuf_heap_managed = access == HOST_REGISTERED;
      gcuf_debug ("backend %s%s, %d device%s", backend->name,
		  forced ? " (set by GCUF_BACKEND)" : "", n,
		  n == 1 ? "" : "s");
      return true;
    }
  gcuf_debug ("backend %s is not used: %s", backend->name, reason);
  if (forced)
    {
      gcuf_fatal (NULL, "GCUF_BACKEND=%s: the %s backend cannot be used: %s",
		  backend->name, backend->name, reason);
    }
  return false;
}

/* Set gcuf_sync from GCUF_SYNC and from the variable that nvfortran's programs
   read.  */

static void
init_sync (void)
{
  const char *bits = gcuf_env (GCUF_ENV_ACC_SYNCHRONOUS);
  if (gcuf_env_flag (GCUF_ENV_SYNC))
    gcuf_sync = GCUF_SYNC_LOOPS | GCUF_SYNC_KERNELS;
  if (bits)
    gcuf_sync |= atoi (bits) & (GCUF_SYNC_LOOPS | GCUF_SYNC_KERNELS);
}

/* Return the backend to use, initialized.  LOCK is held.  Ends the program if
   GCUF_BACKEND asks for one that cannot be used.  */

static const struct gcuf_backend *
choose (void)
{
  init_sync ();
  const char *wanted = gcuf_env (GCUF_ENV_BACKEND);
  for (int i = 0; i < N_BACKENDS; i++)
    if ((!wanted || strcmp (wanted, backends[i]->name) == 0)
	&& try_backend (backends[i], wanted != NULL))
      return gcuf_observe (gcuf_heap_managed
			   ? backends[i]->with_host_data () : backends[i]);
  gcuf_fatal (NULL, "GCUF_BACKEND=%s: there is no such backend; use cuda or "
	      "cpu", wanted);
}

const struct gcuf_backend *
gcuf_backend_unbound (void)
{
  const struct gcuf_backend *backend
    = __atomic_load_n (&gcuf_backend_chosen, __ATOMIC_ACQUIRE);
  if (backend)
    return backend;
  pthread_mutex_lock (&lock);
  backend = gcuf_backend_chosen;
  if (!backend)
    {
      backend = choose ();
      __atomic_store_n (&gcuf_backend_chosen, backend, __ATOMIC_RELEASE);
    }
  pthread_mutex_unlock (&lock);
  return backend;
}

const struct gcuf_backend *
gcuf_backend_slow (void)
{
  const struct gcuf_backend *backend = gcuf_backend_unbound ();
  int code = backend->device_bind ();
  if (code)
    gcuf_fatal (NULL, "device %d of the %s backend cannot be used: %s",
		gcuf_thread.device, backend->name, gcuf_error_message (code));
  gcuf_bound ();
  return backend;
}

/* A library thread that calls exit cannot wait for itself.  */

bool
gcuf_backend_ends_p (void)
{
  return gcuf_backend_chosen && !gcuf_own_thread && !gcuf_failed;
}

/* After the destructors of the program, which may still free device data.  */

static void __attribute__ ((destructor (101)))
backend_fini (void)
{
  if (gcuf_backend_ends_p ())
    gcuf_backend_chosen->fini ();
}
