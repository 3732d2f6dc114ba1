! Constants that several libraries of the CUDA toolkit have.
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

module cuf_library_types
  use, intrinsic :: iso_c_binding, only: c_int
  use cuf_flags
  implicit none
  private

  ! Types of data, which are those of cudafor.  In existing programs both CUDA_R_64F
  ! and cudaDataType (CUDA_R_64F) are arguments of routines.
  public :: CUDA_R_16F, CUDA_C_16F, CUDA_R_16BF, CUDA_C_16BF, CUDA_R_32F, &
       CUDA_C_32F, CUDA_R_64F, CUDA_C_64F, CUDA_R_4I, CUDA_C_4I, CUDA_R_4U, &
       CUDA_C_4U, CUDA_R_8I, CUDA_C_8I, CUDA_R_8U, CUDA_C_8U, CUDA_R_16I, &
       CUDA_C_16I, CUDA_R_16U, CUDA_C_16U, CUDA_R_32I, CUDA_C_32I, &
       CUDA_R_32U, CUDA_C_32U, CUDA_R_64I, CUDA_C_64I, CUDA_R_64U, &
       CUDA_C_64U, CUDA_R_8F_E4M3, CUDA_R_8F_E5M2, CUDA_R_8F_UE8M0, &
       CUDA_R_6F_E2M3, CUDA_R_6F_E3M2, CUDA_R_4F_E2M1, CUDA_R_8F_UE4M3

  interface cudaDataType
    module procedure data_type
  end interface cudaDataType
  public :: cudaDataType

  ! What ...GetProperty tells.
  integer (c_int), parameter, public :: &
       MAJOR_VERSION = 0, MINOR_VERSION = 1, PATCH_LEVEL = 2

  ! Enumerations of cuBLAS that other libraries take as well.
  integer (c_int), parameter, public :: &
       CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2, &
       CUBLAS_OP_HERMITAN = 2, CUBLAS_OP_CONJG = 3
  integer (c_int), parameter, public :: &
       CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1, &
       CUBLAS_FILL_MODE_FULL = 2
  integer (c_int), parameter, public :: &
       CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1
  integer (c_int), parameter, public :: &
       CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1
contains
  elemental integer (c_int) function data_type (value)
    integer (c_int), intent (in) :: value
    data_type = value
  end function data_type
end module cuf_library_types
