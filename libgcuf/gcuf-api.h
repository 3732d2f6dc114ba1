/* The C side of module cudafor: the CUDA API as Fortran programs call it.
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

/* Each function is bound by module cudafor with bind(c).  Arguments that the
   Fortran side only reads are passed by value, results by address.  Sizes are
   in bytes.  Each returns a cudaError code, which is also left for
   cudaGetLastError, unless said otherwise.  */

#ifndef GCUF_API_H
#define GCUF_API_H

#include <stddef.h>
#include <stdint.h>

#include "gcuf-abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- Types --------------------------------------------------------------- */

/* As type(cudaDeviceProp).  NAME is padded with blanks and not terminated, so
   that it is a character(len=256) in Fortran.  Sizes are integer(8), all else
   integer(4).  Flags are 0 or 1.  The fields of CUDA 13 come first, those that
   it dropped and that programs still name at the end.  */
struct gcuf_device_prop
{
  char name[256];
  char uuid[16];
  char luid[8];
  int luidDeviceNodeMask;
  int reserved1;
  size_t totalGlobalMem;
  size_t sharedMemPerBlock;
  size_t memPitch;
  size_t totalConstMem;
  size_t textureAlignment;
  size_t texturePitchAlignment;
  size_t surfaceAlignment;
  size_t sharedMemPerMultiprocessor;
  size_t sharedMemPerBlockOptin;
  size_t reservedSharedMemPerBlock;
  int regsPerBlock;
  int warpSize;
  int maxThreadsPerBlock;
  int maxThreadsDim[3];
  int maxGridSize[3];
  int major;
  int minor;
  int multiProcessorCount;
  int integrated;
  int canMapHostMemory;
  int maxTexture1D;
  int maxTexture1DMipmap;
  int maxTexture2D[2];
  int maxTexture2DMipmap[2];
  int maxTexture2DLinear[3];
  int maxTexture2DGather[2];
  int maxTexture3D[3];
  int maxTexture3DAlt[3];
  int maxTextureCubemap;
  int maxTexture1DLayered[2];
  int maxTexture2DLayered[3];
  int maxTextureCubemapLayered[2];
  int maxSurface1D;
  int maxSurface2D[2];
  int maxSurface3D[3];
  int maxSurface1DLayered[2];
  int maxSurface2DLayered[3];
  int maxSurfaceCubemap;
  int maxSurfaceCubemapLayered[2];
  int concurrentKernels;
  int ECCEnabled;
  int pciBusID;
  int pciDeviceID;
  int pciDomainID;
  int tccDriver;
  int asyncEngineCount;
  int unifiedAddressing;
  int memoryBusWidth;
  int l2CacheSize;
  int persistingL2CacheMaxSize;
  int maxThreadsPerMultiProcessor;
  int streamPrioritiesSupported;
  int globalL1CacheSupported;
  int localL1CacheSupported;
  int regsPerMultiprocessor;
  int managedMemory;
  int isMultiGpuBoard;
  int multiGpuBoardGroupID;
  int hostNativeAtomicSupported;
  int pageableMemoryAccess;
  int concurrentManagedAccess;
  int computePreemptionSupported;
  int canUseHostPointerForRegisteredMem;
  int cooperativeLaunch;
  int pageableMemoryAccessUsesHostPageTables;
  int directManagedMemAccessFromHost;
  int maxBlocksPerMultiProcessor;
  int accessPolicyMaxWindowSize;
  int hostRegisterSupported;
  int memoryPoolsSupported;
  int clusterLaunch;
  /* Dropped by CUDA 13.  */
  int clockRate;
  int memoryClockRate;
  int deviceOverlap;
  int kernelExecTimeoutEnabled;
  int computeMode;
  int singleToDoublePrecisionPerfRatio;
};

/* What a type(cudaEvent) holds: a type(c_ptr) in Fortran, passed by value.  */
typedef struct gcuf_event *gcuf_event_t;

/* Streams are integer(cuda_stream_kind), an integer(8).  0 is the legacy
   default stream, 1 another name of it, 2 cudaStreamPerThread.  */
typedef int64_t gcuf_stream_t;

/* The kind argument of the copying functions, as enum cudaMemcpyKind.  */
enum gcuf_copy_kind
{
  GCUF_COPY_HOST_TO_HOST = 0,
  GCUF_COPY_HOST_TO_DEVICE = 1,
  GCUF_COPY_DEVICE_TO_HOST = 2,
  GCUF_COPY_DEVICE_TO_DEVICE = 3,
  GCUF_COPY_DEFAULT = 4
};

/* Flags of streams and events, as in CUDA.  */
enum
{
  GCUF_STREAM_NON_BLOCKING = 1,
  GCUF_EVENT_BLOCKING_SYNC = 1,
  GCUF_EVENT_DISABLE_TIMING = 2
};

/* --- Devices ------------------------------------------------------------- */

