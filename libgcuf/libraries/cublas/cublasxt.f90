! Module cublasxt: routines of cuBLAS for data of the host and many devices.
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

module cublasxt
  use, intrinsic :: iso_c_binding, only: c_int, c_size_t, c_float, c_double, &
       c_float_complex, c_double_complex, c_ptr, c_funptr, c_null_ptr
  use cuf_cublas, only: cublasHandle, CUBLAS_STATUS_SUCCESS, &
       CUBLAS_STATUS_NOT_INITIALIZED, CUBLAS_STATUS_ALLOC_FAILED, &
       CUBLAS_STATUS_INVALID_VALUE, CUBLAS_STATUS_ARCH_MISMATCH, &
       CUBLAS_STATUS_MAPPING_ERROR, CUBLAS_STATUS_EXECUTION_FAILED, &
       CUBLAS_STATUS_INTERNAL_ERROR, CUBLAS_STATUS_NOT_SUPPORTED, &
       CUBLAS_STATUS_LICENSE_ERROR, CUBLAS_FILL_MODE_LOWER, &
       CUBLAS_FILL_MODE_UPPER, CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT, &
       CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT, CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C
  implicit none
  private :: c_int, c_size_t, c_float, c_double, c_float_complex, &
       c_double_complex, c_ptr, c_funptr, c_null_ptr, cublasHandle

  type, bind (c) :: cublasXtHandle
    type (c_ptr) :: handle = c_null_ptr
  end type

  ! Types.
  integer, parameter :: CUBLASXT_FLOAT = 0, CUBLASXT_DOUBLE = 1
  integer, parameter :: CUBLASXT_COMPLEX = 2, CUBLASXT_DOUBLECOMPLEX = 3

  ! Operations.
  integer, parameter :: CUBLASXT_GEMM = 0, CUBLASXT_SYRK = 1, CUBLASXT_HERK = 2
  integer, parameter :: CUBLASXT_SYMM = 3, CUBLASXT_HEMM = 4, CUBLASXT_TRSM = 5
  integer, parameter :: CUBLASXT_SYR2K = 6, CUBLASXT_HER2K = 7
  integer, parameter :: CUBLASXT_SPMM = 8, CUBLASXT_SYRKX = 9
  integer, parameter :: CUBLASXT_HERKX = 10, CUBLASXT_TRMM = 11
  integer, parameter :: CUBLASXT_ROUTINE_MAX = 12

  ! Whether memory of the host is pinned.
  integer, parameter :: CUBLASXT_PINNING_DISABLED = 0
  integer, parameter :: CUBLASXT_PINNING_ENABLED = 1

include 'cublas-xt.inc'
end module cublasxt
