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

/* What module cudafor binds with bind(c).  A function has the name of the
   routine of CUDA's runtime API that it is, whose reference manual says what it
   does; sections are those of the CUDA Fortran guide.  doc/api-routines.texi
   has what was decided where these leave a choice.

   The following holds for each function unless it says otherwise.

   Arguments that the Fortran side only reads are passed by value, structures
   and results by address.  Addresses of structures and results are those of
   dummy arguments and not null.  Sizes are in bytes, counts may be zero.

   It acts on the current device of the calling thread and, with the first such
   call, chooses the backend and creates the context.  If no backend can be used
   the program ends with a message.

   It returns a cudaError code, zero if all is well.  Any other code but
   cudaErrorNotReady is left for cudaGetLastError.  Invalid flags, numbers that
   are out of range and null graphs or pools give cudaErrorInvalidValue, a
   device that does not exist cudaErrorInvalidDevice, a stream or an event that
   does not exist cudaErrorInvalidResourceHandle; otherwise it is the backend's
   code.  After an error, results are undefined, except that pointers to what
   was not allocated are null.

   Any thread may call it at any time, holding no lock of the library; a
   function that a stream calls (cudaLaunchHostFunc) may not.  What is created
   or allocated belongs to the program until the function that destroys or frees
   it, named with the one that creates it, is called.  A reset of the device
   ends its life, too.  */

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
  int maxTexture1DLinear;
  int cooperativeMultiDeviceLaunch;
};

/* What a type(cudaEvent) holds: a type(c_ptr) in Fortran, passed by value.  */
typedef struct gcuf_event *gcuf_event_t;

/* Streams are integer(cuda_stream_kind), an integer(8).  0 is the legacy
   default stream, 1 another name of it, 2 cudaStreamPerThread.  */
typedef int64_t gcuf_stream_t;

/* What the types of arrays, graphs and memory pools hold, likewise.  */
typedef struct gcuf_array *gcuf_array_t;
typedef struct gcuf_graph *gcuf_graph_t;
typedef struct gcuf_exec *gcuf_exec_t;
typedef struct gcuf_mempool *gcuf_mempool_t;

/* As type(cudaExtent) and type(cudaPos).  Widths of memory are in bytes, those
   of arrays in elements.  */
struct gcuf_extent
{
  size_t width, height, depth;
};
struct gcuf_pos
{
  size_t x, y, z;
};

/* As type(cudaPitchedPtr): rows are PITCH bytes apart, slices YSIZE rows.  */
struct gcuf_pitched
{
  void *ptr;
  size_t pitch, xsize, ysize;
};

/* As type(cudaChannelFormatDesc): bits of the channels, enum
   cudaChannelFormatKind.  */
struct gcuf_channels
{
  int x, y, z, w;
  int f;
};

/* As type(cudaMemcpy3DParms).  */
struct gcuf_copy_3d_parms
{
  gcuf_array_t srcArray;
  struct gcuf_pos srcPos;
  struct gcuf_pitched srcPtr;
  gcuf_array_t dstArray;
  struct gcuf_pos dstPos;
  struct gcuf_pitched dstPtr;
  struct gcuf_extent extent;
  int kind;
};

/* As type(cudaFuncAttributes).  */
struct gcuf_function_attributes
{
  size_t sharedSizeBytes;
  size_t constSizeBytes;
  size_t localSizeBytes;
  int maxThreadsPerBlock;
  int numRegs;
  int ptxVersion;
  int binaryVersion;
  int cacheModeCA;
  int maxDynamicSharedSizeBytes;
  int preferredShmemCarveout;
  int clusterDimMustBeSet;
  int requiredClusterWidth;
  int requiredClusterHeight;
  int requiredClusterDepth;
  int clusterSchedulingPolicyPreference;
  int nonPortableClusterSizeAllowed;
};

/* As type(cudaPointerAttributes).  */
struct gcuf_pointer_attributes
{
  int type;			/* enum gcuf_memory_type.  */
  int device;
  void *devicePointer;
  void *hostPointer;
  int memoryType;		/* As TYPE: what it was called once.  */
  int isManaged;
};
enum gcuf_memory_type
{
  GCUF_MEMORY_UNREGISTERED = 0,
  GCUF_MEMORY_HOST = 1,
  GCUF_MEMORY_DEVICE = 2,
  GCUF_MEMORY_MANAGED = 3
};

