! { dg-do run }
! { dg-options "-cuda -fopenacc -fopenmp -foffload=-w" }
! { dg-not-under { racecheck synccheck } "they report libgomp itself" }
! Managed variables of modules and procedures, and allocatable ones, in regions:
! without clauses, in those of the regions, and in data constructs and directives.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

module m
  real, managed :: ma(6), ms
  type t
    real :: x, v(3)
  end type
  type(t), managed :: mt
  integer :: bad = 0
contains
  ! All of A, of number N, ought to be V.
  subroutine test_one (n, name, a, v)
    integer, value :: n
    character (2), intent (in) :: name
    real, managed, intent (in) :: a(6)
    real, value :: v
    real :: h(6)
    h = a
    if (all (h == v)) return
    bad = bad + 1
    print *, n, name, h(1), v
  end subroutine

  subroutine test (n, a, b, c, v)
    integer, value :: n
    real, managed, intent (in) :: a(6), b(6), c(6)
    real, value :: v
    call test_one (n, 'ma', a, v)
    call test_one (n, 'la', b, v)
    call test_one (n, 'aa', c, v)
  end subroutine
end module

program managed_regions
  use m
  use cudafor
  real, managed :: la(6), ls
  real, managed, allocatable :: aa(:)
  real :: s
  integer :: i
  allocate (aa(6))
  ma = 1; la = 1; aa = 1; ms = 2; ls = 2
  ! No clauses.
  !$acc parallel loop
  do i = 1, 6
    ma(i) = ma(i) + ms; la(i) = la(i) + ls; aa(i) = aa(i) + ms
  end do
  call test (1, ma, la, aa, 3.)
  ! Clauses of regions.
  !$acc parallel loop copy (ma, la, aa) copyin (ms, ls)
  do i = 1, 6
    ma(i) = ma(i) + ms; la(i) = la(i) + ls; aa(i) = aa(i) + ms
  end do
  call test (2, ma, la, aa, 5.)
  ! A data construct.
  !$acc data copy (ma, la, aa)
  !$acc parallel loop
  do i = 1, 6
    ma(i) = ma(i) + ms; la(i) = la(i) + ls; aa(i) = aa(i) + ms
  end do
  !$acc parallel loop present (ma, la, aa)
  do i = 1, 6
    ma(i) = ma(i) + 1; la(i) = la(i) + 1; aa(i) = aa(i) + 1
  end do
  !$acc end data
  call test (3, ma, la, aa, 8.)
  !$acc enter data copyin (ma, la, aa)
  !$acc kernels
  do i = 1, 6
    ma(i) = ma(i) * 2; la(i) = la(i) * 2; aa(i) = aa(i) * 2
  end do
  !$acc end kernels
  !$acc update self (ma, la, aa)
  call test (4, ma, la, aa, 16.)
  ma = 1; la = 1; aa = 1
  !$acc update device (ma, la, aa)
  !$acc parallel loop
  do i = 1, 6
    ma(i) = ma(i) * 2; la(i) = la(i) * 2; aa(i) = aa(i) * 2
  end do
  !$acc exit data copyout (ma, la, aa)
  call test (5, ma, la, aa, 2.)
  ! Scalars.
  !$acc serial
  ms = 5; ls = 6
  !$acc end serial
  s = ms; if (s /= 5) bad = bad + 1000
  s = ls; if (s /= 6) bad = bad + 2000
  !$acc data copy (ms, ls)
  !$acc serial
  ms = ms + 5; ls = ls + 6
  !$acc end serial
  !$acc end data
  s = ms; if (s /= 10) bad = bad + 4000
  s = ls; if (s /= 12) bad = bad + 8000
  mt%x = 1; mt%v = 2
  !$acc serial
  mt%v(2) = mt%x + 5
  !$acc end serial
  if (mt%v(2) /= 6) bad = bad + 16000
  ma = 1; la = 1; aa = 1
  !$omp target teams distribute parallel do
  do i = 1, 6
    ma(i) = ma(i) + ms; la(i) = la(i) + ls - 2; aa(i) = aa(i) + ms
  end do
  call test (6, ma, la, aa, 11.)
  !$omp target data map (tofrom: ma, la, aa)
  !$omp target
  do i = 1, 6
    ma(i) = ma(i) + 1; la(i) = la(i) + 1; aa(i) = aa(i) + 1
  end do
  !$omp end target
  !$omp target update from (ma, la, aa)
  call test (7, ma, la, aa, 12.)
  !$omp target
  do i = 1, 6
    ma(i) = ma(i) + 1; la(i) = la(i) + 1; aa(i) = aa(i) + 1
  end do
  !$omp end target
  !$omp end target data
  call test (8, ma, la, aa, 13.)
  !$omp target
  ms = 1; ls = 2
  !$omp end target
  s = ms; if (s /= 1) bad = bad + 32000
  s = ls; if (s /= 2) bad = bad + 64000
  if (bad /= 0) stop 1
end program
