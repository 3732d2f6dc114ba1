! Module libm: functions of the C library.
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

! Each is generic under its name for double precision, and also under that for
! single precision.  They are the C library's own on the host and on the device,
! but for fma, for which GPUs have an instruction.
!
! GCUF_NO_PLUGIN stands for a compiler without the plugin, for syntax checks.

#ifdef GCUF_NO_PLUGIN
# define BOTH
#else
# define BOTH attributes (host, device)
#endif

! CAT joins what stands next to it.
#define CAT(text) text

! A function of one argument, with its results for both kinds.
#define ONE(op,result8,result4) \
  interface op; \
    pure BOTH function CAT(op)_r8 (x) result (r) bind (c, name = #op); \
      real (8), value :: x; \
      result8 :: r; \
    end function CAT(op)_r8; \
    pure BOTH function CAT(op)_r4 (x) result (r) bind (c, name = #op // "f"); \
      real (4), value :: x; \
      result4 :: r; \
    end function CAT(op)_r4; \
  end interface op; \
  interface CAT(op)f; \
    procedure :: CAT(op)_r4; \
  end interface CAT(op)f; \
  public :: op, CAT(op)f

! The second argument is of type ARG8 and ARG4.
#define TWO(op,arg8,arg4) \
  interface op; \
    pure BOTH function CAT(op)_r8 (x, y) result (r) bind (c, name = #op); \
      real (8), value :: x; \
      arg8, value :: y; \
      real (8) :: r; \
    end function CAT(op)_r8; \
    pure BOTH function CAT(op)_r4 (x, y) result (r) \
         bind (c, name = #op // "f"); \
      real (4), value :: x; \
      arg4, value :: y; \
      real (4) :: r; \
    end function CAT(op)_r4; \
  end interface op; \
  interface CAT(op)f; \
    procedure :: CAT(op)_r4; \
  end interface CAT(op)f; \
  public :: op, CAT(op)f

! The second argument is a result, too.
#define SPLIT(op,part8,part4) \
  interface op; \
    BOTH function CAT(op)_r8 (x, part) result (r) bind (c, name = #op); \
      real (8), value :: x; \
      part8, intent (out) :: part; \
      real (8) :: r; \
    end function CAT(op)_r8; \
    BOTH function CAT(op)_r4 (x, part) result (r) \
         bind (c, name = #op // "f"); \
      real (4), value :: x; \
      part4, intent (out) :: part; \
      real (4) :: r; \
    end function CAT(op)_r4; \
  end interface op; \
  interface CAT(op)f; \
    procedure :: CAT(op)_r4; \
  end interface CAT(op)f; \
  public :: op, CAT(op)f

! The first argument is of type integer(4).
#define OF_ORDER(op) \
  interface op; \
    pure BOTH function CAT(op)_r8 (n, x) result (r) bind (c, name = #op); \
      integer (4), value :: n; \
      real (8), value :: x; \
      real (8) :: r; \
    end function CAT(op)_r8; \
    pure BOTH function CAT(op)_r4 (n, x) result (r) \
         bind (c, name = #op // "f"); \
      integer (4), value :: n; \
      real (4), value :: x; \
      real (4) :: r; \
    end function CAT(op)_r4; \
  end interface op; \
  interface CAT(op)f; \
    procedure :: CAT(op)_r4; \
  end interface CAT(op)f; \
  public :: op, CAT(op)f

module libm
  use cudadevice, only: fma
  implicit none
  private

  ! Generic names that are those of intrinsic procedures of Fortran, which they
  ! extend, and that only a list of names has, as those of Bessel functions.
  ONE(acos,real (8),real (4))
  ONE(acosh,real (8),real (4))
  ONE(asin,real (8),real (4))
  ONE(asinh,real (8),real (4))
  ONE(atan,real (8),real (4))
  ONE(atanh,real (8),real (4))
  ONE(cos,real (8),real (4))
  ONE(cosh,real (8),real (4))
  ONE(erf,real (8),real (4))
  ONE(erfc,real (8),real (4))
  ONE(exp,real (8),real (4))
  ONE(log,real (8),real (4))
  ONE(log10,real (8),real (4))
  ONE(sin,real (8),real (4))
  ONE(sinh,real (8),real (4))
  ONE(sqrt,real (8),real (4))
  ONE(tan,real (8),real (4))
  ONE(tanh,real (8),real (4))
  ONE(lgamma,real (8),real (4))
  TWO(hypot,real (8),real (4))
  ONE(j0,real (8),real (4))
  ONE(j1,real (8),real (4))
  ONE(y0,real (8),real (4))
  ONE(y1,real (8),real (4))
  OF_ORDER(jn)
  OF_ORDER(yn)

  interface atan2
    pure BOTH function atan2_r8 (y, x) result (r) bind (c, name = "atan2")
      real (8), value :: y, x
      real (8) :: r
    end function atan2_r8
    pure BOTH function atan2_r4 (y, x) result (r) bind (c, name = "atan2f")
      real (4), value :: y, x
      real (4) :: r
    end function atan2_r4
  end interface atan2
  interface atan2f
    procedure :: atan2_r4
  end interface atan2f
  public :: atan2, atan2f

  ONE(cbrt,real (8),real (4))
  ONE(ceil,real (8),real (4))
  ONE(exp10,real (8),real (4))
  ONE(exp2,real (8),real (4))
  ONE(expm1,real (8),real (4))
  ONE(fabs,real (8),real (4))
  ONE(floor,real (8),real (4))
  ONE(log1p,real (8),real (4))
  ONE(log2,real (8),real (4))
  ONE(logb,real (8),real (4))
  ONE(nearbyint,real (8),real (4))
  ONE(rint,real (8),real (4))
  ONE(round,real (8),real (4))
  ONE(tgamma,real (8),real (4))
  ONE(trunc,real (8),real (4))

  ONE(ilogb,integer (4),integer (4))
  ONE(llrint,integer (8),integer (8))
  ONE(llround,integer (8),integer (8))
  ONE(lrint,integer (8),integer (8))
  ONE(lround,integer (8),integer (8))

  TWO(copysign,real (8),real (4))
  TWO(fmax,real (8),real (4))
  TWO(fmin,real (8),real (4))
  TWO(fmod,real (8),real (4))
  TWO(nextafter,real (8),real (4))
  TWO(pow,real (8),real (4))
  TWO(remainder,real (8),real (4))
  TWO(ldexp,integer (4),integer (4))
  TWO(scalbn,integer (4),integer (4))
  TWO(scalbln,integer (8),integer (8))

  SPLIT(frexp,integer (4),integer (4))
  SPLIT(modf,real (8),real (4))

  interface fmaf
    pure BOTH function fmaf_r4 (x, y, z) result (r) &
         bind (c, name = "__gcuf_math_fmaf_rn")
      real (4), value :: x, y, z
      real (4) :: r
    end function fmaf_r4
  end interface fmaf
  public :: fma, fmaf

  interface remquo
    BOTH function remquo_r8 (x, y, quo) result (r) bind (c, name = "remquo")
      real (8), value :: x, y
      integer (4), intent (out) :: quo
      real (8) :: r
    end function remquo_r8
    BOTH function remquo_r4 (x, y, quo) result (r) bind (c, name = "remquof")
      real (4), value :: x, y
      integer (4), intent (out) :: quo
      real (4) :: r
    end function remquo_r4
  end interface remquo
  interface remquof
    procedure :: remquo_r4
  end interface remquof
  public :: remquo, remquof
end module libm
