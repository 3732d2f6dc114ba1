# Autoconf macros for packages that have sources in CUDA Fortran.
# Copyright (C) 2026 The cudafortran authors.
#
# This file is part of cudafortran.
#
# Cudafortran is free software; you can redistribute it and/or modify it under
# the terms of the GNU General Public License as published by the Free Software
# Foundation; either version 3, or (at your option) any later version.
#
# Cudafortran is distributed in the hope that it will be useful, but WITHOUT ANY
# WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS FOR
# A PARTICULAR PURPOSE.  See the GNU General Public License for more details.
#
# You should have received a copy of the GNU General Public License along with
# cudafortran; see the file COPYING.  If not, see
# <http://www.gnu.org/licenses/>.
#
# As a special exception, the cudafortran authors give permission to distribute
# the configure scripts into which Autoconf copies parts of this file, and what
# they write, under terms of the distributor's choice.

# Choose FC if the user has not, before AC_PROG_FC does.
AC_DEFUN([_CUDAFORTRAN_CHOOSE_FC],
[AS_IF([test -z "$FC"],
  [AC_CHECK_PROG([CUDAFORTRAN], [cudafortran], [cudafortran])
   FC=$CUDAFORTRAN])])

# CUDAFORTRAN_PROG_FC ([ACTION-IF-FOUND], [ACTION-IF-NOT-FOUND = error])
# Let FC be a compiler for CUDA Fortran, cudafortran if the user has set none, and
# let files named .cuf be compiled by it.
AC_DEFUN([CUDAFORTRAN_PROG_FC],
[AC_REQUIRE([_CUDAFORTRAN_CHOOSE_FC])
AC_REQUIRE([AC_PROG_FC])
AC_LANG_PUSH([Fortran])
AC_FC_SRCEXT([cuf])
AC_CACHE_CHECK([whether $FC compiles CUDA Fortran], [cudafortran_cv_prog_fc],
  [AC_LINK_IFELSE([AC_LANG_SOURCE([[
module m
contains
  attributes (global) subroutine k (a)
    integer :: a(*)
    a(threadidx%x) = threadidx%x
  end subroutine
end module
use m
integer, device :: d(32)
call k <<<1, 32>>> (d)
end]])], [cudafortran_cv_prog_fc=yes], [cudafortran_cv_prog_fc=no])])
AC_LANG_POP([Fortran])
AS_IF([test $cudafortran_cv_prog_fc = yes], [$1],
  [m4_default([$2], [AC_MSG_ERROR(
    [$FC does not compile CUDA Fortran; set FC to cudafortran])])])
])

# CUDAFORTRAN_LINK ([ACTION-IF-FOUND], [ACTION-IF-NOT-FOUND = error])
# Let CUDAFORTRAN_LIBS be what a link by the C or C++ compiler needs behind
# objects with device code, as pkg-config says.
AC_DEFUN([CUDAFORTRAN_LINK],
[AC_ARG_VAR([PKG_CONFIG], [path to pkg-config utility])
AC_ARG_VAR([CUDAFORTRAN_LIBS], [linker flags for cudafortran, instead of
  pkg-config's])
AC_CHECK_TOOLS([PKG_CONFIG], [pkg-config pkgconf], [false])
AC_MSG_CHECKING([how to link CUDA Fortran])
AS_IF([test -n "$CUDAFORTRAN_LIBS"], [],
  [CUDAFORTRAN_LIBS=`$PKG_CONFIG --libs cudafortran 2>/dev/null`])
AC_MSG_RESULT([${CUDAFORTRAN_LIBS:-pkg-config does not say}])
AS_IF([test -n "$CUDAFORTRAN_LIBS"], [$1],
  [m4_default([$2], [AC_MSG_ERROR(
    [pkg-config does not find cudafortran; set PKG_CONFIG_PATH])])])
])
