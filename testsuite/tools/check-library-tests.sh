#!/bin/sh
# Check that the tables of the toolkit's libraries name a test for each routine.
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

# Usage: check-library-tests.sh SRCDIR
#
# Prints the routines that have neither a test nor a reason, and the tests that do
# not exist; the exit status is 0 only if there are none.  That a test calls its
# routines is checked where it is run.

set -u
libraries=$1/libgcuf/libraries
tests=$1/testsuite/cudafortran.libraries
status=0
for table in "$libraries"/*/*.def; do
  list=$(awk -f "$libraries/read-table.awk" \
	   -f "$1/testsuite/tools/list-library-tests.awk" "$table") || status=1
  for test in $(echo "$list" | cut -d " " -f 2 | sort -u); do
    if ! ls "$tests/$test".* >/dev/null 2>&1 \
	&& ! grep -q "/$test[.]cuf" "$tests/libraries.exp"; then
      echo "$table names $test, which does not exist"
      status=1
    fi
  done
done
exit $status
