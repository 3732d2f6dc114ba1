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

#ifndef GCUF_HANDLE_H
#define GCUF_HANDLE_H

#include <stdint.h>

/* A handle names a slot of a table and how many times the slot was used
   before, so one that was destroyed, or never was any, is found out.  No
   handle is less than 16.  */
struct gcuf_handles
{
  struct gcuf_slot
  {
    void *object;		/* Null if the slot is free.  */
    uint32_t generation;
    uint32_t next_free;		/* Number of a free slot, plus one.  */
  } *slots;
  uint32_t n, allocated;
  uint32_t first_free;		/* The same; zero if there is none.  */
};

/* The caller locks the table, which is initially zero.

   Return a handle for OBJECT, not null.  Ends the program if there is no
   memory.  */
extern int64_t gcuf_handle_new (struct gcuf_handles *, void *object);
/* Return the object of HANDLE, or null if HANDLE is not valid.  */
extern void *gcuf_handle_object (const struct gcuf_handles *, int64_t handle);
/* HANDLE, which is valid, becomes invalid; the object is the caller's.  */
extern void gcuf_handle_delete (struct gcuf_handles *, int64_t handle);

#endif
