! { dg-do run }
! { dg-options "-fopenacc -fopenmp -foffload=-w -gpu=mem:managed" }
! { dg-not-under { racecheck synccheck } "they report libgomp itself" }
! Allocatable and automatic arrays, and functions that return arrays, in regions and
! routines, with all that is allocatable in managed memory.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

module m
contains
  real function allocated (n, b)
    !$acc routine seq
    integer, value :: n
    real, intent (in) :: b(n)
    real, allocatable :: c(:), d(:)
    allocate (c(n))
    c(:) = b * 2
    d = c
    allocated = sum (d)
    deallocate (c)
  end function

  real function automatic (n, b)
    !$acc routine seq
    integer, value :: n
    real, intent (in) :: b(n)
    real :: t(n)
    t = doubled (n, b)
    automatic = sum (t)
  end function

  function doubled (n, b) result (r)
    !$acc routine seq
    integer, value :: n
    real, intent (in) :: b(n)
    real :: r(n)
    r = 2 * b
  end function
end module

program t
  use m
  implicit none
  real, allocatable :: a(:), b(:), c(:,:)
  integer :: i

  allocate (a(10), b(10), c(2, 2))
  b = 3
  !$acc kernels
  a = b
  !$acc end kernels
  if (any (a /= 3)) stop 1
  !$acc kernels
  a = 4
  !$acc end kernels
  if (any (a /= 4)) stop 2
  !$omp target map(tofrom: a) map(to: b)
  a = b
  !$omp end target
  if (any (a /= 3)) stop 3
  !$acc parallel loop
  do i = 1, 10
    block
      real :: t(i)
      t = b(i)
      a(i) = t(1) + i
    end block
  end do
  if (any (a /= [(3 + i, i = 1, 10)])) stop 4
  c = reshape ([1., 0., 0., 1.], [2, 2])
  !$acc kernels
  a(1:2) = matmul (c, b(1:2))
  !$acc end kernels
  if (any (a(1:2) /= 3)) stop 5
  b = 1
  !$acc parallel loop copyin(b) copyout(a)
  do i = 1, 10
    a(i) = allocated (i, b) + automatic (i, b)
  end do
  if (any (a /= [(4 * i, i = 1, 10)])) stop 6
end program