/* As type(cudaLaunchConfig).  */
struct gcuf_launch_config
{
  struct gcuf_dim3 gridDim;
  struct gcuf_dim3 blockDim;
  size_t dynamicSmemBytes;
  gcuf_stream_t stream;
  struct gcuf_dim3 clusterDim;	/* Zero for none.  */
};

/* As type(cudaMemLocation) and type(cudaMemPoolProps).  */
struct gcuf_location_of_memory
{
  int type;			/* 1 for a device, 2 for the host.  */
  int id;
};
struct gcuf_mempool_props
{
  int allocType;
  int handleTypes;
  struct gcuf_location_of_memory location;
  void *win32SecurityAttributes;
  size_t maxSize;
  char reserved[56];
};

/* As type(cudaIpcMemHandle) and type(cudaIpcEventHandle).  */
struct gcuf_ipc_handle
{
  char reserved[64];
};

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
  GCUF_EVENT_DISABLE_TIMING = 2,
  GCUF_EVENT_INTERPROCESS = 4
};

/* What a stream does with its operations: cudaStreamIsCapturing.  */
enum gcuf_capture_status
{
  GCUF_CAPTURE_NONE = 0,
  GCUF_CAPTURE_ACTIVE = 1,
  GCUF_CAPTURE_INVALIDATED = 2
};

/* What a capture forbids its thread, or all: cudaStreamBeginCapture.  */
enum gcuf_capture_mode
{
  GCUF_CAPTURE_GLOBAL = 0,
  GCUF_CAPTURE_THREAD_LOCAL = 1,
  GCUF_CAPTURE_RELAXED = 2
};

/* --- Devices (device.c; 4.2, 4.3, 4.11, 4.12) ---------------------------- */

/* Those that wait or reset, and those of limits, cache configurations and
   profilers need a context; the others only choose the backend.  */

/* The number of devices of the backend; always succeeds.  */
extern int GCUF_cudaGetDeviceCount (int *count);
/* Make DEVICE the calling thread's, and create its context.  After a failure
   the previous one is still current.  */
extern int GCUF_cudaSetDevice (int device);
/* Always succeeds, and does not even choose the backend.  */
extern int GCUF_cudaGetDevice (int *device);
/* Of the current device, whether it has a context or not.  At most one of the
   ways to wait may be among FLAGS.  */
extern int GCUF_cudaSetDeviceFlags (int flags);
/* Make the first of the COUNT DEVICES that can be used the current one;
   cudaErrorDevicesUnavailable if none can.  Nothing happens if COUNT is not
   positive.  */
extern int GCUF_cudaSetValidDevices (const int *devices, int count);
/* The device that has most of what PROP asks for, the first of equals.  Fields
   that are zero or blank ask for nothing.  */
extern int GCUF_cudaChooseDevice (int *device,
				  const struct gcuf_device_prop *prop);
/* ATTRIBUTE is of enum cudaDeviceAttr.  */
extern int GCUF_cudaDeviceGetAttribute (int *value, int attribute,
					int device);
extern int GCUF_cudaGetDeviceProperties (struct gcuf_device_prop *prop,
					 int device);
/* Wait for all streams of the device.  Errors of kernels are returned here.  */
extern int GCUF_cudaDeviceSynchronize (void);
/* An old name of cudaDeviceSynchronize.  */
extern int GCUF_cudaThreadSynchronize (void);
/* Wait, and free all that the device has; the next call that needs a context
   creates one.  Clears the calling thread's last error.  While libgomp uses the
   device, the cuda backend only waits.  */
extern int GCUF_cudaDeviceReset (void);
/* An old name of cudaDeviceReset.  */
extern int GCUF_cudaThreadExit (void);
/* The version of the driver, as 13000 for 13.0, zero without one; and that of
   the API that this library implements.  VERSION may be null, which is an
   error.  */
extern int GCUF_cudaDriverGetVersion (int *version);
extern int GCUF_cudaRuntimeGetVersion (int *version);

/* What GCUF_cudaSetDeviceFlags has set.  */
extern int GCUF_cudaGetDeviceFlags (int *flags);
/* LIMIT is of enum cudaLimit; cudaErrorUnsupportedLimit if the device has no
   such limit.  */
