! Module curand_device: random numbers in device code.
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

! The states, generators and distributions of cuRAND.  Each routine has the name
! that it has in C, which is generic over the states, the same without
! underscores, and one with the generator in it.  A bind (c) procedure, and one
! with an array as its result, is in random-entries.h, of which both device
! libraries are made.
!
! GCUF_NO_PLUGIN stands for a compiler without the plugin, for syntax checks.
! With OPENACC_CURAND this is module openacc_curand: the same for the regions of
! OpenACC, which are host code to CUDA Fortran.

#ifdef GCUF_NO_PLUGIN
# define DEVICE
#elif defined OPENACC_CURAND
# define DEVICE attributes (host, device)
#else
# define DEVICE attributes (device)
#endif

! CAT joins what stands next to it.
#define CAT(text) text
! The preprocessor is C's in CUDA Fortran, and traditional without the plugin.
#ifdef GCUF_NO_PLUGIN
# define TEXT(text) "text"
#else
# define TEXT(text) #text
#endif

! --- Procedures --------------------------------------------------------------

! The parameters: g, the generator in the names of the library, and gen, as it
! is in names here and in that of its state; k1 to k3, kinds of integers.

#define STATE(gen) type (CAT(curandState)gen), intent (inout) :: state
#define IMPORT(gen) import :: CAT(curandState)gen

