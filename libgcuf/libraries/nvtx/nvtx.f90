! Module nvtx: ranges and marks for profilers (NVIDIA's interfaces of NVTX).
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

module nvtx
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_float, c_int, &
       c_int16_t, c_int32_t, c_int64_t, c_loc, c_null_char, c_null_ptr, c_ptr
  implicit none
  private

  integer, parameter, public :: NVTX_VERSION = 3
  integer, parameter, public :: NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1
  integer, parameter, public :: NVTX_MESSAGE_UNKNOWN = 0
  integer, parameter, public :: NVTX_MESSAGE_TYPE_ASCII = 1
  integer, parameter, public :: NVTX_MESSAGE_TYPE_REGISTERED = 3
  integer, parameter, public :: NVTX_PAYLOAD_UNKNOWN = 0
  integer, parameter, public :: NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1
  integer, parameter, public :: NVTX_PAYLOAD_TYPE_INT64 = 2
  integer, parameter, public :: NVTX_PAYLOAD_TYPE_DOUBLE = 3
  integer, parameter, public :: NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4
  integer, parameter, public :: NVTX_PAYLOAD_TYPE_INT32 = 5
  integer, parameter, public :: NVTX_PAYLOAD_TYPE_FLOAT = 6

  ! What an extended range or mark has: nvtxEventAttributes_t of NVTX 3.
  type, bind (c), public :: nvtxEventAttributes
    integer (c_int16_t) :: version = NVTX_VERSION
    integer (c_int16_t) :: size = 48
    integer (c_int) :: category = 0
    integer (c_int) :: colorType = NVTX_COLOR_ARGB
    integer (c_int) :: color = 0
    integer (c_int) :: payloadType = NVTX_PAYLOAD_UNKNOWN
    integer (c_int) :: reserved0 = 0
    integer (c_int64_t) :: payload = 0
    integer (c_int) :: messageType = NVTX_MESSAGE_TYPE_ASCII
    type (c_ptr) :: message = c_null_ptr
  end type

  ! The colors of nvtxStartRange, which are used in turn.
  integer (c_int32_t), parameter :: colors(7) = [ &
       int (z'ff00ff00', c_int32_t), int (z'ff0000ff', c_int32_t), &
       int (z'ffffff00', c_int32_t), int (z'ffff00ff', c_int32_t), &
       int (z'ff00ffff', c_int32_t), int (z'ffff0000', c_int32_t), &
       int (z'ffffffff', c_int32_t)]

  interface
    integer (c_int) function push_plain (name) &
         bind (c, name = "GCUF_nvtxRangePushA")
      import :: c_char, c_int
      character (c_char), intent (in) :: name (*)
    end function

    integer (c_int) function push_extended (attributes) &
         bind (c, name = "GCUF_nvtxRangePushEx")
      import :: c_int, nvtxEventAttributes
      type (nvtxEventAttributes), intent (in) :: attributes
    end function

    integer (c_int) function pop () bind (c, name = "GCUF_nvtxRangePop")
      import :: c_int
    end function

    integer (c_int64_t) function start_plain (name) &
         bind (c, name = "GCUF_nvtxRangeStartA")
      import :: c_char, c_int64_t
      character (c_char), intent (in) :: name (*)
    end function

    integer (c_int64_t) function nvtxRangeStartEx (attributes) &
         bind (c, name = "GCUF_nvtxRangeStartEx")
      import :: c_int64_t, nvtxEventAttributes
      type (nvtxEventAttributes), intent (in) :: attributes
    end function

    subroutine nvtxRangeEnd (id) bind (c, name = "GCUF_nvtxRangeEnd")
      import :: c_int64_t
      integer (c_int64_t), value :: id
    end subroutine

    subroutine mark_plain (name) bind (c, name = "GCUF_nvtxMarkA")
      import :: c_char
      character (c_char), intent (in) :: name (*)
    end subroutine

    subroutine nvtxMarkEx (attributes) bind (c, name = "GCUF_nvtxMarkEx")
      import :: nvtxEventAttributes
      type (nvtxEventAttributes), intent (in) :: attributes
    end subroutine

    subroutine name_category (category, name) &
         bind (c, name = "GCUF_nvtxNameCategoryA")
      import :: c_char, c_int
      integer (c_int), value :: category
      character (c_char), intent (in) :: name (*)
    end subroutine

    subroutine name_thread (thread, name) &
         bind (c, name = "GCUF_nvtxNameOsThreadA")
      import :: c_char, c_int
      integer (c_int), value :: thread
      character (c_char), intent (in) :: name (*)
    end subroutine
  end interface

  ! nvtxRangePush takes a name or attributes.
  interface nvtxRangePush
    module procedure nvtxRangePushA, nvtxRangePushEx
  end interface

  public :: nvtxStartRange, nvtxEndRange, nvtxRangePush
  public :: nvtxRangePushA, nvtxRangePushEx, nvtxRangePop
  public :: nvtxRangeStartA, nvtxRangeStartEx, nvtxRangeEnd
  public :: nvtxMarkA, nvtxMarkEx, nvtxNameCategoryA, nvtxNameOsThreadA

contains

  ! Push a range with the name and color number INTCOLOR, or none.
  subroutine nvtxStartRange (name, intcolor)
    character (*), intent (in) :: name
    integer, intent (in), optional :: intcolor
    character (len_trim (name) + 1, c_char), target :: text
    type (nvtxEventAttributes) :: attributes
    integer :: depth
    text = trim (name) // c_null_char
    if (present (intcolor)) then
      attributes%color = colors(modulo (intcolor, size (colors)) + 1)
      attributes%message = c_loc (text)
      depth = push_extended (attributes)
    else
      depth = push_plain (text)
    end if
  end subroutine

  subroutine nvtxEndRange ()
    integer :: depth
    depth = pop ()
  end subroutine

  subroutine nvtxRangePop ()
    integer :: depth
    depth = pop ()
  end subroutine

  subroutine nvtxRangePushA (name)
    character (*), intent (in) :: name
    integer :: depth
    depth = push_plain (trim (name) // c_null_char)
  end subroutine

  subroutine nvtxRangePushEx (attributes)
    type (nvtxEventAttributes), intent (in) :: attributes
    integer :: depth
    depth = push_extended (attributes)
  end subroutine

  integer (c_int64_t) function nvtxRangeStartA (name)
    character (*), intent (in) :: name
    nvtxRangeStartA = start_plain (trim (name) // c_null_char)
  end function

  subroutine nvtxMarkA (name)
    character (*), intent (in) :: name
    call mark_plain (trim (name) // c_null_char)
  end subroutine

  subroutine nvtxNameCategoryA (category, name)
    integer, intent (in) :: category
    character (*), intent (in) :: name
    call name_category (category, trim (name) // c_null_char)
  end subroutine

  subroutine nvtxNameOsThreadA (thread, name)
    integer, intent (in) :: thread
    character (*), intent (in) :: name
    call name_thread (thread, trim (name) // c_null_char)
  end subroutine
end module nvtx
