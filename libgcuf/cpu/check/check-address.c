/* Addresses in device code that is checked.
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

/* What a thread of a kernel accesses has to be in device memory, and in the
   same allocation as the array that it has to do with.  */

#define _GNU_SOURCE 1
#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>

#include "check-address.h"
#include "check-found.h"
#include "check-operations.h"
#include "check-reads.h"
#include "check-waiting.h"
#include "cpu-api.h"
#include "cpu-check.h"
#include "range-tree.h"

/* --- Memory that is no allocation ----------------------------------------- */

/* What device code has got from malloc, and what has been freed while it may be
   in use.  */
static struct gcuf_range *pieces;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Forget the pieces that overlap the BYTES at START.  LOCK is held.  */

static void
forget_pieces (uintptr_t start, size_t bytes)
{
  struct gcuf_range *old;
  while ((old = gcuf_range_overlapping (pieces, start, start + bytes)))
    {
      gcuf_range_remove (&pieces, old);
      free (old);
    }
}

/* Add a piece of BYTES, not zero, at P.  The host may have freed what was there
   before.  */

static void
add_piece (void *p, size_t bytes)
{
  struct gcuf_range *fresh = gcuf_xcalloc (1, sizeof *fresh);
  fresh->start = (uintptr_t) p;
  fresh->size = bytes;
  pthread_mutex_lock (&lock);
  forget_pieces ((uintptr_t) p, bytes);
  gcuf_range_add (&pieces, fresh);
  pthread_mutex_unlock (&lock);
}

/* Device code has got P, with contents if FILLED.  What others did there
   before, who may have freed it elsewhere, is of no interest.  */

static void
note_malloc (void *p, bool filled)
{
  unsigned thread;
  size_t bytes = p ? malloc_usable_size (p) : 0;
  struct gcuf_check_block *c = gcuf_check_running (&thread);
  if (bytes == 0 || !c)
    return;
  gcuf_waiting_end (c);
  gcuf_check_forget ((uintptr_t) p, bytes);
  if (!filled)
    gcuf_check_make_unset (p, bytes);
  add_piece (p, bytes);
}

GCUF_EXPORT void
GCUF_check_malloc (void *p)
{
  note_malloc (p, false);
}

GCUF_EXPORT void
GCUF_check_realloc (void *p)
{
  note_malloc (p, true);
}

/* Another thread may get the memory.  */

GCUF_EXPORT void
GCUF_check_free (void *p)
{
  unsigned thread;
  struct gcuf_check_block *c = gcuf_check_running (&thread);
  if (!p || !c)
    return;
  gcuf_waiting_end (c);
  size_t bytes = malloc_usable_size (p);
  gcuf_check_forget ((uintptr_t) p, bytes);
  pthread_mutex_lock (&lock);
  forget_pieces ((uintptr_t) p, bytes);
  pthread_mutex_unlock (&lock);
}

void
gcuf_check_note_retired (void *base, size_t size)
{
  if (size)
    add_piece (base, size);
}

/* --- Memory that has been freed ------------------------------------------- */

/* The latest, of which the next one takes the place of the first.  */
enum { N_FREED = 1024 };
static struct { uintptr_t base; size_t size; } freed[N_FREED];
static unsigned n_freed;

void
gcuf_check_note_allocated (void *base, size_t size)
{
  uintptr_t begin = (uintptr_t) base, end = begin + size;
  pthread_mutex_lock (&lock);
  forget_pieces (begin, size);
  for (size_t i = 0; i < N_FREED; i++)
    if (freed[i].base < end && begin < freed[i].base + freed[i].size)
      freed[i].size = 0;
  pthread_mutex_unlock (&lock);
}

void
gcuf_check_note_freed (void *base, size_t size)
{
  pthread_mutex_lock (&lock);
  forget_pieces ((uintptr_t) base, size);
  freed[n_freed].base = (uintptr_t) base;
  freed[n_freed].size = size;
  n_freed = (n_freed + 1) % N_FREED;
  pthread_mutex_unlock (&lock);
  gcuf_operation_forget_memory ((uintptr_t) base, size);
}

/* Return the size of what was at ADDRESS and has been freed, or zero.  */

static size_t
find_freed (uintptr_t address)
{
  size_t size = 0;
  pthread_mutex_lock (&lock);
  for (size_t i = 0; i < N_FREED && size == 0; i++)
    if (address - freed[i].base < freed[i].size)
      size = freed[i].size;
  pthread_mutex_unlock (&lock);
  return size;
}

/* --- Ranges --------------------------------------------------------------- */

struct range
{
  uintptr_t address, begin, size;
};

/* If DATA, a range, has its address in the object INFO, let it be the part of
   that.  */

static int
note_segment (struct dl_phdr_info *info, size_t size, void *data)
{
  struct range *r = data;
  (void) size;
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW(Phdr) *h = &info->dlpi_phdr[i];
      uintptr_t begin = info->dlpi_addr + h->p_vaddr;
      if (h->p_type == PT_LOAD && r->address - begin < h->p_memsz)
	{
	  r->begin = begin;
	  r->size = h->p_memsz;
	  return 1;
	}
    }
  return 0;
}

/* Find what R's address is in, besides allocations: a piece, and then *GOT is true,
   or the variables of an object, which takes longer.  */

