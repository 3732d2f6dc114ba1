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

extern int GCUF_cudaGetDeviceFlags (int *flags);
extern int GCUF_cudaDeviceGetLimit (size_t *value, int limit);
extern int GCUF_cudaDeviceSetLimit (int limit, size_t value);
extern int GCUF_cudaDeviceGetCacheConfig (int *config);
extern int GCUF_cudaDeviceSetCacheConfig (int config);
extern int GCUF_cudaDeviceGetSharedMemConfig (int *config);
extern int GCUF_cudaDeviceSetSharedMemConfig (int config);
/* BUF of LEN bytes is padded with blanks; ID is of LEN bytes, too.  */
extern int GCUF_cudaDeviceGetPCIBusId (char *buf, size_t len, int device);
extern int GCUF_cudaDeviceGetByPCIBusId (int *device, const char *id,
					 size_t len);
extern int GCUF_cudaProfilerStart (void);
extern int GCUF_cudaProfilerStop (void);

/* --- Peers (peer.c) ------------------------------------------------------ */

extern int GCUF_cudaDeviceCanAccessPeer (int *can, int device, int peer);
extern int GCUF_cudaDeviceEnablePeerAccess (int peer, int flags);
extern int GCUF_cudaDeviceDisablePeerAccess (int peer);
extern int GCUF_cudaDeviceGetP2PAttribute (int *value, int attribute,
					   int device, int peer);
extern int GCUF_cudaMemcpyPeer (void *dst, int dst_device, const void *src,
				int src_device, size_t bytes);
extern int GCUF_cudaMemcpyPeerAsync (void *dst, int dst_device,
				     const void *src, int src_device,
				     size_t bytes, gcuf_stream_t stream);

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

extern int GCUF_cudaStreamGetFlags (gcuf_stream_t stream, int *flags);
extern int GCUF_cudaStreamGetId (gcuf_stream_t stream, int64_t *id);
extern int GCUF_cudaStreamGetDevice (gcuf_stream_t stream, int *device);
extern int GCUF_cudaStreamAttachMemAsync (gcuf_stream_t stream, void *p,
					  size_t bytes, int flags);
extern int GCUF_cudaLaunchHostFunc (gcuf_stream_t stream, void (*fn) (void *),
				    void *data);

/* --- Graphs (graph.c) ---------------------------------------------------- */

extern int GCUF_cudaStreamBeginCapture (gcuf_stream_t stream, int mode);
extern int GCUF_cudaStreamEndCapture (gcuf_stream_t stream,
				      gcuf_graph_t *graph);
extern int GCUF_cudaStreamIsCapturing (gcuf_stream_t stream, int *status);
extern int GCUF_cudaThreadExchangeStreamCaptureMode (int *mode);
extern int GCUF_cudaGraphCreate (gcuf_graph_t *graph, int flags);
extern int GCUF_cudaGraphDestroy (gcuf_graph_t graph);
extern int GCUF_cudaGraphClone (gcuf_graph_t *clone, gcuf_graph_t graph);
/* Store up to *COUNT nodes if NODES is not null, and always their number.  */
extern int GCUF_cudaGraphGetNodes (gcuf_graph_t graph, void **nodes,
				   size_t *count);
extern int GCUF_cudaGraphInstantiate (gcuf_exec_t *exec, gcuf_graph_t graph,
				      int64_t flags);
extern int GCUF_cudaGraphExecDestroy (gcuf_exec_t exec);
extern int GCUF_cudaGraphLaunch (gcuf_exec_t exec, gcuf_stream_t stream);
extern int GCUF_cudaGraphUpload (gcuf_exec_t exec, gcuf_stream_t stream);

/* --- Kernels (kernel-attributes.c) --------------------------------------- */

/* FN is what the program knows as the kernel.  The named ones take a name of
   LEN bytes.  */
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
extern int GCUF_cudaOccupancyMaxActiveBlocksPerMultiprocessor
  (int *blocks, const void *fn, int threads, size_t shared, int flags);
extern int GCUF_cudaOccupancyMaxPotentialBlockSize
  (int *blocks, int *threads, const void *fn, size_t shared, int limit);
extern int GCUF_cudaOccupancyAvailableDynamicSMemPerBlock
  (size_t *bytes, const void *fn, int blocks, int threads);
extern int GCUF_cudaOccupancyMaxPotentialClusterSize
  (int *size, const void *fn, const struct gcuf_launch_config *config);
extern int GCUF_cudaOccupancyMaxActiveClusters
  (int *clusters, const void *fn, const struct gcuf_launch_config *config);

/* --- Events -------------------------------------------------------------- */

extern int GCUF_cudaEventCreate (gcuf_event_t *event);
extern int GCUF_cudaEventCreateWithFlags (gcuf_event_t *event, int flags);
extern int GCUF_cudaEventDestroy (gcuf_event_t event);
extern int GCUF_cudaEventRecord (gcuf_event_t event, gcuf_stream_t stream);
extern int GCUF_cudaEventRecordWithFlags (gcuf_event_t event,
					  gcuf_stream_t stream, int flags);
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
extern int GCUF_cudaMemset2D (void *p, size_t pitch, int value, size_t width,
			      size_t height);

