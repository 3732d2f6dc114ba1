! Module cooperative_groups: groups of threads that wait for each other.
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

! A group is what its constructor found: nothing else of it is stored.  Size and
! rank count threads; ranks begin with one.
!
! GCUF_NO_PLUGIN stands for a compiler without the plugin, for syntax checks.

#ifdef GCUF_NO_PLUGIN
# define DEVICE
# define SHARED_MEMORY
#else
# define DEVICE attributes (device)
# define SHARED_MEMORY shared,
#endif

! This is the traditional preprocessor: CAT joins what stands next to it, and
! a parameter is replaced inside of quotes.
#define CAT(text) text

! The layout is that of struct gcuf_group in device-groups.c.
#define GROUP(group) \
  type, bind (c), public :: group; \
    integer (4) :: size, rank; \
    integer (4), private :: mask = 0, reserved1 = 0, reserved2 = 0; \
  end type group

#define THIS(op,group,symbol) \
  DEVICE function op () result (r) bind (c, name = "__gcuf_" // "symbol"); \
    import :: group; \
    type (group) :: r; \
  end function op

#define SYNC(op,group) \
  DEVICE subroutine CAT(sync_)op (g) bind (c, name = "__gcuf_sync_" // #op); \
    import :: group; \
    type (group), intent (in) :: g; \
  end subroutine CAT(sync_)op

#define SHUFFLE(op,suffix,type) \
  DEVICE function CAT(op)CAT(_sync_)suffix (mask, var, lane, width) \
         result (r) \
         bind (c, name = "__gcuf_warp_" // #op // "_sync_" // #suffix); \
    integer (4), value :: mask; \
    type, value :: var; \
    integer (4), value :: lane; \
    integer (4), intent (in), optional :: width; \
    type :: r; \
  end function CAT(op)CAT(_sync_)suffix

#define SHUFFLES(op) \
  interface CAT(op)_sync; \
    SHUFFLE(op,i4,integer (4)); \
    SHUFFLE(op,i8,integer (8)); \
    SHUFFLE(op,r4,real (4)); \
    SHUFFLE(op,r8,real (8)); \
  end interface CAT(op)_sync; \
  public :: CAT(op)_sync

module cooperative_groups
  use cudadevice, only: syncthreads
  implicit none
  private

  GROUP(grid_group)
  GROUP(thread_group)
  GROUP(coalesced_group)
  ! This one counts blocks.
  GROUP(cluster_group)

  interface
    THIS(this_grid,grid_group,group_this_grid)
    THIS(this_thread_block,thread_group,group_this_thread_block)
    THIS(this_warp,coalesced_group,group_this_warp)
    THIS(coalesced_threads,coalesced_group,warp_coalesced_threads)
    THIS(this_cluster,cluster_group,group_this_cluster)
    ! For a Cray pointer: where the block of that rank has its copy of a shared
    ! array.
    DEVICE function cluster_map_shared_rank (array, rank) result (address) &
         bind (c, name = "__gcuf_cluster_map")
      !dir$ ignore_tkr (tkr) array
      integer (4), SHARED_MEMORY intent (in) :: array(*)
      integer (4), value :: rank
      integer (8) :: address
    end function cluster_map_shared_rank
  end interface
  public :: this_grid, this_thread_block, this_warp, coalesced_threads
  public :: this_cluster, cluster_map_shared_rank

  ! Without an argument it is that of module cudadevice.
  interface syncthreads
    SYNC(grid,grid_group)
    SYNC(thread_block,thread_group)
    SYNC(coalesced,coalesced_group)
    SYNC(cluster,cluster_group)
  end interface syncthreads
  public :: syncthreads

  SHUFFLES(shfl)
  SHUFFLES(shfl_up)
  SHUFFLES(shfl_down)
  SHUFFLES(shfl_xor)
end module cooperative_groups
