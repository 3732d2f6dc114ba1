/* Gfortran's array descriptors.
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

#ifndef GCUF_DESCRIPTOR_H
#define GCUF_DESCRIPTOR_H

#include <stddef.h>

#include "gcuf-limits.h"

/* The layout of gfortran's array descriptors.  */
struct gcuf_descriptor
{
  char *base;
  ptrdiff_t offset;
  struct
  {
    size_t elem_len;
    int version;
    signed char rank;
    signed char type;
    signed short attribute;
  } dtype;
  ptrdiff_t span;
  struct
  {
    ptrdiff_t stride;		/* In units of SPAN.  */
    ptrdiff_t lower;
    ptrdiff_t upper;
  } dim[GCUF_MAX_RANK];
};

/* The type that A's descriptor has for its elements.  A character that is no
   array comes as an integer, and since GCC 15 as an unsigned one.  */

static inline __attribute__ ((always_inline)) int
gcuf_element_type (const struct gcuf_descriptor *a)
{
  enum { INTEGER = 1, CHARACTER = 6, UNSIGNED = 14 };
  int type = a->dtype.type;
  return type == CHARACTER || type == UNSIGNED ? INTEGER : type;
}

#endif
