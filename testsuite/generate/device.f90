! What device code of generated programs has, for the host.
! Copyright (C) 2026 The cudafortran authors.
!
! This file is part of cudafortran.
!
! Cudafortran is free software; you can redistribute it and/or modify it
! under the terms of the GNU General Public License as published by the
! Free Software Foundation; either version 3, or (at your option) any
! later version.
!
! Cudafortran is distributed in the hope that it will be useful, but
! WITHOUT ANY WARRANTY; without even the implied warranty of
! MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.  See the GNU
! General Public License for more details.
!
! You should have received a copy of the GNU General Public License
! along with cudafortran; see the file COPYING.  If not, see
! <http://www.gnu.org/licenses/>.
!
module generated_device
  implicit none
  private :: add_i4, add_i8, add_r4, add_r8, sub_i4, sub_i8, sub_r4, sub_r8, &
    max_i4, max_i8, max_r4, max_r8, min_i4, min_i8, min_r4, min_r8

  type dim3
    integer :: x, y, z
  end type
  type(dim3) :: threadidx, blockidx, blockdim, griddim

  interface atomicadd
    procedure :: add_i4, add_i8, add_r4, add_r8
  end interface
  interface atomicsub
    procedure :: sub_i4, sub_i8, sub_r4, sub_r8
  end interface
  interface atomicmax
    procedure :: max_i4, max_i8, max_r4, max_r8
  end interface
  interface atomicmin
    procedure :: min_i4, min_i8, min_r4, min_r8
  end interface

