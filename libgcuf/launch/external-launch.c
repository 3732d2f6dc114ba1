/* Launches of kernels that may not be CUDA Fortran.
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

/* A kernel that the compiler knows by an interface body can be one of nvcc's.
   Its stub, which nvcc makes, takes the configuration from the toolkit's runtime
   library and not from here.  So the configuration is offered in both places;
   afterwards, it is still here if the stub was not CUDA Fortran's.  */

GCUF_EXPORT void
GCUF_push_external_launch (struct gcuf_launch *launch)
{
  GCUF_push_launch (launch);
  gcuf_backend ()->external_begin (launch);
}

GCUF_EXPORT void
GCUF_end_external_launch (struct gcuf_launch *launch, const char *name)
{
  bool launched = gcuf_thread.pending != launch;
  int code = gcuf_backend ()->external_end (launched);

  if (launched)
    return;
  gcuf_thread.pending = launch->outer;
  if (code == GCUF_cudaErrorNotSupported)
    gcuf_fatal (launch->where, "kernel %s is not in CUDA Fortran, and the %s "
		"backend has no code for it", name, gcuf_backend ()->name);
  if (code == GCUF_cudaErrorInitializationError)
    gcuf_fatal (launch->where, "kernel %s is not in CUDA Fortran, and the "
		"program is not linked with the CUDA runtime library "
		"(-cudalib=cudart)", name);
  if (launch->stream == 0)
    launch->stream = gcuf_thread.stream;
  gcuf_thread.launched = launch->stream;
  gcuf_note_at_work ();
  bool ran = code == 0, waited_for = gcuf_sync & GCUF_SYNC_KERNELS;
  if (__builtin_expect (waited_for, 0) && ran)
    code = gcuf_launch_wait (launch);
  launch->error = code;
  if (__builtin_expect (code != 0, 0))
    gcuf_launch_failed (NULL, name, launch, code, ran, waited_for);
}
