! Modules without CUDA Fortran.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

module plain_m
  implicit none
  integer, parameter :: n = 3
  real, allocatable :: device(:)
  type shared
    integer :: managed(n) = 1
    class(*), pointer :: constant => null ()
  contains
    procedure :: attributes
  end type
  interface generic
    module procedure pinned, texture
  end interface
  interface
    module subroutine split (x)
      real, intent(inout) :: x(:)
    end subroutine
  end interface
contains
  elemental integer function attributes (this)
    class(shared), intent(in) :: this
    attributes = this%managed(1)
  end function
  pure subroutine pinned (x)
    integer, intent(inout) :: x
    x = x + 1
  end subroutine
  recursive subroutine texture (x)
    real, intent(inout) :: x
    x = x + 1
  end subroutine
end module

submodule (plain_m) plain_s
contains
  module subroutine split (x)
    real, intent(inout) :: x(:)
    x = 2 * x
  end subroutine
end submodule

module plain_user
  use plain_m, only: unified => device, generic, shared
  private
  public :: unified, generic
  type (shared), public :: global
end module
