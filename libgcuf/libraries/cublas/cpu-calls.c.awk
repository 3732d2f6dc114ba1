# Make the functions of the cpu backend that are calls of BLAS or LAPACK.
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
#	   -f interfaces.awk -f common.awk -f cpu-calls.c.awk cublas.def

# The kind of argument J of routine I (cpu-blas.h).  Routines of level 1 do
# nothing if there is nothing to be done; others refuse such numbers.
function kind_of_argument (i, j, strict,	base, kind) {
  base = arg_base[i, j]
  kind = arg_kind[i, j]
  if (base in options)
    return options[base]
  if (kind == "either")
    return arg_count[i, j] > 1 ? "H" : scalars[base]
  if (kind == "result")
    return "@"
  if (kind == "pointers")
    return "p"
  if (kind == "host")
    return "h"
  if (kind != "value")
    return "a"
  return arg_name[i, j] ~ /^stride/ ? "t" : arg_name[i, j] ~ /^batch/ ? "b" \
    : !strict ? "i" : arg_name[i, j] ~ /^inc/ ? "x" \
    : arg_name[i, j] ~ /^ld/ ? "l" : "n"
}

function provider_form (i) {
  return form[i, "host"] ? "host" : form[i, "lapack"] ? "lapack" : "own"
}

# An initializer of struct gcuf_blas_routine.
function print_routine (i,	j, strict, kinds, result, provider, symbol, last) {
  strict = rules[i] != ""
  for (j = 2; j <= n_args[i]; j++)
    strict = strict || arg_base[i, j] in options
  for (j = 2; j <= n_args[i]; j++)
    kinds = kinds kind_of_argument(i, j, strict)
  last = n_args[i]
  if (arg_name[i, last] == "result")
    result = results[arg_base[i, last]]
  provider = provider_form(i)
  symbol = form[i, provider] == 1 ? blas_name(i) : form[i, provider]
  if (provider == "own")
    printf "extern void gcuf_own_%s ();\n", symbol
  printf "static struct gcuf_blas_routine routine_%s = {\n", name[i]
  if (provider == "own")
    printf "  .own = (void *) gcuf_own_%s,\n", symbol
  else
    printf "  .symbol = \"%s_\", .library = &gcuf_%s_library,\n", symbol, \
	   provider == "host" ? "blas" : "lapack"
  printf "  .kinds = \"%s\", .size = %d,%s\n};\n", kinds, sizes[letter[i]], \
	 result == "" ? "" : " .result = '" result "'"
}

function print_call (i,	j, text) {
  printf "\nint\ngcuf_cpu_%s (", name[i]
  for (j = 1; j <= n_args[i]; j++)
    printf "%s%s", argument(i, j, "both"), j < n_args[i] ? ", " : ")\n{\n"
  print "  return gcuf_blas_call"
  text = rules[i] == "" ? "true" : substr (rules[i], 2)
  gsub (/ /, " \\&\\& ", text)
  printf "    (%s, &routine_%s, %s,\n", arg_name[i, 1], name[i], text
  printf "     (union gcuf_blas_argument[]) {"
  for (j = 2; j <= n_args[i]; j++)
    printf "%s .%s = %s }", (j > 2 ? ", {" : " {"), \
	   (type_of(i, j) ~ /\*$/ ? "p" : "i"), arg_name[i, j]
  print " });\n}\n"
}

BEGIN {
  options["op"] = "o"; options["fill"] = "f"; options["diag"] = "d"
  options["side"] = "e"
  scalars["float"] = "S"; scalars["double"] = "D"
  scalars["complex"] = "C"; scalars["dcomplex"] = "Z"
  results["float"] = "s"; results["double"] = "d"
  results["int"] = "i"; results["int64"] = "l"
  sizes["S"] = 4; sizes["D"] = sizes["C"] = 8; sizes["Z"] = 16
}

END {
  if (failed)
    exit 1
  print "/* Made by cpu-calls.c.awk.  */\n\n#include \"cublas/cpu-blas.h\"\n"
  for (i = 0; i < n_routines; i++)
    if (form[i, "host"] || form[i, "lapack"] || form[i, "own"]) {
      print_routine(i)
      print_call(i)
    }
}
