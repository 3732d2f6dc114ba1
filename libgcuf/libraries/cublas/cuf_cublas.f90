! What the modules of cuBLAS have in common.
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

module cuf_cublas
  use, intrinsic :: iso_c_binding, only: c_int, c_int64_t, c_size_t, c_float, &
       c_double, c_float_complex, c_double_complex, c_char, c_ptr, c_funptr, &
       c_null_ptr, c_associated, c_f_pointer
  use cuf_types, only: cuda_stream_kind, c_devptr
  use cuf_library_types
  implicit none
  private :: c_int, c_int64_t, c_size_t, c_float, c_double, c_float_complex, &
       c_double_complex, c_char, c_ptr, c_funptr, c_null_ptr, c_associated, &
       c_f_pointer, cuda_stream_kind, c_devptr, equal, unequal, text

  type, bind (c) :: cublasHandle
    type (c_ptr) :: handle = c_null_ptr
  end type

  interface operator (==)
    module procedure equal
  end interface
  interface operator (/=)
    module procedure unequal
  end interface

  ! Results.
  integer, parameter :: CUBLAS_STATUS_SUCCESS = 0
  integer, parameter :: CUBLAS_STATUS_NOT_INITIALIZED = 1
  integer, parameter :: CUBLAS_STATUS_ALLOC_FAILED = 3
  integer, parameter :: CUBLAS_STATUS_INVALID_VALUE = 7
  integer, parameter :: CUBLAS_STATUS_ARCH_MISMATCH = 8
  integer, parameter :: CUBLAS_STATUS_MAPPING_ERROR = 11
  integer, parameter :: CUBLAS_STATUS_EXECUTION_FAILED = 13
  integer, parameter :: CUBLAS_STATUS_INTERNAL_ERROR = 14
  integer, parameter :: CUBLAS_STATUS_NOT_SUPPORTED = 15
  integer, parameter :: CUBLAS_STATUS_LICENSE_ERROR = 16

  ! Where scalars are.
  integer, parameter :: CUBLAS_POINTER_MODE_HOST = 0
  integer, parameter :: CUBLAS_POINTER_MODE_DEVICE = 1

  ! Atomic operations.
  integer, parameter :: CUBLAS_ATOMICS_NOT_ALLOWED = 0
  integer, parameter :: CUBLAS_ATOMICS_ALLOWED = 1

  ! Algorithms of matrix products.
  integer, parameter :: CUBLAS_GEMM_DFALT = -1
  integer, parameter :: CUBLAS_GEMM_DEFAULT = -1
  integer, parameter :: CUBLAS_GEMM_ALGO0 = 0
  integer, parameter :: CUBLAS_GEMM_ALGO1 = 1
  integer, parameter :: CUBLAS_GEMM_ALGO2 = 2
  integer, parameter :: CUBLAS_GEMM_ALGO3 = 3
  integer, parameter :: CUBLAS_GEMM_ALGO4 = 4
  integer, parameter :: CUBLAS_GEMM_ALGO5 = 5
  integer, parameter :: CUBLAS_GEMM_ALGO6 = 6
  integer, parameter :: CUBLAS_GEMM_ALGO7 = 7
  integer, parameter :: CUBLAS_GEMM_ALGO8 = 8
  integer, parameter :: CUBLAS_GEMM_ALGO9 = 9
  integer, parameter :: CUBLAS_GEMM_ALGO10 = 10
  integer, parameter :: CUBLAS_GEMM_ALGO11 = 11
  integer, parameter :: CUBLAS_GEMM_ALGO12 = 12
  integer, parameter :: CUBLAS_GEMM_ALGO13 = 13
  integer, parameter :: CUBLAS_GEMM_ALGO14 = 14
  integer, parameter :: CUBLAS_GEMM_ALGO15 = 15
  integer, parameter :: CUBLAS_GEMM_ALGO16 = 16
  integer, parameter :: CUBLAS_GEMM_ALGO17 = 17
  integer, parameter :: CUBLAS_GEMM_ALGO18 = 18
  integer, parameter :: CUBLAS_GEMM_ALGO19 = 19
  integer, parameter :: CUBLAS_GEMM_ALGO20 = 20
  integer, parameter :: CUBLAS_GEMM_ALGO21 = 21
  integer, parameter :: CUBLAS_GEMM_ALGO22 = 22
  integer, parameter :: CUBLAS_GEMM_ALGO23 = 23
  integer, parameter :: CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99
  integer, parameter :: CUBLAS_GEMM_DFALT_TENSOR_OP = 99
  integer, parameter :: CUBLAS_GEMM_ALGO0_TENSOR_OP = 100
  integer, parameter :: CUBLAS_GEMM_ALGO1_TENSOR_OP = 101
  integer, parameter :: CUBLAS_GEMM_ALGO2_TENSOR_OP = 102
  integer, parameter :: CUBLAS_GEMM_ALGO3_TENSOR_OP = 103
  integer, parameter :: CUBLAS_GEMM_ALGO4_TENSOR_OP = 104
  integer, parameter :: CUBLAS_GEMM_ALGO5_TENSOR_OP = 105
  integer, parameter :: CUBLAS_GEMM_ALGO6_TENSOR_OP = 106
  integer, parameter :: CUBLAS_GEMM_ALGO7_TENSOR_OP = 107
  integer, parameter :: CUBLAS_GEMM_ALGO8_TENSOR_OP = 108
  integer, parameter :: CUBLAS_GEMM_ALGO9_TENSOR_OP = 109
  integer, parameter :: CUBLAS_GEMM_ALGO10_TENSOR_OP = 110
  integer, parameter :: CUBLAS_GEMM_ALGO11_TENSOR_OP = 111
  integer, parameter :: CUBLAS_GEMM_ALGO12_TENSOR_OP = 112
  integer, parameter :: CUBLAS_GEMM_ALGO13_TENSOR_OP = 113
  integer, parameter :: CUBLAS_GEMM_ALGO14_TENSOR_OP = 114
  integer, parameter :: CUBLAS_GEMM_ALGO15_TENSOR_OP = 115
  integer, parameter :: CUBLAS_GEMM_AUTOTUNE = 999

  ! Precisions of matrix products.
  integer, parameter :: CUBLAS_DEFAULT_MATH = 0
  integer, parameter :: CUBLAS_TENSOR_OP_MATH = 1
  integer, parameter :: CUBLAS_PEDANTIC_MATH = 2
  integer, parameter :: CUBLAS_TF32_TENSOR_OP_MATH = 3
  integer, parameter :: CUBLAS_FP32_EMULATED_BF16X9_MATH = 4
  integer, parameter :: CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH = 8
  integer, parameter :: CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16

  ! Types in which products are computed.
  integer, parameter :: CUBLAS_COMPUTE_16F = 64
  integer, parameter :: CUBLAS_COMPUTE_16F_PEDANTIC = 65
  integer, parameter :: CUBLAS_COMPUTE_32F = 68
  integer, parameter :: CUBLAS_COMPUTE_32F_PEDANTIC = 69
  integer, parameter :: CUBLAS_COMPUTE_32F_FAST_16F = 74
  integer, parameter :: CUBLAS_COMPUTE_32F_FAST_16BF = 75
  integer, parameter :: CUBLAS_COMPUTE_32F_FAST_TF32 = 77
  integer, parameter :: CUBLAS_COMPUTE_32F_EMULATED_16BFX9 = 78
  integer, parameter :: CUBLAS_COMPUTE_64F = 70
  integer, parameter :: CUBLAS_COMPUTE_64F_PEDANTIC = 71
  integer, parameter :: CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT = 79
  integer, parameter :: CUBLAS_COMPUTE_32I = 72
  integer, parameter :: CUBLAS_COMPUTE_32I_PEDANTIC = 73

  ! Emulation of precisions.
  integer, parameter :: CUBLAS_EMULATION_STRATEGY_DEFAULT = 0
  integer, parameter :: CUBLAS_EMULATION_STRATEGY_PERFORMANT = 1
  integer, parameter :: CUBLAS_EMULATION_STRATEGY_EAGER = 2

  ! The handle that calls without one use.
  interface cublasGetHandle
    type (cublasHandle) function cuf_cublas_handle () &
         bind (c, name = "GCUF_cublasHandle")
      import
    end function
    integer (c_int) function cuf_cublas_get_handle (handle) &
         bind (c, name = "GCUF_cublasGetHandle")
      import
      type (cublasHandle) :: handle
    end function
  end interface

