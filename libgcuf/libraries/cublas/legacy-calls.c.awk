# Make the C functions of calls of cuBLAS without handle.
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
#	   -f interfaces.awk -f common.awk -f legacy-calls.c.awk cublas.def

function print_legacy (i,	j, list, type, last, result, call) {
  last = n_args[i]
  result = has_result(i) ? type_of(i, last) : ""
  sub (/ \*$/, "", result)
  for (j = 2; j <= last; j++)
    if (in_legacy(i, j))
      list = list (list == "" ? "" : ", ") argument(i, j, "fortran")
  printf "extern int GCUF_%s (%s);\n", name[i], join(i, "fortran")
  printf "GCUF_EXPORT %s\nGCUF_legacy_%s (%s)\n{\n", \
	 (result == "" ? "void" : result), legacy_name(i), list
  print "  struct gcuf_legacy_call call;"
  if (result != "")
    printf "  %s result = 0;\n\n", result
  printf "  if (gcuf_legacy_begin (\"%s\", &call))\n", legacy_name(i)
  call = "call.handle"
  for (j = 2; j <= last; j++)
    call = call ", " (has_result(i) && j == last ? "&result" \
		      : in_legacy(i, j) ? arg_name[i, j] : in_place(i, j))
  printf "    gcuf_legacy_end (&call, GCUF_%s (%s));\n", name[i], call
  if (result != "")
    print "  return result;"
  print "}\n"
}

END {
  if (failed)
    exit 1
  print "/* Made by legacy-calls.c.awk.  */\n\n#include \"cublas/cublas-legacy.h\"\n"
  for (i = 0; i < n_routines; i++)
    if (form[i, "blas"])
      print_legacy(i)
}
