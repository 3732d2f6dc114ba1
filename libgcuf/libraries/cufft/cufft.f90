! Module cufft: Fourier transforms (guide, 3.9.5; NVIDIA's interfaces of cuFFT).
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

module cufft
  use, intrinsic :: iso_c_binding, only: c_int, c_int64_t, c_size_t, c_float
  use cuf_types, only: cuda_stream_kind
  ! What cufftGetProperty tells.
  use cuf_library_types, only: MAJOR_VERSION, MINOR_VERSION, PATCH_LEVEL
  implicit none
  private :: c_int, c_int64_t, c_size_t, c_float, cuda_stream_kind

  integer, parameter :: CUFFT_FORWARD = -1, CUFFT_INVERSE = 1

  ! Results.
  integer, parameter :: CUFFT_SUCCESS = 0
  integer, parameter :: CUFFT_INVALID_PLAN = 1
  integer, parameter :: CUFFT_ALLOC_FAILED = 2
  integer, parameter :: CUFFT_INVALID_TYPE = 3
  integer, parameter :: CUFFT_INVALID_VALUE = 4
  integer, parameter :: CUFFT_INTERNAL_ERROR = 5
  integer, parameter :: CUFFT_EXEC_FAILED = 6
  integer, parameter :: CUFFT_SETUP_FAILED = 7
  integer, parameter :: CUFFT_INVALID_SIZE = 8
  integer, parameter :: CUFFT_UNALIGNED_DATA = 9
  integer, parameter :: CUFFT_INCOMPLETE_PARAMETER_LIST = 10
  integer, parameter :: CUFFT_INVALID_DEVICE = 11
  integer, parameter :: CUFFT_PARSE_ERROR = 12
  integer, parameter :: CUFFT_NO_WORKSPACE = 13
  integer, parameter :: CUFFT_NOT_IMPLEMENTED = 14
  integer, parameter :: CUFFT_LICENSE_ERROR = 15
  integer, parameter :: CUFFT_NOT_SUPPORTED = 16
  integer, parameter :: CUFFT_MISSING_DEPENDENCY = 17
  integer, parameter :: CUFFT_NVRTC_FAILURE = 18
  integer, parameter :: CUFFT_NVJITLINK_FAILURE = 19
  integer, parameter :: CUFFT_NVSHMEM_FAILURE = 20

  ! Types of transforms.
  integer, parameter :: CUFFT_R2C = int (z'2a')
  integer, parameter :: CUFFT_C2R = int (z'2c')
  integer, parameter :: CUFFT_C2C = int (z'29')
  integer, parameter :: CUFFT_D2Z = int (z'6a')
  integer, parameter :: CUFFT_Z2D = int (z'6c')
  integer, parameter :: CUFFT_Z2Z = int (z'69')

include 'cufft-32.inc'
end module cufft
