# Make the Fortran interfaces of a library's routines from their table.
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

# Usage: awk -f read-table.awk -f interfaces.awk -v only=FORM LIBRARY.def
#
# The interface bodies of the routines of that form; of all if it is "all".  If
# nothing is asked for, a script after this uses the functions.

BEGIN {
  f_type["int"] = "integer (c_int)"; f_type["int64"] = "integer (c_int64_t)"
  f_type["size"] = "integer (c_size_t)"
  f_type["float"] = "real (c_float)"; f_type["double"] = "real (c_double)"
  f_type["complex"] = "complex (c_float_complex)"
  f_type["dcomplex"] = "complex (c_double_complex)"
  f_type["half"] = "real (2)"; f_type["char"] = "character (c_char)"
  f_type["void"] = "real (c_float)"; f_type["stream"] = "integer (cuda_stream_kind)"
  f_type["pointer"] = "type (c_devptr)"
  f_type["op"] = f_type["fill"] = f_type["diag"] = f_type["side"] \
    = "integer (c_int)"
}

function declare (i, j,	base, kind, type) {
  base = arg_base[i, j]
  kind = arg_kind[i, j]
  type = base in f_type ? f_type[base] : "type (" base ")"
  # An integer, or a character as in BLAS.
  if (base ~ /^(op|fill|diag|side)$/) {
    printf "      !dir$ ignore_tkr (tkr) %s\n", arg_name[i, j]
    printf "      %s :: %s\n", type, arg_name[i, j]
    return
  }
  if (kind == "pointers") {
    printf "      !dir$ ignore_tkr (r) %s\n", arg_name[i, j]
    printf "      type (c_devptr), device :: %s (*)\n", arg_name[i, j]
    return
  }
  if (kind == "value") {
    if (base ~ /^(int|int64|size|stream)$/)
      printf "      !dir$ ignore_tkr (k) %s\n", arg_name[i, j]
    printf "      %s, value :: %s\n", type, arg_name[i, j]
    return
  }
  # Neither type nor rank of untyped data is compared, and scalars are as good as
  # arrays.
  ignored = (base == "void" ? "tk" : "") \
	    (kind ~ /^(either|result)$/ \
	     ? (base == "void" || arg_count[i, j] > 1 ? "rdm" : "dm") \
	     : kind == "any" ? "rdm" : kind == "host" && base != "void" ? "" : "r")
  if (ignored != "")
    printf "      !dir$ ignore_tkr (%s) %s\n", ignored, arg_name[i, j]
  printf "      %s%s :: %s%s\n", type, kind == "device" ? ", device" : "",
	 arg_name[i, j], \
	 (kind ~ /^(device|array|any)$/ || arg_count[i, j] > 1 ? " (*)" : "")
}

function print_interface (i,	j, line, next_word) {
  line = "    " (header["result"] ? "type (" header["result"] ")" : "integer (c_int)") \
	 " function " fortran_name[i] " ("
  for (j = 1; j <= n_args[i]; j++) {
    next_word = arg_name[i, j] (j < n_args[i] ? ", " : "")
    if (length (line next_word) > 76) {
      print line "&"
      line = "         "
    }
    line = line next_word
  }
  printf "%s) &\n         bind (c, name = \"GCUF_%s\")\n", line, name[i]
  print "      import"
  for (j = 1; j <= n_args[i]; j++)
    declare(i, j)
  printf "    end function %s\n\n", fortran_name[i]
}

function print_interfaces (	i) {
  print "  ! Made by interfaces.awk.\n\n  interface"
  for (i = 0; i < n_routines; i++)
    if (only == "all" || form[i, only])
      print_interface(i)
  print "  end interface"
}

END {
  if (failed)
    exit 1
  if (only != "")
    print_interfaces()
}
