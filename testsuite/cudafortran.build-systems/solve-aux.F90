! The program.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

program solve
  use solver
#ifdef _CUDA
  use cudafor
#endif
  implicit none
  integer, parameter :: n = 100
  real, device :: a(n)
  real :: h(n)
  integer :: i

  a = 1
  call step (n, a)
  call step (n, a)
  h = a
  if (any (h /= [(1.0 + 2 * i, i = 1, n)])) error stop 1
  print '(a)', 'right'
end program
