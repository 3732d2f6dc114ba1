! What the benchmarks share: the loop that times a kernel.
! Copyright (C) 2026 The cudafortran authors.
!
! This file is part of cudafortran.
!
! Cudafortran is free software; you can redistribute it and/or modify it under
! the terms of the GNU General Public License as published by the Free
! Software Foundation; either version 3, or (at your option) any later
! version.
!
! Cudafortran is distributed in the hope that it will be useful, but WITHOUT
! ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
! FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
! more details.
!
! You should have received a copy of the GNU General Public License along
! with cudafortran; see the file COPYING.  If not, see
! <http://www.gnu.org/licenses/>.

! do-loops of the form
!
!   call start ("name")
!   do while (again ())
!     call kernel <<<...>>> (...)
!   end do
!   call finish (value)
!
! launch the kernel as often as it takes to measure it, and print a line for
! each sample: name, milliseconds for a launch, VALUE, which stands for the
! result and is the same as the peer's but for rounding.  It is left out where the
! result depends on the number of launches.  Peers that run on the host are
! compiled without CUDA Fortran.

module timing
  !@cuf use cudafor
  use, intrinsic :: iso_fortran_env, only: int64
  implicit none
  private
  public start, again, finish

  integer, parameter :: samples = 7
  ! A sample takes about so many seconds.
  real (8), parameter :: sample_time = 0.02_8
  character (:), allocatable :: name
  integer :: sample, launch, launches
  integer (int64) :: begun, rate
  real (8) :: times(samples)
contains
  subroutine start (what)
    character (*), intent (in) :: what
    name = what
    sample = -1
    launch = 0
    launches = 1
    call mark
  end subroutine

  subroutine mark
    call wait
    call system_clock (begun, rate)
  end subroutine

  subroutine wait
    !@cuf integer :: status
    !@cuf status = cudaDeviceSynchronize ()
    !@cuf if (status /= 0) error stop "a kernel failed"
  end subroutine

  ! Sample -1 warms up, sample 0 finds out how many launches a sample has.
  logical function again ()
    integer (int64) :: now
    real (8) :: t
    again = .true.
    if (launch < launches) then
      launch = launch + 1
      return
    end if
    call wait
    call system_clock (now)
    t = real (now - begun, 8) / rate / launches
    if (sample == 0) launches = max (1, min (1000, int (sample_time / t)))
    if (sample > 0) times(sample) = 1000 * t
    sample = sample + 1
    launch = 1
    again = sample <= samples
    call mark
  end function

  subroutine finish (value)
    real (8), intent (in), optional :: value
    integer :: i
    do i = 1, samples
      if (present (value)) then
        print "(2a, f0.6, es24.15e3)", name, " ", times(i), value
      else
        print "(2a, f0.6)", name, " ", times(i)
      end if
    end do
  end subroutine
end module
