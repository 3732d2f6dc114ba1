! Regions of both kinds without CUDA Fortran: see both-regions.cuf.  A program unit
! that uses a module with variables of `acc declare' is to gfortran inside of a
! construct of OpenACC, where nothing of OpenMP may be: hence the many modules.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

module factors
  implicit none
  integer :: factor = 1
  !$omp declare target (factor)
  !$acc declare create (factor)
contains
  integer function scaled (a, i)
    !$acc routine seq
    !$omp declare target
    integer, value :: a, i
    scaled = factor * a + mod (i, 5)
  end function
  ! Too much to be inlined everywhere, and recursive.
  recursive integer function gcd_of (a, b) result (g)
    !$acc routine seq
    !$omp declare target
    integer, value :: a, b
    if (b == 0) then
      g = a
    else
      g = gcd_of (b, mod (a, b))
    end if
  end function
end module

module openacc_regions
  use factors
  implicit none
contains
  subroutine openacc_scale (a)
    integer, intent (inout) :: a(:)
    integer :: i
    !$acc parallel loop copy(a)
    do i = 1, size (a)
      a(i) = scaled (a(i), i) + gcd_of (i, 1) - 1
    end do
  end subroutine
  subroutine openacc_sum (a, total)
    integer, intent (in) :: a(:)
    integer, intent (out) :: total
    integer :: i
    total = 0
    !$acc parallel loop copyin(a) copy(total) reduction(+:total)
    do i = 1, size (a)
      total = total + a(i)
    end do
  end subroutine
  subroutine openacc_gamma (x)
    real (8), intent (out) :: x(:, :)
    integer :: i, j
    !$acc parallel loop gang copyout(x)
    do j = 1, size (x, 2)
      !$acc loop vector
      do i = 1, size (x, 1)
        x(i, j) = gamma (dble (i) + (j - 1) / 1024d0)
      end do
    end do
  end subroutine
end module

module openmp_regions
  use factors, only: scaled, gcd_of
  implicit none
contains
  subroutine openmp_scale (a)
    integer, intent (inout) :: a(:)
    integer :: i
    !$omp target teams distribute parallel do map(tofrom: a)
    do i = 1, size (a)
      a(i) = scaled (a(i), i) + gcd_of (i, 1) - 1
    end do
  end subroutine
  subroutine openmp_sum (a, total)
    integer, intent (in) :: a(:)
    integer, intent (out) :: total
    integer :: i
    total = 0
    !$omp target teams distribute parallel do map(to: a) map(tofrom: total) &
    !$omp reduction(+:total)
    do i = 1, size (a)
      total = total + a(i)
    end do
  end subroutine
  subroutine openmp_gamma (x)
    real (8), intent (out) :: x(:, :)
    integer :: i, j
    !$omp target teams distribute parallel do collapse(2) map(from: x)
    do j = 1, size (x, 2)
      do i = 1, size (x, 1)
        x(i, j) = gamma (dble (i) + (j - 1) / 1024d0)
      end do
    end do
  end subroutine
end module

subroutine set_factor (f)
  use factors, only: factor
  implicit none
  integer, intent (in) :: f
  factor = f
  !$omp target update to (factor)
end subroutine
