! What generated programs use on both sides: input, and the comparison of
! results.
! Copyright (C) 2026 The cudafortran authors.
!
! This file is part of cudafortran.
!
! Cudafortran is free software; you can redistribute it and/or modify it
! under the terms of the GNU General Public License as published by the
! Free Software Foundation; either version 3, or (at your option) any
! later version.
!
! Cudafortran is distributed in the hope that it will be useful, but
! WITHOUT ANY WARRANTY; without even the implied warranty of
! MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.  See the GNU
! General Public License for more details.
!
! You should have received a copy of the GNU General Public License
! along with cudafortran; see the file COPYING.  If not, see
! <http://www.gnu.org/licenses/>.
!
module generated_support
  implicit none
  private
  public :: next_int, put, put_near, begin_case, begin_recording, &
    begin_checking, end_checking, end_program, chosen

  ! What the plain program has computed, one number after the other.
  real(8), allocatable :: reals(:)
  integer(8), allocatable :: integers(:)
  integer :: real_count, integer_count
  logical :: recording
  integer :: case_number, item
  integer :: seed
  ! Of this program, and of all.
  integer :: errors, all_errors = 0, programs = 0
  integer :: given = 0

  interface put
    procedure :: put_i1, put_i2, put_i4, put_i8, put_r4, put_r8, put_c4, &
      put_c8, put_l1, put_l2, put_l4, put_l8
  end interface
  interface put_near
    procedure :: put_near_4, put_near_8
  end interface

contains

  ! A number from -limit to limit, the same for both sides.
  integer function next_int (limit)
    integer, intent(in) :: limit
    seed = int (mod (seed * 16807_8, 2147483647_8))
    next_int = mod (seed, 2 * limit + 1) - limit
  end function

  subroutine begin_case (number)
    integer, intent(in) :: number
    case_number = number
    item = 0
    seed = 1 + number
  end subroutine

  subroutine restart
    real_count = 0
    integer_count = 0
    errors = 0
    seed = 1
  end subroutine

  subroutine begin_recording
    if (.not. allocated (reals)) allocate (reals(1000), integers(1000))
    recording = .true.
    call restart
  end subroutine

  subroutine begin_checking
    recording = .false.
    call restart
  end subroutine

  subroutine end_checking
    all_errors = all_errors + errors
    programs = programs + 1
  end subroutine

  subroutine end_program
    if (programs == 0) error stop "nothing was run"
    if (all_errors > 0) error stop "wrong results"
  end subroutine

  ! Whether the command line names program NUMBER, or none at all.
  logical function chosen (number)
    integer, intent(in) :: number
    character(20) :: text
    integer :: i, n
    chosen = command_argument_count () == 0
    do i = 1, command_argument_count ()
      call get_command_argument (i, text)
      read (text, *) n
      if (n == number) chosen = .true.
    end do
    given = number
  end function

  subroutine complain (expected, got)
    character(*), intent(in) :: expected, got
    errors = errors + 1
    if (errors <= 5) print '(a, i0, a, i0, a, i0, 5a)', "program ", given, &
      ", case ", case_number, ", item ", item, ": expected ", &
      trim (adjustl (expected)), ", got ", trim (adjustl (got))
  end subroutine

  subroutine put_integer (x)
    integer(8), intent(in) :: x
    character(30) :: expected, got
    integer_count = integer_count + 1
    item = item + 1
    if (recording) then
      if (integer_count > size (integers)) &
	integers = [integers, integers]
      integers(integer_count) = x
    else if (integers(integer_count) /= x) then
      write (expected, *) integers(integer_count)
      write (got, *) x
      call complain (expected, got)
    end if
  end subroutine

  subroutine put_real (x, tolerance)
    real(8), intent(in) :: x, tolerance
    real(8) :: most
    character(40) :: expected, got
    real_count = real_count + 1
    item = item + 1
    if (recording) then
      if (real_count > size (reals)) reals = [reals, reals]
      reals(real_count) = x
      return
    end if
    most = tolerance * max (1.0_8, abs (reals(real_count)))
    if (.not. abs (x - reals(real_count)) <= most) then
      write (expected, *) reals(real_count)
      write (got, *) x
      call complain (expected, got)
    end if
  end subroutine

  subroutine put_i1 (x)
    integer(1), intent(in) :: x(:)
    integer :: i
    do i = 1, size (x)
      call put_integer (int (x(i), 8))
    end do
  end subroutine

  subroutine put_l1 (x)
    logical(1), intent(in) :: x(:)
    integer :: i
    do i = 1, size (x)
      call put_integer (merge (1_8, 0_8, x(i)))
    end do
  end subroutine

  subroutine put_i2 (x)
    integer(2), intent(in) :: x(:)
    integer :: i
    do i = 1, size (x)
      call put_integer (int (x(i), 8))
    end do
  end subroutine

  subroutine put_l2 (x)
    logical(2), intent(in) :: x(:)
    integer :: i
    do i = 1, size (x)
      call put_integer (merge (1_8, 0_8, x(i)))
    end do
  end subroutine

  subroutine put_i4 (x)
    integer(4), intent(in) :: x(:)
    integer :: i
    do i = 1, size (x)
      call put_integer (int (x(i), 8))
    end do
  end subroutine

  subroutine put_l4 (x)
    logical(4), intent(in) :: x(:)
    integer :: i
    do i = 1, size (x)
      call put_integer (merge (1_8, 0_8, x(i)))
    end do
  end subroutine

  subroutine put_i8 (x)
    integer(8), intent(in) :: x(:)
    integer :: i
    do i = 1, size (x)
      call put_integer (int (x(i), 8))
    end do
  end subroutine

  subroutine put_l8 (x)
    logical(8), intent(in) :: x(:)
    integer :: i
    do i = 1, size (x)
      call put_integer (merge (1_8, 0_8, x(i)))
    end do
  end subroutine

  subroutine put_r4 (x)
    real(4), intent(in) :: x(:)
    call put_near_4 (x, 0.0_8)
  end subroutine

  subroutine put_near_4 (x, tolerance)
    real(4), intent(in) :: x(:)
    real(8), intent(in) :: tolerance
    integer :: i
    do i = 1, size (x)
      call put_real (real (x(i), 8), tolerance)
    end do
  end subroutine

  subroutine put_c4 (x)
    complex(4), intent(in) :: x(:)
    integer :: i
    do i = 1, size (x)
      call put_real (real (x(i), 8), 0.0_8)
      call put_real (real (aimag (x(i)), 8), 0.0_8)
    end do
  end subroutine

  subroutine put_r8 (x)
    real(8), intent(in) :: x(:)
    call put_near_8 (x, 0.0_8)
  end subroutine

  subroutine put_near_8 (x, tolerance)
    real(8), intent(in) :: x(:)
    real(8), intent(in) :: tolerance
    integer :: i
    do i = 1, size (x)
      call put_real (real (x(i), 8), tolerance)
    end do
  end subroutine

  subroutine put_c8 (x)
    complex(8), intent(in) :: x(:)
    integer :: i
    do i = 1, size (x)
      call put_real (real (x(i), 8), 0.0_8)
      call put_real (real (aimag (x(i)), 8), 0.0_8)
    end do
  end subroutine
end module
