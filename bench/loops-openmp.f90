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
  use timing
  implicit none
  real(8), allocatable :: a(:), b(:), c(:), p(:,:), q(:,:), u(:,:,:), v(:,:,:)
  real(8) :: total, greatest, value
  character(10) :: argument
  integer :: n, m, i, j, k

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
  call start ("triad")
  do while (again ())
    !$omp parallel do
    do i = 1, n
      a(i) = b(i) + 0.5_8 * c(i)
    end do
  end do
  value = a(n)
  call finish (value)
  call start ("dot")
  do while (again ())
    total = 0
    !$omp parallel do reduction(+:total)
    do i = 1, n
      total = total + b(i) * c(i)
    end do
  end do
  call finish (total)
  call start ("max")
  do while (again ())
    greatest = -1
    !$omp parallel do reduction(max:greatest)
    do i = 1, n
      greatest = max (greatest, a(i))
    end do
  end do
  call finish (greatest)
  deallocate (a, b, c)

  m = 2**(k / 2)
  allocate (p(m, m), q(m, m))
  p = 0
  q = 1
  call start ("stencil-5")
  do while (again ())
    !$omp parallel do
    do j = 2, m - 1
      do i = 2, m - 1
        p(i, j) = 0.2_8 * (q(i, j) + q(i - 1, j) + q(i + 1, j) &
                           + q(i, j - 1) + q(i, j + 1))
      end do
    end do
  end do
  value = p(m / 2, m / 2)
  call finish (value)
  deallocate (p, q)

  m = 2**(k / 3)
  allocate (u(m, m, m), v(m, m, m))
  u = 0
  v = 1
  call start ("stencil-7")
  do while (again ())
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
  value = u(m / 2, m / 2, m / 2)
  call finish (value)
end program
