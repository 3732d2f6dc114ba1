! Device variables as symbols in the CUDA runtime API.
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

! A symbol is a variable in device or constant memory, or an object of type
! (c_ptr) to which the name of one was assigned.  In the names of the procedures
! v stands for a device variable, k for a constant one, s for a c_ptr; then
! follows what is copied, as in cuf_side.inc.  Counts and offsets are in
! elements of that, or in bytes.

#define PASTE(x) x

module cuf_symbol
  use, intrinsic :: iso_c_binding, only: c_char, c_int, c_loc, c_ptr, c_size_t
  use cuf_types
  use cuf_errors
  use cuf_flags
  implicit none
  private :: c_char, c_int, c_loc, c_ptr, c_size_t

#define SIDE_TEMPLATE "cuf_symbol_generic.inc"
#include "cuf_symbol_kinds.inc"
#undef SIDE_TEMPLATE

  interface cudaGetSymbolAddress
    procedure :: address_s, address_v, address_k, address_n
  end interface cudaGetSymbolAddress

  interface cudaGetSymbolSize
    procedure :: size_s4, size_s8, size_v4, size_v8, size_k4, size_k8, &
         size_n4, size_n8
  end interface cudaGetSymbolSize

  interface assignment (=)
    procedure :: name_symbol
  end interface assignment (=)

  interface
    integer (c_int) function c_memcpy (dst, src, bytes, kind) &
         bind (c, name = "GCUF_cudaMemcpy")
      import :: c_int, c_ptr, c_size_t
      type (c_ptr), value :: dst, src
      integer (c_size_t), value :: bytes
      integer (c_int), value :: kind
    end function c_memcpy

    integer (c_int) function c_memcpy_async (dst, src, bytes, kind, stream) &
         bind (c, name = "GCUF_cudaMemcpyAsync")
      import :: c_int, c_ptr, c_size_t, cuda_stream_kind
      type (c_ptr), value :: dst, src
      integer (c_size_t), value :: bytes
      integer (c_int), value :: kind
      integer (cuda_stream_kind), value :: stream
    end function c_memcpy_async

    type (c_ptr) function gcuf_symbol (name, length) &
         bind (c, name = "GCUF_symbol_named")
      import :: c_char, c_ptr, c_size_t
      character (kind = c_char), intent (in) :: name(*)
      integer (c_size_t), value :: length
    end function gcuf_symbol

    integer (c_int) function c_address (p, symbol) &
         bind (c, name = "GCUF_cudaGetSymbolAddress")
      import :: c_int, c_ptr
      type (c_ptr), intent (out) :: p
      type (c_ptr), value :: symbol
    end function c_address

    integer (c_int) function c_size (size, symbol) &
         bind (c, name = "GCUF_cudaGetSymbolSize")
      import :: c_int, c_ptr, c_size_t
      integer (c_size_t), intent (out) :: size
      type (c_ptr), value :: symbol
    end function c_size

    ! Whether COUNT elements of SIZE bytes fit in the symbol from OFFSET on.
    integer (c_int) function c_place (symbol, size, count, offset, place) &
         bind (c, name = "GCUF_symbol_place")
      import :: c_int, c_ptr, c_size_t
      type (c_ptr), value :: symbol
      integer (c_size_t), value :: size, count, offset
      type (c_ptr), intent (out) :: place
    end function c_place
  end interface

#include "cuf_element.inc"

  interface
    type (c_ptr) function gcuf_constant_address (x)
      import :: c_ptr
      type (*), constant, intent (in) :: x(..)
    end function gcuf_constant_address

    integer (c_size_t) function gcuf_bytes_d (x)
      import :: c_size_t
      type (*), device, intent (in) :: x(..)
    end function gcuf_bytes_d

    integer (c_size_t) function gcuf_bytes_k (x)
      import :: c_size_t
      type (*), constant, intent (in) :: x(..)
    end function gcuf_bytes_k
  end interface

  private :: c_memcpy, c_memcpy_async, gcuf_symbol, c_address, c_size, &
       c_place, gcuf_element_d, gcuf_element_h, gcuf_constant_address, &
       gcuf_bytes_d, gcuf_bytes_k, address_s, address_v, address_k, &
       address_n, size_s4, size_s8, size_v4, size_v8, size_k4, size_k8, &
       size_n4, size_n8, name_symbol, symbol_place, copy, copy_async

