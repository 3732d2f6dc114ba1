! { dg-do compile }
! { dg-options "-fplugin-arg-cudafortran-if-used" }
! REAL(2) in a file whose name does not say that it is CUDA Fortran: a module does.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

subroutine s (x)
  use cudafor
  real(2) :: x
  x = 1.0_2
end subroutine
