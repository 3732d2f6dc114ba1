/* Calls of cuBLAS that have no handle and no status.
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

#ifndef CUBLAS_LEGACY_H
#define CUBLAS_LEGACY_H

#include "../library.h"

/* A call under way: ROUTINE's scalars are of the host, and HANDLE's pointer mode
   is to become MODE again.  */
struct gcuf_legacy_call
{
  const char *routine;
  void *handle;
  int mode;
};

/* Begin *CALL of ROUTINE with the calling thread's handle; false after a
   message.  */
extern bool gcuf_legacy_begin (const char *routine,
			       struct gcuf_legacy_call *call);

/* End *CALL, which gave STATUS, with a message if that is an error.  */
extern void gcuf_legacy_end (const struct gcuf_legacy_call *call, int status);

/* Say on standard error that ROUTINE gave STATUS, and keep that for
   cublasGetError.  */
extern void gcuf_legacy_error (const char *routine, int status);

#endif
