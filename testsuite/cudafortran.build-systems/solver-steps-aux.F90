! The submodule, with a kernel.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

submodule (solver) steps
  implicit none
contains
  attributes (global) subroutine add (n, a)
    integer, value :: n
    real :: a(n)
    integer :: i
    i = (blockidx%x - 1) * blockdim%x + threadidx%x
    if (i <= n) a(i) = a(i) + i
  end subroutine

  module subroutine step (n, a)
    integer, intent (in) :: n
    real, device :: a(n)
    call add <<<(n + 63) / 64, 64>>> (n, a)
  end subroutine
end submodule