include 'cublas-32.inc'
contains
  elemental logical function equal (a, b)
    type (cublasHandle), intent (in) :: a, b
    equal = transfer (a%handle, 0_c_size_t) == transfer (b%handle, 0_c_size_t)
  end function

  elemental logical function unequal (a, b)
    type (cublasHandle), intent (in) :: a, b
    unequal = .not. equal (a, b)
  end function

  ! The characters at a place, to a null.
  character (128) function text (place)
    type (c_ptr), intent (in) :: place
    character (c_char), pointer :: c(:)
    integer :: i
    call c_f_pointer (place, c, [128])
    text = ""
    do i = 1, 128
      if (iachar (c(i)) == 0) exit
      text(i:i) = c(i)
    end do
  end function

  character (128) function cublasGetStatusName (status)
    integer (c_int), intent (in) :: status
    interface
      type (c_ptr) function name (status) bind (c, name = "GCUF_cublasGetStatusName")
        import
        integer (c_int), value :: status
      end function
    end interface
    cublasGetStatusName = text (name (status))
  end function

  character (128) function cublasGetStatusString (status)
    integer (c_int), intent (in) :: status
    interface
      type (c_ptr) function string (status) bind (c, name = "GCUF_cublasGetStatusString")
        import
        integer (c_int), value :: status
      end function
    end interface
    cublasGetStatusString = text (string (status))
  end function
end module cuf_cublas
