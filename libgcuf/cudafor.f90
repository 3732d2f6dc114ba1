! Module cudafor: the CUDA runtime API for host code.
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

! Most of the API is bound to the C functions of gcuf-api.h as they stand.
! The module procedures take what C does not: a stream of default integer kind,
! such as a literal 0, a property record, a character result of the text's
! length.

module cudafor
  use, intrinsic :: iso_c_binding, only: c_char, c_float, c_int, c_loc, &
       c_ptr, c_size_t
  use cuf_types
  use cuf_errors
  use cuf_flags
  use cuf_memory
  implicit none
  private :: c_char, c_float, c_int, c_loc, c_ptr, c_size_t

  ! Devices

  interface
    integer (c_int) function cudaGetDeviceCount (numdev) &
         bind (c, name = "GCUF_cudaGetDeviceCount")
      import :: c_int
      integer (c_int), intent (out) :: numdev
    end function cudaGetDeviceCount

    integer (c_int) function cudaGetDevice (devnum) &
         bind (c, name = "GCUF_cudaGetDevice")
      import :: c_int
      integer (c_int), intent (out) :: devnum
    end function cudaGetDevice

    integer (c_int) function cudaSetDevice (devnum) &
         bind (c, name = "GCUF_cudaSetDevice")
      import :: c_int
      integer (c_int), value :: devnum
    end function cudaSetDevice

    integer (c_int) function cudaSetDeviceFlags (flags) &
         bind (c, name = "GCUF_cudaSetDeviceFlags")
      import :: c_int
      integer (c_int), value :: flags
    end function cudaSetDeviceFlags

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
    end function cudaDeviceGetAttribute

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
  end interface

  ! Errors

  interface
    integer (c_int) function cudaGetLastError () &
         bind (c, name = "GCUF_cudaGetLastError")
      import :: c_int
    end function cudaGetLastError

    integer (c_int) function cudaPeekAtLastError () &
         bind (c, name = "GCUF_cudaPeekAtLastError")
      import :: c_int
    end function cudaPeekAtLastError
  end interface

  ! Streams

  interface
    integer (c_int) function cudaStreamCreate (stream) &
         bind (c, name = "GCUF_cudaStreamCreate")
      import :: c_int, cuda_stream_kind
      integer (cuda_stream_kind), intent (out) :: stream
    end function cudaStreamCreate

    integer (c_int) function cudaStreamCreateWithFlags (stream, flags) &
         bind (c, name = "GCUF_cudaStreamCreateWithFlags")
      import :: c_int, cuda_stream_kind
      integer (cuda_stream_kind), intent (out) :: stream
      integer (c_int), value :: flags
    end function cudaStreamCreateWithFlags

    integer (c_int) function cudaStreamCreateWithPriority &
         (stream, flags, priority) &
         bind (c, name = "GCUF_cudaStreamCreateWithPriority")
      import :: c_int, cuda_stream_kind
      integer (cuda_stream_kind), intent (out) :: stream
      integer (c_int), value :: flags, priority
    end function cudaStreamCreateWithPriority

    integer (c_int) function cudaDeviceGetStreamPriorityRange &
         (leastpriority, greatestpriority) &
         bind (c, name = "GCUF_cudaDeviceGetStreamPriorityRange")
      import :: c_int
      integer (c_int), intent (out) :: leastpriority, greatestpriority
    end function cudaDeviceGetStreamPriorityRange
  end interface

  interface cudaforGetDefaultStream
    integer (cuda_stream_kind) function gcuf_get_stream () &
         bind (c, name = "GCUF_cudaforGetDefaultStream")
      import :: cuda_stream_kind
    end function gcuf_get_stream
  end interface cudaforGetDefaultStream

  interface cudaStreamDestroy
    integer (c_int) function cudaStreamDestroy (stream) &
         bind (c, name = "GCUF_cudaStreamDestroy")
      import :: c_int, cuda_stream_kind
      integer (cuda_stream_kind), value :: stream
    end function cudaStreamDestroy
    procedure :: cudaStreamDestroy_i4
  end interface cudaStreamDestroy

  interface cudaStreamGetPriority
    integer (c_int) function cudaStreamGetPriority (stream, priority) &
         bind (c, name = "GCUF_cudaStreamGetPriority")
      import :: c_int, cuda_stream_kind
      integer (cuda_stream_kind), value :: stream
      integer (c_int), intent (out) :: priority
    end function cudaStreamGetPriority
    procedure :: cudaStreamGetPriority_i4
  end interface cudaStreamGetPriority

  interface cudaStreamQuery
    integer (c_int) function cudaStreamQuery (stream) &
         bind (c, name = "GCUF_cudaStreamQuery")
      import :: c_int, cuda_stream_kind
      integer (cuda_stream_kind), value :: stream
    end function cudaStreamQuery
    procedure :: cudaStreamQuery_i4
  end interface cudaStreamQuery

  interface cudaStreamSynchronize
    integer (c_int) function cudaStreamSynchronize (stream) &
         bind (c, name = "GCUF_cudaStreamSynchronize")
      import :: c_int, cuda_stream_kind
      integer (cuda_stream_kind), value :: stream
    end function cudaStreamSynchronize
    procedure :: cudaStreamSynchronize_i4
  end interface cudaStreamSynchronize

  interface cudaStreamWaitEvent
    integer (c_int) function cudaStreamWaitEvent (stream, event, flags) &
         bind (c, name = "GCUF_cudaStreamWaitEvent")
      import :: c_int, cuda_stream_kind, cudaEvent
      integer (cuda_stream_kind), value :: stream
      type (cudaEvent), value :: event
      integer (c_int), value :: flags
    end function cudaStreamWaitEvent
    procedure :: cudaStreamWaitEvent_i4
  end interface cudaStreamWaitEvent

  interface cudaforSetDefaultStream
    integer (c_int) function gcuf_set_stream (stream) &
         bind (c, name = "GCUF_cudaforSetDefaultStream")
      import :: c_int, cuda_stream_kind
      integer (cuda_stream_kind), value :: stream
    end function gcuf_set_stream
    procedure :: cudaforSetDefaultStream_i4
  end interface cudaforSetDefaultStream

  interface cudaEventRecord
    integer (c_int) function cudaEventRecord (event, stream) &
         bind (c, name = "GCUF_cudaEventRecord")
      import :: c_int, cuda_stream_kind, cudaEvent
      integer (cuda_stream_kind), value :: stream
      type (cudaEvent), value :: event
    end function cudaEventRecord
    procedure :: cudaEventRecord_i4
  end interface cudaEventRecord

  private :: cudaStreamDestroy_i4, &
       cudaStreamGetPriority_i4, &
       cudaStreamQuery_i4, &
       cudaStreamSynchronize_i4, &
       cudaStreamWaitEvent_i4, &
       cudaforSetDefaultStream_i4, &
       cudaEventRecord_i4

  ! Events

  interface
    integer (c_int) function cudaEventCreate (event) &
         bind (c, name = "GCUF_cudaEventCreate")
      import :: c_int, cudaEvent
      type (cudaEvent), intent (out) :: event
    end function cudaEventCreate

    integer (c_int) function cudaEventCreateWithFlags (event, flags) &
         bind (c, name = "GCUF_cudaEventCreateWithFlags")
      import :: c_int, cudaEvent
      type (cudaEvent), intent (out) :: event
      integer (c_int), value :: flags
    end function cudaEventCreateWithFlags

    integer (c_int) function cudaEventDestroy (event) &
         bind (c, name = "GCUF_cudaEventDestroy")
      import :: c_int, cudaEvent
      type (cudaEvent), value :: event
    end function cudaEventDestroy

    integer (c_int) function cudaEventQuery (event) &
         bind (c, name = "GCUF_cudaEventQuery")
      import :: c_int, cudaEvent
      type (cudaEvent), value :: event
    end function cudaEventQuery

    integer (c_int) function cudaEventSynchronize (event) &
         bind (c, name = "GCUF_cudaEventSynchronize")
      import :: c_int, cudaEvent
      type (cudaEvent), value :: event
    end function cudaEventSynchronize

    integer (c_int) function cudaEventElapsedTime (time, start, end) &
         bind (c, name = "GCUF_cudaEventElapsedTime")
      import :: c_int, c_float, cudaEvent
      real (c_float), intent (out) :: time
      type (cudaEvent), value :: start, end
    end function cudaEventElapsedTime
  end interface

  ! Memory

  interface
    integer (c_int) function cudaMemGetInfo (free, total) &
         bind (c, name = "GCUF_cudaMemGetInfo")
      import :: c_int, cuda_count_kind
      integer (cuda_count_kind), intent (out) :: free, total
    end function cudaMemGetInfo
  end interface

