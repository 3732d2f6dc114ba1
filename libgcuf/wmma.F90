! Module wmma: products of small matrices by the threads of a warp together.
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

! WMMASubMatrix (matrix, m, n, k, element, layout), which the compiler knows,
! stands for the type whose name has these parts.  A thread's part of a matrix is
! in the component x; which elements these are is left open.

! This is the traditional preprocessor: CAT joins what stands next to it, and
! a parameter is replaced inside of quotes.
#define CAT(text) text
#define DEVICE attributes (device)

! --- Names -------------------------------------------------------------------

#define FACTOR_NAME(f,m,n,k,l) CAT(wmmamatrix)CAT(f)CAT(_)CAT(m)CAT(_)CAT(n)CAT(_)CAT(k)CAT(_real_wmma)CAT(l)major
#define SUM_NAME(m,n,k,kind) CAT(wmmamatrixc_)CAT(m)CAT(_)CAT(n)CAT(_)CAT(k)CAT(_real_wmmakind)kind
#define MMA_NAME(m,n,k,la,lb,dk,ck) CAT(mma_)CAT(m)CAT(_)CAT(n)CAT(_)CAT(k)CAT(_)CAT(la)CAT(_)CAT(lb)CAT(_)CAT(dk)ck
#define MUL_NAME(m,n,k,la,lb,dk) CAT(mul_)CAT(m)CAT(_)CAT(n)CAT(_)CAT(k)CAT(_)CAT(la)CAT(_)CAT(lb)CAT(_)dk

! --- Types -------------------------------------------------------------------

#define FACTOR(f,m,n,k,l) \
  type, bind (c), public :: FACTOR_NAME(f,m,n,k,l); \
    real (2) :: x(16); \
  end type FACTOR_NAME(f,m,n,k,l)

#define SUM_TYPE(m,n,k,kind) \
  type, bind (c), public :: SUM_NAME(m,n,k,kind); \
    real (kind) :: x(8); \
  end type SUM_NAME(m,n,k,kind)

#define TYPES(m,n,k) \
  FACTOR(a,m,n,k,col); \
  FACTOR(a,m,n,k,row); \
  FACTOR(b,m,n,k,col); \
  FACTOR(b,m,n,k,row); \
  SUM_TYPE(m,n,k,2); \
  SUM_TYPE(m,n,k,4)

! --- Procedures --------------------------------------------------------------

