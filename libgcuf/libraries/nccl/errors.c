/* Texts about errors of NCCL.
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


#include "../library.h"

extern struct gcuf_library gcuf_library_nccl;
extern const char *GCUF_ncclGetErrorString (int);
extern const char *GCUF_ncclGetLastError (void *);

/* The text of RESULT, which the toolkit's library may know better.  */

GCUF_EXPORT const char *
GCUF_ncclGetErrorString (int result)
{
  static const char *const texts[] = {
    "no error", "a call of CUDA failed", "a call of the system failed",
    "internal error", "invalid argument", "invalid usage",
    "another process failed, or the network", "not yet completed"
  };
  const char *(*routine) (int) = NULL;

  if (GCUF_library_cuda_p ())
    routine = gcuf_library_symbol (&gcuf_library_nccl, "ncclGetErrorString");
  if (routine)
    return routine (result);
  return (result >= 0 && (size_t) result < sizeof texts / sizeof *texts
	  ? texts[result] : "unknown result code");
}

/* The cpu backend writes what it has to say.  */

GCUF_EXPORT const char *
GCUF_ncclGetLastError (void *comm)
{
  const char *(*routine) (void *) = NULL;

  if (GCUF_library_cuda_p ())
    routine = gcuf_library_symbol (&gcuf_library_nccl, "ncclGetLastError");
  return routine ? routine (comm) : "";
}
