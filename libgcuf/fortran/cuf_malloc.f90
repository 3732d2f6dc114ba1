! Allocation in the CUDA runtime API.
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

! Arrays are allocated, and freed, through their descriptors: of whatever type
! and rank the actual argument is, its descriptor says how big an element is.
! An object of type (c_devptr) is an address of its own, and counts are bytes
! then.  In the names of the procedures d stands for device memory, m for
! managed memory, p for a c_devptr.  Those with attributes(device) are for
! device code, and are of kernel-api.h.

module cuf_malloc
  use, intrinsic :: iso_c_binding, only: c_char, c_int, c_int8_t, c_ptr, &
       c_size_t
  use cuf_types
  use cuf_errors
  use cuf_flags
  implicit none
  private :: c_char, c_int, c_int8_t, c_ptr, c_size_t

  interface cudaMalloc
    procedure :: malloc_d, malloc_dp
    integer (c_int) function malloc_p (devptr, count) &
         bind (c, name = "GCUF_cudaMalloc")
      import :: c_devptr, c_int, c_size_t
      type (c_devptr), intent (out) :: devptr
      integer (c_size_t), value :: count
      !dir$ ignore_tkr (k) count
    end function malloc_p
    attributes (device) integer (c_int) function gcuf_kernel_malloc_d &
         (devptr, count)
      import :: c_int, c_int8_t, c_size_t
      integer (c_int8_t), device, allocatable :: devptr(..)
      integer (c_size_t), value :: count
      !dir$ ignore_tkr (tkr) devptr, (k) count
    end function gcuf_kernel_malloc_d
    attributes (device) integer (c_int) function gcuf_kernel_malloc_p &
         (devptr, count)
      import :: c_devptr, c_int, c_size_t
      type (c_devptr), intent (out) :: devptr
      integer (c_size_t), value :: count
      !dir$ ignore_tkr (k) count
    end function gcuf_kernel_malloc_p
  end interface cudaMalloc

  interface cudaMallocAsync
    procedure :: malloc_async_d, malloc_async_dp
    integer (c_int) function malloc_async_p (devptr, count, stream) &
         bind (c, name = "GCUF_cudaMallocAsync")
      import :: c_devptr, c_int, c_size_t, cuda_stream_kind
      type (c_devptr), intent (out) :: devptr
      integer (c_size_t), value :: count
      integer (cuda_stream_kind), value :: stream
      !dir$ ignore_tkr (k) count, (k) stream
    end function malloc_async_p
  end interface cudaMallocAsync

  interface cudaMallocManaged
    procedure :: malloc_m, malloc_mp
    integer (c_int) function managed_p (devptr, count, flags) &
         bind (c, name = "GCUF_cudaMallocManaged")
      import :: c_devptr, c_int, c_size_t
      type (c_devptr), intent (out) :: devptr
      integer (c_size_t), value :: count
      integer (c_int), value :: flags
      !dir$ ignore_tkr (k) count, (k) flags
    end function managed_p
  end interface cudaMallocManaged

  interface cudaMallocPitch
    procedure :: pitch_d
    integer (c_int) function pitch_p (devptr, pitch, width, height) &
         bind (c, name = "GCUF_cudaMallocPitch")
      import :: c_devptr, c_int, c_size_t, cuda_count_kind
      type (c_devptr), intent (out) :: devptr
      integer (cuda_count_kind), intent (out) :: pitch
      integer (c_size_t), value :: width, height
      !dir$ ignore_tkr (k) width, (k) height
    end function pitch_p
  end interface cudaMallocPitch

  interface cudaMalloc3D
    procedure :: three_d
    integer (c_int) function three_p (pitchptr, cext) &
         bind (c, name = "GCUF_cudaMalloc3D")
      import :: c_int, cudaExtent, cudaPitchedPtr
      type (cudaPitchedPtr), intent (out) :: pitchptr
      type (cudaExtent), intent (in) :: cext
    end function three_p
  end interface cudaMalloc3D

  interface cudaFree
    procedure :: free_d, free_m, free_dp, free_mp
    integer (c_int) function free_p (devptr) bind (c, name = "GCUF_cudaFree")
      import :: c_devptr, c_int
      type (c_devptr), value :: devptr
    end function free_p
    attributes (device) integer (c_int) function gcuf_kernel_free_d (devptr)
      import :: c_int, c_int8_t
      integer (c_int8_t), device, allocatable :: devptr(..)
      !dir$ ignore_tkr (tkr) devptr
    end function gcuf_kernel_free_d
    attributes (device) integer (c_int) function gcuf_kernel_free_p (devptr)
      import :: c_devptr, c_int
      type (c_devptr), intent (in) :: devptr
    end function gcuf_kernel_free_p
  end interface cudaFree

  interface cudaFreeAsync
    procedure :: free_async_d, free_async_dp
    integer (c_int) function free_async_p (devptr, stream) &
         bind (c, name = "GCUF_cudaFreeAsync")
      import :: c_devptr, c_int, cuda_stream_kind
      type (c_devptr), value :: devptr
      integer (cuda_stream_kind), value :: stream
      !dir$ ignore_tkr (k) stream
    end function free_async_p
  end interface cudaFreeAsync

  ! Page-locked host memory.
  interface
    integer (c_int) function cudaMallocHost (hostptr, size) &
         bind (c, name = "GCUF_cudaMallocHost")
      import :: c_int, c_ptr, c_size_t
      type (c_ptr), intent (out) :: hostptr
      integer (c_size_t), value :: size
      !dir$ ignore_tkr (k) size
    end function cudaMallocHost

    integer (c_int) function cudaHostAlloc (hostptr, size, flags) &
         bind (c, name = "GCUF_cudaHostAlloc")
      import :: c_int, c_ptr, c_size_t
      type (c_ptr), intent (out) :: hostptr
      integer (c_size_t), value :: size
      integer (c_int), value :: flags
      !dir$ ignore_tkr (k) size, (k) flags
    end function cudaHostAlloc

    integer (c_int) function cudaFreeHost (hostptr) &
         bind (c, name = "GCUF_cudaFreeHost")
      import :: c_int, c_ptr
      type (c_ptr), value :: hostptr
    end function cudaFreeHost

    integer (c_int) function cudaHostGetDevicePointer &
         (devptr, hostptr, flags) &
         bind (c, name = "GCUF_cudaHostGetDevicePointer")
      import :: c_devptr, c_int, c_ptr
      type (c_devptr), intent (out) :: devptr
      type (c_ptr), value :: hostptr
      integer (c_int), value :: flags
      !dir$ ignore_tkr (k) flags
    end function cudaHostGetDevicePointer

    integer (c_int) function cudaHostGetFlags (flags, hostptr) &
         bind (c, name = "GCUF_cudaHostGetFlags")
      import :: c_int, c_ptr
      integer (c_int), intent (out) :: flags
      type (c_ptr), value :: hostptr
    end function cudaHostGetFlags

    integer (c_int) function cudaHostRegister (hostptr, count, flags) &
         bind (c, name = "GCUF_cudaHostRegister")
      import :: c_int, c_ptr, c_size_t
      type (c_ptr), value :: hostptr
      integer (c_size_t), value :: count
      integer (c_int), value :: flags
      !dir$ ignore_tkr (k) count, (k) flags
    end function cudaHostRegister

    integer (c_int) function cudaHostUnregister (hostptr) &
         bind (c, name = "GCUF_cudaHostUnregister")
      import :: c_int, c_ptr
      type (c_ptr), value :: hostptr
    end function cudaHostUnregister
  end interface

  ! Memory pools, and memory of other processes.
  interface
    integer (c_int) function cudaMallocFromPoolAsync &
         (devptr, count, pool, stream) &
         bind (c, name = "GCUF_cudaMallocFromPoolAsync")
      import :: c_devptr, c_int, c_size_t, cuda_stream_kind, cudaMemPool
      type (c_devptr), intent (out) :: devptr
      integer (c_size_t), value :: count
      type (cudaMemPool), value :: pool
      integer (cuda_stream_kind), value :: stream
      !dir$ ignore_tkr (k) count, (k) stream
    end function cudaMallocFromPoolAsync

    integer (c_int) function cudaDeviceGetDefaultMemPool (pool, device) &
         bind (c, name = "GCUF_cudaDeviceGetDefaultMemPool")
      import :: c_int, cudaMemPool
      type (cudaMemPool), intent (out) :: pool
      integer (c_int), value :: device
      !dir$ ignore_tkr (k) device
    end function cudaDeviceGetDefaultMemPool

    integer (c_int) function cudaDeviceGetMemPool (pool, device) &
         bind (c, name = "GCUF_cudaDeviceGetMemPool")
      import :: c_int, cudaMemPool
      type (cudaMemPool), intent (out) :: pool
      integer (c_int), value :: device
      !dir$ ignore_tkr (k) device
    end function cudaDeviceGetMemPool

    integer (c_int) function cudaDeviceSetMemPool (device, pool) &
         bind (c, name = "GCUF_cudaDeviceSetMemPool")
      import :: c_int, cudaMemPool
      integer (c_int), value :: device
      type (cudaMemPool), value :: pool
      !dir$ ignore_tkr (k) device
    end function cudaDeviceSetMemPool

    integer (c_int) function cudaMemPoolCreate (pool, props) &
         bind (c, name = "GCUF_cudaMemPoolCreate")
      import :: c_int, cudaMemPool, cudaMemPoolProps
      type (cudaMemPool), intent (out) :: pool
      type (cudaMemPoolProps), intent (in) :: props
    end function cudaMemPoolCreate

    integer (c_int) function cudaMemPoolDestroy (pool) &
         bind (c, name = "GCUF_cudaMemPoolDestroy")
      import :: c_int, cudaMemPool
      type (cudaMemPool), value :: pool
    end function cudaMemPoolDestroy

    integer (c_int) function cudaMemPoolTrimTo (pool, minbytestokeep) &
         bind (c, name = "GCUF_cudaMemPoolTrimTo")
      import :: c_int, c_size_t, cudaMemPool
      type (cudaMemPool), value :: pool
      integer (c_size_t), value :: minbytestokeep
      !dir$ ignore_tkr (k) minbytestokeep
    end function cudaMemPoolTrimTo

    integer (c_int) function cudaIpcGetMemHandle (handle, devptr) &
         bind (c, name = "GCUF_cudaIpcGetMemHandle")
      import :: c_devptr, c_int, cudaIpcMemHandle
      type (cudaIpcMemHandle), intent (out) :: handle
      type (c_devptr), value :: devptr
    end function cudaIpcGetMemHandle

    integer (c_int) function cudaIpcOpenMemHandle (devptr, handle, flags) &
         bind (c, name = "GCUF_cudaIpcOpenMemHandle")
      import :: c_devptr, c_int, cudaIpcMemHandle
      type (c_devptr), intent (out) :: devptr
      type (cudaIpcMemHandle), intent (in) :: handle
      integer (c_int), value :: flags
      !dir$ ignore_tkr (k) flags
    end function cudaIpcOpenMemHandle

    integer (c_int) function cudaIpcCloseMemHandle (devptr) &
         bind (c, name = "GCUF_cudaIpcCloseMemHandle")
      import :: c_devptr, c_int
      type (c_devptr), value :: devptr
    end function cudaIpcCloseMemHandle
  end interface

  ! The value is of four bytes for the switches, of eight for the sizes.
  interface cudaMemPoolGetAttribute
    integer (c_int) function get_attribute_4 (pool, attr, val) &
         bind (c, name = "GCUF_cudaMemPoolGetSwitch")
      import :: c_int, cudaMemPool
      type (cudaMemPool), value :: pool
      integer (c_int), value :: attr
      integer (4), intent (out) :: val
    end function get_attribute_4
    integer (c_int) function get_attribute_8 (pool, attr, val) &
         bind (c, name = "GCUF_cudaMemPoolGetSize")
      import :: c_int, cudaMemPool
      type (cudaMemPool), value :: pool
      integer (c_int), value :: attr
      integer (8), intent (out) :: val
    end function get_attribute_8
  end interface cudaMemPoolGetAttribute

  interface cudaMemPoolSetAttribute
    integer (c_int) function set_attribute_4 (pool, attr, val) &
         bind (c, name = "GCUF_cudaMemPoolSetSwitch")
      import :: c_int, cudaMemPool
      type (cudaMemPool), value :: pool
      integer (c_int), value :: attr
      integer (4), intent (in) :: val
    end function set_attribute_4
    integer (c_int) function set_attribute_8 (pool, attr, val) &
         bind (c, name = "GCUF_cudaMemPoolSetSize")
      import :: c_int, cudaMemPool
      type (cudaMemPool), value :: pool
      integer (c_int), value :: attr
      integer (8), intent (in) :: val
    end function set_attribute_8
  end interface cudaMemPoolSetAttribute

  ! Of allocate-array.c.
  interface
    integer (c_int) function gcuf_allocate_device (devptr, n1) &
         result (status)
      import :: c_int, c_int8_t, c_size_t
      integer (c_int8_t), device, allocatable :: devptr(..)
      integer (c_size_t), intent (in) :: n1
    end function gcuf_allocate_device

    integer (c_int) function gcuf_allocate_managed (devptr, n1, flags) &
         result (status)
      import :: c_int, c_int8_t, c_size_t
      integer (c_int8_t), managed, allocatable :: devptr(..)
      integer (c_size_t), intent (in) :: n1
      integer (c_int), intent (in) :: flags
    end function gcuf_allocate_managed

    integer (c_int) function gcuf_allocate_async (devptr, n1, stream) &
         result (status)
      import :: c_int, c_int8_t, c_size_t, cuda_stream_kind
      integer (c_int8_t), device, allocatable :: devptr(..)
      integer (c_size_t), intent (in) :: n1
      integer (cuda_stream_kind), intent (in) :: stream
    end function gcuf_allocate_async

    integer (c_int) function gcuf_allocate_device_target (devptr, n1) &
         result (status)
      import :: c_int, c_int8_t, c_size_t
      integer (c_int8_t), device, pointer :: devptr(..)
      integer (c_size_t), intent (in) :: n1
    end function gcuf_allocate_device_target

    integer (c_int) function gcuf_allocate_managed_target (devptr, n1, &
         flags) result (status)
      import :: c_int, c_int8_t, c_size_t
      integer (c_int8_t), managed, pointer :: devptr(..)
      integer (c_size_t), intent (in) :: n1
      integer (c_int), intent (in) :: flags
    end function gcuf_allocate_managed_target

    integer (c_int) function gcuf_allocate_async_target (devptr, n1, stream) &
         result (status)
      import :: c_int, c_int8_t, c_size_t, cuda_stream_kind
      integer (c_int8_t), device, pointer :: devptr(..)
      integer (c_size_t), intent (in) :: n1
      integer (cuda_stream_kind), intent (in) :: stream
    end function gcuf_allocate_async_target

    integer (c_int) function gcuf_allocate_pitched (devptr, pitch, n1, n2, &
         n3, rank) result (status)
      import :: c_int, c_int8_t, c_size_t
      integer (c_int8_t), device, allocatable :: devptr(..)
      integer (c_size_t), intent (out) :: pitch
      integer (c_size_t), intent (in) :: n1, n2, n3
      integer (c_int), intent (in) :: rank
    end function gcuf_allocate_pitched

    integer (c_int) function gcuf_free_device (devptr) result (status)
      import :: c_int, c_int8_t
      integer (c_int8_t), device, allocatable :: devptr(..)
    end function gcuf_free_device

    integer (c_int) function gcuf_free_managed (devptr) result (status)
      import :: c_int, c_int8_t
      integer (c_int8_t), managed, allocatable :: devptr(..)
    end function gcuf_free_managed

    integer (c_int) function gcuf_free_device_target (devptr) result (status)
      import :: c_int, c_int8_t
      integer (c_int8_t), device, pointer :: devptr(..)
    end function gcuf_free_device_target

    integer (c_int) function gcuf_free_managed_target (devptr) result (status)
      import :: c_int, c_int8_t
      integer (c_int8_t), managed, pointer :: devptr(..)
    end function gcuf_free_managed_target

    integer (c_int) function gcuf_free_array_async (devptr, stream) &
         result (status)
      import :: c_int, c_int8_t, cuda_stream_kind
      integer (c_int8_t), device, allocatable :: devptr(..)
      integer (cuda_stream_kind), intent (in) :: stream
    end function gcuf_free_array_async

    integer (c_int) function gcuf_free_target_async (devptr, stream) &
         result (status)
      import :: c_int, c_int8_t, cuda_stream_kind
      integer (c_int8_t), device, pointer :: devptr(..)
      integer (cuda_stream_kind), intent (in) :: stream
    end function gcuf_free_target_async
  end interface

  private :: gcuf_kernel_malloc_d, gcuf_kernel_malloc_p, &
       gcuf_kernel_free_d, gcuf_kernel_free_p
  private :: gcuf_allocate_device, malloc_d, malloc_p, malloc_async_d, &
      malloc_async_p, malloc_m, &
       managed_p, pitch_d, pitch_p, three_d, three_p, free_d, free_m, &
       free_dp, free_mp, free_p, free_async_d, free_async_p, get_attribute_4, &
       get_attribute_8, set_attribute_4, set_attribute_8, &
       gcuf_allocate_managed, gcuf_allocate_async, &
       gcuf_allocate_pitched, gcuf_free_device, gcuf_free_managed, &
       gcuf_free_device_target, gcuf_free_managed_target, &
       gcuf_free_array_async
  private :: malloc_dp, malloc_async_dp, malloc_mp, free_async_dp, &
       gcuf_allocate_device_target, gcuf_allocate_managed_target, &
       gcuf_allocate_async_target, gcuf_free_target_async

