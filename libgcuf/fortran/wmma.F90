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
! stands for the type whose name has these parts.  A thread's part of a matrix
! is in the component x; which elements these are is left open.

! CAT joins what stands next to it.
#define CAT(text) text
#define DEVICE attributes (device)

! --- Names -------------------------------------------------------------------

! The parameters: f, the factor, a or b; mm, nn and kk, the shape; kd, the kind
! of a sum, and fk, that of the factors; l, la and lb, layouts, c or r.

#define SHAPE(mm,nn,kk) CAT(_m)CAT(mm)CAT(n)CAT(nn)CAT(k)kk
#define FACTOR_NAME(f,mm,nn,kk,fk,l) \
CAT(submatrix)CAT(f)SHAPE(mm,nn,kk)CAT(_real)CAT(fk)CAT(_)CAT(l)major
#define SUM_NAME(mm,nn,kk,kd) CAT(submatrixc)SHAPE(mm,nn,kk)CAT(_real)kd
#define MASK_NAME(mm,nn,kk) CAT(submatrixc)SHAPE(mm,nn,kk)_logical1
#define MMA_NAME(mm,nn,kk,la,lb,dk,ck) \
CAT(mma)SHAPE(mm,nn,kk)CAT(_)CAT(la)CAT(_)CAT(lb)CAT(_)CAT(dk)ck
#define MUL_NAME(mm,nn,kk,la,lb,dk) \
CAT(mul)SHAPE(mm,nn,kk)CAT(_)CAT(la)CAT(_)CAT(lb)CAT(_)dk

! --- Types -------------------------------------------------------------------

#define PART(name_,type_,count) \
  type, bind (c), public :: name_; \
    type_ :: x(count); \
  end type name_

#define FACTOR_TYPES(mm,nn,kk,fk,count) \
  PART(FACTOR_NAME(a,mm,nn,kk,fk,c),real (fk),count); \
  PART(FACTOR_NAME(a,mm,nn,kk,fk,r),real (fk),count); \
  PART(FACTOR_NAME(b,mm,nn,kk,fk,c),real (fk),count); \
  PART(FACTOR_NAME(b,mm,nn,kk,fk,r),real (fk),count)

#define SUM_TYPE(mm,nn,kk,kd,count) \
  PART(SUM_NAME(mm,nn,kk,kd),real (kd),count)

! A mask is what comparisons of sums give.
#define MASK_TYPE(mm,nn,kk,count) \
  PART(MASK_NAME(mm,nn,kk),logical (1),count)

#define SUM_TYPES(mm,nn,kk) \
  SUM_TYPE(mm,nn,kk,2,8); \
  SUM_TYPE(mm,nn,kk,4,8); \
  MASK_TYPE(mm,nn,kk,8)

! --- Loads and stores --------------------------------------------------------

