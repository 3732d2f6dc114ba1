! Arrays of channels, and three-dimensional copies, in the CUDA runtime API.
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

! Positions and counts are in elements of the variable that is copied to or
! from, and in bytes where there is none; the unit of rows and slices is
! themselves.

#define PASTE(x) x

module cuf_array
  use, intrinsic :: iso_c_binding, only: c_int, c_loc, c_ptr, c_size_t
  use cuf_types
  use cuf_flags
  implicit none
  private :: c_int, c_loc, c_ptr, c_size_t

  interface cudaMallocArray
    procedure :: malloc_array
    integer (c_int) function malloc_array_flags (carray, cdesc, width, &
         height, flags) bind (c, name = "GCUF_cudaMallocArray")
      import :: c_int, c_size_t, cudaArrayPtr, cudaChannelFormatDesc
      type (cudaArrayPtr), intent (out) :: carray
      type (cudaChannelFormatDesc), intent (in) :: cdesc
      integer (c_size_t), value :: width, height
      integer (c_int), value :: flags
      !dir$ ignore_tkr (k) width, (k) height, (k) flags
    end function malloc_array_flags
  end interface cudaMallocArray

  interface cudaMalloc3DArray
    procedure :: malloc_array_3d
    integer (c_int) function malloc_array_3d_flags (carray, cdesc, cext, &
         flags) bind (c, name = "GCUF_cudaMalloc3DArray")
      import :: c_int, cudaArrayPtr, cudaChannelFormatDesc, cudaExtent
      type (cudaArrayPtr), intent (out) :: carray
      type (cudaChannelFormatDesc), intent (in) :: cdesc
      type (cudaExtent), intent (in) :: cext
      integer (c_int), value :: flags
      !dir$ ignore_tkr (k) flags
    end function malloc_array_3d_flags
  end interface cudaMalloc3DArray

  interface
    integer (c_int) function cudaFreeArray (carray) &
         bind (c, name = "GCUF_cudaFreeArray")
      import :: c_int, cudaArrayPtr
      type (cudaArrayPtr), value :: carray
    end function cudaFreeArray

    integer (c_int) function cudaArrayGetInfo (cdesc, cext, flags, carray) &
         bind (c, name = "GCUF_cudaArrayGetInfo")
      import :: c_int, cudaArrayPtr, cudaChannelFormatDesc, cudaExtent
      type (cudaChannelFormatDesc), intent (out) :: cdesc
      type (cudaExtent), intent (out) :: cext
      integer (c_int), intent (out) :: flags
      type (cudaArrayPtr), value :: carray
    end function cudaArrayGetInfo

    integer (c_int) function cudaMemcpyArrayToArray (dsta, dstx, dsty, srca, &
         srcx, srcy, count, kdir) bind (c, name = "GCUF_cudaMemcpyArrayToArray")
      import :: c_int, c_size_t, cudaArrayPtr
      type (cudaArrayPtr), value :: dsta, srca
      integer (c_size_t), value :: dstx, dsty, srcx, srcy, count
      integer (c_int), value :: kdir
      !dir$ ignore_tkr (k) dstx, (k) dsty, (k) srcx, (k) srcy, (k) count
    end function cudaMemcpyArrayToArray

    integer (c_int) function cudaMemcpy2DArrayToArray (dsta, dstx, dsty, &
         srca, srcx, srcy, width, height, kdir) &
         bind (c, name = "GCUF_cudaMemcpy2DArrayToArray")
      import :: c_int, c_size_t, cudaArrayPtr
      type (cudaArrayPtr), value :: dsta, srca
      integer (c_size_t), value :: dstx, dsty, srcx, srcy, width, height
      integer (c_int), value :: kdir
      !dir$ ignore_tkr (k) dstx, (k) dsty, (k) srcx, (k) srcy, (k) width
      !dir$ ignore_tkr (k) height
    end function cudaMemcpy2DArrayToArray

    integer (c_int) function cudaMemcpy3D (p) &
         bind (c, name = "GCUF_cudaMemcpy3D")
      import :: c_int, cudaMemcpy3DParms
      type (cudaMemcpy3DParms), intent (in) :: p
    end function cudaMemcpy3D

    integer (c_int) function cudaMemcpy3DAsync (p, stream) &
         bind (c, name = "GCUF_cudaMemcpy3DAsync")
      import :: c_int, cuda_stream_kind, cudaMemcpy3DParms
      type (cudaMemcpy3DParms), intent (in) :: p
      integer (cuda_stream_kind), value :: stream
      !dir$ ignore_tkr (k) stream
    end function cudaMemcpy3DAsync
  end interface

