! Module cudafor: allocation of, copies to and from, and filling of memory by
! the runtime routines.
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

! Arrays of every type and rank come as descriptors, from which the size of an
! element is known.  An object of type (c_ptr) or (c_devptr) is an address of
! its own, and counts are bytes then.  In the names of the procedures d stands
! for data in device memory, h for the host's, p for a c_devptr and c for a
! c_ptr, the number for the kind of the count.

#define PASTE(x) x

module cuf_memory
  use, intrinsic :: iso_c_binding, only: c_int, c_int8_t, c_loc, c_ptr, &
       c_size_t
  use cuf_types
  use cuf_errors
  use cuf_flags
  implicit none
  private
  public :: cudaMalloc, cudaMallocManaged, cudaFree, cudaMemcpy, &
       cudaMemcpyAsync, cudaMemset, c_devloc, cudaforSetDefaultStream, &
       cudaforGetDefaultStream

#define ALLOCATION_TEMPLATE "cuf_malloc_generic.inc"
#include "cuf_malloc_types.inc"
#undef ALLOCATION_TEMPLATE

#define COPY_TEMPLATE "cuf_memcpy_generic.inc"
#include "cuf_memcpy_sides.inc"
#undef COPY_TEMPLATE

  interface cudaMalloc
    procedure :: malloc_p_4, malloc_p_8
  end interface cudaMalloc

  interface cudaFree
    procedure :: free_d, free_m, free_p
  end interface cudaFree

  interface cudaMemset
    procedure :: memset_d_4, memset_d_8, memset_p_4, memset_p_8
  end interface cudaMemset

  ! For data; those for the thread are in module cudafor.
  interface cudaforSetDefaultStream
    procedure :: set_stream_4, set_stream_8
  end interface cudaforSetDefaultStream

  interface cudaforGetDefaultStream
    procedure :: get_stream
  end interface cudaforGetDefaultStream

  interface
    integer (c_int) function gcuf_malloc (p, bytes) &
         bind (c, name = "GCUF_cudaMalloc")
      import :: c_devptr, c_int, c_size_t
      type (c_devptr), intent (out) :: p
      integer (c_size_t), value :: bytes
    end function gcuf_malloc

    integer (c_int) function gcuf_free (p) bind (c, name = "GCUF_cudaFree")
      import :: c_devptr, c_int
      type (c_devptr), value :: p
    end function gcuf_free

    integer (c_int) function gcuf_memcpy (dst, src, bytes, kind) &
         bind (c, name = "GCUF_cudaMemcpy")
      import :: c_int, c_ptr, c_size_t
      type (c_ptr), value :: dst, src
      integer (c_size_t), value :: bytes
      integer (c_int), value :: kind
    end function gcuf_memcpy

    integer (c_int) function gcuf_memcpy_async (dst, src, bytes, kind, &
         stream) bind (c, name = "GCUF_cudaMemcpyAsync")
      import :: c_int, c_ptr, c_size_t, cuda_stream_kind
      type (c_ptr), value :: dst, src
      integer (c_size_t), value :: bytes
      integer (c_int), value :: kind
      integer (cuda_stream_kind), value :: stream
    end function gcuf_memcpy_async

    integer (c_int) function gcuf_memset (p, val, bytes) &
         bind (c, name = "GCUF_cudaMemset")
      import :: c_int, c_devptr, c_size_t
      type (c_devptr), value :: p
      integer (c_int), value :: val
      integer (c_size_t), value :: bytes
    end function gcuf_memset

    integer (c_int) function gcuf_memset_elements (p, val, size, n) &
         bind (c, name = "GCUF_cudaMemsetElements")
      import :: c_int, c_ptr, c_size_t
      type (c_ptr), value :: p, val
      integer (c_size_t), value :: size, n
    end function gcuf_memset_elements
  end interface

  ! The bytes of an element, from the descriptor.
  interface
    integer (c_size_t) function gcuf_element_d (x)
      import :: c_size_t
      type (*), device, intent (in) :: x(..)
    end function gcuf_element_d

    integer (c_size_t) function gcuf_element_h (x)
      import :: c_size_t
      type (*), intent (in) :: x(..)
    end function gcuf_element_h

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

