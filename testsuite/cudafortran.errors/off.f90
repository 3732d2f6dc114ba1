! { dg-do compile }
! CUDA Fortran in a file that is none: the first thing is an error that says what
! to do, and the rest is read as if it had been done.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

module m
contains
  attributes(global) subroutine k (a) ! { dg-error "'attributes' at .1. is CUDA Fortran, which is off in this file: compile it with '-cuda', or call it '..cuf'" }
    real :: a(*)
    a(threadidx%x) = 1
  end subroutine

  subroutine s
    real, device :: d(10)
    call k<<<1, 10>>> (d)
  end subroutine
end module
