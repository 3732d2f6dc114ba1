/* Tables of numbered objects.
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
#include "handle.h"

enum { FIRST = 16 };

static int64_t
make_handle (uint32_t index, uint32_t generation)
{
  return ((int64_t) (generation & 0x7fffffff) << 32) + index + FIRST;
}

/* A free slot, the one that has been so for the shortest time.  */

static uint32_t
free_slot (struct gcuf_handles *t)
{
  uint32_t i = t->first_free;
  if (i)
    {
      t->first_free = t->slots[i - 1].next_free;
      return i - 1;
    }
  if (t->n == t->allocated)
    {
      t->allocated = t->allocated ? 2 * t->allocated : 32;
      t->slots = gcuf_xrealloc (t->slots, t->allocated * sizeof *t->slots);
    }
  t->slots[t->n].generation = 0;
  return t->n++;
}

int64_t
gcuf_handle_new (struct gcuf_handles *t, void *object)
{
  uint32_t i = free_slot (t);
  t->slots[i].object = object;
  return make_handle (i, t->slots[i].generation);
}

void *
gcuf_handle_object (const struct gcuf_handles *t, int64_t handle)
{
  uint32_t i = (uint32_t) handle - FIRST;
  if (i >= t->n || handle != make_handle (i, t->slots[i].generation))
    return NULL;
  return t->slots[i].object;
}

void
gcuf_handle_delete (struct gcuf_handles *t, int64_t handle)
{
  uint32_t i = (uint32_t) handle - FIRST;
  struct gcuf_slot *slot = &t->slots[i];
  slot->object = NULL;
  slot->generation++;
  slot->next_free = t->first_free;
  t->first_free = i + 1;
}
