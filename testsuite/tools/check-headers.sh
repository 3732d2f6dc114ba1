#!/bin/sh
# Check that each test says at its head what it is for.
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

# Usage: check-headers.sh SOURCE-DIRECTORY
#
# Among the first eight lines of each source in cudafortran.*/ there must be a
# line of comment that is neither a directive nor the notice of copyright.

set -u
cd "$1/testsuite" || exit 2
status=0
for file in cudafortran.*/*.[cCfF]*; do
  sed -n '1,8{
    /{ *dg-/d
    /Copyright/d
    /^\(!\|[cC*][ 	]\|\/\*\|\/\/\)[ 	]*[^ 	]*[a-zA-Z]/p
  }' "$file" | grep -q . && continue
  echo "FAIL: $file does not say at its head what it is for" >&2
  status=1
done
exit $status