extern int GCUF_cudaDeviceGetLimit (size_t *value, int limit);
extern int GCUF_cudaDeviceSetLimit (int limit, size_t value);
/* CONFIG is of enum cudaFuncCache, and a preference only.  */
extern int GCUF_cudaDeviceGetCacheConfig (int *config);
extern int GCUF_cudaDeviceSetCacheConfig (int config);
/* CONFIG is of enum cudaSharedMemConfig.  It is checked and has no effect: no
   device that is supported has a choice.  Needs no backend.  */
extern int GCUF_cudaDeviceGetSharedMemConfig (int *config);
extern int GCUF_cudaDeviceSetSharedMemConfig (int config);
/* BUF of LEN bytes is padded with blanks; cudaErrorInvalidValue if it is too
   short.  ID is of LEN bytes, too, and may end with blanks; no device that has
   it is cudaErrorInvalidDevice.  */
extern int GCUF_cudaDeviceGetPCIBusId (char *buf, size_t len, int device);
extern int GCUF_cudaDeviceGetByPCIBusId (int *device, const char *id,
					 size_t len);
/* Start or stop recording in a profiler that is attached.  */
extern int GCUF_cudaProfilerStart (void);
extern int GCUF_cudaProfilerStop (void);

/* --- Peers (peer.c; 4.10) ------------------------------------------------ */

/* CAN becomes 0 or 1, 0 for a device and itself.  ATTRIBUTE is of enum
   cudaDeviceP2PAttr.  Neither creates a context.  */
extern int GCUF_cudaDeviceCanAccessPeer (int *can, int device, int peer);
/* Let the current device access memory of PEER, or end that.  FLAGS is zero.
   cudaErrorPeerAccessAlreadyEnabled or cudaErrorPeerAccessNotEnabled if that is
   so already; for the current device itself it is
   cudaErrorPeerAccessUnsupported or cudaErrorPeerAccessNotEnabled.  */
extern int GCUF_cudaDeviceEnablePeerAccess (int peer, int flags);
extern int GCUF_cudaDeviceDisablePeerAccess (int peer);
extern int GCUF_cudaDeviceGetP2PAttribute (int *value, int attribute,
					   int device, int peer);
/* Copy BYTES between memories of two devices, whether these have access or not.
   The first one waits until that is done.  */
extern int GCUF_cudaMemcpyPeer (void *dst, int dst_device, const void *src,
				int src_device, size_t bytes);
extern int GCUF_cudaMemcpyPeerAsync (void *dst, int dst_device,
				     const void *src, int src_device,
				     size_t bytes, gcuf_stream_t stream);

/* --- Errors (error.c; 4.4) ----------------------------------------------- */

/* Return the calling thread's last error, as its result and not as a failure;
   the first of the two clears it.  They do not choose the backend.  */
extern int GCUF_cudaGetLastError (void);
extern int GCUF_cudaPeekAtLastError (void);
/* Fill BUF of LEN bytes with the text or the name of CODE, padded with blanks,
   cut where too long, not terminated; the result is always 0.  */
extern int GCUF_cudaGetErrorString (int code, char *buf, size_t len);
extern int GCUF_cudaGetErrorName (int code, char *buf, size_t len);

/* --- Streams (stream.c; 4.5) --------------------------------------------- */

/* A stream is of the device on which it is created, lasts until
   GCUF_cudaStreamDestroy, and can be used by any thread.  FLAGS is zero or
   GCUF_STREAM_NON_BLOCKING.  PRIORITY is brought into the device's range.  */
extern int GCUF_cudaStreamCreate (gcuf_stream_t *stream);
extern int GCUF_cudaStreamCreateWithFlags (gcuf_stream_t *stream, int flags);
extern int GCUF_cudaStreamCreateWithPriority (gcuf_stream_t *stream,
					      int flags, int priority);
extern int GCUF_cudaStreamGetPriority (gcuf_stream_t stream, int *priority);
/* The numbers of the lowest and the highest priority, which is not greater.  */
extern int GCUF_cudaDeviceGetStreamPriorityRange (int *least, int *greatest);
/* Returns at once; what is in the stream is still done.  The default streams
   cannot be destroyed: cudaErrorInvalidResourceHandle.  A stream that was the
   calling thread's default is so no longer.  */
