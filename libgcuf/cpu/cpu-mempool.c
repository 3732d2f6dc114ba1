/* The cpu backend: memory pools.
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

#include <stdlib.h>
#include <string.h>

#include "cpu-api.h"
#include "handle.h"

/* A pool counts what was taken from it; the memory itself is the heap's, which
   keeps what is free for later as a pool does.  */
struct gcuf_mempool
{
  uint64_t used, used_high, threshold;
  int reuse[3];			/* The switches of reuse: always as if set.  */
  bool closed;			/* Destroyed, with memory still in use.  */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct gcuf_mempool first = { .reuse = { 1, 1, 1 } };
static struct gcuf_handles handles;
static gcuf_mempool_t default_handle, current_handle;

static struct gcuf_mempool *
find (gcuf_mempool_t handle)
{
  return gcuf_handle_object (&handles, (intptr_t) handle);
}

/* The lock is held.  */

static gcuf_mempool_t
get_default (void)
{
  if (!default_handle)
    default_handle = current_handle
      = (gcuf_mempool_t) (intptr_t) gcuf_handle_new (&handles, &first);
  return default_handle;
}

int
gcuf_cpu_mempool_default (int device, gcuf_mempool_t *pool)
{
  (void) device;
  pthread_mutex_lock (&lock);
  *pool = get_default ();
  pthread_mutex_unlock (&lock);
  return 0;
}

int
gcuf_cpu_mempool_current (int device, gcuf_mempool_t *pool)
{
  (void) device;
  pthread_mutex_lock (&lock);
  get_default ();
  *pool = current_handle;
  pthread_mutex_unlock (&lock);
  return 0;
}

/* Take the lock, and return the pool that HANDLE names, or null.  unlock is to
   follow in either case.  */

static struct gcuf_mempool *
lock_pool (gcuf_mempool_t handle)
{
  pthread_mutex_lock (&lock);
  get_default ();
  return find (handle);
}

/* Release the lock.  Return CODE, or an error if P, the pool that was looked
   up, is null.  */

static int
unlock (const struct gcuf_mempool *p, int code)
{
  pthread_mutex_unlock (&lock);
  return p ? code : GCUF_cudaErrorInvalidValue;
}

int
gcuf_cpu_mempool_set_current (int device, gcuf_mempool_t pool)
{
  (void) device;
  struct gcuf_mempool *p = lock_pool (pool);
  if (p)
    current_handle = pool;
  return unlock (p, 0);
}

int
gcuf_cpu_mempool_create (gcuf_mempool_t *pool,
			 const struct gcuf_mempool_props *props)
{
  enum { PINNED = 1, DEVICE = 1 };
  if (props->allocType != PINNED || props->location.type != DEVICE
      || props->location.id != 0)
    return GCUF_cudaErrorInvalidValue;
  if (props->handleTypes)
    return GCUF_cudaErrorNotSupported;
  struct gcuf_mempool *p = gcuf_xcalloc (1, sizeof *p);
  *p = (struct gcuf_mempool) { .reuse = { 1, 1, 1 } };
  pthread_mutex_lock (&lock);
  get_default ();
  *pool = (gcuf_mempool_t) (intptr_t) gcuf_handle_new (&handles, p);
  pthread_mutex_unlock (&lock);
  return 0;
}

static void
free_if_unused (struct gcuf_mempool *p)
{
  if (p->closed && p->used == 0)
    free (p);
}

static int
destroy (gcuf_mempool_t pool, struct gcuf_mempool *p)
{
  if (p == &first)
    return GCUF_cudaErrorInvalidValue;
  if (pool == current_handle)
    current_handle = default_handle;
  gcuf_handle_delete (&handles, (intptr_t) pool);
  p->closed = true;
  free_if_unused (p);
  return 0;
}

int
gcuf_cpu_mempool_destroy (gcuf_mempool_t pool)
{
  struct gcuf_mempool *p = lock_pool (pool);
  return unlock (p, p ? destroy (pool, p) : 0);
}

int
gcuf_cpu_mempool_trim (gcuf_mempool_t pool, size_t keep)
{
  (void) keep;
  return unlock (lock_pool (pool), 0);
}

/* --- Attributes --------------------------------------------------------- */

enum
{
  REUSE_FIRST = 1,
  REUSE_LAST = 3,
  RELEASE_THRESHOLD = 4,
  RESERVED_CURRENT = 5,
  RESERVED_HIGH = 6,
  USED_CURRENT = 7,
  USED_HIGH = 8
};

static int
get_attribute (const struct gcuf_mempool *p, int attribute, void *value)
{
  if (attribute >= REUSE_FIRST && attribute <= REUSE_LAST)
    {
      memcpy (value, &p->reuse[attribute - REUSE_FIRST], sizeof *p->reuse);
      return 0;
    }
  switch (attribute)
    {
    case RELEASE_THRESHOLD:
      memcpy (value, &p->threshold, sizeof p->threshold);
      return 0;
    case RESERVED_CURRENT:
    case USED_CURRENT:
      memcpy (value, &p->used, sizeof p->used);
      return 0;
    case RESERVED_HIGH:
    case USED_HIGH:
      memcpy (value, &p->used_high, sizeof p->used_high);
      return 0;
    default:
      return GCUF_cudaErrorInvalidValue;
    }
}

int
gcuf_cpu_mempool_attribute (gcuf_mempool_t pool, int attribute, void *value)
{
  struct gcuf_mempool *p = lock_pool (pool);
  return unlock (p, p ? get_attribute (p, attribute, value) : 0);
}

/* The highest value so far can only be reset.  */

static int
set_attribute (struct gcuf_mempool *p, int attribute, const void *value)
{
  uint64_t size;
  if (attribute >= REUSE_FIRST && attribute <= REUSE_LAST)
    {
      memcpy (&p->reuse[attribute - REUSE_FIRST], value, sizeof *p->reuse);
      return 0;
    }
  switch (attribute)
    {
    case RELEASE_THRESHOLD:
      memcpy (&p->threshold, value, sizeof p->threshold);
      return 0;
    case RESERVED_HIGH:
    case USED_HIGH:
      memcpy (&size, value, sizeof size);
      if (size)
	return GCUF_cudaErrorInvalidValue;
      p->used_high = p->used;
      return 0;
    default:
      return GCUF_cudaErrorInvalidValue;
    }
}

int
gcuf_cpu_mempool_set_attribute (gcuf_mempool_t pool, int attribute,
				const void *value)
{
  struct gcuf_mempool *p = lock_pool (pool);
  return unlock (p, p ? set_attribute (p, attribute, value) : 0);
}

/* --- Allocation --------------------------------------------------------- */

/* Take BYTES from the pool that HANDLE names, or the current one; null if it
   names none.  */

static struct gcuf_mempool *
charge (gcuf_mempool_t handle, size_t bytes)
{
  pthread_mutex_lock (&lock);
  get_default ();
  struct gcuf_mempool *p = find (handle ? handle : current_handle);
  if (p)
    {
      p->used += bytes;
      if (p->used > p->used_high)
	p->used_high = p->used;
    }
  pthread_mutex_unlock (&lock);
  return p;
}

static void
give_back (struct gcuf_mempool *p, size_t bytes)
{
  pthread_mutex_lock (&lock);
  p->used -= bytes;
  free_if_unused (p);
  pthread_mutex_unlock (&lock);
}

void
gcuf_mempool_forget (const struct gcuf_cpu_block *block)
{
  if (block->pool)
    give_back (block->pool, block->size);
}

int
gcuf_cpu_malloc_async (void **p, size_t bytes, gcuf_mempool_t handle,
		       gcuf_stream_t stream)
{
  int flags;
  int code = gcuf_cpu_stream_flags (stream, &flags);
  if (code)
    return code;
  struct gcuf_mempool *pool = charge (handle, bytes);
  if (!pool)
    return GCUF_cudaErrorInvalidValue;
  code = gcuf_cpu_malloc_stream (p, bytes);
  if (code)
    {
      give_back (pool, bytes);
      return code;
    }
  struct gcuf_cpu_block b;
  if (gcuf_cpu_block_of (*p, &b))
    {
      b.pool = pool;
      b.captured = gcuf_capture_keep (stream, *p);
      gcuf_cpu_block_set (&b);
    }
  return 0;
}

static void
run_free (void *data)
{
  gcuf_cpu_release (*(void **) data);
}

/* What a graph has allocated is freed with it; until then each launch uses it
   anew.  Other memory is gone for everybody as soon as the call is made.  */

int
gcuf_cpu_free_async (void *p, gcuf_stream_t stream)
{
  struct gcuf_cpu_block b;
  if (!gcuf_cpu_block_of (p, &b) || b.base != p || b.going
      || b.space != GCUF_SPACE_DEVICE)
    return GCUF_cudaErrorInvalidValue;
  if (b.captured)
    return 0;
  b.going = true;
  gcuf_cpu_block_set (&b);
  int code = gcuf_cpu_enqueue (stream, run_free, &p, sizeof p, false);
  if (code)
    {
      b.going = false;
      gcuf_cpu_block_set (&b);
    }
  return code;
}

void
gcuf_mempool_fini (void)
{
  for (uint32_t i = 0; i < handles.n; i++)
    if (handles.slots[i].object != &first)
      free (handles.slots[i].object);
  free (handles.slots);
  memset (&handles, 0, sizeof handles);
  default_handle = current_handle = NULL;
}

/* --- Other processes ---------------------------------------------------- */

/* Another process has its own memory, and the cpu backend no way to show
   it.  */

int
gcuf_cpu_ipc_memory (struct gcuf_ipc_handle *handle, void *p)
{
  (void) handle;
  (void) p;
  return GCUF_cudaErrorNotSupported;
}

int
gcuf_cpu_ipc_open_memory (void **p, const struct gcuf_ipc_handle *handle,
			  int flags)
{
  (void) p;
  (void) handle;
  (void) flags;
  return GCUF_cudaErrorNotSupported;
}

int
gcuf_cpu_ipc_close_memory (void *p)
{
  (void) p;
  return GCUF_cudaErrorNotSupported;
}

int
gcuf_cpu_ipc_event (struct gcuf_ipc_handle *handle, gcuf_event_t event)
{
  (void) handle;
  (void) event;
  return GCUF_cudaErrorNotSupported;
}

int
gcuf_cpu_ipc_open_event (gcuf_event_t *event,
			 const struct gcuf_ipc_handle *handle)
{
  (void) event;
  (void) handle;
  return GCUF_cudaErrorNotSupported;
}
