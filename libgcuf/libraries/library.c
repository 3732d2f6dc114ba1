/* Opening the libraries of the CUDA toolkit, and those of the distribution.
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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

/* Protects the handles of libraries.  */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Open SONAME as the dynamic linker finds it, or in the toolkit's folder of
   libraries.  */

static void *
open_toolkit (const char *soname)
{
  void *handle = dlopen (soname, RTLD_NOW);
  const char *root;

  for (int i = 0; !handle && (root = GCUF_library_toolkit (i)); i++)
    {
      char path[4096];
      if ((size_t) snprintf (path, sizeof path, "%s/lib64/%s", root, soname)
	  < sizeof path)
	handle = dlopen (path, RTLD_NOW);
    }
  return handle;
}

/* The handle of the toolkit's LIBRARY, or null, after a message.  A program that
   is linked with one has it already.  The lock is held.  */

static void *
toolkit_handle (struct gcuf_library *library)
{
  const char *const *soname = library->sonames;

  if (library->looked_for)
    return library->toolkit;
  library->looked_for = true;
  for (; !library->toolkit && *soname; soname++)
    library->toolkit = dlopen (*soname, RTLD_NOW | RTLD_NOLOAD);
  for (soname = library->sonames; !library->toolkit && *soname; soname++)
    library->toolkit = open_toolkit (*soname);
  if (!library->toolkit)
    fprintf (stderr, "libgcuf-%s: there is no %s of the CUDA toolkit, nor an "
	     "older one; it is in the package %s.  Its folder may be named in "
	     "LD_LIBRARY_PATH, or the toolkit's in CUDA_HOME\n",
	     library->name, library->sonames[0], library->package);
  return library->toolkit;
}

void *
gcuf_library_symbol (struct gcuf_library *library, const char *name)
{
  pthread_mutex_lock (&lock);
  void *handle = toolkit_handle (library);
  pthread_mutex_unlock (&lock);
  return handle ? dlsym (handle, name) : NULL;
}

/* Function pointers have the size of object pointers wherever dlsym exists.  */

static void *
find_cuda (struct gcuf_library *library, const char *name)
{
  void *address = gcuf_library_symbol (library, name);
  if (address)
    return address;
  if (!library->toolkit)
    return (void *) library->absent;
  fprintf (stderr, "libgcuf-%s: the CUDA toolkit's library has no %s\n",
	   library->name, name);
  return (void *) library->unsupported;
}

static void *
find_cpu (struct gcuf_library *library,
	  const struct gcuf_library_routine *routine)
{
  if (routine->cpu)
    return routine->cpu;
  fprintf (stderr, "libgcuf-%s: %s is not supported on the cpu backend\n",
	   library->name, routine->name);
  return (void *) library->unsupported;
}

void *
gcuf_library_find (struct gcuf_library *library, int i)
{
  const struct gcuf_library_routine *routine = &library->routines[i];
  void *address = (GCUF_library_cuda_p () ? find_cuda (library, routine->name)
		   : find_cpu (library, routine));
  __atomic_store_n (&library->address[i], address, __ATOMIC_RELEASE);
  return address;
}

void *
gcuf_host_symbol (struct gcuf_host_library *host, const char *name)
{
  void *address = NULL;

  pthread_mutex_lock (&lock);
  for (const char *const *soname = host->sonames; !host->handle && *soname;
       soname++)
    host->handle = dlopen (*soname, RTLD_NOW);
  if (host->handle)
    address = dlsym (host->handle, name);
  pthread_mutex_unlock (&lock);
  if (!host->handle)
    fprintf (stderr, "libgcuf: on the cpu backend %s need %s; it is in the "
	     "package %s\n", host->what, host->sonames[0], host->package);
  else if (!address)
    fprintf (stderr, "libgcuf: %s has no %s\n", host->sonames[0], name);
  return address;
}

size_t
gcuf_library_scalar_size (const int *types)
{
  enum { C_32F = 4, C_64F = 5 };
  size_t size = 1;

  for (; *types != -1; types++)
    if (*types == C_64F)
      return 2 * sizeof (double);
    else if (*types == C_32F)
      size = 2 * sizeof (float);
  return size;
}
