/* The dynamic shared memory of blocks on the cpu backend.
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

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cpu-internal.h"

/* Each host thread that runs a launch has such memory for one block after the
   other.  With GCUF_CHECK=access, and for kernels compiled with -gpu=check, pages
   that cannot be accessed follow it: what a kernel does beyond the bytes of its
   launch faults, and checks of its accesses know that it is there.  */

/* Enough for whatever a kernel keeps there, and what the compiler aligns
   automatic arrays to, which is all that can go unnoticed.  */
enum { ALIGNMENT = 64, CHECKED_ALIGNMENT = 16 };

/* So many bytes after the memory cannot be accessed, since an array may begin
   far beyond its end.  */
enum { GUARD = 1 << 24 };

/* The pages of this thread, null if it has none.  */
static __thread char *pages;
static __thread size_t mapped;

/* Return BYTES with such pages behind them, or null.  They end with their page if
   AT_END, and begin with one otherwise.  */

static void *
map (size_t bytes, bool at_end)
{
  size_t page = sysconf (_SC_PAGESIZE);
  size_t usable = (bytes + page - 1) & -page;
  mapped = usable + GUARD;
  pages = mmap (NULL, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED
      || (usable && mprotect (pages, usable, PROT_READ | PROT_WRITE) != 0))
    return NULL;
  gcuf_cpu_check_faults ();
  size_t aligned = (bytes + CHECKED_ALIGNMENT - 1) & -CHECKED_ALIGNMENT;
  return at_end ? pages + usable - aligned : pages;
}

void
gcuf_cpu_shared_enter (size_t bytes, bool checked)
{
  void *shared = NULL;
  bool at_end = gcuf_cpu_check_p (), mapping = at_end || checked;
  if (mapping)
    shared = map (bytes, at_end);
  else if (bytes && posix_memalign (&shared, ALIGNMENT,
				    (bytes + ALIGNMENT - 1) & -ALIGNMENT) != 0)
    shared = NULL;
  if (!shared && (bytes || mapping))
    gcuf_fatal (NULL, "out of host memory for %zu bytes of shared memory",
		bytes);
  GCUF_context.dynamic_shared = shared;
  GCUF_context.dynamic_shared_size = bytes;
}

void
gcuf_cpu_shared_leave (void)
{
  if (pages)
    munmap (pages, mapped);
  else
    free (GCUF_context.dynamic_shared);
  pages = NULL;
  GCUF_context.dynamic_shared = NULL;
  GCUF_context.dynamic_shared_size = 0;
}

bool
gcuf_cpu_shared_fault_p (const void *p)
{
  return pages && (uintptr_t) p - (uintptr_t) pages < mapped;
}
