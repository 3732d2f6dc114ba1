! { dg-do compile }
! The same where a call comes first.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

subroutine s
  external k
  call k<<<1, 10>>> ()                ! { dg-error "'<<<' at .1. is CUDA Fortran, which is off|must have an explicit interface" }
end subroutine
