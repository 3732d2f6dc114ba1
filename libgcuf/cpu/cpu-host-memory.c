/* The cpu backend: registered and managed memory, pointers.
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
#include <string.h>

#include "cpu-api.h"

/* --- Page-locked memory ------------------------------------------------- */

static bool
pinned_block_p (const void *p, struct gcuf_cpu_block *b)
{
  return gcuf_cpu_block_of (p, b) && b->space == GCUF_SPACE_PINNED;
}

int
gcuf_cpu_host_pointer (void **device, void *host)
{
  struct gcuf_cpu_block b;
  if (!pinned_block_p (host, &b))
    return GCUF_cudaErrorInvalidValue;
  *device = host;
  return 0;
}

int
gcuf_cpu_host_flags (void *host, int *flags)
{
  struct gcuf_cpu_block b;
  if (!pinned_block_p (host, &b))
    return GCUF_cudaErrorInvalidValue;
  *flags = b.flags;
  return 0;
}

int
gcuf_cpu_host_register (void *host, size_t bytes, int flags)
{
  struct gcuf_cpu_block b =
  {
    .base = host, .size = bytes, .space = GCUF_SPACE_PINNED,
    .flags = flags | 2, .registered = true
  };
  return gcuf_cpu_block_enter (&b) ? 0
	 : GCUF_cudaErrorHostMemoryAlreadyRegistered;
}

int
gcuf_cpu_host_unregister (void *host)
{
  struct gcuf_cpu_block b;
  if (!gcuf_cpu_block_of (host, &b))
    return GCUF_cudaErrorHostMemoryNotRegistered;
  if (!b.registered || b.base != host)
    return GCUF_cudaErrorInvalidValue;
  gcuf_cpu_drain ();
  gcuf_cpu_release (host);
  return 0;
}

/* --- Managed memory ----------------------------------------------------- */

/* The advice that has been given about a variable of a module.  */
struct advised
{
  const struct gcuf_variable *variable;
  struct gcuf_advice advice;
  struct advised *next;
};

static struct advised *advised;
static pthread_mutex_t advised_lock = PTHREAD_MUTEX_INITIALIZER;

/* Return what is known of V, which has been made if there is none.  The lock is
   held.  */

static struct advised *
advised_about (const struct gcuf_variable *v)
{
  for (struct advised *a = advised; a; a = a->next)
    if (a->variable == v)
      return a;
  struct advised *fresh = gcuf_xcalloc (1, sizeof *fresh);
  *fresh = (struct advised) { v, { false, -2, -2 }, advised };
  return advised = fresh;
}

/* Let *B be the managed variable that P is in, and return true, if there is
   one.  */

static bool
managed_variable_p (const void *p, struct gcuf_cpu_block *b)
{
  const struct gcuf_variable *v = gcuf_variable_at (p);
  if (!v || v->space != GCUF_SPACE_MANAGED)
    return false;
  *b = (struct gcuf_cpu_block) {
    .base = v->host, .size = v->size, .space = v->space
  };
  pthread_mutex_lock (&advised_lock);
  b->advice = advised_about (v)->advice;
  pthread_mutex_unlock (&advised_lock);
  return true;
}

/* Whether P is in managed memory, *B: an allocation, or a variable.  */

static bool
managed_p (const void *p, struct gcuf_cpu_block *b)
{
  return (gcuf_cpu_block_of (p, b) ? b->space == GCUF_SPACE_MANAGED
	  : managed_variable_p (p, b));
}

/* The same for all of the BYTES at P.  */

static bool
managed_range_p (const void *p, size_t bytes, struct gcuf_cpu_block *b)
{
  return (managed_p (p, b)
	  && bytes <= b->size - ((const char *) p - (const char *) b->base));
}

/* The advice about managed memory is what *B says from now on.  */

static void
set_advice (const struct gcuf_cpu_block *b)
{
  const struct gcuf_variable *v = gcuf_variable_at (b->base);
  if (!v)
    {
      gcuf_cpu_block_set (b);
      return;
    }
  pthread_mutex_lock (&advised_lock);
  advised_about (v)->advice = b->advice;
  pthread_mutex_unlock (&advised_lock);
}

/* Advice changes what is told of the memory, and nothing else.  */