#define SIDE_TEMPLATE "cuf_array_generic.inc"
#include "cuf_side.inc"
#undef SIDE_TEMPLATE

  interface
    integer (c_int) function c_to_array (dsta, x, y, src, bytes, kind, &
         stream, wait) bind (c, name = "GCUF_cudaMemcpyToArray")
      import :: c_int, c_ptr, c_size_t, cuda_stream_kind, cudaArrayPtr
      type (cudaArrayPtr), value :: dsta
      integer (c_size_t), value :: x, y, bytes
      type (c_ptr), value :: src
      integer (c_int), value :: kind, wait
      integer (cuda_stream_kind), value :: stream
    end function c_to_array

    integer (c_int) function c_from_array (dst, srca, x, y, bytes, kind, &
         stream, wait) bind (c, name = "GCUF_cudaMemcpyFromArray")
      import :: c_int, c_ptr, c_size_t, cuda_stream_kind, cudaArrayPtr
      type (c_ptr), value :: dst
      type (cudaArrayPtr), value :: srca
      integer (c_size_t), value :: x, y, bytes
      integer (c_int), value :: kind, wait
      integer (cuda_stream_kind), value :: stream
    end function c_from_array

    integer (c_int) function c_to_array_2d (dsta, x, y, src, pitch, width, &
         height, kind, stream, wait) bind (c, name = "GCUF_cudaMemcpy2DToArray")
      import :: c_int, c_ptr, c_size_t, cuda_stream_kind, cudaArrayPtr
      type (cudaArrayPtr), value :: dsta
      integer (c_size_t), value :: x, y, pitch, width, height
      type (c_ptr), value :: src
      integer (c_int), value :: kind, wait
      integer (cuda_stream_kind), value :: stream
    end function c_to_array_2d

    integer (c_int) function c_from_array_2d (dst, pitch, srca, x, y, width, &
         height, kind, stream, wait) &
         bind (c, name = "GCUF_cudaMemcpy2DFromArray")
      import :: c_int, c_ptr, c_size_t, cuda_stream_kind, cudaArrayPtr
      type (c_ptr), value :: dst
      type (cudaArrayPtr), value :: srca
      integer (c_size_t), value :: x, y, pitch, width, height
      integer (c_int), value :: kind, wait
      integer (cuda_stream_kind), value :: stream
    end function c_from_array_2d
  end interface

#include "cuf_element.inc"

  private :: malloc_array, malloc_array_flags, malloc_array_3d, &
       malloc_array_3d_flags, c_to_array, c_from_array, c_to_array_2d, &
       c_from_array_2d, gcuf_element_d, gcuf_element_h

contains

  integer (c_int) function malloc_array (carray, cdesc, width, height) &
       result (status)
    type (cudaArrayPtr), intent (out) :: carray
    type (cudaChannelFormatDesc), intent (in) :: cdesc
    integer (c_size_t), value :: width, height
    !dir$ ignore_tkr (k) width, (k) height
    status = malloc_array_flags (carray, cdesc, width, height, &
         cudaArrayDefault)
  end function malloc_array

  integer (c_int) function malloc_array_3d (carray, cdesc, cext) &
       result (status)
    type (cudaArrayPtr), intent (out) :: carray
    type (cudaChannelFormatDesc), intent (in) :: cdesc
    type (cudaExtent), intent (in) :: cext
    status = malloc_array_3d_flags (carray, cdesc, cext, cudaArrayDefault)
  end function malloc_array_3d

  type (cudaChannelFormatDesc) function cudaCreateChannelDesc (x, y, z, w, f) &
       result (desc)
    integer (c_int), value :: x, y, z, w, f
    desc = cudaChannelFormatDesc (x, y, z, w, f)
  end function cudaCreateChannelDesc

  integer (c_int) function cudaGetChannelDesc (cdesc, carray) result (status)
    type (cudaChannelFormatDesc), intent (out) :: cdesc
    type (cudaArrayPtr), intent (in) :: carray
    type (cudaExtent) :: extent
    integer (c_int) :: flags
    status = cudaArrayGetInfo (cdesc, extent, flags, carray)
  end function cudaGetChannelDesc

  type (cudaExtent) function make_cudaExtent (w, h, d) result (extent)
    integer (cuda_count_kind), value :: w, h, d
    !dir$ ignore_tkr (k) w, (k) h, (k) d
    extent = cudaExtent (w, h, d)
  end function make_cudaExtent

  type (cudaPos) function make_cudaPos (x, y, z) result (pos)
    integer (cuda_count_kind), value :: x, y, z
    !dir$ ignore_tkr (k) x, (k) y, (k) z
    pos = cudaPos (x, y, z)
  end function make_cudaPos

#define SIDE_TEMPLATE "cuf_array.inc"
#include "cuf_side.inc"
#undef SIDE_TEMPLATE
end module cuf_array
