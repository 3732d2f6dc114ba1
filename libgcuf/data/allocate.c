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
#include <stdlib.h>

#include "gcuf-internal.h"
#include "stream-group.h"

/* What ALLOCATE, DEALLOCATE, assignment to an allocatable variable and the end
   of a scope call instead of malloc, free and realloc: one of each for each
   space.  What an assignment allocates anew need not keep its contents.  Only
   DEALLOCATE frees what the API has allocated: it has a function of its
   own.  */

/* --- STREAM= and ALIGN= -------------------------------------------------- */

static __thread int64_t next_align, next_stream;

GCUF_EXPORT void
GCUF_next_allocation (int64_t stream, int64_t align)
{
  next_stream = stream;
  next_align = align;
}

/* What was allocated with more than the alignment that the space has by itself
   lies in a larger block, and what was allocated in the order of a stream is
   freed in that.  */
struct noted
{
  struct gcuf_member member;	/* The first member: of the stream's group.  */
  struct gcuf_range range;
  struct gcuf_allocated block;
};

static struct gcuf_range *noted, *groups;
static pthread_mutex_t noted_lock = PTHREAD_MUTEX_INITIALIZER;

static void
note (void *p, struct gcuf_allocated block)
{
  struct noted *n = gcuf_xcalloc (1, sizeof *n);
  n->range.start = (uintptr_t) p;
  n->range.size = 1;
  n->block = block;
  pthread_mutex_lock (&noted_lock);
  gcuf_range_add (&noted, &n->range);
  gcuf_group_add (&groups, block.stream, &n->member);
  pthread_mutex_unlock (&noted_lock);
}

struct gcuf_allocated
gcuf_take_block (void *p)
{
  struct gcuf_allocated block = { p, 0 };
  if (!__atomic_load_n (&noted, __ATOMIC_ACQUIRE))
    return block;
  pthread_mutex_lock (&noted_lock);
  struct gcuf_range *r = gcuf_range_find (noted, (uintptr_t) p);
  if (r)
    {
      struct noted *n
	= (struct noted *) ((char *) r - offsetof (struct noted, range));
      block = n->block;
      gcuf_range_remove (&noted, r);
      gcuf_group_remove (&groups, block.stream, &n->member);
      free (n);
    }
  pthread_mutex_unlock (&noted_lock);
  return block;
}

void
gcuf_blocks_leave_stream (gcuf_stream_t stream)
{
  struct gcuf_member *m;
  if (!__atomic_load_n (&noted, __ATOMIC_ACQUIRE))
    return;
  pthread_mutex_lock (&noted_lock);
  while ((m = gcuf_group_first (groups, stream)) != NULL)
    {
      gcuf_group_remove (&groups, stream, m);
      gcuf_group_add (&groups, GCUF_ALL_STREAMS, m);
      ((struct noted *) m)->block.stream = GCUF_ALL_STREAMS;
    }
  pthread_mutex_unlock (&noted_lock);
}

/* CUDA aligns to so many bytes by itself.  */
enum { DEVICE_ALIGNMENT = 256 };

/* Memory with STREAM= or ALIGN=.  */

static void *
malloc_noted (size_t bytes, unsigned space, gcuf_stream_t stream,
	      int64_t align)
{
  struct gcuf_allocated block = { NULL, stream };
  if (align < 0 || (align & (align - 1)))
    {
      gcuf_record_error (GCUF_cudaErrorInvalidValue);
      return NULL;
    }
  if (align <= DEVICE_ALIGNMENT)
    align = 0;
  if (bytes > PTRDIFF_MAX - (size_t) align)
    return NULL;
  block.p = (stream && space == GCUF_SPACE_DEVICE
	     ? gcuf_malloc_ordered (bytes + align, &block.stream)
	     : GCUF_malloc (bytes + align, space));
  if (!block.p)
    return NULL;
  void *p = block.p;
  if (align)
    p = (void *) (((uintptr_t) p + align - 1) & -align);
  if (p != block.p || block.stream)
    note (p, block);
  if (stream)
    gcuf_tie_data (p, bytes, stream);
  return p;
}

static void *
malloc_space (size_t bytes, unsigned space)
{
  int64_t align = next_align, stream = next_stream;
  next_align = next_stream = 0;
  void *p = (align || stream ? malloc_noted (bytes, space, stream, align)
	     : GCUF_malloc (bytes, space));
  if (!p)
    errno = ENOMEM;
  return p;
}

/* For ALIGN= of what is in no such memory, to be freed by free.  */

GCUF_EXPORT void *
GCUF_malloc_host (size_t bytes)
{
  int64_t align = next_align;
  void *p;
  next_align = 0;
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

#define ALLOCATOR(name, SPACE) \
  GCUF_EXPORT void * \
  GCUF_malloc_##name (size_t bytes) \
  { \
    return malloc_space (bytes, GCUF_SPACE_##SPACE); \
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
    int code = GCUF_cudaMemcpy (dst, src, bytes, GCUF_COPY_DEFAULT); \
    if (code) \
      gcuf_fatal (NULL, "copy of a component: %s", gcuf_error_text (code)); \
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
  if (next_align > 1)
    return malloc_space (bytes, GCUF_SPACE_PINNED);
  if (bytes <= PTRDIFF_MAX
      && gcuf_backend ()->malloc_local (&p, bytes ? bytes : 1,
					GCUF_SPACE_PINNED))
    p = malloc_unpinned (bytes);
  if (!p)
    errno = ENOMEM;
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