int
gcuf_cpu_advise (void *p, size_t bytes, int advice, int device)
{
  enum { SET_READ_MOSTLY = 1, UNSET_READ_MOSTLY, SET_PREFERRED,
	 UNSET_PREFERRED, SET_ACCESSED_BY, UNSET_ACCESSED_BY };
  struct gcuf_cpu_block b;
  if (!managed_range_p (p, bytes, &b))
    return GCUF_cudaErrorInvalidValue;
  switch (advice)
    {
    case SET_READ_MOSTLY:
    case UNSET_READ_MOSTLY:
      b.advice.read_mostly = advice == SET_READ_MOSTLY;
      break;
    case SET_PREFERRED:
      b.advice.preferred = device;
      break;
    case UNSET_PREFERRED:
      b.advice.preferred = -2;
      break;
    case SET_ACCESSED_BY:
    case UNSET_ACCESSED_BY:
      break;
    default:
      return GCUF_cudaErrorInvalidValue;
    }
  set_advice (&b);
  return 0;
}

struct prefetch
{
  void *base;
  int device;
};

static void
run_prefetch (void *data)
{
  const struct prefetch *f = data;
  struct gcuf_cpu_block b;
  if (!managed_p (f->base, &b))
    return;
  b.advice.prefetched = f->device;
  set_advice (&b);
}

int
gcuf_cpu_prefetch (void *p, size_t bytes, int device, gcuf_stream_t stream)
{
  struct gcuf_cpu_block b;
  if (!managed_range_p (p, bytes, &b))
    return GCUF_cudaErrorInvalidValue;
  struct prefetch f = { b.base, device };
  return gcuf_cpu_enqueue (stream, run_prefetch, &f, sizeof f, false);
}

int
gcuf_cpu_range_attribute (void *data, size_t size, int attribute, void *p,
			  size_t bytes)
{
  enum { READ_MOSTLY = 1, PREFERRED = 2, ACCESSED_BY = 3, PREFETCHED = 4 };
  struct gcuf_cpu_block b;
  int value;
  if (!managed_range_p (p, bytes, &b) || size < sizeof value)
    return GCUF_cudaErrorInvalidValue;
  switch (attribute)
    {
    case READ_MOSTLY:
      value = b.advice.read_mostly;
      break;
    case PREFERRED:
      value = b.advice.preferred;
      break;
    case PREFETCHED:
      value = b.advice.prefetched;
      break;
    case ACCESSED_BY:
      value = 0;		/* The one device.  */
      break;
    default:
      return GCUF_cudaErrorInvalidValue;
    }
  memcpy (data, &value, sizeof value);
  return 0;
}

int
gcuf_cpu_stream_attach (gcuf_stream_t stream, void *p, size_t bytes,
			int flags)
{
  enum { SINGLE = 4 };
  struct gcuf_cpu_block b;
  if (!managed_p (p, &b)
      || (bytes && bytes != b.size) || (flags == SINGLE && stream == 0))
    return GCUF_cudaErrorInvalidValue;
  struct prefetch f = { b.base, b.advice.prefetched };
  return gcuf_cpu_enqueue (stream, run_prefetch, &f, sizeof f, false);
}

/* --- Pointers ----------------------------------------------------------- */

int
gcuf_cpu_pointer_attributes (void *p, struct gcuf_pointer_attributes *a)
{
  struct gcuf_cpu_block b;
  a->device = -2;
  a->type = GCUF_MEMORY_UNREGISTERED;
  a->isManaged = 0;
  a->devicePointer = NULL;
  a->hostPointer = p;
  if (gcuf_cpu_block_of (p, &b))
    {
      a->device = 0;
      a->type = (b.space == GCUF_SPACE_MANAGED ? GCUF_MEMORY_MANAGED
		 : b.space == GCUF_SPACE_PINNED ? GCUF_MEMORY_HOST
		 : GCUF_MEMORY_DEVICE);
      a->isManaged = b.space == GCUF_SPACE_MANAGED;
      a->devicePointer = p;
      if (a->type == GCUF_MEMORY_DEVICE)
	a->hostPointer = NULL;
    }
  else if (gcuf_variable_space (p) >= 0)
    {
      a->device = 0;
      a->isManaged = gcuf_variable_space (p) == GCUF_SPACE_MANAGED;
      a->type = a->isManaged ? GCUF_MEMORY_MANAGED : GCUF_MEMORY_DEVICE;
      a->devicePointer = p;
      a->hostPointer = a->isManaged ? p : NULL;
    }
  return 0;
}
