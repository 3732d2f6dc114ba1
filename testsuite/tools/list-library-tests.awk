# List the entries of a library with the tests that its table names.
# Copyright (C) 2026 The cudafortran authors.
#
# This file is part of cudafortran.
#
# Cudafortran is free software; you can redistribute it and/or modify it under
# the terms of the GNU General Public License as published by the Free
# Software Foundation; either version 3, or (at your option) any later
# version.
#
# Cudafortran is distributed in the hope that it will be useful, but WITHOUT
# ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
# FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
# more details.
#
# You should have received a copy of the GNU General Public License along
# with cudafortran; see the file COPYING.  If not, see
# <http://www.gnu.org/licenses/>.

# Usage: awk -f read-table.awk -f list-library-tests.awk LIBRARY.def
#
# A line for each entry: its name, and that of the test without its suffix.  The
# exit status is 0 only if each routine has a test or a reason why it has none.

END {
  if (failed)
    exit 1
  for (i = 0; i < n_routines; i++)
    if (test[i])
      print "GCUF_" name[i], test[i]
    else if (!untested[i]) {
      print FILENAME ": no test for " name[i] >"/dev/stderr"
      failed = 1
    }
  exit failed
}
