! Module cufftXt: Fourier transforms on several GPUs (NVIDIA's interfaces of cuFFT).
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

module cufftXt
  use, intrinsic :: iso_c_binding, only: c_int, c_int64_t, c_size_t, c_float, &
       c_char, c_ptr, c_null_ptr, c_f_pointer
  use cuf_types, only: c_devptr
  use cufft
  implicit none
  private :: c_int, c_int64_t, c_size_t, c_float, c_char, c_ptr, &
       c_null_ptr, c_f_pointer, c_devptr, malloc_descriptor

  integer, parameter :: MAX_CUDA_DESCRIPTOR_GPUS = 64

  ! The order of data.
  integer (c_int), parameter :: &
       CUFFT_XT_FORMAT_INPUT = 0, &
       CUFFT_XT_FORMAT_OUTPUT = 1, &
       CUFFT_XT_FORMAT_INPLACE = 2, &
       CUFFT_XT_FORMAT_INPLACE_SHUFFLED = 3, &
       CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED = 4, &
       CUFFT_XT_FORMAT_DISTRIBUTED_INPUT = 5, &
       CUFFT_XT_FORMAT_DISTRIBUTED_OUTPUT = 6, &
       CUFFT_FORMAT_UNDEFINED = 7

  ! Which way data are copied.
  integer (c_int), parameter :: &
       CUFFT_COPY_HOST_TO_DEVICE = 0, &
       CUFFT_COPY_DEVICE_TO_HOST = 1, &
       CUFFT_COPY_DEVICE_TO_DEVICE = 2, &
       CUFFT_COPY_UNDEFINED = 3

  integer (c_int), parameter :: &
       CUFFT_QUERY_1D_FACTORS = 0, CUFFT_QUERY_UNDEFINED = 1

  integer (c_int), parameter :: &
       CUFFT_WORKAREA_MINIMAL = 0, CUFFT_WORKAREA_USER = 1, &
       CUFFT_WORKAREA_PERFORMANCE = 2

  ! Callbacks.
  integer (c_int), parameter :: &
       CUFFT_CB_LD_COMPLEX = 0, &
       CUFFT_CB_LD_COMPLEX_DOUBLE = 1, &
       CUFFT_CB_LD_REAL = 2, &
       CUFFT_CB_LD_REAL_DOUBLE = 3, &
       CUFFT_CB_ST_COMPLEX = 4, &
       CUFFT_CB_ST_COMPLEX_DOUBLE = 5, &
       CUFFT_CB_ST_REAL = 6, &
       CUFFT_CB_ST_REAL_DOUBLE = 7, &
       CUFFT_CB_UNDEFINED = 8

  ! The parts of an array on GPUs: the first of them is data(1).
  type, bind (c) :: cudaXtDesc
    integer (c_int) :: version = 0
    integer (c_int) :: nGPUs = 0
    integer (c_int) :: GPUs(MAX_CUDA_DESCRIPTOR_GPUS) = 0
    type (c_devptr) :: data(MAX_CUDA_DESCRIPTOR_GPUS)
    integer (c_size_t) :: size(MAX_CUDA_DESCRIPTOR_GPUS) = 0
    type (c_ptr) :: cudaXtState = c_null_ptr
  end type cudaXtDesc

  ! Its component descriptor is the address of a cudaXtDesc.
  type, bind (c) :: cudaLibXtDesc
    integer (c_int) :: version = 0
    type (c_ptr) :: descriptor = c_null_ptr
    integer (c_int) :: library = 0
    integer (c_int) :: subFormat = 0
    type (c_ptr) :: libDescriptor = c_null_ptr
  end type cudaLibXtDesc

  type, bind (c) :: cufftXt1dFactors
    integer (c_int64_t) :: size, stringCount, stringLength, substringLength
    integer (c_int64_t) :: factor1, factor2
    integer (c_int64_t) :: stringMask, substringMask, factor1Mask, factor2Mask
    integer (c_int) :: stringShift, substringShift, factor1Shift, factor2Shift
  end type cufftXt1dFactors

include 'cufft-xt.inc'

  interface cufftXtMalloc
    procedure cufftXtMalloc, malloc_descriptor
  end interface cufftXtMalloc
contains
  integer (c_int) function malloc_descriptor (plan, descriptor, format)
    integer, intent (in) :: plan, format
    type (cudaLibXtDesc), pointer, intent (out) :: descriptor
    type (c_ptr) :: p
    p = c_null_ptr
    nullify (descriptor)
    malloc_descriptor = cufftXtMalloc (plan, p, format)
    if (malloc_descriptor == CUFFT_SUCCESS) call c_f_pointer (p, descriptor)
  end function malloc_descriptor
end module cufftXt
