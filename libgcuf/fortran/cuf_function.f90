! Kernels in the CUDA runtime API: attributes, occupancy.
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

module cuf_function
  use, intrinsic :: iso_c_binding, only: c_char, c_funloc, c_funptr, c_int, &
       c_size_t
  use cuf_types
  implicit none
  private :: c_char, c_funloc, c_funptr, c_int, c_size_t

  ! A kernel is given as a procedure, or by its name.

  interface cudaFuncSetCacheConfig
    procedure :: set_cache, set_cache_named
  end interface cudaFuncSetCacheConfig

  interface cudaFuncSetSharedMemConfig
    procedure :: set_banks, set_banks_named
  end interface cudaFuncSetSharedMemConfig

  private :: set_cache, set_cache_named, set_banks, set_banks_named
  private :: c_attributes, c_set, c_cache, c_cache_named, c_banks, &
       c_banks_named, c_occupancy, c_block, c_shared, c_cluster_size, &
       c_clusters

  interface
    integer (c_int) function c_attributes &
         (attr, func) &
         bind (c, name = "GCUF_cudaFuncGetAttributes")
      import :: c_int, c_funptr, cudaFuncAttributes
      type (cudaFuncAttributes), intent (out) :: attr
      type (c_funptr), value :: func
    end function c_attributes

    integer (c_int) function c_set &
         (func, attribute, val) &
         bind (c, name = "GCUF_cudaFuncSetAttribute")
      import :: c_int, c_funptr
      type (c_funptr), value :: func
      integer (c_int), value :: attribute, val
    end function c_set

    integer (c_int) function c_cache &
         (func, config) &
         bind (c, name = "GCUF_cudaFuncSetCacheConfig")
      import :: c_int, c_funptr
      type (c_funptr), value :: func
      integer (c_int), value :: config
    end function c_cache

    integer (c_int) function c_cache_named &
         (name, length, config) &
         bind (c, name = "GCUF_cudaFuncSetCacheConfigNamed")
      import :: c_int, c_char, c_size_t
      character (kind = c_char), intent (in) :: name(*)
      integer (c_size_t), value :: length
      integer (c_int), value :: config
    end function c_cache_named

    integer (c_int) function c_banks &
         (func, config) &
         bind (c, name = "GCUF_cudaFuncSetSharedMemConfig")
      import :: c_int, c_funptr
      type (c_funptr), value :: func
      integer (c_int), value :: config
    end function c_banks

    integer (c_int) function c_banks_named &
         (name, length, config) &
         bind (c, name = "GCUF_cudaFuncSetSharedMemConfigNamed")
      import :: c_int, c_char, c_size_t
      character (kind = c_char), intent (in) :: name(*)
      integer (c_size_t), value :: length
      integer (c_int), value :: config
    end function c_banks_named

    integer (c_int) function c_occupancy &
         (blocks, func, threads, bytes, flags) &
         bind (c, name = "GCUF_cudaOccupancyMaxActiveBlocksPerMultiprocessor")
      import :: c_int, c_funptr, c_size_t
      integer (c_int), intent (out) :: blocks
      type (c_funptr), value :: func
      integer (c_int), value :: threads, flags
      integer (c_size_t), value :: bytes
    end function c_occupancy

    integer (c_int) function c_block &
         (blocks, threads, func, bytes, limit) &
         bind (c, name = "GCUF_cudaOccupancyMaxPotentialBlockSize")
      import :: c_int, c_funptr, c_size_t
      integer (c_int), intent (out) :: blocks, threads
      type (c_funptr), value :: func
      integer (c_int), value :: limit
      integer (c_size_t), value :: bytes
    end function c_block

    integer (c_int) function c_shared &
         (bytes, func, blocks, threads) &
         bind (c, name = "GCUF_cudaOccupancyAvailableDynamicSMemPerBlock")
      import :: c_int, c_funptr, c_size_t
      integer (c_size_t), intent (out) :: bytes
      type (c_funptr), value :: func
      integer (c_int), value :: blocks, threads
    end function c_shared

    integer (c_int) function c_cluster_size &
         (csize, func, config) &
         bind (c, name = "GCUF_cudaOccupancyMaxPotentialClusterSize")
      import :: c_int, c_funptr, cudaLaunchConfig
      integer (c_int), intent (out) :: csize
      type (c_funptr), value :: func
      type (cudaLaunchConfig), intent (in) :: config
    end function c_cluster_size

    integer (c_int) function c_clusters &
         (maxc, func, config) &
         bind (c, name = "GCUF_cudaOccupancyMaxActiveClusters")
      import :: c_int, c_funptr, cudaLaunchConfig
      integer (c_int), intent (out) :: maxc
      type (c_funptr), value :: func
      type (cudaLaunchConfig), intent (in) :: config
    end function c_clusters
  end interface