#define LOAD_FACTOR(f,mm,nn,kk,fk,l) \
  DEVICE subroutine CAT(load_)FACTOR_NAME(f,mm,nn,kk,fk,l) (sub, mem, ld) \
      bind (c, name = "__gcuf_warp_wmma_load_" // #f // "_" // #mm // "_" \
                // #nn // "_" // #kk // "_" // #l); \
    import :: FACTOR_NAME(f,mm,nn,kk,fk,l); \
    type (FACTOR_NAME(f,mm,nn,kk,fk,l)), intent (inout) :: sub; \
    real (fk), intent (in) :: mem; \
    integer (4), value :: ld; \
  end subroutine CAT(load_)FACTOR_NAME(f,mm,nn,kk,fk,l)

#define LOAD_FACTORS(mm,nn,kk,fk) \
    LOAD_FACTOR(a,mm,nn,kk,fk,c); \
    LOAD_FACTOR(a,mm,nn,kk,fk,r); \
    LOAD_FACTOR(b,mm,nn,kk,fk,c); \
    LOAD_FACTOR(b,mm,nn,kk,fk,r)

#define LOAD_SUM(mm,nn,kk,kd) \
  DEVICE subroutine CAT(load_)SUM_NAME(mm,nn,kk,kd) (sub, mem, ld, layout) \
      bind (c, name = "__gcuf_warp_wmma_load_c_" // #mm // "_" // #nn \
                // "_" // #kk // "_" // #kd); \
    import :: SUM_NAME(mm,nn,kk,kd); \
    type (SUM_NAME(mm,nn,kk,kd)), intent (inout) :: sub; \
    real (kd), intent (in) :: mem; \
    integer (4), value :: ld; \
    integer (4), intent (in), optional :: layout; \
  end subroutine CAT(load_)SUM_NAME(mm,nn,kk,kd)

#define STORE(mm,nn,kk,kd) \
  DEVICE subroutine CAT(store_)SUM_NAME(mm,nn,kk,kd) (mem, sub, ld, layout) \
      bind (c, name = "__gcuf_warp_wmma_store_" // #mm // "_" // #nn \
                // "_" // #kk // "_" // #kd); \
    import :: SUM_NAME(mm,nn,kk,kd); \
    real (kd), intent (inout) :: mem; \
    type (SUM_NAME(mm,nn,kk,kd)), intent (in) :: sub; \
    integer (4), value :: ld; \
    integer (4), intent (in), optional :: layout; \
  end subroutine CAT(store_)SUM_NAME(mm,nn,kk,kd)

! --- Products ----------------------------------------------------------------

! D = A B + C
#define MMA(mm,nn,kk,fk,la,lb,dk,ck) \
  DEVICE subroutine MMA_NAME(mm,nn,kk,la,lb,dk,ck) (d, a, b, c) \
      bind (c, name = "__gcuf_warp_wmma_mma_" // #mm // "_" // #nn // "_" \
                // #kk // "_" // #la // "_" // #lb // "_" // #dk // #ck); \
    import; \
    type (SUM_NAME(mm,nn,kk,dk)), intent (inout) :: d; \
    type (FACTOR_NAME(a,mm,nn,kk,fk,la)), intent (in) :: a; \
    type (FACTOR_NAME(b,mm,nn,kk,fk,lb)), intent (in) :: b; \
    type (SUM_NAME(mm,nn,kk,ck)), intent (in) :: c; \
  end subroutine MMA_NAME(mm,nn,kk,la,lb,dk,ck)

! D = A B
#define MUL(mm,nn,kk,fk,la,lb,dk) \
  DEVICE subroutine MUL_NAME(mm,nn,kk,la,lb,dk) (d, a, b) \
      bind (c, name = "__gcuf_warp_wmma_mul_" // #mm // "_" // #nn // "_" \
                // #kk // "_" // #la // "_" // #lb // "_" // #dk); \
    import; \
    type (SUM_NAME(mm,nn,kk,dk)), intent (inout) :: d; \
    type (FACTOR_NAME(a,mm,nn,kk,fk,la)), intent (in) :: a; \
    type (FACTOR_NAME(b,mm,nn,kk,fk,lb)), intent (in) :: b; \
  end subroutine MUL_NAME(mm,nn,kk,la,lb,dk)

#define PRODUCTS_OF(mm,nn,kk,fk,la,lb) \
    MMA(mm,nn,kk,fk,la,lb,fk,fk); \
    MUL(mm,nn,kk,fk,la,lb,fk)

#define MIXED_PRODUCTS_OF(mm,nn,kk,la,lb) \
    PRODUCTS_OF(mm,nn,kk,2,la,lb); \
    MMA(mm,nn,kk,2,la,lb,2,4); \
    MMA(mm,nn,kk,2,la,lb,4,2); \
    MMA(mm,nn,kk,2,la,lb,4,4); \
    MUL(mm,nn,kk,2,la,lb,4)

! --- What a thread does with its part ----------------------------------------

! SUB = VALUE
#define FILL(name_,part,kd,tag,type_) \
  DEVICE subroutine CAT(fill_)CAT(name_)CAT(_)tag (sub, value) \
      bind (c, name = "__gcuf_wmma_fill_" // #part // #kd // "_" // #tag); \
    import :: name_; \
    type (name_), intent (inout) :: sub; \
    type_, intent (in) :: value; \
  end subroutine CAT(fill_)CAT(name_)CAT(_)tag

#define FILLS_OF(name_,part,kd) \
    FILL(name_,part,kd,r2,real (2)); \
    FILL(name_,part,kd,r4,real (4)); \
    FILL(name_,part,kd,r8,real (8)); \
    FILL(name_,part,kd,i4,integer (4))

#define FILL_FACTORS(mm,nn,kk,fk) \
    FILLS_OF(FACTOR_NAME(a,mm,nn,kk,fk,c),factor,fk); \
    FILLS_OF(FACTOR_NAME(a,mm,nn,kk,fk,r),factor,fk); \
    FILLS_OF(FACTOR_NAME(b,mm,nn,kk,fk,c),factor,fk); \
    FILLS_OF(FACTOR_NAME(b,mm,nn,kk,fk,r),factor,fk)

#define FILL_SUM(mm,nn,kk,kd) \
    FILLS_OF(SUM_NAME(mm,nn,kk,kd),sum,kd)

! --- All shapes --------------------------------------------------------------

! FOR_FACTORS (mm, nn, kk, fk), and so on: for all shapes and kinds.
#define ALL_FACTORS(for_factors) \
    for_factors(16,16,16,2); \
    for_factors(32,8,16,2); \
    for_factors(8,32,16,2); \
    for_factors(16,16,8,4); \
    for_factors(8,8,4,8)

#define ALL_SUMS(for_sum) \
    for_sum(16,16,16,2); \
    for_sum(16,16,16,4); \
    for_sum(32,8,16,2); \
    for_sum(32,8,16,4); \
    for_sum(8,32,16,2); \
    for_sum(8,32,16,4); \
    for_sum(16,16,8,4); \
    for_sum(8,8,4,8)

#define MIXED_PRODUCTS(mm,nn,kk) \
    MIXED_PRODUCTS_OF(mm,nn,kk,c,c); \
    MIXED_PRODUCTS_OF(mm,nn,kk,c,r); \
    MIXED_PRODUCTS_OF(mm,nn,kk,r,c); \
    MIXED_PRODUCTS_OF(mm,nn,kk,r,r)

#define PRODUCTS(mm,nn,kk,fk) \
    PRODUCTS_OF(mm,nn,kk,fk,c,c); \
    PRODUCTS_OF(mm,nn,kk,fk,c,r); \
    PRODUCTS_OF(mm,nn,kk,fk,r,c); \
    PRODUCTS_OF(mm,nn,kk,fk,r,r)

! A copy of BYTES, a TYPE_, to shared memory.
#define PIPELINE_COPY(name_,type_,which) \
  DEVICE subroutine name_ (to, from) \
      bind (c, name = "__gcuf_pipeline_copy_" // #which); \
    type_, shared :: to; \
    type_, device, intent (in) :: from; \
  end subroutine name_

module wmma
  implicit none
  private

  ! The order of the elements in memory, for sums.
  integer (4), parameter, public :: wmmacolmajor = 0, wmmarowmajor = 1

  FACTOR_TYPES(16,16,16,2,16)
  FACTOR_TYPES(32,8,16,2,16)
  FACTOR_TYPES(8,32,16,2,16)
  FACTOR_TYPES(16,16,8,4,4)
  FACTOR_TYPES(8,8,4,8,1)
  SUM_TYPES(16,16,16)
  SUM_TYPES(32,8,16)
  SUM_TYPES(8,32,16)
  SUM_TYPE(16,16,8,4,8)
  MASK_TYPE(16,16,8,8)
  SUM_TYPE(8,8,4,8,2)
  MASK_TYPE(8,8,4,2)

  interface wmmaloadmatrix
    ALL_FACTORS(LOAD_FACTORS)
    ALL_SUMS(LOAD_SUM)
  end interface wmmaloadmatrix
  public :: wmmaloadmatrix

  interface wmmastorematrix
    ALL_SUMS(STORE)
  end interface wmmastorematrix
  public :: wmmastorematrix

  interface wmmamatmul
    MIXED_PRODUCTS(16,16,16)
    MIXED_PRODUCTS(32,8,16)
    MIXED_PRODUCTS(8,32,16)
    PRODUCTS(16,16,8,4)
    PRODUCTS(8,8,4,8)
  end interface wmmamatmul
  public :: wmmamatmul

  interface assignment (=)
    ALL_FACTORS(FILL_FACTORS)
    ALL_SUMS(FILL_SUM)
  end interface
  public :: assignment (=)

  public :: operator (<), operator (<=), operator (>), operator (>=)
  public :: operator (==), operator (/=), operator (.not.), operator (.and.)
  public :: operator (.or.), operator (.eqv.), operator (.neqv.)
  public :: wmmamerge, wmmaany, wmmaall, wmmacount

#define MASK submatrixc_m16n16k16_logical1
#define MASK_STRING "8"
#include "wmma-mask.inc"
#define SUM submatrixc_m16n16k16_real2
#define SUM_STRING "sum2"
#include "wmma-sum.inc"
#undef SUM
#undef SUM_STRING
#define SUM submatrixc_m16n16k16_real4
#define SUM_STRING "sum4"
#include "wmma-sum.inc"
#undef SUM
#undef SUM_STRING
#undef MASK
#undef MASK_STRING

#define MASK submatrixc_m32n8k16_logical1
#define MASK_STRING "8"
#include "wmma-mask.inc"
#define SUM submatrixc_m32n8k16_real2
#define SUM_STRING "sum2"
#include "wmma-sum.inc"
#undef SUM
#undef SUM_STRING
#define SUM submatrixc_m32n8k16_real4
#define SUM_STRING "sum4"
#include "wmma-sum.inc"
#undef SUM
#undef SUM_STRING
#undef MASK
#undef MASK_STRING

#define MASK submatrixc_m8n32k16_logical1
#define MASK_STRING "8"
#include "wmma-mask.inc"
#define SUM submatrixc_m8n32k16_real2
#define SUM_STRING "sum2"
#include "wmma-sum.inc"
#undef SUM
#undef SUM_STRING
#define SUM submatrixc_m8n32k16_real4
#define SUM_STRING "sum4"
#include "wmma-sum.inc"
#undef SUM
#undef SUM_STRING
#undef MASK
#undef MASK_STRING

#define MASK submatrixc_m16n16k8_logical1
#define MASK_STRING "8"
#include "wmma-mask.inc"
#define SUM submatrixc_m16n16k8_real4
#define SUM_STRING "sum4"
#include "wmma-sum.inc"
#undef SUM
#undef SUM_STRING
#undef MASK
#undef MASK_STRING

#define MASK submatrixc_m8n8k4_logical1
#define MASK_STRING "2"
#include "wmma-mask.inc"
#define SUM submatrixc_m8n8k4_real8
#define SUM_STRING "sum8"
#include "wmma-sum.inc"
#undef SUM
#undef SUM_STRING
#undef MASK
#undef MASK_STRING

  ! Copies to shared memory that are done when pipelineWaitPrior returns.
  interface pipelinememcpyasync
    PIPELINE_COPY(pipeline_copy_r4,real (4),4)
    PIPELINE_COPY(pipeline_copy_i4,integer (4),4)
    PIPELINE_COPY(pipeline_copy_r8,real (8),8_aligned)
    PIPELINE_COPY(pipeline_copy_i8,integer (8),8_aligned)
    PIPELINE_COPY(pipeline_copy_c4,complex (4),8)
    PIPELINE_COPY(pipeline_copy_c8,complex (8),16)
  end interface pipelinememcpyasync
  interface
    DEVICE subroutine pipelinecommit () bind (c, name = "__gcuf_pipeline_commit")
    end subroutine pipelinecommit
    DEVICE subroutine pipelinewaitprior (n) &
        bind (c, name = "__gcuf_pipeline_wait")
      integer (4), value :: n
    end subroutine pipelinewaitprior
  end interface
  public :: pipelinememcpyasync, pipelinecommit, pipelinewaitprior

  ! These are there for REAL(2) without this module, too.
  intrinsic :: abs, sin, cos, tan, acos, asin, atan, atan2, sinh, cosh, tanh
  intrinsic :: log, log10, exp, sqrt
  public :: abs, sin, cos, tan, acos, asin, atan, atan2, sinh, cosh, tanh
  public :: log, log10, exp, sqrt
end module wmma
