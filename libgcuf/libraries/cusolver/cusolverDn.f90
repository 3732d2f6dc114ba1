! Module cusolverDn: factorizations, eigenvalues (NVIDIA's interfaces of cuSOLVER).
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

module cusolverDn
  use, intrinsic :: iso_c_binding, only: c_int, c_int64_t, c_size_t, c_float, &
       c_double, c_float_complex, c_double_complex, c_char, c_ptr, c_null_ptr
  use cuf_types, only: cuda_stream_kind, c_devptr
  use cuf_library_types
  implicit none
  private :: c_int, c_int64_t, c_size_t, c_float, c_double, c_float_complex, &
       c_double_complex, c_char, c_ptr, c_null_ptr, cuda_stream_kind, c_devptr

  ! What the library makes.
  type, bind (c) :: cusolverDnHandle
    type (c_ptr) :: handle = c_null_ptr
  end type cusolverDnHandle

  type, bind (c) :: cusolverDnParams
    type (c_ptr) :: handle = c_null_ptr
  end type cusolverDnParams

  type, bind (c) :: cusolverDnSyevjInfo
    type (c_ptr) :: handle = c_null_ptr
  end type cusolverDnSyevjInfo

  type, bind (c) :: cusolverDnGesvdjInfo
    type (c_ptr) :: handle = c_null_ptr
  end type cusolverDnGesvdjInfo

  type, bind (c) :: cusolverDnIRSParams
    type (c_ptr) :: handle = c_null_ptr
  end type cusolverDnIRSParams

  type, bind (c) :: cusolverDnIRSInfos
    type (c_ptr) :: handle = c_null_ptr
  end type cusolverDnIRSInfos

  ! Results.
  integer (c_int), parameter :: &
       CUSOLVER_STATUS_SUCCESS = 0, &
       CUSOLVER_STATUS_NOT_INITIALIZED = 1, &
       CUSOLVER_STATUS_ALLOC_FAILED = 2, &
       CUSOLVER_STATUS_INVALID_VALUE = 3, &
       CUSOLVER_STATUS_ARCH_MISMATCH = 4, &
       CUSOLVER_STATUS_MAPPING_ERROR = 5, &
       CUSOLVER_STATUS_EXECUTION_FAILED = 6, &
       CUSOLVER_STATUS_INTERNAL_ERROR = 7, &
       CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8, &
       CUSOLVER_STATUS_NOT_SUPPORTED = 9, &
       CUSOLVER_STATUS_ZERO_PIVOT = 10, &
       CUSOLVER_STATUS_INVALID_LICENSE = 11, &
       CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED = 12, &
       CUSOLVER_STATUS_IRS_PARAMS_INVALID = 13, &
       CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC = 14, &
       CUSOLVER_STATUS_IRS_PARAMS_INVALID_REFINE = 15, &
       CUSOLVER_STATUS_IRS_PARAMS_INVALID_MAXITER = 16, &
       CUSOLVER_STATUS_IRS_INTERNAL_ERROR = 20, &
       CUSOLVER_STATUS_IRS_NOT_SUPPORTED = 21, &
       CUSOLVER_STATUS_IRS_OUT_OF_RANGE = 22, &
       CUSOLVER_STATUS_IRS_NRHS_NOT_SUPPORTED_FOR_REFINE_GMRES = 23, &
       CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED = 25, &
       CUSOLVER_STATUS_IRS_INFOS_NOT_DESTROYED = 26, &
       CUSOLVER_STATUS_IRS_MATRIX_SINGULAR = 30, &
       CUSOLVER_STATUS_INVALID_WORKSPACE = 31

  ! Generalized eigenproblems.
  integer (c_int), parameter :: &
       CUSOLVER_EIG_TYPE_1 = 1, &
       CUSOLVER_EIG_TYPE_2 = 2, &
       CUSOLVER_EIG_TYPE_3 = 3

  ! With or without vectors.
  integer (c_int), parameter :: &
       CUSOLVER_EIG_MODE_NOVECTOR = 0, &
       CUSOLVER_EIG_MODE_VECTOR = 1

  ! Which eigenvalues.
  integer (c_int), parameter :: &
       CUSOLVER_EIG_RANGE_ALL = 1001, &
       CUSOLVER_EIG_RANGE_I = 1002, &
       CUSOLVER_EIG_RANGE_V = 1003

  ! Norms.
  integer (c_int), parameter :: &
       CUSOLVER_INF_NORM = 104, &
       CUSOLVER_MAX_NORM = 105, &
       CUSOLVER_ONE_NORM = 106, &
       CUSOLVER_FRO_NORM = 107

  ! Refinement.
  integer (c_int), parameter :: &
       CUSOLVER_IRS_REFINE_NOT_SET = 1100, &
       CUSOLVER_IRS_REFINE_NONE = 1101, &
       CUSOLVER_IRS_REFINE_CLASSICAL = 1102, &
       CUSOLVER_IRS_REFINE_CLASSICAL_GMRES = 1103, &
       CUSOLVER_IRS_REFINE_GMRES = 1104, &
       CUSOLVER_IRS_REFINE_GMRES_GMRES = 1105, &
       CUSOLVER_IRS_REFINE_GMRES_NOPCOND = 1106, &
       CUSOLVER_PREC_DD = 1150, &
       CUSOLVER_PREC_SS = 1151, &
       CUSOLVER_PREC_SHT = 1152

  ! Precisions.
  integer (c_int), parameter :: &
       CUSOLVER_R_8I = 1201, &
       CUSOLVER_R_8U = 1202, &
       CUSOLVER_R_64F = 1203, &
       CUSOLVER_R_32F = 1204, &
       CUSOLVER_R_16F = 1205, &
       CUSOLVER_R_16BF = 1206, &
       CUSOLVER_R_TF32 = 1207, &
       CUSOLVER_R_AP = 1208, &
       CUSOLVER_C_8I = 1211, &
       CUSOLVER_C_8U = 1212, &
       CUSOLVER_C_64F = 1213, &
       CUSOLVER_C_32F = 1214, &
       CUSOLVER_C_16F = 1215, &
       CUSOLVER_C_16BF = 1216, &
       CUSOLVER_C_TF32 = 1217, &
       CUSOLVER_C_AP = 1218

  ! Algorithms.
  integer (c_int), parameter :: &
       CUSOLVER_ALG_0 = 0, &
       CUSOLVER_ALG_1 = 1, &
       CUSOLVER_ALG_2 = 2

  ! Vectors of reflectors.
  integer (c_int), parameter :: &
       CUBLAS_STOREV_COLUMNWISE = 0, &
       CUBLAS_STOREV_ROWWISE = 1

  ! Their order.
  integer (c_int), parameter :: &
       CUBLAS_DIRECT_FORWARD = 0, &
       CUBLAS_DIRECT_BACKWARD = 1

  ! Same results in each run.
  integer (c_int), parameter :: &
       CUSOLVER_DETERMINISTIC_RESULTS = 1, &
       CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS = 2

  ! Arithmetic.
  integer (c_int), parameter :: &
       CUSOLVER_DEFAULT_MATH = 1, &
       CUSOLVER_FP32_EMULATED_BF16X9_MATH = 2

  ! Functions with options.
  integer (c_int), parameter :: &
       CUSOLVERDN_GETRF = 0, &
       CUSOLVERDN_POTRF = 1, &
       CUSOLVERDN_SYEVBATCHED = 2

include 'cusolver-all.inc'
end module cusolverDn
