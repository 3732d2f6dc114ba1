/* What a program compiled with -gpu=mem:unified allocates.
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

#include "gcuf-internal.h"

/* Its host code calls these functions in place of malloc, realloc and free.
   They are just those, unless the devices cannot access what those give: then
   memory is managed.  As temporary arrays come from here, too, small blocks
   are carved from larger pieces of managed memory, each of which has blocks of
   one size, a power of two.  What other code has allocated is freed as it was
   allocated.  Whatever is freed, or moved, kernels are waited for before.  */

enum
{
  LEAST_BITS = 6, MOST_BITS = 19, PIECE = 2 << 20,
  N_SIZES = MOST_BITS - LEAST_BITS + 1
};

/* One allocation of managed memory: a block, or a piece of blocks.  */
struct piece
{
  uintptr_t start, end;
  size_t block;			/* The size of a block.  */
};

/* In the order of addresses.  */
static struct piece *pieces;
static size_t n_pieces, n_room;

/* A block that is not in use.  */
struct unused
{
  struct unused *next;
};
static struct unused *unused[N_SIZES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The number of pieces that start at ADDRESS or below it.  LOCK is held.  */

static size_t
count_up_to (uintptr_t address)
{
  size_t lo = 0, hi = n_pieces;
  while (lo < hi)
    {
      size_t middle = (lo + hi) / 2;
      if (pieces[middle].start <= address)
	lo = middle + 1;
      else
	hi = middle;
    }
  return lo;
}

/* The piece that P is in, or null.  LOCK is held.  */

static struct piece *
find (const void *p)
{
  size_t n = count_up_to ((uintptr_t) p);
  return n && (uintptr_t) p < pieces[n - 1].end ? &pieces[n - 1] : NULL;
}

/* Get SIZE bytes, which are blocks of BLOCK bytes each.  LOCK is held.  */

static void *
new_piece (size_t size, size_t block)
{
  void *p = NULL;
  if (gcuf_record_error (gcuf_backend ()->malloc (&p, size,
						  GCUF_SPACE_MANAGED)))
    return NULL;
  if (n_pieces == n_room)
    {
      n_room = n_room ? 2 * n_room : 64;
      pieces = gcuf_xrealloc (pieces, n_room * sizeof *pieces);
    }
  size_t at = count_up_to ((uintptr_t) p);
  memmove (&pieces[at + 1], &pieces[at], (n_pieces - at) * sizeof *pieces);
  pieces[at] = (struct piece) { (uintptr_t) p, (uintptr_t) p + size, block };
  n_pieces++;
  return p;
}

/* The size of blocks that hold BYTES is two to the power of this.  */

static int
size_bits (size_t bytes)
{
  if (bytes <= (size_t) 1 << LEAST_BITS)
    return LEAST_BITS;
  return 64 - __builtin_clzll (bytes - 1);
}

static void *
allocate (size_t bytes)
{
  int bits = size_bits (bytes);
  if (bytes > PTRDIFF_MAX)
    return NULL;
  if (bits > MOST_BITS)
    return new_piece (bytes, bytes);
  struct unused **list = &unused[bits - LEAST_BITS];
  if (!*list)
    {
      size_t block = (size_t) 1 << bits;
      char *p = new_piece (PIECE, block);
      for (char *q = p ? p + PIECE : NULL; q > p; )
	{
	  struct unused *u = (struct unused *) (q -= block);
	  u->next = *list;
	  *list = u;
	}
    }
  struct unused *u = *list;
  if (u)
    *list = u->next;
  return u;
}

/* Take a block that is a piece out of the list.  */

static void
drop_piece (struct piece *piece)
{
  size_t at = piece - pieces;
  n_pieces--;
  memmove (piece, piece + 1, (n_pieces - at) * sizeof *pieces);
}

/* Free P if it is managed; return whether.  */

static bool
release (void *p)
{
  bool whole = false;
  pthread_mutex_lock (&lock);
  struct piece *piece = find (p);
  if (piece && piece->block <= (size_t) 1 << MOST_BITS)
    {
      struct unused **list = &unused[size_bits (piece->block) - LEAST_BITS];
      struct unused *u = p;
      u->next = *list;
      *list = u;
    }
  else if (piece)
    {
      drop_piece (piece);
      whole = true;
    }
  bool known = piece != NULL;
  pthread_mutex_unlock (&lock);
  if (whole)
    gcuf_record_error (gcuf_backend ()->free (p, GCUF_SPACE_MANAGED));
  return known;
}

/* Whether to allocate managed memory.  The backend says so.  */

static bool
managed_p (void)
{
  gcuf_backend ();
  return gcuf_heap_managed;
}

GCUF_EXPORT void *
GCUF_malloc_program (size_t bytes)
{
  if (!managed_p ())
    return malloc (bytes);
  pthread_mutex_lock (&lock);
  void *p = allocate (bytes);
  pthread_mutex_unlock (&lock);
  return p;
}

GCUF_EXPORT void
GCUF_free_program (void *p)
{
  if (p)
    gcuf_wait_for_kernels ();
  if (p && (!gcuf_heap_managed || !release (p)))
    free (p);
}

/* The program has ended: free all pieces, before the end of the backend, whose
   destructor has the priority 101.  */

static void __attribute__ ((destructor (102)))
heap_fini (void)
{
  const struct gcuf_backend *backend = gcuf_backend_chosen;
  if (!n_pieces || !gcuf_backend_ends_p ())
    return;
  pthread_mutex_lock (&lock);
  for (size_t i = 0; i < n_pieces; i++)
    backend->free ((void *) pieces[i].start, GCUF_SPACE_MANAGED);
  free (pieces);
  pieces = NULL;
  n_pieces = n_room = 0;
  memset (unused, 0, sizeof unused);
  pthread_mutex_unlock (&lock);
}

/* The bytes in P's block, or zero if that is none of the library's.  */

static size_t
block_size (const void *p)
{
  pthread_mutex_lock (&lock);
  struct piece *piece = find (p);
  size_t size = piece ? piece->block : 0;
  pthread_mutex_unlock (&lock);
  return size;
}

GCUF_EXPORT void *
GCUF_realloc_program (void *p, size_t bytes)
{
  size_t size;
  if (!p)
    return GCUF_malloc_program (bytes);
  gcuf_wait_for_kernels ();
  if (!managed_p () || (size = block_size (p)) == 0)
    return realloc (p, bytes);
  if (bytes <= size)
    return p;
  void *fresh = GCUF_malloc_program (bytes);
  if (!fresh)
    return NULL;
  memcpy (fresh, p, size);
  release (p);
  return fresh;
}
