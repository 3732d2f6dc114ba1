! Module cusparse: sparse matrices (guide, 3.9.5; NVIDIA's interfaces of cuSPARSE).
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

module cusparse
  use, intrinsic :: iso_c_binding, only: c_int, c_int64_t, c_size_t, c_float, &
       c_double, c_float_complex, c_double_complex, c_char, c_ptr, c_null_ptr
  use cuf_types, only: cuda_stream_kind, c_devptr
  use cuf_library_types, only: cudaDataType, MAJOR_VERSION, MINOR_VERSION, &
       PATCH_LEVEL, CUDA_R_32F, CUDA_R_64F, CUDA_R_16F, CUDA_R_8I, CUDA_C_32F, &
       CUDA_C_64F, CUDA_C_16F, CUDA_C_8I, CUDA_R_8U, CUDA_C_8U, CUDA_R_32I, &
       CUDA_C_32I, CUDA_R_32U, CUDA_C_32U, CUDA_R_16BF, CUDA_C_16BF, &
       CUDA_R_64I, CUDA_C_64I, CUDA_R_64U, CUDA_C_64U
  implicit none
  private :: c_int, c_int64_t, c_size_t, c_float, c_double, c_float_complex, &
       c_double_complex, c_char, c_ptr, c_null_ptr, cuda_stream_kind, c_devptr

  ! What the library makes.
  type, bind (c) :: cusparseHandle
    type (c_ptr) :: handle = c_null_ptr
  end type cusparseHandle

  type, bind (c) :: cusparseMatDescr
    type (c_ptr) :: handle = c_null_ptr
  end type cusparseMatDescr

  type, bind (c) :: cusparseCsric02Info
    type (c_ptr) :: handle = c_null_ptr
  end type cusparseCsric02Info

  type, bind (c) :: cusparseBsric02Info
    type (c_ptr) :: handle = c_null_ptr
  end type cusparseBsric02Info

  type, bind (c) :: cusparseCsrilu02Info
    type (c_ptr) :: handle = c_null_ptr
  end type cusparseCsrilu02Info

  type, bind (c) :: cusparseBsrilu02Info
    type (c_ptr) :: handle = c_null_ptr
  end type cusparseBsrilu02Info

  type, bind (c) :: cusparseBsrsv2Info
    type (c_ptr) :: handle = c_null_ptr
  end type cusparseBsrsv2Info

  type, bind (c) :: cusparseBsrsm2Info
    type (c_ptr) :: handle = c_null_ptr
  end type cusparseBsrsm2Info

  type, bind (c) :: cusparseCsru2csrInfo
    type (c_ptr) :: handle = c_null_ptr
  end type cusparseCsru2csrInfo

  type, bind (c) :: cusparseColorInfo
    type (c_ptr) :: handle = c_null_ptr
  end type cusparseColorInfo

  type, bind (c) :: cusparsePruneInfo
    type (c_ptr) :: handle = c_null_ptr
  end type cusparsePruneInfo

  type, bind (c) :: cusparseSpVecDescr
    type (c_ptr) :: handle = c_null_ptr
  end type cusparseSpVecDescr

  type, bind (c) :: cusparseDnVecDescr
    type (c_ptr) :: handle = c_null_ptr
  end type cusparseDnVecDescr

  type, bind (c) :: cusparseSpMatDescr
    type (c_ptr) :: handle = c_null_ptr
  end type cusparseSpMatDescr

  type, bind (c) :: cusparseDnMatDescr
    type (c_ptr) :: handle = c_null_ptr
  end type cusparseDnMatDescr

  type, bind (c) :: cusparseSpSVDescr
    type (c_ptr) :: handle = c_null_ptr
  end type cusparseSpSVDescr

  type, bind (c) :: cusparseSpSMDescr
    type (c_ptr) :: handle = c_null_ptr
  end type cusparseSpSMDescr

  type, bind (c) :: cusparseSpGEMMDescr
    type (c_ptr) :: handle = c_null_ptr
  end type cusparseSpGEMMDescr

  type, bind (c) :: cusparseSpMMOpPlan
    type (c_ptr) :: handle = c_null_ptr
  end type cusparseSpMMOpPlan

  type, bind (c) :: cusparseSolveAnalysisInfo
    type (c_ptr) :: handle = c_null_ptr
  end type cusparseSolveAnalysisInfo

  type, bind (c) :: cusparseCsrsv2Info
    type (c_ptr) :: handle = c_null_ptr
  end type cusparseCsrsv2Info

  type, bind (c) :: cusparseCsrsm2Info
    type (c_ptr) :: handle = c_null_ptr
  end type cusparseCsrsm2Info

  ! Results.
  integer (c_int), parameter :: &
       CUSPARSE_STATUS_SUCCESS = 0, &
       CUSPARSE_STATUS_NOT_INITIALIZED = 1, &
       CUSPARSE_STATUS_ALLOC_FAILED = 2, &
       CUSPARSE_STATUS_INVALID_VALUE = 3, &
       CUSPARSE_STATUS_ARCH_MISMATCH = 4, &
       CUSPARSE_STATUS_MAPPING_ERROR = 5, &
       CUSPARSE_STATUS_EXECUTION_FAILED = 6, &
       CUSPARSE_STATUS_INTERNAL_ERROR = 7, &
       CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8, &
       CUSPARSE_STATUS_ZERO_PIVOT = 9, &
       CUSPARSE_STATUS_NOT_SUPPORTED = 10, &
       CUSPARSE_STATUS_INSUFFICIENT_RESOURCES = 11

  ! Where scalars are.
  integer (c_int), parameter :: &
       CUSPARSE_POINTER_MODE_HOST = 0, &
       CUSPARSE_POINTER_MODE_DEVICE = 1

  ! Conversion of values.
  integer (c_int), parameter :: &
       CUSPARSE_ACTION_SYMBOLIC = 0, &
       CUSPARSE_ACTION_NUMERIC = 1

  ! Kinds of matrices.
  integer (c_int), parameter :: &
       CUSPARSE_MATRIX_TYPE_GENERAL = 0, &
       CUSPARSE_MATRIX_TYPE_SYMMETRIC = 1, &
       CUSPARSE_MATRIX_TYPE_HERMITIAN = 2, &
       CUSPARSE_MATRIX_TYPE_TRIANGULAR = 3

  ! Triangles.
  integer (c_int), parameter :: &
       CUSPARSE_FILL_MODE_LOWER = 0, &
       CUSPARSE_FILL_MODE_UPPER = 1

  ! Diagonals.
  integer (c_int), parameter :: &
       CUSPARSE_DIAG_TYPE_NON_UNIT = 0, &
       CUSPARSE_DIAG_TYPE_UNIT = 1

  ! Indices.
  integer (c_int), parameter :: &
       CUSPARSE_INDEX_BASE_ZERO = 0, &
       CUSPARSE_INDEX_BASE_ONE = 1

  ! Operations.
  integer (c_int), parameter :: &
       CUSPARSE_OPERATION_NON_TRANSPOSE = 0, &
       CUSPARSE_OPERATION_TRANSPOSE = 1, &
       CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE = 2

  ! Elements of blocks, or rows and columns.
  integer (c_int), parameter :: &
       CUSPARSE_DIRECTION_ROW = 0, &
       CUSPARSE_DIRECTION_COLUMN = 1

  ! Levels of triangular solutions.
  integer (c_int), parameter :: &
       CUSPARSE_SOLVE_POLICY_NO_LEVEL = 0, &
       CUSPARSE_SOLVE_POLICY_USE_LEVEL = 1

  ! Colors.
  integer (c_int), parameter :: &
       CUSPARSE_COLOR_ALG0 = 0, &
       CUSPARSE_COLOR_ALG1 = 1

  ! For Csr2CscAlg.
  integer (c_int), parameter :: &
       CUSPARSE_CSR2CSC_ALG_DEFAULT = 1, &
       CUSPARSE_CSR2CSC_ALG1 = 1

  ! Formats.
  integer (c_int), parameter :: &
       CUSPARSE_FORMAT_CSR = 1, &
       CUSPARSE_FORMAT_CSC = 2, &
       CUSPARSE_FORMAT_COO = 3, &
       CUSPARSE_FORMAT_BLOCKED_ELL = 5, &
       CUSPARSE_FORMAT_BSR = 6, &
       CUSPARSE_FORMAT_SLICED_ELLPACK = 7

  ! Dense matrices.
  integer (c_int), parameter :: &
       CUSPARSE_ORDER_COL = 1, &
       CUSPARSE_ORDER_ROW = 2

  ! Types of indices.
  integer (c_int), parameter :: &
       CUSPARSE_INDEX_16U = 1, &
       CUSPARSE_INDEX_32I = 2, &
       CUSPARSE_INDEX_64I = 3

  ! Attributes.
  integer (c_int), parameter :: &
       CUSPARSE_SPMAT_FILL_MODE = 0, &
       CUSPARSE_SPMAT_DIAG_TYPE = 1

  ! For SparseToDenseAlg.
  integer (c_int), parameter :: &
       CUSPARSE_SPARSETODENSE_ALG_DEFAULT = 0

  ! For DenseToSparseAlg.
  integer (c_int), parameter :: &
       CUSPARSE_DENSETOSPARSE_ALG_DEFAULT = 0

  ! Algorithms.
  integer (c_int), parameter :: &
       CUSPARSE_SPMV_ALG_DEFAULT = 0, &
       CUSPARSE_SPMV_CSR_ALG1 = 2, &
       CUSPARSE_SPMV_CSR_ALG2 = 3, &
       CUSPARSE_SPMV_COO_ALG1 = 1, &
       CUSPARSE_SPMV_COO_ALG2 = 4, &
       CUSPARSE_SPMV_SELL_ALG1 = 5, &
       CUSPARSE_SPMV_BSR_ALG1 = 6

  ! For SpSVAlg.
  integer (c_int), parameter :: &
       CUSPARSE_SPSV_ALG_DEFAULT = 0

  ! For SpSVUpdate.
  integer (c_int), parameter :: &
       CUSPARSE_SPSV_UPDATE_GENERAL = 0, &
       CUSPARSE_SPSV_UPDATE_DIAGONAL = 1

  ! For SpSMAlg.
  integer (c_int), parameter :: &
       CUSPARSE_SPSM_ALG_DEFAULT = 0

  ! For SpSMUpdate.
  integer (c_int), parameter :: &
       CUSPARSE_SPSM_UPDATE_GENERAL = 0, &
       CUSPARSE_SPSM_UPDATE_DIAGONAL = 1

  ! For SpMMAlg.
  integer (c_int), parameter :: &
       CUSPARSE_SPMM_ALG_DEFAULT = 0, &
       CUSPARSE_SPMM_COO_ALG1 = 1, &
       CUSPARSE_SPMM_COO_ALG2 = 2, &
       CUSPARSE_SPMM_COO_ALG3 = 3, &
       CUSPARSE_SPMM_COO_ALG4 = 5, &
       CUSPARSE_SPMM_CSR_ALG1 = 4, &
       CUSPARSE_SPMM_CSR_ALG2 = 6, &
       CUSPARSE_SPMM_CSR_ALG3 = 12, &
       CUSPARSE_SPMM_BLOCKED_ELL_ALG1 = 13, &
       CUSPARSE_SPMM_BSR_ALG1 = 14

  ! For SpGEMMAlg.
  integer (c_int), parameter :: &
       CUSPARSE_SPGEMM_DEFAULT = 0, &
       CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC = 1, &
       CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC = 2, &
       CUSPARSE_SPGEMM_ALG1 = 3, &
       CUSPARSE_SPGEMM_ALG2 = 4, &
       CUSPARSE_SPGEMM_ALG3 = 5

  ! For SDDMMAlg.
  integer (c_int), parameter :: &
       CUSPARSE_SDDMM_ALG_DEFAULT = 0

  ! For SpMMOpAlg.
  integer (c_int), parameter :: &
       CUSPARSE_SPMM_OP_ALG_DEFAULT = 0

  ! Algorithms by older names.
  integer (c_int), parameter :: &
       CUSPARSE_MV_ALG_DEFAULT = 0, &
       CUSPARSE_COOMV_ALG = 1, &
       CUSPARSE_CSRMV_ALG1 = 2, &
       CUSPARSE_CSRMV_ALG2 = 3, &
       CUSPARSE_MM_ALG_DEFAULT = 0, &
       CUSPARSE_COOMM_ALG1 = 1, &
       CUSPARSE_COOMM_ALG2 = 2, &
       CUSPARSE_COOMM_ALG3 = 3, &
       CUSPARSE_CSRMM_ALG1 = 4

include 'cusparse-all.inc'

  ! Names that NVIDIA's interfaces have besides.
  interface cusparseSnnz_v2
    procedure cusparseSnnz
  end interface cusparseSnnz_v2
  interface cusparseDnnz_v2
    procedure cusparseDnnz
  end interface cusparseDnnz_v2
  interface cusparseCnnz_v2
    procedure cusparseCnnz
  end interface cusparseCnnz_v2
  interface cusparseZnnz_v2
    procedure cusparseZnnz
  end interface cusparseZnnz_v2
end module cusparse