/* The same for ROWS rows of COUNT elements, PITCH elements apart.  */
extern int GCUF_cudaMemsetRows (void *p, const void *value, size_t size,
				size_t pitch, size_t count, size_t rows,
				gcuf_stream_t stream);

/* --- Page-locked and mapped host memory (pinned.c) ------------------- */

extern int GCUF_cudaHostGetDevicePointer (void **device, void *host,
					  int flags);
extern int GCUF_cudaHostGetFlags (int *flags, void *host);
extern int GCUF_cudaHostRegister (void *host, size_t bytes, int flags);
extern int GCUF_cudaHostUnregister (void *host);

/* --- Managed memory (managed.c) ----------------------------------------- */

/* A device of -1 is the host.  */
extern int GCUF_cudaMemAdvise (void *p, size_t bytes, int advice, int device);
extern int GCUF_cudaMemPrefetchAsync (void *p, size_t bytes, int device,
				      gcuf_stream_t stream);
extern int GCUF_cudaMemRangeGetAttribute (void *data, size_t size,
					  int attribute, void *p,
					  size_t bytes);
extern int GCUF_cudaPointerGetAttributes (struct gcuf_pointer_attributes *,
					  void *p);

/* --- Memory of streams (async-memory.c) ---------------------------------- */

extern int GCUF_cudaMallocAsync (void **p, size_t bytes,
				 gcuf_stream_t stream);
extern int GCUF_cudaMallocFromPoolAsync (void **p, size_t bytes,
					 gcuf_mempool_t pool,
					 gcuf_stream_t stream);
extern int GCUF_cudaFreeAsync (void *p, gcuf_stream_t stream);
extern int GCUF_cudaDeviceGetDefaultMemPool (gcuf_mempool_t *, int device);
extern int GCUF_cudaDeviceGetMemPool (gcuf_mempool_t *, int device);
extern int GCUF_cudaDeviceSetMemPool (int device, gcuf_mempool_t);
extern int GCUF_cudaMemPoolCreate (gcuf_mempool_t *,
				   const struct gcuf_mempool_props *);
extern int GCUF_cudaMemPoolDestroy (gcuf_mempool_t);
extern int GCUF_cudaMemPoolTrimTo (gcuf_mempool_t, size_t keep);
/* The VALUE is an int or, of the sizes, a uint64_t.  */
extern int GCUF_cudaMemPoolGetAttribute (gcuf_mempool_t, int attribute,
					 void *value);
extern int GCUF_cudaMemPoolSetAttribute (gcuf_mempool_t, int attribute,
					 const void *value);

/* --- Other processes (ipc.c) -------------------------------------------- */

extern int GCUF_cudaIpcGetMemHandle (struct gcuf_ipc_handle *, void *p);
extern int GCUF_cudaIpcOpenMemHandle (void **p,
				      const struct gcuf_ipc_handle *,
				      int flags);
extern int GCUF_cudaIpcCloseMemHandle (void *p);
extern int GCUF_cudaIpcGetEventHandle (struct gcuf_ipc_handle *,
				       gcuf_event_t);
extern int GCUF_cudaIpcOpenEventHandle (gcuf_event_t *,
					const struct gcuf_ipc_handle *);

/* --- Pitched memory and arrays (pitch.c, array.c) ----------------------- */

extern int GCUF_cudaMallocPitch (void **p, size_t *pitch, size_t width,
				 size_t height);
extern int GCUF_cudaMalloc3D (struct gcuf_pitched *,
			      const struct gcuf_extent *);
extern int GCUF_cudaMallocArray (gcuf_array_t *, const struct gcuf_channels *,
				 size_t width, size_t height, int flags);
extern int GCUF_cudaMalloc3DArray (gcuf_array_t *,
				   const struct gcuf_channels *,
				   const struct gcuf_extent *, int flags);
extern int GCUF_cudaFreeArray (gcuf_array_t);
extern int GCUF_cudaArrayGetInfo (struct gcuf_channels *, struct gcuf_extent *,
				  int *flags, gcuf_array_t);
/* Positions in arrays and counts are in bytes here, rows in rows.  */
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
extern int GCUF_cudaMemcpy3D (const struct gcuf_copy_3d_parms *);
extern int GCUF_cudaMemcpy3DAsync (const struct gcuf_copy_3d_parms *,
				   gcuf_stream_t stream);

/* --- Symbols (symbol.c) ------------------------------------------------- */

/* The name, of LEN bytes, in the form in which a c_ptr carries it.  */
extern void *GCUF_symbol_named (const char *name, size_t len);
/* SYMBOL is what GCUF_symbol_named gave, or an address in device memory.  */
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