contains

  subroutine set_launch (grid, block)
    integer, intent(in) :: grid(3), block(3)
    griddim = dim3 (grid(1), grid(2), grid(3))
    blockdim = dim3 (block(1), block(2), block(3))
  end subroutine

  integer function blocks ()
    blocks = griddim%x * griddim%y * griddim%z
  end function

  pure integer function threads ()
    threads = blockdim%x * blockdim%y * blockdim%z
  end function

  ! The indices of number N in an array of dimensions SIZE.
  type(dim3) function index3 (n, size)
    integer, intent(in) :: n
    type(dim3), intent(in) :: size
    index3%x = 1 + mod (n - 1, size%x)
    index3%y = 1 + mod ((n - 1) / size%x, size%y)
    index3%z = 1 + (n - 1) / (size%x * size%y)
  end function

  subroutine set_block (n)
    integer, intent(in) :: n
    blockidx = index3 (n, griddim)
  end subroutine

  subroutine set_thread (n)
    integer, intent(in) :: n
    threadidx = index3 (n, blockdim)
  end subroutine

  ! The thread whose value shuffles give to thread N: lanes of a warp count from
  ! zero here.
  integer function shuffle_lane (n, lane)
    integer, intent(in) :: n, lane
    shuffle_lane = n
    if (lane >= 0 .and. lane < 32) shuffle_lane = n - mod (n - 1, 32) + lane
  end function

  integer function shuffle (n, lane)
    integer, intent(in) :: n, lane
    shuffle = shuffle_lane (n, lane - 1)
  end function

  integer function shuffle_xor (n, lanes)
    integer, intent(in) :: n, lanes
    shuffle_xor = shuffle_lane (n, ieor (mod (n - 1, 32), lanes))
  end function

  integer function shuffle_up (n, lanes)
    integer, intent(in) :: n, lanes
    shuffle_up = shuffle_lane (n, mod (n - 1, 32) - lanes)
  end function

  integer function shuffle_down (n, lanes)
    integer, intent(in) :: n, lanes
    shuffle_down = shuffle_lane (n, mod (n - 1, 32) + lanes)
  end function

  ! What votes give to thread N if FLAGS says what each thread votes for.
  integer function vote_syncthreads_and (flags, n)
    logical, intent(in) :: flags(:)
    integer, intent(in) :: n
    vote_syncthreads_and = merge (1, 0, all (flags(:threads ())))
  end function

  integer function vote_syncthreads_or (flags, n)
    logical, intent(in) :: flags(:)
    integer, intent(in) :: n
    vote_syncthreads_or = merge (1, 0, any (flags(:threads ())))
  end function

  integer function vote_all_sync (flags, n)
    logical, intent(in) :: flags(:)
    integer, intent(in) :: n
    integer :: first
    first = n - mod (n - 1, 32)
    vote_all_sync = merge (1, 0, all (flags(first:first+31)))
  end function

  integer function vote_any_sync (flags, n)
    logical, intent(in) :: flags(:)
    integer, intent(in) :: n
    integer :: first
    first = n - mod (n - 1, 32)
    vote_any_sync = merge (1, 0, any (flags(first:first+31)))
  end function

  ! Of the first sixteen lanes.
  integer function vote_ballot_sync (flags, n)
    logical, intent(in) :: flags(:)
    integer, intent(in) :: n
    integer :: first, lane
    first = n - mod (n - 1, 32)
    vote_ballot_sync = 0
    do lane = 0, 15
      if (flags(first + lane)) vote_ballot_sync = ibset (vote_ballot_sync, lane)
    end do
  end function

  integer(4) function add_i4 (mem, value)
    integer(4), intent(inout) :: mem
    integer(4), intent(in) :: value
    add_i4 = mem
    mem = mem + value
  end function

  integer(4) function sub_i4 (mem, value)
    integer(4), intent(inout) :: mem
    integer(4), intent(in) :: value
    sub_i4 = mem
    mem = mem - value
  end function

  integer(4) function max_i4 (mem, value)
    integer(4), intent(inout) :: mem
    integer(4), intent(in) :: value
    max_i4 = mem
    mem = max (mem, value)
  end function

  integer(4) function min_i4 (mem, value)
    integer(4), intent(inout) :: mem
    integer(4), intent(in) :: value
    min_i4 = mem
    mem = min (mem, value)
  end function

  integer(8) function add_i8 (mem, value)
    integer(8), intent(inout) :: mem
    integer(8), intent(in) :: value
    add_i8 = mem
    mem = mem + value
  end function

  integer(8) function sub_i8 (mem, value)
    integer(8), intent(inout) :: mem
    integer(8), intent(in) :: value
    sub_i8 = mem
    mem = mem - value
  end function

  integer(8) function max_i8 (mem, value)
    integer(8), intent(inout) :: mem
    integer(8), intent(in) :: value
    max_i8 = mem
    mem = max (mem, value)
  end function

  integer(8) function min_i8 (mem, value)
    integer(8), intent(inout) :: mem
    integer(8), intent(in) :: value
    min_i8 = mem
    mem = min (mem, value)
  end function

  real(4) function add_r4 (mem, value)
    real(4), intent(inout) :: mem
    real(4), intent(in) :: value
    add_r4 = mem
    mem = mem + value
  end function

  real(4) function sub_r4 (mem, value)
    real(4), intent(inout) :: mem
    real(4), intent(in) :: value
    sub_r4 = mem
    mem = mem - value
  end function

  real(4) function max_r4 (mem, value)
    real(4), intent(inout) :: mem
    real(4), intent(in) :: value
    max_r4 = mem
    mem = max (mem, value)
  end function

  real(4) function min_r4 (mem, value)
    real(4), intent(inout) :: mem
    real(4), intent(in) :: value
    min_r4 = mem
    mem = min (mem, value)
  end function

  real(8) function add_r8 (mem, value)
    real(8), intent(inout) :: mem
    real(8), intent(in) :: value
    add_r8 = mem
    mem = mem + value
  end function

  real(8) function sub_r8 (mem, value)
    real(8), intent(inout) :: mem
    real(8), intent(in) :: value
    sub_r8 = mem
    mem = mem - value
  end function

  real(8) function max_r8 (mem, value)
    real(8), intent(inout) :: mem
    real(8), intent(in) :: value
    max_r8 = mem
    mem = max (mem, value)
  end function

  real(8) function min_r8 (mem, value)
    real(8), intent(inout) :: mem
    real(8), intent(in) :: value
    min_r8 = mem
    mem = min (mem, value)
  end function

  integer function atomicand (mem, value)
    integer, intent(inout) :: mem
    integer, intent(in) :: value
    atomicand = mem
    mem = iand (mem, value)
  end function

  integer function atomicor (mem, value)
    integer, intent(inout) :: mem
    integer, intent(in) :: value
    atomicor = mem
    mem = ior (mem, value)
  end function

  integer function atomicxor (mem, value)
    integer, intent(inout) :: mem
    integer, intent(in) :: value
    atomicxor = mem
    mem = ieor (mem, value)
  end function
end module
