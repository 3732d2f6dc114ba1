! { dg-do compile }
! { dg-options "-ffree-line-length-132" }
! Sources without CUDA Fortran get none of what it has beyond gfortran's language.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

program plain
  use, intrinsic :: iso_c_binding
  implicit none
  type(c_ptr) :: a
  integer, pointer :: b(:)
  logical :: l
  integer :: i, t(3)
  pointer (p, t)                          ! { dg-error "requires '-fcray-pointer' flag" }
  i = 4
  l = .true.
  if (i) stop 1                           ! { dg-error "requires a scalar LOGICAL expression" }
  if (l == .true.) stop 2                 ! { dg-error "must be compared with .eqv." }
  if (i .and. l) stop 3                   ! { dg-error "Operands of logical operator" }
  i = int_ptr_kind ()                     ! { dg-error "has no IMPLICIT type" }
  i = 1 + 0 * 1000000000 + 0 * 100000 + 0 * 2000000000 + 0 * 1000000000 + 0 * 2000000000 + 0 * 1000000000 + 0 * 2000000000 + 0 * 1000000000 + 3 ! { dg-error "Line truncated at" }
  do while (i)                            ! { dg-error "scalar LOGICAL expression" }
  end do
  a = c_loc (i)                           ! { dg-error "POINTER or the TARGET attribute" }
  call c_f_pointer (a, b, 4)              ! { dg-error "must be of rank 1" }
  open (10, name = 'x')                   ! { dg-error "Syntax error in OPEN" }
end program
