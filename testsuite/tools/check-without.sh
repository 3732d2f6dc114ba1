#!/bin/sh
# Run tests with each part of the lowering left out that may be.
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

# Usage: check-without.sh BUILDDIR "NAMES" [runtest options]...
#
# Run the tests for each of NAMES left out, by the environment variable
# GCUF_WITHOUT, or if that is empty for each name there is, and `all' at once.

set -u
src=$(cd "$(dirname "$0")/.." && pwd)
build=$1
names=${2:-all $(sed -n 's/^OPTIONAL (.*"\(.*\)")$/\1/p' \
		 "$src/../cuf_kernel_lowering/cuf-optional.def")}
shift 2

status=0
for name in $names; do
  result=$(GCUF_WITHOUT=$name "$src/tools/run-testsuite.sh" "$build" "$@" \
	   | tail -n 1)
  # Scans, and one test of what the program prints, are for what nothing is left
  # out of.
  if grep -E '^(FAIL|UNRESOLVED|ERROR):' "$build/testsuite/cudafortran.sum" \
     | grep -Ev ' scan-|joined-blocks.cuf .* output pattern'; then
    status=1
  fi
  echo "without $name: ${result:-nothing was run}"
done
exit $status
