! Module sort: arrays sorted on the device.
! Copyright (C) 2026 The cudafortran authors.
!
! This file is part of the CUDA Fortran runtime library (libgcuf).
!
! Libgcuf is free software; you can redistribute it and/or modify it
! under the terms of the GNU General Public License as published by
! the Free Software Foundation; either version 3, or (at your option)
! any later version.
!
! Libgcuf is distributed in the hope that it will be useful, but WITHOUT ANY
! WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS
! FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
! more details.
!
! Under Section 7 of GPL version 3, you are granted additional
! permissions described in the GCC Runtime Library Exception, version
! 3.1, as published by the Free Software Foundation.
!
! You should have received a copy of the GNU General Public License and
! a copy of the GCC Runtime Library Exception along with this program;
! see the files COPYING and COPYING.RUNTIME respectively.  If not, see
! <http://www.gnu.org/licenses/>.

! The specific procedures differ in the type of the array, in the kind of N, in
! whether there are indices, and in where all that is.  LOC gives C an address
! in whatever memory.

module sort
  use, intrinsic :: iso_c_binding, only: c_int, c_long_long
  use cuf_types, only: cuda_stream_kind
  implicit none
  private
  public :: fsort

  interface
    subroutine sort_array (keys, indices, n, real_keys, kind, number, &
         workspace, size, host, stream) bind (c, name = "GCUF_fsort")
      import :: c_int, c_long_long
      integer (c_long_long), value :: keys, indices, n, workspace, size, stream
      integer (c_int), value :: real_keys, kind, number, host
    end subroutine
  end interface

  interface fsort
    module procedure &
         host_i4_n4, host_i4_n8, &
         host_i8_n4, host_i8_n8, &
         host_r4_n4, host_r4_n8, &
         host_r8_n4, host_r8_n8, &
         host_i4_indices_n4, host_i4_indices_n8, &
         host_i8_indices_n4, host_i8_indices_n8, &
         host_r4_indices_n4, host_r4_indices_n8, &
         host_r8_indices_n4, host_r8_indices_n8, &
         device_i4_n4, device_i4_n8, &
         device_i8_n4, device_i8_n8, &
         device_r4_n4, device_r4_n8, &
         device_r8_n4, device_r8_n8, &
         device_i4_indices_n4, device_i4_indices_n8, &
         device_i8_indices_n4, device_i8_indices_n8, &
         device_r4_indices_n4, device_r4_indices_n8, &
         device_r8_indices_n4, device_r8_indices_n8
  end interface

