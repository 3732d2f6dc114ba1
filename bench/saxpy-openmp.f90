! The peer of saxpy.cuf on the cpu backend: a loop under OpenMP.
! Copyright (C) 2026 The cudafortran authors.
!
! This file is part of cudafortran.
!
! Cudafortran is free software; you can redistribute it and/or modify it under
! the terms of the GNU General Public License as published by the Free
! Software Foundation; either version 3, or (at your option) any later
! version.
!
! Cudafortran is distributed in the hope that it will be useful, but WITHOUT
! ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
! FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
! more details.
!
! You should have received a copy of the GNU General Public License along
! with cudafortran; see the file COPYING.  If not, see
! <http://www.gnu.org/licenses/>.

program saxpy
  implicit none
  integer, parameter :: samples = 7, rounds = 20
  real, allocatable :: x(:), y(:)
  real :: a = 1.0
  character(10) :: argument
  integer :: n, i, k, s
  integer(8) :: t0, t1, rate

  call get_command_argument (1, argument)
  read (argument, *) k
  n = 2**k
  allocate (x(n), y(n))
  !$omp parallel do
  do i = 1, n
    x(i) = 1.0
    y(i) = 3.0
  end do
  do s = 1, samples
    call system_clock (t0, rate)
    do k = 1, rounds
      !$omp parallel do
      do i = 1, n
        y(i) = a * x(i) + y(i)
      end do
    end do
    call system_clock (t1)
    print "(a, f0.6)", "saxpy ", 1000d0 * (t1 - t0) / rate / rounds
  end do
  if (y(1) /= 3.0 + samples * rounds) error stop "saxpy: wrong result"
end program
