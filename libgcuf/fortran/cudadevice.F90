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
# define BOTH
# define HALF integer (1)
#else
# define DEVICE attributes (device)
# define BOTH attributes (host, device)
# define HALF real (2)
#endif

! This is the traditional preprocessor: CAT joins what stands next to it, and
! a parameter is replaced inside of quotes.
#define CAT(text) text

! MEM becomes the result of OP on itself and VALUE; the result is the old MEM.
#define ATOMIC(op,suffix,type) \
  DEVICE function CAT(op)CAT(_)suffix (mem, value) result (old) \
         bind (c, name = "__gcuf_" // #op // "_" // #suffix); \
    type, intent (inout) :: mem; \
    type, value :: value; \
    type :: old; \
  end function CAT(op)CAT(_)suffix

#define ATOMIC_CAS(suffix,type) \
  DEVICE function CAT(atomiccas_)suffix (mem, comp, val) result (old) \
         bind (c, name = "__gcuf_atomiccas_" // #suffix); \
    type, intent (inout) :: mem; \
    type, value :: comp, val; \
    type :: old; \
  end function CAT(atomiccas_)suffix

! No C type is Fortran's logical, so it goes by reference.
#define BARRIER(op) \
  DEVICE function CAT(op)_i4 (value) result (r) \
         bind (c, name = "__gcuf_" // #op // "_i4"); \
    integer (4), value :: value; \
    integer (4) :: r; \
  end function CAT(op)_i4; \
  DEVICE function CAT(op)_l4 (value) result (r) \
         bind (c, name = "__gcuf_" // #op // "_l4"); \
    logical (4), intent (in) :: value; \
    integer (4) :: r; \
  end function CAT(op)_l4

! The counters stay between zero and IMAX.
#define ATOMIC_COUNT(op) \
  DEVICE function CAT(op)_i4 (mem, imax) result (old) \
         bind (c, name = "__gcuf_" // #op // "_i4"); \
    integer (4), intent (inout) :: mem; \
    integer (4), value :: imax; \
    integer (4) :: old; \
  end function CAT(op)_i4

#define CLOCK(op,kind) \
  DEVICE function op () result (r) bind (c, name = "__gcuf_" // #op); \
    integer (kind) :: r; \
  end function op

! What a lane contributes to a vote, with the lanes that vote and without.  A
! logical result is the int 0 or 1 of C.
#define LOGICAL_IN logical (4), intent (in)
#define INTEGER_VALUE integer (4), value

#define VOTE(op,suffix,argument,type) \
  DEVICE function CAT(op)CAT(_)suffix (value) result (r) \
         bind (c, name = "__gcuf_warp_" // #op // "_" // #suffix); \
    argument :: value; \
    type :: r; \
  end function CAT(op)CAT(_)suffix

#define VOTE_SYNC(op,suffix,argument) \
  DEVICE function CAT(op)CAT(_)suffix (mask, value) result (r) \
         bind (c, name = "__gcuf_warp_" // #op // "_" // #suffix); \
    integer (4), value :: mask; \
    argument :: value; \
    integer (4) :: r; \
  end function CAT(op)CAT(_)suffix

#define MATCH(suffix,type) \
  DEVICE function CAT(match_any_)suffix (mask, value) result (r) \
         bind (c, name = "__gcuf_warp_match_any_" // #suffix); \
    integer (4), value :: mask; \
    type, value :: value; \
    integer (4) :: r; \
  end function CAT(match_any_)suffix

#define MATCH_ALL(suffix,type,predicate,flag) \
  DEVICE function CAT(match_all_)CAT(suffix)CAT(_)flag (mask, value, pred) \
         result (r) bind (c, name = "__gcuf_warp_match_all_" // #suffix); \
    integer (4), value :: mask; \
    type, value :: value; \
    predicate (4), intent (out) :: pred; \
    integer (4) :: r; \
  end function CAT(match_all_)CAT(suffix)CAT(_)flag

#define SHUFFLE(op,suffix,type) \
  DEVICE function CAT(op)CAT(_)suffix (var, lane, width) result (r) \
         bind (c, name = "__gcuf_warp_" // #op // "_" // #suffix); \
    type, value :: var; \
    integer (4), value :: lane; \
    integer (4), intent (in), optional :: width; \
    type :: r; \
  end function CAT(op)CAT(_)suffix

#define SHUFFLE_SYNC(op,suffix,type) \
  DEVICE function CAT(op)CAT(_sync_)suffix (mask, var, lane, width) \
         result (r) \
         bind (c, name = "__gcuf_warp_" // #op // "_sync_" // #suffix); \
    integer (4), value :: mask; \
    type, value :: var; \
    integer (4), value :: lane; \
    integer (4), intent (in), optional :: width; \
    type :: r; \
  end function CAT(op)CAT(_sync_)suffix

! Both forms under names that begin with underscores, which only this module
! may have; the specific procedures have none.
#define SHUFFLES(op) \
  interface CAT(__)op; \
    SHUFFLE(op,i4,integer (4)); \
    SHUFFLE(op,i8,integer (8)); \
    SHUFFLE(op,r4,real (4)); \
    SHUFFLE(op,r8,real (8)); \
  end interface CAT(__)op; \
  interface CAT(__)CAT(op)_sync; \
    SHUFFLE_SYNC(op,i4,integer (4)); \
    SHUFFLE_SYNC(op,i8,integer (8)); \
    SHUFFLE_SYNC(op,r4,real (4)); \
    SHUFFLE_SYNC(op,r8,real (8)); \
  end interface CAT(__)CAT(op)_sync

#define LOAD(op,suffix,type) \
  DEVICE function CAT(op)CAT(_)suffix (mem) result (value) \
         bind (c, name = "__gcuf_" // #op // "_" // #suffix); \
    type, intent (in) :: mem; \
    type :: value; \
  end function CAT(op)CAT(_)suffix

! No C function returns an array, so this is a Fortran one: its first argument
! is the descriptor of the result.
#define LOAD_ARRAY(op,suffix,type,n) \
  DEVICE function CAT(__gcuf_)CAT(op)CAT(_)suffix (mem) result (value); \
    type, intent (in) :: mem(n); \
    type :: value(n); \
  end function CAT(__gcuf_)CAT(op)CAT(_)suffix

#define LOADS(op) \
  interface CAT(__)op; \
    LOAD(op,i4,integer (4)); \
    LOAD(op,i8,integer (8)); \
    LOAD(op,r2,HALF); \
    LOAD(op,r4,real (4)); \
    LOAD(op,r8,real (8)); \
    LOAD(op,c4,complex (4)); \
    LOAD(op,c8,complex (8)); \
    LOAD_ARRAY(op,i4v4,integer (4),4); \
    LOAD_ARRAY(op,r4v4,real (4),4); \
    LOAD_ARRAY(op,i8v2,integer (8),2); \
    LOAD_ARRAY(op,r8v2,real (8),2); \
  end interface CAT(__)op

#define STORE(op,suffix,type) \
  DEVICE subroutine CAT(op)CAT(_)suffix (mem, value) \
         bind (c, name = "__gcuf_" // #op // "_" // #suffix); \
    type, intent (out) :: mem; \
    type, value :: value; \
  end subroutine CAT(op)CAT(_)suffix

#define STORE_ARRAY(op,suffix,type,n) \
  DEVICE subroutine CAT(op)CAT(_)suffix (mem, value) \
         bind (c, name = "__gcuf_" // #op // "_" // #suffix); \
    type, intent (out) :: mem(n); \
    type, intent (in) :: value(n); \
  end subroutine CAT(op)CAT(_)suffix

#define STORES(op) \
  interface CAT(__)op; \
    STORE(op,i4,integer (4)); \
    STORE(op,i8,integer (8)); \
    STORE(op,r2,HALF); \
    STORE(op,r4,real (4)); \
    STORE(op,r8,real (8)); \
    STORE(op,c4,complex (4)); \
    STORE(op,c8,complex (8)); \
    STORE_ARRAY(op,i4v4,integer (4),4); \
    STORE_ARRAY(op,r4v4,real (4),4); \
    STORE_ARRAY(op,i8v2,integer (8),2); \
    STORE_ARRAY(op,r8v2,real (8),2); \
  end interface CAT(__)op

! Functions for device and host whose names begin with two underscores.
#define MATH1(op,type,arg) \
  interface CAT(__)op; \
    pure BOTH function op (x) result (r) bind (c, name = "__gcuf_math_" // #op); \
      arg, value :: x; \
      type :: r; \
    end function op; \
  end interface CAT(__)op

#define MATH2(op,type,arg) \
  interface CAT(__)op; \
    pure BOTH function op (x, y) result (r) bind (c, name = "__gcuf_math_" // #op); \
      arg, value :: x, y; \
      type :: r; \
    end function op; \
  end interface CAT(__)op

! Approximations: module libm has what is called so without underscores.
#define FAST1(op) \
  interface CAT(__)op; \
    pure BOTH function CAT(op)_fast (x) result (r) \
         bind (c, name = "__gcuf_math_" // #op); \
      real (4), value :: x; \
      real (4) :: r; \
    end function CAT(op)_fast; \
  end interface CAT(__)op; \
  private :: CAT(op)_fast

#define FAST2(op) \
  interface CAT(__)op; \
    pure BOTH function CAT(op)_fast (x, y) result (r) \
         bind (c, name = "__gcuf_math_" // #op); \
      real (4), value :: x, y; \
      real (4) :: r; \
    end function CAT(op)_fast; \
  end interface CAT(__)op; \
  private :: CAT(op)_fast

#define MATH3(op,type,arg) \
  interface CAT(__)op; \
    pure BOTH function op (x, y, z) result (r) bind (c, name = "__gcuf_math_" // #op); \
      arg, value :: x, y, z; \
      type :: r; \
    end function op; \
  end interface CAT(__)op

#define BARE(op) \
  DEVICE subroutine op () bind (c, name = "__gcuf_" // #op); \
  end subroutine op

module cudadevice
  use cuf_types, only: dim3
  implicit none

  ! The compiler replaces references to the components of these by calls of
  ! __gcuf_threadidx_x and so on.
  type (dim3) :: threadidx, blockidx, blockdim, griddim

  integer (4), parameter :: warpsize = 32

  ! Also module libm's, and so the host's.
  interface fma
    pure BOTH function fma_r8 (x, y, z) result (r) &
         bind (c, name = "__gcuf_math_fma_rn")
      real (8), value :: x, y, z
      real (8) :: r
    end function fma_r8
    pure BOTH function fma_r4 (x, y, z) result (r) &
         bind (c, name = "__gcuf_math_fmaf_rn")
      real (4), value :: x, y, z
      real (4) :: r
    end function fma_r4
  end interface fma
  private :: fma_r8, fma_r4

  interface
    pure BOTH function on_device () result (r) &
         bind (c, name = "__gcuf_on_device")
      logical (4) :: r
    end function on_device
  end interface

  ! Generic, so that module cooperative_groups can add to it.
  interface syncthreads
    DEVICE subroutine syncthreads_block () bind (c, name = "__gcuf_syncthreads")
    end subroutine syncthreads_block
  end interface syncthreads

  interface
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

  interface
    DEVICE subroutine syncwarp (mask) bind (c, name = "__gcuf_syncwarp")
      integer (4), intent (in), optional :: mask
    end subroutine syncwarp
    DEVICE function activemask () result (r) &
           bind (c, name = "__gcuf_warp_activemask")
      integer (4) :: r
    end function activemask
  end interface

  interface allthreads
    VOTE(allthreads,l4,LOGICAL_IN,logical (4))
    VOTE(allthreads,i4,INTEGER_VALUE,logical (4))
  end interface allthreads

  interface anythread
    VOTE(anythread,l4,LOGICAL_IN,logical (4))
    VOTE(anythread,i4,INTEGER_VALUE,logical (4))
  end interface anythread

  interface ballot
    VOTE(ballot,l4,LOGICAL_IN,integer (4))
    VOTE(ballot,i4,INTEGER_VALUE,integer (4))
  end interface ballot

  interface all_sync
    VOTE_SYNC(all_sync,i4,INTEGER_VALUE)
    VOTE_SYNC(all_sync,l4,LOGICAL_IN)
  end interface all_sync

  interface any_sync
    VOTE_SYNC(any_sync,i4,INTEGER_VALUE)
    VOTE_SYNC(any_sync,l4,LOGICAL_IN)
  end interface any_sync

  interface ballot_sync
    VOTE_SYNC(ballot_sync,i4,INTEGER_VALUE)
    VOTE_SYNC(ballot_sync,l4,LOGICAL_IN)
  end interface ballot_sync

  interface match_any_sync
    MATCH(i4,integer (4))
    MATCH(i8,integer (8))
    MATCH(r4,real (4))
    MATCH(r8,real (8))
  end interface match_any_sync

  interface match_all_sync
    MATCH_ALL(i4,integer (4),integer,i4)
    MATCH_ALL(i4,integer (4),logical,l4)
    MATCH_ALL(i8,integer (8),integer,i4)
    MATCH_ALL(i8,integer (8),logical,l4)
    MATCH_ALL(r4,real (4),integer,i4)
    MATCH_ALL(r4,real (4),logical,l4)
    MATCH_ALL(r8,real (8),integer,i4)
    MATCH_ALL(r8,real (8),logical,l4)
  end interface match_all_sync

  SHUFFLES(shfl)
  SHUFFLES(shfl_up)
  SHUFFLES(shfl_down)
  SHUFFLES(shfl_xor)

  MATH2(dadd_rd,real (8),real (8))
  MATH2(dadd_rn,real (8),real (8))
  MATH2(dadd_ru,real (8),real (8))
  MATH2(dadd_rz,real (8),real (8))
  MATH2(dmul_rd,real (8),real (8))
  MATH2(dmul_rn,real (8),real (8))
  MATH2(dmul_ru,real (8),real (8))
  MATH2(dmul_rz,real (8),real (8))
  MATH2(ddiv_rd,real (8),real (8))
  MATH2(ddiv_rn,real (8),real (8))
  MATH2(ddiv_ru,real (8),real (8))
  MATH2(ddiv_rz,real (8),real (8))
  MATH1(drcp_rd,real (8),real (8))
  MATH1(drcp_rn,real (8),real (8))
  MATH1(drcp_ru,real (8),real (8))
  MATH1(drcp_rz,real (8),real (8))
  MATH1(dsqrt_rd,real (8),real (8))
  MATH1(dsqrt_rn,real (8),real (8))
  MATH1(dsqrt_ru,real (8),real (8))
  MATH1(dsqrt_rz,real (8),real (8))
  MATH3(fma_rd,real (8),real (8))
  MATH3(fma_rn,real (8),real (8))
  MATH3(fma_ru,real (8),real (8))
  MATH3(fma_rz,real (8),real (8))
  MATH2(fadd_rd,real (4),real (4))
  MATH2(fadd_rn,real (4),real (4))
  MATH2(fadd_ru,real (4),real (4))
  MATH2(fadd_rz,real (4),real (4))
  MATH2(fmul_rd,real (4),real (4))
  MATH2(fmul_rn,real (4),real (4))
  MATH2(fmul_ru,real (4),real (4))
  MATH2(fmul_rz,real (4),real (4))
  MATH2(fdiv_rd,real (4),real (4))
  MATH2(fdiv_rn,real (4),real (4))
  MATH2(fdiv_ru,real (4),real (4))
  MATH2(fdiv_rz,real (4),real (4))
  MATH1(frcp_rd,real (4),real (4))
  MATH1(frcp_rn,real (4),real (4))
  MATH1(frcp_ru,real (4),real (4))
  MATH1(frcp_rz,real (4),real (4))
  MATH1(fsqrt_rd,real (4),real (4))
  MATH1(fsqrt_rn,real (4),real (4))
  MATH1(fsqrt_ru,real (4),real (4))
  MATH1(fsqrt_rz,real (4),real (4))
  MATH3(fmaf_rd,real (4),real (4))
  MATH3(fmaf_rn,real (4),real (4))
  MATH3(fmaf_ru,real (4),real (4))
  MATH3(fmaf_rz,real (4),real (4))
  MATH1(double2float_rd,real (4),real (8))
  MATH1(double2float_rn,real (4),real (8))
  MATH1(double2float_ru,real (4),real (8))
  MATH1(double2float_rz,real (4),real (8))
  MATH1(double2int_rd,integer (4),real (8))
  MATH1(double2int_rn,integer (4),real (8))
  MATH1(double2int_ru,integer (4),real (8))
  MATH1(double2int_rz,integer (4),real (8))
  MATH1(double2uint_rd,integer (4),real (8))
  MATH1(double2uint_rn,integer (4),real (8))
  MATH1(double2uint_ru,integer (4),real (8))
  MATH1(double2uint_rz,integer (4),real (8))
  MATH1(double2ll_rd,integer (8),real (8))
  MATH1(double2ll_rn,integer (8),real (8))
  MATH1(double2ll_ru,integer (8),real (8))
  MATH1(double2ll_rz,integer (8),real (8))
  MATH1(double2ull_rd,integer (8),real (8))
  MATH1(double2ull_rn,integer (8),real (8))
  MATH1(double2ull_ru,integer (8),real (8))
  MATH1(double2ull_rz,integer (8),real (8))
  MATH1(float2int_rd,integer (4),real (4))
  MATH1(float2int_rn,integer (4),real (4))
  MATH1(float2int_ru,integer (4),real (4))
  MATH1(float2int_rz,integer (4),real (4))
  MATH1(float2ll_rd,integer (8),real (4))
  MATH1(float2ll_rn,integer (8),real (4))
  MATH1(float2ll_ru,integer (8),real (4))
  MATH1(float2ll_rz,integer (8),real (4))
  MATH1(int2double_rn,real (8),integer (4))
  MATH1(int2float_rd,real (4),integer (4))
  MATH1(int2float_rn,real (4),integer (4))
  MATH1(int2float_ru,real (4),integer (4))
  MATH1(int2float_rz,real (4),integer (4))
  MATH1(uint2double_rn,real (8),integer (4))
  MATH1(uint2float_rd,real (4),integer (4))
  MATH1(uint2float_rn,real (4),integer (4))
  MATH1(uint2float_ru,real (4),integer (4))
  MATH1(uint2float_rz,real (4),integer (4))
  MATH1(ll2double_rd,real (8),integer (8))
  MATH1(ll2double_rn,real (8),integer (8))
  MATH1(ll2double_ru,real (8),integer (8))
  MATH1(ll2double_rz,real (8),integer (8))
  MATH1(ll2float_rd,real (4),integer (8))
  MATH1(ll2float_rn,real (4),integer (8))
  MATH1(ll2float_ru,real (4),integer (8))
  MATH1(ll2float_rz,real (4),integer (8))
  MATH1(ull2double_rd,real (8),integer (8))
  MATH1(ull2double_rn,real (8),integer (8))
  MATH1(ull2double_ru,real (8),integer (8))
  MATH1(ull2double_rz,real (8),integer (8))
  MATH1(ull2float_rd,real (4),integer (8))
  MATH1(ull2float_rn,real (4),integer (8))
  MATH1(ull2float_ru,real (4),integer (8))
  MATH1(ull2float_rz,real (4),integer (8))
  MATH1(float2half_rn,HALF,real (4))
  interface __half2float
    pure BOTH function half2float (x) result (r) &
         bind (c, name = "__gcuf_math_half2float")
      HALF, value :: x
      real (4) :: r
    end function half2float
    ! The bits of one.
    pure BOTH function half2float_bits (x) result (r) &
         bind (c, name = "__gcuf_math_half2float")
      integer (2), value :: x
      real (4) :: r
    end function half2float_bits
  end interface __half2float
  MATH1(brev,integer (4),integer (4))
  MATH1(brevll,integer (8),integer (8))
  MATH1(clz,integer (4),integer (4))
  MATH1(clzll,integer (4),integer (8))
  MATH1(popc,integer (4),integer (4))
  MATH1(popcll,integer (4),integer (8))
  MATH1(double_as_longlong,integer (8),real (8))
  MATH1(longlong_as_double,real (8),integer (8))
  MATH1(float_as_int,integer (4),real (4))
  MATH1(int_as_float,real (4),integer (4))
  MATH1(saturatef,real (4),real (4))
  MATH2(mul24,integer (4),integer (4))
  MATH2(umul24,integer (4),integer (4))
  MATH2(mulhi,integer (4),integer (4))
  MATH2(umulhi,integer (4),integer (4))
  MATH3(sad,integer (4),integer (4))
  MATH3(usad,integer (4),integer (4))
  MATH3(funnelshift_l,integer (4),integer (4))
  MATH3(funnelshift_r,integer (4),integer (4))
  FAST1(cosf)
  FAST1(sinf)
  FAST1(log2f)
  FAST2(fdividef)
  MATH1(double2hiint,integer (4),real (8))
  MATH1(double2loint,integer (4),real (8))
  MATH2(hiloint2double,real (8),integer (4))
  MATH1(ffs,integer (4),integer (4))
  MATH1(ffsll,integer (4),integer (8))
  FAST1(expf)
  FAST1(exp10f)
  FAST1(logf)
  FAST1(log10f)
  FAST2(powf)
  FAST1(tanf)

  interface
    pure BOTH function fdivide (x, y) result (r) &
         bind (c, name = "__gcuf_math_divide")
      real (8), value :: x, y
      real (8) :: r
    end function fdivide
    pure BOTH function fdividef (x, y) result (r) &
         bind (c, name = "__gcuf_math_dividef")
      real (4), value :: x, y
      real (4) :: r
    end function fdividef
    pure BOTH function sinpi (x) result (r) &
         bind (c, name = "__gcuf_math_sinpi")
      real (8), value :: x
      real (8) :: r
    end function sinpi
    pure BOTH function sinpif (x) result (r) &
         bind (c, name = "__gcuf_math_sinpif")
      real (4), value :: x
      real (4) :: r
    end function sinpif
    pure BOTH function cospi (x) result (r) &
         bind (c, name = "__gcuf_math_cospi")
      real (8), value :: x
      real (8) :: r
    end function cospi
    pure BOTH function cospif (x) result (r) &
         bind (c, name = "__gcuf_math_cospif")
      real (4), value :: x
      real (4) :: r
    end function cospif
    BOTH subroutine sincospi (x, s, c) bind (c, name = "__gcuf_math_sincospi")
      real (8), value :: x
      real (8), intent (out) :: s, c
    end subroutine sincospi
    BOTH subroutine sincospif (x, s, c) bind (c, name = "__gcuf_math_sincospif")
      real (4), value :: x
      real (4), intent (out) :: s, c
    end subroutine sincospif
    ! The C library's own.
    BOTH subroutine sincos (x, s, c) bind (c, name = "sincos")
      real (8), value :: x
      real (8), intent (out) :: s, c
    end subroutine sincos
    BOTH subroutine sincosf (x, s, c) bind (c, name = "sincosf")
      real (4), value :: x
      real (4), intent (out) :: s, c
    end subroutine sincosf
  end interface

  LOADS(ldca)
  LOADS(ldcg)
  LOADS(ldcs)
  LOADS(ldlu)
  LOADS(ldcv)
  STORES(stwb)
  STORES(stcg)
  STORES(stcs)
  STORES(stwt)

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
