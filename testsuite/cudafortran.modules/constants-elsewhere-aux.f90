! The module of constants-elsewhere.cuf: it knows nothing of devices.
! Copyright (C) 2026 The cudafortran authors; GPL version 3 or later, see COPYING.

module constants_elsewhere_m
  implicit none
  integer, private :: i
  integer, parameter :: n = 7
  type species
    real (8) :: mass
    integer :: charges(3)
    character (2) :: symbol
  end type
  real, parameter :: table(n) = [(i * 0.5, i = 1, n)]
  real (8), parameter :: matrix(0:2, -1:1) = reshape ([(i * 1._8, i = 1, 9)], [3, 3])
  complex, parameter :: roots(4) = [(1, 0), (0, 1), (-1, 0), (0, -1)]
  logical, parameter :: odd(0:1) = [.false., .true.]
  character (3), parameter :: names(n) = ["one", "two", "thr", "fou", "fiv", &
                                          "six", "sev"]
  type (species), parameter :: proton = species (1.25_8, [1, 2, 4], "H ")
  type (species), parameter :: all_of(2) = [proton, &
                                            species (0.5_8, [8, 16, 32], "e ")]
end module
