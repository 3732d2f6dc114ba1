! Times of plain loops for what the kernels of patterns.cuf do, as their peer.
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

! The argument K stands for about 2**K elements.

program patterns
  use timing
  implicit none
  integer :: k, n, m, i
  character (10) :: argument
  real, allocatable :: s(:,:,:), t(:,:,:), a(:,:), b(:,:), c(:,:)
  real (8), allocatable :: w(:,:,:), d(:,:,:), u(:), f(:)
  integer, allocatable :: x(:,:), y(:,:), length(:), h(:)

  call get_command_argument (1, argument)
  read (argument, *) k

  n = 2**(k / 3)
  m = n + 8
  s = reshape ([(real (value_at (i, 0._8, 1._8)), i = 1, m**3)], [m, m, m])
  allocate (t(m, m, m))
  t = 0
  call start ("stencil-25-shared")
  do while (again ())
    call stencil25 (m, s, t)
  end do
  call finish (sum (real (t, 8)))
  deallocate (s, t)

  n = 2**(k / 2 - 2)
  a = reshape ([(real (value_at (i, 0._8, 1._8)), i = 1, n * n)], [n, n])
  b = a
  allocate (c(n, n))
  call start ("register-tiles")
  do while (again ())
    call products (n, a, b, c)
  end do
  call finish (sum (real (c, 8)))
  deallocate (a, b, c)

  n = 2**(k / 3)
  d = reshape ([(value_at (i, 0._8, 1._8), i = 1, n**3)], [n, n, n])
  allocate (w(n, n, n))
  call start ("sweeps-outer")
  do while (again ())
    call sweeps (n, n, 0.25_8, w, d)
  end do
  call finish (sum (w))
  deallocate (w, d)

  n = 2**(k - 14)
  allocate (length(n), h(256 * n))
  h = [(int (mod (i * 7919_8 / 64, 4_8)), i = 1, 256 * n)]
  x = reshape (h, [256, n])
  h = [(int (mod (i * 5081_8 / 32, 4_8)), i = 1, 256 * n)]
  y = reshape (h, [256, n])
  call start ("subsequences")
  do while (again ())
    call subsequences (n, x, y, length)
  end do
  call finish (sum (real (length, 8)))
  deallocate (x, y, length)

  n = 2**(k - 2)
  u = [(value_at (i, 0._8, 1._8), i = 1, n)]
  allocate (f(n))
  f = 0
  call start ("weno")
  do while (again ())
    call weno (n, u, f)
  end do
  call finish (sum (f))
  deallocate (u, f)

  n = 2**(k / 4)
  s = reshape ([(real (value_at (i, 0._8, 1._8)), i = 1, n**3)], [n, n, n])
  a = reshape ([(real (value_at (i, 0._8, 1._8)), i = 1, n * n)], [n, n])
  allocate (t(n, n, n))
  call start ("contraction")
  do while (again ())
    call contraction (n, s, a, t)
  end do
  call finish (sum (real (t, 8)))