extern int GCUF_cudaGetDeviceCount (int *count);
extern int GCUF_cudaSetDevice (int device);
extern int GCUF_cudaGetDevice (int *device);
extern int GCUF_cudaSetDeviceFlags (int flags);
extern int GCUF_cudaSetValidDevices (const int *devices, int count);
extern int GCUF_cudaChooseDevice (int *device,
				  const struct gcuf_device_prop *prop);
extern int GCUF_cudaDeviceGetAttribute (int *value, int attribute,
					int device);
extern int GCUF_cudaGetDeviceProperties (struct gcuf_device_prop *prop,
					 int device);
extern int GCUF_cudaDeviceSynchronize (void);
extern int GCUF_cudaThreadSynchronize (void);
extern int GCUF_cudaDeviceReset (void);
extern int GCUF_cudaThreadExit (void);
extern int GCUF_cudaDriverGetVersion (int *version);
extern int GCUF_cudaRuntimeGetVersion (int *version);

/* --- Errors -------------------------------------------------------------- */

extern int GCUF_cudaGetLastError (void);
extern int GCUF_cudaPeekAtLastError (void);
/* Fill BUF of LEN bytes with the text or the name of CODE, padded with blanks,
   cut where too long, not terminated; the result is always 0.  */
extern int GCUF_cudaGetErrorString (int code, char *buf, size_t len);
extern int GCUF_cudaGetErrorName (int code, char *buf, size_t len);

/* --- Streams ------------------------------------------------------------- */

extern int GCUF_cudaStreamCreate (gcuf_stream_t *stream);
extern int GCUF_cudaStreamCreateWithFlags (gcuf_stream_t *stream, int flags);
extern int GCUF_cudaStreamCreateWithPriority (gcuf_stream_t *stream,
					      int flags, int priority);
extern int GCUF_cudaStreamGetPriority (gcuf_stream_t stream, int *priority);
extern int GCUF_cudaDeviceGetStreamPriorityRange (int *least, int *greatest);
extern int GCUF_cudaStreamDestroy (gcuf_stream_t stream);
extern int GCUF_cudaStreamSynchronize (gcuf_stream_t stream);
extern int GCUF_cudaStreamQuery (gcuf_stream_t stream);
extern int GCUF_cudaStreamWaitEvent (gcuf_stream_t stream, gcuf_event_t event,
				     int flags);
/* The stream of the calling thread's transfers by assignment and of its
   launches that name none; zero until set.  The getter returns the stream and
   no error.  */
extern int GCUF_cudaforSetDefaultStream (gcuf_stream_t stream);
extern gcuf_stream_t GCUF_cudaforGetDefaultStream (void);

/* --- Events -------------------------------------------------------------- */

extern int GCUF_cudaEventCreate (gcuf_event_t *event);
extern int GCUF_cudaEventCreateWithFlags (gcuf_event_t *event, int flags);
extern int GCUF_cudaEventDestroy (gcuf_event_t event);
extern int GCUF_cudaEventRecord (gcuf_event_t event, gcuf_stream_t stream);
extern int GCUF_cudaEventSynchronize (gcuf_event_t event);
extern int GCUF_cudaEventQuery (gcuf_event_t event);
extern int GCUF_cudaEventElapsedTime (float *ms, gcuf_event_t start,
				      gcuf_event_t end);

/* --- Memory -------------------------------------------------------------- */

extern int GCUF_cudaMemGetInfo (size_t *free, size_t *total);
extern int GCUF_cudaMalloc (void **p, size_t bytes);
extern int GCUF_cudaMallocManaged (void **p, size_t bytes, int flags);
extern int GCUF_cudaFree (void *p);
extern int GCUF_cudaMallocHost (void **p, size_t bytes);
extern int GCUF_cudaHostAlloc (void **p, size_t bytes, int flags);
extern int GCUF_cudaFreeHost (void *p);

extern int GCUF_cudaMemcpy (void *dst, const void *src, size_t bytes,
			    int kind);
extern int GCUF_cudaMemcpyAsync (void *dst, const void *src, size_t bytes,
				 int kind, gcuf_stream_t stream);
extern int GCUF_cudaMemcpy2D (void *dst, size_t dst_pitch, const void *src,
			      size_t src_pitch, size_t width, size_t height,
			      int kind);
extern int GCUF_cudaMemcpy2DAsync (void *dst, size_t dst_pitch,
				   const void *src, size_t src_pitch,
				   size_t width, size_t height, int kind,
				   gcuf_stream_t stream);
extern int GCUF_cudaMemset (void *p, int value, size_t bytes);
extern int GCUF_cudaMemsetAsync (void *p, int value, size_t bytes,
				 gcuf_stream_t stream);
/* COUNT elements of SIZE bytes at P become the one at VALUE, a host address:
   cudaMemset of a typed array.  */
extern int GCUF_cudaMemsetElements (void *p, const void *value, size_t size,
				    size_t count);
extern int GCUF_cudaMemsetElementsAsync (void *p, const void *value,
					 size_t size, size_t count,
					 gcuf_stream_t stream);
extern int GCUF_cudaMemset2D (void *p, size_t pitch, int value, size_t width,
			      size_t height);

#ifdef __cplusplus
}
#endif

#endif