extern int GCUF_cudaStreamDestroy (gcuf_stream_t stream);
/* Wait for all that is in the stream.  Errors of its kernels are returned
   here.  */
extern int GCUF_cudaStreamSynchronize (gcuf_stream_t stream);
/* The same without waiting: cudaErrorNotReady if not all is done.  */
extern int GCUF_cudaStreamQuery (gcuf_stream_t stream);
/* What STREAM gets from now on waits for the record of EVENT made last.  FLAGS
   is CUDA's.  */
extern int GCUF_cudaStreamWaitEvent (gcuf_stream_t stream, gcuf_event_t event,
				     int flags);
/* The stream of the calling thread's transfers by assignment and of its
   launches that name none; zero until set.  The getter returns the stream and
   no error.  */
extern int GCUF_cudaforSetDefaultStream (gcuf_stream_t stream);
extern gcuf_stream_t GCUF_cudaforGetDefaultStream (void);

/* What STREAM was created with; a number that no other stream of the program
   has; and the device that it is of, which for a default stream is the current
   one.  cudaErrorNotSupported if the driver is too old for the latter two.  */
extern int GCUF_cudaStreamGetFlags (gcuf_stream_t stream, int *flags);
extern int GCUF_cudaStreamGetId (gcuf_stream_t stream, int64_t *id);
extern int GCUF_cudaStreamGetDevice (gcuf_stream_t stream, int *device);
/* Managed memory (managed.c): P is to be accessed as FLAGS, of
   cudaMemAttachGlobal, Host and Single, says.  BYTES is zero for all of it.  */
extern int GCUF_cudaStreamAttachMemAsync (gcuf_stream_t stream, void *p,
					  size_t bytes, int flags);
/* Let a thread of the runtime call FN with DATA when the stream has done what
   precedes it.  FN must not call the API, and DATA remains the
   caller's.  */
extern int GCUF_cudaLaunchHostFunc (gcuf_stream_t stream, void (*fn) (void *),
				    void *data);

/* --- Libraries beside this one (library.c; 3.9.5) ------------------------ */

/* Return nonzero if programs run on GPUs, and make the context of the current
   device current for the calling thread.  */
extern int GCUF_library_cuda_p (void);
/* Return the place number I where the CUDA toolkit may be, which the environment
   names or which is the usual one; null if there are not so many.  */
extern const char *GCUF_library_toolkit (int i);
/* On the cpu backend, enqueue a call of FN with a copy of the BYTES at DATA as
   work of STREAM, and wait for it if WAIT.  FN must not call the API.  In a
   capture it becomes a node, which calls FN as often as the graph is launched.
   Return an error code, which is not recorded; cudaErrorNotSupported with
   GPUs.  */
extern int GCUF_library_enqueue (gcuf_stream_t stream, void (*fn) (void *),
				 const void *data, size_t bytes, int wait);

/* --- Graphs (graph.c; 4.13) ---------------------------------------------- */

/* Until the end of its capture, STREAM, not the legacy one, makes nodes of a
   graph of what it gets, and so do streams that wait for it.  MODE is of enum
   gcuf_capture_mode.  */
extern int GCUF_cudaStreamBeginCapture (gcuf_stream_t stream, int mode);
/* *GRAPH is the caller's, to be destroyed by GCUF_cudaGraphDestroy; null after
   an error, such as cudaErrorStreamCaptureInvalidated for a capture in which
   something was done that it forbids.  */
extern int GCUF_cudaStreamEndCapture (gcuf_stream_t stream,
				      gcuf_graph_t *graph);
/* STATUS becomes one of enum gcuf_capture_status.  */
extern int GCUF_cudaStreamIsCapturing (gcuf_stream_t stream, int *status);
/* Exchange *MODE for that of the calling thread.  */
extern int GCUF_cudaThreadExchangeStreamCaptureMode (int *mode);
/* An empty graph, a copy, and the end of one.  FLAGS is zero.  What was
   instantiated from a graph outlives it.  */
extern int GCUF_cudaGraphCreate (gcuf_graph_t *graph, int flags);
extern int GCUF_cudaGraphDestroy (gcuf_graph_t graph);
extern int GCUF_cudaGraphClone (gcuf_graph_t *clone, gcuf_graph_t graph);
/* Store up to *COUNT nodes if NODES is not null, and always their number.  */
extern int GCUF_cudaGraphGetNodes (gcuf_graph_t graph, void **nodes,
				   size_t *count);
