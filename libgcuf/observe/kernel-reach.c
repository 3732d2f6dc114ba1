/* How much memory a kernel can reach by its arguments.
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

/* Nobody but the device's counters knows what a kernel reads and writes.  What
   its arguments point to is the most that it can, but for variables of modules,
   and each byte of that once is what many a kernel does.  */

#include <string.h>

#include "trace.h"

/* What has been found: of the allocation that ends at END all from BEGIN on.  */
struct reach
{
  uintptr_t begin, end;
};

enum { MOST_REACHES = 64 };

/* Enter P among the N in R, if it points into memory of a device; return their
   number.  */

static unsigned
enter (const struct gcuf_backend *backend, struct reach *r, unsigned n,
       uintptr_t p)
{
  uintptr_t begin, end;
  if (p < 4096 || !backend->extent ((const void *) p, &begin, &end))
    return n;
  for (unsigned i = 0; i < n; i++)
    if (r[i].end == end)
      {
	r[i].begin = p < r[i].begin ? p : r[i].begin;
	return n;
      }
  if (n < MOST_REACHES)
    r[n++] = (struct reach) { p, end };
  return n;
}

size_t
gcuf_kernel_reach (const struct gcuf_backend *backend,
		   const struct gcuf_kernel *kernel, void *const *args)
{
  struct reach found[MOST_REACHES];
  unsigned n = 0;
  size_t bytes = 0;
  for (unsigned i = 0; i < kernel->nparams; i++)
    for (unsigned at = 0; at + sizeof (uintptr_t) <= kernel->params[i].size;
	 at += sizeof (uintptr_t))
      {
	uintptr_t word;
	memcpy (&word, (const char *) args[i] + at, sizeof word);
	n = enter (backend, found, n, word);
      }
  for (unsigned i = 0; i < n; i++)
    bytes += found[i].end - found[i].begin;
  return bytes;
}
