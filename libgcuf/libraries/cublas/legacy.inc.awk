# Make the interfaces of calls of cuBLAS without handle, and of BLAS.
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
#	   -f interfaces.awk -f common.awk -f legacy.inc.awk cublas.def

# The beginning of an interface body of routine I that is called NAME, and its
# arguments, then END.
function print_head (i, name, end,	j, line, next_word, last) {
  line = "    " (has_result(i) ? f_type[arg_base[i, n_args[i]]] " function " \
		  : "subroutine ") name " ("
  for (j = 2; j <= n_args[i]; j++)
    if (in_legacy(i, j))
      last = j
  for (j = 2; j <= last; j++) {
    if (!in_legacy(i, j))
      continue
    next_word = arg_name[i, j] (j < last ? ", " : ")")
    if (length (line next_word) > 76) {
      print line "&"
      line = "         "
    }
    line = line next_word
  }
  print line end
  print "      import"
}

# Scalars of calls without handle are of the host.
function print_legacy (i,	j, kind) {
  print_head(i, inner_name(i), \
	     " &\n         bind (c, name = \"GCUF_legacy_" legacy_name(i) "\")")
  for (j = 2; j <= n_args[i]; j++)
    if (in_legacy(i, j)) {
      kind = arg_kind[i, j]
      if (arg_base[i, j] ~ /^(op|fill|diag|side)$/)
	printf "      character (c_char) :: %s\n", arg_name[i, j]
      else if (kind ~ /^(either|result)$/)
	printf "      %s :: %s%s\n", f_type[arg_base[i, j]], arg_name[i, j], \
	       (arg_count[i, j] > 1 ? " (*)" : "")
      else
	declare(i, j)
    }
  printf "    end %s\n\n", (has_result(i) ? "function" : "subroutine")
}

# The routine of BLAS itself, and the other for arrays on the device, if it has
# any that tell one from the other.
function print_generic (i,	j, type, on_device) {
  printf "  interface %s\n", blas_name(i)
  print_head(i, blas_name(i), "")
  for (j = 2; j <= n_args[i]; j++)
    if (in_legacy(i, j)) {
      type = f_type[arg_base[i, j]]
      if (arg_base[i, j] ~ /^(op|fill|diag|side)$/)
	type = "character"
      if (arg_kind[i, j] == "device") {
	on_device = 1
	printf "      !dir$ ignore_tkr (r) %s\n", arg_name[i, j]
      }
      printf "      %s :: %s%s\n", type, arg_name[i, j], \
	     (arg_kind[i, j] == "device" || arg_count[i, j] > 1 ? " (*)" : "")
    }
  printf "    end %s\n", (has_result(i) ? "function" : "subroutine")
  if (on_device)
    printf "    procedure %s\n", inner_name(i)
  print "  end interface\n"
}

END {
  if (failed)
    exit 1
  print "  ! Made by legacy.inc.awk.\n\n  interface"
  for (i = 0; i < n_routines; i++)
    if (form[i, "blas"])
      print_legacy(i)
  print "  end interface\n"
  for (i = 0; i < n_routines; i++)
    if (form[i, "blas"])
      print_generic(i)
}
