! { dg-do run }
! { dg-options "-cuda" }
! Loops under directives that a compiler without CUDA Fortran takes for comments,
! and then runs as they are written: loops.exp compiles this with gfortran alone,
! too, and compares the outputs.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

program as_written
  !@cuf use cudafor
  implicit none
  integer, parameter :: n = 100, m = 40
  integer :: a(n, m), v(n), i, j, k, total, greatest, istat
  real(8) :: s
  !@cuf attributes(managed) :: a, v

  istat = 0
  !$cuf kernel do (2) <<<*, *>>>
  do j = 1, m
    do i = 1, n
      a(i, j) = mod (i * j, 17)
    end do
  end do
  !$cuf kernel do <<<*, 64>>>
  do i = 1, n
    k = 0
    do j = 1, m
      k = k + a(i, j)
    end do
    v(i) = k
  end do
  total = 0
  greatest = -1
  s = 0
  !$cuf kernel do (2) <<<(*, *), &
  !$cuf   (32, 4)>>> reduce (+:total) &
  !$cuf reduction(max:greatest)
  do j = 1, m
    do i = 1, n
      if (a(i, j) > 3) then
	total = total + a(i, j)
      else
	total = total - 1
      end if
      greatest = max (greatest, a(i, j) + v(i))
      s = s + 0.25_8 * a(i, j)
    end do
  end do
  !$cuf kernel do
  do i = n, 1, -3
    v(i) = -v(i)
  end do
  !@cuf istat = cudaDeviceSynchronize ()
  print *, total, greatest, s, sum (a), sum (v), istat
  if (total /= 28231 .or. istat /= 0) error stop
end program