contains
  subroutine stencil25 (n, u, v)
    integer, intent (in) :: n
    real, intent (in) :: u(n, n, n)
    real, intent (inout) :: v(n, n, n)
    real, parameter :: c(0:4) = [-5.5416667, 1.6, -0.2, 0.025396825, &
                                 -0.0017857143]
    real :: s
    integer :: i, j, k, l
    !$omp parallel do private (i, j, l, s)
    do k = 5, n - 4
      do j = 5, n - 4
        do i = 5, n - 4
          s = c(0) * u(i, j, k)
          do l = 1, 4
            s = s + c(l) * (u(i - l, j, k) + u(i + l, j, k) + u(i, j - l, k) &
                            + u(i, j + l, k) + u(i, j, k - l) + u(i, j, k + l))
          end do
          v(i, j, k) = s
        end do
      end do
    end do
  end subroutine

  subroutine products (n, a, b, c)
    integer, intent (in) :: n
    real, intent (in) :: a(n, n), b(n, n)
    real, intent (out) :: c(n, n)
    integer :: i, j, l
    !$omp parallel do private (i, l)
    do j = 1, n
      c(:, j) = 0
      do l = 1, n
        do i = 1, n
          c(i, j) = c(i, j) + a(i, l) * b(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine sweeps (n, m, r, w, d)
    integer, intent (in) :: n, m
    real (8), intent (in) :: r
    real (8), intent (inout) :: w(n, n, m), d(n, n, m)
    real (8) :: f
    integer :: i, j, k
    !$omp parallel do private (i, k, f)
    do j = 1, n
      do i = 1, n
        w(i, j, 1) = r / (1 + 2 * r)
        d(i, j, 1) = d(i, j, 1) / (1 + 2 * r)
      end do
      do k = 2, m
        do i = 1, n
          f = 1 / (1 + 2 * r - r * w(i, j, k - 1))
          w(i, j, k) = r * f
          d(i, j, k) = (d(i, j, k) + r * d(i, j, k - 1)) * f
        end do
      end do
      do k = m - 1, 1, -1
        do i = 1, n
          d(i, j, k) = d(i, j, k) + w(i, j, k) * d(i, j, k + 1)
        end do
      end do
    end do
  end subroutine

  subroutine subsequences (n, a, b, length)
    integer, intent (in) :: n, a(256, n), b(256, n)
    integer, intent (out) :: length(n)
    integer :: last(0:256), middle(0:256), new(0:256), t, d, l
    !$omp parallel do private (last, middle, new, t, d)
    do l = 1, n
      last = 0
      middle = 0
      new = 0
      do d = 1, 511
        do t = max (1, d - 255), min (256, d)
          new(t) = merge (last(t - 1) + 1, max (middle(t - 1), middle(t)), &
                          a(t, l) == b(d - t + 1, l))
        end do
        last = middle
        middle = new
      end do
      length(l) = middle(256)
    end do
  end subroutine

  subroutine weno (n, u, f)
    integer, intent (in) :: n
    real (8), intent (in) :: u(n)
    real (8), intent (inout) :: f(n)
    real (8), parameter :: linear(3) = [0.1_8, 0.6_8, 0.3_8]
    real (8) :: p(3), b(3), w(3), total
    integer :: i
    !$omp parallel do private (p, b, w, total)
    do i = 3, n - 2
      p(1) = (2 * u(i - 2) - 7 * u(i - 1) + 11 * u(i)) / 6
      p(2) = (-u(i - 1) + 5 * u(i) + 2 * u(i + 1)) / 6
      p(3) = (2 * u(i) + 5 * u(i + 1) - u(i + 2)) / 6
      b(1) = 13 * (u(i - 2) - 2 * u(i - 1) + u(i))**2 / 12 &
             + (u(i - 2) - 4 * u(i - 1) + 3 * u(i))**2 / 4
      b(2) = 13 * (u(i - 1) - 2 * u(i) + u(i + 1))**2 / 12 &
             + (u(i - 1) - u(i + 1))**2 / 4
      b(3) = 13 * (u(i) - 2 * u(i + 1) + u(i + 2))**2 / 12 &
             + (3 * u(i) - 4 * u(i + 1) + u(i + 2))**2 / 4
      w = linear / (1e-6_8 + b)**2
      total = w(1) + w(2) + w(3)
      f(i) = w(1) / total * p(1) + w(2) / total * p(2) + w(3) / total * p(3)
    end do
  end subroutine

  subroutine contraction (n, a, b, c)
    integer, intent (in) :: n
    real, intent (in) :: a(n, n, n), b(n, n)
    real, intent (out) :: c(n, n, n)
    integer :: i, j, k, l
    !$omp parallel do private (i, j, l)
    do k = 1, n
      do j = 1, n
        c(:, j, k) = 0
        do l = 1, n
          do i = 1, n
            c(i, j, k) = c(i, j, k) + a(i, l, k) * b(l, j)
          end do
        end do
      end do
    end do
  end subroutine

  ! The value of element I of an array with values from LOW to HIGH, as fill of
  ! totals.cuf sets them.
  real (8) function value_at (i, low, high)
    integer, intent (in) :: i
    real (8), intent (in) :: low, high
    value_at = low + (high - low) * mod ((i - 1) * 7919_8, 1009_8) / 1009
  end function
end program
