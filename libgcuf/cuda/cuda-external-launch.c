/* Launches of nvcc's kernels, by the toolkit's runtime library.
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

#include "cuda-api.h"

/* As the toolkit's headers have it; nvcc's stubs pass it by value.  */
struct dimensions
{
  unsigned x, y, z;
};

/* What is used of the toolkit's runtime library: what nvcc's translation of
   chevrons calls, and the error of a launch.  All null if the program is not
   linked with it.  */
static struct
{
  unsigned (*push) (struct dimensions grid, struct dimensions block,
		    size_t shared, void *stream);
  int (*pop) (struct dimensions *grid, struct dimensions *block,
	      size_t *shared, void *stream);
  int (*peek) (void);
  int (*last) (void);
} library;

/* Function pointers have the size of object pointers wherever dlsym exists.  */

static void
find_library (void)
{
  const struct
  {
    const char *symbol;
    void **place;
  } symbols[] =
  {
    { "__cudaPopCallConfiguration", (void **) (void *) &library.pop },
    { "cudaPeekAtLastError", (void **) (void *) &library.peek },
    { "cudaGetLastError", (void **) (void *) &library.last },
    { "__cudaPushCallConfiguration", (void **) (void *) &library.push }
  };

  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
    {
      *symbols[i].place = dlsym (RTLD_DEFAULT, symbols[i].symbol);
      if (!*symbols[i].place)
	{
	  /* The others are asked for through it.  */
	  library.push = NULL;
	  return;
	}
    }
}

/* Errors that the program has not fetched from that library before the launch
   are not the launch's.  */
static __thread bool had_error;

int
gcuf_cuda_external_begin (const struct gcuf_launch *launch)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  const struct gcuf_dim3 *g = &launch->grid, *b = &launch->block;
  gcuf_stream_t stream = launch->stream ? launch->stream : gcuf_thread.stream;

  pthread_once (&once, find_library);
  if (!library.push)
    return 0;
  had_error = library.peek () != 0;
  /* What is negative is too large there, and an extent that the runtime would
     choose is none.  */
  bool open = gcuf_open_extent (launch) >= 0;
  struct dimensions grid = { open ? 0 : g->x, g->y, g->z };
  struct dimensions block = { b->x, b->y, b->z };
  library.push (grid, block, launch->bytes, (void *) (intptr_t) stream);
  return 0;
}

int
gcuf_cuda_external_end (bool launched)
{
  if (!library.push)
    return launched ? 0 : GCUF_cudaErrorInitializationError;
  if (launched)
    {
      struct dimensions grid, block;
      size_t shared;
      void *stream;
      library.pop (&grid, &block, &shared, &stream);
      return 0;
    }
  return had_error ? 0 : library.last ();
}
