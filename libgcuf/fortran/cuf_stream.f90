! Streams of the CUDA runtime API.
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

module cuf_stream
  use, intrinsic :: iso_c_binding, only: c_funptr, c_int, c_loc, c_ptr, &
       c_null_ptr, c_size_t
  use cuf_types
  use cuf_flags
  implicit none
  private :: c_funptr, c_int, c_loc, c_ptr, c_null_ptr, c_size_t

  ! A stream is an integer of any kind, such as a literal zero.
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
      !dir$ ignore_tkr (k) flags
    end function cudaStreamCreateWithFlags

    integer (c_int) function cudaStreamCreateWithPriority &
         (stream, flags, priority) &
         bind (c, name = "GCUF_cudaStreamCreateWithPriority")
      import :: c_int, cuda_stream_kind
      integer (cuda_stream_kind), intent (out) :: stream
      integer (c_int), value :: flags, priority
      !dir$ ignore_tkr (k) flags, (k) priority
    end function cudaStreamCreateWithPriority

    integer (c_int) function cudaStreamDestroy (stream) &
         bind (c, name = "GCUF_cudaStreamDestroy")
      import :: c_int, cuda_stream_kind
      integer (cuda_stream_kind), value :: stream
      !dir$ ignore_tkr (k) stream
    end function cudaStreamDestroy

    integer (c_int) function cudaStreamGetPriority (stream, priority) &
         bind (c, name = "GCUF_cudaStreamGetPriority")
      import :: c_int, cuda_stream_kind
      integer (cuda_stream_kind), value :: stream
      integer (c_int), intent (out) :: priority
      !dir$ ignore_tkr (k) stream
    end function cudaStreamGetPriority

    integer (c_int) function cudaStreamGetFlags (stream, flags) &
         bind (c, name = "GCUF_cudaStreamGetFlags")
      import :: c_int, cuda_stream_kind
      integer (cuda_stream_kind), value :: stream
      integer (c_int), intent (out) :: flags
      !dir$ ignore_tkr (k) stream
    end function cudaStreamGetFlags

    integer (c_int) function cudaStreamGetId (stream, id) &
         bind (c, name = "GCUF_cudaStreamGetId")
      import :: c_int, cuda_stream_kind
      integer (cuda_stream_kind), value :: stream
      integer (8), intent (out) :: id
      !dir$ ignore_tkr (k) stream
    end function cudaStreamGetId

    integer (c_int) function cudaStreamGetDevice (stream, device) &
         bind (c, name = "GCUF_cudaStreamGetDevice")
      import :: c_int, cuda_stream_kind
      integer (cuda_stream_kind), value :: stream
      integer (c_int), intent (out) :: device
      !dir$ ignore_tkr (k) stream
    end function cudaStreamGetDevice

    integer (c_int) function cudaStreamQuery (stream) &
         bind (c, name = "GCUF_cudaStreamQuery")
      import :: c_int, cuda_stream_kind
      integer (cuda_stream_kind), value :: stream
      !dir$ ignore_tkr (k) stream
    end function cudaStreamQuery

    integer (c_int) function cudaStreamSynchronize (stream) &
         bind (c, name = "GCUF_cudaStreamSynchronize")
      import :: c_int, cuda_stream_kind
      integer (cuda_stream_kind), value :: stream
      !dir$ ignore_tkr (k) stream
    end function cudaStreamSynchronize

    ! The function is called by a thread of the runtime when the stream has
    ! done what precedes it, and must not call the API.
    integer (c_int) function cudaLaunchHostFunc (stream, fn, userdata) &
         bind (c, name = "GCUF_cudaLaunchHostFunc")
      import :: c_funptr, c_int, c_ptr, cuda_stream_kind
      integer (cuda_stream_kind), value :: stream
      type (c_funptr), value :: fn
      type (c_ptr), value :: userdata
      !dir$ ignore_tkr (k) stream
    end function cudaLaunchHostFunc
  end interface

  interface cudaStreamWaitEvent
    integer (c_int) function cudaStreamWaitEvent (stream, event, flags) &
         bind (c, name = "GCUF_cudaStreamWaitEvent")
      import :: c_int, cuda_stream_kind, cudaEvent
      integer (cuda_stream_kind), value :: stream
      type (cudaEvent), value :: event
      integer (c_int), value :: flags
      !dir$ ignore_tkr (k) stream, (k) flags
    end function cudaStreamWaitEvent
    procedure :: wait_event
  end interface cudaStreamWaitEvent

  interface cudaforSetDefaultStream
    integer (c_int) function set_default_stream (stream) &
         bind (c, name = "GCUF_cudaforSetDefaultStream")
      import :: c_int, cuda_stream_kind
      integer (cuda_stream_kind), value :: stream
      !dir$ ignore_tkr (k) stream
    end function set_default_stream
    procedure :: set_variable_stream
  end interface cudaforSetDefaultStream

  interface cudaforGetDefaultStream
    integer (cuda_stream_kind) function get_default_stream () &
         bind (c, name = "GCUF_cudaforGetDefaultStream")
      import :: cuda_stream_kind
    end function get_default_stream
    procedure :: get_variable_stream
  end interface cudaforGetDefaultStream

  interface cudaStreamAttachMemAsync
    procedure :: attach_m, attach_p
  end interface cudaStreamAttachMemAsync

  private :: wait_event, set_default_stream, set_variable_stream, &
       get_default_stream, get_variable_stream, attach_m, attach_p, attach

  ! The queues of OpenACC, whose module openacc has not these for Fortran; see
  ! cuf_openacc.f90.
  interface
    integer (cuda_stream_kind) function acc_get_cuda_stream (async) &
         bind (c, name = "GCUF_acc_get_cuda_stream")
      import :: c_int, cuda_stream_kind
      integer (c_int), value :: async
      !dir$ ignore_tkr (k) async
    end function acc_get_cuda_stream
    integer (c_int) function acc_set_cuda_stream (async, stream) &
         bind (c, name = "GCUF_acc_set_cuda_stream")
      import :: c_int, cuda_stream_kind
      integer (c_int), value :: async
      !dir$ ignore_tkr (k) async
      integer (cuda_stream_kind), value :: stream
    end function acc_set_cuda_stream
  end interface

  ! Of data-stream.c.
  interface
    integer (c_int) function gcuf_set_data_stream (x, stream)
      import :: c_int, cuda_stream_kind
      type (*), device, intent (in) :: x(..)
      integer (cuda_stream_kind), intent (in) :: stream
    end function gcuf_set_data_stream

    integer (cuda_stream_kind) function gcuf_get_data_stream (x)
      import :: cuda_stream_kind
      type (*), device, intent (in) :: x(..)
    end function gcuf_get_data_stream
  end interface
  private :: gcuf_set_data_stream, gcuf_get_data_stream

  interface
    integer (c_int) function attach (stream, p, bytes, flags) &
         bind (c, name = "GCUF_cudaStreamAttachMemAsync")
      import :: c_int, c_ptr, c_size_t, cuda_stream_kind
      integer (cuda_stream_kind), value :: stream
      type (c_ptr), value :: p
      integer (c_size_t), value :: bytes
      integer (c_int), value :: flags
    end function attach
  end interface

