! Host procedures that look at what they are given; see wait-before-call.cuf.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.
integer function implicit_first (x, i)
  implicit none
  integer, intent(in) :: x(*), i
  implicit_first = x(i)
end function

subroutine implicit_check (x, i, wanted)
  implicit none
  integer, intent(in) :: x(*), i, wanted
  if (x(i) /= wanted) error stop 2
end subroutine

integer function wait_first (x, n) bind(c)
  implicit none
  integer, intent(in) :: x(*)
  integer, value :: n
  wait_first = x(n)
end function
