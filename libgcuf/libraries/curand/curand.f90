! Module curand: arrays of random numbers (NVIDIA's interfaces of cuRAND).
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

module curand
  use, intrinsic :: iso_c_binding, only: c_int, c_int64_t, c_size_t, c_float, &
       c_double, c_ptr, c_null_ptr
  use cuf_types, only: cuda_stream_kind
  ! What curandGetProperty tells.
  use cuf_library_types, only: MAJOR_VERSION, MINOR_VERSION, PATCH_LEVEL
  implicit none
  private :: c_int, c_int64_t, c_size_t, c_float, c_double, c_ptr, c_null_ptr, &
       cuda_stream_kind

  type, bind (c) :: curandGenerator
    type (c_ptr) :: handle = c_null_ptr
  end type curandGenerator

  type, bind (c) :: curandDiscreteDistribution
    type (c_ptr) :: handle = c_null_ptr
  end type curandDiscreteDistribution

  ! Results.
  integer (c_int), parameter :: &
       CURAND_STATUS_SUCCESS = 0, &
       CURAND_STATUS_VERSION_MISMATCH = 100, &
       CURAND_STATUS_NOT_INITIALIZED = 101, &
       CURAND_STATUS_ALLOCATION_FAILED = 102, &
       CURAND_STATUS_TYPE_ERROR = 103, &
       CURAND_STATUS_OUT_OF_RANGE = 104, &
       CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105, &
       CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106, &
       CURAND_STATUS_LAUNCH_FAILURE = 201, &
       CURAND_STATUS_PREEXISTING_FAILURE = 202, &
       CURAND_STATUS_INITIALIZATION_FAILED = 203, &
       CURAND_STATUS_ARCH_MISMATCH = 204, &
       CURAND_STATUS_INTERNAL_ERROR = 999

  ! Types of generators.
  integer (c_int), parameter :: &
       CURAND_RNG_TEST = 0, &
       CURAND_RNG_PSEUDO_DEFAULT = 100, &
       CURAND_RNG_PSEUDO_XORWOW = 101, &
       CURAND_RNG_PSEUDO_MRG32K3A = 121, &
       CURAND_RNG_PSEUDO_MTGP32 = 141, &
       CURAND_RNG_PSEUDO_MT19937 = 142, &
       CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161, &
       CURAND_RNG_QUASI_DEFAULT = 200, &
       CURAND_RNG_QUASI_SOBOL32 = 201, &
       CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202, &
       CURAND_RNG_QUASI_SOBOL64 = 203, &
       CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204

  ! The order of numbers in memory.
  integer (c_int), parameter :: &
       CURAND_ORDERING_PSEUDO_BEST = 100, &
       CURAND_ORDERING_PSEUDO_DEFAULT = 101, &
       CURAND_ORDERING_PSEUDO_SEEDED = 102, &
       CURAND_ORDERING_PSEUDO_LEGACY = 103, &
       CURAND_ORDERING_PSEUDO_DYNAMIC = 104, &
       CURAND_ORDERING_QUASI_DEFAULT = 201

  ! Sets of direction vectors.
  integer (c_int), parameter :: &
       CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101, &
       CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6 = 102, &
       CURAND_DIRECTION_VECTORS_64_JOEKUO6 = 103, &
       CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 = 104

  ! Methods for discrete distributions.
  integer (c_int), parameter :: &
       CURAND_CHOOSE_BEST = 0, &
       CURAND_ITR = 1, &
       CURAND_KNUTH = 2, &
       CURAND_HITR = 3, &
       CURAND_M1 = 4, &
       CURAND_M2 = 5, &
       CURAND_BINARY_SEARCH = 6, &
       CURAND_DISCRETE_GAUSS = 7, &
       CURAND_REJECTION = 8, &
       CURAND_DEVICE_API = 9, &
       CURAND_FAST_REJECTION = 10, &
       CURAND_3RD = 11, &
       CURAND_DEFINITION = 12, &
       CURAND_POISSON = 13

include 'curand-all.inc'

  ! An array is filled as befits its type.
  interface curandGenerate
    procedure curandGenerate, curandGenerateLongLong, curandGenerateUniform, &
         curandGenerateUniformDouble
  end interface curandGenerate

  interface curandGenerateUniform
    procedure curandGenerateUniform, curandGenerateUniformDouble
  end interface curandGenerateUniform

  interface curandGenerateNormal
    procedure curandGenerateNormal, curandGenerateNormalDouble
  end interface curandGenerateNormal

  interface curandGenerateLogNormal
    procedure curandGenerateLogNormal, curandGenerateLogNormalDouble
  end interface curandGenerateLogNormal
end module curand