static bool
find_range (struct range *r, bool *got)
{
  pthread_mutex_lock (&lock);
  const struct gcuf_range *piece = gcuf_range_find (pieces, r->address);
  if (piece)
    {
      r->begin = piece->start;
      r->size = piece->size;
    }
  pthread_mutex_unlock (&lock);
  *got = piece;
  return piece || dl_iterate_phdr (note_segment, r);
}

/* If R's address is in memory that each host thread, and so each block, has for
   itself, let R be that.  Blocks of a cluster see that of each other.  */

static bool
find_local (const struct gcuf_check_block *c, struct range *r)
{
  uintptr_t shared = (uintptr_t) GCUF_context.dynamic_shared;
  if (c->launch->clusters)
    return false;
  r->begin = shared;
  r->size = GCUF_context.dynamic_shared_size;
  for (size_t i = 0; r->address - r->begin >= r->size; i++)
    {
      if (i == c->n_areas)
	return false;
      r->begin = (uintptr_t) c->areas[i].base;
      r->size = c->areas[i].size;
    }
  return true;
}

/* Why an access is to no memory that it can be to: what
   gcuf_check_report_address gets.  */
struct fault
{
  const char *what;
  size_t size;
};

/* A, of C, is in no memory that is known.  Return false, and say why in F, if it
   should be in some, and not in what a library has got for device code.  */

static bool
accept_unknown (const struct gcuf_check_block *c,
		const struct gcuf_check_access *a, struct fault *f)
{
  /* Where the host's memory is for device code, too, the host may have got what has
     been freed.  */
  if (!(a->kind & GCUF_ACCESS_GIVEN) || gcuf_host_memory_shared_p ())
    return true;
  f->size = find_freed ((uintptr_t) a->address);
  if (f->size)
    f->what = "it was in an allocation of %zu bytes, which has been freed";
  else if (!c->launch->clusters)
    f->what = "it is in memory of the host";
  else
    return true;
  return false;
}

/* Return true if A, by what it begins with or its address, has to do with the
   dynamic shared memory of the running block, and is not all in it.  */

static bool
beyond_shared_p (const struct gcuf_check_access *a)
{
  return ((gcuf_cpu_shared_fault_p (a->address)
	   || gcuf_cpu_shared_fault_p (a->base))
	  && !gcuf_check_inside_p (a, (uintptr_t) GCUF_context.dynamic_shared,
				   GCUF_context.dynamic_shared_size));
}

/* Let P, which is that of A's address, be about what A, of C, is in.  Return
   false, and say why in F, if that is no memory that it can be in.  */

static bool
find (const struct gcuf_check_block *c, const struct gcuf_check_access *a,
      struct gcuf_check_page *p, struct fault *f)
{
  enum { NULL_BYTES = 4096 };
  struct gcuf_cpu_block block;
  struct range r = { .address = (uintptr_t) a->address };
  if (r.address < NULL_BYTES)
    {
      f->what = "it is not allocated, or a pointer that is not associated";
      return false;
    }
  if (beyond_shared_p (a))
    {
      f->what = ("it is outside of the dynamic shared memory of the launch, "
		 "which has %zu bytes");
      f->size = GCUF_context.dynamic_shared_size;
      return false;
    }
  bool local = find_local (c, &r), stray = false, got = false;
  if (!local && a->base && gcuf_cpu_block_of (a->base, &block)
      && !gcuf_check_inside_p (a, (uintptr_t) block.base, block.size))
    {
      f->what = "it is outside of the allocation, which has %zu bytes";
      f->size = block.size;
      return false;
    }
  if (!local && gcuf_cpu_block_of (a->address, &block))
    {
      r.begin = (uintptr_t) block.base;
      r.size = block.size;
    }
  else if (!local && !find_range (&r, &got))
    {
      if (!accept_unknown (c, a, f))
	return false;
      r.begin = r.address;
      r.size = a->bytes;
      stray = true;
    }
  p->local = local;
  p->stray = stray;
  p->begin = r.begin;
  p->size = r.size;
  p->memory = (local || stray || got ? NULL
	       : gcuf_check_memory_at (c, r.begin, r.size));
  return true;
}

bool
gcuf_check_begin_of (const struct gcuf_check_block *c, uintptr_t address,
		     uintptr_t *begin)
{
  struct gcuf_cpu_block block;
  struct range r = { .address = address };
  bool got;
  if (find_local (c, &r))
    return false;
  if (gcuf_cpu_block_of ((const void *) address, &block))
    r.begin = (uintptr_t) block.base;
  else if (!find_range (&r, &got))
    return false;
  *begin = r.begin;
  return true;
}

bool
gcuf_check_find (const struct gcuf_check_block *c,
		 const struct gcuf_check_access *a, struct gcuf_check_page *p)
{
  struct fault f = { NULL, 0 };
  return find (c, a, p, &f);
}

void
gcuf_check_examine (const struct gcuf_check_block *c, unsigned thread,
		    const struct gcuf_check_access *a,
		    struct gcuf_check_page *p)
{
  struct fault f = { NULL, 0 };
  if (!find (c, a, p, &f))
    gcuf_check_report_address (c, thread, a, f.what, f.size);
}
