# Make the manual's table of a library's routines from their table.
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

# Usage: awk -f read-table.awk -f manual.awk LIBRARY.def >LIBRARY-routines.texi

# The test of routine I, or why it has none.
function tested (i) {
  return test[i] ? "Test: @file{" test[i] "}." : reason[untested[i]]
}

# The last toolkit with routine I, if newer ones do not have it.
function removed_after (i) {
  return form[i, "removed"] ? "Up to toolkit " form[i, "removed"] ".  " : ""
}

END {
  if (failed)
    exit 1
  print "@c Made by manual.awk.\n"
  print "In this table @bullet{} marks what the cpu backend has.  The tests are those of",
	"@file{testsuite/cudafortran.libraries} that call a routine and compare its",
	"results."
  if (removed)
    print "What only toolkits up to 10 have was not run on a GPU."
  print ""
  for (i = 0; i < n_routines; i++)
    wide += form[i, "64"]
  if (wide)
    print "Routines whose integers have 64 bits, with @code{_64} at the end of their",
	  "names, are not repeated."
  print "\n@table @code"
  for (i = 0; i < n_routines; i++) {
    if (form[i, "64"])
      continue
    printf "@item %s (", fortran_name[i]
    for (j = 1; j <= n_args[i]; j++)
      printf "%s%s", arg_name[i, j], j < n_args[i] ? ", " : ""
    printf ")%s\n@findex %s\n", form[i, "cpu"] ? " @bullet{}" : "", fortran_name[i]
    printf "%s%s\n", removed_after(i), tested(i)
  }
  print "@end table"
}