contains

  ! What optional arguments say.

  integer (c_int) function numbered (init_index)
    logical, intent (in), optional :: init_index
    numbered = 1
    if (present (init_index)) numbered = merge (1, 0, init_index)
  end function

  integer (c_long_long) function stream_of (stream)
    integer (cuda_stream_kind), intent (in), optional :: stream
    stream_of = 0
    if (present (stream)) stream_of = stream
  end function

  ! The bytes of WORKSIZE elements.  Of a workspace alone nobody knows how large
  ! it is.
  integer (c_long_long) function workspace_bytes (bytes, worksize)
    integer, intent (in) :: bytes
    integer (8), intent (in), optional :: worksize
    workspace_bytes = 0
    if (present (worksize)) workspace_bytes = bytes * worksize
  end function

  subroutine host_i4_n4 (array, n, stream)
    integer (4), intent (inout) :: array(*)
    integer (4), intent (in) :: n
    integer (cuda_stream_kind), intent (in), optional :: stream
    call sort_array (loc (array), 0_c_long_long, int (n, c_long_long), &
         0, 4, 0, 0_c_long_long, 0_c_long_long, 1, &
         stream_of (stream))
  end subroutine

  subroutine host_i4_n8 (array, n, stream)
    integer (4), intent (inout) :: array(*)
    integer (8), intent (in) :: n
    integer (cuda_stream_kind), intent (in), optional :: stream
    call sort_array (loc (array), 0_c_long_long, int (n, c_long_long), &
         0, 4, 0, 0_c_long_long, 0_c_long_long, 1, &
         stream_of (stream))
  end subroutine

  subroutine host_i8_n4 (array, n, stream)
    integer (8), intent (inout) :: array(*)
    integer (4), intent (in) :: n
    integer (cuda_stream_kind), intent (in), optional :: stream
    call sort_array (loc (array), 0_c_long_long, int (n, c_long_long), &
         0, 8, 0, 0_c_long_long, 0_c_long_long, 1, &
         stream_of (stream))
  end subroutine

  subroutine host_i8_n8 (array, n, stream)
    integer (8), intent (inout) :: array(*)
    integer (8), intent (in) :: n
    integer (cuda_stream_kind), intent (in), optional :: stream
    call sort_array (loc (array), 0_c_long_long, int (n, c_long_long), &
         0, 8, 0, 0_c_long_long, 0_c_long_long, 1, &
         stream_of (stream))
  end subroutine

  subroutine host_r4_n4 (array, n, stream)
    real (4), intent (inout) :: array(*)
    integer (4), intent (in) :: n
    integer (cuda_stream_kind), intent (in), optional :: stream
    call sort_array (loc (array), 0_c_long_long, int (n, c_long_long), &
         1, 4, 0, 0_c_long_long, 0_c_long_long, 1, &
         stream_of (stream))
  end subroutine

  subroutine host_r4_n8 (array, n, stream)
    real (4), intent (inout) :: array(*)
    integer (8), intent (in) :: n
    integer (cuda_stream_kind), intent (in), optional :: stream
    call sort_array (loc (array), 0_c_long_long, int (n, c_long_long), &
         1, 4, 0, 0_c_long_long, 0_c_long_long, 1, &
         stream_of (stream))
  end subroutine

  subroutine host_r8_n4 (array, n, stream)
    real (8), intent (inout) :: array(*)
    integer (4), intent (in) :: n
    integer (cuda_stream_kind), intent (in), optional :: stream
    call sort_array (loc (array), 0_c_long_long, int (n, c_long_long), &
         1, 8, 0, 0_c_long_long, 0_c_long_long, 1, &
         stream_of (stream))
  end subroutine

  subroutine host_r8_n8 (array, n, stream)
    real (8), intent (inout) :: array(*)
    integer (8), intent (in) :: n
    integer (cuda_stream_kind), intent (in), optional :: stream
    call sort_array (loc (array), 0_c_long_long, int (n, c_long_long), &
         1, 8, 0, 0_c_long_long, 0_c_long_long, 1, &
         stream_of (stream))
  end subroutine

  subroutine host_i4_indices_n4 (array, indices, n, init_index, stream)
    integer (4), intent (inout) :: array(*)
    integer (4), intent (inout) :: indices(*)
    integer (4), intent (in) :: n
    logical, intent (in), optional :: init_index
    integer (cuda_stream_kind), intent (in), optional :: stream
    call sort_array (loc (array), loc (indices), int (n, c_long_long), &
         0, 4, numbered (init_index), 0_c_long_long, 0_c_long_long, 1, &
         stream_of (stream))
  end subroutine

  subroutine host_i4_indices_n8 (array, indices, n, init_index, stream)
    integer (4), intent (inout) :: array(*)
    integer (4), intent (inout) :: indices(*)
    integer (8), intent (in) :: n
    logical, intent (in), optional :: init_index
    integer (cuda_stream_kind), intent (in), optional :: stream
    call sort_array (loc (array), loc (indices), int (n, c_long_long), &
         0, 4, numbered (init_index), 0_c_long_long, 0_c_long_long, 1, &
         stream_of (stream))
  end subroutine

  subroutine host_i8_indices_n4 (array, indices, n, init_index, stream)
    integer (8), intent (inout) :: array(*)
    integer (4), intent (inout) :: indices(*)
    integer (4), intent (in) :: n
    logical, intent (in), optional :: init_index
    integer (cuda_stream_kind), intent (in), optional :: stream
    call sort_array (loc (array), loc (indices), int (n, c_long_long), &
         0, 8, numbered (init_index), 0_c_long_long, 0_c_long_long, 1, &
         stream_of (stream))
  end subroutine

  subroutine host_i8_indices_n8 (array, indices, n, init_index, stream)
    integer (8), intent (inout) :: array(*)
    integer (4), intent (inout) :: indices(*)
    integer (8), intent (in) :: n
    logical, intent (in), optional :: init_index
    integer (cuda_stream_kind), intent (in), optional :: stream
    call sort_array (loc (array), loc (indices), int (n, c_long_long), &
         0, 8, numbered (init_index), 0_c_long_long, 0_c_long_long, 1, &
         stream_of (stream))
  end subroutine

  subroutine host_r4_indices_n4 (array, indices, n, init_index, stream)
    real (4), intent (inout) :: array(*)
    integer (4), intent (inout) :: indices(*)
    integer (4), intent (in) :: n
    logical, intent (in), optional :: init_index
    integer (cuda_stream_kind), intent (in), optional :: stream
    call sort_array (loc (array), loc (indices), int (n, c_long_long), &
         1, 4, numbered (init_index), 0_c_long_long, 0_c_long_long, 1, &
         stream_of (stream))
  end subroutine

  subroutine host_r4_indices_n8 (array, indices, n, init_index, stream)
    real (4), intent (inout) :: array(*)
    integer (4), intent (inout) :: indices(*)
    integer (8), intent (in) :: n
    logical, intent (in), optional :: init_index
    integer (cuda_stream_kind), intent (in), optional :: stream
    call sort_array (loc (array), loc (indices), int (n, c_long_long), &
         1, 4, numbered (init_index), 0_c_long_long, 0_c_long_long, 1, &
         stream_of (stream))
  end subroutine

  subroutine host_r8_indices_n4 (array, indices, n, init_index, stream)
    real (8), intent (inout) :: array(*)
    integer (4), intent (inout) :: indices(*)
    integer (4), intent (in) :: n
    logical, intent (in), optional :: init_index
    integer (cuda_stream_kind), intent (in), optional :: stream
    call sort_array (loc (array), loc (indices), int (n, c_long_long), &
         1, 8, numbered (init_index), 0_c_long_long, 0_c_long_long, 1, &
         stream_of (stream))
  end subroutine

  subroutine host_r8_indices_n8 (array, indices, n, init_index, stream)
    real (8), intent (inout) :: array(*)
    integer (4), intent (inout) :: indices(*)
    integer (8), intent (in) :: n
    logical, intent (in), optional :: init_index
    integer (cuda_stream_kind), intent (in), optional :: stream
    call sort_array (loc (array), loc (indices), int (n, c_long_long), &
         1, 8, numbered (init_index), 0_c_long_long, 0_c_long_long, 1, &
         stream_of (stream))
  end subroutine

  subroutine device_i4_n4 (array, n, workspace, worksize, stream)
    integer (4), device, intent (inout) :: array(*)
    integer (4), intent (in) :: n
    integer (4), device, optional :: workspace(*)
    integer (8), intent (in), optional :: worksize
    integer (cuda_stream_kind), intent (in), optional :: stream
    integer (c_long_long) :: space, bytes
    space = 0
    bytes = 0
    if (present (workspace)) then
      space = loc (workspace)
      bytes = workspace_bytes (4, worksize)
    end if
    call sort_array (loc (array), 0_c_long_long, int (n, c_long_long), &
         0, 4, 0, space, bytes, 0, &
         stream_of (stream))
  end subroutine

  subroutine device_i4_n8 (array, n, workspace, worksize, stream)
    integer (4), device, intent (inout) :: array(*)
    integer (8), intent (in) :: n
    integer (4), device, optional :: workspace(*)
    integer (8), intent (in), optional :: worksize
    integer (cuda_stream_kind), intent (in), optional :: stream
    integer (c_long_long) :: space, bytes
    space = 0
    bytes = 0
    if (present (workspace)) then
      space = loc (workspace)
      bytes = workspace_bytes (4, worksize)
    end if
    call sort_array (loc (array), 0_c_long_long, int (n, c_long_long), &
         0, 4, 0, space, bytes, 0, &
         stream_of (stream))
  end subroutine

  subroutine device_i8_n4 (array, n, workspace, worksize, stream)
    integer (8), device, intent (inout) :: array(*)
    integer (4), intent (in) :: n
    integer (8), device, optional :: workspace(*)
    integer (8), intent (in), optional :: worksize
    integer (cuda_stream_kind), intent (in), optional :: stream
    integer (c_long_long) :: space, bytes
    space = 0
    bytes = 0
    if (present (workspace)) then
      space = loc (workspace)
      bytes = workspace_bytes (8, worksize)
    end if
    call sort_array (loc (array), 0_c_long_long, int (n, c_long_long), &
         0, 8, 0, space, bytes, 0, &
         stream_of (stream))
  end subroutine

  subroutine device_i8_n8 (array, n, workspace, worksize, stream)
    integer (8), device, intent (inout) :: array(*)
    integer (8), intent (in) :: n
    integer (8), device, optional :: workspace(*)
    integer (8), intent (in), optional :: worksize
    integer (cuda_stream_kind), intent (in), optional :: stream
    integer (c_long_long) :: space, bytes
    space = 0
    bytes = 0
    if (present (workspace)) then
      space = loc (workspace)
      bytes = workspace_bytes (8, worksize)
    end if
    call sort_array (loc (array), 0_c_long_long, int (n, c_long_long), &
         0, 8, 0, space, bytes, 0, &
         stream_of (stream))
  end subroutine

  subroutine device_r4_n4 (array, n, workspace, worksize, stream)
    real (4), device, intent (inout) :: array(*)
    integer (4), intent (in) :: n
    real (4), device, optional :: workspace(*)
    integer (8), intent (in), optional :: worksize
    integer (cuda_stream_kind), intent (in), optional :: stream
    integer (c_long_long) :: space, bytes
    space = 0
    bytes = 0
    if (present (workspace)) then
      space = loc (workspace)
      bytes = workspace_bytes (4, worksize)
    end if
    call sort_array (loc (array), 0_c_long_long, int (n, c_long_long), &
         1, 4, 0, space, bytes, 0, &
         stream_of (stream))
  end subroutine

  subroutine device_r4_n8 (array, n, workspace, worksize, stream)
    real (4), device, intent (inout) :: array(*)
    integer (8), intent (in) :: n
    real (4), device, optional :: workspace(*)
    integer (8), intent (in), optional :: worksize
    integer (cuda_stream_kind), intent (in), optional :: stream
    integer (c_long_long) :: space, bytes
    space = 0
    bytes = 0
    if (present (workspace)) then
      space = loc (workspace)
      bytes = workspace_bytes (4, worksize)
    end if
    call sort_array (loc (array), 0_c_long_long, int (n, c_long_long), &
         1, 4, 0, space, bytes, 0, &
         stream_of (stream))
  end subroutine

  subroutine device_r8_n4 (array, n, workspace, worksize, stream)
    real (8), device, intent (inout) :: array(*)
    integer (4), intent (in) :: n
    real (8), device, optional :: workspace(*)
    integer (8), intent (in), optional :: worksize
    integer (cuda_stream_kind), intent (in), optional :: stream
    integer (c_long_long) :: space, bytes
    space = 0
    bytes = 0
    if (present (workspace)) then
      space = loc (workspace)
      bytes = workspace_bytes (8, worksize)
    end if
    call sort_array (loc (array), 0_c_long_long, int (n, c_long_long), &
         1, 8, 0, space, bytes, 0, &
         stream_of (stream))
  end subroutine

  subroutine device_r8_n8 (array, n, workspace, worksize, stream)
    real (8), device, intent (inout) :: array(*)
    integer (8), intent (in) :: n
    real (8), device, optional :: workspace(*)
    integer (8), intent (in), optional :: worksize
    integer (cuda_stream_kind), intent (in), optional :: stream
    integer (c_long_long) :: space, bytes
    space = 0
    bytes = 0
    if (present (workspace)) then
      space = loc (workspace)
      bytes = workspace_bytes (8, worksize)
    end if
    call sort_array (loc (array), 0_c_long_long, int (n, c_long_long), &
         1, 8, 0, space, bytes, 0, &
         stream_of (stream))
  end subroutine

  subroutine device_i4_indices_n4 (array, indices, n, init_index, &
       workspace, worksize, stream)
    integer (4), device, intent (inout) :: array(*)
    integer (4), device, intent (inout) :: indices(*)
    integer (4), intent (in) :: n
    logical, intent (in), optional :: init_index
    integer (4), device, optional :: workspace(*)
    integer (8), intent (in), optional :: worksize
    integer (cuda_stream_kind), intent (in), optional :: stream
    integer (c_long_long) :: space, bytes
    space = 0
    bytes = 0
    if (present (workspace)) then
      space = loc (workspace)
      bytes = workspace_bytes (4, worksize)
    end if
    call sort_array (loc (array), loc (indices), int (n, c_long_long), &
         0, 4, numbered (init_index), space, bytes, 0, &
         stream_of (stream))
  end subroutine

  subroutine device_i4_indices_n8 (array, indices, n, init_index, &
       workspace, worksize, stream)
    integer (4), device, intent (inout) :: array(*)
    integer (4), device, intent (inout) :: indices(*)
    integer (8), intent (in) :: n
    logical, intent (in), optional :: init_index
    integer (4), device, optional :: workspace(*)
    integer (8), intent (in), optional :: worksize
    integer (cuda_stream_kind), intent (in), optional :: stream
    integer (c_long_long) :: space, bytes
    space = 0
    bytes = 0
    if (present (workspace)) then
      space = loc (workspace)
      bytes = workspace_bytes (4, worksize)
    end if
    call sort_array (loc (array), loc (indices), int (n, c_long_long), &
         0, 4, numbered (init_index), space, bytes, 0, &
         stream_of (stream))
  end subroutine

  subroutine device_i8_indices_n4 (array, indices, n, init_index, &
       workspace, worksize, stream)
    integer (8), device, intent (inout) :: array(*)
    integer (4), device, intent (inout) :: indices(*)
    integer (4), intent (in) :: n
    logical, intent (in), optional :: init_index
    integer (8), device, optional :: workspace(*)
    integer (8), intent (in), optional :: worksize
    integer (cuda_stream_kind), intent (in), optional :: stream
    integer (c_long_long) :: space, bytes
    space = 0
    bytes = 0
    if (present (workspace)) then
      space = loc (workspace)
      bytes = workspace_bytes (8, worksize)
    end if
    call sort_array (loc (array), loc (indices), int (n, c_long_long), &
         0, 8, numbered (init_index), space, bytes, 0, &
         stream_of (stream))
  end subroutine

  subroutine device_i8_indices_n8 (array, indices, n, init_index, &
       workspace, worksize, stream)
    integer (8), device, intent (inout) :: array(*)
    integer (4), device, intent (inout) :: indices(*)
    integer (8), intent (in) :: n
    logical, intent (in), optional :: init_index
    integer (8), device, optional :: workspace(*)
    integer (8), intent (in), optional :: worksize
    integer (cuda_stream_kind), intent (in), optional :: stream
    integer (c_long_long) :: space, bytes
    space = 0
    bytes = 0
    if (present (workspace)) then
      space = loc (workspace)
      bytes = workspace_bytes (8, worksize)
    end if
    call sort_array (loc (array), loc (indices), int (n, c_long_long), &
         0, 8, numbered (init_index), space, bytes, 0, &
         stream_of (stream))
  end subroutine

  subroutine device_r4_indices_n4 (array, indices, n, init_index, &
       workspace, worksize, stream)
    real (4), device, intent (inout) :: array(*)
    integer (4), device, intent (inout) :: indices(*)
    integer (4), intent (in) :: n
    logical, intent (in), optional :: init_index
    real (4), device, optional :: workspace(*)
    integer (8), intent (in), optional :: worksize
    integer (cuda_stream_kind), intent (in), optional :: stream
    integer (c_long_long) :: space, bytes
    space = 0
    bytes = 0
    if (present (workspace)) then
      space = loc (workspace)
      bytes = workspace_bytes (4, worksize)
    end if
    call sort_array (loc (array), loc (indices), int (n, c_long_long), &
         1, 4, numbered (init_index), space, bytes, 0, &
         stream_of (stream))
  end subroutine

  subroutine device_r4_indices_n8 (array, indices, n, init_index, &
       workspace, worksize, stream)
    real (4), device, intent (inout) :: array(*)
    integer (4), device, intent (inout) :: indices(*)
    integer (8), intent (in) :: n
    logical, intent (in), optional :: init_index
    real (4), device, optional :: workspace(*)
    integer (8), intent (in), optional :: worksize
    integer (cuda_stream_kind), intent (in), optional :: stream
    integer (c_long_long) :: space, bytes
    space = 0
    bytes = 0
    if (present (workspace)) then
      space = loc (workspace)
      bytes = workspace_bytes (4, worksize)
    end if
    call sort_array (loc (array), loc (indices), int (n, c_long_long), &
         1, 4, numbered (init_index), space, bytes, 0, &
         stream_of (stream))
  end subroutine

  subroutine device_r8_indices_n4 (array, indices, n, init_index, &
       workspace, worksize, stream)
    real (8), device, intent (inout) :: array(*)
    integer (4), device, intent (inout) :: indices(*)
    integer (4), intent (in) :: n
    logical, intent (in), optional :: init_index
    real (8), device, optional :: workspace(*)
    integer (8), intent (in), optional :: worksize
    integer (cuda_stream_kind), intent (in), optional :: stream
    integer (c_long_long) :: space, bytes
    space = 0
    bytes = 0
    if (present (workspace)) then
      space = loc (workspace)
      bytes = workspace_bytes (8, worksize)
    end if
    call sort_array (loc (array), loc (indices), int (n, c_long_long), &
         1, 8, numbered (init_index), space, bytes, 0, &
         stream_of (stream))
  end subroutine

  subroutine device_r8_indices_n8 (array, indices, n, init_index, &
       workspace, worksize, stream)
    real (8), device, intent (inout) :: array(*)
    integer (4), device, intent (inout) :: indices(*)
    integer (8), intent (in) :: n
    logical, intent (in), optional :: init_index
    real (8), device, optional :: workspace(*)
    integer (8), intent (in), optional :: worksize
    integer (cuda_stream_kind), intent (in), optional :: stream
    integer (c_long_long) :: space, bytes
    space = 0
    bytes = 0
    if (present (workspace)) then
      space = loc (workspace)
      bytes = workspace_bytes (8, worksize)
    end if
    call sort_array (loc (array), loc (indices), int (n, c_long_long), &
         1, 8, numbered (init_index), space, bytes, 0, &
         stream_of (stream))
  end subroutine
end module sort
