! { dg-do run }
! { dg-options "-cuda -fopenacc -fopenmp -foffload=-w" }
! { dg-not-under { racecheck synccheck } "they report libgomp itself" }
! Assignments of managed data as a whole are a region's own, and a routine's.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

module m
  type point
    real :: x = 0, v(3) = 0
  end type
  real, managed :: ms, ma(6)
  complex, managed :: mc
  logical, managed :: ml
  type (point), managed :: mp, mq(4)
  type holder
    real, managed, allocatable :: c(:)
  end type
contains
  subroutine twice (a, b)
    !$acc routine seq
    real, managed :: a(6), b(6)
    real, managed :: t(6)
    t = b
    a = t
    a = a + t
  end subroutine
end module

program t
  use m
  implicit none
  real, managed :: ls, lt, la(6)
  real, managed, allocatable, target :: aa(:), ab(:)
  real, managed, pointer :: p(:)
  type (holder) :: o
  type (point) :: hp
  real :: h(6), hs
  complex :: hc
  logical :: hl
  integer :: i

  allocate (aa(6), ab(6), o%c(6))
  ab = [1, 2, 3, 4, 5, 6]
  !$acc kernels
  aa = ab
  !$acc end kernels
  h = aa
  if (any (h /= [1, 2, 3, 4, 5, 6])) stop 1
  !$acc kernels
  aa = 7
  la = aa
  ma = la
  !$acc end kernels
  h = ma
  if (any (h /= 7)) stop 2
  !$acc serial
  ls = 5
  lt = ls
  ms = lt + 1
  !$acc end serial
  hs = ms
  if (hs /= 6) stop 3
  !$acc serial
  mp%x = 4
  mp%v(:) = 3
  mq(2) = mp
  mc = (1., 2.)
  ml = .true.
  !$acc end serial
  hp = mq(2)
  hc = mc
  hl = ml
  if (hp%x /= 4 .or. hp%v(2) /= 3 .or. hc /= (1., 2.) .or. .not. hl) stop 4
  !$omp target
  mp%v = 1
  mq(1) = mp
  ms = 9
  !$omp end target
  hp = mq(1)
  hs = ms
  if (any (hp%v /= 1) .or. hs /= 9) stop 5
  h = 3
  !$acc kernels copyin(h)
  ma = h
  !$acc end kernels
  h = ma
  if (any (h /= 3)) stop 6
  !$acc kernels copyout(h)
  ma(:) = 5
  h = ma
  !$acc end kernels
  if (any (h /= 5)) stop 7
  p => ab
  !$acc kernels
  p = 2
  !$acc end kernels
  h = ab
  if (any (h /= 2)) stop 8
  !$acc kernels
  do i = 1, 6
    ma(i) = i
  end do
  ms = sum (ma)
  !$acc end kernels
  hs = ms
  if (hs /= 21) stop 9
  ma = 4
  la = 0
  !$acc parallel copy(la) copyin(ma)
  !$acc loop
  do i = 1, 1
    call twice (la, ma)
  end do
  !$acc end parallel
  h = la
  if (any (h /= 8)) stop 10
end program
