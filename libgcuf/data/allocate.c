/* Allocation with the signatures of malloc and free.
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

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gcuf-memory.h"
#include "range-tree.h"
#include "transfer.h"

/* What ALLOCATE, DEALLOCATE, assignment to an allocatable variable and the end
   of a scope call instead of malloc, free and realloc: one of each for each
   space.  What an assignment allocates anew need not keep its contents.  Only
   DEALLOCATE frees what the API has allocated: it has a function of its
   own.  */

/* --- STREAM= and ALIGN= -------------------------------------------------- */

/* The ABI passes them by a function of its own, which is called before the one
   that allocates.  */
struct options
{
  gcuf_stream_t stream;
  int64_t align;
};
static __thread struct options next;

GCUF_EXPORT void
GCUF_next_allocation (int64_t stream, int64_t align)
{
  next.stream = stream;
  next.align = align;
}

/* Return the options of the allocation that has been called, which are those of
   no other.  */

static struct options
take_options (void)
{
  struct options options = next;
  next = (struct options) { 0, 0 };
  return options;
}

/* --- Failures ------------------------------------------------------------ */

/* Why the last allocation has failed, if HAS_FAILED.  */
static __thread char failure[GCUF_FAILURE_LENGTH + 1];
static __thread bool has_failed;

/* Note that BYTES of SPACE could not be allocated because of the error CODE, and set
   errno as malloc does.  */

static void
note_failure (size_t bytes, unsigned space, int code)
{
  static const char *const names[] =
  {
    [GCUF_SPACE_DEVICE] = "device", [GCUF_SPACE_MANAGED] = "managed",
    [GCUF_SPACE_PINNED] = "pinned", [GCUF_SPACE_UNIFIED] = "unified"
  };
  int n = snprintf (failure, sizeof failure,
		    "%zu bytes of %s memory cannot be allocated: %s", bytes,
		    names[space], gcuf_error_text (code));
  if (n < GCUF_FAILURE_LENGTH)
    memset (failure + n, ' ', GCUF_FAILURE_LENGTH - n);
  has_failed = true;
  errno = ENOMEM;
}

GCUF_EXPORT const char *
GCUF_allocation_failure (void)
{
  bool failed = has_failed;
  has_failed = false;
  return failed ? failure : NULL;
}

/* --- Functions for ALLOCATE ---------------------------------------------- */

/* Allocate BYTES in SPACE with OPTIONS.  Return null, with errno set as malloc
   does, if that fails.  */

static void *
malloc_space (size_t bytes, unsigned space, struct options options)
{
  void *p = gcuf_allocate_ordered (bytes, space, options.stream,
				   options.align);
  if (!p)
    note_failure (bytes, space, gcuf_thread.last_error);
  return p;
}

/* Allocate ordinary host memory for ALLOCATE with ALIGN=; freed with free.  */

GCUF_EXPORT void *
GCUF_malloc_host (size_t bytes)
{
  int64_t align = take_options ().align;
  void *p;
  if (align <= (int64_t) sizeof (void *))
    return malloc (bytes);
  int code = posix_memalign (&p, align, bytes);
  if (code)
    errno = code;
  return code ? NULL : p;
}

void
gcuf_free_array (void *p, unsigned space)
{
  if (space == GCUF_SPACE_PINNED)
    GCUF_free_pinned (p);
  else if (!gcuf_kept_array_p (p))
    GCUF_free (p, space);
}

/* Copy the BYTES of an allocatable component at SRC to DST, and wait for that.
   Ends the program if it fails.  */

static void
copy_component (void *dst, const void *src, size_t bytes)
{
  const struct gcuf_box box =
  {
    .dst = dst, .src = src, .width = bytes, .height = 1, .depth = 1,
    .kind = GCUF_COPY_DEFAULT
  };
  if (bytes == 0)
    return;
  int code = (dst && src ? gcuf_backend ()->copy (&box, 0, true)
	      : GCUF_cudaErrorInvalidValue);
  if (gcuf_record_error (code))
    gcuf_fatal (NULL, "copy of a component: %s", gcuf_error_text (code));
}

