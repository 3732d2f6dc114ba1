#!/bin/sh
# Check that the tests which the manual's tables of rules name exist.
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

# Usage: check-rules.sh
#
# In doc/rules-*.texi @file{DIRECTORY/FILE} is testsuite/cudafortran.DIRECTORY/FILE.
# Prints what is missing; the exit status is 0 only if nothing is, and there
# are tables.

set -u
src=$(cd "$(dirname "$0")/.." && pwd)
named=$(sed -n 's/@file{\([^}]*\)}/\
=\1\
/g;p' "$src"/../doc/rules-*.texi | sed -n 's,^=\(.*/.*\)$,\1,p' | sort -u)
test -n "$named" || { echo "no test is named"; exit 1; }
status=0
for test in $named; do
  if ! test -f "$src/cudafortran.$test"; then
    echo "doc names $test, which does not exist"
    status=1
  fi
done
exit $status