contains

  integer (c_int) function cudaStreamDestroy_i4 (stream) &
       result (status)
    integer (c_int), intent (in) :: stream
    status = cudaStreamDestroy (int (stream, cuda_stream_kind))
  end function cudaStreamDestroy_i4

  integer (c_int) function cudaStreamGetPriority_i4 (stream, priority) &
       result (status)
    integer (c_int), intent (in) :: stream
    integer (c_int), intent (out) :: priority
    status = cudaStreamGetPriority (int (stream, cuda_stream_kind), priority)
  end function cudaStreamGetPriority_i4

  integer (c_int) function cudaStreamQuery_i4 (stream) &
       result (status)
    integer (c_int), intent (in) :: stream
    status = cudaStreamQuery (int (stream, cuda_stream_kind))
  end function cudaStreamQuery_i4

  integer (c_int) function cudaStreamSynchronize_i4 (stream) &
       result (status)
    integer (c_int), intent (in) :: stream
    status = cudaStreamSynchronize (int (stream, cuda_stream_kind))
  end function cudaStreamSynchronize_i4

  integer (c_int) function cudaStreamWaitEvent_i4 (stream, event, flags) &
       result (status)
    integer (c_int), intent (in) :: stream
    type (cudaEvent), intent (in) :: event
    integer (c_int), intent (in) :: flags
    status = cudaStreamWaitEvent (int (stream, cuda_stream_kind), event, flags)
  end function cudaStreamWaitEvent_i4

  integer (c_int) function cudaforSetDefaultStream_i4 (stream) &
       result (status)
    integer (c_int), intent (in) :: stream
    status = gcuf_set_stream (int (stream, cuda_stream_kind))
  end function cudaforSetDefaultStream_i4

  integer (c_int) function cudaEventRecord_i4 (event, stream) &
       result (status)
    integer (c_int), intent (in) :: stream
    type (cudaEvent), intent (in) :: event
    status = cudaEventRecord (event, int (stream, cuda_stream_kind))
  end function cudaEventRecord_i4

  integer (c_int) function cudaGetDeviceProperties (prop, devnum) &
       result (status)
    type (cudaDeviceProp), intent (out), target :: prop
    integer (c_int), intent (in) :: devnum
    interface
      integer (c_int) function get_properties (prop, devnum) &
           bind (c, name = "GCUF_cudaGetDeviceProperties")
        import :: c_int, c_ptr
        type (c_ptr), value :: prop
        integer (c_int), value :: devnum
      end function get_properties
    end interface
    status = get_properties (c_loc (prop), devnum)
  end function cudaGetDeviceProperties

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

  ! As long as the text, so that nothing need be trimmed.
  function cudaGetErrorString (errcode) result (text)
    integer (c_int), intent (in) :: errcode
    character (:), allocatable :: text
    character (len = 256) :: buffer
    integer (c_int) :: status
    integer :: length
    interface
      integer (c_int) function get_error_string (code, buffer, length) &
           bind (c, name = "GCUF_cudaGetErrorString")
        import :: c_char, c_int, c_size_t
        integer (c_int), value :: code
        character (kind = c_char), intent (out) :: buffer(*)
        integer (c_size_t), value :: length
      end function get_error_string
    end interface
    status = get_error_string (errcode, buffer, len (buffer, c_size_t))
    ! TRIM and comparison would need gfortran's library.
    do length = len (buffer), 2, -1
      if (iachar (buffer(length:length)) /= iachar (' ')) exit
    end do
    text = buffer(:length)
  end function cudaGetErrorString
end module cudafor
