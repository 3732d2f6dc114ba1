/* What is known of a kernel or a variable, by device.
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

#ifndef GCUF_DEVICE_CACHE_H
#define GCUF_DEVICE_CACHE_H

#include "gcuf-internal.h"

/* What the member `cache' of a record of the program, or of a group of the
   library's kernels, points to: an entry for each device, all of one size,
   initially zero.  */
struct gcuf_device_cache
{
  struct gcuf_device_cache *next;
  max_align_t entries[];
};

/* The caches of all records of one kind, to be freed at the end.  The owner of
   the list locks it.  */
typedef struct gcuf_device_cache *gcuf_device_caches;

/* Return the entry, of SIZE bytes, of the current device in the cache that
   PLACE points to, or null if there is no cache yet.  Needs no lock: the first
   word of an entry is stored last when it is filled in.  */

static inline void *
gcuf_device_entry (void *const *place, size_t size)
{
  struct gcuf_device_cache *c = __atomic_load_n (place, __ATOMIC_ACQUIRE);
  if (__builtin_expect (c == NULL, 0))
    return NULL;
  return (char *) c->entries + gcuf_thread.device * size;
}

/* The same, but make the cache if there is none.  The list is locked.  */
extern void *gcuf_device_entry_new (gcuf_device_caches *all, void **place,
				    size_t size);

/* Call FORGET with the entry, of SIZE bytes, of DEVICE in each cache; or free
   all caches if DEVICE is -1.  The list is locked.  */
extern void gcuf_device_caches_forget (gcuf_device_caches *all, int device,
				       size_t size, void (*forget) (void *));

#endif
