! Devices of the CUDA runtime API: selection, properties, limits, peers.
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

! What device code can call is in the device library, too
! (device-runtime-api.c).
module cuf_device
  use, intrinsic :: iso_c_binding, only: c_char, c_int, c_loc, c_ptr, &
       c_size_t
  use cuf_types
  implicit none
  private :: c_char, c_int, c_loc, c_ptr, c_size_t

  interface
    attributes (host, device) integer (c_int) function &
         cudaGetDeviceCount (numdev) &
         bind (c, name = "GCUF_cudaGetDeviceCount")
      import :: c_int
      integer (c_int), intent (out) :: numdev
    end function cudaGetDeviceCount

    attributes (host, device) integer (c_int) function &
         cudaGetDevice (devnum) &
         bind (c, name = "GCUF_cudaGetDevice")
      import :: c_int
      integer (c_int), intent (out) :: devnum
    end function cudaGetDevice

    integer (c_int) function cudaSetDevice (devnum) &
         bind (c, name = "GCUF_cudaSetDevice")
      import :: c_int
      integer (c_int), value :: devnum
      !dir$ ignore_tkr (k) devnum
    end function cudaSetDevice

    integer (c_int) function cudaSetDeviceFlags (flags) &
         bind (c, name = "GCUF_cudaSetDeviceFlags")
      import :: c_int
      integer (c_int), value :: flags
      !dir$ ignore_tkr (k) flags
    end function cudaSetDeviceFlags

    integer (c_int) function cudaGetDeviceFlags (flags) &
         bind (c, name = "GCUF_cudaGetDeviceFlags")
      import :: c_int
      integer (c_int), intent (out) :: flags
    end function cudaGetDeviceFlags

    integer (c_int) function cudaSetValidDevices (devices, numdev) &
         bind (c, name = "GCUF_cudaSetValidDevices")
      import :: c_int
      integer (c_int), value :: numdev
      integer (c_int), intent (in) :: devices(numdev)
    end function cudaSetValidDevices

    integer (c_int) function cudaDeviceGetAttribute &
         (val, attribute, devicenum) &
         bind (c, name = "GCUF_cudaDeviceGetAttribute")
      import :: c_int
      integer (c_int), intent (out) :: val
      integer (c_int), value :: attribute, devicenum
      !dir$ ignore_tkr (k) attribute, (k) devicenum
    end function cudaDeviceGetAttribute

    attributes (host, device) integer (c_int) function &
         cudaDeviceGetLimit (val, limit) &
         bind (c, name = "GCUF_cudaDeviceGetLimit")
      import :: c_int, cuda_count_kind
      integer (cuda_count_kind), intent (out) :: val
      integer (c_int), value :: limit
      !dir$ ignore_tkr (k) limit
    end function cudaDeviceGetLimit

    integer (c_int) function cudaDeviceSetLimit (limit, val) &
         bind (c, name = "GCUF_cudaDeviceSetLimit")
      import :: c_int, cuda_count_kind
      integer (c_int), value :: limit
      integer (cuda_count_kind), value :: val
      !dir$ ignore_tkr (k) limit, (k) val
    end function cudaDeviceSetLimit

    attributes (host, device) integer (c_int) function &
         cudaDeviceGetCacheConfig (cacheconfig) &
         bind (c, name = "GCUF_cudaDeviceGetCacheConfig")
      import :: c_int
      integer (c_int), intent (out) :: cacheconfig
    end function cudaDeviceGetCacheConfig

    integer (c_int) function cudaDeviceSetCacheConfig (cacheconfig) &
         bind (c, name = "GCUF_cudaDeviceSetCacheConfig")
      import :: c_int
      integer (c_int), value :: cacheconfig
      !dir$ ignore_tkr (k) cacheconfig
    end function cudaDeviceSetCacheConfig

    integer (c_int) function cudaDeviceGetSharedMemConfig (config) &
         bind (c, name = "GCUF_cudaDeviceGetSharedMemConfig")
      import :: c_int
      integer (c_int), intent (out) :: config
    end function cudaDeviceGetSharedMemConfig

    integer (c_int) function cudaDeviceSetSharedMemConfig (config) &
         bind (c, name = "GCUF_cudaDeviceSetSharedMemConfig")
      import :: c_int
      integer (c_int), value :: config
      !dir$ ignore_tkr (k) config
    end function cudaDeviceSetSharedMemConfig

    integer (c_int) function cudaDeviceGetStreamPriorityRange &
         (leastpriority, greatestpriority) &
         bind (c, name = "GCUF_cudaDeviceGetStreamPriorityRange")
      import :: c_int
      integer (c_int), intent (out) :: leastpriority, greatestpriority
    end function cudaDeviceGetStreamPriorityRange

    integer (c_int) function cudaDeviceSynchronize () &
         bind (c, name = "GCUF_cudaDeviceSynchronize")
      import :: c_int
    end function cudaDeviceSynchronize

    integer (c_int) function cudaThreadSynchronize () &
         bind (c, name = "GCUF_cudaThreadSynchronize")
      import :: c_int
    end function cudaThreadSynchronize

    integer (c_int) function cudaDeviceReset () &
         bind (c, name = "GCUF_cudaDeviceReset")
      import :: c_int
    end function cudaDeviceReset

    integer (c_int) function cudaThreadExit () &
         bind (c, name = "GCUF_cudaThreadExit")
      import :: c_int
    end function cudaThreadExit

    integer (c_int) function cudaDriverGetVersion (iversion) &
         bind (c, name = "GCUF_cudaDriverGetVersion")
      import :: c_int
      integer (c_int), intent (out) :: iversion
    end function cudaDriverGetVersion

    integer (c_int) function cudaRuntimeGetVersion (iversion) &
         bind (c, name = "GCUF_cudaRuntimeGetVersion")
      import :: c_int
      integer (c_int), intent (out) :: iversion
    end function cudaRuntimeGetVersion

    integer (c_int) function cudaProfilerStart () &
         bind (c, name = "GCUF_cudaProfilerStart")
      import :: c_int
    end function cudaProfilerStart

    integer (c_int) function cudaProfilerStop () &
         bind (c, name = "GCUF_cudaProfilerStop")
      import :: c_int
    end function cudaProfilerStop

    integer (c_int) function cudaMemGetInfo (free, total) &
         bind (c, name = "GCUF_cudaMemGetInfo")
      import :: c_int, cuda_count_kind
      integer (cuda_count_kind), intent (out) :: free, total
    end function cudaMemGetInfo

    integer (c_int) function cudaDeviceCanAccessPeer &
         (canaccesspeer, device, peerdevice) &
         bind (c, name = "GCUF_cudaDeviceCanAccessPeer")
      import :: c_int
      integer (c_int), intent (out) :: canaccesspeer
      integer (c_int), value :: device, peerdevice
      !dir$ ignore_tkr (k) device, (k) peerdevice
    end function cudaDeviceCanAccessPeer

    integer (c_int) function cudaDeviceEnablePeerAccess (peerdevice, flags) &
         bind (c, name = "GCUF_cudaDeviceEnablePeerAccess")
      import :: c_int
      integer (c_int), value :: peerdevice, flags
      !dir$ ignore_tkr (k) peerdevice, (k) flags
    end function cudaDeviceEnablePeerAccess

    integer (c_int) function cudaDeviceDisablePeerAccess (peerdevice) &
         bind (c, name = "GCUF_cudaDeviceDisablePeerAccess")
      import :: c_int
      integer (c_int), value :: peerdevice
      !dir$ ignore_tkr (k) peerdevice
    end function cudaDeviceDisablePeerAccess

    integer (c_int) function cudaDeviceGetP2PAttribute &
         (val, attribute, srcdevice, dstdevice) &
         bind (c, name = "GCUF_cudaDeviceGetP2PAttribute")
      import :: c_int
      integer (c_int), intent (out) :: val
      integer (c_int), value :: attribute, srcdevice, dstdevice
      !dir$ ignore_tkr (k) attribute, (k) srcdevice, (k) dstdevice
    end function cudaDeviceGetP2PAttribute
  end interface

  interface cudaGetDeviceProperties
    procedure :: get_device_properties
    attributes (device) integer (c_int) function gcuf_kernel_properties &
         (prop, devnum)
      import :: c_int, cudaDeviceProp
      type (cudaDeviceProp), intent (out) :: prop
      integer (c_int), value :: devnum
      !dir$ ignore_tkr (k) devnum
    end function gcuf_kernel_properties
  end interface cudaGetDeviceProperties
  private :: get_device_properties, gcuf_kernel_properties

  interface cudaDeviceGetPCIBusId
    procedure :: get_bus_id, get_bus_id_length
  end interface cudaDeviceGetPCIBusId
  private :: get_bus_id, get_bus_id_length

