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
  integer, j                              ! { dg-error "Invalid character in name" }
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
  i = Z'1'                                ! { dg-error "BOZ literal constant at .1. is neither" }
  t = [Z'1', 2, 3]                        ! { dg-error "BOZ literal constant at .1. cannot appear" }
  if (i == Z'1') stop 4                   ! { dg-error "cannot appear as an operand of a relational" }
  t = [1, 2.5, 3]                         ! { dg-error "array constructor at .1. is REAL" }
  l = not (l)                             ! { dg-error "argument of 'not' intrinsic at .1. must be INTEGER" }
  write (*, '(i)') i                      ! { dg-error "Nonnegative width required" }
  write (*, '(q)') i                      ! { dg-error "Unexpected element" }
  _x = 1                                  ! { dg-error "Invalid character in name|Unclassifiable statement" }
  open (10, name = 'x')                   ! { dg-error "Syntax error in OPEN" }
end program
