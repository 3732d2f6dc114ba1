/* Finding the CUDA driver.
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
#include <stdio.h>

#include "gcuf-internal.h"
#include "cuda-driver.h"

struct gcuf_driver gcuf_cu;

/* The places of the function pointers, by symbol.  Function pointers have the
   size of object pointers wherever dlsym exists.  */
static const struct
{
  const char *symbol;
  void **place;
  bool optional;
} symbols[] =
{
#define GCUF_DRIVER(name, symbol, arguments)	\
  { #symbol, (void **) (void *) &gcuf_cu.name, false },
#define GCUF_DRIVER_OPTIONAL(name, symbol, arguments)	\
  { #symbol, (void **) (void *) &gcuf_cu.name, true },
#include "cuda-driver.def"
#undef GCUF_DRIVER
};

/* Called, with any arguments, in place of an optional function that the driver
   lacks.  */

static CUresult
not_supported (void)
{
  return GCUF_cudaErrorNotSupported;
}

const char *
gcuf_driver_open (void)
{
  static char missing[128];
  void *library = dlopen ("libcuda.so.1", RTLD_NOW);
  if (!library)
    return "there is no CUDA driver (libcuda.so.1)";
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
    {
      *symbols[i].place = dlsym (library, symbols[i].symbol);
      if (!*symbols[i].place && symbols[i].optional)
	*symbols[i].place = (void *) not_supported;
      if (!*symbols[i].place)
	{
	  snprintf (missing, sizeof missing,
		    "the CUDA driver is too old: it has no %s",
		    symbols[i].symbol);
	  return missing;
	}
    }
  return NULL;
}

const char *
gcuf_driver_error_text (int code)
{
  const char *text;
  if (!gcuf_cu.GetErrorString || gcuf_cu.GetErrorString (code, &text) != 0)
    return NULL;
  return text;
}

const char *
gcuf_driver_error_name (int code)
{
  const char *name;
  if (!gcuf_cu.GetErrorName || gcuf_cu.GetErrorName (code, &name) != 0)
    return NULL;
  return name;
}