#define LOAD_FACTOR(f,m,n,k,l) \
  DEVICE subroutine CAT(load_)FACTOR_NAME(f,m,n,k,l) (sub, mem, ld) \
         bind (c, name = "__gcuf_warp_wmma_load_" // "f" // "_" // "m" // "_" // "n" // "_" // "k" // "_" // "l"); \
    import :: FACTOR_NAME(f,m,n,k,l); \
    type (FACTOR_NAME(f,m,n,k,l)), intent (inout) :: sub; \
    real (2), intent (in) :: mem; \
    integer (4), value :: ld; \
  end subroutine CAT(load_)FACTOR_NAME(f,m,n,k,l)

#define LOAD_SUM(m,n,k,kind_) \
  DEVICE subroutine CAT(load_)SUM_NAME(m,n,k,kind_) (sub, mem, ld, layout) \
         bind (c, name = "__gcuf_warp_wmma_load_c_" // "m" // "_" // "n" // "_" // "k" // "_" // "kind_"); \
    import :: SUM_NAME(m,n,k,kind_); \
    type (SUM_NAME(m,n,k,kind_)), intent (inout) :: sub; \
    real (kind_), intent (in) :: mem; \
    integer (4), value :: ld; \
    integer (4), intent (in), optional :: layout; \
  end subroutine CAT(load_)SUM_NAME(m,n,k,kind_)

#define LOADS(m,n,k) \
    LOAD_FACTOR(a,m,n,k,col); \
    LOAD_FACTOR(a,m,n,k,row); \
    LOAD_FACTOR(b,m,n,k,col); \
    LOAD_FACTOR(b,m,n,k,row); \
    LOAD_SUM(m,n,k,2); \
    LOAD_SUM(m,n,k,4)

#define STORE(m,n,k,kind_) \
  DEVICE subroutine CAT(store_)SUM_NAME(m,n,k,kind_) (mem, sub, ld, layout) \
         bind (c, name = "__gcuf_warp_wmma_store_" // "m" // "_" // "n" // "_" // "k" // "_" // "kind_"); \
    import :: SUM_NAME(m,n,k,kind_); \
    real (kind_), intent (inout) :: mem; \
    type (SUM_NAME(m,n,k,kind_)), intent (in) :: sub; \
    integer (4), value :: ld; \
    integer (4), intent (in), optional :: layout; \
  end subroutine CAT(store_)SUM_NAME(m,n,k,kind_)

#define STORES(m,n,k) \
    STORE(m,n,k,2); \
    STORE(m,n,k,4)

! D = A B + C
#define MMA(m,n,k,la,lb,dk,ck) \
  DEVICE subroutine MMA_NAME(m,n,k,la,lb,dk,ck) (d, a, b, c) \
         bind (c, name = "__gcuf_warp_wmma_mma_" // "m" // "_" // "n" // "_" // "k" // "_" // "la" // "_" // "lb" // "_" // "dk" // "ck"); \
    import :: FACTOR_NAME(a,m,n,k,la), FACTOR_NAME(b,m,n,k,lb), SUM_NAME(m,n,k,2), SUM_NAME(m,n,k,4); \
    type (SUM_NAME(m,n,k,dk)), intent (inout) :: d; \
    type (FACTOR_NAME(a,m,n,k,la)), intent (in) :: a; \
    type (FACTOR_NAME(b,m,n,k,lb)), intent (in) :: b; \
    type (SUM_NAME(m,n,k,ck)), intent (in) :: c; \
  end subroutine MMA_NAME(m,n,k,la,lb,dk,ck)

! D = A B
#define MUL(m,n,k,la,lb,dk) \
  DEVICE subroutine MUL_NAME(m,n,k,la,lb,dk) (d, a, b) \
         bind (c, name = "__gcuf_warp_wmma_mul_" // "m" // "_" // "n" // "_" // "k" // "_" // "la" // "_" // "lb" // "_" // "dk"); \
    import :: FACTOR_NAME(a,m,n,k,la), FACTOR_NAME(b,m,n,k,lb), SUM_NAME(m,n,k,dk); \
    type (SUM_NAME(m,n,k,dk)), intent (inout) :: d; \
    type (FACTOR_NAME(a,m,n,k,la)), intent (in) :: a; \
    type (FACTOR_NAME(b,m,n,k,lb)), intent (in) :: b; \
  end subroutine MUL_NAME(m,n,k,la,lb,dk)

#define PRODUCTS_OF(m,n,k,la,lb) \
    MMA(m,n,k,la,lb,2,2); \
    MMA(m,n,k,la,lb,2,4); \
    MMA(m,n,k,la,lb,4,2); \
    MMA(m,n,k,la,lb,4,4); \
    MUL(m,n,k,la,lb,2); \
    MUL(m,n,k,la,lb,4)

#define PRODUCTS(m,n,k) \
    PRODUCTS_OF(m,n,k,col,col); \
    PRODUCTS_OF(m,n,k,col,row); \
    PRODUCTS_OF(m,n,k,row,col); \
    PRODUCTS_OF(m,n,k,row,row)

! SUB = VALUE
#define FILL(name_,part,tag,value_) \
  DEVICE subroutine CAT(fill_)CAT(name_)CAT(_)tag (sub, value) \
         bind (c, name = "__gcuf_wmma_fill_" // "part" // "_" // "tag"); \
    import :: name_; \
    type (name_), intent (inout) :: sub; \
    value_, intent (in) :: value; \
  end subroutine CAT(fill_)CAT(name_)CAT(_)tag

#define FILLS_OF(name_,part) \
    FILL(name_,part,r2,real (2)); \
    FILL(name_,part,r4,real (4)); \
    FILL(name_,part,r8,real (8)); \
    FILL(name_,part,i4,integer (4))

#define FILLS(m,n,k) \
    FILLS_OF(FACTOR_NAME(a,m,n,k,col),factor); \
    FILLS_OF(FACTOR_NAME(a,m,n,k,row),factor); \
    FILLS_OF(FACTOR_NAME(b,m,n,k,col),factor); \
    FILLS_OF(FACTOR_NAME(b,m,n,k,row),factor); \
    FILLS_OF(SUM_NAME(m,n,k,2),sum2); \
    FILLS_OF(SUM_NAME(m,n,k,4),sum4)

module wmma
  implicit none
  private

  ! The order of the elements in memory, for sums.
  integer (4), parameter, public :: wmmacolmajor = 0, wmmarowmajor = 1

  TYPES(16,16,16)
  TYPES(32,8,16)
  TYPES(8,32,16)

  interface wmmaloadmatrix
    LOADS(16,16,16)
    LOADS(32,8,16)
    LOADS(8,32,16)
  end interface wmmaloadmatrix
  public :: wmmaloadmatrix

  interface wmmastorematrix
    STORES(16,16,16)
    STORES(32,8,16)
    STORES(8,32,16)
  end interface wmmastorematrix
  public :: wmmastorematrix

  interface wmmamatmul
    PRODUCTS(16,16,16)
    PRODUCTS(32,8,16)
    PRODUCTS(8,32,16)
  end interface wmmamatmul
  public :: wmmamatmul

  interface assignment (=)
    FILLS(16,16,16)
    FILLS(32,8,16)
    FILLS(8,32,16)
  end interface
  public :: assignment (=)
end module wmma
