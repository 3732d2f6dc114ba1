/* Bessel functions of device code.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of the CUDA Fortran runtime library (libgcuf).

   Libgcuf is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by
   the Free Software Foundation; either version 3, or (at your option)
   any later version.

   Libgcuf is distributed in the hope that it will be useful, but WITHOUT ANY
   WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS
   FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
   more details.

   Under Section 7 of GPL version 3, you are granted additional
   permissions described in the GCC Runtime Library Exception, version
   3.1, as published by the Free Software Foundation.

   You should have received a copy of the GNU General Public License and
   a copy of the GCC Runtime Library Exception along with this program;
   see the files COPYING and COPYING.RUNTIME respectively.  If not, see
   <http://www.gnu.org/licenses/>.  */

#include "device-libm.h"

/* Those of double precision are newlib's.  Its own for single precision lose
   all places near their zeros and, for large orders, more; rounded from double
   precision they are near the correctly rounded ones but where that has lost
   half of its places.  */

#define BESSEL(name)							\
  extern double name (double);						\
  LIBM double __gcuf_libm_##name (double x) { return name (x); }	\
  LIBM float __gcuf_libm_##name##f (float x) { return name (x); }

#define BESSEL_OF_ORDER(name)						\
  extern double name (int, double);					\
  LIBM double __gcuf_libm_##name (int n, double x) { return name (n, x); } \
  LIBM float __gcuf_libm_##name##f (int n, float x) { return name (n, x); }

BESSEL (j0)
BESSEL (j1)
BESSEL (y0)
BESSEL (y1)
BESSEL_OF_ORDER (jn)
BESSEL_OF_ORDER (yn)
