! Fills, managed memory and pointers in the CUDA runtime API.
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

module cuf_memset
  use, intrinsic :: iso_c_binding, only: c_associated, c_int, c_loc, &
       c_ptr, c_size_t
  use cuf_types
  use cuf_errors
  use cuf_flags
  implicit none
  private :: c_associated, c_int, c_loc, c_ptr, c_size_t

  interface cudaMemset
    procedure :: memset_d
    integer (c_int) function memset_p (devptr, val, count) &
         bind (c, name = "GCUF_cudaMemset")
      import :: c_devptr, c_int, c_size_t
      type (c_devptr), value :: devptr
      integer (c_int), value :: val
      integer (c_size_t), value :: count
      !dir$ ignore_tkr (k) val, (k) count
    end function memset_p
    attributes (device) integer (c_int) function gcuf_kernel_memset_d &
         (devptr, val, count)
      import :: c_int, c_size_t
      type (*), intent (inout) :: devptr(..)
      type (*), intent (in) :: val(..)
      integer (c_size_t), value :: count
      !dir$ ignore_tkr (k) count
    end function gcuf_kernel_memset_d
    attributes (device) integer (c_int) function gcuf_kernel_memset_p &
         (devptr, val, count)
      import :: c_devptr, c_int, c_size_t
      type (c_devptr), intent (in) :: devptr
      integer (c_int), value :: val
      integer (c_size_t), value :: count
      !dir$ ignore_tkr (k) val, (k) count
    end function gcuf_kernel_memset_p
  end interface cudaMemset

  interface cudaMemsetAsync
    procedure :: memset_async_d
    integer (c_int) function memset_async_p (devptr, val, count, stream) &
         bind (c, name = "GCUF_cudaMemsetAsync")
      import :: c_devptr, c_int, c_size_t, cuda_stream_kind
      type (c_devptr), value :: devptr
      integer (c_int), value :: val
      integer (c_size_t), value :: count
      integer (cuda_stream_kind), value :: stream
      !dir$ ignore_tkr (k) val, (k) count, (k) stream
    end function memset_async_p
    attributes (device) integer (c_int) function gcuf_kernel_memset_async_d &
         (devptr, val, count, stream)
      import :: c_int, c_size_t, cuda_stream_kind
      type (*), intent (inout) :: devptr(..)
      type (*), intent (in) :: val(..)
      integer (c_size_t), value :: count
      integer (cuda_stream_kind), intent (in) :: stream
      !dir$ ignore_tkr (k) count, (k) stream
    end function gcuf_kernel_memset_async_d
    attributes (device) integer (c_int) function gcuf_kernel_memset_async_p &
         (devptr, val, count, stream)
      import :: c_devptr, c_int, c_size_t, cuda_stream_kind
      type (c_devptr), intent (in) :: devptr
      integer (c_int), value :: val
      integer (c_size_t), value :: count
      integer (cuda_stream_kind), intent (in) :: stream
      !dir$ ignore_tkr (k) val, (k) count, (k) stream
    end function gcuf_kernel_memset_async_p
  end interface cudaMemsetAsync

  ! Of kernel-api.h.
  private :: gcuf_kernel_memset_d, gcuf_kernel_memset_p, &
       gcuf_kernel_memset_async_d, gcuf_kernel_memset_async_p

  interface cudaMemset2D
    procedure :: memset_2d_d
    integer (c_int) function memset_2d_p (devptr, pitch, val, width, height) &
         bind (c, name = "GCUF_cudaMemset2D")
      import :: c_devptr, c_int, c_size_t
      type (c_devptr), value :: devptr
      integer (c_size_t), value :: pitch, width, height
      integer (c_int), value :: val
      !dir$ ignore_tkr (k) pitch, (k) val, (k) width, (k) height
    end function memset_2d_p
  end interface cudaMemset2D

  interface cudaMemset2DAsync
    procedure :: memset_2d_async_d
    integer (c_int) function memset_2d_async_p (devptr, pitch, val, width, &
         height, stream) bind (c, name = "GCUF_cudaMemset2DAsync")
      import :: c_devptr, c_int, c_size_t, cuda_stream_kind
      type (c_devptr), value :: devptr
      integer (c_size_t), value :: pitch, width, height
      integer (c_int), value :: val
      integer (cuda_stream_kind), value :: stream
      !dir$ ignore_tkr (k) pitch, (k) val, (k) width, (k) height, (k) stream
    end function memset_2d_async_p
  end interface cudaMemset2DAsync

  interface
    integer (c_int) function cudaMemset3D (pitchptr, value, cext) &
         bind (c, name = "GCUF_cudaMemset3D")
      import :: c_int, cudaExtent, cudaPitchedPtr
      type (cudaPitchedPtr), intent (in) :: pitchptr
      integer (c_int), value :: value
      type (cudaExtent), intent (in) :: cext
      !dir$ ignore_tkr (k) value
    end function cudaMemset3D

    integer (c_int) function cudaMemset3DAsync (pitchptr, value, cext, stream) &
         bind (c, name = "GCUF_cudaMemset3DAsync")
      import :: c_int, cuda_stream_kind, cudaExtent, cudaPitchedPtr
      type (cudaPitchedPtr), intent (in) :: pitchptr
      integer (c_int), value :: value
      type (cudaExtent), intent (in) :: cext
      integer (cuda_stream_kind), value :: stream
      !dir$ ignore_tkr (k) value, (k) stream
    end function cudaMemset3DAsync
  end interface

  interface cudaMemAdvise
    procedure :: advise_d
    integer (c_int) function advise_p (devptr, count, advice, device) &
         bind (c, name = "GCUF_cudaMemAdvise")
      import :: c_devptr, c_int, c_size_t
      type (c_devptr), value :: devptr
      integer (c_size_t), value :: count
      integer (c_int), value :: advice, device
      !dir$ ignore_tkr (k) count, (k) advice, (k) device
    end function advise_p
  end interface cudaMemAdvise

  interface cudaMemPrefetchAsync
    procedure :: prefetch_d
    integer (c_int) function prefetch_p (devptr, count, device, stream) &
         bind (c, name = "GCUF_cudaMemPrefetchAsync")
      import :: c_devptr, c_int, c_size_t, cuda_stream_kind
      type (c_devptr), value :: devptr
      integer (c_size_t), value :: count
      integer (c_int), value :: device
      integer (cuda_stream_kind), value :: stream
      !dir$ ignore_tkr (k) count, (k) device, (k) stream
    end function prefetch_p
  end interface cudaMemPrefetchAsync

  interface cudaMemRangeGetAttribute
    procedure :: range_m, range_p
  end interface cudaMemRangeGetAttribute

  interface cudaPointerGetAttributes
    procedure :: attributes_h, attributes_d, attributes_c, attributes_p
  end interface cudaPointerGetAttributes

  interface
    integer (c_int) function gcuf_memset_rows (p, val, size, pitch, count, &
         rows, stream) bind (c, name = "GCUF_cudaMemsetRows")
      import :: c_int, c_ptr, c_size_t, cuda_stream_kind
      type (c_ptr), value :: p, val
      integer (c_size_t), value :: size, pitch, count, rows
      integer (cuda_stream_kind), value :: stream
    end function gcuf_memset_rows

    integer (c_int) function gcuf_fill_section (section, val, count, stream) &
         bind (c, name = "GCUF_fill_section")
      import :: c_int, c_ptr, c_size_t, cuda_stream_kind
      type (c_ptr), value :: section, val
      integer (c_size_t), value :: count
      integer (cuda_stream_kind), value :: stream
    end function gcuf_fill_section

    integer (c_int) function gcuf_range (val, size, attribute, p, bytes) &
         bind (c, name = "GCUF_cudaMemRangeGetAttribute")
      import :: c_devptr, c_int, c_size_t
      integer (c_int), intent (out) :: val
      integer (c_size_t), value :: size
      integer (c_int), value :: attribute
      type (c_devptr), value :: p
      integer (c_size_t), value :: bytes
    end function gcuf_range

    integer (c_int) function gcuf_attributes (attr, p) &
         bind (c, name = "GCUF_cudaPointerGetAttributes")
      import :: c_int, c_ptr, cudaPointerAttributes
      type (cudaPointerAttributes), intent (out) :: attr
      type (c_ptr), value :: p
    end function gcuf_attributes
  end interface

  ! The bytes of an element; and those of X, which is to become VAL: zero if
  ! they are not of the same type.
  interface
    integer (c_size_t) function gcuf_element_d (x)
      import :: c_size_t
      type (*), device, intent (in) :: x(..)
    end function gcuf_element_d

    integer (c_size_t) function gcuf_same_element (x, val)
      import :: c_size_t
      type (*), device, intent (in) :: x(..)
      type (*), intent (in) :: val(..)
    end function gcuf_same_element
  end interface

  ! The descriptor of X if its elements have gaps between them, else null.
  interface
    type (c_ptr) function gcuf_section_d (x)
      import :: c_ptr
      type (*), device, intent (in) :: x(..)
    end function gcuf_section_d
  end interface

  private :: memset_d, memset_p, memset_async_d, memset_async_p, &
       memset_2d_d, memset_2d_p, memset_2d_async_d, memset_2d_async_p, &
       advise_d, advise_p, prefetch_d, prefetch_p, range_m, range_p, &
       attributes_h, attributes_d, attributes_c, attributes_p, &
       gcuf_memset_rows, gcuf_fill_section, gcuf_range, gcuf_attributes, &
       gcuf_element_d, gcuf_same_element, gcuf_section_d

