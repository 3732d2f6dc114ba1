/* What descriptors of data know of plans on the cpu backend.
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


#ifndef GCUF_CPU_FFT_H
#define GCUF_CPU_FFT_H

#include "../library.h"

/* Of cufftResult and cufftType (cuFFT's reference, 3.3).  */
enum
{
  SUCCESS, INVALID_PLAN, ALLOC_FAILED, INVALID_TYPE, INVALID_VALUE,
  INTERNAL_ERROR, EXEC_FAILED, SETUP_FAILED, INVALID_SIZE,
  INVALID_DEVICE = 11, NOT_SUPPORTED = 16
};
enum { C2C = 0x29, R2C = 0x2a, C2R = 0x2c, DOUBLE = 0x40 };
enum { FORWARD = -1, INVERSE = 1 };

/* A plan's type, its stream, and the bytes of an array that it transforms, of one
   with the result, and of one that is transformed in place.  */
struct gcuf_fft_shape
{
  int type;
  gcuf_stream_t stream;
  size_t in, out, in_place;
};

/* Tell in *SHAPE of plan HANDLE; INVALID_PLAN if it has not been made.  */
extern int gcuf_fft_shape (int handle, struct gcuf_fft_shape *shape);

/* Transform IN by plan HANDLE, which must be of TYPE, into OUT.  */
extern int gcuf_fft_execute (int handle, int type, void *in, void *out,
			     int direction);

extern int gcuf_cpu_cufftMakePlanMany64 (int, int, int64_t *, int64_t *,
					 int64_t, int64_t, int64_t *, int64_t,
					 int64_t, int, int64_t, size_t *);
extern int gcuf_cpu_cufftGetSizeMany64 (int, int, int64_t *, int64_t *,
					int64_t, int64_t, int64_t *, int64_t,
					int64_t, int, int64_t, size_t *);
extern int gcuf_cpu_cufftSetAutoAllocation (int, int);

#endif
