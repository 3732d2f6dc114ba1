! Module cutensorex: functions of arrays in device memory.
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

! The intrinsic functions are gfortran's, which the compiler knows how to
! compute on the device where this module is used; so it does with the others,
! whose procedures here are for arrays of the host's.

module cutensorex
  implicit none

  intrinsic :: all, any, count, merge, pack, unpack, reshape, transpose, &
       spread, matmul, dot_product, random_number

  ! The locations of the true elements of a mask.
  interface packloc
    module procedure packloc_1
  end interface

  ! For each element, the number of true elements up to it.
  interface count_prefix
    module procedure count_prefix_1, count_prefix_2, count_prefix_3
  end interface

  ! The same for the sum of elements.
  interface sum_prefix
    module procedure sum_prefix_i4_1, sum_prefix_i4_2, sum_prefix_i4_3, &
         sum_prefix_i8_1, sum_prefix_i8_2, sum_prefix_i8_3, &
         sum_prefix_r4_1, sum_prefix_r4_2, sum_prefix_r4_3, &
         sum_prefix_r8_1, sum_prefix_r8_2, sum_prefix_r8_3
  end interface

  private :: packloc_1, count_prefix_1, count_prefix_2, count_prefix_3, &
       sum_prefix_i4_1, sum_prefix_i4_2, sum_prefix_i4_3, &
       sum_prefix_i8_1, sum_prefix_i8_2, sum_prefix_i8_3, &
       sum_prefix_r4_1, sum_prefix_r4_2, sum_prefix_r4_3, &
       sum_prefix_r8_1, sum_prefix_r8_2, sum_prefix_r8_3, &
       accumulate_i4, accumulate_i8, accumulate_r4, accumulate_r8

