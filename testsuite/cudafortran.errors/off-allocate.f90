! { dg-do compile }
! The same where an option of ALLOCATE comes first.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

subroutine s
  real, allocatable :: h(:)
  logical :: l
  allocate (h(10), pinned=l)          ! { dg-error "'PINNED' at .1. is CUDA Fortran, which is off" }
  ! { dg-warning "PINNED tag at .1. becomes false" "" { target *-*-* } 8 }
end subroutine