contains

  integer (c_int) function cudaFuncGetAttributes &
       (attr, func) result (status)
    type (cudaFuncAttributes), intent (out) :: attr
    procedure () :: func
    status = c_attributes (attr, c_funloc (func))
  end function cudaFuncGetAttributes

  integer (c_int) function cudaFuncSetAttribute &
       (func, attribute, value) result (status)
    procedure () :: func
    integer (c_int), value :: attribute, value
    !dir$ ignore_tkr (k) attribute, (k) value
    status = c_set (c_funloc (func), attribute, value)
  end function cudaFuncSetAttribute

  integer (c_int) function set_cache &
       (func, cacheconfig) result (status)
    procedure () :: func
    integer (c_int), value :: cacheconfig
    !dir$ ignore_tkr (k) cacheconfig
    status = c_cache (c_funloc (func), cacheconfig)
  end function set_cache

  integer (c_int) function set_cache_named &
       (func, cacheconfig) result (status)
    character (*), intent (in) :: func
    integer (c_int), value :: cacheconfig
    !dir$ ignore_tkr (k) cacheconfig
    status = c_cache_named (func, len (func, c_size_t), cacheconfig)
  end function set_cache_named

  integer (c_int) function set_banks &
       (func, cacheconfig) result (status)
    procedure () :: func
    integer (c_int), value :: cacheconfig
    !dir$ ignore_tkr (k) cacheconfig
    status = c_banks (c_funloc (func), cacheconfig)
  end function set_banks

  integer (c_int) function set_banks_named &
       (func, cacheconfig) result (status)
    character (*), intent (in) :: func
    integer (c_int), value :: cacheconfig
    !dir$ ignore_tkr (k) cacheconfig
    status = c_banks_named (func, len (func, c_size_t), cacheconfig)
  end function set_banks_named

  integer (c_int) function cudaOccupancyMaxActiveBlocksPerMultiprocessor &
       (numblocks, func, blocksize, dynamicsmemsize) result (status)
    integer (c_int), intent (out) :: numblocks
    procedure () :: func
    integer (c_int), value :: blocksize
    integer (c_size_t), value :: dynamicsmemsize
    !dir$ ignore_tkr (k) blocksize, (k) dynamicsmemsize
    status = c_occupancy (numblocks, c_funloc (func), blocksize, &
         dynamicsmemsize, 0_c_int)
  end function cudaOccupancyMaxActiveBlocksPerMultiprocessor

  integer (c_int) function &
       cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags &
       (numblocks, func, blocksize, dynamicsmemsize, flags) result (status)
    integer (c_int), intent (out) :: numblocks
    procedure () :: func
    integer (c_int), value :: blocksize, flags
    integer (c_size_t), value :: dynamicsmemsize
    !dir$ ignore_tkr (k) blocksize, (k) dynamicsmemsize, (k) flags
    status = c_occupancy (numblocks, c_funloc (func), blocksize, &
         dynamicsmemsize, flags)
  end function cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags

  integer (c_int) function cudaOccupancyMaxPotentialBlockSize &
       (mingridsize, blocksize, func, dynamicsmemsize, blocksizelimit) &
       result (status)
    integer (c_int), intent (out) :: mingridsize, blocksize
    procedure () :: func
    integer (c_size_t), value :: dynamicsmemsize
    integer (c_int), value :: blocksizelimit
    !dir$ ignore_tkr (k) dynamicsmemsize, (k) blocksizelimit
    status = c_block (mingridsize, blocksize, c_funloc (func), &
         dynamicsmemsize, blocksizelimit)
  end function cudaOccupancyMaxPotentialBlockSize

  integer (c_int) function cudaOccupancyAvailableDynamicSMemPerBlock &
       (dynamicsmemsize, func, numblocks, blocksize) result (status)
    integer (cuda_count_kind), intent (out) :: dynamicsmemsize
    procedure () :: func
    integer (c_int), value :: numblocks, blocksize
    !dir$ ignore_tkr (k) numblocks, (k) blocksize
    status = c_shared (dynamicsmemsize, c_funloc (func), numblocks, blocksize)
  end function cudaOccupancyAvailableDynamicSMemPerBlock

  integer (c_int) function cudaOccupancyMaxPotentialClusterSize &
       (csize, func, config) result (status)
    integer (c_int), intent (out) :: csize
    procedure () :: func
    type (cudaLaunchConfig), intent (in) :: config
    status = c_cluster_size (csize, c_funloc (func), config)
  end function cudaOccupancyMaxPotentialClusterSize

  integer (c_int) function cudaOccupancyMaxActiveClusters &
       (maxc, func, config) result (status)
    integer (c_int), intent (out) :: maxc
    procedure () :: func
    type (cudaLaunchConfig), intent (in) :: config
    status = c_clusters (maxc, c_funloc (func), config)
  end function cudaOccupancyMaxActiveClusters
end module cuf_function
