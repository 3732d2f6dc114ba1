! { dg-do compile }
! The same where a declaration comes first; a variable may have the name of an
! attribute.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

subroutine s
  real :: device, attributes(3)
  real, allocatable, device :: d(:)   ! { dg-error "'device' at .1. is CUDA Fortran, which is off" }
  real, pinned, allocatable :: h(:)
  device = 1
  attributes(3) = 1
  allocate (d(10))
end subroutine