/* *EXEC is the caller's, to be destroyed by GCUF_cudaGraphExecDestroy, also
   while it is running.  */
extern int GCUF_cudaGraphInstantiate (gcuf_exec_t *exec, gcuf_graph_t graph,
				      int64_t flags);
extern int GCUF_cudaGraphExecDestroy (gcuf_exec_t exec);
/* Enqueue EXEC in STREAM, after its own previous launch; or only prepare
   that.  */
extern int GCUF_cudaGraphLaunch (gcuf_exec_t exec, gcuf_stream_t stream);
extern int GCUF_cudaGraphUpload (gcuf_exec_t exec, gcuf_stream_t stream);

/* --- Kernels (kernel-attributes.c; 4.7, 4.8) ----------------------------- */

/* FN is what the program knows as the kernel, the address of its stub; the
   named ones take its name of LEN bytes, which may end with blanks.  What is no
   kernel is cudaErrorInvalidDeviceFunction.  ATTRIBUTE is of enum
   cudaFuncAttribute, CONFIG as that of the device (above).  */
extern int GCUF_cudaFuncGetAttributes (struct gcuf_function_attributes *,
				       const void *fn);
extern int GCUF_cudaFuncSetAttribute (const void *fn, int attribute,
				      int value);
extern int GCUF_cudaFuncSetCacheConfig (const void *fn, int config);
extern int GCUF_cudaFuncSetCacheConfigNamed (const char *name, size_t len,
					     int config);
extern int GCUF_cudaFuncSetSharedMemConfig (const void *fn, int config);
extern int GCUF_cudaFuncSetSharedMemConfigNamed (const char *name, size_t len,
						 int config);
/* How many blocks of THREADS threads and SHARED bytes of dynamic shared memory
   are on a multiprocessor together.  FLAGS is zero or 1.  */
extern int GCUF_cudaOccupancyMaxActiveBlocksPerMultiprocessor
  (int *blocks, const void *fn, int threads, size_t shared, int flags);
/* The block size, at most LIMIT if that is not zero, with which most threads
   are on a multiprocessor, and how many blocks a device needs at least for
   that.  */
extern int GCUF_cudaOccupancyMaxPotentialBlockSize
  (int *blocks, int *threads, const void *fn, size_t shared, int limit);
/* The dynamic shared memory of a block if BLOCKS of THREADS threads are to be
   on a multiprocessor.  */
extern int GCUF_cudaOccupancyAvailableDynamicSMemPerBlock
  (size_t *bytes, const void *fn, int blocks, int threads);
/* The largest cluster, and how many clusters of CONFIG the device runs
   together.  */
extern int GCUF_cudaOccupancyMaxPotentialClusterSize
  (int *size, const void *fn, const struct gcuf_launch_config *config);
extern int GCUF_cudaOccupancyMaxActiveClusters
  (int *clusters, const void *fn, const struct gcuf_launch_config *config);

/* --- Events (event.c; 4.6) ----------------------------------------------- */

/* An event lasts until GCUF_cudaEventDestroy, which returns at once.  FLAGS is
   of the flags above; GCUF_EVENT_INTERPROCESS needs
   GCUF_EVENT_DISABLE_TIMING.  */
extern int GCUF_cudaEventCreate (gcuf_event_t *event);
extern int GCUF_cudaEventCreateWithFlags (gcuf_event_t *event, int flags);
extern int GCUF_cudaEventDestroy (gcuf_event_t event);
/* Note in EVENT what is in STREAM now; a previous record is forgotten.  FLAGS
   is zero or 1, a record in a capture that other graphs wait for.  */
extern int GCUF_cudaEventRecord (gcuf_event_t event, gcuf_stream_t stream);
extern int GCUF_cudaEventRecordWithFlags (gcuf_event_t event,
					  gcuf_stream_t stream, int flags);
/* Wait for the last record, or return cudaErrorNotReady if it is not reached.
   An event without a record counts as reached.  */
extern int GCUF_cudaEventSynchronize (gcuf_event_t event);
extern int GCUF_cudaEventQuery (gcuf_event_t event);
/* Milliseconds between two records; cudaErrorNotReady if one is not reached,
   cudaErrorInvalidResourceHandle if an event has no timing.  MS may be null,
   which is an error.  */
