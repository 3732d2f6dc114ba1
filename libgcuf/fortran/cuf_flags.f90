! Flags and enumerations of the CUDA runtime API.
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

module cuf_flags
  use, intrinsic :: iso_c_binding, only: c_int
  use cuf_types, only: cuda_stream_kind
  implicit none
  private

  ! Directions of a copy.
  integer (c_int), parameter, public :: &
       cudaMemcpyHostToHost = 0, &
       cudaMemcpyHostToDevice = 1, &
       cudaMemcpyDeviceToHost = 2, &
       cudaMemcpyDeviceToDevice = 3, &
       cudaMemcpyDefault = 4

  ! Types of data in libraries.
  integer (c_int), parameter, public :: &
       CUDA_R_16F = 2, &
       CUDA_C_16F = 6, &
       CUDA_R_16BF = 14, &
       CUDA_C_16BF = 15, &
       CUDA_R_32F = 0, &
       CUDA_C_32F = 4, &
       CUDA_R_64F = 1, &
       CUDA_C_64F = 5, &
       CUDA_R_4I = 16, &
       CUDA_C_4I = 17, &
       CUDA_R_4U = 18, &
       CUDA_C_4U = 19, &
       CUDA_R_8I = 3, &
       CUDA_C_8I = 7, &
       CUDA_R_8U = 8, &
       CUDA_C_8U = 9, &
       CUDA_R_16I = 20, &
       CUDA_C_16I = 21, &
       CUDA_R_16U = 22, &
       CUDA_C_16U = 23, &
       CUDA_R_32I = 10, &
       CUDA_C_32I = 11, &
       CUDA_R_32U = 12, &
       CUDA_C_32U = 13, &
       CUDA_R_64I = 24, &
       CUDA_C_64I = 25, &
       CUDA_R_64U = 26, &
       CUDA_C_64U = 27, &
       CUDA_R_8F_E4M3 = 28, &
       CUDA_R_8F_E5M2 = 29, &
       CUDA_R_8F_UE8M0 = 30, &
       CUDA_R_6F_E2M3 = 31, &
       CUDA_R_6F_E3M2 = 32, &
       CUDA_R_4F_E2M1 = 33, &
       CUDA_R_8F_UE4M3 = 28

  ! Streams that always exist.
  integer (cuda_stream_kind), parameter, public :: &
       cudaStreamLegacy = 1, &
       cudaStreamPerThread = 2

  ! Streams.
  integer (c_int), parameter, public :: &
       cudaStreamDefault = 0, &
       cudaStreamNonBlocking = 1

  ! Events.
  integer (c_int), parameter, public :: &
       cudaEventDefault = 0, &
       cudaEventBlockingSync = 1, &
       cudaEventDisableTiming = 2, &
       cudaEventInterprocess = 4, &
       cudaEventWaitDefault = 0, &
       cudaEventWaitExternal = 1, &
       cudaEventRecordDefault = 0, &
       cudaEventRecordExternal = 1

  ! Page-locked host memory.
  integer (c_int), parameter, public :: &
       cudaHostAllocDefault = 0, &
       cudaHostAllocPortable = 1, &
       cudaHostAllocMapped = 2, &
       cudaHostAllocWriteCombined = 4

  ! Managed memory.
  integer (c_int), parameter, public :: &
       cudaMemAttachGlobal = 1, &
       cudaMemAttachHost = 2, &
       cudaMemAttachSingle = 4

  ! cudaHostRegister.
  integer (c_int), parameter, public :: &
       cudaHostRegisterDefault = 0, &
       cudaHostRegisterPortable = 1, &
       cudaHostRegisterMapped = 2, &
       cudaHostRegisterIoMemory = 4, &
       cudaHostRegisterReadOnly = 8

  ! cudaMemAdvise, and where memory can be.
  integer (c_int), parameter, public :: &
       cudaMemAdviseSetReadMostly = 1, &
       cudaMemAdviseUnsetReadMostly = 2, &
       cudaMemAdviseSetPreferredLocation = 3, &
       cudaMemAdviseUnsetPreferredLocation = 4, &
       cudaMemAdviseSetAccessedBy = 5, &
       cudaMemAdviseUnsetAccessedBy = 6, &
       cudaCpuDeviceId = -1, &
       cudaInvalidDeviceId = -2

  ! cudaMemRangeGetAttribute.
  integer (c_int), parameter, public :: &
       cudaMemRangeAttributeReadMostly = 1, &
       cudaMemRangeAttributePreferredLocation = 2, &
       cudaMemRangeAttributeAccessedBy = 3, &
       cudaMemRangeAttributeLastPrefetchLocation = 4

  ! Types of memory, as cudaPointerGetAttributes tells them.
  integer (c_int), parameter, public :: &
       cudaMemoryTypeUnregistered = 0, &
       cudaMemoryTypeHost = 1, &
       cudaMemoryTypeDevice = 2, &
       cudaMemoryTypeManaged = 3

  ! Locations, kinds of allocation and attributes of memory pools.
  integer (c_int), parameter, public :: &
       cudaMemLocationTypeInvalid = 0, &
       cudaMemLocationTypeDevice = 1, &
       cudaMemLocationTypeHost = 2, &
       cudaMemAllocationTypePinned = 1, &
       cudaMemHandleTypeNone = 0, &
       cudaMemPoolReuseFollowEventDependencies = 1, &
       cudaMemPoolReuseAllowOpportunistic = 2, &
       cudaMemPoolReuseAllowInternalDependencies = 3, &
       cudaMemPoolAttrReleaseThreshold = 4, &
       cudaMemPoolAttrReservedMemCurrent = 5, &
       cudaMemPoolAttrReservedMemHigh = 6, &
       cudaMemPoolAttrUsedMemCurrent = 7, &
       cudaMemPoolAttrUsedMemHigh = 8

  ! Arrays.
  integer (c_int), parameter, public :: &
       cudaChannelFormatKindSigned = 0, &
       cudaChannelFormatKindUnsigned = 1, &
       cudaChannelFormatKindFloat = 2, &
       cudaChannelFormatKindNone = 3, &
       cudaArrayDefault = 0, &
       cudaArrayLayered = 1, &
       cudaArraySurfaceLoadStore = 2, &
       cudaArrayCubemap = 4, &
       cudaArrayTextureGather = 8

  ! Limits.
  integer (c_int), parameter, public :: &
       cudaLimitStackSize = 0, &
       cudaLimitPrintfFifoSize = 1, &
       cudaLimitPrintfSize = 1, &
       cudaLimitMallocHeapSize = 2, &
       cudaLimitDevRuntimeSyncDepth = 3, &
       cudaLimitDevRuntimePendingLaunchCount = 4, &
       cudaLimitMaxL2FetchGranularity = 5, &
       cudaLimitPersistingL2CacheSize = 6

  ! Configurations of the cache and of shared memory.
  integer (c_int), parameter, public :: &
       cudaFuncCachePreferNone = 0, &
       cudaFuncCachePreferShared = 1, &
       cudaFuncCachePreferL1 = 2, &
       cudaFuncCachePreferEqual = 3, &
       cudaSharedMemBankSizeDefault = 0, &
       cudaSharedMemBankSizeFourByte = 1, &
       cudaSharedMemBankSizeEightByte = 2

  ! cudaFuncSetAttribute, and occupancy.
  integer (c_int), parameter, public :: &
       cudaFuncAttributeMaxDynamicSharedMemorySize = 8, &
       cudaFuncAttributePreferredSharedMemoryCarveout = 9, &
       cudaFuncAttributeClusterDimMustBeSet = 10, &
       cudaFuncAttributeRequiredClusterWidth = 11, &
       cudaFuncAttributeRequiredClusterHeight = 12, &
       cudaFuncAttributeRequiredClusterDepth = 13, &
       cudaFuncAttributeNonPortableClusterSizeAllowed = 14, &
       cudaFuncAttributeClusterSchedulingPolicyPreference = 15, &
       cudaSharedmemCarveoutDefault = -1, &
       cudaSharedmemCarveoutMaxShared = 100, &
       cudaSharedmemCarveoutMaxL1 = 0, &
       cudaOccupancyDefault = 0, &
       cudaOccupancyDisableCachingOverride = 1

  ! Stream capture and graphs.
  integer (c_int), parameter, public :: &
       cudaStreamCaptureModeGlobal = 0, &
       cudaStreamCaptureModeThreadLocal = 1, &
       cudaStreamCaptureModeRelaxed = 2, &
       cudaStreamCaptureStatusNone = 0, &
       cudaStreamCaptureStatusActive = 1, &
       cudaStreamCaptureStatusInvalidated = 2, &
       cudaGraphInstantiateFlagAutoFreeOnLaunch = 1, &
       cudaGraphInstantiateFlagUpload = 2, &
       cudaGraphInstantiateFlagDeviceLaunch = 4, &
       cudaGraphInstantiateFlagUseNodePriority = 8

  ! Peers, and other processes.
  integer (c_int), parameter, public :: &
       cudaDevP2PAttrPerformanceRank = 1, &
       cudaDevP2PAttrAccessSupported = 2, &
       cudaDevP2PAttrNativeAtomicSupported = 3, &
       cudaDevP2PAttrCudaArrayAccessSupported = 4, &
       cudaIpcMemLazyEnablePeerAccess = 1

  ! cudaSetDeviceFlags.
  integer (c_int), parameter, public :: &
       cudaDeviceScheduleAuto = 0, &
       cudaDeviceScheduleSpin = 1, &
       cudaDeviceScheduleYield = 2, &
       cudaDeviceScheduleBlockingSync = 4, &
       cudaDeviceMapHost = 8, &
       cudaDeviceLmemResizeToMax = 16

  ! Values of computeMode.
  integer (c_int), parameter, public :: &
       cudaComputeModeDefault = 0, &
       cudaComputeModeExclusive = 1, &
       cudaComputeModeProhibited = 2, &
       cudaComputeModeExclusiveProcess = 3

  ! Attributes of cudaDeviceGetAttribute.
  integer (c_int), parameter, public :: &
       cudaDevAttrMaxThreadsPerBlock = 1, &
       cudaDevAttrMaxBlockDimX = 2, &
       cudaDevAttrMaxBlockDimY = 3, &
       cudaDevAttrMaxBlockDimZ = 4, &
       cudaDevAttrMaxGridDimX = 5, &
       cudaDevAttrMaxGridDimY = 6, &
       cudaDevAttrMaxGridDimZ = 7, &
       cudaDevAttrMaxSharedMemoryPerBlock = 8, &
       cudaDevAttrTotalConstantMemory = 9, &
       cudaDevAttrWarpSize = 10, &
       cudaDevAttrMaxPitch = 11, &
       cudaDevAttrMaxRegistersPerBlock = 12, &
       cudaDevAttrClockRate = 13, &
       cudaDevAttrTextureAlignment = 14, &
       cudaDevAttrGpuOverlap = 15, &
       cudaDevAttrMultiProcessorCount = 16, &
       cudaDevAttrKernelExecTimeout = 17, &
       cudaDevAttrIntegrated = 18, &
       cudaDevAttrCanMapHostMemory = 19, &
       cudaDevAttrComputeMode = 20, &
       cudaDevAttrMaxTexture1DWidth = 21, &
       cudaDevAttrMaxTexture2DWidth = 22, &
       cudaDevAttrMaxTexture2DHeight = 23, &
       cudaDevAttrMaxTexture3DWidth = 24, &
       cudaDevAttrMaxTexture3DHeight = 25, &
       cudaDevAttrMaxTexture3DDepth = 26, &
       cudaDevAttrMaxTexture2DLayeredWidth = 27, &
       cudaDevAttrMaxTexture2DLayeredHeight = 28, &
       cudaDevAttrMaxTexture2DLayeredLayers = 29, &
       cudaDevAttrSurfaceAlignment = 30, &
       cudaDevAttrConcurrentKernels = 31, &
       cudaDevAttrEccEnabled = 32, &
       cudaDevAttrPciBusId = 33, &
       cudaDevAttrPciDeviceId = 34, &
       cudaDevAttrTccDriver = 35, &
       cudaDevAttrMemoryClockRate = 36, &
       cudaDevAttrGlobalMemoryBusWidth = 37, &
       cudaDevAttrL2CacheSize = 38, &
       cudaDevAttrMaxThreadsPerMultiProcessor = 39, &
       cudaDevAttrAsyncEngineCount = 40, &
       cudaDevAttrUnifiedAddressing = 41, &
       cudaDevAttrMaxTexture1DLayeredWidth = 42, &
       cudaDevAttrMaxTexture1DLayeredLayers = 43, &
       cudaDevAttrMaxTexture2DGatherWidth = 45, &
       cudaDevAttrMaxTexture2DGatherHeight = 46, &
       cudaDevAttrMaxTexture3DWidthAlt = 47, &
       cudaDevAttrMaxTexture3DHeightAlt = 48, &
       cudaDevAttrMaxTexture3DDepthAlt = 49, &
       cudaDevAttrPciDomainId = 50, &
       cudaDevAttrTexturePitchAlignment = 51, &
       cudaDevAttrMaxTextureCubemapWidth = 52, &
       cudaDevAttrMaxTextureCubemapLayeredWidth = 53, &
       cudaDevAttrMaxTextureCubemapLayeredLayers = 54, &
       cudaDevAttrMaxSurface1DWidth = 55, &
       cudaDevAttrMaxSurface2DWidth = 56, &
       cudaDevAttrMaxSurface2DHeight = 57, &
       cudaDevAttrMaxSurface3DWidth = 58, &
       cudaDevAttrMaxSurface3DHeight = 59, &
       cudaDevAttrMaxSurface3DDepth = 60, &
       cudaDevAttrMaxSurface1DLayeredWidth = 61, &
       cudaDevAttrMaxSurface1DLayeredLayers = 62, &
       cudaDevAttrMaxSurface2DLayeredWidth = 63, &
       cudaDevAttrMaxSurface2DLayeredHeight = 64, &
       cudaDevAttrMaxSurface2DLayeredLayers = 65, &
       cudaDevAttrMaxSurfaceCubemapWidth = 66, &
       cudaDevAttrMaxSurfaceCubemapLayeredWidth = 67, &
       cudaDevAttrMaxSurfaceCubemapLayeredLayers = 68, &
       cudaDevAttrMaxTexture1DLinearWidth = 69, &
       cudaDevAttrMaxTexture2DLinearWidth = 70, &
       cudaDevAttrMaxTexture2DLinearHeight = 71, &
       cudaDevAttrMaxTexture2DLinearPitch = 72, &
       cudaDevAttrMaxTexture2DMipmappedWidth = 73, &
       cudaDevAttrMaxTexture2DMipmappedHeight = 74, &
       cudaDevAttrComputeCapabilityMajor = 75, &
       cudaDevAttrComputeCapabilityMinor = 76, &
       cudaDevAttrMaxTexture1DMipmappedWidth = 77, &
       cudaDevAttrStreamPrioritiesSupported = 78, &
       cudaDevAttrGlobalL1CacheSupported = 79, &
       cudaDevAttrLocalL1CacheSupported = 80, &
       cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81, &
       cudaDevAttrMaxRegistersPerMultiprocessor = 82, &
       cudaDevAttrManagedMemory = 83, &
       cudaDevAttrIsMultiGpuBoard = 84, &
       cudaDevAttrMultiGpuBoardGroupID = 85, &
       cudaDevAttrHostNativeAtomicSupported = 86, &
       cudaDevAttrSingleToDoublePrecisionPerfRatio = 87, &
       cudaDevAttrPageableMemoryAccess = 88, &
       cudaDevAttrConcurrentManagedAccess = 89, &
       cudaDevAttrComputePreemptionSupported = 90, &
       cudaDevAttrCanUseHostPointerForRegisteredMem = 91, &
       cudaDevAttrCooperativeLaunch = 95, &
       cudaDevAttrMaxSharedMemoryPerBlockOptin = 97, &
       cudaDevAttrCanFlushRemoteWrites = 98, &
       cudaDevAttrHostRegisterSupported = 99, &
       cudaDevAttrPageableMemoryAccessUsesHostPageTables = 100, &
       cudaDevAttrDirectManagedMemAccessFromHost = 101, &
       cudaDevAttrMaxBlocksPerMultiprocessor = 106, &
       cudaDevAttrMaxPersistingL2CacheSize = 108, &
       cudaDevAttrMaxAccessPolicyWindowSize = 109, &
       cudaDevAttrSparseCudaArraySupported = 112, &
       cudaDevAttrHostRegisterReadOnlySupported = 113, &
       cudaDevAttrTimelineSemaphoreInteropSupported = 114, &
       cudaDevAttrMemoryPoolsSupported = 115, &
       cudaDevAttrGPUDirectRDMASupported = 116, &
       cudaDevAttrGPUDirectRDMAFlushWritesOptions = 117, &
       cudaDevAttrGPUDirectRDMAWritesOrdering = 118, &
       cudaDevAttrMemoryPoolSupportedHandleTypes = 119, &
       cudaDevAttrClusterLaunch = 120, &
       cudaDevAttrDeferredMappingCudaArraySupported = 121, &
       cudaDevAttrIpcEventSupport = 125, &
       cudaDevAttrMemSyncDomainCount = 126, &
       cudaDevAttrNumaConfig = 130, &
       cudaDevAttrNumaId = 131, &
       cudaDevAttrMpsEnabled = 133, &
       cudaDevAttrHostNumaId = 134, &
       cudaDevAttrD3D12CigSupported = 135, &
       cudaDevAttrVulkanCigSupported = 138, &
       cudaDevAttrGpuPciDeviceId = 139, &
       cudaDevAttrGpuPciSubsystemId = 140, &
       cudaDevAttrHostNumaMemoryPoolsSupported = 142, &
       cudaDevAttrHostNumaMultinodeIpcSupported = 143, &
       cudaDevAttrHostMemoryPoolsSupported = 144, &
       cudaDevAttrOnlyPartialHostNativeAtomicSupported = 147

end module cuf_flags
