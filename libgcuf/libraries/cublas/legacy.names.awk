# Make C's names of the routines of cuBLAS that take no handle.
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

# Usage: awk -f read-table.awk -v functions_only=1 -f entries.awk
#	   -f common.awk -f names.awk -f legacy.names.awk cublas.def
#
# In C these take characters and scalars by value.

# Whether scalar J of routine I is such a one: those of routines that work on scalars
# alone are addresses.
function by_value (i, j,	k) {
  if (arg_kind[i, j] != "either" || arg_count[i, j] != 1)
    return 0
  for (k = 1; k <= n_args[i]; k++)
    if (arg_kind[i, k] == "device")
      return 1
  return 0
}

function value_type (i, j,	type) {
  type = type_of(i, j)
  sub (/ \*$/, "", type)
  return type
}

function print_legacy_function (i,	j, result, here, there, call) {
  result = has_result(i) ? value_type(i, n_args[i]) : "void"
  for (j = 2; j <= n_args[i]; j++)
    if (in_legacy(i, j)) {
      here = here (here == "" ? "" : ", ") \
	(arg_base[i, j] in letters_of ? "char " arg_name[i, j] \
	 : by_value(i, j) ? value_type(i, j) " " arg_name[i, j] \
	 : argument(i, j, "c"))
      there = there (there == "" ? "" : ", ") argument(i, j, "fortran")
      call = call (call == "" ? "" : ", ") passed(i, j, by_value(i, j))
    }
  printf "extern %s GCUF_legacy_%s (%s);\n%s %s (%s);\n", result, legacy_name(i),
	 there, result, legacy_name(i), here
  printf "%s\n%s (%s)\n{\n  %sGCUF_legacy_%s (%s);\n}\n\n", result,
	 legacy_name(i), here, (result == "void" ? "" : "return "), legacy_name(i),
	 call
}

END {
  if (failed)
    exit 1
  print "NAME (cublasInit)\nNAME (cublasShutdown)\nNAME (cublasGetError)\n"
  print "extern int GCUF_cudaMalloc (void **, size_t);"
  print "extern int GCUF_cudaFree (void *);"
  print "int cublasAlloc (int, int, void **);\nint cublasFree (void *);\n"
  print "enum { SUCCESS = 0, ALLOC_FAILED = 3, INVALID_VALUE = 7, INTERNAL_ERROR = 14 };\n"
  print "int\ncublasAlloc (int n, int size, void **p)\n{"
  print "  if (n <= 0 || size <= 0)\n    return INVALID_VALUE;"
  print "  return GCUF_cudaMalloc (p, (size_t) n * size) ? ALLOC_FAILED : SUCCESS;\n}\n"
  print "int\ncublasFree (void *p)\n{"
  print "  return GCUF_cudaFree (p) ? INTERNAL_ERROR : SUCCESS;\n}\n"
  for (i = 0; i < n_routines; i++)
    if (form[i, "blas"])
      print_legacy_function(i)
}
