! { dg-do compile }
! { dg-options "-fopenacc" }
! Without CUDA Fortran it is an error, as gfortran has it.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

subroutine s (a, n)
  integer :: n, i
  real :: a(n)
  !$acc parallel loop
  do i = 1, n
    a(i) = 1
  end do
  !$acc end parallel      ! { dg-error "Unexpected !.ACC END PARALLEL statement" }
end subroutine
