# Make the names of a library's routines in C from their table.
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

# Usage: awk -f read-table.awk -v functions_only=1 -f entries.awk -f names.awk
#   [-f SCRIPT...] LIBRARY.def >names.c
#
# Where module interfaces pass something else than C does, as letters for
# enumerators, the names are functions that pass it on.  A SCRIPT may add other
# names.

# True if routine I is such a one.
function has_options (i,	j) {
  for (j = 1; j <= n_args[i]; j++)
    if (arg_base[i, j] in letters_of)
      return 1
  return 0
}

# What argument J of routine I is passed on as, by its address if BY_ADDRESS.
function passed (i, j, by_address) {
  if (arg_base[i, j] in letters_of)
    return "(const char *) &" arg_name[i, j]
  return (by_address ? "&" : "") arg_name[i, j]
}

function print_function (i,	j, call) {
  for (j = 1; j <= n_args[i]; j++)
    call = call (j > 1 ? ", " : "") passed(i, j)
  printf "extern int GCUF_%s (%s);\nint %s (%s);\n", name[i], join(i, "fortran"),
	 name[i], join(i, "c")
  printf "int\n%s (%s)\n{\n  return GCUF_%s (%s);\n}\n\n", name[i], join(i, "c"),
	 name[i], call
}

END {
  if (failed)
    exit 1
  print "/* Made by names.awk.  */\n\n#include \"library.h\"\n#include \"library-names.h\"\n"
  for (i = 0; i < n_routines; i++)
    if (has_options(i))
      print_function(i)
    else
      printf "NAME (%s)\n", name[i]
}
