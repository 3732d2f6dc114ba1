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

! The parts are in the modules cuf_*, one for each topic.  Most of the API is
! bound to the C functions of gcuf-api.h as they stand; integers passed by value
! are taken of any kind.  What it has to do with C's pointers is there with it;
! programs rely on that.

module cudafor
  use, intrinsic :: iso_c_binding, only: c_associated, c_char, c_f_pointer, &
       c_f_procpointer, c_funloc, c_funptr, c_int, c_loc, c_null_funptr, &
       c_null_ptr, c_ptr, c_size_t
  use cuf_types
  use cuf_errors
  use cuf_flags
  use cuf_device
  use cuf_stream
  use cuf_event
  use cuf_graph
  use cuf_function
  use cuf_malloc
  use cuf_memcpy
  use cuf_memset
  use cuf_array
  use cuf_symbol
  implicit none
  private :: c_char, c_int, c_size_t, trimmed

  ! For arrays in device memory, too.  The compiler knows what they are, and
  ! that a USE statement which does not mention them leaves the names free.
  intrinsic :: sum, maxval, minval, maxloc, minloc

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

contains

  ! For lists of names: the compiler knows what it is, and without such a list
  ! does not let a program know that it is here.
  pure integer function int_ptr_kind ()
    int_ptr_kind = c_size_t
  end function int_ptr_kind

  ! Since devices have double precision there is nothing to convert.

  integer (c_int) function cudaSetDoubleForDevice (d) result (status)
    real (8), intent (inout) :: d
    d = d
    status = cudaSuccess
  end function cudaSetDoubleForDevice

  integer (c_int) function cudaSetDoubleForHost (d) result (status)
    real (8), intent (inout) :: d
    d = d
    status = cudaSuccess
  end function cudaSetDoubleForHost

  ! As long as the text, so that nothing need be trimmed.  An assignment would not
  ! look whether there is memory for it.
  function cudaGetErrorString (errcode) result (text)
    integer (c_int), intent (in) :: errcode
    character (:), allocatable :: text
    character (len = 256) :: buffer
    integer (c_int) :: status
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
    allocate (character (trimmed (buffer)) :: text)
    text(:) = buffer(:len (text))
  end function cudaGetErrorString

  function cudaGetErrorName (errcode) result (text)
    integer (c_int), intent (in) :: errcode
    character (:), allocatable :: text
    character (len = 256) :: buffer
    integer (c_int) :: status
    interface
      integer (c_int) function get_error_name (code, buffer, length) &
           bind (c, name = "GCUF_cudaGetErrorName")
        import :: c_char, c_int, c_size_t
        integer (c_int), value :: code
        character (kind = c_char), intent (out) :: buffer(*)
        integer (c_size_t), value :: length
      end function get_error_name
    end interface
    status = get_error_name (errcode, buffer, len (buffer, c_size_t))
    allocate (character (trimmed (buffer)) :: text)
    text(:) = buffer(:len (text))
  end function cudaGetErrorName

  ! As LEN_TRIM; that and comparison would need gfortran's library.
  integer function trimmed (buffer) result (length)
    character (*), intent (in) :: buffer
    do length = len (buffer), 2, -1
      if (iachar (buffer(length:length)) /= iachar (' ')) exit
    end do
  end function trimmed
end module cudafor
