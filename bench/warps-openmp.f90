! Times of plain loops for what the kernels of warps.cuf do, as the peer on the cpu
! backend.
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

program warps
  use timing
  implicit none
  integer :: k, n, m, i, j, l
  character (10) :: argument
  real (8), allocatable :: v(:), x(:), y(:)
  integer, allocatable :: first(:), a(:), b(:)
  integer (1), allocatable :: c(:,:), d(:,:), h1(:)
  real, allocatable :: f(:,:), g(:,:)

  call get_command_argument (1, argument)
  read (argument, *) k
  n = 2**(k - 6)
  allocate (first(n + 1))
  first(1) = 1
  do i = 1, n
    first(i + 1) = first(i) + 24 + mod (i, 41)
  end do
  m = first(n + 1) - 1
  allocate (b(m))
  do i = 1, n
    do j = first(i), first(i + 1) - 1
      l = j - first(i)
      b(j) = iand (i - 1 + l * l - 400, n - 1) + 1
    end do
  end do
  v = [(value_at (i, 0._8, 1._8), i = 1, m)]
  x = [(value_at (i, 0._8, 1._8), i = 1, n)]
  allocate (y(n))
  call start ("sparse-rows")
  do while (again ())
    call sparse (n, first, b, v, x, y)
  end do
  call finish (sum (y))
  deallocate (b)

  n = 2**(k - 1)
  a = [(int (value_at (i, 0._8, 1000._8)), i = 1, n)]
  allocate (b(n))
  call start ("block-scans")
  do while (again ())
    call scan (n, a, b)
  end do
  call finish (sum (real (b, 8)))
  call start ("bitonic-sort")
  do while (again ())
    call bitonic (n, a, b)
  end do
  call finish (sum (real (b(::2), 8)))
  deallocate (a, b)

  n = 2**(k - 12)
  allocate (c(512, n), d(256, n), a(n), h1(512 * n))
  do i = 1, 512 * n
    h1(i) = int (mod (i * 7919_8 / 64, 4_8), 1)
  end do
  c = reshape (h1, [512, n])
  do i = 1, 256 * n
    h1(i) = int (mod (i * 5081_8 / 32, 4_8), 1)
  end do
  d = reshape (h1(:256 * n), [256, n])
  call start ("alignment")
  do while (again ())
    call align (512, 256, n, c, d, a)
  end do
  call finish (sum (real (a, 8)))
  deallocate (a, c, d)

  n = 2**(k - 10)
  f = reshape ([(real (value_at (i, -4._8, 4._8)), i = 1, 1000 * n)], [1000, n])
  allocate (g(1000, n))
  call start ("softmax")
  do while (again ())
    call softmax (1000, n, f, g)
  end do
  call finish (sum (real (g, 8)))
  deallocate (f, g)

  n = 2**k
  f = reshape ([(real (value_at (i, -1._8, 1._8)), i = 1, n)], [n, 1])
  allocate (g(n, 1), a(n / 32))
  g = 0
  call start ("compaction")
  do while (again ())
    call compact (n, f, g, a)
  end do
  call finish (sum (real (g, 8)) + sum (real (a, 8)))
contains
  subroutine sparse (n, start, column, value, x, y)
    integer, intent (in) :: n, start(n + 1), column(*)
    real (8), intent (in) :: value(*), x(n)
    real (8), intent (out) :: y(n)
    real (8) :: s
    integer :: row, l
    !$omp parallel do private (s, l)
    do row = 1, n
      s = 0
      do l = start(row), start(row + 1) - 1
        s = s + value(l) * x(column(l))
      end do
      y(row) = s
    end do
  end subroutine

  subroutine scan (n, a, b)
    integer, intent (in) :: n, a(n)
    integer, intent (out) :: b(n)
    integer :: i, j, s
    !$omp parallel do private (j, s)
    do i = 1, n, 256
      s = 0
      do j = i, min (n, i + 255)
        s = s + a(j)
        b(j) = s
      end do
    end do
  end subroutine

  ! The same network of comparisons as the kernel's.
  subroutine bitonic (n, a, b)
    integer, intent (in) :: n, a(n)
    integer, intent (out) :: b(n)
    integer :: s(0:1023), base, t, i, j, k, l, x, y
    !$omp parallel do private (s, t, i, j, k, l, x, y)
    do base = 0, n - 1, 1024
      s = a(base + 1:base + 1024)
      k = 2
      do while (k <= 1024)
        j = k / 2
        do while (j > 0)
          do t = 0, 511
            i = 2 * t - iand (t, j - 1)
            l = ieor (i, j)
            x = s(i)
            y = s(l)
            if ((x > y) .eqv. (iand (i, k) == 0)) then
              s(i) = y
              s(l) = x
            end if
          end do
          j = j / 2
        end do
        k = 2 * k
      end do
      b(base + 1:base + 1024) = s
    end do
  end subroutine

  subroutine align (n, m, pairs, a, b, score)
    integer, intent (in) :: n, m, pairs
    integer (1), intent (in) :: a(n, pairs), b(m, pairs)
    integer, intent (out) :: score(pairs)
    integer :: above(0:n), corner, last, best, pair, i, j, l
    !$omp parallel do private (above, corner, last, best, i, j, l)
    do pair = 1, pairs
      best = 0
      above = 0
      do j = 1, m
        corner = 0
        do i = 1, n
          l = -1
          if (a(i, pair) == b(j, pair)) l = 2
          last = above(i)
          above(i) = max (0, corner + l, last - 1, above(i - 1) - 1)
          corner = last
          best = max (best, above(i))
        end do
      end do
      score(pair) = best
    end do
  end subroutine

  subroutine softmax (n, rows, a, b)
    integer, intent (in) :: n, rows
    real, intent (in) :: a(n, rows)
    real, intent (out) :: b(n, rows)
    real :: m, s
    integer :: row, i
    !$omp parallel do private (m, s, i)
    do row = 1, rows
      m = -huge (m)
      do i = 1, n
        m = max (m, a(i, row))
      end do
      s = 0
      do i = 1, n
        b(i, row) = exp (a(i, row) - m)
        s = s + b(i, row)
      end do
      do i = 1, n
        b(i, row) = b(i, row) / s
      end do
    end do
  end subroutine

  subroutine compact (n, a, b, counts)
    integer, intent (in) :: n
    real, intent (in) :: a(n)
    real, intent (inout) :: b(n)
    integer, intent (out) :: counts(n / 32)
    integer :: first, i, l
    !$omp parallel do private (i, l)
    do first = 1, n, 32
      l = first
      do i = first, first + 31
        if (a(i) > 0) then
          b(l) = a(i)
          l = l + 1
        end if
      end do
      counts((first + 31) / 32) = l - first
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
