! { dg-do compile }
! The same where a statement with attributes comes first.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

subroutine s
  real :: d(10)
  attributes(device) :: d             ! { dg-error "'attributes' at .1. is CUDA Fortran, which is off" }
  d = 1
end subroutine
