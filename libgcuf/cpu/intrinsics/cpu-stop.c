/* STOP and ERROR STOP in device code on the cpu backend.
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

#include "stop.h"

/* Several threads may come to one at once: the first ends the program.  In host
   code, which calls procedures with attributes(host,device), no block is
   running.  */

GCUF_EXPORT void
__gcuf_stop (const struct gcuf_location *where, const char *procedure,
	     unsigned flags, int code, const char *text, size_t length)
{
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  const struct gcuf_stop stop = {
    .file = where->file, .line = where->line, .procedure = procedure,
    .flags = flags, .code = code, .text = text, .length = length,
    .block = GCUF_context.blockidx, .thread = GCUF_context.threadidx
  };
  pthread_mutex_lock (&lock);
  gcuf_stop (&stop);
}
