! Regions without CUDA Fortran: see openacc-files.cuf and openmp-files.cuf.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

module region
  implicit none
  integer :: table(5) = [1, 2, 3, 4, 5]
!$omp declare target (table)
!$acc declare create (table)
contains
  subroutine twice (h, n)
    integer, intent (in) :: n
    integer, intent (inout) :: h(n)
    integer :: i
!$omp target update to (table)
!$acc update device (table)
!$omp target teams distribute parallel do map(tofrom: h)
!$acc parallel loop copy(h)
    do i = 1, n
      h(i) = h(i) * table(2)
    end do
  end subroutine
end module
