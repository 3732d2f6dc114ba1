/* Limits of CUDA and of Fortran that several parts need.
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

#ifndef GCUF_LIMITS_H
#define GCUF_LIMITS_H

enum
{
  /* What every device of CUDA's allows: the threads of a block and its extent
     z, and the extents y and z of a grid.  */
  GCUF_MAX_BLOCK_THREADS = 1024,
  GCUF_MAX_BLOCK_Z = 64,
  GCUF_MAX_GRID_YZ = 65535,

  /* The dimensions of an array.  */
  GCUF_MAX_RANK = 15,

  /* Bytes that the rows of pitched memory are a multiple of, and that device
     memory is aligned to.  */
  GCUF_PITCH = 512,
  GCUF_ALIGNMENT = 256,

  /* The threads of a block where the choice is the compiler's or the library's,
     and those of the library's own kernels.  */
  GCUF_LIBRARY_BLOCK = 256
};

#endif
