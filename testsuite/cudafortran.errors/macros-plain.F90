! { dg-do compile }
! Sources without CUDA Fortran have gfortran's own preprocessor.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

  #define NONE 3                   ! { dg-error "Invalid character in name" }
program p
  implicit none
end program