contains

  integer (c_int) function wait_event (stream, event) result (status)
    integer (cuda_stream_kind), value :: stream
    type (cudaEvent), intent (in) :: event
    !dir$ ignore_tkr (k) stream
    status = cudaStreamWaitEvent (stream, event, cudaEventWaitDefault)
  end function wait_event

  integer (c_int) function set_variable_stream (devptr, stream) &
       result (status)
    type (*), device, intent (in) :: devptr(..)
    integer (cuda_stream_kind), value :: stream
    !dir$ ignore_tkr (k) stream
    status = gcuf_set_data_stream (devptr, stream)
  end function set_variable_stream

  integer (cuda_stream_kind) function get_variable_stream (devptr) &
       result (stream)
    type (*), device, intent (in) :: devptr(..)
    stream = gcuf_get_data_stream (devptr)
  end function get_variable_stream

  integer (c_int) function attach_m (stream, devptr, length, flags) &
       result (status)
    integer (cuda_stream_kind), value :: stream
    type (*), managed, target, intent (in) :: devptr(..)
    integer (cuda_count_kind), intent (in), optional :: length
    integer (c_int), intent (in), optional :: flags
    !dir$ ignore_tkr (k) stream
    integer (c_size_t) :: bytes
    integer (c_int) :: used
    bytes = 0
    used = cudaMemAttachSingle
    if (present (length)) bytes = length
    if (present (flags)) used = flags
    status = attach (stream, c_loc (devptr), bytes, used)
  end function attach_m

  integer (c_int) function attach_p (stream, devptr, length, flags) &
       result (status)
    integer (cuda_stream_kind), value :: stream
    type (c_devptr), intent (in) :: devptr
    integer (cuda_count_kind), intent (in), optional :: length
    integer (c_int), intent (in), optional :: flags
    !dir$ ignore_tkr (k) stream
    integer (c_size_t) :: bytes
    integer (c_int) :: used
    bytes = 0
    used = cudaMemAttachSingle
    if (present (length)) bytes = length
    if (present (flags)) used = flags
    status = attach (stream, devptr%address, bytes, used)
  end function attach_p
end module cuf_stream