contains

  subroutine name_symbol (symbol, name)
    type (c_ptr), intent (out) :: symbol
    character (*), intent (in) :: name
    symbol = gcuf_symbol (name, len (name, c_size_t))
  end subroutine name_symbol

  integer (c_int) function symbol_place (symbol, element, count, place, &
       offset) result (status)
    type (c_ptr), intent (in) :: symbol
    integer (c_size_t), intent (in) :: element, count
    type (c_ptr), intent (out) :: place
    integer (c_size_t), value, optional :: offset
    integer (c_size_t) :: first
    first = 0
    if (present (offset)) first = offset
    status = c_place (symbol, element, count, first, place)
  end function symbol_place

  integer (c_int) function copy (dst, src, bytes, kind, stream) &
       result (status)
    type (c_ptr), intent (in) :: dst, src
    integer (c_size_t), intent (in) :: bytes
    integer (c_int), intent (in) :: kind
    integer (cuda_stream_kind), value, optional :: stream
    if (present (stream)) then
      status = c_memcpy_async (dst, src, bytes, kind, stream)
    else
      status = c_memcpy (dst, src, bytes, kind)
    end if
  end function copy

  integer (c_int) function copy_async (dst, src, bytes, kind, stream) &
       result (status)
    type (c_ptr), intent (in) :: dst, src
    integer (c_size_t), intent (in) :: bytes
    integer (c_int), intent (in) :: kind
    integer (cuda_stream_kind), value, optional :: stream
    integer (cuda_stream_kind) :: used
    used = 0
    if (present (stream)) used = stream
    status = c_memcpy_async (dst, src, bytes, kind, used)
  end function copy_async

  integer (c_int) function address_s (devptr, symbol) result (status)
    type (c_devptr), intent (out) :: devptr
    type (c_ptr), intent (in) :: symbol
    status = c_address (devptr%address, symbol)
  end function address_s

  integer (c_int) function address_v (devptr, symbol) result (status)
    type (c_devptr), intent (out) :: devptr
    type (*), device, target, intent (in) :: symbol(..)
    status = c_address (devptr%address, c_loc (symbol))
  end function address_v

  integer (c_int) function address_k (devptr, symbol) result (status)
    type (c_devptr), intent (out) :: devptr
    type (*), constant, intent (in) :: symbol(..)
    status = c_address (devptr%address, gcuf_constant_address (symbol))
  end function address_k

  integer (c_int) function address_n (devptr, symbol) result (status)
    type (c_devptr), intent (out) :: devptr
    character (*), intent (in) :: symbol
    status = c_address (devptr%address, gcuf_symbol (symbol, len (symbol, &
        c_size_t)))
  end function address_n

  integer (c_int) function size_s4 (size, symbol) result (status)
    integer (4), intent (out) :: size
    type (c_ptr), intent (in) :: symbol
    integer (c_size_t) :: bytes
    status = c_size (bytes, symbol)
    size = int (bytes, 4)
  end function size_s4

  integer (c_int) function size_s8 (size, symbol) result (status)
    integer (8), intent (out) :: size
    type (c_ptr), intent (in) :: symbol
    integer (c_size_t) :: bytes
    status = c_size (bytes, symbol)
    size = int (bytes, 8)
  end function size_s8

  integer (c_int) function size_v4 (size, symbol) result (status)
    integer (4), intent (out) :: size
    type (*), device, target, intent (in) :: symbol(..)
    integer (c_size_t) :: bytes
    status = cudaSuccess
    bytes = gcuf_bytes_d (symbol)
    size = int (bytes, 4)
  end function size_v4

  integer (c_int) function size_v8 (size, symbol) result (status)
    integer (8), intent (out) :: size
    type (*), device, target, intent (in) :: symbol(..)
    integer (c_size_t) :: bytes
    status = cudaSuccess
    bytes = gcuf_bytes_d (symbol)
    size = int (bytes, 8)
  end function size_v8

  integer (c_int) function size_k4 (size, symbol) result (status)
    integer (4), intent (out) :: size
    type (*), constant, intent (in) :: symbol(..)
    integer (c_size_t) :: bytes
    status = cudaSuccess
    bytes = gcuf_bytes_k (symbol)
    size = int (bytes, 4)
  end function size_k4

  integer (c_int) function size_k8 (size, symbol) result (status)
    integer (8), intent (out) :: size
    type (*), constant, intent (in) :: symbol(..)
    integer (c_size_t) :: bytes
    status = cudaSuccess
    bytes = gcuf_bytes_k (symbol)
    size = int (bytes, 8)
  end function size_k8

  integer (c_int) function size_n4 (size, symbol) result (status)
    integer (4), intent (out) :: size
    character (*), intent (in) :: symbol
    integer (c_size_t) :: bytes
    status = c_size (bytes, gcuf_symbol (symbol, len (symbol, c_size_t)))
    size = int (bytes, 4)
  end function size_n4

  integer (c_int) function size_n8 (size, symbol) result (status)
    integer (8), intent (out) :: size
    character (*), intent (in) :: symbol
    integer (c_size_t) :: bytes
    status = c_size (bytes, gcuf_symbol (symbol, len (symbol, c_size_t)))
    size = int (bytes, 8)
  end function size_n8

#define SIDE_TEMPLATE "cuf_symbol.inc"
#include "cuf_symbol_kinds.inc"
#undef SIDE_TEMPLATE
end module cuf_symbol
