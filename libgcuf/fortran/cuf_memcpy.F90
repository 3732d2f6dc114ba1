! Copies in the CUDA runtime API.
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


! Variables of every type and rank come as descriptors, from which the size of
! an element is known.  An object of type (c_ptr) or (c_devptr) is an address of
! its own, and counts are bytes then.  In the names of the procedures d stands
! for data in device memory, h for the host's, p for a c_devptr and c for a
! c_ptr, the destination first.

#define PASTE(x) x

module cuf_memcpy
  use, intrinsic :: iso_c_binding, only: c_int, c_loc, c_null_ptr, &
       c_ptr, c_size_t
  use cuf_types
  use cuf_flags
  implicit none
  private :: c_int, c_loc, c_null_ptr, c_ptr, c_size_t

#define COPY_TEMPLATE "cuf_memcpy_generic.inc"
#include "cuf_sides.inc"
#undef COPY_TEMPLATE

#define COPY_TEMPLATE "cuf_memcpy_device.inc"
#include "cuf_sides_device.inc"
#undef COPY_TEMPLATE

  interface cudaMemcpyPeer
    procedure :: peer_d, peer_p
  end interface cudaMemcpyPeer

  interface cudaMemcpyPeerAsync
    procedure :: peer_async_d, peer_async_p
  end interface cudaMemcpyPeerAsync

  interface
    ! Where elements have gaps between them the side is a section also.
    integer (c_int) function gcuf_copy (dst, dst_section, src, src_section, &
         bytes, kind, stream, wait) bind (c, name = "GCUF_copy_sections")
      import :: c_int, c_ptr, c_size_t, cuda_stream_kind
      type (c_ptr), value :: dst, dst_section, src, src_section
      integer (c_size_t), value :: bytes
      integer (c_int), value :: kind, wait
      integer (cuda_stream_kind), value :: stream
    end function gcuf_copy

    integer (c_int) function gcuf_memcpy_2d (dst, dpitch, src, spitch, &
         width, height, kind) bind (c, name = "GCUF_cudaMemcpy2D")
      import :: c_int, c_ptr, c_size_t
      type (c_ptr), value :: dst, src
      integer (c_size_t), value :: dpitch, spitch, width, height
      integer (c_int), value :: kind
    end function gcuf_memcpy_2d

    integer (c_int) function gcuf_memcpy_2d_async (dst, dpitch, src, spitch, &
         width, height, kind, stream) bind (c, name = "GCUF_cudaMemcpy2DAsync")
      import :: c_int, c_ptr, c_size_t, cuda_stream_kind
      type (c_ptr), value :: dst, src
      integer (c_size_t), value :: dpitch, spitch, width, height
      integer (c_int), value :: kind
      integer (cuda_stream_kind), value :: stream
    end function gcuf_memcpy_2d_async

    integer (c_int) function gcuf_peer (dst, dstdev, src, srcdev, bytes) &
         bind (c, name = "GCUF_cudaMemcpyPeer")
      import :: c_int, c_ptr, c_size_t
      type (c_ptr), value :: dst, src
      integer (c_int), value :: dstdev, srcdev
      integer (c_size_t), value :: bytes
    end function gcuf_peer

    integer (c_int) function gcuf_peer_async (dst, dstdev, src, srcdev, &
         bytes, stream) bind (c, name = "GCUF_cudaMemcpyPeerAsync")
      import :: c_int, c_ptr, c_size_t, cuda_stream_kind
      type (c_ptr), value :: dst, src
      integer (c_int), value :: dstdev, srcdev
      integer (c_size_t), value :: bytes
      integer (cuda_stream_kind), value :: stream
    end function gcuf_peer_async
  end interface

#include "cuf_element.inc"

  ! The descriptor of X if its elements have gaps between them, else null.

  interface
    type (c_ptr) function gcuf_section_d (x)
      import :: c_ptr
      type (*), device, intent (in) :: x(..)
    end function gcuf_section_d

    type (c_ptr) function gcuf_section_h (x)
      import :: c_ptr
      type (*), intent (in) :: x(..)
    end function gcuf_section_h
  end interface

  private :: gcuf_copy, gcuf_memcpy_2d, gcuf_memcpy_2d_async, gcuf_peer, &
       gcuf_peer_async, gcuf_element_d, gcuf_element_h, gcuf_section_d, &
       gcuf_section_h, peer_d, peer_p, peer_async_d, peer_async_p

contains

#define COPY_TEMPLATE "cuf_memcpy.inc"
#include "cuf_sides.inc"
#undef COPY_TEMPLATE

  integer (c_int) function peer_d (dst, dstdev, src, srcdev, count) &
       result (status)
    type (*), device, target :: dst(..)
    type (*), device, target, intent (in) :: src(..)
    integer (c_int), value :: dstdev, srcdev
    integer (c_size_t), value :: count
    !dir$ ignore_tkr (k) dstdev, (k) srcdev, (k) count
    status = gcuf_peer (c_loc (dst), dstdev, c_loc (src), srcdev, &
         count * gcuf_element_d (dst))
  end function peer_d

  integer (c_int) function peer_p (dst, dstdev, src, srcdev, count) &
       result (status)
    type (c_devptr), intent (in) :: dst, src
    integer (c_int), value :: dstdev, srcdev
    integer (c_size_t), value :: count
    !dir$ ignore_tkr (k) dstdev, (k) srcdev, (k) count
    status = gcuf_peer (dst%address, dstdev, src%address, srcdev, count)
  end function peer_p

  integer (c_int) function peer_async_d (dst, dstdev, src, srcdev, count, &
       stream) result (status)
    type (*), device, target :: dst(..)
    type (*), device, target, intent (in) :: src(..)
    integer (c_int), value :: dstdev, srcdev
    integer (c_size_t), value :: count
    integer (cuda_stream_kind), value, optional :: stream
    !dir$ ignore_tkr (k) dstdev, (k) srcdev, (k) count, (k) stream
    integer (cuda_stream_kind) :: used
    used = 0
    if (present (stream)) used = stream
    status = gcuf_peer_async (c_loc (dst), dstdev, c_loc (src), srcdev, &
         count * gcuf_element_d (dst), used)
  end function peer_async_d

  integer (c_int) function peer_async_p (dst, dstdev, src, srcdev, count, &
       stream) result (status)
    type (c_devptr), intent (in) :: dst, src
    integer (c_int), value :: dstdev, srcdev
    integer (c_size_t), value :: count
    integer (cuda_stream_kind), value, optional :: stream
    !dir$ ignore_tkr (k) dstdev, (k) srcdev, (k) count, (k) stream
    integer (cuda_stream_kind) :: used
    used = 0
    if (present (stream)) used = stream
    status = gcuf_peer_async (dst%address, dstdev, src%address, srcdev, &
         count, used)
  end function peer_async_p
end module cuf_memcpy
