/* NVTX: ranges and marks for profilers.
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

#include "../library.h"

/* NVTX is there for tools: where its library is missing, nothing listens, on
   GPUs and on the cpu backend alike, and the functions do nothing.  */

static const char *const libraries[] =
{
  "libnvtx3interop.so.1", "libnvtx3interop.so", "libnvToolsExt.so.1"
};

static pthread_once_t once = PTHREAD_ONCE_INIT;

static struct
{
#define NVTX(type, name, arguments) type (*name) arguments;
#include "functions.inc"
} nvtx;

/* The places of the functions, by symbol.  */
static const struct
{
  const char *symbol;
  void **place;
} symbols[] =
{
#define NVTX(type, name, arguments)			\
  { "nvtx" #name, (void **) (void *) &nvtx.name },
#include "functions.inc"
};

static void
open_nvtx (void)
{
  void *library = NULL;

  for (size_t i = 0; i < sizeof libraries / sizeof *libraries && !library; i++)
    library = dlopen (libraries[i], RTLD_NOW);
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols && library; i++)
    *symbols[i].place = dlsym (library, symbols[i].symbol);
}

/* True if there is NAME, which the caller is about to call.  */
#define HAVE(name) (pthread_once (&once, open_nvtx), nvtx.name)

/* Return the depth of the new range, or -1.  The name belongs to the caller.  */
extern int GCUF_nvtxRangePushA (const char *name);
extern int GCUF_nvtxRangePushEx (const void *attributes);
extern int GCUF_nvtxRangePop (void);
/* Return the number of the new range, or 0.  */
extern uint64_t GCUF_nvtxRangeStartA (const char *name);
extern uint64_t GCUF_nvtxRangeStartEx (const void *attributes);
extern void GCUF_nvtxRangeEnd (uint64_t range);
extern void GCUF_nvtxMarkA (const char *name);
extern void GCUF_nvtxMarkEx (const void *attributes);
extern void GCUF_nvtxNameCategoryA (int category, const char *name);
extern void GCUF_nvtxNameOsThreadA (int thread, const char *name);

GCUF_EXPORT int
GCUF_nvtxRangePushA (const char *name)
{
  return HAVE (RangePushA) ? nvtx.RangePushA (name) : -1;
}

GCUF_EXPORT int
GCUF_nvtxRangePushEx (const void *attributes)
{
  return HAVE (RangePushEx) ? nvtx.RangePushEx (attributes) : -1;
}

GCUF_EXPORT int
GCUF_nvtxRangePop (void)
{
  return HAVE (RangePop) ? nvtx.RangePop () : -1;
}

GCUF_EXPORT uint64_t
GCUF_nvtxRangeStartA (const char *name)
{
  return HAVE (RangeStartA) ? nvtx.RangeStartA (name) : 0;
}

GCUF_EXPORT uint64_t
GCUF_nvtxRangeStartEx (const void *attributes)
{
  return HAVE (RangeStartEx) ? nvtx.RangeStartEx (attributes) : 0;
}

GCUF_EXPORT void
GCUF_nvtxRangeEnd (uint64_t range)
{
  if (HAVE (RangeEnd))
    nvtx.RangeEnd (range);
}

GCUF_EXPORT void
GCUF_nvtxMarkA (const char *name)
{
  if (HAVE (MarkA))
    nvtx.MarkA (name);
}

GCUF_EXPORT void
GCUF_nvtxMarkEx (const void *attributes)
{
  if (HAVE (MarkEx))
    nvtx.MarkEx (attributes);
}

GCUF_EXPORT void
GCUF_nvtxNameCategoryA (int category, const char *name)
{
  if (HAVE (NameCategoryA))
    nvtx.NameCategoryA (category, name);
}

GCUF_EXPORT void
GCUF_nvtxNameOsThreadA (int thread, const char *name)
{
  if (HAVE (NameOsThreadA))
    nvtx.NameOsThreadA (thread, name);
}
