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
  implicit none
  private

  ! Types of data, whose values have to be the same in all modules that a program
  ! uses.  In existing programs both CUDA_R_64F and cudaDataType (CUDA_R_64F) are
  ! arguments of routines.
  integer (c_int), parameter, public :: &
       CUDA_R_32F = 0, CUDA_R_64F = 1, CUDA_R_16F = 2, CUDA_R_8I = 3, &
       CUDA_C_32F = 4, CUDA_C_64F = 5, CUDA_C_16F = 6, CUDA_C_8I = 7, &
       CUDA_R_8U = 8, CUDA_C_8U = 9, CUDA_R_32I = 10, CUDA_C_32I = 11, &
       CUDA_R_32U = 12, CUDA_C_32U = 13, CUDA_R_16BF = 14, CUDA_C_16BF = 15, &
       CUDA_R_4I = 16, CUDA_C_4I = 17, CUDA_R_4U = 18, CUDA_C_4U = 19, &
       CUDA_R_16I = 20, CUDA_C_16I = 21, CUDA_R_16U = 22, CUDA_C_16U = 23, &
       CUDA_R_64I = 24, CUDA_C_64I = 25, CUDA_R_64U = 26, CUDA_C_64U = 27, &
       CUDA_R_8F_E4M3 = 28, CUDA_R_8F_E5M2 = 29

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
