/* The heap of device code on the cuda backend.
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


/* Gfortran allocates what it does not know the size of, as some results of array
   functions, where the program says nothing of ALLOCATE.  All threads that a
   device runs at once may do so, for which the driver's 8 megabytes are not
   enough.  They can be changed as long as no code that uses the heap is loaded,
   and are not there before that (CUDA C++ Programming Guide, Dynamic Global
   Memory Allocation and Operations).  */

#include "cuda-api.h"
#include "device-attributes.h"

/* Of enum CUlimit, and its value if nobody has set it; and what each thread
   gets.  */
enum
{
  MALLOC_HEAP_SIZE = 2,
  DEFAULT_SIZE = 8 << 20,
  THREAD_SIZE = 1 << 10
};

const char *
gcuf_cuda_prepare_heap (int *code)
{
  const struct gcuf_cuda_device *d = &gcuf_cuda_devices[gcuf_thread.device];
  size_t size;
  int threads;
  *code = gcuf_cu.CtxGetLimit (&size, MALLOC_HEAP_SIZE);
  if (*code || size != DEFAULT_SIZE)
    return "cuCtxGetLimit";
  *code = gcuf_cu.DeviceGetAttribute
    (&threads, GCUF_ATTRIBUTE_maxThreadsPerMultiProcessor, d->device);
  if (*code)
    return "cuDeviceGetAttribute";
  size = (size_t) d->multiprocessors * threads * THREAD_SIZE;
  if (size <= DEFAULT_SIZE)
    return NULL;
  *code = gcuf_cu.CtxSetLimit (MALLOC_HEAP_SIZE, size);
  /* Code of others, as of libgomp, may use the heap already.  */
  if (*code == GCUF_cudaErrorInvalidValue)
    *code = 0;
  else
    gcuf_debug ("device heap of %zu bytes on device %d", size,
		gcuf_thread.device);
  return "cuCtxSetLimit";
}