extern int GCUF_cudaEventElapsedTime (float *ms, gcuf_event_t start,
				      gcuf_event_t end);

/* --- Memory (memory.c, pinned.c; 4.9) ------------------------------------ */

/* The bytes of the current device's memory.  */
extern int GCUF_cudaMemGetInfo (size_t *free, size_t *total);
/* Of no bytes *P is null.  cudaErrorMemoryAllocation if there are not as many.
   GCUF_cudaFree frees what the first two give and what ALLOCATE does, after the
   work that is pending, and ignores a null pointer; GCUF_cudaFreeHost the last
   two.  FLAGS is 1 or 2 of managed memory, of cudaHostAllocPortable, Mapped and
   WriteCombined of the host's.  */
extern int GCUF_cudaMalloc (void **p, size_t bytes);
extern int GCUF_cudaMallocManaged (void **p, size_t bytes, int flags);
extern int GCUF_cudaFree (void *p);
extern int GCUF_cudaMallocHost (void **p, size_t bytes);
extern int GCUF_cudaHostAlloc (void **p, size_t bytes, int flags);
extern int GCUF_cudaFreeHost (void *p);

/* Copies of BYTES, or of HEIGHT rows of WIDTH that are a pitch apart.  KIND is
   of enum gcuf_copy_kind, else it is cudaErrorInvalidMemcpyDirection; a pitch
   of several rows that is less than WIDTH is cudaErrorInvalidPitchValue.
   Without a stream they are in the legacy default stream and complete at
   return.  With one, host memory that is not pinned has been read or written at
   return all the same.  */
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
/* The same of BYTES whose elements have gaps between them at DST, SRC or both:
   what has them also comes by its descriptor, else a null pointer does
   (sections.c).  These are the first elements in array element order;
   cudaErrorInvalidValue if there are fewer, or the sections differ in shape.  If
   not WAIT they are copied as by GCUF_cudaMemcpyAsync.  */
extern int GCUF_copy_sections (void *dst, const void *dst_section,
			       const void *src, const void *src_section,
			       size_t bytes, int kind, gcuf_stream_t stream,
			       int wait);
/* Set each of BYTES, of HEIGHT rows of WIDTH, or of EXTENT, to the low eight
   bits of VALUE, in the order of the stream, without waiting.  A pitch less
   than the width is cudaErrorInvalidValue.  */
extern int GCUF_cudaMemset (void *p, int value, size_t bytes);
extern int GCUF_cudaMemsetAsync (void *p, int value, size_t bytes,
				 gcuf_stream_t stream);
extern int GCUF_cudaMemset2DAsync (void *p, size_t pitch, int value,
				   size_t width, size_t height,
				   gcuf_stream_t stream);
extern int GCUF_cudaMemset3D (const struct gcuf_pitched *p, int value,
			      const struct gcuf_extent *extent);
extern int GCUF_cudaMemset3DAsync (const struct gcuf_pitched *p, int value,
				   const struct gcuf_extent *extent,
				   gcuf_stream_t stream);
/* COUNT elements of SIZE bytes at P become the one at VALUE, a host address:
   cudaMemsetAsync of a typed array.  */
extern int GCUF_cudaMemsetElementsAsync (void *p, const void *value,
					 size_t size, size_t count,
					 gcuf_stream_t stream);
/* The same for the first COUNT elements of what SECTION describes.  */
extern int GCUF_fill_section (const void *section, const void *value,
			      size_t count, gcuf_stream_t stream);
extern int GCUF_cudaMemset2D (void *p, size_t pitch, int value, size_t width,
			      size_t height);

/* The same for ROWS rows of COUNT elements, PITCH elements apart.  */
extern int GCUF_cudaMemsetRows (void *p, const void *value, size_t size,
				size_t pitch, size_t count, size_t rows,
				gcuf_stream_t stream);

/* --- Page-locked and mapped host memory (pinned.c; 4.9) ------------------ */

/* HOST, which is not null, is in memory of GCUF_cudaHostAlloc or registered.
   *DEVICE is its address for device code, valid as long as the memory.  FLAGS
   is zero of the first.  */
extern int GCUF_cudaHostGetDevicePointer (void **device, void *host,
					  int flags);
