/* Ranges for NVIDIA's tools.
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

#include <dlfcn.h>
#include <pthread.h>

#include "trace.h"

/* NVTX's nvtxRangePushA and nvtxRangePop.  */
static int (*push) (const char *);
static int (*pop) (void);

/* The libraries that have them, newer ones first.  */
static const char *const libraries[] =
{
  "libnvtx3interop.so.1", "libnvtx3interop.so", "libnvToolsExt.so.1"
};

/* Open one of them, once.  Nobody listens unless a tool is there, which says so to
   NVTX, or to us.  */

static void
open_library (void)
{
  if (!gcuf_env (GCUF_ENV_NVTX_INJECTION) && !gcuf_env_flag (GCUF_ENV_NVTX))
    return;
  void *library = NULL;
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries && !library; i++)
    library = dlopen (libraries[i], RTLD_NOW);
  if (library)
    {
      *(void **) &push = dlsym (library, "nvtxRangePushA");
      *(void **) &pop = dlsym (library, "nvtxRangePop");
    }
  if (!push || !pop)
    gcuf_debug ("no NVTX ranges: there is no library for them");
}

bool
gcuf_nvtx_open (void)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;

  pthread_once (&once, open_library);
  return push && pop;
}

void
gcuf_nvtx_push (const char *name)
{
  push (name);
}

void
gcuf_nvtx_pop (void)
{
  pop ();
}

/* See gcuf-functions.def.  */

GCUF_EXPORT void
GCUF_push_range (const char *name)
{
  if (gcuf_nvtx_open ())
    push (name);
}

GCUF_EXPORT void
GCUF_pop_range (void)
{
  if (gcuf_nvtx_open ())
    pop ();
}
