! { dg-do compile }
! A source without CUDA Fortran has no REAL(2).
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

subroutine s
  real(2) :: x                      ! { dg-error "Kind 2 not supported for type REAL" }
  real*2 :: y                       ! { dg-error "Old-style type declaration REAL.2 not supported" }
  print *, 1.0_2                    ! { dg-error "Invalid real kind 2" }
  print *, real (1.0, 2)            ! { dg-error "Invalid kind for REAL" }
end subroutine