extern int GCUF_cudaHostGetFlags (int *flags, void *host);
/* Lock the pages of BYTES, not zero, of memory at HOST, which remains the
   caller's, until they are unlocked.  Errors are
   cudaErrorHostMemoryAlreadyRegistered and ...NotRegistered.  */
extern int GCUF_cudaHostRegister (void *host, size_t bytes, int flags);
extern int GCUF_cudaHostUnregister (void *host);

/* --- Managed memory (managed.c; 4.9) ------------------------------------- */

/* Of BYTES, not zero, at P, not null.  A device of -1 is the host.  ADVICE and
   ATTRIBUTE are CUDA's numbers.  Advice and prefetching change no values.
   cudaErrorInvalidValue if the memory is not managed.  */
extern int GCUF_cudaMemAdvise (void *p, size_t bytes, int advice, int device);
extern int GCUF_cudaMemPrefetchAsync (void *p, size_t bytes, int device,
				      gcuf_stream_t stream);
/* DATA has SIZE bytes, as many as the attribute needs.  */
extern int GCUF_cudaMemRangeGetAttribute (void *data, size_t size,
					  int attribute, void *p,
					  size_t bytes);
/* What memory P, which may be any address, is in.  */
extern int GCUF_cudaPointerGetAttributes (struct gcuf_pointer_attributes *,
					  void *p);

/* --- Memory of streams (async-memory.c; 4.9) ----------------------------- */

/* *P is allocated in the order of STREAM, null if BYTES is zero; from the
   current pool of the device if none is given.  GCUF_cudaFreeAsync frees what
   GCUF_cudaMalloc gives as well, in the order of STREAM, and ignores a null
   pointer.  */
extern int GCUF_cudaMallocAsync (void **p, size_t bytes,
				 gcuf_stream_t stream);
extern int GCUF_cudaMallocFromPoolAsync (void **p, size_t bytes,
					 gcuf_mempool_t pool,
					 gcuf_stream_t stream);
extern int GCUF_cudaFreeAsync (void *p, gcuf_stream_t stream);
/* The device's own pool, which cannot be destroyed, and the current one, which
   remains its owner's.  */
extern int GCUF_cudaDeviceGetDefaultMemPool (gcuf_mempool_t *, int device);
extern int GCUF_cudaDeviceGetMemPool (gcuf_mempool_t *, int device);
extern int GCUF_cudaDeviceSetMemPool (int device, gcuf_mempool_t);
/* *POOL is the caller's until GCUF_cudaMemPoolDestroy; memory from it stays
   valid after that.  PROPS is copied.  GCUF_cudaMemPoolTrimTo gives back what
   is free in the pool but for KEEP bytes.  */
extern int GCUF_cudaMemPoolCreate (gcuf_mempool_t *,
				   const struct gcuf_mempool_props *);
extern int GCUF_cudaMemPoolDestroy (gcuf_mempool_t);
extern int GCUF_cudaMemPoolTrimTo (gcuf_mempool_t, size_t keep);
/* The VALUE is an int or, of the sizes, a uint64_t.  */
extern int GCUF_cudaMemPoolGetAttribute (gcuf_mempool_t, int attribute,
					 void *value);
extern int GCUF_cudaMemPoolSetAttribute (gcuf_mempool_t, int attribute,
					 const void *value);

/* --- Other processes (ipc.c; 4.9) ---------------------------------------- */

/* A handle is a value that another process can be sent, valid as long as what
   it names.  What is opened is closed by GCUF_cudaIpcCloseMemHandle or
   GCUF_cudaEventDestroy.  The event needs GCUF_EVENT_INTERPROCESS.  The cpu
   backend returns cudaErrorNotSupported.  */
extern int GCUF_cudaIpcGetMemHandle (struct gcuf_ipc_handle *, void *p);
extern int GCUF_cudaIpcOpenMemHandle (void **p,
				      const struct gcuf_ipc_handle *,
				      int flags);
extern int GCUF_cudaIpcCloseMemHandle (void *p);
extern int GCUF_cudaIpcGetEventHandle (struct gcuf_ipc_handle *,
				       gcuf_event_t);
extern int GCUF_cudaIpcOpenEventHandle (gcuf_event_t *,
					const struct gcuf_ipc_handle *);

/* --- Pitched memory and arrays (pitch.c, array.c; 4.9) ------------------- */

