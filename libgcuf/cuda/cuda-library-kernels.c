/* The library's own kernels.
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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend-cuda.h"
#include "cuda-library-kernels.h"
#include "device-cache.h"

/* The head of each module, whose text the driver compiles for the GPU.  */
static const char header[] =
  ".version 6.3\n"
  ".target sm_70\n"
  ".address_size 64\n";

/* The kernels of a group on one device, as many as it has names.  The first is
   null until all of them are there.  */
struct loaded
{
  CUfunction functions[GCUF_MAX_KERNEL_GROUP];
};

/* The caches of groups, each entry a struct loaded, under LOCK, which is also
   held while a group is loaded.  */
static gcuf_device_caches caches;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The text of kernel NAME, or null.  */

static const char *
text_of (const char *name)
{
  const struct gcuf_kernel_text *t = gcuf_kernel_texts;
  while (t->name && strcmp (t->name, name) != 0)
    t++;
  return t->text;
}

/* The module text of GROUP, to be freed, or null if a kernel is missing.  */

static char *
write_module (const struct gcuf_kernel_group *group)
{
  size_t size = sizeof header;
  for (int i = 0; group->names[i]; i++)
    {
      const char *text = text_of (group->names[i]);
      if (!text)
	return NULL;
      size += strlen (text);
    }
  char *module = gcuf_xmalloc (size);
  char *end = stpcpy (module, header);
  for (int i = 0; group->names[i]; i++)
    end = stpcpy (end, text_of (group->names[i]));
  return module;
}

/* Unload MODULE, which lacks one of the kernels.  */

static void
discard_module (CUmodule module)
{
  gcuf_cu.ModuleUnload (module);
}

/* Store the kernels of GROUP in MODULE in FUNCTIONS.  */

static int
find_functions (const struct gcuf_kernel_group *group, CUmodule module,
		CUfunction *functions)
{
  int code = 0;
  for (int i = 0; group->names[i] && code == 0; i++)
    code = gcuf_cu.ModuleGetFunction (&functions[i], module, group->names[i]);
  return code;
}

/* Load GROUP on the current device and store its kernels in FUNCTIONS.  If that
   fails, nothing is loaded.  Captures of the program's streams are not
   affected.  */

static int
load (const struct gcuf_kernel_group *group, CUfunction *functions)
{
  CUmodule module;
  double start = gcuf_milliseconds ();
  char *text = write_module (group);
  if (!text)
    {
      gcuf_debug ("libgcuf has no kernel %s: it was built without an offload "
		  "compiler", group->names[0]);
      return GCUF_cudaErrorNotSupported;
    }
  int mode = gcuf_cuda_relax ();
  int code = gcuf_cu.ModuleLoadDataEx (&module, text, 0, NULL, NULL);
  if (code == 0)
    {
      code = find_functions (group, module, functions);
      if (code)
	discard_module (module);
    }
  gcuf_cuda_unrelax (mode);
  free (text);
  if (code == 0)
    gcuf_debug ("kernel %s loaded on device %d in %.1f ms", group->names[0],
		gcuf_thread.device, gcuf_milliseconds () - start);
  return code;
}

/* Return GROUP's kernels on the current device if they are loaded, else
   null.  */

static const struct loaded *
find_loaded (const struct gcuf_kernel_group *group)
{
  const struct loaded *l = gcuf_device_entry (&group->cache, sizeof *l);
  return (l && __atomic_load_n (&l->functions[0], __ATOMIC_ACQUIRE)
	  ? l : NULL);
}

/* Load GROUP on the current device, unless another thread has done so, and let
   *RESULT be its kernels there.  */

static int
load_once (struct gcuf_kernel_group *group, const struct loaded **result)
{
  struct loaded new = { { NULL } };
  int code = 0;
  pthread_mutex_lock (&lock);
  *result = find_loaded (group);
  if (!*result)
    code = load (group, new.functions);
  if (!*result && code == 0)
    {
      struct loaded *l = gcuf_device_entry_new (&caches, &group->cache,
						sizeof *l);
      for (int i = 1; i < GCUF_MAX_KERNEL_GROUP; i++)
	l->functions[i] = new.functions[i];
      __atomic_store_n (&l->functions[0], new.functions[0], __ATOMIC_RELEASE);
      *result = l;
    }
  pthread_mutex_unlock (&lock);
  return code;
}

int
gcuf_cuda_library_kernel (struct gcuf_kernel_group *group, int index,
			  CUfunction *function)
{
  const struct loaded *l = find_loaded (group);
  int code = l ? 0 : load_once (group, &l);
  if (code == 0)
    *function = l->functions[index];
  return code;
}

static void
forget_group (void *entry)
{
  struct loaded *l = entry;
  __atomic_store_n (&l->functions[0], NULL, __ATOMIC_RELEASE);
}

void
gcuf_cuda_forget_library_kernels (int device)
{
  pthread_mutex_lock (&lock);
  gcuf_device_caches_forget (&caches, device, sizeof (struct loaded),
			     forget_group);
  pthread_mutex_unlock (&lock);
}