contains

  type (c_devptr) function c_devloc (x)
    type (*), device, intent (in), target :: x(..)
    c_devloc%address = c_loc (x)
  end function c_devloc

  integer (c_int) function memset_2d_async_d (devptr, pitch, value, width, &
       height, stream) result (status)
    type (*), device, target :: devptr(..)
    integer (c_size_t), value :: pitch, width, height
    type (*), intent (in), target :: value(..)
    integer (cuda_stream_kind), value :: stream
    !dir$ ignore_tkr (k) pitch, (k) width, (k) height, (k) stream
    integer (c_size_t) :: size
    size = gcuf_same_element (devptr, value)
    if (size == 0) then
      status = cudaErrorInvalidValue
    else
      status = gcuf_memset_rows (c_loc (devptr), c_loc (value), size, pitch, &
           width, height, stream)
    end if
  end function memset_2d_async_d

  integer (c_int) function memset_2d_d (devptr, pitch, value, width, height) &
       result (status)
    type (*), device, target :: devptr(..)
    integer (c_size_t), value :: pitch, width, height
    type (*), intent (in), target :: value(..)
    !dir$ ignore_tkr (k) pitch, (k) width, (k) height
    status = memset_2d_async_d (devptr, pitch, value, width, height, &
         0_cuda_stream_kind)
  end function memset_2d_d

  integer (c_int) function memset_async_d (devptr, value, count, stream) &
       result (status)
    type (*), device, target :: devptr(..)
    type (*), intent (in), target :: value(..)
    integer (c_size_t), value :: count
    integer (cuda_stream_kind), value :: stream
    !dir$ ignore_tkr (k) count, (k) stream
    type (c_ptr) :: section
    section = gcuf_section_d (devptr)
    if (.not. c_associated (section)) then
      status = memset_2d_async_d (devptr, count, value, count, 1_c_size_t, &
           stream)
    else if (gcuf_same_element (devptr, value) == 0) then
      status = cudaErrorInvalidValue
    else
      status = gcuf_fill_section (section, c_loc (value), count, stream)
    end if
  end function memset_async_d

  integer (c_int) function memset_d (devptr, value, count) result (status)
    type (*), device, target :: devptr(..)
    type (*), intent (in), target :: value(..)
    integer (c_size_t), value :: count
    !dir$ ignore_tkr (k) count
    status = memset_async_d (devptr, value, count, 0_cuda_stream_kind)
  end function memset_d

  ! Managed memory

  integer (c_int) function advise_d (devptr, count, advice, device) &
       result (status)
    type (*), device, target, intent (in) :: devptr(..)
    integer (c_size_t), value :: count
    integer (c_int), value :: advice, device
    !dir$ ignore_tkr (k) count, (k) advice, (k) device
    status = advise_p (c_devloc (devptr), count * gcuf_element_d (devptr), &
         advice, device)
  end function advise_d

  integer (c_int) function prefetch_d (devptr, count, device, stream) &
       result (status)
    type (*), device, target, intent (in) :: devptr(..)
    integer (c_size_t), value :: count
    integer (c_int), value :: device
    integer (cuda_stream_kind), value, optional :: stream
    !dir$ ignore_tkr (k) count, (k) device, (k) stream
    integer (cuda_stream_kind) :: used
    used = 0
    if (present (stream)) used = stream
    status = prefetch_p (c_devloc (devptr), count * gcuf_element_d (devptr), &
         device, used)
  end function prefetch_d

  integer (c_int) function range_m (val, attribute, devptr, count) &
       result (status)
    integer (c_int), intent (out) :: val
    integer (c_int), value :: attribute
    type (*), managed, target, intent (in) :: devptr(..)
    integer (c_size_t), value :: count
    !dir$ ignore_tkr (k) count
    status = gcuf_range (val, 4_c_size_t, attribute, c_devloc (devptr), &
         count * gcuf_element_d (devptr))
  end function range_m

  integer (c_int) function range_p (val, attribute, devptr, count) &
       result (status)
    integer (c_int), intent (out) :: val
    integer (c_int), value :: attribute
    type (c_devptr), intent (in) :: devptr
    integer (c_size_t), value :: count
    !dir$ ignore_tkr (k) count
    status = gcuf_range (val, 4_c_size_t, attribute, devptr, count)
  end function range_p

  ! Pointers

  integer (c_int) function attributes_h (attr, ptr) result (status)
    type (cudaPointerAttributes), intent (out) :: attr
    type (*), target, intent (in) :: ptr(..)
    status = gcuf_attributes (attr, c_loc (ptr))
  end function attributes_h

  integer (c_int) function attributes_d (attr, ptr) result (status)
    type (cudaPointerAttributes), intent (out) :: attr
    type (*), device, target, intent (in) :: ptr(..)
    status = gcuf_attributes (attr, c_loc (ptr))
  end function attributes_d

  integer (c_int) function attributes_c (attr, ptr) result (status)
    type (cudaPointerAttributes), intent (out) :: attr
    type (c_ptr), intent (in) :: ptr
    status = gcuf_attributes (attr, ptr)
  end function attributes_c

  integer (c_int) function attributes_p (attr, ptr) result (status)
    type (cudaPointerAttributes), intent (out) :: attr
    type (c_devptr), intent (in) :: ptr
    status = gcuf_attributes (attr, ptr%address)
  end function attributes_p
end module cuf_memset