/* Rows of WIDTH bytes, which are *PITCH apart; freed by GCUF_cudaFree.  If an
   extent is zero, *P is null.  */
extern int GCUF_cudaMallocPitch (void **p, size_t *pitch, size_t width,
				 size_t height);
extern int GCUF_cudaMalloc3D (struct gcuf_pitched *,
			      const struct gcuf_extent *);
/* An array of elements of the given channels lasts until GCUF_cudaFreeArray,
   which ignores a null pointer.  cudaErrorInvalidChannelDescriptor if there are
   no such elements.  HEIGHT is zero for one dimension, depth for two.  */
extern int GCUF_cudaMallocArray (gcuf_array_t *, const struct gcuf_channels *,
				 size_t width, size_t height, int flags);
extern int GCUF_cudaMalloc3DArray (gcuf_array_t *,
				   const struct gcuf_channels *,
				   const struct gcuf_extent *, int flags);
extern int GCUF_cudaFreeArray (gcuf_array_t);
/* What ARRAY was created with; null is cudaErrorInvalidResourceHandle.  */
extern int GCUF_cudaArrayGetInfo (struct gcuf_channels *, struct gcuf_extent *,
				  int *flags, gcuf_array_t);
/* Positions in arrays and counts are in bytes here, rows in rows.  KIND is as
   of GCUF_cudaMemcpy, and has to have the arrays on the device.  A null array
   is cudaErrorInvalidResourceHandle, a position outside it
   cudaErrorInvalidValue.  They return when the copy is complete if WAIT is not
   zero; those without it always do.  */
extern int GCUF_cudaMemcpyToArray (gcuf_array_t dst, size_t x, size_t y,
				   const void *src, size_t count, int kind,
				   gcuf_stream_t stream, int wait);
extern int GCUF_cudaMemcpyFromArray (void *dst, gcuf_array_t src, size_t x,
				     size_t y, size_t count, int kind,
				     gcuf_stream_t stream, int wait);
extern int GCUF_cudaMemcpyArrayToArray (gcuf_array_t dst, size_t dst_x,
					size_t dst_y, gcuf_array_t src,
					size_t src_x, size_t src_y,
					size_t count, int kind);
extern int GCUF_cudaMemcpy2DToArray (gcuf_array_t dst, size_t x, size_t y,
				     const void *src, size_t pitch,
				     size_t width, size_t height, int kind,
				     gcuf_stream_t stream, int wait);
extern int GCUF_cudaMemcpy2DFromArray (void *dst, size_t pitch,
				       gcuf_array_t src, size_t x, size_t y,
				       size_t width, size_t height, int kind,
				       gcuf_stream_t stream, int wait);
extern int GCUF_cudaMemcpy2DArrayToArray (gcuf_array_t dst, size_t dst_x,
					  size_t dst_y, gcuf_array_t src,
					  size_t src_x, size_t src_y,
					  size_t width, size_t height,
					  int kind);
/* Each side has an array or a pointer, not both; if one has an array, the
   extent is in its elements.  cudaErrorInvalidPitchValue if the region does not
   fit in the rows or slices of memory.  */
extern int GCUF_cudaMemcpy3D (const struct gcuf_copy_3d_parms *);
extern int GCUF_cudaMemcpy3DAsync (const struct gcuf_copy_3d_parms *,
				   gcuf_stream_t stream);

/* --- Symbols (symbol.c; 4.9) --------------------------------------------- */

/* The name, of LEN bytes, in the form in which a c_ptr carries it.  It belongs
   to the library, and lasts as long.  Ends the program if there is no
   memory.  */
extern void *GCUF_symbol_named (const char *name, size_t len);
/* SYMBOL is what GCUF_symbol_named gave, or an address in device memory, which
   has no size.  cudaErrorInvalidSymbol if no variable has the name.  */
extern int GCUF_cudaGetSymbolAddress (void **p, const void *symbol);
extern int GCUF_cudaGetSymbolSize (size_t *size, const void *symbol);
/* *PLACE becomes that of element number OFFSET, from zero, of SYMBOL, where
   COUNT elements of SIZE bytes must fit.  */
extern int GCUF_symbol_place (const void *symbol, size_t size, size_t count,
			      size_t offset, void **place);

#ifdef __cplusplus
}
#endif

#endif
