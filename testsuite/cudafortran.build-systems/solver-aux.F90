! A module whose procedures are in a submodule.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

module solver
  implicit none
  interface
    module subroutine step (n, a)
      integer, intent (in) :: n
      real, device :: a(n)
    end subroutine
  end interface
end module