#define ALLOCATOR(name, SPACE) \
  GCUF_EXPORT void * \
  GCUF_malloc_##name (size_t bytes) \
  { \
    return malloc_space (bytes, GCUF_SPACE_##SPACE, take_options ()); \
  } \
 \
  GCUF_EXPORT void \
  GCUF_deallocate_##name (void *p) \
  { \
    GCUF_free (p, GCUF_SPACE_##SPACE); \
  } \
 \
  GCUF_EXPORT void \
  GCUF_free_##name (void *p) \
  { \
    gcuf_free_array (p, GCUF_SPACE_##SPACE); \
  } \
  REALLOCATOR (name) \
  COPIER (name)

#define COPIER(name) \
  GCUF_EXPORT void * \
  GCUF_copy_##name (void *dst, const void *src, size_t bytes) \
  { \
    copy_component (dst, src, bytes); \
    return dst; \
  }

#define REALLOCATOR(name) \
  GCUF_EXPORT void * \
  GCUF_realloc_##name (void *p, size_t bytes) \
  { \
    GCUF_free_##name (p); \
    return GCUF_malloc_##name (bytes); \
  }

ALLOCATOR (device, DEVICE)
ALLOCATOR (managed, MANAGED)
ALLOCATOR (unified, UNIFIED)

GCUF_EXPORT void
GCUF_free_target (void *p)
{
  struct gcuf_pointer_attributes attributes = { .isManaged = 0 };
  if (p && gcuf_backend ()->pointer_attributes (p, &attributes) == 0
      && attributes.isManaged)
    GCUF_deallocate_managed (p);
  else
    free (p);
}

/* Pinned memory is a scarce resource: where there is none, ordinary memory
   does.  Which blocks are ordinary is noted.  */

static struct gcuf_range *unpinned;
static pthread_mutex_t unpinned_lock = PTHREAD_MUTEX_INITIALIZER;

static void *
malloc_unpinned (size_t bytes)
{
  void *p = malloc (bytes ? bytes : 1);
  if (!p)
    return NULL;
  struct gcuf_range *u = gcuf_xcalloc (1, sizeof *u);
  u->start = (uintptr_t) p;
  u->size = 1;
  pthread_mutex_lock (&unpinned_lock);
  gcuf_range_add (&unpinned, u);
  pthread_mutex_unlock (&unpinned_lock);
  return p;
}

GCUF_EXPORT void *
GCUF_malloc_pinned (size_t bytes)
{
  void *p = NULL;
  struct options options = take_options ();
  if (options.align > 1)
    return malloc_space (bytes, GCUF_SPACE_PINNED, options);
  if (bytes <= PTRDIFF_MAX
      && gcuf_backend ()->malloc_local (&p, bytes ? bytes : 1,
					GCUF_SPACE_PINNED))
    p = malloc_unpinned (bytes);
  if (!p)
    note_failure (bytes, GCUF_SPACE_PINNED, GCUF_cudaErrorMemoryAllocation);
  return p;
}

GCUF_EXPORT void
GCUF_free_pinned (void *p)
{
  pthread_mutex_lock (&unpinned_lock);
  struct gcuf_range *u = gcuf_range_find (unpinned, (uintptr_t) p);
  if (u)
    gcuf_range_remove (&unpinned, u);
  pthread_mutex_unlock (&unpinned_lock);
  if (!u)
    {
      GCUF_free (p, GCUF_SPACE_PINNED);
      return;
    }
  free (p);
  free (u);
}

/* The API has no arrays of these.  */

GCUF_EXPORT void
GCUF_deallocate_pinned (void *p)
{
  GCUF_free_pinned (p);
}

REALLOCATOR (pinned)
COPIER (pinned)

GCUF_EXPORT int
GCUF_pinned_p (void *p)
{
  pthread_mutex_lock (&unpinned_lock);
  int pinned = p && !gcuf_range_find (unpinned, (uintptr_t) p);
  pthread_mutex_unlock (&unpinned_lock);
  return pinned;
}
