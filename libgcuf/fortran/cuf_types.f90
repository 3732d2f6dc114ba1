! Types and kinds that the modules of CUDA Fortran share.
! Copyright (C) 2026 The cudafortran authors.
!
! This file is part of the CUDA Fortran runtime library (libgcuf).
!
! Libgcuf is free software; you can redistribute it and/or modify it
! under the terms of the GNU General Public License as published by
! the Free Software Foundation; either version 3, or (at your option)
! any later version.
!
! Libgcuf is distributed in the hope that it will be useful, but WITHOUT ANY
! WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS
! FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
! more details.
!
! Under Section 7 of GPL version 3, you are granted additional
! permissions described in the GCC Runtime Library Exception, version
! 3.1, as published by the Free Software Foundation.
!
! You should have received a copy of the GNU General Public License and
! a copy of the GCC Runtime Library Exception along with this program;
! see the files COPYING and COPYING.RUNTIME respectively.  If not, see
! <http://www.gnu.org/licenses/>.

module cuf_types
  use, intrinsic :: iso_c_binding, only: c_char, c_int, c_int64_t, &
       c_intptr_t, c_null_ptr, c_ptr, c_size_t
  implicit none
  private

  integer, parameter, public :: cuda_stream_kind = c_int64_t
  integer, parameter, public :: cuda_count_kind = c_size_t

  ! As struct gcuf_dim3 in gcuf-abi.h; the compiler knows its components.
  type, bind (c), public :: dim3
    integer (c_int) :: x, y, z
  end type dim3

  ! One dimension, as an integer in an execution configuration is.
  interface assignment (=)
    module procedure assign_dim3_i4, assign_dim3_i8
  end interface assignment (=)
  public :: assignment (=)

  ! The address of device memory.
  type, bind (c), public :: c_devptr
    type (c_ptr) :: address = c_null_ptr
  end type c_devptr
  type (c_devptr), parameter, public :: c_null_devptr = c_devptr (c_null_ptr)

  ! Null addresses are equal.
  interface operator (==)
    module procedure devptr_eq
  end interface operator (==)
  interface operator (/=)
    module procedure devptr_ne
  end interface operator (/=)
  public :: operator (==), operator (/=)

  ! As gcuf_event_t in gcuf-api.h: a structure of one pointer is passed by
  ! value as the pointer is.
  type, bind (c), public :: cudaEvent
    private
    type (c_ptr) :: handle = c_null_ptr
  end type cudaEvent

  ! As gcuf_array_t, gcuf_graph_t, gcuf_exec_t and gcuf_mempool_t there.
  type, bind (c), public :: cudaArrayPtr
    type (c_ptr) :: array = c_null_ptr
  end type cudaArrayPtr

  type, bind (c), public :: cudaGraph
    type (c_ptr) :: graph = c_null_ptr
  end type cudaGraph

  type, bind (c), public :: cudaGraphExec
    type (c_ptr) :: exec = c_null_ptr
  end type cudaGraphExec

  type, bind (c), public :: cudaGraphNode
    type (c_ptr) :: node = c_null_ptr
  end type cudaGraphNode

  type, bind (c), public :: cudaMemPool
    type (c_ptr) :: pool = c_null_ptr
  end type cudaMemPool

  ! As the structures there, component by component.

  type, bind (c), public :: cudaExtent
    integer (cuda_count_kind) :: width = 0, height = 0, depth = 0
  end type cudaExtent

  type, bind (c), public :: cudaPos
    integer (cuda_count_kind) :: x = 0, y = 0, z = 0
  end type cudaPos

  type, bind (c), public :: cudaPitchedPtr
    type (c_devptr) :: ptr
    integer (cuda_count_kind) :: pitch = 0, xsize = 0, ysize = 0
  end type cudaPitchedPtr

  type, bind (c), public :: cudaChannelFormatDesc
    integer (c_int) :: x = 0, y = 0, z = 0, w = 0
    integer (c_int) :: f = 0
  end type cudaChannelFormatDesc

  type, bind (c), public :: cudaMemcpy3DParms
    type (cudaArrayPtr) :: srcArray
    type (cudaPos) :: srcPos
    type (cudaPitchedPtr) :: srcPtr
    type (cudaArrayPtr) :: dstArray
    type (cudaPos) :: dstPos
    type (cudaPitchedPtr) :: dstPtr
    type (cudaExtent) :: extent
    integer (c_int) :: kind = 0
  end type cudaMemcpy3DParms

  type, bind (c), public :: cudaFuncAttributes
    integer (cuda_count_kind) :: sharedSizeBytes = 0
    integer (cuda_count_kind) :: constSizeBytes = 0
    integer (cuda_count_kind) :: localSizeBytes = 0
    integer (c_int) :: maxThreadsPerBlock = 0
    integer (c_int) :: numRegs = 0
    integer (c_int) :: ptxVersion = 0
    integer (c_int) :: binaryVersion = 0
    integer (c_int) :: cacheModeCA = 0
    integer (c_int) :: maxDynamicSharedSizeBytes = 0
    integer (c_int) :: preferredShmemCarveout = 0
    integer (c_int) :: clusterDimMustBeSet = 0
    integer (c_int) :: requiredClusterWidth = 0
    integer (c_int) :: requiredClusterHeight = 0
    integer (c_int) :: requiredClusterDepth = 0
    integer (c_int) :: clusterSchedulingPolicyPreference = 0
    integer (c_int) :: nonPortableClusterSizeAllowed = 0
  end type cudaFuncAttributes

  type, bind (c), public :: cudaPointerAttributes
    integer (c_int) :: type = 0
    integer (c_int) :: device = 0
    type (c_devptr) :: devicePointer
    type (c_ptr) :: hostPointer = c_null_ptr
    integer (c_int) :: memoryType = 0
    integer (c_int) :: isManaged = 0
  end type cudaPointerAttributes

  type, bind (c), public :: cudaLaunchConfig
    type (dim3) :: gridDim
    type (dim3) :: blockDim
    integer (cuda_count_kind) :: dynamicSmemBytes = 0
    integer (cuda_stream_kind) :: stream = 0
    type (dim3) :: clusterDim = dim3 (0, 0, 0)
  end type cudaLaunchConfig

  type, bind (c), public :: cudaMemLocation
    integer (c_int) :: type = 0
    integer (c_int) :: id = 0
  end type cudaMemLocation

  type, bind (c), public :: cudaMemPoolProps
    integer (c_int) :: allocType = 1
    integer (c_int) :: handleTypes = 0
    type (cudaMemLocation) :: location = cudaMemLocation (1, 0)
    type (c_ptr) :: win32SecurityAttributes = c_null_ptr
    integer (cuda_count_kind) :: maxSize = 0
    character (kind = c_char) :: reserved(56) = achar (0)
  end type cudaMemPoolProps

  type, bind (c), public :: cudaIpcMemHandle
    character (kind = c_char) :: reserved(64) = achar (0)
  end type cudaIpcMemHandle

  type, bind (c), public :: cudaIpcEventHandle
    character (kind = c_char) :: reserved(64) = achar (0)
  end type cudaIpcEventHandle

  ! As struct gcuf_device_prop in gcuf-api.h, field by field.  The name is a
  ! character of length 256, so the type is not bind (c), but a sequence.
  type, public :: cudaDeviceProp
    sequence
    character (len=256) :: name
    character :: uuid(16)
    character :: luid(8)
    integer (c_int) :: luidDeviceNodeMask
    integer (c_int) :: reserved1
    integer (cuda_count_kind) :: totalGlobalMem
    integer (cuda_count_kind) :: sharedMemPerBlock
    integer (cuda_count_kind) :: memPitch
    integer (cuda_count_kind) :: totalConstMem
    integer (cuda_count_kind) :: textureAlignment
    integer (cuda_count_kind) :: texturePitchAlignment
    integer (cuda_count_kind) :: surfaceAlignment
    integer (cuda_count_kind) :: sharedMemPerMultiprocessor
    integer (cuda_count_kind) :: sharedMemPerBlockOptin
    integer (cuda_count_kind) :: reservedSharedMemPerBlock
    integer (c_int) :: regsPerBlock
    integer (c_int) :: warpSize
    integer (c_int) :: maxThreadsPerBlock
    integer (c_int) :: maxThreadsDim(3)
    integer (c_int) :: maxGridSize(3)
    integer (c_int) :: major
    integer (c_int) :: minor
    integer (c_int) :: multiProcessorCount
    integer (c_int) :: integrated
    integer (c_int) :: canMapHostMemory
    integer (c_int) :: maxTexture1D
    integer (c_int) :: maxTexture1DMipmap
    integer (c_int) :: maxTexture2D(2)
    integer (c_int) :: maxTexture2DMipmap(2)
    integer (c_int) :: maxTexture2DLinear(3)
    integer (c_int) :: maxTexture2DGather(2)
    integer (c_int) :: maxTexture3D(3)
    integer (c_int) :: maxTexture3DAlt(3)
    integer (c_int) :: maxTextureCubemap
    integer (c_int) :: maxTexture1DLayered(2)
    integer (c_int) :: maxTexture2DLayered(3)
    integer (c_int) :: maxTextureCubemapLayered(2)
    integer (c_int) :: maxSurface1D
    integer (c_int) :: maxSurface2D(2)
    integer (c_int) :: maxSurface3D(3)
    integer (c_int) :: maxSurface1DLayered(2)
    integer (c_int) :: maxSurface2DLayered(3)
    integer (c_int) :: maxSurfaceCubemap
    integer (c_int) :: maxSurfaceCubemapLayered(2)
    integer (c_int) :: concurrentKernels
    integer (c_int) :: ECCEnabled
    integer (c_int) :: pciBusID
    integer (c_int) :: pciDeviceID
    integer (c_int) :: pciDomainID
    integer (c_int) :: tccDriver
    integer (c_int) :: asyncEngineCount
    integer (c_int) :: unifiedAddressing
    integer (c_int) :: memoryBusWidth
    integer (c_int) :: l2CacheSize
    integer (c_int) :: persistingL2CacheMaxSize
    integer (c_int) :: maxThreadsPerMultiProcessor
    integer (c_int) :: streamPrioritiesSupported
    integer (c_int) :: globalL1CacheSupported
    integer (c_int) :: localL1CacheSupported
    integer (c_int) :: regsPerMultiprocessor
    integer (c_int) :: managedMemory
    integer (c_int) :: isMultiGpuBoard
    integer (c_int) :: multiGpuBoardGroupID
    integer (c_int) :: hostNativeAtomicSupported
    integer (c_int) :: pageableMemoryAccess
    integer (c_int) :: concurrentManagedAccess
    integer (c_int) :: computePreemptionSupported
    integer (c_int) :: canUseHostPointerForRegisteredMem
    integer (c_int) :: cooperativeLaunch
    integer (c_int) :: pageableMemoryAccessUsesHostPageTables
    integer (c_int) :: directManagedMemAccessFromHost
    integer (c_int) :: maxBlocksPerMultiProcessor
    integer (c_int) :: accessPolicyMaxWindowSize
    integer (c_int) :: hostRegisterSupported
    integer (c_int) :: memoryPoolsSupported
    integer (c_int) :: clusterLaunch
    ! Dropped by CUDA 13.
    integer (c_int) :: clockRate
    integer (c_int) :: memoryClockRate
    integer (c_int) :: deviceOverlap
    integer (c_int) :: kernelExecTimeoutEnabled
    integer (c_int) :: computeMode
    integer (c_int) :: singleToDoublePrecisionPerfRatio
    integer (c_int) :: maxTexture1DLinear
    integer (c_int) :: cooperativeMultiDeviceLaunch
  end type cudaDeviceProp
contains

  elemental logical function devptr_eq (a, b)
    type (c_devptr), intent (in) :: a, b
    devptr_eq = transfer (a, 0_c_intptr_t) == transfer (b, 0_c_intptr_t)
  end function devptr_eq

  elemental logical function devptr_ne (a, b)
    type (c_devptr), intent (in) :: a, b
    devptr_ne = .not. a == b
  end function devptr_ne

  elemental subroutine assign_dim3_i4 (to, n)
    type (dim3), intent (out) :: to
    integer (c_int), intent (in) :: n
    to = dim3 (n, 1, 1)
  end subroutine assign_dim3_i4

  elemental subroutine assign_dim3_i8 (to, n)
    type (dim3), intent (out) :: to
    integer (c_int64_t), intent (in) :: n
    to = dim3 (int (n, c_int), 1, 1)
  end subroutine assign_dim3_i8
end module cuf_types