contains

  integer (c_int) function malloc_d &
       (devptr, count) result (status)
    integer (c_int8_t), device, allocatable :: devptr(..)
    integer (c_size_t), value :: count
    !dir$ ignore_tkr (tkr) devptr, (k) count
    status = gcuf_allocate_device (devptr, count)
  end function malloc_d

  integer (c_int) function malloc_m &
       (devptr, count, flags) result (status)
    integer (c_int8_t), managed, allocatable :: devptr(..)
    integer (c_size_t), value :: count
    integer (c_int), value :: flags
    !dir$ ignore_tkr (tkr) devptr, (k) count, (k) flags
    status = gcuf_allocate_managed (devptr, count, flags)
  end function malloc_m

  integer (c_int) function malloc_async_d &
       (devptr, count, stream) result (status)
    integer (c_int8_t), device, allocatable :: devptr(..)
    integer (c_size_t), value :: count
    integer (cuda_stream_kind), value :: stream
    !dir$ ignore_tkr (tkr) devptr, (k) count, (k) stream
    status = gcuf_allocate_async (devptr, count, stream)
  end function malloc_async_d

  ! The same of pointers, whatever they have been associated with.
  integer (c_int) function malloc_dp &
       (devptr, count) result (status)
    integer (c_int8_t), device, pointer :: devptr(..)
    integer (c_size_t), value :: count
    !dir$ ignore_tkr (tkr) devptr, (k) count
    status = gcuf_allocate_device_target (devptr, count)
  end function malloc_dp

  integer (c_int) function malloc_mp &
       (devptr, count, flags) result (status)
    integer (c_int8_t), managed, pointer :: devptr(..)
    integer (c_size_t), value :: count
    integer (c_int), value :: flags
    !dir$ ignore_tkr (tkr) devptr, (k) count, (k) flags
    status = gcuf_allocate_managed_target (devptr, count, flags)
  end function malloc_mp

  integer (c_int) function malloc_async_dp &
       (devptr, count, stream) result (status)
    integer (c_int8_t), device, pointer :: devptr(..)
    integer (c_size_t), value :: count
    integer (cuda_stream_kind), value :: stream
    !dir$ ignore_tkr (tkr) devptr, (k) count, (k) stream
    status = gcuf_allocate_async_target (devptr, count, stream)
  end function malloc_async_dp

  integer (c_int) function pitch_d &
       (devptr, pitch, width, height) result (status)
    integer (c_int8_t), device, allocatable :: devptr(..)
    integer (cuda_count_kind), intent (out) :: pitch
    integer (c_size_t), value :: width, height
    !dir$ ignore_tkr (tkr) devptr, (k) width, (k) height
    status = gcuf_allocate_pitched (devptr, pitch, width, height, 1_c_size_t, 2)
  end function pitch_d

  integer (c_int) function three_d &
       (pitchptr, cext) result (status)
    integer (c_int8_t), device, allocatable :: pitchptr(..)
    type (cudaExtent), intent (in) :: cext
    !dir$ ignore_tkr (tkr) pitchptr
    integer (c_size_t) :: pitch
    status = gcuf_allocate_pitched (pitchptr, pitch, cext%width, &
         cext%height, cext%depth, 3)
  end function three_d

  integer (c_int) function free_d &
       (devptr) result (status)
    integer (c_int8_t), device, allocatable :: devptr(..)
    !dir$ ignore_tkr (tkr) devptr
    status = gcuf_free_device (devptr)
  end function free_d

  integer (c_int) function free_m &
       (devptr) result (status)
    integer (c_int8_t), managed, allocatable :: devptr(..)
    !dir$ ignore_tkr (tkr) devptr
    status = gcuf_free_managed (devptr)
  end function free_m

  ! The same of what a pointer is associated with, as a whole.
  integer (c_int) function free_dp &
       (devptr) result (status)
    integer (c_int8_t), device, pointer :: devptr(..)
    !dir$ ignore_tkr (tkr) devptr
    status = gcuf_free_device_target (devptr)
  end function free_dp

  integer (c_int) function free_mp &
       (devptr) result (status)
    integer (c_int8_t), managed, pointer :: devptr(..)
    !dir$ ignore_tkr (tkr) devptr
    status = gcuf_free_managed_target (devptr)
  end function free_mp

  integer (c_int) function free_async_d &
       (devptr, stream) result (status)
    integer (c_int8_t), device, allocatable :: devptr(..)
    integer (cuda_stream_kind), value :: stream
    !dir$ ignore_tkr (tkr) devptr, (k) stream
    status = gcuf_free_array_async (devptr, stream)
  end function free_async_d

  integer (c_int) function free_async_dp &
       (devptr, stream) result (status)
    integer (c_int8_t), device, pointer :: devptr(..)
    integer (cuda_stream_kind), value :: stream
    !dir$ ignore_tkr (tkr) devptr, (k) stream
    status = gcuf_free_target_async (devptr, stream)
  end function free_async_dp
end module cuf_malloc
