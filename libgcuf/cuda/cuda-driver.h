/* The parts of the CUDA driver's interface that libgcuf uses.
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

/* The driver is found at run time, and no CUDA header is needed to build.  The
   types and numbers here are those of its documented binary interface.  */

#ifndef GCUF_CUDA_DRIVER_H
#define GCUF_CUDA_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#include "gcuf-api.h"

typedef int CUresult;
typedef int CUdevice;
typedef uintptr_t CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUlinkState_st *CUlinkState;
typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphExec_st *CUgraphExec;
typedef struct CUmemPool_st *CUmemoryPool;
typedef struct CUarray_st *CUarray;
typedef struct { char bytes[16]; } CUuuid;

/* Numbers the interface passes as int or unsigned.  */
enum
{
  CUDA_ERROR_NOT_FOUND = 500,

  CU_MEMORYTYPE_HOST = 1,
  CU_MEMORYTYPE_DEVICE = 2,
  CU_MEMORYTYPE_ARRAY = 3,
  CU_MEMORYTYPE_UNIFIED = 4,

  CU_MEM_ATTACH_GLOBAL = 1,
  CU_MEMHOSTALLOC_PORTABLE = 1,

  CU_JIT_MAX_REGISTERS = 0,
  CU_JIT_WALL_TIME = 2,
  CU_JIT_INFO_LOG_BUFFER = 3,
  CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES = 4,
  CU_JIT_ERROR_LOG_BUFFER = 5,
  CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
  CU_JIT_LOG_VERBOSE = 12,
  CU_JIT_GENERATE_LINE_INFO = 13,
  CU_JIT_INPUT_CUBIN = 0,
  CU_JIT_INPUT_PTX = 1,
  CU_JIT_INPUT_FATBINARY = 2,

  CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
  CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
  CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
  CU_FUNC_ATTRIBUTE_NUM_REGS = 4,
  CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
  CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION = 4,

  CU_POINTER_ATTRIBUTE_MEMORY_TYPE = 2,
  CU_POINTER_ATTRIBUTE_DEVICE_POINTER = 3,
  CU_POINTER_ATTRIBUTE_HOST_POINTER = 4,
  CU_POINTER_ATTRIBUTE_IS_MANAGED = 8,
  CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9,
  CU_POINTER_ATTRIBUTE_RANGE_START_ADDR = 11,
  CU_POINTER_ATTRIBUTE_RANGE_SIZE = 12
};

/* As CUDA_MEMCPY2D: the sides of a copy, each in the member that its type
   names, of CU_MEMORYTYPE above.  Widths, positions and pitches are in
   bytes.  */
struct gcuf_cu_copy_2d
{
  size_t src_x, src_y;
  int src_type;
  const void *src_host;
  CUdeviceptr src_device;
  void *src_array;
  size_t src_pitch;
  size_t dst_x, dst_y;
  int dst_type;
  void *dst_host;
  CUdeviceptr dst_device;
  void *dst_array;
  size_t dst_pitch;
  size_t width, height;
};

/* The same as CUDA_MEMCPY3D.  Heights are those of slices, in rows.  */
struct gcuf_cu_copy_3d
{
  size_t src_x, src_y, src_z, src_lod;
  int src_type;
  const void *src_host;
  CUdeviceptr src_device;
  void *src_array;
  void *reserved0;
  size_t src_pitch, src_height;
  size_t dst_x, dst_y, dst_z, dst_lod;
  int dst_type;
  void *dst_host;
  CUdeviceptr dst_device;
  void *dst_array;
  void *reserved1;
  size_t dst_pitch, dst_height;
  size_t width, height, depth;
};

/* As CUDA_ARRAY3D_DESCRIPTOR: extents in elements, of CHANNELS components of
   FORMAT.  */
struct gcuf_cu_array
{
  size_t width, height, depth;
  int format;
  unsigned channels, flags;
};

/* As CUlaunchAttribute, of which the dimensions of clusters are used here.  */
struct gcuf_cu_launch_attribute
{
  int id;
  int pad;
  struct
  {
    unsigned x, y, z;
    char pad[52];
  } value;
};

/* As CUlaunchConfig; the attributes remain the caller's.  */
struct gcuf_cu_launch
{
  unsigned grid_x, grid_y, grid_z, block_x, block_y, block_z, shared;
  CUstream stream;
  struct gcuf_cu_launch_attribute *attributes;
  unsigned n_attributes;
};

/* The driver's functions, whose contracts are those of CUDA's driver API:
   member NAME is cuNAME, in the version that cuda-driver.def gives.  They
   return zero or one of its error codes, which are those of cudaError.  Those
   that act on the current context want the calling thread bound to its device
   (gcuf_backend), and objects belong to the caller until the function that
   destroys them.  They take no lock of the library and can be called under any,
   but may run host functions of the program in other threads.  A function that
   is optional and that the driver has not got returns
   cudaErrorNotSupported.  */
struct gcuf_driver
{
#define GCUF_DRIVER(name, symbol, arguments) CUresult (*name) arguments;
#include "cuda-driver.def"
#undef GCUF_DRIVER
};
/* Null until gcuf_driver_open, and constant after it.  */
extern struct gcuf_driver gcuf_cu;

/* Open libcuda.so.1, which is never closed, and find its functions.  Return
   null, or the reason why that fails, a string that stays valid.  Called once,
   by the cuda backend's init, under the lock of backend.c; calls no function of
   the driver.  */
extern const char *gcuf_driver_open (void);

/* Return the driver's text for the error CODE, or its name; null without a
   driver or for an unknown code.  The strings are the driver's, and static.
   Any thread may call these, with or without a context.  */
extern const char *gcuf_driver_error_text (int code);
extern const char *gcuf_driver_error_name (int code);

#endif
