! { dg-do run }
! { dg-additional-sources "off-use-aux.cuf" }
! A file that is not CUDA Fortran uses a module with device data, and procedures
! that take it: what these are the module says.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

program off_use
  use off_use_m
  implicit none
  real :: a(n)
  integer :: i
  !@cuf error stop "CUDA Fortran is on"
  a = [(real (i), i = 1, n)]
  call set (a)
  call double
  if (any (get () /= 2 * a)) error stop 1
  d = 3 * a
  call double
  a = d
  if (any (a /= [(6.0 * i, i = 1, n)])) error stop 2
end program
