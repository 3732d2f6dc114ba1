! Module nccl: communication between GPUs (NVIDIA's interfaces of NCCL).
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

module nccl
  use, intrinsic :: iso_c_binding, only: c_int, c_int64_t, c_size_t, c_float, &
       c_char, c_ptr, c_null_ptr, c_null_char, c_loc, c_associated, c_f_pointer
  use cuf_types, only: cuda_stream_kind, c_devptr
  implicit none
  private :: c_int, c_int64_t, c_size_t, c_float, c_char, c_ptr, c_null_ptr, &
       c_null_char, c_loc, c_associated, c_f_pointer, cuda_stream_kind, c_devptr
  private :: same_result, other_result, same_type, other_type, same_operation, &
       other_operation, result_to_integer, text, init_config, split_config, &
       shrink_config, scalable_config

  ! The version that these interfaces are of, which is not that of the library.
  integer, parameter :: NCCL_MAJOR = 2, NCCL_MINOR = 19, NCCL_PATCH = 3
  integer, parameter :: NCCL_VERSION &
       = NCCL_MAJOR * 10000 + NCCL_MINOR * 100 + NCCL_PATCH
  integer, parameter :: NCCL_VERSION_CODE = NCCL_VERSION

  integer, parameter :: NCCL_UNIQUE_ID_BYTES = 128
  integer, parameter :: NCCL_SPLIT_NOCOLOR = -1
  integer (c_int), parameter :: NCCL_CONFIG_UNDEF_INT = -huge (0_c_int) - 1
  integer (c_int), parameter :: NCCL_SHRINK_DEFAULT = 0, NCCL_SHRINK_ABORT = 1
  integer (c_int), parameter :: &
       NCCL_WIN_DEFAULT = 0, NCCL_WIN_COLL_SYMMETRIC = 1

  type, bind (c) :: ncclUniqueId
    character (c_char) :: internal(NCCL_UNIQUE_ID_BYTES) = c_null_char
  end type ncclUniqueId

  type, bind (c) :: ncclComm
    type (c_ptr) :: handle = c_null_ptr
  end type ncclComm

  type, bind (c) :: ncclWindow
    type (c_ptr) :: handle = c_null_ptr
  end type ncclWindow

  type, bind (c) :: ncclResult
    integer (c_int) :: value = 0
  end type ncclResult

  type, bind (c) :: ncclDataType
    integer (c_int) :: value = 0
  end type ncclDataType

  type, bind (c) :: ncclRedOp
    integer (c_int) :: value = 0
  end type ncclRedOp

  ! As NCCL 2.19 has it; later ones know by the version that it ends here.
  type, bind (c) :: ncclConfig
    integer (c_size_t) :: size = 48
    integer (c_int) :: magic = int (z'cafebeef', c_int)
    integer (c_int) :: version = NCCL_VERSION
    integer (c_int) :: blocking = NCCL_CONFIG_UNDEF_INT
    integer (c_int) :: cgaClusterSize = NCCL_CONFIG_UNDEF_INT
    integer (c_int) :: minCTAs = NCCL_CONFIG_UNDEF_INT
    integer (c_int) :: maxCTAs = NCCL_CONFIG_UNDEF_INT
    type (c_ptr) :: netName = c_null_ptr
    integer (c_int) :: splitShare = NCCL_CONFIG_UNDEF_INT
  end type ncclConfig

  ! Results.
  type (ncclResult), parameter :: &
       ncclSuccess = ncclResult (0), &
       ncclUnhandledCudaError = ncclResult (1), &
       ncclSystemError = ncclResult (2), &
       ncclInternalError = ncclResult (3), &
       ncclInvalidArgument = ncclResult (4), &
       ncclInvalidUsage = ncclResult (5), &
       ncclRemoteError = ncclResult (6), &
       ncclInProgress = ncclResult (7), &
       ncclNumResults = ncclResult (8)

  ! Types of data.
  type (ncclDataType), parameter :: &
       ncclInt8 = ncclDataType (0), ncclChar = ncclDataType (0), &
       ncclUint8 = ncclDataType (1), &
       ncclInt32 = ncclDataType (2), ncclInt = ncclDataType (2), &
       ncclUint32 = ncclDataType (3), &
       ncclInt64 = ncclDataType (4), &
       ncclUint64 = ncclDataType (5), &
       ncclFloat16 = ncclDataType (6), ncclHalf = ncclDataType (6), &
       ncclFloat32 = ncclDataType (7), ncclFloat = ncclDataType (7), &
       ncclFloat64 = ncclDataType (8), ncclDouble = ncclDataType (8), &
       ncclBfloat16 = ncclDataType (9), &
       ncclFloat8e4m3 = ncclDataType (10), &
       ncclFloat8e5m2 = ncclDataType (11), &
       ncclNumTypes = ncclDataType (12)

  ! Reductions.
  type (ncclRedOp), parameter :: &
       ncclSum = ncclRedOp (0), &
       ncclProd = ncclRedOp (1), &
       ncclMax = ncclRedOp (2), &
       ncclMin = ncclRedOp (3), &
       ncclAvg = ncclRedOp (4), &
       ncclNumOps = ncclRedOp (5)

  ! Where the scalar of ncclRedOpCreatePreMulSum is.
  integer (c_int), parameter :: &
       ncclScalarDevice = 0, ncclScalarHostImmediate = 1

include 'nccl-all.inc'

  interface operator (==)
    procedure same_result, same_type, same_operation
  end interface

  interface operator (/=)
    procedure other_result, other_type, other_operation
  end interface

  ! Programs have the result in an integer as well.
  interface assignment (=)
    procedure result_to_integer
  end interface

  ! A configuration is of type ncclConfig, or an address, such as c_null_ptr.
  interface ncclCommInitRankConfig
    procedure ncclCommInitRankConfig, init_config
  end interface ncclCommInitRankConfig

  interface ncclCommInitRankScalable
    procedure ncclCommInitRankScalable, scalable_config
  end interface ncclCommInitRankScalable

  interface ncclCommSplit
    procedure ncclCommSplit, split_config
  end interface ncclCommSplit

  interface ncclCommShrink
    procedure ncclCommShrink, shrink_config
  end interface ncclCommShrink
contains
  elemental logical function same_result (a, b)
    type (ncclResult), intent (in) :: a, b
    same_result = a%value == b%value
  end function same_result

  elemental logical function other_result (a, b)
    type (ncclResult), intent (in) :: a, b
    other_result = a%value /= b%value
  end function other_result

  elemental logical function same_type (a, b)
    type (ncclDataType), intent (in) :: a, b
    same_type = a%value == b%value
  end function same_type

  elemental logical function other_type (a, b)
    type (ncclDataType), intent (in) :: a, b
    other_type = a%value /= b%value
  end function other_type

  elemental logical function same_operation (a, b)
    type (ncclRedOp), intent (in) :: a, b
    same_operation = a%value == b%value
  end function same_operation

  elemental logical function other_operation (a, b)
    type (ncclRedOp), intent (in) :: a, b
    other_operation = a%value /= b%value
  end function other_operation

  elemental subroutine result_to_integer (i, r)
    integer, intent (out) :: i
    type (ncclResult), intent (in) :: r
    i = r%value
  end subroutine result_to_integer

  type (ncclResult) function init_config (comm, nranks, commId, rank, config)
    type (ncclComm), intent (out) :: comm
    integer, intent (in) :: nranks, rank
    type (ncclUniqueId), intent (in) :: commId
    type (ncclConfig), intent (in), target :: config
    init_config = ncclCommInitRankConfig (comm, nranks, commId, rank, &
         c_loc (config))
  end function init_config

  type (ncclResult) function scalable_config (newcomm, nranks, myrank, nId, &
       commIds, config)
    type (ncclComm), intent (out) :: newcomm
    integer, intent (in) :: nranks, myrank, nId
    type (ncclUniqueId), intent (in) :: commIds(*)
    type (ncclConfig), intent (in), target :: config
    scalable_config = ncclCommInitRankScalable (newcomm, nranks, myrank, nId, &
         commIds, c_loc (config))
  end function scalable_config

  type (ncclResult) function split_config (comm, color, key, newcomm, config)
    type (ncclComm), intent (in) :: comm
    integer, intent (in) :: color, key
    type (ncclComm), intent (out) :: newcomm
    type (ncclConfig), intent (in), target :: config
    split_config = ncclCommSplit (comm, color, key, newcomm, c_loc (config))
  end function split_config

  type (ncclResult) function shrink_config (comm, excludeRanksList, &
       excludeRanksCount, newcomm, config, shrinkFlags)
    type (ncclComm), intent (in) :: comm
    integer, intent (in) :: excludeRanksList(*), excludeRanksCount, shrinkFlags
    type (ncclComm), intent (out) :: newcomm
    type (ncclConfig), intent (in), target :: config
    shrink_config = ncclCommShrink (comm, excludeRanksList, &
         excludeRanksCount, newcomm, c_loc (config), shrinkFlags)
  end function shrink_config

  ! The C string at P, in a variable of Fortran.
  function text (p) result (string)
    type (c_ptr), intent (in) :: p
    character (128) :: string
    character (c_char), pointer :: c(:)
    integer :: i
    string = ""
    if (.not. c_associated (p)) return
    call c_f_pointer (p, c, [len (string)])
    do i = 1, len (string)
      if (c(i) == c_null_char) exit
      string(i:i) = c(i)
    end do
  end function text

  character (128) function ncclGetErrorString (result)
    type (ncclResult), intent (in) :: result
    interface
      type (c_ptr) function string (result) &
           bind (c, name = "GCUF_ncclGetErrorString")
        import
        type (ncclResult), value :: result
      end function
    end interface
    ncclGetErrorString = text (string (result))
  end function ncclGetErrorString

  character (128) function ncclGetLastError (comm)
    type (ncclComm), intent (in) :: comm
    interface
      type (c_ptr) function string (comm) &
           bind (c, name = "GCUF_ncclGetLastError")
        import
        type (ncclComm), value :: comm
      end function
    end interface
    ncclGetLastError = text (string (comm))
  end function ncclGetLastError
end module nccl
