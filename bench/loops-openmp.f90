! Times of loops with OpenMP over about 2**K elements, K being the argument:
! the peer of loops.cuf on the cpu backend.
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

program loops
  implicit none
  integer, parameter :: samples = 7, launches = 10
  real(8), allocatable :: a(:), b(:), c(:), p(:,:), q(:,:), u(:,:,:), v(:,:,:)
  real(8) :: total, greatest
  character(10) :: argument
  integer :: n, m, i, j, k, l, s
  integer(8) :: t0, t1, rate

  call get_command_argument (1, argument)
  read (argument, *) k
  n = 2**k
  allocate (a(n), b(n), c(n))
  !$omp parallel do
  do i = 1, n
    a(i) = 0
    b(i) = 1
    c(i) = 2
  end do
  do s = 1, samples
    call system_clock (t0, rate)
    do l = 1, launches
      !$omp parallel do
      do i = 1, n
        a(i) = b(i) + 0.5_8 * c(i)
      end do
    end do
    call system_clock (t1)
    print "(a, f0.6)", "triad ", 1000d0 * (t1 - t0) / rate / launches
  end do
  total = 0
  do s = 1, samples
    call system_clock (t0, rate)
    do l = 1, launches
      !$omp parallel do reduction(+:total)
      do i = 1, n
        total = total + b(i) * c(i)
      end do
    end do
    call system_clock (t1)
    print "(a, f0.6)", "dot ", 1000d0 * (t1 - t0) / rate / launches
  end do
  if (total /= 2d0 * n * samples * launches) error stop "dot: wrong result"
  greatest = -1
  do s = 1, samples
    call system_clock (t0, rate)
    do l = 1, launches
      !$omp parallel do reduction(max:greatest)
      do i = 1, n
        greatest = max (greatest, a(i))
      end do
    end do
    call system_clock (t1)
    print "(a, f0.6)", "max ", 1000d0 * (t1 - t0) / rate / launches
  end do
  if (greatest /= 2) error stop "max: wrong result"
  deallocate (a, b, c)

  m = 2**(k / 2)
  allocate (p(m, m), q(m, m))
  p = 0
  q = 1
  do s = 1, samples
    call system_clock (t0, rate)
    do l = 1, launches
      !$omp parallel do
      do j = 2, m - 1
        do i = 2, m - 1
          p(i, j) = 0.2_8 * (q(i, j) + q(i - 1, j) + q(i + 1, j) &
                             + q(i, j - 1) + q(i, j + 1))
        end do
      end do
    end do
    call system_clock (t1)
    print "(a, f0.6)", "stencil-5 ", 1000d0 * (t1 - t0) / rate / launches
  end do
  deallocate (p, q)

  m = 2**(k / 3)
  allocate (u(m, m, m), v(m, m, m))
  u = 0
  v = 1
  do s = 1, samples
    call system_clock (t0, rate)
    do l = 1, launches
      !$omp parallel do collapse (2)
      do k = 2, m - 1
        do j = 2, m - 1
          do i = 2, m - 1
            u(i, j, k) = 0.5_8 * v(i, j, k) &
                         + 0.1_8 * (v(i - 1, j, k) + v(i + 1, j, k) &
                                    + v(i, j - 1, k) + v(i, j + 1, k) &
                                    + v(i, j, k - 1) + v(i, j, k + 1))
          end do
        end do
      end do
    end do
    call system_clock (t1)
    print "(a, f0.6)", "stencil-7 ", 1000d0 * (t1 - t0) / rate / launches
  end do
end program