#define INIT(g,gen,k1,k2,k3) \
  DEVICE subroutine CAT(init_)CAT(g)CAT(_)CAT(k1)CAT(k2)k3 \
      (seed, sequence, offset, state) \
      bind (c, name = "__gcuf_curand_init_" // TEXT(g) // "_" // TEXT(k1) // TEXT(k2) \
                // TEXT(k3)); \
    IMPORT(gen); \
    integer (k1), value :: seed; \
    integer (k2), value :: sequence; \
    integer (k3), value :: offset; \
    STATE(gen); \
  end subroutine CAT(init_)CAT(g)CAT(_)CAT(k1)CAT(k2)k3

#define SKIP_KIND(op,g,gen,k1) \
  DEVICE subroutine CAT(op)CAT(_)CAT(g)CAT(_)k1 (n, state) \
      bind (c, name = "__gcuf_curand_" // TEXT(op) // "_" // TEXT(g) // "_" // TEXT(k1)); \
    IMPORT(gen); \
    integer (k1), value :: n; \
    STATE(gen); \
  end subroutine CAT(op)CAT(_)CAT(g)CAT(_)k1

#define ONE(op,g,gen,type_) \
  DEVICE function CAT(op)CAT(_)g (state) result (r) \
      bind (c, name = "__gcuf_curand_" // TEXT(op) // "_" // TEXT(g)); \
    IMPORT(gen); \
    STATE(gen); \
    type_ :: r; \
  end function CAT(op)CAT(_)g

#define LOG_ONE(op,g,gen,type_) \
  DEVICE function CAT(op)CAT(_)g (state, mean, stddev) result (r) \
      bind (c, name = "__gcuf_curand_" // TEXT(op) // "_" // TEXT(g)); \
    IMPORT(gen); \
    STATE(gen); \
    type_, value :: mean, stddev; \
    type_ :: r; \
  end function CAT(op)CAT(_)g

! What has an array as its result.
#define MANY(op,g,gen,type_,count) \
  DEVICE function CAT(__gcuf_curand_)CAT(op)CAT(_)g (state) result (r); \
    IMPORT(gen); \
    STATE(gen); \
    type_ :: r(count); \
  end function CAT(__gcuf_curand_)CAT(op)CAT(_)g

#define LOG_MANY(op,g,gen,type_,count) \
  DEVICE function CAT(__gcuf_curand_)CAT(op)CAT(_)g (state, mean, stddev) \
      result (r); \
    IMPORT(gen); \
    STATE(gen); \
    type_, intent (in) :: mean, stddev; \
    type_ :: r(count); \
  end function CAT(__gcuf_curand_)CAT(op)CAT(_)g

! --- Generic names -----------------------------------------------------------

! The specific procedure SPECIFIC under its name with the generator, under
! NAME_C and under NAME_F.
#define THREE_NAMES(name_c,name_f,gen,specific) \
  interface CAT(name_f)gen; procedure :: specific; end interface; \
  interface name_c; procedure :: specific; end interface; \
  interface name_f; procedure :: specific; end interface

! Make NAME_C public, NAME_F, and NAME_F with the generators: all, pseudorandom
! ones, or Philox alone.
#define NAMES_ALL(name_c,name_f) \
  public :: CAT(name_f)Sobol32, CAT(name_f)ScrambledSobol32, \
            CAT(name_f)Sobol64, CAT(name_f)ScrambledSobol64; \
  NAMES_PSEUDO(name_c,name_f)
#define NAMES_PSEUDO(name_c,name_f) \
  public :: CAT(name_f)XORWOW, CAT(name_f)MRG32k3a; \
  NAMES_PHILOX(name_c,name_f)
#define NAMES_PHILOX(name_c,name_f) \
  public :: name_c, name_f, CAT(name_f)Philox4_32_10

! --- A generator -------------------------------------------------------------

#define KIND_OF_SKIP(op,name_c,name_f,g,gen) \
  interface; \
    SKIP_KIND(op,g,gen,4); \
    SKIP_KIND(op,g,gen,8); \
  end interface; \
  THREE_NAMES(name_c,name_f,gen,CAT(op)CAT(_)CAT(g)_4); \
  THREE_NAMES(name_c,name_f,gen,CAT(op)CAT(_)CAT(g)_8)

#define ONE_NUMBER(g,gen,bits) \
  interface; \
    ONE(next,g,gen,integer (bits)); \
    ONE(uniform,g,gen,real (4)); \
    ONE(uniform_double,g,gen,real (8)); \
    ONE(normal,g,gen,real (4)); \
    ONE(normal_double,g,gen,real (8)); \
    ONE(log_standard,g,gen,real (4)); \
    ONE(log_standard_double,g,gen,real (8)); \
    LOG_ONE(log_normal,g,gen,real (4)); \
    LOG_ONE(log_normal_double,g,gen,real (8)); \
  end interface; \
  THREE_NAMES(curand,curandGet,gen,CAT(next_)g); \
  THREE_NAMES(curand_uniform,curandUniform,gen,CAT(uniform_)g); \
  THREE_NAMES(curand_uniform_double,curandUniformDouble,gen, \
              CAT(uniform_double_)g); \
  THREE_NAMES(curand_normal,curandNormal,gen,CAT(normal_)g); \
  THREE_NAMES(curand_normal_double,curandNormalDouble,gen, \
              CAT(normal_double_)g); \
  THREE_NAMES(curand_log_normal,curandLogNormal,gen,CAT(log_standard_)g); \
  THREE_NAMES(curand_log_normal,curandLogNormal,gen,CAT(log_normal_)g); \
  THREE_NAMES(curand_log_normal_double,curandLogNormalDouble,gen, \
              CAT(log_standard_double_)g); \
  THREE_NAMES(curand_log_normal_double,curandLogNormalDouble,gen, \
              CAT(log_normal_double_)g)

#define TWO_NUMBERS(g,gen) \
  interface; \
    MANY(normal2,g,gen,real (4),2); \
    MANY(normal2_double,g,gen,real (8),2); \
    LOG_MANY(log_normal2,g,gen,real (4),2); \
    LOG_MANY(log_normal2_double,g,gen,real (8),2); \
  end interface; \
  THREE_NAMES(curand_normal2,curandNormal2,gen,CAT(__gcuf_curand_normal2_)g); \
  THREE_NAMES(curand_normal2_double,curandNormal2Double,gen, \
              CAT(__gcuf_curand_normal2_double_)g); \
  THREE_NAMES(curand_log_normal2,curandLogNormal2,gen, \
              CAT(__gcuf_curand_log_normal2_)g); \
  THREE_NAMES(curand_log_normal2_double,curandLogNormal2Double,gen, \
              CAT(__gcuf_curand_log_normal2_double_)g)

#define INIT_NAMES(g,gen,kinds) \
  THREE_NAMES(curand_init,curandInit,gen,CAT(init_)CAT(g)CAT(_)kinds)

#define PSEUDO(g,gen) \
  interface; \
    INIT(g,gen,4,4,4); \
    INIT(g,gen,4,4,8); \
    INIT(g,gen,4,8,4); \
    INIT(g,gen,4,8,8); \
    INIT(g,gen,8,4,4); \
    INIT(g,gen,8,4,8); \
    INIT(g,gen,8,8,4); \
    INIT(g,gen,8,8,8); \
    DEVICE function CAT(poisson_)g (state, lambda) result (r) \
        bind (c, name = "__gcuf_curand_poisson_" // TEXT(g)); \
      IMPORT(gen); \
      STATE(gen); \
      real (8), value :: lambda; \
      integer (4) :: r; \
    end function CAT(poisson_)g; \
  end interface; \
  INIT_NAMES(g,gen,444); \
  INIT_NAMES(g,gen,448); \
  INIT_NAMES(g,gen,484); \
  INIT_NAMES(g,gen,488); \
  INIT_NAMES(g,gen,844); \
  INIT_NAMES(g,gen,848); \
  INIT_NAMES(g,gen,884); \
  INIT_NAMES(g,gen,888); \
  KIND_OF_SKIP(skip,curand_skipahead,curandSkipahead,g,gen); \
  KIND_OF_SKIP(skip_sequence,curand_skipahead_sequence, \
               curandSkipaheadSequence,g,gen); \
  ONE_NUMBER(g,gen,4); \
  TWO_NUMBERS(g,gen); \
  THREE_NAMES(curand_poisson,curandPoisson,gen,CAT(poisson_)g)

! The scrambled sequences begin with another number than zero.
#define QUASI(bits,g,gen,scrambled,scrambled_gen) \
  interface; \
    DEVICE subroutine CAT(init_)g (direction_vectors, offset, state) \
        bind (c, name = "__gcuf_curand_init_" // TEXT(g)); \
      IMPORT(gen); \
      integer (BYTES(bits)), intent (in) :: direction_vectors(bits); \
      integer (BYTES(bits)), value :: offset; \
      STATE(gen); \
    end subroutine CAT(init_)g; \
    DEVICE subroutine CAT(init_)scrambled \
        (direction_vectors, scramble_c, offset, state) \
        bind (c, name = "__gcuf_curand_init_" // TEXT(scrambled)); \
      IMPORT(scrambled_gen); \
      integer (BYTES(bits)), intent (in) :: direction_vectors(bits); \
      integer (BYTES(bits)), value :: scramble_c, offset; \
      STATE(scrambled_gen); \
    end subroutine CAT(init_)scrambled; \
  end interface; \
  THREE_NAMES(curand_init,curandInit,gen,CAT(init_)g); \
  THREE_NAMES(curand_init,curandInit,scrambled_gen,CAT(init_)scrambled); \
  KIND_OF_SKIP(skip,curand_skipahead,curandSkipahead,g,gen); \
  KIND_OF_SKIP(skip,curand_skipahead,curandSkipahead,scrambled,scrambled_gen); \
  ONE_NUMBER(g,gen,BYTES(bits)); \
  ONE_NUMBER(scrambled,scrambled_gen,BYTES(bits))

#define BYTES(bits) CAT(bits)/8

#ifdef OPENACC_CURAND
module openacc_curand
  use curand_device, only: &
    curandStateXORWOW, curandStateMRG32k3a, curandStatePhilox4_32_10, &
    curandStateSobol32, curandStateScrambledSobol32, curandStateSobol64, &
    curandStateScrambledSobol64
  implicit none
  private
  public :: &
    curandStateXORWOW, curandStateMRG32k3a, curandStatePhilox4_32_10, &
    curandStateSobol32, curandStateScrambledSobol32, curandStateSobol64, &
    curandStateScrambledSobol64
#else
module curand_device
  implicit none
  private

  ! Components are the library's own; the layout is that of cuRAND's states.
  type, bind (c), public :: curandStateXORWOW
    private
    integer (4) :: d, v(0:4)
    integer (4) :: boxmuller_flag, boxmuller_flag_double
    real (4) :: boxmuller_extra
    real (8) :: boxmuller_extra_double
  end type curandStateXORWOW

  type, bind (c), public :: curandStateMRG32k3a
    private
    integer (4) :: s1(0:2), s2(0:2)
    integer (4) :: boxmuller_flag, boxmuller_flag_double
    real (4) :: boxmuller_extra
    real (8) :: boxmuller_extra_double
  end type curandStateMRG32k3a

  type, bind (c), public :: curandStatePhilox4_32_10
    private
    integer (4) :: ctr(4), output(4), key(2), state
    integer (4) :: boxmuller_flag, boxmuller_flag_double
    real (4) :: boxmuller_extra
    real (8) :: boxmuller_extra_double
  end type curandStatePhilox4_32_10

#define SOBOL_STATE(name_,bits) \
  type, bind (c), public :: name_; \
    private; \
    integer (BYTES(bits)) :: i, x, c, direction_vectors(bits); \
  end type name_

  SOBOL_STATE(curandStateSobol32,32)
  SOBOL_STATE(curandStateScrambledSobol32,32)
  SOBOL_STATE(curandStateSobol64,64)
  SOBOL_STATE(curandStateScrambledSobol64,64)
#endif

  NAMES_ALL(curand_init,curandInit)
  NAMES_ALL(curand_skipahead,curandSkipahead)
  NAMES_ALL(curand,curandGet)
  NAMES_ALL(curand_uniform,curandUniform)
  NAMES_ALL(curand_uniform_double,curandUniformDouble)
  NAMES_ALL(curand_normal,curandNormal)
  NAMES_ALL(curand_normal_double,curandNormalDouble)
  NAMES_ALL(curand_log_normal,curandLogNormal)
  NAMES_ALL(curand_log_normal_double,curandLogNormalDouble)
  NAMES_PSEUDO(curand_skipahead_sequence,curandSkipaheadSequence)
  NAMES_PSEUDO(curand_normal2,curandNormal2)
  NAMES_PSEUDO(curand_normal2_double,curandNormal2Double)
  NAMES_PSEUDO(curand_log_normal2,curandLogNormal2)
  NAMES_PSEUDO(curand_log_normal2_double,curandLogNormal2Double)
  NAMES_PSEUDO(curand_poisson,curandPoisson)
  NAMES_PHILOX(curand4,curandGet4)
  NAMES_PHILOX(curand_uniform4,curandUniform4)
  NAMES_PHILOX(curand_uniform2_double,curandUniform2Double)
  NAMES_PHILOX(curand_uniform4_double,curandUniform4Double)
  NAMES_PHILOX(curand_normal4,curandNormal4)
  NAMES_PHILOX(curand_normal4_double,curandNormal4Double)
  NAMES_PHILOX(curand_log_normal4,curandLogNormal4)
  NAMES_PHILOX(curand_log_normal4_double,curandLogNormal4Double)
  NAMES_PHILOX(curand_poisson4,curandPoisson4)
  public :: curand_skipahead_subsequence, curandSkipaheadSubsequence, &
            curandSkipaheadSubsequenceMRG32k3a

  PSEUDO(xorwow,XORWOW)
  PSEUDO(mrg32k3a,MRG32k3a)
  PSEUDO(philox4_32_10,Philox4_32_10)

  ! Between the two others: 2**76 numbers.
  KIND_OF_SKIP(skip_subsequence,curand_skipahead_subsequence,curandSkipaheadSubsequence,mrg32k3a,MRG32k3a)

  interface
    MANY(next4,philox4_32_10,Philox4_32_10,integer (4),4)
    MANY(uniform4,philox4_32_10,Philox4_32_10,real (4),4)
    MANY(uniform2_double,philox4_32_10,Philox4_32_10,real (8),2)
    MANY(uniform4_double,philox4_32_10,Philox4_32_10,real (8),4)
    MANY(normal4,philox4_32_10,Philox4_32_10,real (4),4)
    MANY(normal4_double,philox4_32_10,Philox4_32_10,real (8),4)
    LOG_MANY(log_normal4,philox4_32_10,Philox4_32_10,real (4),4)
    LOG_MANY(log_normal4_double,philox4_32_10,Philox4_32_10,real (8),4)
    DEVICE function __gcuf_curand_poisson4_philox4_32_10 (state, lambda) &
        result (r)
      IMPORT(Philox4_32_10)
      STATE(Philox4_32_10)
      real (8), intent (in) :: lambda
      integer (4) :: r(4)
    end function __gcuf_curand_poisson4_philox4_32_10
  end interface

#define PHILOX(name_c,name_f,op) \
  THREE_NAMES(name_c,name_f,Philox4_32_10,CAT(__gcuf_curand_)CAT(op)_philox4_32_10)

  PHILOX(curand4,curandGet4,next4)
  PHILOX(curand_uniform4,curandUniform4,uniform4)
  PHILOX(curand_uniform2_double,curandUniform2Double,uniform2_double)
  PHILOX(curand_uniform4_double,curandUniform4Double,uniform4_double)
  PHILOX(curand_normal4,curandNormal4,normal4)
  PHILOX(curand_normal4_double,curandNormal4Double,normal4_double)
  PHILOX(curand_log_normal4,curandLogNormal4,log_normal4)
  PHILOX(curand_log_normal4_double,curandLogNormal4Double,log_normal4_double)
  PHILOX(curand_poisson4,curandPoisson4,poisson4)

  QUASI(32,sobol32,Sobol32,scrambledsobol32,ScrambledSobol32)
  QUASI(64,sobol64,Sobol64,scrambledsobol64,ScrambledSobol64)
end module
