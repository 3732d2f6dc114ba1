/* Let an allocation of one library fail: to be preloaded.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of cudafortran.

   Cudafortran is free software; you can redistribute it and/or modify it under
   the terms of the GNU General Public License as published by the Free
   Software Foundation; either version 3, or (at your option) any later
   version.

   Cudafortran is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
   more details.

   You should have received a copy of the GNU General Public License along
   with cudafortran; see the file COPYING.  If not, see
   <http://www.gnu.org/licenses/>.  */

/* From the environment:

     FAILING_MALLOC_LIBRARY  the library, by a part of its file name.
     FAILING_MALLOC=N        the N-th of its allocations, from one, fails.
     FAILING_MALLOC_COUNT=FILE  write to FILE how many it made.  */

#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The C library's own.  */
extern void *__libc_malloc (size_t);
extern void *__libc_calloc (size_t, size_t);
extern void *__libc_realloc (void *, size_t);
extern void *__libc_memalign (size_t, size_t);

static const char *library;
static uintptr_t begin, end;	/* Where its code is.  */
static unsigned long failing, count;

static int
find_library (struct dl_phdr_info *info, size_t size, void *data)
{
  (void) size;
  (void) data;
  if (!strstr (info->dlpi_name, library))
    return 0;
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *h = &info->dlpi_phdr[i];
      if (h->p_type != PT_LOAD || !(h->p_flags & PF_X))
	continue;
      begin = info->dlpi_addr + h->p_vaddr;
      end = begin + h->p_memsz;
    }
  return 1;
}

static void __attribute__ ((constructor))
init (void)
{
  const char *n = getenv ("FAILING_MALLOC");
  const char *path = getenv ("FAILING_MALLOC_LIBRARY");
  failing = n ? strtoul (n, NULL, 10) : 0;
  if (path)
    {
      library = strrchr (path, '/');
      library = library ? library + 1 : path;
      dl_iterate_phdr (find_library, NULL);
    }
}

static void __attribute__ ((destructor))
fini (void)
{
  const char *file = getenv ("FAILING_MALLOC_COUNT");
  FILE *f = file ? fopen (file, "w") : NULL;
  if (f)
    {
      fprintf (f, "%lu\n", count);
      fclose (f);
    }
}

/* Whether the allocation that CALLER asks for is to fail.  */

static bool
fail_p (const void *caller)
{
  if ((uintptr_t) caller < begin || (uintptr_t) caller >= end)
    return false;
  if (__atomic_add_fetch (&count, 1, __ATOMIC_RELAXED) != failing)
    return false;
  errno = ENOMEM;
  return true;
}

#define FAIL fail_p (__builtin_return_address (0))

void *
malloc (size_t size)
{
  return FAIL ? NULL : __libc_malloc (size);
}

void *
calloc (size_t n, size_t size)
{
  return FAIL ? NULL : __libc_calloc (n, size);
}

void *
realloc (void *p, size_t size)
{
  return FAIL ? NULL : __libc_realloc (p, size);
}

int
posix_memalign (void **p, size_t alignment, size_t size)
{
  if (FAIL)
    return ENOMEM;
  *p = __libc_memalign (alignment, size);
  return *p ? 0 : ENOMEM;
}
