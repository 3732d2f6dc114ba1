# What the scripts for cuBLAS have in common.
# Copyright (C) 2026 The cudafortran authors.
#
# This file is part of the CUDA Fortran runtime library (libgcuf).
#
# Libgcuf is free software; you can redistribute it and/or modify it
# under the terms of the GNU General Public License as published by
# the Free Software Foundation; either version 3, or (at your option)
# any later version.
#
# Libgcuf is distributed in the hope that it will be useful, but WITHOUT ANY
# WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS
# FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
# more details.
#
# Under Section 7 of GPL version 3, you are granted additional
# permissions described in the GCC Runtime Library Exception, version
# 3.1, as published by the Free Software Foundation.
#
# You should have received a copy of the GNU General Public License and
# a copy of the GCC Runtime Library Exception along with this program;
# see the files COPYING and COPYING.RUNTIME respectively.  If not, see
# <http://www.gnu.org/licenses/>.

# cublasSaxpy of cublasSaxpy_v2, or of cublasSaxpy_v2_64.
function legacy_name (i,	result) {
  result = name[i]
  sub (/_64$/, "", result)
  sub (/_v2$/, "", result)
  return result
}

# saxpy of cublasSaxpy_v2.
function blas_name (i) {
  return tolower (substr (legacy_name(i), 7))
}

# What cublasSaxpy is called in module cuf_blas: gfortran takes procedures of one name
# for the same, and in module cublas_v2 the function with a handle has that.
function inner_name (i) {
  return "legacy_" substr (legacy_name(i), 7)
}

# Whether the last argument of routine I is what a function without handle
# returns.
function has_result (i) {
  return arg_name[i, n_args[i]] == "result"
}

# What argument J of routine I without handle is: null if it has none of its own.
# In cuBLAS trmm has a result C, which is B in BLAS.
function in_place (i, j) {
  if (name[i] ~ /trmm_v2$/)
    return arg_name[i, j] == "C" ? "B" : arg_name[i, j] == "ldc" ? "ldb" : ""
  return ""
}

function in_legacy (i, j) {
  return j > 1 && in_place(i, j) == "" && !(has_result(i) && j == n_args[i])
}

# Use MODULE for the names without _v2 of the routines of form BITS.  One that is
# renamed has its own name only if that is asked for.
function print_short_names (bits, module,	i, short) {
  for (i = 0; i < n_routines; i++) {
    short = fortran_name[i]
    if (form[i, bits] && sub (/_v2/, "", short))
      printf "  use %s, only: %s => %s, %s\n", module, short, fortran_name[i],
	     fortran_name[i]
  }
}
