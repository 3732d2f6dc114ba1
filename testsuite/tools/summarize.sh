#!/bin/sh
# Merge summaries of runtest processes and print what failed, and the totals.
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

# Usage: summarize.sh OUTPUT SUMMARY...
#
# A test that is unresolved, or a runtest process that met an error, counts as
# failed; unsupported and untested ones count as neither.  Tests for lack of a
# tool, whose names say so, are printed.

set -u
output=$1
shift

cat "$@" | LC_ALL=C grep -E '^(X?PASS|X?FAIL|UNRESOLVED|UNSUPPORTED|UNTESTED|ERROR|WARNING):' \
  | LC_ALL=C sort >"$output"

awk '
  /^(PASS|XFAIL):/			   { passed++ }
  /^(FAIL|XPASS|UNRESOLVED|ERROR):/	   { failed++; print }
  /^WARNING:/				   { print }
  /^UNSUPPORTED: .*: no [^ ]+$/		   { print }
  END {
    if (passed + failed == 0)
      print "Nothing was run."
    printf "%d passed, %d failed\n", passed, failed
    exit !(passed > 0 && failed == 0)
  }' "$output"
