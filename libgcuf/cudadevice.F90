! Module cudadevice: what device subprograms can use without declaring it.
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

! Device subprograms use this module implicitly: what they mention and do not
! declare is imported from it, name by name.  A bind (c) procedure is written
! twice, in the device library (device-*.c) and for the cpu backend in libgcuf.
!
! GCUF_NO_PLUGIN stands for a compiler without the plugin, for syntax checks.

#ifdef GCUF_NO_PLUGIN
# define DEVICE
#else
# define DEVICE attributes (device)
#endif

! This is the traditional preprocessor: CAT joins what stands next to it, and
! a parameter is replaced inside of quotes.
#define CAT(text) text

! MEM becomes the result of OP on itself and VALUE; the result is the old MEM.
#define ATOMIC(op,suffix,type) \
  DEVICE function CAT(op)CAT(_)suffix (mem, value) result (old) \
         bind (c, name = "__gcuf_" // "op" // "_" // "suffix"); \
    type, intent (inout) :: mem; \
    type, value :: value; \
    type :: old; \
  end function CAT(op)CAT(_)suffix

#define ATOMIC_CAS(suffix,type) \
  DEVICE function CAT(atomiccas_)suffix (mem, comp, val) result (old) \
         bind (c, name = "__gcuf_atomiccas_" // "suffix"); \
    type, intent (inout) :: mem; \
    type, value :: comp, val; \
    type :: old; \
  end function CAT(atomiccas_)suffix

! No C type is Fortran's logical, so it goes by reference.
#define BARRIER(op) \
  DEVICE function CAT(op)_i4 (value) result (r) \
         bind (c, name = "__gcuf_" // "op" // "_i4"); \
    integer (4), value :: value; \
    integer (4) :: r; \
  end function CAT(op)_i4; \
  DEVICE function CAT(op)_l4 (value) result (r) \
         bind (c, name = "__gcuf_" // "op" // "_l4"); \
    logical (4), intent (in) :: value; \
    integer (4) :: r; \
  end function CAT(op)_l4

! The counters stay between zero and IMAX.
#define ATOMIC_COUNT(op) \
  DEVICE function CAT(op)_i4 (mem, imax) result (old) \
         bind (c, name = "__gcuf_" // "op" // "_i4"); \
    integer (4), intent (inout) :: mem; \
    integer (4), value :: imax; \
    integer (4) :: old; \
  end function CAT(op)_i4

#define CLOCK(op,kind) \
  DEVICE function op () result (r) bind (c, name = "__gcuf_" // "op"); \
    integer (kind) :: r; \
  end function op

#define BARE(op) \
  DEVICE subroutine op () bind (c, name = "__gcuf_" // "op"); \
  end subroutine op

module cudadevice
  use cuf_types, only: dim3
  implicit none

  ! The compiler replaces references to the components of these by calls of
  ! __gcuf_threadidx_x and so on.
  type (dim3) :: threadidx, blockidx, blockdim, griddim

  integer (4), parameter :: warpsize = 32

  interface
    BARE(syncthreads)
    BARE(threadfence)
    BARE(threadfence_block)
    BARE(threadfence_system)
    CLOCK(clock,4)
    CLOCK(clock64,8)
    CLOCK(globaltimer,8)
  end interface

  interface syncthreads_and
    BARRIER(syncthreads_and)
  end interface syncthreads_and

  interface syncthreads_or
    BARRIER(syncthreads_or)
  end interface syncthreads_or

  interface syncthreads_count
    BARRIER(syncthreads_count)
  end interface syncthreads_count

  interface atomicadd
    ATOMIC(atomicadd,i4,integer (4))
    ATOMIC(atomicadd,i8,integer (8))
    ATOMIC(atomicadd,r4,real (4))
    ATOMIC(atomicadd,r8,real (8))
  end interface atomicadd

  interface atomicsub
    ATOMIC(atomicsub,i4,integer (4))
    ATOMIC(atomicsub,i8,integer (8))
    ATOMIC(atomicsub,r4,real (4))
    ATOMIC(atomicsub,r8,real (8))
  end interface atomicsub

  interface atomicmax
    ATOMIC(atomicmax,i4,integer (4))
    ATOMIC(atomicmax,i8,integer (8))
    ATOMIC(atomicmax,r4,real (4))
    ATOMIC(atomicmax,r8,real (8))
  end interface atomicmax

  interface atomicmin
    ATOMIC(atomicmin,i4,integer (4))
    ATOMIC(atomicmin,i8,integer (8))
    ATOMIC(atomicmin,r4,real (4))
    ATOMIC(atomicmin,r8,real (8))
  end interface atomicmin

  interface atomicand
    ATOMIC(atomicand,i4,integer (4))
  end interface atomicand

  interface atomicor
    ATOMIC(atomicor,i4,integer (4))
  end interface atomicor

  interface atomicxor
    ATOMIC(atomicxor,i4,integer (4))
  end interface atomicxor

  interface atomicexch
    ATOMIC(atomicexch,i4,integer (4))
    ATOMIC(atomicexch,i8,integer (8))
    ATOMIC(atomicexch,r4,real (4))
    ATOMIC(atomicexch,r8,real (8))
  end interface atomicexch

  interface atomiccas
    ATOMIC_CAS(i4,integer (4))
    ATOMIC_CAS(i8,integer (8))
    ATOMIC_CAS(r4,real (4))
    ATOMIC_CAS(r8,real (8))
  end interface atomiccas

  interface atomicinc
    ATOMIC_COUNT(atomicinc)
  end interface atomicinc

  interface atomicdec
    ATOMIC_COUNT(atomicdec)
  end interface atomicdec
end module cudadevice
