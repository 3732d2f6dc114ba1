! The same as cpu.cuf, as loops for OpenMP.
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

program cpu
  use timing
  implicit none
  real, allocatable :: x(:), y(:), ma(:,:), mb(:,:), mc(:,:)
  real, allocatable :: position(:,:), force(:,:)
  real(8), allocatable :: a(:), b(:), c(:), p(:,:), q(:,:)
  real(8), allocatable :: u(:,:,:), v(:,:,:)
  real(8) :: sum, value
  real :: d(3), g(3), r
  integer :: n, m, k, l, bodies_n, i, j, o
  character(10) :: argument

  call get_command_argument (1, argument)
  read (argument, *) k
  n = 2**k
  m = 2**(k / 2)
  l = 2**(k / 3)
  bodies_n = 2**(k / 2)

  allocate (x(n), y(n))
  x = 1
  y = 0
  call start ("saxpy")
  do while (again ())
    !$omp parallel do
    do i = 1, n
      y(i) = y(i) + 0.5 * x(i)
    end do
  end do
  call finish ()
  deallocate (x, y)

  allocate (a(n), b(n), c(n))
  b = 1
  c = 2
  call start ("triad")
  do while (again ())
    !$omp parallel do
    do i = 1, n
      a(i) = b(i) + 0.5_8 * c(i)
    end do
  end do
  value = a(n)
  call finish (value)
  deallocate (a, b, c)

  allocate (p(m, m), q(m, m))
  p = 1
  q = 0
  call start ("stencil2")
  do while (again ())
    !$omp parallel do
    do j = 2, m - 1
      do i = 2, m - 1
        q(i, j) = 0.25_8 * (p(i - 1, j) + p(i + 1, j) &
                            + p(i, j - 1) + p(i, j + 1))
      end do
    end do
  end do
  value = q(m / 2, m / 2)
  call finish (value)

  allocate (u(l, l, l), v(l, l, l))
  u = 1
  v = -1
  call start ("stencil3")
  do while (again ())
    !$omp parallel do
    do o = 2, l - 1
      do j = 2, l - 1
        do i = 2, l - 1
          v(i, j, o) = u(i - 1, j, o) + u(i + 1, j, o) + u(i, j - 1, o) &
                       + u(i, j + 1, o) + u(i, j, o - 1) + u(i, j, o + 1) &
                       - 6 * u(i, j, o)
        end do
      end do
    end do
  end do
  value = v(l / 2, l / 2, l / 2)
  call finish (value)
  deallocate (u, v)

  call start ("transpose")
  do while (again ())
    !$omp parallel do
    do j = 1, m
      do i = 1, m
        q(i, j) = p(j, i)
      end do
    end do
  end do
  value = q(m, 1)
  call finish (value)
  deallocate (p, q)

  allocate (ma(m / 4, m / 4), mb(m / 4, m / 4), mc(m / 4, m / 4))
  ma = 1
  mb = 2
  call start ("product")
  do while (again ())
    !$omp parallel do
    do j = 1, m / 4
      mc(:, j) = 0
      do o = 1, m / 4
        do i = 1, m / 4
          mc(i, j) = mc(i, j) + ma(i, o) * mb(o, j)
        end do
      end do
    end do
  end do
  value = mc(m / 4, 1)
  call finish (value)
  deallocate (ma, mb, mc)

  allocate (a(n))
  a = 1
  call start ("total")
  do while (again ())
    sum = 0
    !$omp parallel do reduction(+:sum)
    do i = 1, n
      sum = sum + a(i)
    end do
  end do
  call finish (sum)
  deallocate (a)

  allocate (position(4, bodies_n), force(3, bodies_n))
  position = reshape ([(mod (37 * i, 101) / 101.0, i = 1, 4 * bodies_n)], &
                      [4, bodies_n])
  call start ("bodies")
  do while (again ())
    !$omp parallel do private (d, g, r, j)
    do i = 1, bodies_n
      g = 0
      do j = 1, bodies_n
        d = position(1:3, j) - position(1:3, i)
        r = d(1) * d(1) + d(2) * d(2) + d(3) * d(3) + 0.01
        r = position(4, j) / (r * sqrt (r))
        g = g + r * d
      end do
      force(:, i) = g
    end do
  end do
  value = 0
  do i = 1, bodies_n
    value = value + abs (real (force(1, i), 8)) &
            + abs (real (force(2, i), 8)) + abs (real (force(3, i), 8))
  end do
  call finish (value)
end program