contains

  function packloc_1 (mask, count) result (locations)
    logical, intent (in) :: mask(:)
    integer, intent (out), optional :: count
    integer :: locations(size (mask))
    integer :: i, n
    !dir$ ignore_tkr (dm) mask, (dm) count
    n = 0
    locations = 0
    do i = 1, size (mask)
      if (mask(i)) then
        n = n + 1
        locations(n) = i
      end if
    end do
    if (present (count)) count = n
  end function

  function count_prefix_1 (mask, dim, exclusive) result (res)
    logical, intent (in) :: mask(:)
    integer, intent (in), optional :: dim
    logical, intent (in), optional :: exclusive
    integer :: res(size (mask))
    !dir$ ignore_tkr (dm) mask
    res = sum_prefix (merge (1, 0, mask), dim=dim, exclusive=exclusive)
  end function

  function count_prefix_2 (mask, dim, exclusive) result (res)
    logical, intent (in) :: mask(:, :)
    integer, intent (in), optional :: dim
    logical, intent (in), optional :: exclusive
    integer :: res(size (mask, 1), size (mask, 2))
    !dir$ ignore_tkr (dm) mask
    res = sum_prefix (merge (1, 0, mask), dim=dim, exclusive=exclusive)
  end function

  function count_prefix_3 (mask, dim, exclusive) result (res)
    logical, intent (in) :: mask(:, :, :)
    integer, intent (in), optional :: dim
    logical, intent (in), optional :: exclusive
    integer :: res(size (mask, 1), size (mask, 2), size (mask, 3))
    !dir$ ignore_tkr (dm) mask
    res = sum_prefix (merge (1, 0, mask), dim=dim, exclusive=exclusive)
  end function

  function sum_prefix_i4_1 (array, mask, dim, exclusive) result (res)
    integer (4), intent (in) :: array(:)
    logical, intent (in), optional :: mask(:)
    integer, intent (in), optional :: dim
    logical, intent (in), optional :: exclusive
    integer (4) :: res(size (array))
    !dir$ ignore_tkr (dm) array, (dm) mask
    res = array
    if (present (mask)) res = merge (array, 0_4, mask)
    call accumulate_i4 (res, shape (array), dim, exclusive)
  end function

  function sum_prefix_i4_2 (array, mask, dim, exclusive) result (res)
    integer (4), intent (in) :: array(:, :)
    logical, intent (in), optional :: mask(:, :)
    integer, intent (in), optional :: dim
    logical, intent (in), optional :: exclusive
    integer (4) :: res(size (array, 1), size (array, 2))
    !dir$ ignore_tkr (dm) array, (dm) mask
    res = array
    if (present (mask)) res = merge (array, 0_4, mask)
    call accumulate_i4 (res, shape (array), dim, exclusive)
  end function

  function sum_prefix_i4_3 (array, mask, dim, exclusive) result (res)
    integer (4), intent (in) :: array(:, :, :)
    logical, intent (in), optional :: mask(:, :, :)
    integer, intent (in), optional :: dim
    logical, intent (in), optional :: exclusive
    integer (4) :: res(size (array, 1), size (array, 2), size (array, 3))
    !dir$ ignore_tkr (dm) array, (dm) mask
    res = array
    if (present (mask)) res = merge (array, 0_4, mask)
    call accumulate_i4 (res, shape (array), dim, exclusive)
  end function

  function sum_prefix_i8_1 (array, mask, dim, exclusive) result (res)
    integer (8), intent (in) :: array(:)
    logical, intent (in), optional :: mask(:)
    integer, intent (in), optional :: dim
    logical, intent (in), optional :: exclusive
    integer (8) :: res(size (array))
    !dir$ ignore_tkr (dm) array, (dm) mask
    res = array
    if (present (mask)) res = merge (array, 0_8, mask)
    call accumulate_i8 (res, shape (array), dim, exclusive)
  end function

  function sum_prefix_i8_2 (array, mask, dim, exclusive) result (res)
    integer (8), intent (in) :: array(:, :)
    logical, intent (in), optional :: mask(:, :)
    integer, intent (in), optional :: dim
    logical, intent (in), optional :: exclusive
    integer (8) :: res(size (array, 1), size (array, 2))
    !dir$ ignore_tkr (dm) array, (dm) mask
    res = array
    if (present (mask)) res = merge (array, 0_8, mask)
    call accumulate_i8 (res, shape (array), dim, exclusive)
  end function

  function sum_prefix_i8_3 (array, mask, dim, exclusive) result (res)
    integer (8), intent (in) :: array(:, :, :)
    logical, intent (in), optional :: mask(:, :, :)
    integer, intent (in), optional :: dim
    logical, intent (in), optional :: exclusive
    integer (8) :: res(size (array, 1), size (array, 2), size (array, 3))
    !dir$ ignore_tkr (dm) array, (dm) mask
    res = array
    if (present (mask)) res = merge (array, 0_8, mask)
    call accumulate_i8 (res, shape (array), dim, exclusive)
  end function

  function sum_prefix_r4_1 (array, mask, dim, exclusive) result (res)
    real (4), intent (in) :: array(:)
    logical, intent (in), optional :: mask(:)
    integer, intent (in), optional :: dim
    logical, intent (in), optional :: exclusive
    real (4) :: res(size (array))
    !dir$ ignore_tkr (dm) array, (dm) mask
    res = array
    if (present (mask)) res = merge (array, 0._4, mask)
    call accumulate_r4 (res, shape (array), dim, exclusive)
  end function

  function sum_prefix_r4_2 (array, mask, dim, exclusive) result (res)
    real (4), intent (in) :: array(:, :)
    logical, intent (in), optional :: mask(:, :)
    integer, intent (in), optional :: dim
    logical, intent (in), optional :: exclusive
    real (4) :: res(size (array, 1), size (array, 2))
    !dir$ ignore_tkr (dm) array, (dm) mask
    res = array
    if (present (mask)) res = merge (array, 0._4, mask)
    call accumulate_r4 (res, shape (array), dim, exclusive)
  end function

  function sum_prefix_r4_3 (array, mask, dim, exclusive) result (res)
    real (4), intent (in) :: array(:, :, :)
    logical, intent (in), optional :: mask(:, :, :)
    integer, intent (in), optional :: dim
    logical, intent (in), optional :: exclusive
    real (4) :: res(size (array, 1), size (array, 2), size (array, 3))
    !dir$ ignore_tkr (dm) array, (dm) mask
    res = array
    if (present (mask)) res = merge (array, 0._4, mask)
    call accumulate_r4 (res, shape (array), dim, exclusive)
  end function

  function sum_prefix_r8_1 (array, mask, dim, exclusive) result (res)
    real (8), intent (in) :: array(:)
    logical, intent (in), optional :: mask(:)
    integer, intent (in), optional :: dim
    logical, intent (in), optional :: exclusive
    real (8) :: res(size (array))
    !dir$ ignore_tkr (dm) array, (dm) mask
    res = array
    if (present (mask)) res = merge (array, 0._8, mask)
    call accumulate_r8 (res, shape (array), dim, exclusive)
  end function

  function sum_prefix_r8_2 (array, mask, dim, exclusive) result (res)
    real (8), intent (in) :: array(:, :)
    logical, intent (in), optional :: mask(:, :)
    integer, intent (in), optional :: dim
    logical, intent (in), optional :: exclusive
    real (8) :: res(size (array, 1), size (array, 2))
    !dir$ ignore_tkr (dm) array, (dm) mask
    res = array
    if (present (mask)) res = merge (array, 0._8, mask)
    call accumulate_r8 (res, shape (array), dim, exclusive)
  end function

  function sum_prefix_r8_3 (array, mask, dim, exclusive) result (res)
    real (8), intent (in) :: array(:, :, :)
    logical, intent (in), optional :: mask(:, :, :)
    integer, intent (in), optional :: dim
    logical, intent (in), optional :: exclusive
    real (8) :: res(size (array, 1), size (array, 2), size (array, 3))
    !dir$ ignore_tkr (dm) array, (dm) mask
    res = array
    if (present (mask)) res = merge (array, 0._8, mask)
    call accumulate_r8 (res, shape (array), dim, exclusive)
  end function

  ! Make elements of X, which has SHAPE, the sums of those up to them, or in
  ! front of them, along DIM if there is one.
  subroutine accumulate_i4 (x, shape, dim, exclusive)
    integer (4), intent (inout) :: x(*)
    integer, intent (in) :: shape(:)
    integer, intent (in), optional :: dim
    logical, intent (in), optional :: exclusive
    integer (4) :: total, next
    integer (8) :: before, n, after, i, j, k, at
    logical :: before_only
    before_only = .false.
    if (present (exclusive)) before_only = exclusive
    before = 1
    n = product (int (shape, 8))
    after = 1
    if (present (dim)) then
      before = product (int (shape(:dim - 1), 8))
      n = shape(dim)
      after = product (int (shape(dim + 1:), 8))
    end if
    do k = 1, after
      do j = 1, before
        total = 0
        do i = 1, n
          at = j + before * (i - 1 + n * (k - 1))
          next = total + x(at)
          x(at) = merge (total, next, before_only)
          total = next
        end do
      end do
    end do
  end subroutine

  ! Make elements of X, which has SHAPE, the sums of those up to them, or in
  ! front of them, along DIM if there is one.
  subroutine accumulate_i8 (x, shape, dim, exclusive)
    integer (8), intent (inout) :: x(*)
    integer, intent (in) :: shape(:)
    integer, intent (in), optional :: dim
    logical, intent (in), optional :: exclusive
    integer (8) :: total, next
    integer (8) :: before, n, after, i, j, k, at
    logical :: before_only
    before_only = .false.
    if (present (exclusive)) before_only = exclusive
    before = 1
    n = product (int (shape, 8))
    after = 1
    if (present (dim)) then
      before = product (int (shape(:dim - 1), 8))
      n = shape(dim)
      after = product (int (shape(dim + 1:), 8))
    end if
    do k = 1, after
      do j = 1, before
        total = 0
        do i = 1, n
          at = j + before * (i - 1 + n * (k - 1))
          next = total + x(at)
          x(at) = merge (total, next, before_only)
          total = next
        end do
      end do
    end do
  end subroutine

  ! Make elements of X, which has SHAPE, the sums of those up to them, or in
  ! front of them, along DIM if there is one.
  subroutine accumulate_r4 (x, shape, dim, exclusive)
    real (4), intent (inout) :: x(*)
    integer, intent (in) :: shape(:)
    integer, intent (in), optional :: dim
    logical, intent (in), optional :: exclusive
    real (4) :: total, next
    integer (8) :: before, n, after, i, j, k, at
    logical :: before_only
    before_only = .false.
    if (present (exclusive)) before_only = exclusive
    before = 1
    n = product (int (shape, 8))
    after = 1
    if (present (dim)) then
      before = product (int (shape(:dim - 1), 8))
      n = shape(dim)
      after = product (int (shape(dim + 1:), 8))
    end if
    do k = 1, after
      do j = 1, before
        total = 0
        do i = 1, n
          at = j + before * (i - 1 + n * (k - 1))
          next = total + x(at)
          x(at) = merge (total, next, before_only)
          total = next
        end do
      end do
    end do
  end subroutine

  ! Make elements of X, which has SHAPE, the sums of those up to them, or in
  ! front of them, along DIM if there is one.
  subroutine accumulate_r8 (x, shape, dim, exclusive)
    real (8), intent (inout) :: x(*)
    integer, intent (in) :: shape(:)
    integer, intent (in), optional :: dim
    logical, intent (in), optional :: exclusive
    real (8) :: total, next
    integer (8) :: before, n, after, i, j, k, at
    logical :: before_only
    before_only = .false.
    if (present (exclusive)) before_only = exclusive
    before = 1
    n = product (int (shape, 8))
    after = 1
    if (present (dim)) then
      before = product (int (shape(:dim - 1), 8))
      n = shape(dim)
      after = product (int (shape(dim + 1:), 8))
    end if
    do k = 1, after
      do j = 1, before
        total = 0
        do i = 1, n
          at = j + before * (i - 1 + n * (k - 1))
          next = total + x(at)
          x(at) = merge (total, next, before_only)
          total = next
        end do
      end do
    end do
  end subroutine
end module cutensorex
