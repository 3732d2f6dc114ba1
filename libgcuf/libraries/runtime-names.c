/* Functions of the CUDA runtime under its own names.
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

#include <stddef.h>

#include "library-names.h"

/* Programs have interfaces of their own for functions of the CUDA runtime, too, which
   nvfortran always links with.  This is an archive's only member, and the last that
   the linker is given: it is not used where the runtime is linked itself, as for
   nvcc's objects.  Left out are those that take or return in C what they do not from
   Fortran: structures, arrays of channels, symbols and kernels.  */

NAME (cudaDeviceCanAccessPeer)
NAME (cudaDeviceDisablePeerAccess)
NAME (cudaDeviceEnablePeerAccess)
NAME (cudaDeviceGetAttribute)
NAME (cudaDeviceGetCacheConfig)
NAME (cudaDeviceGetDefaultMemPool)
NAME (cudaDeviceGetLimit)
NAME (cudaDeviceGetMemPool)
NAME (cudaDeviceGetStreamPriorityRange)
NAME (cudaDeviceReset)
NAME (cudaDeviceSetCacheConfig)
NAME (cudaDeviceSetLimit)
NAME (cudaDeviceSetMemPool)
NAME (cudaDeviceSynchronize)
NAME (cudaDriverGetVersion)
NAME (cudaEventCreate)
NAME (cudaEventCreateWithFlags)
NAME (cudaEventDestroy)
NAME (cudaEventElapsedTime)
NAME (cudaEventQuery)
NAME (cudaEventRecord)
NAME (cudaEventRecordWithFlags)
NAME (cudaEventSynchronize)
NAME (cudaFree)
NAME (cudaFreeAsync)
NAME (cudaFreeHost)
NAME (cudaGetDevice)
NAME (cudaGetDeviceCount)
NAME (cudaGetDeviceFlags)
NAME (cudaGetLastError)
NAME (cudaHostAlloc)
NAME (cudaHostGetDevicePointer)
NAME (cudaHostGetFlags)
NAME (cudaHostRegister)
NAME (cudaHostUnregister)
NAME (cudaLaunchHostFunc)
NAME (cudaMalloc)
NAME (cudaMallocAsync)
NAME (cudaMallocFromPoolAsync)
NAME (cudaMallocHost)
NAME (cudaMallocManaged)
NAME (cudaMallocPitch)
NAME (cudaMemAdvise)
NAME (cudaMemGetInfo)
NAME (cudaMemPoolDestroy)
NAME (cudaMemPoolGetAttribute)
NAME (cudaMemPoolSetAttribute)
NAME (cudaMemPoolTrimTo)
NAME (cudaMemPrefetchAsync)
NAME (cudaMemRangeGetAttribute)
NAME (cudaMemcpy)
NAME (cudaMemcpy2D)
NAME (cudaMemcpy2DAsync)
NAME (cudaMemcpyAsync)
NAME (cudaMemcpyPeer)
NAME (cudaMemcpyPeerAsync)
NAME (cudaMemset)
NAME (cudaMemset2D)
NAME (cudaMemset2DAsync)
NAME (cudaMemsetAsync)
NAME (cudaPeekAtLastError)
NAME (cudaProfilerStart)
NAME (cudaProfilerStop)
NAME (cudaRuntimeGetVersion)
NAME (cudaSetDevice)
NAME (cudaSetDeviceFlags)
NAME (cudaSetValidDevices)
NAME (cudaStreamAttachMemAsync)
NAME (cudaStreamBeginCapture)
NAME (cudaStreamCreate)
NAME (cudaStreamCreateWithFlags)
NAME (cudaStreamCreateWithPriority)
NAME (cudaStreamDestroy)
NAME (cudaStreamGetFlags)
NAME (cudaStreamGetPriority)
NAME (cudaStreamIsCapturing)
NAME (cudaStreamQuery)
NAME (cudaStreamSynchronize)
NAME (cudaThreadExchangeStreamCaptureMode)
NAME (cudaThreadExit)
NAME (cudaThreadSynchronize)

extern int GCUF_cudaGetErrorName (int code, char *buf, size_t len);
extern int GCUF_cudaGetErrorString (int code, char *buf, size_t len);

/* As long as all texts of error-codes.def, with room.  */
enum { LONGEST = 256 };

/* BUF, of LONGEST characters padded with blanks, as C has it.  */

static const char *
terminated (char *buf)
{
  size_t n = LONGEST - 1;
  while (n > 0 && buf[n - 1] == ' ')
    n--;
  buf[n] = '\0';
  return buf;
}

/* The name or the text of CODE, which the thread's next call replaces.  */

extern const char *cudaGetErrorName (int code)
  __attribute__ ((visibility ("hidden")));
extern const char *cudaGetErrorString (int code)
  __attribute__ ((visibility ("hidden")));

const char *
cudaGetErrorName (int code)
{
  static _Thread_local char name[LONGEST];
  GCUF_cudaGetErrorName (code, name, LONGEST - 1);
  return terminated (name);
}

const char *
cudaGetErrorString (int code)
{
  static _Thread_local char text[LONGEST];
  GCUF_cudaGetErrorString (code, text, LONGEST - 1);
  return terminated (text);
}