contains

  type (c_devptr) function c_devloc (x)
    type (*), device, intent (in), target :: x(..)
    c_devloc%address = c_loc (x)
  end function c_devloc

  integer (c_int) function set_stream_8 (devptr, stream) result (status)
    type (*), device, intent (in) :: devptr(..)
    integer (8), intent (in) :: stream
    status = gcuf_set_data_stream (devptr, int (stream, cuda_stream_kind))
  end function set_stream_8

  integer (c_int) function set_stream_4 (devptr, stream) result (status)
    type (*), device, intent (in) :: devptr(..)
    integer (4), intent (in) :: stream
    status = gcuf_set_data_stream (devptr, int (stream, cuda_stream_kind))
  end function set_stream_4

  integer (cuda_stream_kind) function get_stream (devptr) result (stream)
    type (*), device, intent (in) :: devptr(..)
    stream = gcuf_get_data_stream (devptr)
  end function get_stream

#define ALLOCATION_TEMPLATE "cuf_malloc.inc"
#include "cuf_malloc_types.inc"

#define COPY_TEMPLATE "cuf_memcpy.inc"
#include "cuf_memcpy_sides.inc"

  integer (c_int) function malloc_p_8 (devptr, count) result (status)
    type (c_devptr), intent (out) :: devptr
    integer (8), intent (in) :: count
    status = gcuf_malloc (devptr, int (count, c_size_t))
  end function malloc_p_8

  integer (c_int) function malloc_p_4 (devptr, count) result (status)
    type (c_devptr), intent (out) :: devptr
    integer (4), intent (in) :: count
    status = gcuf_malloc (devptr, int (count, c_size_t))
  end function malloc_p_4

  ! Only the address matters to these two.

  integer (c_int) function free_d (devptr) result (status)
    integer (c_int8_t), device, allocatable :: devptr(:)
    !dir$ ignore_tkr (tkr) devptr
    status = cudaSuccess
    if (allocated (devptr)) deallocate (devptr)
  end function free_d

  integer (c_int) function free_m (devptr) result (status)
    integer (c_int8_t), managed, allocatable :: devptr(:)
    !dir$ ignore_tkr (tkr) devptr
    status = cudaSuccess
    if (allocated (devptr)) deallocate (devptr)
  end function free_m

  integer (c_int) function free_p (devptr) result (status)
    type (c_devptr), intent (inout) :: devptr
    status = gcuf_free (devptr)
  end function free_p

  integer (c_int) function memset_d_8 (devptr, value, count) result (status)
    type (*), device, target :: devptr(..)
    type (*), intent (in), target :: value(..)
    integer (8), intent (in) :: count
    if (gcuf_element_d (devptr) /= gcuf_element_h (value) .and. count > 0) then
      status = cudaErrorInvalidValue
    else
      status = gcuf_memset_elements (c_loc (devptr), c_loc (value), &
           gcuf_element_d (devptr), int (count, c_size_t))
    end if
  end function memset_d_8

  integer (c_int) function memset_d_4 (devptr, value, count) result (status)
    type (*), device, target :: devptr(..)
    type (*), intent (in), target :: value(..)
    integer (4), intent (in) :: count
    status = memset_d_8 (devptr, value, int (count, 8))
  end function memset_d_4

  integer (c_int) function memset_p_8 (devptr, value, count) result (status)
    type (c_devptr), intent (in) :: devptr
    integer (c_int), intent (in) :: value
    integer (8), intent (in) :: count
    status = gcuf_memset (devptr, value, int (count, c_size_t))
  end function memset_p_8

  integer (c_int) function memset_p_4 (devptr, value, count) result (status)
    type (c_devptr), intent (in) :: devptr
    integer (c_int), intent (in) :: value
    integer (4), intent (in) :: count
    status = gcuf_memset (devptr, value, int (count, c_size_t))
  end function memset_p_4
end module cuf_memory
