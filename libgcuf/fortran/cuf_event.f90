! Events of the CUDA runtime API.
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

module cuf_event
  use, intrinsic :: iso_c_binding, only: c_float, c_int
  use cuf_types
  implicit none
  private :: c_float, c_int

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
      !dir$ ignore_tkr (k) flags
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

    integer (c_int) function cudaEventRecordWithFlags (event, stream, flags) &
         bind (c, name = "GCUF_cudaEventRecordWithFlags")
      import :: c_int, cuda_stream_kind, cudaEvent
      integer (cuda_stream_kind), value :: stream
      type (cudaEvent), value :: event
      integer (c_int), value :: flags
      !dir$ ignore_tkr (k) stream, (k) flags
    end function cudaEventRecordWithFlags

    integer (c_int) function cudaIpcGetEventHandle (handle, event) &
         bind (c, name = "GCUF_cudaIpcGetEventHandle")
      import :: c_int, cudaIpcEventHandle, cudaEvent
      type (cudaIpcEventHandle), intent (out) :: handle
      type (cudaEvent), value :: event
    end function cudaIpcGetEventHandle

    integer (c_int) function cudaIpcOpenEventHandle (event, handle) &
         bind (c, name = "GCUF_cudaIpcOpenEventHandle")
      import :: c_int, cudaIpcEventHandle, cudaEvent
      type (cudaEvent), intent (out) :: event
      type (cudaIpcEventHandle), intent (in) :: handle
    end function cudaIpcOpenEventHandle
  end interface

  interface cudaEventRecord
    integer (c_int) function cudaEventRecord (event, stream) &
         bind (c, name = "GCUF_cudaEventRecord")
      import :: c_int, cuda_stream_kind, cudaEvent
      integer (cuda_stream_kind), value :: stream
      type (cudaEvent), value :: event
      !dir$ ignore_tkr (k) stream
    end function cudaEventRecord
    procedure :: record_default
  end interface cudaEventRecord
  private :: record_default

contains

  integer (c_int) function record_default (event) result (status)
    type (cudaEvent), intent (in) :: event
    status = cudaEventRecord (event, 0_cuda_stream_kind)
  end function record_default
end module cuf_event