contains

  integer (c_int) function get_device_properties (prop, devnum) result (status)
    type (cudaDeviceProp), intent (out), target :: prop
    integer (c_int), value :: devnum
    !dir$ ignore_tkr (k) devnum
    interface
      integer (c_int) function get_properties (prop, devnum) &
           bind (c, name = "GCUF_cudaGetDeviceProperties")
        import :: c_int, c_ptr
        type (c_ptr), value :: prop
        integer (c_int), value :: devnum
      end function get_properties
    end interface
    status = get_properties (c_loc (prop), devnum)
  end function get_device_properties

  integer (c_int) function cudaChooseDevice (devnum, prop) result (status)
    integer (c_int), intent (out) :: devnum
    type (cudaDeviceProp), intent (in), target :: prop
    interface
      integer (c_int) function choose_device (devnum, prop) &
           bind (c, name = "GCUF_cudaChooseDevice")
        import :: c_int, c_ptr
        integer (c_int), intent (out) :: devnum
        type (c_ptr), value :: prop
      end function choose_device
    end interface
    status = choose_device (devnum, c_loc (prop))
  end function cudaChooseDevice

  integer (c_int) function get_bus_id (pcibusid, device) result (status)
    character (*), intent (inout) :: pcibusid
    integer (c_int), value :: device
    !dir$ ignore_tkr (k) device
    status = get_bus_id_length (pcibusid, len (pcibusid), device)
  end function get_bus_id

  integer (c_int) function get_bus_id_length (pcibusid, length, device) &
       result (status)
    character (*), intent (inout) :: pcibusid
    integer (c_int), value :: length, device
    !dir$ ignore_tkr (k) length, (k) device
    interface
      integer (c_int) function get_id (buffer, length, device) &
           bind (c, name = "GCUF_cudaDeviceGetPCIBusId")
        import :: c_char, c_int, c_size_t
        character (kind = c_char), intent (inout) :: buffer(*)
        integer (c_size_t), value :: length
        integer (c_int), value :: device
      end function get_id
    end interface
    status = get_id (pcibusid, int (min (length, len (pcibusid)), c_size_t), &
         device)
  end function get_bus_id_length

  integer (c_int) function cudaDeviceGetByPCIBusId (device, pcibusid) &
       result (status)
    integer (c_int), intent (inout) :: device
    character (*), intent (in) :: pcibusid
    interface
      integer (c_int) function get_device (device, buffer, length) &
           bind (c, name = "GCUF_cudaDeviceGetByPCIBusId")
        import :: c_char, c_int, c_size_t
        integer (c_int), intent (inout) :: device
        character (kind = c_char), intent (in) :: buffer(*)
        integer (c_size_t), value :: length
      end function get_device
    end interface
    status = get_device (device, pcibusid, len (pcibusid, c_size_t))
  end function cudaDeviceGetByPCIBusId
end module cuf_device
